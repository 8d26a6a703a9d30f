### Live games with a friend elsewhere.

live-game = Live game
# A button: both players have the page open. Beside “By links”.
invite-live = Play live
invite-by-links = Play by links
invite-about = Live, you both have this page open. By links, you move and send a link whenever you like.
# What a live game connects to.
live-direct = Your two browsers connect to each other; neither needs an account.
live-near = This works for devices in the same network, such as the same Wi-Fi.
# $servers (String): names of servers
live-servers = To connect you, both browsers contact { $servers }, which will see your IP address, but no names and no moves.
# $seats (Number)
too-many-live = Live games have at most { $seats } players. Play this one by links.

## Before the game.

# $name (String): who has invited
invites-you-live = { $name } invites you to a live game
# $name (String)
invites-you-to-watch = { $name } invites you to watch
play-live = Play
watch-live = Watch
live-preparing = Preparing the link …
# $players (String)
live-send-invitation = Send this link to { $players }, and keep this page open.
live-answer-follows = They’ll send a link back. Open it on this device.
live-new-invitation = New invitation
# Instead of a name that is not known yet.
your-friend = your friend
# $name (String): who has invited
live-send-answer = Send this link back to { $name }, and keep this page open.
# $name (String)
live-connecting = Connecting to { $name } …
live-all-here = All players are connected.
live-connected = Connected
# $name (String)
live-lost = Not connected. Ask { $name } for a new invitation.
# $players (String)
live-waiting-for = Waiting for { $players }
# $count (Number)
live-watchers =
    { $count ->
        [one] { $count } watching
       *[other] { $count } watching
    }
let-watch = Let others watch
# Above a link.
watch-link = For those who only watch:
to-board = Go to the board
end-live = End the live game
leave-live = Leave the live game
end-live-question = End the live game for everyone? The moves so far stay on each device.
leave-live-question = Leave the live game? The moves so far stay here.
cancel-live = Cancel
qr-code-of-invitation = QR code of the link
live-link-copied = Link copied.
# The state of a player’s connection.
presence-you = You
presence-free = Not here yet
presence-connected = Connected
presence-away = Away
# $player (String)
free-seat = Give the seat of { $player } to someone else

## Links that were opened.

answer-passed-on = Your game is in the other tab, which connects now. Go back to it.
answer-not-expected = No open invitation here waits for this link. If the page with the invitation is in another tab, go back to it; otherwise send a new invitation.
# $reason (String)
damaged-link = The link is not complete: { $reason }. Copy the whole link.
incomplete-invitation = The link is not complete: the game is missing. Copy the whole link.

## During the game.

# $player (String)
live-joined = { $player } has joined.
# $player (String)
live-returned = { $player } is back.
# $player (String)
live-away = { $player } is away. The game waits.
# $player (String)
live-left = { $player } has left the game.
# An unknown sender.
live-other = another device
# $player (String)
live-rejected = A message from { $player } made no sense and was ignored.
live-flooding = Someone sent too many messages and was disconnected.
live-move-dropped = Your last move no longer fits the game and was not made.
live-unreadable = This live game couldn’t be read, so it stays offline.
live-failed = Couldn’t connect. Try again with a new invitation.
live-unsupported = This browser can’t connect to others. Play by links instead.
# $server (String): the name of a server
live-unreachable = { $server } can’t be reached. Trying again …
# $reason (String): the words of a server
live-refused = The server where players meet refuses: { $reason }
# $player (String)
takeback-offered = { $player } asks for a takeback.
# $player (String)
draw-offered = { $player } offers a draw.
# $player (String)
rematch-offered = { $player } wants a rematch.
takeback-asked = You asked for a takeback.
draw-asked = You offered a draw.
rematch-asked = You asked for a rematch.
accept = Accept
decline = Decline
withdraw = Withdraw
# $player (String)
offer-declined = { $player } declines.
# $player (String)
offer-withdrawn = { $player } no longer asks.
offer-lapsed = Your request has expired.
live-no-other-player = No other player is connected.
live-offer-open = Another request is pending.
live-too-many-offers = No more requests until the next move.
live-not-now = That is not possible now.

## The end of the connection.

farewell-full = All seats of this game are taken.
farewell-version = The two pages have different versions. Reload both.
farewell-seat-taken = Someone else has your seat.
farewell-freed = Your seat was given to someone else. The game stays here.
farewell-replaced = The game is connected in another tab or browser of yours.
farewell-flooding = Your browser has sent too many messages, and was disconnected. Reload the page.
farewell-ended = The live game was ended. The game stays here.
