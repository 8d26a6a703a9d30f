//! Dialogs, panels and notices.

use crate::{
    browser,
    components::dialog::{Content, DialogHandle},
    history::History,
    signals, text,
};
use leptos::prelude::*;
use std::pin::Pin;
use web_sys::File;

pub(crate) use crate::route::Route;

/// The reason why a part of the program can't be loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoadError {
    /// The request failed.
    Unreachable,
    /// The server has another version of the program.
    #[cfg_attr(
        not(split),
        expect(dead_code, reason = "an unsplit program loads no parts")
    )]
    Outdated,
}

/// What a route shows, and what its opening and closing change. The view itself changes nothing.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) content: Content,
    /// Called before the content is shown.
    pub(crate) enter: fn(),
    /// Called when the route is closed, or another panel takes its place.
    pub(crate) leave: fn(),
}

impl Place {
    /// A place that changes nothing.
    pub(crate) const fn new(content: Content) -> Self {
        Self {
            content,
            enter: || {},
            leave: || {},
        }
    }
}

/// Loads the part of the program that contains a route; the owner is the page's.
pub(crate) type Loader =
    fn(Owner, Route) -> Pin<Box<dyn Future<Output = Result<Place, LoadError>>>>;

/// Who plays a new game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opponents {
    /// A human and a computer player.
    Computer,
    TwoPlayers,
    /// Any players and rules.
    Custom,
}

/// Data passed to a route when it is opened.
#[derive(Debug)]
pub(crate) enum RouteData {
    /// Preselects the opponents of a new game.
    NewGame(Opponents),
    /// The text of a backup file.
    Backup(String),
    /// The text of a tournament file.
    TournamentFile(String),
    /// The URL fragment of a tournament link.
    TournamentLink(String),
    /// Bot files, not yet validated.
    Bots(Vec<File>),
}

/// A message shown above the page until dismissed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Notice {
    pub(crate) text: String,
    /// A route that could not be loaded, for the button *Try again*.
    pub(crate) retry: Option<Route>,
}

/// The name of the panel's level.
const PANEL: &str = "panel";

/// Opens dialogs and panels, and shows notices.
#[derive(Clone, Copy)]
pub(crate) struct Navigation(StoredValue<State, LocalStorage>);

#[derive(Clone, Copy)]
struct State {
    /// Of every route that is one.
    dialogs: StoredValue<Vec<DialogHandle>>,
    panel: RwSignal<Option<Route>>,
    /// The content of the open panel; `None` while it is loaded.
    content: RwSignal<Option<Content>>,
    /// The open routes that are loaded.
    entered: StoredValue<Vec<(Route, Place)>, LocalStorage>,
    notices: RwSignal<Vec<Notice>>,
    /// Taken by the route that is opened.
    data: StoredValue<Option<RouteData>, LocalStorage>,
    load: Loader,
    owner: StoredValue<Owner>,
    history: History,
}

impl Navigation {
    /// Creates the navigation; the content of routes belongs to the current owner.
    pub(crate) fn new(load: Loader) -> Self {
        Self(StoredValue::new_local(State {
            dialogs: StoredValue::new(
                Route::dialogs()
                    .map(|it| DialogHandle::new(it.id()))
                    .collect(),
            ),
            panel: RwSignal::new(None),
            content: RwSignal::new(None),
            entered: StoredValue::new_local(Vec::new()),
            notices: RwSignal::new(Vec::new()),
            data: StoredValue::new_local(None),
            load,
            owner: StoredValue::new(Owner::current().unwrap_or_default()),
            history: History::new(),
        }))
    }

    fn state(self) -> State {
        self.0.get_value()
    }

    async fn load(self, route: Route) -> Result<Place, LoadError> {
        let State { load, owner, .. } = self.state();
        load(owner.get_value(), route).await
    }

    /// Enters a place, and returns its content.
    fn enter(self, route: Route, place: Place) -> Content {
        let State { entered, owner, .. } = self.state();
        entered.update_value(|entered| entered.push((route, place)));
        owner.with_value(|owner| owner.with(place.enter));
        place.content
    }

