//! Tests of the text styles, in one binary so that it is linked once.

mod checks;
mod mutations;
mod style;
mod swap;
mod untrusted_text;
