//! The browser's history: one entry for each level that is open above the board, so that *Back*
//! closes one level at a time. The state of an entry is its number of levels.

use crate::browser;
use leptos::{ev, prelude::*};
use std::rc::Rc;
use wasm_bindgen::JsValue;
use web_sys::PopStateEvent;

/// Something above the board that can be closed.
struct Level {
    name: &'static str,
    close: Box<dyn Fn()>,
}

/// The levels above the board, and the entries of the browser's history for them.
#[derive(Clone, Copy)]
pub(crate) struct History(StoredValue<State, LocalStorage>);

#[derive(Default)]
struct State {
    levels: Vec<Level>,
    /// The traversals that were started here and haven't finished: they are asynchronous.
    traversals: u32,
    /// The fragments of the entries to add when they have finished.
    queued: Vec<Option<&'static str>>,
    /// Whether the next level has an entry already: that of a reloaded page or of *Forward*.
    has_entry: bool,
    /// Called after an entry has become the current one again.
    on_return: Option<Rc<dyn Fn()>>,
}

impl History {
    pub(crate) fn new() -> Self {
        let history = Self(StoredValue::new_local(State::default()));
        window_event_listener(ev::popstate, move |event| history.on_pop(&event));
        history
    }

    fn update<T>(self, update: impl FnOnce(&mut State) -> T) -> Option<T> {
        self.0.try_update_value(update)
    }

    fn depth(self) -> usize {
        self.0.with_value(|state| state.levels.len())
    }

    /// Sets the function that is called when the address may be that of an earlier time.
    pub(crate) fn on_return(self, listener: impl Fn() + 'static) {
        self.update(|state| state.on_return = Some(Rc::new(listener)));
    }

    /// Adds a level, whose name is the path in the address if it is a place.
    pub(crate) fn enter(self, name: &'static str, is_place: bool, close: impl Fn() + 'static) {
        let path = is_place.then_some(name);
        let is_new = self.update(|state| {
            let close = Box::new(close);
            state.levels.push(Level { name, close });
            if std::mem::take(&mut state.has_entry) {
                return false;
            }
            if state.traversals > 0 {
                state.queued.push(path);
            }
            state.traversals == 0
        });
        if is_new == Some(true) {
            push(self.depth(), path);
        }
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
            self.leave_to(depth);
        }
    }

    fn leave_to(self, depth: usize) {
        let levels = self.depth();
        self.update(|state| state.levels.truncate(depth));
        self.traverse(levels.saturating_sub(depth));
    }

    /// Goes back by this number of entries.
    fn traverse(self, mut steps: usize) {
        self.update(|state| {
            // Entries that don't exist yet.
            while steps > 0 && state.queued.pop().is_some() {
                steps -= 1;
            }
            state.traversals += u32::from(steps > 0);
        });
        if steps == 0 {
            return;
        }
        if let (Ok(history), Ok(steps)) = (window().history(), i32::try_from(steps)) {
            // It fails only in documents that aren't shown.
            let _ = history.go_with_delta(-steps);
        }
    }

    /// Closes the top level.
    pub(crate) fn back(self) {
        if let Some(level) = self.update(|state| state.levels.pop()).flatten() {
            self.traverse(1);
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
        let has_entry = entry_depth().is_some_and(|depth| depth > self.depth());
        if !has_entry {
            browser::set_fragment("");
        }
        self.update(|state| state.has_entry = has_entry);
        enter();
        self.update(|state| state.has_entry = false);
    }

    fn on_pop(self, event: &PopStateEvent) {
        let depth = depth_of(&event.state());
        let finished = self.update(|state| {
            let started = state.traversals > 0;
            state.traversals = state.traversals.saturating_sub(1);
            started.then(|| match state.traversals {
                0 => std::mem::take(&mut state.queued),
                _ => Vec::new(),
            })
        });
        let listener = self.update(|state| state.on_return.clone()).flatten();
        if let Some(Some(queued)) = finished {
            if let Some(listener) = listener {
                listener();
            }
            let first = self.depth() + 1 - queued.len();
            for (index, path) in queued.into_iter().enumerate() {
                push(first + index, path);
            }
            return;
        }
        // Entries without a state are those of links.
        let Some(depth) = depth else { return };
        while self.depth() > depth {
            if let Some(level) = self.update(|state| state.levels.pop()).flatten() {
                (level.close)();
            }
        }
        if let Some(listener) = listener {
            listener();
        }
    }
}

/// Returns the number of levels of the current entry; `None` for an entry of a link.
fn entry_depth() -> Option<usize> {
    depth_of(&window().history().ok()?.state().ok()?)
}

/// Parses the state of an entry.
fn depth_of(state: &JsValue) -> Option<usize> {
    state.as_string()?.parse().ok()
}

/// Adds an entry.
fn push(depth: usize, path: Option<&'static str>) {
    if let Ok(history) = window().history() {
        if entry_depth().is_none() {
            // It fails only if a browser limits the rate of changes.
            let _ = history.replace_state_with_url(&"0".into(), "", None);
        }
        let url = path.map(|path| browser::url_with_fragment(&["/", path].concat()));
        let depth = JsValue::from(depth.to_string());
        let _ = history.push_state_with_url(&depth, "", url.as_deref());
    }
}
