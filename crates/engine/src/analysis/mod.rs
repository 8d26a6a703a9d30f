//! What each move comes to, hints, and how a game went.
//!
//! ```
//! use four_shapes_engine::{Rules, analysis::{Analysis, Reason, Value}, notation, players::Resources};
//!
//! let game = notation::parse(Rules::CLASSIC, "32164625").unwrap();
//! let mut analysis = Analysis::new(&game, &Resources::default(), 1).expect("the game goes on");
//! while !analysis.think(10_000) {
//!     // Here a program can show how far it has come, or stop.
//! }
//! assert_eq!(analysis.value(), Value::Proved(11));
//! assert_eq!(analysis.value().words(game.position()).to_string(), "wins in 7 moves");
//! assert_eq!(analysis.hint().reason, Reason::WinsIn(7));
//! ```
//!
//! [`Analysis`] looks at one position, [`Review`] at all positions of a game;
//! [`Hint::urgent`] needs neither. Games that [`Solver`] takes get scores, all
//! others chances from a Monte Carlo [`Tree`].

mod hint;
mod review;
mod value;

use crate::{
    Cell, Game, Position, Rules, Status,
    players::{Resources, Tree, TreeMove},
    solver::{BestMoves, Bounds, Columns, Solver},
};

pub use hint::{Hint, Reason};
pub use review::Review;
pub use value::{Value, Words};

/// Who analyses: what was found out about one position is kept for the next.
pub struct Analyzer {
    resources: Resources,
    seed: u64,
    /// For the rules of the latest game, if that can be solved.
    solver: Option<Box<Solver>>,
}

impl Analyzer {
    /// With as much memory and the book that it may use. Nothing is allocated before
    /// there is a game. What depends on chance is the same again with the same
    /// seed.
    pub fn new(resources: &Resources, seed: u64) -> Self {
        Self {
            resources: resources.clone(),
            seed,
            solver: None,
        }
    }

    /// A solver of these rules; `None` if there can't be one.
    fn solver(&mut self, rules: Rules) -> Option<&mut Solver> {
        let fits = |solver: &Solver| solver.rules() == rules;
        if !self.solver.as_deref().is_some_and(fits) {
            // The memory of the old one is free before there is a new one.
            self.solver = None;
            let mut solver = Solver::new(rules, self.resources.memory).ok()?;
            if let Some(book) = &self.resources.book {
                solver.use_book(book.clone());
            }
            self.solver = Some(Box::new(solver));
        }
        self.solver.as_deref_mut()
    }

    fn tree(&self, position: &Position) -> Tree {
        Tree::new(position, self.seed, self.resources.memory)
    }
}

/// What each move of a position comes to: at once a guess, in time a proof.
pub struct Analysis {
    analyzer: Analyzer,
    position: Position,
    stage: Stage,
    /// How many positions were searched, or how many playouts there were.
    spent: u64,
}

/// What it is busy with.
enum Stage {
    /// The score of the position and its best moves.
    Best(Box<BestMoves>),
    /// The scores of the others.
    All(Columns),
    /// Whatever it is, it is too much to solve.
    Tree(Box<Tree>),
}

impl Analysis {
    /// The most positions that are searched for scores; what isn't proved by then
    /// stays a guess. It is a minute of a quick machine; the empty board of 7 × 6
    /// takes a third of it without a book.
    pub const MAX_NODES: u64 = 300_000_000;
    /// The most playouts where there are no scores.
    pub const MAX_PLAYOUTS: u64 = 200_000;

    /// Of the position that a game is in; `None` if it is over.
    pub fn new(game: &Game, resources: &Resources, seed: u64) -> Option<Self> {
        Self::by(Analyzer::new(resources, seed), game).ok()
    }

    /// By an analyst who may have seen other positions before.
    ///
    /// # Errors
    /// The analyst, if the game is over.
    pub fn by(mut analyzer: Analyzer, game: &Game) -> Result<Self, Analyzer> {
        if !matches!(game.status(), Status::ToMove(_)) {
            return Err(analyzer);
        }
        let position = game.position().clone();
        let stage = match analyzer.solver(position.rules()) {
            Some(solver) => {
                let best = BestMoves::new(solver, &position);
                let best = best.expect("the game goes on, and the solver is for its rules");
                Stage::Best(Box::new(best))
            }
            None => Stage::Tree(Box::new(analyzer.tree(&position))),
        };
        Ok(Self {
            analyzer,
            position,
            stage,
            spent: 0,
        })
    }

    /// Gives the analyst free for another position.
    pub fn into_analyst(self) -> Analyzer {
        self.analyzer
    }

    /// The position that is analysed.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whether moves have scores, and not just chances.
    pub fn has_scores(&self) -> bool {
        !matches!(self.stage, Stage::Tree(_))
    }

