//! `four book`: builds an opening book, or checks one.

mod build;
mod check;
mod progress;

use crate::{args::BookArgs, failure::Failure};

/// Builds or checks a book.
pub(crate) fn book(args: &BookArgs) -> Result<(), Failure> {
    match (&args.out, &args.check) {
        (Some(out), _) => build::build(args, out),
        (None, Some(file)) => check::check(file),
        (None, None) => Err(Failure::Usage("--out or --check is required".to_owned())),
    }
}
