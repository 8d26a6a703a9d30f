//! Puzzles: positions in which exactly one move wins, or exactly one draws.
//!
//! [`PuzzleSet::parse`] reads a file of puzzles, which `four puzzles` generates;
//! [`Puzzle::verify`] proves a puzzle with the solver. [`Puzzle::shortened`] makes easy ones of wins.

mod file;
mod shorten;

use crate::explain::Theme;
use four_shapes_players::seed;
use four_shapes_rules::{Column, Game, Rules};
use four_shapes_solver::{Outcome, Solver, Unsolvable};
use std::{collections::HashSet, error::Error, fmt, ops::RangeInclusive};

pub use file::{MAX_LENGTH, MAX_RATING, MIN_RATING, PuzzleFileError, RATING_STEP, THEMES};

/// The result that the solver of a puzzle has to achieve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Goal {
    /// To win; no other first move wins.
    Win,
    /// To draw; all other first moves lose.
    Draw,
}

impl Goal {
    /// Returns the outcome that the goal asks for.
    ///
    /// ```
    /// use four_shapes_analysis::{Outcome, puzzles::Goal};
    ///
    /// assert_eq!(Goal::Win.outcome(), Outcome::Win);
    /// ```
    pub fn outcome(self) -> Outcome {
        match self {
            Self::Win => Outcome::Win,
            Self::Draw => Outcome::Draw,
        }
    }
}

/// A puzzle.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Puzzle {
    /// The moves that lead to the position, from the empty board.
    pub moves: Vec<Column>,
    /// The goal.
    pub goal: Goal,
    /// The number of the player's own moves to the goal with the longest defence: to the win,
    /// or while only one move draws. 1 to [`MAX_LENGTH`].
    pub length: u8,
    /// The main reason why the first move is right, one of [`THEMES`].
    pub theme: Theme,
    /// The rating: a player with this rating solves it with a probability of 1/2. A multiple
    /// of [`RATING_STEP`] from [`MIN_RATING`] to [`MAX_RATING`].
    pub rating: u16,
}

/// The puzzles on one board, ordered by their moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleSet {
    /// The rules of the game.
    pub rules: Rules,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

/// A flaw of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The moves are illegal, or the game is over after them.
    Moves,
    /// The solver doesn't support the rules.
    Unsolvable(Unsolvable),
    /// A player can complete a line at once.
    Obvious,
    /// The position has this outcome, not that of the goal.
    Outcome(Outcome),
    /// This number of first moves achieves the goal.
    Solutions(usize),
    /// The win takes this number of moves.
    Length(u32),
}

/// Which puzzles are those of one day of the week.
struct Weekday {
    ratings: RangeInclusive<u16>,
    /// The number of moves to a win.
    lengths: RangeInclusive<u8>,
    /// Whether a draw is a goal too.
    draws: bool,
}

const fn wins(lengths: RangeInclusive<u8>, ratings: RangeInclusive<u16>) -> Weekday {
    Weekday {
        ratings,
        lengths,
        draws: false,
    }
}

const fn wins_and_draws(lengths: RangeInclusive<u8>, ratings: RangeInclusive<u16>) -> Weekday {
    Weekday {
        ratings,
        lengths,
        draws: true,
    }
}

/// From Monday to Sunday. A week becomes harder, and even its first puzzle leaves the easiest ones
/// to the training of beginners.
const WEEK: [Weekday; 7] = [
    wins(3..=4, 830..=960),
    wins(3..=3, 880..=1010),
    wins(3..=4, 900..=1120),
    wins(4..=5, 950..=1150),
    wins(5..=6, 1000..=1190),
    wins_and_draws(3..=6, 1050..=1190),
    wins_and_draws(3..=8, 1100..=1250),
];

impl PuzzleSet {
    /// The number of daily puzzles: three years of them.
    pub const DAILY: usize = 156 * WEEK.len();

