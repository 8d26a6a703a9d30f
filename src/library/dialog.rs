//! The library of played games: looking after it, and its dialog.

use super::{
    Filter, files, game, list,
    state::{Dialog, Note, Report, Restore, Rows, View},
    use_repository,
};
use crate::components::html::div;
use crate::{device, navigation::Incoming};
use leptos::prelude::*;
use std::sync::Arc;

/// What the dialog knows stays as long as the page: what is being read or written when it is
/// closed goes on.
pub(crate) fn start() {
    let rows = RwSignal::new(None::<Arc<Rows>>);
    let filter = RwSignal::new(Filter::default());
    let found = Memo::new(move |_| {
        let rows = rows.get();
        let rows = rows.iter().flat_map(|rows| rows.iter()).enumerate();
        filter.with(|filter| {
            let found = rows.filter(|(_, row)| filter.has(&row.entry, &row.haystack));
            Arc::new(found.map(|(number, _)| number).collect::<Vec<_>>())
        })
    });
    provide_context(Dialog {
        repository: use_repository(),
        view: RwSignal::new(View::List),
        rows,
        found,
        filter,
        active: RwSignal::new(0),
        deleted: RwSignal::new(Vec::new()),
        note: RwSignal::new(None),
        restore: RwSignal::new(Restore::Done(Report::default())),
        reader: StoredValue::new(None),
    });
    game::start();
}

/// What is in the library dialog.
pub(crate) fn library() -> AnyView {
    let dialog: Dialog = expect_context();
    dialog.view.set(View::List);
    dialog.rows.set(None);
    dialog.filter.set(Filter::default());
    dialog.active.set(0);
    dialog.deleted.set(Vec::new());
    if let Some(Incoming::Backup(backup)) = dialog.repository.navigation.take_incoming() {
        files::look_at(dialog, backup);
    }
    dialog.start(async move {
        dialog.repository.caught_up().await;
        dialog.read().await?;
        let some = untrack(|| dialog.count()).is_some_and(|count| count > 0);
        if let Some(room) = device::room(some).await {
            dialog.note.set(Some(Note::Room(room)));
        }
        Ok(())
    });
    let view = move || match dialog.view.get() {
        View::List => list::list(dialog),
        View::Game(game) => game::game(dialog, &game),
        View::Restore => files::restore(dialog),
    };
    div().class("library").child(view).into_any()
}
