//! `--shard` and `--merge` of tournaments, books and puzzles.

use crate::support::{Folder, Run};

fn run(folder: &Folder, line: &str) -> Run {
    let words = line.split_ascii_whitespace().collect::<Vec<_>>();
    folder.run(&words, "")
}

/// Runs a command that may write to standard error.
fn succeed(folder: &Folder, line: &str) {
    let run = run(folder, line);
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{}", run.err);
}

const TOURNAMENT: &str =
    "tournament --players random,level:1,lookahead:2 --games 7 --openings 2 --seed 3";

/// Plays the shards of a tournament of 21 games.
fn play_shards(folder: &Folder, count: u32) {
    for number in 1..=count {
        let line = format!("{TOURNAMENT} --shard {number}/{count} --save {number}.txt");
        assert_eq!(run(folder, &line).good(), "");
    }
}

#[test]
fn merged_tournament_is_the_unsharded_one() {
    let folder = Folder::new("shards-tournament");
    for count in [1, 4, 23] {
        play_shards(&folder, count);
        // The order of the files doesn't matter.
        let files = (1..=count).rev().map(|number| format!("{number}.txt"));
        let files = files.collect::<Vec<_>>().join(" ");
        for format in ["table", "csv", "pairings", "json", "games", "setup"] {
            let merged = run(
                &folder,
                &format!("tournament --format {format} --merge {files}"),
            );
            let whole = run(&folder, &format!("{TOURNAMENT} --format {format}"));
            assert_eq!(merged.good(), whole.good(), "{count} shards, {format}");
        }
        for number in 1..=count {
            std::fs::remove_file(folder.path().join(format!("{number}.txt"))).expect("a file");
        }
    }
    // A journal without shards is a shard of its own.
    let whole = run(&folder, &format!("{TOURNAMENT} --save whole.txt --times")).good();
    let merged = run(&folder, "tournament --merge whole.txt --times");
    assert_eq!(merged.good(), whole);
}

#[cfg(unix)]
#[test]
fn killed_shard_is_repeated() {
    use crate::support::{FOUR, wait_until};
    use std::{
        fs,
        process::{Command, Stdio},
    };

    let folder = Folder::new("shards-killed");
    // Slow enough that a shard is killed between its games.
    let script = "\
while read line; do
    case $line in four-shapes*) echo ready;; choose) sleep 0.01; echo 4;; quit) exit;; esac
done";
    folder.write("slow.sh", script);
    let arguments = |options: &str| {
        let line = "tournament --games 8 --move-time 60000 --seed 9 --threads 1";
        let mut words: Vec<String> = [line, options]
            .join(" ")
            .split(' ')
            .map(Into::into)
            .collect();
        words.extend(["--players", "random,level:1,program:sh slow.sh"].map(Into::into));
        words
    };
    let four = |options: &str| {
        let words = arguments(options);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        folder.run(&words, "").good()
    };
    let shard = |number: u32| format!("--shard {number}/4 --save {number}.txt");
    let journal = folder.path().join("2.txt");
    let saved = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    // Lines of the setup and of the shard.
    let mut seen = 16;
    for _ in 0..2 {
        let mut child = Command::new(FOUR)
            .args(arguments(&shard(2)))
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        wait_until(&mut child, |child| {
            assert_eq!(child.try_wait().expect("a status"), None, "it has ended");
            saved() > seen
        });
        child.kill().expect("a running program");
        child.wait().expect("an exit status");
        seen = saved();
    }
    for number in [1, 3, 4] {
        assert_eq!(four(&shard(number)), "");
    }
    let merge = "tournament --format csv --merge 1.txt 2.txt 3.txt 4.txt";
    let missing = 22 - seen;
    assert!(missing > 0, "it has played all games");
    assert_eq!(
        run(&folder, merge).bad(1),
        format!("error: 2.txt: {missing} of 6 games are missing; run shard 2/4 again\n")
    );
    assert_eq!(four(&shard(2)), "");
    assert_eq!(saved(), 22, "each game was saved once");
    let merged = run(&folder, merge).good();
    assert_eq!(merged, four("--format csv"));
}

