//! Decides what happens to the entries of the browser's history, without a browser.

/// The path in the address, if a level is a place.
pub(super) type Place = Option<&'static str>;

/// The state of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The number of levels.
    depth: usize,
    /// The number of earlier entries of the page, so that *Back* and *Forward* can be told apart.
    index: usize,
    /// Identifies the time from loading the page until leaving it. An entry of another visit is
    /// stale: its levels are gone.
    visit: u32,
}

impl Entry {
    /// The numbers that are stored in the browser.
    #[expect(clippy::cast_precision_loss, reason = "histories are short")]
    pub(super) fn numbers(self) -> [f64; 3] {
        [self.depth as f64, self.index as f64, self.visit.into()]
    }

    /// Reads the numbers of a state, `None` for values that aren't numbers.
    #[expect(clippy::cast_sign_loss, reason = "casts of negative numbers give 0")]
    pub(super) fn of_numbers(numbers: [Option<f64>; 3]) -> Option<Self> {
        let [depth, index, visit] = numbers;
        Some(Self {
            depth: depth? as usize,
            index: index? as usize,
            visit: visit? as u32,
        })
    }
}

/// What is to be done.
pub(super) enum Action {
    /// Close this number of levels, from the top.
    Close(usize),
    /// Replace the state of the current entry, and its fragment if there is one here.
    Claim(Entry, Option<String>),
    /// Add an entry.
    Push(Entry, Place),
    /// Go to another entry.
    Go(isize),
}

/// The entries of the levels that are open above the board.
pub(super) struct Entries {
    visit: u32,
    /// The index of the current entry.
    index: usize,
    levels: Vec<Place>,
    /// Whether a traversal that was started here hasn't finished: it is asynchronous.
    is_traversing: bool,
    /// The steps to go back when it has finished: of two traversals at once, browsers may do one.
    steps_left: usize,
    /// The number of top levels whose entries are added when all have finished.
    queued: usize,
    /// Whether the next level has an entry already: that of a reloaded page or of *Forward*.
    has_entry: bool,
    actions: Vec<Action>,
}

impl Entries {
    /// Starts a visit at an entry, which has a state after a reload.
    pub(super) fn start(visit: u32, current: Option<Entry>, fragment: &str) -> Self {
        let mut entries = Self {
            visit,
            index: current.map_or(0, |entry| entry.index),
            levels: Vec::new(),
            is_traversing: false,
            steps_left: 0,
            queued: 0,
            has_entry: false,
            actions: Vec::new(),
        };
        // `resume` claims the entry of a place.
        if !fragment.starts_with('/') {
            entries.claim(fragment);
        }
        entries
    }

    /// Takes what is to be done, in this order.
    pub(super) fn take_actions(&mut self) -> Vec<Action> {
        std::mem::take(&mut self.actions)
    }

    fn depth(&self) -> usize {
        self.levels.len() - self.queued
    }

    fn entry(&self) -> Entry {
        Entry {
            depth: self.depth(),
            index: self.index,
            visit: self.visit,
        }
    }

    /// Returns the fragment of the levels, if that of the current entry isn't it. The fragments
    /// of links stay.
    fn other_fragment(&self, fragment: &str) -> Option<String> {
        let place = self.levels[..self.depth()].iter().copied().flatten().last();
        match (place, fragment.strip_prefix('/')) {
            (None, None) => None,
            (place, path) if place == path => None,
            (Some(place), _) => Some(["/", place].concat()),
            (None, Some(_)) => Some(String::new()),
        }
    }

    fn claim(&mut self, fragment: &str) {
        let claim = Action::Claim(self.entry(), self.other_fragment(fragment));
        self.actions.push(claim);
    }

    /// Makes an entry without a state, which is that of a link, one of this visit.
    pub(super) fn adopt(&mut self, fragment: &str) {
        self.index += 1;
        self.claim(fragment);
    }

    /// Adds a level.
    pub(super) fn enter(&mut self, place: Place, fragment: &str) {
        self.levels.push(place);
        if std::mem::take(&mut self.has_entry) {
            self.claim(fragment);
        } else if self.is_traversing {
            self.queued += 1;
        } else {
            self.push(place);
        }
    }

