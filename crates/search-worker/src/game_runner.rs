//! Plays games of a tournament in a worker.

use crate::message::GameReport;
use four_shapes_players::{Choice, ComputerPlayer, PlayerKind, Progress, Resources, TurnContext};
use four_shapes_rules::Rules;
use four_shapes_solver::book::Book;
use four_shapes_tournament::{
    COMPUTER_MEMORY, Entrant, ForfeitReason, Tournament, TournamentGame, file,
};
use std::{fmt, ops::Range, sync::Arc};

/// The length of a slice in milliseconds: messages wait no longer than this.
const SLICE: f64 = 12.0;
/// The number of positions that a computer player searches between checks of the clock.
const BUDGET: u64 = 2_000;
/// The time between two reports in milliseconds.
const REPORT_INTERVAL: f64 = 100.0;

/// Plays games of a tournament, a slice at a time. It runs computer players itself; bots are
/// sent requests, and reply asynchronously.
pub struct GameRunner {
    resources: Resources,
    tournament: Option<Tournament>,
    /// The numbers of the games left to play.
    queue: Range<u64>,
    current: Option<CurrentGame>,
    /// The bots of the last game that was begun, as indices of entrants.
    running_bots: Vec<usize>,
    /// The lines of finished games that have not been reported.
    unreported: Vec<String>,
    /// The time of the last report in milliseconds.
    last_report: f64,
    /// The id of the last request to a bot.
    last_request: u32,
    /// The end of the queue has not been reported.
    end_unreported: bool,
}

/// The game that is being played.
struct CurrentGame {
    playing: TournamentGame,
    players: [SeatedPlayer; 2],
    stage: Stage,
}

/// A player of the current game.
enum SeatedPlayer {
    Computer(PlayerKind, Box<dyn ComputerPlayer>),
    /// The index of the entrant.
    Bot(usize),
}

/// What the current game waits for.
#[derive(Debug, PartialEq)]
enum Stage {
    /// Bots to start: for each player the id of the pending request, and the failure.
    Starting([Option<u32>; 2], [Option<ForfeitReason>; 2]),
    /// The player to move has to be asked for a move.
    Turn,
    /// A computer player has been thinking since this time in milliseconds.
    Thinking(f64),
    /// A bot to reply to the request with this id.
    Waiting(u32),
}

/// An output of the game runner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// A message to the page.
    Page(GameReport),
    /// A command to the script that runs the bots (`public/game-worker.js`).
    Bots(BotCommand),
}

/// A command to the script that runs the bots. Its [`Display`](fmt::Display) form is a line
/// of words, which the script can split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotCommand {
    /// Terminate all bots except these entrants, which play in the next game: `keep 2 3`.
    /// It is left out if they are the same as in the game before.
    KeepOnly(Vec<usize>),
    /// Send a request to a bot: `begin` or `choose`, the entrant, the id of the request, and
    /// the arguments.
    Request {
        /// The index of the entrant.
        entrant: usize,
        /// Identifies the request.
        id: u32,
        /// The request.
        request: BotRequest,
    },
}

/// A request to a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotRequest {
    /// Begin a game.
    Begin {
        /// Columns, rows, connect, gravity (1 or 0), and the bot's player number (1 moves first).
        rules: [i32; 5],
        /// The seed of the bot's random numbers.
        seed: u64,
        /// The number of instructions for each move.
        instructions: u64,
    },
    /// Choose a move after these moves.
    Choose(Vec<i32>),
}

/// A bot's reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotReply {
    /// The bot is ready.
    Ready,
    /// The bot's move.
    Move(i32),
    /// The bot has failed.
    Failed(ForfeitReason),
}

impl Default for GameRunner {
    fn default() -> Self {
        Self::new()
    }
}

