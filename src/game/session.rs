//! The game on the board. Commands come in here, and nothing else changes it.

use super::{
    options::{Labels, OptionChange, Options},
    pace::{Pace, PaceCommand},
    series::Series,
    visit::{Visit, VisitCommand},
};
use four_shapes_engine::{
    Cell, Column, Game, Match, MoveError, Name, Player, Seat, SeriesScore, Setup, Status, Step,
    SwapError, WinStillPossible,
    analysis::Reason,
    notation,
    players::{Choice, Kind},
    style::Change,
};

/// What can be asked of the game.
#[derive(Clone, Debug)]
pub(crate) enum Command {
    /// Drop the next piece into this column.
    Drop(Column),
    /// Put the next piece into this cell.
    Place(Cell),
    /// Choose this cell for the next piece; the same choice again puts it there.
    Choose(Cell),
    /// Take the latest step back; and if a computer made it, what it answered to.
    Undo,
    /// Make the latest undone step again; and what a computer answered to it.
    Redo,
    /// Go to the position after so many steps of the game.
    GoTo(usize),
    /// Let a computer player, or a person for `None`, play for a seat.
    Sit(usize, Option<Kind>),
    /// Look for a good move.
    AskAdvice,
    /// Take the first piece's side instead of moving.
    Swap,
    /// End the game as a draw, since nobody can win any more.
    AgreeDraw,
    /// Begin a game with this set-up.
    Start(Setup),
    /// Begin another game with the same set-up.
    Again,
    /// Go on with this match, instead of the one on the board.
    Load(Box<Match>),
}

/// What a worker has found.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// What the computer player does whose turn it is, in the [turn](Session::turn) that it
    /// was asked about.
    Move(u32, Choice),
    /// Where a piece would best go, and why.
    Advice(Advice),
}

/// Everything that a session can be told.
#[derive(Clone, Debug)]
pub(crate) enum Request {
    Game(Command),
    Pace(PaceCommand),
    Visit(VisitCommand),
    Worker(Answer),
    Option(OptionChange),
    /// To go on with a game of the library, which has this id.
    Open(String, Box<Match>),
    /// To announce what the conversation has answered to a line.
    Announce(String),
}

impl From<Command> for Request {
    fn from(command: Command) -> Self {
        Self::Game(command)
    }
}

impl From<PaceCommand> for Request {
    fn from(command: PaceCommand) -> Self {
        Self::Pace(command)
    }
}

impl From<VisitCommand> for Request {
    fn from(command: VisitCommand) -> Self {
        Self::Visit(command)
    }
}

impl From<Answer> for Request {
    fn from(answer: Answer) -> Self {
        Self::Worker(answer)
    }
}

impl From<OptionChange> for Request {
    fn from(change: OptionChange) -> Self {
        Self::Option(change)
    }
}

impl Request {
    /// Whether it changes no game, but only what is seen of one.
    fn only_looks(&self) -> bool {
        match self {
            Self::Game(command) => matches!(
                command,
                Command::Undo | Command::Redo | Command::GoTo(_) | Command::AskAdvice
            ),
            Self::Visit(command) => matches!(command, VisitCommand::Visit(_)),
            Self::Worker(answer) => matches!(answer, Answer::Advice(_)),
            Self::Option(_) | Self::Announce(_) => true,
            Self::Pace(_) | Self::Open(..) => false,
        }
    }
}

/// What came of the latest command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// The page was opened with this game on it.
    Opened,
    /// A player's piece came to a cell.
    Placed { player: Player, cell: Cell },
    /// A cell was chosen, and waits to be chosen again.
    Chosen(Cell),
    /// Steps were taken back, the latest first.
    Undone(Vec<Step>),
    /// Steps were made again, in their order.
    Redone(Vec<Step>),
    /// The board shows the position after so many steps, earlier or later ones.
    Went { step: usize, back: bool },
    /// The player to move has taken the first piece's side.
    Swapped,
    /// Somebody else plays for a seat.
    Seated(usize),
    /// The computer players wait.
    Paused,
    /// The computer players go on.
    WentOn,
    /// A good move is looked for.
    Asked,
    /// A good move is shown.
    Advised,
    /// Help is allowed now, or not.
    HelpAllowed(bool),
    /// The columns have other labels.
    Labelled,
    /// The draw was agreed on.
    Agreed,
    /// A new game was begun.
    Started,
    /// A match was read from a file or a text.
    Loaded,
    /// A shared match was opened; another may be kept aside.
    Visited,
    /// The match that was kept aside is back.
    Returned,
    /// The visited match is one's own now.
    Kept,
    /// Nothing happened.
    Refused(Refusal),
}

