//! What runs beside the game once it can be played, or as soon as it is needed: computer
//! players, settings, sound, saving to the library and the high scores, and what is dropped on
//! the page.

use crate::{
    device,
    game::state::{GameState, use_game},
    library::{backup, repository::Repository},
    navigation::{Incoming, Navigation, Place, use_navigation},
    play::computers,
    settings::preferences::Preferences,
    share::{link, load},
    sound::Sound,
    storage::{self, BrowserStorage},
    text,
};
use four_shapes_engine::scores::Score;
use leptos::prelude::*;
use web_sys::File;

/// What was dropped on the page.
#[derive(Debug)]
pub(crate) struct Dropped {
    pub(crate) files: Vec<File>,
    /// Where no files were dropped.
    pub(crate) text: String,
}

/// Starts it all.
pub(crate) fn start() {
    device::add_style_sheet("dialogs.css");
    let (game, navigation) = (use_game(), use_navigation());
    let sound = Sound::new();
    provide_context(sound);
    let preferences = Preferences::open(game, navigation, sound);
    provide_context(preferences);
    // Sounds are allowed in answer to these.
    for event in ["pointerdown", "pointerup", "keydown"] {
        window_event_listener_untyped(event, move |_| sound.wake(&preferences.get_untracked()));
    }
    window_event_listener_untyped("storage", move |_| preferences.reload());
    let guest = device::is_guest();
    let repository = Repository::start(guest);
    provide_context(repository);
    computers::start(game, navigation, expect_context());
    game.on_event(move |session| sound.hear(session, &preferences.get_untracked()));
    if guest {
        return;
    }
    game.on_event(move |session| {
        repository.schedule_sync();
        link::keep(session);
        remember_wins(game, navigation);
    });
    remember_wins(game, navigation);
}

/// Adds each game that was won meanwhile to the high scores.
fn remember_wins(game: GameState, navigation: Navigation) {
    for won in game.take_wins() {
        let score = device::today().and_then(|today| Score::of(&won, today));
        let added = score.map(|score| storage::add_score(&BrowserStorage::new(), score));
        if let Some(Err(problem)) = added {
            navigation.notify(text::storage_problem(&problem));
        }
    }
}

/// Takes what was dropped on the page: bots, or one text.
pub(crate) fn take_drop(dropped: Dropped) {
    let (game, navigation) = (use_game(), use_navigation());
    if device::is_guest() {
        return navigation.notify(text::not_for_guests());
    }
    let Dropped { files, text } = dropped;
    if files.iter().any(device::is_bot) {
        return navigation.open_with(Place::Tournament, Incoming::Bots(files));
    }
    let Some(file) = files.into_iter().next() else {
        return take_text(game, navigation, text);
    };
    let most = backup::MAX_BYTES as u32;
    let read = move |read| match read {
        Ok(text) => take_text(game, navigation, text),
        Err(error) => navigation.notify(load::not_read(&error)),
    };
    device::read_large(&file, most, Box::new(read));
}

fn take_text(game: GameState, navigation: Navigation, text: String) {
    if backup::is_backup(&text) {
        navigation.open_with(Place::Library, Incoming::Backup(text));
    } else if text.contains("\"four-shapes-tournament\"") {
        navigation.open_with(Place::Tournament, Incoming::TournamentFile(text));
    } else if let Err(error) = load::take(game, navigation, &text) {
        navigation.notify(error);
    }
}