#[test]
fn merge_refuses_what_does_not_fit() {
    let folder = Folder::new("shards-refused");
    play_shards(&folder, 3);
    let second = folder.read("2.txt");
    let bad = |files: &str| run(&folder, &format!("tournament --merge {files}")).bad(1);
    let error = |files: &str, message: &str| assert_eq!(bad(files), format!("error: {message}\n"));
    error("1.txt 3.txt", "--merge: shard 2/3 is missing");
    error("3.txt", "--merge: shard 1/3 is missing, and 1 more");
    error(
        "1.txt 2.txt 2.txt 3.txt",
        "2.txt: shard 2/3 is already in 2.txt",
    );
    // The same games with other times.
    let (setup, games) = second.split_once("shard 2/3\n").expect("games");
    let slower = games.replace('/', "/9");
    folder.write("copy.txt", format!("{setup}shard 2/3\n{slower}"));
    error(
        "1.txt 2.txt copy.txt 3.txt",
        "copy.txt: shard 2/3 is already in 2.txt",
    );

    // Another result of one game.
    let line = second.lines().nth(16).expect("a game");
    let fields: Vec<&str> = line.split(' ').collect();
    let other = format!("{} {} 1!crash 0/0/0 0/0/0", fields[0], &fields[1][..4]);
    folder.write("other.txt", second.replace(line, &other));
    error(
        "1.txt 2.txt other.txt 3.txt",
        &format!("other.txt: contradicts 2.txt: “{other}” and “{line}”"),
    );
    folder.write("other.txt", format!("{second}{other}\n"));
    error(
        "1.txt other.txt 3.txt",
        "other.txt: line 24: contradicts an earlier line",
    );
    folder.write("other.txt", format!("{second}0 - 1!crash 0/0/0 0/0/0\n"));
    error(
        "1.txt other.txt 3.txt",
        "other.txt: line 24: does not belong to shard 2/3",
    );

    // Truncated in a line, after a line, and in the setup.
    folder.write("cut.txt", &second[..second.len() - 3]);
    error(
        "1.txt cut.txt 3.txt",
        "cut.txt: the last line is incomplete; run the command of this shard again",
    );
    let lines: Vec<&str> = second.split_inclusive('\n').collect();
    folder.write("cut.txt", lines[..21].concat());
    error(
        "1.txt cut.txt 3.txt",
        "cut.txt: 2 of 7 games are missing; run shard 2/3 again",
    );
    folder.write("cut.txt", lines[..10].concat());
    error("1.txt cut.txt 3.txt", "cut.txt: not a saved tournament");
    error("cut.txt 1.txt 3.txt", "cut.txt: not a saved tournament");
    folder.write("cut.txt", [0xff, b'\n', 0]);
    error("1.txt cut.txt 3.txt", "cut.txt: not a saved tournament");
    assert!(bad("none.txt 1.txt").starts_with("error: none.txt: "));

    // Other set-ups, in the seed, the entrants, the pairing system and the number of shards.
    for (options, difference) in [
        ("--seed 4", "\"seed\": \"4\" instead of \"seed\": \"3\""),
        (
            "--players random,level:2,lookahead:2",
            "{ \"computer\": \"level:2\" } instead of { \"computer\": \"level:1\" }",
        ),
        ("--against random", "\"against\": 1 instead of nothing"),
    ] {
        let line = match options.split_once(' ') {
            Some((name @ ("--seed" | "--players"), value)) => {
                let words: Vec<&str> = TOURNAMENT.split(' ').collect();
                let at = words
                    .iter()
                    .position(|word| *word == name)
                    .expect("the option");
                let mut words = words.clone();
                words[at + 1] = value;
                words.join(" ")
            }
            _ => format!("{TOURNAMENT} {options}"),
        };
        run(&folder, &format!("{line} --shard 2/3 --save another.txt")).good();
        error(
            "1.txt another.txt 3.txt",
            &format!("another.txt: has another set-up than 1.txt: {difference}"),
        );
        std::fs::remove_file(folder.path().join("another.txt")).expect("a file");
    }
    run(
        &folder,
        &format!("{TOURNAMENT} --shard 2/4 --save another.txt"),
    )
    .good();
    error(
        "1.txt another.txt 3.txt",
        "another.txt: shard 2/4, but 1.txt is one of 3 shards",
    );
    run(&folder, &format!("{TOURNAMENT} --save whole.txt")).good();
    error(
        "1.txt whole.txt 3.txt",
        "whole.txt: shard 1/1, but 1.txt is one of 3 shards",
    );
}

#[test]
fn merge_refuses_shards_of_another_setup() {
    let folder = Folder::new("shards-setup");
    play_shards(&folder, 2);
    let setup = run(&folder, &format!("{TOURNAMENT} --format setup")).good();
    folder.write("setup.json", &setup);
    let merge = "tournament --format csv --merge 1.txt 2.txt";
    let merged = run(&folder, merge).good();
    assert_eq!(
        run(&folder, &format!("{merge} --setup setup.json")).good(),
        merged
    );
    folder.write(
        "setup.json",
        setup.replace("\"seed\": \"3\"", "\"seed\": \"4\""),
    );
    assert_eq!(
        run(&folder, &format!("{merge} --setup setup.json")).bad(1),
        "error: 1.txt: has another set-up than setup.json: \"seed\": \"3\" instead of \"seed\": \
         \"4\"\n"
    );
    let error = run(&folder, &format!("{merge} --setup none.json")).bad(1);
    assert!(error.starts_with("error: none.json: "), "{error}");
}

