//! The game on the board, which only commands change.

use super::options::Options;
use four_shapes_analysis::Reason;
use four_shapes_players::{Choice, PlayerKind};
use four_shapes_records::{Match, Name, PieceStyle, Seat, SeriesScore, Setup};
use four_shapes_rules::{
    Cell, Column, Game, MoveError, Player, Position, Rules, Status, Step, SwapError,
    WinStillPossible, hash::fnv1a_64, notation,
};
use four_shapes_styles::Change;
use std::num::NonZeroU8;

/// A command to the session.
#[derive(Clone, Debug)]
pub(crate) enum Command {
    /// Drop a piece into a column.
    Drop(Column),
    /// Place a piece in a cell.
    Place(Cell),
    /// Select a cell for the next piece, or place it if the cell is selected already.
    Select(Cell),
    /// Undo the last step, and the computer players' steps before it.
    Undo,
    /// Redo the next step, and the computer players' steps after it.
    Redo,
    /// Go to the position after this number of steps.
    GoTo(usize),
    /// Swap sides instead of moving.
    Swap,
    /// End the game as a draw if no win is possible.
    AgreeDraw,
    /// End the game, as the player to move has no time left.
    ForfeitOnTime,
    /// Let a computer player play for a seat, or a human (`None`).
    SetComputer(usize, Option<PlayerKind>),
    /// Pause the computer players.
    Pause,
    /// Resume the computer players.
    Resume,
    /// Let a computer player make one move, then pause.
    StepComputer,
    /// Make the choice of a computer player in the [turn](Session::turn_id) for which it
    /// was requested.
    PlayComputerChoice(u32, Choice),
    /// Request a hint, or its next step.
    RequestHint,
    /// Show the hint that was requested.
    ShowHint(Hint),
    /// Start a game of a series that ends when a seat has won this number of games, or of an
    /// open one.
    Start(Setup, Option<NonZeroU8>),
    /// Start another game with the same setup; the next player moves first.
    PlayAgain,
    /// Replace the match on the board.
    Load(Box<Match>),
    /// Replace the user's own game with the one of the library that has this id.
    Open {
        id: String,
        game_match: Box<Match>,
        /// Which of its seats are played elsewhere.
        remote: Option<Remote>,
    },
    /// Show a shared match, and set the user's own aside.
    OpenShared(Box<Match>),
    /// Show an exercise, such as a puzzle, and set the user's own match aside.
    OpenExercise(Exercise, Box<Match>),
    /// End the exercise on the board: no more moves are made in it.
    FinishExercise,
    /// Return from a shared match or an exercise to the user's own match.
    ReturnToOwn,
    /// Make the shared match the user's own.
    KeepShared,
    SetOptions(Options),
    /// Whether the user's own game is one of a competition between people: there is no help until it
    /// has ended, and its end isn't undone.
    SetCompetition(bool),
    /// Which seats of the user's own game are played elsewhere, or `None` if all are played here.
    SetRemote(Option<Remote>),
    /// Show the user's own game, some of whose seats are played elsewhere, as the other players
    /// have it.
    FollowRemote(Box<Match>),
}

/// The part of a game that is played elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Remote {
    /// The seats played elsewhere.
    pub(crate) seats: Vec<usize>,
    pub(crate) known: Known,
}

/// What the players elsewhere know of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    Nothing,
    /// The game after this number of steps.
    Steps(usize),
    /// Everything, at once: it is played live. Taking a move back, a draw and a rematch need the
    /// consent of the others.
    Live,
}

impl Remote {
    /// Returns the number of steps of a game that aren't undone, as the others know them.
    pub(crate) fn fixed_steps(&self, game: &Game) -> usize {
        match self.known {
            Known::Nothing => 0,
            Known::Steps(steps) => steps,
            Known::Live => game.steps().len(),
        }
    }
}

/// What the players of a live game do only if all agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Consent {
    Takeback,
    Draw,
    Rematch,
}

impl Command {
    /// Whether the command is possible if the session is read-only.
    fn is_allowed_when_read_only(&self) -> bool {
        matches!(
            self,
            Self::Undo
                | Self::Redo
                | Self::GoTo(_)
                | Self::RequestHint
                | Self::ShowHint(_)
                | Self::OpenShared(_)
                | Self::SetOptions(_)
        )
    }
}

/// The result of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// The session was opened. There was no command yet.
    Opened,
    Placed {
        player: Player,
        cell: Cell,
    },
    Selected(Cell),
    /// Steps were undone, the last one first.
    Undone(Vec<Step>),
    /// Steps were redone, the first one first.
    Redone(Vec<Step>),
    /// The cursor moved to the position after this number of steps.
    CursorMoved {
        cursor: usize,
        backward: bool,
    },
    Swapped,
    DrawAgreed,
    /// The player to move has run out of time.
    TimeForfeited,
    /// A computer player or a human was set for a seat.
    ComputerSet(usize),
    Paused,
    Resumed,
    HintRequested,
    HintShown,
    Started,
    /// A match was loaded from a file, a text or the library, or an exercise was opened.
    Loaded,
    SharedOpened,
    ReturnedToOwn,
    SharedKept,
    ExerciseFinished,
    HintsAllowed(bool),
    /// Options other than whether hints are allowed were set, or whether the game is one of a
    /// competition.
    OptionsSet,
    Rejected(CommandError),
}

impl Event {
    /// Returns the change of the match, if any, that the conversation reports.
    pub(crate) fn change(&self) -> Option<Change> {
        match self {
            Self::Placed { .. } => Some(Change::Moved),
            Self::Undone(_) | Self::CursorMoved { backward: true, .. } => Some(Change::Undone),
            Self::Redone(_)
            | Self::CursorMoved {
                backward: false, ..
            } => Some(Change::Redone),
            Self::Swapped => Some(Change::Swapped),
            Self::ComputerSet(_) => Some(Change::ComputerSet),
            Self::DrawAgreed => Some(Change::DrawAgreed),
            Self::TimeForfeited => Some(Change::TimeForfeited),
            Self::Started | Self::Loaded | Self::SharedOpened | Self::ReturnedToOwn => {
                Some(Change::Started)
            }
            Self::Opened
            | Self::Selected(_)
            | Self::Paused
            | Self::Resumed
            | Self::HintRequested
            | Self::HintShown
            | Self::SharedKept
            | Self::ExerciseFinished
            | Self::HintsAllowed(_)
            | Self::OptionsSet
            | Self::Rejected(_) => None,
        }
    }

