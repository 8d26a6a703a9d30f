//! What has been set, as the whole page has it: style sheets and the first part of the
//! program go by the attributes of `<html>`.

use crate::{
    game::{
        options::{Labels, OptionChange},
        session::Session,
        state::GameState,
    },
    navigation::Navigation,
    sound::Sound,
    storage::Browser,
    storage::settings::{Kept, Setting, Settings},
    text,
};
use leptos::prelude::*;

/// Reads and changes what has been set.
#[derive(Clone, Copy)]
pub(crate) struct Preferences {
    kept: StoredValue<Kept<Browser>, LocalStorage>,
    now: RwSignal<Settings>,
    /// It was said that they can't be stored.
    reported: StoredValue<bool>,
    game: GameState,
    navigation: Navigation,
    sound: Sound,
}

impl Preferences {
    /// Reads what is stored, and says so if that can't be read.
    pub(crate) fn open(game: GameState, navigation: Navigation, sound: Sound) -> Self {
        let (kept, problem) = Kept::open(Browser::new());
        let preferences = Self {
            now: RwSignal::new(kept.settings()),
            kept: StoredValue::new_local(kept),
            reported: StoredValue::new(false),
            game,
            navigation,
            sound,
        };
        if let Some(problem) = problem {
            navigation.notify(text::storage_problem(&problem));
        }
        preferences.apply();
        preferences
    }

    /// The settings; the reader runs again when they change.
    pub(crate) fn now(self) -> Settings {
        self.now.get()
    }

    /// The settings, once.
    pub(crate) fn peek(self) -> Settings {
        self.now.get_untracked()
    }

    /// Chooses one of a setting's words.
    pub(crate) fn choose(self, setting: Setting, index: usize) {
        self.replace(self.peek().with(setting, index));
        self.sound.wake(&self.peek());
    }

    /// Switches sound and vibration off, or both on.
    pub(crate) fn mute(self) {
        let both = [Setting::Sound, Setting::Vibration];
        let now = self.peek();
        let on = usize::from(!both.iter().any(|setting| now.is_on(*setting)));
        self.replace(both.iter().fold(now, |now, setting| now.with(*setting, on)));
    }

    /// Puts other settings in place of all of them. They are stored, and count at once.
    pub(crate) fn replace(self, settings: Settings) {
        let kept = self.kept.try_update_value(|kept| kept.keep(settings));
        if matches!(kept, Some(Err(_))) && !self.reported.get_value() {
            self.reported.set_value(true);
            self.navigation.notify(text::settings_not_stored());
        }
        self.now.set(settings);
        self.apply();
    }

    /// Another tab may have stored others.
    pub(crate) fn catch_up(self) {
        let (kept, _) = Kept::open(Browser::new());
        if kept.may_write() && !self.reported.get_value() && kept.settings() != self.peek() {
            self.now.set(kept.settings());
            self.kept.set_value(kept);
            self.apply();
        }
    }

    /// Lets the page know.
    fn apply(self) {
        let settings = self.peek();
        if let Some(root) = document().document_element() {
            for setting in Setting::ALL {
                let name = ["data-", setting.name()].concat();
                let word = settings.word(setting);
                let before = root.get_attribute(&name);
                if before.as_deref() != Some(word) {
                    // It fails for names that are none.
                    let _ = root.set_attribute(&name, word);
                }
                let labels = [word, &before.unwrap_or_default()].map(Labels::read);
                if setting == Setting::Labels && labels[0] != labels[1] {
                    self.game.send(OptionChange::Labels(labels[0]));
                }
            }
        }
        let helps = settings.is_on(Setting::Help);
        if self.game.peek(Session::help) != helps {
            self.game.send(OptionChange::Help(helps));
        }
        if !settings.is_on(Setting::Sound) {
            self.sound.hush();
        }
    }
}

/// Switches sound and vibration off, or both on.
pub(crate) fn toggle_sound() {
    preferences().mute();
}

/// The settings of this page.
pub(crate) fn preferences() -> Preferences {
    expect_context()
}
