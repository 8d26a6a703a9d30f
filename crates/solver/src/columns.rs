//! The score of every move.

use super::{
    Bounds, Goal, Progress, Score, Search, Solver, Unsolvable,
    best::BestMoves,
    moves::{RootMove, RootMoves},
    score::Interval,
};
use crate::evaluation::Chances;
use four_shapes_rules::{Column, Position};
use std::borrow::BorrowMut;

/// The scores of the columns of a position: of dropping a piece there, for the side to move.
///
/// ```
/// use four_shapes_rules::{Rules, notation};
/// use four_shapes_solver::{Score, Solver};
///
/// let game = notation::parse(Rules::CLASSIC, "445566")?;
/// let mut solver = Solver::new(Rules::CLASSIC, Solver::DEFAULT_TABLE)?;
/// let scores = solver.column_scores(game.position())?;
/// let (first, _) = scores.iter().next().expect("a column that is not full");
/// assert_eq!(first, "4".parse()?);
/// assert_eq!(scores.get("3".parse()?), Some(Score::new(18)));
/// assert_eq!(scores.best(), ["3".parse()?, "7".parse()?]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnScores {
    /// The columns that are not full, the most central first.
    scores: Vec<(Column, Score)>,
}

impl ColumnScores {
    /// Returns the score of a column; `None` if it is full.
    pub fn get(&self, column: Column) -> Option<Score> {
        let mut scores = self.iter();
        scores.find_map(|(other, score)| (other == column).then_some(score))
    }

    /// Returns the columns that are not full, the most central first, with their scores.
    pub fn iter(&self) -> impl Iterator<Item = (Column, Score)> {
        self.into_iter()
    }

    /// Returns the columns with the best score, the most central first; none on a full board.
    pub fn best(&self) -> Vec<Column> {
        let best = self.iter().map(|(_, score)| score).max();
        let best = self.iter().filter(|(_, score)| Some(*score) == best);
        best.map(|(column, _)| column).collect()
    }
}

impl<'a> IntoIterator for &'a ColumnScores {
    type Item = (Column, Score);
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, (Column, Score)>>;

    fn into_iter(self) -> Self::IntoIter {
        self.scores.iter().copied()
    }
}

/// A search for the [scores of all columns](ColumnScores).
///
/// `S` is a [`Solver`], or a box of or a mutable reference to one.
///
/// ```
/// use four_shapes_rules::{Position, Rules};
/// use four_shapes_solver::{ColumnSearch, Search, Solver};
///
/// let rules = Rules::connect_four(5, 4)?;
/// let mut solver = Solver::new(rules, Solver::DEFAULT_TABLE)?;
/// let mut search = ColumnSearch::new(&mut solver, &Position::new(rules))?;
/// while !search.run(1_000).is_done() {
///     println!("column {:?}, best so far {:?}", search.searched(), search.best_so_far());
///     println!("{:?} after {} nodes", search.position_bounds(), search.nodes());
/// }
/// let best = search.best()[0];
/// assert_eq!(search.best_so_far(), Some(best));
/// assert_eq!(search.bounds(best), search.position_bounds());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct ColumnSearch<S> {
    solver: S,
    stage: Stage,
    nodes_before: u64,
}

#[derive(Clone, Debug)]
enum Stage {
    /// Finding the best columns.
    Best(BestMoves),
    /// Finding the scores of all columns.
    All(Columns),
}

impl Stage {
    fn moves(&self) -> &RootMoves {
        match self {
            Self::Best(best) => &best.moves,
            Self::All(columns) => &columns.moves,
        }
    }

    fn position_bounds(&self) -> Option<Interval> {
        match self {
            // These may be narrower than what follows from the moves.
            Self::Best(best) if !best.moves.entries().is_empty() => Some(best.bounds),
            _ => self.moves().position_bounds(),
        }
    }
}

impl<S: BorrowMut<Solver>> ColumnSearch<S> {
    /// Starts a search of all columns that are not full.
    ///
    /// # Errors
    /// Same as [`Solver::check`].
    pub fn new(mut solver: S, position: &Position) -> Result<Self, Unsolvable> {
        let nodes_before = solver.borrow().nodes();
        let columns = Columns::new(solver.borrow_mut(), position)?;
        Ok(Self {
            solver,
            stage: Stage::All(columns),
            nodes_before,
        })
    }