    /// Whether neither the position nor the player to move has changed.
    pub(crate) fn keeps_turn(&self) -> bool {
        matches!(
            self,
            Self::Selected(_)
                | Self::Paused
                | Self::HintRequested
                | Self::HintShown
                | Self::SharedKept
                | Self::HintsAllowed(_)
                | Self::OptionsSet
                | Self::Rejected(_)
        )
    }
}

/// The reason why a command was rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CommandError {
    /// The move is illegal.
    Move(MoveError),
    GameOver,
    /// The exercise is finished, though its game isn't over.
    ExerciseFinished,
    /// A computer player, or a player elsewhere, with this name is to move.
    OtherToMove(Name),
    /// The turn for which a choice was requested has passed, or there is time left.
    TurnPassed,
    /// Hints are not allowed during games.
    HintsNotAllowed,
    /// There are no hints and no take-backs in a competition.
    Competition,
    /// There are no hints and no computer players in a game with others elsewhere.
    Remote,
    /// The others know the moves after this position.
    EarlierPosition,
    /// The others have to agree, and are asked by `friend::live`.
    NeedsConsent(Consent),
    NothingToUndo,
    NothingToRedo,
    Swap(SwapError),
    Draw(WinStillPossible),
    /// Another tab has the game.
    ReadOnly,
    /// There is no shared match to keep, or nothing to return from.
    NoSharedMatch,
    /// No exercise is open.
    NoExercise,
}

/// A good move in the position on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hint {
    pub(crate) cell: Cell,
    pub(crate) reason: Reason,
    /// Swapping sides is better than any move.
    pub(crate) swap: bool,
}

/// How much of a hint is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HintStep {
    /// Where to look: some columns, one of which has the move.
    Columns,
    /// The move.
    Move,
    /// The reason for it.
    Reason,
}

/// The state of the hint for the position on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
enum HintState {
    None,
    Requested,
    Shown(Hint, HintStep),
}

/// Whether the computer players play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RunState {
    Running,
    Paused,
    /// Running until the next move.
    Stepping,
}

/// A match and the score of the series that it belongs to.
#[derive(Clone, Debug)]
struct ScoredMatch {
    game_match: Match,
    series_score: SeriesScore,
}

/// What is on the board, and the user's own match if that is set aside.
#[derive(Clone, Debug)]
enum OnBoard {
    Own,
    Shared {
        own: Box<ScoredMatch>,
    },
    Exercise {
        kind: Exercise,
        own: Box<ScoredMatch>,
        /// The number of steps that lead to its position. They are not undone.
        start: usize,
        is_finished: bool,
    },
}

/// The purpose of a match that is on the board in place of the user's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exercise {
    Puzzle,
    Lesson,
    Opening,
    /// Other moves from a position of a reviewed game.
    Trial,
}

/// A change of the wins that humans have achieved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WinChange {
    /// The latest command has won this match.
    Won(Match),
    /// The latest command has replaced the end of this match, which was won.
    Undone(Match),
}

/// The clock of the player to move; the times are in milliseconds.
#[derive(Clone, Copy, Debug)]
enum TurnClock {
    /// It shows the time at the start of the turn, until a move is made: the turn began otherwise, as by
    /// undoing or loading.
    Waiting,
    /// `before` had passed at the time `since`.
    Running { before: u32, since: u64 },
    /// This has passed. In a live game a player is away, or the host has not confirmed a move.
    Stopped(u32),
}

/// The clock of a live game, as its host measures it.
#[derive(Clone, Debug)]
pub(crate) struct LiveClock {
    /// The match, with the times of the steps.
    pub(crate) game_match: Match,
    /// What has passed of this turn, in milliseconds.
    pub(crate) elapsed: u32,
    pub(crate) is_running: bool,
}

/// The match on the board and the latest event.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    current: ScoredMatch,
    on_board: OnBoard,
    /// The number of matches so far, to distinguish shared ones, which have no id.
    match_count: u32,
    run_state: RunState,
    hint: HintState,
    /// The cell selected for the next piece.
    selected: Option<Cell>,
    options: Options,
    /// Whether the user's own match is one of a competition.
    is_competition: bool,
    /// Which seats of the user's own match are played elsewhere.
    remote: Option<Remote>,
    read_only: bool,
    event: Event,
    /// The number of commands so far, to distinguish equal events.
    command_count: u32,
    turn_id: u32,
    turn_clock: TurnClock,
    /// Returns the time in milliseconds.
    now: fn() -> u64,
    /// The id of the user's own game.
    id: String,
    /// How often the user's own game has become another one.
    own_count: u32,
    /// Generates a unique id.
    new_id: fn() -> String,
    /// Those of the latest command.
    win_changes: Vec<WinChange>,
}

impl Session {
    pub(crate) fn new(game_match: Match, series_score: SeriesScore) -> Self {
        let mut session = Self {
            current: ScoredMatch {
                game_match,
                series_score,
            },
            on_board: OnBoard::Own,
            match_count: 0,
            run_state: RunState::Running,
            hint: HintState::None,
            selected: None,
            options: Options::default(),
            is_competition: false,
            remote: None,
            read_only: false,
            event: Event::Opened,
            command_count: 0,
            turn_id: 0,
            turn_clock: TurnClock::Waiting,
            now: || 0,
            id: String::new(),
            own_count: 0,
            new_id: String::new,
            win_changes: Vec::new(),
        };
        session.reset_run_state();
        session
    }