    fn push(&mut self, place: Place) {
        self.index += 1;
        let push = Action::Push(self.entry(), place);
        self.actions.push(push);
    }

    /// Removes the levels above the first ones, which are closed already.
    pub(super) fn leave_to(&mut self, depth: usize) {
        let left = self.levels.len().saturating_sub(depth);
        self.levels.truncate(depth);
        // Entries that don't exist yet.
        let unqueued = left.min(self.queued);
        self.queued -= unqueued;
        self.go_back(left - unqueued);
    }

    fn go_back(&mut self, steps: usize) {
        if self.is_traversing {
            self.steps_left += steps;
        } else if steps > 0 {
            self.is_traversing = true;
            self.actions.push(Action::Go(-steps.cast_signed()));
        }
    }

    /// Whether the current entry is about to be left.
    pub(super) fn is_traversing(&self) -> bool {
        self.is_traversing
    }

    /// Prepares opening the place of the current entry's fragment.
    pub(super) fn begin_resume(&mut self, current: Option<Entry>, fragment: &str) {
        match current {
            Some(entry) if entry.depth > self.levels.len() => self.has_entry = true,
            Some(_) => self.claim(fragment),
            None => self.adopt(fragment),
        }
    }

    /// Ends what `begin_resume` has begun. The place may not have been opened.
    pub(super) fn end_resume(&mut self, fragment: &str) {
        if std::mem::take(&mut self.has_entry) {
            self.claim(fragment);
        }
    }

