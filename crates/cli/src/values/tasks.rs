//! The boards and their [progress file](crate::progress_file).
//!
//! The header names the limit. Each further line has a board, its score, the nodes and the
//! milliseconds: `7x6 1 65012345 14210`.

use crate::progress_file::Tasks;
use four_shapes_rules::{Rules, RulesConfig};
use four_shapes_solver::{Outcome, Score};

/// The start of the header.
const FORMAT: &str = "four-shapes-values 1 up-to ";
/// The minimum of columns and rows.
const MIN_SIDE: u8 = 4;

/// The empty boards up to a sum of columns and rows.
#[derive(Debug)]
pub(super) struct Boards {
    up_to: u8,
    /// Columns and rows, the smallest sum first.
    boards: Vec<(u8, u8)>,
}

impl Boards {
    pub(super) fn new(up_to: u8) -> Self {
        let sums = 2 * MIN_SIDE..=up_to;
        let boards = sums.flat_map(|sum| {
            let columns = (MIN_SIDE..=sum - MIN_SIDE).map(move |columns| (columns, sum - columns));
            columns.filter(|&(columns, rows)| u32::from(columns.max(rows)) <= Rules::MAX_SIDE)
        });
        Self {
            up_to,
            boards: boards.collect(),
        }
    }

    /// Returns the columns and rows of a board with this number, from 0.
    pub(super) fn board(&self, number: u64) -> (u8, u8) {
        self.boards[number as usize]
    }
}

/// Returns the rules of four in a row on a board.
pub(super) fn rules((columns, rows): (u8, u8)) -> Rules {
    let config = RulesConfig {
        columns: columns.into(),
        rows: rows.into(),
        connect: 4,
        players: Rules::MIN_PLAYERS,
        gravity: true,
    };
    Rules::new(config).expect("the sides are in range")
}

/// The solution of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    /// The score of the empty board.
    pub(super) score: Score,
    pub(super) nodes: u64,
    pub(super) milliseconds: u64,
}

impl Value {
    /// Returns the outcome for the first player.
    pub(super) fn outcome(self) -> Outcome {
        self.score.outcome()
    }

    /// Returns the length of the game under best play, in moves by both players.
    pub(super) fn moves(self, (columns, rows): (u8, u8)) -> u32 {
        let cells = u32::from(columns) * u32::from(rows);
        let left = u32::from(self.score.value().unsigned_abs());
        match self.outcome() {
            Outcome::Draw => cells,
            // The n-th last piece of the side with the odd moves, or of the other one.
            Outcome::Win => 2 * (cells.div_ceil(2) + 1 - left) - 1,
            Outcome::Loss => 2 * (cells / 2 + 1 - left),
        }
    }
}

impl Tasks for Boards {
    type Output = Value;
    const KIND: &'static str = "a progress file of board values";
    const UNITS: &'static str = "boards";
    const HEADER_END: &'static str = "\n";
    const MAX_LINE: u64 = 64;

    fn from_header(header: &str) -> Result<Self, String> {
        let up_to = header.trim_end().strip_prefix(FORMAT);
        match up_to.map(str::parse) {
            Some(Ok(up_to @ 8..=20)) => Ok(Self::new(up_to)),
            _ => Err("unknown header".to_owned()),
        }
    }

    fn header(&self) -> String {
        format!("{FORMAT}{}\n", self.up_to)
    }

    fn count(&self) -> Option<u64> {
        Some(self.boards.len() as u64)
    }

    fn parse(&self, line: &str) -> Result<(u64, Value), String> {
        let entry = || {
            let words: Vec<&str> = line.split(' ').collect();
            let [board, score, nodes, milliseconds] = words.as_slice() else {
                return None;
            };
            let (columns, rows) = board.split_once('x')?;
            let board = (columns.parse().ok()?, rows.parse().ok()?);
            let number = self.boards.iter().position(|known| *known == board)?;
            let score: i8 = score.parse().ok()?;
            let most = (u32::from(board.0) * u32::from(board.1)).div_ceil(2);
            let value = Value {
                score: Score::new(score),
                nodes: nodes.parse().ok()?,
                milliseconds: milliseconds.parse().ok()?,
            };
            (u32::from(score.unsigned_abs()) <= most).then_some((number as u64, value))
        };
        entry().ok_or_else(|| {
            let line: String = line.chars().take(80).collect();
            format!("expected a board, its score, nodes and milliseconds, found {line:?}")
        })
    }

    fn line(&self, number: u64, value: &Value) -> String {
        let (columns, rows) = self.board(number);
        let Value {
            score,
            nodes,
            milliseconds,
        } = value;
        format!("{columns}x{rows} {score} {nodes} {milliseconds}")
    }

    fn agree(one: &Value, other: &Value) -> bool {
        one.score == other.score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_ordered_by_their_sums() {
        let boards = Boards::new(10).boards;
        assert_eq!(boards, [(4, 4), (4, 5), (5, 4), (4, 6), (5, 5), (6, 4)]);
        assert!(Boards::new(20).boards.iter().all(|&(a, b)| a.max(b) <= 15));
    }

    #[test]
    fn lengths_follow_from_scores() {
        let moves = |score, board| {
            Value {
                score: Score::new(score),
                nodes: 0,
                milliseconds: 0,
            }
            .moves(board)
        };
        assert_eq!(moves(1, (7, 6)), 41);
        assert_eq!(moves(0, (7, 6)), 42);
        assert_eq!(moves(-1, (6, 6)), 36);
        assert_eq!(moves(18, (7, 6)), 7);
        // 63 cells, with one piece more for the first player.
        assert_eq!(moves(1, (9, 7)), 63);
        assert_eq!(moves(-1, (9, 7)), 62);
    }

    #[test]
    fn lines_are_checked() {
        let boards = Boards::new(13);
        let value = Value {
            score: Score::new(1),
            nodes: 65_012_345,
            milliseconds: 14_210,
        };
        let (number, parsed) = boards.parse("7x6 1 65012345 14210").unwrap();
        assert_eq!((boards.board(number), parsed), ((7, 6), value));
        assert_eq!(boards.line(number, &value), "7x6 1 65012345 14210");
        for line in [
            "",
            "7x6 1 2",
            "7x7 1 2 3",
            "7x6 22 1 1",
            "7x6 a 1 1",
            "7x6 1 1 1 1",
        ] {
            assert!(boards.parse(line).is_err(), "{line}");
        }
    }
}