    pub(crate) fn with_options(self, options: Options) -> Self {
        Self { options, ..self }
    }

    pub(crate) fn with_read_only(self, read_only: bool) -> Self {
        Self { read_only, ..self }
    }

    /// Sets the id of the user's own game and the generator of ids.
    pub(crate) fn with_ids(self, id: String, new_id: fn() -> String) -> Self {
        Self { id, new_id, ..self }
    }

    /// Sets which seats of the user's own game are played elsewhere.
    pub(crate) fn with_remote(self, remote: Option<Remote>) -> Self {
        Self { remote, ..self }
    }

    /// Sets the function that returns the time in milliseconds.
    pub(crate) fn with_clock(self, now: fn() -> u64) -> Self {
        Self { now, ..self }
    }

    pub(crate) fn current_match(&self) -> &Match {
        &self.current.game_match
    }

    pub(crate) fn game(&self) -> &Game {
        self.current.game_match.game()
    }

    pub(crate) fn setup(&self) -> &Setup {
        self.current.game_match.setup()
    }

    pub(crate) fn series_score(&self) -> &SeriesScore {
        &self.current.series_score
    }

    /// Returns the user's own match, on the board or set aside.
    pub(crate) fn own(&self) -> (&Match, &SeriesScore) {
        let ScoredMatch {
            game_match,
            series_score,
        } = match &self.on_board {
            OnBoard::Own => &self.current,
            OnBoard::Shared { own } | OnBoard::Exercise { own, .. } => own,
        };
        (game_match, series_score)
    }

    /// Whether the user's own match is on the board.
    pub(crate) fn is_own(&self) -> bool {
        matches!(self.on_board, OnBoard::Own)
    }

    /// Returns the id of the user's own match.
    pub(crate) fn own_id(&self) -> &str {
        &self.id
    }

    /// Returns a number that changes when the user's own match becomes another one, also one that was
    /// the own match before.
    pub(crate) fn own_count(&self) -> u32 {
        self.own_count
    }

    /// Whether the board still is the empty one with which the page opened, of a classic two-player game.
    pub(crate) fn is_untouched(&self) -> bool {
        self.is_first_game() && self.game().steps().is_empty()
    }

    /// Whether the first move was made on the untouched board, and nothing else happened since: a
    /// computer player may answer it.
    pub(crate) fn awaits_first_answer(&self) -> bool {
        self.is_first_game() && (self.game().cursor(), self.game().steps().len()) == (1, 1)
    }

    /// Whether the game is the one with which the page opens: a classic one of two humans.
    fn is_first_game(&self) -> bool {
        let is_first =
            self.own_count == 0 && self.is_own() && self.remote.is_none() && !self.read_only;
        let is_classic = *self.setup() == Setup::with_default_seats(Rules::CLASSIC);
        is_first && is_classic && !self.game().is_set_up()
    }

    /// Whether a shared match is on the board and the user's own is set aside.
    pub(crate) fn is_shared(&self) -> bool {
        matches!(self.on_board, OnBoard::Shared { .. })
    }

    /// Whether an exercise is on the board and the user's own match is set aside.
    pub(crate) fn is_exercise(&self) -> bool {
        self.exercise().is_some()
    }

    /// Returns the kind of the exercise on the board, if there is one.
    pub(crate) fn exercise(&self) -> Option<Exercise> {
        match self.on_board {
            OnBoard::Exercise { kind, .. } => Some(kind),
            OnBoard::Own | OnBoard::Shared { .. } => None,
        }
    }

    /// Returns the position that the exercise on the board began with.
    pub(crate) fn exercise_start(&self) -> Option<Position> {
        let OnBoard::Exercise { start, .. } = self.on_board else {
            return None;
        };
        let mut game = self.game().clone();
        while game.cursor() > start {
            game.undo();
        }
        Some(game.position().clone())
    }

    /// Whether the exercise on the board is finished.
    pub(crate) fn is_finished_exercise(&self) -> bool {
        matches!(
            self.on_board,
            OnBoard::Exercise {
                is_finished: true,
                ..
            }
        )
    }

    /// Returns the computer player to move.
    pub(crate) fn computer_to_move(&self) -> Option<PlayerKind> {
        self.to_move().and_then(|seat| seat.computer)
    }

    /// Returns which seats of the match on the board are played elsewhere.
    pub(crate) fn remote(&self) -> Option<&Remote> {
        self.remote.as_ref().filter(|_| self.is_own())
    }

    /// Whether seats of the match on the board are played elsewhere and it has not ended.
    pub(crate) fn is_remote_game(&self) -> bool {
        self.remote().is_some() && !is_over(&to_end(self.current_match()))
    }

    /// Whether a seat of the match on the board is played elsewhere.
    pub(crate) fn is_remote_seat(&self, seat: usize) -> bool {
        self.remote()
            .is_some_and(|remote| remote.seats.contains(&seat))
    }

    /// Whether the player to move is elsewhere.
    pub(crate) fn is_remote_to_move(&self) -> bool {
        self.player_to_move()
            .is_some_and(|player| self.is_remote_seat(self.current_match().seat_index(player)))
    }

    /// Whether the players elsewhere don't know the position on the board.
    pub(crate) fn is_unsent(&self) -> bool {
        self.remote().is_some_and(|remote| match remote.known {
            Known::Nothing => true,
            Known::Steps(steps) => steps != self.game().cursor(),
            Known::Live => false,
        })
    }

    /// Whether the match on the board is played live with others elsewhere.
    pub(crate) fn is_live(&self) -> bool {
        self.is_own() && self.is_own_live()
    }

    /// Whether the user's own match, on the board or set aside, is played live.
    pub(crate) fn is_own_live(&self) -> bool {
        let remote = self.remote.as_ref();
        remote.is_some_and(|remote| remote.known == Known::Live)
    }

