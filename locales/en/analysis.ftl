### The analysis panel. Scores and evaluations are from the mover's view.

show-on-board = Show on the board
analysing = Analysing …
analysis-complete = Analysis complete
scores-percent = Estimated chance to win; draws count half.
scores-exact = W is a win, L a loss, = a draw. The number counts the winner’s own moves.
analysis-failed = The analysis failed to load. Close and reopen it to try again.
analysis-hidden = Hidden until the game ends (see Settings).
advantage = Advantage
column-move = Move
column-result = Result
# $first (String)
# $second (String)
graph-two = After each move: up is good for { $first }, down for { $second }.
graph-many = After each move: up is good for the next player.

## Evaluations; moves are the winner's own.

eval-draw = Draw
# The opponent has already won.
eval-has-lost = Lost
# $moves (Number)
eval-wins-in =
    { $moves ->
        [1] Wins now
       *[other] Wins in { $moves } moves
    }
# $moves (Number)
eval-loses-in =
    { $moves ->
        [1] Loses on the next move
       *[other] Loses in { $moves } moves
    }
eval-wins = Wins
eval-loses = Loses
# An estimated chance to win.
# $percent (String)
eval-chance = ≈ { $percent }
# One of the best moves.
eval-best = { $evaluation }, best
# The evaluation of a position for the player to move, in the graph.
# $player (String)
# $evaluation (String)
eval-of-player = { $player }: { $evaluation }
# A bar of the graph.
# $position (String)
# $evaluation (String)
graph-bar = { $position }. { $evaluation }

## Evaluations in a few characters, above the columns

# $moves (Number)
short-wins-in = W{ $moves }
# $moves (Number)
short-loses-in = L{ $moves }
short-draw = =
short-wins = W
short-loses = L

## The best move, as a sentence

# $player (String)
# $cell (String)
verdict-wins-now = { $player } wins now with { $cell }
# $player (String)
# $moves (Number)
# $cell (String)
verdict-wins-in = { $player } wins in { $moves } moves with { $cell }
# $player (String)
# $cell (String)
verdict-wins = { $player } wins with { $cell }
# $player (String)
# $cell (String)
verdict-draws = { $player } holds the draw with { $cell }
verdict-loses-now = { $player } can’t stop the next move
# $player (String)
# $moves (Number)
# $cell (String)
verdict-loses-in = { $player } loses; { $cell } lasts longest ({ $moves } moves)
verdict-loses = { $player } loses
# $player (String)
# $cell (String)
# $evaluation (String)
verdict-best = { $player }: { $cell } looks best ({ $evaluation })

# The best move threatens to complete a line.
# $verdict (String)
# $cell (String)
verdict-threatens = { $verdict }: it threatens { $cell }
# $verdict (String)
# $cells (String)
# $last (String)
verdict-threatens-at-once = { $verdict }: it threatens { $cells } and { $last } at once

## Hints: a cell and why to move there

# $cell (String)
# $reason (String)
hint-text = { $cell }: { $reason }.
# $cell (String)
# $reason (String)
hint-swap = Swap sides. Otherwise { $cell }: { $reason }.
hint-wins-now = wins now
hint-blocks = blocks a win
# $moves (Number)
hint-wins-in = wins in { $moves } moves
hint-wins = wins
hint-only-move = the only move that doesn’t lose
hint-keeps-draw = keeps the draw
hint-loses-now = every move loses immediately
# $moves (Number)
hint-delays = every move loses; this one lasts longest ({ $moves } moves)
hint-loses = every move loses
hint-best-guess = looks best
