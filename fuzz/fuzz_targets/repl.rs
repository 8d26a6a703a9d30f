//! Arbitrary lines of input for the four text styles.
#![no_main]

#[path = "../../crates/styles/tests/it/checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|text: &str| {
    checks::repl(text);
});