    /// Whether there is a step to undo: not one of those that lead to the position of an exercise,
    /// or that players elsewhere know.
    pub(crate) fn can_undo(&self) -> bool {
        let first = match self.on_board {
            OnBoard::Exercise { start, .. } => start,
            OnBoard::Own if self.is_live() => return self.is_remote_game() && self.has_own_step(),
            OnBoard::Own => self
                .remote
                .as_ref()
                .map_or(0, |remote| remote.fixed_steps(self.game())),
            OnBoard::Shared { .. } => 0,
        };
        self.game().cursor() > first && !self.is_competing()
    }

    /// Whether a step of the match on the board was made here.
    fn has_own_step(&self) -> bool {
        let game_match = self.current_match();
        (0..game_match.game().steps().len()).any(|step| {
            let seat = game_match.seat_of_step(step);
            seat.is_some_and(|seat| !self.is_remote_seat(seat))
        })
    }

    /// Returns the player to move, or `None` if the game is over or a finished exercise.
    pub(crate) fn player_to_move(&self) -> Option<Player> {
        match self.game().status() {
            Status::ToMove(player) if !self.is_finished_exercise() => Some(player),
            _ => None,
        }
    }

    /// Returns the seat of the player to move.
    fn to_move(&self) -> Option<&Seat> {
        let player = self.player_to_move()?;
        Some(self.current.game_match.seat(player))
    }

    /// Returns how much of this turn has passed, in milliseconds; `None` if the clock is
    /// [waiting](TurnClock::Waiting) or there is none: for computer players, in games by links, and for
    /// the first move of each player.
    fn elapsed(&self) -> Option<u32> {
        let is_by_links = self.remote().is_some() && !self.is_live();
        let is_timed = self.current_match().is_turn_timed()
            && !self.is_over()
            && !is_by_links
            && !self.is_before_known()
            && !self.read_only;
        match self.turn_clock {
            _ if !is_timed => None,
            TurnClock::Waiting => None,
            TurnClock::Running { before, since } => {
                let running = (self.now)().saturating_sub(since) as u32;
                Some(before.saturating_add(running))
            }
            TurnClock::Stopped(elapsed) => Some(elapsed),
        }
    }

    /// Returns the time that the player to move has left, in milliseconds; `None` if the clock waits.
    fn time_to_move(&self) -> Option<u32> {
        let elapsed = self.elapsed()?;
        let game_match = self.current_match();
        let seat = game_match.seat_index(game_match.game().position().to_move());
        Some(game_match.remaining_time(seat)?.saturating_sub(elapsed))
    }

    /// Returns the time that the player to move has left, in milliseconds; `None` if no clock
    /// is running.
    pub(crate) fn running_time(&self) -> Option<u32> {
        let is_running = matches!(self.turn_clock, TurnClock::Running { .. });
        self.time_to_move().filter(|_| is_running)
    }

    /// Returns the time that a seat has left, in milliseconds, if it has a clock.
    pub(crate) fn remaining_time(&self, seat: usize) -> Option<u32> {
        let game_match = self.current_match();
        let to_move = game_match.game().position().to_move();
        let left = self
            .time_to_move()
            .filter(|_| game_match.seat_index(to_move) == seat);
        left.or_else(|| game_match.remaining_time(seat))
    }

    /// Whether a computer player is to move and not paused.
    pub(crate) fn needs_computer_move(&self) -> bool {
        self.computer_to_move().is_some() && !self.is_paused()
    }

    pub(crate) fn needs_hint(&self) -> bool {
        self.hint == HintState::Requested
    }

    /// Whether a search worker has to find a move or a hint.
    pub(crate) fn needs_search(&self) -> bool {
        self.needs_computer_move() || self.needs_hint()
    }

    /// Whether the game needs code that is loaded later.
    pub(crate) fn needs_background(&self) -> bool {
        self.needs_search()
            || self.only_computers()
            || self.setup().time_control().is_some()
            || self.remote.is_some()
    }

    /// Whether the computer players are paused.
    pub(crate) fn is_paused(&self) -> bool {
        self.run_state == RunState::Paused
    }

    pub(crate) fn is_over(&self) -> bool {
        self.to_move().is_none()
    }

    /// Whether all players are computer players.
    pub(crate) fn only_computers(&self) -> bool {
        let mut seats = self.setup().seats().iter();
        seats.all(|seat| seat.computer.is_some())
    }

    /// Returns the id of the turn. The same position has another id when it is reached again.
    pub(crate) fn turn_id(&self) -> u32 {
        self.turn_id
    }

    /// Returns the seed of the computer player to move. It depends on the game and its moves,
    /// so that a computer player repeats its moves after an undo, but not in another game.
    pub(crate) fn seed(&self) -> u64 {
        let shared = if self.is_own() { 0 } else { self.match_count };
        let moves = notation::write(self.game());
        fnv1a_64(&format!("{} {shared} {moves}", self.id))
    }

    /// Whether hints and analysis are available: if they are allowed, or after the game.
    pub(crate) fn allows_hints(&self) -> bool {
        self.allows_help() || self.is_over()
    }

    /// Whether hints and analysis are allowed during this game. In a competition they are when it
    /// has ended, also at earlier positions; so they are in a game with players elsewhere.
    pub(crate) fn allows_help(&self) -> bool {
        self.options.hints && !self.is_competing() && !self.is_remote_game()
    }

    /// Whether the match on the board is one of a competition and has not ended: then there is no
    /// help, and no move is taken back.
    pub(crate) fn is_competing(&self) -> bool {
        self.is_competition() && !is_over(&to_end(self.current_match()))
    }

    /// Whether the match on the board is one of a competition.
    pub(crate) fn is_competition(&self) -> bool {
        self.is_competition && self.is_own()
    }

    pub(crate) fn options(&self) -> Options {
        self.options
    }

