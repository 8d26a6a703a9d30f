//! What a position comes to if everybody plays as well as can be, for any number
//! of players, found by trying everything.

// Every test crate that includes this file uses another part of it.
#![allow(dead_code)]

use four_shapes_engine::{Cell, Player, Position, Rules};
use std::collections::{BTreeSet, HashMap};

/// How a game ends: the number of the winner, or nobody wins.
pub(crate) type Outcome = Option<usize>;

/// Every position that was looked at, and how it may end.
///
/// Players who cannot win or draw any more do not care who of the others wins, so
/// there may be several endings.
pub(crate) struct MaxN {
    rules: Rules,
    lines: Vec<Vec<usize>>,
    known: HashMap<Vec<Option<usize>>, BTreeSet<Outcome>>,
}

impl MaxN {
    pub(crate) fn new(rules: Rules) -> Self {
        let (columns, rows) = (i32::from(rules.columns()), i32::from(rules.rows()));
        let mut lines = Vec::new();
        for column in 0..columns {
            for row in 0..rows {
                for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    let line: Vec<(i32, i32)> = (0..i32::from(rules.connect()))
                        .map(|i| (column + right * i, row + up * i))
                        .collect();
                    let inside =
                        |&(c, r): &(i32, i32)| (0..columns).contains(&c) && (0..rows).contains(&r);
                    if line.iter().all(inside) {
                        let numbers = line
                            .iter()
                            .map(|&(c, r)| (c * rows + r).cast_unsigned() as usize);
                        lines.push(numbers.collect());
                    }
                }
            }
        }
        Self {
            rules,
            lines,
            known: HashMap::new(),
        }
    }

    /// How the game may end when the player to move goes to a cell.
    pub(crate) fn after(&mut self, position: &Position, cell: Cell) -> BTreeSet<Outcome> {
        let cells = self.rules.all_cells();
        let mut grid: Vec<Option<usize>> = cells
            .map(|cell| position.get(cell).map(Player::index))
            .collect();
        let rows = usize::from(self.rules.rows());
        let at = cell.column().index() * rows + cell.row();
        self.play(&mut grid, position.pieces(), at)
    }

    fn play(
        &mut self,
        grid: &mut Vec<Option<usize>>,
        pieces: usize,
        at: usize,
    ) -> BTreeSet<Outcome> {
        let player = pieces % usize::from(self.rules.players());
        assert!(grid[at].is_none());
        grid[at] = Some(player);
        let full = |line: &Vec<usize>| line.iter().all(|&i| grid[i] == Some(player));
        let ends = if self.lines.iter().any(full) {
            BTreeSet::from([Some(player)])
        } else if grid.iter().all(Option::is_some) {
            BTreeSet::from([None])
        } else {
            self.of(grid, pieces + 1)
        };
        grid[at] = None;
        ends
    }

    fn of(&mut self, grid: &mut Vec<Option<usize>>, pieces: usize) -> BTreeSet<Outcome> {
        if let Some(ends) = self.known.get(grid) {
            return ends.clone();
        }
        let player = pieces % usize::from(self.rules.players());
        let rows = usize::from(self.rules.rows());
        let mut each = Vec::new();
        for at in 0..grid.len() {
            let in_the_air = at % rows > 0 && grid[at - 1].is_none();
            if grid[at].is_none() && !(self.rules.gravity() && in_the_air) {
                each.push(self.play(grid, pieces, at));
            }
        }
        // Whatever the others do, some move brings at least this.
        let worst = |ends: &BTreeSet<Outcome>| ends.iter().map(|&end| worth(end, player)).min();
        let least = each
            .iter()
            .filter_map(worst)
            .max()
            .expect("there is a move");
        let mut ends: BTreeSet<Outcome> = each.into_iter().flatten().collect();
        ends.retain(|&end| worth(end, player) >= least);
        self.known.insert(grid.clone(), ends.clone());
        ends
    }
}

/// 1 a win, 0 a draw, −1 a loss.
fn worth(end: Outcome, player: usize) -> i8 {
    match end {
        None => 0,
        Some(winner) if winner == player => 1,
        Some(_) => -1,
    }
}

/// What the endings have in common for a player.
pub(crate) fn sure(ends: &BTreeSet<Outcome>, player: usize) -> Option<i8> {
    let mut evaluations = ends.iter().map(|&end| worth(end, player));
    let first = evaluations.next()?;
    evaluations.all(|other| other == first).then_some(first)
}