impl Event {
    /// What a conversation about the match says of it, if anything.
    pub(crate) fn change(&self) -> Option<Change> {
        match self {
            Self::Placed { .. } => Some(Change::Moved),
            Self::Undone(_) | Self::Went { back: true, .. } => Some(Change::Undone),
            Self::Redone(_) | Self::Went { back: false, .. } => Some(Change::Redone),
            Self::Swapped => Some(Change::Swapped),
            Self::Seated(_) => Some(Change::Seated),
            Self::Agreed => Some(Change::DrawAgreed),
            Self::Started | Self::Loaded | Self::Visited | Self::Returned => Some(Change::Started),
            Self::Opened
            | Self::Kept
            | Self::Paused
            | Self::WentOn
            | Self::Asked
            | Self::Advised
            | Self::HelpAllowed(_)
            | Self::Labelled
            | Self::Chosen(_)
            | Self::Refused(_) => None,
        }
    }
}

/// Why nothing happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The rules don't allow the move.
    Move(MoveError),
    /// The game is over.
    Over,
    /// It is the turn of a computer player, which is called so.
    Computer(Name),
    /// It was decided about another turn.
    Late,
    /// There is to be no help while a game goes on.
    NoHelp,
    /// There is nothing to take back.
    NothingToUndo,
    /// There is nothing to make again.
    NothingToRedo,
    /// The sides can't be swapped.
    Swap(SwapError),
    /// Somebody can still win.
    Open(WinStillPossible),
    /// Another tab has the game: here it is only looked at.
    ReadOnly,
    /// There is no match to go back to.
    NotVisiting,
    /// The conversation answers this.
    Reply(String),
}

/// A good move in the position on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Advice {
    pub(crate) cell: Cell,
    pub(crate) reason: Reason,
    /// Swapping sides is better than any move.
    pub(crate) swap: bool,
}

/// Whether a good move has been asked for, and is known.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Hint {
    None,
    Wanted,
    Shown(Advice),
}

/// The match on the board and what happened to it last.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    series: Series,
    visit: Visit,
    pace: Pace,
    /// For the position on the board.
    hint: Hint,
    /// Where the next piece will go if that is chosen again.
    chosen: Option<Cell>,
    options: Options,
    read_only: bool,
    event: Event,
    /// How many requests there have been: tells an event from an equal one.
    serial: u32,
    /// How many requests have changed whose turn it is, or what for.
    turn: u32,
    /// The id of one's own game.
    id: String,
    /// Makes an id that no game has yet.
    fresh_id: fn() -> String,
    /// The latest request has won the match for a person, for the first time.
    won: bool,
}

impl Session {
    pub(crate) fn open(played: Match, series_score: SeriesScore) -> Self {
        let mut session = Self {
            series: Series {
                played,
                series_score,
            },
            visit: Visit::default(),
            pace: Pace::Running,
            hint: Hint::None,
            chosen: None,
            options: Options::default(),
            read_only: false,
            event: Event::Opened,
            serial: 0,
            turn: 0,
            id: String::new(),
            fresh_id: String::new,
            won: false,
        };
        session.settle();
        session
    }

    pub(crate) fn with_options(self, options: Options) -> Self {
        Self { options, ..self }
    }

    /// Only to be looked at, or to be played.
    pub(crate) fn with_read_only(self, read_only: bool) -> Self {
        Self { read_only, ..self }
    }

    /// With an id for one's own game, and something that makes them.
    pub(crate) fn with_ids(self, id: String, fresh_id: fn() -> String) -> Self {
        Self {
            id,
            fresh_id,
            ..self
        }
    }

    pub(crate) fn played(&self) -> &Match {
        &self.series.played
    }

    pub(crate) fn game(&self) -> &Game {
        self.series.played.game()
    }

    pub(crate) fn setup(&self) -> &Setup {
        self.series.played.setup()
    }

    pub(crate) fn series_score(&self) -> &SeriesScore {
        &self.series.series_score
    }

    /// One's own match, wherever it is: the one to keep when the page is closed.
    pub(crate) fn own(&self) -> (&Match, &SeriesScore) {
        let Series {
            played,
            series_score,
        } = self.visit.own().unwrap_or(&self.series);
        (played, series_score)
    }

