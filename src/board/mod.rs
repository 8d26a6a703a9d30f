//! The board: a drawing for the eyes, buttons for the hands, and a table for
//! reading cell by cell.

mod controls;
mod diagram;
mod drawing;
mod frame;
pub(crate) mod glyph;
mod keys;
mod table;
pub(crate) mod viewer;

pub(crate) use controls::focus_board;
pub(crate) use diagram::diagram;
pub(crate) use drawing::{number, path};

use crate::{
    components::html::div,
    game::state::use_game,
    game::view_model::{BoardView, CellView},
};
use four_shapes_engine::{Cell, Column, Rules};
use leptos::prelude::*;

/// Where a move can be made: a column where pieces fall, otherwise a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Column(Column),
    Cell(Cell),
}

/// The state that the parts of one board share.
#[derive(Clone, Copy)]
struct Board {
    rules: Rules,
    view: ReadSignal<BoardView>,
    /// One for each of the scene's cells, so that a move redraws few of them.
    cells: StoredValue<Vec<ArcRwSignal<CellView>>>,
    /// What is under the pointer, since the keys were used last.
    hovered: RwSignal<Option<Target>>,
    /// Whose button has the focus.
    focused: RwSignal<Option<Target>>,
}

impl Board {
    fn new(rules: Rules, view: ReadSignal<BoardView>) -> Self {
        Self {
            rules,
            view,
            cells: StoredValue::new(use_game().cells()),
            hovered: RwSignal::new(None),
            focused: RwSignal::new(None),
        }
    }

    /// Reads the scene; `None` if that is already one for other rules, for which another
    /// board is about to be made.
    fn view<T>(self, read: impl FnOnce(&BoardView) -> T) -> Option<T> {
        self.view
            .with(|view| (view.rules == self.rules).then(|| read(view)))
    }

    /// What a cell shows.
    fn cell(self, cell: Cell) -> ArcRwSignal<CellView> {
        let index = cell.column().index() * usize::from(self.rules.rows()) + cell.row();
        self.cells.with_value(|cells| cells[index].clone())
    }

    /// Where the next piece would go: whichever of the pointer and the keys was
    /// used last.
    fn active(self) -> Option<Target> {
        self.hovered.get().or(self.focused.get())
    }
}

/// The board of the game in progress, made anew for other rules.
pub(crate) fn board(view: ReadSignal<BoardView>) -> AnyView {
    let rules = Memo::new(move |_| view.with(|view| view.rules));
    let board = move || {
        let rules = rules.get();
        untrack(|| sized(Board::new(rules, view)))
    };
    div().class("stage").child(board).into_any()
}

/// The labels along an edge, counted by the style sheet.
fn labels(class: &'static str, count: u8) -> AnyView {
    let labels = (0..count).map(|_| div().into_any());
    div()
        .class(class)
        .aria_hidden("true")
        .child(labels.collect::<Vec<_>>())
        .into_any()
}

/// A board of a given size.
fn sized(board: Board) -> AnyView {
    let rules = board.rules;
    div()
        .class(if rules.gravity() {
            "board"
        } else {
            "board no-gravity"
        })
        .style(("--columns", rules.columns().into()))
        .style(("--rows", rules.rows().into()))
        .child((
            controls::controls(board),
            drawing::drawing(board),
            labels("row-labels", rules.rows()),
            // With gravity the buttons of the columns are labelled.
            (!rules.gravity()).then(|| labels("column-labels", rules.columns())),
            // Without gravity the buttons say what is in each cell.
            rules.gravity().then(|| table::board_table(board)),
        ))
        .into_any()
}
