//! Games of a tournament, played in a worker.

use four_shapes_engine::{
    Rules,
    players::{Choice, Computer, Kind, Means, Situation, Thought},
    solver::book::Book,
    tournament::{Entrant, Fault, MEMORY, Playing, Tournament, file},
};
use std::{ops::Range, sync::Arc};

/// How long a slice takes, in milliseconds: as long as it takes to be heard.
const SLICE: f64 = 12.0;
/// How many positions a computer player looks at before the clock is looked at.
const BUDGET: u64 = 2_000;
/// How often it is told which games are over, in milliseconds.
const REPORT: f64 = 100.0;

/// Plays games of a tournament, a slice at a time. Computer players think in it; bots
/// are asked from it, and answer when they do.
pub struct Arena {
    means: Means,
    tournament: Option<Tournament>,
    /// The games that are to be played yet.
    queue: Range<u64>,
    current: Option<Current>,
    /// The bots of the game that was begun last, as places of entrants.
    seats: Vec<usize>,
    /// The lines of games that are over, and not told yet.
    over: Vec<String>,
    /// When games were told last, in milliseconds.
    told: f64,
    /// Tells a question to a bot from those before.
    question: u32,
    /// Somebody waits to hear that all games are over.
    owes: bool,
}

/// A game that is being played.
struct Current {
    playing: Playing,
    players: [Sitting; 2],
    stage: Stage,
}

/// Who plays in a game.
enum Sitting {
    Computer(Kind, Box<dyn Computer>),
    Bot(usize),
}

/// What a game waits for.
#[derive(Debug, PartialEq)]
enum Stage {
    /// Bots to be ready: for each player the question, and what came of it.
    Ready([Option<u32>; 2], [Option<Fault>; 2]),
    /// Whoever has to move has not been asked.
    Turn,
    /// A computer player thinks, since so many milliseconds.
    Thinks(f64),
    /// A bot was asked this.
    Asked(u32),
}

/// What an arena has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Out {
    /// To the page: games that are over, a line each, and whether that were all that
    /// it was given.
    Games(Vec<String>, bool),
    /// A game begins in which these bots play, as places of entrants: no other has to be in
    /// memory. Not said where it is the same ones as before.
    Seats(Vec<usize>),
    /// To a bot.
    Bot {
        /// Its place among the entrants.
        entrant: usize,
        /// Tells the question from others.
        question: u32,
        /// What it is asked.
        ask: BotAsk,
    },
}

/// What a bot is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotAsk {
    /// To get ready for a game.
    Begin {
        /// Columns, rows, connect, 1 for gravity or 0, 1 for the first player or 2.
        rules: [i32; 5],
        /// What its randomness is to follow from.
        seed: u64,
        /// Instructions for each move.
        instructions: u64,
    },
    /// For a move, after these.
    Choose(Vec<i32>),
}

/// What a bot answers, and after how many microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotSaid {
    /// It is ready.
    Ready,
    /// Its move.
    Move(i32),
    /// It has failed.
    Failed(Fault),
}

impl Default for Arena {
    fn default() -> Self {
        Self::new()
    }
}

impl Arena {
    /// One that has nothing to do yet.
    pub fn new() -> Self {
        Self {
            means: Means {
                memory: MEMORY,
                book: None,
            },
            tournament: None,
            queue: 0..0,
            current: None,
            seats: Vec::new(),
            over: Vec::new(),
            told: 0.0,
            question: 0,
            owes: false,
        }
    }

    /// Takes the opening book.
    ///
    /// # Errors
    /// If it is none.
    pub fn use_book(&mut self, bytes: &[u8]) -> Result<(), String> {
        let book = Book::read(bytes).map_err(|error| error.to_string())?;
        self.means.book = Some(Arc::new(book));
        Ok(())
    }

    /// Takes a tournament's set-up in place of the one before, and tells whether the
    /// opening book is wanted: the games of those who use it are other games without it.
    ///
    /// # Errors
    /// If the text is none.
    pub fn enter(&mut self, setup: &str) -> Result<bool, String> {
        let tournament = file::read(setup).map_err(|error| error.to_string())?;
        self.queue = 0..0;
        self.current = None;
        self.seats.clear();
        self.over.clear();
        self.owes = false;
        let reads = |entrant: &Entrant| matches!(entrant, Entrant::Computer(Kind::Level(_)));
        let classic = tournament.rules() == Rules::CLASSIC;
        let wants = classic && tournament.entrants().iter().any(reads);
        self.tournament = Some(tournament);
        Ok(wants && self.means.book.is_none())
    }

