//! Modal dialogs. The native `<dialog>` traps the focus, closes on Escape and restores the focus.

use super::{
    dom::focus,
    html::{self, Element, h2},
};
use leptos::{ev, prelude::*};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::HtmlDialogElement;

/// Creates the content of a dialog or panel.
pub(crate) type Content = fn() -> Element;

/// The life cycle of a dialog.
#[derive(Clone, Copy)]
enum Phase {
    Closed,
    /// The code of its content is being fetched.
    Loading,
    /// The content is rendered, to be shown in the next frame.
    Opening(Content),
    Open(Content),
}

/// Opens and closes one dialog.
#[derive(Clone, Copy)]
pub(crate) struct DialogHandle {
    /// The id of the element.
    id: &'static str,
    phase: RwSignal<Phase>,
}

impl DialogHandle {
    /// Creates a handle for the dialog element with an id.
    pub(crate) fn new(id: &'static str) -> Self {
        Self {
            id,
            phase: RwSignal::new(Phase::Closed),
        }
    }

    pub(crate) fn id(self) -> &'static str {
        self.id
    }

    /// Whether it is open, opening or loading.
    pub(crate) fn is_open_untracked(self) -> bool {
        match self.phase.get_untracked() {
            Phase::Closed => false,
            Phase::Loading | Phase::Opening(_) => true,
            // It may be closed already: the `close` event is asynchronous.
            Phase::Open(_) => self.is_shown(),
        }
    }

    /// Whether it is loading its content.
    pub(crate) fn is_loading_untracked(self) -> bool {
        matches!(self.phase.get_untracked(), Phase::Loading)
    }

    fn is_shown(self) -> bool {
        self.element().is_some_and(|dialog| dialog.open())
    }

    fn element(self) -> Option<HtmlDialogElement> {
        document().get_element_by_id(self.id)?.dyn_into().ok()
    }

    /// Starts loading.
    pub(crate) fn load(self) {
        self.phase.set(Phase::Loading);
    }

    /// Opens the dialog with its content.
    pub(crate) fn open(self, content: Content) {
        // Rendered first, so that the browser finds the element to focus.
        self.phase.set(Phase::Opening(content));
        request_animation_frame(move || {
            // It may have been closed in between.
            if let Phase::Opening(content) = self.phase.get_untracked() {
                // Untracked: the content stays the same.
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
        if !dialog.open() {
            // It fails only for elements that are not in the document.
            let _ = dialog.show_modal();
        }
        // Radio buttons: start at the selected one.
        focus(&format!("#{} :checked", self.id));
    }

    pub(crate) fn close(self) {
        if matches!(
            self.phase.get_untracked(),
            Phase::Opening(_) | Phase::Loading
        ) {
            self.phase.set(Phase::Closed);
        }
        if let Some(dialog) = self.element() {
            dialog.close();
        }
    }

    /// Removes the content after the `close` event, unless the dialog has been opened again. Returns
    /// whether it is closed.
    fn on_close(self) -> bool {
        let closed = !self.is_open_untracked();
        if closed {
            self.phase.set(Phase::Closed);
        }
        closed
    }
}

/// A dialog with a heading. Its content exists only while it is open. `on_close` is called after
/// it was closed, by the user or the program; `on_escape` returns whether it has handled the key.
pub(crate) fn dialog(
    handle: DialogHandle,
    title: &'static str,
    on_escape: impl Fn() -> bool + 'static,
    on_close: impl Fn() + 'static,
) -> Element {
    let content = move || match handle.phase.get() {
        Phase::Closed | Phase::Loading => None,
        // Untracked: signals read by the content must not recreate it.
        Phase::Opening(content) | Phase::Open(content) => Some(untrack(content)),
    };
    let on_escape = Rc::new(on_escape);
    let on_press_outside = {
        let on_escape = on_escape.clone();
        move |event: ev::MouseEvent| {
            if handle.is_shown() && is_outside(&event) && !on_escape() {
                handle.close();
            }
        }
    };
    html::dialog()
        .id(handle.id)
        .aria_label(title)
        .attr("closedby", "any")
        // For browsers without `closedby`, such as Safari. Others have closed it by now.
        .on(ev::click, on_press_outside)
        .on(ev::Custom::new("cancel"), move |event: web_sys::Event| {
            // File inputs have such an event too.
            let is_own = event.target() == event.current_target();
            if is_own && on_escape() {
                event.prevent_default();
            }
        })
        .on(ev::close, move |_| {
            if handle.on_close() {
                on_close();
            }
        })
        .child((h2().child(title), content))
}

/// Whether a click on a dialog is on its backdrop, outside its box.
fn is_outside(event: &ev::MouseEvent) -> bool {
    if event.target() != event.current_target() {
        return false;
    }
    let dialog: Option<web_sys::Element> = event.target().and_then(|target| target.dyn_into().ok());
    dialog.is_some_and(|dialog| {
        let bounds = dialog.get_bounding_client_rect();
        let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
        x < bounds.left() || x > bounds.right() || y < bounds.top() || y > bounds.bottom()
    })
}
