//! The game on the board. Commands come in here, and nothing else changes it.

use four_shapes_engine::{
    Cell, Column, Game, Match, MoveError, Player, Setup, Status, Step, StillOpen, Tally, record,
};

/// What a person can ask of the game.
#[derive(Clone, Debug)]
pub(crate) enum Command {
    /// Drop the next piece into this column.
    Drop(Column),
    /// Put the next piece into this cell.
    Place(Cell),
    /// Take the latest step back.
    Undo,
    /// Make the latest undone step again.
    Redo,
    /// End the game as a draw, since nobody can win any more.
    AgreeDraw,
    /// Begin a game with this set-up.
    Start(Setup),
    /// Begin another game with the same set-up.
    Again,
    /// Go on with this match, instead of the one on the board.
    Load(Box<Match>),
    /// Show this match, and keep one's own aside if it goes on.
    Visit(Box<Match>),
    /// Go back from a visit to one's own match.
    Return,
    /// Make the visited match one's own, and give the other up.
    Keep,
    /// Announce what the conversation answered to a line.
    Answer(String),
}

/// What came of the latest command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// The page was opened with this game on it.
    Opened,
    /// A player's piece came to a cell.
    Placed { player: Player, cell: Cell },
    /// A step was taken back.
    Undone(Step),
    /// A step was made again.
    Redone(Step),
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

/// Why nothing happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The rules don't allow the move.
    Move(MoveError),
    /// The game is over.
    Over,
    /// There is nothing to take back.
    NothingToUndo,
    /// There is nothing to make again.
    NothingToRedo,
    /// Somebody can still win.
    Open(StillOpen),
    /// There is no match to go back to.
    NotVisiting,
    /// The conversation answers this.
    Said(String),
}

/// The match on the board and what happened to it last.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    played: Match,
    tally: Tally,
    /// One's own match, while a shared one is on the board.
    own: Option<Box<(Match, Tally)>>,
    event: Event,
    /// How many commands there have been: tells an event from an equal one.
    serial: u32,
    /// The records of matches that were won and counted, until they are fetched.
    won: Vec<String>,
}

impl Session {
    pub(crate) fn open(played: Match, tally: Tally) -> Self {
        Self {
            played,
            tally,
            own: None,
            event: Event::Opened,
            serial: 0,
            won: Vec::new(),
        }
    }

    pub(crate) fn played(&self) -> &Match {
        &self.played
    }

    pub(crate) fn game(&self) -> &Game {
        self.played.game()
    }

    pub(crate) fn setup(&self) -> &Setup {
        self.played.setup()
    }

    pub(crate) fn tally(&self) -> &Tally {
        &self.tally
    }

    /// One's own match, wherever it is: the one to keep when the page is closed.
    pub(crate) fn own(&self) -> (&Match, &Tally) {
        match self.own.as_deref() {
            Some((played, tally)) => (played, tally),
            None => (&self.played, &self.tally),
        }
    }

    /// Whether the match on the board is a shared one and another is kept aside.
    pub(crate) fn is_visiting(&self) -> bool {
        self.own.is_some()
    }

    pub(crate) fn event(&self) -> &Event {
        &self.event
    }

    pub(crate) fn serial(&self) -> u32 {
        self.serial
    }

    /// Fetches a match that was won and counted.
    pub(crate) fn fetch_win(&mut self) -> Option<String> {
        self.won.pop()
    }

    /// Does as it is told, or notes why not.
    pub(crate) fn apply(&mut self, command: Command) {
        self.serial = self.serial.wrapping_add(1);
        self.event = self.result_of(command).unwrap_or_else(Event::Refused);
        if self.tally.count(&self.played) {
            self.won.push(record::write(&self.played));
        }
    }

    fn result_of(&mut self, command: Command) -> Result<Event, Refusal> {
        let played = &mut self.played;
        match command {
            Command::Drop(column) => {
                let cell = played.game().position().landing(column);
                self.place(cell)
            }
            Command::Place(cell) => self.place(Ok(cell)),
            Command::Undo => {
                let step = played.undo().ok_or(Refusal::NothingToUndo)?;
                Ok(Event::Undone(step))
            }
            Command::Redo => {
                let step = played.redo().ok_or(Refusal::NothingToRedo)?;
                Ok(Event::Redone(step))
            }
            Command::AgreeDraw => {
                let turn = played.turn().ok_or(Refusal::Over)?;
                turn.agree_draw().map_err(Refusal::Open)?;
                Ok(Event::Agreed)
            }
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
                Ok(Event::Loaded)
            }
            Command::Visit(next) => {
                let tally = Tally::new(&next);
                let played = std::mem::replace(&mut self.played, *next);
                let tally = std::mem::replace(&mut self.tally, tally);
                // What was visited before is in its link; one's own stays.
                self.own.get_or_insert_with(|| Box::new((played, tally)));
                Ok(Event::Visited)
            }
            Command::Return => {
                let own = self.own.take().ok_or(Refusal::NotVisiting)?;
                (self.played, self.tally) = *own;
                Ok(Event::Returned)
            }
            Command::Keep => {
                self.own.take().ok_or(Refusal::NotVisiting)?;
                Ok(Event::Kept)
            }
            Command::Answer(text) => Err(Refusal::Said(text)),
        }
    }

    fn place(&mut self, cell: Result<Cell, MoveError>) -> Result<Event, Refusal> {
        let turn = self.played.turn().ok_or(Refusal::Over)?;
        let player = turn.player();
        let cell = cell.map_err(Refusal::Move)?;
        turn.play(cell).map_err(Refusal::Move)?;
        Ok(Event::Placed { player, cell })
    }

    /// Another match takes the place of the one on the board.
    fn replace(&mut self, next: Match) {
        self.tally = self.tally.clone().then(&self.played, &next);
        self.played = next;
    }
}

