### Lessons and openings. The lessons are in data/lessons.json.

learn = Learn
lessons = Lessons
lessons-loading = Loading lessons …
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
# $key (String)
lessons-set-aside = Your lesson progress could not be read. It is kept as “{ $key }”.
lessons-not-saved = Your lesson progress could not be saved.

## Openings

openings = Openings
openings-start = Starting position
openings-hint = Choose a move to see the replies. Results are proved with best play of both sides.
# $moves (String) in the notation of columns
openings-moves = Moves: { $moves }
column-levels = Levels
openings-levels = Levels: which of them choose the move, in four games each.

## Practice

practice = Practice
practice-opponent = Opponent
# $player (String)
practice-as = Play as { $player }
