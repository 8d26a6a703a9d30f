//! A match and how often each of those who play it has won.

use four_shapes_engine::{Match, Tally};

/// A match and the games won so far by those who play it.
#[derive(Clone, Debug)]
pub(super) struct Series {
    pub(super) played: Match,
    pub(super) tally: Tally,
}
