//! The buttons over the board: one for each column or, without gravity, for each cell.

use super::{
    Board, Target,
    keys::{KeyAction, KeyPress, KeyReader},
};
use crate::{
    browser,
    components::{
        dom::{self, element_matching, focus, has_focus, is_focus_visible},
        html::{Element, button, div},
    },
    game::session::Command,
    game::state::{GameState, use_game},
    text,
};
use four_shapes_rules::{Cell, Column, Rules};
use leptos::{ev, prelude::*};
use web_sys::KeyboardEvent;

/// The id of the button of a target.
fn id(target: Target) -> String {
    match target {
        Target::Column(column) => format!("column-{column}"),
        Target::Cell(cell) => format!("cell-{cell}"),
    }
}

/// Handles a press of a button: plays a move, or selects it first if moves must be confirmed.
fn press(game: GameState, target: Target) {
    game.prepare_press();
    let (cell, command) = match target {
        Target::Column(column) => {
            let cell = game.with_untracked(|session| session.game().position().landing(column));
            (cell.ok(), Command::Drop(column))
        }
        Target::Cell(cell) => (Some(cell), Command::Place(cell)),
    };
    game.send(match cell {
        Some(cell) if game.with_untracked(|session| session.options().confirm) => {
            Command::Select(cell)
        }
        // The session refuses the move if the column is full.
        _ => command,
    });
}

/// Moves the focus to the board's tab stop: at once, so that the next key isn't lost, and in the
/// next frame, as the board may be about to be recreated.
pub(crate) fn focus_board() {
    let focus_tab_stop = || focus(".board [tabindex=\"0\"]");
    focus_tab_stop();
    request_animation_frame(focus_tab_stop);
}

/// State shared by the buttons of a board.
#[derive(Clone, Copy)]
struct Keyboard {
    /// The button with `tabindex="0"` (roving tabindex); arrow keys move it.
    tab_stop: RwSignal<Option<Target>>,
    reader: StoredValue<KeyReader>,
}

pub(super) fn controls(board: Board) -> Element {
    let rules = board.rules;
    let middle = rules.all_columns().nth((rules.columns() / 2).into());
    let middle = middle.and_then(|column| {
        if rules.gravity() {
            return Some(Target::Column(column));
        }
        let row = usize::from(rules.rows() / 2);
        rules.cell(column.index(), row).map(Target::Cell)
    });
    let keyboard = Keyboard {
        tab_stop: RwSignal::new(middle),
        reader: StoredValue::new(KeyReader::default()),
    };
    let game = use_game();
    let listener = window_event_listener(ev::keydown, move |event| {
        on_key(game, rules, keyboard, &event);
    });
    on_cleanup(move || listener.remove());
    if rules.gravity() {
        columns(board, keyboard)
    } else {
        cells(board, keyboard)
    }
}

fn columns(board: Board, keyboard: Keyboard) -> Element {
    let columns = board.rules.all_columns();
    let buttons = columns.map(|column| column_button(board, keyboard, column));
    div()
        .class("columns")
        .role("toolbar")
        .aria_label(text::choose_column())
        .child(buttons.collect::<Vec<_>>())
}

fn column_button(board: Board, keyboard: Keyboard, column: Column) -> Element {
    let rules = board.rules;
    let name = move || {
        board.view(|view| text::column_button(view.columns[column.index()], view.labels, rules))
    };
    // Not `disabled`, so that it can be focused and explains why.
    let full = move || {
        let full = board.view(|view| view.columns[column.index()].is_full(rules));
        full?.then_some("true")
    };
    let target = Target::Column(column);
    // Not `:hover` or `:focus`, which can be on two columns at once, as after a touch.
    let is_active = move || board.active() == Some(target);
    move_button(board, keyboard, target)
        .attr("data-column", (column.index() + 1).to_string())
        .class("column")
        .class(("active", is_active))
        .aria_label(name)
        .aria_disabled(full)
}

