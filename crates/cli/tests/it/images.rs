//! Images by `four board` and `four replay`.

use crate::support::{FOUR, Folder};
use std::{fs, process::Command};

const WIN: &str = "54214127311723362\n";

#[test]
fn replay_writes_the_last_position_as_svg() {
    let folder = Folder::new("image-svg");
    let svg = folder.run(&["replay", "--format", "svg", "-"], WIN).good();
    assert!(
        svg.starts_with("<svg") && svg.ends_with("</svg>\n"),
        "{svg}"
    );
    assert!(svg.contains("<title>Red wins: column B1–B4, diagonal B4–E1</title>"));
    let moves = WIN.trim_end();
    let board = folder.run(&["board", "--moves", moves, "--format", "svg"], "");
    assert_eq!(board.good(), svg);
}

#[test]
fn replay_writes_all_positions_as_gif() {
    let folder = Folder::new("image-gif");
    folder.write("game.txt", WIN);
    let arguments = ["replay", "game.txt", "--format", "gif"];
    let to_file = [&arguments[..], &["--out", "game.gif"]].concat();
    assert_eq!(folder.run(&to_file, "").good(), "");
    let file = fs::read(folder.path().join("game.gif")).expect("the file was written");
    assert!(file.starts_with(b"GIF89a") && file.ends_with(b";"));
    let mut command = Command::new(FOUR);
    command.args(arguments).current_dir(folder.path());
    let output = command.output().expect("the program starts");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stdout, file);
}

#[test]
fn a_file_that_cannot_be_written_is_an_error() {
    let folder = Folder::new("image-error");
    let arguments = [
        "replay",
        "-",
        "--format",
        "svg",
        "--out",
        "no/such/folder.svg",
    ];
    let message = folder.run(&arguments, WIN).bad(1);
    assert!(
        message.starts_with("error: no/such/folder.svg: "),
        "{message}"
    );
    let message = folder
        .run(&["replay", "-", "--out", "game.gif"], WIN)
        .bad(2);
    assert!(message.contains("--format"), "{message}");
}
