//! Games and matches with the random computer player; `thinking.rs` has the others.

use crate::support::Folder;

const BOARD_GAMES: [&str; 4] = ["play", "--style", "board-games", "--no-scores"];

fn with<'a>(arguments: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [arguments, more].concat()
}

#[test]
fn same_seed_repeats_the_game() {
    let folder = Folder::new("seed");
    let game = ["play", "--style", "shapes", "--seats", "random,random"];
    let play = |seed| folder.run(&with(&game, &["--seed", seed]), "").good();
    let first = play("1");
    assert_eq!(play("1"), first);
    assert!(
        first.ends_with("winner: red\n") || first.ends_with("winner: blue\n"),
        "{first}"
    );
    let others = ["2", "3", "4"].map(play);
    assert!(others.iter().all(|other| *other != first));
    // Without a seed, games differ.
    let any = || folder.run(&game, "").good();
    let games = [any(), any(), any()];
    assert!(games.iter().any(|game| *game != games[0]));
}

#[test]
fn person_plays_against_a_computer_and_undoes() {
    let folder = Folder::new("against");
    let arguments = with(&BOARD_GAMES, &["--seats", "person,random", "--seed", "9"]);
    let run = folder.run(&arguments, "4\nundo\nundo\n1\nredo\nsave one.json\n");
    let moves = run
        .err
        .strip_prefix("To continue: four play --style board-games --moves 1");
    let moves =
        moves.and_then(|rest| rest.strip_suffix(" --seats human,random --seed 9 --no-scores\n"));
    let reply: u8 = moves.expect("a continuation").parse().expect("a move");
    assert!((1..=7).contains(&reply));
    assert_eq!(run.out.matches("Undone.\n").count(), 1, "{}", run.out);
    assert!(run.out.contains("Nothing to undo.\n"));
    assert!(run.out.contains("Nothing to redo.\n"));
    assert!(
        run.out
            .contains(&format!("\nBlue, choose a column: {reply}\n"))
    );
    let saved = folder.read("one.json");
    assert!(saved.contains("\"computer\": \"random\""), "{saved}");
}

#[test]
fn loaded_game_has_its_computers() {
    let folder = Folder::new("load-computers");
    let seats = with(&BOARD_GAMES, &["--seats", "person,random", "--seed", "1"]);
    folder.run(&seats, "4\nsave game.json\nquit\n").good();
    let load = with(&BOARD_GAMES, &["--load", "game.json", "--seed", "2"]);
    let out = folder.run(&load, "seat\n4\nquit\n").good();
    assert!(out.contains("1. Red: human\n2. Blue: random\n"), "{out}");
    assert_eq!(out.matches("Blue, choose a column: ").count(), 1, "{out}");
    // Options replace the players, and games can be loaded during a conversation.
    let other = with(&load, &["--seats", "person,person"]);
    let out = folder.run(&other, "seat\nquit\n").good();
    assert!(out.contains("1. Red: human\n2. Blue: human\n"), "{out}");
    let out = folder.run(&BOARD_GAMES, "load game.json\n4\nquit\n").good();
    assert!(out.contains("Blue, choose a column: "), "{out}");
}

#[test]
fn seats_change_during_a_game() {
    let folder = Folder::new("take-over");
    let out = folder
        .run(
            &BOARD_GAMES,
            "seat 1 random\nseat 1 person\nseat 2 random\n4\nquit\n",
        )
        .good();
    assert!(out.contains("1. Red: random\n2. Blue: human\nRed, choose a column: "));
    assert!(out.contains("1. Red: human\n2. Blue: human\nBlue, choose"));
    // The computer replaces the person to move, and moves at once.
    assert!(out.contains("1. Red: human\n2. Blue: random\nBlue, choose a column: "));
    let out = folder
        .run(&BOARD_GAMES, "seat 1 random\nseat 2 random\nundo\nquit\n")
        .good();
    assert!(
        out.contains(" Won!\nWhat next (new, undo or quit)? ")
            || out.contains("in tie\nWhat next (new, undo or quit)? ")
    );
    assert!(
        out.contains("Nothing to undo: no human has moved.\n"),
        "{out}"
    );
}

#[test]
fn questions_accept_computers() {
    let folder = Folder::new("ask-computers");
    let typed = "2\n\n\n\n\n\nhuman\nAda\n\nrandom\n\nseat\n2 2\nquit\n";
    let out = folder.run(&with(&BOARD_GAMES, &["--ask"]), typed).good();
    assert!(out.contains("1. Ada: human\n2. random: random\n"), "{out}");
    assert_eq!(
        out.matches("random, choose a column and a row: ").count(),
        1
    );
}

#[test]
fn only_persons_have_high_scores() {
    let folder = Folder::new("computer-scores");
    let game = ["play", "--style", "board-games", "--moves", "121212"];
    folder
        .run(&with(&game, &["--seats", "person,random"]), "1\nquit\n")
        .good();
    let scores = folder.run(&["scores"], "").good();
    assert!(
        scores.contains("Red in 4 own moves against Blue"),
        "{scores}"
    );
    folder.run(&["scores", "--clear", "--yes"], "").good();
    // Whoever wins.
    folder
        .run(&with(&game, &["--seats", "random,random"]), "quit\n")
        .good();
    let scores = folder.run(&["scores"], "").good();
    assert_eq!(scores, "No high scores yet.\n");
}

