//! Bots and programs in the terminal: `four bot check`, and tournaments with them.

use crate::support::{Folder, Run};
use std::{fs, fs::File, path::Path};

fn run(folder: &Folder, line: &str) -> Run {
    let arguments: Vec<&str> = line.split_whitespace().collect();
    folder.run(&arguments, "")
}

/// Writes a bot from its text format.
fn assemble(folder: &Folder, name: &str, text: &str) {
    let bytes = wat::parse_str(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    folder.write(name, bytes);
}

/// A bot for 7 × 6 that plays random columns that are not full. `MORE` is replaced with more
/// definitions.
const ANY_COLUMN: &str = r#"(module
    (memory (export "memory") 1)
    (data (i32.const 100) "Any\00")
    ;; The heights of the columns from 1 to 7 are at the addresses 1 to 7.
    (global $state (mut i64) (i64.const 1))
    (func (export "four_shapes_bot") (result i32) i32.const 1)
    (func (export "name") (result i32) i32.const 100)
    (func (export "begin") (param i32 i32 i32 i32 i32)
        i32.const 1 i32.const 0 i32.const 7 memory.fill)
    (func (export "moved") (param i32)
        local.get 0 local.get 0 i32.load8_u i32.const 1 i32.add i32.store8)
    (func (export "choose") (result i32) (local i32)
        (loop $again
            (global.set $state
                (i64.add (i64.const 1442695040888963407)
                    (i64.mul (i64.const 6364136223846793005) (global.get $state))))
            (local.set 0
                (i32.add (i32.const 1)
                    (i32.wrap_i64
                        (i64.rem_u (i64.shr_u (global.get $state) (i64.const 33)) (i64.const 7)))))
            (br_if $again (i32.eq (i32.const 6) (i32.load8_u (local.get 0)))))
        local.get 0)
    MORE)"#;

/// Seeds the bot's random number generator.
const SEEDED: &str = r#"
    (func (export "seed") (param i64) local.get 0 global.set $state)"#;

fn any_column(more: &str) -> String {
    ANY_COLUMN.replace("MORE", more)
}

/// Returns the file of a bot for 7 × 6.
#[cfg(unix)]
pub(crate) fn bot() -> Vec<u8> {
    wat::parse_str(any_column(SEEDED)).expect("a bot")
}

/// Assembles the hostile bots. Returns their names and the expected results, which the first
/// line of each source states.
fn hostile(folder: &Folder) -> Vec<(String, String)> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots/hostile");
    let mut bots = Vec::new();
    for entry in fs::read_dir(sources).expect("the folder of hostile bots") {
        let path = entry.expect("a readable folder").path();
        if path.extension().is_none_or(|extension| extension != "wat") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a readable file");
        let comment = text
            .strip_prefix(";; ")
            .and_then(|text| text.split_once(':'));
        let (expected, _) = comment.expect("a first line with the result");
        let stem = path.file_stem().expect("a file name").to_string_lossy();
        assemble(folder, &format!("{stem}.wasm"), &text);
        bots.push((stem.into_owned(), expected.to_owned()));
    }
    assert!(bots.len() >= 20, "{bots:?}");
    bots
}

#[test]
fn hostile_bots_have_the_expected_results() {
    let folder = Folder::new("bots-hostile");
    for (bot, expected) in hostile(&folder) {
        // Filling the memory needs more instructions.
        let instructions = if bot == "memory" { 10_000_000 } else { 20_000 };
        // `stubborn` plays legal moves at first.
        let count = if bot == "stubborn" { 6 } else { 2 };
        let line = format!(
            "tournament --players {bot}.wasm,random --games {count} --seed 4 --format games \
             --threads 2 --instructions {instructions}"
        );
        let run = run(&folder, &line);
        let mut words = expected.split(' ');
        match (words.next(), words.next()) {
            (Some("refused"), None) => {
                let error = run.bad(1);
                assert!(
                    error.starts_with(&format!("error: {bot}.wasm: ")),
                    "{error}"
                );
            }
            (Some("forfeit"), Some(reason)) => {
                let out = run.good();
                let mut forfeits = 0;
                for (number, game) in out.lines().enumerate() {
                    // The bot moves first in every other game.
                    let forfeit = format!("{}!{reason}", number % 2 + 1);
                    let ending = game.split(' ').nth(2).expect("an ending");
                    if ending.starts_with(&forfeit) {
                        forfeits += 1;
                    } else {
                        assert_eq!(bot, "stubborn", "{game}");
                    }
                }
                assert!(forfeits > 0, "{bot}: {out}");
            }
            (Some("plays"), None) => {
                let out = run.good();
                assert_eq!(out.lines().count(), count);
                assert!(!out.contains("crash") && !out.contains("nonsense"), "{out}");
            }
            _ => panic!("{bot}: unknown result: {expected}"),
        }
    }
}

