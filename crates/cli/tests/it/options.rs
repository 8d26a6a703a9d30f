//! What the options of `four play`, `four board` and `four replay` mean in every style.

use crate::support::Folder;

const STYLES: [&str; 4] = ["shapes", "letters", "x-and-o", "board-games"];

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// Returns the long options in the help of a command.
fn options(help: &str) -> Vec<&str> {
    let lines = help.lines().filter_map(|line| {
        let (_, option) = line.trim_start().split_once("--")?;
        line.trim_start().starts_with('-').then_some(option)
    });
    let end = |c: char| !(c.is_ascii_lowercase() || c == '-');
    lines
        .filter_map(|option| option.split(end).next())
        .collect()
}

#[cfg(unix)]
#[test]
fn the_continuation_keeps_every_option() {
    let folder = Folder::new("kept-options");
    folder.run(&words("play --style letters"), "4\n4\n");
    let saved = words("play --style board-games --names Ada,Ben");
    folder.run(&saved, "4\nsave game.json\nquit\n").good();
    let help = folder.run(&["play", "--help"], "").good();
    let options = options(&help);
    assert!(options.len() > 15, "{options:?}");
    for option in options {
        // The arguments, and what the continuation must contain; the rest must be in the game.
        let (arguments, kept) = match option {
            "style" => ("--style letters", "--style letters"),
            "columns" => ("--columns 9", "--columns 9"),
            "rows" => ("--rows 9", "--rows 9"),
            "connect" => ("--connect 5", "--connect 5"),
            "players" => ("--players 3", "--players 3"),
            "no-gravity" => ("--no-gravity", "--no-gravity"),
            "game" => ("--game tic-tac-toe", "--no-gravity"),
            "names" => ("--names Ada,Ben", "--names Ada,Ben"),
            "symbols" => ("--symbols=-x", "--symbols=-x"),
            "swap" => ("--swap", "--swap"),
            "moves" => ("--moves 44", "--moves 44"),
            "position" => (
                "--position=7/7/7/7/7/2ab3_a",
                "--position '7/7/7/7/7/2ab3 a 7,6,4 2 g'",
            ),
            "load" => ("--load game.json", "--names Ada,Ben --moves 4"),
            "link" => ("--link v=1&board=7x6&connect=4&moves=44", "--moves 44"),
            "seats" => ("--seats human,level:2", "--seats human,level:2"),
            "seed" => ("--seed 7", "--seed 7"),
            "scores" => ("--scores=-mine.json", "--scores=-mine.json"),
            "no-scores" => ("--no-scores", "--no-scores"),
            "color" => ("--color always", "--color always"),
            // It ends before the first question.
            "ask" => ("--ask", "--style board-games"),
            // Those of texts don't apply to the continuation.
            "help" | "first-column" | "first-row" | "to-move" | "read-as" | "empty" => continue,
            _ => panic!("--{option}: is it kept?"),
        };
        let first = folder.run(&words(&format!("play {arguments}")), "");
        let command = first.err.lines().last().unwrap_or_default();
        let command = command.strip_prefix("To continue: four ");
        let command = command.unwrap_or_else(|| panic!("{arguments}: {first:?}"));
        assert!(command.contains(kept), "{arguments}: {command}");
        let second = folder.run_script(&format!("four {command}"), "");
        if option != "ask" {
            assert_eq!(second.out, first.out, "{arguments}: {command}");
        }
        let again = second.err.lines().last().unwrap_or_default();
        assert_eq!(again, format!("To continue: four {command}"));
    }
}

#[cfg(unix)]
#[test]
fn a_continued_game_keeps_its_scores_file() {
    let folder = Folder::new("kept-scores");
    let first = folder.run(
        &words(
            "play --style board-games --scores 'my scores.json'"
                .replace('\'', "")
                .as_str(),
        ),
        "",
    );
    assert_eq!(first.code, Some(2), "two words");
    let first = folder.run(
        &[
            "play",
            "--style",
            "board-games",
            "--scores",
            "my scores.json",
        ],
        "1\n2\n1\n2\n1\n2\n",
    );
    let command = first.err.trim_end().strip_prefix("To continue: ");
    let command = command.expect("a continuation");
    folder.run_script(command, "1\nquit\n").good();
    assert!(folder.read("my scores.json").contains("\"Red\""));
    let usual = folder.run(&["scores"], "").good();
    assert_eq!(usual, "No high scores yet.\n");
}

