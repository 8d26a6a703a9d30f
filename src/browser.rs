//! Browser APIs: files, clipboard, URL fragment, dates, timers, storage estimate.

use four_shapes_records::{high_scores::Date, record};
use js_sys::{Array, Object, Promise, Uint8Array};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, BlobPropertyBag, ClipboardItem, File, FileList, FilePropertyBag, HtmlAnchorElement,
    HtmlElement, HtmlInputElement, RequestCache, RequestInit, Response, ShareData, Url,
};

/// Returns today's date in the local time zone.
pub(crate) fn today() -> Option<Date> {
    date_of(&js_sys::Date::new_0())
}

fn date_of(now: &js_sys::Date) -> Option<Date> {
    let year = u16::try_from(now.get_full_year()).ok()?;
    Date::new(year, now.get_month() as u8 + 1, now.get_date() as u8)
}

/// Returns today's date for file names; empty if the clock is out of range.
pub(crate) fn today_string() -> String {
    today().map_or_else(String::new, |date| date.to_string())
}

/// Returns the time in milliseconds since 1970.
pub(crate) fn now() -> u64 {
    to_u64(js_sys::Date::now())
}

/// Returns the time in milliseconds since the page was opened, which does not follow changes of the
/// system's time. Whether it goes on while the device sleeps depends on the browser.
pub(crate) fn monotonic_now() -> u64 {
    window()
        .performance()
        .map_or(0, |performance| to_u64(performance.now()))
}

/// Returns a length as a whole number of pixels, at least 0.
pub(crate) fn pixels(length: f64) -> usize {
    to_u64(length) as usize
}

/// Truncates a JavaScript number; negative numbers become 0.
#[allow(clippy::cast_sign_loss)]
fn to_u64(number: f64) -> u64 {
    number as u64
}

/// Returns a random number below a bound.
pub(crate) fn random_below(bound: u8) -> usize {
    to_u64(js_sys::Math::random() * f64::from(bound)) as usize
}

/// Returns a random number.
pub(crate) fn random_u32() -> u32 {
    to_u64(js_sys::Math::random() * f64::from(u32::MAX)) as u32
}

/// Returns random bytes that can't be guessed; `None` if the browser has none.
pub(crate) fn random_bytes<const N: usize>() -> Option<[u8; N]> {
    let mut bytes = [0; N];
    let crypto = window().crypto().ok()?;
    crypto.get_random_values_with_u8_array(&mut bytes).ok()?;
    Some(bytes)
}

/// Returns a random number of 64 bits.
pub(crate) fn random_u64() -> u64 {
    u64::from(random_u32()) << 32 | u64::from(random_u32())
}

/// Generates the unique id of a game from the time and a random number.
pub(crate) fn new_id() -> String {
    // As `u32`s: formatting a `u64` would add code to the first load.
    let (now, random) = (js_sys::Date::now(), js_sys::Math::random() * 1e9);
    let seconds = to_u64(now / 1000.0) as u32;
    let rest = to_u64(now - f64::from(seconds) * 1000.0) as u32;
    format!("{seconds}{rest:03}-{}", to_u64(random) as u32)
}

/// Downloads a text as a file.
pub(crate) fn download(name: &str, text: &str) {
    download_parts(name, &Array::of1(&text.into()));
}

/// Downloads a text, given in parts, as a file whose type depends on the extension.
pub(crate) fn download_parts(name: &str, parts: &Array) {
    if let Err(error) = try_download(name, parts) {
        web_sys::console::error_1(&error);
    }
}

fn try_download(name: &str, parts: &Array) -> Result<(), JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type(match name.rsplit('.').next() {
        Some("csv") => "text/csv",
        Some("txt") => "text/plain",
        _ => "application/json",
    });
    let blob = Blob::new_with_str_sequence_and_options(parts, &options)?;
    download_blob(name, &blob)
}

