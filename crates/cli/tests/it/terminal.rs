//! The program on a terminal: the transcripts of the engine's tests, Ctrl-C and Ctrl-D.

use crate::support::{
    Folder,
    terminal::{Terminal, type_lines},
};
use std::{fs, path::Path};

#[test]
fn transcripts_are_the_same_on_a_terminal() {
    let folder = Folder::new("conversations");
    let transcripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../styles/tests/transcripts");
    let mut count = 0;
    for entry in fs::read_dir(transcripts).expect("the transcripts") {
        let path = entry.expect("a readable file").path();
        let text = fs::read_to_string(&path).expect("a readable file");
        let (arguments, rest) = text.split_once("\n--- typed\n").expect("the typed lines");
        let (typed, expected) = rest.split_once("--- screen\n").expect("the screen");
        let arguments: Vec<&str> = arguments.split(' ').skip(1).collect();
        let lines: Vec<&str> = typed.lines().collect();
        let (screen, code) = type_lines(&folder, &arguments, &lines);
        // Standard error, which the transcripts don't have.
        let hint = "Ctrl-D or quit ends the game; help lists what can be typed.\n";
        let screen = screen.replace(hint, "").replace('\u{1b}', "\\e");
        assert_eq!(screen, expected, "{}\n{screen}", path.display());
        assert_eq!(code, 0, "{}", path.display());
        count += 1;
    }
    assert!(count >= 20, "{count} transcripts");
}

#[test]
fn ctrl_c_prints_the_continuation() {
    let folder = Folder::new("ctrl-c");
    let mut terminal = Terminal::start(&folder, &["play", "--style", "shapes"]);
    terminal.wait_for_prompt(0);
    let from = terminal.screen.len();
    terminal.press("3\n");
    terminal.wait_for_prompt(from);
    terminal.press("\u{3}");
    let (screen, code) = terminal.finish();
    assert_eq!(code, 130);
    let end = "full: ^C\u{1b}[0m\nTo continue: four play --style shapes --moves 4\n";
    assert!(screen.ends_with(end), "{screen}");
}

#[test]
fn end_of_input_prints_the_continuation() {
    let folder = Folder::new("ctrl-d");
    let arguments = [
        "play",
        "--style",
        "board-games",
        "--names",
        "Ada,Ben O'Hara",
    ];
    let mut terminal = Terminal::start(&folder, &arguments);
    terminal.wait_for_prompt(0);
    let from = terminal.screen.len();
    terminal.press("4\n");
    terminal.wait_for_prompt(from);
    terminal.press("\u{4}");
    let (screen, code) = terminal.finish();
    assert_eq!(code, 0);
    let end = "Ben O'Hara, choose a column: \n\
        To continue: four play --style board-games --names 'Ada,Ben O'\\''Hara' --moves 4\n";
    assert!(screen.ends_with(end), "{screen}");
}

#[test]
fn colours_can_be_disabled() {
    let folder = Folder::new("no-colours");
    let arguments = [
        "play", "--style", "shapes", "--color", "never", "--moves", "2123242",
    ];
    let (screen, code) = type_lines(&folder, &arguments, &[]);
    assert!(
        !screen.contains('\u{1b}') && screen.ends_with("winner: red\n"),
        "{screen}"
    );
    assert_eq!(code, 0);
}

#[test]
fn solve_prints_instructions() {
    let folder = Folder::new("solve-terminal");
    let mut terminal = Terminal::start(&folder, &["solve", "--columns", "10", "--rows", "3"]);
    terminal.wait(0, |new| {
        new.contains("(1 to 10), such as 3,3,10;") && new.contains("Ctrl-D to finish.")
    });
    let from = terminal.screen.len();
    terminal.press("2,10,3,10,4\n");
    // Each line is answered before the next is typed.
    terminal.wait(from, |new| {
        new.contains("\n2,10,3,10,4 -12 ") && new.ends_with('\n')
    });
    terminal.press("\u{4}");
    let (screen, code) = terminal.finish();
    assert_eq!(code, 0);
    assert_eq!(screen.matches("Ctrl-D").count(), 1, "{screen}");
}

#[test]
fn ctrl_c_stops_solve() {
    let folder = Folder::new("solve-ctrl-c");
    let mut terminal = Terminal::start(&folder, &["solve", "--columns", "10", "--rows", "10"]);
    terminal.wait(0, |new| new.contains("Ctrl-D to finish."));
    terminal.press("\n");
    terminal.press("\u{3}");
    let (_, code) = terminal.finish();
    assert_ne!(code, 0);
}

#[test]
fn computers_have_the_same_conversations_as_persons() {
    let folder = Folder::new("computers");
    for (arguments, end) in [
        ("play --style shapes", &[][..]),
        ("play --style letters --columns 11", &[]),
        (
            "play --style x-and-o --no-gravity --columns 4 --rows 4 --connect 3",
            &[],
        ),
        (
            "play --style board-games --players 3 --no-scores",
            &["quit"],
        ),
        (
            "play --style board-games --no-gravity --no-scores",
            &["quit"],
        ),
    ] {
        let mut arguments: Vec<&str> = arguments.split(' ').collect();
        let count = 2 + usize::from(arguments.contains(&"--players"));
        let seats = vec!["random"; count].join(",");
        let without = arguments.clone();
        arguments.extend(["--seats", &seats, "--seed", "5"]);
        let mut terminal = Terminal::start(&folder, &arguments);
        for line in end {
            terminal.wait(0, |new| new.ends_with("What next (new, undo or quit)? "));
            terminal.press(&format!("{line}\n"));
        }
        let (screen, code) = terminal.finish();
        assert_eq!(code, 0, "{screen}");
        // The same moves, typed by persons.
        let is_prompt = |line: &&str| {
            ["Enter", "choose", "choice"]
                .iter()
                .any(|ask| line.contains(ask))
        };
        let prompts = screen.lines().filter(is_prompt);
        let answers = prompts.filter_map(|line| line.split_once(": "));
        let mut typed: Vec<&str> = answers.map(|(_, typed)| typed).collect();
        assert!(typed.len() >= 5, "{screen}");
        typed.extend(end);
        let (typed_screen, code) = type_lines(&folder, &without, &typed);
        // Only persons can undo.
        let typed_screen =
            typed_screen.replace("Press U to Undo anything else to continue .\n", "");
        assert_eq!((typed_screen, code), (screen, 0));
    }
}

#[test]
fn a_gif_is_not_written_to_a_terminal() {
    let folder = Folder::new("image-terminal");
    folder.write("game.txt", "1212121");
    let arguments = ["replay", "game.txt", "--format", "gif"];
    let (screen, code) = type_lines(&folder, &arguments, &[]);
    assert_eq!(code, 2);
    assert!(screen.contains("add --out FILE"), "{screen}");
}
