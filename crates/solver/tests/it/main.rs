//! Tests of the solver, in one binary so that it is linked once.

mod book;
mod book_classic;
mod evaluation;
mod examples;
mod score;
mod solver_best;
mod solver_columns;
mod solver_errors;
mod solver_estimate;
mod solver_goals;
mod solver_known;
mod solver_random;
mod solver_reused;
mod solver_steps;
mod solver_threads;
