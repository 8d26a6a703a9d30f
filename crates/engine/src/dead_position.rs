//! Whether anybody can still complete a line.
//!
//! A line is open to a player if only that player's pieces are in it. That is
//! not enough near the end of a game: turns alternate and pieces fall, so a
//! player may never get to fill the last cell of an open line. What decides is
//! whether *some* order of moves, with everybody helping, completes the line.

use crate::{Cell, Direction, Player, Position, Rules};

impl Position {
    /// Whether nobody can complete a line any more, however all of them play,
    /// if turns have been taken in order and the game goes on to a full board.
    ///
    /// Never true too early. It can be true a little late on large boards,
    /// where proving it would take long: see `docs/design-notes.md`.
    ///
    /// Noted in the `buttons` program: then, too, it is a draw.
    pub fn is_dead(&self) -> bool {
        !can_complete(self)
    }
}

/// Whether some sequence of legal moves completes a line for somebody.
fn can_complete(position: &Position) -> bool {
    let rules = position.rules();
    let grid: Grid = std::array::from_fn(|column| {
        std::array::from_fn(|row| {
            rules
                .cell(column, row)
                .and_then(|cell| position.get(cell))
                .map(Player::index)
        })
    });
    let turns = Turns {
        players: rules.players().into(),
        next: position.to_move().index(),
        empty: rules.cells() - position.pieces(),
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
                Race::new(position, &missing).can_be_won(&missing, turns, player)
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

/// Whose piece is in each cell, by column and row.
type Grid = [[Option<usize>; Rules::MAX_SIDE as usize]; Rules::MAX_SIDE as usize];

/// Every group of as many cells in a row as win.
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

/// Who moves when.
#[derive(Clone, Copy)]
struct Turns {
    players: usize,
    /// Who moves next.
    next: usize,
    /// How many moves are left.
    empty: usize,
}

impl Turns {
    /// How many moves it takes until a player has moved `n` times, `n` ≥ 1.
    fn until_nth(self, player: usize, n: usize) -> usize {
        let wait = (player + self.players - self.next) % self.players;
        wait + (n - 1) * self.players + 1
    }
}

/// What is left to fill for one line on a board with gravity.
struct Race {
    /// The columns in which cells of the line are missing.
    columns: Vec<Lane>,
    /// Empty cells in all other columns.
    elsewhere: usize,
}

/// A column with missing cells of the line.
struct Lane {
    /// Empty cells below the lowest missing one: anybody's.
    below: u8,
    /// Missing cells, one on the other: the player's.
    goals: u8,
    /// Empty cells above the highest missing one: anybody's.
    above: u8,
}

/// How many ways into the future are looked at before a line counts as open.
const PATIENCE: usize = 2_000;

impl Race {
    fn new(position: &Position, missing: &[Cell]) -> Self {
        let rules = position.rules();
        let mut columns = Vec::new();
        let mut elsewhere = 0;
        for column in rules.all_columns() {
            let height = position.height(column);
            let mut goals = missing.iter().filter(|cell| cell.column() == column);
            if let Some(lowest) = goals.next() {
                let goals = 1 + goals.count();
                columns.push(Lane {
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

    /// Whether the player can fill every missing cell, with everybody's help.
    fn can_be_won(&self, missing: &[Cell], turns: Turns, player: usize) -> bool {
        if turns.until_nth(player, missing.len()) > turns.empty {
            return false;
        }
        // First everybody fills up to the missing cells; then the others need a
        // place for each of their turns while the player takes them.
        if self.elsewhere >= (turns.players - 1) * missing.len() {
            return true;
        }
        let mut search = Search {
            race: self,
            turns,
            player,
            seen: Vec::new(),
        };
        search.wins(0, 0)
    }
}

/// A depth-first search through the orders of filling, each state seen once.
struct Search<'a> {
    race: &'a Race,
    turns: Turns,
    player: usize,
    /// States without success so far, in order.
    seen: Vec<(u64, usize)>,
}

impl Search<'_> {
    /// Whether the line can be completed from a state: how far each of the
    /// race's columns is filled (four bits each; past the goals is not counted
    /// here), and how many pieces have gone elsewhere or above the goals.
    fn wins(&mut self, filled: u64, spare: usize) -> bool {
        let done = |i: usize| ((filled >> (4 * i)) & 15) as u8;
        let lanes = &self.race.columns;
        let finished = |(i, lane): (usize, &Lane)| done(i) == lane.below + lane.goals;
        if lanes.iter().enumerate().all(finished) {
            return true;
        }
        if self.seen.len() >= PATIENCE {
            return true;
        }
        match self.seen.binary_search(&(filled, spare)) {
            Ok(_) => return false,
            Err(place) => self.seen.insert(place, (filled, spare)),
        }
        let moves = (0..lanes.len())
            .map(|i| usize::from(done(i)))
            .sum::<usize>()
            + spare;
        let own = (self.turns.next + moves) % self.turns.players == self.player;
        let goal_next =
            |i: usize, lane: &Lane| (lane.below..lane.below + lane.goals).contains(&done(i));
        // Mostly it is best to take a missing cell at once. Not always: it can
        // have to wait, so that the others keep somewhere else to go.
        if own {
            for (i, lane) in lanes.iter().enumerate() {
                if goal_next(i, lane) && self.wins(filled + (1 << (4 * i)), spare) {
                    return true;
                }
            }
        }
        for (i, lane) in lanes.iter().enumerate() {
            if done(i) < lane.below && self.wins(filled + (1 << (4 * i)), spare) {
                return true;
            }
        }
        let freed: usize = lanes
            .iter()
            .enumerate()
            .filter(|&lane| finished(lane))
            .map(|(_, lane)| usize::from(lane.above))
            .sum();
        spare < self.race.elsewhere + freed && self.wins(filled, spare + 1)
    }
}
