//! Positions to measure and to test the solver with. The same seed gives the
//! same positions on every machine.

mod cases;
mod class;
mod options;
mod random;

pub use cases::{Case, class_cases, ply_cases, read, write};
pub use class::{CLASSES, Class, moves_to_end};
pub use options::Options;
pub use random::{Random, playout, wins_at_once};
