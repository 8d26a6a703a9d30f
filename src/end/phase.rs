//! When the card is shown.

use crate::game::session::{CommandError, Event, Session};

/// What is shown of the end of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Phase {
    /// The game is not over.
    #[default]
    Playing,
    /// The game has just ended, and the card is about to be shown.
    Coming,
    Shown,
    /// The card was closed, or the game was over when it came onto the board.
    Closed,
}

impl Phase {
    /// Whether the card is shown or about to be.
    pub(super) fn has_card(self) -> bool {
        matches!(self, Self::Coming | Self::Shown)
    }

    /// Returns the phase after the latest command.
    pub(super) fn after(self, session: &Session) -> Self {
        if session.is_exercise() || !session.is_over() {
            return Self::Playing;
        }
        match session.event() {
            Event::Placed { .. } | Event::DrawAgreed | Event::TimeForfeited => Self::Coming,
            // A press on the board is for a look at it.
            Event::Rejected(CommandError::GameOver)
            | Event::Opened
            | Event::Undone(_)
            | Event::Redone(_)
            | Event::CursorMoved { .. }
            | Event::Swapped
            | Event::Started
            | Event::Loaded
            | Event::SharedOpened
            | Event::ReturnedToOwn => Self::Closed,
            _ if self == Self::Playing => Self::Closed,
            _ => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::session::{Command, Exercise};
    use four_shapes_records::{Match, SeriesScore};
    use four_shapes_rules::{Rules, notation};

    fn session(moves: &str) -> Session {
        let game_match = game_match(moves);
        let series_score = SeriesScore::new(&game_match);
        Session::new(game_match, series_score)
    }

    fn game_match(moves: &str) -> Match {
        Match::with_default_seats(notation::parse(Rules::CLASSIC, moves).unwrap())
    }

    fn drop(column: usize) -> Command {
        Command::Drop(Rules::CLASSIC.column(column).unwrap())
    }

    /// Returns the phase after each command.
    fn phases(session: &mut Session, from: Phase, commands: &[Command]) -> Vec<Phase> {
        let mut phase = from;
        let after = commands.iter().map(|command| {
            session.apply(command.clone());
            phase = phase.after(session);
            phase
        });
        after.collect()
    }

    #[test]
    fn only_a_step_that_ends_the_game_brings_the_card() {
        let mut session = session("12121");
        let commands = [drop(1), drop(0), Command::Undo, Command::Redo, drop(1)];
        let after = phases(&mut session, Phase::Playing, &commands);
        let expected = [
            Phase::Playing,
            Phase::Coming,
            Phase::Playing,
            Phase::Closed,
            Phase::Closed,
        ];
        assert_eq!(after, expected);
        // The same win, played again.
        let after = phases(&mut session, Phase::Closed, &[Command::Undo, drop(0)]);
        assert_eq!(after, [Phase::Playing, Phase::Coming]);
    }

    #[test]
    fn a_press_on_the_board_closes_the_card_and_a_rematch_removes_it() {
        for phase in [Phase::Coming, Phase::Shown] {
            let mut session = session("1212121");
            let options = Command::SetOptions(session.options());
            let commands = [options, drop(3), Command::PlayAgain];
            let after = phases(&mut session, phase, &commands);
            assert_eq!(after, [phase, Phase::Closed, Phase::Playing]);
        }
    }

    #[test]
    fn a_finished_game_that_is_opened_and_an_exercise_have_no_card() {
        let mut session = session("1212121");
        assert_eq!(Phase::Playing.after(&session), Phase::Closed);
        let load = Command::Load(Box::new(game_match("1212121")));
        assert_eq!(phases(&mut session, Phase::Shown, &[load]), [Phase::Closed]);
        let open = Command::OpenExercise(Exercise::Puzzle, Box::new(game_match("121212")));
        let after = phases(&mut session, Phase::Closed, &[open, drop(0)]);
        assert_eq!(after, [Phase::Playing; 2]);
    }
}
