//! Hints: a good move and the reason for it.

use super::{Analysis, value::Moves};
use four_shapes_rules::{Cell, Position};
use four_shapes_solver::Outcome;
use std::fmt;

/// A good move and the reason for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The cell.
    pub cell: Cell,
    /// The reason.
    pub reason: Reason,
}

/// The reason a move is good. [`Display`](fmt::Display) describes its effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It completes a line.
    WinsNow,
    /// It blocks an opponent who would complete a line there before the player's next
    /// turn.
    Blocks,
    /// It wins in this number of the player's own moves, including this one.
    WinsIn(u32),
    /// It wins, at an unknown distance.
    Wins,
    /// All other moves are proved to lose.
    OnlyMove,
    /// It draws, and no move wins.
    KeepsDraw,
    /// All moves lose, this one the latest: in this number of the winner's moves.
    Delays(u32),
    /// All moves lose, at an unknown distance.
    Loses,
    /// Nothing is proved.
    BestGuess,
}

impl Hint {
    /// Returns a hint that needs no search: complete a line, or block the first opponent
    /// who would complete one before the player's next turn.
    ///
    /// ```
    /// use four_shapes_analysis::{Hint, Reason};
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let hint = |moves| {
    ///     let game = notation::parse(Rules::CLASSIC, moves).expect("the moves are legal");
    ///     Hint::immediate(game.position()).map(|hint| (hint.cell.to_string(), hint.reason))
    /// };
    /// assert_eq!(hint("112233"), Some(("D1".to_owned(), Reason::WinsNow)));
    /// assert_eq!(hint("11223"), Some(("D1".to_owned(), Reason::Blocks)));
    /// assert_eq!(hint("4455"), None);
    /// ```
    pub fn immediate(position: &Position) -> Option<Self> {
        let rules = position.rules();
        let after = |turns: usize| position.player_after(turns);
        if let Some(&cell) = position.completions(after(0)).first() {
            let reason = Reason::WinsNow;
            return Some(Self { cell, reason });
        }
        (1..rules.players().into()).find_map(|turns| {
            let cells = position.completions(after(turns));
            // One move can't block two threats of the next player.
            let reason = if turns == 1 && cells.len() > 1 {
                Reason::Delays(1)
            } else {
                Reason::Blocks
            };
            cells.first().map(|&cell| Self { cell, reason })
        })
    }

    /// Returns the hint of an analysis.
    pub(super) fn of(analysis: &Analysis) -> Self {
        let moves = analysis.moves();
        let cell = *analysis.best().first().expect("the game is in progress");
        let value = moves.iter().find(|(other, _)| *other == cell);
        let &(_, value) = value.expect("a best move is one of the moves");
        let position = analysis.position();
        let mut others = moves.iter().filter(|(other, _)| *other != cell);
        let only = moves.len() > 1
            && moves.len() == position.playable().count()
            && others.all(|(_, other)| other.outcome() == Some(Outcome::Loss));
        let is_position = |outcome| analysis.value().outcome() == Some(outcome);
        let reason = match (value.outcome(), value.moves(position)) {
            (Some(Outcome::Win), Some(moves)) => Reason::WinsIn(moves),
            (Some(Outcome::Win), None) => Reason::Wins,
            (Some(Outcome::Draw) | None, _) if only => Reason::OnlyMove,
            (Some(Outcome::Draw), _) if is_position(Outcome::Draw) => Reason::KeepsDraw,
            (Some(Outcome::Loss), Some(moves)) if value == analysis.value() => {
                Reason::Delays(moves)
            }
            (Some(Outcome::Loss), _) if is_position(Outcome::Loss) => Reason::Loses,
            _ => Reason::BestGuess,
        };
        Self { cell, reason }
    }
}

/// Returns the cells in which the player to move threatens to complete a line after moving to
/// `cell`; empty if the move is illegal or ends the game.
///
/// ```
/// use four_shapes_analysis::threats_after;
/// use four_shapes_rules::{Rules, notation};
///
/// let game = notation::parse(Rules::CLASSIC, "4455")?;
/// let threats = threats_after(game.position(), "C1".parse()?);
/// assert_eq!(threats, ["B1".parse()?, "F1".parse()?]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn threats_after(position: &Position, cell: Cell) -> Vec<Cell> {
    let player = position.to_move();
    let mut after = position.clone();
    if after.place(player, cell).is_err() || after.trace(cell).is_some() {
        return Vec::new();
    }
    after.completions(player)
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::WinsNow | Self::WinsIn(1) => f.write_str("wins now"),
            Self::Blocks => f.write_str("blocks a win"),
            Self::WinsIn(moves) => write!(f, "wins in {}", Moves(moves)),
            Self::Wins => f.write_str("wins"),
            Self::OnlyMove => f.write_str("the only move that does not lose"),
            Self::KeepsDraw => f.write_str("keeps the draw"),
            Self::Delays(moves @ 2..) => write!(f, "holds out longest, {}", Moves(moves)),
            Self::Delays(_) | Self::Loses => f.write_str("holds out longest"),
            Self::BestGuess => f.write_str("looks best"),
        }
    }
}
