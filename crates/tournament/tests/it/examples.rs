//! The programs in `examples/`.

#![allow(dead_code)] // their `main`

#[path = "../../examples/tournament.rs"]
mod tournament;

#[test]
fn a_tournament_has_a_table() {
    let table = tournament::table(&["random", "level:1"], 10).expect("the players are valid");
    assert!(table.contains("level:1  "), "{table}");
    assert!(tournament::table(&["level:9", "random"], 10).is_err());
}
