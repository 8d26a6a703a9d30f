//! Exhaustive maxⁿ search: the possible outcomes under best play of any number of players.

use four_shapes_rules::{Cell, Player, Position, Rules};
use std::collections::{BTreeSet, HashMap};

/// The outcome of a game: the index of the winner, or a draw.
pub(crate) type Outcome = Option<usize>;

/// The search, with the outcomes of every position searched.
///
/// A player who can neither win nor draw is indifferent between the other players' wins, so a
/// position may have several outcomes.
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

    /// Returns the possible outcomes after a move.
    pub(crate) fn after(&mut self, position: &Position, cell: Cell) -> BTreeSet<Outcome> {
        let cells = self.rules.all_cells();
        let mut grid: Vec<Option<usize>> = cells
            .map(|cell| position.piece_at(cell).map(Player::index))
            .collect();
        let rows = usize::from(self.rules.rows());
        let at = cell.column().index() * rows + cell.row();
        self.play(&mut grid, position.piece_count(), at)
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
        let outcomes = if self.lines.iter().any(full) {
            BTreeSet::from([Some(player)])
        } else if grid.iter().all(Option::is_some) {
            BTreeSet::from([None])
        } else {
            self.outcomes(grid, pieces + 1)
        };
        grid[at] = None;
        outcomes
    }

    fn outcomes(&mut self, grid: &mut Vec<Option<usize>>, pieces: usize) -> BTreeSet<Outcome> {
        if let Some(outcomes) = self.known.get(grid) {
            return outcomes.clone();
        }
        let player = pieces % usize::from(self.rules.players());
        let rows = usize::from(self.rules.rows());
        let mut each = Vec::new();
        for at in 0..grid.len() {
            let unsupported = at % rows > 0 && grid[at - 1].is_none();
            if grid[at].is_none() && !(self.rules.gravity() && unsupported) {
                each.push(self.play(grid, pieces, at));
            }
        }
        // The best result that some move guarantees.
        let worst = |outcomes: &BTreeSet<Outcome>| {
            outcomes.iter().map(|&outcome| value(outcome, player)).min()
        };
        let guaranteed = each
            .iter()
            .filter_map(worst)
            .max()
            .expect("the board is not full");
        let mut outcomes: BTreeSet<Outcome> = each.into_iter().flatten().collect();
        outcomes.retain(|&outcome| value(outcome, player) >= guaranteed);
        self.known.insert(grid.clone(), outcomes.clone());
        outcomes
    }
}

/// Returns 1 for a win, 0 for a draw, −1 for a loss.
fn value(outcome: Outcome, player: usize) -> i8 {
    match outcome {
        None => 0,
        Some(winner) if winner == player => 1,
        Some(_) => -1,
    }
}

/// Returns the result for a player if it is the same in all outcomes.
pub(crate) fn proven(outcomes: &BTreeSet<Outcome>, player: usize) -> Option<i8> {
    let mut values = outcomes.iter().map(|&outcome| value(outcome, player));
    let first = values.next()?;
    values.all(|other| other == first).then_some(first)
}
