//! Arbitrary lines of input for the four text styles.
#![no_main]

#[path = "../../crates/engine/tests/it/support/checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|text: &str| {
    checks::repl(text);
});
