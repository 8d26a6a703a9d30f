//! The board: a drawing for the eyes, buttons for the hands, and a table for
//! reading cell by cell.

mod controls;
mod drawing;
mod frame;
pub(crate) mod glyph;
mod keys;
mod table;

pub(crate) use controls::focus_board;
pub(crate) use drawing::number;

use crate::{
    live::live,
    scene::{CellView, Scene},
    ui::{dynamic, html},
};
use four_shapes_engine::{Column, Rules};
use leptos::prelude::*;

/// What the parts of one board share.
#[derive(Clone)]
struct Parts {
    rules: Rules,
    scene: ReadSignal<Scene>,
    /// One for each of the scene's cells, so that a move redraws few of them.
    cells: Vec<ArcRwSignal<CellView>>,
    /// The column under the pointer, since the keys were used last.
    pointed: RwSignal<Option<Column>>,
    /// The column whose button has the focus.
    focused: RwSignal<Option<Column>>,
}

impl Parts {
    fn new(rules: Rules, scene: ReadSignal<Scene>) -> Self {
        Self {
            rules,
            scene,
            cells: live().cells(),
            pointed: RwSignal::new(None),
            focused: RwSignal::new(None),
        }
    }

    /// The column that the next piece hovers over: whichever of the pointer and
    /// the keys was used last.
    fn active(&self) -> Option<Column> {
        self.pointed.get().or(self.focused.get())
    }
}

/// The board of the game in progress, made anew for another size.
pub(crate) fn board(scene: ReadSignal<Scene>) -> AnyView {
    let rules = Memo::new(move |_| scene.with(|scene| scene.rules));
    let sized = move || {
        let rules = rules.get();
        let parts = Parts::new(rules, scene);
        html("div")
            .class("board")
            .style("--columns", rules.columns())
            .style("--rows", rules.rows())
            .child(controls::controls(&parts))
            .child(drawing::drawing(&parts))
            .child(table::table(&parts))
            .view()
    };
    html("div").class("stage").child(dynamic(sized)).view()
}