#[test]
fn file_of_another_shard_is_refused_and_unchanged() {
    let folder = Folder::new("shards-another");
    play_shards(&folder, 2);
    let first = folder.read("1.txt");
    for (options, message) in [
        ("--shard 2/2", "contains shard 1/2, not 2/2"),
        ("--shard 1/3", "contains shard 1/2, not 1/3"),
        ("", "contains only shard 1/2"),
    ] {
        let line = format!("{TOURNAMENT} {options} --save 1.txt");
        assert_eq!(
            run(&folder, &line).bad(1),
            format!("error: 1.txt: {message}\n")
        );
        assert_eq!(folder.read("1.txt"), first);
    }
    run(&folder, &format!("{TOURNAMENT} --save whole.txt")).good();
    let line = format!("{TOURNAMENT} --shard 1/2 --save whole.txt");
    let message = "error: whole.txt: was written without --shard\n";
    assert_eq!(run(&folder, &line).bad(1), message);
}

#[test]
fn merged_book_is_the_unsharded_one() {
    let folder = Folder::new("shards-book");
    let book = "book --columns 5 --rows 4 --plies 6 --table-mb 1";
    succeed(&folder, &format!("{book} --out whole.book"));
    let shard = |number: u32| format!("{book} --shard {number}/3 --progress {number}.progress");
    for number in 1..=3 {
        succeed(&folder, &shard(number));
    }
    // The second one is interrupted and repeated.
    let second = folder.read("2.progress");
    let lines: Vec<&str> = second.lines().collect();
    assert!(lines.len() > 100, "{} lines", lines.len());
    let merge = "book --out merged.book --merge 1.progress 2.progress 3.progress";
    folder.write("2.progress", &second[..second.len() / 2]);
    let error = run(&folder, merge).bad(1);
    assert!(error.starts_with("error: 2.progress: "), "{error}");
    assert!(!folder.files().contains(&"merged.book".to_owned()));
    succeed(&folder, &shard(2));
    let again = folder.read("2.progress");
    assert_eq!(again.lines().count(), lines.len());
    succeed(&folder, merge);
    assert!(folder.same("merged.book", "whole.book"));

    let bad = |files: &str| run(&folder, &format!("book --out x.book --merge {files}")).bad(1);
    assert_eq!(
        bad("1.progress 3.progress"),
        "error: --merge: shard 2/3 is missing\n"
    );
    let (key, score) = lines[5].split_once(' ').expect("a key and a score");
    let other = format!("{key} {}", 1 - score.parse::<i32>().expect("a score"));
    folder.write("other.progress", second.replace(lines[5], &other));
    assert_eq!(
        bad("1.progress 2.progress other.progress"),
        format!(
            "error: other.progress: contradicts 2.progress: “{other}” and “{}”\n",
            lines[5]
        )
    );
    let line = "book --columns 5 --rows 4 --plies 5 --shard 2/3 --progress another.progress";
    succeed(&folder, line);
    let set_up = "four-shapes-book-progress 2 rules 5,4,4 2 g plies";
    assert_eq!(
        bad("1.progress another.progress 3.progress"),
        format!(
            "error: another.progress: has another set-up than 1.progress: {set_up} 5 instead of \
             {set_up} 6\n"
        )
    );
    assert!(!folder.files().contains(&"x.book".to_owned()));
}

