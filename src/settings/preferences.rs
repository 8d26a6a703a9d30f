//! The settings as a signal, and their effects on the page: style sheets and the first part
//! of the program read the attributes of `<html>`.

use crate::{
    browser,
    context::context,
    game::{options::Options, session::Command, state::GameState},
    navigation::Navigation,
    sound::Sound,
    storage::BrowserStorage,
    storage::settings::{Setting, Settings, SettingsStore},
    text,
};
use leptos::prelude::*;

/// The current settings.
#[derive(Clone, Copy)]
pub(crate) struct Preferences {
    store: StoredValue<SettingsStore<BrowserStorage>, LocalStorage>,
    settings: RwSignal<Settings>,
    /// Whether a failure to save them was reported.
    reported: StoredValue<bool>,
    game: GameState,
    navigation: Navigation,
    sound: Sound,
}

impl Preferences {
    /// Loads and applies the stored settings, and reports problems with them.
    pub(crate) fn open(game: GameState, navigation: Navigation, sound: Sound) -> Self {
        let (store, problem) = SettingsStore::open(BrowserStorage::new());
        let preferences = Self {
            settings: RwSignal::new(store.settings()),
            store: StoredValue::new_local(store),
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

    pub(crate) fn get(self) -> Settings {
        self.settings.get()
    }

    pub(crate) fn get_untracked(self) -> Settings {
        self.settings.get_untracked()
    }

    /// Sets a setting to the value with this index.
    pub(crate) fn set(self, setting: Setting, index: usize) {
        self.replace(self.get_untracked().with(setting, index));
        self.sound.unlock(&self.get_untracked());
    }

    /// Replaces, saves and applies all settings.
    pub(crate) fn replace(self, settings: Settings) {
        let saved = self.store.try_update_value(|store| store.save(settings));
        if matches!(saved, Some(Err(_))) && !self.reported.get_value() {
            self.reported.set_value(true);
            self.navigation.notify(text::settings_not_stored());
        }
        self.settings.set(settings);
        self.apply();
    }

    /// Loads the stored settings again, as another tab may have changed them.
    pub(crate) fn reload(self) {
        let (store, _) = SettingsStore::open(BrowserStorage::new());
        let settings = store.settings();
        if store.can_write() && !self.reported.get_value() && settings != self.get_untracked() {
            self.settings.set(settings);
            self.store.set_value(store);
            self.apply();
        }
    }

    /// Applies the settings to the page, the session and the sound.
    fn apply(self) {
        let settings = self.get_untracked();
        for setting in Setting::ALL {
            let (name, value) = (setting.name(), settings.value(setting));
            if browser::setting(name) != value {
                browser::set_root_attribute(&["data-", name].concat(), value);
            }
        }
        let options = Options::of(browser::setting);
        if self
            .game
            .with_untracked(|session| session.options() != options)
        {
            self.game.send(Command::SetOptions(options));
        }
        if !settings.is_on(Setting::Sound) {
            self.sound.silence();
        }
    }
}

/// Turns sound and vibration off, or both on if both are off.
pub(crate) fn toggle_sound() {
    let both = [Setting::Sound, Setting::Vibration];
    let settings = use_preferences().get_untracked();
    let on = usize::from(!both.iter().any(|setting| settings.is_on(*setting)));
    let toggled = both
        .iter()
        .fold(settings, |settings, setting| settings.with(*setting, on));
    use_preferences().replace(toggled);
}

/// Returns the settings of the page.
pub(crate) fn use_preferences() -> Preferences {
    context()
}
