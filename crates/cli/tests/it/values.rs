//! `four values`.

use crate::support::{Folder, Run};

fn values(folder: &Folder, arguments: &str) -> Run {
    let arguments: Vec<&str> = ["values"].into_iter().chain(arguments.split(' ')).collect();
    folder.run(&arguments, "")
}

const UP_TO_9: &str = "\
board    first player  moves  published
 4 × 4   draw             16  same
 4 × 5   draw             20  same
 5 × 4   draw             20  same
";

#[test]
fn empty_boards_have_their_published_values() {
    let folder = Folder::new("values");
    assert_eq!(values(&folder, "--up-to 9").good(), UP_TO_9);
    let out = values(&folder, "--up-to 10 --times --threads 2").good();
    let last = out.lines().last().unwrap();
    let words: Vec<&str> = last.split_whitespace().collect();
    let [columns, _, rows, outcome, moves, nodes, seconds, published] = words[..] else {
        panic!("{last}");
    };
    let result = [columns, rows, outcome, moves, published];
    assert_eq!(result, ["6", "4", "loss", "24", "same"]);
    assert!(nodes.parse::<u64>().unwrap() > 1000, "{last}");
    assert!(seconds.parse::<f64>().unwrap() < 100.0, "{last}");
}

#[test]
fn runs_continue_and_shards_are_merged() {
    let folder = Folder::new("values-shards");
    values(&folder, "--up-to 9 --progress all.txt").good();
    // What is known is not solved again, so its nodes and time stay.
    let text = folder.read("all.txt");
    let known = text.replace("5x4 0 ", "5x4 0 987654321");
    folder.write("all.txt", &known);
    let out = values(&folder, "--up-to 9 --progress all.txt --times").good();
    assert!(out.contains(" 987654321"), "{out}");
    assert_eq!(folder.read("all.txt"), known);

    values(&folder, "--up-to 9 --shard 1/2 --progress 1.txt").good();
    let err = values(&folder, "--merge 1.txt").bad(1);
    assert!(err.contains("shard 2/2 is missing"), "{err}");
    values(&folder, "--up-to 8 --shard 2/2 --progress 2.txt").good();
    let err = values(&folder, "--merge 1.txt 2.txt").bad(1);
    assert!(
        err.contains("up-to 8 instead of") && err.contains("up-to 9"),
        "{err}"
    );
    values(&folder, "--up-to 9 --shard 2/2 --progress 3.txt").good();
    assert_eq!(values(&folder, "--merge 3.txt 1.txt").good(), UP_TO_9);
}

#[test]
fn differences_and_invalid_files_are_reported() {
    let folder = Folder::new("values-errors");
    folder.write("wrong.txt", "four-shapes-values 1 up-to 8\n4x4 1 5 5\n");
    let run = values(&folder, "--up-to 8 --progress wrong.txt");
    assert_eq!(run.code, Some(1));
    assert!(
        run.out.ends_with("win              15  draw, 16 moves\n"),
        "{}",
        run.out
    );
    assert_eq!(
        run.err,
        "error: results that differ from the published ones: 1\n"
    );

    folder.write("bad.txt", "four-shapes-values 1 up-to 8\n4x4 99 5 5\n");
    let err = values(&folder, "--up-to 8 --progress bad.txt").bad(1);
    assert!(err.contains("line 2: expected a board"), "{err}");
    for arguments in ["--up-to 7", "--up-to 21", "--shard 1/2"] {
        values(&folder, arguments).bad(2);
    }
}
