//! Maps session events to cues for sound and vibration.

use crate::game::{
    session::{CommandError, Event, Session},
    view_model::Ending,
};
use four_shapes_rules::{Status, Step};

/// An occasion for sound and vibration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cue {
    /// A piece was placed in a row, counted from 0 at the bottom.
    Placed {
        row: usize,
        /// The distance of the fall in rows; 0 without gravity.
        fall: usize,
        /// The number of pieces that are marked since it won.
        marks: usize,
        outcome: Outcome,
    },
    /// The game ended without a move.
    Ended(Outcome),
    /// A command of the user was refused.
    Refused,
    /// An exercise is solved, without the end of its game.
    Solved,
    /// A move in an exercise is wrong.
    Wrong,
}

/// The state of a game after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Ongoing,
    Won,
    /// Won by a computer player against a human.
    Lost,
    Drawn,
}

impl Outcome {
    fn of(session: &Session) -> Self {
        match session.game().status() {
            Status::ToMove(_) => Self::Ongoing,
            _ if session.is_lost() => Self::Lost,
            Status::Won { .. } | Status::WonOnTime(_) => Self::Won,
            Status::Drawn(_) => Self::Drawn,
        }
    }
}

impl Cue {
    /// Returns the cue of the latest event, if it has one.
    pub(crate) fn of(session: &Session) -> Option<Self> {
        let placed = |step: &Step| match step {
            Step::Place(cell) => Some(*cell),
            Step::Swap | Step::AgreeDraw | Step::TimeForfeit => None,
        };
        let cell = match session.event() {
            Event::Placed { cell, .. } => *cell,
            // Only the last of several moves.
            Event::Redone(steps) => steps.iter().rev().find_map(placed)?,
            Event::DrawAgreed | Event::TimeForfeited => {
                return Some(Self::Ended(Outcome::of(session)));
            }
            // A late reply is no user command; a conversation shows its errors as text.
            // A press on the board after the end is for a look at it.
            Event::Rejected(CommandError::TurnPassed | CommandError::GameOver) => return None,
            Event::Rejected(_) => return Some(Self::Refused),
            _ => return None,
        };
        let (game, row) = (session.game(), cell.row());
        let rules = game.rules();
        Some(Self::Placed {
            row,
            fall: if rules.gravity() {
                usize::from(rules.rows()) - row
            } else {
                0
            },
            marks: Ending::of(session).unwrap_or_default().marks,
            outcome: Outcome::of(session),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::session::Command;
    use four_shapes_players::{Choice, PlayerKind};
    use four_shapes_records::{Match, SeriesScore};
    use four_shapes_rules::{Rules, notation};

    fn placed(row: usize, fall: usize, outcome: Outcome) -> Cue {
        let marks = match outcome {
            Outcome::Won | Outcome::Lost => 4,
            Outcome::Ongoing | Outcome::Drawn => 0,
        };
        Cue::Placed {
            row,
            fall,
            marks,
            outcome,
        }
    }

    fn session(rules: Rules, moves: &str) -> Session {
        let game_match = Match::with_default_seats(notation::parse(rules, moves).unwrap());
        let series_score = SeriesScore::new(&game_match);
        Session::new(game_match, series_score)
    }

    #[test]
    fn moves_refusals_and_wins_have_cues() {
        let mut session = session(Rules::CLASSIC, "121212");
        let column = |number| Command::Drop(Rules::CLASSIC.column(number).unwrap());
        let mut after = |command: Command| {
            session.apply(command);
            Cue::of(&session)
        };
        assert_eq!(after(Command::ReturnToOwn), Some(Cue::Refused));
        assert_eq!(after(column(3)), Some(placed(0, 6, Outcome::Ongoing)));
        assert_eq!(after(column(3)), Some(placed(1, 5, Outcome::Ongoing)));
        assert_eq!(after(Command::Undo), None);
        assert_eq!(after(Command::Redo), Some(placed(1, 5, Outcome::Ongoing)));
        assert_eq!(after(column(0)), Some(placed(3, 3, Outcome::Won)));
        assert_eq!(after(column(0)), None);
        assert_eq!(after(Command::PlayAgain), None);
    }

    #[test]
    fn wins_of_computer_players_over_humans_are_losses() {
        for (computers, outcome) in [
            ([true, false], Outcome::Lost),
            ([false, true], Outcome::Won),
            ([true, true], Outcome::Won),
        ] {
            let mut session = session(Rules::CLASSIC, "121212");
            for (seat, _) in computers.iter().enumerate().filter(|(_, is)| **is) {
                session.apply(Command::SetComputer(seat, Some(PlayerKind::Random)));
            }
            let a4 = notation::parse_cell(Rules::CLASSIC, "A4").unwrap();
            session.apply(if session.computer_to_move().is_some() {
                Command::PlayComputerChoice(session.turn_id(), Choice::Place(a4))
            } else {
                Command::Place(a4)
            });
            assert_eq!(
                Cue::of(&session),
                Some(placed(3, 3, outcome)),
                "{computers:?}"
            );
        }
    }

    #[test]
    fn fall_is_zero_without_gravity() {
        let mut session = session(Rules::TIC_TAC_TOE, "A1,B1,C1,A2,B2,A3,C2,C3");
        let b3 = notation::parse_cell(Rules::TIC_TAC_TOE, "B3").unwrap();
        session.apply(Command::Place(b3));
        assert_eq!(Cue::of(&session), Some(placed(2, 0, Outcome::Drawn)));
    }
}
