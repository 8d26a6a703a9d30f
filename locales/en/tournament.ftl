### Tournaments of computer players and bots.

tournament-over = Tournament complete
tournament-complete = All games played.
# $leader (String)
tournament-leader = All games played. { $leader } came first.
tournament-tied = All games played. First place is shared.
tournament-not-stored = This browser can’t save the tournament. It will be lost if you reload the page.
workers-failed = The tournament couldn’t start, or it stopped unexpectedly. Reload the page to try again; finished games are saved.
validator-failed = The bot checker couldn’t be loaded.
bot-not-tried = Not tested: the test couldn’t be started.
bot-too-large = The file is too large for a bot (max 4 MB).
# $max (Number)
too-many-games = At most { $max } games can be played here. For more, use the terminal program.
needs-bot = Add the file for “{ $name }” to continue.
needs-terminal = “{ $name }” is a program. Only the terminal program can run it.
tournament-unreadable = The saved tournament can’t be read ({ $details }). Choose Stop to discard it.
tournament-stuck = The tournament can’t continue: { $reason }

## Why a player forfeited a game

# $number (String)
forfeit-illegal = made an illegal move ({ $number })
forfeit-overtime = exceeded the instruction limit
forfeit-crash = crashed
forfeit-memory = exceeded the memory limit
forfeit-nonsense = returned something that isn’t a move
# $count (Number)
forfeits-illegal =
    { $count ->
        [one] { $count } illegal move
       *[other] { $count } illegal moves
    }
# $count (Number)
forfeits-overtime = { $count } over the instruction limit
# $count (Number)
forfeits-crash =
    { $count ->
        [one] { $count } crash
       *[other] { $count } crashes
    }
# $count (Number)
forfeits-memory = { $count } over the memory limit
# $count (Number)
forfeits-nonsense =
    { $count ->
        [one] { $count } malformed answer
       *[other] { $count } malformed answers
    }
# Forfeits in all, with their kinds: 3 (2 crashes, 1 illegal move)
# $count (Number)
# $kinds (String)
forfeits-by-kind = { $count } ({ $kinds })

## A bot's test games

# $games (Number)
# $wins (Number)
# $draws (Number)
# $losses (Number)
# $time (String)
trial =
    { $games ->
        [one] { $games } test game against Random: { $wins } won, { $draws } drawn, { $losses } lost. Longest move: { $time }.
       *[other] { $games } test games against Random: { $wins } won, { $draws } drawn, { $losses } lost. Longest move: { $time }.
    }
# $count (Number)
# $reason (String)
trial-forfeit-at-start =
    { $count ->
        [one] Forfeited { $count } game: it { $reason } before the first move.
       *[other] Forfeited { $count } games, the first one because it { $reason } before the first move.
    }
# $count (Number)
# $reason (String)
# $moves (String)
trial-forfeit =
    { $count ->
        [one] Forfeited { $count } game: it { $reason } after { $moves }.
       *[other] Forfeited { $count } games, the first one because it { $reason } after { $moves }.
    }

## Setting up

entrants = Players
entrant = Player
computer-player = Computer player
other-players = Other computer players
custom-player = Custom…
custom-player-hint = For example, lookahead:3 or mcts:200
add = Add
add-player = Add { $name }
remove = Remove
remove-player = Remove { $name }
remove-bot = Remove the bot { $name }
bots = Bots
bots-explained = Your own players, as .wasm files
bots-isolated = Each bot runs in isolation and can access only the game.
add-bots = Add bots…
bot-checking = Checking…
bot-ready = Ready
bot-broken = Can’t play:
bot-slow = Slow: testing stopped after 20 seconds.
# $done (Number)
# $all (Number)
bots-checked = { $done } of { $all } checked
bots-being-checked = Checking bots…
# $count (Number)
bots-ready =
    { $count ->
        [one] { $count } bot is ready.
       *[other] { $count } bots are ready.
    }
# $count (Number)
bots-broken =
    { $count ->
        [one] { $count } bot can’t play.
       *[other] { $count } bots can’t play.
    }
# $ready (Number)
# $broken (Number)
bots-ready-and-broken =
    { $ready ->
        [one] { $ready } bot is ready, { $broken } can’t play.
       *[other] { $ready } bots are ready, { $broken } can’t play.
    }
