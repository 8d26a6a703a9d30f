//! Tests of the bots, in one binary so that it is linked once.

mod bound;
mod check;
mod examples;
mod limits;
mod support;