    /// Takes games to play, by their numbers, in place of those that are left.
    ///
    /// # Errors
    /// If there are no such games.
    pub fn take(&mut self, games: Range<u64>) -> Result<(), String> {
        let total = self.tournament.as_ref().map_or(0, Tournament::total);
        if games.end > total {
            return Err(format!("there are {total} games, not {}", games.end));
        }
        self.queue = games;
        self.owes = true;
        Ok(())
    }

    /// Takes a bot's answer. What answers another question than the last is dropped.
    pub fn answer(&mut self, question: u32, said: BotSaid, microseconds: u64) {
        let Some(current) = &mut self.current else {
            return;
        };
        match &mut current.stage {
            Stage::Ready(asked, faults) => {
                let Some(player) = asked.iter().position(|one| *one == Some(question)) else {
                    return;
                };
                asked[player] = None;
                faults[player] = match said {
                    BotSaid::Ready => None,
                    BotSaid::Move(_) => Some(Fault::Nonsense),
                    BotSaid::Failed(fault) => Some(fault),
                };
            }
            Stage::Asked(asked) if *asked == question => {
                match said {
                    BotSaid::Move(number) => current.playing.answer(number, microseconds),
                    BotSaid::Failed(fault) => current.playing.forfeit(fault, microseconds),
                    BotSaid::Ready => current.playing.forfeit(Fault::Nonsense, microseconds),
                }
                current.stage = Stage::Turn;
            }
            _ => {}
        }
    }

    /// Whether there is anything to do that does not wait for a bot.
    pub fn is_busy(&self) -> bool {
        match &self.current {
            None => self.owes,
            Some(Current { stage, .. }) => match stage {
                Stage::Ready(asked, _) => *asked == [None; 2],
                Stage::Turn | Stage::Thinks(_) => true,
                Stage::Asked(_) => false,
            },
        }
    }

    /// Plays for a slice and returns what there is to say. `now` is in milliseconds of
    /// any clock.
    pub fn work(&mut self, now: &dyn Fn() -> f64) -> Vec<Out> {
        let start = now();
        let mut out = Vec::new();
        let mut time = start;
        while self.is_busy() && time - start < SLICE {
            if self.current.is_none() && !self.begin(&mut out) {
                break;
            }
            self.step(&mut time, now, &mut out);
        }
        let all = self.owes && self.current.is_none() && self.queue.is_empty();
        if all || !self.over.is_empty() && time - self.told >= REPORT {
            self.told = time;
            self.owes &= !all;
            out.push(Out::Games(std::mem::take(&mut self.over), all));
        }
        out
    }

    /// Begins the next game, if there is one.
    fn begin(&mut self, out: &mut Vec<Out>) -> bool {
        let (Some(tournament), Some(number)) = (&self.tournament, self.queue.next()) else {
            return false;
        };
        let playing = tournament.begin(number);
        let computer = |seat: &usize| matches!(tournament.entrants()[*seat], Entrant::Computer(_));
        let seats = playing.fixture().entrants.into_iter();
        let mut seats: Vec<usize> = seats.filter(|seat| !computer(seat)).collect();
        seats.sort_unstable();
        if self.seats != seats {
            self.seats.clone_from(&seats);
            out.push(Out::Seats(seats));
        }
        let mut asked = [None; 2];
        let mut sit = |player: usize| {
            let entrant = playing.fixture().entrants[player];
            match &tournament.entrants()[entrant] {
                // New ones for each game: what they remember of another could change it.
                Entrant::Computer(kind) => {
                    Sitting::Computer(*kind, kind.computer(tournament.rules(), &self.means))
                }
                Entrant::Bot { .. } | Entrant::Program { .. } => {
                    self.question = self.question.wrapping_add(1);
                    asked[player] = Some(self.question);
                    out.push(Out::Bot {
                        entrant,
                        question: self.question,
                        ask: BotAsk::Begin {
                            rules: playing.terms(player),
                            seed: playing.seed_of(player),
                            instructions: tournament.draft().limits.instructions,
                        },
                    });
                    Sitting::Bot(entrant)
                }
            }
        };
        let players = [sit(0), sit(1)];
        self.current = Some(Current {
            playing,
            players,
            stage: Stage::Ready(asked, [None; 2]),
        });
        true
    }