# Its author.
bot-by = by { $author }
# For a bot in an opened setup whose file is missing.
bot-missing = Missing. Add its file (SHA-256: { $hash }).
bots-missing = Bots are missing: { $names }. Add their files below.
bot-in-setup-broken = The bot “{ $name }” can’t play. Remove it.
tournament-format = Format
round-robin = Round robin
one-against-all = One against all
the-one = Player facing all others
games-per-pairing = Games per pairing
# $count (Number)
starts =
    { $count ->
        [one] { $count } start position
       *[other] { $count } start positions
    }
starts-about = About the start positions
starts-explained = They are from the opened setup. Each is played twice, with sides swapped.
starts-remove = Start on the empty board
random-openings = Random opening moves
random-openings-about = About random openings
random-openings-explained = Deterministic players repeat games; random openings add variety. Each opening is played twice, with sides swapped.
seed = Seed
new-seed = New seed
seed-about = About the seed
seed-explained = The same seed gives the same games.
budget = Instructions per bot move (millions)
budget-about = About the limit
budget-explained = Instructions are counted rather than timed, so a bot is equally strong on any computer. 100 million take a few tenths of a second.
setup = Setup
setup-explained = Save the setup to repeat or share this tournament. Bot files are not included.
save-setup = Save setup
copy-setup = Copy link
open-setup = Open setup…
setup-has-errors = The setup has errors. See above.
link-copied = Link copied
back-to-results = Back to the results
back-to-games = Back to the list
discards-results = Starting a new tournament discards the results of the last one. Download what you want to keep.
timed-players = Monte Carlo players are limited by time: their games differ from run to run, even with the same seed.
# $max (String)
seed-invalid = The seed must be a whole number from 0 to { $max }.
# $min (String)
# $max (String)
budget-invalid = The limit must be { $min } to { $max } million instructions.
setup-unreadable = This setup can’t be read ({ $details }).
setup-program = “{ $name }” in this setup is a program. Only the terminal program (four tournament) can run it.
player-unknown = This isn’t a computer player ({ $details }).
# $max (Number)
entrants-invalid = Add 2 to { $max } players.
# $min (Number)
# $max (Number)
games-invalid = Enter { $min } to { $max } games.
# $min (Number)
# $max (Number)
opening-invalid = For this board, enter { $min } to { $max } moves.
tournament-invalid = These settings can’t be used together ({ $details }).
setup-file-name = four-shapes-tournament-{ $date }.json
quick-tournament = Quick
class-competition = Class competition
# The size of the tournament; both numbers with their nouns.
# $count (Number)
pairings =
    { $count ->
        [one] { $count } pairing
       *[other] { $count } pairings
    }

## While games are played

games-played = Games played
tournament-starting = Starting…
tournament-paused = Paused
tournament-in-background = The tournament continues in the background, as long as this tab is open.
new-tournament = New tournament
stop = Stop
stop-question = Stop the tournament? Its games will be discarded. You can download them first.
stop-confirm = Stop and discard
full-screen = Full screen
# $count (Number)
entrant-count =
    { $count ->
        [one] { $count } player
       *[other] { $count } players
    }
all-against = everyone against { $name }
# $count (Number)
opening-moves =
    { $count ->
        [one] { $count } random opening move
       *[other] { $count } random opening moves
    }
seed-of = seed { $seed }
# $done (Number)
# $total (Number)
games-done =
    { $total ->
        [one] { $done } of { $total } game
       *[other] { $done } of { $total } games
    }
# $speed (String)
# $time (String)
pace = { $speed } games per second, { $time } left
tournament-started = The tournament has started.
# $percent (Number)
tournament-progress = { $percent }% of the games played.

## Results

