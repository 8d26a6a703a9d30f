//! Tests of the analysis, in one binary so that it is linked once.

mod analysis;
mod analysis_trees;
mod explain;
mod judgement;
mod puzzles;
