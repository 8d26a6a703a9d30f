//! Explanations of moves: what a move does, with the moves that show it.
//!
//! ```
//! use four_shapes_engine::{Rules, explain::{self, Theme}, notation};
//!
//! let game = notation::parse(Rules::CLASSIC, "4251").unwrap();
//! let cell = notation::parse_cell(Rules::CLASSIC, "C1").unwrap();
//! let facts = explain::tactics(game.position(), cell);
//! assert_eq!(facts[0].theme, Theme::Threat);
//! ```
//!
//! [`tactics`] needs no solver: its facts follow from lines of forced replies. [`Explanation`]
//! adds those that depend on the scores of positions. [`threats`] lists the threats on the
//! board. All of them are for games of two players.
//!
//! The strategic terms are those of V. Allis, *A Knowledge-based Approach of Connect-Four*,
//! 1988.

mod strategy;
mod tactics;
mod text;
mod threats;

use crate::{
    Cell, Position,
    analysis::Analyzer,
    solver::{Goal, Progress},
};
use std::collections::HashMap;

pub use tactics::tactics;
pub use threats::{Threat, threats};

/// A fact about a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The kind of fact.
    pub theme: Theme,
    /// The cells it is about, see [`Theme`].
    pub cells: Vec<Cell>,
    /// Moves of both sides from the position before the move, which show the fact.
    pub line: Vec<Cell>,
}

/// The kind of a [`Fact`], most important first. *The opponent* is the opponent of the player
/// who makes the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theme {
    /// It completes a line: its cells.
    Wins,
    /// The player could have completed a line in these cells.
    MissesWin,
    /// It leaves cells in which the opponent completes a line next.
    LeavesWin,
    /// The opponent completes a line in the cell above it.
    GivesWin,
    /// It threatens two cells at once, or a cell and the one above it, and wins.
    DoubleThreat,
    /// It starts a series of threats, each of which forces the reply, and wins. The cells are
    /// the last ones that are threatened at once.
    ForcedWin,
    /// The opponent can threaten these cells at once and win.
    AllowsDoubleThreat,
    /// The opponent can win by a series of threats; the cells are the last ones that are
    /// threatened at once.
    AllowsForcedWin,
    /// It wins, because the opponent runs out of other moves and must play below the cell.
    Zugzwang,
    /// It loses, because the player runs out of other moves and must play below the cell.
    AllowsZugzwang,
    /// All other moves don't win.
    OnlyWin,
    /// All other moves lose.
    OnlyDraw,
    /// It occupies a cell in which the opponent would complete a line next: that line.
    Blocks,
    /// After the first move of the line, and most other moves, the opponent could threaten
    /// these cells at once and win.
    PreventsDoubleThreat,
    /// After the first move of the line, and most other moves, the opponent could win by a
    /// series of threats; the cells are the last ones that would be threatened at once.
    PreventsForcedWin,
    /// The opponent can occupy the cell above, in which the player would have completed a line.
    LosesThreat,
    /// It threatens a cell, which the opponent must occupy next.
    Threat,
    /// It makes a threat to a cell in an odd row, which can't be occupied yet.
    OddThreat,
    /// It makes a threat to a cell in an even row, which can't be occupied yet.
    EvenThreat,
    /// If the opponent occupies the first cell, only the cell above it, in an even row, keeps
    /// the result.
    Claimeven,
    /// If the opponent occupies the first cell, only the cell above it, in an odd row, keeps
    /// the result.
    Vertical,
    /// If the opponent occupies either cell, only the other one keeps the result.
    Baseinverse,
    /// The player can answer every move with the one above it and wins. The cells are a line
    /// that this completes.
    FollowUpWin,
    /// The player can answer every move with the one above it and doesn't lose.
    FollowUp,
    /// The best play of both sides up to the end.
    BestLine,
}

impl Fact {
    /// Returns whether the fact speaks against the move, which was made in `position`.
    pub fn is_drawback(&self, position: &Position) -> bool {
        match self.theme {
            Theme::MissesWin
            | Theme::LeavesWin
            | Theme::GivesWin
            | Theme::AllowsDoubleThreat
            | Theme::AllowsForcedWin
            | Theme::AllowsZugzwang
            | Theme::LosesThreat => true,
            Theme::BestLine => !self.is_won_by_mover(position),
            _ => false,
        }
    }

    /// Returns whether the fact speaks for the move, which was made in `position`.
    pub fn is_advantage(&self, position: &Position) -> bool {
        match self.theme {
            Theme::OddThreat | Theme::EvenThreat => false,
            Theme::BestLine => self.is_won_by_mover(position),
            _ => !self.is_drawback(position),
        }
    }