/// How many moves would be lost if another match took the place of this one;
/// `None` where nothing would, at the beginning and after the end.
pub(crate) fn at_stake(played: &Match) -> Option<usize> {
    let game = played.game();
    let goes_on = matches!(game.status(), Status::ToMove(_));
    Some(game.steps().len()).filter(|&moves| goes_on && moves > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_engine::{Rules, notation};

    fn played(moves: &str) -> Match {
        Match::plain(notation::parse(Rules::CLASSIC, moves).unwrap())
    }

    fn session(moves: &str) -> Session {
        let played = played(moves);
        let tally = Tally::new(&played);
        Session::open(played, tally)
    }

    fn column(number: usize) -> Column {
        Rules::CLASSIC.column(number - 1).unwrap()
    }

    fn cell(name: &str) -> Cell {
        notation::parse_cell(Rules::CLASSIC, name).unwrap()
    }

    #[test]
    fn commands_change_the_game_and_say_so() {
        let mut session = session("44");
        let player = session.game().rules().player_after(0);
        session.apply(Command::Drop(column(4)));
        let d3 = cell("D3");
        assert_eq!(session.event(), &Event::Placed { player, cell: d3 });
        session.apply(Command::Undo);
        assert_eq!(session.event(), &Event::Undone(Step::Place(d3)));
        session.apply(Command::Redo);
        assert_eq!(session.event(), &Event::Redone(Step::Place(d3)));
        assert_eq!(notation::write(session.game()), "444");
        session.apply(Command::Again);
        assert_eq!(session.event(), &Event::Started);
        assert_eq!(notation::write(session.game()), "");
        session.apply(Command::Load(Box::new(played("1234"))));
        assert_eq!(session.event(), &Event::Loaded);
        assert_eq!(notation::write(session.game()), "1234");
        assert_eq!(session.serial(), 5);
    }

    #[test]
    fn refusals_change_nothing() {
        let refused = |moves: &str, command, refusal| {
            let mut session = session(moves);
            session.apply(command);
            assert_eq!(session.event(), &Event::Refused(refusal), "{moves}");
            assert_eq!(notation::write(session.game()), moves);
        };
        let full = MoveError::ColumnFull(column(4));
        refused("444444", Command::Drop(column(4)), Refusal::Move(full));
        let high = MoveError::Unsupported(cell("A2"));
        refused("4", Command::Place(cell("A2")), Refusal::Move(high));
        refused("1212121", Command::Drop(column(4)), Refusal::Over);
        refused("1212121", Command::AgreeDraw, Refusal::Over);
        refused("", Command::Undo, Refusal::NothingToUndo);
        refused("12", Command::Redo, Refusal::NothingToRedo);
        refused("12", Command::AgreeDraw, Refusal::Open(StillOpen));
        refused("12", Command::Return, Refusal::NotVisiting);
        refused("12", Command::Keep, Refusal::NotVisiting);
    }

    #[test]
    fn a_won_game_goes_on_after_undo_and_counts_once() {
        let mut session = session("121212");
        session.apply(Command::Drop(column(1)));
        assert!(matches!(session.game().status(), Status::Won { .. }));
        assert_eq!((session.won.len(), session.tally().won(0)), (1, 1));
        session.apply(Command::Undo);
        session.apply(Command::Drop(column(5)));
        assert!(matches!(session.game().status(), Status::ToMove(_)));
        session.apply(Command::Undo);
        session.apply(Command::Drop(column(1)));
        assert_eq!((session.won.len(), session.tally().won(0)), (1, 1));
        session.apply(Command::Again);
        assert_eq!(session.tally().won(0), 1);
    }

    #[test]
    fn won_games_wait_to_be_fetched() {
        let mut session = session("121212");
        session.apply(Command::Drop(column(1)));
        let won = session.fetch_win().unwrap();
        assert_eq!(&record::read(&won).unwrap(), session.played());
        assert_eq!(session.fetch_win(), None);
    }

    #[test]
    fn only_moves_of_a_game_that_goes_on_are_at_stake() {
        assert_eq!(at_stake(&played("")), None);
        assert_eq!(at_stake(&played("44")), Some(2));
        assert_eq!(at_stake(&played("1212121")), None);
    }

    #[test]
    fn a_visit_leaves_ones_own_game_alone() {
        let mut session = session("44");
        session.apply(Command::Visit(Box::new(played("1"))));
        session.apply(Command::Drop(column(2)));
        session.apply(Command::Visit(Box::new(played("77"))));
        assert_eq!(notation::write(session.game()), "77");
        assert_eq!(notation::write(session.own().0.game()), "44");
        session.apply(Command::Return);
        assert_eq!(notation::write(session.game()), "44");
        assert!(!session.is_visiting());

        session.apply(Command::Visit(Box::new(played("1"))));
        session.apply(Command::Keep);
        assert_eq!(notation::write(session.own().0.game()), "1");
    }
}
