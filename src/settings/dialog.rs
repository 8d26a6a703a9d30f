//! What people set once.

use super::preferences::{Preferences, preferences};
use crate::{
    components::ui::{El, button, choice, dynamic, html, nothing},
    navigation::{Place, use_navigation},
    sound::{Cue, Outcome, Sound},
    storage::settings::{Setting, Settings},
    text,
};
use leptos::prelude::*;

/// What is in the settings dialog. What is chosen counts at once.
pub(crate) fn settings() -> AnyView {
    let navigation = use_navigation();
    let preferences = preferences();
    let list = |setting| list(preferences, setting);
    let switch = |setting| switch(preferences, setting);
    let sound: Sound = expect_context();
    let try_it = button(text::TRY_SOUND, move || {
        let settings = preferences.peek();
        sound.wake(&settings);
        let won = Cue::Placed {
            row: 2,
            fallen: 4,
            outcome: Outcome::Won,
        };
        sound.play(won, &settings);
    });
    let looks = group(text::LOOKS)
        .child(list(Setting::Theme))
        .child(list(Setting::Palette))
        .child(list(Setting::Size))
        .child(list(Setting::Motion));
    let board = group(text::BOARD_AND_KEYS)
        .child(list(Setting::Labels))
        .child(switch(Setting::Digits))
        .child(switch(Setting::Confirm));
    let heard = group(text::SOUND_AND_TOUCH)
        .child(switch(Setting::Sound))
        .child(volume(preferences))
        .child(switch(Setting::Vibration))
        .child(try_it);
    let help = group(text::OPEN_HELP).child(switch(Setting::Help));
    html("div")
        .class("setup settings")
        .children([looks, board, heard, help])
        .child(reset(preferences))
        .child(
            html("p").class("buttons sticky").child(
                button(text::DONE, move || navigation.close(Place::Settings)).class("primary"),
            ),
        )
        .view()
}

fn group(name: &'static str) -> El {
    html("fieldset").child(html("legend").text(name))
}

/// One of several words.
fn list(preferences: Preferences, setting: Setting) -> El {
    let options = move || {
        let words = setting.words().iter();
        words
            .map(|word| text::setting_word(setting, word).to_owned())
            .collect()
    };
    let now = move || preferences.now().index(setting);
    let choose = move |index| preferences.choose(setting, index);
    html("label")
        .text(text::setting(setting))
        .child(choice((0, options), now, choose))
}

/// On or off.
fn switch(preferences: Preferences, setting: Setting) -> El {
    let input = html("input")
        .attr("type", "checkbox")
        .prop_with("checked", move || preferences.now().is_on(setting))
        .on("change", move |event| {
            preferences.choose(setting, event_target_checked(&event).into());
        });
    html("label")
        .class("choice")
        .child(input)
        .text(text::setting(setting))
}

fn volume(preferences: Preferences) -> El {
    let most = Setting::Volume.words().len() - 1;
    let input = html("input")
        .attr("type", "range")
        .attr("min", "0")
        .attr("max", most.to_string())
        .text_prop("value", move || {
            preferences.now().word(Setting::Volume).to_owned()
        })
        .on("input", move |event| {
            if let Ok(volume) = event_target_value(&event).parse() {
                preferences.choose(Setting::Volume, volume);
            }
        });
    html("label")
        .text(text::setting(Setting::Volume))
        .child(input)
}

/// Everything as it was at first, once the person is sure.
fn reset(preferences: Preferences) -> El {
    let sure = RwSignal::new(false);
    let ask = move || {
        if !sure.get() {
            return nothing();
        }
        let yes = move || {
            preferences.replace(Settings::default());
            sure.set(false);
        };
        html("div")
            .attr("role", "alert")
            .child(html("p").class("warning").text(text::RESET_SURE))
            .child(
                html("p")
                    .class("buttons")
                    .child(button(text::RESET_YES, yes))
                    .child(button(text::RESET_NO, move || sure.set(false))),
            )
            .view()
    };
    html("div")
        .class("reset")
        .child(button(text::RESET, move || sure.set(true)).class("quiet"))
        .child(dynamic(ask))
}
