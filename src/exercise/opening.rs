//! Exploring openings: the proved results of the moves on the board, and then what the levels choose.

use four_shapes_players::{Level, PlayerKind};
use four_shapes_records::Match;
use four_shapes_rules::{Cell, Status};
use four_shapes_search_worker::MoveEvaluation;
use std::collections::BTreeMap;

/// The number of choices of each level, with different seeds.
const SAMPLES: u64 = 4;

#[derive(Debug)]
pub(crate) enum Input<'a> {
    /// The empty board is about to be shown.
    Entered,
    /// The openings were replaced by something else.
    Left,
    /// The match on the board, after each change.
    Board(&'a Match),
    /// The results so far.
    Analyzed {
        question: u32,
        moves: Vec<MoveEvaluation>,
    },
    /// The choice of a level.
    Chosen { question: u32, cell: Cell },
    /// There will be no answer.
    Failed { question: u32 },
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Output {
    /// Ask the worker for the results of all moves, in place of an earlier question.
    Analyze {
        question: u32,
        game_match: Box<Match>,
    },
    /// Ask the worker for the choice of a computer player, in place of an earlier question.
    Choose {
        question: u32,
        kind: PlayerKind,
        seed: u64,
        game_match: Box<Match>,
    },
    CancelQuestion,
    ReportFailure,
}

/// The state of the openings.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpeningExplorer {
    is_open: bool,
    board: Option<Match>,
    moves: Vec<MoveEvaluation>,
    /// The levels that choose a move, in ascending order.
    levels: BTreeMap<Cell, Vec<Level>>,
    /// The level and the seed of the pending question, if it is about a choice.
    sample: Option<(Level, u64)>,
    /// The pending question.
    question: Option<u32>,
    last_question: u32,
}

impl OpeningExplorer {
    pub(crate) fn is_open(&self) -> bool {
        self.is_open
    }

    pub(crate) fn moves(&self) -> &[MoveEvaluation] {
        &self.moves
    }

    /// Returns the levels that choose a move.
    pub(crate) fn levels(&self, cell: Cell) -> &[Level] {
        self.levels.get(&cell).map_or(&[], Vec::as_slice)
    }

    /// Handles an input and returns what is to be done.
    pub(crate) fn update(&mut self, input: Input<'_>) -> Vec<Output> {
        let mut outputs = Vec::new();
        match input {
            Input::Entered => {
                self.forget(&mut outputs);
                self.is_open = true;
            }
            Input::Left => {
                self.forget(&mut outputs);
                self.is_open = false;
            }
            Input::Board(game_match) => self.follow(game_match, &mut outputs),
            Input::Analyzed { question, moves } => {
                if self.question == Some(question) && self.sample.is_none() {
                    let is_proved = moves.iter().all(|m| m.evaluation.proved);
                    let is_complete = is_proved && !moves.is_empty();
                    self.moves = moves;
                    if is_complete {
                        self.ask_next(&mut outputs);
                    }
                }
            }
            Input::Chosen { question, cell } => {
                if let (true, Some((level, _))) = (self.question == Some(question), self.sample) {
                    let levels = self.levels.entry(cell).or_default();
                    if levels.last() != Some(&level) {
                        levels.push(level);
                    }
                    self.ask_next(&mut outputs);
                }
            }
            Input::Failed { question } => {
                if self.question == Some(question) {
                    self.question = None;
                    outputs.push(Output::ReportFailure);
                }
            }
        }
        outputs
    }

    /// Forgets the board and what is known of it.
    fn forget(&mut self, outputs: &mut Vec<Output>) {
        self.board = None;
        self.moves.clear();
        self.levels.clear();
        self.sample = None;
        if self.question.take().is_some() {
            outputs.push(Output::CancelQuestion);
        }
    }

    fn follow(&mut self, game_match: &Match, outputs: &mut Vec<Output>) {
        if !self.is_open || self.board.as_ref() == Some(game_match) {
            return;
        }
        self.forget(outputs);
        self.board = Some(game_match.clone());
        if matches!(game_match.game().status(), Status::ToMove(_)) {
            outputs.push(Output::Analyze {
                question: self.next_question(),
                game_match: Box::new(game_match.clone()),
            });
        }
    }

    fn next_question(&mut self) -> u32 {
        self.last_question = self.last_question.wrapping_add(1);
        self.question = Some(self.last_question);
        self.last_question
    }

    /// Asks for the next choice of a level, until there are enough.
    fn ask_next(&mut self, outputs: &mut Vec<Output>) {
        let next = match self.sample {
            None => Some((Level::One, 1)),
            Some((level, seed)) if seed < SAMPLES => Some((level, seed + 1)),
            Some((level, _)) => Level::new(level.number() + 1).map(|level| (level, 1)),
        };
        let (Some((level, seed)), Some(game_match)) = (next, self.board.clone()) else {
            self.question = None;
            return;
        };
        self.sample = Some((level, seed));
        outputs.push(Output::Choose {
            question: self.next_question(),
            kind: PlayerKind::Level(level),
            seed,
            game_match: Box::new(game_match),
        });
    }
}
