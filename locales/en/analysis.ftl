### The analysis panel. Scores and evaluations are from the mover's view.

show-on-board = Show on the board
analysing = Analysing …
analysis-complete = Analysis complete
scores-percent = Estimated chance to win; draws count half.
scores-exact = Higher scores win sooner. ~ marks an estimate.
analysis-failed = The analysis failed to load. Close and reopen it to try again.
analysis-hidden = Hidden until the game ends (see Settings).
advantage = Advantage
column-move = Move
column-score = Score
column-result = Result
# $first (String)
# $second (String)
graph-two = After each move: up is good for { $first }, down for { $second }.
graph-many = After each move: up is good for the next player.

## Evaluations; moves are the winner's own.

eval-draw = Draw
eval-wins-now = Wins now
# $moves (Number)
eval-wins-in =
    { $moves ->
        [one] Wins next move
       *[other] Wins in { $moves } moves
    }
eval-lost = Lost
# $moves (Number)
eval-loses-in =
    { $moves ->
        [one] Loses next move
       *[other] Loses in { $moves } moves
    }
eval-wins = Wins
eval-loses = Loses
eval-probably-wins = Probably wins
eval-probably-loses = Probably loses
eval-even = About even
# $percent (Number)
eval-chance = ≈ { $percent } %
# The best moves' evaluations, read aloud too.
eval-best = { $evaluation }, best
# Of a player in the graph.
# $player (String)
# $evaluation (String)
eval-of = { $player }: { $evaluation }
# $position (String)
# $evaluation (String)
graph-bar = { $position }: { $evaluation }

## Reasons for a hint

hint-wins = wins now
hint-blocks = blocks a win
hint-forced = the only move that doesn’t lose at once
# $moves (Number)
hint-wins-in =
    { $moves ->
        [one] wins next move
       *[other] wins in { $moves } moves
    }
hint-draws = holds the draw