/// Downloads a file.
///
/// # Errors
/// Returns the exception if the browser refuses.
pub(crate) fn download_blob(name: &str, blob: &Blob) -> Result<(), JsValue> {
    let url = Url::create_object_url_with_blob(blob)?;
    let anchor: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
    anchor.set_href(&url);
    anchor.set_download(name);
    anchor.click();
    // Some browsers open the URL only after the click has been handled.
    set_timeout(
        move || {
            // Revoking a URL created above doesn't fail.
            let _ = Url::revoke_object_url(&url);
        },
        std::time::Duration::from_mins(1),
    );
    Ok(())
}

/// The reason why a file could not be read.
pub(crate) enum FileError {
    /// It exceeds the size limit.
    TooLarge,
    /// The browser can't read it.
    Unreadable,
}

/// Reads a file as text, up to the size limit of a game.
pub(crate) fn read_game_file(file: &File, then: impl FnOnce(Result<String, FileError>) + 'static) {
    read_text_file(file, record::MAX_BYTES as u32, Box::new(then));
}

/// Reads a file as text, up to `max_bytes`.
pub(crate) fn read_text_file(
    file: &File,
    max_bytes: u32,
    then: Box<dyn FnOnce(Result<String, FileError>)>,
) {
    let size = file.size();
    if size > f64::from(max_bytes) {
        return then(Err(FileError::TooLarge));
    }
    let then = move |read: Result<JsValue, JsValue>| {
        let text = read.ok().and_then(|text| text.as_string());
        then(text.ok_or(FileError::Unreadable));
    };
    on_settled(file.text(), Box::new(then));
}

/// Reads a file's bytes; passes `None` if the browser can't read it.
pub(crate) fn read_bytes(file: &File, then: impl FnOnce(Option<Uint8Array>) + 'static) {
    let then = move |read: Result<JsValue, JsValue>| {
        then(read.ok().map(|buffer| Uint8Array::new(&buffer)));
    };
    on_settled(file.array_buffer(), Box::new(then));
}

/// Waits without blocking the event loop.
pub(crate) async fn sleep(milliseconds: u64) {
    let promise = Promise::new(&mut |resolve, _| {
        let end = move || {
            // `resolve` doesn't throw.
            let _ = resolve.call0(&JsValue::UNDEFINED);
        };
        set_timeout(end, std::time::Duration::from_millis(milliseconds));
    });
    // It is never rejected.
    let _ = JsFuture::from(promise).await;
}

/// Converts milliseconds since 1970 to a date in the local time zone.
pub(crate) fn local_date(time: u64) -> Option<Date> {
    // Dates in JavaScript end below 2⁵³ ms.
    #[allow(clippy::cast_precision_loss)]
    let time = time as f64;
    date_of(&js_sys::Date::new(&time.into()))
}

/// A time in the local time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LocalTime {
    /// The number of the day: 0 on 1 January 1970.
    pub(crate) day: i64,
    /// The minute of the day.
    pub(crate) minute: u32,
}

/// Converts milliseconds since 1970 to the local time zone.
pub(crate) fn local_time(time: u64) -> LocalTime {
    const MINUTES_PER_DAY: i64 = 24 * 60;
    // Dates in JavaScript end below 2⁵³ ms.
    #[allow(clippy::cast_precision_loss)]
    let offset = js_sys::Date::new(&(time as f64).into()).get_timezone_offset();
    let minutes = (time / 60_000).cast_signed() - offset as i64;
    LocalTime {
        day: minutes.div_euclid(MINUTES_PER_DAY),
        minute: minutes.rem_euclid(MINUTES_PER_DAY) as u32,
    }
}

