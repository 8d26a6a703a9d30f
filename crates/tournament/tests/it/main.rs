//! Tests of the tournaments, in one binary so that it is linked once.

mod compatibility;
mod cup;
mod examples;
mod rating;
mod report;
mod statistics;
mod tournament;
