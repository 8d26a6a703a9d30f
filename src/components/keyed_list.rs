//! Lists whose items stay as they are for as long as their keys are there.

use leptos::prelude::*;
use std::{hash::Hash, sync::Arc};

/// Views one for each key, each of which stays as it is for as long as its key is there.
pub(crate) fn keyed_list<K: Copy + Eq + Hash + Send + 'static>(
    keys: impl Fn() -> Vec<K> + Send + 'static,
    view: impl Fn(K) -> AnyView + Send + Sync + 'static,
) -> AnyView {
    let keys: Box<dyn Fn() -> Vec<K> + Send> = Box::new(keys);
    let view: Arc<dyn Fn(K) -> AnyView + Send + Sync> = Arc::new(view);
    keyed(keys, view)
}

/// What is the same for all lists with keys of a type.
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
