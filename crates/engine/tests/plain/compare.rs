//! The solver and the plain search, side by side.

use super::{Plain, position, random::Random, text, two_players};
use four_shapes_engine::{Rules, solver::Solver};
use std::time::{Duration, Instant};

/// Random positions of one game with up to so many empty cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    pub(crate) board: (u32, u32),
    pub(crate) connect: u32,
    /// The most empty cells, as the plain search can afford.
    pub(crate) empty: usize,
}

/// Calls a function with the moves to some positions of each game: columns, rows, how
/// many in a row win and the most empty cells.
pub(crate) fn for_each(
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

/// What was compared.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) won: usize,
    pub(crate) drawn: usize,
    pub(crate) lost: usize,
    /// Of these, those with no score in reach of the next two moves.
    pub(crate) deep: usize,
    pub(crate) solver: Duration,
    pub(crate) plain: Duration,
}

impl Tally {
    pub(crate) fn positions(&self) -> usize {
        self.won + self.drawn + self.lost
    }
}

impl Sample {
    pub(crate) fn rules(self) -> Rules {
        two_players(self.board.0, self.board.1, self.connect)
    }

    /// The moves to positions, for each one a number of empty cells in turn from
    /// 0 up to the most.
    pub(crate) fn positions(self, plain: &Plain, count: usize) -> Vec<Vec<usize>> {
        let cells = plain.cells();
        let most = self.empty.min(cells);
        let seed = u64::from(self.board.0 * 10_000 + self.board.1 * 100 + self.connect);
        let mut random = Random::new(seed);
        (0..count)
            .filter_map(|at| plain.random_moves(&mut random, cells - at % (most + 1)))
            .collect()
    }

    /// Compares the scores of so many positions, some fewer if a line can hardly
    /// be avoided.
    ///
    /// # Panics
    /// At the first score that differs, naming the position.
    pub(crate) fn compare(self, count: usize) -> Tally {
        let rules = self.rules();
        let mut plain = Plain::new(rules);
        let mut solver = Solver::new(rules, 1 << 20).expect("it can be solved");
        let mut tally = Tally::default();
        for moves in self.positions(&plain, count) {
            let notation = text(rules, &moves);
            let begun = Instant::now();
            let expected = plain.score(plain.play(&moves));
            tally.plain += begun.elapsed();
            let begun = Instant::now();
            let score = solver.solve(&position(rules, &notation));
            tally.solver += begun.elapsed();
            assert_eq!(score, Ok(expected), "{self:?} after {notation:?}");
            match expected.signum() {
                1 => tally.won += 1,
                0 => tally.drawn += 1,
                _ => tally.lost += 1,
            }
            let most = plain.cells().saturating_sub(moves.len() + 2).div_ceil(2);
            let size = usize::try_from(expected.abs()).expect("it is not negative");
            tally.deep += usize::from(size < most);
        }
        tally
    }
}
