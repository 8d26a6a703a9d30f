### Lessons and openings. The lessons are in data/lessons.json.

learn = Learn
# The home of Learn.
# $days (Number)
learn-streak =
    { $days ->
        [0] Start a streak today
        [one] { $days }-day streak
       *[other] { $days }-day streak
    }
# $days (Number)
learn-best-streak =
    { $days ->
        [one] Best: { $days } day
       *[other] Best: { $days } days
    }
learn-calendar = Puzzle calendar
learn-solved-today = Solved today
# $rating (String)
learn-your-rating = your rating { $rating }
# $best (Number)
learn-best-in-row = best: { $best } in a row
# $best (Number)
learn-best-rush = best: { $best }
learn-first-rush = three minutes, three hearts
# $finished (Number)
# $all (Number)
learn-chapter = { $finished } of { $all } lessons
learn-start = Start
learn-continue = Continue
learn-openings = what every first move is worth
learn-previous-month = Previous month
learn-next-month = Next month
# $date (String)
learn-day-solved = { $date }, solved
# $explanation (String): a sentence or more
lesson-correct = Correct. { $explanation }
lessons = Lessons
lessons-loading = Loading lessons…
lessons-failed = The lessons failed to load.
lessons-all = All lessons
# $finished (Number)
# $all (Number)
lessons-finished = { $finished } of { $all } finished
lesson-finished = finished
# $lesson (Number)
# $step (Number)
# $steps (Number) of the lesson
lesson-step = Lesson { $lesson } · step { $step } of { $steps }
# A wrong move without an obvious drawback.
# $cell (String)
lesson-wrong = { $cell } isn’t the move we are looking for.
# A wrong move of a step that only asks for a column.
# $column (String) of the move, `A`
# $asked (String) the right one
lesson-wrong-column = That was column { $column }. Drop your piece into column { $asked }.
# $key (String)
lessons-set-aside = Your lesson progress couldn’t be read. It has been kept as “{ $key }”.
lessons-not-saved = Your lesson progress couldn’t be saved.

## Openings

openings = Openings
openings-start = Starting position
openings-hint = Choose a move to see the replies. Results assume perfect play by both sides.
# $moves (String) in the notation of columns
openings-moves = Moves: { $moves }
column-levels = Levels
openings-levels = Levels: which of them choose the move, in four games each.

## Practice

practice = Practice
practice-opponent = Opponent
# $player (String)
practice-as = Play as { $player }
