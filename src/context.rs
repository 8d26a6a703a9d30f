//! Contexts.

use leptos::prelude::use_context;
use std::any::type_name;

/// Returns the value that was provided with `provide_context`.
///
/// The message of `expect_context` needs code that escapes text: 2 KB of the first load.
pub(crate) fn context<T: Clone + 'static>() -> T {
    use_context().unwrap_or_else(|| missing(type_name::<T>()))
}

#[cold]
fn missing(name: &str) -> ! {
    panic!("no {name} was provided")
}
