//! A match and how often each of those who play it has won.

use four_shapes_engine::{Match, SeriesScore};

/// A match and the games won so far by those who play it.
#[derive(Clone, Debug)]
pub(super) struct Series {
    pub(super) played: Match,
    pub(super) series_score: SeriesScore,
}
