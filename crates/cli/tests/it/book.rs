//! `four book`: building, resuming and checking a book.

use crate::support::{Folder, Run};

const SMALL: &str = "book --columns 4 --rows 4 --table-mb 1";

fn run(folder: &Folder, arguments: &str, input: &str) -> Run {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    folder.run(&arguments, input)
}

/// Builds a small book.
fn build_small_book(folder: &Folder) {
    let run = run(folder, &format!("{SMALL} --plies 5 --out 4x4.book"), "");
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{}", run.err);
    assert!(run.err.contains("4x4.book: "), "{}", run.err);
}

#[test]
fn book_is_built_and_checked() {
    let folder = Folder::new("book-built");
    build_small_book(&folder);
    let checked = run(&folder, "book --check 4x4.book", "123 0\n 0\n11223 0\n");
    assert_eq!(checked.good(), "positions: 3, different scores: 0\n");
    let checked = run(&folder, "book --check 4x4.book", "123 0\n12 1\n112233 0\n");
    assert_eq!(checked.code, Some(1));
    let expected = "\
line 2: 12 1: the book has 0
line 3: 112233 0: the book has none
positions: 3, different scores: 2
";
    assert_eq!(checked.out, expected);
    for (input, message) in [
        (
            "12",
            "error: standard input: line 1: expected moves and a score\n",
        ),
        (
            "1 0\n2 x",
            "error: standard input: line 2: invalid score \"x\"\n",
        ),
    ] {
        assert_eq!(run(&folder, "book --check 4x4.book", input).bad(1), message);
    }
    folder.write("no.book", "1234");
    let message = "error: no.book: not an opening book\n";
    assert_eq!(run(&folder, "book --check no.book", "").bad(1), message);
}

#[test]
fn interrupted_build_is_resumed() {
    let folder = Folder::new("book-stopped");
    build_small_book(&folder);
    let whole = folder.read("4x4.book.progress");
    let lines: Vec<&str> = whole.lines().collect();
    // Interrupted in the first line, after it, and in the line of a score.
    let end_of_line = |count: usize| lines[..count].join("\n").len() + 1;
    for length in [
        0,
        5,
        end_of_line(1),
        end_of_line(20),
        end_of_line(20) + 2,
        whole.len() - 1,
    ] {
        folder.write("again.book.progress", &whole[..length]);
        let again = format!("{SMALL} --plies 5 --out again.book --threads 2");
        let again = run(&folder, &again, "");
        assert_eq!(again.code, Some(0), "{}", again.err);
        let progress = folder.read("again.book.progress");
        let complete = whole[..length].rfind('\n').map_or(0, |at| at + 1);
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
fn invalid_progress_files_are_rejected_and_unchanged() {
    let folder = Folder::new("book-refused");
    build_small_book(&folder);
    let progress = folder.read("4x4.book.progress");
    let set_up = "four-shapes-book-progress 2 rules 4,4,4 2 g plies";
    let other_set_up = format!("has another set-up: {set_up} 5 instead of {set_up} 4");
    let not_progress = "not the progress file of a book";
    let other_file = format!("{not_progress}: unknown header");
    let five = progress.lines().next().expect("a line");
    let last = progress.lines().last().expect("a line");
    let (key, score) = last.split_once(' ').expect("a key and a score");
    let other = score.parse::<i32>().expect("a number") + 1;
    for (plies, text, message) in [
        (4, progress.as_str(), other_set_up.as_str()),
        (4, "something else", not_progress),
        (4, "something\nelse\n", &other_file),
        (
            5,
            &format!("{five}\n{key}\n"),
            &format!("line 2: expected a key and a score of this book, found {key:?}"),
        ),
        (
            5,
            &format!("{five}\n1 0\n"),
            "line 2: expected a key and a score of this book, found \"1 0\"",
        ),
        (
            5,
            &format!("{five}\n{last}\n{key} {other}\n"),
            "line 3: contradicts an earlier line",
        ),
    ] {
        folder.write("wrong", text);
        let arguments = format!("{SMALL} --plies {plies} --out x.book --progress wrong");
        let message = format!("error: wrong: {message}\n");
        assert_eq!(run(&folder, &arguments, "").bad(1), message);
        assert_eq!(folder.read("wrong"), text);
    }
    assert!(!folder.files().contains(&"x.book".to_owned()));
}

#[test]
fn invalid_arguments_are_reported() {
    let folder = Folder::new("book-arguments");
    for (arguments, message) in [
        (
            "--out x --plies 13",
            "'--plies <N>': expected a number from 0 to 12",
        ),
        (
            "--out x --columns 99",
            "invalid value '99' for '--columns': must be at most 15",
        ),
        (
            "--out x --columns 9 --rows 7",
            "on boards where columns × (rows + 1) is at most 64",
        ),
        ("--out x --check y", "cannot be used with"),
        ("--plies 3", "--out <FILE>"),
    ] {
        let err = run(&folder, &format!("book {arguments}"), "").bad(2);
        assert!(err.contains(message), "{err}");
    }
    assert!(folder.files().is_empty());
}
