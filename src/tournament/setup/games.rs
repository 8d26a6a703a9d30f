//! The board, the pairings, the number of games and the openings.

use super::{error_line, field_error, group};
use crate::{
    components::{
        button::button,
        checkbox::checkbox,
        explanation::explanation,
        html::{Element, div, input, label, p},
        number_select::number_select,
        segments::segments,
        select::select,
    },
    tournament::{
        form::{CLASS_GAMES, Field, QUICK_GAMES, TournamentForm, boards},
        state::{TournamentDialog, random_seed},
        text,
    },
};
use four_shapes_rules::{Rules, RulesConfig};
use leptos::{ev, prelude::*};

/// Renders the choice of the board and the rules.
pub(super) fn rules(form: RwSignal<TournamentForm>) -> Element {
    let options = || {
        let listed = boards().into_iter();
        let listed = listed.map(|(config, name)| (Some(config), name));
        listed
            .chain([(None, text::custom_size().to_owned())])
            .collect()
    };
    let board = select(
        options,
        move || form.with(|form| (!form.custom_board).then_some(form.config)),
        move |config| form.update(|form| form.set_board(config)),
    );
    let is_custom = Memo::new(move |_| form.with(|form| form.custom_board));
    let content = (label().child((text::board_field(), board)), move || {
        is_custom.get().then(|| custom_board(form))
    });
    group(text::game(), content)
}

fn custom_board(form: RwSignal<TournamentForm>) -> Element {
    let sides = || Rules::MIN_SIDE..=Rules::MAX_SIDE;
    let connects = move || {
        let RulesConfig { columns, rows, .. } = form.with(|form| form.config);
        Rules::MIN_CONNECT..=Rules::max_connect(columns, rows)
    };
    let config = move |read: fn(RulesConfig) -> u32| move || read(form.with(|form| form.config));
    let set = move |write: fn(&mut RulesConfig, u32)| {
        move |number| {
            form.update(|form| {
                write(&mut form.config, number);
                form.make_valid();
            });
        }
    };
    div().class("form-row").child((
        number_select(
            text::columns(),
            sides,
            config(|config| config.columns),
            set(|config, columns| config.columns = columns),
        ),
        number_select(
            text::rows(),
            sides,
            config(|config| config.rows),
            set(|config, rows| config.rows = rows),
        ),
        number_select(
            text::connect(),
            connects,
            config(|config| config.connect),
            set(|config, connect| config.connect = connect),
        ),
        checkbox(
            text::gravity(),
            move || form.with(|form| form.config.gravity),
            move |falls| form.update(|form| form.config.gravity = falls),
        ),
    ))
}

/// Renders the choice of the number of games.
pub(super) fn games(form: RwSignal<TournamentForm>) -> Element {
    group(text::games_heading(), preset(form))
}

/// Renders the pairing system, the exact number of games, the openings and the limit of bots.
pub(super) fn numbers(dialog: TournamentDialog) -> Element {
    let form = dialog.form;
    let field = |label, field, text: fn(&mut TournamentForm) -> &mut String| {
        text_field(dialog, label, field, text)
    };
    let new_seed = button(text::new_seed(), move || {
        form.update(|form| form.seed = random_seed().to_string());
    });
    let explained = |field: Element, about, words| {
        let explanation = explanation(about, words);
        div()
            .class("form-row explained")
            .child((field, explanation))
    };
    let games = field(text::games_per_pairing(), Field::Games, |form| {
        &mut form.games
    });
    let opening = field(text::random_openings(), Field::Opening, |form| {
        &mut form.opening
    });
    let seed = field(text::seed(), Field::Seed, |form| &mut form.seed);
    let budget = field(text::budget(), Field::MillionInstructions, |form| {
        &mut form.million_instructions
    });
    let content = (
        format(form),
        games,
        starts(dialog),
        explained(
            opening,
            text::random_openings_about(),
            text::random_openings_explained(),
        ),
        explained(seed, text::seed_about(), text::seed_explained()),
        p().class("buttons").child(new_seed),
        explained(budget, text::budget_about(), text::budget_explained()),
    );
    group(text::tournament_format(), content)
}

/// Renders the pairing system.
fn format(form: RwSignal<TournamentForm>) -> Element {
    let formats = [
        (false, text::round_robin()),
        (true, text::one_against_all()),
    ];
    let is_against_one = Memo::new(move |_| form.with(|form| form.gauntlet_entrant.is_some()));
    let format = segments(
        text::tournament_format(),
        formats.map(|(format, name)| (format, name.to_owned())),
        move || is_against_one.get(),
        move |against_one: bool| {
            form.update(|form| form.gauntlet_entrant = against_one.then_some(0));
        },
    );
    let against = move || is_against_one.get().then(|| against_select(form));
    div().class("form-row").child((format, against))
}

/// The button that removes the start positions.
pub(super) const STARTS_REMOVER: &str = "#tournament .starts button";

/// Renders the start positions of an opened setup, if it has some.
fn starts(dialog: TournamentDialog) -> Element {
    let form = dialog.form;
    let error = field_error(dialog, Field::Starts);
    let count = Memo::new(move |_| form.with(|form| form.starts.len() as u64));
    let content = move || {
        let remove = move || form.update(|form| form.starts.clear());
        (count.get() > 0).then(|| {
            let explanation = explanation(text::starts_about(), text::starts_explained());
            let row = (p().child(text::starts(count.get())), explanation);
            (
                div().class("form-row explained").child(row),
                p().class("buttons starts")
                    .child(button(text::starts_remove(), remove)),
            )
        })
    };
    div().child((content, error_line(Field::Starts, error)))
}

/// The number of games as a choice of two.
fn preset(form: RwSignal<TournamentForm>) -> Element {
    let presets = [QUICK_GAMES, CLASS_GAMES];
    let typed = move || form.with(|form| form.games.trim().parse().ok());
    segments(
        text::games_per_pairing(),
        presets.map(|games| (Some(games), text::games_preset(games == CLASS_GAMES, games))),
        typed,
        move |games: Option<u32>| {
            if let Some(games) = games {
                form.update(|form| form.games = games.to_string());
            }
        },
    )
}

fn against_select(form: RwSignal<TournamentForm>) -> Element {
    let options = move || {
        let labels = form.with(TournamentForm::labels).into_iter().enumerate();
        labels.map(|(at, label)| (Some(at), label)).collect()
    };
    let list = select(
        options,
        move || form.with(|form| form.gauntlet_entrant),
        move |at| form.update(|form| form.gauntlet_entrant = at),
    );
    label().child((text::the_one(), list))
}

/// Renders the field of a number and its error message.
fn text_field(
    dialog: TournamentDialog,
    name: &'static str,
    field: Field,
    text: fn(&mut TournamentForm) -> &mut String,
) -> Element {
    let form = dialog.form;
    let error = field_error(dialog, field);
    let input = input()
        .r#type("text")
        .inputmode("decimal")
        .autocomplete("off")
        .maxlength("24")
        .aria_describedby(field.id())
        .aria_invalid(move || error.with(Option::is_some).then_some("true"))
        .prop("value", move || {
            form.with(|form| text(&mut form.clone()).clone())
        })
        .on(ev::input, move |event| {
            let typed = event_target_value(&event);
            form.update(|form| *text(form) = typed);
        });
    div()
        .class("custom")
        .child((label().child((name, input)), error_line(field, error)))
}
