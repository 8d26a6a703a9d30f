//! The settings dialog.

use super::preferences::{Preferences, use_preferences};
use crate::components::html::{div, fieldset, input, label, legend, p};
use crate::{
    board::diagram,
    components::{
        button::button,
        checkbox::checkbox,
        confirm::{Question, confirm},
        select::select,
    },
    navigation::{Route, use_navigation},
    sound::{Cue, Outcome, Sound},
    storage::settings::{Setting, Settings},
    text,
};
use four_shapes_records::Match;
use four_shapes_rules::{Rules, RulesConfig, notation};
use leptos::{ev, prelude::*};

/// Returns the contents of the settings dialog. Changes take effect immediately.
pub(crate) fn settings() -> AnyView {
    let navigation = use_navigation();
    let preferences = use_preferences();
    let list = |setting| list(preferences, setting);
    let switch = |setting| switch(preferences, setting);
    let group = |name: &'static str| fieldset().child(legend().child(name));
    let done = button(text::done(), move || navigation.close(Route::Settings)).class("primary");
    div()
        .class("setup settings")
        .child((
            group(text::appearance()).child((
                div().class("preview").child(diagram(example())),
                list(Setting::Theme),
                list(Setting::Palette),
                list(Setting::BoardStyle),
                list(Setting::BoardScale),
                list(Setting::Motion),
            )),
            group(text::board_and_keys()).child((
                list(Setting::Labels),
                switch(Setting::DropByLabel),
                switch(Setting::Confirm),
            )),
            group(text::sound_and_touch()).child((
                switch(Setting::Sound),
                volume(preferences),
                switch(Setting::Vibration),
                sound_test(preferences),
            )),
            group(text::help()).child(switch(Setting::Hints)),
            reset(preferences),
            p().class("buttons sticky").child(done),
        ))
        .into_any()
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
fn list(preferences: Preferences, setting: Setting) -> AnyView {
    let options = move || {
        let values = setting.values().iter().enumerate();
        values
            .map(|(index, value)| (index, text::setting_value(setting, value).to_owned()))
            .collect()
    };
    let get = move || preferences.get().index(setting);
    let set = move |index| preferences.set(setting, index);
    label()
        .child((text::setting_label(setting), select(options, get, set)))
        .into_any()
}

/// A checkbox for a Boolean setting.
fn switch(preferences: Preferences, setting: Setting) -> AnyView {
    checkbox(
        text::setting_label(setting),
        move || preferences.get().is_on(setting),
        move |on| preferences.set(setting, on.into()),
    )
    .into_any()
}

fn volume(preferences: Preferences) -> AnyView {
    let max_volume = Setting::Volume.values().len() - 1;
    let slider = input()
        .r#type("range")
        .min(0)
        .max(max_volume)
        .prop("value", move || {
            preferences.get().value(Setting::Volume).to_owned()
        })
        .on(ev::input, move |event| {
            if let Ok(volume) = event_target_value(&event).parse() {
                preferences.set(Setting::Volume, volume);
            }
        });
    label()
        .child((text::setting_label(Setting::Volume), slider))
        .into_any()
}

/// The button that plays the sound of a win.
fn sound_test(preferences: Preferences) -> AnyView {
    let sound: Sound = expect_context();
    let play = move || {
        let settings = preferences.get_untracked();
        sound.unlock(&settings);
        let won = Cue::Placed {
            row: 2,
            fall: 4,
            outcome: Outcome::Won,
        };
        sound.play(won, &settings);
    };
    button(text::test_sound(), play).into_any()
}

/// The button that resets all settings, after confirmation.
fn reset(preferences: Preferences) -> AnyView {
    let asked = RwSignal::new(false);
    let question = Question {
        text: text::reset_settings_question(),
        yes: text::reset(),
        no: text::cancel(),
    };
    let reset = move || preferences.replace(Settings::default());
    div()
        .class("reset")
        .child((
            button(text::reset_settings(), move || asked.set(true)).class("quiet"),
            confirm(asked, question, reset),
        ))
        .into_any()
}
