### The analysis panel. Scores and evaluations are from the mover's view.

show-on-board = Show on the board
show-threats = Show threats
threats-heading = Threats
no-threats = There are no threats.
# A cell that completes a line and is playable now.
# $player (String)
# $cell (String)
threat-open = Threat by { $player } at { $cell }, playable now
# $player (String)
# $cell (String)
# $parity (String)
# $taker (String) who gets the cell once all other columns are full
threat-later = Threat by { $player } at { $cell } ({ $parity } row). If all other columns fill up first, the cell goes to { $taker }.
# The parity of a row.
odd = odd
even = even
# $percent (Number) of the positions of the game
analysing = Analysing… { $percent }%
analysis-complete = Analysis complete
scores-percent = Estimated chance to win; draws count half.
scores-exact = W is a win, L a loss, = a draw. The number counts the winner’s own moves.
analysis-failed = The analysis failed to load. Close and reopen it to try again.
analysis-hidden = Hidden until the game ends (see Settings).
analysis-hidden-in-cup = Hidden until the game ends, so that the cup is fair.
analysis-hidden-remote = Hidden until the game ends, so that it is fair.
advantage = Advantage
column-move = Move
column-result = Result
# $up (String)
# $down (String)
graph-two = After each move: up is good for { $up }, down for { $down }.
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
        [you] You lose on the next move, whatever you play
       *[other] { $player } loses on the next move, whatever they play
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

## Hints, in steps: where to look, the move, and the reason for it

# $columns (String)
hint-columns = Look at { $columns }.
# $columns (String)
hint-columns-win = You can win now: look at { $columns }.
# $columns (String)
hint-columns-block = A line is threatened: look at { $columns }.
# $cell (String)
hint-move = Try { $cell }.
# $cell (String)
hint-swap = Swap sides, or try { $cell }.
# $cell (String)
hint-wins-now = { $cell } wins now.
# $cell (String)
hint-blocks = { $cell } blocks a win.
# $cell (String)
# $moves (Number)
hint-wins-in = { $cell } wins in { $moves } own moves.
# $cell (String)
hint-wins = { $cell } wins.
# $cell (String)
hint-only-move = { $cell } is the only move that doesn’t lose.
# $cell (String)
hint-keeps-draw = { $cell } keeps the draw.
# $cell (String)
# $moves (Number) of the opponent
hint-delays = { $cell } makes it hardest: the win takes { $moves } moves.
# $cell (String)
hint-hardest = { $cell } makes it hardest.
# $cell (String)
hint-best-guess = { $cell } looks best.
# Beside the button.
hint-step-first = 1/3
hint-step-second = 2/3
hint-step-third = 3/3

## The review of a game

# $accuracies (String)
review-accuracy = Accuracy: { $accuracies }
# $name (String)
# $percent (String)
player-accuracy = { $name } { $percent }
review-clean = No mistakes found. Well played.
# $percent (Number) of the positions of the game
review-searching = Looking for the key moments… { $percent }%
# $number (Number)
# $count (Number)
key-moment = Key moment { $number } of { $count }
key-moments = Key moments
previous-moment = Previous key moment
next-moment = Next
leave-review = Back to the game
# $step (Number) counts the moves of both players
review-move = Move { $step }
# After the number of the move that gave the result away for good.
review-decisive = turning point
# After the number of the user's last mistake, which left the opponent a winning move.
review-last-mistake = last mistake
all-moves = All errors
review-omits-opening = Errors in the first six moves are no key moments in this game: it was decided later.
errors-of-both = Mistakes of both players
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
judgement-overlooked-win = overlooked win
judgement-overlooked-threat = overlooked threat
# A sentence about a move; $fact is the end of it.
# $cell (String)
# $fact (String)
move-fact = { $cell } { $fact }.

# The move and what came of it. $who is “you” for the only human among computer players.
# $player (String)
# $who (String)
# $cell (String)
review-played =
    { $who ->
        [you] You played { $cell }.
       *[other] { $player } played { $cell }.
    }
