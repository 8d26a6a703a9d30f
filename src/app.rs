//! The root component: layout, contexts, and loading of the other parts.

use crate::{
    autosave::{Autosave, OpenedStorage},
    background::DroppedFiles,
    board::{self, board, focus_board},
    browser,
    components::{
        button::icon_button,
        html::{Child, h1, header, main, span},
        icon,
    },
    game::{
        options::Options,
        session::{Command, Event, Session},
        state::GameState,
        thinking::Thinking,
    },
    later_views::LaterViews,
    navigation::{LoadError, Navigation, Request},
    parts,
    play::{controls, start},
    storage::{BrowserStorage, GameStore, LoadedGame, SaveError, Storage, progress::CUP},
    text,
};
use four_shapes_records::{Match, SeriesScore};
use four_shapes_rules::{Game, Rules, Status};
use leptos::{ev, prelude::*};
use std::{cell::Cell, rc::Rc, time::Duration};
use web_sys::DragEvent;

/// The page, with the stored game if there is one.
pub(crate) fn app(storage: OpenedStorage) -> AnyView {
    let navigation = Navigation::new(parts::request, parts::load);
    provide_context(navigation);
    provide_context(parts::StartedFeatures::default());
    let is_first_visit = matches!(storage.found, LoadedGame::None) && !browser::is_read_only();
    let game = open_game(navigation, storage);
    provide_context(game);
    let thinking = Thinking::new();
    provide_context(thinking);
    let views = LaterViews::default();
    provide_context(views);
    let owner = Owner::current().unwrap_or_default();
    load_later(owner.clone(), game, navigation);
    load_for_game(owner.clone(), game, navigation);
    open_links(owner.clone(), navigation);
    if browser::has_history_levels() {
        // After a reload: their levels are gone.
        navigation.request(Request::OpenFragment(browser::fragment()));
    }
    accept_dropped_files(owner.clone(), navigation);

    let view = game.view();
    let start_game = {
        let owner = owner.clone();
        move |start: fn(parts::Background)| {
            with_background(owner.clone(), navigation, move |background| {
                start(background);
                focus_board();
            });
        }
    };
    let toggle_sound = move || {
        with_background(owner.clone(), navigation, |background| {
            (background.toggle_sound)();
        });
    };
    let is_start = start::is_shown();
    let header = header().class("top").child((
        h1().child((board::logo(), span().child(text::title()))),
        // public/boot.js sets `aria-pressed`.
        icon_button(icon::SOUND, text::sound(), toggle_sound).id("mute"),
    ));
    // An exercise has actions of its own.
    let is_exercise =
        Memo::new(move |_| navigation.has_page_with_board() || game.with(Session::is_exercise));
    // Its times are in style/board.css.
    game.on_event(move |_| {
        if let Some(ending) = view.with_untracked(|view| view.ending) {
            browser::set_root_style("--last-fall", ending.fall);
            browser::set_root_style("--marks", ending.marks);
        }
    });
    let main = main()
        .class(("ending", move || view.with(|view| view.ending.is_some())))
        .class(("drawn", move || {
            game.with(|session| matches!(session.game().status(), Status::Drawn(_)))
        }))
        .class(("has-result", move || views.has_end_card.get()))
        .class(("starting", move || is_start.get()));
    let main = main.child((
        views.cup_line.show(()),
        move || {
            if is_start.get() {
                start::hero().into_any_view()
            } else {
                controls::seats(view, thinking).into_any_view()
            }
        },
        board(view),
        move || (is_first_visit && is_start.get()).then(start::falling_pieces),
        views.end.show(()),
        (controls::turn(view), views.live.show(())),
        views.sending.show(()),
        move || match (is_start.get(), is_exercise.get()) {
            (true, _) => {
                let (computer, two) = (start_game.clone(), start_game.clone());
                Some(start::start(
                    move || computer(|background| (background.start_computer)()),
                    move || two(|background| (background.start_two_players)()),
                ))
            }
            (false, true) => None,
            (false, false) => Some(controls::actions(view)),
        },
        controls::notices(),
        views.opened.show(()),
    ));
    (header, main, controls::places()).into_any_view()
}

/// Opens the browser's storage. A tab that doesn't own the game leaves it closed.
///
/// # Errors
/// If a game is stored and the part of the program that reads it can't be fetched.
pub(crate) async fn open_storage() -> Result<OpenedStorage, LoadError> {
    let storage = BrowserStorage::new();
    if browser::is_read_only() {
        return Ok(OpenedStorage::new(
            GameStore::read_only(storage),
            LoadedGame::None,
        ));
    }
    match GameStore::open_empty(storage) {
        Ok((store, found)) => Ok(OpenedStorage::new(store, found)),
        Err(storage) => parts::open_stored(storage).await,
    }
}

