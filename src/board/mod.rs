//! The board: a drawing for the eyes, buttons for the hands, and a table for
//! reading cell by cell.

mod controls;
mod drawing;
mod frame;
pub(crate) mod glyph;
mod keys;
mod still;
mod table;
pub(crate) mod viewer;

pub(crate) use controls::focus_board;
pub(crate) use drawing::number;
pub(crate) use still::still;

use crate::{
    components::ui::{html, keyed},
    game::state::use_game,
    game::view_model::{CellView, Scene},
    text,
};
use four_shapes_engine::{Cell, Column, Rules};
use leptos::prelude::*;

/// Where a move can be made: a column where pieces fall, otherwise a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spot {
    Column(Column),
    Cell(Cell),
}

/// What the parts of one board share.
#[derive(Clone)]
struct Parts {
    rules: Rules,
    scene: ReadSignal<Scene>,
    /// One for each of the scene's cells, so that a move redraws few of them.
    cells: Vec<ArcRwSignal<CellView>>,
    /// What is under the pointer, since the keys were used last.
    pointed: RwSignal<Option<Spot>>,
    /// Whose button has the focus.
    focused: RwSignal<Option<Spot>>,
}

impl Parts {
    fn new(rules: Rules, scene: ReadSignal<Scene>) -> Self {
        Self {
            rules,
            scene,
            cells: use_game().cells(),
            pointed: RwSignal::new(None),
            focused: RwSignal::new(None),
        }
    }

    /// Reads the scene; `None` if that is already one for other rules, for which another
    /// board is about to be made.
    fn scene<T>(&self, read: impl FnOnce(&Scene) -> T) -> Option<T> {
        self.scene
            .with(|scene| (scene.rules == self.rules).then(|| read(scene)))
    }

    /// What a cell shows.
    fn cell(&self, cell: Cell) -> &ArcRwSignal<CellView> {
        &self.cells[cell.column().index() * usize::from(self.rules.rows()) + cell.row()]
    }

    /// Where the next piece would go: whichever of the pointer and the keys was
    /// used last.
    fn active(&self) -> Option<Spot> {
        self.pointed.get().or(self.focused.get())
    }
}

/// The board of the game in progress, made anew for other rules.
pub(crate) fn board(scene: ReadSignal<Scene>) -> AnyView {
    let key = move || text::kind(scene.with(|scene| scene.rules));
    let sized = move || {
        let rules = scene.with(|scene| scene.rules);
        let parts = Parts::new(rules, scene);
        let board = html("div")
            .class(if rules.gravity() {
                "board"
            } else {
                "board flat"
            })
            .style("--columns", rules.columns())
            .style("--rows", rules.rows())
            .child(controls::controls(&parts))
            .child(drawing::drawing(&parts));
        // Without gravity the buttons say what is in each cell.
        let table = rules.gravity().then(|| table::table(&parts));
        board.children(table).view()
    };
    html("div").class("stage").child(keyed(key, sized)).view()
}
