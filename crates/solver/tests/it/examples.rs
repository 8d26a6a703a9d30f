//! The programs in `examples/`.

#![allow(dead_code)] // their `main`

#[path = "../../examples/solve.rs"]
mod solve;

#[test]
fn a_position_is_solved() {
    let report = solve::report("274552224131661").expect("the moves are valid");
    assert!(report.ends_with("best: 4\n"), "{report}");
    let error = solve::report("48").expect_err("there is no column 8");
    assert!(error.to_string().starts_with("character 2"), "{error}");
}
