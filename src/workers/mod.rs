//! Web workers. Their messages are in the package `four-shapes-search-worker`.

mod handle;
mod search;

pub(crate) use four_shapes_search_worker::{
    Evaluation, GameReport, MoveEvaluation, Query, Reply, decode,
};
pub(crate) use handle::WorkerHandle;
pub(crate) use search::SearchClient;
