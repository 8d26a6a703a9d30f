//! The browser's local storage as a shelf.

use super::{Denied, Shelf};
use web_sys::Storage;

/// Local storage, which a browser may withhold.
pub(crate) struct Browser(Option<Storage>);

impl Browser {
    pub(crate) fn new() -> Self {
        Self(leptos::prelude::window().local_storage().ok().flatten())
    }

    fn storage(&self) -> Result<&Storage, Denied> {
        self.0.as_ref().ok_or(Denied)
    }
}

impl Shelf for Browser {
    fn get(&self, name: &str) -> Result<Option<String>, Denied> {
        self.storage()?.get_item(name).map_err(|_| Denied)
    }

    fn set(&self, name: &str, text: &str) -> Result<(), Denied> {
        self.storage()?.set_item(name, text).map_err(|_| Denied)
    }
}
