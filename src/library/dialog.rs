//! The library dialog.

use super::{
    Filter, backup_view, game, list,
    state::{GameIndex, LibraryDialog, Restore, RestoreReport, View},
    statistics_view, use_repository,
};
use crate::{
    components::html::{Element, div},
    navigation::RouteData,
};
use leptos::prelude::*;
use std::sync::Arc;

/// Provides the dialog's state, which outlives the dialog: a backup or restore continues when
/// it is closed.
pub(crate) fn start() {
    let index = RwSignal::new(None::<Arc<GameIndex>>);
    let filter = RwSignal::new(Filter::default());
    let matches = Memo::new(move |_| {
        let index = index.get();
        let entries = index.iter().flat_map(|index| &index.entries).enumerate();
        filter.with(|filter| {
            let matches =
                entries.filter(|(_, indexed)| filter.matches(&indexed.entry, &indexed.search_text));
            Arc::new(matches.map(|(i, _)| i).collect::<Vec<_>>())
        })
    });
    provide_context(LibraryDialog {
        repository: use_repository(),
        view: RwSignal::new(View::List),
        index,
        matches,
        filter,
        active: RwSignal::new(0),
        deleted: RwSignal::new(Vec::new()),
        status: RwSignal::new(None),
        restore: RwSignal::new(Restore::Done(RestoreReport::default())),
        reader: StoredValue::new(None),
    });
    game::start();
}

/// Shows the list, or the backup with which the library was opened.
pub(crate) fn enter() {
    let dialog: LibraryDialog = expect_context();
    dialog.view.set(View::List);
    dialog.index.set(None);
    dialog.filter.set(Filter::default());
    dialog.active.set(0);
    dialog.deleted.set(Vec::new());
    if let Some(RouteData::Backup(backup)) = dialog.repository.navigation.take_data() {
        backup_view::open_backup(dialog, backup);
    }
    dialog.open();
}

/// Returns the contents of the library dialog.
pub(crate) fn library() -> Element {
    let dialog: LibraryDialog = expect_context();
    let view = move || match dialog.view.get() {
        View::List => list::list(dialog),
        View::Game(game) => game::game(dialog, &game),
        View::Statistics(report) => statistics_view::statistics(dialog, &report),
        View::Restore => backup_view::restore_view(dialog),
    };
    div().class("library").child(view)
}
