//! Web workers. Their messages are in the package `four-shapes-search-worker`.

mod analysis;
mod handle;
mod search;

pub(crate) use analysis::AnalysisClient;
pub(crate) use four_shapes_search_worker::{
    AnalysisReport, BotReply, ColumnState, DecodeError, Evaluation, ExplanationReport, FactReport,
    GameReport, MoveEvaluation, Query, Reply, ReviewReport, StepAdvice, decode, encode,
};
pub(crate) use handle::WorkerHandle;
pub(crate) use search::SearchClient;
