//! Analyses by the page's workers, for `cargo xtask bench solver columns`.

use four_shapes_records::Match;
use four_shapes_rules::{Rules, notation};
use four_shapes_search_worker::{
    ColumnSplit, ColumnState, Connection, ConnectionAction, Query, Reply, SplitAction, decode,
    encode,
};
use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;

/// The page's side of an analysis. The workers have numbers; 0 is the one that analyzes. Messages
/// to them are returned as pairs of the number and the message, and a worker to be started as a
/// pair of the number and `null`.
#[wasm_bindgen]
pub struct TimedAnalysis {
    connections: Vec<Connection>,
    split: ColumnSplit,
    game_match: Match,
    columns: Vec<ColumnState>,
    outputs: Vec<Array>,
}

#[wasm_bindgen]
impl TimedAnalysis {
    /// Creates an analysis on 7 × 6 with this number of workers.
    #[wasm_bindgen(constructor)]
    pub fn new(workers: usize) -> Self {
        Self {
            connections: (0..workers).map(|_| Connection::default()).collect(),
            split: ColumnSplit::new(workers.saturating_sub(1)),
            game_match: Match::with_default_seats(four_shapes_rules::Game::new(Rules::CLASSIC)),
            columns: Vec::new(),
            outputs: Vec::new(),
        }
    }

    /// Returns the number of workers that the page has on a device.
    pub fn workers(cores: f64, gigabytes: Option<f64>) -> usize {
        1 + ColumnSplit::suitable_helpers(cores, gigabytes)
    }

    /// Requests the analysis of the position after these moves, in place of the last one.
    ///
    /// # Errors
    /// Returns an error if the moves are not a game.
    pub fn request(&mut self, moves: &str) -> Result<Vec<Array>, JsError> {
        let game = notation::parse(Rules::CLASSIC, moves)?;
        self.game_match = Match::with_default_seats(game);
        self.columns.clear();
        let actions = self.split.reset();
        self.carry_out(actions);
        self.request_from(0, Query::Analysis);
        Ok(std::mem::take(&mut self.outputs))
    }

    /// Handles a message from a worker.
    ///
    /// # Errors
    /// Returns an error if the message is invalid or there is no such worker.
    pub fn handle_message(&mut self, worker: usize, bytes: &[u8]) -> Result<Vec<Array>, JsError> {
        let connection = self.connections.get_mut(worker);
        let connection = connection.ok_or_else(|| JsError::new("no such worker"))?;
        for action in connection.handle_message(decode(bytes)?) {
            self.carry_out_connection(worker, action);
        }
        Ok(std::mem::take(&mut self.outputs))
    }

    /// Returns the score of each column, `undefined` for full ones, once all are known.
    pub fn scores(&self) -> Option<Vec<JsValue>> {
        let is_known = !self.columns.is_empty() && !self.columns.iter().any(ColumnState::is_open);
        is_known.then(|| {
            let score = |at: usize| {
                let mut columns = self.columns.iter();
                let state = columns.find(|state| usize::from(state.column) == at);
                JsValue::from(state.map(|state| i32::from(state.bounds.lower)))
            };
            (0..usize::from(Rules::CLASSIC.columns()))
                .map(score)
                .collect()
        })
    }

    fn request_from(&mut self, worker: usize, query: Query) {
        if let Some(connection) = self.connections.get_mut(worker) {
            for action in connection.request(query, self.game_match.clone()) {
                self.carry_out_connection(worker, action);
            }
        }
    }

    fn carry_out(&mut self, actions: Vec<SplitAction>) {
        for action in actions {
            let (worker, actions) = match action {
                SplitAction::Search { helper, query } => {
                    self.request_from(helper + 1, query);
                    continue;
                }
                SplitAction::Stop { helper } => (helper + 1, self.connections[helper + 1].cancel()),
                SplitAction::Inform(columns) => (0, self.connections[0].inform(columns)),
            };
            for action in actions {
                self.carry_out_connection(worker, action);
            }
        }
    }

    fn carry_out_connection(&mut self, worker: usize, action: ConnectionAction) {
        let mut output = |message: JsValue| {
            let pair = Array::of2(&JsValue::from(worker as u32), &message);
            self.outputs.push(pair);
        };
        match action {
            ConnectionAction::StartWorker => output(JsValue::NULL),
            ConnectionAction::Send(message) => {
                output(Uint8Array::from(encode(&message).as_slice()).into());
            }
            ConnectionAction::Reply(Reply::Columns(columns)) => {
                self.columns.clone_from(&columns);
                let actions = self.split.handle_columns(columns);
                self.carry_out(actions);
            }
            ConnectionAction::Reply(Reply::Column(state)) => {
                let actions = self.split.handle_column(worker - 1, state);
                self.carry_out(actions);
            }
            ConnectionAction::Reply(_)
            | ConnectionAction::TerminateWorker
            | ConnectionAction::Fail => {}
        }
    }
}
