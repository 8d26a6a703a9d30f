//! Pages, dialogs, panels and notices.

use crate::{
    browser,
    components::{
        dialog::{Content, DialogHandle},
        dom,
    },
    context::context,
    history::History,
    signals, text,
};
use four_shapes_records::{Match, Setup};
use four_shapes_rules::Position;
use leptos::prelude::*;
use std::pin::Pin;
use web_sys::{File, HtmlElement};

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

/// What the first screen asks for. The code that does it is in a later part.
#[derive(Debug)]
pub(crate) enum Request {
    Open(Route),
    OpenWith(Route, RouteData),
    /// Show the board of the game.
    ClosePages,
    /// Open the route of the address, which had this fragment.
    OpenFragment(String),
    /// Show the list of moves if there is a column for it.
    OpenSidePanel,
}

impl Request {
    /// Returns the route to open, if it is known.
    pub(crate) fn route(&self) -> Option<Route> {
        match self {
            Self::Open(route) | Self::OpenWith(route, _) => Some(*route),
            Self::ClosePages | Self::OpenFragment(_) | Self::OpenSidePanel => None,
        }
    }
}

/// Loads the code for a request, and serves it.
pub(crate) type Requester = fn(Owner, Navigation, Request);

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
    /// The position that is edited.
    Position(Box<Position>),
    /// A finished match of a link, and the seat of the player who sent it.
    Replay(Box<Match>, Option<usize>),
    /// The game to which a friend is invited.
    Invite(Box<Setup>),
    /// The URL fragment of the invitation to a live game.
    LiveLink(String),
    /// The URL fragment of the answer to such an invitation.
    LiveAnswer(String),
}

/// A message shown above the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Notice {
    pub(crate) text: String,
    /// A route that could not be loaded, for the button *Try again*.
    pub(crate) retry: Option<Route>,
    /// It leaves by itself, as it says only what has happened.
    pub(crate) is_brief: bool,
}

/// The name of the panel's level.
const PANEL: &str = "panel";

/// Shows one route at a time.
#[derive(Clone, Copy)]
struct Slot {
    route: RwSignal<Option<Route>>,
    /// The content of the route; `None` while it is loaded.
    content: RwSignal<Option<Content>>,
}

impl Slot {
    fn new() -> Self {
        Self {
            route: RwSignal::new(None),
            content: RwSignal::new(None),
        }
    }
}

/// Opens pages, dialogs and panels, and shows notices.
#[derive(Clone, Copy)]
pub(crate) struct Navigation(StoredValue<State, LocalStorage>);

#[derive(Clone, Copy)]
struct State {
    /// Of every route that is one.
    dialogs: StoredValue<Vec<DialogHandle>>,
    /// The page that is shown. Without one it is the board of the game.
    page: Slot,
    /// The pages that are open: the one that is shown, after its parents.
    pages: StoredValue<Vec<Route>>,
    /// What had the focus when the first of them was opened.
    opener: StoredValue<Option<HtmlElement>, LocalStorage>,
    panel: Slot,
    /// The page from which the panel was opened, and to which it returns.
    origin: RwSignal<Option<Route>>,
    /// The open routes that are loaded.
    entered: StoredValue<Vec<(Route, Place)>, LocalStorage>,
    notices: RwSignal<Vec<Notice>>,
    /// Taken by the route that is opened.
    data: StoredValue<Option<RouteData>, LocalStorage>,
    request: Requester,
    load: Loader,
    owner: StoredValue<Owner>,
    /// `None` until something can be opened.
    history: StoredValue<Option<History>>,
}

impl Navigation {
    /// Creates the navigation; the content of routes belongs to the current owner.
    pub(crate) fn new(request: Requester, load: Loader) -> Self {
        Self(StoredValue::new_local(State {
            dialogs: StoredValue::new(
                Route::dialogs()
                    .map(|it| DialogHandle::new(it.id()))
                    .collect(),
            ),
            page: Slot::new(),
            pages: StoredValue::new(Vec::new()),
            opener: StoredValue::new_local(None),
            panel: Slot::new(),
            origin: RwSignal::new(None),
            entered: StoredValue::new_local(Vec::new()),
            notices: RwSignal::new(Vec::new()),
            data: StoredValue::new_local(None),
            request,
            load,
            owner: StoredValue::new(Owner::current().unwrap_or_default()),
            history: StoredValue::new(None),
        }))
    }