// `ulimit -v` limits memory only on Linux.
#[cfg(target_os = "linux")]
#[test]
fn only_bots_in_running_games_use_memory() {
    let folder = Folder::new("bots-memory");
    let mut names = Vec::new();
    for number in 0..16 {
        // Different bots, with 64 MB each.
        let text = any_column(&format!("(data (i32.const 200) \"{number}\")"));
        let text = text.replacen(
            "(memory (export \"memory\") 1)",
            "(memory (export \"memory\") 1024)",
            1,
        );
        assemble(&folder, &format!("{number}.wasm"), &text);
        names.push(format!("{number}.wasm"));
    }
    let line = format!(
        "ulimit -v 700000; four tournament --players {} --against 0.wasm --games 1 \
         --threads 1 --seed 1 --format games",
        names.join(",")
    );
    let out = folder.run_script(&line, "").good();
    assert_eq!(out.lines().count(), 15, "{out}");
    assert!(!out.contains("crash"), "{out}");
}

#[test]
fn check_reports_the_errors_of_hostile_bots() {
    let folder = Folder::new("bots-hostile-check");
    let all: Vec<String> = hostile(&folder).into_iter().map(|(bot, _)| bot).collect();
    for (bot, message) in [
        (
            "begin-loop",
            "Failed before the first game: it exceeded its limit of 200,000 instructions per call",
        ),
        (
            "bulk",
            "on its first move: it exceeded its limit of 20,000 instructions per move.",
        ),
        ("eight", "it chose 8, but columns are 1 to 7."),
        ("exports", "- The export begin is not a function."),
        (
            "far-name",
            "name: can't be read: the address is outside the bot's memory.",
        ),
        (
            "far-name",
            "author: can't be read: the text has no visible characters.",
        ),
        (
            "future",
            "returned interface version 2; only version 1 is supported.",
        ),
        (
            "huge",
            "- The initial memory is 4096.0 MB; the maximum is 64",
        ),
        (
            "imports",
            "imports env.fetch, wasi_snapshot_preview1.clock_time_get, but",
        ),
        ("largest", "it chose 2147483647, but columns are 1 to 7."),
        ("loop", "There may be an endless loop"),
        (
            "markup",
            "\nname: <img src=x onerror=alert(1)>[2J\nauthor: \u{fffd}\u{fffd} no text\n",
        ),
        ("negative", "it chose -1, but columns are 1 to 7."),
        ("outside", "it crashed. Common causes are"),
        ("recursion", "endless recursion."),
        (
            "start-loop",
            "Failed before the first game: it exceeded its limit of 200,000",
        ),
        ("stubborn", "it chose column 4, which is full."),
        ("table", "10000000 entries"),
        ("trap", "a division by zero"),
        ("zero", "They are counted from 1."),
    ] {
        assert!(all.iter().any(|name| name == bot), "{bot}");
        let run = run(
            &folder,
            &format!("bot check {bot}.wasm --instructions 20000 --seed 2"),
        );
        assert!(run.out.contains(message), "{bot}: {}", run.out);
        assert!(!run.out.contains(|c: char| c.is_control() && c != '\n'));
        assert_eq!(run.code, Some(1), "{bot}: {}", run.out);
        assert_eq!(run.err, "error: not ready for a tournament\n");
    }
    let run = run(&folder, "bot check memory.wasm --instructions 9000000");
    assert!(
        run.out
            .contains("after exceeding the memory limit of 64 MB."),
        "{}",
        run.out
    );
    assert!(
        run.out
            .contains("\nMemory: 64,576 KB (99 % of the limit).\n"),
        "{}",
        run.out
    );
}

