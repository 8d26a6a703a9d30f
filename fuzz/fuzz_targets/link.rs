//! Arbitrary text, parsed as a link.
#![no_main]

#[path = "../../crates/engine/tests/it/support/checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|text: &str| {
    checks::link(text);
});