    /// Takes over the browser's history.
    pub(crate) fn start(self) {
        self.state().history.set_value(Some(History::new()));
    }

    /// Does something as soon as its code is loaded.
    pub(crate) fn request(self, request: Request) {
        let state = self.state();
        (state.request)(state.owner.get_value(), self, request);
    }

    /// Does what the first screen has asked for.
    pub(crate) fn serve(self, request: Request) {
        match request {
            Request::Open(route) => self.open(route),
            Request::OpenWith(route, data) => self.open_with(route, data),
            Request::ClosePages => self.show_board(),
            Request::OpenFragment(fragment) => self.open_fragment(&fragment),
            Request::OpenSidePanel => self.open_side_panel(),
        }
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

    /// The dialog of a route; `None` for pages and panels.
    pub(crate) fn dialog(self, route: Route) -> Option<DialogHandle> {
        let dialogs = self.state().dialogs;
        dialogs.with_value(|all| all.iter().find(|dialog| dialog.id() == route.id()).copied())
    }

    pub(crate) fn history(self) -> History {
        let history = self.state().history.get_value();
        history.expect("`start` was called when the code that needs it was loaded")
    }

    /// Whether a route is shown.
    pub(crate) fn is_open_untracked(self, route: Route) -> bool {
        match self.dialog(route) {
            Some(dialog) => dialog.is_open_untracked(),
            None if route.is_page() => self.page_untracked() == Some(route),
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
            None if route.is_page() => self.close_page(route),
            None if self.is_open_untracked(route) => self.close_panel(),
            None => {}
        }
    }

    fn close_dialogs(self, except: Option<Route>) {
        for dialog in Route::dialogs() {
            if Some(dialog) != except {
                self.close(dialog);
            }
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

    /// Opens the route of a fragment that the address has, or had before another place was opened
    /// whose code was still being loaded.
    fn open_fragment(self, fragment: &str) {
        let history = self.history();
        let Some(path) = fragment.strip_prefix('/') else {
            return;
        };
        let route = Route::with_id(path);
        if history.is_traversing() || route.is_some_and(|route| self.is_open_untracked(route)) {
            return;
        }
        let open = || {
            if let Some(route) = route {
                self.open(route);
            }
        };
        let current = browser::fragment();
        if current == fragment {
            history.resume(open);
        } else if let Some(path) = current.strip_prefix('/')
            && history.contains(path)
        {
            open();
        }
    }

    /// Returns whether another tab has the game and the route would change data, and says so.
    fn refuses(self, route: Route) -> bool {
        let is_refused = browser::is_read_only() && !route.is_read_only();
        if is_refused {
            self.inform(text::read_only_tab());
        }
        is_refused
    }

    /// Opens a page or a dialog, closing any other dialog, or toggles a panel.
    pub(crate) fn open(self, route: Route) {
        if self.refuses(route) {
            return;
        }
        if route.is_panel() {
            return self.toggle_panel(route);
        }
        if route.is_page() {
            return self.open_page(route);
        }
        self.close_dialogs(Some(route));
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

    /// Shows a page in place of another one, of which only its parents remain open.
    fn open_page(self, route: Route) {
        self.close_dialogs(None);
        if route.has_board() {
            self.remove_panel();
        }
        let State { pages, opener, .. } = self.state();
        let mut open = pages.get_value();
        if open.is_empty() {
            opener.set_value(dom::focused());
        }
        let is_kept = |page: &Route| *page == route || Some(*page) == route.parent();
        let kept = open.iter().rposition(is_kept).map_or(0, |at| at + 1);
        if let Some(above) = open.get(kept) {
            self.history().leave(above.id());
        }
        open.truncate(kept);
        if open.last() != Some(&route) {
            open.push(route);
            let close = move || {
                self.state().pages.update_value(|pages| {
                    pages.pop();
                });
                self.show_top_page();
            };
            self.history().enter(route.id(), true, close);
        }
        pages.set_value(open);
        self.show_page(Some(route));
    }

    /// Closes a page and those above it.
    fn close_page(self, route: Route) {
        let State { pages, .. } = self.state();
        let is_closed = pages.try_update_value(|pages| {
            let at = pages.iter().position(|page| *page == route)?;
            pages.truncate(at);
            Some(())
        });
        if is_closed.flatten().is_some() {
            self.history().leave(route.id());
            self.show_top_page();
        }
    }

    /// Closes dialogs and pages: the board of the game is shown.
    pub(crate) fn show_board(self) {
        self.close_dialogs(None);
        self.forget_origin();
        self.close_pages();
    }

    /// Closes all pages: the board of the game is shown.
    pub(crate) fn close_pages(self) {
        let first = self
            .state()
            .pages
            .with_value(|pages| pages.first().copied());
        if let Some(first) = first {
            self.close_page(first);
        }
    }

    /// Shows the last of the open pages.
    fn show_top_page(self) {
        let top = self.state().pages.with_value(|pages| pages.last().copied());
        self.show_page(top);
    }

    fn show_page(self, route: Option<Route>) {
        let State { page, .. } = self.state();
        if let Some(route) = route {
            // They are about what was on the page before.
            self.state()
                .notices
                .update(|notices| notices.retain(|notice| !notice.is_brief));
            self.show_in(page, route);
            document().set_title(&text::page_title(route.title()));
        } else {
            self.empty(page);
            document().set_title(text::title());
            request_animation_frame(move || self.restore_focus());
            self.open_side_panel();
            self.update_panel_level();
        }
    }

    /// Moves the focus back to where the pages were opened from, if it was in one of them.
    fn restore_focus(self) {
        if dom::focused().is_some() {
            return;
        }
        let opener = self.state().opener.try_update_value(Option::take);
        if let Some(opener) = opener.flatten() {
            // It fails only for elements that can't be focused.
            let _ = opener.focus();
        }
        if dom::focused().is_none() {
            dom::focus("nav [aria-current]");
        }
    }

    /// Shows a route in a slot, in place of the one before.
    fn show_in(self, slot: Slot, route: Route) {
        let before = slot.route.get_untracked();
        slot.content.set(None);
        signals::set(slot.route, Some(route));
        if let Some(before) = before {
            self.leave(before);
        }
        browser::spawn(async move {
            let loaded = self.load(route).await;
            let is_shown = slot.route.get_untracked() == Some(route);
            if !is_shown || slot.content.get_untracked().is_some() {
                return;
            }
            match loaded {
                Ok(place) => {
                    let content = self.enter(route, place);
                    slot.content.set(Some(content));
                }
                Err(error) => {
                    self.close(route);
                    self.report(error, Some(route));
                }
            }
        });
    }

    fn empty(self, slot: Slot) {
        let before = slot.route.get_untracked();
        slot.content.set(None);
        signals::set(slot.route, None);
        if let Some(before) = before {
            self.leave(before);
        }
    }

    /// Opens a route with data for it.
    pub(crate) fn open_with(self, route: Route, data: RouteData) {
        // Otherwise the next route would take the data.
        if !self.refuses(route) {
            self.state().data.set_value(Some(data));
            self.open(route);
        }
    }

    /// Takes the data passed to [`Self::open_with`].
    pub(crate) fn take_data(self) -> Option<RouteData> {
        self.state().data.try_update_value(Option::take).flatten()
    }

    /// Loads and starts the code of a route without opening it.
    pub(crate) fn preload(self, route: Route) {
        browser::spawn(async move {
            if let Err(error) = self.load(route).await {
                self.report(error, Some(route));
            }
        });
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

    /// Opens a page unless another one or a dialog is open.
    pub(crate) fn open_if_idle(self, page: Route) {
        let is_free = self.page_untracked().is_none();
        if is_free && Route::dialogs().all(|dialog| !self.is_open_untracked(dialog)) {
            self.open(page);
        }
    }

    fn toggle_panel(self, route: Route) {
        if self.panel_untracked() == Some(route) && self.page_untracked().is_none() {
            self.close_panel();
        } else {
            self.open_panel(route);
        }
    }

    /// Opens the list of moves if there is a column for it.
    pub(crate) fn open_side_panel(self) {
        let is_free = self.panel_untracked().is_none() && self.page_untracked().is_none();
        if is_free && browser::has_side_column() {
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
        let Some(open) = self.panel_untracked() else {
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

    /// Opens a panel in place of another one, and of the page that is shown.
    pub(crate) fn open_panel(self, route: Route) {
        self.close_pages();
        if self.panel_untracked().is_none() && !browser::has_side_column() {
            let close = move || self.hide_panel();
            self.history().enter(PANEL, false, close);
        }
        self.forget_origin();
        self.show_in(self.state().panel, route);
        self.update_panel_level();
    }

    /// Opens a panel that belongs to a page and returns to it.
    pub(crate) fn open_panel_of(self, page: Route, panel: Route) {
        self.open_panel(panel);
        self.state().origin.set(Some(page));
    }

    /// The page from which the open panel was opened, if it returns to one.
    pub(crate) fn origin(self) -> Option<Route> {
        self.state().origin.get()
    }

    /// Makes the open panel one of the game on the board.
    pub(crate) fn forget_origin(self) {
        signals::set(self.state().origin, None);
    }

    /// The open panel.
    pub(crate) fn panel(self) -> Option<Route> {
        self.state().panel.route.get()
    }

    /// The open panel, untracked.
    pub(crate) fn panel_untracked(self) -> Option<Route> {
        self.state().panel.route.get_untracked()
    }

    /// The content of the open panel; `None` while it is loaded.
    pub(crate) fn panel_content(self) -> Option<Content> {
        self.state().panel.content.get()
    }

    /// The page that is shown; `None` for the board of the game.
    pub(crate) fn page(self) -> Option<Route> {
        self.state().page.route.get()
    }

    /// Whether the page that is shown has the board beside it.
    pub(crate) fn has_page_with_board(self) -> bool {
        self.page().is_some_and(Route::has_board)
    }

    /// The page that is shown, untracked.
    pub(crate) fn page_untracked(self) -> Option<Route> {
        self.state().page.route.get_untracked()
    }

    /// The content of the page that is shown; `None` while it is loaded.
    pub(crate) fn page_content(self) -> Option<Content> {
        self.state().page.content.get()
    }

    /// Closes a panel without a return to the page from which it was opened.
    pub(crate) fn discard_panel(self, panel: Route) {
        if self.panel_untracked() == Some(panel) {
            self.forget_origin();
            self.close_panel();
        }
    }

    fn close_panel(self) {
        let was_open = self.panel_untracked();
        self.history().leave(PANEL);
        if was_open == Some(Route::Moves) {
            self.remove_panel();
        } else {
            self.hide_panel();
        }
    }

    /// Closes the panel in favour of the page from which it was opened or, beside the board, of the
    /// list of moves.
    fn hide_panel(self) {
        let origin = self.state().origin.get_untracked();
        self.remove_panel();
        match origin {
            Some(page) => self.open(page),
            None => self.open_side_panel(),
        }
    }

    fn remove_panel(self) {
        self.forget_origin();
        self.empty(self.state().panel);
    }

    pub(crate) fn notices(self) -> Vec<Notice> {
        self.state().notices.get()
    }

    /// Shows a notice that stays until it is dismissed.
    pub(crate) fn notify(self, text: impl Into<String>) {
        self.add_notice(text.into(), false);
    }

    /// Shows a notice that leaves by itself.
    pub(crate) fn inform(self, text: impl Into<String>) {
        self.add_notice(text.into(), true);
    }

    fn add_notice(self, text: String, is_brief: bool) {
        let notice = Notice {
            text,
            retry: None,
            is_brief,
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
            is_brief: false,
        };
        self.state().notices.update(|notices| {
            notices.retain(|other| other.text != notice.text);
            notices.push(notice);
        });
    }

    /// Removes the notices with a text.
    pub(crate) fn withdraw(self, text: &str) {
        let notices = self.state().notices;
        notices.update(|notices| notices.retain(|notice| notice.text != text));
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
    context()
}