    /// Starts a search that finds the best columns first, as a
    /// [`BestMoveSearch`](crate::BestMoveSearch) does, and then the scores of the others.
    ///
    /// # Errors
    /// Same as [`Solver::check`].
    ///
    /// ```
    /// use four_shapes_rules::{Position, Rules};
    /// use four_shapes_solver::{ColumnSearch, Search, Solver};
    ///
    /// let rules = Rules::connect_four(5, 4)?;
    /// let mut solver = Solver::new(rules, Solver::DEFAULT_TABLE)?;
    /// let mut search = ColumnSearch::best_first(&mut solver, &Position::new(rules))?;
    /// while search.best().is_empty() {
    ///     search.run(100);
    /// }
    /// let best = search.best()[0];
    /// assert!(search.finish().best().contains(&best));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn best_first(mut solver: S, position: &Position) -> Result<Self, Unsolvable> {
        let nodes_before = solver.borrow().nodes();
        let best = BestMoves::new(solver.borrow_mut(), position)?;
        Ok(Self {
            solver,
            stage: Stage::Best(best),
            nodes_before,
        })
    }

    /// Takes over bounds that another solver has proved for a column, unless they contradict the
    /// known ones.
    ///
    /// ```
    /// use four_shapes_rules::{Position, Rules};
    /// use four_shapes_solver::{Bounds, ColumnSearch, Search, Solver};
    ///
    /// let rules = Rules::connect_four(5, 4)?;
    /// let mut solver = Solver::new(rules, Solver::DEFAULT_TABLE)?;
    /// let position = Position::new(rules);
    /// let mut second = solver.share();
    /// let proved = ColumnSearch::new(&mut second, &position)?.finish();
    /// let mut search = ColumnSearch::new(&mut solver, &position)?;
    /// for (column, score) in proved.iter() {
    ///     search.narrow(column, Bounds::exactly(score));
    /// }
    /// assert_eq!(search.finish(), proved);
    /// assert_eq!(search.nodes(), 0);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn narrow(&mut self, column: Column, bounds: Bounds) {
        match &mut self.stage {
            Stage::Best(best) => best.narrow(column, bounds.into()),
            Stage::All(columns) => columns.moves.narrow(column, bounds.into()),
        }
    }

    /// Leaves these columns, and no others, for last: other solvers are searching them.
    ///
    /// ```
    /// use four_shapes_rules::{Position, Rules};
    /// use four_shapes_solver::{ColumnSearch, Search, Solver};
    ///
    /// let rules = Rules::connect_four(5, 4)?;
    /// let mut solver = Solver::new(rules, Solver::DEFAULT_TABLE)?;
    /// let mut search = ColumnSearch::new(&mut solver, &Position::new(rules))?;
    /// search.defer(&["3".parse()?]); // another thread has begun with the centre
    /// search.run(1);
    /// assert_ne!(search.searched(), Some("3".parse()?));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn defer(&mut self, columns: &[Column]) {
        let moves = match &mut self.stage {
            Stage::Best(best) => &mut best.moves,
            Stage::All(columns) => &mut columns.moves,
        };
        moves.defer(columns);
    }

    /// Returns the column that is being searched, if one is.
    pub fn searched(&self) -> Option<Column> {
        self.stage.moves().searched()
    }

    /// Returns the proved bounds of a column; `None` if it is full.
    pub fn bounds(&self, column: Column) -> Option<Bounds> {
        let entry = self.stage.moves().get(column)?;
        Some(entry.bounds.into())
    }

    /// Returns the chances of the side to move if it plays in a column, by an
    /// [`evaluation`](crate::evaluation), as far as the bounds leave them open; `None` if it is
    /// full.
    ///
    /// ```
    /// use four_shapes_rules::{Position, Rules};
    /// use four_shapes_solver::{ColumnSearch, Solver};
    ///
    /// let solver = Solver::new(Rules::CLASSIC, Solver::DEFAULT_TABLE)?;
    /// let search = ColumnSearch::new(solver, &Position::new(Rules::CLASSIC))?;
    /// let [edge, centre] = ["1".parse()?, "4".parse()?];
    /// let chance = |column| search.estimate(column).map(|chances| chances.expected());
    /// assert!(chance(centre) > chance(edge));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn estimate(&self, column: Column) -> Option<Chances> {
        let moves = self.stage.moves();
        Some(moves.estimate(moves.get(column)?))
    }

    /// Returns the proved bounds of the position itself; `None` on a full board.
    pub fn position_bounds(&self) -> Option<Bounds> {
        self.stage.position_bounds().map(Bounds::from)
    }

    /// Returns the chances of the side to move: those of the best move, and those of
    /// [`PositionSearch::estimate`](crate::PositionSearch::estimate) as long as no more is proved.
    /// `None` on a full board.
    ///
    /// ```
    /// use four_shapes_rules::{Position, Rules};
    /// use four_shapes_solver::{ColumnSearch, Solver};
    ///
    /// let solver = Solver::new(Rules::CLASSIC, Solver::DEFAULT_TABLE)?;
    /// let search = ColumnSearch::new(solver, &Position::new(Rules::CLASSIC))?;
    /// let chances = search.position_estimate().expect("the board is not full");
    /// assert!(chances.percent() > 50);
    /// # Ok::<_, four_shapes_solver::Unsolvable>(())
    /// ```
    pub fn position_estimate(&self) -> Option<Chances> {
        let bounds = self.stage.position_bounds()?;
        self.stage.moves().position_estimate(bounds)
    }

    /// Returns the columns proved to be best, the most central first: none before the best score
    /// is known, and all once all scores are.
    pub fn best(&self) -> Vec<Column> {
        match &self.stage {
            Stage::Best(best) => best.proved(),
            Stage::All(columns) => columns.best(),
        }
    }

    /// Returns the best column so far; `None` on a full board.
    pub fn best_so_far(&self) -> Option<Column> {
        let proved = self.best().first().copied();
        proved.or_else(|| self.stage.moves().most_promising())
    }

    /// Returns the number of nodes searched.
    pub fn nodes(&self) -> u64 {
        self.solver.borrow().nodes() - self.nodes_before
    }

    /// Returns the solver.
    ///
    /// ```
    /// use four_shapes_rules::{Position, Rules};
    /// use four_shapes_solver::{ColumnSearch, Search, Solver};
    ///
    /// let rules = Rules::connect_four(5, 4)?;
    /// let solver = Solver::new(rules, Solver::DEFAULT_TABLE)?;
    /// let position = Position::new(rules);
    /// let mut search = ColumnSearch::new(solver, &position)?;
    /// search.finish();
    /// let solver = search.into_solver();
    /// assert_eq!(solver.rules(), rules);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn into_solver(self) -> S {
        self.solver
    }
}

