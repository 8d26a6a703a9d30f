//! Detection of dead positions, in which no line can be completed any more.
//!
//! A line is open to a player if it contains only that player's pieces. Near the end of a
//! game that isn't enough: because of the order of turns and of gravity, a player may never
//! be able to fill the last cell of an open line. A position is dead if no sequence of legal
//! moves, with all players cooperating, completes a line.

use crate::{Cell, Direction, Player, Position, Rules};
use alloc::vec::Vec;

impl Position {
    /// Returns whether no sequence of moves completes a line, if turns have been taken in
    /// order and the game continues to a full board.
    ///
    /// `true` is always correct. On large boards a dead position may be recognized some
    /// moves late, since the search for each line is bounded.
    ///
    /// ```
    /// use four_shapes_rules::Position;
    ///
    /// let position: Position = "aba/bba/a1b a 3,3,3 2 -".parse()?;
    /// assert!(position.is_dead()); // only `b` could complete a line, and has no turn left
    /// # Ok::<_, four_shapes_rules::PositionError>(())
    /// ```
    pub fn is_dead(&self) -> bool {
        !can_complete(self)
    }
}

/// Returns whether some sequence of legal moves completes a line for any player.
fn can_complete(position: &Position) -> bool {
    let rules = position.rules();
    let grid: Grid = core::array::from_fn(|column| {
        core::array::from_fn(|row| {
            rules
                .cell(column, row)
                .and_then(|cell| position.piece_at(cell))
                .map(Player::index)
        })
    });
    let turns = Turns {
        players: rules.players().into(),
        next: position.to_move().index(),
        empty: rules.cells() - position.piece_count(),
    };
    windows(rules).any(|window| {
        let mut owners = window
            .clone()
            .filter_map(|cell| grid[cell.column().index()][cell.row()]);
        let owner = owners.next();
        if owners.any(|other| Some(other) != owner) {
            return false;
        }
        let missing: Vec<Cell> = window
            .filter(|cell| grid[cell.column().index()][cell.row()].is_none())
            .collect();
        let can = |player| {
            if missing.is_empty() {
                true
            } else if rules.gravity() {
                LineGoal::new(position, &missing).can_be_won(&missing, turns, player)
            } else {
                turns.until_nth(player, missing.len()) <= turns.empty
            }
        };
        match owner {
            Some(player) => can(player),
            None => (0..turns.players).any(can),
        }
    })
}

/// The owners of the pieces, by column and row.
type Grid = [[Option<usize>; Rules::MAX_SIDE as usize]; Rules::MAX_SIDE as usize];

/// Returns all lines of the length that wins.
fn windows(rules: Rules) -> impl Iterator<Item = impl Iterator<Item = Cell> + Clone> {
    Direction::ALL.into_iter().flat_map(move |direction| {
        let (columns, rows) = direction.step();
        rules.all_cells().filter_map(move |start| {
            let along = move |from: usize, step: i8, i: u8| {
                from.checked_add_signed(isize::from(step) * isize::from(i))
            };
            let cell = move |i| {
                let column = along(start.column().index(), columns, i)?;
                rules.cell(column, along(start.row(), rows, i)?)
            };
            cell(rules.connect() - 1)?;
            Some((0..rules.connect()).filter_map(cell))
        })
    })
}

/// The order of the remaining turns.
#[derive(Clone, Copy)]
struct Turns {
    players: usize,
    /// The player to move.
    next: usize,
    /// The number of remaining moves.
    empty: usize,
}

impl Turns {
    /// Returns the number of moves until a player has moved `n` times, `n` ≥ 1.
    fn until_nth(self, player: usize, n: usize) -> usize {
        let wait = (player + self.players - self.next) % self.players;
        wait + (n - 1) * self.players + 1
    }
}

/// The cells to fill for one line on a board with gravity.
struct LineGoal {
    /// The columns that contain missing cells of the line.
    columns: Vec<GoalColumn>,
    /// The number of empty cells in all other columns.
    elsewhere: usize,
}

