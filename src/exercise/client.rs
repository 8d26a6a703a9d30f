//! The worker that all exercises ask.

use super::Question;
use crate::workers::{ExplanationReport, Query, Reply, SearchClient};
use leptos::prelude::*;

/// The client of the worker that all exercises share: only one of them is on the board.
#[derive(Clone, Copy)]
pub(crate) struct ExerciseClient(pub(crate) SearchClient);

/// Provides the client.
pub(crate) fn start() {
    provide_context(ExerciseClient(SearchClient::new()));
}

impl ExerciseClient {
    /// Asks for the explanation of a move; without a report the worker has failed.
    pub(crate) fn explain(
        self,
        question: Question,
        on_report: impl Fn(&Question, Option<ExplanationReport>) + 'static,
    ) {
        let (query, before) = (Query::Explanation(question.cell), question.before.clone());
        let rules = before.rules();
        self.0.request(query, before, move |reply| match reply {
            Some(Reply::Explanation(bytes)) => {
                on_report(&question, ExplanationReport::decode(&bytes, rules).ok());
            }
            Some(_) => {}
            None => on_report(&question, None),
        });
    }

    /// Cancels the pending request.
    pub(crate) fn cancel(self) {
        self.0.cancel();
    }
}