    /// Returns the puzzle of a day, counted from 1 January 1970; `None` if there are no puzzles.
    /// They repeat after [`DAILY`](Self::DAILY) days. A week becomes harder: on Monday it is a
    /// win in 3 or 4 with a rating of about 900, on Friday one in 5 or 6; at the weekend it can also
    /// be a draw, and on Sunday a win in 8, with a rating of about 1,200.
    ///
    /// ```
    /// use four_shapes_analysis::{explain::Theme, puzzles::{Goal, Puzzle, PuzzleSet}};
    /// use four_shapes_rules::Rules;
    ///
    /// let rules = Rules::connect_four(5, 4)?;
    /// let moves = [2, 2, 3, 3, 2, 3].into_iter().filter_map(|index| rules.column(index)).collect();
    /// let puzzle = Puzzle { moves, goal: Goal::Win, length: 2, theme: Theme::ForcedWin, rating: 800 };
    /// let set = PuzzleSet { rules, puzzles: vec![puzzle] };
    /// assert_eq!(set.daily(20_000), Some(&set.puzzles[0])); // 4 October 2024
    /// # Ok::<_, four_shapes_rules::RulesError>(())
    /// ```
    pub fn daily(&self, day: i64) -> Option<&Puzzle> {
        /// The first day was a Thursday.
        const FIRST_WEEKDAY: usize = 3;
        let number = usize::try_from(day.rem_euclid(Self::DAILY.cast_signed() as i64)).ok()?;
        let weekday = (number + FIRST_WEEKDAY) % WEEK.len();
        let mut daily = self.daily_by_weekday();
        let mut of_weekday = daily.swap_remove(weekday);
        if of_weekday.is_empty() {
            of_weekday = self.shuffled();
        }
        let at = (number / WEEK.len()).checked_rem(of_weekday.len())?;
        self.puzzles.get(of_weekday[at])
    }

    /// Returns the puzzles that are not daily ones.
    ///
    /// ```
    /// use four_shapes_analysis::{explain::Theme, puzzles::{Goal, Puzzle, PuzzleSet}};
    /// use four_shapes_rules::Rules;
    ///
    /// let rules = Rules::connect_four(5, 4)?;
    /// let moves = [2, 2, 3, 3, 2, 3].into_iter().filter_map(|index| rules.column(index)).collect();
    /// let puzzle = Puzzle { moves, goal: Goal::Win, length: 2, theme: Theme::ForcedWin, rating: 800 };
    /// let set = PuzzleSet { rules, puzzles: vec![puzzle] };
    /// assert_eq!(set.training().next(), Some(&set.puzzles[0])); // too easy for a daily one
    /// # Ok::<_, four_shapes_rules::RulesError>(())
    /// ```
    pub fn training(&self) -> impl Iterator<Item = &Puzzle> {
        let daily: HashSet<usize> = self.daily_by_weekday().into_iter().flatten().collect();
        let others = self.puzzles.iter().enumerate();
        others.filter_map(move |(index, puzzle)| (!daily.contains(&index)).then_some(puzzle))
    }

    /// Returns the indices of the daily puzzles for each day of the week.
    fn daily_by_weekday(&self) -> Vec<Vec<usize>> {
        let mut rest = self.shuffled();
        let take = |day: &Weekday| {
            let fits = |index: &mut usize| {
                let puzzle = &self.puzzles[*index];
                let is_goal = match puzzle.goal {
                    Goal::Win => day.lengths.contains(&puzzle.length),
                    Goal::Draw => day.draws,
                };
                is_goal && day.ratings.contains(&puzzle.rating)
            };
            rest.extract_if(.., fits)
                .take(Self::DAILY / WEEK.len())
                .collect()
        };
        WEEK.iter().map(take).collect()
    }

    /// Returns the indices of the puzzles in a random order, which is always the same.
    fn shuffled(&self) -> Vec<usize> {
        const SEED: u64 = 1974;
        let mut indices: Vec<usize> = (0..self.puzzles.len()).collect();
        indices.sort_by_key(|index| seed::derive(SEED, *index as u64));
        indices
    }
}

