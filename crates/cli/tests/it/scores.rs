//! High scores after any sequence of moves, undone and redone.

use crate::support::Folder;
use four_shapes_records::{Match, high_scores::HighScores};
use four_shapes_rules::Rules;

/// Returns the next of a sequence of pseudorandom numbers below a bound.
fn below(state: &mut u64, bound: u64) -> u64 {
    *state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
    (*state >> 33) % bound
}

#[test]
fn only_the_win_on_the_board_is_a_high_score() {
    let folder = Folder::new("score-walks");
    let mut wins = 0;
    let mut undone_wins = 0;
    for seed in 0..60 {
        let mut state = seed;
        let mut game = Match::with_default_seats(four_shapes_rules::Game::new(Rules::CLASSIC));
        let mut input = String::new();
        for _ in 0..30 {
            let word = match below(&mut state, 14) {
                0..2 => {
                    undone_wins += u32::from(game.winner().is_some());
                    game.undo();
                    "undo"
                }
                2 => {
                    game.redo();
                    "redo"
                }
                column => {
                    let column = column as usize % 3;
                    if let Some(turn) = game.turn() {
                        let column = Rules::CLASSIC.column(column).expect("there are seven");
                        // A full column is refused here and there.
                        let _ = turn.drop(column);
                    }
                    ["1", "2", "3"][column]
                }
            };
            input += word;
            input += "\n";
        }
        let file = format!("{seed}.json");
        folder
            .run(
                &["play", "--style", "board-games", "--scores", &file],
                input.clone() + "quit\n",
            )
            .good();
        let stored = folder.path().join(&file).exists();
        let scores = stored.then(|| HighScores::parse(&folder.read(&file)).expect("scores"));
        let scores = scores.unwrap_or_default();
        let names: Vec<&str> = scores.all().iter().map(|it| it.name.as_str()).collect();
        let winner: Vec<&str> = game.winner().iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, winner, "seed {seed}: {}", input.replace('\n', " "));
        wins += winner.len();
    }
    assert!(
        wins >= 5 && undone_wins >= 5,
        "{wins} wins, {undone_wins} undone"
    );
}
