### Sharing, saving and loading games.

share-heading = Share this game
share-explained = Anyone with this link can see this game.
link = Link
send = Send…
not-copied = Copying is blocked. The text is selected; press Ctrl+C (⌘C on a Mac) to copy it.
load-heading = Load a game
choose-file = Choose a file…
paste = Or paste a file’s contents, a link, or moves such as 44455
load-pasted = Load
not-read = The file couldn’t be read.
too-large = This file is too large (max 1 MB).
game-file-name = four-shapes-{ $date }.json
import-not-a-game = This isn’t a Four Shapes file ({ $details }).
import-not-a-link = This link doesn’t contain a valid game ({ $details }).
import-not-moves = These aren’t legal moves ({ $details }).
import-empty = Nothing to load.
bad-link = The game in this link can’t be opened ({ $details }). Your own game is unchanged.
unknown-fields = Unknown fields in this link were ignored: { $fields }.
# $fields (String)
# $count (Number)
unknown-fields-more = Unknown fields in this link were ignored: { $fields } and { $count } more.
quoted = “{ $text }”
# Announced after *Save*.
# $file (String)
saved-as = Saved as { $file }.
