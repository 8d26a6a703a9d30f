//! Tests of the rules, in one binary so that it is linked once.

mod against_reference;
mod dead;
mod notation;
mod operations;
mod perft;
mod position_string;
mod rules;
mod seed_cases;
#[cfg(feature = "serde")]
mod serialization;
mod start;
