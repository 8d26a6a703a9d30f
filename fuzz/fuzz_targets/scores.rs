//! Arbitrary text, parsed as high scores.
#![no_main]

#[path = "../../crates/styles/tests/it/checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|text: &str| {
    checks::scores(text);
});
