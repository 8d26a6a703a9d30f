//! Closures and lists without types of their own. Leptos compiles what draws them once for
//! each type: with these the later parts of the program are a good tenth smaller.

use leptos::prelude::*;

/// A child that is drawn again when what it reads has changed.
pub(crate) fn view_fn<V: IntoView + 'static>(
    view: impl Fn() -> V + Send + 'static,
) -> Box<dyn Fn() -> AnyView + Send> {
    Box::new(move || view().into_any())
}

/// A class or a property that follows what it reads.
pub(crate) fn value_fn<T>(value: impl Fn() -> T + Send + 'static) -> Box<dyn Fn() -> T + Send> {
    Box::new(value)
}
