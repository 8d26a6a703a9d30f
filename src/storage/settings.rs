//! The settings and their stored form:
//!
//! ```json
//! {
//!   "format": "four-shapes-settings",
//!   "version": 1,
//!   "theme": "dark",
//!   "volume": 5,
//!   "sound": true,
//!   …
//! }
//! ```
//!
//! Each is also an attribute of the `<html>` element (`data-theme` etc.), set by public/boot.js
//! before the first paint and by src/settings/preferences.rs when it changes. boot.js copies
//! names and values without validation, so they must be plain words.

use super::{Storage, StorageError, StorageProblem, StoredItem, set_aside};
use four_shapes_records::{
    json::{self, Field},
    record::{RecordError, RecordProblem},
};

/// The key of the settings. public/boot.js reads it too.
pub(crate) const SETTINGS: &str = "four-shapes:settings";
/// The key of the only setting of early versions.
const NO_HELP: &str = "four-shapes:no-help";

const FORMAT: &str = "four-shapes-settings";
const VERSION: u64 = 1;

/// A setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Setting {
    /// The colour theme.
    Theme,
    /// The piece colours, for a type of colour vision.
    Palette,
    /// The size of the board.
    BoardScale,
    /// How columns are named below the board.
    Labels,
    /// Whether number keys drop a piece instead of only selecting the column.
    DropByLabel,
    /// Whether each move must be confirmed.
    Confirm,
    Sound,
    Volume,
    Vibration,
    /// Animations.
    Motion,
    /// Whether hints and analysis are available during a game.
    Hints,
    /// The material of the board and the pieces.
    BoardStyle,
}

const BOOLEAN: &[&str] = &["false", "true"];

impl Setting {
    pub(crate) const ALL: [Self; 12] = [
        Self::Theme,
        Self::Palette,
        Self::BoardScale,
        Self::Labels,
        Self::DropByLabel,
        Self::Confirm,
        Self::Sound,
        Self::Volume,
        Self::Vibration,
        Self::Motion,
        Self::Hints,
        Self::BoardStyle,
    ];

    /// Returns the name, the values, and the index of the default value.
    const fn definition(self) -> (&'static str, &'static [&'static str], u8) {
        match self {
            Self::Theme => ("theme", &["system", "light", "dark", "contrast"], 0),
            Self::Palette => (
                "palette",
                &["standard", "protan", "deutan", "tritan", "grey"],
                0,
            ),
            Self::BoardScale => ("size", &["small", "medium", "large"], 2),
            Self::Labels => ("labels", &["letters", "both", "one", "zero"], 0),
            Self::DropByLabel => ("digits", BOOLEAN, 0),
            Self::Confirm => ("confirm", BOOLEAN, 0),
            Self::Sound => ("sound", BOOLEAN, 1),
            Self::Volume => (
                "volume",
                &["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"],
                4,
            ),
            Self::Vibration => ("vibration", BOOLEAN, 1),
            Self::Motion => ("motion", &["system", "full", "none"], 0),
            Self::Hints => ("help", BOOLEAN, 1),
            Self::BoardStyle => ("board", &["flat", "wood", "paper"], 0),
        }
    }

    /// Returns the name, as in JSON and in the `data-` attribute.
    pub(crate) const fn name(self) -> &'static str {
        self.definition().0
    }

    /// Returns the possible values.
    pub(crate) const fn values(self) -> &'static [&'static str] {
        self.definition().1
    }

    /// Parses a value as its index; `None` if it is unknown or has the wrong type.
    fn parse(self, field: &Field<'_, '_>) -> Option<u8> {
        let value = match self.values()[0] {
            "false" => field.boolean().ok()?.to_string().into(),
            "0" => field.number::<u8>().ok()?.to_string().into(),
            _ => field.string().ok()?,
        };
        let index = self.values().iter().position(|known| *known == value)?;
        Some(index as u8)
    }

    /// Writes a value as JSON.
    fn json(self, value: &str) -> String {
        match self.values()[0] {
            "false" | "0" => value.to_owned(),
            _ => json::quoted(value),
        }
    }
}

/// The values of all settings, as indices into [`Setting::values`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settings([u8; Setting::ALL.len()]);

impl Default for Settings {
    fn default() -> Self {
        Self(Setting::ALL.map(|setting| setting.definition().2))
    }
}

impl Settings {
    /// Returns the index of a setting's value.
    pub(crate) fn index(&self, setting: Setting) -> usize {
        self.0[setting as usize].into()
    }