    /// Thinks on for about so many positions: some 10,000 are a hundredth of a
    /// second. `true` once nothing is left to find out, or it was too much, see
    /// [`MAX_NODES`](Self::MAX_NODES) and [`MAX_PLAYOUTS`](Self::MAX_PLAYOUTS).
    pub fn think(&mut self, budget: u64) -> bool {
        if let Stage::Tree(tree) = &mut self.stage {
            return self.spent >= Self::MAX_PLAYOUTS || {
                let over = tree.grow(budget);
                self.spent = tree.moves().iter().map(|one| u64::from(one.visits)).sum();
                over || self.spent >= Self::MAX_PLAYOUTS
            };
        }
        let solver = self.analyzer.solver(self.position.rules());
        let solver = solver.expect("there was one for the same rules");
        let before = solver.nodes();
        let limit = before.saturating_add(budget.min(Self::MAX_NODES - self.spent));
        let mut over = false;
        if let Stage::Best(best) = &mut self.stage
            && best.search(solver, limit - before)
        {
            self.stage = Stage::All(best.clone().into_columns());
        }
        if let Stage::All(columns) = &mut self.stage {
            over = columns.search(solver, limit.saturating_sub(solver.nodes()));
        }
        self.spent = (self.spent + solver.nodes() - before).min(Self::MAX_NODES);
        over || self.spent == Self::MAX_NODES
    }

    /// The cell of each move and what it comes to for the player who makes it: for
    /// every column that is not full. Without gravity, for the empty cells that are
    /// worth a thought, which on a large board are those near pieces.
    pub fn moves(&self) -> Vec<(Cell, Value)> {
        if let Stage::Tree(tree) = &self.stage {
            let moves = tree.moves().into_iter();
            let mut moves: Vec<_> = moves.map(|one| (one.cell, Value::of_tree(&one))).collect();
            moves.sort_by_key(|(cell, _)| *cell);
            return moves;
        }
        let value = |cell: Cell| {
            let (bounds, estimate) = self.scored(cell)?;
            Some((cell, Value::scored(bounds, estimate)))
        };
        self.position.playable().filter_map(value).collect()
    }

    /// What is proved and guessed of a move's score.
    fn scored(&self, cell: Cell) -> Option<(Bounds, i32)> {
        let column = cell.column();
        match &self.stage {
            Stage::Best(best) => best.bounds(column).zip(best.estimate(column)),
            Stage::All(columns) => columns.bounds(column).zip(columns.estimate(column)),
            Stage::Tree(_) => None,
        }
    }

    /// What the position comes to for the player to move.
    pub fn value(&self) -> Value {
        let bounds = match &self.stage {
            Stage::Best(best) => best.overall(),
            Stage::All(columns) => columns.overall().expect("the board is not full"),
            Stage::Tree(tree) => return Value::of_best(&tree.moves()),
        };
        let estimates = self
            .position
            .playable()
            .filter_map(|cell| self.scored(cell));
        let estimate = estimates.map(|(_, estimate)| estimate).max();
        Value::scored(bounds, estimate.unwrap_or_default())
    }

    /// The cells of the best moves, the best that are known so far: all of those that
    /// are equally good as soon as that is proved, and before that at least one.
    pub fn best(&self) -> Vec<Cell> {
        let columns = match &self.stage {
            Stage::Best(best) if best.first().is_some() => best.known(),
            Stage::Best(best) => best.so_far().into_iter().collect(),
            Stage::All(columns) => columns.best(),
            Stage::Tree(tree) => return best_of_tree(tree.moves()),
        };
        let cells = columns
            .into_iter()
            .map(|column| self.position.landing(column));
        cells.map(|cell| cell.expect("it is not full")).collect()
    }

    /// A move, and why. What is urgent needs no thinking; the rest is the better the
    /// longer it was thought about.
    pub fn hint(&self) -> Hint {
        Hint::urgent(&self.position).unwrap_or_else(|| Hint::of(self))
    }
}

/// The proved wins; else what was tried most of the rest, with all that are as good
/// if everything is proved.
fn best_of_tree(mut moves: Vec<TreeMove>) -> Vec<Cell> {
    moves.sort_by_key(|one| one.cell);
    let proved = moves.iter().map(|one| one.proved.unwrap_or(2)).max();
    let won = |one: &&TreeMove| one.proved == Some(1);
    let best = if moves.iter().any(|one| won(&one)) {
        Some(1)
    } else {
        proved.filter(|proved| *proved < 2)
    };
    if best.is_some() {
        moves.retain(|one| one.proved == best);
        return moves.into_iter().map(|one| one.cell).collect();
    }
    let rank = |one: &&TreeMove| (one.proved != Some(-1), one.visits);
    let most = moves.iter().rev().max_by_key(rank);
    most.map(|one| one.cell).into_iter().collect()
}