    /// Returns whether the player who makes the first move of the line makes the last one.
    fn is_won_by_mover(&self, position: &Position) -> bool {
        let players = usize::from(position.rules().players());
        self.line.len() % players == 1
    }
}

/// An incremental explanation of a move.
pub struct Explanation {
    position: Position,
    cell: Cell,
    facts: Vec<Fact>,
    scores: Scores,
    spent: u64,
    /// Whether the search of the first missing position has been started.
    begun: bool,
}

/// Scores of positions for the player to move, found on demand.
#[derive(Default)]
struct Scores {
    known: HashMap<Position, i32>,
    /// The positions whose scores were requested but are not known.
    missing: Vec<Position>,
}

impl Scores {
    /// Returns the score of a position in a game that isn't over; requests it if it is unknown.
    fn get(&mut self, position: &Position) -> Option<i32> {
        let known = self.known.get(position).copied();
        if known.is_none() && !self.missing.contains(position) {
            self.missing.push(position.clone());
        }
        known
    }

    /// Returns the score of a move for the player to move, as [`get`](Self::get).
    fn of_move(&mut self, position: &Position, cell: Cell) -> Option<i32> {
        let next = after(position, cell);
        if next.trace(cell).is_some() {
            let left = next.rules().cells() - next.pieces();
            return Some(left.cast_signed() as i32 / 2 + 1);
        }
        if next.is_full() {
            return Some(0);
        }
        Some(-self.get(&next)?)
    }
}

impl Explanation {
    /// The maximum number of nodes; facts that depend on more are omitted.
    pub const MAX_NODES: u64 = 20_000_000;

    /// Starts the explanation of a move, with the facts that need no search. `None` if the
    /// move is illegal, the game is over, or it isn't a game of two.
    pub fn new(position: &Position, cell: Cell) -> Option<Self> {
        let rules = position.rules();
        let is_over = rules.all_players().any(|player| position.has_won(player));
        if is_over || rules.players() != 2 || position.check_place(cell).is_err() {
            return None;
        }
        Some(Self {
            position: position.clone(),
            cell,
            facts: tactics(position, cell),
            scores: Scores::default(),
            spent: 0,
            begun: false,
        })
    }

    /// Continues for about `budget` nodes. Returns `true` when the explanation is complete or
    /// has reached [`MAX_NODES`](Self::MAX_NODES).
    pub fn think(&mut self, analyzer: &mut Analyzer, budget: u64) -> bool {
        let Some(solver) = analyzer.solver(self.position.rules()) else {
            return true;
        };
        let mut budget = budget;
        loop {
            if self.scores.missing.is_empty() {
                let tactical = tactics(&self.position, self.cell);
                let scores = &mut self.scores;
                let facts = strategy::facts(&self.position, self.cell, &tactical, scores);
                self.facts = tactical;
                self.facts.extend(facts);
                self.facts.sort_by_key(|fact| fact.theme);
            }
            let Some(position) = self.scores.missing.last() else {
                return true;
            };
            if !self.begun {
                // A position that follows from a legal one by legal moves can be solved.
                if solver.begin(position, Goal::Exact, None).is_err() {
                    return true;
                }
                self.begun = true;
            }
            if budget == 0 {
                return false;
            }
            let before = solver.nodes();
            let progress = solver.search(budget.min(Self::MAX_NODES - self.spent));
            let used = solver.nodes() - before;
            self.spent = (self.spent + used).min(Self::MAX_NODES);
            budget = budget.saturating_sub(used);
            match progress {
                Progress::Done(score) => {
                    self.begun = false;
                    if let Some(position) = self.scores.missing.pop() {
                        self.scores.known.insert(position, score);
                    }
                }
                Progress::Paused(_) => return self.spent == Self::MAX_NODES,
            }
        }
    }

    /// Returns the facts found so far, most important first.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }
}

/// Returns the position after a legal move.
fn after(position: &Position, cell: Cell) -> Position {
    let mut next = position.clone();
    let player = position.to_move();
    next.place(player, cell).expect("the move is legal");
    next
}

/// Returns the position after legal moves of both sides.
fn after_all(position: &Position, cells: &[Cell]) -> Position {
    let start = position.clone();
    cells.iter().fold(start, |next, &cell| after(&next, cell))
}

/// Returns the cell above, if pieces fall and it is on the board.
fn above(position: &Position, cell: Cell) -> Option<Cell> {
    let rules = position.rules();
    let above = rules.cell(cell.column().index(), cell.row() + 1);
    above.filter(|_| rules.gravity())
}
