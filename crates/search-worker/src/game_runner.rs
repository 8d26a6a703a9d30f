//! Games of a tournament, played in a worker.

use four_shapes_engine::{
    Rules,
    players::{Choice, Computer, Kind, Progress, Resources, Situation},
    solver::book::Book,
    tournament::{Entrant, ForfeitReason, MEMORY, Tournament, TournamentGame, file},
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
pub struct GameRunner {
    resources: Resources,
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
    playing: TournamentGame,
    players: [Contestant; 2],
    stage: Stage,
}

/// Who plays in a game.
enum Contestant {
    Computer(Kind, Box<dyn Computer>),
    Bot(usize),
}

/// What a game waits for.
#[derive(Debug, PartialEq)]
enum Stage {
    /// Bots to be ready: for each player the question, and what came of it.
    Ready([Option<u32>; 2], [Option<ForfeitReason>; 2]),
    /// Whoever has to move has not been asked.
    Turn,
    /// A computer player thinks, since so many milliseconds.
    Thinks(f64),
    /// A bot was asked this.
    Asked(u32),
}

/// A message from the game runner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
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
        ask: BotRequest,
    },
}

/// What a bot is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotRequest {
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
pub enum BotReply {
    /// It is ready.
    Ready,
    /// Its move.
    Move(i32),
    /// It has failed.
    Failed(ForfeitReason),
}

impl Default for GameRunner {
    fn default() -> Self {
        Self::new()
    }
}

