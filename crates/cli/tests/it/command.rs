//! The program without a terminal: pipes, files and exit codes.

use crate::support::{DATA, Folder};
use four_shapes_records::{
    Name,
    high_scores::{Date, HighScore, HighScores},
    record,
};
use four_shapes_rules::{Rules, RulesConfig};

const BOARD_GAMES: [&str; 3] = ["play", "--style", "board-games"];

fn with<'a>(arguments: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [arguments, more].concat()
}

#[test]
fn pipes_have_colours_only_if_requested() {
    let folder = Folder::new("pipes");
    let run = folder
        .run(&["play", "--style", "shapes"], "1\n0\n1\n2\n1\n3\n1\n")
        .good();
    assert!(
        run.ends_with("winner: red\n") && !run.contains('\u{1b}'),
        "{run}"
    );
    let board = ["board", "--style", "shapes", "--moves", "1"];
    let run = folder.run(&with(&board, &["--color", "always"]), "");
    assert!(run.good().contains("|\u{1b}[31m\u{2b24}\u{1b}[0m |"));
    let run = folder.run(&board, "");
    assert!(run.good().contains("|\u{2b24} |"));
}

#[test]
fn end_of_input_prints_the_continuation_to_standard_error() {
    let folder = Folder::new("end-of-pipe");
    let run = folder.run(&["play", "--style", "x-and-o"], "3\n3");
    assert_eq!(run.code, Some(0));
    assert!(run.out.ends_with("X's choice: \n"), "{}", run.out);
    assert_eq!(
        run.err,
        "To continue: four play --style x-and-o --moves 44\n"
    );
}

#[test]
fn unknown_fields_of_links_are_ignored() {
    let folder = Folder::new("appended");
    let link = "v=1&board=7x6&connect=4&moves=44";
    let plain = folder.run(&["board", "--link", link], "").good();
    let more = "&x=1&utm_source=mail&y=2&z=3&four=4&five=5";
    let appended = format!("https://example.org/#fbclid=1&{link}{more}");
    folder.write("link.txt", format!("PieceStyle: {appended}."));
    let loaded = ["board", "--load", "link.txt"];
    for (arguments, source) in [
        (&["board", "--link", &appended][..], "--link"),
        (&loaded[..], "link.txt"),
    ] {
        let run = folder.run(arguments, "");
        assert_eq!((run.code, &run.out), (Some(0), &plain));
        let warning = "ignoring unknown fields: “x”, “y”, “z” and 2 more\n";
        assert_eq!(run.err, format!("warning: {source}: {warning}"));
    }
    let run = folder.run(&["board", "--link", &format!("{link}&gclid=1")], "");
    assert_eq!((run.out, run.err), (plain, String::new()));
}

#[cfg(unix)]
#[test]
fn continuation_command_recreates_the_game() {
    let folder = Folder::new("way-on");
    let link = "v=1&board=5x4&connect=3&players=3&starts=2&moves=12\
        &player=Ada.star.red.X&player=Ben.cross.blue.O&player=It%27s.heart.pink.%24";
    for arguments in [
        "play --style shapes --columns 7 --players 3 --moves 1234",
        "play --style letters --columns 10 --connect 5 --moves 10,9",
        "play --style x-and-o --rows 5",
        "play --style board-games --no-gravity --moves A1,B2",
        "play --style board-games --no-gravity --columns 15 --rows 15 --connect 5",
        "play --style board-games --names Ada,Ben --symbols=-!",
        "play --style board-games --names A,B --names C",
        &format!("play --style shapes --link {link}"),
        "play --style letters --link v=1&board=3x3&connect=3&moves=12",
        "play --style shapes --link v=1&board=3x3&connect=3&moves=12",
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let first = folder.run(&arguments, "");
        let command = first.err.strip_prefix("To continue: four ");
        let command = command.unwrap_or_else(|| panic!("{first:?}"));
        let second = folder.run_script(&format!("four {command}"), "");
        assert_eq!((&second.out, &second.err), (&first.out, &first.err));
    }
}

