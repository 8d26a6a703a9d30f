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
//! [`tactics()`] needs no solver: its facts follow from lines of forced replies. [`ExplanationSearch`]
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
use four_shapes_solver::{
    BestMoveSearch, Bounds, Goal, Outcome, PositionSearch, Progress, Search, Solver,
};
use std::{borrow::BorrowMut, collections::HashMap};

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
    /// No other move wins.
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
    ///
    /// ```
    /// use four_shapes_analysis::explain;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::CLASSIC, "11223")?;
    /// let facts = explain::tactics(game.position(), "G1".parse()?);
    /// let drawback = facts.iter().find(|fact| fact.is_drawback(game.position()));
    /// let text = drawback.map(|fact| fact.describe("Blue", "Red"));
    /// assert_eq!(text.as_deref(), Some("lets Red win with D1"));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// use four_shapes_analysis::explain;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::CLASSIC, "4455")?;
    /// let facts = explain::tactics(game.position(), "C1".parse()?);
    /// let advantage = facts.iter().find(|fact| fact.is_advantage(game.position()));
    /// let text = advantage.map(|fact| fact.describe("Red", "Blue"));
    /// assert_eq!(text.as_deref(), Some("threatens B1 and F1 at once"));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
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

/// A search for the facts about a move.
///
/// `S` is a [`Solver`], or a box of or a mutable reference to one.
pub struct ExplanationSearch<S> {
    position: Position,
    cell: Cell,
    facts: Vec<Fact>,
    answers: Answers,
    /// `None` without a solver.
    stage: Option<Stage<S>>,
    nodes: u64,
}

enum Stage<S> {
    Idle(S),
    /// Searching for the answer to a question about a position.
    Outcome(Position, PositionSearch<S>),
    BestMove(Position, BestMoveSearch<S>),
}

impl<S> Stage<S> {
    fn is_idle(&self) -> bool {
        matches!(self, Self::Idle(_))
    }
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
    outcomes: HashMap<Position, Outcome>,
    best_moves: HashMap<Position, Cell>,
}

impl Answers {
    /// Returns the outcome for the player to move, or the question if it is unknown.
    fn outcome(&self, position: &Position) -> Result<Outcome, Question> {
        let known = self.outcomes.get(position).copied();
        known.ok_or_else(|| Question::Outcome(position.clone()))
    }

    /// Returns the outcome of a move for the player to move.
    fn outcome_of_move(&self, position: &Position, cell: Cell) -> Result<Outcome, Question> {
        let next = after(position, cell);
        if next.trace(cell).is_some() {
            Ok(Outcome::Win)
        } else if next.is_full() {
            Ok(Outcome::Draw)
        } else {
            Ok(-self.outcome(&next)?)
        }
    }

    fn best_move(&self, position: &Position) -> Result<Cell, Question> {
        let known = self.best_moves.get(position).copied();
        known.ok_or_else(|| Question::BestMove(position.clone()))
    }
}

impl<S: BorrowMut<Solver>> ExplanationSearch<S> {
    /// The maximum number of nodes; facts that depend on more are omitted.
    pub const MAX_NODES: u64 = 4_000_000;

