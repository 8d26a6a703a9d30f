//! The page of the settings.

use super::preferences::{Preferences, use_preferences};
use crate::{
    board::{badge, mini_board},
    components::{
        button::button,
        checkbox::checkbox,
        confirm::{Question, confirm},
        html::{Element, div, h3, input, label, p, span},
        segments::segments,
    },
    context::context,
    sound::{Cue, Outcome, Sound},
    storage::{
        BrowserStorage,
        person::Person,
        settings::{Choice, Control, Definition, Group, Setting, Settings},
    },
    text,
};
use four_shapes_records::{Match, Name, PieceStyle};
use four_shapes_rules::{Rules, RulesConfig, notation};
use leptos::{ev, prelude::*};

/// Returns the contents of the page of the settings. Changes take effect immediately.
pub(crate) fn settings() -> Element {
    let preferences = use_preferences();
    let group = |group| self::group(preferences, group);
    let [appearance, rest @ ..] = Group::ALL;
    let rest = rest.map(group);
    div().class("settings").child((
        group(appearance),
        div().child((your_name(), rest, reset(preferences))),
    ))
}

/// The id of the error of the name.
const NAME_ERROR: &str = "name-error";

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
        .aria_describedby(NAME_ERROR)
        .on(ev::input, move |event| {
            error.set(save(&event_target_value(&event)).err());
        });
    let card = div().class("card").role("group").aria_label(text::you());
    card.child((
        h3().child(text::you()),
        label().child((text::your_name(), field)),
        p().class("error")
            .id(NAME_ERROR)
            .aria_live("polite")
            .child(move || error.get()),
    ))
}

/// The settings of a group, as a card.
fn group(preferences: Preferences, group: Group) -> Element {
    let settings = Setting::ALL.into_iter();
    let settings = settings.filter(|setting| setting.definition().group == group);
    let can_vibrate = crate::sound::can_vibrate();
    let settings = settings.filter(|setting| *setting != Setting::Vibration || can_vibrate);
    let controls = settings.map(|setting| control(preferences, setting));
    let preview = || div().class("preview").child(mini_board(example()));
    let card = div().class("card").role("group").aria_label(group.label());
    card.child((
        h3().child(group.label()),
        (group == Group::Appearance).then(preview),
        controls.collect::<Vec<_>>(),
        (group == Group::SoundAndTouch).then(|| sound_test(preferences)),
    ))
}

fn control(preferences: Preferences, setting: Setting) -> Element {
    let Definition { label, control, .. } = setting.definition();
    let name = label();
    match control {
        Control::Switch => switch(preferences, setting, name),
        Control::List(values) => list(preferences, setting, name, values),
        Control::Slider => slider(preferences, setting, name),
    }
}

/// A won game, which shows all kinds of pieces.
fn example() -> Match {
    let rules = small_rules(5, 4);
    let game = notation::parse(rules, "12233434544").expect("the moves are legal");
    Match::with_default_seats(game)
}

fn small_rules(columns: u32, rows: u32) -> Rules {
    let config = RulesConfig {
        columns,
        rows,
        ..Rules::CLASSIC.config()
    };
    Rules::new(config).expect("the board is large enough")
}

/// The values of a setting side by side: pictures if they look different, otherwise words.
fn list(
    preferences: Preferences,
    setting: Setting,
    name: &'static str,
    values: &'static [Choice],
) -> Element {
    let picture: Option<fn(&'static str) -> Element> = match setting {
        Setting::BoardStyle => Some(board_picture),
        Setting::Palette => Some(palette_picture),
        _ => None,
    };
    let get = move || preferences.get().index(setting);
    let set = move |index| preferences.set(setting, index);
    let choice = if let Some(picture) = picture {
        let options = values.iter().enumerate().map(|(index, &(value, label))| {
            button((picture(value), span().child(label())), move || set(index))
                .class("picture")
                .aria_pressed(move || (get() == index).to_string())
        });
        let choice = div().class("pictures").role("group").aria_label(name);
        choice.child(options.collect::<Vec<_>>())
    } else {
        let labels = values.iter().map(|(_, label)| label().to_owned());
        segments(name, labels.enumerate(), get, set)
    };
    // The group of buttons has the name.
    let label = span().aria_hidden("true").child(name);
    div().class("setting").child((label, choice))
}

/// A small board in a theme.
fn board_picture(theme: &'static str) -> Element {
    let rules = small_rules(4, 3);
    let game = notation::parse(rules, "2332").expect("the moves are legal");
    let board = mini_board(Match::with_default_seats(game));
    span().attr("data-board", theme).child(board)
}

/// The pieces of the first four players in a palette.
fn palette_picture(palette: &'static str) -> Element {
    let pieces = (0..4).map(|number| badge(PieceStyle::nth(number)));
    let pieces: Vec<_> = pieces.collect();
    span().attr("data-palette", palette).child(pieces)
}

fn switch(preferences: Preferences, setting: Setting, name: &'static str) -> Element {
    checkbox(
        name,
        move || preferences.get().is_on(setting),
        move |on| preferences.set(setting, on.into()),
    )
}

fn slider(preferences: Preferences, setting: Setting, name: &'static str) -> Element {
    let max = setting.values().len() - 1;
    let spoken = move || {
        let value = preferences.get().index(setting);
        text::value_of(value as u64, max as u64)
    };
    let slider = input()
        .r#type("range")
        .min(0)
        .max(max)
        .aria_valuetext(spoken)
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
    let sound: Sound = context();
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
