//! Opening a game of the library on the board.

use super::{Outcome, Repository};
use crate::{
    board::focus_board,
    browser,
    game::{
        session::{Command, Session, to_end},
        state::GameState,
    },
    navigation::Route,
    storage::{BrowserStorage, correspondence::remote_of},
};
use four_shapes_records::Match;

/// Opens the game with an id: continues an unfinished one, and shows a finished one with its
/// review. What was on the board stays in the library.
pub(crate) fn open(repository: Repository, id: String) {
    let game = repository.game();
    browser::spawn(async move {
        let ids = [id];
        let found = match repository.database().await {
            Ok(database) => database.games(&ids).await,
            Err(error) => Err(error),
        };
        let [id] = ids;
        match found {
            Err(error) => repository.set_error(Some(error)),
            Ok(mut games) => {
                let Some(found) = games.remove(&id) else {
                    return;
                };
                let summary = found.entry.summary.as_ref();
                let is_unfinished =
                    summary.is_some_and(|summary| summary.outcome == Outcome::Unfinished);
                if let Ok(game_match) = found.parse_record() {
                    show(repository, game, id, &game_match, is_unfinished);
                }
            }
        }
    });
}

fn show(
    repository: Repository,
    game: GameState,
    id: String,
    game_match: &Match,
    is_unfinished: bool,
) {
    let navigation = repository.navigation;
    let is_from_library = navigation.is_open_untracked(Route::Library);
    navigation.close(Route::Library);
    let is_current = repository.current_id() == id;
    if is_current {
        if !game.with_untracked(Session::is_own) {
            game.send(Command::ReturnToOwn);
        }
    } else if is_unfinished {
        game.send(Command::Open {
            remote: remote_of(&BrowserStorage::new(), &id),
            id,
            game_match: Box::new(game_match.clone()),
        });
    } else {
        repository.look_at(&to_end(game_match));
    }
    focus_board();
    if !is_unfinished {
        if is_current {
            game.send(Command::GoTo(usize::MAX));
        }
        if is_from_library {
            navigation.open_panel_of(Route::Library, Route::Analysis);
        } else {
            navigation.open_panel(Route::Analysis);
        }
    }
}
