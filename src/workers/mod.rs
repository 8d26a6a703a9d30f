//! The page's end of its workers, which do all its thinking. What passes between
//! them is in the package `four-shapes-thinker`.

mod search;

pub(crate) use four_shapes_thinker::{MoveWorth, Said, What, Worth};
pub(crate) use search::Client;
