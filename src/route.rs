//! The dialogs and panels, described once in one table; their content is in `parts.rs`.

use crate::text;

/// Routes whose code is loaded and started together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RouteGroup {
    Dialogs,
    Panels,
    Library,
    Tournament,
    Learn,
}

/// Panels whose tabs are shown together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tabs {
    Game,
    Learn,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Dialog,
    Panel {
        tabs: Tabs,
        /// The label of its tab.
        label: fn() -> &'static str,
    },
}

/// All that is known about a route but its content, which is in its part (`src/parts.rs`).
#[derive(Clone, Copy, Debug)]
struct Definition {
    /// The id of the dialog's element, or the name of the panel; also of its entry in the history.
    id: &'static str,
    title: fn() -> &'static str,
    kind: Kind,
    group: RouteGroup,
    /// It changes no stored data.
    is_read_only: bool,
    /// A link can open it.
    has_link: bool,
}

const fn dialog(group: RouteGroup, id: &'static str, title: fn() -> &'static str) -> Definition {
    Definition {
        id,
        title,
        kind: Kind::Dialog,
        group,
        is_read_only: false,
        has_link: false,
    }
}

const fn panel(
    (group, tabs): (RouteGroup, Tabs),
    id: &'static str,
    title: fn() -> &'static str,
    label: fn() -> &'static str,
) -> Definition {
    Definition {
        kind: Kind::Panel { tabs, label },
        ..dialog(group, id, title)
    }
}

impl Definition {
    const fn read_only(self) -> Self {
        Self {
            is_read_only: true,
            ..self
        }
    }

    const fn with_link(self) -> Self {
        Self {
            has_link: true,
            ..self
        }
    }
}

const GAME: (RouteGroup, Tabs) = (RouteGroup::Panels, Tabs::Game);
const LEARN: (RouteGroup, Tabs) = (RouteGroup::Learn, Tabs::Learn);

/// Declares the routes; panels in the order of their tabs.
macro_rules! routes {
    ($($route:ident => $definition:expr;)+) => {
        /// A dialog or a panel that can be opened.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Route {
            $($route,)+
        }

        impl Route {
            pub(crate) const ALL: [Self; [$(Self::$route),+].len()] = [$(Self::$route),+];

            const fn definition(self) -> Definition {
                match self {
                    $(Self::$route => $definition,)+
                }
            }
        }
    };
}

routes! {
    NewGame => dialog(RouteGroup::Dialogs, "new-game", text::new_game).with_link();
    Players => dialog(RouteGroup::Dialogs, "players", text::players);
    Share => dialog(RouteGroup::Dialogs, "share", text::share_heading).read_only();
    Load => dialog(RouteGroup::Dialogs, "load", text::load_heading);
    Library => dialog(RouteGroup::Library, "library", text::library).with_link();
    Tournament => dialog(RouteGroup::Tournament, "tournament", text::tournament).with_link();
    Scores => dialog(RouteGroup::Dialogs, "scores", text::scores_heading);
    Settings => dialog(RouteGroup::Dialogs, "settings", text::settings).read_only();
    Help => dialog(RouteGroup::Dialogs, "help", text::help_heading).read_only();
    About => dialog(RouteGroup::Dialogs, "about", text::about).read_only().with_link();
    More => dialog(RouteGroup::Dialogs, "more", text::more).read_only();
    Moves => panel(GAME, "moves", text::move_list, text::move_list).read_only();
    Analysis => panel(GAME, "analysis", text::analysis, text::analysis).read_only();
    Conversation => panel(GAME, "text", text::text_heading, text::text_panel).read_only();
    Puzzles => panel(LEARN, "puzzles", text::puzzles, text::puzzles);
    Lessons => panel(LEARN, "lessons", text::lessons, text::lessons);
    Openings => panel(LEARN, "openings", text::openings, text::openings);
}

impl Route {
    pub(crate) fn id(self) -> &'static str {
        self.definition().id
    }

    pub(crate) fn with_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|route| route.id() == id)
    }

    pub(crate) fn title(self) -> &'static str {
        (self.definition().title)()
    }

    pub(crate) fn group(self) -> RouteGroup {
        self.definition().group
    }

    pub(crate) fn is_read_only(self) -> bool {
        self.definition().is_read_only
    }

    pub(crate) fn has_link(self) -> bool {
        self.definition().has_link
    }

    /// The tabs among which a panel has one; `None` for a modal dialog.
    pub(crate) fn tabs(self) -> Option<Tabs> {
        match self.definition().kind {
            Kind::Dialog => None,
            Kind::Panel { tabs, .. } => Some(tabs),
        }
    }

    /// The label of the tab of a panel.
    pub(crate) fn tab_label(self) -> &'static str {
        match self.definition().kind {
            Kind::Dialog => self.title(),
            Kind::Panel { label, .. } => label(),
        }
    }

    /// The modal dialogs.
    pub(crate) fn dialogs() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|route| route.tabs().is_none())
    }
}

impl Tabs {
    /// The panels, in the order of their tabs.
    pub(crate) fn panels(self) -> impl Iterator<Item = Route> {
        let is_tab = move |route: &Route| route.tabs() == Some(self);
        Route::ALL.into_iter().filter(is_tab)
    }
}
