//! Solves a position in several threads.

use crate::{interrupt, screen::TransientStatus};
use four_shapes_rules::Position;
use four_shapes_solver::{Bounds, Goal, Progress, Solver, Unsolvable};
use std::{
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

/// Searches a position until the goal is reached, all threads together have searched about
/// `max_nodes` nodes, or a signal requests a stop. Returns the progress and the number of
/// nodes.
pub(crate) fn search(
    solver: &mut Solver,
    position: &Position,
    goal: Goal,
    threads: usize,
    max_nodes: u64,
) -> Result<(Progress, u64), Unsolvable> {
    solver.begin(position, goal, None)?;
    let alone = if threads == 1 { u64::MAX } else { ALONE };
    let state = State {
        max_nodes: max_nodes.min(alone),
        ..State::default()
    };
    let progress = state.search(solver);
    let Progress::Paused(bounds) = progress else {
        return Ok((progress, state.nodes()));
    };
    if threads == 1 || state.nodes() >= max_nodes || interrupt::requested() {
        return Ok((progress, state.nodes()));
    }
    let state = State {
        bounds: Mutex::new(Some(bounds)),
        stop: AtomicBool::new(false),
        max_nodes,
        ..state
    };
    let mut others = Vec::new();
    for _ in 1..threads {
        let mut other = solver.share();
        other.begin(position, goal, None)?;
        other.narrow(bounds);
        others.push(other);
    }
    let progress = thread::scope(|scope| {
        let state = &state;
        let threads: Vec<_> = others
            .iter_mut()
            .map(|other| scope.spawn(|| state.search(other)))
            .collect();
        let mut progress = state.search(solver);
        for thread in threads {
            // A panic of a thread is passed on by the scope.
            if let Ok(found @ Progress::Done(_)) = thread.join() {
                progress = found;
            }
        }
        progress
    });
    Ok((progress, state.nodes()))
}

/// What the threads share, apart from the transposition table.
#[derive(Default)]
struct State {
    /// The bounds that any thread has proven.
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

    /// Searches with one solver until a thread is done, or all have to stop.
    fn search(&self, solver: &mut Solver) -> Progress {
        let mut status = TransientStatus::new();
        let mut progress = solver.search(0);
        while let Progress::Paused(proven) = progress {
            let mut bounds = self.bounds();
            let all = bounds.map_or(proven, |bounds| Bounds {
                lower: bounds.lower.max(proven.lower),
                upper: bounds.upper.min(proven.upper),
            });
            *bounds = Some(all);
            drop(bounds);
            let left = self.max_nodes.saturating_sub(self.nodes());
            if left == 0 || interrupt::requested() || self.stop.load(Relaxed) {
                return Progress::Paused(all);
            }
            status.show_late("solving …");
            let before = solver.nodes();
            solver.narrow(all);
            progress = solver.search(left.min(SLICE));
            self.nodes.fetch_add(solver.nodes() - before, Relaxed);
        }
        self.stop.store(true, Relaxed);
        progress
    }
}
