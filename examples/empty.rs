//! A Leptos page with next to nothing on it: what the real page's start is
//! measured against (`cargo xtask bench page`).

use leptos::prelude::*;

fn main() {
    mount_to_body(|| view! { <p>"An empty page"</p> });
    if let Some(root) = document().document_element() {
        root.set_attribute("data-ready", "true")
            .expect("`data-ready` is a valid name");
    }
}
