//! The constants of the search that depend on the strength of play.

/// The constants of Monte Carlo tree search, tuned by matches, see
/// `bench/results/players-2026-11-24.md`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// The exploration constant of PUCT.
    pub exploration: f64,
    /// The value of an unvisited move is the mean of the others, without gravity reduced by
    /// this.
    pub first_play_reduction: f64,
    /// The visits after which a leaf is expanded.
    pub expansion_visits: u32,
    /// The factor of a line's weight in the prior for each piece in it; at most 5.
    pub piece_factor: u64,
    /// The weight of a line of the side to move in the prior, relative to the others; at most 100.
    pub own_line: u64,
    /// The weight of an opponent's line; at most 100.
    pub other_line: u64,
    /// The weight of an empty line; at most 100.
    pub empty_line: u64,
    /// The sum of the prior weights divided by this is distributed uniformly; at least 1.
    pub uniform_divisor: u64,
    /// The maximum distance of a candidate from a piece, without gravity; at least 2.
    pub distance: u8,
    /// The maximum number of own moves of wins by fours and threes that are searched, for
    /// two players without gravity; 0 for wins by fours alone.
    pub three_moves: usize,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            exploration: 1.0,
            first_play_reduction: 0.1,
            expansion_visits: 1,
            piece_factor: 5,
            own_line: 10,
            other_line: 7,
            empty_line: 5,
            uniform_divisor: 5,
            distance: 2,
            three_moves: 4,
        }
    }
}
