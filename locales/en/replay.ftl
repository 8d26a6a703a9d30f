### A finished game that was opened by its link.

replay-heading = Shared game
# $name (String): the winner, who made the link
replay-win = { $name } sent you this win
# $name (String)
replay-game = { $name } sent you this game
# Plays the moves one after another.
replay-play = Play the moves
