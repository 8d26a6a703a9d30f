//! The browser's local storage as a shelf.

use super::{Denied, Refused, Shelf};
use wasm_bindgen::JsValue;
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

    fn set(&self, name: &str, text: &str) -> Result<(), Refused> {
        let storage = self.storage().map_err(|Denied| Refused::Denied)?;
        storage.set_item(name, text).map_err(|error| {
            if is_full(&error) {
                Refused::Full
            } else {
                Refused::Denied
            }
        })
    }

    fn remove(&self, name: &str) -> Result<(), Denied> {
        self.storage()?.remove_item(name).map_err(|_| Denied)
    }

    fn names(&self) -> Result<Vec<String>, Denied> {
        let storage = self.storage()?;
        let count = storage.length().map_err(|_| Denied)?;
        let name = |i| storage.key(i).ok().flatten();
        Ok((0..count).filter_map(name).collect())
    }
}

/// Whether an error of the browser says that there is no room.
pub(crate) fn is_full(error: &JsValue) -> bool {
    let name = js_sys::Reflect::get(error, &"name".into());
    name.is_ok_and(|name| name == "QuotaExceededError")
}
