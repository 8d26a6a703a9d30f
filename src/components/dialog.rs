//! The frame of every dialog: the browser's own, which keeps the focus inside,
//! closes with Escape and gives the focus back.

use super::{
    button::button,
    dom::focus,
    html::{self, div, h2, p},
};
use crate::text;
use leptos::{ev, prelude::*};
use std::time::Duration;
use wasm_bindgen::JsCast;
use web_sys::HtmlDialogElement;

/// Makes what is in a dialog.
pub(crate) type Content = fn() -> AnyView;

/// How long a dialog may load before it says that it does.
const SLOW: Duration = Duration::from_millis(400);

/// What is there of a dialog.
#[derive(Clone, Copy)]
enum Phase {
    Closed,
    /// Its part of the program is being loaded; after a while the dialog says so.
    Loading {
        shown: bool,
    },
    /// Its content is there, and the next frame shows it.
    Coming(Content),
    Open(Content),
}

/// Opens and closes one dialog.
#[derive(Clone, Copy)]
pub(crate) struct DialogHandle {
    /// Of the element.
    id: &'static str,
    phase: RwSignal<Phase>,
}

impl DialogHandle {
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

    /// Whether it is open now, or about to be.
    pub(crate) fn is_open(self) -> bool {
        !matches!(self.phase.get_untracked(), Phase::Closed)
    }

    /// Whether it waits for its content.
    pub(crate) fn is_loading(self) -> bool {
        match self.phase.get_untracked() {
            // Closed, though the browser has not said so yet.
            Phase::Loading { shown: true } => self.is_shown(),
            phase => matches!(phase, Phase::Loading { .. }),
        }
    }

    fn is_shown(self) -> bool {
        self.element().is_some_and(|dialog| dialog.open())
    }

    fn element(self) -> Option<HtmlDialogElement> {
        document().get_element_by_id(self.id)?.dyn_into().ok()
    }

    /// Waits for the content; after a while the dialog says so.
    pub(crate) fn load(self) {
        self.phase.set(Phase::Loading { shown: false });
        let show = move || {
            if matches!(self.phase.get_untracked(), Phase::Loading { shown: false }) {
                self.phase.set(Phase::Loading { shown: true });
                self.show_element();
            }
        };
        set_timeout(show, SLOW);
    }

    /// Shows the content.
    pub(crate) fn open(self, content: Content) {
        // The content comes first, so that the focus finds its place in it.
        self.phase.set(Phase::Coming(content));
        request_animation_frame(move || {
            // It may have been closed before it was seen.
            if let Phase::Coming(content) = self.phase.get_untracked() {
                // The content is the same.
                self.phase
                    .update_untracked(|phase| *phase = Phase::Open(content));
                self.show_element();
            }
        });
    }

    fn show_element(self) {
        let Some(dialog) = self.element() else {
            return;
        };
        if dialog.open() {
            // The browser has looked for a place for the focus while this was loading.
            focus(&format!(
                "#{} :is(input, select, textarea, button)",
                self.id
            ));
            focus(&format!("#{} [autofocus]", self.id));
        } else {
            // It fails for elements that are not on the page.
            let _ = dialog.show_modal();
        }
        // Where there is a choice, begin at what is chosen.
        focus(&format!("#{} :checked", self.id));
    }

    pub(crate) fn close(self) {
        if matches!(
            self.phase.get_untracked(),
            Phase::Coming(_) | Phase::Loading { .. }
        ) {
            self.phase.set(Phase::Closed);
        }
        if let Some(dialog) = self.element() {
            dialog.close();
        }
    }

    /// Takes away the content of a dialog that was closed. The browser says so a while
    /// later, when it may have been opened again.
    fn closed(self) {
        if !self.is_shown() && !matches!(self.phase.get_untracked(), Phase::Coming(_)) {
            self.phase.set(Phase::Closed);
        }
    }
}

/// A dialog with a heading. What is in it exists only while it is open.
pub(crate) fn dialog(handle: DialogHandle, title: &'static str) -> AnyView {
    let content = move || match handle.phase.get() {
        Phase::Closed => None,
        Phase::Loading { .. } => Some(loading(handle)),
        // What is read while it is made must not make it anew.
        Phase::Coming(content) | Phase::Open(content) => Some(untrack(content)),
    };
    html::dialog()
        .id(handle.id)
        .aria_label(title)
        .on(ev::close, move |_| handle.closed())
        .child((h2().child(title), content))
        .into_any()
}

fn loading(handle: DialogHandle) -> AnyView {
    let cancel = button(text::cancel(), move || handle.close());
    div()
        .child((
            p().role("status").child(text::loading()),
            p().class("buttons sticky").child(cancel),
        ))
        .into_any()
}
