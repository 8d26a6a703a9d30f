//! Levels 1 and 2: what can be seen at a glance.

use super::{
    super::{Choice, Computer, Progress, Situation},
    careful::{player_in, wins},
};
use crate::{Cell, Direction, Player, Position, Rules, Trace};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// Sees lines that lack one piece, and how much each cell is worth to the lines
/// through it. It looks no move ahead.
pub(super) struct Greedy {
    awareness: Awareness,
    choice: Option<Choice>,
}

/// What is seen of a board, in how many of a hundred cases.
struct Awareness {
    /// Own lines to be completed: along a row or up a column, and on a diagonal.
    own: [u32; 2],
    /// Those of others.
    others: [u32; 2],
    /// How much a move that is worth more is preferred: the chances are as the
    /// worth to the power of this.
    taste: u32,
}

impl Greedy {
    pub(super) fn new(level: u8) -> Self {
        let awareness = if level == 1 {
            Awareness {
                own: [85, 60],
                others: [65, 40],
                taste: 1,
            }
        } else {
            Awareness {
                own: [100, 100],
                others: [100, 100],
                taste: 2,
            }
        };
        Self {
            awareness,
            choice: None,
        }
    }

    fn sees(chances: [u32; 2], trace: &Trace, random: &mut Pcg32) -> bool {
        trace.lines().any(|line| {
            let straight = matches!(
                line.direction(),
                Direction::Horizontal | Direction::Vertical
            );
            random.random_range(0..100) < chances[usize::from(!straight)]
        })
    }

    /// A cell where the line of somebody is to be completed or kept from it: the
    /// own, or else the line of whoever moves first.
    fn urgent(&self, position: &Position, random: &mut Pcg32) -> Option<Cell> {
        (0..position.rules().players()).find_map(|turns| {
            let chances = if turns == 0 {
                self.awareness.own
            } else {
                self.awareness.others
            };
            let mut cells = wins(position, player_in(position, turns.into()));
            cells.retain(|(_, trace)| Self::sees(chances, trace, random));
            pick(cells.into_iter().map(|(cell, _)| (cell, 1)), random)
        })
    }
}

impl Computer for Greedy {
    fn begin(&mut self, turn: &Situation, seed: u64) {
        let position = turn.position();
        let mut random = Pcg32::seed_from_u64(seed);
        let cell = self.urgent(position, &mut random).or_else(|| {
            let worth = Worth::new(position);
            let cells = position
                .playable()
                .map(|cell| (cell, worth.of(cell).pow(self.awareness.taste)));
            pick(cells, &mut random)
        });
        self.choice = cell.map(Choice::Place);
    }

    fn think(&mut self, _: u64) -> Progress {
        Progress::Chosen(self.choice.expect("a turn has a move"))
    }
}

/// One of several, the chances as their weights; at least one weight is not 0.
pub(super) fn pick<T>(from: impl IntoIterator<Item = (T, u32)>, random: &mut Pcg32) -> Option<T> {
    let from: Vec<(T, u32)> = from.into_iter().collect();
    let total = from.iter().map(|&(_, weight)| u64::from(weight)).sum();
    if total == 0 {
        return None;
    }
    let mut at = random.random_range(0..total);
    from.into_iter().find_map(|(item, weight)| {
        let weight = u64::from(weight);
        let found = at < weight;
        at = at.saturating_sub(weight);
        found.then_some(item)
    })
}

/// What cells are worth to the player to move by the lines through them.
struct Worth {
    rules: Rules,
    own: Player,
    /// By column and row.
    pieces: Vec<Vec<Option<Player>>>,
}

impl Worth {
    fn new(position: &Position) -> Self {
        let rules = position.rules();
        let rows = 0..usize::from(rules.rows());
        let column = |column: usize| {
            let cells = rows.clone().map(|row| rules.cell(column, row));
            cells
                .map(|cell| cell.and_then(|cell| position.get(cell)))
                .collect()
        };
        Self {
            rules,
            own: position.to_move(),
            pieces: (0..rules.columns().into()).map(column).collect(),
        }
    }

    /// From 1 up: each line through an empty cell counts that is still open to
    /// somebody, the more the more pieces are in it, and own pieces twice.
    fn of(&self, cell: Cell) -> u32 {
        let connect = isize::from(self.rules.connect());
        let mut worth = 1;
        for direction in Direction::ALL {
            for back in 0..connect {
                let steps = -back..connect - back;
                let line = steps.map(|step| self.along(cell, direction, step));
                let line: Option<Vec<Cell>> = line.collect();
                worth += line.map_or(0, |line| self.of_line(&line));
            }
        }
        worth
    }

    /// The cell so many steps from another; `None` off the board.
    fn along(&self, cell: Cell, direction: Direction, step: isize) -> Option<Cell> {
        let (right, up) = direction.step();
        let column = cell.column().index();
        let column = column.checked_add_signed(step * isize::from(right))?;
        let row = cell.row().checked_add_signed(step * isize::from(up))?;
        self.rules.cell(column, row)
    }

    /// 0 if nobody can complete the line.
    fn of_line(&self, line: &[Cell]) -> u32 {
        let owners = line.iter();
        let owners = owners.filter_map(|cell| self.pieces[cell.column().index()][cell.row()]);
        let owners: Vec<Player> = owners.collect();
        let Some(&owner) = owners.first() else {
            return 1;
        };
        if owners.iter().any(|&other| other != owner) {
            return 0;
        }
        let weight = if owner == self.own { 2 } else { 1 };
        1 + weight * (owners.len() as u32).pow(2)
    }
}
