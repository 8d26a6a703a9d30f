//! The client of the workers that analyze a game.

use super::{Query, Reply, SearchClient};
use four_shapes_records::Match;
use four_shapes_search_worker::{ColumnSplit, SplitAction};
use js_sys::Reflect;
use leptos::prelude::*;

/// A client of a search worker that analyzes, and of helpers that score some of the columns. The
/// first request that takes more than an instant starts the helpers; cancelling ends them. The
/// client lives as long as the owner that it was created under.
#[derive(Clone, Copy)]
pub(crate) struct AnalysisClient {
    /// The worker that analyzes. All replies are from it.
    main: SearchClient,
    state: StoredValue<State>,
}

struct State {
    helpers: Vec<SearchClient>,
    split: ColumnSplit,
    /// The match of the pending request.
    game_match: Option<Match>,
}

impl AnalysisClient {
    pub(crate) fn new() -> Self {
        let navigator = window().navigator();
        let memory = Reflect::get(&navigator, &"deviceMemory".into()).ok();
        let gigabytes = memory.and_then(|memory| memory.as_f64());
        let helpers = ColumnSplit::suitable_helpers(navigator.hardware_concurrency(), gigabytes);
        Self {
            main: SearchClient::new(),
            state: StoredValue::new(State {
                helpers: (0..helpers).map(|_| SearchClient::new()).collect(),
                split: ColumnSplit::new(helpers),
                game_match: None,
            }),
        }
    }

    /// Requests an analysis in place of the pending one, as [`SearchClient::request`] does.
    pub(crate) fn request(self, game_match: Match, on_reply: impl Fn(Option<Reply>) + 'static) {
        self.set_match(Some(game_match.clone()));
        self.main
            .request(Query::Analysis, game_match, move |reply| match reply {
                Some(Reply::Columns(columns)) => {
                    self.update(|split| split.handle_columns(columns));
                }
                reply => {
                    if reply.as_ref().is_none_or(Reply::is_last) {
                        self.set_match(None);
                    }
                    on_reply(reply);
                }
            });
    }

    /// Cancels the pending request, and ends the helpers.
    pub(crate) fn cancel(self) {
        self.set_match(None);
        self.main.cancel();
        for helper in self.state.with_value(|state| state.helpers.clone()) {
            helper.close();
        }
    }

    /// Ends the work on the last request, and sets the match of the next one.
    fn set_match(self, game_match: Option<Match>) {
        self.update(ColumnSplit::reset);
        self.state
            .update_value(|state| state.game_match = game_match);
    }

    /// Updates the split and carries out its actions.
    fn update(self, update: impl FnOnce(&mut ColumnSplit) -> Vec<SplitAction>) {
        let update = |state: &mut State| update(&mut state.split);
        let actions = self.state.try_update_value(update);
        for action in actions.into_iter().flatten() {
            match action {
                SplitAction::Search { helper, query } => self.search(helper, query),
                SplitAction::Stop { helper } => {
                    if let Some(client) = self.helper(helper) {
                        client.cancel();
                    }
                }
                SplitAction::Inform(columns) => self.main.inform(columns),
            }
        }
    }

    fn helper(self, helper: usize) -> Option<SearchClient> {
        self.state
            .with_value(|state| state.helpers.get(helper).copied())
    }

    fn search(self, helper: usize, query: Query) {
        let game_match = self.state.with_value(|state| state.game_match.clone());
        let (Some(client), Some(game_match)) = (self.helper(helper), game_match) else {
            return;
        };
        client.request(query, game_match, move |reply| match reply {
            Some(Reply::Column(state)) => self.update(|split| split.handle_column(helper, state)),
            Some(_) => {}
            None => self.update(|split| split.handle_failure(helper)),
        });
    }
}
