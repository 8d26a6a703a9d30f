//! Error messages. Details in brackets are the engine's errors, always in English.

use super::list;
use crate::{
    browser::StorageEstimate,
    msg,
    storage::{SaveError, StorageProblem, StoredItem},
};
use four_shapes_records::{
    Name, NameError, SeatAttribute, SetupError, import::ImportError, link::LinkError,
    record::RecordError,
};

/// An invalid name.
pub(crate) fn name_error(error: NameError) -> String {
    match error {
        NameError::Empty => msg::name_empty().to_owned(),
        NameError::TooLong { .. } => msg::name_too_long(Name::MAX_CHARS as u64),
        NameError::Character(character) => msg::name_character(&code_point(character)),
    }
}

/// An invalid name of the player with an index.
pub(crate) fn player_name_error(player: usize, error: NameError) -> String {
    let player = one_based(player);
    match error {
        NameError::Empty => msg::name_missing(player),
        NameError::TooLong { .. } => msg::player_name_too_long(player, Name::MAX_CHARS as u64),
        NameError::Character(character) => {
            msg::player_name_character(player, &code_point(character))
        }
    }
}

/// A player's number, from their index.
pub(crate) fn one_based(index: usize) -> u64 {
    (index as u64).saturating_add(1)
}

fn code_point(character: char) -> String {
    format!("U+{:04X}", u32::from(character))
}

/// Seats that don't form a setup.
pub(crate) fn setup_error(error: SetupError) -> String {
    match error {
        SetupError::Duplicate {
            attribute,
            first,
            second,
        } => {
            let message = match attribute {
                SeatAttribute::Name => msg::same_name,
                SeatAttribute::PieceStyle => msg::same_piece,
                SeatAttribute::Symbol => msg::same_symbol,
            };
            message(one_based(first), one_based(second))
        }
        SetupError::Count { .. }
        | SetupError::FirstSeat { .. }
        | SetupError::Swap { .. }
        | SetupError::TimeControl { .. } => msg::setup_invalid(&error.to_string()),
    }
}

/// A text that can't be imported.
pub(crate) fn import_error(error: &ImportError) -> String {
    let details = error.to_string();
    match error {
        ImportError::TooLarge(_) => msg::too_large().to_owned(),
        ImportError::Empty => msg::import_empty().to_owned(),
        ImportError::Unknown => msg::import_unknown().to_owned(),
        ImportError::Record(_) => msg::import_not_a_game(&details),
        ImportError::Link(_) => msg::import_not_a_link(&details),
        ImportError::Moves(_) => msg::import_not_moves(&details),
        _ => msg::import_not_read(&details),
    }
}

/// An invalid link.
pub(crate) fn bad_link_error(error: &LinkError) -> String {
    msg::bad_link(&error.to_string())
}

/// Ignored fields of a link; at least one.
pub(crate) fn unknown_link_fields(names: &[String]) -> String {
    const MAX: usize = 3;
    let fields = list(names.iter().take(MAX).map(|name| msg::quoted(name)));
    match names.len().saturating_sub(MAX) {
        0 => msg::unknown_fields(&fields),
        more => msg::unknown_fields_more(&fields, more as u64),
    }
}

/// A problem with stored data.
pub(crate) fn storage_problem(problem: &StorageProblem) -> String {
    match problem {
        StorageProblem::Unreadable {
            item,
            error,
            set_aside_as,
        } => unreadable(*item, error, set_aside_as.as_deref()),
        StorageProblem::NewerSettings => msg::settings_newer().to_owned(),
        StorageProblem::ScoreNotSaved => msg::score_not_stored().to_owned(),
    }
}

fn unreadable(item: StoredItem, error: &RecordError, key: Option<&str>) -> String {
    let details = error.to_string();
    match (item, key) {
        (StoredItem::Game, Some(key)) => msg::unreadable_game(key, &details),
        (StoredItem::Settings, Some(key)) => msg::unreadable_settings(key, &details),
        (StoredItem::Scores, Some(key)) => msg::unreadable_scores(key, &details),
        (StoredItem::Game, None) => msg::unreadable_game_full(&details),
        (StoredItem::Settings, None) => msg::unreadable_settings_full(&details),
        (StoredItem::Scores, None) => msg::unreadable_scores_full(&details),
    }
}

/// The reason why the game is not stored.
pub(crate) fn not_stored(why: SaveError) -> &'static str {
    match why {
        SaveError::Unavailable => msg::not_stored_denied(),
        SaveError::QuotaExceeded => msg::not_stored_full(),
        SaveError::Conflict => msg::not_stored_elsewhere(),
    }
}

/// A database with the page's name that was created by another program.
pub(crate) fn foreign_database(name: &str, stores: &[String]) -> String {
    if stores.is_empty() {
        return msg::other_database(name, msg::no_stores());
    }
    msg::other_database(name, &list(stores.iter().cloned()))
}

/// Describes how much storage is used.
pub(crate) fn storage_estimate(estimate: &StorageEstimate) -> String {
    let [used, max] = [estimate.usage, estimate.quota].map(super::data_size);
    if estimate.is_persistent {
        msg::storage_used_persistent(&used, &max)
    } else {
        msg::storage_used(&used, &max)
    }
}
