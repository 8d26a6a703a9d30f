//! What people have set, and keeping it.
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
//! The `<html>` element has each of them as an attribute, `data-theme` and so on:
//! public/boot.js puts them there before anything is painted, src/settings/preferences.rs
//! when they change. boot.js reads the same text, so names and values must be plain words.

use super::{Denied, Problem, Refused, Shelf, Stored, set_aside};
use four_shapes_engine::{
    json::{self, Field},
    record::{RecordError, RecordProblem},
};

/// Where they are kept. public/boot.js knows the name as well.
pub(crate) const SETTINGS: &str = "four-shapes:settings";
/// Where older versions kept the one setting they had.
const NO_HELP: &str = "four-shapes:no-help";

const FORMAT: &str = "four-shapes-settings";
const VERSION: u64 = 1;

/// Something that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Setting {
    /// Light, dark or full of contrast.
    Theme,
    /// Whose eyes the pieces' colours are for.
    Palette,
    /// How much of its place the board takes.
    Size,
    /// How columns are named below the board.
    Labels,
    /// A digit drops, instead of only choosing the column.
    Digits,
    /// A move takes two presses.
    Confirm,
    Sound,
    Volume,
    Vibration,
    /// Whether things move.
    Motion,
    /// Hints and analysis while a game goes on.
    Help,
}

const SWITCH: &[&str] = &["false", "true"];

impl Setting {
    pub(crate) const ALL: [Self; 11] = [
        Self::Theme,
        Self::Palette,
        Self::Size,
        Self::Labels,
        Self::Digits,
        Self::Confirm,
        Self::Sound,
        Self::Volume,
        Self::Vibration,
        Self::Motion,
        Self::Help,
    ];

    /// The name, the values' words, and which of them counts if nothing is chosen.
    const fn row(self) -> (&'static str, &'static [&'static str], u8) {
        match self {
            Self::Theme => ("theme", &["system", "light", "dark", "contrast"], 0),
            Self::Palette => (
                "palette",
                &["standard", "protan", "deutan", "tritan", "grey"],
                0,
            ),
            Self::Size => ("size", &["small", "medium", "large"], 2),
            Self::Labels => ("labels", &["letters", "one", "zero"], 0),
            Self::Digits => ("digits", SWITCH, 0),
            Self::Confirm => ("confirm", SWITCH, 0),
            Self::Sound => ("sound", SWITCH, 1),
            Self::Volume => (
                "volume",
                &["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"],
                4,
            ),
            Self::Vibration => ("vibration", SWITCH, 1),
            Self::Motion => ("motion", &["system", "full", "none"], 0),
            Self::Help => ("help", SWITCH, 1),
        }
    }

    /// The name, in the record and after `data-` on the page.
    pub(crate) const fn name(self) -> &'static str {
        self.row().0
    }

    /// What can be chosen.
    pub(crate) const fn words(self) -> &'static [&'static str] {
        self.row().1
    }

    /// Which word it is; `None` for none, or for JSON of another kind.
    fn read(self, field: &Field<'_, '_>) -> Option<u8> {
        let word = match self.words()[0] {
            "false" => field.boolean().ok()?.to_string().into(),
            "0" => field.number::<u8>().ok()?.to_string().into(),
            _ => field.string().ok()?,
        };
        let index = self.words().iter().position(|known| *known == word)?;
        Some(index as u8)
    }

    /// A word as JSON.
    fn json(self, word: &str) -> String {
        match self.words()[0] {
            "false" | "0" => word.to_owned(),
            _ => json::quoted(word),
        }
    }
}

/// One choice for everything that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settings([u8; Setting::ALL.len()]);

impl Default for Settings {
    fn default() -> Self {
        Self(Setting::ALL.map(|setting| setting.row().2))
    }
}

impl Settings {
    /// Which of the setting's words is chosen.
    pub(crate) fn index(&self, setting: Setting) -> usize {
        self.0[setting as usize].into()
    }

