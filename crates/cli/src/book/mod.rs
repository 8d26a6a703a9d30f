//! `four book`: builds an opening book, or checks one.

mod build;
mod check;
mod progress;

use crate::{args::BookArgs, failure::Failure};

/// Builds or checks a book.
pub(crate) fn book(args: &BookArgs) -> Result<(), Failure> {
    match (&args.out, &args.check, args.shard.shard, &args.progress) {
        (Some(out), ..) if args.shard.merge.is_empty() => build::build(args, out),
        (Some(out), ..) => build::merge(args, out),
        (None, Some(file), ..) => check::check(file),
        (None, None, Some(shard), Some(progress)) => build::solve_shard(args, progress, shard),
        (None, None, ..) => {
            let error = "--out, --check or --shard with --progress is required";
            Err(Failure::Usage(error.to_owned()))
        }
    }
}
