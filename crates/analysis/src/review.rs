//! Review of a finished or unfinished game.

use super::{Advice, Analyzer, Judgement, Value, advice::AdviceSearch, judgement::chance};
use four_shapes_players::Tree;
use four_shapes_rules::{Cell, DrawReason, Game, Player, Position, Status, Step};
use four_shapes_solver::{Goal, Outcome, PositionSearch, Progress, Score, Search, Solver};

/// An incremental review of all positions of a game: estimates at first, then proofs, then
/// [`Advice`] on the errors.
///
/// It works backwards from the end, since late positions are easier and their results help
/// with earlier ones.
pub struct Review {
    analyzer: Analyzer,
    /// The position after each ply.
    positions: Vec<Position>,
    /// The cells of the moves.
    cells: Vec<Cell>,
    values: Vec<Option<Value>>,
    /// The number of positions left to evaluate, which are the first ones.
    remaining: usize,
    /// The number of nodes spent on the current position.
    spent: u64,
    /// The number of nodes spent in total.
    total: u64,
    /// The search of the current position.
    search: Option<PositionSearch<Box<Solver>>>,
    /// The same, if the solver doesn't support the rules.
    tree: Option<Tree>,
    /// The errors without advice, once all positions are evaluated.
    errors: Option<Vec<(usize, Judgement)>>,
    current_advice: Option<AdviceSearch>,
    advice: Vec<Advice>,
}

impl Review {
    /// The maximum number of nodes per position.
    pub const MAX_NODES: u64 = 100_000_000;
    /// The maximum number of nodes in total.
    pub const MAX_TOTAL_NODES: u64 = 300_000_000;
    /// The maximum number of playouts per position, if the solver doesn't support the
    /// rules.
    pub const MAX_PLAYOUTS: u64 = 20_000;

