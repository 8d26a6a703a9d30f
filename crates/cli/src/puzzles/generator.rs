//! Finds puzzles in games between levels, and rates them by which levels solve them.

use four_shapes_analysis::{
    explain::{ExplanationSearch, Theme},
    puzzles::{Goal, MAX_LENGTH, MAX_RATING, MIN_RATING, Puzzle, RATING_STEP, THEMES},
};
use four_shapes_players::{ComputerPlayer, Level, PlayerKind, Resources, TurnContext, seed};
use four_shapes_rules::{Cell, Column, Game, Position, Rules, Status};
use four_shapes_solver::{BestMoveSearch, Outcome, Search, Solver};

/// The levels that play the games.
const PLAYERS: [Level; 3] = [Level::Two, Level::Three, Level::Four];
/// The levels that try to solve a puzzle, and their ratings. The differences are about those
/// of tournaments on 7 × 6; the mean is arbitrary.
const LEVELS: [(Level, f64); 5] = [
    (Level::One, 600.0),
    (Level::Two, 900.0),
    (Level::Three, 1200.0),
    (Level::Four, 1500.0),
    (Level::Five, 1800.0),
];
/// The number of attempts of each level.
const ATTEMPTS: u64 = 3;
/// The weight of an attempt: those of one level are not independent.
const WEIGHT: f64 = 0.6;
/// The standard deviation of ratings before any attempt.
const PRIOR_DEVIATION: f64 = 350.0;
/// The maximum number of random moves at the start of a game.
const MAX_RANDOM_MOVES: u64 = 8;
/// The fewest own moves of a win: five plies.
const MIN_WIN: u32 = 3;
/// The most own moves of a draw.
const MAX_DRAW: u8 = 4;
/// The maximum number of full columns.
const MAX_FULL: usize = 2;
/// The number of nodes between two checks of an explanation.
const STEP: u64 = 1_000_000;

/// Finds puzzles on one board.
pub(super) struct Generator {
    rules: Rules,
    seed: u64,
    solver: Solver,
    players: Vec<(Level, Box<dyn ComputerPlayer>)>,
}

impl Generator {
    pub(super) fn new(rules: Rules, seed: u64, table_bytes: usize) -> Self {
        let resources = Resources {
            memory: table_bytes,
            book: None,
        };
        let player = |level| PlayerKind::Level(level).computer(rules, &resources);
        Self {
            rules,
            seed,
            solver: Solver::new(rules, table_bytes).expect("it was checked before"),
            players: Level::ALL.map(|level| (level, player(level))).into(),
        }
    }

    /// Returns a puzzle from the game with this number, if it has one.
    pub(super) fn puzzle(&mut self, number: u64) -> Option<Puzzle> {
        let mut random = Random(seed::derive(self.seed, number), 0);
        let moves = self.play(&mut random);
        // Earlier, wins are far away and proofs take long; later, there is little to choose.
        let first = self.rules.cells() * 2 / 7;
        let last = (self.rules.cells() * 2 / 3).min(moves.len());
        let mut plies: Vec<usize> = (first..last).collect();
        while !plies.is_empty() {
            let ply = plies.swap_remove(random.below(plies.len() as u64) as usize);
            if let Some(puzzle) = self.puzzle_at(&moves[..ply], &mut random) {
                return Some(puzzle);
            }
        }
        None
    }

    /// Plays a game with a random opening.
    fn play(&mut self, random: &mut Random) -> Vec<Column> {
        let mut game = Game::new(self.rules);
        let mut moves = Vec::new();
        let random_moves = random.below(MAX_RANDOM_MOVES + 1);
        let levels = [0, 1].map(|_| PLAYERS[random.below(PLAYERS.len() as u64) as usize]);
        while let Some(turn) = TurnContext::from_game(&game) {
            let cell = if (moves.len() as u64) < random_moves {
                let cells: Vec<Cell> = game.position().playable().collect();
                cells[random.below(cells.len() as u64) as usize]
            } else {
                self.choose(levels[moves.len() % 2], &turn, random.next())
            };
            moves.push(cell.column());
            play(&mut game, cell);
        }
        moves
    }

