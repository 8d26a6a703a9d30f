//! The frame of every dialog: the browser's own, which keeps the focus inside,
//! closes with Escape and gives the focus back.

use super::{far::Far, library::keeper};
use crate::{
    session::at_stake,
    text,
    ui::{El, dynamic, focus, html, nothing},
};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlDialogElement;

/// Opens and closes one dialog.
#[derive(Clone, Copy)]
pub(crate) struct Opener {
    /// Of the element.
    id: &'static str,
    is_open: RwSignal<bool>,
}

impl Opener {
    /// For the dialog with this id, unique on the page.
    pub(crate) fn new(id: &'static str) -> Self {
        Self {
            id,
            is_open: RwSignal::new(false),
        }
    }

    pub(crate) fn id(self) -> &'static str {
        self.id
    }

    /// Whether it is open now.
    pub(crate) fn is_open(self) -> bool {
        self.is_open.get_untracked()
    }

    fn element(self) -> Option<HtmlDialogElement> {
        document().get_element_by_id(self.id)?.dyn_into().ok()
    }

    pub(crate) fn open(self) {
        // The content comes first, so that the focus finds its place in it.
        self.is_open.set(true);
        request_animation_frame(move || {
            if let Some(dialog) = self.element() {
                // It fails for a dialog that is open already.
                let _ = dialog.show_modal();
                // Where there is a choice, begin at what is chosen.
                focus(&format!("#{} :checked", self.id));
            }
        });
    }

    pub(crate) fn close(self) {
        if let Some(dialog) = self.element() {
            dialog.close();
        }
    }
}

/// What is said in a dialog that puts another game on the board, if that costs
/// moves.
pub(super) fn warning(far: Far) -> Option<El> {
    let moves = far.peek(at_stake)?;
    Some(
        html("p")
            .class("warning")
            .text(text::gives_up(moves, keeper().works())),
    )
}

/// A dialog with a heading. What is in it exists only while it is open.
pub(crate) fn dialog(
    opener: Opener,
    title: &'static str,
    content: fn(Opener) -> AnyView,
) -> AnyView {
    let content = move || {
        if opener.is_open.get() {
            // What is read while it is made must not make it anew.
            untrack(|| content(opener))
        } else {
            nothing()
        }
    };
    html("dialog")
        .attr("id", opener.id)
        .attr("aria-label", title)
        .on("close", move |_| opener.is_open.set(false))
        .child(html("h2").text(title))
        .child(dynamic(content))
        .view()
}
