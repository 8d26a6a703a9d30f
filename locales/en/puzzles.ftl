### Puzzles.

puzzles = Puzzles
puzzles-loading = Loading puzzles …
puzzles-failed = The puzzles failed to load.
# The kinds of puzzles.
puzzle-mode = Mode
puzzle-daily = Today
puzzle-training = Training
puzzle-rush = Rush
# $player (String)
# $moves (Number) of the player until the win
puzzle-win = { $player } to move and win in { $moves }
# $player (String)
puzzle-draw = { $player } to move and draw
# $day (String)
# $rating (String)
puzzle-of-day = { $day } · rated { $rating }
# $rating (String)
puzzle-rated = Rated { $rating }
# $rating (String)
# $board (String)
puzzle-on-board = { $board } · rated { $rating }
puzzle-right = Good move. Keep going.
puzzle-wrong = That isn’t the best move.
# $reason (String)
puzzle-wrong-because = { $reason } Try again.
puzzle-unjudged = Your move could not be checked.
puzzle-solved = Solved!
puzzle-solved-later = Solved, but not at the first attempt.
# $solved (String)
# $reason (String)
puzzle-solved-because = { $solved } { $reason }
puzzle-retry = Retry
puzzle-next = Next
puzzle-again = New rush
# $rating (String)
puzzle-your-rating = Your rating: { $rating }
# $days (Number)
puzzle-streak =
    { $days ->
        [1] Streak: 1 day
       *[other] Streak: { $days } days
    }
# $score (Number)
# $mistakes (Number)
puzzle-rush-score = Solved: { $score } · mistakes: { $mistakes } of 3
# $score (Number)
# $best (Number)
puzzle-rush-over = Rush over: { $score } solved. Best: { $best }.
puzzle-theme = Theme
puzzle-any-theme = Any
puzzle-share = Share result
# $day (String)
# $result (String)
# $streak (String)
puzzle-result = Four Shapes puzzle, { $day }: { $result } { $streak }
puzzle-start = Continue
puzzle-set-aside = Your puzzle progress could not be read. It is kept as “{ $key }”.
puzzle-not-saved = Your puzzle progress could not be saved.
theme-forced-win = Forced win
theme-zugzwang = Zugzwang
theme-best-line = Long win
theme-prevents-double-threat = Prevent a double threat
theme-prevents-forced-win = Prevent a forced win
theme-claimeven = Claimeven
theme-vertical = Vertical
theme-baseinverse = Baseinverse
theme-follow-up = Follow-up
theme-follow-up-win = Follow-up win
theme-only-draw = Only move