    /// The id of one's own match, among all that were played here.
    pub(crate) fn own_id(&self) -> &str {
        &self.id
    }

    /// Whether the match on the board is a shared one and another is kept aside.
    pub(crate) fn is_visiting(&self) -> bool {
        self.visit.own().is_some()
    }

    /// The computer player whose turn it is, if it is one's.
    pub(crate) fn computer(&self) -> Option<Kind> {
        self.series.played.computer_to_move()
    }

    /// The seat of the player to move, while the game goes on.
    fn to_move(&self) -> Option<&Seat> {
        match self.game().status() {
            Status::ToMove(player) => Some(self.series.played.seat(player)),
            Status::Won { .. } | Status::Drawn(_) => None,
        }
    }

    /// Whether a computer player is to think now.
    pub(crate) fn thinks(&self) -> bool {
        self.computer().is_some() && self.pace != Pace::Paused
    }

    /// Whether there is something that only a worker can find: a computer's move, or advice.
    pub(crate) fn needs_worker(&self) -> bool {
        self.thinks() || self.wants_advice()
    }

    /// Whether the computer players wait to be told to go on.
    pub(crate) fn is_paused(&self) -> bool {
        self.pace == Pace::Paused
    }

    /// Whether nobody is to move any more.
    pub(crate) fn is_over(&self) -> bool {
        self.to_move().is_none()
    }

    /// Whether there is nobody but computers at the board.
    pub(crate) fn only_computers(&self) -> bool {
        let mut seats = self.setup().seats().iter();
        seats.all(|seat| seat.computer.is_some())
    }

    /// Tells this turn from every other, also from one with the same position.
    pub(crate) fn turn(&self) -> u32 {
        self.turn
    }

    /// Decides between equal moves of a computer player: the same for the same moves of the
    /// same game, so that what is undone is played again alike, and another for each game.
    pub(crate) fn seed(&self) -> u64 {
        let visits = self.visit.number();
        let moves = notation::write(self.game());
        fnv(&format!("{} {visits} {moves}", self.id))
    }

    /// Whether a good move is to be looked for.
    pub(crate) fn wants_advice(&self) -> bool {
        self.hint == Hint::Wanted
    }

    /// Whether there is help now: advice and analysis. After a game there always is.
    pub(crate) fn helps(&self) -> bool {
        self.options.help || self.is_over()
    }

    /// Whether there is help while a game goes on.
    pub(crate) fn help(&self) -> bool {
        self.options.help
    }

    /// The labels of the columns.
    pub(crate) fn labels(&self) -> Labels {
        self.options.labels
    }

    /// Whether it is only to be looked at.
    pub(crate) fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// A good move, if somebody has asked for one.
    pub(crate) fn advice(&self) -> Option<&Advice> {
        match &self.hint {
            Hint::Shown(advice) => Some(advice),
            Hint::None | Hint::Wanted => None,
        }
    }

    /// The cell that was chosen in this position, and not yet again.
    pub(crate) fn chosen(&self) -> Option<Cell> {
        self.chosen
    }

    pub(crate) fn event(&self) -> &Event {
        &self.event
    }

    pub(crate) fn serial(&self) -> u32 {
        self.serial
    }

    /// Whether the latest command has won the match for a person, for the first time: the
    /// high scores are the people's.
    pub(crate) fn is_new_win(&self) -> bool {
        self.won
    }

    /// Does as it is told, or notes why not.
    pub(crate) fn apply(&mut self, request: impl Into<Request>) {
        let request = request.into();
        self.serial = self.serial.wrapping_add(1);
        let result = if self.read_only && !request.only_looks() {
            Err(Refusal::ReadOnly)
        } else {
            self.result_of(request)
        };
        self.event = result.unwrap_or_else(Event::Refused);
        let same_position = matches!(
            self.event,
            Event::Asked
                | Event::Advised
                | Event::HelpAllowed(_)
                | Event::Labelled
                | Event::Chosen(_)
                | Event::Refused(_)
                | Event::Paused
                | Event::Kept
        );
        if !same_position {
            self.hint = Hint::None;
            self.chosen = None;
            self.turn = self.turn.wrapping_add(1);
        }
        let winner = self.series.played.winner();
        let is_person = winner.is_some_and(|seat| seat.computer.is_none());
        self.won = self.series.series_score.count(&self.series.played) && is_person;
    }

