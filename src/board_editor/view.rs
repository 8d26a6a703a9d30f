//! The page of the editor.

use super::{
    draft::{Brush, Draft},
    state::EditorState,
    text as words,
};
use crate::{
    board::{badge, board_of, focus_board},
    components::{
        button::{button, icon_only_button},
        checkbox::checkbox,
        dom::focus,
        html::{self, Element, details, div, p, summary},
        icon,
        segments::segments,
        select::select,
        stepper::stepper,
    },
    context::context,
    game::{session::Command, state::use_game},
    library::{assistance, replacement_warning},
    navigation::{Route, use_navigation},
    share::dialog::share_fields,
    text,
};
use four_shapes_rules::{Cell, Column, Player, Rules, RulesConfig};
use leptos::{ev, prelude::*};
use std::time::Duration;
use wasm_bindgen::JsCast;
use web_sys::{KeyboardEvent, MouseEvent, PointerEvent};

/// The most players that are shown as buttons.
const MAX_BUTTONS: usize = 4;

/// How long a touch is held to remove a piece.
const HOLD: Duration = Duration::from_millis(500);

/// The content of the page.
pub(crate) fn editor() -> Element {
    let state: EditorState = context();
    let players = Memo::new(move |_| state.with(|draft| draft.rules().players()));
    div().class("board-editor").child((
        board(state),
        p().class("status-line").child(move || state.status()),
        p().class("visually-hidden")
            .aria_live("polite")
            .child(move || state.announcement.get()),
        move || {
            players.track();
            untrack(|| palette(state))
        },
        tools(state),
        size(state),
        sharing(state),
        footer(state),
    ))
}

/// A target of presses: a column, or a cell without gravity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Column(Column),
    Cell(Cell),
}

impl Target {
    fn id(self) -> String {
        match self {
            Self::Column(column) => format!("editor-{column}"),
            Self::Cell(cell) => format!("editor-{cell}"),
        }
    }

    /// Returns the neighbour in the direction of an arrow key, or the first or last in its row.
    fn moved(self, key: &str, rules: Rules) -> Option<Self> {
        let (columns, rows) = (usize::from(rules.columns()), usize::from(rules.rows()));
        let across = |at: usize| match key {
            "ArrowLeft" => at.checked_sub(1),
            "ArrowRight" => Some(at + 1),
            "Home" => Some(0),
            "End" => Some(columns - 1),
            _ => None,
        };
        match self {
            Self::Column(column) => rules.column(across(column.index())?).map(Self::Column),
            Self::Cell(cell) => {
                let (at, row) = (cell.column().index(), cell.row());
                let to = match key {
                    "ArrowUp" => (at, row + 1),
                    "ArrowDown" => (at, row.checked_sub(1)?),
                    _ => (across(at)?, row),
                };
                (to.1 < rows)
                    .then(|| rules.cell(to.0, to.1))
                    .flatten()
                    .map(Self::Cell)
            }
        }
    }
}

/// The board with its buttons.
fn board(state: EditorState) -> Element {
    let rules = Memo::new(move |_| state.with(Draft::rules));
    let drawing = move || {
        let position = state.with(Draft::position);
        board_of(&state.setup(), &position)
    };
    let letters = move || {
        let columns = rules.get().all_columns();
        let letters = columns.map(|column| html::span().child(letter(column)));
        letters.collect::<Vec<_>>()
    };
    div()
        .class("editor-board")
        .style(("--columns", move || usize::from(rules.get().columns())))
        .style(("--rows", move || usize::from(rules.get().rows())))
        .child((
            div().class("editor-cells").child((drawing, move || {
                let rules = rules.get();
                untrack(|| buttons(state, rules))
            })),
            div()
                .class("editor-letters")
                .aria_hidden("true")
                .child(letters),
        ))
}

fn letter(column: Column) -> String {
    // At most 15 columns.
    char::from(b'A' + column.index() as u8).to_string()
}

/// The buttons over the board.
fn buttons(state: EditorState, rules: Rules) -> Element {
    let middle = usize::from(rules.columns() / 2);
    let (targets, first): (Vec<Target>, _) = if rules.gravity() {
        let columns = rules.all_columns().map(Target::Column);
        (columns.collect(), rules.column(middle).map(Target::Column))
    } else {
        let rows = (0..usize::from(rules.rows())).rev();
        let cells = rows.flat_map(|row| {
            let columns = 0..usize::from(rules.columns());
            columns.filter_map(move |column| rules.cell(column, row))
        });
        let first = rules.cell(middle, usize::from(rules.rows() / 2));
        (cells.map(Target::Cell).collect(), first.map(Target::Cell))
    };
    let tab_stop = RwSignal::new(first);
    let held = StoredValue::new(false);
    let setup = state.setup();
    let keys = words::keys(&setup);
    let listed = text::list(keys.iter().cloned());
    let name = if rules.gravity() {
        text::editor_columns(&listed)
    } else {
        text::editor_cells(&listed)
    };
    let buttons = targets
        .into_iter()
        .map(|target| target_button(state, rules, target, tab_stop, held));
    div()
        .class(if rules.gravity() {
            "editor-targets columns-only"
        } else {
            "editor-targets"
        })
        .role("toolbar")
        .aria_label(name)
        .on(ev::keydown, move |event| {
            if let Some(at) = tab_stop.get_untracked() {
                on_key(state, rules, at, &keys, &event);
            }
        })
        .child(buttons.collect::<Vec<_>>())
}