    pub(crate) fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// Returns the hint if one is shown, and how much of it.
    pub(crate) fn hint(&self) -> Option<(Hint, HintStep)> {
        match self.hint {
            HintState::Shown(hint, step) => Some((hint, step)),
            HintState::None | HintState::Requested => None,
        }
    }

    /// Returns the columns where to look for the move of a hint: two or three next to each other,
    /// or none if they would be all. Its place among them depends on the position only.
    pub(crate) fn hint_columns(&self, hint: Hint) -> Vec<Column> {
        let position = self.game().position();
        let mut columns: Vec<_> = position.playable().map(Cell::column).collect();
        columns.dedup();
        let count = if columns.len() > 3 { 3 } else { 2 };
        let at = columns.iter().position(|it| *it == hint.cell.column());
        let before = (hint.cell.row() + position.piece_count()) % count;
        let Some(last) = columns.len().checked_sub(count).filter(|last| *last > 0) else {
            return Vec::new();
        };
        let first = at.unwrap_or(0).saturating_sub(before).min(last);
        columns.drain(first..first + count).collect()
    }

    /// Returns the cell selected for the next piece.
    pub(crate) fn selected(&self) -> Option<Cell> {
        self.selected
    }

    /// Returns the pieces of the winner if the latest command has won the game, unless the user
    /// [has lost](Self::is_lost).
    pub(crate) fn celebrated(&self) -> Option<PieceStyle> {
        let winner = self.current_match().winner()?;
        let is_new = matches!(self.event, Event::Placed { .. } | Event::TimeForfeited);
        (is_new && !self.is_lost()).then_some(winner.piece_style)
    }

    /// Whether a computer player or a player elsewhere has beaten a human.
    pub(crate) fn is_lost(&self) -> bool {
        winner_seat(self.current_match()).is_some_and(|winner| {
            self.setup().seats()[winner].computer.is_some() || self.is_remote_seat(winner)
        }) && !self.only_computers()
    }

    pub(crate) fn event(&self) -> &Event {
        &self.event
    }

    /// Returns the number of commands so far.
    pub(crate) fn command_count(&self) -> u32 {
        self.command_count
    }

    /// Returns the changes of the wins of humans by the latest command, except in exercises.
    pub(crate) fn win_changes(&self) -> &[WinChange] {
        &self.win_changes
    }

    /// Applies a command and stores the resulting event.
    pub(crate) fn apply(&mut self, command: Command) {
        self.command_count = self.command_count.wrapping_add(1);
        self.win_changes.clear();
        let result = if self.read_only && !command.is_allowed_when_read_only() {
            Err(CommandError::ReadOnly)
        } else {
            self.try_apply(command)
        };
        self.event = result.unwrap_or_else(Event::Rejected);
        if !self.event.keeps_turn() {
            self.hint = HintState::None;
            self.selected = None;
            self.turn_id = self.turn_id.wrapping_add(1);
            let is_move = matches!(self.event, Event::Placed { .. } | Event::Swapped);
            self.turn_clock = if is_move {
                let since = (self.now)();
                TurnClock::Running { before: 0, since }
            } else {
                TurnClock::Waiting
            };
        }
    }

    fn try_apply(&mut self, command: Command) -> Result<Event, CommandError> {
        Ok(match command {
            Command::Drop(column) => {
                self.check_human_to_move()?;
                let landing = self.game().position().landing(column);
                self.place_for_human(landing.map_err(CommandError::Move)?)?
            }
            Command::Place(cell) => self.place_for_human(cell)?,
            Command::Select(cell) if self.selected == Some(cell) => self.place_for_human(cell)?,
            Command::Select(cell) => self.select(cell)?,
            Command::Undo if self.is_competition() && self.is_over() => {
                return Err(CommandError::GameOver);
            }
            Command::Undo | Command::GoTo(_) if self.is_competing() => {
                return Err(CommandError::Competition);
            }
            Command::Undo if !self.can_undo() => return Err(CommandError::NothingToUndo),
            Command::Undo if self.is_live() => {
                return Err(CommandError::NeedsConsent(Consent::Takeback));
            }
            Command::AgreeDraw if self.is_live() => {
                return Err(CommandError::NeedsConsent(Consent::Draw));
            }
            Command::PlayAgain if self.is_own_live() => {
                return Err(CommandError::NeedsConsent(Consent::Rematch));
            }
            Command::Undo => Event::Undone(self.step_until_human(Match::undo)),
            Command::Redo => match self.step_until_human(Match::redo) {
                steps if steps.is_empty() => return Err(CommandError::NothingToRedo),
                steps => Event::Redone(steps),
            },
            Command::GoTo(step) => self.go_to(step),
            Command::Swap => {
                self.check_human_to_move()?;
                self.swap()?;
                self.run_state = RunState::Running;
                Event::Swapped
            }
            Command::AgreeDraw => self.agree_draw()?,
            Command::ForfeitOnTime => self.forfeit_on_time()?,
            Command::SetComputer(..) if self.is_remote_game() => return Err(CommandError::Remote),
            Command::SetComputer(seat, computer) => {
                self.current.game_match.set_computer(seat, computer);
                Event::ComputerSet(seat)
            }
            Command::Pause => {
                self.cancel_hint_request();
                self.run_state = RunState::Paused;
                Event::Paused
            }
            Command::Resume => {
                self.run_state = RunState::Running;
                Event::Resumed
            }
            Command::StepComputer => {
                self.run_state = RunState::Stepping;
                Event::Resumed
            }
            Command::PlayComputerChoice(turn_id, choice) => self.play_choice(turn_id, choice)?,
            Command::RequestHint => self.request_hint()?,
            Command::ShowHint(hint) => self.show_hint(hint)?,
            Command::Start(setup, series_length) => {
                self.replace_own(Match::new(setup));
                self.current.series_score.set_length(series_length);
                Event::Started
            }
            Command::PlayAgain => self.play_again(),
            Command::Load(next) => self.open(*next),
            Command::Open {
                id,
                game_match,
                remote,
            } => {
                let event = self.open(*game_match);
                self.begin_own(id);
                self.remote = remote;
                event
            }
            Command::OpenShared(next) => self.open_shared(*next),
            Command::OpenExercise(kind, next) => self.open_exercise(kind, *next),
            Command::FinishExercise => self.finish_exercise()?,
            Command::ReturnToOwn => self.return_to_own()?,
            Command::KeepShared => self.keep_shared()?,
            Command::SetOptions(options) => self.set_options(options),
            Command::SetRemote(remote) => {
                self.remote = remote;
                // The clock of a live game follows; when it has ended, no one may be there to move.
                self.turn_clock = TurnClock::Waiting;
                self.drop_forbidden_hint()
            }
            Command::FollowRemote(next) => self.follow_remote(*next),
            Command::SetCompetition(is_competition) => {
                self.is_competition = is_competition;
                self.drop_forbidden_hint()
            }
        })
    }

