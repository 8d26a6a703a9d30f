//! Games with assistance don't count for the rating: a move was taken back, a hint was shown, the
//! analysis was open, another opponent took over, or the moves come from another game.
//!
//! They are marked with [`Mark::ASSISTED`].

use super::marks::Mark;
use crate::{
    autosave::Autosave,
    game::{
        session::{Event, Session},
        state::GameState,
    },
    navigation::{Navigation, Route},
    storage::BrowserStorage,
};
use std::cell::Cell;

/// Marks the user's own game when there is assistance in it.
pub(crate) fn start(game: GameState, navigation: Navigation, autosave: Autosave) {
    let had_undone_steps = Cell::new(game.with_untracked(has_undone_steps));
    game.on_event(move |session| {
        let replaced_steps = had_undone_steps.replace(has_undone_steps(session));
        let has_analysis = session.allows_help() && navigation.is_open_untracked(Route::Analysis);
        if session.is_own() && is_assisted(session, replaced_steps, has_analysis) {
            Mark::ASSISTED.set(&BrowserStorage::new(), &autosave.current_id(session));
        }
    });
}

fn has_undone_steps(session: &Session) -> bool {
    let game = session.game();
    game.cursor() < game.steps().len()
}

/// Returns whether there was assistance in the latest event. `replaced_steps`: before it, there
/// were undone steps.
fn is_assisted(session: &Session, replaced_steps: bool, has_analysis: bool) -> bool {
    match session.event() {
        Event::Placed { .. } | Event::Swapped | Event::DrawAgreed => replaced_steps || has_analysis,
        Event::HintShown | Event::SharedKept => true,
        // The first move may have been a tap on the board, before the opponent was chosen.
        Event::ComputerSet(_) => session.game().cursor() > 1,
        _ => false,
    }
}

/// Marks the user's own game if it has moves, as it was loaded from elsewhere.
pub(crate) fn mark_loaded(game: GameState) {
    game.with_untracked(|session| {
        if !session.own().0.game().steps().is_empty() {
            Mark::ASSISTED.set(&BrowserStorage::new(), session.own_id());
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        game::session::{Command, Hint},
        library::entry::tests::match_of,
    };
    use four_shapes_analysis::Reason;
    use four_shapes_players::{Choice, Level, PlayerKind};
    use four_shapes_records::SeriesScore;
    use four_shapes_rules::{Rules, notation};

    fn session() -> Session {
        let mut game_match = match_of("");
        game_match.set_computer(1, Some(PlayerKind::Level(Level::Three)));
        let series_score = SeriesScore::new(&game_match);
        Session::new(game_match, series_score)
    }

    /// Applies commands, and returns whether there was assistance in any.
    fn is_assisted_after(commands: impl IntoIterator<Item = Command>, has_analysis: bool) -> bool {
        let mut session = session();
        let mut found = false;
        for command in commands {
            let had_undone = has_undone_steps(&session);
            session.apply(match command {
                // Of the current turn.
                Command::PlayComputerChoice(_, choice) => {
                    Command::PlayComputerChoice(session.turn_id(), choice)
                }
                command => command,
            });
            found |= is_assisted(&session, had_undone, has_analysis);
        }
        found
    }

    fn drop(column: usize) -> Command {
        Command::Drop(Rules::CLASSIC.column(column).unwrap())
    }

    fn answer(cell: &str) -> Command {
        let cell = notation::parse_cell(Rules::CLASSIC, cell).unwrap();
        Command::PlayComputerChoice(0, Choice::Place(cell))
    }

    #[test]
    fn assistance_is_noticed() {
        let moves = || vec![drop(3), answer("A1"), drop(2)];
        let after =
            |commands: Vec<Command>| is_assisted_after(moves().into_iter().chain(commands), false);
        assert!(!after(vec![answer("A2"), drop(2)]));
        // Looking back is no assistance, other moves are.
        let back = || vec![answer("A2"), Command::Undo];
        assert!(!after(back()));
        assert!(!after([back(), vec![Command::Redo, drop(5)]].concat()));
        assert!(after([back(), vec![drop(5)]].concat()));
        let browse = |step| vec![answer("A2"), Command::GoTo(step)];
        assert!(!after(
            [browse(2), vec![Command::GoTo(4), drop(5)]].concat()
        ));
        assert!(after([browse(2), vec![drop(5)]].concat()));
        let hint = Hint {
            cell: notation::parse_cell(Rules::CLASSIC, "F1").unwrap(),
            reason: Reason::WinsNow,
            swap: false,
        };
        assert!(after(vec![answer("A2"), Command::ShowHint(hint)]));
        let other = Command::SetComputer(1, Some(PlayerKind::Level(Level::One)));
        assert!(after(vec![other.clone()]));
        assert!(!is_assisted_after([drop(3), other.clone()], false));
        assert!(!is_assisted_after([other], false));
        assert!(is_assisted_after(moves(), true));
    }
}
