//! Closures and lists without types of their own. Leptos compiles what draws them once for
//! each type: with these the later parts of the program are a good tenth smaller.

use leptos::prelude::*;
use std::{hash::Hash, sync::Arc};

/// A child that is drawn again when what it reads has changed.
pub(crate) fn view_fn<V: IntoView + 'static>(
    view: impl Fn() -> V + Send + 'static,
) -> Box<dyn Fn() -> AnyView + Send> {
    Box::new(move || view().into_any())
}

/// An attribute that follows what it reads, and is absent without a value.
pub(crate) fn attr_fn<V: Into<String>>(
    value: impl Fn() -> Option<V> + Send + 'static,
) -> Box<dyn Fn() -> Option<String> + Send> {
    Box::new(move || value().map(Into::into))
}

/// A class or a property that follows what it reads.
pub(crate) fn value_fn<T>(value: impl Fn() -> T + Send + 'static) -> Box<dyn Fn() -> T + Send> {
    Box::new(value)
}

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
