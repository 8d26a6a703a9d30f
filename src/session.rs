//! The game on the board. Commands come in here, and nothing else changes it.

use four_shapes_engine::{
    Cell, Column, Game, MoveError, Player, Rules, RulesError, Spec, Step, StillOpen,
};

/// The rules that the page offers for a board: four in a row, or three where
/// four don't fit.
pub(crate) fn rules_for(columns: u32, rows: u32) -> Result<Rules, RulesError> {
    let classic = Rules::CLASSIC.spec();
    let longest = Rules::most_connect(columns, rows).max(Rules::MIN_CONNECT);
    Rules::new(Spec {
        columns,
        rows,
        connect: classic.connect.min(longest),
        ..classic
    })
}

/// What a person can ask of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Drop the next piece into this column.
    Drop(Column),
    /// Take the latest step back.
    Undo,
    /// Make the latest undone step again.
    Redo,
    /// End the game as a draw, since nobody can win any more.
    AgreeDraw,
    /// Begin a game by these rules.
    Start(Rules),
}

/// What came of the latest command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// The page was opened with this game on it.
    Opened,
    /// A player's piece fell into a cell.
    Dropped { player: Player, cell: Cell },
    /// A step was taken back.
    Undone(Step),
    /// A step was made again.
    Redone(Step),
    /// The draw was agreed on.
    Agreed,
    /// A new game was begun.
    Started,
    /// Nothing happened.
    Refused(Refusal),
}

/// Why nothing happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
}

/// The game and what happened to it last.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    game: Game,
    event: Event,
    /// How many commands there have been: tells an event from an equal one.
    serial: u32,
}

impl Session {
    pub(crate) fn open(game: Game) -> Self {
        Self {
            game,
            event: Event::Opened,
            serial: 0,
        }
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    pub(crate) fn event(&self) -> Event {
        self.event
    }

    pub(crate) fn serial(&self) -> u32 {
        self.serial
    }

    /// Does as it is told, or notes why not.
    pub(crate) fn apply(&mut self, command: Command) {
        self.serial = self.serial.wrapping_add(1);
        self.event = self.result_of(command).unwrap_or_else(Event::Refused);
    }

    fn result_of(&mut self, command: Command) -> Result<Event, Refusal> {
        let game = &mut self.game;
        match command {
            Command::Drop(column) => {
                let turn = game.turn().ok_or(Refusal::Over)?;
                let player = turn.player();
                let cell = turn.drop(column).map_err(Refusal::Move)?;
                Ok(Event::Dropped { player, cell })
            }
            Command::Undo => {
                let step = game.undo().ok_or(Refusal::NothingToUndo)?;
                Ok(Event::Undone(step))
            }
            Command::Redo => {
                let step = game.redo().ok_or(Refusal::NothingToRedo)?;
                Ok(Event::Redone(step))
            }
            Command::AgreeDraw => {
                let turn = game.turn().ok_or(Refusal::Over)?;
                turn.agree_draw().map_err(Refusal::Open)?;
                Ok(Event::Agreed)
            }
            Command::Start(rules) => {
                *game = Game::new(rules);
                Ok(Event::Started)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_engine::{Status, notation};

    fn session(moves: &str) -> Session {
        Session::open(notation::parse(Rules::CLASSIC, moves).unwrap())
    }

    fn column(number: usize) -> Column {
        Rules::CLASSIC.column(number - 1).unwrap()
    }

    #[test]
    fn commands_change_the_game_and_say_so() {
        let mut session = session("44");
        let first = session.game().rules().player_after(0);
        session.apply(Command::Drop(column(4)));
        let cell = notation::parse_cell(Rules::CLASSIC, "D3").unwrap();
        let player = first;
        assert_eq!(session.event(), Event::Dropped { player, cell });
        session.apply(Command::Undo);
        assert_eq!(session.event(), Event::Undone(Step::Place(cell)));
        session.apply(Command::Redo);
        assert_eq!(session.event(), Event::Redone(Step::Place(cell)));
        assert_eq!(notation::write(session.game()), "444");
        session.apply(Command::Start(Rules::CLASSIC));
        assert_eq!(session.event(), Event::Started);
        assert_eq!(notation::write(session.game()), "");
        assert_eq!(session.serial(), 4);
    }

    #[test]
    fn refusals_change_nothing() {
        let refused = |moves: &str, command, refusal| {
            let mut session = session(moves);
            session.apply(command);
            assert_eq!(session.event(), Event::Refused(refusal), "{moves}");
            assert_eq!(notation::write(session.game()), moves);
        };
        let full = MoveError::ColumnFull(column(4));
        refused("444444", Command::Drop(column(4)), Refusal::Move(full));
        refused("1212121", Command::Drop(column(4)), Refusal::Over);
        refused("1212121", Command::AgreeDraw, Refusal::Over);
        refused("", Command::Undo, Refusal::NothingToUndo);
        refused("12", Command::Redo, Refusal::NothingToRedo);
        refused("12", Command::AgreeDraw, Refusal::Open(StillOpen));
    }

    #[test]
    fn a_won_game_goes_on_after_undo() {
        let mut session = session("1212121");
        assert!(matches!(session.game().status(), Status::Won { .. }));
        session.apply(Command::Undo);
        session.apply(Command::Drop(column(5)));
        assert!(matches!(session.game().status(), Status::ToMove(_)));
    }
}