#[test]
fn columns_count_from_one_in_every_option() {
    let folder = Folder::new("columns-from-one");
    for style in STYLES {
        let board = ["--style", style, "--columns", "7", "--rows", "6"];
        for command in ["play", "board"] {
            let run = |moves| {
                let arguments = [&[command][..], &board, &["--moves", moves]].concat();
                folder.run(&arguments, "")
            };
            let game = run("44455");
            assert_eq!(game.code, Some(0), "{game:?}");
            if command == "play" {
                assert!(game.err.contains("--moves 44455"), "{style}: {}", game.err);
            }
            assert_eq!(
                run("10").bad(2),
                "error: --moves: character 2: “0” is not a column; columns are 1 to 7\n"
            );
        }
        // As in an analysis, in a link and in a file.
        folder.write("moves.txt", "44455");
        let [option, file] = [["--moves", "44455"], ["--load", "moves.txt"]].map(|from| {
            folder
                .run(&[&["board"][..], &board, &from].concat(), "")
                .good()
        });
        assert_eq!(option, file, "{style}");
    }
}

#[test]
fn play_alone_is_a_game_against_the_computer() {
    let folder = Folder::new("play-alone");
    let games = "Other games: four play --style shapes, letters, x-and-o or board-games; the page \
                 is buttons. Type help to see every command.\n";
    let run = folder.run(&words("play --seed 1"), "4\n");
    assert!(
        run.out.contains("\n  1   2   3   4   5   6   7\n"),
        "{}",
        run.out
    );
    assert_eq!(run.out.matches("You, choose a column: ").count(), 2);
    assert_eq!(run.out.matches("Computer, choose a column: ").count(), 1);
    let way_on = run.err.strip_prefix(games).expect("the other games");
    assert!(
        way_on.starts_with("To continue: four play --style board-games --names You,Computer"),
        "{way_on}"
    );
    assert!(way_on.contains(" --seats human,level:3"), "{way_on}");
    // The board is still free to choose, but not once the players are.
    for (arguments, is_alone) in [
        ("--columns 9", true),
        ("--moves 44", true),
        ("--game tic-tac-toe", true),
        ("--no-scores --swap", true),
        ("--style letters", false),
        ("--style board-games", false),
        ("--names Ada,Ben", false),
        ("--players 2", false),
        ("--seats human,human", false),
        ("--ask", false),
    ] {
        let run = folder.run(&words(&format!("play {arguments}")), "");
        assert_eq!(
            run.err.starts_with(games),
            is_alone,
            "{arguments}: {}",
            run.err
        );
        assert_eq!(run.err.contains("human,level:3"), is_alone, "{arguments}");
    }
}

#[test]
fn ignored_options_are_warnings() {
    let folder = Folder::new("ignored-options");
    for style in STYLES {
        for (option, value) in [
            ("--names", "Ada,Ben"),
            ("--symbols", "+-"),
            ("--scores", "mine.json"),
        ] {
            for command in ["play", "board"] {
                if (command, option) == ("board", "--scores") {
                    continue;
                }
                let run = folder.run(&[command, "--style", style, option, value], "");
                let warning = format!("warning: '{option}' has no effect in the style {style}; ");
                let is_ignored = style != "board-games";
                assert_eq!(
                    run.err.contains(&warning),
                    is_ignored,
                    "{command}: {}",
                    run.err
                );
                assert_eq!(run.code, Some(0));
            }
        }
    }
}

