### The library and the high scores.

games-heading = Games
recent-games = Your latest games
scores-heading = High scores
no-scores = No wins yet
scores-explained = Fewest own moves first
score-place = Place
score-winner = Winner
score-moves = Own moves
score-against = Against
score-date = Date
export = Export
clear = Delete all
clear-question = Delete all high scores?
clear-confirm = Delete
scores-file-name = four-shapes-scores-{ $date }.json

opening = Opening…
no-games = Games you play appear here, ready to be reviewed or continued.
no-match = No games match. Try other words or filters.
show-all = Show all games
search = Search games
show = Show
filters = More filters
# $count (Number) of those that are set
filters-set = More filters, { $count } set
chip-all = All
chip-starred = Starred
result = Result
played-by-filter = Players
period = Last played
any-time = Any time
this-week = This week
this-month = This month
this-year = This year
# Shows two fields for dates.
chosen-days = Dates…
from-day = From
to-day = To
any = Any
back-to-list = Back to the library
library-menu = Backup and storage
# $title (String)
star = Star “{ $title }”
# $title (String)
game-menu = More about “{ $title }”
game-name = Name
game-note = Note
copy-link = Copy link
# $count (Number)
show-more =
    { $count ->
        [one] Show { $count } more game
       *[other] Show { $count } more games
    }
undo-delete = Undo
deleted = Deleted: { $title }
save-file = Save as file
position = Position
step-first = First
step-previous = Previous
step-next = Next
step-last = Last

# $all (Number)
# $found (Number)
games-found =
    { $all ->
        [one] { $found } of { $all } game
       *[other] { $found } of { $all } games
    }
title-unreadable = Unreadable game
# Games of the user against a computer player.
# $opponent (String)
title-won = You beat { $opponent }
# $opponent (String)
title-lost = { $opponent } beat you
# $opponent (String)
title-drawn = You drew with { $opponent }
# $opponent (String)
title-against = You vs { $opponent }
# $first (String)
# $second (String)
title-two = { $first } – { $second }
# $first (String)
# $second (String)
# $count (Number)
title-more = { $first }, { $second } and { $count } more
on-board = On the board
# A game of a cup.
in-cup = Cup
# $board (String) its size
board-of-two = { $board }, two players
# $board (String) its size
# $players (Number)
board-of-many = { $board }, { $players } players
unfinished = unfinished
# How a game was won.
line-horizontal = horizontal
line-vertical = vertical
line-diagonal = diagonal
on-time = on time
# A game that didn't start on an empty board.
from-position = from a position
# A game of the user in which they took back a move or used a hint or the analysis.
with-help = with help
result-won = Won
result-lost = Lost
player-won = { $player } won
# $time (String)
today = Today { $time }
yesterday = Yesterday
# $day (Number)
# $month (Number)
day-of-month =
    { $day } { $month ->
        [1] Jan
        [2] Feb
        [3] Mar
        [4] Apr
        [5] May
        [6] Jun
        [7] Jul
        [8] Aug
        [9] Sept
        [10] Oct
        [11] Nov
       *[other] Dec
    }
# $date (String)
# $year (String)
day-of-year = { $date } { $year }
outcome-unfinished = Unfinished
outcome-draw = Draw
ended-first = First player won
ended-second = Second player won
ended-later = Another player won
who-anyone = Anyone
who-humans = People only
who-computers = Computer
game-unreadable = This version can’t read this game ({ $details }). Its data has been kept.

library-denied = This browser doesn’t let the page save games ({ $details }).
library-newer = The library was saved by a newer version. Reload the page to update.
library-no-answer = The library isn’t responding. Close other tabs of this page, then try again.
library-failed = The library couldn’t be opened ({ $details }).
library-full = Storage is full. Your current game is saved, but finished games are no longer added to the library. Open Library to make room.
make-room-starred = Storage is full and every game is starred. Back up and delete some games.
# $count (Number)
make-room =
    { $count ->
        [one] Storage is full. Delete the oldest unstarred game? To keep it, back up first.
       *[other] Storage is full. Delete the { $count } oldest unstarred games? To keep them, back up first.
    }