    /// Starts the explanation of a move, with the facts that need no search. Without a solver, or
    /// with one that doesn't support the position, these are all. `None` if the move is illegal,
    /// the game is over, or it isn't a two-player game.
    ///
    /// ```
    /// use four_shapes_analysis::{Search, explain::ExplanationSearch};
    /// use four_shapes_rules::{Rules, notation};
    /// use four_shapes_solver::Solver;
    ///
    /// let game = notation::parse(Rules::connect_four(5, 4)?, "334434")?;
    /// let mut solver = Solver::new(game.rules(), 1 << 20)?;
    /// let search = ExplanationSearch::new(game.position(), "B1".parse()?, Some(&mut solver));
    /// let facts = search.expect("the move is legal").finish();
    /// assert_eq!(facts[0].describe("Red", "Blue"), "threatens A1 and E1 at once");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(position: &Position, cell: Cell, solver: Option<S>) -> Option<Self> {
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
            stage: solver.map(Stage::Idle),
            nodes: 0,
        })
    }

    /// Returns the solver, if there is one.
    ///
    /// ```
    /// use four_shapes_analysis::explain::ExplanationSearch;
    /// use four_shapes_rules::{Rules, notation};
    /// use four_shapes_solver::Solver;
    ///
    /// let game = notation::parse(Rules::connect_four(5, 4)?, "334434")?;
    /// let solver = Box::new(Solver::new(game.rules(), 1 << 20)?);
    /// let search = ExplanationSearch::new(game.position(), "B1".parse()?, Some(solver));
    /// let solver = search.and_then(ExplanationSearch::into_solver).expect("it was given");
    /// assert_eq!(solver.rules(), game.rules());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn into_solver(self) -> Option<S> {
        Some(match self.stage? {
            Stage::Idle(solver) => solver,
            Stage::Outcome(_, search) => search.into_solver(),
            Stage::BestMove(_, search) => search.into_solver(),
        })
    }

    /// Continues until a question is answered or about `nodes` more nodes are searched. Returns
    /// whether it is answered.
    fn search(&mut self, stage: Stage<S>, nodes: u64) -> bool {
        let (next, used) = match stage {
            Stage::Idle(solver) => (Stage::Idle(solver), 0),
            Stage::Outcome(position, mut search) => {
                let before = search.nodes();
                let progress = search.run(nodes);
                let used = search.nodes() - before;
                let next = if let Some(outcome) = progress.done().and_then(Bounds::outcome) {
                    self.answers.outcomes.insert(position, outcome);
                    Stage::Idle(search.into_solver())
                } else {
                    Stage::Outcome(position, search)
                };
                (next, used)
            }
            Stage::BestMove(position, mut search) => {
                let before = search.nodes();
                let _ = search.run(nodes);
                let used = search.nodes() - before;
                // One best move is enough.
                let best = search.first_proved_best();
                let next = if let Some(cell) = best.and_then(|at| position.landing(at).ok()) {
                    self.answers.best_moves.insert(position, cell);
                    Stage::Idle(search.into_solver())
                } else {
                    Stage::BestMove(position, search)
                };
                (next, used)
            }
        };
        self.nodes += used;
        self.stage.insert(next).is_idle()
    }

    /// Starts the search for the answer to a question.
    fn ask(solver: S, question: Question) -> Stage<S> {
        let in_progress = "the game is in progress, and the solver has its rules";
        match question {
            Question::Outcome(position) => {
                let search = PositionSearch::new(solver, &position, Goal::Outcome);
                Stage::Outcome(position, search.expect(in_progress))
            }
            Question::BestMove(position) => {
                let search = BestMoveSearch::new(solver, &position);
                Stage::BestMove(position, search.expect(in_progress))
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

    /// Returns the outcome of the move for the player who makes it, if it is proved.
    ///
    /// ```
    /// use four_shapes_analysis::{Outcome, Search, explain::ExplanationSearch};
    /// use four_shapes_rules::{Rules, notation};
    /// use four_shapes_solver::Solver;
    ///
    /// let game = notation::parse(Rules::connect_four(5, 4)?, "334434")?;
    /// let mut solver = Solver::new(game.rules(), 1 << 20)?;
    /// let search = ExplanationSearch::new(game.position(), "B1".parse()?, Some(&mut solver));
    /// let mut search = search.expect("the move is legal");
    /// search.finish();
    /// assert_eq!(search.outcome(), Some(Outcome::Win));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        self.answers.outcome_of_move(&self.position, self.cell).ok()
    }

    /// Returns the facts found so far, most important first.
    ///
    /// ```
    /// use four_shapes_analysis::explain::{ExplanationSearch, Theme};
    /// use four_shapes_rules::{Rules, notation};
    /// use four_shapes_solver::Solver;
    ///
    /// // Without a solver, and before it has searched, only the tactical facts are known.
    /// let game = notation::parse(Rules::CLASSIC, "4455")?;
    /// let search = ExplanationSearch::new(game.position(), "C1".parse()?, None::<Solver>);
    /// let search = search.expect("the move is legal");
    /// assert_eq!(search.facts()[0].theme, Theme::DoubleThreat);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }
}

impl<S: BorrowMut<Solver>> Search for ExplanationSearch<S> {
    /// The facts, most important first.
    type Answer = Vec<Fact>;

    fn run(&mut self, nodes: u64) -> Progress<Vec<Fact>> {
        let limit = self.nodes.saturating_add(nodes).min(Self::MAX_NODES);
        while let Some(mut stage) = self.stage.take() {
            if let Stage::Idle(solver) = stage {
                let is_supported = solver.borrow().check(&self.position).is_ok();
                let Some(question) = self.update_facts().filter(|_| is_supported) else {
                    self.stage = Some(Stage::Idle(solver));
                    break;
                };
                stage = Self::ask(solver, question);
            }
            if !self.search(stage, limit.saturating_sub(self.nodes)) {
                if self.nodes >= Self::MAX_NODES {
                    break;
                }
                return Progress::Paused;
            }
        }
        Progress::Done(self.facts.clone())
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