    /// Returns the value of a setting.
    pub(crate) fn value(&self, setting: Setting) -> &'static str {
        setting.values()[self.index(setting)]
    }

    /// Returns whether a Boolean setting is on.
    pub(crate) fn is_on(&self, setting: Setting) -> bool {
        self.value(setting) == "true"
    }

    /// Changes a setting to the value with this index, if there is one.
    pub(crate) fn with(mut self, setting: Setting, index: usize) -> Self {
        if index < setting.values().len() {
            self.0[setting as usize] = index as u8;
        }
        self
    }

    /// Writes the settings as JSON.
    pub(crate) fn write(&self) -> String {
        let head = [
            ("format", json::quoted(FORMAT)),
            ("version", VERSION.to_string()),
        ];
        let field = |setting: Setting| (setting.name(), setting.json(self.value(setting)));
        // Earlier versions of the page don't know the board style.
        let is_written =
            |setting: &Setting| *setting != Setting::BoardStyle || self.index(*setting) > 0;
        let settings = Setting::ALL.into_iter().filter(is_written);
        json::write(head.into_iter().chain(settings.map(field)))
    }

    /// Parses settings. Missing ones get their default values.
    ///
    /// # Errors
    /// Returns the first error and its position.
    pub(crate) fn parse(text: &str) -> Result<Self, RecordError> {
        json::parse(text, |fields| {
            fields.version(FORMAT, VERSION)?;
            let mut settings = Self::default();
            for setting in Setting::ALL {
                if let Some(field) = fields.take_optional(setting.name()) {
                    let index = setting.parse(&field).ok_or_else(|| field.invalid())?;
                    settings.0[setting as usize] = index;
                }
            }
            Ok(settings)
        })
    }
}

/// Loads and saves the settings.
pub(crate) struct SettingsStore<S> {
    storage: S,
    settings: Settings,
    /// False if the storage is unavailable, if the stored settings are those of a later
    /// version, or if unreadable ones could not be set aside.
    can_write: bool,
}

impl<S: Storage> SettingsStore<S> {
    /// Opens a storage and loads its settings, and returns a problem with them to report.
    /// Unreadable settings are set aside; those of a later version stay untouched.
    pub(crate) fn open(storage: S) -> (Self, Option<StorageProblem>) {
        let mut store = Self {
            storage,
            settings: Settings::default(),
            can_write: true,
        };
        let text = match store.storage.get(SETTINGS) {
            Ok(Some(text)) => text,
            Ok(None) => {
                store.migrate();
                return (store, None);
            }
            Err(_) => {
                // Reported when the game is loaded.
                store.can_write = false;
                return (store, None);
            }
        };
        let problem = match Settings::parse(&text) {
            Ok(settings) => {
                store.settings = settings;
                None
            }
            Err(error) if is_newer(&error) => {
                store.can_write = false;
                Some(StorageProblem::NewerSettings)
            }
            Err(error) => {
                let set_aside_as = set_aside(&store.storage, SETTINGS, &text).ok();
                store.can_write = set_aside_as.is_some();
                if store.can_write {
                    // So that the problem is reported only once.
                    let _ = store.storage.set(SETTINGS, &store.settings.write());
                }
                Some(StorageProblem::Unreadable {
                    item: StoredItem::Settings,
                    error,
                    set_aside_as,
                })
            }
        };
        (store, problem)
    }

    /// Migrates the only setting of early versions.
    fn migrate(&mut self) {
        if let Ok(Some(text)) = self.storage.get(NO_HELP)
            && text == "true"
        {
            // If this fails, it is tried again the next time.
            let _ = self.save(self.settings.with(Setting::Hints, 0));
        }
    }

    pub(crate) fn settings(&self) -> Settings {
        self.settings
    }

    pub(crate) fn can_write(&self) -> bool {
        self.can_write
    }

    /// Changes the settings, and saves them if the stored ones may be overwritten.
    ///
    /// # Errors
    /// Returns an error if they could not be saved.
    pub(crate) fn save(&mut self, settings: Settings) -> Result<(), StorageError> {
        self.settings = settings;
        if self.can_write {
            self.storage.set(SETTINGS, &settings.write())
        } else {
            // Reported at the start.
            Ok(())
        }
    }
}