# The only human among computer players, within a sentence.
you-inside = you
# $opponent (String)
review-let-win = It gave { $opponent } a winning position.
# $opponent (String)
review-let-win-now = It left { $opponent } a winning move.
review-gave-win-away = It gave the win away.
review-missed-win = It missed a win.
review-overlooked-win = It overlooked the win.
# By the player who won in the end.
review-risked-win = It put the win at risk.
# $opponent (String)
review-gave-chances = It gave { $opponent } the better chances.
# What it does.
# $fact (String)
review-fact = It { $fact }.

# The better move
# $cell (String)
review-won-now = { $cell } would have won at once
# $cell (String)
review-won = { $cell } would have kept the win
# $cell (String)
review-drew = { $cell } would have held the draw
# $cell (String)
review-lasted = { $cell } would have held out longer
# $cell (String)
review-better = { $cell } would have been better
show-variation = Show
# $cell (String)
show-move = Show { $cell }
stop-variation = Stop
# $cell (String)
stop-move = Stop { $cell }
hide-variation = Hide
# $cell (String)
hide-move = Hide { $cell }
# $moves (String)
review-variation = Shown: { $moves }.
# $player (String)
# $cell (String)
variation-move = { $player } { $cell }
try-it = Try it from here
trying-it = Trying it out
# $opponent (String)
trying-against = Trying it out against { $opponent }. Your game stays as it was.
# $opponent (String)
trial-detail = Against { $opponent }. Your game stays as it was.
try-again-from-here = Start again
back-to-review = Back to the review

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
fact-gives-win = lets { $opponent } win on top of it, at { $cell }
# $cells (String)
fact-double-threat = threatens { $cells } at once
# $cells (String)
fact-forced-win = wins by force: each move is a threat, and the last one threatens { $cells } at once
# $opponent (String)
# $reply (String)
# $cells (String)
fact-allows-double-threat = lets { $opponent } play { $reply } and threaten { $cells } at once: only one can be stopped
# $opponent (String)
# $cells (String)
fact-allows-forced-win = lets { $opponent } win by force: each move is a threat, and the last one threatens { $cells } at once
# $player (String)
# $cell (String)
fact-zugzwang = wins in the end: when the other columns are full, { $player } must play below { $cell }, and then { $cell } wins
# $player (String)
# $cell (String)
fact-allows-zugzwang = loses in the end: when the other columns are full, { $player } must play below { $cell }, and then { $cell } wins
fact-only-win = is the only move that wins
fact-only-draw = is the only move that doesn’t lose
# $cells (String)
fact-blocks = blocks { $cells }
# $opponent (String)
# $reply (String)
# $cells (String)
fact-prevents-double-threat = keeps { $opponent } from playing { $reply } and threatening { $cells } at once
# $opponent (String)
fact-prevents-forced-win = stops { $opponent } from winning by a series of threats
# $opponent (String)
# $cell (String)
fact-loses-threat = lets { $opponent } block the threat at { $cell }
# $cell (String)
fact-threat = threatens { $cell }
# $cell (String)
fact-odd-threat = creates an odd threat at { $cell }
# $cell (String)
fact-even-threat = creates an even threat at { $cell }
# $first (String)
# $second (String)
fact-claimeven = makes it possible to answer { $first } with { $second } (claimeven)
# $first (String)
# $second (String)
fact-vertical = makes it possible to answer { $first } with { $second } (vertical)
# $first (String)
# $second (String)
fact-baseinverse = makes it possible to answer { $first } with { $second }, or the other way round (baseinverse)
# $cells (String)
fact-follow-up-win = wins: answer every move on top of it to complete { $cells }
fact-follow-up = can’t lose: answer every move on top of it
fact-best-line-wins = wins with best play
fact-best-line-loses = loses against best play
# The join of the last two cells of a list.
# $start (String)
# $last (String)
cells-and = { $start } and { $last }
# $start (String)
# $last (String)
cells-or = { $start } or { $last }