    /// The word that is chosen.
    pub(crate) fn word(&self, setting: Setting) -> &'static str {
        setting.words()[self.index(setting)]
    }

    /// Whether a switch is on.
    pub(crate) fn is_on(&self, setting: Setting) -> bool {
        self.word(setting) == "true"
    }

    /// The same with another choice; as it was if the setting has no such word.
    pub(crate) fn with(mut self, setting: Setting, index: usize) -> Self {
        if index < setting.words().len() {
            self.0[setting as usize] = index as u8;
        }
        self
    }

    /// Writes all of them as JSON that a person can read.
    pub(crate) fn write(&self) -> String {
        let head = [
            ("format", json::quoted(FORMAT)),
            ("version", VERSION.to_string()),
        ];
        let choice = |setting: Setting| (setting.name(), setting.json(self.word(setting)));
        json::write(head.into_iter().chain(Setting::ALL.map(choice)))
    }

    /// Reads them back. What is missing is not chosen.
    ///
    /// # Errors
    /// The first thing about the text that is wrong, and where.
    pub(crate) fn read(text: &str) -> Result<Self, RecordError> {
        json::parse(text, |fields| {
            fields.version(FORMAT, VERSION)?;
            let mut settings = Self::default();
            for setting in Setting::ALL {
                if let Some(field) = fields.find(setting.name()) {
                    let index = setting.read(&field).ok_or_else(|| field.invalid())?;
                    settings.0[setting as usize] = index;
                }
            }
            Ok(settings)
        })
    }
}

/// The settings on a shelf.
pub(crate) struct Kept<S> {
    shelf: S,
    settings: Settings,
    /// Off when what is there is a newer program's, or can't be brought to safety.
    may_write: bool,
}

impl<S: Shelf> Kept<S> {
    /// Opens a shelf and reads the settings on it, with words for what is wrong with
    /// them. What can't be read is put under another name first; what a newer program
    /// has written stays untouched.
    pub(crate) fn open(shelf: S) -> (Self, Option<Problem>) {
        let mut kept = Self {
            shelf,
            settings: Settings::default(),
            may_write: true,
        };
        let text = match kept.shelf.get(SETTINGS) {
            Ok(Some(text)) => text,
            Ok(None) => {
                kept.take_over();
                return (kept, None);
            }
            // The page says so itself, of the game.
            Err(Denied) => {
                kept.may_write = false;
                return (kept, None);
            }
        };
        let problem = match Settings::read(&text) {
            Ok(settings) => {
                kept.settings = settings;
                None
            }
            Err(why) if is_newer(&why) => {
                kept.may_write = false;
                Some(Problem::NewerSettings)
            }
            Err(why) => {
                let aside = set_aside(&kept.shelf, SETTINGS, &text).ok();
                kept.may_write = aside.is_some();
                if kept.may_write {
                    // So that it is said once. If it fails it is said again.
                    let _ = kept.shelf.set(SETTINGS, &kept.settings.write());
                }
                Some(Problem::Unreadable {
                    what: Stored::Settings,
                    why,
                    aside,
                })
            }
        };
        (kept, problem)
    }

    /// Takes over what was chosen when there was one setting.
    fn take_over(&mut self) {
        if let Ok(Some(text)) = self.shelf.get(NO_HELP)
            && text == "true"
        {
            // If it fails, it is taken over again the next time.
            let _ = self.keep(self.settings.with(Setting::Help, 0));
        }
    }

    pub(crate) fn settings(&self) -> Settings {
        self.settings
    }

    /// Whether what is there may be written over.
    pub(crate) fn may_write(&self) -> bool {
        self.may_write
    }

    /// Keeps other settings. They count in any case, until the page is closed.
    ///
    /// # Errors
    /// If they could not be stored.
    pub(crate) fn keep(&mut self, settings: Settings) -> Result<(), Refused> {
        self.settings = settings;
        if !self.may_write {
            // That was said at the start.
            return Ok(());
        }
        self.shelf.set(SETTINGS, &settings.write())
    }
}

