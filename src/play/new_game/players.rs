//! The fields of players: names and pieces.

use super::{ERROR, Editor, form::SeatForm, options};
use crate::{
    board::badge,
    components::{
        dom::select_on_focus,
        html::{Element, div, input, li, ol, span},
        pick::{pick, picks},
    },
    text,
};
use four_shapes_records::{Colour, Name, PieceStyle, Shape};
use leptos::{ev, prelude::*};

/// The fields of a two-player game on this device.
pub(super) fn pair_fields(editor: Editor) -> Element {
    let player = |index| {
        let piece_style = move || editor.seat(index).piece_style;
        li().class("card").child((
            move || badge(piece_style()),
            name_field(editor, index),
            colours(editor, index),
        ))
    };
    div().child((
        ol().class("pair").child([0, 1].map(player)),
        options::line(editor),
    ))
}

/// The name of a player.
pub(super) fn name_field(editor: Editor, index: usize) -> Element {
    let name = text::name_of(text::one_based(index));
    text_field(editor, index, name, 2 * Name::MAX_CHARS, |seat| {
        &mut seat.name
    })
    .aria_invalid(move || {
        let is_invalid = editor.with(|form| form.has_invalid_name(index));
        is_invalid.then_some("true")
    })
    .class("name")
}

/// A text field of a player.
pub(super) fn text_field(
    editor: Editor,
    index: usize,
    label: String,
    max_length: usize,
    of: fn(&mut SeatForm) -> &mut String,
) -> Element {
    input()
        .r#type("text")
        .autocomplete("off")
        .maxlength(max_length)
        .aria_label(label)
        .aria_describedby(ERROR)
        .prop("value", move || std::mem::take(of(&mut editor.seat(index))))
        .on(ev::input, move |event| {
            let typed = event_target_value(&event);
            editor.update(|form| {
                if let Some(seat) = form.players_mut().get_mut(index) {
                    *of(seat) = typed;
                }
            });
        })
        // A new name usually replaces the old one.
        .on(ev::focus, select_on_focus)
}

/// The colours of a player's pieces.
pub(super) fn colours(editor: Editor, index: usize) -> Element {
    let swatches = Colour::ALL.iter().map(|&colour| {
        let style = move || PieceStyle {
            colour,
            ..editor.seat(index).piece_style
        };
        let name = text::colour_option(colour.id());
        swatch(editor, index, "colour", name, style)
    });
    let name = text::colour_of(text::one_based(index));
    swatches_of(name, swatches.collect())
}

/// The shapes of a player's pieces.
pub(super) fn shapes(editor: Editor, index: usize) -> Element {
    let swatches = Shape::ALL.iter().map(|&shape| {
        let style = move || PieceStyle {
            shape,
            ..editor.seat(index).piece_style
        };
        let name = text::shape_option(shape.id());
        swatch(editor, index, "shape", name, style)
    });
    let name = text::shape_of(text::one_based(index));
    swatches_of(name, swatches.collect())
}

fn swatches_of(name: String, swatches: Vec<Element>) -> Element {
    let name = span().class("visually-hidden").child(name);
    picks(name, div().class("swatches").child(swatches))
}

/// A piece that a player can have.
fn swatch(
    editor: Editor,
    index: usize,
    kind: &'static str,
    name: String,
    style: impl Fn() -> PieceStyle + Copy + Send + 'static,
) -> Element {
    let content = (
        move || badge(style()),
        span().class("visually-hidden").child(name),
    );
    pick(
        format!("{kind}-{index}"),
        content,
        move || editor.seat(index).piece_style == style(),
        move || {
            let style = untrack(style);
            editor.update(|form| form.set_piece_style(index, style));
        },
    )
    .class("swatch")
}