/// Returns the local midnight at the start of the day `offset` days after an ISO date, in
/// milliseconds since 1970.
pub(crate) fn start_of_day(day: &str, offset: i32) -> Option<u64> {
    day.parse::<Date>().ok()?;
    let mut parts = day.split('-').map(|part| part.parse::<i32>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let date = js_sys::Date::new_with_year_month_day(year.cast_unsigned(), month - 1, day + offset);
    Some(to_u64(date.get_time()))
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
        value.as_f64().map(to_u64)
    };
    Some(StorageEstimate {
        usage: number("usage")?,
        quota: number("quota")?,
        is_persistent,
    })
}

/// Converts to lower case with the browser's Unicode tables, which saves code.
pub(crate) fn to_lowercase(text: &str) -> String {
    String::from(js_sys::JsString::from(text).to_lower_case())
}

/// Spawns a task. Boxed, so that the executor's code is instantiated once.
pub(crate) fn spawn(work: impl Future<Output = ()> + 'static) {
    let work: std::pin::Pin<Box<dyn Future<Output = ()>>> = Box::pin(work);
    wasm_bindgen_futures::spawn_local(work);
}

/// Calls `then` with the result of a promise.
pub(crate) fn on_settled(promise: Promise, then: Box<dyn FnOnce(Result<JsValue, JsValue>)>) {
    wasm_bindgen_futures::spawn_local(async move {
        then(JsFuture::from(promise).await);
    });
}

/// Takes the files selected in a file input.
pub(crate) fn take_selected_files(event: &web_sys::Event) -> Vec<File> {
    let input = event.target().and_then(|target| target.dyn_into().ok());
    let Some(input): Option<HtmlInputElement> = input else {
        return Vec::new();
    };
    let files = input.files();
    let files = files.map(|files| file_vec(&files)).unwrap_or_default();
    // Selecting the same file again fires another event, for a file that was corrected.
    input.set_value("");
    files
}

/// Collects a `FileList`.
pub(crate) fn file_vec(files: &FileList) -> Vec<File> {
    (0..files.length()).filter_map(|at| files.get(at)).collect()
}

/// Whether a file has the extension of a bot.
pub(crate) fn is_bot(file: &File) -> bool {
    file.name().to_ascii_lowercase().ends_with(".wasm")
}

/// Shows an element in full screen, if the browser allows it.
pub(crate) fn request_fullscreen(element: &web_sys::Element) {
    let request = js_sys::Reflect::get(element, &"requestFullscreen".into());
    let request = request.ok().and_then(|it| it.dyn_into().ok());
    let promise = request.and_then(|request: js_sys::Function| request.call0(element).ok());
    if let Some(promise) = promise.and_then(|promise| promise.dyn_into().ok()) {
        // A refusal leaves the element at the size of the window.
        on_settled(promise, Box::new(|_| ()));
    }
}

/// Copies a text to the clipboard; passes whether that succeeded.
pub(crate) fn copy_to_clipboard(text: &str, then: impl FnOnce(bool) + 'static) {
    // Missing in insecure contexts.
    let navigator = window().navigator();
    let clipboard = js_sys::Reflect::get(&navigator, &"clipboard".into());
    if clipboard.is_ok_and(|clipboard| clipboard.is_object()) {
        let written = navigator.clipboard().write_text(text);
        on_settled(written, Box::new(move |written| then(written.is_ok())));
    } else {
        then(false);
    }
}

/// Whether the Web Share API is available.
pub(crate) fn can_share() -> bool {
    js_sys::Reflect::has(&window().navigator(), &"share".into()) == Ok(true)
}

/// Opens the share dialog of the operating system for a link, possibly with a text; passes whether it
/// was shared.
pub(crate) fn share(title: &str, text: Option<&str>, url: &str, then: impl FnOnce(bool) + 'static) {
    let data = ShareData::new();
    data.set_title(title);
    if let Some(text) = text {
        data.set_text(text);
    }
    data.set_url(url);
    // It is rejected if the user cancels.
    let sent = window().navigator().share_with_data(&data);
    on_settled(sent, Box::new(move |sent| then(sent.is_ok())));
}

