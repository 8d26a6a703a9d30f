//! `four review`.

use crate::support::{Folder, Run};

/// Runs the program with arguments without spaces.
fn four(arguments: &str, input: &str) -> Run {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let name = std::thread::current().name().expect("a test").to_owned();
    Folder::new(&name).run(&arguments, input)
}

#[test]
fn errors_are_explained_with_better_moves() {
    let out = four("review -", "44444252355223").good();
    for line in [
        "  7. Red: E1, mistake\n",
        "     B2 lets Red play F1 and threaten C1 and G1 at once.\n",
        "     Better: F1, draw; it is the only move that doesn't lose.\n",
        "     E2 lets Red win with F1.\n",
        " 13. Red: B4, missed win\n     B4 misses the win with F1.\n",
        "     Better: F1, wins now; it completes C1, D1, E1 and F1.\n",
        " 14. Blue: C2, best\n",
        "Turning point: move 13, B4 by Red.\n",
        "Accuracy: Red 50 %, Blue 38 %.\n",
    ] {
        assert!(out.contains(line), "{line}{out}");
    }
}

#[test]
fn games_without_errors_have_no_turning_point() {
    let out = four("review -", "4").good();
    assert_eq!(out, "  1. Red: D1, best\nAccuracy: Red 100 %, Blue –.\n");
}

#[test]
fn only_games_of_two_are_reviewed() {
    let run = four("review --players 3 -", "123");
    assert_ne!(run.code, Some(0));
    let error = "a review needs a game of 2 players, not 3";
    assert!(run.err.contains(error), "{}", run.err);
}