#[test]
fn board_shows_the_winner() {
    let folder = Folder::new("board-won");
    let run = folder.run(&["board", "--style", "x-and-o", "--moves", "1212121"], "");
    let out = run.good();
    assert!(out.starts_with("X wins -- Congratulations!\n| |"), "{out}");
    for (style, message) in [
        ("shapes", "\nwinner: red\n"),
        ("letters", "\nPlayer A won!\n"),
        ("board-games", "\nRed Won!\n"),
    ] {
        let arguments = ["board", "--style", style, "--moves", "1212121"];
        let out = folder.run(&arguments, "").good();
        assert!(out.ends_with(message), "{out}");
    }
    // With --set-board the game continues after a win, and pieces that don't fit are skipped.
    let set = ["board", "--style", "x-and-o", "--set-board", "01010101799"];
    let out = folder.run(&set, "").good();
    let both = "X wins -- Congratulations!\nO wins -- Congratulations!\n| |";
    assert!(out.starts_with(both), "{out}");
    assert!(out.ends_with("|X|O| | | | | |\n---------------\n 0 1 2 3 4 5 6\n"));
}

#[test]
fn board_is_edited_with_the_original_commands() {
    let folder = Folder::new("board-edit");
    let arguments = ["board", "--style", "x-and-o", "--edit", "--rows", "4"];
    let typed = "addmove 3 O\ndelMove 0\nDELMOVE 3\nwinsFor X\nallowsMove 9\n\u{1b}[2J\n";
    let out = folder
        .run(&with(&arguments, &["--set-board", "3"]), typed)
        .good();
    let empty = "| | | | | | | |\n";
    let foot = "---------------\n 0 1 2 3 4 5 6\n";
    let x = "| | | |X| | | |\n";
    let o = "| | | |O| | | |\n";
    let one = format!("{}{x}{foot}", empty.repeat(3));
    let two = format!("{}{o}{x}{foot}", empty.repeat(2));
    let help = "Type help to see every command.\n";
    assert_eq!(
        out,
        format!(
            "{one}{help}> {two}> {two}> {one}> False\n> False\n\
             > “[2J” is not a command; type help.\n> \n"
        )
    );
}

#[test]
fn numbers_out_of_range_are_reported_with_their_bounds() {
    let folder = Folder::new("wrong-arguments");
    for (arguments, message) in [
        (
            "play --columns 99",
            "invalid value '99' for '--columns': must be at most 15",
        ),
        (
            "play --style letters --rows 2",
            "invalid value '2' for '--rows': must be at least 3",
        ),
        (
            "play --style board-games --rows 3",
            "invalid value '3' for '--rows': must be at least 4",
        ),
        (
            "play --connect 8",
            "invalid value '8' for '--connect': must be at most 7",
        ),
        (
            "play --connect -1",
            "invalid value '-1' for '--connect': must be at least 3",
        ),
        (
            "board --style letters --columns=-3",
            "invalid value '-3' for '--columns': must be at least 3",
        ),
        (
            "board --style board-games --rows -3",
            "invalid value '-3' for '--rows': must be at least 4",
        ),
        (
            "solve --columns 99999999999",
            "invalid value '99999999999' for '--columns': must be at most 15",
        ),
        (
            "perft 3 --players -2",
            "invalid value '-2' for '--players': must be at least 2",
        ),
        (
            "board --players 11",
            "invalid value '11' for '--players': must be at most 10",
        ),
        (
            "play --players 1",
            "invalid value '1' for '--players': must be at least 2",
        ),
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let err = folder.run(&arguments, "").bad(2);
        assert_eq!(err, format!("error: {message}\n"));
    }
}

#[test]
fn invalid_games_are_reported_with_the_option() {
    let folder = Folder::new("wrong-games");
    for (arguments, message) in [
        (
            "play --names Ada",
            "invalid number of players '1' in --names, --symbols or --seats: must be at least 2",
        ),
        (
            "play --players 3 --names Ada,Ben",
            "--names: expected 3 entries, found 2",
        ),
        (
            "play --names Ada,Ben --symbols XO#",
            "--names: expected 3 entries, found 2",
        ),
        (
            "play --names Ada,Ada",
            "--names: players 1 and 2 have the same name",
        ),
        ("play --names Ada,", "--names: name 2: missing name"),
        (
            "play --symbols XX",
            "--symbols: players 1 and 2 have the same symbol",
        ),
        ("play --symbols X|", "--symbols: invalid symbol “|”"),
        (
            "play --style shapes --moves 17",
            "--moves: character 2: “7” is not a column; columns are 1 to 6",
        ),
        (
            "play --style shapes --moves 11111",
            "--moves: character 5: “1” can't be played: the column is full",
        ),
        (
            "play --players 3 --swap",
            "--swap: a swap requires 2 players, not 3",
        ),
        (
            "play --moves 11s",
            "--moves: character 3: “s” can't be played: \
             a swap is possible only right after the first move",
        ),
        (
            "play --ask --style letters",
            "--ask is not possible with --style letters, only with board-games",
        ),
        (
            "board --edit --style shapes",
            "--edit is not possible with --style shapes, only with x-and-o",
        ),
        (
            "board --set-board 0x",
            "--set-board: character 2: “x” is not a column; columns are 0 to 6",
        ),
        (
            "board --set-board 0 --moves 1",
            "the argument '--set-board <COLUMNS>' cannot be used with",
        ),
        ("play --link v=9", "--link: "),
        (
            "scores --clear",
            "--clear deletes all high scores; add --yes to confirm",
        ),
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let err = folder.run(&arguments, "").bad(2);
        assert!(err.starts_with(&format!("error: {message}")), "{err}");
    }
}

