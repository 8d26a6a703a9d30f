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

## Figures

# Until the review of the game is complete.
figure-pending = …
figure-accuracy = accuracy
# Of two humans.
# $player (String)
figure-accuracy-of = { $player }’s accuracy
# $count (Number)
figure-key-moments =
    { $count ->
        [one] key moment
       *[other] key moments
    }
figure-wins-in-row = wins in a row
# $count (Number) by both players
figure-moves =
    { $count ->
        [one] move
       *[other] moves
    }

## What can be learned from a game that was not won

lesson-pending = Looking for the move that decided it…
# The only key moment.
lesson-lost = One move lost it.
# The same after a long game that was played well.
lesson-close = So close: one move lost it.
# $opponent (String)
lesson-left-win = One move gave { $opponent } the win.
# $opponent (String)
lesson-last-mistake = Your last mistake let { $opponent } win.
lesson-drawn = One move let the win slip.
# $number (Number)
lesson-turned = It turned on move { $number }.
lesson-several = No single move decided it.
lesson-none = No mistakes found. Well played.
# Opens the review at that move.
show-me = Show me
