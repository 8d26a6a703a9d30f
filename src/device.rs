//! What the page asks of the browser besides drawing: files, the clipboard, the
//! address, the date.

use four_shapes_engine::{record, scores::Date};
use js_sys::{Array, Promise};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, File, HtmlAnchorElement, HtmlInputElement, Url};

/// Today, where the browser is.
pub(crate) fn today() -> Option<Date> {
    let now = js_sys::Date::new_0();
    let year = u16::try_from(now.get_full_year()).ok()?;
    Date::new(year, now.get_month() as u8 + 1, now.get_date() as u8)
}

/// Today as part of a file's name.
pub(crate) fn date() -> String {
    today().map_or_else(String::new, |date| date.to_string())
}

/// Hands a text to the person as a file. The browser makes of the name what it
/// allows.
pub(crate) fn download(name: &str, text: &str) {
    if let Err(error) = try_download(name, text) {
        web_sys::console::error_1(&error);
    }
}

fn try_download(name: &str, text: &str) -> Result<(), JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type("application/json");
    let parts = Array::of1(&text.into());
    let blob = Blob::new_with_str_sequence_and_options(&parts, &options)?;
    let url = Url::create_object_url_with_blob(&blob)?;
    let anchor: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    anchor.set_href(&url);
    anchor.set_download(name);
    anchor.click();
    // The download has begun, but not every browser has opened the file yet.
    set_timeout(
        move || {
            // It fails for no address of ours.
            let _ = Url::revoke_object_url(&url);
        },
        std::time::Duration::from_mins(1),
    );
    Ok(())
}

/// Why a file was not read.
pub(crate) enum NotRead {
    /// It has more bytes than any game.
    TooLarge,
    /// The browser could not.
    Failed,
}

/// Reads a file as text, if it is not too large to be a game.
pub(crate) fn read_file(file: &File, then: impl FnOnce(Result<String, NotRead>) + 'static) {
    let size = file.size();
    if size > f64::from(record::MOST_BYTES as u32) {
        return then(Err(NotRead::TooLarge));
    }
    let then = move |read: Result<JsValue, JsValue>| {
        let text = read.ok().and_then(|text| text.as_string());
        then(text.ok_or(NotRead::Failed));
    };
    settle(file.text(), Box::new(then));
}

/// Runs on with what comes of a promise.
fn settle(promise: Promise, then: Box<dyn FnOnce(Result<JsValue, JsValue>)>) {
    wasm_bindgen_futures::spawn_local(async move {
        then(JsFuture::from(promise).await);
    });
}

/// The file that was chosen in an input.
pub(crate) fn chosen_file(event: &web_sys::Event) -> Option<File> {
    let input: HtmlInputElement = event.target()?.dyn_into().ok()?;
    let file = input.files()?.get(0);
    // The same file can be chosen again, after it has been mended.
    input.set_value("");
    file
}

/// Copies a text, and tells whether that worked.
pub(crate) fn copy(text: &str, then: impl FnOnce(bool) + 'static) {
    // There is no clipboard on pages that were not loaded over https.
    let navigator = window().navigator();
    let clipboard = js_sys::Reflect::get(&navigator, &"clipboard".into());
    if clipboard.is_ok_and(|clipboard| clipboard.is_object()) {
        let written = navigator.clipboard().write_text(text);
        settle(written, Box::new(move |written| then(written.is_ok())));
    } else {
        then(false);
    }
}

/// Whether the browser can pass links on to other programs.
pub(crate) fn can_send() -> bool {
    js_sys::Reflect::has(&window().navigator(), &"share".into()) == Ok(true)
}

/// Passes a link on to a program that the person chooses.
pub(crate) fn send(title: &str, url: &str) {
    let data = web_sys::ShareData::new();
    data.set_title(title);
    data.set_url(url);
    // Whether it was sent or not is between the person and the other program.
    let sent = window().navigator().share_with_data(&data);
    settle(sent, Box::new(|_| ()));
}

/// Where the worker's script is. The version in it is that of all the page's files.
pub(crate) fn worker_address() -> String {
    let document = document();
    let version = document
        .document_element()
        .and_then(|root| root.get_attribute("data-version"))
        .unwrap_or_default();
    let base = document.base_uri().ok().flatten().unwrap_or_default();
    let page = base.split(['#', '?']).next().unwrap_or_default();
    let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
    format!("{folder}/worker.js?{version}")
}

/// The fragment of the page's address, without the `#`.
pub(crate) fn fragment() -> String {
    let fragment = window().location().hash().unwrap_or_default();
    fragment.strip_prefix('#').unwrap_or_default().to_owned()
}

/// The page's address with this fragment.
pub(crate) fn address_with(fragment: &str) -> String {
    let address = window().location().href().unwrap_or_default();
    let page = address.split('#').next().unwrap_or_default();
    if fragment.is_empty() {
        page.to_owned()
    } else {
        format!("{page}#{fragment}")
    }
}

/// Changes the fragment of the page's address, in place of the present one.
pub(crate) fn set_fragment(fragment: &str) {
    if fragment == self::fragment() {
        return;
    }
    let address = address_with(fragment);
    if let Ok(history) = window().history() {
        // Some browsers refuse many changes in a short time. The address is then
        // a move behind, and the next change mends that.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address));
    }
}