# $count (Number)
make-room-confirm =
    { $count ->
        [one] Delete { $count } game
       *[other] Delete { $count } games
    }

## Backups

back-up = Back up
restore-backup = Restore backup
restore-settings = Also restore settings
restore = Restore
backup-saved = Backup saved to your downloads
backup-file-name = four-shapes-backup-{ $date }.json
backup-too-large = This file is too large for a backup (max 64 MB).
backup-not-here = This is a backup. Open Library and choose Restore backup.
# $added (Number)
# $changed (Number)
# $same (Number)
restored = { $added } added, { $changed } changed, { $same } unchanged
# $percent (Number)
restoring = Restoring… { $percent }%
# $count (Number)
restore-errors-more = … and { $count } more
# $count (Number)
restore-no-room =
    { $count ->
        [one] Storage is full: { $count } game wasn’t restored.
       *[other] Storage is full: { $count } games weren’t restored.
    }
restore-bad-scores = The high scores in this backup can’t be read ({ $details }).
restore-bad-rest = What follows the games in this backup can’t be read ({ $details }).
restore-bad-settings = The settings in this backup can’t be read ({ $details }).
# $number (Number)
# $reason (String)
restore-bad-game = Game { $number } wasn’t restored: { $reason }.
backup-invalid = This backup can’t be read ({ $details }).
backup-format = This isn’t a Four Shapes backup.
backup-newer = This backup was saved by a newer version. Reload the page to update.

## Statistics of the user's games

statistics = Statistics
statistics-scope = Your finished games against computer players.
no-statistics = There are no finished games against computer players yet.
by-opponent = By opponent
by-turn = By turn
as-first = Moving first
as-second = Moving second
column-games = Games
column-won = Won
column-drawn = Drawn
column-lost = Lost
column-score = Score
column-accuracy = Accuracy
# $percent (String)
accuracy-is = accuracy { $percent }
# Shown instead of the accuracy over time.
accuracy-missing = Analyse at least two finished games to see your accuracy over time.
# $games (Number)
# $last (String) the accuracy of the last one
accuracy-over-time = Accuracy in { $games } analysed games, most recently { $last }
as-table = As a table

## Results: rating, streaks, milestones

results = Your results
results-show = Show results
# $count (Number)
figure-games =
    { $count ->
        [one] game
       *[other] games
    }
figure-won = won
figure-rating = rating
# The label of a count of at least 2: consecutive days with a finished game.
figure-days = day streak
# $rating (String)
# $count (Number)
rating-up = Rating { $rating }, up { $count } this month
# $rating (String)
# $count (Number)
rating-down = Rating { $rating }, down { $count } this month
# $rating (String)
rating-same = Rating { $rating }
# After a game. $change has its sign.
# $rating (String)
# $change (String)
rating-after = Rating { $rating } · { $change }
# The same as a sentence.
# $rating (String)
# $count (Number)
rating-rose = Your rating is { $rating }, up { $count }.
# $rating (String)
# $count (Number)
rating-fell = Your rating is { $rating }, down { $count }.
# $rating (String)
rating-stayed = Your rating is still { $rating }.
results-rating = Rating
results-scope = Your games against computers
no-results = Finish a game against a computer player to see your results here.
rating-scope = Rated games are on 7 × 6, against levels 1 to 6, without help.
help-scope = Games with help – undo, a hint or analysis – count here as won or lost, but not for the rating or wins in a row.
won-by-opponent = Games won, by opponent
# $streak (Number)
# $best (Number)
win-streak = Wins in a row: { $streak } · best { $best }
milestones = Milestones
milestone-first-win = First win against a computer player
# $opponent (String)
milestone-level = First win against { $opponent }
# $count (Number)
milestone-wins = { $count } wins in a row
# $count (Number)
milestone-games = { $count } games
