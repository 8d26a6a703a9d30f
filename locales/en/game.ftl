### The board, the game's status, and what is announced.

game = Game
undo = Undo
redo = Redo
hint = Hint
new-game = New game
# Visible on the button of a new game.
new = New
rematch = Rematch
new-series = New series
review = Review
swap = Swap sides
agree-draw = Call it a draw
pause = Pause
resume = Resume
step-once = Step
speed = Speed
speed-slow = Speed: slow
speed-normal = Speed: normal
speed-fast = Speed: fast
players = Players
share = Share
save = Save
load = Load
text-panel = Text
# Turns sound and vibration on and off.
sound = Sound
# Opens the rules and the keys.
help = Help
analysis = Analysis
library = Library
# The place of tournaments.
compete = Compete
settings = Settings
more = More
# The start, before the first move.
hero = Four in a row wins.
hero-detail = Drop a shape, or choose a way to play.
start-heading = Ways to play
play-computer = Play the computer
# $name (String) - of a computer player
# $level (Number)
opponent-of-level = { $name }, level { $level }
# After the first move on the empty board: instead of a game of two.
let-computer-answer = Let the computer answer
invite-friend = Invite a friend
# The main place: the board.
play = Play
places = Main menu
# The tabs of the panel beside the board.
panels = Panels
move-list = Moves

choose-column = Board: choose a column
choose-cell = Board: choose a cell
board-table = Board, top row first
row = Row

## Pieces
## $colour and $shape are ids, which are the English words. A translation selects on them:
##   { $shape -> [circle] { $colour -> [red] roter *[blue] blauer } Kreis … }

# $colour (String)
# $shape (String)
piece = { $colour } { $shape }
shape = { $shape }
# The longer name of a player who hasn’t chosen one.
# $colour (String)
# $shape (String)
piece-option = { $colour ->
        [red] Red { $shape }
        [blue] Blue { $shape }
        [green] Green { $shape }
        [orange] Orange { $shape }
        [purple] Purple { $shape }
        [teal] Teal { $shape }
        [pink] Pink { $shape }
        [brown] Brown { $shape }
       *[black] Black { $shape }
    }
# As an option of a list.
shape-option =
    { $shape ->
        [circle] Circle
        [pentagon] Pentagon
        [square] Square
        [triangle] Triangle
        [star] Star
        [cross] Cross
        [diamond] Diamond
        [heart] Heart
        [crescent] Crescent
       *[hexagon] Hexagon
    }
# As an option of a list, and as the name of a player who hasn't chosen one.
colour-option =
    { $colour ->
        [red] Red
        [blue] Blue
        [green] Green
        [orange] Orange
        [purple] Purple
        [teal] Teal
        [pink] Pink
        [brown] Brown
       *[black] Black
    }

## Column and cell buttons, cells of the table

# $column (String)
# $filled (Number)
# $rows (Number)
column-filled = Column { $column }, { $filled } of { $rows } filled
column-full = Column { $column }, full
cell-empty = empty
cell-last = { $piece }, last move
cell-winning = { $piece }, in the winning line
# $cell (String)
# $content (String)
cell-button = { $cell }, { $content }

## The six levels of the computer player
## A name for each, and a line of character.

# $level (Number)
level-name =
    { $level ->
        [1] Pip
        [2] Coco
        [3] Mira
        [4] Sol
        [5] Otto
       *[6] Oracle
    }
# $level (Number)
level-character =
    { $level ->
        [1] just started
        [2] sees wins
        [3] plans a little
        [4] sets traps
        [5] hard to fool
       *[6] never wrong on 7 × 6
    }
# Under the name.
# $level (Number)
# $character (String)
level-detail = { $level } · { $character }
# Offers an easier opponent after two losses.
try-easier = Try { $name }?
# Offers a game from the position of a puzzle or a lesson.
play-against = Play it against { $name }
# A person without a name, in games against a computer player.
you = You

## Players beside the board

# Read aloud beside a player’s name.
# $count (Number)
seat-wins =
    { $count ->
        [one] { $count } win
       *[other] { $count } wins
    }
# The same in a series that ends with a number of wins.
# $count (Number)
# $length (Number)
seat-wins-of = { $count } of { $length } wins
# The clock of a player.
time-left = Time left
thinking = Thinking…
# $percent (Number)
thinking-percent = Thinking… { $percent }%

## The status
## $who is “you” for the only human among computer players, else “other”.

# $player (String)
# $who (String)
to-move =
    { $who ->
        [you] Your move
       *[other] { $player } to move
    }
# $player (String)
# $who (String)
to-move-swap =
    { $who ->
        [you] Your move: play or swap
       *[other] { $player }: play or swap
    }
# $player (String)
# $who (String)
to-move-dead =
    { $who ->
        [you] Your move; no one can win any more
       *[other] { $player } to move; no one can win any more
    }
