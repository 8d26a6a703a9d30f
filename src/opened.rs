//! What the navigation opens: panels, the page in the place of the board, and dialogs. Loaded with
//! the first of them.

use crate::{
    components::{dialog::dialog, html::Child},
    navigation::{Route, use_navigation},
    page::page,
    panel::panel,
};
use leptos::prelude::*;

/// The views of what is open.
pub(crate) fn opened() -> AnyView {
    let navigation = use_navigation();
    let dialogs = Route::dialogs().map(|route| {
        let handle = navigation.dialog(route)?;
        Some(dialog(
            handle,
            route.title(),
            move || navigation.on_escape(route),
            move || navigation.on_close(route),
        ))
    });
    let dialogs: Vec<_> = dialogs.collect();
    (panel(navigation), page(navigation), dialogs).into_any_view()
}