#[test]
fn options_imply_their_style() {
    let folder = Folder::new("implied-styles");
    for (command, style) in [
        ("play --ask", "board-games"),
        ("board --edit", "x-and-o"),
        ("board --set-board 012", "x-and-o"),
        ("board --edit --set-board 012", "x-and-o"),
    ] {
        let implied = folder.run(&words(command), "quit\n").good();
        let explicit = format!("{command} --style {style}");
        assert_eq!(implied, folder.run(&words(&explicit), "quit\n").good());
    }
}

#[test]
fn tic_tac_toe_has_a_name() {
    let folder = Folder::new("tic-tac-toe");
    for style in ["letters", "x-and-o", "board-games"] {
        for command in ["play", "board"] {
            let [named, long] = ["--game tic-tac-toe", "--no-gravity --columns 3 --rows 3"]
                .map(|game| folder.run(&words(&format!("{command} --style {style} {game}")), ""));
            assert_eq!((named.out, named.err), (long.out, long.err));
        }
    }
    let four = words("board --game connect-four");
    assert_eq!(
        folder.run(&four, "").good(),
        folder.run(&["board"], "").good()
    );
    let large = "perft 3 --game tic-tac-toe --columns 4 --rows 4";
    assert_eq!(
        folder.run(&words(large), "").good(),
        "0 1\n1 16\n2 240\n3 3360\n"
    );
    folder.write("four.txt", "v=1&board=7x6&connect=4&moves=4");
    folder
        .run(&words("board --load four.txt --game tic-tac-toe"), "")
        .bad(2);
}

#[test]
fn bins_on_one_line_are_taken_in_turn() {
    let folder = Folder::new("bins-on-a-line");
    for typed in [
        "0 1 0 2 0 3 0",
        "0 9 0 0 0 0 1",
        "9",
        "0 1 x 1",
        "0  1\t0 quit 1",
    ] {
        let lines = typed.split_whitespace().collect::<Vec<_>>().join("\n");
        let play = ["play", "--style", "shapes"];
        let [one, several] = [typed, &lines].map(|typed| folder.run(&play, format!("{typed}\n")));
        assert_eq!((one.out, one.err), (several.out, several.err), "{typed}");
    }
    let won = folder
        .run(&["play", "--style", "shapes"], "0 1 0 2 0 3 0\n")
        .good();
    assert!(won.ends_with("winner: red\n"), "{won}");
}

#[test]
fn every_style_can_be_left_and_explained() {
    let folder = Folder::new("leave");
    for style in STYLES {
        let run = folder.run(&["play", "--style", style, "--moves", "1"], "help\nquit\n");
        assert_eq!(run.code, Some(0));
        assert!(
            run.out.contains("quit         leave the game\n"),
            "{}",
            run.out
        );
        // These can't be saved.
        let way_on = format!("To continue: four play --style {style} --moves 1\n");
        assert_eq!(run.err == way_on, style != "board-games", "{}", run.err);
        // Another word has the reply of the original program, and a line beside it.
        let run = folder.run(&["play", "--style", style], "exit\nexit\nquit\n");
        let hint = "Ctrl-D or quit ends the game; help lists what can be typed.\n";
        let hints = run.err.matches(hint).count();
        assert_eq!(hints, usize::from(style != "board-games"), "{}", run.err);
    }
}

#[test]
fn replay_ends_like_the_board() {
    let folder = Folder::new("replayed-end");
    let full = "421127327363224366417626743773654415515";
    for (moves, is_over) in [("1212121", true), (full, false), ("44", false)] {
        folder.write("moves.txt", moves);
        for style in STYLES {
            let with = ["--style", style, "--columns", "7", "--rows", "6"];
            let board = [&["board"][..], &with, &["--load", "moves.txt"]].concat();
            let replay = [&["replay"][..], &with, &["moves.txt"]].concat();
            let board = folder.run(&board, "").good();
            let replay = folder.run(&replay, "").good();
            let end = if is_over {
                board
            } else {
                board + "The game is not over.\n"
            };
            assert!(replay.ends_with(&end), "{style}: {replay}");
        }
    }
}
