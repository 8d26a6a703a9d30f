//! Four Shapes: Connect Four with coloured shapes, as a static web page.
//!
//! Two programs are made of this: the page itself, which is all that is needed
//! to play, and the sheets, dialogs and panels that are loaded once the game can
//! be played. `docs/architecture.md` shows how the parts fit together.

mod analysis;
mod app;
mod board;
mod bridge;
mod components;
mod conversation;
mod device;
mod game;
mod help;
mod library;
mod play;
mod settings;
mod share;
mod sheets;
mod sound;
mod storage;
mod text;
mod tournament;
mod workers;

use wasm_bindgen::{JsCast, JsValue};

/// Starts the page.
///
/// # Panics
/// If it is not the page of index.html.
pub fn page() {
    report_panics();
    let place = element("app");
    // In one task with mounting, so that the emptied page is never painted.
    place.set_text_content(None);
    leptos::mount::mount_to(place, app::app).forget();
    if let Some(root) = leptos::prelude::document().document_element() {
        // In the program, so that its name differs with it: see build.rs.
        root.set_attribute("data-build", env!("FOUR_SHAPES_BUILD"))
            .expect("`data-build` is a valid name");
        root.set_attribute("data-ready", "true")
            .expect("`data-ready` is a valid name");
    }
}

/// Starts the sheets beside a page that has started. Those of another version than
/// the page do not: they would not understand each other, and public/boot.js says so.
///
/// # Panics
/// If it is not the page of index.html.
pub fn sheets() {
    report_panics();
    let root = leptos::prelude::document().document_element();
    let page = root.and_then(|root| root.get_attribute("data-build"));
    if page.as_deref() != Some(env!("FOUR_SHAPES_BUILD")) {
        return;
    }
    sheets::start(element("sheets"), element("panel"));
}

/// An element that index.html or the page has.
fn element(id: &str) -> web_sys::HtmlElement {
    let element = leptos::prelude::document().get_element_by_id(id);
    element
        .and_then(|element| element.dyn_into().ok())
        .expect("the page has the elements for its programs")
}

/// Leaves a panic's message where public/boot.js shows it: the program itself
/// can't draw any more.
fn report_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let message = JsValue::from(panic.to_string());
        web_sys::console::error_1(&message);
        let window = leptos::prelude::window();
        // A message that can't be left costs the message, not the report.
        let _ = js_sys::Reflect::set(&window, &"fourShapesPanic".into(), &message);
    }));
}
