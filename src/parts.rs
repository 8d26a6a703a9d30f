//! The parts that `cargo xtask build` splits the program into. The first contains everything
//! that is needed to play; the others are fetched after the page has started, or earlier if one
//! of their routes is opened. Plain Trunk builds one unsplit program.

use crate::{
    analysis,
    autosave::{self, OpenedStorage},
    background,
    background::{DroppedFiles, OpenText},
    board_editor, browser, compete,
    context::context,
    conversation, exercise, friend, help, learn, lessons, library,
    navigation::{LoadError, Navigation, Place, Request, Route},
    openings, play, puzzles,
    route::RouteGroup,
    scores, settings, share,
    storage::BrowserStorage,
    tournament,
};
use leptos::prelude::*;
#[cfg(split)]
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use std::pin::Pin;

/// What is started after it was first loaded: the background tasks, or the routes of a group.
/// Groups share files; separate ones would be 16 KB larger together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Feature {
    Background,
    Routes(RouteGroup),
}

/// The started features.
#[derive(Clone, Copy, Default)]
pub(crate) struct StartedFeatures(StoredValue<Vec<Feature>>);

/// The functions of the background tasks.
#[derive(Clone, Copy)]
pub(crate) struct Background {
    start: fn(),
    serve: fn(Navigation, Request),
    pub(crate) open_link: fn(),
    pub(crate) toggle_sound: fn(),
    pub(crate) handle_file_drop: fn(DroppedFiles, OpenText),
    /// Starts a classic game against the last computer player.
    pub(crate) start_computer: fn(),
    pub(crate) start_two_players: fn(),
}

/// The functions of a feature with routes.
struct FeatureEntry {
    start: fn(),
    place: fn(Route) -> Place,
}

#[cfg(split)]
impl From<SplitLoaderError> for LoadError {
    fn from(_: SplitLoaderError) -> Self {
        // Set by the loader, which knows the status of the response.
        if browser::root_attribute("data-outdated") == "true" {
            Self::Outdated
        } else {
            Self::Unreachable
        }
    }
}

/// Declares functions whose code is in a part, which they load first.
macro_rules! lazy {
    ($(in $part:ident fn $name:ident() -> $output:ty { $body:expr })+) => {$(
        #[cfg(split)]
        #[wasm_split($part, wasm_split_path = ::leptos::wasm_split, fallible)]
        fn $name() -> Result<$output, LoadError> {
            Ok($body)
        }

        #[cfg(not(split))]
        async fn $name() -> Result<$output, LoadError> {
            Ok($body)
        }
    )+};
}

lazy! {
    in stored fn stored_part() -> fn(BrowserStorage) -> OpenedStorage {
        autosave::open_stored
    }

    in dialogs fn background_part() -> Background {
        Background {
            start: background::start,
            serve: Navigation::serve,
            open_link: share::link::open,
            toggle_sound: settings::preferences::toggle_sound,
            handle_file_drop: background::handle_file_drop,
            start_computer: play::new_game::start_computer,
            start_two_players: play::new_game::start_two_players,
        }
    }

    in dialogs fn dialogs_part() -> FeatureEntry {
        FeatureEntry {
            start: play::new_game::start,
            place: |route| match route {
                Route::NewGame => Place {
                    enter: play::new_game::enter,
                    ..Place::new(play::new_game::new_game)
                },
                Route::Players => Place::new(play::computers::players::players),
                Route::Scores => Place::new(scores::high_scores),
                Route::Settings => Place::new(settings::dialog::settings),
                Route::Help => Place::new(help::help),
                Route::About => Place::new(help::about::about),
                Route::More => Place::new(play::controls::more::more),
                _ => unreachable!("{route:?} is in another part"),
            },
        }
    }

    in share fn share_part() -> FeatureEntry {
        FeatureEntry {
            start: || {
                share::load::start();
                board_editor::start();
                friend::live::start();
            },
            place: |route| match route {
                Route::BoardEditor => Place {
                    enter: board_editor::enter,
                    ..Place::new(board_editor::editor)
                },
                Route::Friend => Place {
                    enter: friend::enter,
                    leave: friend::leave,
                    ..Place::new(friend::page)
                },
                Route::SendLink => Place {
                    enter: friend::enter_send_link,
                    ..Place::new(friend::send_link)
                },
                Route::Share => Place::new(share::dialog::share),
                Route::Replay => Place::new(share::replay::replay),
                Route::Load => Place::new(share::load::load),
                _ => unreachable!("{route:?} is in another part"),
            },
        }
    }

    in share fn open_text_part() -> fn(&str) {
        share::load::open_text
    }

    in dialogs fn panels_part() -> FeatureEntry {
        FeatureEntry {
            start: conversation::start,
            place: |route| match route {
                Route::Analysis => analysis::PLACE,
                Route::Moves => Place::new(analysis::moves),
                Route::Conversation => Place::new(conversation::panel),
                _ => unreachable!("{route:?} is in another part"),
            },
        }
    }

    in learn fn learn_part() -> FeatureEntry {
        FeatureEntry {
            start: || {
                exercise::start();
                puzzles::start();
                lessons::start();
                openings::start();
                learn::start();
            },
            place: |route| match route {
                Route::Learn => learn::PLACE,
                Route::Lessons => lessons::PLACE,
                Route::Openings => openings::PLACE,
                Route::Puzzles => puzzles::PLACE,
                _ => unreachable!("{route:?} is in another part"),
            },
        }
    }

    in library fn library_part() -> FeatureEntry {
        FeatureEntry {
            start: library::page::start,
            place: |_| Place {
                enter: library::page::enter,
                ..Place::new(library::page::library)
            },
        }
    }

    in tournament fn tournament_part() -> FeatureEntry {
        FeatureEntry {
            start: || {
                tournament::dialog::start();
                compete::start();
            },
            place: |route| match route {
                Route::Compete => Place {
                    enter: compete::enter,
                    ..Place::new(compete::home)
                },
                Route::Cup => Place {
                    enter: compete::enter,
                    ..Place::new(compete::cup)
                },
                Route::Tournament => Place {
                    enter: tournament::dialog::enter,
                    leave: tournament::dialog::leave,
                    ..Place::new(tournament::dialog::tournament)
                },
                _ => unreachable!("{route:?} is in another part"),
            },
        }
    }
}