impl Puzzle {
    /// Returns the game up to the position.
    ///
    /// # Errors
    /// Returns [`PuzzleError::Moves`] if it isn't legal or is over.
    ///
    /// ```
    /// use four_shapes_analysis::{explain::Theme, puzzles::{Goal, Puzzle}};
    /// use four_shapes_rules::Rules;
    ///
    /// let rules = Rules::connect_four(5, 4)?;
    /// let moves = [2, 2, 3, 3, 2, 3].into_iter().filter_map(|index| rules.column(index)).collect();
    /// let puzzle = Puzzle { moves, goal: Goal::Win, length: 2, theme: Theme::ForcedWin, rating: 800 };
    /// assert_eq!(puzzle.game(rules).map(|game| game.cursor()), Ok(6));
    /// # Ok::<_, four_shapes_rules::RulesError>(())
    /// ```
    pub fn game(&self, rules: Rules) -> Result<Game, PuzzleError> {
        let mut game = Game::new(rules);
        for &column in &self.moves {
            let turn = game.turn().ok_or(PuzzleError::Moves)?;
            turn.drop(column).map_err(|_| PuzzleError::Moves)?;
        }
        game.turn().ok_or(PuzzleError::Moves)?;
        Ok(game)
    }

    /// Proves that exactly one move achieves the goal, that the number of moves to a win is
    /// right, and that no player can complete a line at once.
    ///
    /// # Errors
    /// Returns the first flaw.
    ///
    /// ```
    /// use four_shapes_analysis::{explain::Theme, puzzles::{Goal, Puzzle}};
    /// use four_shapes_rules::Rules;
    /// use four_shapes_solver::Solver;
    ///
    /// let rules = Rules::connect_four(5, 4)?;
    /// let moves = [2, 2, 3, 3, 2, 3].into_iter().filter_map(|index| rules.column(index)).collect();
    /// let puzzle = Puzzle { moves, goal: Goal::Win, length: 2, theme: Theme::ForcedWin, rating: 800 };
    /// let mut solver = Solver::new(rules, 1 << 20)?;
    /// assert_eq!(puzzle.verify(&mut solver), Ok(()));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify(&self, solver: &mut Solver) -> Result<(), PuzzleError> {
        let game = self.game(solver.rules())?;
        let position = game.position();
        let rules = position.rules();
        if rules
            .all_players()
            .any(|player| !position.completions(player).is_empty())
        {
            return Err(PuzzleError::Obvious);
        }
        let score = solver.solve(position).map_err(PuzzleError::Unsolvable)?;
        let expected = self.goal.outcome();
        if score.outcome() != expected {
            return Err(PuzzleError::Outcome(score.outcome()));
        }
        let mut solutions = 0;
        for column in rules.all_columns() {
            let mut next = position.clone();
            if next.drop(position.to_move(), column).is_err() {
                continue;
            }
            let outcome = if next.is_full() {
                Outcome::Draw
            } else {
                -solver.outcome(&next).map_err(PuzzleError::Unsolvable)?
            };
            solutions += usize::from(outcome >= expected);
        }
        if solutions != 1 {
            return Err(PuzzleError::Solutions(solutions));
        }
        if let Some(moves) = score.moves_left(position)
            && moves != u32::from(self.length)
        {
            return Err(PuzzleError::Length(moves));
        }
        Ok(())
    }
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moves => f.write_str("the moves are illegal or end the game"),
            Self::Unsolvable(error) => error.fmt(f),
            Self::Obvious => f.write_str("a player can complete a line at once"),
            Self::Outcome(outcome) => {
                write!(f, "the position is a {outcome}, which is not the goal")
            }
            Self::Solutions(count) => write!(f, "{count} moves achieve the goal instead of one"),
            Self::Length(moves) => write!(
                f,
                "the win takes {moves} moves, which is not the puzzle's length"
            ),
        }
    }
}

impl Error for PuzzleError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Unsolvable(error) => Some(error),
            _ => None,
        }
    }
}
