//! `four analyze`.

use crate::support::{Folder, Run};

/// Runs the program with arguments without spaces.
fn four(arguments: &str) -> Run {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let name = std::thread::current().name().expect("a test").to_owned();
    Folder::new(&name).run(&arguments, "")
}

#[test]
fn columns_have_scores_and_descriptions() {
    let out = four("analyze 32164625").good();
    assert_eq!(
        out,
        "\
column   score
     1      -4  loses in 14 moves
     2      -3  loses in 15 moves
     3     +11  wins in 7 moves  best
     4      +4  wins in 14 moves
     5       0  draw
     6      -2  loses in 16 moves
     7      -5  loses in 13 moves
hint: 3, wins in 7 moves
"
    );
    // A full column is omitted.
    let out = four("analyze 4444443332267").good();
    assert_eq!(
        out,
        "\
column   score
     1      -4  loses in 11 moves
     2       0  draw  best
     3      -2  loses in 13 moves
     5      -4  loses in 11 moves
     6      -2  loses in 13 moves
     7      -2  loses in 13 moves
hint: 2, the only move that does not lose
"
    );
}

#[test]
fn empty_board_is_in_the_book() {
    let out = four("analyze").good();
    assert!(
        out.contains("\n     4      +1  wins in 21 moves  best\n"),
        "{out}"
    );
    assert!(out.ends_with("hint: 4, wins in 21 moves\n"), "{out}");
}

#[test]
fn wins_and_blocks_are_hints() {
    for (moves, hint) in [("112233", "4, wins now"), ("12121", "1, blocks a win")] {
        let out = four(&format!("analyze {moves}")).good();
        assert!(out.ends_with(&format!("hint: {hint}\n")), "{out}");
    }
}

#[test]
fn boards_of_other_sizes_are_analyzed() {
    let out = four("analyze --columns 10 --rows 3 2,10,3,10,4,9").good();
    assert!(out.contains("\n     5     +12  wins now  best\n"), "{out}");
    let run = four("analyze --columns 9 --rows 7 --seconds 1 55");
    assert_eq!(run.code, Some(0));
    assert_eq!(
        run.err,
        "The analysis reached the time limit (--seconds 1).\n"
    );
    assert_eq!(run.out.matches(" ~").count(), 9, "{}", run.out);
    assert!(run.out.ends_with(", looks best\n"), "{}", run.out);
}

#[test]
fn games_without_gravity_have_chances() {
    let out = four("analyze --columns 3 --rows 3 --connect 3 --no-gravity B2,A1,C1").good();
    assert!(out.starts_with("  cell  chance\n"), "{out}");
    assert!(out.contains("\n    A3      50  draw  best\n"), "{out}");
    assert!(out.ends_with("hint: A3, blocks a win\n"), "{out}");
    let run = four("analyze --players 3 --seconds 1 123");
    assert_eq!(run.code, Some(0));
    assert_eq!(run.out.matches("  scores about ").count(), 7, "{}", run.out);
}

#[test]
fn invalid_arguments_are_reported() {
    for (arguments, message) in [
        (
            "analyze 48",
            "INPUT: no such file; as moves or a position: character 2: “8” is not a column; columns are 1 to 7",
        ),
        (
            "analyze 1111111",
            "INPUT: no such file; as moves or a position: character 7: “1” can't be played: the column is full",
        ),
        ("analyze 1212121", "INPUT: the game is over"),
        (
            "analyze 4\u{7}",
            r"INPUT: no such file; as moves or a position: character 2: “\u{7}” is not a column; columns are 1 to 7",
        ),
        (
            "analyze --no-gravity 44",
            "INPUT: no such file; as moves or a position: character 1: “4” is not a cell; cells are A1 to G6",
        ),
        (
            "analyze --columns 16",
            "invalid value '16' for '--columns': must be at most 15",
        ),
        (
            "analyze --players 11",
            "invalid value '11' for '--players': must be at most 10",
        ),
        (
            "analyze --connect 8",
            "invalid value '8' for '--connect': must be at most 7",
        ),
    ] {
        let err = four(arguments).bad(2);
        assert_eq!(err, format!("error: {message}\n"), "{arguments}");
    }
    for (arguments, message) in [
        (
            "analyze --seconds 0",
            "'--seconds <N>': expected a number from 1 to 86400",
        ),
        (
            "analyze --seconds 86401",
            "'--seconds <N>': expected a number from 1 to 86400",
        ),
        (
            "analyze --table-mb 0",
            "'--table-mb <N>': expected a number from 1 to 65536",
        ),
        (
            "analyze --seconds soon",
            "'--seconds <N>': expected a number from 1 to 86400",
        ),
    ] {
        let err = four(arguments).bad(2);
        assert!(err.contains(message), "{err}");
    }
    four("analyze 4 4").bad(2);
}

#[test]
fn lookahead_scores_are_shown() {
    // Wins in columns 3 and 7, and a full column.
    assert_eq!(
        four("analyze --lookahead 1 4455664444").good(),
        "\
column  score
     1     50
     2     50
     3    100
     4     -1
     5     50
     6     50
     7    100
"
    );
    let lost = four("analyze --lookahead 2 44556").good();
    assert_eq!(lost.matches("      0\n").count(), 7, "{lost}");
    let over = four("analyze --lookahead 2 1212121");
    assert_eq!(over.code, Some(2));
    assert_eq!(over.err, "error: INPUT: the game is over\n");
}