impl GameRunner {
    /// Creates a game runner without a tournament.
    pub fn new() -> Self {
        Self {
            resources: Resources {
                memory: COMPUTER_MEMORY,
                book: None,
            },
            tournament: None,
            queue: 0..0,
            current: None,
            running_bots: Vec::new(),
            unreported: Vec::new(),
            last_report: 0.0,
            last_request: 0,
            end_unreported: false,
        }
    }

    /// Sets the opening book.
    ///
    /// # Errors
    /// Returns an error if the bytes are not an opening book.
    pub fn set_book(&mut self, bytes: &[u8]) -> Result<(), String> {
        let book = Book::read(bytes).map_err(|error| error.to_string())?;
        self.resources.book = Some(Arc::new(book));
        Ok(())
    }

    /// Sets the tournament from a tournament file, and stops the current one. Returns `true`
    /// if its players need the opening book, without which they would play other games.
    ///
    /// # Errors
    /// Returns an error if the text is not a tournament file.
    pub fn set_tournament(&mut self, setup: &str) -> Result<bool, String> {
        let tournament = file::read(setup).map_err(|error| error.to_string())?;
        self.queue = 0..0;
        self.current = None;
        self.running_bots.clear();
        self.unreported.clear();
        self.end_unreported = false;
        let uses_book =
            |entrant: &Entrant| matches!(entrant, Entrant::Computer(PlayerKind::Level(_)));
        let needs_book = tournament.rules() == Rules::CLASSIC
            && self.resources.book.is_none()
            && tournament.entrants().iter().any(uses_book);
        self.tournament = Some(tournament);
        Ok(needs_book)
    }

    /// Replaces the queue with the games of these numbers.
    ///
    /// # Errors
    /// Returns an error if the tournament has no such games.
    pub fn play(&mut self, games: Range<u64>) -> Result<(), String> {
        let total = self.tournament.as_ref().map_or(0, Tournament::game_count);
        if games.end > total {
            return Err(format!("there are {total} games, not {}", games.end));
        }
        self.queue = games;
        self.end_unreported = true;
        Ok(())
    }

    /// Handles a bot's reply, after this time. Replies to earlier requests are dropped.
    pub fn handle_reply(&mut self, id: u32, reply: BotReply, microseconds: u64) {
        let Some(current) = &mut self.current else {
            return;
        };
        match &mut current.stage {
            Stage::Starting(pending, forfeits) => {
                let Some(player) = pending.iter().position(|pending| *pending == Some(id)) else {
                    return;
                };
                pending[player] = None;
                forfeits[player] = match reply {
                    BotReply::Ready => None,
                    BotReply::Move(_) => Some(ForfeitReason::ProtocolViolation),
                    BotReply::Failed(reason) => Some(reason),
                };
            }
            Stage::Waiting(pending) if *pending == id => {
                match reply {
                    BotReply::Move(number) => current.playing.play(number, microseconds),
                    BotReply::Failed(reason) => current.playing.forfeit(reason, microseconds),
                    BotReply::Ready => current
                        .playing
                        .forfeit(ForfeitReason::ProtocolViolation, microseconds),
                }
                current.stage = Stage::Turn;
            }
            _ => {}
        }
    }

    /// Returns `true` if there is something to do before a bot replies.
    pub fn is_busy(&self) -> bool {
        match &self.current {
            None => self.end_unreported,
            Some(CurrentGame { stage, .. }) => match stage {
                Stage::Starting(pending, _) => *pending == [None; 2],
                Stage::Turn | Stage::Thinking(_) => true,
                Stage::Waiting(_) => false,
            },
        }
    }

