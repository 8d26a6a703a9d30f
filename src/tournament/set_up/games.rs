//! The board, who plays whom, how often, and from where.

use super::{error_line, field_error, group};
use crate::components::html::{Element, details, div, input, label, p, summary};
use crate::tournament::text;
use crate::{
    components::{
        button::button, checkbox::checkbox, number_select::number_select, select::select,
    },
    tournament::{
        draft::{Draft, Field, boards},
        state::{TournamentDialog, fresh_seed},
    },
};
use four_shapes_engine::{Rules, Spec};
use leptos::{ev, prelude::*};

/// The board and how it is won.
pub(super) fn rules(draft: RwSignal<Draft>) -> Element {
    let options = || {
        let listed = boards().into_iter();
        let listed = listed.map(|(spec, name)| (Some(spec), name));
        listed.chain([(None, text::OWN_SIZE.to_owned())]).collect()
    };
    let board = select(
        options,
        move || draft.with(|draft| (!draft.own_board).then_some(draft.spec)),
        move |spec| draft.update(|draft| draft.choose_board(spec)),
    );
    let is_own = Memo::new(move |_| draft.with(|draft| draft.own_board));
    let content = (label().child((text::BOARD_SIZE, board)), move || {
        is_own.get().then(|| own_board(draft))
    });
    group(text::GAME, content)
}

fn own_board(draft: RwSignal<Draft>) -> AnyView {
    let sides = || Rules::MIN_SIDE..=Rules::MAX_SIDE;
    let connects = move || {
        let Spec { columns, rows, .. } = draft.with(|draft| draft.spec);
        Rules::MIN_CONNECT..=Rules::most_connect(columns, rows)
    };
    let spec = move |read: fn(Spec) -> u32| move || read(draft.with(|draft| draft.spec));
    let set = move |write: fn(&mut Spec, u32)| {
        move |number| {
            draft.update(|draft| {
                write(&mut draft.spec, number);
                draft.fix();
            });
        }
    };
    div()
        .class("numbers")
        .child((
            number_select(
                text::COLUMNS,
                sides,
                spec(|spec| spec.columns),
                set(|spec, columns| spec.columns = columns),
            ),
            number_select(
                text::ROWS,
                sides,
                spec(|spec| spec.rows),
                set(|spec, rows| spec.rows = rows),
            ),
            number_select(
                text::CONNECT,
                connects,
                spec(|spec| spec.connect),
                set(|spec, connect| spec.connect = connect),
            ),
            checkbox(
                text::GRAVITY,
                move || draft.with(|draft| draft.spec.gravity),
                move |falls| draft.update(|draft| draft.spec.gravity = falls),
            ),
        ))
        .into_any()
}

/// Who plays whom, how often, and from where.
pub(super) fn games(dialog: TournamentDialog) -> Element {
    let draft = dialog.draft;
    let field =
        |label, field, text: fn(&mut Draft) -> &mut String| text_field(dialog, label, field, text);
    let new_seed = button(text::NEW_SEED, move || {
        draft.update(|draft| draft.seed = fresh_seed().to_string());
    });
    let explained = |words: &'static str| p().class("detail").child(words);
    let content = (
        format(draft),
        field(text::GAMES_PER_PAIRING, Field::Games, |draft| {
            &mut draft.games
        }),
        field(text::OPENING_PLIES, Field::Opening, |draft| {
            &mut draft.opening
        }),
        explained(text::OPENING_EXPLAINED),
        div().class("numbers").child((
            field(text::SEED, Field::Seed, |draft| &mut draft.seed),
            new_seed,
        )),
        explained(text::SEED_EXPLAINED),
        details().child((
            summary().child(text::MORE),
            field(text::BUDGET, Field::Budget, |draft| &mut draft.budget),
            explained(text::BUDGET_EXPLAINED),
        )),
    );
    group(text::GAMES, content)
}

/// Who plays whom.
fn format(draft: RwSignal<Draft>) -> Element {
    let formats = || {
        let formats = [
            (false, text::ALL_AGAINST_ALL),
            (true, text::ALL_AGAINST_ONE),
        ];
        formats
            .map(|(format, name)| (format, name.to_owned()))
            .into()
    };
    let is_against_one = Memo::new(move |_| draft.with(|draft| draft.against.is_some()));
    let format = select(
        formats,
        move || is_against_one.get(),
        move |against_one: bool| {
            draft.update(|draft| draft.against = against_one.then_some(0));
        },
    );
    let the_one = move || is_against_one.get().then(|| the_one(draft));
    div()
        .class("numbers")
        .child((label().child((text::WHO_PLAYS_WHOM, format)), the_one))
}

fn the_one(draft: RwSignal<Draft>) -> AnyView {
    let options = move || {
        let labels = draft.with(Draft::labels).into_iter().enumerate();
        labels.map(|(at, label)| (Some(at), label)).collect()
    };
    let list = select(
        options,
        move || draft.with(|draft| draft.against),
        move |at| draft.update(|draft| draft.against = at),
    );
    label().child((text::THE_ONE, list)).into_any()
}

/// A number that is typed, with what is wrong with it.
fn text_field(
    dialog: TournamentDialog,
    name: &'static str,
    field: Field,
    text: fn(&mut Draft) -> &mut String,
) -> AnyView {
    let draft = dialog.draft;
    let error = field_error(dialog, field);
    let input = input()
        .r#type("text")
        .inputmode("decimal")
        .autocomplete("off")
        .maxlength("24")
        .aria_describedby(field.id())
        .aria_invalid(move || error.with(Option::is_some).then_some("true"))
        .prop("value", move || {
            draft.with(|draft| text(&mut draft.clone()).clone())
        })
        .on(ev::input, move |event| {
            let typed = event_target_value(&event);
            draft.update(|draft| *text(draft) = typed);
        });
    div()
        .class("typed")
        .child((label().child((name, input)), error_line(field, error)))
        .into_any()
}
