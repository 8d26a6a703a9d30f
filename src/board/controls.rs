//! A button over each column: the whole lane is the target.

use super::{
    Parts,
    keys::{Key, Press, Reader},
};
use crate::{
    live::{Live, live},
    scene::LaneView,
    session::Command,
    text,
    ui::{El, focus, html},
};
use four_shapes_engine::{Column, Rules};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// The id of a column's button.
fn id(column: Column) -> String {
    format!("column-{column}")
}

/// Moves the focus to the column that has the board's one tab stop, once the
/// board is there: it may be about to be made anew.
pub(crate) fn focus_board() {
    request_animation_frame(|| focus(".lane[tabindex=\"0\"]"));
}

pub(super) fn controls(parts: &Parts) -> El {
    let Parts {
        rules,
        scene,
        pointed,
        focused,
        ..
    } = *parts;
    // The board is one stop of the tab key; arrows go on from column to column.
    let stop = RwSignal::new(rules.all_columns().nth((rules.columns() / 2).into()));
    let reader = StoredValue::new(Reader::default());
    let session = live();
    let lane = move |column: Column| {
        let lane: Memo<LaneView> = Memo::new(move |_| scene.with(|s| s.lanes[column.index()]));
        let tab = move || {
            if stop.get() == Some(column) {
                "0"
            } else {
                "-1"
            }
        };
        html("button")
            .attr("type", "button")
            .class("lane")
            .attr("id", id(column))
            .attr_with("tabindex", move || Some(tab().to_owned()))
            .attr_with("aria-label", move || {
                Some(text::column_button(lane.get(), rules.rows()))
            })
            .on("click", move |_| session.send(Command::Drop(column)))
            .on("keydown", move |event| {
                if let Some(event) = event.dyn_ref() {
                    on_key(session, rules, column, reader, event);
                }
            })
            .on("focus", move |_| {
                stop.set(Some(column));
                focused.set(Some(column));
                // Keys were used last, wherever the mouse has been left.
                pointed.set(None);
            })
            .on("blur", move |_| focused.set(None))
            .on("pointermove", move |_| {
                if pointed.get_untracked() != Some(column) {
                    pointed.set(Some(column));
                }
            })
            .on("pointerleave", move |_| pointed.set(None))
            .child(
                html("span")
                    .attr("aria-hidden", "true")
                    .text(column.to_string()),
            )
    };
    html("div")
        .class("lanes")
        .attr("role", "toolbar")
        .attr("aria-label", text::CHOOSE_COLUMN)
        .children(rules.all_columns().map(lane))
}

/// Does what a key means in a column.
fn on_key(
    session: Live,
    rules: Rules,
    at: Column,
    reader: StoredValue<Reader>,
    event: &web_sys::KeyboardEvent,
) {
    // Enter and the space bar press the button, as on every page; but a key
    // that is held down drops one piece.
    if event.repeat() && matches!(&*event.key(), "Enter" | " ") {
        event.prevent_default();
        return;
    }
    if event.alt_key() {
        return;
    }
    let press = Press {
        key: &event.key(),
        time: event.time_stamp(),
        shift: event.shift_key(),
        command: event.ctrl_key() || event.meta_key(),
    };
    let key = reader.try_update_value(|reader| reader.read(rules, at, &press));
    let Some(key) = key.flatten() else { return };
    event.prevent_default();
    let command = match key {
        Key::Choose(column) => return focus(&format!("#{}", id(column))),
        Key::Drop if event.repeat() => return,
        Key::Drop => Command::Drop(at),
        Key::Undo => Command::Undo,
        Key::Redo => Command::Redo,
    };
    session.send(command);
}