#[test]
fn unknown_and_conflicting_arguments_are_rejected() {
    let folder = Folder::new("contradicting-arguments");
    for arguments in [
        "play --style chess",
        "play --columns many",
        "play --nonsense",
        "play --moves 0 --load x",
        "play --swap --load x",
        "play --style board-games --swap --ask",
        "nonsense",
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        folder.run(&arguments, "").bad(2);
    }
}

#[test]
fn former_option_names_are_hidden_aliases() {
    let folder = Folder::new("former-options");
    for (former, input) in [
        ("solve --most-nodes 1000", "6146\n"),
        ("board --moves 1 --colour never", ""),
    ] {
        let arguments: Vec<&str> = former.split(' ').collect();
        assert!(!folder.run(&arguments, input).good().is_empty(), "{former}");
        let help = folder.run(&[arguments[0], "--help"], "").good();
        for option in arguments.iter().filter(|option| option.starts_with("--")) {
            let former = ["--most-nodes", "--colour"].contains(option);
            assert_eq!(help.contains(option), !former, "{option}");
        }
    }
}

#[test]
fn enlarged_board_is_a_warning() {
    let folder = Folder::new("enlarged");
    for (options, message) in [
        (
            "--columns 0",
            "'--columns 0' is below the minimum of the style shapes; using 5",
        ),
        (
            "--columns=-3",
            "'--columns -3' is below the minimum of the style shapes; using 5",
        ),
        (
            "--columns -3",
            "'--columns -3' is below the minimum of the style shapes; using 5",
        ),
        (
            "--columns 5 --rows -1",
            "'--rows -1' is below the minimum of the style shapes; using 4",
        ),
    ] {
        let board = "board --style shapes".split(' ');
        let arguments: Vec<&str> = board.chain(options.split(' ')).collect();
        let run = folder.run(&arguments, "");
        let warning = format!("warning: {message}\n");
        assert_eq!((run.code, run.err), (Some(0), warning));
        assert!(run.out.ends_with(" 0  1  2  3  4\n"), "{}", run.out);
    }
    folder
        .run(
            &[
                "board",
                "--style",
                "shapes",
                "--columns",
                "5",
                "--rows",
                "4",
            ],
            "",
        )
        .good();
}

/// Writes to a device that is always full.
#[cfg(target_os = "linux")]
#[test]
fn output_that_is_lost_is_an_error() {
    let folder = Folder::new("full");
    folder.write("game.txt", "44553");
    for arguments in [
        "help",
        "--version",
        "play --help",
        "play",
        "play --style letters",
        "board",
        "board --edit",
        "board --format svg",
        "replay game.txt",
        "replay game.txt --format gif",
        "scores",
        "solve 445566",
        "match random random --games 2",
        "tournament --players random,random --games 2 --seed 1",
        "tournament --players random,random --format setup --seed 1",
        "analyze 445566",
        "review game.txt",
        "perft 3",
        "values --up-to 8",
        "completions bash",
    ] {
        let run = folder.run_script(&format!("four {arguments} > /dev/full"), "1\n");
        assert_eq!(run.code, Some(1), "{arguments}: {}", run.err);
        let error = "error: standard output: No space left on device (os error 28)\n";
        assert!(run.err.contains(error), "{arguments}: {}", run.err);
    }
}

#[test]
fn invalid_game_files_are_errors() {
    let folder = Folder::new("no-games");
    folder.write("noise", [0xff, 0xfe, 0x00]);
    folder.write("large", "1".repeat(1_100_000));
    folder.write("empty", "");
    folder.write("cut.json", "{\"format\": \"four-shapes-game\", \"ver");
    for file in ["missing", "noise", "large", "empty", "cut.json", "."] {
        for arguments in [["play", "--load", file], ["board", "--load", file]] {
            let err = folder.run(&arguments, "0\n").bad(1);
            assert!(err.starts_with(&format!("error: {file}: ")), "{err}");
        }
        let code = if file == "missing" { 2 } else { 1 };
        folder.run(&["replay", file], "").bad(code);
    }
}

