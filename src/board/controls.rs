//! The buttons of the board: one over each column, the whole of it the target;
//! or, where nothing falls, one over each cell.

use super::{
    Parts, Spot,
    keys::{Key, Press, Reader},
};
use crate::{
    components::ui::{El, computed, focus, html},
    device,
    game::session::Command,
    game::state::{GameState, use_game},
    text,
};
use four_shapes_engine::{Column, Rules};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// The id of a button.
fn id(spot: Spot) -> String {
    match spot {
        Spot::Column(column) => format!("column-{column}"),
        Spot::Cell(cell) => format!("cell-{cell}"),
    }
}

/// What pressing a button does: a move, or if it is to be confirmed, a choice first.
fn press(session: GameState, spot: Spot) {
    let (cell, command) = match spot {
        Spot::Column(column) => {
            let cell = session.peek(|session| session.game().position().landing(column));
            (cell.ok(), Command::Drop(column))
        }
        Spot::Cell(cell) => (Some(cell), Command::Place(cell)),
    };
    session.send(match cell {
        Some(cell) if device::noted("data-confirm") == "true" => Command::Choose(cell),
        // Where nothing can go, the session says why.
        _ => command,
    });
}

/// Moves the focus to the button that has the board's one tab stop, once the
/// board is there: it may be about to be made anew.
pub(crate) fn focus_board() {
    request_animation_frame(|| focus(".board [tabindex=\"0\"]"));
}

/// What the buttons of one board share.
#[derive(Clone, Copy)]
struct Shared {
    /// The board is one stop of the tab key; arrows go on from there.
    stop: RwSignal<Option<Spot>>,
    reader: StoredValue<Reader>,
}

pub(super) fn controls(parts: &Parts) -> El {
    let rules = parts.rules;
    let middle = rules.all_columns().nth((rules.columns() / 2).into());
    let stop = middle.and_then(|column| {
        if rules.gravity() {
            return Some(Spot::Column(column));
        }
        let row = usize::from(rules.rows() / 2);
        rules.cell(column.index(), row).map(Spot::Cell)
    });
    let shared = Shared {
        stop: RwSignal::new(stop),
        reader: StoredValue::new(Reader::default()),
    };
    if rules.gravity() {
        let lane = |column| lane(parts, shared, column);
        html("div")
            .class("lanes")
            .attr("role", "toolbar")
            .attr("aria-label", text::CHOOSE_COLUMN)
            .children(rules.all_columns().map(lane))
    } else {
        let row = |row| {
            let cells = rules.all_cells().filter(move |cell| cell.row() == row);
            let cell = |cell| {
                let view = parts.cell(cell).clone();
                let button = target(parts, shared, Spot::Cell(cell))
                    .class("spot")
                    .attr_with("aria-label", move || Some(text::cell_button(view.get())));
                html("div").attr("role", "gridcell").child(button)
            };
            html("div").attr("role", "row").children(cells.map(cell))
        };
        html("div")
            .class("spots")
            .attr("role", "grid")
            .attr("aria-label", text::CHOOSE_CELL)
            .children((0..usize::from(rules.rows())).rev().map(row))
    }
}

fn lane(parts: &Parts, shared: Shared, column: Column) -> El {
    let Parts {
        rules,
        pointed,
        focused,
        ..
    } = *parts;
    let (named, filled) = (parts.clone(), parts.clone());
    let name = computed(move || {
        let name = named
            .scene(|scene| text::column_button(scene.lanes[column.index()], scene.labels, rules));
        name.unwrap_or_default()
    });
    // Not `disabled`: whoever comes to it is told why.
    let full = move || {
        let full = filled.scene(|scene| scene.lanes[column.index()].is_full(rules));
        (full == Some(true)).then(|| "true".to_owned())
    };
    let spot = Spot::Column(column);
    // One at a time, also where a touch leaves `:hover` on one and the focus is on another.
    let class = move || {
        if pointed.get().or(focused.get()) == Some(spot) {
            "lane active"
        } else {
            "lane"
        }
    };
    target(parts, shared, spot)
        .attr("data-column", (column.index() + 1).to_string())
        .attr_with("class", move || Some(class().to_owned()))
        .attr_with("aria-label", move || Some(name.get()))
        .attr_with("aria-disabled", full)
}

/// A button that makes a move.
fn target(parts: &Parts, shared: Shared, spot: Spot) -> El {
    let Parts {
        rules,
        pointed,
        focused,
        ..
    } = *parts;
    let Shared { stop, reader } = shared;
    let session = use_game();
    let tab = move || if stop.get() == Some(spot) { "0" } else { "-1" };
    html("button")
        .attr("type", "button")
        .attr("id", id(spot))
        .attr_with("tabindex", move || Some(tab().to_owned()))
        .on("click", move |_| press(session, spot))
        .on("keydown", move |event| {
            if let Some(event) = event.dyn_ref() {
                on_key(session, rules, spot, reader, event);
            }
        })
        .on("focus", move |_| {
            stop.set(Some(spot));
            focused.set(Some(spot));
            // Keys were used last, wherever the mouse has been left.
            pointed.set(None);
        })
        .on("blur", move |_| focused.set(None))
        .on("pointermove", move |_| {
            if pointed.get_untracked() != Some(spot) {
                pointed.set(Some(spot));
            }
        })
        .on("pointerleave", move |_| pointed.set(None))
}

/// Does what a key means on a button.
fn on_key(
    session: GameState,
    rules: Rules,
    at: Spot,
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
    let read = Press {
        key: &event.key(),
        time: event.time_stamp(),
        first: session.peek(|session| session.labels().first()),
        shift: event.shift_key(),
        command: event.ctrl_key() || event.meta_key(),
    };
    let key = reader.try_update_value(|reader| reader.read(rules, at, &read));
    let Some(key) = key.flatten() else { return };
    event.prevent_default();
    let command = match key {
        Key::Choose(spot) | Key::Number(spot) => {
            focus(&format!("#{}", id(spot)));
            let drops = matches!(key, Key::Number(_)) && device::noted("data-digits") == "true";
            if drops && !event.repeat() {
                press(session, spot);
            }
            return;
        }
        Key::Drop if event.repeat() => return,
        Key::Drop => return press(session, at),
        Key::Undo => Command::Undo,
        Key::Redo => Command::Redo,
        Key::Hint => Command::AskAdvice,
    };
    session.send(command);
}
