//! `four puzzles`: generates puzzles, and proves and measures those of a file.

mod check;
mod generate;
mod generator;
mod rates;

use crate::{args::PuzzlesArgs, failure::Failure, files};
use four_shapes_engine::puzzles::PuzzleSet;
use std::{fs::File, path::Path};

/// Upper bound of the size of a file in bytes.
const MAX_BYTES: u64 = 16 << 20;

/// Generates or checks puzzles.
pub(crate) fn puzzles(args: &PuzzlesArgs) -> Result<(), Failure> {
    match (&args.out, &args.check, &args.rates) {
        (Some(out), ..) => generate::generate(args, out),
        (None, Some(file), _) => check::check(args, file),
        (None, None, Some(file)) => rates::rates(args, file),
        (None, None, None) => {
            let error = "--out, --check or --rates is required";
            Err(Failure::Usage(error.to_owned()))
        }
    }
}

fn read(path: &Path) -> Result<Vec<PuzzleSet>, Failure> {
    let bytes = File::open(path)
        .and_then(|file| files::read_all(file, MAX_BYTES))
        .map_err(|error| Failure::file(path, error))?;
    PuzzleSet::parse(&bytes).map_err(|error| Failure::file(path, error))
}
