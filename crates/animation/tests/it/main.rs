//! The tests of the package, as one program.

mod animation;
