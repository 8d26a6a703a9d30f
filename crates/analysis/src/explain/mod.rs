//! Explanations of moves: what a move does, with the moves that show it.
//!
//! ```
//! use four_shapes_analysis::explain::{self, Theme};
//! use four_shapes_rules::{Rules, notation};
//!
//! let game = notation::parse(Rules::CLASSIC, "4251").unwrap();
//! let cell = notation::parse_cell(Rules::CLASSIC, "C1").unwrap();
//! let facts = explain::tactics(game.position(), cell);
//! assert_eq!(facts[0].theme, Theme::Threat);
//! ```
//!
//! [`tactics()`] needs no solver: its facts follow from lines of forced replies. [`Explanation`]
//! adds those that depend on the scores of positions. [`threats()`] lists the threats on the
//! board. All of them are for two-player games.
//!
//! The strategic terms are those of V. Allis, *A Knowledge-based Approach of Connect-Four*,
//! 1988.

mod strategy;
mod tactics;
mod text;
mod threats;

use four_shapes_rules::{Cell, Position};
use four_shapes_solver::{BestMoves, Goal, PositionSearch, Progress, Solver, Unsolvable};
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

impl Theme {
    /// All themes, most important first.
    pub const ALL: [Self; 25] = [
        Self::Wins,
        Self::MissesWin,
        Self::LeavesWin,
        Self::GivesWin,
        Self::DoubleThreat,
        Self::ForcedWin,
        Self::AllowsDoubleThreat,
        Self::AllowsForcedWin,
        Self::Zugzwang,
        Self::AllowsZugzwang,
        Self::OnlyWin,
        Self::OnlyDraw,
        Self::Blocks,
        Self::PreventsDoubleThreat,
        Self::PreventsForcedWin,
        Self::LosesThreat,
        Self::Threat,
        Self::OddThreat,
        Self::EvenThreat,
        Self::Claimeven,
        Self::Vertical,
        Self::Baseinverse,
        Self::FollowUpWin,
        Self::FollowUp,
        Self::BestLine,
    ];
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
    answers: Answers,
    /// The search for the answer to a question.
    search: Option<Search>,
    spent: u64,
}

/// A question about a position in a game that isn't over. The rules of facts ask one at a time, and start
/// again with the answer: asking for outcomes instead of scores, and not for all at once, made reviews six
/// times as fast.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Question {
    /// Who wins?
    Outcome(Position),
    /// Which move is best?
    BestMove(Position),
}

/// The answers found so far.
#[derive(Default)]
struct Answers {
    /// 1 if the player to move wins, 0 for a draw, −1 for a loss.
    outcomes: HashMap<Position, i32>,
    best_moves: HashMap<Position, Cell>,
}

/// A search for the answer to a question about a position.
enum Search {
    Outcome(Position, Box<PositionSearch>),
    BestMove(Position, Box<BestMoves>),
}

impl Answers {
    /// Returns the outcome for the player to move, or the question if it is unknown.
    fn outcome(&self, position: &Position) -> Result<i32, Question> {
        let known = self.outcomes.get(position).copied();
        known.ok_or_else(|| Question::Outcome(position.clone()))
    }

    /// Returns the outcome of a move for the player to move.
    fn outcome_of_move(&self, position: &Position, cell: Cell) -> Result<i32, Question> {
        let next = after(position, cell);
        if next.trace(cell).is_some() {
            Ok(1)
        } else if next.is_full() {
            Ok(0)
        } else {
            Ok(-self.outcome(&next)?)
        }
    }

    fn best_move(&self, position: &Position) -> Result<Cell, Question> {
        let known = self.best_moves.get(position).copied();
        known.ok_or_else(|| Question::BestMove(position.clone()))
    }
}

impl Explanation {
    /// The maximum number of nodes; facts that depend on more are omitted.
    pub const MAX_NODES: u64 = 4_000_000;