impl<S: BorrowMut<Solver>> Search for ColumnSearch<S> {
    type Answer = ColumnScores;

    fn run(&mut self, nodes: u64) -> Progress<ColumnScores> {
        let solver = self.solver.borrow_mut();
        let limit = solver.nodes().saturating_add(nodes);
        if let Stage::Best(best) = &mut self.stage
            && best.search(solver, limit)
        {
            self.stage = Stage::All(Columns {
                moves: best.moves.clone(),
            });
        }
        if let Stage::All(columns) = &mut self.stage
            && columns.search(solver, limit)
        {
            Progress::Done(columns.scores())
        } else {
            Progress::Paused
        }
    }
}

/// The moves of a position and how far they are searched.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    pub(super) moves: RootMoves,
}

impl Columns {
    pub(super) fn new(solver: &mut Solver, position: &Position) -> Result<Self, Unsolvable> {
        let moves = RootMoves::new(solver, position)?;
        Ok(Self { moves })
    }

    /// Continues until all scores are known or the node count of the solver reaches `limit`.
    /// Returns whether they are known.
    pub(super) fn search(&mut self, solver: &mut Solver, limit: u64) -> bool {
        while let Some(next) = self.next() {
            let guess = self.guess();
            if !(self.moves).search(solver, next, Goal::Exact, guess, limit) {
                return false;
            }
        }
        true
    }

    /// Returns the known scores.
    fn scores(&self) -> ColumnScores {
        let mut entries: Vec<&RootMove> = self.moves.entries().iter().collect();
        entries.sort_by_key(|entry| entry.off_centre());
        let score = |entry: &RootMove| Some((entry.column, Score::found(entry.bounds.exact()?)));
        ColumnScores {
            scores: entries.into_iter().filter_map(score).collect(),
        }
    }

    /// Returns the column to search: the active one, otherwise the most central.
    fn next(&self) -> Option<usize> {
        let entries = self.moves.entries();
        let open = |at: &usize| entries[*at].bounds.exact().is_none();
        let open = self.moves.undeferred(open);
        let active = self.moves.active().filter(&open);
        let off_centre = |at: &usize| entries[*at].off_centre();
        active.or_else(|| (0..entries.len()).filter(&open).min_by_key(off_centre))
    }

    /// Guesses the score of the next column: the best so far.
    fn guess(&self) -> Option<i32> {
        let entries = self.moves.entries().iter();
        entries.filter_map(|entry| entry.bounds.exact()).max()
    }

    /// Returns the columns with the best score, the most central first; none before that
    /// score is known, and none on a full board.
    pub(super) fn best(&self) -> Vec<Column> {
        let Some(Interval { lower: score, .. }) = self.moves.position_bounds() else {
            return Vec::new();
        };
        let entries = self.moves.entries().iter();
        let mut best: Vec<&RootMove> = entries
            .filter(|entry| entry.bounds.upper >= score)
            .collect();
        if best.iter().any(|entry| entry.bounds.exact() != Some(score)) {
            return Vec::new();
        }
        best.sort_by_key(|entry| entry.off_centre());
        best.into_iter().map(|entry| entry.column).collect()
    }
}