/// Shows a number at the icon of the installed app, or none for 0. Few browsers can.
pub(crate) fn set_app_badge(count: usize) {
    if is_embedded() {
        return;
    }
    let navigator = window().navigator();
    let (method, arguments) = match count {
        0 => ("clearAppBadge", Array::new()),
        count => ("setAppBadge", Array::of1(&(count as u32).into())),
    };
    let Ok(method) = js_sys::Reflect::get(&navigator, &method.into()) else {
        return;
    };
    if let Some(method) = method.dyn_ref::<js_sys::Function>()
        && let Ok(settled) = method.apply(&navigator, &arguments)
        && let Ok(promise) = settled.dyn_into()
    {
        // It is rejected if the app may not have a badge.
        on_settled(promise, Box::new(|_| ()));
    }
}

/// Makes a file of text or of bytes; `None` if the browser can't.
pub(crate) fn blob(content: &JsValue, kind: &str) -> Option<Blob> {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let parts = Array::of1(content);
    Blob::new_with_str_sequence_and_options(&parts, &options).ok()
}

/// Whether the Web Share API takes files.
pub(crate) fn can_share_files() -> bool {
    let navigator = window().navigator();
    let has_check = js_sys::Reflect::has(&navigator, &"canShare".into()) == Ok(true);
    let file = has_check.then(|| blob(&"".into(), "image/png")).flatten();
    let data = file.and_then(|file| share_data("picture.png", &file));
    data.is_some_and(|data| can_share() && navigator.can_share_with_data(&data))
}

fn share_data(name: &str, blob: &Blob) -> Option<ShareData> {
    let options = FilePropertyBag::new();
    options.set_type(&blob.type_());
    let file = File::new_with_blob_sequence_and_options(&Array::of1(blob), name, &options).ok()?;
    let data = ShareData::new();
    data.set_files(&Array::of1(&file));
    Some(data)
}

/// How the share dialog of the operating system ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shared {
    /// The user has shared something, or has cancelled.
    Asked,
    /// The browser didn't show it, such as too long after the button was pressed.
    Refused,
}

/// Opens the share dialog of the operating system for a file with a text and a link.
pub(crate) async fn share_file(name: &str, blob: &Blob, text: &str, url: &str) -> Shared {
    let Some(data) = share_data(name, blob) else {
        return Shared::Refused;
    };
    data.set_text(text);
    data.set_url(url);
    let sent = window().navigator().share_with_data(&data);
    match JsFuture::from(sent).await {
        Err(error) if error_name(&error) != "AbortError" => Shared::Refused,
        _ => Shared::Asked,
    }
}

fn error_name(error: &JsValue) -> String {
    let name = js_sys::Reflect::get(error, &"name".into());
    name.ok()
        .and_then(|name| name.as_string())
        .unwrap_or_default()
}

/// Whether images can be copied.
pub(crate) fn can_copy_images() -> bool {
    let navigator = window().navigator();
    let clipboard = js_sys::Reflect::get(&navigator, &"clipboard".into());
    clipboard.is_ok_and(|clipboard| clipboard.is_object())
        && js_sys::Reflect::has(&window(), &"ClipboardItem".into()) == Ok(true)
}

/// Copies a PNG file that is being made; passes whether that succeeded.
pub(crate) fn copy_image(png: &Promise, then: impl FnOnce(bool) + 'static) {
    let record = Object::new();
    // Setting a property of a new object doesn't fail.
    let _ = js_sys::Reflect::set(&record, &"image/png".into(), png);
    let Ok(item) = ClipboardItem::new_with_record_from_str_to_blob_promise(&record) else {
        return then(false);
    };
    let written = window().navigator().clipboard().write(&Array::of1(&item));
    on_settled(written, Box::new(move |written| then(written.is_ok())));
}

