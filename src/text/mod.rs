//! Every phrase that a person reads: one module per language.
//!
//! Another language is another module with the same functions and a choice
//! here; the components say `text::…` and never spell a phrase out themselves.

mod en;
#[cfg(test)]
pub(crate) mod total;

pub(crate) use en::*;