#[test]
fn invalid_bot_files_are_reported() {
    let folder = Folder::new("bots-no-bots");
    folder.write("empty.wasm", "");
    folder.write("bot.py", "import sys\n");
    // A sparse file, which is rejected without being read.
    let large = File::create(folder.path().join("large.wasm")).expect("a new file");
    large.set_len(50 << 20).expect("a sparse file");
    folder.write("zip.wasm", b"PK\x03\x04....");
    for (file, message) in [
        (
            "empty.wasm",
            "The file is not a compiled WebAssembly module",
        ),
        ("bot.py", "The file is not a compiled WebAssembly module"),
        ("large.wasm", "The file is 50.0 MB; the maximum is 4 MB"),
        ("zip.wasm", "The file is not a compiled WebAssembly module"),
    ] {
        let checked = run(&folder, &format!("bot check {file}"));
        assert_eq!(checked.code, Some(1));
        let out = checked.out;
        assert!(
            out.starts_with(&format!("{file} is not a valid bot:\n- ")),
            "{out}"
        );
        assert!(out.contains(message), "{out}");
        let entered = run(&folder, &format!("tournament --players {file},random"));
        if file == "bot.py" {
            // Without the extension it is parsed as a computer player.
            assert!(entered.bad(2).contains("unknown computer player"));
        } else {
            assert!(entered.bad(1).contains(message));
        }
    }
    for (line, code, message) in [
        ("bot check none.wasm", 1, "error: none.wasm: "),
        ("bot check .", 1, "error: .: "),
        ("bot check", 2, "error: "),
        ("bot check a.wasm --program b", 2, "error: "),
        (
            "bot check empty.wasm --columns 99",
            2,
            "error: invalid value '99' for '--columns': must be at most 15",
        ),
        (
            "tournament --players none.wasm,random",
            1,
            "error: none.wasm: ",
        ),
        (
            "bot check --program /no/such/program",
            1,
            "error: --program: can't start the program: ",
        ),
    ] {
        let error = run(&folder, line).bad(code);
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn check_reports_a_valid_bot() {
    let folder = Folder::new("bots-good");
    assemble(&folder, "any.wasm", &any_column(SEEDED));
    let out = run(&folder, "bot check any.wasm --seed 3 --columns 7").good();
    let mut lines = out.lines();
    let mut next = || lines.next().unwrap_or_default();
    let size = fs::metadata(folder.path().join("any.wasm"))
        .expect("the file")
        .len();
    assert!(
        next().starts_with(&format!("any.wasm: {size} bytes, SHA-256 ")),
        "{out}"
    );
    assert_eq!(next(), "name: Any");
    assert!(next().starts_with("7 × 6, 4 in a row "), "{out}");
    // Skip the results on other boards, which the bot doesn't support.
    let mut next = lines.skip_while(|line| !line.starts_with("Instructions"));
    let mut next = || next.next().unwrap_or_default();
    assert!(next().ends_with("(1 % of the limit)."), "{out}");
    // `begin` executes three constants and a fill of seven bytes.
    assert_eq!(next(), "Instructions per call before a game: at most 4.");
    assert_eq!(next(), "Memory: 64 KB (1 % of the limit).");
    assert_eq!(next(), "The same seed gives the same game.");
    assert_eq!(next(), "Ready for a tournament.");
}

#[test]
fn forfeits_on_other_boards_are_allowed() {
    let folder = Folder::new("bots-boards");
    assemble(&folder, "any.wasm", &any_column(SEEDED));
    let out = run(&folder, "bot check any.wasm").good();
    // On 5 × 4 it eventually chooses column 6 or 7.
    assert!(out.contains("\n5 × 4, 3 in a row "), "{out}");
    assert!(out.contains("by forfeit\n- As "), "{out}");
    assert!(
        out.contains("To see the position: four board --style letters --columns "),
        "{out}"
    );
    let command = out
        .lines()
        .find_map(|line| line.trim().strip_prefix("To see the position: four "));
    run(&folder, command.expect("a command")).good();
    // Forfeits on the board that the options select are not allowed.
    let out = run(
        &folder,
        "bot check any.wasm --columns 5 --rows 4 --connect 3",
    );
    assert_eq!(out.code, Some(1));
}

/// Returns the games without times, which differ from run to run.
fn games(text: &str) -> Vec<String> {
    let game = |line: &str| line.split(' ').take(3).collect::<Vec<_>>().join(" ");
    text.lines().map(game).collect()
}

#[test]
fn bot_games_do_not_depend_on_the_number_of_threads() {
    let folder = Folder::new("bots-threads");
    assemble(&folder, "any.wasm", &any_column(SEEDED));
    assemble(&folder, "other.wasm", &any_column(""));
    let line = "tournament --players any.wasm,level:2,other.wasm --games 40 --openings 2 --seed 5";
    let of = |more: &str| games(&run(&folder, &format!("{line} --format games {more}")).good());
    let one = of("--threads 1");
    assert_eq!(one.len(), 120);
    assert_eq!(of("--threads 3"), one);
    let seventh = run(&folder, &format!("{line} --game 6"));
    let moves = one[6].split(' ').nth(1).expect("moves");
    assert_eq!((seventh.code, seventh.out), (Some(0), format!("{moves}\n")));
    // Labels use the names that the bots report.
    assert_eq!(seventh.err, "Any against level:2\n");
    // A setup identifies bots by hash.
    let setup = run(&folder, &format!("{line} --format setup")).good();
    assert!(setup.contains("\"name\": \"Any\""), "{setup}");
    folder.write("class.json", setup);
    let by_file = "tournament --setup class.json --format games";
    let both = run(&folder, &format!("{by_file} --bots other.wasm,any.wasm")).good();
    assert_eq!(games(&both), one);
    let missing = run(&folder, &format!("{by_file} --bots other.wasm"));
    let missing = missing.bad(2);
    assert_eq!(
        missing,
        "error: the file for the bot “Any” is missing; add it with --bots FILE\n"
    );
}

#[cfg(unix)]
mod programs {
    use super::*;

    /// Cycles through the columns, starting with one that depends on the seed.
    const SCRIPT: &str = r#"
        read hello; echo name Shell; echo author Nobody; echo ready
        while read word a b c d e f seed rest; do
            case "$word" in
                begin) column=$((${#seed} % 7));;
                choose) column=$(((column + 2) % 7)); echo $((column + 1));;
                quit) exit;;
            esac
        done"#;

    #[test]
    fn check_reports_a_valid_program() {
        let folder = Folder::new("programs-good");
        folder.write("bot.sh", SCRIPT);
        let check = ["bot", "check", "--rows", "15", "--program", "sh bot.sh"];
        let out = folder.run(&check, "").good();
        assert!(
            out.starts_with("sh bot.sh\nname: Shell\nauthor: Nobody\n7 × 15, 4 in a row"),
            "{out}"
        );
        assert!(out.contains("\nTime per move: "), "{out}");
        assert!(out.ends_with("Ready for a tournament.\n"), "{out}");
    }

    #[test]
    fn check_reports_the_errors_of_a_program() {
        let folder = Folder::new("programs-forfeits");
        for (choose, message) in [
            (
                "echo nine",
                "it wrote “nine” instead of the number of a column or cell.",
            ),
            ("echo 9", "it chose 9, but columns are 1 to 7."),
            (
                "echo Help >&2; exit 7",
                "it exited (exit status: 7).\nLast lines of its standard error:\n  | Help\n",
            ),
        ] {
            folder.write("bot.sh", SCRIPT.replace("echo $((column + 1))", choose));
            let check = ["bot", "check", "--program", "sh bot.sh"];
            let run = folder.run(&check, "");
            assert!(run.out.contains(message), "{}", run.out);
            assert!(run.out.contains("4 by forfeit"), "{}", run.out);
            assert_eq!(run.code, Some(1));
        }
        folder.write("bot.sh", "echo hello");
        let run = folder.run(&["bot", "check", "--program", "sh bot.sh"], "");
        assert!(
            run.out.contains("but it wrote “hello” instead of name …"),
            "{}",
            run.out
        );
        assert_eq!(run.code, Some(1));
    }

    #[test]
    fn programs_play_in_tournaments() {
        let folder = Folder::new("programs-tournament");
        folder.write("bot.sh", SCRIPT);
        folder.write("mute.sh", "read hello; echo ready; sleep 1000");
        let of = |players: &str, threads: &str| {
            let line = "tournament --games 8 --rows 15 --seed 2 --format games --move-time 2000";
            let mut arguments: Vec<&str> = line.split(' ').collect();
            arguments.extend(["--threads", threads, "--players", players]);
            games(&folder.run(&arguments, "").good())
        };
        let one = of("program:sh bot.sh,level:1", "1");
        assert_eq!(one.len(), 8);
        assert!(one.iter().all(|game| !game.contains('!')), "{one:?}");
        assert_eq!(of("program:sh bot.sh,level:1", "2"), one);
        let arguments = "tournament --games 2 --seed 2 --format games --move-time 50";
        let mut arguments: Vec<&str> = arguments.split(' ').collect();
        arguments.extend(["--players", "program:sh mute.sh,random"]);
        let mute = games(&folder.run(&arguments, "").good());
        assert!(
            mute[0].ends_with("1!overtime") && mute[1].ends_with("2!overtime"),
            "{mute:?}"
        );
        let arguments = [
            "tournament",
            "--seed",
            "1",
            "--players",
            "program:/no/such,random",
        ];
        let error = folder.run(&arguments, "").bad(1);
        assert!(
            error.starts_with("error: /no/such: can't start the program: "),
            "{error}"
        );
    }
}