    /// Goes on with the game, which does not wait for a bot.
    fn step(&mut self, time: &mut f64, now: &dyn Fn() -> f64, out: &mut Vec<Out>) {
        let (Some(current), Some(tournament)) = (&mut self.current, &self.tournament) else {
            return;
        };
        match &current.stage {
            // Some bot is not ready.
            Stage::Ready(asked, _) if *asked != [None; 2] => return,
            Stage::Ready(_, faults) => {
                let failed = faults.iter().position(Option::is_some);
                if let Some((player, fault)) = failed.and_then(|at| Some((at, faults[at]?))) {
                    current.playing.forfeit_by(player, fault);
                }
                current.stage = Stage::Turn;
            }
            Stage::Asked(_) => return,
            Stage::Turn | Stage::Thinks(_) => {}
        }
        if let Some(played) = current.playing.ended() {
            self.over.push(played.write(tournament));
            self.current = None;
            *time = now();
            return;
        }
        let Some(player) = current.playing.to_move() else {
            return;
        };
        let (kind, computer) = match &mut current.players[player] {
            Sitting::Computer(kind, computer) => (*kind, computer),
            Sitting::Bot(entrant) => {
                self.question = self.question.wrapping_add(1);
                current.stage = Stage::Asked(self.question);
                out.push(Out::Bot {
                    entrant: *entrant,
                    question: self.question,
                    ask: BotAsk::Choose(current.playing.moves().collect()),
                });
                return;
            }
        };
        let began = if let Stage::Thinks(began) = current.stage {
            began
        } else {
            if let Some(situation) = Situation::of(current.playing.game()) {
                computer.begin(&situation, current.playing.seed());
            }
            current.stage = Stage::Thinks(*time);
            *time
        };
        let thought = computer.think(BUDGET);
        *time = now();
        let passed = (*time - began).max(0.0);
        let choice = match (thought, kind.milliseconds()) {
            (Thought::Chosen(choice), _) => choice,
            (Thought::Thinking { best, .. }, Some(limit)) if passed >= f64::from(limit) => best,
            (Thought::Thinking { .. }, _) => return,
        };
        #[expect(clippy::cast_sign_loss, reason = "it is not negative")]
        let microseconds = (passed * 1000.0) as u64;
        let playing = &mut current.playing;
        match choice {
            Choice::Place(cell) => {
                playing.answer(Playing::number_of(tournament.rules(), cell), microseconds);
            }
            // Nobody has agreed that there may be a swap.
            Choice::Swap => playing.forfeit(Fault::Nonsense, microseconds),
        }
        current.stage = Stage::Turn;
    }
}

impl Out {
    /// What it is as text: `games`, `last` when there will be no more, and the games in
    /// lines; `seats` and those of the bots; or `begin` or `choose`, the entrant, the
    /// question, and what a bot is told.
    pub fn write(&self) -> String {
        let words = |numbers: &[i32]| {
            let words = numbers.iter().map(|number| format!(" {number}"));
            words.collect::<String>()
        };
        match self {
            Self::Games(lines, all) => {
                let head = if *all { "last" } else { "games" };
                let mut text = head.to_owned();
                for line in lines {
                    text.push('\n');
                    text.push_str(line);
                }
                text
            }
            Self::Seats(seats) => {
                let seats = seats.iter().map(|seat| format!(" {seat}"));
                format!("seats{}", seats.collect::<String>())
            }
            Self::Bot {
                entrant,
                question,
                ask:
                    BotAsk::Begin {
                        rules,
                        seed,
                        instructions,
                    },
            } => format!(
                "begin {entrant} {question} {seed} {instructions}{}",
                words(rules)
            ),
            Self::Bot {
                entrant,
                question,
                ask: BotAsk::Choose(moves),
            } => format!("choose {entrant} {question}{}", words(moves)),
        }
    }
}