fn target_button(
    state: EditorState,
    rules: Rules,
    target: Target,
    tab_stop: RwSignal<Option<Target>>,
    held: StoredValue<bool>,
) -> Element {
    let timer = StoredValue::new(None::<TimeoutHandle>);
    let stop_timer = move || {
        if let Some(timer) = timer.try_update_value(Option::take).flatten() {
            timer.clear();
        }
    };
    on_cleanup(stop_timer);
    let remove = move |cell: Option<Cell>| {
        if let Some(cell) = cell.filter(|_| !held.get_value()) {
            held.set_value(true);
            state.remove(cell);
        }
    };
    let name = move || {
        let setup = state.setup();
        state.with(|draft| match target {
            Target::Column(column) => words::column_name(&setup, column, &draft.column(column)),
            Target::Cell(cell) => words::cell_name(&setup, cell, draft.get(cell)),
        })
    };
    html::button()
        .r#type("button")
        .id(target.id())
        .tabindex(move || {
            if tab_stop.get() == Some(target) {
                "0"
            } else {
                "-1"
            }
        })
        .aria_label(name)
        .on(ev::focus, move |_| tab_stop.set(Some(target)))
        .on(ev::click, move |event: MouseEvent| {
            // A press of a key has no hold before it.
            if event.detail() != 0 && held.get_value() {
                return held.set_value(false);
            }
            match target {
                // By the keyboard or a screen reader, there is no place in the column.
                Target::Column(column) if event.detail() == 0 => state.brush_column(column),
                _ => {
                    if let Some(cell) = cell_at(rules, target, &event) {
                        state.press(cell);
                    }
                }
            }
        })
        .on(ev::contextmenu, move |event: MouseEvent| {
            event.prevent_default();
            remove(cell_at(rules, target, &event));
        })
        .on(ev::pointerdown, move |event: PointerEvent| {
            held.set_value(false);
            stop_timer();
            if event.pointer_type() == "touch" {
                let cell = cell_at(rules, target, &event);
                timer.set_value(set_timeout_with_handle(move || remove(cell), HOLD).ok());
            }
        })
        .on(ev::pointerup, move |_| stop_timer())
        .on(ev::pointercancel, move |_| stop_timer())
        .on(ev::pointerleave, move |_| stop_timer())
}

/// Returns the cell under the pointer.
fn cell_at(rules: Rules, target: Target, event: &MouseEvent) -> Option<Cell> {
    let column = match target {
        Target::Cell(cell) => return Some(cell),
        Target::Column(column) => column,
    };
    let button: web_sys::Element = event.current_target()?.dyn_into().ok()?;
    let bounds = button.get_bounding_client_rect();
    let from_bottom = bounds.bottom() - f64::from(event.client_y());
    let rows = f64::from(rules.rows());
    let row = (from_bottom / bounds.height() * rows).clamp(0.0, rows - 1.0);
    #[expect(clippy::cast_sign_loss, reason = "it isn't negative")]
    rules.cell(column.index(), row as usize)
}

/// Handles a key on the board.
fn on_key(state: EditorState, rules: Rules, at: Target, keys: &[String], event: &KeyboardEvent) {
    let key = event.key();
    if event.alt_key() {
        return;
    }
    if event.ctrl_key() || event.meta_key() {
        match (key.to_lowercase().as_str(), event.shift_key()) {
            ("z", false) => state.undo(),
            ("z", true) | ("y", _) => state.redo(),
            _ => return,
        }
        return event.prevent_default();
    }
    if let Some(next) = at.moved(&key, rules) {
        event.prevent_default();
        return focus(&format!("#{}", next.id()));
    }
    match key.as_str() {
        "Backspace" | "Delete" => match at {
            Target::Column(column) => state.remove_top(column),
            Target::Cell(cell) => state.remove(cell),
        },
        _ => {
            let typed = key.to_uppercase();
            let number = key
                .parse()
                .ok()
                .and_then(|number: usize| number.checked_sub(1));
            let index = keys.iter().position(|key| *key == typed).or(number);
            let Some(player) = index.and_then(|index| rules.player(index)) else {
                return;
            };
            match at {
                Target::Column(column) => state.drop(column, player),
                Target::Cell(cell) => state.place(cell, player),
            }
        }
    }
    event.prevent_default();
}

