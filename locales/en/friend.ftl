### Games with a friend elsewhere, by links.

friend = Play a friend
game-by-links = Game by links
you-play = You play
continue-on-board = The game on the board
# $clock (String): such as “5 min + 3 s”
only-live = { $clock }, if you play live.
# Chosen on the page for a new game.
chosen-game = The game you chose
# $name (String)
name-taken = Another player is called “{ $name }”.
games-by-links = Games by links
# After a backup was restored.
by-links-not-saved = The games by links couldn’t be restored.
your-turn = Your turn
their-turn = Their turn
to-send = Send your move
game-ended = Ended
# $players (String): the other players
remove-by-links = Remove the game with { $players } from this list
# $count (Number)
moves-made =
    { $count ->
        [0] No moves yet
        [one] { $count } move
       *[other] { $count } moves
    }

## Sending the link.

qr-code = QR code
# The title of a dialog.
send-link-heading = Send the link
scan-or-copy = Scan this with the other phone, or copy the link.
qr-code-of-link = QR code of the link
qr-code-too-long = This game is too long for a QR code. Send the link instead.
# $players (String): the other players
link-copied-for = Link copied. Send it to { $players }.
# After a move that ended the game. $players (String): the other players
send-end = { $players } doesn’t know yet: send the last move.

## What a link asks.

# $name (String): who sent the link
invites-you = { $name } invites you
# $player (String): Blue
you-are = You are { $player }
# $player (String): Blue
play-as = Play as { $player }
just-look = Just look
which-player = Which player are you?
link-answered = You already answered this.
link-answered-not-sent = You already answered this. Send your move with the link below the board.
games-differ = Two versions of this game
# $name (String): who sent the link
games-differ-about = The link from { $name } has other moves than the game on this device. Which one goes on?
on-this-device = On this device
in-the-link = In the link
keep-own = Keep mine
take-linked = Take the link’s
