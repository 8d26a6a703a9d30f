//! What the page asks of the browser besides drawing: files, the clipboard, the
//! address, the date.

use four_shapes_engine::{record, scores::Date};
use js_sys::{Array, Promise, Uint8Array};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, BlobPropertyBag, File, FileList, HtmlAnchorElement, HtmlInputElement, Response, Url,
};

/// Today, where the browser is.
pub(crate) fn today() -> Option<Date> {
    date_of(&js_sys::Date::new_0())
}

fn date_of(now: &js_sys::Date) -> Option<Date> {
    let year = u16::try_from(now.get_full_year()).ok()?;
    Date::new(year, now.get_month() as u8 + 1, now.get_date() as u8)
}

/// Today as part of a file's name.
pub(crate) fn date() -> String {
    today().map_or_else(String::new, |date| date.to_string())
}

/// Now, in milliseconds since 1970.
pub(crate) fn now() -> u64 {
    whole(js_sys::Date::now())
}

/// A number of the browser's as a whole one that is not negative.
#[allow(clippy::cast_sign_loss)]
fn whole(number: f64) -> u64 {
    number as u64
}

/// An id that no game has yet: when it begins, and something that two pages don't
/// come upon at the same time.
pub(crate) fn new_id() -> String {
    // In parts, for which there is code already.
    let (now, random) = (js_sys::Date::now(), js_sys::Math::random() * 1e9);
    let seconds = whole(now / 1000.0) as u32;
    let rest = whole(now - f64::from(seconds) * 1000.0) as u32;
    format!("{seconds}{rest:03}-{}", whole(random) as u32)
}

/// Hands a text to the person as a file. The browser makes of the name what it
/// allows.
pub(crate) fn download(name: &str, text: &str) {
    if let Err(error) = try_download(name, "application/json", &Array::of1(&text.into())) {
        web_sys::console::error_1(&error);
    }
}

fn try_download(name: &str, kind: &str, parts: &Array) -> Result<(), JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let blob = Blob::new_with_str_sequence_and_options(parts, &options)?;
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

/// Hands a long text to the person as a file: its parts, which are no longer needed. What
/// kind of text it is is seen from the name.
pub(crate) fn download_parts(name: &str, parts: &Array) {
    let kind = match name.rsplit('.').next() {
        Some("csv") => "text/csv",
        Some("txt") => "text/plain",
        _ => "application/json",
    };
    if let Err(error) = try_download(name, kind, parts) {
        web_sys::console::error_1(&error);
    }
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
    read_large(file, record::MAX_BYTES as u32, Box::new(then));
}

/// Reads a file as text, if it has no more than so many bytes.
pub(crate) fn read_large(file: &File, most: u32, then: Box<dyn FnOnce(Result<String, NotRead>)>) {
    let size = file.size();
    if size > f64::from(most) {
        return then(Err(NotRead::TooLarge));
    }
    let then = move |read: Result<JsValue, JsValue>| {
        let text = read.ok().and_then(|text| text.as_string());
        then(text.ok_or(NotRead::Failed));
    };
    settle(file.text(), Box::new(then));
}

/// Reads what a file has in it; `None` if the browser can't.
pub(crate) fn read_bytes(file: &File, then: impl FnOnce(Option<Uint8Array>) + 'static) {
    let then = move |read: Result<JsValue, JsValue>| {
        then(read.ok().map(|buffer| Uint8Array::new(&buffer)));
    };
    settle(file.array_buffer(), Box::new(then));
}

/// Lets the browser do something else for so many milliseconds.
pub(crate) async fn sleep(milliseconds: u64) {
    let promise = Promise::new(&mut |resolve, _| {
        let over = move || {
            // A promise's function does not fail.
            let _ = resolve.call0(&JsValue::UNDEFINED);
        };
        set_timeout(over, std::time::Duration::from_millis(milliseconds));
    });
    // Nothing rejects it.
    let _ = JsFuture::from(promise).await;
}

/// The day of a moment where the browser is, the moment in milliseconds since 1970.
pub(crate) fn day(time: u64) -> Option<Date> {
    // Browsers count no further than a number of theirs is exact.
    #[allow(clippy::cast_precision_loss)]
    let time = time as f64;
    date_of(&js_sys::Date::new(&time.into()))
}