#[test]
fn saved_game_survives_loading_and_saving() {
    let folder = Folder::new("saved");
    for players in [2, 3, 8] {
        let names: Vec<String> = (1..=players)
            .map(|number| format!("Player {number}"))
            .collect();
        let names = names.join(",");
        let symbols = &"XO#abcde"[..players];
        let arguments = with(
            &BOARD_GAMES,
            &["--columns", "8", "--names", &names, "--symbols", symbols],
        );
        let typed =
            "4\n4\n5\nundo\nsave one.json\n3\nload one.json\nredo\nundo\nsave two.json\nquit\n";
        let out = folder.run(&arguments, typed).good();
        assert!(
            out.contains("choose a column: Saved to one.json.\n"),
            "{out}"
        );
        let one = folder.read("one.json");
        assert_eq!(folder.read("two.json"), one);
        assert!(
            one.contains("\"cursor\": 2") && one.contains("\"445\""),
            "{one}"
        );
        let again = with(&BOARD_GAMES, &["--load", "one.json"]);
        folder.run(&again, "save three.json\nquit\n").good();
        assert_eq!(folder.read("three.json"), one);
        // Without a name, the loaded file is written.
        folder.run(&again, "redo\nsave\nquit\n").good();
        assert!(folder.read("one.json").contains("\"cursor\": 3"));
    }
    assert_eq!(folder.files(), ["one.json", "three.json", "two.json"]);
}

#[test]
fn save_without_a_name_never_replaces_another_game() {
    let folder = Folder::new("usual-file");
    let out = folder.run(&BOARD_GAMES, "4\nsave\n4\nsave\nquit\n").good();
    assert_eq!(out.matches("Saved to four-shapes-game.json.\n").count(), 2);
    let saved = folder.read("four-shapes-game.json");
    let out = folder.run(&BOARD_GAMES, "1\nsave\nquit\n").good();
    let refusal =
        "Not saved: four-shapes-game.json: the file already exists; give its name to replace it.\n";
    assert!(out.contains(refusal), "{out}");
    assert_eq!(folder.read("four-shapes-game.json"), saved);
    let out = folder
        .run(&BOARD_GAMES, "save no/such/folder\nquit\n")
        .good();
    assert!(out.contains("Not saved: no/such/folder: "), "{out}");
}

#[test]
fn failed_load_keeps_the_game() {
    let folder = Folder::new("bad-load");
    folder.write("bad.json", "{}");
    let typed = "4\nsave before.json\nload bad.json\nload missing\nload -\nsave after.json\nquit\n";
    let out = folder.run(&BOARD_GAMES, typed).good();
    assert_eq!(
        out.matches("Blue, choose a column: Not loaded: ").count(),
        3
    );
    assert_eq!(folder.read("after.json"), folder.read("before.json"));
    assert_eq!(folder.read("bad.json"), "{}");
}

#[test]
fn options_must_agree_with_the_file() {
    let folder = Folder::new("contradiction");
    folder.run(&BOARD_GAMES, "4\nsave game.json\nquit\n").good();
    let err = folder
        .run(&["board", "--load", "game.json", "--rows", "9"], "")
        .bad(2);
    assert!(
        err.contains("--load: the rules of the game differ from the options"),
        "{err}"
    );
    folder
        .run(&["board", "--load", "game.json", "--rows", "6"], "")
        .good();
    // Plain moves are played on the board of the options.
    folder.write("moves.txt", "1 2 9\n");
    let board = [
        "board",
        "--style",
        "letters",
        "--columns",
        "9",
        "--load",
        "moves.txt",
    ];
    assert!(
        folder
            .run(&board, "")
            .good()
            .contains("|A|B| | | | | | |A|\n")
    );
}

