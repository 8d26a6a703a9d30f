//! Positions chosen at random, the same ones every time.

use super::{Pieces, Plain};

/// Marsaglia's xorshift with 64 bits.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x2545_F491_4F6C_DD1D) | 1)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 33) % end as u64).expect("it is below a usize")
    }
}

/// How often a game is begun anew before so many pieces are given up.
const TRIES: usize = 30;

impl Plain {
    /// The moves to a position with so many pieces in which nobody has won.
    ///
    /// Nobody completes a line, and in three games of four nobody leaves one to
    /// complete if it can be helped: on a wide board nearly every game of random
    /// moves is over before the board is half full, and what is left of most has
    /// a win on the next move. `None` if no game came so far.
    pub(crate) fn random_moves(&self, random: &mut Random, pieces: usize) -> Option<Vec<usize>> {
        (0..TRIES).find_map(|_| self.one_game(random, pieces))
    }

    fn one_game(&self, random: &mut Random, pieces: usize) -> Option<Vec<usize>> {
        let careful = random.below(4) != 0;
        let mut moves = Vec::new();
        let mut board = Pieces::default();
        for _ in 0..pieces {
            let mut open = self.quiet_moves(board);
            if careful {
                let safe = self.safe_moves(board, &open);
                if !safe.is_empty() {
                    open = safe;
                }
            }
            if open.is_empty() {
                return None;
            }
            let (column, cell) = open[random.below(open.len())];
            moves.push(column);
            board = Self::after(board, cell);
        }
        (!careful || !self.can_win(board)).then_some(moves)
    }

    /// The columns and cells of the moves that complete no line.
    fn quiet_moves(&self, board: Pieces) -> Vec<(usize, usize)> {
        (0..self.columns)
            .filter_map(|column| Some((column, self.landing(board, column)?)))
            .filter(|&(_, cell)| !self.wins(board, cell))
            .collect()
    }

    /// Those moves after which the other side can't complete a line at once.
    fn safe_moves(&self, board: Pieces, moves: &[(usize, usize)]) -> Vec<(usize, usize)> {
        let safe = |&(_, cell): &(usize, usize)| !self.can_win(Self::after(board, cell));
        moves.iter().copied().filter(safe).collect()
    }

    /// Whether the side to move can complete a line at once.
    fn can_win(&self, board: Pieces) -> bool {
        let mut landings = (0..self.columns).filter_map(|column| self.landing(board, column));
        landings.any(|cell| self.wins(board, cell))
    }
}