#[test]
fn merged_puzzles_are_the_unsharded_ones() {
    let folder = Folder::new("shards-puzzles");
    let puzzles = "puzzles --columns 5 --rows 4 --seed 5 --table-mb 1";
    let out = "--count 40 --out";
    succeed(&folder, &format!("{puzzles} {out} whole.bin"));
    let shard = |number: u32, games: u32| {
        format!("{puzzles} --games {games} --shard {number}/3 --progress {number}.progress")
    };
    let merge = format!("puzzles {out} merged.bin --merge 1.progress 2.progress 3.progress");
    for number in 1..=3 {
        assert_eq!(run(&folder, &shard(number, 20)).good(), "");
    }
    let error = run(&folder, &merge).bad(1);
    assert!(
        error.starts_with("error: --merge: ")
            && error.ends_with(
                " of 40 puzzles in the first 20 games, but game 21 is missing; run the shards \
                 again, with more --games\n"
            ),
        "{error}"
    );
    // More games are added to the same files.
    for number in 1..=3 {
        let before = folder.read(&format!("{number}.progress"));
        assert_eq!(run(&folder, &shard(number, 200)).good(), "");
        let after = folder.read(&format!("{number}.progress"));
        assert!(after.starts_with(&before) && after.len() > before.len());
    }
    // The second one is interrupted and repeated.
    let second = folder.read("2.progress");
    let lines: Vec<&str> = second.split_inclusive('\n').collect();
    folder.write("2.progress", [&lines[..30].concat(), "1"].concat());
    assert_eq!(run(&folder, &shard(2, 200)).good(), "");
    let again = folder.read("2.progress");
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(Into::into).collect();
        lines.sort_unstable();
        lines
    };
    assert_eq!(sorted(&again), sorted(&second));
    succeed(&folder, &merge);
    assert!(folder.same("merged.bin", "whole.bin"));
    // A single run continues from its progress too.
    let single = format!("{puzzles} {out} single.bin --progress single.progress");
    folder.write("single.progress", [lines[0], "0 -"].concat());
    succeed(&folder, &single);
    assert!(folder.same("single.bin", "whole.bin"));

    let bad = |files: &str| run(&folder, &format!("puzzles {out} x.bin --merge {files}")).bad(1);
    assert_eq!(
        bad("1.progress 3.progress"),
        "error: --merge: shard 2/3 is missing\n"
    );
    let found = lines
        .iter()
        .find(|line| line.contains(" win "))
        .expect("a puzzle");
    let other = found.replace(" win ", " draw ");
    folder.write("other.progress", second.replace(found, &other));
    assert_eq!(
        bad("1.progress 2.progress other.progress"),
        format!(
            "error: other.progress: contradicts 2.progress: “{}” and “{}”\n",
            other.trim_end(),
            found.trim_end()
        )
    );
    for (field, value) in [
        (1, "x"),
        (1, "99"),
        (2, "loss"),
        (3, "9"),
        (4, "11"),
        (5, "401"),
    ] {
        let mut fields: Vec<&str> = found.trim_end().split(' ').collect();
        fields[field] = value;
        let invalid = fields.join(" ");
        folder.write(
            "other.progress",
            [lines[0], lines[1], &invalid, "\n"].concat(),
        );
        assert_eq!(
            bad("1.progress other.progress 3.progress"),
            format!(
                "error: other.progress: line 3: expected the number of a game and a puzzle, found \
                 {invalid:?}\n"
            )
        );
    }
    let seed = puzzles.replace("--seed 5", "--seed 6");
    let line = format!("{seed} --games 20 --shard 2/3 --progress another.progress");
    assert_eq!(run(&folder, &line).good(), "");
    let set_up = "four-shapes-puzzles-progress 2 rules 5,4,4 2 g";
    assert_eq!(
        bad("1.progress another.progress 3.progress"),
        format!(
            "error: another.progress: has another set-up than 1.progress: {set_up} seed 6 table-mb \
             1 instead of {set_up} seed 5 table-mb 1\n"
        )
    );
    assert!(!folder.files().contains(&"x.bin".to_owned()));
}

#[test]
fn invalid_arguments_are_reported() {
    let folder = Folder::new("shards-arguments");
    for (line, message) in [
        (
            "tournament --players random,random --seed 1 --save x --shard 5/4",
            "invalid value '5/4' for '--shard <K/N>': must be K/N, with N from 1 to 100000 and K \
             from 1 to N",
        ),
        (
            "tournament --players random,random --save x --shard 1/4",
            "--shard: add --seed, the same for all shards",
        ),
        (
            "tournament --players random,random --seed 1 --shard 1/4",
            "--save <FILE>",
        ),
        (
            "tournament --players random,random --seed 1 --save x --shard 1/4 --format csv",
            "'--shard <K/N>' cannot be used with '--format <FORMAT>'",
        ),
        (
            "tournament --merge x --shard 1/4",
            "'--merge <FILES>...' cannot be used with '--shard <K/N>'",
        ),
        (
            "tournament --players random,random --merge x",
            "'--players <PLAYERS>' cannot be used with '--merge <FILES>...'",
        ),
        ("book --shard 1/4", "--progress <FILE>"),
        ("book --shard 1/4 --progress x --out y", "'--out <FILE>'"),
        ("book --merge x", "--out <FILE>"),
        ("book --out y --merge x --plies 3", "'--plies <N>'"),
        ("puzzles --shard 1/4 --progress x", "--games <N>"),
        ("puzzles --shard 1/4 --games 4", "--progress <FILE>"),
        ("puzzles --games 4 --out y", "--shard <K/N>"),
        ("puzzles --out y --merge x --seed 3", "'--seed <N>'"),
    ] {
        let error = run(&folder, line).bad(2);
        assert!(error.contains(message), "{line}: {error}");
    }
    assert!(folder.files().is_empty());
}
