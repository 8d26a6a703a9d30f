//! Viewing a shared game while the user's own game is set aside.

use super::series::Series;
use four_shapes_engine::Match;

/// A command about shared games.
#[derive(Clone, Debug)]
pub(crate) enum VisitCommand {
    /// Show this match, and keep one's own aside if it goes on.
    Visit(Box<Match>),
    /// Go back from a visit to one's own match.
    Return,
    /// Make the visited match one's own, and give the other up.
    Keep,
}

/// The user's own match, while a shared one is on the board.
#[derive(Clone, Debug, Default)]
pub(super) struct Visit {
    own: Option<Box<Series>>,
    /// Counts the matches that have come to the board: a visited one has no id.
    count: u32,
}

impl Visit {
    pub(super) fn own(&self) -> Option<&Series> {
        self.own.as_deref()
    }

    /// Tells this match from others on the board; 0 for one's own.
    pub(super) fn number(&self) -> u32 {
        self.own.as_ref().map_or(0, |_| self.count)
    }

    /// Takes note that another match has come to the board.
    pub(super) fn count(&mut self) {
        self.count = self.count.wrapping_add(1);
    }

    /// Keeps the match that was on the board aside. What was visited before is in its link;
    /// one's own stays.
    pub(super) fn begin(&mut self, before: Series) {
        self.own.get_or_insert_with(|| Box::new(before));
    }

    /// Ends the visit, and hands back one's own match; `None` if there is no visit.
    pub(super) fn end(&mut self) -> Option<Series> {
        self.own.take().map(|own| *own)
    }
}
