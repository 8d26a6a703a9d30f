### What went wrong with the browser's storage.

# $key (String)
# $details (String)
unreadable-game = The saved game couldn’t be read ({ $details }). It has been kept in this browser as “{ $key }”.
# $key (String)
# $details (String)
unreadable-settings = The saved settings couldn’t be read ({ $details }). They have been kept in this browser as “{ $key }”.
# $key (String)
# $details (String)
unreadable-scores = The high scores couldn’t be read ({ $details }). They have been kept in this browser as “{ $key }”.
unreadable-game-full = The saved game couldn’t be read ({ $details }). Storage is full, so it has been left in place and new games won’t be saved.
unreadable-settings-full = The saved settings couldn’t be read ({ $details }). Storage is full, so they have been left in place and changes won’t be saved.
unreadable-scores-full = The high scores couldn’t be read ({ $details }). Storage is full, so they have been left in place and new ones won’t be saved.
not-stored-denied = This browser doesn’t let the page save games. Your game will be lost when you close the page.
not-stored-full = This browser’s storage is full. Your game will be lost when you close the page.
not-stored-elsewhere = Another tab has saved a different game. This game is now saved only in the library.
stored-again = The saved game had been deleted, so it has been saved again.
score-not-stored = This browser doesn’t let the page save the high score.
# $name (String)
# $stores (String)
other-database = The database “{ $name }” belongs to another program (stores: { $stores }).
no-stores = none
# $used (String)
# $max (String)
storage-used = { $used } of { $max } used. Games are stored in this browser. Back them up regularly.
# $used (String)
# $max (String)
storage-used-persistent = { $used } of { $max } used. The browser won’t delete your games on its own.
person-not-saved = Your name couldn’t be saved.
