//! `four puzzles`: generates puzzles, and proves and measures those of a file.
//!
//! These commands generate `data/puzzles.bin`:
//!
//! ```sh
//! four puzzles --out data/puzzles.bin --count 6300 --seed 2026
//! four puzzles --out data/puzzles.bin --count 250 --seed 2026 --columns 6 --rows 5
//! four puzzles --out data/puzzles.bin --count 150 --seed 2026 --columns 6 --rows 6
//! ```

mod check;
mod generate;
mod generator;
mod progress;
mod rates;

use crate::{args::PuzzlesArgs, failure::Failure, files};
use four_shapes_analysis::puzzles::PuzzleSet;
use std::{fs::File, path::Path};

/// Upper bound of the size of a file in bytes.
const MAX_BYTES: u64 = 16 << 20;

/// Generates or checks puzzles.
pub(crate) fn puzzles(args: &PuzzlesArgs) -> Result<(), Failure> {
    let shard = args.shard.shard.zip(args.games);
    match (&args.out, &args.check, &args.rates, shard) {
        (Some(out), ..) if args.shard.merge.is_empty() => generate::generate(args, out),
        (Some(out), ..) => generate::merge(args, out),
        (None, Some(file), ..) => check::check(args, file),
        (None, None, Some(file), _) => rates::rates(args, file),
        (None, None, None, Some((shard, games))) => generate::play_shard(args, shard, games),
        (None, None, None, None) => {
            let error = "--out, --check, --rates or --shard with --games is required";
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