    fn result_of(&mut self, request: Request) -> Result<Event, Refusal> {
        match request {
            Request::Game(command) => self.play(command),
            Request::Pace(command) => Ok(self.set_pace(command)),
            Request::Visit(command) => self.go_visiting(command),
            Request::Worker(Answer::Move(turn, choice)) => self.reply(turn, choice),
            Request::Worker(Answer::Advice(advice)) => self.advise(advice),
            Request::Option(OptionChange::Help(help)) => Ok(self.allow_help(help)),
            Request::Option(OptionChange::Labels(labels)) => {
                self.options.labels = labels;
                Ok(Event::Labelled)
            }
            Request::Open(id, next) => {
                // It takes one's own game's place, not that of a shared one.
                if let Some(own) = self.visit.end() {
                    self.series = own;
                }
                self.replace(*next);
                self.id = id;
                self.settle();
                Ok(Event::Loaded)
            }
            Request::Announce(text) => Err(Refusal::Reply(text)),
        }
    }

    fn play(&mut self, command: Command) -> Result<Event, Refusal> {
        match command {
            Command::Drop(column) => {
                let cell = self.game().position().landing(column);
                self.place(cell, Mover::Person)
            }
            Command::Place(cell) => self.place(Ok(cell), Mover::Person),
            Command::Choose(cell) if self.chosen == Some(cell) => {
                self.place(Ok(cell), Mover::Person)
            }
            Command::Choose(cell) => self.choose(cell),
            Command::Undo => match self.step_to_a_person(Match::undo) {
                none if none.is_empty() => Err(Refusal::NothingToUndo),
                steps => Ok(Event::Undone(steps)),
            },
            Command::Redo => match self.step_to_a_person(Match::redo) {
                none if none.is_empty() => Err(Refusal::NothingToRedo),
                steps => Ok(Event::Redone(steps)),
            },
            Command::GoTo(step) => Ok(self.go_to(step)),
            Command::Swap => {
                self.a_persons_turn()?;
                self.series.played.swap().map_err(Refusal::Swap)?;
                self.pace = Pace::Running;
                Ok(Event::Swapped)
            }
            Command::AgreeDraw => {
                let turn = self.series.played.turn().ok_or(Refusal::Over)?;
                turn.agree_draw().map_err(Refusal::Open)?;
                Ok(Event::Agreed)
            }
            Command::Sit(place, computer) => {
                self.series.played.set_computer(place, computer);
                Ok(Event::Seated(place))
            }
            Command::AskAdvice => self.ask_advice(),
            Command::Start(setup) => {
                self.replace(Match::new(setup));
                Ok(Event::Started)
            }
            Command::Again => {
                self.replace(Match::new(self.setup().clone()));
                Ok(Event::Started)
            }
            Command::Load(next) => {
                self.replace(*next);
                self.settle();
                Ok(Event::Loaded)
            }
        }
    }

    fn set_pace(&mut self, command: PaceCommand) -> Event {
        self.pace = match command {
            PaceCommand::Pause => {
                self.drop_question();
                Pace::Paused
            }
            PaceCommand::Resume => Pace::Running,
            PaceCommand::Step => Pace::Step,
        };
        if self.is_paused() {
            Event::Paused
        } else {
            Event::WentOn
        }
    }

    fn go_visiting(&mut self, command: VisitCommand) -> Result<Event, Refusal> {
        match command {
            VisitCommand::Visit(next) => {
                self.visit(*next);
                Ok(Event::Visited)
            }
            VisitCommand::Return => {
                self.series = self.visit.end().ok_or(Refusal::NotVisiting)?;
                self.settle();
                Ok(Event::Returned)
            }
            VisitCommand::Keep => {
                self.visit.end().ok_or(Refusal::NotVisiting)?;
                self.renew_id();
                Ok(Event::Kept)
            }
        }
    }

    fn allow_help(&mut self, help: bool) -> Event {
        self.options.help = help;
        if !help {
            self.hint = Hint::None;
        }
        Event::HelpAllowed(help)
    }

    /// Whether it is a person's turn, and otherwise why not.
    fn a_persons_turn(&self) -> Result<(), Refusal> {
        let seat = self.to_move().ok_or(Refusal::Over)?;
        match seat.computer {
            Some(_) => Err(Refusal::Computer(seat.name.clone())),
            None => Ok(()),
        }
    }

    fn choose(&mut self, cell: Cell) -> Result<Event, Refusal> {
        self.a_persons_turn()?;
        let position = self.game().position();
        position.check(cell).map_err(Refusal::Move)?;
        self.chosen = Some(cell);
        Ok(Event::Chosen(cell))
    }

