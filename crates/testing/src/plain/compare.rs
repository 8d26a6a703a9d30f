//! Compares the solver with the plain search.

use super::{Plain, position, random::Random, text, two_players};
use four_shapes_rules::Rules;
use four_shapes_solver::Solver;
use std::time::{Duration, Instant};

/// A sample of random positions of one game.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    pub board: (u32, u32),
    pub connect: u32,
    /// The maximum number of empty cells, limited by the plain search.
    pub empty: usize,
}

/// Calls a function with the moves of random positions of games, each given by columns, rows,
/// connect and the maximum number of empty cells.
pub fn for_each(
    games: &[(u32, u32, u32, usize)],
    count: usize,
    mut check: impl FnMut(&mut Plain, Rules, &[usize]),
) {
    for &(columns, rows, connect, empty) in games {
        let sample = Sample {
            board: (columns, rows),
            connect,
            empty,
        };
        let mut plain = Plain::new(sample.rules());
        for moves in sample.positions(&plain, count) {
            check(&mut plain, sample.rules(), &moves);
        }
    }
}

/// The results of a comparison.
#[derive(Debug, Default)]
pub struct Comparison {
    pub won: usize,
    pub drawn: usize,
    pub lost: usize,
    /// The positions whose score is not decided by the next two moves.
    pub deep: usize,
    pub solver: Duration,
    pub plain: Duration,
}

impl Comparison {
    pub fn positions(&self) -> usize {
        self.won + self.drawn + self.lost
    }
}

impl Sample {
    pub fn rules(self) -> Rules {
        two_players(self.board.0, self.board.1, self.connect)
    }

    /// Returns the moves to the positions, with 0 up to the maximum number of empty cells in
    /// turn.
    pub fn positions(self, plain: &Plain, count: usize) -> Vec<Vec<usize>> {
        let cells = plain.cells();
        let max_empty = self.empty.min(cells);
        let seed = u64::from(self.board.0 * 10_000 + self.board.1 * 100 + self.connect);
        let mut random = Random::new(seed);
        (0..count)
            .filter_map(|at| plain.random_moves(&mut random, cells - at % (max_empty + 1)))
            .collect()
    }

    /// Compares the scores of up to `count` positions, fewer where random games rarely last.
    ///
    /// # Panics
    /// Panics at the first difference.
    pub fn compare(self, count: usize) -> Comparison {
        let rules = self.rules();
        let mut plain = Plain::new(rules);
        let mut solver = Solver::new(rules, 1 << 20).expect("the rules are supported");
        let mut tally = Comparison::default();
        for moves in self.positions(&plain, count) {
            let notation = text(rules, &moves);
            let start = Instant::now();
            let expected = plain.score(plain.play(&moves));
            tally.plain += start.elapsed();
            let start = Instant::now();
            let score = solver.solve(&position(rules, &notation));
            tally.solver += start.elapsed();
            assert_eq!(
                score.map(i32::from),
                Ok(expected),
                "{self:?} after {notation:?}"
            );
            match expected.signum() {
                1 => tally.won += 1,
                0 => tally.drawn += 1,
                _ => tally.lost += 1,
            }
            let max = plain.cells().saturating_sub(moves.len() + 2).div_ceil(2);
            let size = usize::try_from(expected.abs()).expect("it is not negative");
            tally.deep += usize::from(size < max);
        }
        tally
    }
}
