//! A game of the library that is shown in the list.

use super::LibraryGame;
use crate::{game::session::to_end, workers::AnalysisReport};
use four_shapes_records::Match;
use leptos::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering};

/// A game in the list.
pub(super) struct ShownGame {
    /// Unlike that of any other card.
    pub(super) number: u32,
    pub(super) game: ArcRwSignal<LibraryGame>,
    /// At its end; the reason if its record can't be read.
    pub(super) game_match: Result<Match, String>,
    /// The user's accuracy in percent, if the game was reviewed.
    pub(super) accuracy: ArcRwSignal<Option<u32>>,
}

impl ShownGame {
    pub(super) fn new(game: LibraryGame) -> Self {
        static NUMBERS: AtomicU32 = AtomicU32::new(0);
        let game_match = game.parse_record();
        Self {
            number: NUMBERS.fetch_add(1, Ordering::Relaxed),
            game_match: game_match
                .map(|game_match| to_end(&game_match))
                .map_err(|error| error.to_string()),
            game: ArcRwSignal::new(game),
            accuracy: ArcRwSignal::new(None),
        }
    }

    pub(super) fn game(&self) -> LibraryGame {
        self.game.get_untracked()
    }

    pub(super) fn id(&self) -> String {
        self.game.with_untracked(|game| game.entry.id.clone())
    }

    pub(super) fn content_hash(&self) -> String {
        self.game
            .with_untracked(|game| game.entry.content_hash.clone())
    }

    /// Returns the seat of the user in a finished game against computer players.
    pub(super) fn person(&self) -> Option<usize> {
        self.game.with_untracked(|game| {
            let summary = game.entry.summary.as_ref()?;
            summary.result()?;
            summary.person()
        })
    }

    /// Shows the accuracy of an encoded review.
    pub(super) fn set_review(&self, review: &[u8]) {
        let accuracy = self.game_match.as_ref().ok().and_then(|game_match| {
            let steps = game_match.game().steps().len();
            let report = AnalysisReport::decode(review, game_match.rules(), steps).ok()?;
            let player = game_match.player_at(self.person()?)?;
            *report.review.accuracy.get(player.index())?
        });
        self.accuracy.set(accuracy);
    }
}
