//! The swap rule: whether to switch sides, and how to open when the opponent may.

use super::{Choice, ComputerPlayer, PlayerKind, Progress, Search, TurnContext};
use four_shapes_rules::{Cell, Position, bitboard::lines_through};
use four_shapes_solver::evaluation::{Chances, chances};
use rand::{RngExt, SeedableRng, seq::IndexedRandom};
use rand_pcg::Pcg32;
use std::cmp::Ordering;

/// Returns whether the first move is good enough to take over. The player to move is the one who
/// may swap.
///
/// Of a single piece: whether among the other first moves, more have fewer lines through their
/// cell than have more. On 7 × 6 this holds for the three central columns, exactly those that do
/// not lose: the [scores](four_shapes_solver) of the columns are −2, −1, 0, 1, 0, −1 and −2. Of
/// more pieces, in a game that started in a position: whether the player to move has less than
/// even [chances].
///
/// A heuristic almost without search, linear in the number of cells.
///
/// ```
/// use four_shapes_players::should_swap;
/// use four_shapes_rules::{Rules, notation};
///
/// let takes = |moves| notation::parse(Rules::CLASSIC, moves).map(|game| should_swap(game.position()));
/// assert_eq!((takes("1"), takes("4")), (Ok(false), Ok(true)));
/// ```
pub fn should_swap(position: &Position) -> bool {
    if position.piece_count() > 1 {
        return chances(position).is_some_and(|chances| chances.win < chances.loss);
    }
    let rules = position.rules();
    let mut cells = rules.all_cells();
    let Some(first) = cells.find(|&cell| position.piece_at(cell).is_some()) else {
        return false;
    };
    let own = lines_through(rules, first);
    let (mut fewer, mut more) = (0, 0);
    for other in Position::new(rules).playable() {
        match lines_through(rules, other).cmp(&own) {
            Ordering::Less => fewer += 1,
            Ordering::Equal => {}
            Ordering::Greater => more += 1,
        }
    }
    fewer > more
}

/// Returns the first moves to choose from when the opponent may swap: on the empty board, of
/// those that are good enough to take over, the ones with the fewest lines, which are the most
/// balanced. On 7 × 6 these are C1 and E1, which lead to a draw. In any other position, those
/// with the most even [chances].
fn balanced_openings(start: &Position) -> Vec<Cell> {
    if start.piece_count() > 0 {
        return most_even(start);
    }
    let rules = start.rules();
    let empty = Position::new(rules);
    let is_good = |cell: &Cell| empty.play(*cell).is_ok_and(|after| should_swap(&after));
    let mut cells: Vec<Cell> = empty.playable().filter(is_good).collect();
    let fewest = cells.iter().map(|&cell| lines_through(rules, cell)).min();
    cells.retain(|&cell| Some(lines_through(rules, cell)) == fewest);
    cells
}

/// Returns the moves after which the chances are closest to even; none if they are unknown.
fn most_even(start: &Position) -> Vec<Cell> {
    let difference = |cell: Cell| {
        let after = start.play(cell).ok()?;
        let chances = if after.is_over() {
            Chances::LOSS
        } else {
            chances(&after)?
        };
        Some((chances.win.abs_diff(chances.loss), cell))
    };
    let moves: Vec<_> = start.playable().filter_map(difference).collect();
    let least = moves.iter().map(|&(difference, _)| difference).min();
    let even = moves
        .into_iter()
        .filter(|&(difference, _)| Some(difference) == least);
    even.map(|(_, cell)| cell).collect()
}

/// Handles the swap rule for another player: swaps after a good first move, and opens with a
/// balanced one.
pub(super) struct SwapPlayer {
    kind: PlayerKind,
    player: Box<dyn ComputerPlayer>,
    choice: Option<Choice>,
}

impl SwapPlayer {
    pub(super) fn new(kind: PlayerKind, player: Box<dyn ComputerPlayer>) -> Self {
        Self {
            kind,
            player,
            choice: None,
        }
    }

    fn decide(&self, turn: &TurnContext, seed: u64) -> Option<Choice> {
        let mut random = Pcg32::seed_from_u64(seed);
        let is_random = self.kind == PlayerKind::Random;
        if turn.may_swap {
            let swaps = if is_random {
                random.random()
            } else {
                should_swap(turn.position())
            };
            return swaps.then_some(Choice::Swap);
        }
        let cells = balanced_openings(turn.position());
        let cell = cells
            .choose(&mut random)
            .filter(|_| turn.offers_swap && !is_random);
        cell.copied().map(Choice::Place)
    }
}

impl ComputerPlayer for SwapPlayer {
    fn begin(&mut self, turn: &TurnContext, seed: u64) {
        self.choice = if turn.may_swap || turn.offers_swap {
            self.decide(turn, seed)
        } else {
            None
        };
        if self.choice.is_none() {
            self.player.begin(turn, seed);
        }
    }

    fn best_so_far(&self) -> Choice {
        self.choice.unwrap_or_else(|| self.player.best_so_far())
    }

    fn percent(&self) -> u8 {
        self.choice.map_or_else(|| self.player.percent(), |_| 0)
    }
}

impl Search for SwapPlayer {
    type Answer = Choice;

    fn run(&mut self, nodes: u64) -> Progress<Choice> {
        match self.choice {
            Some(choice) => Progress::Done(choice),
            None => self.player.run(nodes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_rules::{Rules, notation};

    #[test]
    fn swaps_after_first_moves_that_do_not_lose() {
        let takes =
            |rules, moves: &str| should_swap(notation::parse(rules, moves).unwrap().position());
        for (column, score) in (1..=7).zip([-2, -1, 0, 1, 0, -1, -2]) {
            assert_eq!(takes(Rules::CLASSIC, &column.to_string()), score >= 0);
        }
        assert!(takes(Rules::TIC_TAC_TOE, "B2"));
        assert!(takes(Rules::TIC_TAC_TOE, "A1"));
        assert!(!takes(Rules::TIC_TAC_TOE, "B1"));
        assert!(!takes(Rules::CLASSIC, ""));
        // Two pieces too many for the player who has just moved.
        let set_up = |text: &str| should_swap(&text.parse().unwrap());
        assert!(set_up("7/7/7/7/7/2aaa2 b 7,6,4 2 g"));
        assert!(!set_up("7/7/7/7/7/2bbb2 b 7,6,4 2 g"));
    }

    #[test]
    fn opens_with_a_draw_on_the_classic_board() {
        let names = |rules| {
            let cells = balanced_openings(&Position::new(rules)).into_iter();
            cells.map(|cell| cell.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(names(Rules::CLASSIC), ["C1", "E1"]);
        // Next to three of its own pieces on one side, a piece would win.
        let start: Position = "7/7/7/7/7/aaa4 a 7,6,4 2 g".parse().unwrap();
        let cells = balanced_openings(&start);
        assert!(!cells.is_empty());
        assert!(cells.iter().all(|cell| cell.to_string() != "D1"));
    }
}
