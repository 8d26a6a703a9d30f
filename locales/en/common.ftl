### Words and controls used throughout the page.

title = Four Shapes
# The title of the window while a page is shown.
page-title = { $page } · Four Shapes
back = Back
close = Close
dismiss = Dismiss
cancel = Cancel
done = Done
loading = Loading…
try-again = Try again
delete = Delete
open = Open
copy = Copy
copied = Copied
reset = Reset

notices = Notices
unreachable = This part of the page couldn’t be loaded. Check your connection.
outdated = A new version is available. Reload the page to update; your game is saved.

## Dates

# $day (String)
# $month (String), with its year
full-date = { $day } { $month }
# $weekday (String)
# $date (String)
date-on-weekday = { $weekday } { $date }
# $month (String)
# $year (String)
month-of-year = { $month } { $year }
# $month (Number) from 1
month =
    { $month ->
        [1] January
        [2] February
        [3] March
        [4] April
        [5] May
        [6] June
        [7] July
        [8] August
        [9] September
        [10] October
        [11] November
       *[12] December
    }
# $weekday (Number) from 1 for Monday
weekday-name =
    { $weekday ->
        [1] Monday
        [2] Tuesday
        [3] Wednesday
        [4] Thursday
        [5] Friday
        [6] Saturday
       *[7] Sunday
    }
# At the head of a calendar.
# $weekday (Number) from 1 for Monday
weekday-short =
    { $weekday ->
        [1] Mo
        [2] Tu
        [3] We
        [4] Th
        [5] Fr
        [6] Sa
       *[7] Su
    }

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
# Read aloud: 7 columns, 6 rows, 4 in a row
# $columns (Number)
# $rows (Number)
# $connect (Number)
board = { $columns } columns, { $rows } rows, { $connect } in a row
# After that.
# $opponent (String)
against = against { $opponent }
# $players (Number) from 3 on
players-of-game = { $players } players
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
percent = { $number }%
# Joins two items into a list; applied repeatedly for longer lists.
# $first (String)
# $second (String)
list-two = { $first }, { $second }
# Joins two parts of a line of details.
# $first (String)
# $second (String)
details-two = { $first } · { $second }
