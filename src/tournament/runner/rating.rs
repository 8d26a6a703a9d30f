//! Rates the entrants while their games are played.

use super::TournamentRunner;
use crate::{device, navigation::Place, tournament::standings::Standing};
use four_shapes_engine::tournament::{rating::Rater, report::tallies};
use leptos::prelude::*;
use std::{mem::take, sync::Arc};

/// How long the page may stand still, in milliseconds.
const SLICE: f64 = 12.0;

/// Ratings are worked out one after the other.
#[derive(Debug, Default)]
pub(super) struct State {
    running: bool,
    /// There are games that the latest ratings don't count.
    stale: bool,
}

impl TournamentRunner {
    /// Brings the standings up to date, if the dialog shows them.
    pub(crate) fn rate(self) {
        if !self.navigation.is_open(Place::Tournament) {
            return;
        }
        let running = self.with(|state| {
            state.rating.stale = true;
            std::mem::replace(&mut state.rating.running, true)
        });
        if !running {
            device::spawn(async move {
                while self.with(|state| take(&mut state.rating.stale)) {
                    self.work_out().await;
                }
                self.with(|state| state.rating.running = false);
            });
        }
    }

    /// Many entrants are rated in slices, so that the page never stands still.
    async fn work_out(self) {
        let tallies = self.table.with_untracked(|table| {
            let table = table.as_ref()?;
            Some((table.entrants(), tallies(table)))
        });
        let Some((entrants, tallies)) = tallies else {
            return;
        };
        let rater = Rater::new(entrants, &tallies);
        let mut estimates = Vec::new();
        let mut began = js_sys::Date::now();
        for entrant in 0..entrants {
            if js_sys::Date::now() - began > SLICE {
                device::sleep(0).await;
                began = js_sys::Date::now();
            }
            estimates.push(rater.rate(entrant));
        }
        let ratings = rater.ratings(estimates);
        // Another tournament may have begun meanwhile.
        let standings = self.table.with_untracked(|table| {
            let table = table.as_ref()?;
            (table.entrants() == entrants).then(|| Arc::new(Standing::of(table, &ratings)))
        });
        if self.standings.with_untracked(|before| *before != standings) {
            self.standings.set(standings);
        }
    }
}
