//! The part of the program that runs in the background: computer players, settings, sound, the
//! library, high scores, and files dropped on the page. It is loaded after the page has started,
//! or earlier if needed.

use crate::{
    analysis,
    board::celebration,
    browser,
    components::html::Child,
    context::context,
    conversation::TextStyle,
    embed, end, friend,
    game::state::use_game,
    later_views::use_later_views,
    library::{assistance, backup, recent, repository::Repository},
    navigation::{Navigation, Route, RouteData, use_navigation},
    opened::opened,
    play::{
        computers,
        controls::seat_face,
        controls::{clock, playback},
        new_game,
    },
    scores,
    settings::preferences::Preferences,
    share::{self, link},
    sound::Sound,
    text,
};
use leptos::prelude::*;
use web_sys::File;

/// The files or the text of a drop event.
#[derive(Debug)]
pub(crate) struct DroppedFiles {
    pub(crate) files: Vec<File>,
    /// The text; used if there are no files.
    pub(crate) text: String,
}

/// Opens a text that may contain a game.
pub(crate) type OpenText = Box<dyn FnOnce(String)>;

/// Starts the background tasks and provides their contexts.
pub(crate) fn start() {
    let (game, navigation) = (use_game(), use_navigation());
    let sound = Sound::new();
    provide_context(sound);
    let preferences = Preferences::open(game, navigation, sound);
    provide_context(preferences);
    provide_context(TextStyle::new());
    // Browsers allow audio to start only in response to these events.
    for event in ["pointerdown", "pointerup", "keydown"] {
        window_event_listener_untyped(event, move |_| sound.unlock(&preferences.get_untracked()));
    }
    // After an activation that was before this part was loaded.
    sound.unlock(&preferences.get_untracked());
    window_event_listener_untyped("storage", move |_| preferences.reload());
    window_event_listener_untyped("resize", move |_| navigation.adapt_panel());
    let is_read_only = browser::is_read_only();
    let repository = Repository::start(is_read_only || browser::is_embedded());
    provide_context(repository);
    assistance::start(game, navigation, context());
    computers::start(game, navigation, context());
    // It reviews a game that ends, also if its panel is closed.
    analysis::start();
    clock::start(game);
    let views = use_later_views();
    navigation.start();
    views.opened.set(|()| opened());
    views.face.set(seat_face);
    views.clock.set(|seat| clock::clock(seat).into_any_view());
    views
        .playback
        .set(|()| playback::playback().into_any_view());
    views
        .easier
        .set(|()| new_game::easier_opponent().into_any_view());
    views
        .play_exercise
        .set(|()| new_game::play_exercise().into_any_view());
    views
        .celebration
        .set(|rules| celebration::celebration(rules).into_any_view());
    views
        .computer_answer
        .set(|()| new_game::computer_answer().into_any_view());
    views
        .last_opponent
        .set(|()| new_game::last_opponent().into_any_view());
    friend::start();
    views.sending.set(|()| friend::sending());
    end::start();
    embed::start();
    views
        .recent
        .set(|()| (friend::waiting_games(), recent::recent_games()).into_any_view());
    game.on_event(move |session| sound.play_event(session, &preferences.get_untracked()));
    if is_read_only {
        return;
    }
    navigation
        .history()
        .on_return(move || game.with_untracked(link::update_address));
    new_game::start_counting(game);
    game.on_event(move |session| {
        if !browser::is_embedded() {
            repository.schedule_sync();
        }
        link::update_address(session);
        if !session.win_changes().is_empty() {
            scores::settle(navigation);
        }
    });
    scores::settle(navigation);
}

/// Opens dropped bots, or a dropped file or text.
pub(crate) fn handle_file_drop(data: DroppedFiles, open_game: OpenText) {
    let navigation = use_navigation();
    if browser::is_read_only() {
        return navigation.inform(text::read_only_tab());
    }
    let DroppedFiles { files, text } = data;
    if files.iter().any(browser::is_bot) {
        return navigation.open_with(Route::Tournament, RouteData::Bots(files));
    }
    let Some(file) = files.into_iter().next() else {
        return open_text(navigation, text, open_game);
    };
    let on_read = move |text| match text {
        Ok(text) => open_text(navigation, text, open_game),
        Err(error) => navigation.notify(share::file_error(&error)),
    };
    browser::read_text_file(&file, backup::MAX_BYTES as u32, Box::new(on_read));
}

fn open_text(navigation: Navigation, text: String, open_game: OpenText) {
    if backup::is_backup(&text) {
        navigation.open_with(Route::Library, RouteData::Backup(text));
    } else if text.contains("\"four-shapes-tournament\"") {
        navigation.open_with(Route::Tournament, RouteData::TournamentFile(text));
    } else {
        open_game(text);
    }
}
