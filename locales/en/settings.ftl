### The settings dialog.

appearance = Appearance
board-and-keys = Board and keys
sound-and-touch = Sound and vibration
test-sound = Test
reset-settings = Reset to defaults
reset-settings-question = Reset all settings to their defaults?

theme = Theme
palette = Piece colours
board-size = Board size
board-style = Board
column-labels = Column labels
number-keys = Letter and number keys drop a piece immediately
keys-anywhere = Keys work outside the board, too
confirm-moves = Confirm each move
volume = Volume
# Read aloud: 4 of 10
# $value (Number)
# $max (Number)
value-of = { $value } of { $max }
vibration = Vibration
motion = Animations
help-in-game = Hints and analysis during a game

# The same for the theme and animations.
as-system = System
theme-light = Light
theme-dark = Dark
theme-contrast = High contrast
palette-standard = Standard
palette-protan = Red-blind (protan)
palette-deutan = Green-blind (deutan)
palette-tritan = Blue-blind (tritan)
palette-grey = Colour-blind (achromat)
board-navy = Navy
board-wood = Wood
board-slate = Slate
board-forest = Forest
board-plum = Plum
board-paper = Paper
size-small = Small
size-medium = Medium
size-large = Fit to screen
labels-letters = A B C
labels-both = A B C, above too
labels-one = 1 2 3
labels-zero = 0 1 2
motion-full = On
motion-none = Off

settings-not-stored = This browser doesn’t let the page save settings. Changes last until you close the page.
settings-newer = Your settings were saved by a newer version. Changes last until you close the page.