/// Fetches a text file of the page; passes `None` on failure.
pub(crate) fn fetch_text(url: &str, then: impl FnOnce(Option<String>) + 'static) {
    let fetched = window().fetch_with_str(url);
    wasm_bindgen_futures::spawn_local(async move {
        then(response_text(fetched).await.ok().flatten());
    });
}

/// Fetches a file of the page, from the network if `reload`; `None` on failure.
pub(crate) async fn fetch_bytes(url: &str, reload: bool) -> Option<Vec<u8>> {
    let options = RequestInit::new();
    if reload {
        options.set_cache(RequestCache::Reload);
    }
    let response = JsFuture::from(window().fetch_with_str_and_init(url, &options));
    let response: Response = response.await.ok()?.dyn_into().ok()?;
    if !response.ok() {
        return None;
    }
    let buffer = JsFuture::from(response.array_buffer().ok()?).await.ok()?;
    Some(Uint8Array::new(&buffer).to_vec())
}

const MILLISECONDS_PER_DAY: f64 = 86_400_000.0;

/// Returns the number of the day in the local time zone: 0 on 1 January 1970.
pub(crate) fn day_number() -> i64 {
    const MINUTE: f64 = 60_000.0;
    let now = js_sys::Date::new_0();
    let local = now.get_time() - now.get_timezone_offset() * MINUTE;
    (local / MILLISECONDS_PER_DAY).floor() as i64
}

/// Returns the date with a [`day_number`]; empty if it is out of range.
pub(crate) fn day_string(day: i64) -> String {
    let days = f64::from(i32::try_from(day).unwrap_or(i32::MAX));
    let date = js_sys::Date::new(&(days * MILLISECONDS_PER_DAY).into());
    let year = u16::try_from(date.get_utc_full_year()).ok();
    let date = year.and_then(|year| {
        Date::new(
            year,
            date.get_utc_month() as u8 + 1,
            date.get_utc_date() as u8,
        )
    });
    date.map_or_else(String::new, |date| date.to_string())
}

async fn response_text(fetched: Promise) -> Result<Option<String>, JsValue> {
    let response: Response = JsFuture::from(fetched).await?.dyn_into()?;
    if !response.ok() {
        return Ok(None);
    }
    let text = JsFuture::from(response.text()?).await?;
    Ok(text.as_string())
}

/// Returns an attribute of `<html>`, such as a setting or the version; empty if missing.
pub(crate) fn root_attribute(name: &str) -> String {
    let root = document().document_element();
    root.and_then(|root| root.get_attribute(name))
        .unwrap_or_default()
}

/// Returns the value of a setting by its name; empty for the default of one that was never set.
pub(crate) fn setting(name: &str) -> String {
    root_attribute(&["data-", name].concat())
}

/// Whether the current entry of the history is that of something open above the board: see
/// `src/history/entries.rs`.
pub(crate) fn has_history_levels() -> bool {
    let state = window().history().and_then(|history| history.state());
    let numbers = state.ok().and_then(|state| state.dyn_into::<Array>().ok());
    let depth = numbers.and_then(|numbers| numbers.get(0).as_f64());
    depth.is_some_and(|depth| depth > 0.0)
}

/// Sets an attribute of `<html>`, for `public/boot.js` and the style sheets.
pub(crate) fn set_root_attribute(name: &str, value: &str) {
    if let Some(root) = document().document_element() {
        // It fails only for invalid names.
        let _ = root.set_attribute(name, value);
    }
}

/// Sets a custom property of `<html>`, for the style sheets.
pub(crate) fn set_root_style(name: &str, value: usize) {
    let root = document().document_element();
    if let Some(root) = root.and_then(|root| root.dyn_into::<HtmlElement>().ok()) {
        // It fails only for invalid names.
        let _ = root.style().set_property(name, &value.to_string());
    }
}