    /// Starts a review of all moves of a game, including those that can be redone.
    ///
    /// ```
    /// use four_shapes_analysis::{Analyzer, Judgement, Review, Search};
    /// use four_shapes_players::Resources;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::connect_four(5, 4)?, "3344342")?;
    /// let mut review = Review::new(Analyzer::new(&Resources::default(), 1), &game);
    /// review.finish();
    /// assert_eq!(review.judgements()[6], Some(Judgement::Best));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(mut analyzer: Analyzer, game: &Game) -> Self {
        let mut position = game.start().clone();
        let mut positions = vec![position.clone()];
        let cells = game.steps().iter().filter_map(|step| match step {
            Step::Place(cell) => Some(*cell),
            Step::Swap | Step::AgreeDraw | Step::TimeForfeit => None,
        });
        let cells: Vec<Cell> = cells.collect();
        for &cell in &cells {
            let placed = position.place(position.to_move(), cell);
            placed.expect("every step was legal before");
            positions.push(position.clone());
        }
        let mut values = vec![None; positions.len()];
        let mut remaining = positions.len();
        let mut finished = game.clone();
        while finished.redo().is_some() {}
        let over = match finished.status() {
            Status::Won { .. } => Some(Outcome::Loss),
            Status::Drawn(DrawReason::Full) => Some(Outcome::Draw),
            Status::Drawn(DrawReason::Agreed) | Status::ToMove(_) | Status::WonOnTime(_) => None,
        };
        let has_scores = analyzer.solver(game.rules()).is_some();
        if let Some(outcome) = over {
            remaining -= 1;
            let last = &positions[remaining];
            let left = last.rules().cells() - last.piece_count();
            let value = match outcome {
                // The score is the number of turns that the winner has left, plus one.
                Outcome::Loss if has_scores => Value::Proved(-Score::new(left as i8 / 2 + 1)),
                Outcome::Draw if has_scores => Value::Proved(Score::DRAW),
                _ => Value::Outcome(outcome),
            };
            values[remaining] = Some(value);
        }
        if let Some(solver) = analyzer.solver(game.rules()) {
            for (position, value) in positions.iter().zip(&mut values).take(remaining) {
                let search = PositionSearch::new(&mut *solver, position, Goal::Exact);
                let search = search.expect("the game is in progress here");
                *value = Some(Value::scored(search.bounds(), search.estimate()));
            }
        }
        Self {
            analyzer,
            positions,
            cells,
            values,
            remaining,
            spent: 0,
            total: 0,
            search: None,
            tree: None,
            errors: None,
            current_advice: None,
            advice: Vec::new(),
        }
    }

    /// Returns the analyzer, for another analysis.
    ///
    /// ```
    /// use four_shapes_analysis::{Analyzer, Review, Search};
    /// use four_shapes_players::Resources;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let rules = Rules::connect_four(5, 4)?;
    /// let mut analyzer = Analyzer::new(&Resources::default(), 1);
    /// for moves in ["3344342", "33445"] {
    ///     let mut review = Review::new(analyzer, &notation::parse(rules, moves)?);
    ///     assert!(review.finish().iter().all(|value| value.is_some()));
    ///     analyzer = review.into_analyzer();
    /// }
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn into_analyzer(mut self) -> Analyzer {
        let of_position = self.search.map(PositionSearch::into_solver);
        let of_advice = || self.current_advice?.into_solver();
        self.analyzer.return_solver(of_position.or_else(of_advice));
        self.analyzer
    }

    /// Returns the value of each of the [`positions`](Self::positions) for the player to move in
    /// it; `None` if it is still unknown.
    ///
    /// ```
    /// use four_shapes_analysis::{Analyzer, Outcome, Review, Search, Value};
    /// use four_shapes_players::Resources;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::connect_four(5, 4)?, "3344342")?;
    /// let mut review = Review::new(Analyzer::new(&Resources::default(), 1), &game);
    /// review.finish();
    /// let outcomes = review.values().iter().map(|value| value.and_then(Value::outcome));
    /// // The first player wins, so the second, to move at the end, has lost.
    /// assert_eq!(outcomes.last(), Some(Some(Outcome::Loss)));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn values(&self) -> &[Option<Value>] {
        &self.values
    }

    /// Returns the position in which the game starts, and the one after each ply.
    ///
    /// ```
    /// use four_shapes_analysis::{Analyzer, Review};
    /// use four_shapes_players::Resources;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::CLASSIC, "4455")?;
    /// let review = Review::new(Analyzer::new(&Resources::default(), 1), &game);
    /// assert_eq!(review.positions().len(), 5);
    /// assert_eq!(review.positions()[4], *game.position());
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Returns the cells of the moves.
    ///
    /// ```
    /// use four_shapes_analysis::{Analyzer, Review};
    /// use four_shapes_players::Resources;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::CLASSIC, "445")?;
    /// let review = Review::new(Analyzer::new(&Resources::default(), 1), &game);
    /// assert_eq!(review.cells(), ["D1".parse()?, "D2".parse()?, "E1".parse()?]);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the advice on the errors found so far, the last error first. There is none
    /// until all positions are evaluated.
    ///
    /// ```
    /// use four_shapes_analysis::{Analyzer, Review, Search};
    /// use four_shapes_players::Resources;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// // Instead of the block D1, the second player moves to A3.
    /// let game = notation::parse(Rules::connect_four(5, 4)?, "1122314")?;
    /// let mut review = Review::new(Analyzer::new(&Resources::default(), 1), &game);
    /// review.finish();
    /// let error = &review.advice()[0];
    /// assert_eq!((error.played, error.better), ("A3".parse()?, "D1".parse()?));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn advice(&self) -> &[Advice] {
        &self.advice
    }

    /// Returns the share of the positions that are evaluated, in percent.
    ///
    /// ```
    /// use four_shapes_analysis::{Analyzer, Review, Search};
    /// use four_shapes_players::Resources;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::connect_four(5, 4)?, "3344342")?;
    /// let mut review = Review::new(Analyzer::new(&Resources::default(), 1), &game);
    /// while !review.run(10_000).is_done() {
    ///     println!("{} %", review.progress());
    /// }
    /// assert_eq!(review.progress(), 100);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn progress(&self) -> u32 {
        let all = self.positions.len();
        ((all - self.remaining) * 100 / all) as u32
    }

    /// Works on the advice. Returns whether it is complete.
    fn advise(&mut self, budget: u64) -> bool {
        let judgements = self.judgements();
        let errors = self.errors.get_or_insert_with(|| {
            let judged = judgements.into_iter().enumerate();
            let judged = judged.filter_map(|(ply, judgement)| Some((ply, judgement?)));
            judged
                .filter(|(_, judgement)| judgement.is_error())
                .collect()
        });
        let Some(&(ply, judgement)) = errors.last() else {
            return true;
        };
        let position = &self.positions[ply];
        let analyzer = &mut self.analyzer;
        let search = self.current_advice.get_or_insert_with(|| {
            AdviceSearch::new(position, ply, judgement, self.cells[ply], analyzer)
        });
        if let Some(advice) = search.think(position, analyzer, budget) {
            self.advice.push(advice);
            errors.pop();
            self.current_advice = None;
        }
        errors.is_empty()
    }

    /// Evaluates positions with about `budget` nodes.
    fn evaluate(&mut self, budget: u64) {
        let mut budget = budget;
        while let Some(at) = self.remaining.checked_sub(1) {
            if self.search.is_none() && self.tree.is_none() {
                self.begin(at);
            }
            let (value, over, used) = if let Some(search) = &mut self.search {
                let max = Self::MAX_NODES.min(self.spent + Self::MAX_TOTAL_NODES - self.total);
                let before = search.nodes();
                let _ = search.run(budget.min(max - self.spent));
                let used = search.nodes() - before;
                self.spent = (self.spent + used).min(max);
                self.total = (self.total + used).min(Self::MAX_TOTAL_NODES);
                let bounds = search.bounds();
                let value = Value::scored(bounds, search.estimate());
                (value, bounds.exact().is_some() || self.spent == max, used)
            } else {
                let tree = self.tree.as_mut().expect("one of both has begun");
                let mut over = tree.grow(budget);
                let moves = tree.moves();
                let playouts: u64 = moves.iter().map(|one| u64::from(one.visits)).sum();
                over |= playouts >= Self::MAX_PLAYOUTS;
                // A tree doesn't report its growth, which is about the budget.
                (Value::of_best(&moves), over, budget)
            };
            self.values[at] = Some(value);
            budget = budget.saturating_sub(used);
            if !over {
                return;
            }
            (self.remaining, self.spent) = (at, 0);
            self.tree = None;
            let solver = self.search.take().map(PositionSearch::into_solver);
            self.analyzer.return_solver(solver);
            if budget == 0 {
                break;
            }
        }
    }

    /// Begins the search of a position.
    fn begin(&mut self, at: usize) {
        let position = &self.positions[at];
        let Some(solver) = self.analyzer.take_solver(position.rules()) else {
            self.tree = Some(self.analyzer.tree(position));
            return;
        };
        let next = self.values.get(at + 1).copied().flatten();
        // The solver is for two players, so the next one to move is the opponent.
        let guess = match next {
            Some(Value::Proved(score)) => Some(-score),
            _ => None,
        };
        let search = PositionSearch::with_guess(solver, position, Goal::Exact, guess);
        self.search = Some(search.expect("the game is in progress here"));
    }
}

