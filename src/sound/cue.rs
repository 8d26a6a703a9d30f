//! What can be heard and felt of a command.

use crate::game::session::{Event, Refusal, Session};
use four_shapes_engine::{Status, Step};

/// Something to be heard and felt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cue {
    /// A piece comes to a row, counted from 0 at the bottom.
    Placed {
        row: usize,
        /// Over so many rows; 0 where nothing falls.
        fallen: usize,
        outcome: Outcome,
    },
    /// The game has ended without a piece.
    Agreed,
    /// What a person wanted can't be.
    Refused,
}

/// What a game has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    GoesOn,
    Won,
    Tied,
}

impl Cue {
    /// The cue of the latest command, if it has one.
    pub(crate) fn of(session: &Session) -> Option<Self> {
        let placed = |step: &Step| match step {
            Step::Place(cell) => Some(*cell),
            Step::Swap | Step::AgreeDraw => None,
        };
        let cell = match session.event() {
            Event::Placed { cell, .. } => *cell,
            // One of several is enough.
            Event::Redone(steps) => steps.iter().rev().find_map(placed)?,
            Event::Agreed => return Some(Self::Agreed),
            // Nobody has asked for the one; the other stands in the conversation.
            Event::Refused(Refusal::Late | Refusal::Reply(_)) => return None,
            Event::Refused(_) => return Some(Self::Refused),
            _ => return None,
        };
        let (game, row) = (session.game(), cell.row());
        let rules = game.rules();
        Some(Self::Placed {
            row,
            fallen: if rules.gravity() {
                usize::from(rules.rows()) - row
            } else {
                0
            },
            outcome: match game.status() {
                Status::ToMove(_) => Outcome::GoesOn,
                Status::Won { .. } => Outcome::Won,
                Status::Drawn(_) => Outcome::Tied,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{
        session::{Command, Request},
        visit::VisitCommand,
    };
    use four_shapes_engine::{Match, Rules, SeriesScore, notation};

    fn placed(row: usize, fallen: usize, outcome: Outcome) -> Cue {
        Cue::Placed {
            row,
            fallen,
            outcome,
        }
    }

    fn session(rules: Rules, moves: &str) -> Session {
        let played = Match::with_default_seats(notation::parse(rules, moves).unwrap());
        let series_score = SeriesScore::new(&played);
        Session::open(played, series_score)
    }

    #[test]
    fn what_happens_is_heard() {
        let mut session = session(Rules::CLASSIC, "121212");
        let column = |number| Command::Drop(Rules::CLASSIC.column(number).unwrap());
        let mut after = |request: Request| {
            session.apply(request);
            Cue::of(&session)
        };
        assert_eq!(after(VisitCommand::Return.into()), Some(Cue::Refused));
        assert_eq!(after(column(3).into()), Some(placed(0, 6, Outcome::GoesOn)));
        assert_eq!(after(column(3).into()), Some(placed(1, 5, Outcome::GoesOn)));
        assert_eq!(after(Command::Undo.into()), None);
        assert_eq!(
            after(Command::Redo.into()),
            Some(placed(1, 5, Outcome::GoesOn))
        );
        assert_eq!(after(column(0).into()), Some(placed(3, 3, Outcome::Won)));
        assert_eq!(after(column(0).into()), Some(Cue::Refused));
        assert_eq!(after(Request::Announce("4".to_owned())), None);
        assert_eq!(after(Command::Again.into()), None);
    }

    #[test]
    fn nothing_falls_without_gravity() {
        let mut session = session(Rules::TIC_TAC_TOE, "A1,B1,C1,A2,B2,A3,C2,C3");
        let b3 = notation::parse_cell(Rules::TIC_TAC_TOE, "B3").unwrap();
        session.apply(Command::Place(b3));
        assert_eq!(Cue::of(&session), Some(placed(2, 0, Outcome::Tied)));
    }
}