    fn drop_forbidden_hint(&mut self) -> Event {
        if !self.allows_help() {
            self.hint = HintState::None;
        }
        Event::OptionsSet
    }

    /// Follows the clock of a live game, which is no command: nothing is announced.
    pub(crate) fn follow_clock(&mut self, clock: LiveClock) {
        let LiveClock {
            game_match,
            elapsed,
            is_running,
        } = clock;
        if !self.is_live() {
            return;
        }
        let own = &self.current.game_match;
        let is_same = own.setup() == game_match.setup()
            && own.game().start() == game_match.game().start()
            && own.game().steps() == game_match.game().steps()
            && own.game().cursor() == game_match.game().cursor();
        if is_same {
            // With the times that the host has measured.
            self.current.game_match = game_match;
        }
        self.turn_clock = if is_running {
            let since = (self.now)();
            let before = elapsed;
            TurnClock::Running { before, since }
        } else {
            TurnClock::Stopped(elapsed)
        };
    }

    fn set_options(&mut self, options: Options) -> Event {
        let before = std::mem::replace(&mut self.options, options);
        if !options.hints {
            self.hint = HintState::None;
        }
        if before.hints == options.hints {
            Event::OptionsSet
        } else {
            Event::HintsAllowed(options.hints)
        }
    }

    fn check_human_to_move(&self) -> Result<(), CommandError> {
        let seat = self.to_move().ok_or(if self.is_finished_exercise() {
            CommandError::ExerciseFinished
        } else {
            CommandError::GameOver
        })?;
        if self.is_before_known() {
            return Err(CommandError::EarlierPosition);
        }
        if seat.computer.is_some() || self.is_remote_to_move() {
            return Err(CommandError::OtherToMove(seat.name.clone()));
        }
        if self.is_live() && self.running_time() == Some(0) {
            // The host is about to say so.
            return Err(CommandError::TurnPassed);
        }
        Ok(())
    }

    /// Whether players elsewhere know steps after the position on the board.
    fn is_before_known(&self) -> bool {
        self.remote()
            .is_some_and(|remote| self.game().cursor() < remote.fixed_steps(self.game()))
    }

    fn select(&mut self, cell: Cell) -> Result<Event, CommandError> {
        self.check_human_to_move()?;
        let position = self.game().position();
        position.check_place(cell).map_err(CommandError::Move)?;
        self.selected = Some(cell);
        Ok(Event::Selected(cell))
    }

    fn place_for_human(&mut self, cell: Cell) -> Result<Event, CommandError> {
        self.check_human_to_move()?;
        let event = self.place(cell)?;
        self.run_state = RunState::Running;
        Ok(event)
    }

    fn play_choice(&mut self, turn_id: u32, choice: Choice) -> Result<Event, CommandError> {
        if turn_id != self.turn_id {
            return Err(CommandError::TurnPassed);
        }
        let event = match choice {
            Choice::Place(cell) => self.place(cell)?,
            Choice::Swap => {
                self.swap()?;
                Event::Swapped
            }
        };
        if self.run_state == RunState::Stepping {
            self.run_state = RunState::Paused;
        }
        Ok(event)
    }

    fn place(&mut self, cell: Cell) -> Result<Event, CommandError> {
        let player = self.player_to_move().ok_or(CommandError::GameOver)?;
        self.make_step(|game_match| {
            let next = game_match.game().steps().get(game_match.game().cursor());
            // The same move again leaves a finished game as it was finished.
            if next == Some(&Step::Place(cell))
                && game_match.setup().time_control().is_none()
                && is_over(&to_end(game_match))
            {
                game_match.redo();
                return Ok(());
            }
            let turn = game_match.turn().ok_or(CommandError::GameOver)?;
            turn.play(cell).map_err(CommandError::Move)
        })?;
        Ok(Event::Placed { player, cell })
    }

    fn swap(&mut self) -> Result<(), CommandError> {
        self.make_step(|game_match| game_match.swap().map_err(CommandError::Swap))
    }

    fn agree_draw(&mut self) -> Result<Event, CommandError> {
        if self.remote().is_some() {
            self.check_human_to_move()?;
        }
        self.make_agreed_draw()
    }

    fn make_agreed_draw(&mut self) -> Result<Event, CommandError> {
        self.make_step(|game_match| {
            let turn = game_match.turn().ok_or(CommandError::GameOver)?;
            turn.agree_draw().map_err(CommandError::Draw)
        })?;
        Ok(Event::DrawAgreed)
    }

    fn forfeit_on_time(&mut self) -> Result<Event, CommandError> {
        // In a live game its host says so.
        if self.running_time() != Some(0) || self.is_live() {
            return Err(CommandError::TurnPassed);
        }
        self.make_step(|game_match| {
            game_match.forfeit_on_time();
            Ok(())
        })?;
        Ok(Event::TimeForfeited)
    }

