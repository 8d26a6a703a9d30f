//! References and random games for the tests of the other crates.

#![allow(missing_docs, reason = "only tests of this workspace use it")]

pub mod plain;
pub mod reference;
pub mod support;
