//! Keyed lists: `<For>` for items that depend only on their keys.

use super::html::Child;
use leptos::prelude::*;
use std::{hash::Hash, sync::Arc};

/// A view for each key, created once and kept while the key is in the list.
///
/// The list keeps some 130 bytes for each view that it has removed, until it is removed itself:
/// in `reactive_graph` 0.2.16 an owner keeps a weak reference to each owner that it has had. A list
/// whose keys change for ever has to be created anew now and then.
pub(crate) fn keyed_list<K: Copy + Eq + Hash + Send + 'static, V: Child>(
    keys: impl Fn() -> Vec<K> + Send + 'static,
    view: impl Fn(K) -> V + Send + Sync + 'static,
) -> AnyView {
    let keys: Box<dyn Fn() -> Vec<K> + Send> = Box::new(keys);
    let view: Arc<dyn Fn(K) -> AnyView + Send + Sync> =
        Arc::new(move |key| view(key).into_any_view());
    keyed(keys, view)
}

/// Compiled once for each key type.
fn keyed<K: Copy + Eq + Hash + Send + 'static>(
    keys: Box<dyn Fn() -> Vec<K> + Send>,
    view: Arc<dyn Fn(K) -> AnyView + Send + Sync>,
) -> AnyView {
    let props = ForProps::builder()
        .each(keys)
        .key(|key: &K| *key)
        .children(move |key| view(key))
        .build();
    For(props).into_any()
}