# The first move of a game by links.
to-move-first = Your move, then send the link
# $player (String): elsewhere
to-send-to = Send your move to { $player }
# $player (String): elsewhere
waiting-for = Waiting for { $player }
# A computer player.
is-thinking = { $player } is thinking…
# $player (String)
# $who (String)
wins =
    { $who ->
        [you] You win!
       *[other] { $player } wins
    }
# $moves (Number) by both players
# $wins (String): who wins
won =
    { $moves ->
        [one] { $wins } · { $moves } move
       *[other] { $wins } · { $moves } moves
    }
# $player (String)
# $who (String)
won-on-time =
    { $who ->
        [you] You win on time
       *[other] { $player } wins on time
    }
# The end of a series.
# $player (String)
# $who (String)
won-series =
    { $who ->
        [you] You win the series!
       *[other] { $player } wins the series
    }
# After the status.
# $lines (String)
winning-lines = with { $lines }

# A winning line and its ends.
# $direction (String)
# $first (String)
# $last (String)
line = { $direction } { $first }–{ $last }
direction-horizontal = row
direction-vertical = column
direction-diagonal = diagonal

# $player (String)
# $who (String)
# $line (String)
won-line =
    { $who ->
        [you] You win with { $line }
       *[other] { $player } wins with { $line }
    }
drawn-full = Draw: the board is full
drawn-agreed = Draw: no one could win any more
drawn = Draw

## Announcements; the status follows. Each is a sentence.

# $player (String)
# $cell (String)
placed = { $player }: { $cell }.
# After the last move of the opponent.
you-lost = You lost.
press-again-drop = { $cell }: press again to drop.
press-again-place = { $cell }: press again to place.
undid = Undid { $steps }.
redid = Redid { $steps }.
step-swap = the swap
step-draw = the draw
step-time = the end of the time
at-start = Start of the game.
# $step (Number)
at-step = Move { $step }.
# $player (String)
# $who (String)
swapped =
    { $who ->
        [you] Sides swapped. You now have the first piece.
       *[other] Sides swapped. { $player } now has the first piece.
    }
plays-human = Now played by a human: { $seat }.
# $computer (String)
# $seat (String)
plays-computer = { $computer } now plays for { $seat }.
paused-computer = Paused.
help-allowed = Hints and analysis on.
help-forbidden = Hints and analysis off until the game ends.
started = New game, { $board }.
loaded = Game loaded, { $board }.
shared-opened = Shared game, { $board }.
shared-opened-saved = Shared game, { $board }. Your own game is saved.
returned = Back to your game.
kept = This is now your game.

## Why nothing happened

refused-full = Column { $column } is full.
refused-occupied = { $cell } is taken.
refused-over = The game is over.
# A lesson or puzzle.
refused-done = Done: go on with the next one.
refused-computer = Wait for { $player }.
refused-late = Too late: the game has moved on.
refused-no-help = Hints are off until the game ends. You can change this in Settings.
refused-in-cup = No hints or undo in a cup.
refused-remote = No hints in a game with a friend.
refused-earlier-position = Your friend knows the next moves. Go to the latest one to play.
refused-undo = Nothing to undo.
refused-redo = Nothing to redo.
refused-no-swap = This game is played without the swap rule.
refused-swap-late = You can only swap right after the first move.
refused-can-win = Someone can still win.
refused-read-only = This game is open in another tab.
refused-no-shared-game = There is no other game to return to.
refused-move = Not a legal move: { $error }.

## The position after each move

step-start = Start
# The empty list of moves.
no-moves = Moves appear here.
# $step (Number)
# $player (String)
# $cell (String)
step-place = Move { $step }, { $player }: { $cell }
step-swapped = Swap
step-agreed = Draw agreed
step-out-of-time = Out of time
# $step (String)
# $status (String)
position-step = { $step }. { $status }.
# A row of the board, read aloud.
# $row (Number)
# $pieces (String)
row-pieces = Row { $row }: { $pieces }.
# $cell (String)
# $player (String)
cell-owner = { $cell } { $player }

## Notices about the game

no-answer = The computer player failed to load. Choose Resume to try again.
viewing-shared = You’re viewing a shared game. Your own game is saved.
game-in-other-tab = Your game is open in another tab.
play-here = Play here
read-only-tab = You can only do that in the tab where your game is open.
return-to-game = Back to my game
keep-game = Continue this game
# $moves (Number)
game-saved-to-library =
    { $moves ->
        [0] Your current game will be saved.
        [one] Your current game ({ $moves } move) will be saved.
       *[other] Your current game ({ $moves } moves) will be saved.
    }
# $moves (Number)
game-given-up =
    { $moves ->
        [0] Your current game will be lost.
        [one] Your current game ({ $moves } move) will be lost.
       *[other] Your current game ({ $moves } moves) will be lost.
    }
