//! Four Shapes: Connect Four with coloured shapes, as a static web page.
//!
//! `docs/architecture.md` describes the modules.

mod analysis;
mod app;
mod autosave;
mod background;
mod board;
mod board_editor;
mod browser;
mod compete;
mod components;
mod context;
mod conversation;
mod embed;
mod end;
mod exercise;
mod friend;
mod game;
mod help;
mod history;
mod later_views;
mod learn;
mod lessons;
mod library;
mod msg;
mod navigation;
mod opened;
mod openings;
mod page;
mod panel;
mod parts;
mod play;
mod puzzles;
mod route;
mod scores;
mod settings;
mod share;
mod signals;
mod sound;
mod storage;
mod text;
mod tournament;
#[cfg(test)]
mod walks;
mod workers;

use autosave::OpenedStorage;
use wasm_bindgen::{JsCast, JsValue};

/// Starts the page.
pub fn start() {
    report_panics();
    browser::spawn(async {
        match app::open_storage().await {
            Ok(storage) => mount(storage),
            // public/boot.js then opens the failure screen.
            Err(_) => browser::set_root_attribute("data-ready", "unreachable"),
        }
    });
}

fn mount(storage: OpenedStorage) {
    let root = leptos::prelude::document().get_element_by_id("app");
    let root: web_sys::HtmlElement = root
        .and_then(|root| root.dyn_into().ok())
        .expect("index.html has an element `app`");
    // In the same task as mounting, so that the empty page is never painted.
    root.set_text_content(None);
    leptos::mount::mount_to(root, || app::app(storage)).forget();
    browser::set_root_attribute("data-ready", "true");
}

/// Passes the message of a panic to `public/failure.js`, which shows the failure screen.
fn report_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let message = JsValue::from(panic.to_string());
        web_sys::console::error_1(&message);
        let window = leptos::prelude::window();
        // On failure, failure.js shows the trap's message instead.
        let _ = js_sys::Reflect::set(&window, &"fourShapesPanic".into(), &message);
    }));
}
