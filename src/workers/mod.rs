//! The page's end of its workers, which do all its thinking. What passes between
//! them is in the package `four-shapes-search-worker`.

mod search;

pub(crate) use four_shapes_search_worker::{Evaluation, MoveEvaluation, Query, Reply};
pub(crate) use search::SearchClient;