impl BotSaid {
    /// Reads what stands for a bot's answer: `ready`, `move 4`, `trap -1 0` (how
    /// many instructions were left, whether memory was refused), `overtime`,
    /// `nonsense`.
    pub fn read(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split(' ').collect();
        Some(match words.as_slice() {
            ["ready"] => Self::Ready,
            ["move", number] => Self::Move(number.parse().ok()?),
            ["trap", left, refused] => {
                Self::Failed(Fault::of_trap(left.parse().ok()?, *refused != "0"))
            }
            ["overtime"] => Self::Failed(Fault::Overtime),
            ["nonsense"] => Self::Failed(Fault::Nonsense),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_engine::{
        Name,
        tournament::{Built, Contestant, Draft, Hash, Played, Table, play},
    };
    use std::cell::Cell;

    fn kinds(names: &[&str]) -> Vec<Entrant> {
        let entrant = |name: &&str| Entrant::Computer(name.parse().unwrap());
        names.iter().map(entrant).collect()
    }

    fn bot() -> Entrant {
        Entrant::Bot {
            hash: Hash([1; 32]),
            name: Name::new("bot").unwrap(),
        }
    }

    fn tournament(entrants: Vec<Entrant>) -> Tournament {
        Tournament::new(Draft {
            entrants,
            games: 6,
            opening: 2,
            seed: 3,
            ..Draft::default()
        })
        .unwrap()
    }

    /// Lets an arena play, a bot answering as a contestant does; a clock on which each
    /// look takes a millisecond.
    fn run(
        tournament: &Tournament,
        games: Range<u64>,
        mut bot: impl FnMut(&BotAsk) -> BotSaid,
    ) -> Vec<Played> {
        let mut arena = Arena::new();
        arena.enter(&file::write(tournament)).unwrap();
        arena.take(games).unwrap();
        let clock = Cell::new(0.0);
        let now = || {
            clock.set(clock.get() + 1.0);
            clock.get()
        };
        let mut played = Vec::new();
        let mut seated = Vec::new();
        let mut waiting: Vec<(u32, BotSaid)> = Vec::new();
        for _ in 0..100_000 {
            for out in arena.work(&now) {
                match out {
                    Out::Games(lines, all) => {
                        let game = |line: &String| Played::read(tournament, line).unwrap();
                        played.extend(lines.iter().map(game));
                        if all {
                            assert!(!arena.is_busy());
                            return played;
                        }
                    }
                    Out::Seats(seats) => {
                        assert_ne!(seated, seats);
                        seated = seats;
                    }
                    Out::Bot {
                        entrant,
                        question,
                        ask,
                    } => {
                        // No other is in memory.
                        assert!(seated.contains(&entrant) && seated.len() <= 2);
                        waiting.push((question, bot(&ask)));
                    }
                }
            }
            // An answer to another question comes first, and is dropped.
            for (question, said) in std::mem::take(&mut waiting) {
                arena.answer(question.wrapping_sub(1), BotSaid::Move(1), 5);
                arena.answer(question, said, 5);
            }
        }
        panic!("it does not come to an end");
    }

    fn moves(
        played: &[Played],
    ) -> Vec<(
        u64,
        Vec<four_shapes_engine::Cell>,
        four_shapes_engine::tournament::Ending,
    )> {
        let game = |game: &Played| (game.number, game.moves.clone(), game.ending);
        played.iter().map(game).collect()
    }

    #[test]
    fn the_games_are_those_that_are_played_at_once() {
        let tournament = tournament(kinds(&["random", "level:2", "lookahead:3"]));
        let means = Means {
            memory: MEMORY,
            book: None,
        };
        let expected: Vec<Played> = (3..17)
            .map(|number| {
                let playing = tournament.begin(number);
                let [mut first, mut second] = playing.fixture().entrants.map(|entrant| {
                    let Entrant::Computer(kind) = tournament.entrants()[entrant] else {
                        unreachable!()
                    };
                    Built::new(kind, tournament.rules(), &means)
                });
                play(playing, [&mut first, &mut second], || 0)
            })
            .collect();
        let played = run(&tournament, 3..17, |_| unreachable!("there is no bot"));
        assert_eq!(moves(&played), moves(&expected));
    }

    /// Drops pieces into the first column that has room, and then breaks down.
    struct Leftmost {
        left: usize,
    }

    impl Contestant for Leftmost {
        fn begin(&mut self, _: &Playing, _: usize) -> Result<(), Fault> {
            Ok(())
        }

        fn choose(&mut self, playing: &Playing) -> Result<i32, Fault> {
            self.left = self.left.checked_sub(1).ok_or(Fault::Crash)?;
            let moves: Vec<i32> = playing.moves().collect();
            Ok(leftmost(&moves))
        }
    }

    fn leftmost(moves: &[i32]) -> i32 {
        let filled = |column: i32| moves.iter().filter(|one| **one == column).count() >= 6;
        (1..=7).find(|column| !filled(*column)).unwrap()
    }

    #[test]
    fn bots_play_as_contestants_do() {
        let mut entrants = kinds(&["level:1"]);
        entrants.push(bot());
        let tournament = tournament(entrants);
        let expected: Vec<Played> = (0..6)
            .map(|number| {
                let playing = tournament.begin(number);
                let mut bot = Leftmost { left: 5 };
                let means = Means {
                    memory: MEMORY,
                    book: None,
                };
                let mut other = Built::new(Kind::Level(1), tournament.rules(), &means);
                if playing.fixture().first == 0 {
                    play(playing, [&mut other, &mut bot], || 0)
                } else {
                    play(playing, [&mut bot, &mut other], || 0)
                }
            })
            .collect();
        let mut left = 0;
        let played = run(&tournament, 0..6, |ask| match ask {
            BotAsk::Begin {
                rules,
                instructions,
                ..
            } => {
                assert_eq!(rules[..4], [7, 6, 4, 1]);
                assert_eq!(*instructions, 100_000_000);
                left = 5;
                BotSaid::Ready
            }
            BotAsk::Choose(_) if left == 0 => BotSaid::Failed(Fault::Crash),
            BotAsk::Choose(moves) => {
                left -= 1;
                BotSaid::Move(leftmost(moves))
            }
        });
        assert_eq!(moves(&played), moves(&expected));
        let mut table = Table::new(&tournament);
        for game in &played {
            table.add(game);
        }
        assert_eq!(table.done(), 6);
    }

    #[test]
    fn bots_that_do_not_play_leave() {
        let mut entrants = kinds(&["random", "level:1"]);
        entrants.extend([bot(), bot(), bot()]);
        let tournament = tournament(entrants);
        let mut arena = Arena::new();
        arena.enter(&file::write(&tournament)).unwrap();
        arena.take(0..tournament.total()).unwrap();
        let mut seats = Vec::new();
        for _ in 0..100_000 {
            let mut waiting = Vec::new();
            for out in arena.work(&|| 0.0) {
                match out {
                    Out::Seats(_) => seats.push(out.write()),
                    Out::Bot { question, .. } => waiting.push(question),
                    Out::Games(_, true) => {
                        // The first two play without any.
                        let expected = "seats 2, seats 3, seats 4, seats 2, seats 3, seats 4, \
                                        seats 2 3, seats 2 4, seats 3 4, ";
                        let all = seats.join(", ") + ", ";
                        assert!(all.starts_with(expected), "{all}");
                        return;
                    }
                    Out::Games(_, false) => {}
                }
            }
            for question in waiting {
                arena.answer(question, BotSaid::Failed(Fault::Crash), 0);
            }
        }
        panic!("it does not come to an end");
    }

    #[test]
    fn whoever_cannot_begin_forfeits_each_game() {
        let tournament = tournament(vec![bot(), bot()]);
        let played = run(&tournament, 0..6, |_| BotSaid::Failed(Fault::Memory));
        for game in played {
            assert_eq!(
                game.ending,
                four_shapes_engine::tournament::Ending::Forfeit {
                    player: 0,
                    fault: Fault::Memory
                }
            );
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let mut arena = Arena::new();
        assert!(arena.enter("{}").is_err());
        assert!(arena.take(0..1).is_err());
        let tournament = tournament(kinds(&["random", "level:6"]));
        assert_eq!(
            arena.enter(&file::write(&tournament)),
            Ok(true),
            "it wants the book"
        );
        assert!(arena.take(0..7).is_err());
        for (text, said) in [
            ("ready", Some(BotSaid::Ready)),
            ("move 4", Some(BotSaid::Move(4))),
            ("move x", None),
            ("trap -3 0", Some(BotSaid::Failed(Fault::Overtime))),
            ("trap 3 1", Some(BotSaid::Failed(Fault::Memory))),
            ("trap 3 0", Some(BotSaid::Failed(Fault::Crash))),
            ("overtime", Some(BotSaid::Failed(Fault::Overtime))),
            ("nonsense", Some(BotSaid::Failed(Fault::Nonsense))),
            ("", None),
        ] {
            assert_eq!(BotSaid::read(text), said, "{text}");
        }
    }
}
