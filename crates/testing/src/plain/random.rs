//! Reproducible random positions.

use super::{Pieces, Plain};

/// Marsaglia's xorshift with 64 bits.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x2545_F491_4F6C_DD1D) | 1)
    }

    /// Returns a number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 33) % end as u64).expect("it is below a usize")
    }
}

/// The maximum number of games tried for a position.
const MAX_TRIES: usize = 30;

impl Plain {
    /// Returns the moves to a random position with this many pieces in which neither side has
    /// won; `None` if no game lasts that long.
    ///
    /// No player completes a line, and in three of four games none allows one if possible: on
    /// wide boards nearly every random game ends before the board is half full, and most of the
    /// others have an immediate win.
    pub fn random_moves(&self, random: &mut Random, pieces: usize) -> Option<Vec<usize>> {
        (0..MAX_TRIES).find_map(|_| self.random_game(random, pieces))
    }

    fn random_game(&self, random: &mut Random, pieces: usize) -> Option<Vec<usize>> {
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

    /// Returns the columns and cells of the moves that complete no line.
    fn quiet_moves(&self, board: Pieces) -> Vec<(usize, usize)> {
        (0..self.columns)
            .filter_map(|column| Some((column, self.landing(board, column)?)))
            .filter(|&(_, cell)| !self.wins(board, cell))
            .collect()
    }

    /// Returns the moves after which the opponent has no immediate win.
    fn safe_moves(&self, board: Pieces, moves: &[(usize, usize)]) -> Vec<(usize, usize)> {
        let safe = |&(_, cell): &(usize, usize)| !self.can_win(Self::after(board, cell));
        moves.iter().copied().filter(safe).collect()
    }

    /// Returns whether the side to move has an immediate win.
    fn can_win(&self, board: Pieces) -> bool {
        let mut landings = (0..self.columns).filter_map(|column| self.landing(board, column));
        landings.any(|cell| self.wins(board, cell))
    }
}
