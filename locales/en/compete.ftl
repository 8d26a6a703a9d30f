### Cups of people and computer players, and the way to the bot lab.

cup = Cup
cup-about = Play for a cup with friends on this device or computer players: knock-out or league
new-cup = New cup
continue-cup = Continue
show-cup = Show the cup
# $count (Number)
cups-won = Cups won: { $count }
bot-lab = Bot lab
bot-lab-about = Computer players and your own bots play thousands of games. Which is strongest?
open-bot-lab = Open the bot lab

## Setting up

cup-opponents = Who plays
against-computers = Against computers
with-friends = With friends
add-person = Person
bot-player = Bot
bot-of-cup-missing = Add the file of { $name } to play this game.
# The field of a person's name.
# $number (Number)
person-name = Name of player { $number }
# $number (Number)
default-person = Player { $number }
cup-format = Format
knock-out = Knock-out
league = League
double-league = Double league
knock-out-about = The loser is out. A draw is replayed with sides swapped; after a second draw, a third game decides, and a draw then wins for the player who moves second.
league-about = Everyone meets everyone. A win is worth 1 point, a draw ½. A shared first place is played off.
start-cup = Start
# $players (Number)
# $games (Number)
cup-extent =
    { $games ->
        [one] { $players } players · { $games } game
       *[other] { $players } players · { $games } games
    }
# $min (Number)
cup-too-small = Add players: a cup needs at least { $min }.

## Rounds

final-round = Final
semi-finals = Semi-finals
quarter-finals = Quarter-finals
# The round of one game.
semi-final = Semi-final
quarter-final = Quarter-final
# $number (Number)
# $all (Number)
league-game = League, game { $number } of { $all }
# $players (Number)
round-of = Round of { $players }
# $number (Number)
league-round = Round { $number }
# $stage (String)
play-off = Play-off: { $stage }
bye = Bye
# An entrant that isn’t known yet.
open-place = To be decided
## $who is “you” for the user, else “other”, and $you tells which of two is the user: “first”,
## “second” or “neither”.

# $winner (String)
# $loser (String)
# $you (String)
pairing-won =
    { $you ->
        [first] You beat { $loser }
        [second] { $winner } beat you
       *[neither] { $winner } beat { $loser }
    }
# $first (String)
# $second (String)
# $you (String)
pairing-drawn =
    { $you ->
        [first] You and { $second } drew
        [second] You and { $first } drew
       *[neither] { $first } and { $second } drew
    }
# $first (String)
# $second (String)
# $you (String)
pairing-open =
    { $you ->
        [first] You against { $second }
        [second] { $first } against you
       *[neither] { $first } against { $second }
    }
# $name (String)
# $who (String)
pairing-bye =
    { $who ->
        [you] You have a bye
       *[other] { $name } has a bye
    }
# $name (String)
# $who (String)
pairing-waits =
    { $who ->
        [you] You are waiting for an opponent
       *[other] { $name } is waiting for an opponent
    }
open-pairing = Players not known yet
points = Points

## Playing

versus = vs
# $first (String)
# $second (String)
next-game = Next: { $first } – { $second }
play-game = Play
watch-game = Watch
continue-game = Continue
skip-game = Skip
# Skips games of computer players.
skip-to-own-game = Skip to your game
simulating = Playing…
# A game of computer players, or a bot.
cup-worker-failed = This game couldn’t be played. Reload the page to try again; earlier results are saved.
# $name (String)
# $who (String)
moves-first =
    { $who ->
        [you] You move first
       *[other] { $name } moves first
    }
# $name (String)
# $who (String)
replayed-game =
    { $who ->
        [you] Replay of a draw: you move first
       *[other] Replay of a draw: { $name } moves first
    }
# $name (String)
# $who (String)
deciding-game =
    { $who ->
        [you] Deciding game: a draw wins for you
       *[other] Deciding game: a draw wins for { $name }
    }
# $name (String) of a bot
# $reason (String)
bot-forfeits = { $name } { $reason } and loses the game.
# $name (String)
# $who (String)
goes-through =
    { $who ->
        [you] You go through
       *[other] { $name } goes through
    }
# $winner (String)
you-are-out = { $winner } goes through. You’re out.
drawn-replay = A draw: it is replayed with sides swapped
drawn-decider = Another draw: a third game decides
# $played (Number)
# $all (Number)
league-progress = { $played } of { $all } league games played
show-bracket = Bracket
show-table = Table
show-podium = Podium
# $name (String)
# $who (String)
cup-won =
    { $who ->
        [you] You win the cup!
       *[other] { $name } wins the cup!
    }
# $place (Number)
place-number = Place { $place }
end-cup = End cup
end-cup-question = End this cup? Its results will be discarded.
cup-set-aside = The saved cup couldn’t be read. It has been kept in this browser as “{ $key }”.
cup-not-saved = The cup couldn’t be saved.