    /// Plays for a slice and returns the outputs. `now` returns milliseconds of any clock.
    pub fn work(&mut self, now: &dyn Fn() -> f64) -> Vec<Output> {
        let start = now();
        let mut outputs = Vec::new();
        let mut time = start;
        while self.is_busy() && time - start < SLICE {
            if self.current.is_none() && !self.begin(&mut outputs) {
                break;
            }
            self.step(&mut time, now, &mut outputs);
        }
        let finished = self.end_unreported && self.current.is_none() && self.queue.is_empty();
        let due = !self.unreported.is_empty() && time - self.last_report >= REPORT_INTERVAL;
        if finished || due {
            self.last_report = time;
            self.end_unreported &= !finished;
            let lines = std::mem::take(&mut self.unreported);
            outputs.push(Output::Page(GameReport { lines, finished }));
        }
        outputs
    }

    /// Begins the next game. Returns `false` if there is none.
    fn begin(&mut self, outputs: &mut Vec<Output>) -> bool {
        let (Some(tournament), Some(number)) = (&self.tournament, self.queue.next()) else {
            return false;
        };
        let playing = tournament.begin(number);
        let is_bot =
            |entrant: &usize| !matches!(tournament.entrants()[*entrant], Entrant::Computer(_));
        let entrants = playing.scheduled().entrants.into_iter();
        let mut bots: Vec<usize> = entrants.filter(is_bot).collect();
        bots.sort_unstable();
        if self.running_bots != bots {
            self.running_bots.clone_from(&bots);
            outputs.push(Output::Bots(BotCommand::KeepOnly(bots)));
        }
        let mut pending = [None; 2];
        let mut seated_player = |player: usize| {
            let entrant = playing.scheduled().entrants[player];
            match &tournament.entrants()[entrant] {
                // Created for each game, since its memory of another one could affect its moves.
                Entrant::Computer(kind) => SeatedPlayer::Computer(
                    *kind,
                    kind.computer(tournament.rules(), &self.resources),
                ),
                Entrant::Bot { .. } | Entrant::Program { .. } => {
                    self.last_request = self.last_request.wrapping_add(1);
                    pending[player] = Some(self.last_request);
                    outputs.push(Output::Bots(BotCommand::Request {
                        entrant,
                        id: self.last_request,
                        request: BotRequest::Begin {
                            rules: playing.bot_parameters(player),
                            seed: playing.bot_seed(player),
                            instructions: tournament.config().limits.instructions,
                        },
                    }));
                    SeatedPlayer::Bot(entrant)
                }
            }
        };
        let players = [seated_player(0), seated_player(1)];
        self.current = Some(CurrentGame {
            playing,
            players,
            stage: Stage::Starting(pending, [None; 2]),
        });
        true
    }

    /// Advances the current game, unless it waits for a bot.
    fn step(&mut self, time: &mut f64, now: &dyn Fn() -> f64, outputs: &mut Vec<Output>) {
        let (Some(current), Some(tournament)) = (&mut self.current, &self.tournament) else {
            return;
        };
        match &current.stage {
            Stage::Starting(pending, _) if *pending != [None; 2] => return,
            Stage::Starting(_, forfeits) => {
                let failed = forfeits.iter().position(Option::is_some);
                if let Some((player, reason)) = failed.and_then(|at| Some((at, forfeits[at]?))) {
                    current.playing.forfeit_by(player, reason);
                }
                current.stage = Stage::Turn;
            }
            Stage::Waiting(_) => return,
            Stage::Turn | Stage::Thinking(_) => {}
        }
        if let Some(played) = current.playing.finished() {
            self.unreported.push(played.to_line(tournament));
            self.current = None;
            *time = now();
            return;
        }
        let Some(player) = current.playing.to_move() else {
            return;
        };
        let (kind, computer) = match &mut current.players[player] {
            SeatedPlayer::Computer(kind, computer) => (*kind, computer),
            SeatedPlayer::Bot(entrant) => {
                self.last_request = self.last_request.wrapping_add(1);
                current.stage = Stage::Waiting(self.last_request);
                outputs.push(Output::Bots(BotCommand::Request {
                    entrant: *entrant,
                    id: self.last_request,
                    request: BotRequest::Choose(current.playing.moves().collect()),
                }));
                return;
            }
        };
        let start = if let Stage::Thinking(start) = current.stage {
            start
        } else {
            if let Some(situation) = TurnContext::from_game(current.playing.game()) {
                computer.begin(&situation, current.playing.turn_seed());
            }
            current.stage = Stage::Thinking(*time);
            *time
        };
        let progress = computer.run(BUDGET);
        *time = now();
        let elapsed = (*time - start).max(0.0);
        let choice = match (progress, kind.milliseconds()) {
            (Progress::Done(choice), _) => choice,
            (Progress::Paused, Some(limit)) if elapsed >= f64::from(limit) => {
                computer.best_so_far()
            }
            (Progress::Paused, _) => return,
        };
        #[expect(clippy::cast_sign_loss, reason = "it is not negative")]
        let microseconds = (elapsed * 1000.0) as u64;
        let playing = &mut current.playing;
        match choice {
            Choice::Place(cell) => {
                playing.play(
                    TournamentGame::move_number(tournament.rules(), cell),
                    microseconds,
                );
            }
            // Tournament games have no swap rule.
            Choice::Swap => playing.forfeit(ForfeitReason::ProtocolViolation, microseconds),
        }
        current.stage = Stage::Turn;
    }
}