    /// Starts the explanation of a move, with the facts that need no search. `None` if the
    /// move is illegal, the game is over, or it isn't a two-player game.
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
            answers: Answers::default(),
            search: None,
            spent: 0,
        })
    }

    /// Continues for about `budget` nodes with a solver for the rules, if there is one, which may
    /// be used for other positions in between. Returns `true` when the explanation is complete or
    /// has reached [`MAX_NODES`](Self::MAX_NODES), or if the solver doesn't support the position.
    pub fn think(&mut self, solver: Option<&mut Solver>, budget: u64) -> bool {
        let done = solver.map_or(Ok(true), |solver| self.search(solver, budget));
        done.unwrap_or(true)
    }

    /// As [`think`](Self::think).
    ///
    /// # Errors
    /// Returns an error if the solver doesn't support the position.
    fn search(&mut self, solver: &mut Solver, budget: u64) -> Result<bool, Unsolvable> {
        let mut budget = budget;
        loop {
            let search = match &mut self.search {
                Some(search) => search,
                None => match self.update_facts() {
                    None => return Ok(true),
                    Some(question) => self.search.insert(Search::new(solver, question)?),
                },
            };
            let before = solver.nodes();
            let limit = budget.min(Self::MAX_NODES - self.spent);
            let is_answered = self.answers.search(solver, search, limit)?;
            let used = solver.nodes() - before;
            self.spent = (self.spent + used).min(Self::MAX_NODES);
            budget = budget.saturating_sub(used);
            if !is_answered {
                return Ok(self.spent == Self::MAX_NODES);
            }
            self.search = None;
            if budget == 0 {
                return Ok(false);
            }
        }
    }

    /// Updates the facts. Returns the first question without an answer.
    fn update_facts(&mut self) -> Option<Question> {
        let tactical = tactics(&self.position, self.cell);
        let mut facts = tactical.clone();
        let (position, answers) = (&self.position, &self.answers);
        let result = strategy::add_facts(position, self.cell, &tactical, answers, &mut facts);
        facts.sort_by_key(|fact| fact.theme);
        self.facts = facts;
        result.err()
    }

    /// Returns the outcome of the move for the player who makes it, if it is proved: 1 for a
    /// win, 0 for a draw, −1 for a loss.
    pub fn outcome(&self) -> Option<i32> {
        self.answers.outcome_of_move(&self.position, self.cell).ok()
    }

    /// Returns the facts found so far, most important first.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }
}

impl Search {
    /// Starts the search for the answer to a question.
    fn new(solver: &mut Solver, question: Question) -> Result<Self, Unsolvable> {
        match question {
            Question::Outcome(position) => {
                let search = PositionSearch::new(solver, &position, Goal::Outcome, None)?;
                Ok(Self::Outcome(position, Box::new(search)))
            }
            Question::BestMove(position) => {
                let moves = BestMoves::new(solver, &position)?;
                Ok(Self::BestMove(position, Box::new(moves)))
            }
        }
    }
}

impl Answers {
    /// Searches at most about `limit` nodes. Returns whether the question is answered.
    ///
    /// # Errors
    /// Returns an error if the solver has other rules.
    fn search(
        &mut self,
        solver: &mut Solver,
        search: &mut Search,
        limit: u64,
    ) -> Result<bool, Unsolvable> {
        match search {
            Search::BestMove(position, moves) => {
                moves.search(solver, limit)?;
                let best = moves.first_proven_best();
                let cell = best.and_then(|column| position.landing(column).ok());
                self.best_moves
                    .extend(cell.map(|cell| (position.clone(), cell)));
                Ok(cell.is_some())
            }
            Search::Outcome(position, search) => {
                let Progress::Done(outcome) = search.search(solver, limit)? else {
                    return Ok(false);
                };
                self.outcomes.insert(position.clone(), outcome);
                Ok(true)
            }
        }
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
pub(crate) fn after_all(position: &Position, cells: &[Cell]) -> Position {
    let start = position.clone();
    cells.iter().fold(start, |next, &cell| after(&next, cell))
}

/// Returns the cell above, if pieces fall and it is on the board.
fn above(position: &Position, cell: Cell) -> Option<Cell> {
    let rules = position.rules();
    let above = rules.cell(cell.column().index(), cell.row() + 1);
    above.filter(|_| rules.gravity())
}
