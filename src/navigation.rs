//! Where a person is: which dialog or panel is open, and what the page has to say about
//! itself.

use crate::{
    components::dialog::{Content, DialogHandle},
    device, text,
};
use leptos::prelude::*;
use std::pin::Pin;
use web_sys::File;

/// What can be opened beside the board: dialogs first, then panels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    NewGame,
    Players,
    Share,
    Load,
    Library,
    Tournament,
    Scores,
    Settings,
    Help,
    About,
    Conversation,
    Analysis,
}

impl Place {
    pub(crate) const DIALOGS: [Self; 10] = [
        Self::NewGame,
        Self::Players,
        Self::Share,
        Self::Load,
        Self::Library,
        Self::Tournament,
        Self::Scores,
        Self::Settings,
        Self::Help,
        Self::About,
    ];

    /// The id of its element; unique on the page.
    pub(crate) fn id(self) -> &'static str {
        match self {
            Self::NewGame => "new-game",
            Self::Players => "players",
            Self::Share => "share",
            Self::Load => "load",
            Self::Library => "library",
            Self::Tournament => "tournament",
            Self::Scores => "scores",
            Self::Settings => "settings",
            Self::Help => "help",
            Self::About => "about",
            Self::Conversation => "text",
            Self::Analysis => "analysis",
        }
    }

    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::NewGame => text::new_game(),
            Self::Players => text::players(),
            Self::Share => text::share_heading(),
            Self::Load => text::load_heading(),
            Self::Library => text::library(),
            Self::Tournament => text::tournament(),
            Self::Scores => text::scores_heading(),
            Self::Settings => text::settings(),
            Self::Help => text::help_heading(),
            Self::About => text::about(),
            Self::Conversation => text::text_heading(),
            Self::Analysis => text::analysis(),
        }
    }

    /// Whether it is a panel below the board, not a dialog.
    fn is_panel(self) -> bool {
        matches!(self, Self::Conversation | Self::Analysis)
    }

    /// Whether it changes neither the game, which another tab has, nor anything stored.
    fn is_for_guests(self) -> bool {
        matches!(
            self,
            Self::Share
                | Self::Settings
                | Self::Help
                | Self::About
                | Self::Conversation
                | Self::Analysis
        )
    }
}

/// Why a place can't be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoadError {
    /// The network fails.
    Unreachable,
    /// The server has another version of the program by now.
    #[cfg_attr(
        not(split),
        expect(dead_code, reason = "one program is fetched as a whole")
    )]
    Outdated,
}

/// Loads the part of the program in which a place is, with the page's owner.
pub(crate) type Loader =
    fn(Owner, Place) -> Pin<Box<dyn Future<Output = Result<Content, LoadError>>>>;

/// What a place is opened with.
#[derive(Debug)]
pub(crate) enum Incoming {
    /// A new game is to begin with a computer in the second seat.
    Computer,
    /// The text of a backup, for the library.
    Backup(String),
    /// The text of a tournament's file.
    TournamentFile(String),
    /// The link of a tournament: an address's fragment.
    TournamentLink(String),
    /// Files that are meant to be bots.
    Bots(Vec<File>),
}

/// Something that the page says about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Notice {
    pub(crate) text: String,
    /// A place that could not be loaded, to be tried again.
    pub(crate) retry: Option<Place>,
}

/// Opens dialogs and panels, and shows notices.
#[derive(Clone, Copy)]
pub(crate) struct Navigation(StoredValue<State, LocalStorage>);

#[derive(Clone, Copy)]
struct State {
    dialogs: [DialogHandle; Place::DIALOGS.len()],
    panel: RwSignal<Option<Place>>,
    /// The content of the open panel, once it is there.
    content: RwSignal<Option<Content>>,
    notices: RwSignal<Vec<Notice>>,
    /// Until the place that is opened takes it.
    incoming: StoredValue<Option<Incoming>, LocalStorage>,
    load: Loader,
    owner: StoredValue<Owner>,
}

impl Navigation {
    /// Navigation whose places belong to the current owner.
    pub(crate) fn new(load: Loader) -> Self {
        Self(StoredValue::new_local(State {
            dialogs: Place::DIALOGS.map(|place| DialogHandle::new(place.id())),
            panel: RwSignal::new(None),
            content: RwSignal::new(None),
            notices: RwSignal::new(Vec::new()),
            incoming: StoredValue::new_local(None),
            load,
            owner: StoredValue::new(Owner::current().unwrap_or_default()),
        }))
    }