/// When a day begins where the browser is, or so many days behind it, in
/// milliseconds since 1970; `2026-11-21` is a day.
pub(crate) fn beginning_of(day: &str, behind: i32) -> Option<u64> {
    day.parse::<Date>().ok()?;
    let mut parts = day.split('-').map(|part| part.parse::<i32>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let date = js_sys::Date::new_with_year_month_day(year.cast_unsigned(), month - 1, day + behind);
    Some(whole(date.get_time()))
}

/// The storage used by the page's origin and its quota, in bytes.
pub(crate) struct StorageEstimate {
    pub(crate) usage: u64,
    pub(crate) quota: u64,
    /// Whether the browser never evicts the data.
    pub(crate) is_persistent: bool,
}

/// Returns the browser's storage estimate, if it supports that. `persist` requests persistent
/// storage.
pub(crate) async fn storage_estimate(persist: bool) -> Option<StorageEstimate> {
    let navigator = window().navigator();
    // Missing in insecure contexts.
    let manager = js_sys::Reflect::get(&navigator, &"storage".into()).ok()?;
    if !manager.is_object() {
        return None;
    }
    let storage = navigator.storage();
    let persisted = storage.persisted().ok()?;
    let mut is_persistent = JsFuture::from(persisted).await.ok()?.is_truthy();
    if persist && !is_persistent {
        let granted = storage.persist().ok()?;
        is_persistent = JsFuture::from(granted)
            .await
            .is_ok_and(|granted| granted.is_truthy());
    }
    let estimate = JsFuture::from(storage.estimate().ok()?).await.ok()?;
    let number = |name: &str| -> Option<u64> {
        let value = js_sys::Reflect::get(&estimate, &name.into()).ok()?;
        value.as_f64().map(whole)
    };
    Some(StorageEstimate {
        usage: number("usage")?,
        quota: number("quota")?,
        is_persistent,
    })
}

/// A text in small letters; the browser has the tables for that.
pub(crate) fn in_small_letters(text: &str) -> String {
    String::from(js_sys::JsString::from(text).to_lower_case())
}

/// Runs something that waits in between. In a box, so that there is one type of it.
pub(crate) fn spawn(work: impl Future<Output = ()> + 'static) {
    let work: std::pin::Pin<Box<dyn Future<Output = ()>>> = Box::pin(work);
    wasm_bindgen_futures::spawn_local(work);
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

/// The files that were chosen in an input.
pub(crate) fn chosen_files(event: &web_sys::Event) -> Vec<File> {
    let input = event.target().and_then(|target| target.dyn_into().ok());
    let Some(input): Option<HtmlInputElement> = input else {
        return Vec::new();
    };
    let files = input.files().map(|files| list(&files)).unwrap_or_default();
    // The same files can be chosen again, after they have been mended.
    input.set_value("");
    files
}

/// The files of a list.
pub(crate) fn list(files: &FileList) -> Vec<File> {
    (0..files.length()).filter_map(|at| files.get(at)).collect()
}

/// Whether a file is called like a bot.
pub(crate) fn is_bot(file: &File) -> bool {
    file.name().to_ascii_lowercase().ends_with(".wasm")
}

/// Shows an element on the full screen, if the browser lets it.
pub(crate) fn fill_screen(element: &web_sys::Element) {
    let request = js_sys::Reflect::get(element, &"requestFullscreen".into());
    let request = request.ok().and_then(|it| it.dyn_into().ok());
    let asked = request.and_then(|request: js_sys::Function| request.call0(element).ok());
    if let Some(asked) = asked.and_then(|asked| asked.dyn_into().ok()) {
        // Where it may not, the page is as large as the window.
        settle(asked, Box::new(|_| ()));
    }
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

/// Fetches a text of the page's own, and hands it over or nothing.
pub(crate) fn fetch_text(address: &str, then: impl FnOnce(Option<String>) + 'static) {
    let fetched = window().fetch_with_str(address);
    wasm_bindgen_futures::spawn_local(async move {
        then(text_of(fetched).await.ok().flatten());
    });
}

async fn text_of(fetched: Promise) -> Result<Option<String>, JsValue> {
    let response: Response = JsFuture::from(fetched).await?.dyn_into()?;
    if !response.ok() {
        return Ok(None);
    }
    let text = JsFuture::from(response.text()?).await?;
    Ok(text.as_string())
}

/// What the page's root has under a name: what has been set, and the version; empty
/// if nothing.
pub(crate) fn noted(name: &str) -> String {
    let root = document().document_element();
    root.and_then(|root| root.get_attribute(name))
        .unwrap_or_default()
}

/// Leaves a word at the page's root, for public/boot.js and the style sheets.
pub(crate) fn note(name: &str, word: &str) {
    if let Some(root) = document().document_element() {
        // It fails for names that are none.
        let _ = root.set_attribute(name, word);
    }
}

/// Takes one's own game over from the tab that has it: see public/tab.js.
pub(crate) fn take_game_over() {
    call("fourShapesTake", &JsValue::UNDEFINED);
}

/// Runs something in a quiet moment, where the browser knows when that is.
pub(crate) fn when_idle(act: impl FnOnce() + 'static) {
    let act = wasm_bindgen::closure::Closure::once_into_js(act);
    if !call("requestIdleCallback", &act) {
        call("setTimeout", &act);
    }
}

/// Calls a function of the window's, and tells whether there is one.
fn call(name: &str, argument: &JsValue) -> bool {
    let window = JsValue::from(window());
    let function = js_sys::Reflect::get(&window, &name.into());
    let Some(function) = function
        .ok()
        .and_then(|it| it.dyn_into::<js_sys::Function>().ok())
    else {
        return false;
    };
    if let Err(error) = function.call1(&window, argument) {
        web_sys::console::error_1(&error);
    }
    true
}

/// Whether another tab has the game in progress, and this one only shows that of a link:
/// see public/tab.js.
pub(crate) fn is_guest() -> bool {
    noted("data-guest") == "true"
}

/// Adds a style sheet to the page.
pub(crate) fn add_style_sheet(name: &str) {
    let added = document().create_element("link").and_then(|link| {
        link.set_attribute("rel", "stylesheet")?;
        link.set_attribute("href", &address_of(name))?;
        document()
            .document_element()
            .map_or(Ok(()), |root| root.append_child(&link).map(|_| ()))
    });
    if let Err(error) = added {
        web_sys::console::error_1(&error);
    }
}

/// Where a file of the page is. The version in it is that of all of them.
pub(crate) fn address_of(name: &str) -> String {
    let version = noted("data-version");
    let base = document().base_uri().ok().flatten().unwrap_or_default();
    let page = base.split(['#', '?']).next().unwrap_or_default();
    let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
    format!("{folder}/{name}?{version}")
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
