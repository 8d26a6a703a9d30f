//! Updates the report, with ratings, while games are played.

use super::TournamentRunner;
use crate::{device, navigation::Place};
use four_shapes_engine::tournament::{
    rating::Rater,
    report::{Report, tallies},
};
use leptos::prelude::*;
use std::{mem::take, sync::Arc};

/// The time slice of a computation, in milliseconds.
const SLICE: f64 = 12.0;

/// The state of the updates, of which at most one is in progress.
#[derive(Debug, Default)]
pub(super) struct ReportUpdate {
    running: bool,
    /// Games have been added since the last update began.
    stale: bool,
}

impl TournamentRunner {
    /// Updates the report if the dialog is open.
    pub(crate) fn update_report(self) {
        if !self.navigation.is_open(Place::Tournament) {
            return;
        }
        let running = self.with(|state| {
            state.report_update.stale = true;
            std::mem::replace(&mut state.report_update.running, true)
        });
        if !running {
            device::spawn(async move {
                while self.with(|state| take(&mut state.report_update.stale)) {
                    self.compute_report().await;
                }
                self.with(|state| state.report_update.running = false);
            });
        }
    }

    /// Computes the ratings in time slices, so that the page stays responsive.
    async fn compute_report(self) {
        let tallies = self.table.with_untracked(|table| {
            let table = table.as_ref()?;
            Some((table.tournament().entrants().len(), tallies(table)))
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
        // Another tournament may have been started meanwhile.
        let report = self.table.with_untracked(|table| {
            let table = table.as_ref()?;
            let is_same = table.tournament().entrants().len() == entrants;
            is_same.then(|| Arc::new(Report::with_ratings(table, ratings)))
        });
        if self.report.with_untracked(|before| *before != report) {
            self.report.set(report);
        }
    }
}
