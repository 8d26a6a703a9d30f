//! Levels 5 and 6: perfect play where the solver is fast enough, otherwise search.

use super::{
    super::{Choice, ComputerPlayer, Progress, Search, TurnContext, search::Limits},
    search_player::MoveSearch,
};
use four_shapes_rules::{Cell, Column, Position, Rules};
use four_shapes_solver::{BestMoveSearch, Bounds, Score, Solver, book::Book};
use rand::{SeedableRng, seq::IndexedRandom};
use rand_pcg::Pcg32;
use std::sync::Arc;

/// The effort spent on a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// The limits of the first, short search, which gives a plausible move.
    pub(super) preview: Limits,
    /// The maximum number of nodes for the solver.
    pub(super) solve: u64,
    /// The limits of the search that decides if the solver is not done.
    pub(super) search: Limits,
    /// The division between solver and search in positions that are rarely solved.
    pub(super) far: Option<Far>,
}

/// The nodes spent on positions far from the end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Far {
    /// The fewest empty cells of such positions.
    pub(super) min_empty: usize,
    /// The maximum number of nodes for the solver.
    pub(super) solve: u64,
    /// The limits of the search.
    pub(super) search: Limits,
}

impl Effort {
    /// Returns the effort spent on a position.
    fn on(self, position: &Position) -> Self {
        let empty = position.rules().cells() - position.piece_count();
        match self.far.filter(|far| empty >= far.min_empty) {
            None => self,
            Some(far) => Self {
                solve: far.solve,
                search: far.search,
                ..self
            },
        }
    }
}

/// The nodes after which one best move is enough.
const ONE_BEST_NODES: u64 = 1_000_000;
/// The nodes after which any winning move is enough.
const ANY_WIN_NODES: u64 = 2_500_000;
/// The nodes between two checks of whether to stop. The checks are at the same node counts
/// however the thinking is sliced, so that the choice is reproducible.
const CHECK_INTERVAL: u64 = 100_000;

/// Plays a move with the best score. If solving takes too long, it searches among the moves
/// that are not proved to be worse than another.
pub(super) struct SolverPlayer {
    /// `None` if the game cannot be solved, and while a turn has it.
    solver: Option<Solver>,
    effort: Effort,
    turn: Option<Turn>,
}

/// The state of the current turn.
struct Turn {
    position: Position,
    effort: Effort,
    seed: u64,
    search: MoveSearch,
    /// The solver's results, once the preview is done.
    solution: Option<BestMoveSearch<Solver>>,
    stage: Stage,
}

enum Stage {
    /// The short search.
    Preview,
    /// Solving, with the number of nodes spent.
    Solve(u64),
    /// The long search.
    Search,
}

impl SolverPlayer {
    /// `memory` is the size of the solver's table in bytes.
    pub(super) fn new(
        rules: Rules,
        effort: Effort,
        memory: usize,
        book: Option<Arc<Book>>,
    ) -> Self {
        let mut solver = Solver::new(rules, memory.max(1)).ok();
        if let (Some(solver), Some(book)) = (&mut solver, book) {
            solver.use_book(book);
        }
        Self {
            solver,
            effort,
            turn: None,
        }
    }
}

impl Turn {
    fn percent(&self) -> u8 {
        match self.stage {
            Stage::Preview => 0,
            Stage::Solve(spent) => (spent * 50 / self.effort.solve.max(1)).min(50) as u8,
            Stage::Search => 50 + self.search.percent() / 2,
        }
    }

    /// Starts the long search among the possibly best moves.
    fn start_search(&mut self) -> Stage {
        let (moves, limits) = (self.possible(), self.effort.search);
        self.search = MoveSearch::new(&self.position, &moves, limits, self.seed);
        Stage::Search
    }

    /// Starts solving, if there is a solver for the position.
    fn start_solving(&mut self, solver: Option<Solver>) -> Stage {
        let solution = solver.and_then(|it| BestMoveSearch::new(it, &self.position).ok());
        self.solution = solution;
        if self.solution.is_some() {
            Stage::Solve(0)
        } else {
            self.start_search()
        }
    }

    /// Returns the moves proved to have the best score.
    fn proved_best(&self) -> Vec<Cell> {
        let known = self.solution.as_ref().map(BestMoveSearch::proved_best);
        self.landings(known.unwrap_or_default()).collect()
    }