fn is_newer(error: &RecordError) -> bool {
    matches!(error.problem, RecordProblem::Version { version, newest } if version > newest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::tests::MemoryStorage;

    #[test]
    fn every_value_round_trips() {
        for setting in Setting::ALL {
            for index in 0..setting.values().len() {
                let settings = Settings::default().with(setting, index);
                assert_eq!(settings.index(setting), index);
                assert_eq!(Settings::parse(&settings.write()), Ok(settings));
            }
            let beyond = Settings::default().with(setting, setting.values().len());
            assert_eq!(beyond, Settings::default());
        }
    }

    #[test]
    fn format_is_as_documented_and_as_boot_js_expects() {
        let text = Settings::default().with(Setting::Theme, 2).write();
        for line in [
            "\"format\": \"four-shapes-settings\"",
            "\"version\": 1",
            "\"theme\": \"dark\"",
            "\"volume\": 4",
            "\"sound\": true",
        ] {
            assert!(text.contains(line), "{line} in {text}");
        }
        let boot = include_str!("../../public/boot.js");
        assert!(boot.contains(&format!("\"{SETTINGS}\"")));
        assert!(boot.contains(&format!("settings.version <= {VERSION}")));
        for setting in Setting::ALL {
            assert!(
                boot.split(['"', ' ']).any(|word| word == setting.name()),
                "boot.js knows {}",
                setting.name()
            );
            // In names of `data-` attributes, capitals and hyphens have a meaning.
            assert!(setting.name().chars().all(|c| c.is_ascii_lowercase()));
            let plain = |c: char| c.is_ascii_alphanumeric();
            let short = |word: &&str| word.len() <= 9 && word.chars().all(plain);
            assert!(setting.values().iter().all(short), "{setting:?}");
        }
    }

    #[test]
    fn settings_of_earlier_versions_are_parsed() {
        let text = include_str!("../../crates/tournament/tests/data/compatibility/settings.json");
        let settings = Settings::parse(text).unwrap();
        let words = Setting::ALL
            .map(|setting| settings.value(setting))
            .join(" ");
        let chosen = "contrast deutan small letters true true false 7 false none false flat";
        assert_eq!(words, chosen);
    }

    #[test]
    fn errors_name_the_field() {
        let parse = |fields: &str| {
            let text =
                format!("{{\"format\": \"four-shapes-settings\", \"version\": 1, {fields}}}");
            Settings::parse(&text).map_err(|error| error.to_string())
        };
        let partly = parse("\"theme\": \"dark\", \"volume\": 10").unwrap();
        assert_eq!(partly.value(Setting::Theme), "dark");
        assert_eq!(partly.value(Setting::Volume), "10");
        assert_eq!(partly.value(Setting::BoardScale), "large");
        for (fields, name) in [
            ("\"theme\": \"pink\"", "theme"),
            ("\"theme\": true", "theme"),
            ("\"palette\": null", "palette"),
            ("\"volume\": 11", "volume"),
            ("\"volume\": 5.5", "volume"),
            ("\"volume\": \"5\"", "volume"),
            ("\"sound\": \"true\"", "sound"),
            ("\"help\": 1", "help"),
            ("\"labels\": [\"one\"]", "labels"),
            ("\"fun\": true", "fun"),
            ("\"size\": \"small\", \"size\": \"large\"", "size"),
        ] {
            let error = parse(fields).unwrap_err();
            assert!(error.contains(name), "{fields}: {error}");
        }
        for text in ["", "[]", "{}", "{\"format\": \"four-shapes-game\"}"] {
            assert!(Settings::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn settings_are_restored() {
        let storage = MemoryStorage::with(&[]);
        let (mut store, problem) = SettingsStore::open(storage.clone());
        assert_eq!((store.settings(), problem), (Settings::default(), None));
        assert_eq!(
            storage.text(SETTINGS),
            None,
            "nothing is stored before a change"
        );
        let chosen = Settings::default().with(Setting::Motion, 2);
        store.save(chosen).unwrap();
        assert_eq!(SettingsStore::open(storage).0.settings(), chosen);
    }

    #[test]
    fn setting_of_early_versions_is_migrated_once() {
        let storage = MemoryStorage::with(&[(NO_HELP, "true")]);
        let (mut store, _) = SettingsStore::open(storage.clone());
        assert!(!store.settings().is_on(Setting::Hints));
        store.save(Settings::default()).unwrap();
        let (store, _) = SettingsStore::open(storage);
        assert!(store.settings().is_on(Setting::Hints), "migrated only once");
        let (store, _) = SettingsStore::open(MemoryStorage::with(&[(NO_HELP, "false")]));
        assert!(store.settings().is_on(Setting::Hints));
    }

    #[test]
    fn unreadable_settings_are_set_aside_and_reported_once() {
        for text in ["", "nonsense", "{\"format\":\"four-shapes-settings\"}"] {
            let storage = MemoryStorage::with(&[(SETTINGS, text)]);
            let (store, problem) = SettingsStore::open(storage.clone());
            assert_eq!(store.settings(), Settings::default());
            let copy = "four-shapes:settings:unreadable:1";
            assert!(matches!(
                problem,
                Some(StorageProblem::Unreadable { set_aside_as: Some(key), .. }) if key == copy
            ));
            assert_eq!(storage.text(copy).as_deref(), Some(text));
            assert_eq!(SettingsStore::open(storage).1, None);
        }
        let mut full = MemoryStorage::with(&[(SETTINGS, "precious")]);
        full.capacity = 1;
        let (mut store, problem) = SettingsStore::open(full.clone());
        assert!(problem.is_some());
        store.save(Settings::default()).unwrap();
        assert_eq!(full.text(SETTINGS).as_deref(), Some("precious"));
    }

    #[test]
    fn settings_of_a_later_version_are_not_overwritten() {
        let newer = "{\"format\":\"four-shapes-settings\",\"version\":2,\"theme\":{}}";
        let storage = MemoryStorage::with(&[(SETTINGS, newer)]);
        let (mut store, problem) = SettingsStore::open(storage.clone());
        assert_eq!(problem, Some(StorageProblem::NewerSettings));
        let chosen = Settings::default().with(Setting::Theme, 1);
        store.save(chosen).unwrap();
        assert_eq!(store.settings(), chosen, "until the page is closed");
        assert_eq!(storage.items.borrow().len(), 1);
        assert_eq!(storage.text(SETTINGS).as_deref(), Some(newer));
    }
}