#[test]
fn win_is_one_high_score() {
    let folder = Folder::new("scores");
    let arguments = with(&BOARD_GAMES, &["--names", "Ada,Ben"]);
    let win = "4\n3\n4\n3\n4\n3\n4\n";
    let typed = format!("scores\n{win}undo\nredo\nundo\n4\nscores\nquit\n");
    let out = folder.run(&arguments, &typed).good();
    assert!(out.contains("No high scores yet.\n"), "{out}");
    assert_eq!(
        out.matches("Ada in 4 own moves against Ben").count(),
        1,
        "{out}"
    );
    let scores = folder.run(&["scores"], "").good();
    assert!(
        scores.starts_with("7 × 6, 4 in a row, 2 players\n  1. Ada in 4 own moves"),
        "{scores}"
    );
    // In another file, disabled, and in a style without names.
    folder
        .run(
            &with(&arguments, &["--scores", "mine.json"]),
            format!("{win}quit\n"),
        )
        .good();
    folder
        .run(&with(&arguments, &["--no-scores"]), format!("{win}quit\n"))
        .good();
    folder.run(&["play", "--style", "letters"], win).good();
    assert_eq!(folder.run(&["scores"], "").good(), scores);
    let export = folder.run(&["scores", "--export"], "").good();
    let stored = format!("{DATA}/four-shapes/scores.json");
    assert_eq!(export, folder.read(&stored));
    assert_eq!(export, folder.read("mine.json"));
    // Loading a won game adds no score.
    folder
        .run(
            &arguments,
            format!("{win}save won.json\nload won.json\nundo\n4\nquit\n"),
        )
        .good();
    let scores = folder.run(&["scores"], "").good();
    assert_eq!(scores.matches("Ada").count(), 2, "{scores}");
    folder.run(&["scores", "--clear", "--yes"], "").good();
    let none = folder.run(&["scores"], "").good();
    assert_eq!(none, "No high scores yet.\n");
}

/// Returns as many scores as fit a file, so that not even one of two players fits.
fn full_high_scores() -> HighScores {
    let score = |columns, rows, players: u32, name: &str| {
        let config = RulesConfig {
            columns,
            rows,
            connect: 3,
            players,
            gravity: true,
        };
        let name = Name::new(name).expect("the name is valid");
        HighScore {
            rules: Rules::new(config).expect("the rules are valid"),
            moves: 3,
            opponents: vec![name.clone(); players as usize - 1],
            name,
            date: Date::new(2026, 1, 1).expect("the date exists"),
        }
    };
    let long = "N".repeat(20);
    let sizes = (13..=15).flat_map(|columns| (13..=15).map(move |rows| (columns, rows)));
    let large = sizes
        .clone()
        .flat_map(|(columns, rows)| (40..=55).map(move |players| (columns, rows, players)));
    let large: Vec<_> = large.map(|(c, r, p)| score(c, r, p, &long)).collect();
    let small: Vec<_> = sizes.map(|(c, r)| score(c, r, 2, "A")).collect();
    let mut scores = HighScores::default();
    for kinds in [large, small] {
        let kinds = kinds
            .iter()
            .flat_map(|score| vec![score; HighScores::MAX_PER_RULES]);
        for score in kinds {
            let mut more = scores.clone();
            more.add(score.clone());
            if more.write().len() > record::MAX_BYTES {
                break;
            }
            scores = more;
        }
    }
    scores
}

/// A score that doesn't fit is refused: the file would not be read again.
#[test]
fn full_file_of_high_scores_stays_readable() {
    let folder = Folder::new("full-scores");
    let full = full_high_scores().write();
    folder.write("full.json", &full);
    let listing = folder.run(&["scores", "--scores", "full.json"], "").good();
    let arguments = with(&BOARD_GAMES, &["--scores", "full.json"]);
    let run = folder.run(&arguments, "4\n3\n4\n3\n4\n3\n4\nquit\n");
    assert_eq!(run.code, Some(0));
    assert_eq!(
        folder.run(&["scores", "--scores", "full.json"], "").good(),
        listing
    );
    assert_eq!(folder.read("full.json"), full);
    assert_eq!(
        run.err.lines().next(),
        Some(
            "warning: can't store the high score: full.json: it would be larger than 1048576 bytes"
        )
    );
}

#[test]
fn unreadable_high_scores_are_unchanged() {
    let folder = Folder::new("bad-scores");
    folder.write("bad.json", "no scores");
    let arguments = with(&BOARD_GAMES, &["--scores", "bad.json"]);
    let run = folder.run(&arguments, "4\n3\n4\n3\n4\n3\n4\nscores\nquit\n");
    assert_eq!(run.code, Some(0));
    assert!(
        run.err
            .starts_with("warning: can't store the high score: bad.json: "),
        "{}",
        run.err
    );
    assert!(
        run.out
            .contains("The high scores can't be read: bad.json: "),
        "{}",
        run.out
    );
    assert_eq!(folder.read("bad.json"), "no scores");
    folder.run(&["scores", "--scores", "bad.json"], "").bad(1);
}

