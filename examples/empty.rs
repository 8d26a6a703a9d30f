//! A minimal Leptos page, the baseline for the page's start-up time
//! (`cargo xtask bench page`).

use leptos::prelude::*;

fn main() {
    mount_to_body(|| view! { <p>"An empty page"</p> });
    if let Some(root) = document().document_element() {
        root.set_attribute("data-ready", "true")
            .expect("`data-ready` is a valid name");
    }
}