fn is_newer(why: &RecordError) -> bool {
    matches!(why.problem, RecordProblem::Version { version, newest } if version > newest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::tests::Memory;

    #[test]
    fn every_choice_is_read_back() {
        for setting in Setting::ALL {
            for index in 0..setting.words().len() {
                let settings = Settings::default().with(setting, index);
                assert_eq!(settings.index(setting), index);
                assert_eq!(Settings::read(&settings.write()), Ok(settings));
            }
            let beyond = Settings::default().with(setting, setting.words().len());
            assert_eq!(beyond, Settings::default());
        }
    }

    #[test]
    fn the_text_is_as_documented_and_as_boot_js_reads_it() {
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
        assert!(boot.contains(&format!("kept.version <= {VERSION}")));
        for setting in Setting::ALL {
            assert!(
                boot.split(['"', ' ']).any(|word| word == setting.name()),
                "boot.js knows {}",
                setting.name()
            );
            // They become `data-` attributes, in which capitals and hyphens mean something.
            assert!(setting.name().chars().all(|c| c.is_ascii_lowercase()));
            let plain = |c: char| c.is_ascii_alphanumeric();
            let short = |word: &&str| word.len() <= 9 && word.chars().all(plain);
            assert!(setting.words().iter().all(short), "{setting:?}");
        }
    }

    #[test]
    fn settings_of_earlier_versions_are_read() {
        let text = include_str!("../../crates/engine/tests/data/compatibility/settings.json");
        let settings = Settings::read(text).unwrap();
        let words = Setting::ALL.map(|setting| settings.word(setting)).join(" ");
        let chosen = "contrast deutan small letters true true false 7 false none false";
        assert_eq!(words, chosen);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let read = |fields: &str| {
            let text =
                format!("{{\"format\": \"four-shapes-settings\", \"version\": 1, {fields}}}");
            Settings::read(&text).map_err(|error| error.to_string())
        };
        let partly = read("\"theme\": \"dark\", \"volume\": 10").unwrap();
        assert_eq!(partly.word(Setting::Theme), "dark");
        assert_eq!(partly.word(Setting::Volume), "10");
        assert_eq!(partly.word(Setting::Size), "large");
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
            let error = read(fields).unwrap_err();
            assert!(error.contains(name), "{fields}: {error}");
        }
        for text in ["", "[]", "{}", "{\"format\": \"four-shapes-game\"}"] {
            assert!(Settings::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn settings_come_back() {
        let shelf = Memory::with(&[]);
        let (mut kept, problem) = Kept::open(shelf.clone());
        assert_eq!((kept.settings(), problem), (Settings::default(), None));
        assert_eq!(shelf.text(SETTINGS), None, "nothing was chosen");
        let chosen = Settings::default().with(Setting::Motion, 2);
        kept.keep(chosen).unwrap();
        assert_eq!(Kept::open(shelf).0.settings(), chosen);
    }

    #[test]
    fn the_one_setting_of_older_versions_is_not_lost() {
        let shelf = Memory::with(&[(NO_HELP, "true")]);
        let (mut kept, _) = Kept::open(shelf.clone());
        assert!(!kept.settings().is_on(Setting::Help));
        kept.keep(Settings::default()).unwrap();
        let (kept, _) = Kept::open(shelf);
        assert!(kept.settings().is_on(Setting::Help), "it counts once");
        let (kept, _) = Kept::open(Memory::with(&[(NO_HELP, "false")]));
        assert!(kept.settings().is_on(Setting::Help));
    }

    #[test]
    fn what_cannot_be_read_is_put_aside_and_said_once() {
        for text in ["", "nonsense", "{\"format\":\"four-shapes-settings\"}"] {
            let shelf = Memory::with(&[(SETTINGS, text)]);
            let (kept, problem) = Kept::open(shelf.clone());
            assert_eq!(kept.settings(), Settings::default());
            let aside = "four-shapes:settings:unreadable:1";
            assert!(matches!(
                problem,
                Some(Problem::Unreadable { aside: Some(name), .. }) if name == aside
            ));
            assert_eq!(shelf.text(aside).as_deref(), Some(text));
            assert_eq!(Kept::open(shelf).1, None);
        }
        let mut full = Memory::with(&[(SETTINGS, "precious")]);
        full.room = 1;
        let (mut kept, problem) = Kept::open(full.clone());
        assert!(problem.is_some());
        kept.keep(Settings::default()).unwrap();
        assert_eq!(full.text(SETTINGS).as_deref(), Some("precious"));
    }

    #[test]
    fn what_a_newer_program_has_written_stays() {
        let newer = "{\"format\":\"four-shapes-settings\",\"version\":2,\"theme\":{}}";
        let shelf = Memory::with(&[(SETTINGS, newer)]);
        let (mut kept, problem) = Kept::open(shelf.clone());
        assert_eq!(problem, Some(Problem::NewerSettings));
        let chosen = Settings::default().with(Setting::Theme, 1);
        kept.keep(chosen).unwrap();
        assert_eq!(kept.settings(), chosen, "until the page is closed");
        assert_eq!(shelf.texts.borrow().len(), 1);
        assert_eq!(shelf.text(SETTINGS).as_deref(), Some(newer));
    }
}
