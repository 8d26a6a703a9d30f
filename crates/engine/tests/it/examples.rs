//! The programs in `examples/`.

#![allow(dead_code)] // their `main`

#[path = "../../examples/computer_player.rs"]
mod computer_player;
#[path = "../../examples/link.rs"]
mod link;
#[path = "../../examples/solve.rs"]
mod solve;
#[path = "../../examples/tournament.rs"]
mod tournament;

#[test]
fn a_position_is_solved() {
    let report = solve::report("274552224131661").expect("the moves are valid");
    assert!(report.ends_with("best: 4\n"), "{report}");
    let error = solve::report("48").expect_err("there is no column 8");
    assert!(error.to_string().starts_with("character 2"), "{error}");
}

#[test]
fn a_computer_player_beats_a_random_one() {
    assert!(computer_player::wins(50) > 40);
}

#[test]
fn a_tournament_has_a_table() {
    let table = tournament::table(&["random", "level:1"], 10).expect("the players are valid");
    assert!(table.contains("level:1  "), "{table}");
    assert!(tournament::table(&["level:9", "random"], 10).is_err());
}

#[test]
fn a_link_is_described() {
    let text = link::description("v=1&board=7x6&connect=4&moves=1212121").expect("it is valid");
    assert!(text.ends_with("has won with A1, A2, A3, A4"), "{text}");
    assert!(link::description("v=1&board=7x6&connect=4&moves=9").is_err());
}