    /// Makes a step, records its time, and counts a win. Only steps win: a win that is redone or
    /// loaded was counted when it was played, or elsewhere.
    ///
    /// A step that replaces the end of a finished game begins another one; the library keeps
    /// the finished game.
    fn make_step(
        &mut self,
        step: impl FnOnce(&mut Match) -> Result<(), CommandError>,
    ) -> Result<(), CommandError> {
        let elapsed = self.elapsed();
        let game = self.game();
        let has_undone_steps = game.cursor() < game.steps().len();
        let before = has_undone_steps.then(|| to_end(self.current_match()));
        step(&mut self.current.game_match)?;
        let after = &mut self.current.game_match;
        after.record_time(elapsed.unwrap_or(0));
        if let Some(before) = before {
            if before.game().steps() == after.game().steps() {
                return Ok(());
            }
            if is_over(&before) {
                self.replace_end(before);
            }
        }
        let ScoredMatch {
            game_match,
            series_score,
        } = &mut self.current;
        let is_counted = series_score.record_step(game_match).is_some();
        let won = self.current_match();
        if is_counted && self.is_high_score(won) {
            self.win_changes.push(WinChange::Won(won.clone()));
        }
        Ok(())
    }

    /// Whether a won match belongs in the high scores.
    fn is_high_score(&self, won: &Match) -> bool {
        let is_human = |seat: usize| {
            won.setup().seats()[seat].computer.is_none() && !self.is_remote_seat(seat)
        };
        winner_seat(won).is_some_and(is_human) && !self.is_exercise()
    }

    /// Begins another game, as a step has replaced the end of a finished one.
    fn replace_end(&mut self, finished: Match) {
        // The others elsewhere don't know the end that is replaced, so that it was none.
        if self.is_own() && self.remote.is_none() {
            self.begin_own((self.new_id)());
        }
        let was_counted = self.current.series_score.replace_end().is_some();
        if was_counted && self.is_high_score(&finished) {
            self.win_changes.push(WinChange::Undone(finished));
        }
    }

    /// Undoes or redoes a step, and more until a human is to move, since a computer player
    /// would immediately move again. With computer players only, it is one step, after which
    /// they are paused.
    fn step_until_human(&mut self, step: fn(&mut Match) -> Option<Step>) -> Vec<Step> {
        let mut steps = Vec::new();
        if self.only_computers() {
            self.run_state = RunState::Paused;
            steps.extend(step(&mut self.current.game_match));
            return steps;
        }
        while let Some(step) = step(&mut self.current.game_match) {
            steps.push(step);
            if self.computer_to_move().is_none() {
                break;
            }
        }
        steps
    }

    fn go_to(&mut self, step: usize) -> Event {
        let before = self.game().cursor();
        self.current.game_match.go_to(step);
        let cursor = self.game().cursor();
        // Computer players must not continue while the user browses the game.
        self.run_state = RunState::Paused;
        Event::CursorMoved {
            cursor,
            backward: cursor < before,
        }
    }

    fn request_hint(&mut self) -> Result<Event, CommandError> {
        self.check_human_to_move()?;
        if !self.allows_help() {
            return Err(if self.is_competition() {
                CommandError::Competition
            } else if self.is_remote_game() {
                CommandError::Remote
            } else {
                CommandError::HintsNotAllowed
            });
        }
        if let HintState::Shown(_, step) = &mut self.hint {
            *step = match step {
                HintStep::Columns => HintStep::Move,
                HintStep::Move | HintStep::Reason => HintStep::Reason,
            };
            return Ok(Event::HintShown);
        }
        self.hint = HintState::Requested;
        Ok(Event::HintRequested)
    }

    fn show_hint(&mut self, hint: Hint) -> Result<Event, CommandError> {
        self.cancel_hint_request();
        self.to_move().ok_or(CommandError::GameOver)?;
        let position = self.game().position();
        position
            .check_place(hint.cell)
            .map_err(CommandError::Move)?;
        let step = if hint.swap || self.hint_columns(hint).is_empty() {
            HintStep::Move
        } else {
            HintStep::Columns
        };
        self.hint = HintState::Shown(hint, step);
        Ok(Event::HintShown)
    }

    fn cancel_hint_request(&mut self) {
        if self.hint == HintState::Requested {
            self.hint = HintState::None;
        }
    }

    /// Pauses a match between computer players, and runs any other.
    fn reset_run_state(&mut self) {
        self.run_state = if self.only_computers() {
            RunState::Paused
        } else {
            RunState::Running
        };
    }

    fn play_again(&mut self) -> Event {
        let last = if self.is_exercise() {
            self.own().0
        } else {
            self.current_match()
        };
        let next = last.restarted(last.setup().clone().with_next_first_seat());
        let remote = self.remote.take();
        self.replace_own(next.expect("the rules are the same"));
        self.remote = remote.map(|remote| Remote {
            known: Known::Nothing,
            ..remote
        });
        Event::Started
    }

    fn open(&mut self, next: Match) -> Event {
        self.replace_own(next);
        self.reset_run_state();
        Event::Loaded
    }

    fn open_shared(&mut self, next: Match) -> Event {
        let own = self.set_own_aside(next);
        self.on_board = OnBoard::Shared { own };
        Event::SharedOpened
    }

    fn open_exercise(&mut self, kind: Exercise, next: Match) -> Event {
        let start = next.game().cursor();
        let own = self.set_own_aside(next);
        self.on_board = OnBoard::Exercise {
            kind,
            own,
            start,
            is_finished: false,
        };
        Event::Loaded
    }

    fn finish_exercise(&mut self) -> Result<Event, CommandError> {
        let OnBoard::Exercise { is_finished, .. } = &mut self.on_board else {
            return Err(CommandError::NoExercise);
        };
        *is_finished = true;
        Ok(Event::ExerciseFinished)
    }

    fn return_to_own(&mut self) -> Result<Event, CommandError> {
        if !self.restore_own() {
            return Err(CommandError::NoSharedMatch);
        }
        self.reset_run_state();
        let game = self.game();
        if game.cursor() < game.steps().len() {
            // The user was browsing it.
            self.run_state = RunState::Paused;
        }
        Ok(Event::ReturnedToOwn)
    }

