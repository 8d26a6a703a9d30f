//! The browser's history: one entry for each level that is open above the board, so that *Back*
//! closes one level at a time. `entries.rs` decides, and this module calls the browser.

mod entries;

use crate::browser;
use entries::{Action, Entries, Entry};
use js_sys::Array;
use leptos::{ev, prelude::*};
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::PopStateEvent;

/// Something above the board that can be closed.
struct Level {
    name: &'static str,
    close: Box<dyn Fn()>,
}

/// The levels above the board, and the entries of the browser's history for them.
#[derive(Clone, Copy)]
pub(crate) struct History(StoredValue<State, LocalStorage>);

struct State {
    levels: Vec<Level>,
    entries: Entries,
    /// Called after an entry has become the current one again.
    on_return: Option<Rc<dyn Fn()>>,
}

impl History {
    pub(crate) fn new() -> Self {
        let entries = Entries::start(browser::random_u32(), current_entry(), &browser::fragment());
        let history = Self(StoredValue::new_local(State {
            levels: Vec::new(),
            entries,
            on_return: None,
        }));
        history.act();
        window_event_listener(ev::popstate, move |event| history.on_pop(&event));
        history
    }

    fn update<T>(self, update: impl FnOnce(&mut State) -> T) -> Option<T> {
        self.0.try_update_value(update)
    }

    /// Decides what to do, and does it.
    fn decide(self, decide: impl FnOnce(&mut Entries, &str)) {
        let fragment = browser::fragment();
        self.update(|state| decide(&mut state.entries, &fragment));
        self.act();
    }

    fn act(self) {
        let Ok(history) = window().history() else {
            return;
        };
        let actions = self.update(|state| state.entries.take_actions());
        // The calls fail only in documents that aren't shown, or if a browser limits their rate.
        for action in actions.into_iter().flatten() {
            match action {
                Action::Close(count) => {
                    for _ in 0..count {
                        if let Some(level) = self.update(|state| state.levels.pop()).flatten() {
                            (level.close)();
                        }
                    }
                }
                Action::Claim(entry, fragment) => {
                    let state = state_of(entry);
                    let url = fragment.map(|fragment| browser::url_with_fragment(&fragment));
                    let _ = history.replace_state_with_url(&state, "", url.as_deref());
                }
                Action::Push(entry, place) => {
                    let state = state_of(entry);
                    let url = place.map(|place| browser::url_with_fragment(&["/", place].concat()));
                    let _ = history.push_state_with_url(&state, "", url.as_deref());
                }
                Action::Go(steps) => {
                    let _ = history.go_with_delta(steps as i32);
                }
            }
        }
    }

    /// Sets the function that is called when the address may be that of an earlier time.
    pub(crate) fn on_return(self, listener: impl Fn() + 'static) {
        self.update(|state| state.on_return = Some(Rc::new(listener)));
    }

    /// Adds a level, whose name is the path in the address if it is a place.
    pub(crate) fn enter(self, name: &'static str, is_place: bool, close: impl Fn() + 'static) {
        if current_entry().is_none() {
            self.decide(Entries::adopt);
        }
        let close = Box::new(close);
        self.update(|state| state.levels.push(Level { name, close }));
        self.decide(|entries, fragment| entries.enter(is_place.then_some(name), fragment));
    }

    /// Whether the current entry of the browser's history is about to be left.
    pub(crate) fn is_traversing(self) -> bool {
        self.0.with_value(|state| state.entries.is_traversing())
    }

    /// Whether no level is open.
    pub(crate) fn is_empty(self) -> bool {
        self.0.with_value(|state| state.levels.is_empty())
    }

    /// Whether the top level has this name.
    pub(crate) fn is_at(self, name: &str) -> bool {
        let top = |state: &State| state.levels.last().is_some_and(|level| level.name == name);
        self.0.with_value(top)
    }

    /// Whether a level with this name is open.
    pub(crate) fn contains(self, name: &str) -> bool {
        self.position(name).is_some()
    }

    fn position(self, name: &str) -> Option<usize> {
        let position = |state: &State| state.levels.iter().position(|level| level.name == name);
        self.0.with_value(position)
    }

    /// Removes a level, which is closed already, and those above it.
    pub(crate) fn leave(self, name: &str) {
        if let Some(depth) = self.position(name) {
            self.update(|state| state.levels.truncate(depth));
            self.decide(|entries, _| entries.leave_to(depth));
        }
    }

    /// Closes the top level.
    pub(crate) fn back(self) {
        if let Some(level) = self.update(|state| state.levels.pop()).flatten() {
            let depth = self.0.with_value(|state| state.levels.len());
            self.decide(|entries, _| entries.leave_to(depth));
            (level.close)();
        }
    }

    /// Closes the top level if it has this name; otherwise calls `close` only.
    pub(crate) fn back_or(self, name: &str, close: impl FnOnce()) {
        if self.is_at(name) {
            self.back();
        } else {
            close();
        }
    }

    /// Calls a function that enters the level of the current address, which has an entry already
    /// after a reload or *Forward*.
    pub(crate) fn resume(self, enter: impl FnOnce()) {
        self.decide(|entries, fragment| entries.begin_resume(current_entry(), fragment));
        enter();
        self.decide(Entries::end_resume);
    }

    fn on_pop(self, event: &PopStateEvent) {
        let to = entry_of(&event.state());
        self.decide(|entries, fragment| entries.pop(to, fragment));
        let listener = self.update(|state| state.on_return.clone()).flatten();
        if let (Some(_), Some(listener)) = (to, listener) {
            listener();
        }
    }
}

/// Returns the state of the current entry; `None` for an entry of a link.
fn current_entry() -> Option<Entry> {
    entry_of(&window().history().ok()?.state().ok()?)
}

fn entry_of(state: &JsValue) -> Option<Entry> {
    let numbers: &Array = state.dyn_ref()?;
    Entry::of_numbers([0, 1, 2].map(|i| numbers.get(i).as_f64()))
}

fn state_of(entry: Entry) -> Array {
    let [depth, index, visit] = entry.numbers().map(JsValue::from);
    Array::of3(&depth, &index, &visit)
}
