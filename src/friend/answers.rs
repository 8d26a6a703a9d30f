//! Passing the answer to an invitation on to the tab that waits for it: its link opens in a tab of its
//! own.

use crate::{
    browser,
    navigation::{Navigation, use_navigation},
    text,
};
use std::{cell::Cell, rc::Rc};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{BroadcastChannel, MessageEvent};

/// The name of the channel between the tabs.
const CHANNEL: &str = "four-shapes:answer";

/// What the waiting tab says when it has taken an answer.
const TAKEN: &str = "taken";

/// After which time the user is told where the answer belongs, in milliseconds. Tabs in the background
/// may take it only when they are shown.
const TIMEOUT_MS: u64 = 3000;

/// Passes the fragment of an answer on, and says whether that worked.
pub(crate) fn pass_answer_on(fragment: &str) {
    let navigation = use_navigation();
    let Ok(channel) = BroadcastChannel::new(CHANNEL) else {
        return navigation.notify(text::answer_not_expected());
    };
    let is_taken = Rc::new(Cell::new(false));
    let receive = {
        let is_taken = is_taken.clone();
        move |text: String| {
            if text == TAKEN && !is_taken.replace(true) {
                navigation.notify(text::answer_passed_on());
            }
        }
    };
    on_message(&channel, receive).forget();
    // Only closed channels refuse texts.
    let _ = channel.post_message(&fragment.into());
    browser::spawn(async move {
        browser::sleep(TIMEOUT_MS).await;
        if !is_taken.get() {
            navigation.notify(text::answer_not_expected());
        }
    });
}

/// Takes the answers that other tabs pass on, as long as the page is open: `take` returns whether an
/// invitation waits for the answer.
pub(super) fn receive_answers(
    navigation: Navigation,
    take: impl Fn(&str) -> Result<bool, String> + 'static,
) {
    let Ok(channel) = BroadcastChannel::new(CHANNEL) else {
        return;
    };
    let handler = {
        let channel = channel.clone();
        move |fragment: String| match take(&fragment) {
            // Only closed channels refuse texts.
            Ok(true) => drop(channel.post_message(&TAKEN.into())),
            Ok(false) => {}
            Err(error) => navigation.notify(error),
        }
    };
    on_message(&channel, handler).forget();
}

fn on_message(
    channel: &BroadcastChannel,
    mut handle: impl FnMut(String) + 'static,
) -> Closure<dyn FnMut(JsValue)> {
    let handler = Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| {
        let event: MessageEvent = event.unchecked_into();
        if let Some(text) = event.data().as_string() {
            handle(text);
        }
    });
    channel.set_onmessage(Some(handler.as_ref().unchecked_ref()));
    handler
}
