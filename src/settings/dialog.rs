//! The settings dialog.

use super::preferences::{Preferences, use_preferences};
use crate::{
    board::diagram,
    components::{
        button::button,
        checkbox::checkbox,
        confirm::{Question, confirm},
        html::{Element, div, fieldset, input, label, legend, p},
        select::select,
    },
    navigation::{Route, use_navigation},
    sound::{Cue, Outcome, Sound},
    storage::{
        BrowserStorage,
        person::Person,
        settings::{Choice, Control, Definition, Group, Setting, Settings},
    },
    text,
};
use four_shapes_records::{Match, Name};
use four_shapes_rules::{Rules, RulesConfig, notation};
use leptos::{ev, prelude::*};

/// Returns the contents of the settings dialog. Changes take effect immediately.
pub(crate) fn settings() -> Element {
    let navigation = use_navigation();
    let preferences = use_preferences();
    let done = button(text::done(), move || navigation.close(Route::Settings)).class("primary");
    div().class("setup settings").child((
        your_name(),
        Group::ALL.map(|group| self::group(preferences, group)),
        reset(preferences),
        p().class("buttons sticky").child(done),
    ))
}

/// The name by which the page calls the person in games against computer players. It is saved with
/// each change.
fn your_name() -> Element {
    let saved = Person::load(&BrowserStorage::new()).name;
    let saved = saved.map_or_else(String::new, |name| name.to_string());
    let error = RwSignal::new(None);
    let save = move |text: &str| -> Result<(), String> {
        let storage = BrowserStorage::new();
        let mut person = Person::load(&storage);
        person.name = match text.trim() {
            "" => None,
            name => Some(Name::new(name).map_err(text::name_error)?),
        };
        let saved = person.save(&storage);
        saved.map_err(|_| text::person_not_saved().to_owned())
    };
    let field = input()
        .r#type("text")
        .autocomplete("nickname")
        .maxlength(2 * Name::MAX_CHARS)
        .placeholder(text::you())
        .value(saved)
        .aria_invalid(move || error.with(Option::is_some).then_some("true"))
        .on(ev::input, move |event| {
            error.set(save(&event_target_value(&event)).err());
        });
    fieldset().child((
        legend().child(text::you()),
        label().child((text::your_name(), field)),
        p().class("error")
            .aria_live("polite")
            .child(move || error.get()),
    ))
}

fn group(preferences: Preferences, group: Group) -> Element {
    let settings = Setting::ALL.into_iter();
    let settings = settings.filter(|setting| setting.definition().group == group);
    let controls = settings.map(|setting| control(preferences, setting));
    let preview = || div().class("preview").child(diagram(example()));
    fieldset().child((
        legend().child(group.label()),
        (group == Group::Appearance).then(preview),
        controls.collect::<Vec<_>>(),
        (group == Group::SoundAndTouch).then(|| sound_test(preferences)),
    ))
}

fn control(preferences: Preferences, setting: Setting) -> Element {
    let Definition { label, control, .. } = setting.definition();
    match control {
        Control::Switch => switch(preferences, setting, label()),
        Control::List(values) => list(preferences, setting, label(), values),
        Control::Slider => slider(preferences, setting, label()),
    }
}

/// A won game, which shows all kinds of pieces.
fn example() -> Match {
    let rules = RulesConfig {
        columns: 5,
        rows: 4,
        ..Rules::CLASSIC.config()
    };
    let rules = Rules::new(rules).expect("the board is large enough");
    let game = notation::parse(rules, "12233434544").expect("the moves are legal");
    Match::with_default_seats(game)
}

/// A list of the values of a setting.
fn list(
    preferences: Preferences,
    setting: Setting,
    name: &'static str,
    values: &'static [Choice],
) -> Element {
    let options = move || {
        let labels = values.iter().map(|(_, label)| label().to_owned());
        labels.enumerate().collect()
    };
    let get = move || preferences.get().index(setting);
    let set = move |index| preferences.set(setting, index);
    label().child((name, select(options, get, set)))
}

fn switch(preferences: Preferences, setting: Setting, name: &'static str) -> Element {
    checkbox(
        name,
        move || preferences.get().is_on(setting),
        move |on| preferences.set(setting, on.into()),
    )
}

fn slider(preferences: Preferences, setting: Setting, name: &'static str) -> Element {
    let slider = input()
        .r#type("range")
        .min(0)
        .max(setting.values().len() - 1)
        .prop("value", move || preferences.get().value(setting).to_owned())
        .on(ev::input, move |event| {
            if let Ok(value) = event_target_value(&event).parse() {
                preferences.set(setting, value);
            }
        });
    label().child((name, slider))
}

/// The button that plays the sound of a win.
fn sound_test(preferences: Preferences) -> Element {
    let sound: Sound = expect_context();
    let play = move || {
        let settings = preferences.get_untracked();
        sound.unlock(&settings);
        let won = Cue::Placed {
            row: 2,
            fall: 4,
            marks: 4,
            outcome: Outcome::Won,
        };
        sound.play(won, &settings);
    };
    button(text::test_sound(), play)
}

/// The button that resets all settings, after confirmation.
fn reset(preferences: Preferences) -> Element {
    let asked = RwSignal::new(false);
    let question = Question {
        text: text::reset_settings_question(),
        yes: text::reset(),
        no: text::cancel(),
    };
    let reset = move || preferences.replace(Settings::default());
    div().class("reset").child((
        button(text::reset_settings(), move || asked.set(true)).class("quiet"),
        confirm(asked, question, reset),
    ))
}
