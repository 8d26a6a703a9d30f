//! `four review`.

use crate::support::{Folder, Run};

/// Runs the program with arguments without spaces.
fn four(arguments: &str, input: &str) -> Run {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let name = std::thread::current().name().expect("a test").to_owned();
    Folder::new(&name).run(&arguments, input)
}

#[test]
fn errors_have_better_moves() {
    let out = four("review -", "321646251").good();
    for line in [
        "  1. Red: C1, mistake; better: D1, wins in 21 moves\n",
        "  9. Red: A2, blunder; better: C2, wins in 7 moves\n",
        "Turning point: move 9, A2 by Red.\n",
    ] {
        assert!(out.contains(line), "{line}{out}");
    }
    assert!(out.contains("Moves that kept the result: Red "), "{out}");
}

#[test]
fn missed_wins_are_named() {
    let out = four("review -", "11223377").good();
    let line = "  7. Red: G1, missed win; better: D1, wins now\n";
    assert!(out.contains(line), "{out}");
}

#[test]
fn only_games_of_two_are_reviewed() {
    let run = four("review --players 3 -", "123");
    assert_ne!(run.code, Some(0));
    let error = "a review needs a game of 2 players, not 3";
    assert!(run.err.contains(error), "{}", run.err);
}
