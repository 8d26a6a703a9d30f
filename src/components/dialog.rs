//! The frame of every dialog: the browser's own, which keeps the focus inside,
//! closes with Escape and gives the focus back.

use crate::components::ui::{dynamic, focus, html, nothing};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlDialogElement;

/// What is there of a dialog.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Closed,
    /// Its content is there, and the next frame shows it.
    Coming,
    Open,
}

/// Opens and closes one dialog.
#[derive(Clone, Copy)]
pub(crate) struct Opener {
    /// Of the element.
    id: &'static str,
    phase: RwSignal<Phase>,
}

impl Opener {
    /// For the dialog with this id, unique on the page.
    pub(crate) fn new(id: &'static str) -> Self {
        Self {
            id,
            phase: RwSignal::new(Phase::Closed),
        }
    }

    pub(crate) fn id(self) -> &'static str {
        self.id
    }

    /// Whether it is open now.
    pub(crate) fn is_open(self) -> bool {
        self.phase.get_untracked() != Phase::Closed
    }

    fn element(self) -> Option<HtmlDialogElement> {
        document().get_element_by_id(self.id)?.dyn_into().ok()
    }

    pub(crate) fn open(self) {
        // The content comes first, so that the focus finds its place in it.
        self.phase.set(Phase::Coming);
        request_animation_frame(move || {
            // It may have been closed before it was seen.
            if self.phase.get_untracked() != Phase::Coming {
                return;
            }
            // The content is the same.
            self.phase.update_untracked(|phase| *phase = Phase::Open);
            if let Some(dialog) = self.element() {
                // It fails for a dialog that is open already.
                let _ = dialog.show_modal();
                // Where there is a choice, begin at what is chosen.
                focus(&format!("#{} :checked", self.id));
            }
        });
    }

    /// Opens it by itself, unless somebody has opened another one meanwhile.
    pub(crate) fn open_if_alone(self) {
        if let Ok(None) = document().query_selector("dialog[open]") {
            self.open();
        }
    }

    pub(crate) fn close(self) {
        if self.phase.get_untracked() == Phase::Coming {
            self.phase.set(Phase::Closed);
        }
        if let Some(dialog) = self.element() {
            dialog.close();
        }
    }

    /// Takes away the content of a dialog that was closed. The browser says so a while
    /// later, when it may have been opened again.
    fn closed(self) {
        let is_shown = self.element().is_some_and(|dialog| dialog.open());
        if self.phase.get_untracked() == Phase::Open && !is_shown {
            self.phase.set(Phase::Closed);
        }
    }
}

/// A dialog with a heading. What is in it exists only while it is open.
pub(crate) fn dialog(
    opener: Opener,
    title: &'static str,
    content: fn(Opener) -> AnyView,
) -> AnyView {
    let content = move || {
        if opener.phase.get() == Phase::Closed {
            return nothing();
        }
        // What is read while it is made must not make it anew.
        untrack(|| content(opener))
    };
    html("dialog")
        .attr("id", opener.id)
        .attr("aria-label", title)
        .on("close", move |_| opener.closed())
        .child(html("h2").text(title))
        .child(dynamic(content))
        .view()
}
