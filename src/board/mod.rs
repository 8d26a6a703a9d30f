//! The board: an SVG drawing, buttons over it, and a table for screen readers.

pub(crate) mod celebration;
mod controls;
mod diagram;
mod drawing;
mod face;
mod frame;
pub(crate) mod glyph;
mod keys;
mod table;
pub(crate) mod viewer;

pub(crate) use controls::focus_board;
pub(crate) use diagram::{board_of, diagram, mini_board};
pub(crate) use drawing::{even_odd_path, label, player_attribute, stroke_through, translate};
pub(crate) use face::{face, portrait};
pub(crate) use frame::{centre, evaluation_bar};

use crate::{
    browser,
    components::dom::{remove_attribute, set_attribute_of_match},
    components::html::{Element, div, svg},
    game::state::use_game,
    game::view_model::{BoardView, CellView},
};
use four_shapes_records::PieceStyle;
use four_shapes_rules::{Cell, Column, Rules};
use leptos::prelude::*;

/// The target of a move: a column or, without gravity, a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Column(Column),
    Cell(Cell),
}

/// State shared by the views of a board.
#[derive(Clone, Copy)]
struct Board {
    rules: Rules,
    view: ReadSignal<BoardView>,
    /// A signal for each cell, so that a move redraws only those that changed.
    cells: StoredValue<Vec<ArcRwSignal<CellView>>>,
    /// The button under the pointer, unless the keyboard was used since.
    hovered: RwSignal<Option<Target>>,
    /// The button with the focus.
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

    /// Reads the view; `None` if it has other rules already, for which this board is about to be
    /// replaced.
    fn view<T>(self, read: impl FnOnce(&BoardView) -> T) -> Option<T> {
        self.view
            .with(|view| (view.rules == self.rules).then(|| read(view)))
    }

    /// Returns the view of a cell.
    fn cell(self, cell: Cell) -> ArcRwSignal<CellView> {
        let index = cell.column().index() * usize::from(self.rules.rows()) + cell.row();
        self.cells.with_value(|cells| cells[index].clone())
    }

    /// The target of the pointer or the keyboard, whichever was used last.
    fn active(self) -> Option<Target> {
        self.hovered.get().or(self.focused.get())
    }
}

/// The attribute of the cell with a wrong move, for `style/dialogs.css`.
const REFUSED: &str = "data-refused";

/// The attribute of the page with such a cell, as `dom::mark_page`.
const HAS_REFUSAL: &str = "data-has-refusal";

/// Shakes the piece of a wrong move.
pub(crate) fn refuse(cell: Cell) {
    set_attribute_of_match(&format!("[data-cell=\"{cell}\"]"), REFUSED, "true");
    set_attribute_of_match(".page", HAS_REFUSAL, "");
}

/// Ends what [`refuse`] has begun.
pub(crate) fn end_refusal() {
    remove_attribute(REFUSED);
    remove_attribute(HAS_REFUSAL);
}

/// The board of the current game, recreated when the rules change.
pub(crate) fn board(view: ReadSignal<BoardView>) -> Element {
    let rules = Memo::new(move |_| view.with(|view| view.rules));
    let board = move || {
        let rules = rules.get();
        // The page leaves room for it: style/page.css.
        browser::set_root_style("--columns", rules.columns().into());
        browser::set_root_style("--rows", rules.rows().into());
        browser::set_root_style("--gravity", rules.gravity().into());
        on_cleanup(end_refusal);
        untrack(|| board_view(Board::new(rules, view)))
    };
    div().class("stage").child(board)
}

/// A player's piece as an icon.
pub(crate) fn badge(piece_style: PieceStyle) -> Element {
    svg()
        .attr("viewBox", "-50 -50 100 100")
        .aria_hidden("true")
        .class("badge")
        .child(
            even_odd_path(glyph::of(piece_style).plain)
                .class(glyph::colour_class(piece_style.colour)),
        )
}

/// The pieces of the first two players, as on the icon.
pub(crate) fn logo() -> Element {
    let piece = |number: usize| {
        let piece_style = PieceStyle::nth(number);
        even_odd_path(glyph::of(piece_style).plain)
            .class(glyph::colour_class(piece_style.colour))
            .attr("transform", translate((74 * number.cast_signed(), 0)))
    };
    svg()
        .class("logo")
        .attr("viewBox", "-38 -40 152 80")
        .aria_hidden("true")
        .child([0, 1].map(piece))
}

/// The labels along an edge, counted by the style sheet.
fn labels(class: &'static str, count: u8) -> Element {
    let labels = (0..count).map(|_| div());
    div()
        .class(class)
        .aria_hidden("true")
        .child(labels.collect::<Vec<_>>())
}

/// The board for fixed rules.
fn board_view(board: Board) -> Element {
    let rules = board.rules;
    div()
        .class(if rules.gravity() {
            "board"
        } else {
            "board no-gravity"
        })
        .style(("--columns", usize::from(rules.columns())))
        .style(("--rows", usize::from(rules.rows())))
        .child((
            controls::controls(board),
            drawing::drawing(board),
            labels("row-labels", rules.rows()),
            // With gravity the buttons of the columns are labelled.
            (!rules.gravity()).then(|| labels("column-labels", rules.columns())),
            // Without gravity the names of the buttons include the cells' contents.
            rules.gravity().then(|| table::board_table(board)),
        ))
}