    /// Returns the moves that no other is proved to be better than.
    fn possible(&self) -> Vec<Cell> {
        let Some(solution) = &self.solution else {
            return self.position.playable().collect();
        };
        let bounds = |column| Some((column, solution.bounds(column)?));
        let all = self.position.rules().all_columns().filter_map(bounds);
        let all: Vec<(Column, Bounds)> = all.collect();
        let best_lower = all.iter().map(|(_, bounds)| bounds.lower).max();
        let possible = all
            .into_iter()
            .filter(|(_, bounds)| Some(bounds.upper) >= best_lower);
        self.landings(possible.map(|(column, _)| column)).collect()
    }

    /// Returns the moves proved to win.
    fn proved_wins(&self) -> Vec<Cell> {
        let Some(solution) = &self.solution else {
            return Vec::new();
        };
        let wins = |column: &Column| {
            solution
                .bounds(*column)
                .is_some_and(|b| b.lower > Score::DRAW)
        };
        let columns = self.position.rules().all_columns().filter(wins);
        self.landings(columns).collect()
    }

    /// Returns whether the results suffice after this many nodes.
    fn suffices(&self, spent: u64) -> bool {
        let solution = self.solution.as_ref();
        let has_best = solution.is_some_and(|best| best.first_proved_best().is_some());
        spent >= ONE_BEST_NODES && has_best
            || spent >= ANY_WIN_NODES && !self.proved_wins().is_empty()
    }

    fn landings(&self, columns: impl IntoIterator<Item = Column>) -> impl Iterator<Item = Cell> {
        let columns = columns.into_iter();
        columns.filter_map(|column| self.position.landing(column).ok())
    }

    /// Returns the best choice so far.
    fn best(&self) -> Choice {
        let mut random = Pcg32::seed_from_u64(self.seed);
        if let Some(&best) = self.proved_best().choose(&mut random) {
            return Choice::Place(best);
        }
        let mut allowed = self.proved_wins();
        if allowed.is_empty() {
            allowed = self.possible();
        }
        let best = self.search.best(|cell| allowed.contains(&cell));
        best.expect("at least one move is possibly the best")
    }
}

impl ComputerPlayer for SolverPlayer {
    fn begin(&mut self, turn: &TurnContext, seed: u64) {
        let position = turn.position().clone();
        let moves: Vec<Cell> = position.playable().collect();
        let before = self.turn.take().and_then(|turn| turn.solution);
        self.solver = before
            .map(BestMoveSearch::into_solver)
            .or(self.solver.take());
        self.turn = Some(Turn {
            search: MoveSearch::new(&position, &moves, self.effort.preview, seed),
            effort: if self.solver.is_some() {
                self.effort.on(&position)
            } else {
                self.effort
            },
            position,
            seed,
            solution: None,
            stage: Stage::Preview,
        });
    }

    fn best_so_far(&self) -> Choice {
        self.turn.as_ref().expect("`begin` comes first").best()
    }

    fn percent(&self) -> u8 {
        self.turn.as_ref().expect("`begin` comes first").percent()
    }
}

impl Search for SolverPlayer {
    type Answer = Choice;

    fn run(&mut self, nodes: u64) -> Progress<Choice> {
        let turn = self.turn.as_mut().expect("`begin` comes first");
        match turn.stage {
            Stage::Preview => {
                if turn.search.run(nodes).is_done() {
                    turn.stage = turn.start_solving(self.solver.take());
                }
            }
            Stage::Solve(spent) => {
                let solution = turn.solution.as_mut().expect("it has started");
                let before = solution.nodes();
                let remaining = turn.effort.solve.saturating_sub(spent);
                let until_check = CHECK_INTERVAL - spent % CHECK_INTERVAL;
                let progress = solution.run(nodes.min(remaining).min(until_check));
                let used = solution.nodes() - before;
                let check = used >= until_check;
                let spent = spent + used;
                if progress.is_done() || check && turn.suffices(spent) {
                    return Progress::Done(turn.best());
                }
                turn.stage = if spent < turn.effort.solve {
                    Stage::Solve(spent)
                } else {
                    turn.start_search()
                };
            }
            Stage::Search => {
                return turn.search.run(nodes);
            }
        }
        Progress::Paused
    }
}
