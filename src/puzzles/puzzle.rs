//! The puzzle on the board, and the feedback on its moves.

use crate::browser;
use four_shapes_analysis::puzzles::{Puzzle, PuzzleSet};
use four_shapes_rules::Rules;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Daily,
    Training,
    Rush,
}

/// The puzzle on the board.
#[derive(Clone, Debug)]
pub(super) struct PuzzleOnBoard {
    pub(super) rules: Rules,
    pub(super) puzzle: Puzzle,
    /// The number of the day whose puzzle it is.
    pub(super) day: Option<i64>,
    /// The number of steps before the first wrong move.
    pub(super) wrong_at: Option<usize>,
    /// Whether there was a wrong move or help.
    pub(super) has_failed: bool,
    pub(super) is_solved: bool,
}

/// The feedback on the last move.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Feedback {
    None,
    Right,
    /// With the reason, which may be empty.
    Wrong(String),
    Solved {
        first_attempt: bool,
        reason: String,
    },
    RushOver {
        score: u32,
        best: u32,
    },
}

impl PuzzleOnBoard {
    pub(super) fn new(rules: Rules, puzzle: Puzzle, day: Option<i64>) -> Self {
        Self {
            rules,
            puzzle,
            day,
            wrong_at: None,
            has_failed: false,
            is_solved: false,
        }
    }
}

/// Returns the puzzle of the day.
pub(super) fn daily(sets: &[PuzzleSet]) -> Option<PuzzleOnBoard> {
    let classic = sets.iter().find(|set| set.rules == Rules::CLASSIC)?;
    let day = browser::day_number();
    let puzzle = classic.daily(day)?.clone();
    Some(PuzzleOnBoard::new(classic.rules, puzzle, Some(day)))
}
