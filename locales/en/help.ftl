### Help, privacy and licences, the text panel.

help-heading = How to play
# $first (String)
# $second (String)
help-drop-two = Players take turns dropping a piece into a column: { $first } against { $second }. The piece falls to the lowest empty cell.
# $players (Number)
help-drop-many = { $players } players take turns dropping a piece into a column. The piece falls to the lowest empty cell.
# $first (String)
# $second (String)
help-place-two = Players take turns placing a piece in any empty cell: { $first } against { $second }.
# $players (Number)
help-place-many = { $players } players take turns placing a piece in any empty cell.
# $connect (Number)
help-goal = The first player to line up { $connect } or more pieces horizontally, vertically or diagonally wins.
help-draw = If the board fills up, it’s a draw. If no one can win any more, you can call it a draw earlier.
help-lessons = Learn with lessons
keys-heading = Keyboard
keys-columns = choose a column
keys-ends-columns = first, last column
keys-number-column = choose a column; two digits for 10 to 15
keys-letter-column = choose a column
keys-drop = drop
keys-undo = undo, redo
keys-hint = hint
keys-cells = choose a cell
keys-ends-cells = first, last cell of the row
keys-number-row = choose a row; two digits for 10 to 15
keys-place = place a piece

about = Privacy and licences
privacy = Nothing you do here is sent anywhere: no accounts, no cookies, no tracking, no other servers. A game with a friend is in the links that you send; a live one goes directly from your browser to your friend’s, which can see your IP address. The server hosting this page can see that you loaded it, as with any website.
stored-heading = Stored in this browser
stored-game = The current game and each player’s wins
stored-by-links = Games with friends, by links and live
stored-library = Games you’ve played and their reviews
stored-settings = Settings
stored-scores = High scores
stored-puzzles = Your progress with puzzles and lessons
stored-setup = Your last choices for a new game
stored-tournament = The last tournament and its bots
stored-aside = Data that couldn’t be read
stored-page = A copy of the page for offline use
delete-heading = Deleting this data
delete-explained = Delete high scores under Library → High scores. To delete everything, clear this site’s data in your browser’s settings. Files you’ve saved are not affected.
licence-heading = Version and licence
# $version (String)
# $build (String)
version = Four Shapes { $version }, build { $build }. Available under the MIT License or the Apache License 2.0, at your option. Includes third-party software.
show-licences = Show all licences
licences = Licences
licences-missing = The licences couldn’t be loaded. Check your connection and try again.

## The text panel

text-heading = Game as text
text-style = Style
text-position = Position
conversation = Console
conversation-over = The game is over.
enter = Enter
saved-line = Saved to your downloads.
dialog-line = Continue in the dialog.
style-shapes = Shapes
style-letters = Letters
style-x-and-o = X and O
style-board-games = Board games