    fn reply(&mut self, turn: u32, choice: Choice) -> Result<Event, Refusal> {
        if turn != self.turn {
            return Err(Refusal::Late);
        }
        let event = match choice {
            Choice::Place(cell) => self.place(Ok(cell), Mover::Computer)?,
            Choice::Swap => {
                self.series.played.swap().map_err(Refusal::Swap)?;
                Event::Swapped
            }
        };
        self.pace = self.pace.after_move();
        Ok(event)
    }

    fn go_to(&mut self, step: usize) -> Event {
        let from = self.game().cursor();
        self.series.played.go_to(step);
        let step = self.game().cursor();
        // Who looks around doesn't want the computers to play on meanwhile.
        self.pace = Pace::Paused;
        Event::Went {
            step,
            back: step < from,
        }
    }

    fn ask_advice(&mut self) -> Result<Event, Refusal> {
        self.a_persons_turn()?;
        if !self.options.help {
            return Err(Refusal::NoHelp);
        }
        if self.advice().is_some() {
            return Ok(Event::Advised);
        }
        self.hint = Hint::Wanted;
        Ok(Event::Asked)
    }

    fn advise(&mut self, advice: Advice) -> Result<Event, Refusal> {
        self.drop_question();
        self.to_move().ok_or(Refusal::Over)?;
        let position = self.game().position();
        position.check(advice.cell).map_err(Refusal::Move)?;
        self.hint = Hint::Shown(advice);
        Ok(Event::Advised)
    }

    fn drop_question(&mut self) {
        if self.hint == Hint::Wanted {
            self.hint = Hint::None;
        }
    }

    fn visit(&mut self, next: Match) {
        let series_score = SeriesScore::new(&next);
        let next = Series {
            played: next,
            series_score,
        };
        let before = std::mem::replace(&mut self.series, next);
        self.visit.count();
        self.settle();
        self.visit.begin(before);
    }

    fn place(&mut self, cell: Result<Cell, MoveError>, by: Mover) -> Result<Event, Refusal> {
        // Whoever moves wants an answer.
        if by == Mover::Person {
            self.a_persons_turn()?;
            self.pace = Pace::Running;
        }
        let turn = self.series.played.turn().ok_or(Refusal::Over)?;
        let player = turn.player();
        let cell = cell.map_err(Refusal::Move)?;
        turn.play(cell).map_err(Refusal::Move)?;
        Ok(Event::Placed { player, cell })
    }

    /// Takes a step back or forth, and then as many as it takes until a person is
    /// to move: a computer would only move again at once. Where there is no person,
    /// the computers wait.
    fn step_to_a_person(&mut self, step: fn(&mut Match) -> Option<Step>) -> Vec<Step> {
        let mut steps = Vec::new();
        if self.only_computers() {
            self.pace = Pace::Paused;
            steps.extend(step(&mut self.series.played));
            return steps;
        }
        while let Some(step) = step(&mut self.series.played) {
            steps.push(step);
            if self.computer().is_none() {
                break;
            }
        }
        steps
    }

    /// Nobody is to come upon computers that are already playing among themselves.
    fn settle(&mut self) {
        self.pace = if self.only_computers() {
            Pace::Paused
        } else {
            Pace::Running
        };
    }

    /// Another match takes the place of the one on the board.
    fn replace(&mut self, next: Match) {
        let Series {
            played,
            series_score,
        } = &mut self.series;
        *series_score = series_score.clone().continued(played, &next);
        *played = next;
        self.pace = Pace::Running;
        if self.visit.own().is_none() {
            self.renew_id();
        }
        self.visit.count();
    }

    /// One's own game is another one from here on.
    fn renew_id(&mut self) {
        self.id = (self.fresh_id)();
    }
}

/// A hash that stays the same from one version of the page to the next: FNV-1a of 64 bits,
/// <http://www.isthe.com/chongo/tech/comp/fnv/>.
pub(crate) fn fnv(text: &str) -> u64 {
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

/// Who makes a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mover {
    Person,
    Computer,
}

/// How many moves would be lost if another match took the place of this one;
/// `None` where nothing would, at the beginning and after the end.
pub(crate) fn at_stake(played: &Match) -> Option<usize> {
    let game = played.game();
    let goes_on = matches!(game.status(), Status::ToMove(_));
    Some(game.steps().len()).filter(|&moves| goes_on && moves > 0)
}

#[cfg(test)]
mod tests;