#[test]
fn invalid_seats_are_reported() {
    let folder = Folder::new("wrong-seats");
    for (arguments, message) in [
        (
            "play --seats person",
            "invalid number of players '1' in --names, --symbols or --seats: must be at least 2",
        ),
        (
            "play --seats random,random,random --players 2",
            "--seats: expected 2 entries, found 3",
        ),
        (
            "play --link v=1&board=7x6&connect=4&moves=4 --seats random,person,random",
            "--seats: expected 2 entries, found 3",
        ),
        (
            "play --seats person,level:7",
            "invalid value 'level:7' for '--seats <SEATS>': “level:7”: the number must be from 1 to 6",
        ),
        (
            "play --seats person,Ada",
            "invalid value 'Ada' for '--seats <SEATS>': “Ada”: unknown",
        ),
        (
            "play --seats person,random --ask",
            "the argument '--seats <SEATS>' cannot be used with",
        ),
        ("match random", "2 values required by"),
        ("match random person", "invalid value 'person' for"),
        (
            "match random random --columns 2",
            "invalid value '2' for '--columns': must be at least 3",
        ),
        (
            "match random random --games 0",
            "invalid value '0' for '--games <N>'",
        ),
        (
            "match random random random --columns 3 --rows 3 --connect 3 --seed x",
            "invalid value 'x' for '--seed <N>'",
        ),
        (
            "match random random random random --columns 3 --rows 3",
            "4 players: must be at most 3",
        ),
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let err = folder.run(&arguments, "").bad(2);
        assert!(err.starts_with(&format!("error: {message}")), "{err}");
    }
}

/// Returns the words of each line below the headings.
fn lines(out: &str) -> Vec<Vec<&str>> {
    let lines = out.lines().skip(2);
    lines
        .map(|line| line.split_whitespace().collect())
        .collect()
}

fn number(word: &str) -> f64 {
    word.parse().expect("a number")
}

#[test]
fn match_reports_a_score() {
    let folder = Folder::new("match");
    let arguments = ["match", "random", "random", "--games", "300", "--seed", "4"];
    let out = folder.run(&arguments, "").good();
    assert!(
        out.starts_with("7 × 6, 4 in a row, 300 games, --seed 4\n"),
        "{out}"
    );
    let line = &lines(&out)[0];
    let [
        _,
        _,
        wins,
        draws,
        losses,
        score,
        "%",
        low,
        "to",
        high,
        "%",
        elo,
        ..,
    ] = line[..]
    else {
        panic!("{out}");
    };
    let (wins, draws, losses) = (number(wins), number(draws), number(losses));
    assert!((wins + draws + losses - 300.0).abs() < 0.1);
    let share = (wins + draws / 2.0) / 3.0;
    assert!((share - number(score)).abs() < 0.06, "{out}");
    // The advantage of the first move cancels out.
    assert!((40.0..60.0).contains(&share), "{out}");
    assert!(number(low) < share && share < number(high));
    assert!((number(elo) - -400.0 * (100.0 / share - 1.0).log10()).abs() < 1.0);
}

#[test]
fn match_of_two_equals_a_tournament_pairing() {
    let folder = Folder::new("pairing");
    // Those without randomness play openings.
    for (first, second) in [
        ("random", "level:1"),
        ("lookahead:2:left", "lookahead:1:left"),
    ] {
        let arguments = ["match", first, second, "--games", "40", "--seed", "4"];
        let out = folder.run(&arguments, "").good();
        let players = format!("{first},{second}");
        let arguments = [
            "tournament",
            "--players",
            &players,
            "--games",
            "40",
            "--seed",
            "4",
        ];
        let csv = folder
            .run(&[&arguments[..], &["--format", "pairings"]].concat(), "")
            .good();
        let pairing: Vec<&str> = csv.lines().nth(1).expect("a pairing").split(',').collect();
        let line = &lines(&out)[0];
        assert_eq!(line[..5], pairing[..5], "{out}{csv}");
        for (column, value) in [(5, 5), (7, 6), (9, 7)] {
            let difference = number(line[column]) - number(pairing[value]);
            assert!(difference.abs() < 0.06, "{out}{csv}");
        }
    }
}

#[test]
fn match_is_independent_of_threads() {
    let folder = Folder::new("threads");
    for (players, options) in [
        ("random random", "--no-gravity --columns 4 --rows 4"),
        ("random random random random", "--columns 9"),
    ] {
        let run = |threads| {
            let line = format!("match {players} {options} --games 51 --seed 8 --threads {threads}");
            let arguments: Vec<&str> = line.split(' ').collect();
            folder.run(&arguments, "").good()
        };
        let out = run(1);
        assert_eq!(run(3), out);
        let count = lines(&out).len();
        assert_eq!(count, if options.contains('9') { 4 } else { 1 }, "{out}");
    }
}

#[test]
fn match_of_three_reports_shares_of_wins() {
    let folder = Folder::new("together");
    let arguments = [
        "match",
        "random",
        "random",
        "random",
        "--games",
        "90",
        "--no-gravity",
        "--columns",
        "3",
        "--rows",
        "3",
    ];
    let out = folder.run(&arguments, "").good();
    assert!(
        out.starts_with("3 × 3, 3 in a row, no gravity, 90 games, --seed "),
        "{out}"
    );
    let lines = lines(&out);
    assert_eq!(lines.len(), 3);
    let sum = |column: usize| lines.iter().map(|line| number(line[column])).sum::<f64>();
    assert!(lines.iter().all(|line| line[2] == lines[0][2]), "{out}");
    assert!((sum(1) + number(lines[0][2]) - 90.0).abs() < 0.1, "{out}");
    assert!((sum(3) - 2.0 * sum(1)).abs() < 0.1, "{out}");
}