/// Takes ownership of the game from the tab that has it (see `public/game-lock.js`).
pub(crate) fn take_over_game() {
    let function = js_sys::Reflect::get(&window(), &"fourShapesTake".into());
    let Some(function) = function
        .ok()
        .and_then(|it| it.dyn_into::<js_sys::Function>().ok())
    else {
        return;
    };
    if let Err(error) = function.call0(&JsValue::UNDEFINED) {
        web_sys::console::error_1(&error);
    }
}

/// Whether the page has a column for panels beside the board, as in style/page.css.
pub(crate) fn has_side_column() -> bool {
    let wide = window().match_media("(min-width: 60rem)");
    wide.ok().flatten().is_some_and(|query| query.matches())
}

/// A busy device may never be idle.
const IDLE_TIMEOUT_MS: u32 = 5000;

/// Runs a callback when the browser is idle, at the latest after [`IDLE_TIMEOUT_MS`], or soon where
/// it doesn't report that.
pub(crate) fn when_idle(act: impl FnOnce() + 'static) {
    let act = wasm_bindgen::closure::Closure::once_into_js(act);
    let act = act.unchecked_ref();
    let options = web_sys::IdleRequestOptions::new();
    options.set_timeout(IDLE_TIMEOUT_MS);
    let window = window();
    if window
        .request_idle_callback_with_options(act, &options)
        .is_err()
    {
        // As in Safari, which lacks that function.
        let _ = window.set_timeout_with_callback(act);
    }
}

/// Whether another tab owns the game, so that this one may only show that of a link (see
/// `public/game-lock.js`).
pub(crate) fn is_read_only() -> bool {
    root_attribute("data-read-only") == "true"
}

/// Whether the page is in a frame of another site and stores nothing (`?embed`, see `public/boot.js`).
pub(crate) fn is_embedded() -> bool {
    let root = document().document_element();
    root.is_some_and(|root| root.has_attribute("data-embed"))
}

/// Returns the origin that an embedded page exchanges messages with, if it is named and valid.
pub(crate) fn embedding_origin() -> Option<String> {
    let named = root_attribute("data-embed");
    let url = Url::new(&named).ok()?;
    let is_http = matches!(url.protocol().as_str(), "http:" | "https:");
    (is_http && url.origin() == named).then_some(named)
}

/// Returns the URL of a file of the page, with the version of the build.
pub(crate) fn asset_url(name: &str) -> String {
    let version = root_attribute("data-version");
    let base = document().base_uri().ok().flatten().unwrap_or_default();
    let page = base.split(['#', '?']).next().unwrap_or_default();
    let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
    format!("{folder}/{name}?{version}")
}

/// Returns the fragment of the page's URL, without the `#`.
pub(crate) fn fragment() -> String {
    let fragment = window().location().hash().unwrap_or_default();
    fragment.strip_prefix('#').unwrap_or_default().to_owned()
}

/// Returns the page's URL with a fragment.
pub(crate) fn url_with_fragment(fragment: &str) -> String {
    let url = window().location().href().unwrap_or_default();
    let page = url.split('#').next().unwrap_or_default();
    if fragment.is_empty() {
        page.to_owned()
    } else {
        format!("{page}#{fragment}")
    }
}

/// Returns the URL of a game for others, which is that of the whole page if this one is embedded.
pub(crate) fn link_to(fragment: &str) -> String {
    let url = url_with_fragment(fragment);
    match url.split_once('?') {
        Some((page, _)) if is_embedded() => format!("{page}#{fragment}"),
        _ => url,
    }
}

/// Replaces the fragment of the page's URL, without a history entry.
pub(crate) fn set_fragment(fragment: &str) {
    if fragment == self::fragment() {
        return;
    }
    let url = url_with_fragment(fragment);
    if let Ok(history) = window().history() {
        // Some browsers limit the rate of changes. The next move then updates the URL.
        let state = history.state().unwrap_or_default();
        let _ = history.replace_state_with_url(&state, "", Some(&url));
    }
}