/// Loads the stored game.
///
/// # Errors
/// Returns an error if the part that parses games can't be fetched.
pub(crate) async fn open_stored(storage: BrowserStorage) -> Result<OpenedStorage, LoadError> {
    Ok(stored_part().await?(storage))
}

/// Loads and starts the background tasks.
///
/// # Errors
/// Returns an error if their part can't be fetched; this can be retried.
pub(crate) async fn background(owner: &Owner) -> Result<Background, LoadError> {
    // Shown in style/page.css if it takes long.
    browser::set_root_attribute("data-loading", "true");
    let background = background_part().await;
    browser::set_root_attribute("data-loading", "");
    let background = background?;
    start(owner, Feature::Background, background.start);
    Ok(background)
}

/// Loads the background tasks, and serves a request of the first screen.
pub(crate) fn request(owner: Owner, navigation: Navigation, request: Request) {
    browser::spawn(async move {
        match background(&owner).await {
            Ok(background) => owner.with(|| (background.serve)(navigation, request)),
            Err(error) => navigation.report(error, request.route()),
        }
    });
}

/// Loads and starts the feature of a route, and returns its place.
///
/// # Errors
/// Returns an error if a part can't be fetched; this can be retried.
pub(crate) fn load(
    owner: Owner,
    route: Route,
) -> Pin<Box<dyn Future<Output = Result<Place, LoadError>>>> {
    Box::pin(async move {
        background(&owner).await?;
        let group = route.group();
        let routes = match group {
            RouteGroup::Dialogs => dialogs_part().await?,
            RouteGroup::Share => share_part().await?,
            RouteGroup::Panels => panels_part().await?,
            RouteGroup::Library => library_part().await?,
            RouteGroup::Tournament => tournament_part().await?,
            RouteGroup::Learn => learn_part().await?,
        };
        start(&owner, Feature::Routes(group), routes.start);
        Ok((routes.place)(route))
    })
}

/// Opens a text that was dropped on the page, loading the code that reads it first.
pub(crate) fn open_text(owner: Owner, navigation: Navigation, text: String) {
    browser::spawn(async move {
        let is_loaded = load(owner.clone(), Route::Load).await;
        let open = match is_loaded {
            Ok(_) => open_text_part().await,
            Err(error) => Err(error),
        };
        match open {
            Ok(open) => owner.with(|| open(&text)),
            Err(error) => navigation.report(error, Some(Route::Load)),
        }
    });
}

/// Loads all parts, so that every route opens immediately and without a network. The tournament
/// is also started, as it may have to be resumed.
///
/// # Errors
/// Returns an error if a part can't be fetched.
pub(crate) async fn load_all(owner: &Owner) -> Result<(), LoadError> {
    background(owner).await?;
    share_part().await?;
    library_part().await?;
    // Started for the puzzle of today on the first screen.
    load(owner.clone(), Route::Learn).await?;
    load(owner.clone(), Route::Tournament).await.map(|_| ())
}

/// Starts a feature unless it was started. Its contexts are provided to the whole page.
fn start(owner: &Owner, feature: Feature, start: fn()) {
    owner.with(|| {
        let StartedFeatures(started) = context();
        if !started.with_value(|started| started.contains(&feature)) {
            started.update_value(|started| started.push(feature));
            start();
        }
    });
}
