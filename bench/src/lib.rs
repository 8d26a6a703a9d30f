//! Positions for benchmarks and tests of the solver. Equal seeds give equal positions on
//! every machine.

mod boards;
mod cases;
mod class;
mod options;
mod random;

pub use boards::Comparison;
pub use cases::{Case, class_cases, ply_cases};
pub use class::{CLASSES, Class, LARGE, moves_to_end};
pub use options::Options;
pub use random::{Random, has_immediate_win, playout};