impl fmt::Display for BotCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn write_all<T: fmt::Display>(f: &mut fmt::Formatter<'_>, items: &[T]) -> fmt::Result {
            items.iter().try_for_each(|item| write!(f, " {item}"))
        }
        match self {
            Self::KeepOnly(entrants) => {
                f.write_str("keep")?;
                write_all(f, entrants)
            }
            Self::Request {
                entrant,
                id,
                request,
            } => match request {
                BotRequest::Begin {
                    rules,
                    seed,
                    instructions,
                } => {
                    write!(f, "begin {entrant} {id} {seed} {instructions}")?;
                    write_all(f, rules)
                }
                BotRequest::Choose(moves) => {
                    write!(f, "choose {entrant} {id}")?;
                    write_all(f, moves)
                }
            },
        }
    }
}

impl BotReply {
    /// Parses a bot's reply, as `public/bot.js` writes it: `ready`, `move 4`, `trap -1 0` (the
    /// remaining instructions, and 1 if memory was refused), `overtime` or `nonsense`.
    pub fn parse(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split(' ').collect();
        Some(match words.as_slice() {
            ["ready"] => Self::Ready,
            ["move", number] => Self::Move(number.parse().ok()?),
            ["trap", left, refused] => {
                Self::Failed(ForfeitReason::of_trap(left.parse().ok()?, *refused != "0"))
            }
            ["overtime"] => Self::Failed(ForfeitReason::LimitExceeded),
            ["nonsense"] => Self::Failed(ForfeitReason::ProtocolViolation),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_players::Level;
    use four_shapes_records::Name;
    use four_shapes_tournament::{
        BotHash, ComputerGamePlayer, FinishedGame, GamePlayer, Table, TournamentConfig, play,
    };
    use std::cell::Cell;

    fn kinds(names: &[&str]) -> Vec<Entrant> {
        let entrant = |name: &&str| Entrant::Computer(name.parse().unwrap());
        names.iter().map(entrant).collect()
    }

    fn bot() -> Entrant {
        Entrant::Bot {
            hash: BotHash([1; 32]),
            name: Name::new("bot").unwrap(),
        }
    }

    fn tournament(entrants: Vec<Entrant>) -> Tournament {
        Tournament::new(TournamentConfig {
            entrants,
            games_per_pairing: 6,
            opening_plies: 2,
            seed: 3,
            ..TournamentConfig::default()
        })
        .unwrap()
    }

    /// Plays games with these replies of bots. The clock advances by a millisecond with each
    /// reading.
    fn run(
        tournament: &Tournament,
        games: Range<u64>,
        mut bot: impl FnMut(&BotRequest) -> BotReply,
    ) -> Vec<FinishedGame> {
        let mut runner = GameRunner::new();
        runner.set_tournament(&file::write(tournament)).unwrap();
        runner.play(games).unwrap();
        let clock = Cell::new(0.0);
        let now = || {
            clock.set(clock.get() + 1.0);
            clock.get()
        };
        let mut played = Vec::new();
        let mut running_bots = Vec::new();
        let mut pending: Vec<(u32, BotReply)> = Vec::new();
        for _ in 0..100_000 {
            for output in runner.work(&now) {
                match output {
                    Output::Page(GameReport { lines, finished }) => {
                        let game = |line: &String| FinishedGame::parse(tournament, line).unwrap();
                        played.extend(lines.iter().map(game));
                        if finished {
                            assert!(!runner.is_busy());
                            return played;
                        }
                    }
                    Output::Bots(BotCommand::KeepOnly(entrants)) => {
                        assert_ne!(running_bots, entrants);
                        running_bots = entrants;
                    }
                    Output::Bots(BotCommand::Request {
                        entrant,
                        id,
                        request,
                    }) => {
                        // All other bots have been terminated.
                        assert!(running_bots.contains(&entrant) && running_bots.len() <= 2);
                        pending.push((id, bot(&request)));
                    }
                }
            }
            for (id, reply) in std::mem::take(&mut pending) {
                // A late reply to an earlier request is dropped.
                runner.handle_reply(id.wrapping_sub(1), BotReply::Move(1), 5);
                runner.handle_reply(id, reply, 5);
            }
        }
        panic!("the games are not finished");
    }

    fn moves(
        played: &[FinishedGame],
    ) -> Vec<(
        u64,
        Vec<four_shapes_rules::Cell>,
        four_shapes_tournament::Ending,
    )> {
        let game = |game: &FinishedGame| (game.number, game.moves.clone(), game.ending);
        played.iter().map(game).collect()
    }

    #[test]
    fn games_are_the_same_as_without_slices() {
        let tournament = tournament(kinds(&["random", "level:2", "lookahead:3"]));
        let resources = Resources {
            memory: COMPUTER_MEMORY,
            book: None,
        };
        let expected: Vec<FinishedGame> = (3..17)
            .map(|number| {
                let playing = tournament.begin(number);
                let [mut first, mut second] = playing.scheduled().entrants.map(|entrant| {
                    let Entrant::Computer(kind) = tournament.entrants()[entrant] else {
                        unreachable!()
                    };
                    ComputerGamePlayer::new(kind, tournament.rules(), &resources)
                });
                play(playing, [&mut first, &mut second], || 0)
            })
            .collect();
        let played = run(&tournament, 3..17, |_| unreachable!("there is no bot"));
        assert_eq!(moves(&played), moves(&expected));
    }

    /// Plays the leftmost column that is not full, and crashes after a number of moves.
    struct Leftmost {
        left: usize,
    }

    impl GamePlayer for Leftmost {
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
    fn bots_play_the_same_games_as_contestants() {
        let mut entrants = kinds(&["level:1"]);
        entrants.push(bot());
        let tournament = tournament(entrants);
        let expected: Vec<FinishedGame> = (0..6)
            .map(|number| {
                let playing = tournament.begin(number);
                let mut bot = Leftmost { left: 5 };
                let resources = Resources {
                    memory: COMPUTER_MEMORY,
                    book: None,
                };
                let mut other = ComputerGamePlayer::new(
                    PlayerKind::Level(Level::One),
                    tournament.rules(),
                    &resources,
                );
                if playing.scheduled().first == 0 {
                    play(playing, [&mut other, &mut bot], || 0)
                } else {
                    play(playing, [&mut bot, &mut other], || 0)
                }
            })
            .collect();
        let mut left = 0;
        let played = run(&tournament, 0..6, |request| match request {
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
    fn only_the_bots_of_the_current_game_are_seated() {
        let mut entrants = kinds(&["random", "level:1"]);
        entrants.extend([bot(), bot(), bot()]);
        let tournament = tournament(entrants);
        let mut runner = GameRunner::new();
        runner.set_tournament(&file::write(&tournament)).unwrap();
        runner.play(0..tournament.game_count()).unwrap();
        let mut kept = Vec::new();
        for _ in 0..100_000 {
            let mut pending = Vec::new();
            for output in runner.work(&|| 0.0) {
                match output {
                    Output::Bots(BotCommand::KeepOnly(entrants)) => kept.push(entrants),
                    Output::Bots(BotCommand::Request { id, .. }) => pending.push(id),
                    Output::Page(GameReport { finished: true, .. }) => {
                        // The first pairing is between computer players.
                        let expected: [&[usize]; 9] = [
                            &[2],
                            &[3],
                            &[4],
                            &[2],
                            &[3],
                            &[4],
                            &[2, 3],
                            &[2, 4],
                            &[3, 4],
                        ];
                        assert_eq!(kept[..9], expected);
                        return;
                    }
                    Output::Page(_) => {}
                }
            }
            for id in pending {
                runner.handle_reply(id, BotReply::Failed(ForfeitReason::Crash), 0);
            }
        }
        panic!("the games are not finished");
    }

    #[test]
    fn bot_commands_are_written_as_words() {
        let request = |request| BotCommand::Request {
            entrant: 2,
            id: 9,
            request,
        };
        let begin = request(BotRequest::Begin {
            rules: [7, 6, 4, 1, 2],
            seed: u64::MAX,
            instructions: 100,
        });
        for (command, text) in [
            (BotCommand::KeepOnly(vec![2, 3]), "keep 2 3"),
            (begin, "begin 2 9 18446744073709551615 100 7 6 4 1 2"),
            (request(BotRequest::Choose(vec![4, 3])), "choose 2 9 4 3"),
            (request(BotRequest::Choose(Vec::new())), "choose 2 9"),
        ] {
            assert_eq!(command.to_string(), text);
        }
    }

    #[test]
    fn bot_that_fails_to_begin_forfeits() {
        let tournament = tournament(vec![bot(), bot()]);
        let played = run(&tournament, 0..6, |_| {
            BotReply::Failed(ForfeitReason::Memory)
        });
        for game in played {
            assert_eq!(
                game.ending,
                four_shapes_tournament::Ending::Forfeit {
                    player: 0,
                    reason: ForfeitReason::Memory
                }
            );
        }
    }

    #[test]
    fn invalid_tournaments_and_games_are_rejected() {
        let mut runner = GameRunner::new();
        assert!(runner.set_tournament("{}").is_err());
        assert!(runner.play(0..1).is_err());
        let tournament = tournament(kinds(&["random", "level:6"]));
        let needs_book = runner.set_tournament(&file::write(&tournament));
        assert_eq!(needs_book, Ok(true));
        assert!(runner.play(0..7).is_err());
    }

    #[test]
    fn bot_replies_are_parsed() {
        for (text, reply) in [
            ("ready", Some(BotReply::Ready)),
            ("move 4", Some(BotReply::Move(4))),
            ("move x", None),
            (
                "trap -3 0",
                Some(BotReply::Failed(ForfeitReason::LimitExceeded)),
            ),
            ("trap 3 1", Some(BotReply::Failed(ForfeitReason::Memory))),
            ("trap 3 0", Some(BotReply::Failed(ForfeitReason::Crash))),
            (
                "overtime",
                Some(BotReply::Failed(ForfeitReason::LimitExceeded)),
            ),
            (
                "nonsense",
                Some(BotReply::Failed(ForfeitReason::ProtocolViolation)),
            ),
            ("", None),
        ] {
            assert_eq!(BotReply::parse(text), reply, "{text}");
        }
    }
}
