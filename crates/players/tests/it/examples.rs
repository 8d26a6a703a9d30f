//! The programs in `examples/`.

#![allow(dead_code)] // their `main`

#[path = "../../examples/computer_player.rs"]
mod computer_player;

#[test]
fn a_computer_player_beats_a_random_one() {
    assert!(computer_player::wins(50) > 40);
}
