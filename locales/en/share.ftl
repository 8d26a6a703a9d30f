### Sharing, saving and loading games.

share-heading = Share this game
share-explained = Anyone with this link can see this game.
link = Link
# Followed by the formats.
copy-as = Copy as
format-moves = Moves
format-position = Position
format-picture = Text
format-emoji = Emoji
format-svg = SVG
send = Send…
not-copied = Copying is blocked. The text is selected; press Ctrl+C (⌘C on a Mac) to copy it.
load-heading = Load a game
choose-file = Choose a file…
paste = Or paste moves such as 44455, a position, a board as text or emoji, a link or a file’s contents
load-pasted = Load
not-read = The file couldn’t be read.
too-large = This file is too large (max 1 MB).
game-file-name = four-shapes-{ $date }.json
import-not-a-game = This isn’t a Four Shapes file ({ $details }).
import-not-a-link = This link doesn’t contain a valid game ({ $details }).
import-not-moves = These aren’t legal moves ({ $details }).
# Neither of these.
import-not-read = This can’t be read ({ $details }).
import-unknown = There are no moves and no board in this. Moves look like 44455 or D1 D2 E1, boards like rows of . X O or 🔴🟡.
# Such as an image that was chosen as a file.
import-not-text = This isn’t text. Images can’t be read: set the position up instead, which takes a few taps.
import-empty = Nothing to load.

## What was read
# Above boards to choose from.
several-readings = Which of these is it?
edit-text = Edit the text
# Below a board: what distinguishes it from the other ones.
# $column (Number): 0 or 1
choice-first-column = Columns count from { $column }
choice-first-row-top = The first row is at the top
choice-first-row-bottom = The first row is at the bottom
# $player (String)
choice-to-move = { $player } to move
choice-score = The last number is a score
choice-bitboards = The numbers are bitboards
choice-columns = All numbers are columns
# $sign (String): a character
choice-empty = “{ $sign }” is an empty cell
# Shown when a game was read: what was ignored or assumed.
# $moves (Number)
# $score (String)
note-score =
    { $moves ->
        [one] { $moves } move; “{ $score }” at the end was taken as a score.
       *[other] { $moves } moves; “{ $score }” at the end was taken as a score.
    }
# $result (String): such as 1-0
note-result = The result “{ $result }” was ignored.
note-times = The times were ignored.
note-move-numbers = The move numbers were ignored.
note-comments = Tags and comments were ignored.
# $count (Number): around a picture of a board
note-lines =
    { $count ->
        [one] { $count } line outside the board was ignored.
       *[other] { $count } lines outside the board were ignored.
    }
# $number (String)
note-game-number = “{ $number }” was taken as the number of the game.
note-counted-from-zero = The columns count from 0.
note-rows-from-below = The first row was taken as the bottom one.
# $sign (String): a character
# $player (Number)
note-sign = “{ $sign }” as player { $player }
# $signs (String): such as “a” as player 1, “b” as player 2
note-signs = The pieces were read as: { $signs }.
# $moves (Number): up to the end
# $more (Number): after it
note-after-end =
    { $moves ->
        [one] The game is over after { $moves } move;
       *[other] The game is over after { $moves } moves;
    } { $more ->
        [one] { $more } move after it was left out.
       *[other] { $more } moves after it were left out.
    }
# $count (Number)
list-found =
    { $count ->
        [one] { $count } game or position
       *[other] { $count } games and positions
    }
# $count (Number)
list-pieces =
    { $count ->
        [one] { $count } piece
       *[other] { $count } pieces
    }
# $count (Number)
list-more = Show { $count } more
# $line (Number): of the text
list-line = Line { $line }
# The game on the board is one of a list. Opens the list.
# $number (Number): from 1
# $count (Number): all of the list
list-step = { $number } of { $count }
list-previous = Previous
list-next = Next
bad-link = The game in this link can’t be opened ({ $details }). Your own game is unchanged.
unknown-fields = Unknown fields in this link were ignored: { $fields }.
# $fields (String)
# $count (Number)
unknown-fields-more = Unknown fields in this link were ignored: { $fields } and { $count } more.
quoted = “{ $text }”
# Announced after *Save*.
# $file (String)
saved-as = Saved as { $file }.
