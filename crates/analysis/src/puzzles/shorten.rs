//! Plays wins on until only their last moves are left.

use super::{Goal, MIN_RATING, Puzzle};
use crate::explain::Theme;
use four_shapes_rules::{Cell, Position, Rules};

/// The most own moves of a win that is played on: it is searched without a table.
const MAX_LENGTH: u8 = 3;

impl Puzzle {
    /// Plays a win in 2 or 3 on, against a defence that delays it, until it takes this number of own
    /// moves. A win in 2 has no immediate win for either player, and a win in 1 exactly one winning
    /// cell. Returns `None` if there is no such position.
    ///
    /// Other first moves may win too, later. The rating is the lowest one.
    ///
    /// ```
    /// use four_shapes_analysis::{explain::Theme, puzzles::{Goal, Puzzle}};
    /// use four_shapes_rules::Rules;
    ///
    /// let rules = Rules::connect_four(5, 4)?;
    /// let moves = [2, 2, 3, 3, 2, 3].into_iter().filter_map(|index| rules.column(index)).collect();
    /// let puzzle = Puzzle { moves, goal: Goal::Win, length: 2, theme: Theme::ForcedWin, rating: 800 };
    /// let shorter = puzzle.shortened(rules, 1).expect("a win in 2 has a win in 1");
    /// assert_eq!((shorter.length, shorter.moves.len()), (1, 8));
    /// # Ok::<_, four_shapes_rules::RulesError>(())
    /// ```
    pub fn shortened(&self, rules: Rules, length: u8) -> Option<Self> {
        if self.goal != Goal::Win || self.length > MAX_LENGTH || !(1..self.length).contains(&length)
        {
            return None;
        }
        let mut moves = self.moves.clone();
        let mut position = self.game(rules).ok()?.position().clone();
        for left in (length..self.length).rev() {
            let (own, reply) = play_on(&position, left)?;
            for cell in [own, reply] {
                position = position.play(cell).ok()?;
                moves.push(cell.column());
            }
        }
        Some(Self {
            moves,
            goal: Goal::Win,
            length,
            theme: Theme::ForcedWin,
            rating: MIN_RATING,
        })
    }
}

/// Returns a move after which this number of own moves wins, and a reply after which no fewer do.
fn play_on(position: &Position, left: u8) -> Option<(Cell, Cell)> {
    position.playable().find_map(|own| {
        let next = position.play(own).ok()?;
        if !loses_within(&next, left) {
            return None;
        }
        let delays = |reply: &Cell| {
            next.play(*reply).is_ok_and(|later| {
                let [own, other] = [later.to_move(), next.to_move()];
                let lines = later.completions(own).len();
                if left == 1 {
                    lines == 1
                } else {
                    lines == 0 && later.completions(other).is_empty()
                }
            })
        };
        Some((own, next.playable().find(delays)?))
    })
}

/// Whether the player to move wins with at most this number of own moves.
fn wins_within(position: &Position, moves: u8) -> bool {
    if !position.completions(position.to_move()).is_empty() {
        return true;
    }
    moves > 1 && next_positions(position).any(|next| loses_within(&next, moves - 1))
}

/// Whether the other player wins with at most this number of moves, whatever the reply.
fn loses_within(position: &Position, moves: u8) -> bool {
    !position.is_full()
        && position.completions(position.to_move()).is_empty()
        && next_positions(position).all(|next| wins_within(&next, moves))
}

fn next_positions(position: &Position) -> impl Iterator<Item = Position> {
    let cells = position.playable();
    cells.filter_map(|cell| position.play(cell).ok())
}
