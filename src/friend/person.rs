//! The name of the user, who is asked for it once.

use crate::storage::{BrowserStorage, person::Person};
use four_shapes_records::Name;

/// Returns the name of the user, if it is known.
pub(super) fn own_name() -> Option<Name> {
    Person::load(&BrowserStorage::new()).name
}

/// Stores the name of the user, unless one is stored.
pub(super) fn remember_name(name: &Name) {
    let storage = BrowserStorage::new();
    let mut person = Person::load(&storage);
    if person.name.is_none() {
        person.name = Some(name.clone());
        // It is only asked again if this fails.
        let _ = person.save(&storage);
    }
}