    fn state(self) -> State {
        self.0.get_value()
    }

    async fn load(self, place: Place) -> Result<Content, LoadError> {
        let State { load, owner, .. } = self.state();
        load(owner.get_value(), place).await
    }

    /// The dialog of a place; `None` for a panel.
    pub(crate) fn dialog(self, place: Place) -> Option<DialogHandle> {
        let mut dialogs = self.state().dialogs.into_iter();
        dialogs.find(|dialog| dialog.id() == place.id())
    }

    pub(crate) fn is_open(self, place: Place) -> bool {
        match self.dialog(place) {
            Some(dialog) => dialog.is_open(),
            None => self.state().panel.get_untracked() == Some(place),
        }
    }

    pub(crate) fn close(self, place: Place) {
        match self.dialog(place) {
            Some(dialog) => dialog.close(),
            None if self.is_open(place) => self.close_panel(),
            None => {}
        }
    }

    /// Opens a place; a panel that is open is closed instead. Of dialogs only one is open.
    pub(crate) fn open(self, place: Place) {
        if device::is_guest() && !place.is_for_guests() {
            return self.notify(text::not_for_guests());
        }
        if place.is_panel() {
            return self.toggle_panel(place);
        }
        for dialog in self.state().dialogs {
            if dialog.id() != place.id() && dialog.is_open() {
                dialog.close();
            }
        }
        if let Some(dialog) = self.dialog(place) {
            self.load_into(dialog, place);
        }
    }

    /// Opens a place with something that it takes.
    pub(crate) fn open_with(self, place: Place, incoming: Incoming) {
        self.state().incoming.set_value(Some(incoming));
        self.open(place);
    }

    /// Takes what the place was opened with.
    pub(crate) fn take_incoming(self) -> Option<Incoming> {
        self.state()
            .incoming
            .try_update_value(Option::take)
            .flatten()
    }

    fn load_into(self, dialog: DialogHandle, place: Place) {
        dialog.load();
        device::spawn(async move {
            let loaded = self.load(place).await;
            if !dialog.is_loading() {
                return;
            }
            match loaded {
                Ok(content) => dialog.open(content),
                Err(error) => {
                    dialog.close();
                    self.report(error, Some(place));
                }
            }
        });
    }

    /// Opens a place by itself, unless somebody has opened another one meanwhile.
    pub(crate) fn open_if_alone(self, place: Place) {
        if self.state().dialogs.iter().all(|dialog| !dialog.is_open()) {
            self.open(place);
        }
    }

    fn toggle_panel(self, place: Place) {
        if self.state().panel.get_untracked() == Some(place) {
            return self.close_panel();
        }
        self.state().content.set(None);
        self.state().panel.set(Some(place));
        device::spawn(async move {
            let loaded = self.load(place).await;
            if self.state().panel.get_untracked() != Some(place) {
                return;
            }
            match loaded {
                Ok(content) => self.state().content.set(Some(content)),
                Err(error) => {
                    self.close_panel();
                    self.report(error, Some(place));
                }
            }
        });
    }

    /// The panel that is open.
    pub(crate) fn panel(self) -> Option<Place> {
        self.state().panel.get()
    }

    /// What is in the open panel, once it is loaded.
    pub(crate) fn panel_content(self) -> Option<Content> {
        self.state().content.get()
    }

    fn close_panel(self) {
        self.state().content.set(None);
        self.state().panel.set(None);
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

    /// Says why a part of the page is not there, once.
    pub(crate) fn report(self, error: LoadError, retry: Option<Place>) {
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

    /// Takes a notice away.
    pub(crate) fn dismiss(self, index: usize) {
        self.state().notices.update(|notices| {
            if index < notices.len() {
                notices.remove(index);
            }
        });
    }
}

/// The navigation of this page.
pub(crate) fn use_navigation() -> Navigation {
    expect_context()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dialogs_come_before_panels_and_none_is_forgotten() {
        for (number, place) in Place::DIALOGS.into_iter().enumerate() {
            assert_eq!(place as usize, number, "{place:?}");
            assert!(!place.is_panel(), "{place:?}");
        }
        assert_eq!(Place::DIALOGS.len(), Place::Conversation as usize);
    }
}
