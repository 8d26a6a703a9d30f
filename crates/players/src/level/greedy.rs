//! Levels 1 and 2: no lookahead.

use super::{
    super::{Choice, ComputerPlayer, Level, Progress, Search, TurnContext},
    win_or_block::wins,
};
use four_shapes_rules::{Cell, Direction, Player, Position, Rules, Trace};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// Completes and blocks lines that lack one piece, as far as it notices them, otherwise prefers
/// cells by the lines through them.
pub(super) struct Greedy {
    awareness: Awareness,
    choice: Option<Choice>,
}

/// The chances, in percent, of noticing lines: horizontal or vertical ones, and diagonals.
struct Awareness {
    /// Of the player's own lines.
    own: [u32; 2],
    /// Of the opponents' lines.
    others: [u32; 2],
    /// The weight of a move is its score to this power: with 0 all weigh the same.
    score_exponent: u32,
}

impl Greedy {
    pub(super) fn new(level: Level) -> Self {
        let awareness = if level == Level::One {
            Awareness {
                own: [40, 20],
                others: [15, 5],
                score_exponent: 0,
            }
        } else {
            Awareness {
                own: [100, 100],
                others: [90, 75],
                score_exponent: 1,
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

    /// Returns a cell that completes a noticed line: the player's own, otherwise one of the
    /// opponent who moves first.
    fn urgent(&self, position: &Position, random: &mut Pcg32) -> Option<Cell> {
        (0..position.rules().players()).find_map(|turns| {
            let chances = if turns == 0 {
                self.awareness.own
            } else {
                self.awareness.others
            };
            let mut cells = wins(position, position.player_after(turns.into()));
            cells.retain(|(_, trace)| Self::sees(chances, trace, random));
            choose_weighted(cells.into_iter().map(|(cell, _)| (cell, 1)), random)
        })
    }
}

impl ComputerPlayer for Greedy {
    fn begin(&mut self, turn: &TurnContext, seed: u64) {
        let position = turn.position();
        let mut random = Pcg32::seed_from_u64(seed);
        let cell = self.urgent(position, &mut random).or_else(|| {
            let evaluation = CellScores::new(position);
            let cells = position
                .playable()
                .map(|cell| (cell, evaluation.of(cell).pow(self.awareness.score_exponent)));
            choose_weighted(cells, &mut random)
        });
        self.choice = cell.map(Choice::Place);
    }

    fn best_so_far(&self) -> Choice {
        self.choice.expect("a turn has a move")
    }
}

impl Search for Greedy {
    type Answer = Choice;

    fn run(&mut self, _: u64) -> Progress<Choice> {
        Progress::Done(self.best_so_far())
    }
}

/// Chooses an item with a probability proportional to its weight; `None` if all weights are 0.
pub(super) fn choose_weighted<T>(
    items: impl IntoIterator<Item = (T, u32)>,
    random: &mut Pcg32,
) -> Option<T> {
    let items: Vec<(T, u32)> = items.into_iter().collect();
    let total = items.iter().map(|&(_, weight)| u64::from(weight)).sum();
    if total == 0 {
        return None;
    }
    let mut at = random.random_range(0..total);
    items.into_iter().find_map(|(item, weight)| {
        let weight = u64::from(weight);
        let found = at < weight;
        at = at.saturating_sub(weight);
        found.then_some(item)
    })
}

/// Scores cells for the player to move by the lines through them.
struct CellScores {
    rules: Rules,
    own: Player,
    /// By column and row.
    pieces: Vec<Vec<Option<Player>>>,
}

impl CellScores {
    fn new(position: &Position) -> Self {
        let rules = position.rules();
        let rows = 0..usize::from(rules.rows());
        let column = |column: usize| {
            let cells = rows.clone().map(|row| rules.cell(column, row));
            cells
                .map(|cell| cell.and_then(|cell| position.piece_at(cell)))
                .collect()
        };
        Self {
            rules,
            own: position.to_move(),
            pieces: (0..rules.columns().into()).map(column).collect(),
        }
    }

    /// Returns the score of an empty cell, at least 1: the sum over all lines through it that
    /// a player can still complete.
    fn of(&self, cell: Cell) -> u32 {
        let connect = isize::from(self.rules.connect());
        let mut score = 1;
        for direction in Direction::ALL {
            for back in 0..connect {
                let steps = -back..connect - back;
                let line = steps.map(|step| self.offset(cell, direction, step));
                let line: Option<Vec<Cell>> = line.collect();
                score += line.map_or(0, |line| self.of_line(&line));
            }
        }
        score
    }

    /// Returns the cell `step` steps away; `None` off the board.
    fn offset(&self, cell: Cell, direction: Direction, step: isize) -> Option<Cell> {
        let (right, up) = direction.step();
        let column = cell.column().index();
        let column = column.checked_add_signed(step * isize::from(right))?;
        let row = cell.row().checked_add_signed(step * isize::from(up))?;
        self.rules.cell(column, row)
    }

    /// Returns the score of a line: it grows with the square of the number of pieces, own
    /// pieces count twice, and a line that no player can complete scores 0.
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
