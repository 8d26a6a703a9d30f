//! Divides the columns of an analysis among several workers.

use crate::message::{ColumnState, Query};
use four_shapes_solver::Score;

/// The maximum number of workers for an analysis, each with a transposition table of its own: the standard
/// library for WebAssembly has no shared memory in stable Rust.
const MAX_WORKERS: u8 = 4;
/// On devices with at most this memory, in gigabytes, one worker has to do.
const SMALL_MEMORY: f64 = 2.0;

/// Divides the columns of an analysis among the worker that analyzes and *helpers*, which score
/// one column at a time.
///
/// The analyzing worker reports the columns that are still to be scored. Helpers take them from
/// its far end, and it leaves those for last. What they prove is passed on to it, so its reports
/// are complete. If helpers fail, it scores all columns.
///
/// Dividing null windows instead of columns, or letting an idle worker join the search of a column with
/// another window, took about as long: two workers searched 0.64 and 0.65 times as many nodes, one after the
/// other, as one worker, against 0.66 (ten hard positions, simulated). Without a shared table, the nodes of
/// all workers are 1.1 to 1.3 times as many.
///
/// It does no I/O: its methods return [`SplitAction`]s for the caller to carry out.
#[derive(Debug)]
pub struct ColumnSplit {
    /// What is known of the columns, in the order of the analyzing worker; `is_searched` says
    /// whether it searches the column. Empty when there is nothing to divide.
    columns: Vec<ColumnState>,
    helpers: Vec<Helper>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Helper {
    Idle,
    /// It searches the column with this index.
    Searching(u8),
    /// It gets no more columns of this position.
    Failed,
}

/// What the owner of a [`ColumnSplit`] has to do.
#[derive(Clone, Debug, PartialEq)]
pub enum SplitAction {
    /// Request the score of a column from a helper, in place of its last request.
    Search {
        /// The number of the helper, from 0.
        helper: usize,
        /// The request.
        query: Query,
    },
    /// Cancel the request to a helper.
    Stop {
        /// The number of the helper, from 0.
        helper: usize,
    },
    /// Tell the analyzing worker what is known of the columns and which ones helpers search.
    Inform(Vec<ColumnState>),
}

impl ColumnSplit {
    /// Returns how many helpers suit a device with this number of processor cores, and with this
    /// memory in gigabytes, if known.
    pub fn suitable_helpers(cores: f64, gigabytes: Option<f64>) -> usize {
        if gigabytes.is_some_and(|gigabytes| gigabytes <= SMALL_MEMORY) {
            return 0;
        }
        (2..=MAX_WORKERS)
            .filter(|workers| f64::from(*workers) <= cores)
            .count()
    }

    /// Creates a split without columns.
    pub fn new(helpers: usize) -> Self {
        Self {
            columns: Vec::new(),
            helpers: vec![Helper::Idle; helpers],
        }
    }

    /// Forgets the columns: another analysis begins, or it has ended.
    pub fn reset(&mut self) -> Vec<SplitAction> {
        let actions = self.update(Vec::new());
        self.helpers.fill(Helper::Idle);
        actions
    }

    /// Handles a report of the analyzing worker: what it knows of the columns in the order in
    /// which it prefers them; none if it has stopped without the score of each.
    pub fn handle_columns(&mut self, columns: Vec<ColumnState>) -> Vec<SplitAction> {
        self.update(columns)
    }

    /// Handles a report of a helper.
    pub fn handle_column(&mut self, helper: usize, state: ColumnState) -> Vec<SplitAction> {
        if self.helpers.get(helper) != Some(&Helper::Searching(state.column)) {
            return Vec::new();
        }
        if !state.is_open() {
            self.helpers[helper] = Helper::Idle;
        }
        let mut columns = self.columns.clone();
        for known in &mut columns {
            if known.column == state.column {
                known.bounds = known.bounds.narrowed(state.bounds);
            }
        }
        self.update(columns)
    }

    /// Handles the failure of a helper.
    pub fn handle_failure(&mut self, helper: usize) -> Vec<SplitAction> {
        if let Some(helper) = self.helpers.get_mut(helper) {
            *helper = Helper::Failed;
        }
        self.update(self.columns.clone())
    }

    /// Takes over a new state of the columns, and gives open ones to idle helpers.
    fn update(&mut self, mut columns: Vec<ColumnState>) -> Vec<SplitAction> {
        for state in &mut columns {
            let mut known = self.columns.iter();
            if let Some(known) = known.find(|known| known.column == state.column) {
                state.bounds = state.bounds.narrowed(known.bounds);
            }
        }
        self.columns = columns;
        let mut actions = Vec::new();
        for helper in 0..self.helpers.len() {
            let is_in_vain = match self.helpers[helper] {
                Helper::Searching(column) => !self.is_open(column),
                Helper::Idle | Helper::Failed => false,
            };
            if is_in_vain {
                self.helpers[helper] = Helper::Idle;
            }
            if self.helpers[helper] == Helper::Idle {
                if let Some(state) = self.next() {
                    self.helpers[helper] = Helper::Searching(state.column);
                    let guess = self.guess();
                    let query = Query::Column { state, guess };
                    actions.push(SplitAction::Search { helper, query });
                } else if is_in_vain {
                    actions.push(SplitAction::Stop { helper });
                }
            }
        }
        if !self.helpers.is_empty() && !self.columns.is_empty() {
            actions.push(SplitAction::Inform(self.shared()));
        }
        actions
    }

    fn is_open(&self, column: u8) -> bool {
        let mut columns = self.columns.iter().rev();
        columns.any(|state| state.column == column && state.is_open())
    }

    fn is_helped(&self, column: u8) -> bool {
        self.helpers.contains(&Helper::Searching(column))
    }

    /// Returns the next column for a helper: the last open one that is not being searched.
    fn next(&self) -> Option<ColumnState> {
        let mut columns = self.columns.iter().rev();
        let is_free = |state: &&ColumnState| {
            state.is_open() && !state.is_searched && !self.is_helped(state.column)
        };
        columns.find(is_free).copied()
    }

    /// Guesses the score of a column, as
    /// [`ColumnSearch`](four_shapes_solver::ColumnSearch) does: the best one so far.
    fn guess(&self) -> Option<Score> {
        let columns = self.columns.iter();
        columns.filter_map(|state| state.bounds.exact()).max()
    }

    /// Returns what is known of the columns, and which ones helpers search.
    fn shared(&self) -> Vec<ColumnState> {
        let columns = self.columns.iter();
        columns
            .map(|state| ColumnState {
                is_searched: self.is_helped(state.column),
                ..*state
            })
            .collect()
    }
}
