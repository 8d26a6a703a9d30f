### Pictures and animations of a game.

# Names of groups of buttons.
picture = Picture
animation = Animation
share-picture = Share picture…
copy-picture = Copy picture
# $kind (String): such as PNG
save-as = Save as { $kind }
share-animation = Share animation…
# While it is made.
# $percent (Number)
animation-progress = Making the animation: { $percent }%
# The browser may need another press of the button.
animation-ready = The animation is ready. Press the button again to share it.
animation-failed = The animation couldn’t be made.
picture-failed = The picture couldn’t be made.
picture-copied = Picture copied.
picture-not-copied = The browser didn’t copy the picture. Save it instead.
not-shared = The picture wasn’t shared. Save it instead.
# Names of files.
# $date (String)
# $extension (String): such as png
picture-file-name = four-shapes-{ $date }.{ $extension }
