//! `four book`: building a book, going on with it, and checking it.

use crate::support::{Folder, Run};

const SMALL: &str = "book --columns 4 --rows 4 --table-mb 1";

fn run(folder: &Folder, arguments: &str, input: &str) -> Run {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    folder.run(&arguments, input)
}

/// Builds a small book.
fn built(folder: &Folder) {
    let run = run(folder, &format!("{SMALL} --plies 5 --out 4x4.book"), "");
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{}", run.err);
    assert!(run.err.contains("4x4.book: "), "{}", run.err);
}

#[test]
fn a_book_is_built_and_checked() {
    let folder = Folder::new("book-built");
    built(&folder);
    let checked = run(&folder, "book --check 4x4.book", "123 0\n 0\n11223 0\n");
    assert_eq!(checked.good(), "3 positions, 0 differ\n");
    let checked = run(&folder, "book --check 4x4.book", "123 0\n12 1\n112233 0\n");
    assert_eq!(checked.code, Some(1));
    let says = "\
line 2: 12 1: the book has 0
line 3: 112233 0: the book has none
3 positions, 2 differ
";
    assert_eq!(checked.out, says);
    for (input, says) in [
        (
            "12",
            "error: standard input: line 1: expected moves and a score\n",
        ),
        (
            "1 0\n2 x",
            "error: standard input: line 2: invalid score \"x\"\n",
        ),
    ] {
        assert_eq!(run(&folder, "book --check 4x4.book", input).bad(1), says);
    }
    folder.write("no.book", "1234");
    let says = "error: no.book: no opening book\n";
    assert_eq!(run(&folder, "book --check no.book", "").bad(1), says);
}

#[test]
fn a_build_that_was_stopped_goes_on() {
    let folder = Folder::new("book-stopped");
    built(&folder);
    let whole = folder.read("4x4.book.progress");
    let lines: Vec<&str> = whole.lines().collect();
    // In the first line, behind it, and in a line of a score.
    let behind = |count: usize| lines[..count].join("\n").len() + 1;
    for kept in [0, 5, behind(1), behind(20), behind(20) + 2, whole.len() - 1] {
        folder.write("again.book.progress", &whole[..kept]);
        let again = format!("{SMALL} --plies 5 --out again.book --threads 2");
        let again = run(&folder, &again, "");
        assert_eq!(again.code, Some(0), "{}", again.err);
        let progress = folder.read("again.book.progress");
        let complete = whole[..kept].rfind('\n').map_or(0, |at| at + 1);
        assert!(progress.starts_with(&whole[..complete]));
        assert_eq!(progress.lines().count(), lines.len());
        let mut sorted: Vec<&str> = progress.lines().collect();
        let mut expected = lines.clone();
        sorted.sort_unstable();
        expected.sort_unstable();
        assert_eq!(sorted, expected);
        assert!(folder.same("again.book", "4x4.book"));
    }
}

#[test]
fn wrong_progress_files_are_refused_and_stay() {
    let folder = Folder::new("book-refused");
    built(&folder);
    let progress = folder.read("4x4.book.progress");
    let head = "four-shapes-book-progress 1 board 4x4 connect 4 plies 4";
    let first = format!("the first line is not {head:?}");
    let five = progress.lines().next().expect("it has lines");
    let last = progress.lines().last().expect("it has lines");
    let (key, score) = last.split_once(' ').expect("a key and a score");
    let other = score.parse::<i32>().expect("it is a number") + 1;
    for (plies, text, says) in [
        (4, progress.as_str(), first.as_str()),
        (4, "something else", &first),
        (4, "something\nelse\n", &first),
        (
            5,
            &format!("{five}\n{key}\n"),
            &format!("line 2 is no key and score of this book: {key:?}"),
        ),
        (
            5,
            &format!("{five}\n1 0\n"),
            "line 2 is no key and score of this book: \"1 0\"",
        ),
        (
            5,
            &format!("{five}\n{last}\n{key} {other}\n"),
            "line 3 has another score than one before",
        ),
    ] {
        folder.write("wrong", text);
        let arguments = format!("{SMALL} --plies {plies} --out x.book --progress wrong");
        let says = format!("error: wrong: {says}\n");
        assert_eq!(run(&folder, &arguments, "").bad(1), says);
        assert_eq!(folder.read("wrong"), text);
    }
    assert!(!folder.files().contains(&"x.book".to_owned()));
}

#[test]
fn wrong_arguments_of_a_book_are_named() {
    let folder = Folder::new("book-arguments");
    for (arguments, says) in [
        (
            "--out x --plies 13",
            "--plies: 13 plies; a book has at most 12",
        ),
        (
            "--out x --columns 99",
            "invalid value '99' for '--columns': must be at most 15",
        ),
        (
            "--out x --columns 9 --rows 7",
            "on boards of at most 64 bits",
        ),
        ("--out x --check y", "cannot be used with"),
        ("--plies 3", "--out <FILE>"),
    ] {
        let said = run(&folder, &format!("book {arguments}"), "").bad(2);
        assert!(said.contains(says), "{said}");
    }
    assert!(folder.files().is_empty());
}
