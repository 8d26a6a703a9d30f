### The analysis panel. Scores and evaluations are from the mover's view.

show-on-board = Show on the board
show-threats = Show threats
threats-heading = Threats
no-threats = There are no threats.
# A cell that completes a line and is playable now.
# $player (String)
# $cell (String)
threat-open = { $player } threatens { $cell }, which is playable now.
# $player (String)
# $cell (String)
# $parity (String)
# $taker (String) who gets the cell once all other columns are full
threat-later = { $player } threatens { $cell } ({ $parity } row). { $taker } gets it if all other columns fill up first.
# The parity of a row.
odd = odd
even = even
# $percent (Number) of the positions of the game
analysing = Analysing … { $percent } %
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
## $who is “you” for the only human among computer players, else “other”.

# $player (String)
# $who (String)
# $cell (String)
verdict-wins-now =
    { $who ->
        [you] You win now with { $cell }
       *[other] { $player } wins now with { $cell }
    }
# $player (String)
# $who (String)
# $moves (Number)
# $cell (String)
verdict-wins-in =
    { $who ->
        [you] You win in { $moves } moves with { $cell }
       *[other] { $player } wins in { $moves } moves with { $cell }
    }
# $player (String)
# $who (String)
# $cell (String)
verdict-wins =
    { $who ->
        [you] You win with { $cell }
       *[other] { $player } wins with { $cell }
    }
# $player (String)
# $who (String)
# $cell (String)
verdict-draws =
    { $who ->
        [you] You hold the draw with { $cell }
       *[other] { $player } holds the draw with { $cell }
    }
# $player (String)
# $who (String)
verdict-loses-now =
    { $who ->
        [you] You can’t stop the next move
       *[other] { $player } can’t stop the next move
    }
# $player (String)
# $who (String)
# $moves (Number)
# $cell (String)
verdict-loses-in =
    { $who ->
        [you] You lose; { $cell } lasts longest ({ $moves } moves)
       *[other] { $player } loses; { $cell } lasts longest ({ $moves } moves)
    }
# $player (String)
# $who (String)
verdict-loses =
    { $who ->
        [you] You lose
       *[other] { $player } loses
    }
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

## The review of a game

# The accuracy of both players.
# $accuracies (String)
review-accuracy = Accuracy – { $accuracies }
# $name (String)
# $percent (String)
player-accuracy = { $name }: { $percent }
# No move counts.
no-accuracy = –
review-no-errors = No mistakes.
turning-point = Turning point
# A move and its judgement.
# $step (String)
# $judgement (String)
judged-step = { $step } ({ $judgement })
judgement-best = best
judgement-fine = fine
judgement-slower-win = slower win
judgement-mistake = mistake
judgement-blunder = blunder
judgement-missed-win = missed win
judgement-overlooked-threat = overlooked threat
# A sentence about a move; $fact is the end of it.
# $cell (String)
# $fact (String)
move-fact = { $cell } { $fact }
# $cell (String)
# $evaluation (String)
better-move = Better: { $cell }. { $evaluation }.
# $better (String)
# $fact (String)
better-because = { $better } It { $fact }
play-it-out = Play it out
# $step (String)
play-out-step = Play it out from before { $step }

## What a move does, as the end of a sentence

# $cells (String)
fact-wins = completes { $cells }
# $cells (String)
fact-misses-win = misses the win with { $cells }
# $opponent (String)
# $cells (String)
fact-leaves-win = lets { $opponent } win with { $cells }
# $opponent (String)
# $cell (String)
fact-gives-win = lets { $opponent } win with { $cell }, on top of it
# $cells (String)
fact-double-threat = threatens { $cells } at once
# $line (String)
fact-forced-win = forces a win: { $line }
# $opponent (String)
# $reply (String)
# $cells (String)
fact-allows-double-threat = lets { $opponent } play { $reply } and threaten { $cells } at once
# $opponent (String)
# $line (String)
fact-allows-forced-win = lets { $opponent } force a win: { $line }
# $player (String)
# $cell (String)
# $line (String)
fact-zugzwang = wins in the end: { $player } runs out of other moves and has to play below { $cell }, the winning cell: { $line }
# $player (String)
# $cell (String)
# $line (String)
fact-allows-zugzwang = loses in the end: { $player } runs out of other moves and has to play below { $cell }, the winning cell: { $line }
fact-only-win = is the only move that wins
fact-only-draw = is the only move that doesn’t lose
# $cells (String)
fact-blocks = blocks { $cells }
# $opponent (String)
# $reply (String)
# $cells (String)
fact-prevents-double-threat = keeps { $opponent } from playing { $reply } and threatening { $cells } at once
# $opponent (String)
# $line (String)
fact-prevents-forced-win = keeps { $opponent } from forcing a win: { $line }
# $opponent (String)
# $cell (String)
fact-loses-threat = lets { $opponent } block the threat to { $cell }
# $cell (String)
fact-threat = threatens { $cell }
# $cell (String)
fact-odd-threat = makes an odd threat to { $cell }
# $cell (String)
fact-even-threat = makes an even threat to { $cell }
# $first (String)
# $second (String)
fact-claimeven = lets you answer { $first } with { $second } (claimeven)
# $first (String)
# $second (String)
fact-vertical = lets you answer { $first } with { $second } (vertical)
# $first (String)
# $second (String)
fact-baseinverse = lets you answer { $first } with { $second }, or the other way round (baseinverse)
# $cells (String)
fact-follow-up-win = wins: answer every move on top of it to complete { $cells }
fact-follow-up = can’t lose: answer every move on top of it
# $line (String)
fact-best-line-wins = wins: { $line }
# $line (String)
fact-best-line-loses = loses to { $line }
# The join of the last two cells of a list.
# $start (String)
# $last (String)
cells-and = { $start } and { $last }
# $start (String)
# $last (String)
cells-or = { $start } or { $last }
