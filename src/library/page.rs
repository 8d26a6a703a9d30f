//! The library's page.

use super::{
    Filter, backup_view, list,
    state::{GameIndex, LibraryPage, Restore, RestoreReport, View},
    statistics_view, use_repository,
};
use crate::{
    components::html::{Element, div},
    context::context,
    game::session::Event,
    navigation::RouteData,
};
use leptos::prelude::*;
use std::sync::Arc;

/// Provides the page's state, which outlives the page: a backup or restore continues when it is
/// closed.
pub(crate) fn start() {
    let repository = use_repository();
    let navigation = repository.navigation;
    // Another game is not one that was opened from the library.
    repository.game().on_event(move |session| {
        if session.is_own() && matches!(session.event(), Event::Started | Event::Loaded) {
            navigation.forget_origin();
        }
    });
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
    provide_context(LibraryPage {
        repository,
        view: RwSignal::new(View::List),
        index,
        matches,
        filter,
        cards: RwSignal::new(Vec::new()),
        batch: StoredValue::new(0),
        deleted: RwSignal::new(Vec::new()),
        status: RwSignal::new(None),
        restore: RwSignal::new(Restore::Done(RestoreReport::default())),
        reader: StoredValue::new(None),
        draft: StoredValue::new(None),
    });
}

/// Shows the list, or the backup with which the library was opened.
pub(crate) fn enter() {
    let page: LibraryPage = context();
    page.view.set(View::List);
    page.index.set(None);
    page.filter.set(Filter::default());
    page.cards.set(Vec::new());
    page.deleted.set(Vec::new());
    page.status.set(None);
    page.repository.resume();
    if let Some(RouteData::Backup(backup)) = page.repository.navigation.take_data() {
        backup_view::open_backup(page, backup);
    }
    page.open();
}

/// Returns the contents of the page.
pub(crate) fn library() -> Element {
    let page: LibraryPage = context();
    let view = move || match page.view.get() {
        View::List => list::list(page),
        View::Statistics(report) => statistics_view::statistics(page, &report),
        View::Restore => backup_view::restore_view(page),
    };
    div().class("library").child(view)
}