impl GameRunner {
    /// One that has nothing to do yet.
    pub fn new() -> Self {
        Self {
            resources: Resources {
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
        self.resources.book = Some(Arc::new(book));
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
        Ok(wants && self.resources.book.is_none())
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
    pub fn answer(&mut self, question: u32, reply: BotReply, microseconds: u64) {
        let Some(current) = &mut self.current else {
            return;
        };
        match &mut current.stage {
            Stage::Ready(asked, forfeits) => {
                let Some(player) = asked.iter().position(|one| *one == Some(question)) else {
                    return;
                };
                asked[player] = None;
                forfeits[player] = match reply {
                    BotReply::Ready => None,
                    BotReply::Move(_) => Some(ForfeitReason::Nonsense),
                    BotReply::Failed(reason) => Some(reason),
                };
            }
            Stage::Asked(asked) if *asked == question => {
                match reply {
                    BotReply::Move(number) => current.playing.play(number, microseconds),
                    BotReply::Failed(reason) => current.playing.forfeit(reason, microseconds),
                    BotReply::Ready => current
                        .playing
                        .forfeit(ForfeitReason::Nonsense, microseconds),
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
    pub fn work(&mut self, now: &dyn Fn() -> f64) -> Vec<Message> {
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
            out.push(Message::Games(std::mem::take(&mut self.over), all));
        }
        out
    }

    /// Begins the next game, if there is one.
    fn begin(&mut self, out: &mut Vec<Message>) -> bool {
        let (Some(tournament), Some(number)) = (&self.tournament, self.queue.next()) else {
            return false;
        };
        let playing = tournament.begin(number);
        let computer = |seat: &usize| matches!(tournament.entrants()[*seat], Entrant::Computer(_));
        let seats = playing.scheduled().entrants.into_iter();
        let mut seats: Vec<usize> = seats.filter(|seat| !computer(seat)).collect();
        seats.sort_unstable();
        if self.seats != seats {
            self.seats.clone_from(&seats);
            out.push(Message::Seats(seats));
        }
        let mut asked = [None; 2];
        let mut sit = |player: usize| {
            let entrant = playing.scheduled().entrants[player];
            match &tournament.entrants()[entrant] {
                // New ones for each game: what they remember of another could change it.
                Entrant::Computer(kind) => {
                    Contestant::Computer(*kind, kind.computer(tournament.rules(), &self.resources))
                }
                Entrant::Bot { .. } | Entrant::Program { .. } => {
                    self.question = self.question.wrapping_add(1);
                    asked[player] = Some(self.question);
                    out.push(Message::Bot {
                        entrant,
                        question: self.question,
                        ask: BotRequest::Begin {
                            rules: playing.bot_parameters(player),
                            seed: playing.bot_seed(player),
                            instructions: tournament.config().limits.instructions,
                        },
                    });
                    Contestant::Bot(entrant)
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
    fn step(&mut self, time: &mut f64, now: &dyn Fn() -> f64, out: &mut Vec<Message>) {
        let (Some(current), Some(tournament)) = (&mut self.current, &self.tournament) else {
            return;
        };
        match &current.stage {
            // Some bot is not ready.
            Stage::Ready(asked, _) if *asked != [None; 2] => return,
            Stage::Ready(_, forfeits) => {
                let failed = forfeits.iter().position(Option::is_some);
                if let Some((player, reason)) = failed.and_then(|at| Some((at, forfeits[at]?))) {
                    current.playing.forfeit_by(player, reason);
                }
                current.stage = Stage::Turn;
            }
            Stage::Asked(_) => return,
            Stage::Turn | Stage::Thinks(_) => {}
        }
        if let Some(played) = current.playing.finished() {
            self.over.push(played.to_line(tournament));
            self.current = None;
            *time = now();
            return;
        }
        let Some(player) = current.playing.to_move() else {
            return;
        };
        let (kind, computer) = match &mut current.players[player] {
            Contestant::Computer(kind, computer) => (*kind, computer),
            Contestant::Bot(entrant) => {
                self.question = self.question.wrapping_add(1);
                current.stage = Stage::Asked(self.question);
                out.push(Message::Bot {
                    entrant: *entrant,
                    question: self.question,
                    ask: BotRequest::Choose(current.playing.moves().collect()),
                });
                return;
            }
        };
        let began = if let Stage::Thinks(began) = current.stage {
            began
        } else {
            if let Some(situation) = Situation::of(current.playing.game()) {
                computer.begin(&situation, current.playing.turn_seed());
            }
            current.stage = Stage::Thinks(*time);
            *time
        };
        let thought = computer.think(BUDGET);
        *time = now();
        let passed = (*time - began).max(0.0);
        let choice = match (thought, kind.milliseconds()) {
            (Progress::Chosen(choice), _) => choice,
            (Progress::Thinking { best, .. }, Some(limit)) if passed >= f64::from(limit) => best,
            (Progress::Thinking { .. }, _) => return,
        };
        #[expect(clippy::cast_sign_loss, reason = "it is not negative")]
        let microseconds = (passed * 1000.0) as u64;
        let playing = &mut current.playing;
        match choice {
            Choice::Place(cell) => {
                playing.play(
                    TournamentGame::move_number(tournament.rules(), cell),
                    microseconds,
                );
            }
            // Nobody has agreed that there may be a swap.
            Choice::Swap => playing.forfeit(ForfeitReason::Nonsense, microseconds),
        }
        current.stage = Stage::Turn;
    }
}

impl Message {
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
                    BotRequest::Begin {
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
                ask: BotRequest::Choose(moves),
            } => format!("choose {entrant} {question}{}", words(moves)),
        }
    }
}

impl BotReply {
    /// Reads what stands for a bot's answer: `ready`, `move 4`, `trap -1 0` (how
    /// many instructions were left, whether memory was refused), `overtime`,
    /// `nonsense`.
    pub fn read(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split(' ').collect();
        Some(match words.as_slice() {
            ["ready"] => Self::Ready,
            ["move", number] => Self::Move(number.parse().ok()?),
            ["trap", left, refused] => {
                Self::Failed(ForfeitReason::of_trap(left.parse().ok()?, *refused != "0"))
            }
            ["overtime"] => Self::Failed(ForfeitReason::Overtime),
            ["nonsense"] => Self::Failed(ForfeitReason::Nonsense),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_engine::{
        Name,
        tournament::{
            ComputerContestant, Contestant, FinishedGame, Hash, Table, TournamentConfig, play,
        },
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
        Tournament::new(TournamentConfig {
            entrants,
            games: 6,
            opening: 2,
            seed: 3,
            ..TournamentConfig::default()
        })
        .unwrap()
    }

    /// Runs games, a bot answering as a contestant does; a clock on which each
    /// look takes a millisecond.
    fn run(
        tournament: &Tournament,
        games: Range<u64>,
        mut bot: impl FnMut(&BotRequest) -> BotReply,
    ) -> Vec<FinishedGame> {
        let mut runner = GameRunner::new();
        runner.enter(&file::write(tournament)).unwrap();
        runner.take(games).unwrap();
        let clock = Cell::new(0.0);
        let now = || {
            clock.set(clock.get() + 1.0);
            clock.get()
        };
        let mut played = Vec::new();
        let mut seated = Vec::new();
        let mut waiting: Vec<(u32, BotReply)> = Vec::new();
        for _ in 0..100_000 {
            for out in runner.work(&now) {
                match out {
                    Message::Games(lines, all) => {
                        let game = |line: &String| FinishedGame::parse(tournament, line).unwrap();
                        played.extend(lines.iter().map(game));
                        if all {
                            assert!(!runner.is_busy());
                            return played;
                        }
                    }
                    Message::Seats(seats) => {
                        assert_ne!(seated, seats);
                        seated = seats;
                    }
                    Message::Bot {
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
            for (question, reply) in std::mem::take(&mut waiting) {
                runner.answer(question.wrapping_sub(1), BotReply::Move(1), 5);
                runner.answer(question, reply, 5);
            }
        }
        panic!("it does not come to an end");
    }

    fn moves(
        played: &[FinishedGame],
    ) -> Vec<(
        u64,
        Vec<four_shapes_engine::Cell>,
        four_shapes_engine::tournament::Ending,
    )> {
        let game = |game: &FinishedGame| (game.number, game.moves.clone(), game.ending);
        played.iter().map(game).collect()
    }

    #[test]
    fn the_games_are_those_that_are_played_at_once() {
        let tournament = tournament(kinds(&["random", "level:2", "lookahead:3"]));
        let resources = Resources {
            memory: MEMORY,
            book: None,
        };
        let expected: Vec<FinishedGame> = (3..17)
            .map(|number| {
                let playing = tournament.begin(number);
                let [mut first, mut second] = playing.scheduled().entrants.map(|entrant| {
                    let Entrant::Computer(kind) = tournament.entrants()[entrant] else {
                        unreachable!()
                    };
                    ComputerContestant::new(kind, tournament.rules(), &resources)
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
        fn begin(&mut self, _: &TournamentGame, _: usize) -> Result<(), ForfeitReason> {
            Ok(())
        }

        fn choose(&mut self, playing: &TournamentGame) -> Result<i32, ForfeitReason> {
            self.left = self.left.checked_sub(1).ok_or(ForfeitReason::Crash)?;
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
        let expected: Vec<FinishedGame> = (0..6)
            .map(|number| {
                let playing = tournament.begin(number);
                let mut bot = Leftmost { left: 5 };
                let resources = Resources {
                    memory: MEMORY,
                    book: None,
                };
                let mut other =
                    ComputerContestant::new(Kind::Level(1), tournament.rules(), &resources);
                if playing.scheduled().first == 0 {
                    play(playing, [&mut other, &mut bot], || 0)
                } else {
                    play(playing, [&mut bot, &mut other], || 0)
                }
            })
            .collect();
        let mut left = 0;
        let played = run(&tournament, 0..6, |ask| match ask {
            BotRequest::Begin {
                rules,
                instructions,
                ..
            } => {
                assert_eq!(rules[..4], [7, 6, 4, 1]);
                assert_eq!(*instructions, 100_000_000);
                left = 5;
                BotReply::Ready
            }
            BotRequest::Choose(_) if left == 0 => BotReply::Failed(ForfeitReason::Crash),
            BotRequest::Choose(moves) => {
                left -= 1;
                BotReply::Move(leftmost(moves))
            }
        });
        assert_eq!(moves(&played), moves(&expected));
        let mut table = Table::new(&tournament);
        for game in &played {
            table.add(game);
        }
        assert_eq!(table.played(), 6);
    }

    #[test]
    fn bots_that_do_not_play_leave() {
        let mut entrants = kinds(&["random", "level:1"]);
        entrants.extend([bot(), bot(), bot()]);
        let tournament = tournament(entrants);
        let mut runner = GameRunner::new();
        runner.enter(&file::write(&tournament)).unwrap();
        runner.take(0..tournament.total()).unwrap();
        let mut seats = Vec::new();
        for _ in 0..100_000 {
            let mut waiting = Vec::new();
            for out in runner.work(&|| 0.0) {
                match out {
                    Message::Seats(_) => seats.push(out.write()),
                    Message::Bot { question, .. } => waiting.push(question),
                    Message::Games(_, true) => {
                        // The first two play without any.
                        let expected = "seats 2, seats 3, seats 4, seats 2, seats 3, seats 4, \
                                        seats 2 3, seats 2 4, seats 3 4, ";
                        let all = seats.join(", ") + ", ";
                        assert!(all.starts_with(expected), "{all}");
                        return;
                    }
                    Message::Games(_, false) => {}
                }
            }
            for question in waiting {
                runner.answer(question, BotReply::Failed(ForfeitReason::Crash), 0);
            }
        }
        panic!("it does not come to an end");
    }

    #[test]
    fn whoever_cannot_begin_forfeits_each_game() {
        let tournament = tournament(vec![bot(), bot()]);
        let played = run(&tournament, 0..6, |_| {
            BotReply::Failed(ForfeitReason::Memory)
        });
        for game in played {
            assert_eq!(
                game.ending,
                four_shapes_engine::tournament::Ending::Forfeit {
                    player: 0,
                    reason: ForfeitReason::Memory
                }
            );
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let mut runner = GameRunner::new();
        assert!(runner.enter("{}").is_err());
        assert!(runner.take(0..1).is_err());
        let tournament = tournament(kinds(&["random", "level:6"]));
        assert_eq!(
            runner.enter(&file::write(&tournament)),
            Ok(true),
            "it wants the book"
        );
        assert!(runner.take(0..7).is_err());
        for (text, reply) in [
            ("ready", Some(BotReply::Ready)),
            ("move 4", Some(BotReply::Move(4))),
            ("move x", None),
            ("trap -3 0", Some(BotReply::Failed(ForfeitReason::Overtime))),
            ("trap 3 1", Some(BotReply::Failed(ForfeitReason::Memory))),
            ("trap 3 0", Some(BotReply::Failed(ForfeitReason::Crash))),
            ("overtime", Some(BotReply::Failed(ForfeitReason::Overtime))),
            ("nonsense", Some(BotReply::Failed(ForfeitReason::Nonsense))),
            ("", None),
        ] {
            assert_eq!(BotReply::read(text), reply, "{text}");
        }
    }
}
