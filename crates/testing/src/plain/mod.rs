//! A plain alpha–beta search to compare the solver with: a list of all lines, all moves from
//! left to right, and a hash map of bounds.
//!
//! It shares nothing with the solver: no move ordering, no threats, no mirroring, and cells
//! numbered without spare bits.

pub mod compare;
pub mod random;

use four_shapes_rules::{Position, Rules, RulesConfig, notation};
use std::collections::HashMap;

/// The map is cleared above this size, to bound its memory.
const MAX_ENTRIES: usize = 1 << 21;

/// Returns the rules of a two-player game with gravity.
pub fn two_players(columns: u32, rows: u32, connect: u32) -> Rules {
    Rules::new(RulesConfig {
        columns,
        rows,
        connect,
        players: 2,
        gravity: true,
    })
    .expect("the rules are valid")
}

/// Returns the notation of moves, given as column indices from 0.
pub fn text(rules: Rules, moves: &[usize]) -> String {
    let separator = if rules.columns() > 9 { "," } else { "" };
    let numbers: Vec<String> = moves
        .iter()
        .map(|column| (column + 1).to_string())
        .collect();
    numbers.join(separator)
}

/// Parses a game and returns its last position.
pub fn position(rules: Rules, text: &str) -> Position {
    match notation::parse(rules, text) {
        Ok(game) => game.position().clone(),
        Err(error) => panic!("{text}: {error}"),
    }
}

/// The search: the lines of the board and the bounds found so far.
pub struct Plain {
    pub columns: usize,
    pub rows: usize,
    /// The lines through each cell, each a set of cells.
    lines: Vec<Vec<u128>>,
    found: HashMap<(u128, u128), Bounds>,
}

#[derive(Clone, Copy)]
struct Bounds {
    lower: i8,
    upper: i8,
}

/// The pieces as two sets of cells, numbered up the columns from 0 at the bottom left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pieces {
    /// The pieces of the side to move.
    pub own: u128,
    pub other: u128,
}

impl Pieces {
    pub fn count(self) -> usize {
        (self.own | self.other).count_ones() as usize
    }
}

impl Plain {
    pub fn new(rules: Rules) -> Self {
        let (columns, rows) = (usize::from(rules.columns()), usize::from(rules.rows()));
        let mut lines = vec![Vec::new(); columns * rows];
        for line in all_lines(columns, rows, rules.connect().into()) {
            let set = line.iter().fold(0, |set, cell| set | 1 << cell);
            for cell in line {
                lines[cell].push(set);
            }
        }
        Self {
            columns,
            rows,
            lines,
            found: HashMap::new(),
        }
    }

    pub fn cells(&self) -> usize {
        self.columns * self.rows
    }

    /// Returns the playable cell of a column; `None` if it is full.
    pub fn landing(&self, pieces: Pieces, column: usize) -> Option<usize> {
        let mut cells = column * self.rows..(column + 1) * self.rows;
        cells.find(|cell| (pieces.own | pieces.other) & 1 << cell == 0)
    }

    /// Returns whether a move of the side to move completes a line.
    pub fn wins(&self, pieces: Pieces, cell: usize) -> bool {
        let own = pieces.own | 1 << cell;
        self.lines[cell].iter().any(|line| own & line == *line)
    }

    pub fn after(pieces: Pieces, cell: usize) -> Pieces {
        Pieces {
            own: pieces.other,
            other: pieces.own | 1 << cell,
        }
    }

    /// Returns the pieces after moves, given as column indices from 0.
    pub fn play(&self, moves: &[usize]) -> Pieces {
        moves.iter().fold(Pieces::default(), |pieces, &column| {
            let cell = self.landing(pieces, column).expect("the column has room");
            Self::after(pieces, cell)
        })
    }

    /// Returns the score of an immediate win: the number of turns that the side to move has
    /// left, including this one.
    fn win(&self, pieces: Pieces) -> i8 {
        let turns = (self.cells() - pieces.count()).div_ceil(2);
        i8::try_from(turns).expect("a board has at most 225 cells")
    }

    /// Returns the score of a position in which neither side has won.
    pub fn score(&mut self, pieces: Pieces) -> i32 {
        if self.found.len() > MAX_ENTRIES {
            self.found = HashMap::new();
        }
        self.search(pieces, -100, 100).into()
    }

    /// Returns the score if it is within the window, otherwise a bound on the same side of it.
    fn search(&mut self, pieces: Pieces, lower: i8, upper: i8) -> i8 {
        let landings: Vec<usize> = (0..self.columns)
            .filter_map(|column| self.landing(pieces, column))
            .collect();
        if landings.is_empty() {
            return 0;
        }
        if landings.iter().any(|&cell| self.wins(pieces, cell)) {
            // No other win is earlier.
            return self.win(pieces);
        }
        let key = (pieces.own, pieces.other);
        let known = self.found.get(&key).copied().unwrap_or(Bounds {
            lower: -100,
            upper: 100,
        });
        let (lower, upper) = (lower.max(known.lower), upper.min(known.upper));
        if known.lower >= upper {
            return known.lower;
        }
        if known.upper <= lower {
            return known.upper;
        }
        let mut best = i8::MIN;
        for cell in landings {
            let score = -self.search(Self::after(pieces, cell), -upper, -lower.max(best));
            best = best.max(score);
            if best >= upper {
                break;
            }
        }
        let bounds = Bounds {
            lower: if best > lower { best } else { known.lower },
            upper: if best < upper { best } else { known.upper },
        };
        self.found.insert(key, bounds);
        best
    }
}

/// Returns every line of exactly `connect` cells.
fn all_lines(columns: usize, rows: usize, connect: usize) -> Vec<Vec<usize>> {
    let on_board = |column: isize, row: isize| {
        let column = usize::try_from(column).ok().filter(|at| *at < columns)?;
        let row = usize::try_from(row).ok().filter(|at| *at < rows)?;
        Some(column * rows + row)
    };
    let mut lines = Vec::new();
    for column in 0..columns.cast_signed() {
        for row in 0..rows.cast_signed() {
            for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let cell = |step: isize| on_board(column + step * right, row + step * up);
                lines.extend(
                    (0..connect.cast_signed())
                        .map(cell)
                        .collect::<Option<Vec<_>>>(),
                );
            }
        }
    }
    lines
}