#[test]
fn replay_shows_each_move() {
    let folder = Folder::new("replay");
    let out = folder
        .run(&["replay", "--style", "x-and-o", "-"], "4433 221")
        .good();
    assert!(
        out.contains("\n1. Red: D1\n") && out.contains("\n7. Red: A1\n"),
        "{out}"
    );
    assert_eq!(out.matches(" 0 1 2 3 4 5 6\n").count(), 8);
    assert!(
        out.contains("\n7. Red: A1\nX wins -- Congratulations!\n|"),
        "{out}"
    );
    let tie = "2 2\n1 1\n3 1\n1 3\n1 2\n3 2\n2 3\n2 1\ndraw\nsave tie.json\nquit\n";
    folder
        .run(&with(&BOARD_GAMES, &["--no-gravity"]), tie)
        .good();
    let out = folder
        .run(&["replay", "--style", "board-games", "tie.json"], "")
        .good();
    assert!(
        out.ends_with("A draw was agreed.\nGame ended in tie\n"),
        "{out}"
    );
    let out = folder
        .run(&["replay", "--style", "letters", "-"], "1")
        .good();
    assert!(
        out.ends_with(" 1 2 3 4 5 6 7\nThe game is not over.\n"),
        "{out}"
    );
}

#[test]
fn swap_is_offered_saved_and_continued() {
    let folder = Folder::new("swap");
    let arguments = with(&BOARD_GAMES, &["--names", "Ada,Ben", "--swap"]);
    let run = folder.run(&arguments, "4\nswap\nsave swapped.json\n3\n");
    let output = "Ben, choose a column, or swap: Ben now has the first piece.\n";
    assert!(run.out.contains(output), "{}", run.out);
    let command = "play --style board-games --swap --names Ada,Ben --moves 4s3";
    assert_eq!(run.err, format!("To continue: four {command}\n"));
    let command: Vec<&str> = command.split(' ').collect();
    let run = folder.run(&command, "4\n3\n4\n3\n4\nscores\nquit\n");
    assert!(run.out.contains("Ben Won!\n"), "{}", run.out);
    assert!(
        run.out.contains("Ben in 4 own moves against Ada"),
        "{}",
        run.out
    );

    let out = folder
        .run(
            &with(&BOARD_GAMES, &["--load", "swapped.json"]),
            "swap\nundo\nquit\n",
        )
        .good();
    let output = "A swap is possible only right after the first move.\nAda, choose a column: ";
    assert!(out.contains(output), "{out}");
    assert!(out.ends_with("Ben, choose a column, or swap: "), "{out}");
    // The rule is part of the command, whether a swap is still possible or not.
    for (typed, options) in [("", "--swap"), ("4\n", "--swap --moves 4")] {
        let run = folder.run(&with(&BOARD_GAMES, &["--swap"]), typed);
        let expected = format!("To continue: four play --style board-games {options}\n");
        assert_eq!(run.err, expected);
    }
    let out = folder
        .run(&["replay", "--style", "letters", "swapped.json"], "")
        .good();
    assert!(out.contains("\n1. Ada: D1\n"), "{out}");
    assert!(out.contains("\nBen takes the first piece.\n"), "{out}");
    let out = folder.run(&["replay", "-"], "4 swap 4").good();
    assert!(
        out.contains("\nBlue takes the first piece.\n") && out.contains("\n2. Red: D2\n"),
        "{out}"
    );
}

#[test]
fn unusual_input_is_rejected_and_escaped() {
    let folder = Folder::new("strange");
    let long = "9".repeat(300_000);
    let run = folder.run(
        &["play", "--style", "letters"],
        format!("{long}\n\u{1b}[2J\n\u{0}\n3\n"),
    );
    assert_eq!(run.out.matches("Invalid column number.\n").count(), 3);
    assert_eq!(
        run.err,
        "To continue: four play --style letters --moves 3\n"
    );
    assert!(run.out.len() < 2_000);
}

#[cfg(unix)]
#[test]
fn closed_output_is_not_an_error() {
    let folder = Folder::new("broken-pipe");
    let script = "yes 9 | head -n 20000 | four play --style letters | head -n 1";
    let run = folder.run_script(script, "");
    assert_eq!(
        (run.out.as_str(), run.err.as_str()),
        ("---------------\n", "")
    );
}