/// A column with missing cells of the line.
struct GoalColumn {
    /// The number of empty cells below the lowest missing one, for any player.
    below: u8,
    /// The number of missing cells, which are adjacent, for the player.
    goals: u8,
    /// The number of empty cells above the highest missing one, for any player.
    above: u8,
}

/// The maximum number of search states before a line is assumed to be open.
const MAX_STATES: usize = 2_000;

impl LineGoal {
    fn new(position: &Position, missing: &[Cell]) -> Self {
        let rules = position.rules();
        let mut columns = Vec::new();
        let mut elsewhere = 0;
        for column in rules.all_columns() {
            let height = position.height(column);
            let mut goals = missing.iter().filter(|cell| cell.column() == column);
            if let Some(lowest) = goals.next() {
                let goals = 1 + goals.count();
                columns.push(GoalColumn {
                    below: (lowest.row() - height) as u8,
                    goals: goals as u8,
                    above: (usize::from(rules.rows()) - lowest.row() - goals) as u8,
                });
            } else {
                elsewhere += usize::from(rules.rows()) - height;
            }
        }
        Self { columns, elsewhere }
    }

    /// Returns whether the player can fill all missing cells if all players cooperate.
    fn can_be_won(&self, missing: &[Cell], turns: Turns, player: usize) -> bool {
        if turns.until_nth(player, missing.len()) > turns.empty {
            return false;
        }
        // First all players fill the cells below the missing ones. Then the others need
        // a cell elsewhere for each of their turns while the player fills the line.
        if self.elsewhere >= (turns.players - 1) * missing.len() {
            return true;
        }
        let mut search = OrderSearch {
            goal: self,
            turns,
            player,
            visited: Vec::new(),
        };
        search.wins(0, 0)
    }
}

/// A depth-first search through the orders of moves that visits each state once.
struct OrderSearch<'a> {
    goal: &'a LineGoal,
    turns: Turns,
    player: usize,
    /// The visited states, sorted.
    visited: Vec<(u64, usize)>,
}

impl OrderSearch<'_> {
    /// Returns whether the line can be completed from a state: the number of filled cells
    /// in each of the goal's columns, up to the highest missing cell (four bits each), and
    /// the number of moves elsewhere or above the missing cells.
    fn wins(&mut self, filled: u64, spare: usize) -> bool {
        let done = |i: usize| ((filled >> (4 * i)) & 15) as u8;
        let columns = &self.goal.columns;
        let finished = |(i, column): (usize, &GoalColumn)| done(i) == column.below + column.goals;
        if columns.iter().enumerate().all(finished) {
            return true;
        }
        if self.visited.len() >= MAX_STATES {
            return true;
        }
        match self.visited.binary_search(&(filled, spare)) {
            Ok(_) => return false,
            Err(place) => self.visited.insert(place, (filled, spare)),
        }
        let moves = (0..columns.len())
            .map(|i| usize::from(done(i)))
            .sum::<usize>()
            + spare;
        let own = (self.turns.next + moves) % self.turns.players == self.player;
        let goal_next = |i: usize, column: &GoalColumn| {
            (column.below..column.below + column.goals).contains(&done(i))
        };
        // Filling a missing cell at once is usually best. Sometimes it has to wait, so
        // that the others still have moves elsewhere.
        if own {
            for (i, column) in columns.iter().enumerate() {
                if goal_next(i, column) && self.wins(filled + (1 << (4 * i)), spare) {
                    return true;
                }
            }
        }
        for (i, column) in columns.iter().enumerate() {
            if done(i) < column.below && self.wins(filled + (1 << (4 * i)), spare) {
                return true;
            }
        }
        let above: usize = columns
            .iter()
            .enumerate()
            .filter(|&column| finished(column))
            .map(|(_, column)| usize::from(column.above))
            .sum();
        spare < self.goal.elsewhere + above && self.wins(filled, spare + 1)
    }
}