fn cells(board: Board, keyboard: Keyboard) -> Element {
    let rules = board.rules;
    let row = |row| {
        let cells = rules.all_cells().filter(move |cell| cell.row() == row);
        let buttons = cells.map(|cell| cell_button(board, keyboard, cell));
        div().role("row").child(buttons.collect::<Vec<_>>())
    };
    let rows = (0..usize::from(rules.rows())).rev().map(row);
    div()
        .class("cells")
        .role("grid")
        .aria_label(text::choose_cell())
        .child(rows.collect::<Vec<_>>())
}

fn cell_button(board: Board, keyboard: Keyboard, cell: Cell) -> Element {
    let view = board.cell(cell);
    let button = move_button(board, keyboard, Target::Cell(cell))
        .class("cell")
        .aria_label(move || text::cell_button_name(view.get()));
    div().role("gridcell").child(button)
}

/// A button that makes a move.
fn move_button(board: Board, keyboard: Keyboard, target: Target) -> Element {
    let Board {
        hovered, focused, ..
    } = board;
    let tab_stop = keyboard.tab_stop;
    let game = use_game();
    let tab_index = move || {
        let is_stop = tab_stop.get() == Some(target);
        if is_stop { "0" } else { "-1" }
    };
    button()
        .r#type("button")
        .id(id(target))
        .tabindex(tab_index)
        .on(ev::click, move |_| press(game, target))
        .on(ev::focus, move |_| {
            tab_stop.set(Some(target));
            // After a touch it would stay on the column of the last move.
            let is_visible = is_focus_visible();
            focused.set(is_visible.then_some(target));
            // The keyboard was used last, wherever the pointer is.
            hovered.set(None);
        })
        .on(ev::blur, move |_| focused.set(None))
        .on(ev::pointermove, move |_| {
            if hovered.get_untracked() != Some(target) {
                hovered.set(Some(target));
            }
        })
        .on(ev::pointerleave, move |_| hovered.set(None))
}

/// Whether keys can act on the board while another element has the focus: no text is being typed,
/// nothing covers the board, and the settings allow it (WCAG 2.1.4).
fn listens_elsewhere() -> bool {
    let tab_stop = element_matching("#app:not([inert]) .board [tabindex=\"0\"]");
    let is_shown = tab_stop.is_some_and(|button| button.offset_width() > 0);
    is_shown
        && element_matching("dialog[open]").is_none()
        && !has_focus("input, select, textarea")
        && browser::setting("keys-anywhere") != "false"
}

/// Handles a key, wherever the focus is.
fn on_key(game: GameState, rules: Rules, keyboard: Keyboard, event: &KeyboardEvent) {
    let on_board = has_focus(".columns, .cells");
    if event.default_prevented() || !(on_board || listens_elsewhere()) {
        return;
    }
    let Some(at) = keyboard.tab_stop.get_untracked() else {
        return;
    };
    // The browser handles Enter and Space as clicks; a held key must drop only one piece.
    if on_board && event.repeat() && matches!(&*event.key(), "Enter" | " ") {
        event.prevent_default();
        return;
    }
    if event.alt_key() {
        return;
    }
    let read = KeyPress {
        key: &event.key(),
        time: event.time_stamp(),
        first_column: game.with_untracked(|session| session.options().labels.first()),
        shift: event.shift_key(),
        ctrl_or_meta: event.ctrl_key() || event.meta_key(),
        elsewhere: !on_board && dom::focused().is_some(),
    };
    let key = keyboard
        .reader
        .try_update_value(|reader| reader.read(rules, at, &read));
    let Some(key) = key.flatten() else { return };
    event.prevent_default();
    let command = match key {
        KeyAction::Focus(target) | KeyAction::FocusByLabel(target) => {
            focus(&format!("#{}", id(target)));
            let drops = matches!(key, KeyAction::FocusByLabel(_))
                && game.with_untracked(|session| session.options().drop_by_label);
            if drops && !event.repeat() {
                press(game, target);
            }
            return;
        }
        KeyAction::Drop if event.repeat() => return,
        KeyAction::Drop => return press(game, at),
        KeyAction::Undo => Command::Undo,
        KeyAction::Redo => Command::Redo,
        KeyAction::Hint => Command::RequestHint,
    };
    game.send(command);
}
