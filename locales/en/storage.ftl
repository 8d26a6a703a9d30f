### What went wrong with the browser's storage.

# $key (String)
# $details (String)
unreadable-game = The saved game couldn’t be read. It is kept in this browser as “{ $key }”. ({ $details })
# $key (String)
# $details (String)
unreadable-settings = The saved settings couldn’t be read. They are kept in this browser as “{ $key }”. ({ $details })
# $key (String)
# $details (String)
unreadable-scores = The high scores couldn’t be read. They are kept in this browser as “{ $key }”. ({ $details })
unreadable-game-full = The saved game couldn’t be read. Storage is full, so it stays in place and new games aren’t saved. ({ $details })
unreadable-settings-full = The saved settings couldn’t be read. Storage is full, so they stay in place and changes aren’t saved. ({ $details })
unreadable-scores-full = The high scores couldn’t be read. Storage is full, so they stay in place and new ones aren’t saved. ({ $details })
not-stored-denied = This browser doesn’t let the page save games. Your game is lost when you close the page.
not-stored-full = This browser’s storage is full. Your game is lost when you close the page.
not-stored-elsewhere = Another tab has saved a game. This one is only saved to the library.
stored-again = The saved game had been deleted. It is saved again.
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
