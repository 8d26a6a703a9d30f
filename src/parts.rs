//! The parts that `cargo xtask build` splits the program into. The first has all that is
//! needed to play; the others are fetched once the game can be played, or sooner if one of
//! their places is opened. Plain Trunk makes one program of the same source.

use crate::{
    analysis, background,
    background::Dropped,
    components::dialog::Content,
    conversation, help, library,
    navigation::{LoadError, Place},
    play, settings, share,
    storage::{BrowserStorage, GameStore, StoredGame},
    tournament,
};
use leptos::prelude::*;
#[cfg(split)]
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use std::pin::Pin;

/// What starts when it is first loaded. Dialogs, panels and what runs in the background are in
/// one part: on their own they would be 16 KB more, for what they have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Background,
    Dialogs,
    Panels,
    Library,
    Tournament,
}

impl Part {
    fn of(place: Place) -> Self {
        match place {
            Place::NewGame
            | Place::Players
            | Place::Share
            | Place::Load
            | Place::Scores
            | Place::Settings
            | Place::Help
            | Place::About => Self::Dialogs,
            Place::Conversation | Place::Analysis => Self::Panels,
            Place::Library => Self::Library,
            Place::Tournament => Self::Tournament,
        }
    }
}

/// The parts that have started.
#[derive(Clone, Copy, Default)]
pub(crate) struct Started(StoredValue<Vec<Part>>);

/// What the program asks of the part that runs in the background.
#[derive(Clone, Copy)]
pub(crate) struct Background {
    start: fn(),
    pub(crate) open_link: fn(),
    pub(crate) toggle_sound: fn(),
    pub(crate) take_drop: fn(Dropped),
}

/// What the program asks of a part with places.
struct Places {
    start: fn(),
    content: fn(Place) -> Content,
}

#[cfg(split)]
impl From<SplitLoaderError> for LoadError {
    fn from(_: SplitLoaderError) -> Self {
        // Left by the loader, which knows what the server has answered.
        if crate::device::noted("data-outdated") == "true" {
            Self::Outdated
        } else {
            Self::Unreachable
        }
    }
}

/// Functions whose code is in a part: they wait until that is there.
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
    in stored fn stored_part() -> fn(BrowserStorage) -> (GameStore<BrowserStorage>, StoredGame) {
        GameStore::open
    }

    in dialogs fn background_part() -> Background {
        Background {
            start: background::start,
            open_link: share::link::open,
            toggle_sound: settings::preferences::toggle_sound,
            take_drop: background::take_drop,
        }
    }

    in dialogs fn dialogs_part() -> Places {
        Places {
            start: || {
                play::new_game::start();
                share::load::start();
            },
            content: |place| match place {
                Place::NewGame => play::new_game::new_game,
                Place::Players => play::players::players,
                Place::Share => share::dialog::share,
                Place::Load => share::load::load,
                Place::Scores => library::high_scores::high_scores,
                Place::Settings => settings::dialog::settings,
                Place::Help => help::help,
                Place::About => help::about::about,
                Place::Library | Place::Tournament | Place::Conversation | Place::Analysis => {
                    unreachable!("{place:?} is in another part")
                }
            },
        }
    }

    in dialogs fn panels_part() -> Places {
        Places {
            start: || {
                conversation::start();
                analysis::start();
            },
            content: |place| match place {
                Place::Analysis => analysis::panel,
                _ => conversation::panel,
            },
        }
    }

    in library fn library_part() -> Places {
        Places {
            start: library::dialog::start,
            content: |_| library::dialog::library,
        }
    }

    in tournament fn tournament_part() -> Places {
        Places {
            start: tournament::dialog::start,
            content: |_| tournament::dialog::tournament,
        }
    }
}

/// Reads the game that is stored in the browser.
///
/// # Errors
/// If the part that does that can't be fetched.
pub(crate) async fn open_stored(
    storage: BrowserStorage,
) -> Result<(GameStore<BrowserStorage>, StoredGame), LoadError> {
    Ok(stored_part().await?(storage))
}

/// Loads and starts the part that runs in the background.
///
/// # Errors
/// If it can't be fetched; it can be tried again.
pub(crate) async fn background(owner: &Owner) -> Result<Background, LoadError> {
    let background = background_part().await?;
    start(owner, Part::Background, background.start);
    Ok(background)
}

/// Loads and starts the part in which a place is, and returns what is in that place.
///
/// # Errors
/// If a part can't be fetched; it can be tried again.
pub(crate) fn load(
    owner: Owner,
    place: Place,
) -> Pin<Box<dyn Future<Output = Result<Content, LoadError>>>> {
    Box::pin(async move {
        background(&owner).await?;
        let part = Part::of(place);
        let places = match part {
            Part::Background | Part::Dialogs => dialogs_part().await?,
            Part::Panels => panels_part().await?,
            Part::Library => library_part().await?,
            Part::Tournament => tournament_part().await?,
        };
        start(&owner, part, places.start);
        Ok((places.content)(place))
    })
}

/// Loads all parts, so that every place opens at once from here on, also without a network.
/// Only what runs without its place being open starts: a tournament may have to go on.
///
/// # Errors
/// If a part can't be fetched.
pub(crate) async fn load_all(owner: &Owner) -> Result<(), LoadError> {
    background(owner).await?;
    library_part().await?;
    load(owner.clone(), Place::Tournament).await.map(|_| ())
}

/// Starts a part the first time that it is there. What it provides belongs to the page.
fn start(owner: &Owner, part: Part, start: fn()) {
    owner.with(|| {
        let Started(started) = expect_context();
        if !started.with_value(|started| started.contains(&part)) {
            started.update_value(|started| started.push(part));
            start();
        }
    });
}
