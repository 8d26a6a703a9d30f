### The board editor: setting up a position.

set-up-position = Set up a position
edit-position = Edit the position
# The colour that a press places.
piece-to-place = Piece
remove-piece = Remove
player-to-move = To move
clear-board = Clear
mirror-board = Mirror
swap-colours = Swap colours
# Unfolds the size and the rules.
editor-board-size = Board size
analyse-position = Analyse
play-from-here = Play from here
# The columns of the board, with the keys of the players.
# $keys (String): the keys that place pieces, such as R, B
editor-columns = Columns. Keys { $keys } add a piece, Backspace removes one.
# $keys (String)
editor-cells = Cells. Keys { $keys } place a piece, Backspace removes it.
# $column (String): its letter
editor-column-empty = { $column }: empty
# $column (String)
# $count (Number)
# $top (String): the name of the player with the top piece
editor-column =
    { $count ->
        [one] { $column }: { $count } piece, { $top }
       *[other] { $column }: { $count } pieces, top { $top }
    }
# $cell (String)
# $content (String): the name of a player
editor-cell = { $cell }: { $content }
# Announced when a piece is placed.
# $cell (String)
# $player (String)
editor-placed = { $cell } { $player }.
# Announced when a piece is removed.
# $cell (String)
editor-removed = { $cell } removed.
# $column (String)
editor-column-full = Column { $column } is full.
# $count (Number)
# $player (String)
editor-pieces =
    { $count ->
        [one] { $count } piece. { $player } to move.
       *[other] { $count } pieces. { $player } to move.
    }
# The numbers of pieces don't fit the turns.
# $counts (String): such as 5 Red, 2 Blue
# $player (String)
editor-unequal = Not from taking turns: { $counts }. { $player } to move.
# $count (Number)
# $player (String)
editor-count = { $count } { $player }
# $player (String)
editor-won = { $player } has won.
editor-full = The board is full.
# $first (String): a player
# $second (String): a player
# $connect (Number): the length of a line
editor-two-winners = Both { $first } and { $second } have { $connect } in a row.
# $player (String)
editor-earlier-win = { $player } had won before the last piece.
# $winner (String): a player
# $player (String)
editor-winner-to-move = { $winner } has won, so it can’t be { $player }’s turn.
# Announced.
mirrored = Mirrored.
colours-swapped = Colours swapped.
undone = Undone.
redone = Redone.
