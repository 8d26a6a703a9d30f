//! The page: what is where, and how the parts reach the game.

use crate::{
    autosave::Autosave,
    background::DropData,
    board::board,
    components::{
        button::button,
        dialog::dialog,
        html::{Child, div, h1, header, main, p, section},
    },
    device,
    game::{
        options::{Labels, Options},
        pace::PaceCommand,
        session::Session,
        state::GameState,
        thinking::Thinking,
        view_model::Evaluations,
    },
    navigation::{LoadError, Navigation, Route},
    parts, play,
    storage::{BrowserStorage, GameStore, SaveError, StoredGame},
    text,
};
use four_shapes_engine::{Game, Match, Rules, SeriesScore};
use leptos::{ev, prelude::*};
use std::{cell::Cell, rc::Rc, time::Duration};
use web_sys::DragEvent;

/// The page with a game that was found in the browser.
pub(crate) fn app(store: GameStore<BrowserStorage>, found: StoredGame) -> AnyView {
    let navigation = Navigation::new(parts::load);
    provide_context(navigation);
    provide_context(parts::StartedParts::default());
    provide_context(Evaluations(RwSignal::new(Vec::new())));
    let game = open_game(navigation, store, found);
    provide_context(game);
    let thinking = Thinking::new();
    provide_context(thinking);
    let owner = Owner::current().unwrap_or_default();
    load_later(owner.clone(), navigation);
    call_computers(owner.clone(), game, navigation);
    open_links(owner.clone(), navigation);
    take_drops(owner.clone(), navigation);

    let view = game.view();
    let toggle_sound = move || {
        with_background(owner.clone(), navigation, |background| {
            (background.toggle_sound)();
        });
    };
    let header = header().class("top").child((
        h1().child(text::title()),
        // public/boot.js says whether it is pressed.
        button(text::sound(), toggle_sound)
            .class("quiet")
            .id("mute"),
        button(text::help(), move || navigation.open(Route::Help)).class("quiet"),
    ));
    let main = main().child((
        play::seats(view, thinking),
        play::status_line(view),
        board(view),
        play::actions(view, thinking),
        play::tools(),
        play::notices(),
        panel(navigation),
    ));
    let dialogs = Route::DIALOGS.map(|route| {
        let handle = navigation.dialog(route)?;
        Some(dialog(handle, route.title()))
    });
    (header, main, dialogs).into_view()
}

/// The panel that is open, if one is.
fn panel(navigation: Navigation) -> AnyView {
    let loading = move || section().class("panel").child(p().child(text::loading()));
    let content = move || match navigation.panel_content() {
        // What is read while it is made must not make it anew.
        Some(content) => Some(untrack(content)),
        None => navigation.panel().map(|_| loading().into_any()),
    };
    div().id("panel").child(content).into_any()
}

/// Opens the browser's storage. The tab of a guest leaves it to the other one.
///
/// # Errors
/// If a game is stored and the part of the program that reads it can't be fetched.
pub(crate) async fn open_storage() -> Result<(GameStore<BrowserStorage>, StoredGame), LoadError> {
    let storage = BrowserStorage::new();
    if device::is_read_only() {
        return Ok((GameStore::read_only(storage), StoredGame::None));
    }
    match GameStore::open_empty(storage) {
        Ok(opened) => Ok(opened),
        Err(storage) => parts::open_stored(storage).await,
    }
}

/// The game of the last time, or a new one, which is stored after each command.
fn open_game(
    navigation: Navigation,
    store: GameStore<BrowserStorage>,
    found: StoredGame,
) -> GameState {
    let new = || Match::with_default_seats(Game::new(Rules::CLASSIC));
    let plain = |played| {
        let series_score = SeriesScore::new(&played);
        (played, series_score)
    };
    let (played, series_score) = match found {
        StoredGame::None => plain(new()),
        StoredGame::Game(played, series_score) => (*played, series_score),
        StoredGame::Unavailable => {
            navigation.notify(text::not_stored(SaveError::Unavailable));
            plain(new())
        }
        StoredGame::Unreadable(problem) => {
            navigation.notify(text::storage_problem(&problem));
            plain(new())
        }
    };
    let options = Options {
        help: device::root_attribute("data-help") != "false",
        labels: Labels::read(&device::root_attribute("data-labels")),
    };
    let id = match store.id() {
        "" => device::new_id(),
        id => id.to_owned(),
    };
    let session = Session::open(played, series_score)
        .with_ids(id, device::new_id)
        .with_options(options)
        .with_read_only(device::is_read_only());
    let game = GameState::new(session);
    provide_context(Autosave::start(game, store, device::new_id));
    game
}

/// How long after the page everything else is fetched: not in the way of the first moves.
const LATER: Duration = Duration::from_secs(3);

/// Loads the other parts of the program in a quiet moment.
fn load_later(owner: Owner, navigation: Navigation) {
    let load = move || {
        device::when_idle(move || {
            device::spawn(async move {
                match parts::load_all(&owner).await {
                    Ok(()) => device::set_root_attribute("data-parts", "ready"),
                    // Whoever asks for a place that is not there is told why.
                    Err(LoadError::Unreachable) => {}
                    Err(error) => navigation.report(error, None),
                }
            });
        });
    };
    set_timeout(load, LATER);
}

/// Loads the computer players, who are in the part that runs in the background, when the
/// game needs them.
fn call_computers(owner: Owner, game: GameState, navigation: Navigation) {
    let called = Rc::new(Cell::new(false));
    let call = move |session: &Session| {
        if !session.needs_worker() || called.replace(true) {
            return;
        }
        let (owner, called) = (owner.clone(), called.clone());
        device::spawn(async move {
            if let Err(error) = parts::background(&owner).await {
                called.set(false);
                navigation.report(error, None);
                // Who goes on with the game tries it again.
                game.send(PaceCommand::Pause);
            }
        });
    };
    game.peek(&call);
    game.on_event(call);
}

/// Opens the game or the place that the address names, now and whenever that changes.
fn open_links(owner: Owner, navigation: Navigation) {
    let open = move || {
        if device::fragment().is_empty() {
            return;
        }
        // If the program fails meanwhile, public/boot.js offers to open it without the link.
        device::set_root_attribute("data-opening", "true");
        with_background(owner.clone(), navigation, |background| {
            (background.open_link)();
            request_animation_frame(|| {
                set_timeout(
                    || device::set_root_attribute("data-opening", ""),
                    Duration::ZERO,
                );
            });
        });
    };
    open();
    window_event_listener(ev::hashchange, move |_| open());
}

/// Takes files and texts that are dropped anywhere on the page.
fn take_drops(owner: Owner, navigation: Navigation) {
    window_event_listener(ev::dragover, |event| event.prevent_default());
    window_event_listener(ev::drop, move |event: DragEvent| {
        event.prevent_default();
        let Some(data) = event.data_transfer() else {
            return;
        };
        // It can only be read now.
        let files = data.files().map(|files| device::file_vec(&files));
        let dropped = DropData {
            files: files.unwrap_or_default(),
            text: data.get_data("text").unwrap_or_default(),
        };
        with_background(owner.clone(), navigation, |background| {
            (background.handle_drop)(dropped);
        });
    });
}

/// Asks something of the part that runs in the background, or says why it is not there.
fn with_background(
    owner: Owner,
    navigation: Navigation,
    act: impl FnOnce(parts::Background) + 'static,
) {
    device::spawn(async move {
        match parts::background(&owner).await {
            Ok(background) => owner.with(|| act(background)),
            Err(error) => navigation.report(error, None),
        }
    });
}