    /// The browser has gone to another entry. One without a state is that of a link.
    pub(super) fn pop(&mut self, to: Option<Entry>, fragment: &str) {
        let is_own = std::mem::take(&mut self.is_traversing);
        let steps_left = std::mem::take(&mut self.steps_left);
        self.go_back(steps_left);
        let Some(to) = to else { return };
        let steps_back = self.index.saturating_sub(to.index);
        let steps_forward = to.index.saturating_sub(self.index);
        self.index = to.index;
        if self.is_traversing {
            return;
        }
        let depth = self.levels.len();
        if !is_own && steps_forward > 0 {
            let is_open = |path| self.levels.contains(&Some(path));
            let opens = fragment
                .strip_prefix('/')
                .is_some_and(|path| !is_open(path));
            // A change of the fragment opens a place. Others can't be opened again.
            if !opens {
                self.go_back(steps_forward);
            }
            return;
        }
        if !is_own {
            let remaining = if to.visit == self.visit {
                to.depth
            } else {
                depth.saturating_sub(steps_back.max(1))
            };
            self.levels.truncate(remaining);
            let closed = depth - self.levels.len();
            self.actions.push(Action::Close(closed));
        }
        if to != self.entry() || self.other_fragment(fragment).is_some() {
            self.claim(fragment);
        }
        for level in self.depth()..self.levels.len() {
            self.queued -= 1;
            self.push(self.levels[level]);
        }
        // An entry without a level of its own is passed over. That isn't a traversal to wait
        // for: it may leave the page, and does nothing at the first entry.
        if !is_own && steps_back > 0 && self.levels.len() == depth {
            self.actions.push(Action::Go(-1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::VecDeque;

    /// A page that another one has opened, in a browser's tab.
    struct Tab {
        /// State and fragment of each entry of the page, after the first one, of the other page.
        entries: Vec<(Option<Entry>, String)>,
        at: usize,
        /// The page, unless the other one is shown.
        page: Option<Page>,
        visits: u32,
        traversals: VecDeque<isize>,
    }

    struct Page {
        entries: Entries,
        levels: Vec<Place>,
    }

    #[derive(Clone, Copy, Debug)]
    enum Walk {
        Enter(Place),
        Leave,
        /// Leaves a level and then all, before the browser has gone back.
        LeaveTwice,
        /// Leaves a level and enters another one at once, as dialogs do.
        Replace(Place),
        LeaveAll,
        Back,
        Forward,
        Reload,
    }

    /// The address can have it, but it isn't opened from there.
    const REFUSED: &str = "refused";

    impl Tab {
        fn open(fragment: &str) -> Self {
            let mut tab = Self {
                entries: vec![(None, String::new()), (None, fragment.to_owned())],
                at: 1,
                page: None,
                visits: 0,
                traversals: VecDeque::new(),
            };
            tab.load();
            tab.settle();
            tab
        }

        fn depth(&self) -> Option<usize> {
            self.page.as_ref().map(|page| page.levels.len())
        }

        fn current(&self) -> (Option<Entry>, String) {
            self.entries[self.at].clone()
        }

        fn load(&mut self) {
            self.visits += 1;
            self.traversals.clear();
            let (state, fragment) = self.current();
            let entries = Entries::start(self.visits, state, &fragment);
            let levels = Vec::new();
            self.page = Some(Page { entries, levels });
            self.act();
            self.open_fragment();
        }

        fn open_fragment(&mut self) {
            let (state, fragment) = self.current();
            let Some(path) = fragment.strip_prefix('/') else {
                return;
            };
            let page = self.page.as_mut().unwrap();
            if page.entries.is_traversing() {
                return;
            }
            let places = [Some("a"), Some("b"), Some("c"), Some(REFUSED)];
            let place = places
                .into_iter()
                .find(|place| *place == Some(path))
                .unwrap();
            if page.levels.contains(&place) {
                return;
            }
            page.entries.begin_resume(state, &fragment);
            self.act();
            if path != REFUSED {
                self.enter(place);
            }
            let (_, fragment) = self.current();
            self.page.as_mut().unwrap().entries.end_resume(&fragment);
            self.act();
        }

        fn enter(&mut self, place: Place) {
            let (_, fragment) = self.current();
            let page = self.page.as_mut().unwrap();
            page.levels.push(place);
            page.entries.enter(place, &fragment);
            self.act();
        }

        fn leave_to(&mut self, depth: usize) {
            let page = self.page.as_mut().unwrap();
            page.levels.truncate(depth);
            page.entries.leave_to(depth);
            self.act();
        }

        fn act(&mut self) {
            let actions = self.page.as_mut().unwrap().entries.take_actions();
            for action in actions {
                match action {
                    Action::Close(count) => {
                        let levels = &mut self.page.as_mut().unwrap().levels;
                        levels.truncate(levels.len() - count);
                    }
                    Action::Claim(entry, fragment) => {
                        let current = &mut self.entries[self.at];
                        current.0 = Some(entry);
                        current.1 = fragment.unwrap_or_else(|| current.1.clone());
                    }
                    Action::Push(entry, place) => {
                        let (_, before) = self.current();
                        let fragment = place.map_or(before, |place| ["/", place].concat());
                        self.entries.truncate(self.at + 1);
                        self.entries.push((Some(entry), fragment));
                        self.at += 1;
                    }
                    Action::Go(steps) => {
                        assert!(self.traversals.is_empty(), "one traversal at a time");
                        self.traversals.push_back(steps);
                    }
                }
            }
        }

        fn settle(&mut self) {
            let mut rounds = 0;
            while let Some(steps) = self.traversals.pop_front() {
                rounds += 1;
                assert!(rounds < 100, "no end");
                let to = self.at.checked_add_signed(steps);
                let Some(to) = to.filter(|to| *to < self.entries.len()) else {
                    continue;
                };
                let (_, before) = self.current();
                self.at = to;
                if to == 0 {
                    self.page = None;
                    self.traversals.clear();
                } else if let Some(page) = &mut self.page {
                    let (state, fragment) = self.entries[to].clone();
                    page.entries.pop(state, &fragment);
                    self.act();
                    // The event of the browser, at which the page reads the address.
                    if fragment != before {
                        self.open_fragment();
                    }
                } else {
                    self.load();
                }
            }
        }

        fn walk(&mut self, walk: Walk) {
            let depth = self.depth();
            let is_open = |place: Place| {
                let page = self.page.as_ref();
                place.is_some() && page.is_some_and(|page| page.levels.contains(&place))
            };
            match (walk, depth) {
                (Walk::Enter(place), Some(_)) if !is_open(place) => self.enter(place),
                (Walk::Leave, Some(depth @ 1..)) => self.leave_to(depth - 1),
                (Walk::LeaveTwice, Some(depth @ 1..)) => {
                    self.leave_to(depth - 1);
                    self.leave_to(0);
                }
                (Walk::LeaveAll, Some(_)) => self.leave_to(0),
                (Walk::Replace(place), Some(depth @ 1..)) if !is_open(place) => {
                    self.leave_to(depth - 1);
                    self.enter(place);
                }
                (Walk::Back, _) => self.traversals.push_back(-1),
                (Walk::Forward, _) => self.traversals.push_back(1),
                (Walk::Reload, Some(_)) => self.load(),
                _ => return,
            }
            self.settle();
            let after = self.depth();
            match (walk, depth) {
                (Walk::Back, Some(0)) => assert_eq!(after, None, "the page is left"),
                (Walk::Forward, Some(depth)) => {
                    assert!(
                        after == Some(depth) || after == Some(depth + 1),
                        "{after:?}"
                    );
                }
                (Walk::Enter(_), Some(depth)) => assert_eq!(after, Some(depth + 1)),
                (Walk::Back | Walk::Leave, Some(depth)) => assert_eq!(after, Some(depth - 1)),
                (Walk::Replace(_), _) => assert_eq!(after, depth),
                (Walk::LeaveTwice | Walk::LeaveAll, _) => assert_eq!(after, Some(0)),
                _ => {}
            }
            let Some(page) = &self.page else { return };
            let (state, fragment) = self.current();
            assert_eq!(state, Some(page.entries.entry()));
            assert_eq!(page.levels, page.entries.levels);
            assert_eq!(page.entries.other_fragment(&fragment), None);
        }
    }

    fn any_walk() -> impl Strategy<Value = Walk> {
        let place =
            prop::sample::select(vec![None, Some("a"), Some("b"), Some("c"), Some(REFUSED)]);
        prop_oneof![
            3 => place.clone().prop_map(Walk::Enter),
            1 => Just(Walk::Leave),
            1 => Just(Walk::LeaveTwice),
            1 => place.prop_map(Walk::Replace),
            1 => Just(Walk::LeaveAll),
            4 => Just(Walk::Back),
            2 => Just(Walk::Forward),
            2 => Just(Walk::Reload),
        ]
    }

    /// The number of walks; `cargo xtask soak` takes more.
    fn cases() -> u32 {
        let more = std::env::var("FOUR_SHAPES_SOAK").is_ok();
        if more { 100_000 } else { 2_000 }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(cases()))]

        #[test]
        fn back_closes_one_level_or_leaves_the_page(
            first in prop::sample::select(vec!["", "/a", "/refused", "v=1"]),
            walks in prop::collection::vec(any_walk(), 1..40),
        ) {
            let mut tab = Tab::open(first);
            for walk in walks {
                tab.walk(walk);
            }
        }
    }

    #[test]
    fn entries_of_an_earlier_visit_are_closed_or_passed_over() {
        let mut tab = Tab::open("");
        // A panel, a reload, and a dialog.
        for walk in [Walk::Enter(None), Walk::Reload, Walk::Enter(Some("a"))] {
            tab.walk(walk);
        }
        tab.walk(Walk::Back);
        assert_eq!(tab.depth(), Some(0));
        tab.walk(Walk::Back);
        assert_eq!(tab.depth(), None);
    }

    #[test]
    fn only_states_of_entries_are_read() {
        let entry = Entry {
            depth: 1,
            index: 2,
            visit: u32::MAX,
        };
        assert_eq!(Entry::of_numbers(entry.numbers().map(Some)), Some(entry));
        assert_eq!(Entry::of_numbers([Some(1.0), None, Some(2.0)]), None);
        assert!(Entry::of_numbers([Some(-1.0), Some(f64::NAN), Some(1e300)]).is_some());
    }
}
