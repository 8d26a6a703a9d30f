//! Solves a position in several threads.

use crate::{interrupt, screen::TransientStatus};
use four_shapes_rules::Position;
use four_shapes_solver::{
    Bounds, Goal, PositionSearch, Search, Solver, Unsolvable, evaluation::Chances,
};
use std::{
    borrow::BorrowMut,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    thread,
};

/// Number of nodes searched in one thread first, some hundredths of a second. Most positions take
/// fewer.
const ALONE: u64 = 1 << 17;
/// Number of nodes between two exchanges of bounds and checks for a signal, some thousandths of a
/// second.
const SLICE: u64 = 1 << 15;

/// What is known at the end of a search.
pub(crate) struct SearchResult {
    pub(crate) bounds: Bounds,
    pub(crate) estimate: Chances,
    pub(crate) nodes: u64,
}

/// Searches a position until the goal is reached, all threads together have searched about
/// `max_nodes` nodes, or a signal requests a stop.
pub(crate) fn search(
    solver: &mut Solver,
    position: &Position,
    goal: Goal,
    threads: usize,
    max_nodes: u64,
) -> Result<SearchResult, Unsolvable> {
    let mut search = PositionSearch::new(solver, position, goal)?;
    let alone = if threads == 1 { u64::MAX } else { ALONE };
    let mut state = State {
        max_nodes: max_nodes.min(alone),
        ..State::default()
    };
    let is_done = state.search(&mut search);
    let is_over = state.nodes() >= max_nodes || interrupt::requested();
    if !is_done && threads > 1 && !is_over {
        state.max_nodes = max_nodes;
        let mut others: Vec<_> = (1..threads).map(|_| search.share()).collect();
        thread::scope(|scope| {
            let state = &state;
            for other in &mut others {
                scope.spawn(|| state.search(other));
            }
            state.search(&mut search);
        });
    }
    let bounds = state.bounds().unwrap_or(search.bounds());
    Ok(SearchResult {
        bounds,
        estimate: search.estimate(),
        nodes: state.nodes(),
    })
}

/// What the threads share, apart from the transposition table.
#[derive(Default)]
struct State {
    /// The bounds that any thread has proved.
    bounds: Mutex<Option<Bounds>>,
    nodes: AtomicU64,
    max_nodes: u64,
    stop: AtomicBool,
}

impl State {
    fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    fn bounds(&self) -> MutexGuard<'_, Option<Bounds>> {
        self.bounds.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches until a thread has reached the goal, or all have to stop. Returns whether this one
    /// has reached it.
    fn search<S: BorrowMut<Solver>>(&self, search: &mut PositionSearch<S>) -> bool {
        let mut status = TransientStatus::new();
        let mut slice = 0;
        loop {
            let before = search.nodes();
            let progress = search.run(slice);
            self.nodes.fetch_add(search.nodes() - before, Relaxed);
            let all = self.exchange(search.bounds());
            if progress.is_done() {
                self.stop.store(true, Relaxed);
                return true;
            }
            let left = self.max_nodes.saturating_sub(self.nodes());
            if left == 0 || interrupt::requested() || self.stop.load(Relaxed) {
                return false;
            }
            status.show_late("solving …");
            search.narrow(all);
            slice = left.min(SLICE);
        }
    }

    /// Adds the bounds that a thread has proved, and returns those of all.
    fn exchange(&self, proved: Bounds) -> Bounds {
        let mut bounds = self.bounds();
        let all = bounds.map_or(proved, |all| all.narrowed(proved));
        *bounds = Some(all);
        all
    }
}