impl Search for Review {
    /// The values, as of [`values`](Self::values).
    type Answer = Vec<Option<Value>>;

    /// Continues for about this many nodes or playouts. The review is done when it is complete or
    /// has reached its limits, such as [`MAX_NODES`](Self::MAX_NODES).
    fn run(&mut self, nodes: u64) -> Progress<Vec<Option<Value>>> {
        if self.remaining > 0 {
            self.evaluate(nodes);
            return Progress::Paused;
        }
        if self.advise(nodes) {
            Progress::Done(self.values.clone())
        } else {
            Progress::Paused
        }
    }
}

impl Review {
    /// Returns the judgement of each move in a two-player game; `None` if it is unknown. With more
    /// players, the values of two positions can't be compared.
    ///
    /// ```
    /// use four_shapes_analysis::{Analyzer, Judgement, Review, Search};
    /// use four_shapes_players::Resources;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::connect_four(5, 4)?, "1122314")?;
    /// let mut review = Review::new(Analyzer::new(&Resources::default(), 1), &game);
    /// review.finish();
    /// let judgements = review.judgements();
    /// assert_eq!(judgements[5], Some(Judgement::Mistake)); // does not block
    /// assert_eq!(judgements[6], Some(Judgement::Best)); // wins
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn judgements(&self) -> Vec<Option<Judgement>> {
        let judge = |(position, before, after)| Judgement::of(position, before?, after?);
        self.own_values().map(judge).collect()
    }

    /// Returns the accuracy of a player's moves in percent: the mean share of the expected
    /// score that a move kept, where a win counts 1, a draw 1/2 and a loss 0. Moves in lost
    /// positions don't count, as they can't give anything away. `None` if no move counts.
    ///
    /// ```
    /// use four_shapes_analysis::{Analyzer, Review, Search};
    /// use four_shapes_players::Resources;
    /// use four_shapes_rules::{Player, Rules, notation};
    ///
    /// let game = notation::parse(Rules::connect_four(5, 4)?, "1122314")?;
    /// let mut review = Review::new(Analyzer::new(&Resources::default(), 1), &game);
    /// review.finish();
    /// let accuracy = [Player::FIRST, Player::SECOND].map(|player| review.accuracy(player));
    /// assert_eq!(accuracy, [Some(88), Some(67)]);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn accuracy(&self, player: Player) -> Option<u32> {
        let moves = self.own_values();
        let own = moves.filter(|(position, ..)| position.to_move() == player);
        let kept = own.filter_map(|(_, before, after)| {
            let (before, after) = (chance(before?)?, chance(after?)?);
            (before > 0).then(|| 100 - before.saturating_sub(after))
        });
        let (count, sum) = kept.fold((0, 0), |(count, sum), kept| (count + 1, sum + kept));
        (count > 0).then(|| (sum + count / 2) / count)
    }

    /// Returns the number of moves before the turning point: the last move that gave the result
    /// away.
    ///
    /// ```
    /// use four_shapes_analysis::{Analyzer, Review, Search};
    /// use four_shapes_players::Resources;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::connect_four(5, 4)?, "1122314")?;
    /// let mut review = Review::new(Analyzer::new(&Resources::default(), 1), &game);
    /// review.finish();
    /// assert_eq!(review.turning_point(), Some(5)); // the sixth move
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn turning_point(&self) -> Option<usize> {
        let changes =
            |judgement: &Option<Judgement>| judgement.is_some_and(Judgement::changes_result);
        self.judgements().iter().rposition(changes)
    }

    /// Returns the position before each move with the values before and after it, both for the
    /// player who made it; no values with more than two players.
    fn own_values(&self) -> impl Iterator<Item = (&Position, Option<Value>, Option<Value>)> {
        let moves = self.positions().iter().zip(self.values().windows(2));
        moves.map(|(position, values)| {
            let is_pair = position.rules().players() == 2;
            let [before, after] = [values[0], values[1]].map(|value| value.filter(|_| is_pair));
            // After the move it is the opponent's turn.
            (position, before, after.map(Value::for_opponent))
        })
    }
}