/// Opens the stored game, or a new one, and starts autosaving.
fn open_game(navigation: Navigation, storage: OpenedStorage) -> GameState {
    let OpenedStorage {
        store,
        found,
        notice,
        remote,
    } = storage;
    if let Some(notice) = notice {
        navigation.notify(notice);
    }
    let new = || Match::with_default_seats(Game::new(Rules::CLASSIC));
    let plain = |game_match| {
        let series_score = SeriesScore::new(&game_match);
        (game_match, series_score)
    };
    let (game_match, series_score) = match found {
        LoadedGame::None | LoadedGame::Unreadable(_) => plain(new()),
        LoadedGame::Game(game_match, series_score) => (*game_match, series_score),
        LoadedGame::Unavailable => {
            navigation.notify(text::not_stored(SaveError::Unavailable));
            plain(new())
        }
    };
    let options = Options::of(browser::setting);
    let id = match store.id() {
        "" => browser::new_id(),
        id => id.to_owned(),
    };
    let session = Session::new(game_match, series_score)
        .with_ids(id, browser::new_id)
        .with_clock(browser::monotonic_now)
        .with_options(options)
        .with_remote(remote)
        .with_read_only(browser::is_read_only());
    let game = GameState::new(session);
    provide_context(Autosave::start(game, store, browser::new_id));
    game
}

/// The delay before the other parts are fetched, so as not to slow down the first moves.
const LOAD_DELAY: Duration = Duration::from_secs(3);

/// Loads the other parts when the browser is idle. For a game of the cup that is soon: they say that
/// it is one, and whether there are hints.
fn load_later(owner: Owner, game: GameState, navigation: Navigation) {
    let cup = BrowserStorage::new().get(CUP).ok().flatten();
    let id = game.with_untracked(|session| ["\"", session.own_id(), "\""].concat());
    // Searching in strings would cost the first load 1 KB.
    let is_of_cup = cup.is_some_and(|cup| {
        let mut texts = cup.as_bytes().windows(id.len());
        texts.any(|text| text == id.as_bytes())
    });
    let load = move || {
        browser::when_idle(move || {
            browser::spawn(async move {
                match parts::load_all(&owner).await {
                    Ok(()) => {
                        browser::set_root_attribute("data-parts", "ready");
                        navigation.request(Request::OpenSidePanel);
                    }
                    // Reported when a dialog or panel is opened.
                    Err(LoadError::Unreachable) => {}
                    Err(error) => navigation.report(error, None),
                }
            });
        });
    };
    let delay = if is_of_cup {
        Duration::ZERO
    } else {
        LOAD_DELAY
    };
    set_timeout(load, delay);
}

/// The delay before sound is fetched after the first move, whose piece has landed by then.
const SOUND_DELAY: Duration = Duration::from_millis(500);

/// Loads the background code, which contains the computer players, clocks and sound, when the game
/// needs it, or else after the first move.
fn load_for_game(owner: Owner, game: GameState, navigation: Navigation) {
    let requested = Rc::new(Cell::new(false));
    let load = move |session: &Session| {
        // An embedded page reports its moves.
        let is_needed = session.needs_background() || browser::is_embedded();
        let is_played = matches!(session.event(), Event::Placed { .. });
        if !(is_needed || is_played) || requested.replace(true) {
            return;
        }
        let (owner, requested) = (owner.clone(), requested.clone());
        let load = move || {
            browser::spawn(async move {
                if let Err(error) = parts::background(&owner).await {
                    requested.set(false);
                    if game.with_untracked(Session::needs_background) {
                        navigation.report(error, None);
                        // Resuming the game tries again.
                        game.send(Command::Pause);
                    }
                }
            });
        };
        if is_needed {
            load();
        } else {
            set_timeout(load, SOUND_DELAY);
        }
    };
    game.with_untracked(&load);
    game.on_event(load);
}

/// Opens the link in the URL's fragment, now and whenever it changes.
fn open_links(owner: Owner, navigation: Navigation) {
    let open = move || {
        let fragment = browser::fragment();
        if fragment.starts_with('/') {
            return navigation.request(Request::OpenFragment(fragment));
        }
        if fragment.is_empty() {
            return;
        }
        with_background(owner.clone(), navigation, |background| {
            // If this panics, public/failure.js offers to reload without the link.
            browser::set_root_attribute("data-opening", "true");
            (background.open_link)();
            request_animation_frame(|| {
                set_timeout(
                    || browser::set_root_attribute("data-opening", ""),
                    Duration::ZERO,
                );
            });
        });
    };
    open();
    window_event_listener(ev::hashchange, move |_| open());
}

/// Accepts files and text dropped anywhere on the page.
fn accept_dropped_files(owner: Owner, navigation: Navigation) {
    window_event_listener(ev::dragover, |event| event.prevent_default());
    window_event_listener(ev::drop, move |event: DragEvent| {
        event.prevent_default();
        let Some(data) = event.data_transfer() else {
            return;
        };
        // Only accessible during the event.
        let files = data.files().map(|files| browser::file_vec(&files));
        let dropped = DroppedFiles {
            files: files.unwrap_or_default(),
            text: data.get_data("text").unwrap_or_default(),
        };
        let owner_of_text = owner.clone();
        with_background(owner.clone(), navigation, move |background| {
            let open_text = move |text| parts::open_text(owner_of_text, navigation, text);
            (background.handle_file_drop)(dropped, Box::new(open_text));
        });
    });
}

/// Calls the background code, loading it first if necessary.
fn with_background(
    owner: Owner,
    navigation: Navigation,
    act: impl FnOnce(parts::Background) + 'static,
) {
    browser::spawn(async move {
        match parts::background(&owner).await {
            Ok(background) => owner.with(|| act(background)),
            Err(error) => navigation.report(error, None),
        }
    });
}