/// The choice of what a press places, and of the player to move.
fn palette(state: EditorState) -> Element {
    let setup = state.setup();
    let players: Vec<Player> = setup.rules().all_players().collect();
    let name = |player: Player| setup.seat(player).name.as_str().to_owned();
    if players.len() > MAX_BUTTONS {
        let names: Vec<(Player, String)> = players.iter().map(|&it| (it, name(it))).collect();
        let mut brushes: Vec<(Brush, String)> = names
            .iter()
            .map(|(player, name)| (Brush::Piece(*player), name.clone()))
            .collect();
        brushes.push((Brush::Eraser, text::remove_piece().to_owned()));
        let brush = select(
            move || brushes.clone(),
            move || state.brush.get(),
            move |brush| state.brush.set(brush),
        );
        let to_move = select(
            move || names.clone(),
            move || state.with(|draft| draft.position().to_move()),
            move |player| state.set_to_move(player),
        );
        return div().class("fields").child((
            html::label().child((text::piece_to_place(), brush)),
            html::label().child((text::player_to_move(), to_move)),
        ));
    }
    let choice = |brush: Brush, content: Element| {
        html::button()
            .r#type("button")
            .aria_pressed(move || (state.brush.get() == brush).to_string())
            .on(ev::click, move |_| state.brush.set(brush))
            .child(content)
    };
    let pieces = players.iter().map(|&player| {
        let label = (
            badge(setup.seat(player).piece_style),
            html::span().child(name(player)),
        );
        choice(
            Brush::Piece(player),
            html::span().class("piece-name").child(label),
        )
    });
    let eraser = choice(Brush::Eraser, html::span().child(text::remove_piece()));
    let to_move = segments(
        text::player_to_move(),
        players.iter().map(|&player| (player, name(player))),
        move || state.with(|draft| draft.position().to_move()),
        move |player| state.set_to_move(player),
    );
    div().class("fields").child((
        div()
            .class("segments brushes")
            .role("group")
            .aria_label(text::piece_to_place())
            .child((pieces.collect::<Vec<_>>(), eraser)),
        div().class("labelled").child((
            html::span()
                .aria_hidden("true")
                .child(text::player_to_move()),
            to_move,
        )),
    ))
}

/// Buttons that change the whole board.
fn tools(state: EditorState) -> Element {
    let off = |is_off: bool| is_off.then_some("true");
    let undo = icon_only_button(icon::UNDO, text::undo(), move || state.undo())
        .aria_disabled(move || off(!state.can_undo()));
    let redo = icon_only_button(icon::REDO, text::redo(), move || state.redo())
        .aria_disabled(move || off(!state.can_redo()));
    p().class("buttons tools").child((
        undo,
        redo,
        button(text::clear_board(), move || state.clear()),
        button(text::mirror_board(), move || state.mirror()),
        button(text::swap_colours(), move || state.swap_colours()),
    ))
}

/// The size of the board and the other rules.
fn size(state: EditorState) -> Element {
    let config = move || state.with(|draft| draft.rules().config());
    let set = move |change: &dyn Fn(&mut RulesConfig)| {
        let mut config = state.with_untracked(|draft| draft.rules().config());
        change(&mut config);
        state.set_rules(config);
    };
    let sides = || Rules::MIN_SIDE..=Rules::MAX_SIDE;
    let columns = stepper(
        text::columns(),
        sides,
        move || config().columns,
        move |columns| set(&|config| config.columns = columns),
    );
    let rows = stepper(
        text::rows(),
        sides,
        move || config().rows,
        move |rows| set(&|config| config.rows = rows),
    );
    let connects = move || {
        let RulesConfig { columns, rows, .. } = config();
        Rules::MIN_CONNECT..=Rules::max_connect(columns, rows)
    };
    let connect = stepper(
        text::connect(),
        connects,
        move || config().connect,
        move |connect| set(&|config| config.connect = connect),
    );
    let gravity = checkbox(
        text::gravity(),
        move || config().gravity,
        move |gravity| set(&|config| config.gravity = gravity),
    );
    details().child((
        summary().child(text::editor_board_size()),
        div().class("steppers").child((columns, rows, connect)),
        gravity,
    ))
}

/// What to do with the position.
fn footer(state: EditorState) -> Element {
    let (game, navigation) = (use_game(), use_navigation());
    // Loads the position; nothing happens while it is invalid, as the status says why.
    let load = move || {
        let loaded = untrack(|| state.to_match()).ok();
        loaded.is_some_and(|game_match| {
            game.send(Command::Load(Box::new(game_match)));
            assistance::mark_loaded(game);
            navigation.close(Route::BoardEditor);
            focus_board();
            true
        })
    };
    let is_invalid = Memo::new(move |_| state.with(Draft::game).is_err());
    let off = move || is_invalid.get().then_some("true");
    let analyse = button(text::analyse_position(), move || {
        if load() {
            navigation.open_panel(Route::Analysis);
        }
    });
    let play = button(text::play_from_here(), move || {
        if load() {
            navigation.open(Route::Players);
        }
    });
    div().class("sticky").child((
        replacement_warning(game),
        p().class("buttons").child((
            analyse.class("primary").aria_disabled(off),
            play.aria_disabled(off),
        )),
    ))
}

/// Ways to give the position to somebody else.
fn sharing(state: EditorState) -> Element {
    details().child((
        summary().child(text::share()),
        share_fields(move || state.to_match().ok()),
    ))
}
