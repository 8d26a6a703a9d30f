//! The argument of `solve`, `analyze`, `review` and `replay`: moves, a file or `-`.

use crate::support::{Folder, Run};

const COMMANDS: [&str; 4] = ["solve", "analyze", "review", "replay"];

/// Runs a command with an argument and an input. The nodes and time of `solve` are removed, since
/// they differ between runs.
fn run(folder: &Folder, command: &str, argument: &str, input: &str) -> Run {
    let mut run = folder.run(&[command, argument], input);
    if command == "solve" {
        let lines = run.out.lines();
        let lines = lines.filter_map(|line| line.rsplitn(3, ' ').nth(2));
        run.out = lines.map(|line| line.to_owned() + "\n").collect();
    }
    run
}

#[test]
fn commands_read_moves_files_and_standard_input_alike() {
    const MOVES: &str = "4444425235522";
    let folder = Folder::new("inputs");
    folder.write("game.txt", MOVES);
    for command in COMMANDS {
        let moves = run(&folder, command, MOVES, "").good();
        assert!(
            moves.lines().count() > usize::from(command != "solve"),
            "{moves}"
        );
        assert_eq!(run(&folder, command, "game.txt", "").good(), moves);
        assert_eq!(run(&folder, command, "-", MOVES).good(), moves);
    }
    // Several positions.
    folder.write("positions.txt", "4444443332267\n32164625\n");
    let positions = run(&folder, "solve", "positions.txt", "").good();
    assert_eq!(positions.lines().count(), 2);
    assert_eq!(
        run(&folder, "solve", "4444443332267\n32164625", "").good(),
        positions
    );
    let error = run(&folder, "analyze", "positions.txt", "").bad(1);
    assert!(error.starts_with("error: positions.txt: "), "{error}");
}

#[test]
fn texts_that_are_moves_and_files_are_moves() {
    let folder = Folder::new("ambiguous-inputs");
    folder.write("4453", "7");
    assert_eq!(
        run(&folder, "solve", "4453", "").good().split(' ').next(),
        Some("4453")
    );
    assert_eq!(
        run(&folder, "solve", "./4453", "").good().split(' ').next(),
        Some("7")
    );
    // Not the notation of moves, although some can be read as such.
    for name in [
        "4453.txt", "1.json", "a1.txt", "d4.pgn", "game4", "44-53", "moves", "7x6",
    ] {
        folder.write(name, "7");
        let solved = run(&folder, "solve", name, "").good();
        assert_eq!(solved.split(' ').next(), Some("7"), "{name}");
    }
}

#[test]
fn errors_name_what_was_tried() {
    let folder = Folder::new("wrong-inputs");
    folder.write("wrong.txt", "48");
    std::fs::create_dir(folder.path().join("folder")).expect("a folder");
    for command in COMMANDS {
        let problem = "character 2: “8” is not a column; columns are 1 to 7";
        let error = run(&folder, command, "48", "").bad(2);
        let tried = "error: INPUT: no such file; as moves or a position: ";
        assert_eq!(error, format!("{tried}{problem}\n"));
        let error = run(&folder, command, "nothing.txt", "").bad(2);
        assert!(error.starts_with(tried), "{error}");
        let error = run(&folder, command, "folder", "").bad(1);
        assert!(error.starts_with("error: folder: "), "{error}");
        if command == "solve" {
            for (argument, name) in [("wrong.txt", "wrong.txt"), ("-", "standard input")] {
                let run = run(&folder, command, argument, "48");
                assert_eq!(run.code, Some(1));
                let error = format!("error: {name}: 1 of 1 positions could not be solved\n");
                assert_eq!(run.err, error);
            }
            continue;
        }
        let error = run(&folder, command, "wrong.txt", "").bad(1);
        assert_eq!(error, format!("error: wrong.txt: {problem}\n"));
        let error = run(&folder, command, "-", "48").bad(1);
        assert_eq!(error, format!("error: standard input: {problem}\n"));
    }
    let over = "1212121";
    folder.write("over.txt", over);
    let error = run(&folder, "analyze", "over.txt", "").bad(1);
    assert_eq!(error, "error: over.txt: the game is over\n");
}
