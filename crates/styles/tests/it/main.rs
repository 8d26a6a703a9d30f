//! Tests of the text styles, in one binary so that it is linked once.

#![allow(
    clippy::incompatible_msrv,
    reason = "the tests need only the pinned version"
)]

mod checks;
mod mutations;
mod style;
mod swap;
mod untrusted_text;
