//! Tests of the terminal program, in one binary so that it is linked once.

mod analyze;
mod book;
mod bots;
mod command;
mod computers;
mod formats;
mod help;
mod hostile;
#[cfg(unix)]
mod images;
mod input;
mod interrupt;
mod options;
mod puzzles;
mod review;
#[cfg(unix)]
mod scale;
mod scores;
mod shards;
mod shared_files;
mod solve;
mod support;
#[cfg(unix)]
mod terminal;
mod thinking;
mod tournament;
mod values;
