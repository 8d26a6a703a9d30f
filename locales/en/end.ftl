### The end of a game: the card with the result.

# The name of the card, and of the button that shows it.
end-result = Result
# Closes the card.
look-at-board = Look at the board

result-draw = A draw

# A number of a piece. $ending is its last digit, or 0 for 11, 12 and 13.
# $ending (Number)
# $number (Number)
ordinal =
    { $ending ->
        [1] { $number }st
        [2] { $number }nd
        [3] { $number }rd
       *[other] { $number }th
    }
# A line by its ends.
# $first (String)
# $last (String)
result-row = In the row { $first }–{ $last }
# $first (String)
# $last (String)
result-column = In the column { $first }–{ $last }
# $first (String)
# $last (String)
result-diagonal = On the diagonal { $first }–{ $last }
# More than one.
# $lines (String)
result-lines = On several lines at once: { $lines }
# $lines (String)
# $piece (String)
result-your-piece = { $lines }, with your { $piece } piece
# $lines (String)
# $piece (String)
result-their-piece = { $lines }, with their { $piece } piece
# $player (String)
result-time = { $player } ran out of time
result-your-time = You ran out of time
result-full = The board is full
result-agreed = No one could win any more
