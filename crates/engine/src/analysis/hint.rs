//! Hints.

use super::{Analysis, value::Moves};
use crate::{Cell, Player, Position};
use std::fmt;

/// A move that is good, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Where the piece goes.
    pub cell: Cell,
    /// Why it is good.
    pub reason: Reason,
}

/// Why a move is good; as text, what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It completes a line.
    WinsNow,
    /// Somebody who has a turn before the player's next would complete a line there.
    Blocks,
    /// It wins with so many own moves, this one included.
    WinsIn(u32),
    /// It wins; how soon is not known.
    Wins,
    /// All others are proved to lose.
    OnlyMove,
    /// It leads to a draw, and nothing to more.
    KeepsDraw,
    /// All moves lose, this one with so many moves of the winner, and none later.
    Delays(u32),
    /// All moves lose; how soon is not known.
    Loses,
    /// Nothing is proved.
    BestGuess,
}

impl Hint {
    /// What needs no thinking: a line to complete, or to keep another player from
    /// completing before the next own turn. Of several such players the first is
    /// kept from it.
    pub fn urgent(position: &Position) -> Option<Self> {
        let rules = position.rules();
        let after = |turns: usize| rules.player_after(position.pieces() + turns);
        if let Some(&cell) = completions(position, after(0)).first() {
            let reason = Reason::WinsNow;
            return Some(Self { cell, reason });
        }
        (1..rules.players().into()).find_map(|turns| {
            let cells = completions(position, after(turns));
            // What the very next player completes, nobody else can stop.
            let reason = if turns == 1 && cells.len() > 1 {
                Reason::Delays(1)
            } else {
                Reason::Blocks
            };
            cells.first().map(|&cell| Self { cell, reason })
        })
    }

    /// What an analysis knows by now.
    pub(super) fn of(analysis: &Analysis) -> Self {
        let moves = analysis.moves();
        let cell = *analysis.best().first().expect("the game goes on");
        let value = moves.iter().find(|(of, _)| *of == cell);
        let &(_, value) = value.expect("it is one of the moves");
        let position = analysis.position();
        let mut others = moves.iter().filter(|(other, _)| *other != cell);
        let only = moves.len() > 1
            && moves.len() == position.playable().count()
            && others.all(|(_, other)| other.outcome() == Some(-1));
        let reason = match (value.outcome(), value.moves(position)) {
            (Some(1), Some(moves)) => Reason::WinsIn(moves),
            (Some(1), None) => Reason::Wins,
            (Some(0) | None, _) if only => Reason::OnlyMove,
            (Some(0), _) if analysis.value().outcome() == Some(0) => Reason::KeepsDraw,
            (Some(-1), Some(moves)) if value == analysis.value() => Reason::Delays(moves),
            (Some(-1), _) if analysis.value().outcome() == Some(-1) => Reason::Loses,
            _ => Reason::BestGuess,
        };
        Self { cell, reason }
    }
}

/// The cells where a player would complete a line now.
fn completions(position: &Position, player: Player) -> Vec<Cell> {
    let mut after = position.clone();
    let mut completes = |cell: &Cell| {
        let placed = after.place(player, *cell).is_ok();
        let completes = placed && after.trace(*cell).is_some();
        if placed {
            after.remove(*cell).expect("it was put there last");
        }
        completes
    };
    position.playable().filter(|cell| completes(cell)).collect()
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::WinsNow | Self::WinsIn(1) => f.write_str("wins now"),
            Self::Blocks => f.write_str("must block"),
            Self::WinsIn(moves) => write!(f, "wins in {}", Moves(moves)),
            Self::Wins => f.write_str("wins"),
            Self::OnlyMove => f.write_str("the only move that does not lose"),
            Self::KeepsDraw => f.write_str("keeps the draw"),
            Self::Delays(1) => f.write_str("loses at once whatever is played"),
            Self::Delays(moves) => write!(
                f,
                "loses in {} whatever is played; this takes longest",
                Moves(moves)
            ),
            Self::Loses => f.write_str("loses whatever is played"),
            Self::BestGuess => f.write_str("the best guess"),
        }
    }
}
