//! Four Shapes: Connect Four with coloured shapes, as a static web page.
//!
//! `docs/architecture.md` shows how the parts fit together.

mod analysis;
mod app;
mod autosave;
mod background;
mod board;
mod components;
mod conversation;
mod device;
mod game;
mod help;
mod library;
mod navigation;
mod parts;
mod play;
mod settings;
mod share;
mod sound;
mod storage;
mod text;
mod tournament;
mod workers;

use storage::{BrowserStorage, GameStore, StoredGame};
use wasm_bindgen::{JsCast, JsValue};

/// Starts the page.
pub fn start() {
    report_panics();
    device::spawn(async {
        match app::open_storage().await {
            Ok((store, found)) => mount(store, found),
            // public/boot.js says so.
            Err(_) => device::set_root_attribute("data-ready", "unreachable"),
        }
    });
}

fn mount(store: GameStore<BrowserStorage>, found: StoredGame) {
    let place = leptos::prelude::document().get_element_by_id("app");
    let place: web_sys::HtmlElement = place
        .and_then(|place| place.dyn_into().ok())
        .expect("index.html has an element for the program");
    // In one task with mounting, so that the emptied page is never painted.
    place.set_text_content(None);
    leptos::mount::mount_to(place, || app::app(store, found)).forget();
    device::set_root_attribute("data-ready", "true");
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
