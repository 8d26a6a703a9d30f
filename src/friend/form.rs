//! The fields that an invitation and its answer share: the user's seat and name.

use super::person::remember_name;
use crate::{
    board::badge,
    components::{
        dom::select_on_focus,
        html::{Child, Element, input, label, p, span},
        pick::pick,
    },
    text,
};
use four_shapes_records::{Match, Name, Seat, SetupError};
use leptos::{ev, prelude::*};

/// The id of the line with the error of the form.
const ERROR: &str = "friend-error";

/// A button for each seat; the user has one of them.
pub(super) fn seat_picks(seats: &[Seat], chosen: RwSignal<usize>) -> Vec<Element> {
    let pick_of = |(index, seat): (usize, &Seat)| {
        let content = (badge(seat.piece_style), span().child(seat.name.to_string()));
        pick(
            "seat",
            content,
            move || chosen.get() == index,
            move || chosen.set(index),
        )
    };
    seats.iter().enumerate().map(pick_of).collect()
}

/// The field of the user's name, and the line with what is wrong with it.
pub(super) fn name_field(name: RwSignal<String>, error: RwSignal<Option<String>>) -> impl Child {
    let field = input()
        .r#type("text")
        .autocomplete("nickname")
        .maxlength(2 * Name::MAX_CHARS)
        .aria_describedby(ERROR)
        .aria_invalid(move || error.with(Option::is_some).then_some("true"))
        .prop("value", move || name.get())
        .on(ev::input, move |event| {
            name.set(event_target_value(&event));
            error.set(None);
        })
        .on(ev::focus, select_on_focus);
    (
        label()
            .class("stacked-label")
            .child((text::your_name_optional(), field)),
        p().class("error")
            .id(ERROR)
            .role("alert")
            .child(move || error.get().unwrap_or_default()),
    )
}

/// Gives the user's seat the name that was typed, if there is one, and remembers it.
///
/// # Errors
/// What is wrong with the name.
pub(super) fn named(mut game_match: Match, seat: usize, typed: &str) -> Result<Match, String> {
    let Some(name) = typed_name(typed)? else {
        return Ok(game_match);
    };
    match game_match.set_name(seat, name.clone()) {
        Ok(()) => {}
        Err(SetupError::Duplicate { .. }) => return Err(text::name_taken(name.as_str())),
        Err(error) => return Err(error.to_string()),
    }
    Ok(game_match)
}

/// Returns the name that was typed, if there is one, and remembers it.
///
/// # Errors
/// What is wrong with it.
pub(super) fn typed_name(typed: &str) -> Result<Option<Name>, String> {
    if typed.trim().is_empty() {
        return Ok(None);
    }
    let name = Name::new(typed).map_err(text::name_error)?;
    remember_name(&name);
    Ok(Some(name))
}
