### The page before the program runs, after it has failed, and while another tab has the
### game. index.html names these messages; tools/finish.mjs puts them in.

description =
    .content = Connect Four with coloured shapes. Free to play in your browser, no account needed.
first-seat = Red
first-seat-shape = circle
second-seat = Blue
second-seat-shape = pentagon
manifest-description = Play Connect Four with coloured shapes against a friend on the same device or against the computer, with analysis. Works offline.
shortcut-computer = Play the computer
screenshot-phone = A game on a phone
screenshot-desktop = A game and its analysis on a desktop
failed =
    The game has stopped
failure =
    .data-bug = Something went wrong. This is a bug in Four Shapes.
    .data-unsupported = This browser is too old, or WebAssembly is turned off. Four Shapes needs Chrome or Edge 111, Firefox 121, Safari 16.2, or newer.
    .data-unreachable = Four Shapes couldn’t be loaded. Check your connection.
failure-saved = Your game is saved in this browser.
without-link = Open without the shared game
reload = Reload
start-fresh = Start a new game
report =
    Copy report
    .data-copied = Copied
    .data-selected = Press Ctrl+C or ⌘C to copy
    .data-blocked = The saved game couldn’t be moved out of the way:
elsewhere = Already open in another tab
elsewhere-detail = You can play a game in only one tab at a time.
no-script = Four Shapes needs JavaScript and WebAssembly
no-script-detail = Allow both for this page, then reload it.
new-version =
    .aria-label = New version
new-version-ready =
    .data-text = A new version is available.
use-new-version = Update
not-now = Later