    fn choose(&mut self, level: Level, turn: &TurnContext, seed: u64) -> Cell {
        let mut players = self.players.iter_mut();
        let player = players.find(|(other, _)| *other == level);
        let (_, player) = player.expect("every level has a player");
        player
            .choose(turn, seed)
            .cell()
            .expect("there is no swap rule")
    }

    /// Returns the puzzle in the position after these moves, if it is one.
    fn puzzle_at(&mut self, moves: &[Column], random: &mut Random) -> Option<Puzzle> {
        let mut puzzle = Puzzle {
            moves: moves.to_vec(),
            goal: Goal::Win,
            length: 1,
            theme: Theme::OnlyDraw,
            rating: MIN_RATING,
        };
        let game = puzzle.game(self.rules).ok()?;
        if game.position().playable().count() + MAX_FULL < usize::from(self.rules.columns()) {
            return None;
        }
        let (goal, best) = self.only_move(game.position())?;
        puzzle.goal = goal;
        puzzle.length = match goal {
            Goal::Win => self.win_length(game.position())?,
            Goal::Draw => self.draw_length(&game, best),
        };
        // It also checks that the position isn't decided by an obvious move.
        puzzle.verify(&mut self.solver).ok()?;
        puzzle.theme = self.theme(game.position(), best, goal);
        puzzle.rating = self.rating(&game, &puzzle, random);
        Some(puzzle)
    }

    /// Returns the only move with the best outcome, if there is one and it doesn't lose.
    fn only_move(&mut self, position: &Position) -> Option<(Goal, Cell)> {
        let cells: Vec<Cell> = position.playable().collect();
        let outcomes = cells
            .iter()
            .map(|cell| (self.outcome(position, *cell), *cell));
        let outcomes: Vec<(Outcome, Cell)> = outcomes.collect();
        let &(best, cell) = outcomes.iter().max_by_key(|(outcome, _)| *outcome)?;
        let equal = outcomes.iter().filter(|(outcome, _)| *outcome == best);
        let goal = match best {
            Outcome::Win => Goal::Win,
            Outcome::Draw => Goal::Draw,
            Outcome::Loss => return None,
        };
        (equal.count() == 1 && cells.len() > 1).then_some((goal, cell))
    }

    /// Returns the outcome of a move for the player who makes it.
    fn outcome(&mut self, position: &Position, cell: Cell) -> Outcome {
        let next = position.play(cell).expect("the move is legal");
        if next.trace(cell).is_some() {
            return Outcome::Win;
        }
        if next.is_full() {
            return Outcome::Draw;
        }
        let outcome = self.solver.outcome(&next);
        -outcome.expect("the position is solvable")
    }

    /// Returns the number of own moves to the win, if it is neither too near nor too far.
    fn win_length(&mut self, position: &Position) -> Option<u8> {
        let score = self.solver.solve(position).ok()?;
        let moves = score.moves_left(position)?;
        (MIN_WIN..=MAX_LENGTH.into())
            .contains(&moves)
            .then_some(moves as u8)
    }

    /// Returns the number of own moves for which only one move draws.
    fn draw_length(&mut self, game: &Game, first: Cell) -> u8 {
        let (mut game, mut cell) = (game.clone(), first);
        for length in 1..MAX_DRAW {
            play(&mut game, cell);
            let Some(reply) = self.best_move(&game) else {
                return length;
            };
            play(&mut game, reply);
            match (game.status(), self.only_move(game.position())) {
                (Status::ToMove(_), Some((Goal::Draw, next))) => cell = next,
                _ => return length,
            }
        }
        MAX_DRAW
    }