    /// Gives an id to what has become the user's own match.
    fn begin_own(&mut self, id: String) {
        self.id = id;
        self.is_competition = false;
        self.remote = None;
        self.own_count = self.own_count.wrapping_add(1);
    }

    /// Replaces the user's own match, which returns to the board first.
    fn replace_own(&mut self, next: Match) {
        self.restore_own();
        let ScoredMatch {
            game_match,
            series_score,
        } = &mut self.current;
        *series_score = series_score.clone().continued(game_match, &next);
        *game_match = next;
        self.run_state = RunState::Running;
        self.begin_own((self.new_id)());
        self.match_count = self.match_count.wrapping_add(1);
    }

    /// Makes the shared match the user's own.
    fn keep_shared(&mut self) -> Result<Event, CommandError> {
        if !self.is_shared() {
            return Err(CommandError::NoSharedMatch);
        }
        self.on_board = OnBoard::Own;
        self.begin_own((self.new_id)());
        Ok(Event::SharedKept)
    }

    /// Returns the user's own match to the board, and whether it was set aside.
    fn restore_own(&mut self) -> bool {
        match std::mem::replace(&mut self.on_board, OnBoard::Own) {
            OnBoard::Own => false,
            OnBoard::Shared { own } | OnBoard::Exercise { own, .. } => {
                self.current = *own;
                true
            }
        }
    }

    /// Brings the user's own match, on the board or set aside, to what the players elsewhere have,
    /// who then know all its steps. The names are theirs, too.
    fn follow_remote(&mut self, next: Match) -> Event {
        let steps = next.game().steps()[..next.game().cursor()].to_vec();
        if let Some(remote) = &mut self.remote
            && remote.known != Known::Live
        {
            remote.known = Known::Steps(steps.len());
        }
        let own = match &mut self.on_board {
            OnBoard::Own => &mut self.current,
            OnBoard::Shared { own } | OnBoard::Exercise { own, .. } => {
                own.series_score = own.series_score.clone().continued(&own.game_match, &next);
                own.game_match = next;
                return Event::OptionsSet;
            }
        };
        if own.game_match.game().start() != next.game().start() {
            return self.load_remote(next);
        }
        // The seats are those of the others; the steps are made or undone one by one.
        let game = own.game_match.game().clone();
        let Some(named) = Match::from_parts(next.setup().clone(), game) else {
            return self.load_remote(next);
        };
        own.game_match = named;
        own.game_match.go_to(usize::MAX);
        let before = own.game_match.game().steps().to_vec();
        if let Some(added) = steps.strip_prefix(&before[..]) {
            let mut event = Event::OptionsSet;
            for step in added {
                event = match self.make_remote_step(*step) {
                    Ok(event) => event,
                    Err(_) => return self.load_remote(next),
                };
            }
            // The times are theirs.
            for change in &mut self.win_changes {
                if let WinChange::Won(won) = change {
                    won.clone_from(&next);
                }
            }
            self.current.game_match = next;
            event
        } else if before.starts_with(&steps) {
            let undone = before[steps.len()..].iter().rev().copied().collect();
            own.game_match = next;
            Event::Undone(undone)
        } else {
            self.load_remote(next)
        }
    }

    fn make_remote_step(&mut self, step: Step) -> Result<Event, CommandError> {
        match step {
            Step::Place(cell) => {
                let player = self.player_to_move().ok_or(CommandError::GameOver)?;
                self.place(cell)?;
                Ok(Event::Placed { player, cell })
            }
            Step::Swap => self.swap().map(|()| Event::Swapped),
            Step::AgreeDraw => self.make_agreed_draw(),
            Step::TimeForfeit => {
                self.make_step(|game_match| {
                    game_match.forfeit_on_time();
                    Ok(())
                })?;
                Ok(Event::TimeForfeited)
            }
        }
    }

    /// Replaces the user's own match by another state of the same game.
    fn load_remote(&mut self, next: Match) -> Event {
        let ScoredMatch {
            game_match,
            series_score,
        } = &mut self.current;
        *series_score = series_score.clone().continued(game_match, &next);
        *game_match = next;
        Event::Loaded
    }

    /// Puts a shared match or an exercise on the board, and returns the user's own one. What was
    /// on the board in its place is discarded: the link has a shared match.
    fn set_own_aside(&mut self, next: Match) -> Box<ScoredMatch> {
        self.restore_own();
        let series_score = SeriesScore::new(&next);
        let next = ScoredMatch {
            game_match: next,
            series_score,
        };
        self.match_count = self.match_count.wrapping_add(1);
        let own = Box::new(std::mem::replace(&mut self.current, next));
        self.reset_run_state();
        own
    }
}

/// Returns a match with all undone steps made again.
pub(crate) fn to_end(game_match: &Match) -> Match {
    let mut game_match = game_match.clone();
    game_match.go_to(usize::MAX);
    game_match
}

/// Returns the index of the winner's seat.
fn winner_seat(game_match: &Match) -> Option<usize> {
    let winner = game_match.game().status().winner()?;
    Some(game_match.seat_index(winner))
}

fn is_over(game_match: &Match) -> bool {
    !matches!(game_match.game().status(), Status::ToMove(_))
}

/// Returns the length of a game as it is counted everywhere: in moves by all players. A swap or an
/// agreed draw does not count.
pub(crate) fn move_count(game: &Game) -> usize {
    game.position().piece_count() - game.start().piece_count()
}

/// Returns the length of an unfinished game, including undone moves, or `None` if there is nothing to
/// lose: it is over at its end, or has neither moves nor a start position.
pub(crate) fn unfinished_moves(game_match: &Match) -> Option<usize> {
    let end = to_end(game_match);
    let moves = move_count(end.game());
    let has_content = moves > 0 || end.game().is_set_up();
    (has_content && !is_over(&end)).then_some(moves)
}

#[cfg(test)]
mod tests;