    /// Leaves a place that is not open any more, if it was entered.
    fn leave(self, route: Route) {
        let State { entered, owner, .. } = self.state();
        let place = entered.try_update_value(|entered| {
            let at = entered.iter().position(|(entered, _)| *entered == route)?;
            Some(entered.remove(at).1)
        });
        if let Some(place) = place.flatten() {
            owner.with_value(|owner| owner.with(place.leave));
        }
    }

    /// The dialog of a route; `None` for a panel.
    pub(crate) fn dialog(self, route: Route) -> Option<DialogHandle> {
        let dialogs = self.state().dialogs;
        dialogs.with_value(|all| all.iter().find(|dialog| dialog.id() == route.id()).copied())
    }

    pub(crate) fn history(self) -> History {
        self.state().history
    }

    /// Whether a route is open.
    pub(crate) fn is_open_untracked(self, route: Route) -> bool {
        match self.dialog(route) {
            Some(dialog) => dialog.is_open_untracked(),
            None => self.panel_untracked() == Some(route),
        }
    }

    pub(crate) fn close(self, route: Route) {
        match self.dialog(route) {
            Some(dialog) => {
                // Also if it is closed, but its `close` event has not arrived yet.
                self.history().leave(route.id());
                if dialog.is_open_untracked() {
                    dialog.close();
                }
            }
            None if self.is_open_untracked(route) => self.close_panel(),
            None => {}
        }
    }

    /// Leaves the place of a dialog that was closed, and removes its level.
    pub(crate) fn on_close(self, route: Route) {
        self.history().leave(route.id());
        self.leave(route);
        self.update_panel_level();
    }

    /// Closes the top level unless it is that of the dialog itself; returns whether it did.
    pub(crate) fn on_escape(self, route: Route) -> bool {
        let history = self.history();
        let is_inside = !history.is_at(route.id());
        if is_inside {
            history.back();
        }
        is_inside
    }

    /// Opens the route of the address, if its fragment is one.
    pub(crate) fn open_fragment(self) -> bool {
        let fragment = browser::fragment();
        let Some(path) = fragment.strip_prefix('/') else {
            return false;
        };
        let route = Route::with_id(path);
        if !route.is_some_and(|route| self.is_open_untracked(route)) {
            self.history().resume(|| {
                if let Some(route) = route {
                    self.open(route);
                }
            });
        }
        true
    }

    /// Opens a dialog, closing any other, or toggles a panel.
    pub(crate) fn open(self, route: Route) {
        if browser::is_read_only() && !route.is_read_only() {
            return self.notify(text::read_only_tab());
        }
        if route.tabs().is_some() {
            return self.toggle_panel(route);
        }
        for other in Route::dialogs() {
            if other != route {
                self.close(other);
            }
        }
        if let Some(dialog) = self.dialog(route) {
            if !dialog.is_open_untracked() {
                // If its `close` event has not arrived yet.
                self.close(route);
                self.leave(route);
                self.history()
                    .enter(route.id(), true, move || dialog.close());
            }
            self.load_into(dialog, route);
        }
    }

    /// Opens a route with data for it.
    pub(crate) fn open_with(self, route: Route, data: RouteData) {
        self.state().data.set_value(Some(data));
        self.open(route);
    }

    /// Takes the data passed to [`Self::open_with`].
    pub(crate) fn take_data(self) -> Option<RouteData> {
        self.state().data.try_update_value(Option::take).flatten()
    }

    fn load_into(self, dialog: DialogHandle, route: Route) {
        dialog.load();
        browser::spawn(async move {
            let loaded = self.load(route).await;
            if !dialog.is_loading_untracked() {
                return;
            }
            match loaded {
                Ok(place) => dialog.open(self.enter(route, place)),
                Err(error) => {
                    self.close(route);
                    self.report(error, Some(route));
                }
            }
        });
    }

    /// Opens a route unless a dialog is open.
    pub(crate) fn open_if_no_dialog(self, route: Route) {
        if Route::dialogs().all(|route| !self.is_open_untracked(route)) {
            self.open(route);
        }
    }

    fn toggle_panel(self, route: Route) {
        if self.panel_untracked() == Some(route) {
            self.close_panel();
        } else {
            self.open_panel(route);
        }
    }

