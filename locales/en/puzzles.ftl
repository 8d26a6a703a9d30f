### Puzzles.

puzzles = Puzzles
puzzles-loading = Loading puzzles…
puzzles-failed = The puzzles failed to load.
# The kinds of puzzles.
puzzle-today = Today’s puzzle
puzzle-training = Training
puzzle-rush = Rush
# $player (String)
# $moves (Number) of the player until the win
puzzle-win = { $player } to move and win in { $moves }
# $player (String)
puzzle-draw = { $player } to move and draw
# On a card, or if the number isn’t known.
# $player (String)
puzzle-win-somehow = { $player } to move and win
# $rating (String)
puzzle-rated = rated { $rating }
# In place of the user’s rating.
puzzle-unrated = not rated
# The same for the first puzzles of the training.
puzzle-warm-up = Warm-up, not rated
# The puzzle of a day of the week.
# $weekday (Number) from Monday, 1
puzzle-difficulty =
    { $weekday ->
        [1] easy
        [2] easy
        [6] hard
        [7] hard
       *[other] medium
    }
puzzle-right = Good move. Keep going.
puzzle-wrong = That isn’t the best move.
# $cell (String)
# $moves (Number)
puzzle-too-slow =
    { $moves ->
        [1] { $cell } wins later, but there is a win at once.
       *[other] { $cell } wins later, but there is a win in { $moves }.
    }
# $reason (String)
puzzle-wrong-because = { $reason } Try again.
# Below *Hint*, in puzzles that change the rating.
puzzle-hint-miss = counts as a miss
# Below *Hint*, in a rush.
puzzle-hint-heart = costs a heart
puzzle-unjudged = Your move couldn’t be checked.
puzzle-solved = Solved!
puzzle-solved-later = Solved, with a hint or a second try.
# $solved (String)
# $reason (String)
puzzle-solved-because = { $solved } { $reason }
# $count (Number)
puzzle-milestone = { $count } puzzles in a row!
puzzle-retry = Retry
puzzle-next = Next
# In place of *Next* until the puzzle or the step of the lesson is solved.
puzzle-skip = Skip
puzzle-again = Play again
# $rating (String)
puzzle-your-rating = Your rating: { $rating }
# $days (Number)
puzzle-streak =
    { $days ->
        [1] Streak: 1 day
       *[other] Streak: { $days } days
    }
# $seconds (Number)
puzzle-rush-starts = Rush starts in { $seconds } seconds.
puzzle-rush-rules = Three minutes, three hearts, wins only.
puzzle-rush-start = Start
# $score (Number)
puzzle-rush-score =
    { $score ->
        [one] { $score } solved
       *[other] { $score } solved
    }
# $hearts (Number)
puzzle-rush-hearts =
    { $hearts ->
        [one] { $hearts } heart left
       *[other] { $hearts } hearts left
    }
# $time (String)
puzzle-rush-time = { $time } left
# $score (Number)
# $best (Number)
puzzle-rush-over = Rush over: { $score } solved. Best: { $best }.
puzzle-rush-solved = solved
# $best (Number)
puzzle-rush-best = Best: { $best }
puzzle-rush-record = New best!
# The heading of the puzzles that cost a heart, and of the one when the time was over.
puzzle-missed = Missed puzzles
# One of them, after it was solved.
puzzle-missed-solved = Solved
# The title of one of them.
puzzle-missed-in-rush = Missed in the rush
# Back to the result of the rush.
puzzle-rush-result = Result
puzzle-theme = Theme
puzzle-any-theme = Any
puzzle-share = Share result
# $day (String)
# $result (String)
# $streak (String)
puzzle-result = Four Shapes puzzle, { $day }: { $result } { $streak }
puzzle-start = Continue
puzzle-set-aside = Your puzzle progress couldn’t be read. It has been kept as “{ $key }”.
puzzle-not-saved = Your puzzle progress couldn’t be saved.
# Themes in plain words, with the term in parentheses where there is one.
theme-forced-win = Forced win
theme-zugzwang = Nothing good left (zugzwang)
theme-best-line = Long win
theme-prevents-double-threat = Stop two threats at once
theme-prevents-forced-win = Stop a forced win
theme-claimeven = Answer on top (claimeven)
theme-vertical = Answer on top in an odd row (vertical)
theme-baseinverse = One of two cells (baseinverse)
theme-follow-up = Answer every move on top (follow-up)
theme-follow-up-win = Win by answering on top (follow-up)
theme-only-draw = The only move
