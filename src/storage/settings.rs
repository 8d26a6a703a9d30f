//! The settings, and their stored form:
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
//! before the first paint and by src/settings/preferences.rs when it changes.

use super::{Storage, StorageError, StorageProblem, StoredItem, set_aside};
use crate::msg;
use four_shapes_records::{
    json::{self, Field},
    record::{RecordError, RecordProblem},
};

/// The key of the settings. public/boot.js reads it too.
pub(crate) const SETTINGS: &str = "four-shapes:settings";

const FORMAT: &str = "four-shapes-settings";
const VERSION: u64 = 1;

/// The settings that belong together in the dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    Appearance,
    BoardAndKeys,
    SoundAndTouch,
    Help,
}

impl Group {
    pub(crate) const ALL: [Self; 4] = [
        Self::Appearance,
        Self::BoardAndKeys,
        Self::SoundAndTouch,
        Self::Help,
    ];

    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::Appearance => msg::appearance(),
            Self::BoardAndKeys => msg::board_and_keys(),
            Self::SoundAndTouch => msg::sound_and_touch(),
            Self::Help => msg::help(),
        }
    }
}

/// A value of a setting and its label.
pub(crate) type Choice = (&'static str, fn() -> &'static str);

/// The values of a setting, and what it looks like in the dialog.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Control {
    Switch,
    List(&'static [Choice]),
    /// The numbers from 0 to 10.
    Slider,
}

/// All that is known about a setting.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Definition {
    /// The name in the stored form and in the `data-` attribute: lowercase letters and hyphens.
    pub(crate) name: &'static str,
    pub(crate) group: Group,
    pub(crate) label: fn() -> &'static str,
    pub(crate) control: Control,
    /// The index of the default value.
    default: u8,
}

impl Definition {
    const fn switch(
        group: Group,
        name: &'static str,
        label: fn() -> &'static str,
        default: bool,
    ) -> Self {
        Self {
            name,
            group,
            label,
            control: Control::Switch,
            default: default as u8,
        }
    }
}

/// Declares the settings in the order of the dialog.
macro_rules! settings {
    ($($(#[doc = $doc:literal])* $setting:ident => $definition:expr;)+) => {
        /// A setting.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Setting {
            $($(#[doc = $doc])* $setting,)+
        }

        impl Setting {
            pub(crate) const ALL: [Self; [$(Self::$setting),+].len()] = [$(Self::$setting),+];

            pub(crate) const fn definition(self) -> Definition {
                match self {
                    $(Self::$setting => $definition,)+
                }
            }
        }
    };
}

settings! {
    /// The colour theme.
    Theme => Definition {
        name: "theme",
        group: Group::Appearance,
        label: msg::theme,
        control: Control::List(&[
            ("system", msg::as_system),
            ("light", msg::theme_light),
            ("dark", msg::theme_dark),
            ("contrast", msg::theme_contrast),
        ]),
        default: 0,
    };
    /// The piece colours, for a type of colour vision.
    Palette => Definition {
        name: "palette",
        group: Group::Appearance,
        label: msg::palette,
        control: Control::List(&[
            ("standard", msg::palette_standard),
            ("protan", msg::palette_protan),
            ("deutan", msg::palette_deutan),
            ("tritan", msg::palette_tritan),
            ("grey", msg::palette_grey),
        ]),
        default: 0,
    };
    /// The theme of the board.
    BoardStyle => Definition {
        name: "board",
        group: Group::Appearance,
        label: msg::board_style,
        control: Control::List(&[
            ("flat", msg::board_navy),
            ("wood", msg::board_wood),
            ("slate", msg::board_slate),
            ("forest", msg::board_forest),
            ("plum", msg::board_plum),
            ("paper", msg::board_paper),
        ]),
        default: 0,
    };
    /// The size of the board.
    BoardScale => Definition {
        name: "size",
        group: Group::Appearance,
        label: msg::board_size,
        control: Control::List(&[
            ("small", msg::size_small),
            ("medium", msg::size_medium),
            ("large", msg::size_large),
        ]),
        default: 2,
    };
    /// Animations.
    Motion => Definition {
        name: "motion",
        group: Group::Appearance,
        label: msg::motion,
        control: Control::List(&[
            ("system", msg::as_system),
            ("full", msg::motion_full),
            ("none", msg::motion_none),
        ]),
        default: 0,
    };
    /// How columns are named below the board. The session reads it (`Options`), the next two and
    /// `Hints`.
    Labels => Definition {
        name: "labels",
        group: Group::BoardAndKeys,
        label: msg::column_labels,
        control: Control::List(&[
            ("letters", msg::labels_letters),
            ("both", msg::labels_both),
            ("one", msg::labels_one),
            ("zero", msg::labels_zero),
        ]),
        default: 0,
    };
    /// Whether the key of a column's label drops a piece instead of only selecting the column.
    DropByLabel =>
        Definition::switch(Group::BoardAndKeys, "drop-by-label", msg::number_keys, false);
    /// Whether keys act on the board while another control has the focus.
    KeysAnywhere =>
        Definition::switch(Group::BoardAndKeys, "keys-anywhere", msg::keys_anywhere, true);
    /// Whether each move must be confirmed.
    Confirm => Definition::switch(Group::BoardAndKeys, "confirm", msg::confirm_moves, false);
    Sound => Definition::switch(Group::SoundAndTouch, "sound", msg::sound, true);
    Volume => Definition {
        name: "volume",
        group: Group::SoundAndTouch,
        label: msg::volume,
        control: Control::Slider,
        default: 4,
    };
    Vibration => Definition::switch(Group::SoundAndTouch, "vibration", msg::vibration, true);
    /// Whether hints and analysis are available during a game.
    Hints => Definition::switch(Group::Help, "hints", msg::help_in_game, true);
}

const NUMBERS: [&str; 11] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

impl Setting {
    pub(crate) const fn name(self) -> &'static str {
        self.definition().name
    }

    /// Returns the values, in the form of the attribute.
    pub(crate) fn values(self) -> Vec<&'static str> {
        match self.definition().control {
            Control::Switch => vec!["false", "true"],
            Control::List(values) => values.iter().map(|(value, _)| *value).collect(),
            Control::Slider => NUMBERS.to_vec(),
        }
    }

    /// Parses a value as its index; `None` if it is unknown or has the wrong type.
    fn parse(self, field: &Field<'_, '_>) -> Option<u8> {
        let value = match self.definition().control {
            Control::Switch => field.boolean().ok()?.to_string().into(),
            Control::Slider => field.number::<u8>().ok()?.to_string().into(),
            Control::List(_) => field.string().ok()?,
        };
        let index = self.values().iter().position(|known| *known == value)?;
        Some(index as u8)
    }

    /// Writes a value as JSON.
    fn json(self, value: &str) -> String {
        match self.definition().control {
            Control::Switch | Control::Slider => value.to_owned(),
            Control::List(_) => json::quoted(value),
        }
    }
}

/// The values of all settings, as indices into [`Setting::values`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settings([u8; Setting::ALL.len()]);

impl Default for Settings {
    fn default() -> Self {
        Self(Setting::ALL.map(|setting| setting.definition().default))
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
        json::write(head.into_iter().chain(Setting::ALL.map(field)))
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
            Ok(None) => return (store, None),
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
        assert!(boot.contains(&format!("version <= {VERSION}")));
        for setting in Setting::ALL {
            // boot.js refuses other names and values.
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            let words = [vec![setting.name()], setting.values()].concat();
            assert!(
                words.iter().all(|word| word.chars().all(plain)),
                "{setting:?}"
            );
        }
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
            ("\"hints\": 1", "hints"),
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