    /// Opens the list of moves if there is a column for it.
    pub(crate) fn open_side_panel(self) {
        if self.panel_untracked().is_none() && browser::has_side_column() {
            self.open_panel(Route::Moves);
        }
    }

    /// Opens the list of moves when the window has become wide enough for it, and closes it when
    /// it would cover what is below the board.
    pub(crate) fn adapt_panel(self) {
        self.open_side_panel();
        let is_list = self.panel_untracked() == Some(Route::Moves);
        if is_list && !browser::has_side_column() && !self.history().contains(PANEL) {
            self.close_panel();
        }
        self.update_panel_level();
    }

    /// Lets *Back* close the panel if the window has become too narrow to show it beside the
    /// board, where there is always a panel. Waits until dialogs are closed.
    fn update_panel_level(self) {
        let history = self.history();
        let Some(open) = self.state().panel.get_untracked() else {
            return;
        };
        if !browser::has_side_column() {
            if history.is_empty() {
                history.enter(PANEL, false, move || self.hide_panel());
            }
        } else if open == Route::Moves && history.is_at(PANEL) {
            history.leave(PANEL);
        }
    }

    /// Opens a panel in place of another one.
    pub(crate) fn open_panel(self, route: Route) {
        let State { panel, content, .. } = self.state();
        if panel.get_untracked().is_none() && !browser::has_side_column() {
            let close = move || self.hide_panel();
            self.history().enter(PANEL, false, close);
        }
        let before = panel.get_untracked();
        content.set(None);
        signals::set(panel, Some(route));
        if let Some(before) = before {
            self.leave(before);
        }
        self.update_panel_level();
        browser::spawn(async move {
            let loaded = self.load(route).await;
            if self.panel_untracked() != Some(route) {
                return;
            }
            match loaded {
                Ok(place) => {
                    let shown = self.enter(route, place);
                    self.state().content.set(Some(shown));
                }
                Err(error) => {
                    self.close_panel();
                    self.report(error, Some(route));
                }
            }
        });
    }

    /// The open panel.
    pub(crate) fn panel(self) -> Option<Route> {
        self.state().panel.get()
    }

    /// The open panel, untracked.
    pub(crate) fn panel_untracked(self) -> Option<Route> {
        self.state().panel.get_untracked()
    }

    /// The content of the open panel; `None` while it is loaded.
    pub(crate) fn panel_content(self) -> Option<Content> {
        self.state().content.get()
    }

    fn close_panel(self) {
        let was_open = self.state().panel.get_untracked();
        self.history().leave(PANEL);
        if was_open == Some(Route::Moves) {
            self.remove_panel();
        } else {
            self.hide_panel();
        }
    }

    /// Closes the panel, beside the board in favour of the list of moves.
    fn hide_panel(self) {
        self.remove_panel();
        self.open_side_panel();
    }

    fn remove_panel(self) {
        let State { panel, content, .. } = self.state();
        let before = panel.get_untracked();
        content.set(None);
        signals::set(panel, None);
        if let Some(before) = before {
            self.leave(before);
        }
    }

    pub(crate) fn notices(self) -> Vec<Notice> {
        self.state().notices.get()
    }

    /// Shows a notice.
    pub(crate) fn notify(self, text: impl Into<String>) {
        let notice = Notice {
            text: text.into(),
            retry: None,
        };
        self.state().notices.update(|notices| notices.push(notice));
    }

    /// Shows a notice for a part that can't be loaded, replacing an equal one.
    pub(crate) fn report(self, error: LoadError, retry: Option<Route>) {
        let notice = Notice {
            text: match error {
                LoadError::Unreachable => text::unreachable(),
                LoadError::Outdated => text::outdated(),
            }
            .to_owned(),
            retry: retry.filter(|_| error == LoadError::Unreachable),
        };
        self.state().notices.update(|notices| {
            notices.retain(|other| other.text != notice.text);
            notices.push(notice);
        });
    }

    /// Removes a notice.
    pub(crate) fn dismiss(self, index: usize) {
        self.state().notices.update(|notices| {
            if index < notices.len() {
                notices.remove(index);
            }
        });
    }
}

/// Returns the navigation from the context.
pub(crate) fn use_navigation() -> Navigation {
    expect_context()
}
