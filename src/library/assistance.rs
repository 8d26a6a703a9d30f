//! Games with assistance don't count for the rating: a move was taken back, a hint was shown, the
//! analysis was open, another opponent took over, or the moves come from another game.
//!
//! Their ids are in local storage until the library has them: see
//! [`Entry::is_assisted`](super::Entry::is_assisted).

use crate::{
    autosave::Autosave,
    game::{
        session::{Event, Session},
        state::GameState,
    },
    navigation::{Navigation, Route},
    storage::{BrowserStorage, Storage, game::REPLACED_PREFIX, is_id},
};
use std::cell::Cell;

/// The key of the ids, after the version.
const ASSISTED: &str = "four-shapes:assisted";
const VERSION: &str = "1";

/// Marks the user's own game when there is assistance in it.
pub(crate) fn start(game: GameState, navigation: Navigation, autosave: Autosave) {
    let had_undone_steps = Cell::new(game.with_untracked(has_undone_steps));
    game.on_event(move |session| {
        let replaced_steps = had_undone_steps.replace(has_undone_steps(session));
        let has_analysis = session.allows_help() && navigation.is_open_untracked(Route::Analysis);
        if session.is_own() && is_assisted(session, replaced_steps, has_analysis) {
            mark(&BrowserStorage::new(), &autosave.current_id(session));
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
            mark(&BrowserStorage::new(), session.own_id());
        }
    });
}

/// Marks the game with an id. If it can't be stored, the game counts.
pub(crate) fn mark(storage: &impl Storage, id: &str) {
    let mut ids = marked(storage);
    if !ids.iter().any(|marked| marked == id) {
        ids.push(id.to_owned());
        store(storage, &ids);
    }
}

/// Returns the ids of the marked games that the library may not have yet.
pub(super) fn marked(storage: &impl Storage) -> Vec<String> {
    let text = storage.get(ASSISTED).ok().flatten().unwrap_or_default();
    let mut words = text.split(' ');
    if words.next() != Some(VERSION) {
        return Vec::new();
    }
    words.filter(|id| is_id(id)).map(str::to_owned).collect()
}

/// Removes the marks of games that are in the library now, except that of the current one.
pub(super) fn remove_stored(storage: &impl Storage, current_id: &str) {
    let ids = marked(storage);
    let is_left = |id: &String| {
        let key = [REPLACED_PREFIX, id].concat();
        id == current_id || matches!(storage.get(&key), Ok(Some(_)))
    };
    let left: Vec<String> = ids.iter().filter(|id| is_left(id)).cloned().collect();
    if left.len() < ids.len() {
        store(storage, &left);
    }
}

fn store(storage: &impl Storage, ids: &[String]) {
    // If this fails, the game counts, or the mark is removed later.
    let _ = if ids.is_empty() {
        storage.remove(ASSISTED)
    } else {
        storage.set(ASSISTED, &[VERSION, " ", &ids.join(" ")].concat())
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        game::session::{Command, Hint},
        library::entry::tests::match_of,
        storage::tests::MemoryStorage,
    };
    use four_shapes_analysis::Reason;
    use four_shapes_players::{Choice, PlayerKind};
    use four_shapes_records::SeriesScore;
    use four_shapes_rules::{Rules, notation};

    fn session() -> Session {
        let mut game_match = match_of("");
        game_match.set_computer(1, Some(PlayerKind::Level(3)));
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
        let other = Command::SetComputer(1, Some(PlayerKind::Level(1)));
        assert!(after(vec![other.clone()]));
        assert!(!is_assisted_after([drop(3), other.clone()], false));
        assert!(!is_assisted_after([other], false));
        assert!(is_assisted_after(moves(), true));
    }

    #[test]
    fn marks_are_kept_until_the_library_has_the_games() {
        let storage = MemoryStorage::with(&[("four-shapes:replaced:3-c", "…")]);
        for id in ["1-a", "2-b", "3-c", "2-b"] {
            mark(&storage, id);
        }
        assert_eq!(marked(&storage), ["1-a", "2-b", "3-c"]);
        remove_stored(&storage, "2-b");
        assert_eq!(marked(&storage), ["2-b", "3-c"]);
        storage.remove("four-shapes:replaced:3-c").unwrap();
        remove_stored(&storage, "4-d");
        assert_eq!(storage.text(ASSISTED), None);
        for (text, ids) in [("2 1-a", 0), ("1 1-a NO 2-b", 2), ("", 0)] {
            storage.set(ASSISTED, text).unwrap();
            assert_eq!(marked(&storage).len(), ids, "{text}");
        }
    }
}
