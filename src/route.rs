//! The pages, dialogs and panels, described once in one table; their content is in `parts.rs`.
//!
//! For another one, add a row here, its content in `parts.rs`, its title in `locales/en`, and a button that
//! opens it; in the browser tests, a line in `e2e/tests/support/screens.mjs`, which opens it, and its name in
//! the lists of `layout.chromium.spec.mjs` and `offline.chromium.spec.mjs`.

use crate::text;

/// Routes whose code is loaded and started together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RouteGroup {
    Dialogs,
    Share,
    Panels,
    Library,
    Tournament,
    Learn,
}

/// A place of the navigation. Each page belongs to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Area {
    Play,
    Learn,
    Library,
    Compete,
    Settings,
    Help,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// A modal question or menu.
    Dialog,
    /// A tab beside or below the board.
    Panel {
        /// The label of its tab.
        label: fn() -> &'static str,
    },
    Page {
        area: Area,
        /// Where its button *Back* leads; to the board if there is none.
        parent: Option<Route>,
        /// It is beside or below the board instead of in its place.
        has_board: bool,
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
    id: &'static str,
    title: fn() -> &'static str,
    label: fn() -> &'static str,
) -> Definition {
    Definition {
        kind: Kind::Panel { label },
        ..dialog(RouteGroup::Panels, id, title)
    }
}

const fn page(
    (group, area): (RouteGroup, Area),
    id: &'static str,
    title: fn() -> &'static str,
) -> Definition {
    Definition {
        kind: Kind::Page {
            area,
            parent: None,
            has_board: false,
        },
        ..dialog(group, id, title)
    }
}

/// A page of exercises on the board.
const fn exercise(id: &'static str, title: fn() -> &'static str) -> Definition {
    Definition {
        kind: Kind::Page {
            area: Area::Learn,
            parent: Some(Route::Learn),
            has_board: true,
        },
        ..dialog(RouteGroup::Learn, id, title)
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

    /// Makes a page one that is reached from another one.
    const fn of(self, parent: Route) -> Self {
        match self.kind {
            Kind::Page {
                area, has_board, ..
            } => Self {
                kind: Kind::Page {
                    area,
                    parent: Some(parent),
                    has_board,
                },
                ..self
            },
            Kind::Dialog | Kind::Panel { .. } => panic!("only pages have parents"),
        }
    }
}

/// Declares the routes; panels in the order of their tabs.
macro_rules! routes {
    ($($route:ident => $definition:expr;)+) => {
        /// A page, a dialog or a panel that can be opened.
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
    NewGame => page((RouteGroup::Dialogs, Area::Play), "new-game", text::new_game).with_link();
    Learn => page((RouteGroup::Learn, Area::Learn), "learn", text::learn);
    Puzzles => exercise("puzzles", text::puzzles);
    Lessons => exercise("lessons", text::lessons);
    Openings => exercise("openings", text::openings);
    Library => page((RouteGroup::Library, Area::Library), "library", text::library).with_link();
    Scores => page((RouteGroup::Dialogs, Area::Library), "scores", text::scores_heading)
        .of(Route::Library);
    Compete => page((RouteGroup::Tournament, Area::Compete), "compete", text::compete);
    Cup => page((RouteGroup::Tournament, Area::Compete), "cup", text::cup).of(Route::Compete);
    Tournament => page((RouteGroup::Tournament, Area::Compete), "tournament", text::bot_lab)
        .of(Route::Compete)
        .with_link();
    Settings => page((RouteGroup::Dialogs, Area::Settings), "settings", text::settings)
        .read_only();
    Help => page((RouteGroup::Dialogs, Area::Help), "help", text::help_heading).read_only();
    About => page((RouteGroup::Dialogs, Area::Help), "about", text::about)
        .of(Route::Help)
        .read_only()
        .with_link();
    BoardEditor => page((RouteGroup::Share, Area::Play), "editor", text::set_up_position);
    Friend => page((RouteGroup::Share, Area::Play), "friend", text::friend);
    Players => dialog(RouteGroup::Dialogs, "players", text::players);
    SendLink => dialog(RouteGroup::Share, "send-link", text::send_link_heading);
    Share => dialog(RouteGroup::Share, "share", text::share_heading).read_only();
    Replay => dialog(RouteGroup::Share, "replay", text::replay_heading).read_only();
    Load => dialog(RouteGroup::Share, "load", text::load_heading);
    More => dialog(RouteGroup::Dialogs, "more", text::more).read_only();
    Moves => panel("moves", text::move_list, text::move_list).read_only();
    Analysis => panel("analysis", text::analysis, text::analysis).read_only();
    Conversation => panel("text", text::text_heading, text::text_panel).read_only();
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

    /// The area of a page; `None` for dialogs and panels.
    pub(crate) fn area(self) -> Option<Area> {
        match self.definition().kind {
            Kind::Page { area, .. } => Some(area),
            Kind::Dialog | Kind::Panel { .. } => None,
        }
    }

    /// The page from which a page is reached, if it isn't a place of the navigation.
    pub(crate) fn parent(self) -> Option<Self> {
        match self.definition().kind {
            Kind::Page { parent, .. } => parent,
            Kind::Dialog | Kind::Panel { .. } => None,
        }
    }

    pub(crate) fn is_page(self) -> bool {
        self.area().is_some()
    }

    /// Whether it is a page that shows the board.
    pub(crate) fn has_board(self) -> bool {
        matches!(
            self.definition().kind,
            Kind::Page {
                has_board: true,
                ..
            }
        )
    }

    pub(crate) fn is_panel(self) -> bool {
        matches!(self.definition().kind, Kind::Panel { .. })
    }

    /// The label of the tab of a panel.
    pub(crate) fn tab_label(self) -> &'static str {
        match self.definition().kind {
            Kind::Dialog | Kind::Page { .. } => self.title(),
            Kind::Panel { label } => label(),
        }
    }

    /// The modal dialogs.
    pub(crate) fn dialogs() -> impl Iterator<Item = Self> {
        let is_dialog = |route: &Self| !route.is_page() && !route.is_panel();
        Self::ALL.into_iter().filter(is_dialog)
    }

    /// The panels, in the order of their tabs.
    pub(crate) fn panels() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|route| route.is_panel())
    }
}
