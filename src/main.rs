//! Four Shapes: Connect Four with coloured shapes, as a static web page.
//!
//! `docs/architecture.md` shows how the parts fit together.

mod app;
mod board;
mod live;
mod panels;
mod scene;
mod session;
mod store;
mod text;
mod ui;

use wasm_bindgen::{JsCast, JsValue};

fn main() {
    report_panics();
    let document = leptos::prelude::document();
    let place = document
        .get_element_by_id("app")
        .and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok())
        .expect("index.html has an element for the program");
    // In one task with mounting, so that the emptied page is never painted.
    place.set_inner_html("");
    leptos::mount::mount_to(place, app::app).forget();
    if let Some(root) = document.document_element() {
        root.set_attribute("data-ready", "true")
            .expect("`data-ready` is a valid name");
    }
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
