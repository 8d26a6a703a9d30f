//! The browser's local storage.

use super::{Storage, StorageError};
use wasm_bindgen::JsValue;

/// Local storage; `None` if the browser blocks it.
pub(crate) struct BrowserStorage(Option<web_sys::Storage>);

impl BrowserStorage {
    pub(crate) fn new() -> Self {
        Self(leptos::prelude::window().local_storage().ok().flatten())
    }

    fn storage(&self) -> Result<&web_sys::Storage, StorageError> {
        self.0.as_ref().ok_or(StorageError::Unavailable)
    }
}

impl From<JsValue> for StorageError {
    fn from(error: JsValue) -> Self {
        if is_quota_exceeded(&error) {
            Self::QuotaExceeded
        } else {
            Self::Unavailable
        }
    }
}

impl Storage for BrowserStorage {
    fn get(&self, key: &str) -> Result<Option<String>, StorageError> {
        Ok(self.storage()?.get_item(key)?)
    }

    fn set(&self, key: &str, value: &str) -> Result<(), StorageError> {
        Ok(self.storage()?.set_item(key, value)?)
    }

    fn remove(&self, key: &str) -> Result<(), StorageError> {
        Ok(self.storage()?.remove_item(key)?)
    }

    fn keys(&self) -> Result<Vec<String>, StorageError> {
        let storage = self.storage()?;
        let key = |i| storage.key(i).ok().flatten();
        Ok((0..storage.length()?).filter_map(key).collect())
    }
}

/// Returns whether an error of the browser is a `QuotaExceededError`.
pub(crate) fn is_quota_exceeded(error: &JsValue) -> bool {
    let name = js_sys::Reflect::get(error, &"name".into());
    name.is_ok_and(|name| name == "QuotaExceededError")
}