# Who has won a tournament.
# $name (String)
# $points (String)
# $games (String)
lab-won = { $name } wins, { $points } of { $games }
# $name (String)
# $points (String)
# $games (String)
lab-leads = { $name } leads, { $points } of { $games }
first-shared = First place is shared
lead-shared = The lead is shared
no-games-yet = No games yet
# $points (String)
# $games (String)
points-of-games = { $points } of { $games }
ranking = Standings
ratings-details = Ratings, intervals and times
rank = Rank
rating = Rating (Elo)
score-share = Score
games-count = Games
won-count = Won
drawn-count = Drawn
lost-count = Lost
forfeited-count = Forfeits
mean-time = Avg time per move
max-time = Max time per move
ratings-chart = Ratings
ratings-about = About ratings
ratings-explained = Elo: a player rated 100 higher scores about 64%, 200 higher about 76%. With a probability of 95%, the true rating is within the bar.
head-to-head = Head to head
head-to-head-about = About head to head
head-to-head-explained = A row’s score against a column. Choose a cell to view its games.
head-to-head-legend = Filled: clearly better. In italics: may be chance.
all-games = All games
downloads = Downloads
ranking-csv = Standings (CSV)
pairings-csv = Pairings (CSV)
results-json = All results (JSON)
games-text = Games (text)
ranking-file-name = four-shapes-ranking-{ $date }.csv
pairings-file-name = four-shapes-pairings-{ $date }.csv
results-file-name = four-shapes-results-{ $date }.json
games-file-name = four-shapes-tournament-games-{ $date }.txt
no-rating = –
# A rating and its interval.
# $elo (String)
# $lower (String)
# $upper (String)
rating-interval = { $elo } ({ $lower } to { $upper })
# The only entrant of the group to which all ratings are relative.
rating-reference = { $elo } (reference)
rating-at-least = at least { $elo }
rating-at-most = at most { $elo }
# A share of the points in per cent and its interval.
# $share (String)
# $lower (String)
# $upper (String)
share-interval = { $share }% ({ $lower }–{ $upper })
# $first (String)
# $second (String)
pairing = { $first } against { $second }
# $first (String)
# $second (String)
pairing-no-games = { $first } against { $second }: no games yet.
# $first (String)
# $second (String)
# $share (String)
# $wins (Number)
# $draws (Number)
# $losses (Number)
# $verdict (String)
pairing-result = { $first } against { $second }: { $share }, { $wins } won, { $draws } drawn, { $losses } lost; { $verdict }.
# The score of a pairing with its interval.
# $first (String)
# $second (String)
# $interval (String)
pairing-interval = { $first } against { $second }: { $interval }
# A cell of the table and what it means.
# $cell (String)
# $pairing (String)
described-cell = { $cell }: { $pairing }
verdict-better = { $name } is better
verdict-close = may be chance
# $count (Number)
verdict-repeats =
    { $count ->
        [one] may be chance: only { $count } distinct game
       *[other] may be chance: only { $count } distinct games
    }
view-games = View games
# $share (String)
# $wins (Number)
# $draws (Number)
# $losses (Number)
first-move-score = The player who moves first scores { $share }: { $wins } won, { $draws } drawn, { $losses } lost.
first-move-advantage = First-move advantage: { $rating } Elo.
mean-length = Average game length: { $moves } moves.
# $repeated (Number)
# $games (Number)
repeated-games =
    { $repeated ->
        [one] { $repeated } of { $games } games repeats an earlier one. Repeats don’t count when deciding who is better; random openings help avoid them.
       *[other] { $repeated } of { $games } games repeat earlier ones. Repeats don’t count when deciding who is better; random openings help avoid them.
    }
ratings-assumed = There isn’t enough data to estimate the first-move advantage or the draw rate. To compensate, the ratings add half a win, half a draw and half a loss between equal players.

## The games of a pairing

which-games = Show
new-games = Show new games
filter-all = All
filter-won = Won by { $player }
filter-drawn = Drawn
filter-forfeited = Forfeited
# $from (Number)
# $to (Number)
# $all (Number)
games-page = Games { $from } to { $to } of { $all }
page-first = First page
page-previous = Previous page
page-next = Next page
page-last = Last page
# One game in the list.
# $number (Number)
# $first (String)
# $winner (String)
# $moves (Number) by both players
game-won =
    { $moves ->
        [one] { $number }. { $first } moved first. { $winner } won · { $moves } move
       *[other] { $number }. { $first } moved first. { $winner } won · { $moves } moves
    }
# $number (Number)
# $first (String)
# $moves (Number) by both players
game-drawn =
    { $moves ->
        [one] { $number }. { $first } moved first. Draw · { $moves } move
       *[other] { $number }. { $first } moved first. Draw · { $moves } moves
    }
# $number (Number)
# $first (String)
# $winner (String)
# $moves (Number) by both players
# $loser (String)
# $reason (String)
game-forfeited =
    { $moves ->
        [one] { $number }. { $first } moved first. { $winner } won · { $moves } move: { $loser } { $reason }
       *[other] { $number }. { $first } moved first. { $winner } won · { $moves } moves: { $loser } { $reason }
    }
