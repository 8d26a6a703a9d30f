### Words and controls used throughout the page.

title = Four Shapes
# The title of the window while a page is shown.
page-title = { $page } · Four Shapes
back = Back
close = Close
dismiss = Dismiss
cancel = Cancel
done = Done
loading = Loading …
try-again = Try again
delete = Delete
open = Open
copy = Copy
copied = Copied
reset = Reset

notices = Notices
unreachable = This part of the page couldn’t be loaded. Check your connection.
outdated = A new version is available. Reload the page to update; your game is saved.

## Counts and sizes

# $count (Number)
moves =
    { $count ->
        [one] { $count } move
       *[other] { $count } moves
    }
# $count (Number)
games =
    { $count ->
        [one] { $count } game
       *[other] { $count } games
    }
# A board's size: 7 × 6
# $columns (Number)
# $rows (Number)
size = { $columns } × { $rows }
# Read aloud: 7 columns, 6 rows
# $columns (Number)
# $rows (Number)
board = { $columns } columns, { $rows } rows
# The rules of a game in few words: 7 × 6, 4 in a row
# $size (String)
# $connect (Number)
rules-drop = { $size }, { $connect } in a row
# Without gravity.
# $size (String)
# $connect (Number)
rules-place = { $size }, { $connect } in a row, no gravity
# More than two players.
# $size (String)
# $connect (Number)
# $players (Number)
rules-drop-many = { $size }, { $connect } in a row, { $players } players
# $size (String)
# $connect (Number)
# $players (Number)
rules-place-many = { $size }, { $connect } in a row, no gravity, { $players } players

# Units of time and data, with a number that is already formatted.
microseconds = { $number } µs
milliseconds = { $number } ms
seconds = { $number } s
minutes = { $number } min
hours = { $number } h
# $count (Number)
bytes =
    { $count ->
        [one] { $count } byte
       *[other] { $count } bytes
    }
kilobytes = { $number } KB
megabytes = { $number } MB
gigabytes = { $number } GB
percent = { $number } %
# Joins two items into a list; applied repeatedly for longer lists.
# $first (String)
# $second (String)
list-two = { $first }, { $second }
# Joins two parts of a line of details.
# $first (String)
# $second (String)
details-two = { $first } · { $second }
