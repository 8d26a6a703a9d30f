### The page for a new game, and the choice of who plays for a seat.

start = Start
# Who plays.
opponents = Opponents
computer = Computer
two-players = Two players
# The computer players with names and faces.
opponent = Opponent
side-field = You play
side-first = First
side-second = Second
side-random = Random
your-name = Your name
your-name-optional = Your name (optional)
# Unfolds the clock, the board and the length of the series.
change = Change
# Unfolds what only the game as text uses.
advanced = Advanced
text-style-field = Text style
open-text-console = Open the text console
reset-form = Reset
connect-four = Connect Four
tic-tac-toe = Tic-tac-toe
custom-game = Custom
own-rules = Own rules
# A board with players and a text style.
preset = Preset
board-field = Board
custom-size = Other size
preset-classic = Classic { $size }
preset-small = Small { $size }
preset-large = Large { $size }
preset-three = Three in a row, { $size }
preset-four = Four in a row, { $size }
preset-five = Five in a row, { $size }
# The players of one of the preset games.
preset-red-and-black = Red and Black
columns = Columns
rows = Rows
connect = In a row to win
gravity = Gravity
swap-rule = Swap rule: player 2 may switch sides after the first move
clock = Clock, per player
clock-off = No clock
clock-per-move = Per move
# Time added to a clock after each move.
increment = Increment
# A clock in few words, with the text of its time.
# $time (String)
# $increment (String)
clock-with-increment = { $time } + { $increment }
# $time (String)
clock-per-move-of = { $time } per move
# The length of a series in few words.
open-series = open series
# $wins (Number)
series-summary = first to { $wins }
# Names of buttons that count a number.
# $name (String)
step-less = Decrease { $name }
# $name (String)
step-more = Increase { $name }
time-per-move = Time per move
# Several games between the same players.
series = Series
series-open = Unlimited
# $wins (Number)
series-first-to = First to { $wins }
player-count = Number of players
first-player = First player
symbol-field = Text symbols
# The label of a field of one player.
# $player (Number)
name-of = Name, player { $player }
# $player (Number)
shape-of = Shape, player { $player }
# $player (Number)
colour-of = Colour, player { $player }
# The button that shows the shapes and colours.
# $player (Number)
# $piece (String)
piece-of-player = Piece, player { $player }: { $piece }
# $player (Number)
symbol-of = Text symbol, player { $player }
# $size (String)
# $connect (Number)
# $players (Number)
most-players = { $size }, { $connect } in a row: up to { $players } players

## Who plays

# $player (Number)
played-by-of = Who plays as player { $player }
# The label of the choice of who plays for someone.
plays-for = Who plays as { $player }
human = Human
# $level (Number)
level = Level { $level }
# $level (Number)
level-beginner = Level { $level } (beginner)
# $level (Number)
level-perfect = Level { $level } (perfect on small boards)
random = Random
lookahead = Lookahead
# $moves (Number)
lookahead-random = Lookahead { $moves }
# $moves (Number)
lookahead-left = Lookahead { $moves }, leftmost
# $moves (Number)
lookahead-right = Lookahead { $moves }, rightmost
monte-carlo = Monte Carlo { $time }
# $label (String): what the choice of who plays is called
look-ahead-for = Lookahead: { $label }
ties-for = Equal moves: { $label }
ties-random = Equal moves: random
ties-left = Equal moves: leftmost
ties-right = Equal moves: rightmost

## Errors

# $player (Number)
name-missing = Enter a name for player { $player }.
name-empty = Enter a name.
# $max (Number)
name-too-long = Name is too long (max { $max }).
name-character = Names can’t contain { $character }.
# $player (Number)
# $max (Number)
player-name-too-long = Player { $player }: name is too long (max { $max }).
# $player (Number)
# $character (String)
player-name-character = Player { $player }: names can’t contain { $character }.
# $player (Number)
symbol-invalid = Player { $player }: the text symbol must be a single letter, digit or symbol.
# $first (Number)
# $second (Number)
same-name = Players { $first } and { $second } have the same name.
# $first (Number)
# $second (Number)
same-piece = Players { $first } and { $second } have the same shape and colour.
# $first (Number)
# $second (Number)
same-symbol = Players { $first } and { $second } have the same text symbol.
# An error that the form itself rules out.
setup-invalid = These settings can’t be used together: { $error }.
