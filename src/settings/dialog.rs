//! What people set once.

use super::preferences::{Preferences, preferences};
use crate::components::html::{div, fieldset, input, label, legend, p};
use crate::{
    components::{
        button::button,
        checkbox::checkbox,
        confirm::{Question, confirm},
        select::select,
    },
    navigation::{Place, use_navigation},
    sound::{Cue, Outcome, Sound},
    storage::settings::{Setting, Settings},
    text,
};
use leptos::{ev, prelude::*};

/// What is in the settings dialog. What is chosen counts at once.
pub(crate) fn settings() -> AnyView {
    let navigation = use_navigation();
    let preferences = preferences();
    let list = |setting| list(preferences, setting);
    let switch = |setting| switch(preferences, setting);
    let group = |name: &'static str| fieldset().child(legend().child(name));
    let done = button(text::done(), move || navigation.close(Place::Settings)).class("primary");
    div()
        .class("setup settings")
        .child((
            group(text::appearance()).child((
                list(Setting::Theme),
                list(Setting::Palette),
                list(Setting::Size),
                list(Setting::Motion),
            )),
            group(text::board_and_keys()).child((
                list(Setting::Labels),
                switch(Setting::Digits),
                switch(Setting::Confirm),
            )),
            group(text::sound_and_touch()).child((
                switch(Setting::Sound),
                volume(preferences),
                switch(Setting::Vibration),
                sound_test(preferences),
            )),
            group(text::help()).child(switch(Setting::Help)),
            reset(preferences),
            p().class("buttons sticky").child(done),
        ))
        .into_any()
}

/// One of several words.
fn list(preferences: Preferences, setting: Setting) -> AnyView {
    let options = move || {
        let words = setting.words().iter().enumerate();
        words
            .map(|(index, word)| (index, text::setting_value(setting, word).to_owned()))
            .collect()
    };
    let now = move || preferences.now().index(setting);
    let choose = move |index| preferences.choose(setting, index);
    label()
        .child((text::setting_label(setting), select(options, now, choose)))
        .into_any()
}

/// On or off.
fn switch(preferences: Preferences, setting: Setting) -> AnyView {
    checkbox(
        text::setting_label(setting),
        move || preferences.now().is_on(setting),
        move |on| preferences.choose(setting, on.into()),
    )
    .into_any()
}

fn volume(preferences: Preferences) -> AnyView {
    let loudest = Setting::Volume.words().len() - 1;
    let slider = input()
        .r#type("range")
        .min(0)
        .max(loudest)
        .prop("value", move || {
            preferences.now().word(Setting::Volume).to_owned()
        })
        .on(ev::input, move |event| {
            if let Ok(volume) = event_target_value(&event).parse() {
                preferences.choose(Setting::Volume, volume);
            }
        });
    label()
        .child((text::setting_label(Setting::Volume), slider))
        .into_any()
}

/// Plays the sound of a win.
fn sound_test(preferences: Preferences) -> AnyView {
    let sound: Sound = expect_context();
    let play = move || {
        let settings = preferences.peek();
        sound.wake(&settings);
        let won = Cue::Placed {
            row: 2,
            fallen: 4,
            outcome: Outcome::Won,
        };
        sound.play(won, &settings);
    };
    button(text::test_sound(), play).into_any()
}

/// Everything as it was at first, once the person is sure.
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
