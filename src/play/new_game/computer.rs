//! The fields of a game against a computer player: opponents as cards, and who moves first.

use super::{ERROR, Editor, options};
use crate::{
    board::{badge, face},
    components::{
        html::{Child, Element, div, input, label, span},
        icon::{self, icon},
        pick::{pick, picks},
    },
    game::default_seats::default_pair,
    storage::person::Side,
    text,
};
use four_shapes_players::Level;
use four_shapes_records::Name;
use leptos::{ev, prelude::*};

pub(super) fn fields(editor: Editor) -> Element {
    let opponents = Level::ALL.map(|level| opponent(editor, level));
    let opponents = div().class("opponents").child(opponents);
    let sides = div()
        .class("sides")
        .child(Side::ALL.map(|this| side(editor, this)));
    let legend = span().class("visually-hidden").child(text::opponent());
    div().child((
        picks(legend, opponents),
        picks(text::side_field(), sides),
        name(editor),
        options::line(editor),
    ))
}

/// A computer player with its face.
fn opponent(editor: Editor, level: Level) -> Element {
    let content = (
        face(level),
        span().class("title").child(text::opponent_name(level)),
        " ",
        span().class("detail").child(text::opponent_detail(level)),
    );
    pick(
        "level",
        content,
        move || editor.with(|form| form.level == level),
        move || editor.update(|form| form.level = level),
    )
    .class("card")
}

/// Who moves first, with the piece of the person.
fn side(editor: Editor, this: Side) -> Element {
    let piece = move |seat: usize| {
        move || {
            let gravity = editor.with(|form| form.board.gravity);
            badge(default_pair(gravity)[seat].piece_style)
        }
    };
    let picture = match this {
        Side::First => piece(0).into_any_view(),
        Side::Second => piece(1).into_any_view(),
        Side::Random => icon(icon::SHUFFLE).into_any_view(),
    };
    pick(
        "side",
        (picture, span().child(text::side(this))),
        move || editor.with(|form| form.side == this),
        move || editor.update(|form| form.side = this),
    )
    .class("card")
}

/// The person's name, which is asked for until there is one. Afterwards it is among the settings.
fn name(editor: Editor) -> Option<Element> {
    let is_asked = editor.with(|form| {
        let initial = editor.initial.with_value(|initial| initial.name.clone());
        initial.is_empty() || form.name != initial
    });
    is_asked.then(|| {
        let field = input()
            .r#type("text")
            .autocomplete("nickname")
            .maxlength(2 * Name::MAX_CHARS)
            .placeholder(text::you())
            .aria_describedby(ERROR)
            .aria_invalid(move || {
                let is_invalid = editor.with(|form| form.person_name().is_err());
                is_invalid.then_some("true")
            })
            .prop("value", move || editor.with(|form| form.name.clone()))
            .on(ev::input, move |event| {
                let typed = event_target_value(&event);
                editor.update(|form| form.name = typed);
            });
        label()
            .class("your-name")
            .child((text::your_name_optional(), field))
    })
}
