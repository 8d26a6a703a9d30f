### Answers to the site that embeds the game in a frame; for its developers.

embed-not-a-command = Expected an object with fourShapes: 1 and the type "load" or "get".
embed-no-game = "load" needs a text as "link" or as "moves", and allows one as "start" with "moves".
# $field (String) - a name
# $max (Number)
embed-not-a-text = { $field }: not a text of at most { $max } characters.