    /// Returns the best move, which delays a loss; `None` if the game is over.
    fn best_move(&mut self, game: &Game) -> Option<Cell> {
        TurnContext::from_game(game)?;
        let mut search = BestMoveSearch::new(&mut self.solver, game.position()).ok()?;
        while search.first_proved_best().is_none() {
            let _ = search.run(STEP);
        }
        game.position().landing(search.first_proved_best()?).ok()
    }

    /// Returns the main reason for a move.
    fn theme(&mut self, position: &Position, cell: Cell, goal: Goal) -> Theme {
        let explanation = ExplanationSearch::new(position, cell, Some(&mut self.solver));
        let facts = explanation.expect("the move is legal").finish();
        let mut themes = facts.iter().map(|fact| fact.theme);
        let is_reason = |theme: &Theme| *theme != Theme::OnlyDraw && THEMES.contains(theme);
        themes.find(is_reason).unwrap_or(match goal {
            Goal::Win => Theme::BestLine,
            Goal::Draw => Theme::OnlyDraw,
        })
    }

    /// Returns the most likely rating, given which levels solve the puzzle.
    fn rating(&mut self, game: &Game, puzzle: &Puzzle, random: &mut Random) -> u16 {
        let mut attempts = Vec::new();
        for (level, rating) in LEVELS {
            for _ in 0..ATTEMPTS {
                attempts.push((rating, self.solves(level, game, puzzle, random)));
            }
        }
        // Deep proofs are hard before anyone has tried.
        let length = f64::from(puzzle.length);
        let expected = match puzzle.goal {
            Goal::Win => 750.0 + 180.0 * (length - f64::from(MIN_WIN)),
            Goal::Draw => 1000.0 + 180.0 * (length - 1.0),
        };
        let log_likelihood = |rating: u16| {
            let rating = f64::from(rating);
            let prior = -((rating - expected) / PRIOR_DEVIATION).powi(2) / 2.0;
            let of_attempt = |(level, solved): &(f64, bool)| {
                let sign = if *solved { 1.0 } else { -1.0 };
                -(1.0 + 10_f64.powf(sign * (rating - level) / 400.0)).ln()
            };
            prior + WEIGHT * attempts.iter().map(of_attempt).sum::<f64>()
        };
        let ratings = (MIN_RATING..=MAX_RATING).step_by(RATING_STEP.into());
        let compare = |a: &u16, b: &u16| log_likelihood(*a).total_cmp(&log_likelihood(*b));
        ratings.max_by(compare).expect("there are ratings")
    }

    /// Returns whether a level solves a puzzle.
    pub(super) fn attempt(&mut self, level: Level, puzzle: &Puzzle, seed: u64) -> bool {
        let game = puzzle.game(self.rules);
        game.is_ok_and(|game| self.solves(level, &game, puzzle, &mut Random(seed, 0)))
    }

    /// Returns whether a level solves a puzzle against the longest defence.
    fn solves(&mut self, level: Level, game: &Game, puzzle: &Puzzle, random: &mut Random) -> bool {
        let mut game = game.clone();
        let goal = puzzle.goal.outcome();
        // A slower win is a win, but not for ever.
        let most = if goal == Outcome::Win {
            puzzle.length + 3
        } else {
            puzzle.length
        };
        for _ in 0..most {
            let Some(turn) = TurnContext::from_game(&game) else {
                return true;
            };
            let cell = self.choose(level, &turn, random.next());
            if self.outcome(game.position(), cell) < goal {
                return false;
            }
            play(&mut game, cell);
            match self.best_move(&game) {
                Some(reply) => play(&mut game, reply),
                None => return true,
            }
        }
        goal == Outcome::Draw
    }
}

fn play(game: &mut Game, cell: Cell) {
    let turn = game.turn().expect("the game is in progress");
    turn.play(cell).expect("the move is legal");
}

/// Random numbers from a seed.
struct Random(u64, u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.1 += 1;
        seed::derive(self.0, self.1)
    }

    /// Returns a number below a bound, which must not be 0. The bias is negligible.
    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }
}
