//! `four tournament`.

use crate::support::{Folder, Run};
use std::collections::BTreeSet;

/// Runs the program; no-break spaces stand for spaces inside a word.
fn run(folder: &Folder, line: &str) -> Run {
    let words = line.split_ascii_whitespace();
    let arguments: Vec<String> = words.map(|word| word.replace('\u{a0}', " ")).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    folder.run(&arguments, "")
}

/// Returns the games without times, which differ from run to run.
fn games(text: &str) -> Vec<String> {
    let game = |line: &str| line.split(' ').take(3).collect::<Vec<_>>().join(" ");
    text.lines().map(game).collect()
}

const PLAYERS: &str = "tournament --players random,level:1,lookahead:2 --games 40 --openings 2";

#[test]
fn games_are_independent_of_threads() {
    let folder = Folder::new("tournament-threads");
    let of = |threads| {
        let line = format!("{PLAYERS} --seed 3 --format games --threads {threads}");
        games(&run(&folder, &line).good())
    };
    let one = of(1);
    assert_eq!(one.len(), 120);
    assert_eq!(of(3), one);
    // Another seed gives other games.
    let line = format!("{PLAYERS} --seed 4 --format games");
    assert_ne!(games(&run(&folder, &line).good()), one);
}

#[test]
fn output_has_times_only_on_request() {
    let folder = Folder::new("tournament-reports");
    let mut seen = BTreeSet::new();
    for format in ["table", "csv", "pairings", "json", "games"] {
        let of = |options: &str| {
            let line = format!("{PLAYERS} --seed 3 --format {format} {options}");
            run(&folder, &line).good()
        };
        let report = of("--threads 1");
        assert_eq!(of("--threads 3"), report);
        assert!(seen.insert(report.clone()), "{format}");
        // All formats except pairings have times.
        let longer = of("--times");
        assert_eq!(
            longer.len() > report.len(),
            format != "pairings",
            "{longer}"
        );
    }
    // The contents are tested in the engine.
    let table = run(&folder, &format!("{PLAYERS} --seed 3")).good();
    let begin = "7 × 6, 4 in a row, 3 players, round robin, 40 games per pairing, \
                 openings of 2 plies, seed 3\n";
    assert!(table.starts_with(begin), "{table}");
    let against = run(&folder, &format!("{PLAYERS} --seed 3 --against level:1")).good();
    assert!(against.contains(", all against level:1, 40 games per pairing"));
    // A random seed is printed and repeats the tournament.
    let any = run(&folder, PLAYERS);
    let chosen = any.err.strip_prefix("--seed ").expect("the seed").trim();
    let again = run(&folder, &format!("{PLAYERS} --seed {chosen}")).good();
    assert_eq!(any.out, again);
}

#[test]
fn single_game_is_the_game_of_the_tournament() {
    let folder = Folder::new("tournament-game");
    let line = format!("{PLAYERS} --seed 3 --format games");
    let all = run(&folder, &line).good();
    let listed: Vec<&str> = all.lines().nth(6).expect("a game").split(' ').collect();
    let one = run(&folder, &format!("{PLAYERS} --seed 3 --game 6"));
    assert_eq!(one.code, Some(0));
    assert_eq!(listed[0], "6");
    assert_eq!(one.out, format!("{}\n", listed[1]));
    assert_eq!(one.err, "random against level:1\n");
    let none = run(&folder, &format!("{PLAYERS} --seed 3 --game 120"));
    assert_eq!(none.code, Some(2));
    assert_eq!(none.err, "error: --game 120: must be from 0 to 119\n");
}

#[test]
fn setup_file_gives_the_same_tournament() {
    let folder = Folder::new("tournament-setup");
    let setup = run(&folder, &format!("{PLAYERS} --seed 3 --format setup")).good();
    folder.write("class.json", &setup);
    let direct = run(&folder, &format!("{PLAYERS} --seed 3 --format games")).good();
    let by_file = run(&folder, "tournament --setup class.json --format games").good();
    assert_eq!(games(&by_file), games(&direct));
    let both = run(&folder, "tournament --setup class.json --seed 4");
    assert_eq!(both.code, Some(2), "--seed conflicts with --setup");
}

#[test]
fn deterministic_players_do_not_repeat_their_games() {
    let folder = Folder::new("tournament-default-openings");
    folder.write("starts.txt", "4\n44\n");
    let setup = |options: &str| {
        let line = format!("tournament --format setup --seed 1 {options}");
        run(&folder, &line).good()
    };
    let (left, right) = ("lookahead:1:left", "lookahead:2:right");
    for (options, plies) in [
        (format!("--players {left},{right}"), 4),
        (format!("--players random,{left},{right}"), 4),
        (
            format!("--players random,{left},{right} --against {left}"),
            4,
        ),
        ("--players program:./a,program:./b".to_owned(), 4),
        (
            format!("--players {left},{right} --columns 3 --rows 3 --connect 3"),
            4,
        ),
        // Each game is another.
        (format!("--players {left},{right} --games 2"), 0),
        (format!("--players {left},{right} --start starts.txt"), 0),
        (
            format!("--players random,{left},{right} --against random"),
            0,
        ),
        (format!("--players random,{left}"), 0),
        ("--players level:1,level:2,lookahead:2".to_owned(), 0),
        (format!("--players {left},{right} --openings 0"), 0),
        (format!("--players {left},{right} --openings 7"), 7),
    ] {
        let setup = setup(&options);
        let opening = format!("\n  \"opening\": {plies},\n");
        assert!(setup.contains(&opening), "{options}: {setup}");
    }
    let line = format!("--players {left},{right} --games 20 --seed 1 --format games");
    let distinct = |options: &str| {
        let played = run(&folder, &format!("tournament {line} {options}")).good();
        let moves = played.lines().filter_map(|game| game.split(' ').nth(1));
        moves.collect::<BTreeSet<_>>().len()
    };
    assert_eq!(distinct("--openings 0"), 2);
    assert!(distinct("") >= 15);
    let line = format!("match {left} {right} --games 20 --seed 1");
    let heading = "7 × 6, 4 in a row, 20 games, openings of 4 plies, --seed 1\n";
    let out = run(&folder, &line).good();
    assert!(out.starts_with(heading), "{out}");
}

#[test]
fn games_start_in_the_positions_of_a_file() {
    let folder = Folder::new("tournament-starts");
    // Each is played from both sides.
    folder.write("starts.txt", "44\n7/7/7/7/3b3/2aba2 a 7,6,4 2 g\n4 4 4 5\n");
    let line = "tournament --players random,level:1 --start starts.txt --seed 3";
    let games = run(&folder, &format!("{line} --format games")).good();
    let moves: Vec<&str> = games
        .lines()
        .map(|line| line.split(' ').nth(1).expect("moves"))
        .collect();
    assert_eq!(moves.len(), 6, "{games}");
    let begin = |game: usize, length: usize| &moves[game][..length];
    assert_eq!([begin(0, 2), begin(1, 2)], ["44", "44"]);
    assert_eq!(begin(2, 4), begin(3, 4));
    assert!(["3454", "5434"].contains(&begin(2, 4)), "{games}");
    assert_eq!([begin(4, 4), begin(5, 4)], ["4445", "4445"]);
    // The setup has them.
    let setup = run(&folder, &format!("{line} --format setup")).good();
    assert!(setup.contains("\"version\": 2"), "{setup}");
    folder.write("setup.json", &setup);
    let again = run(&folder, "tournament --setup setup.json --format games").good();
    assert_eq!(again, games);
    let table = run(&folder, line).good();
    assert!(
        table.contains("6 games per pairing, 3 start positions, seed 3"),
        "{table}"
    );
    let more = run(&folder, &format!("{line} --games 8 --format games")).good();
    let eighth = more.lines().nth(7).expect("eight games");
    assert!(
        eighth.starts_with("7 44"),
        "from the first one again: {eighth}"
    );
}

#[test]
fn wrong_start_positions_are_named() {
    let folder = Folder::new("tournament-starts-wrong");
    let line = "tournament --players random,level:1 --start starts.txt --seed 3";
    for (text, error) in [
        (
            "44\n1212121\n",
            "error: starts.txt: line 2: the game is over\n",
        ),
        (
            "44\n7/7/7/7/3a3/3a3 b 7,6,4 2 g\n",
            "error: starts.txt: line 2: no sequence of moves leads to this position\n",
        ),
        (
            "44\n7/7/7/7/7/7/3a3 b 7,7,4 2 g\n",
            "error: starts.txt: line 2: the rules differ from those of the first position\n",
        ),
        ("", "error: starts.txt: the text is empty\n"),
    ] {
        folder.write("starts.txt", text);
        let refused = run(&folder, line);
        assert_eq!(refused.err, error, "{text}");
        assert_ne!(refused.code, Some(0));
    }
    folder.write("starts.txt", "44\n");
    let refused = run(&folder, &format!("{line} --columns 8"));
    assert_eq!(refused.code, Some(0), "moves are read by the options");
    folder.write("starts.txt", "7/7/7/7/3b3/3a3 a 7,6,4 2 g\n");
    let refused = run(&folder, &format!("{line} --columns 8"));
    let error = "error: --start: the rules of the game differ from the options\n";
    assert_eq!(refused.err, error);
}

/// Programs that play need a shell, and signals can be sent only on Unix.
#[cfg(unix)]
mod interrupted {
    use super::{games, run};
    use crate::support::{FOUR, Folder, output, wait_until};
    use std::{
        collections::BTreeSet,
        fs,
        process::{Command, Stdio},
    };

    /// A program that always plays column 4 after a delay, so that some dozens of games take a
    /// second on any machine.
    const SLOW: &str = "\
    while read line; do
        case $line in four-shapes*) echo ready;; choose) sleep 0.01; echo 4;; quit) exit;; esac
    done";

    #[test]
    fn killed_tournament_is_resumed() {
        let folder = Folder::new("tournament-kill");
        folder.write("slow.sh", SLOW);
        let players = "random,level:1,program:sh\u{a0}slow.sh";
        let line = format!(
            "tournament --players {players} --games 8 --move-time 60000 --seed 9 --threads 1 \
             --format games --save class.txt"
        );
        let whole = run(&folder, &line.replace("class", "whole")).good();
        // Killed after each saved game.
        let count = || fs::read_to_string(folder.path().join("class.txt"));
        let count = || count().map_or(0, |text| text.lines().count());
        let mut seen = 0;
        let mut kills = 0;
        loop {
            let arguments = line.split(' ').map(|word| word.replace('\u{a0}', " "));
            let mut child = Command::new(FOUR)
                .args(arguments)
                .current_dir(folder.path())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("the program starts");
            let mut ended = false;
            wait_until(&mut child, |child| {
                ended = child.try_wait().expect("a status").is_some();
                ended || count() > seen
            });
            child.kill().expect("a running program");
            child.wait().expect("an exit status");
            if ended {
                break;
            }
            assert!(count() > seen, "no saved games are lost");
            seen = count();
            kills += 1;
        }
        assert!(kills > 2, "{kills} kills");
        let resumed = run(&folder, &line).good();
        assert_eq!(games(&resumed), games(&whole));
        let table = |line: &str| {
            let line = line.replace("--format games", "");
            run(&folder, line.trim()).good()
        };
        assert_eq!(table(&line), table(&line.replace("class", "whole")));
        // Each game was saved once.
        let journal = folder.read("class.txt");
        let numbers: BTreeSet<&str> = journal
            .lines()
            .filter(|line| line.starts_with(|first: char| first.is_ascii_digit()))
            .map(|line| line.split(' ').next().unwrap_or_default())
            .collect();
        assert_eq!(numbers.len(), 24);
    }

    #[test]
    fn ctrl_c_reports_the_saved_games() {
        let folder = Folder::new("tournament-ctrl-c");
        // More games than anybody waits for.
        let line = "tournament --players level:4,level:5 --games 100000 --seed 1 --save class.txt";
        let mut child = Command::new(FOUR)
            .args(line.split(' '))
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // Signals are handled once a game is in the journal, after the 14 lines of the setup.
        let journal = folder.path().join("class.txt");
        let lines = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
        wait_until(&mut child, |child| {
            let ended = child.try_wait().expect("a status");
            assert_eq!(ended, None, "it has exited early");
            lines() >= 15
        });
        let pid = child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &pid]).status();
        assert!(sent.expect("the program kill").success());
        let ended = output(child);
        assert_eq!(ended.status.code(), Some(130));
        assert!(ended.stdout.is_empty());
        let err = String::from_utf8(ended.stderr).expect("UTF-8");
        let games = lines() - 14;
        let message = format!(
            "Games played: {games} of 100000. They are saved in class.txt; run the same \
             command again to continue.\n"
        );
        assert_eq!(err, message);
    }
}

#[test]
fn invalid_journals_are_rejected_and_unchanged() {
    let folder = Folder::new("tournament-journal");
    let line = format!("{PLAYERS} --seed 3 --save class.txt --format games --threads 1");
    let whole = run(&folder, &line).good();
    let journal = folder.read("class.txt");
    // Writing the last line was interrupted.
    folder.write("class.txt", &journal[..journal.len() - 5]);
    assert_eq!(games(&run(&folder, &line).good()), games(&whole));
    // The seed is in the journal.
    let without = format!("{PLAYERS} --save class.txt --format games");
    assert_eq!(games(&run(&folder, &without).good()), games(&whole));
    let invalid = journal.replacen("\n0 ", "\nx ", 1);
    for (text, error) in [
        (
            invalid.as_str(),
            "class.txt: line 16: “x” is not the number of a game in this tournament",
        ),
        ("my essay\n", "class.txt: not a saved tournament"),
        (
            "{\n}\n",
            "class.txt: not a saved tournament: line 1, character 1: format is missing",
        ),
        (
            journal.replace("\"3\"", "\"4\"").as_str(),
            "class.txt: has another set-up: \"seed\": \"4\" instead of \"seed\": \"3\"",
        ),
    ] {
        folder.write("class.txt", text);
        let run = run(&folder, &line);
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{}", run.err);
        assert_eq!(run.err, format!("error: {error}\n"));
        assert_eq!(folder.read("class.txt"), text, "the file is unchanged");
    }
}

#[test]
fn setup_starts_programs_only_if_allowed() {
    let folder = Folder::new("tournament-programs");
    let line = "tournament --players random,program:nothing-of-this-name --format setup";
    let setup = run(&folder, line).good();
    folder.write("class.json", &setup);
    let refused = run(&folder, "tournament --setup class.json");
    assert_eq!(refused.code, Some(2));
    let message = "error: --setup: starts the program “nothing-of-this-name”; allow this with \
                   --programs\n";
    assert_eq!(refused.err, message);
    // Printing the setup is allowed.
    let shown = run(&folder, "tournament --setup class.json --format setup").good();
    assert_eq!(shown, setup);
    let tried = run(
        &folder,
        "tournament --setup class.json --programs --save class.txt",
    );
    assert_eq!(tried.code, Some(1), "{}", tried.err);
    let message = "error: nothing-of-this-name: can't start the program: ";
    assert!(tried.err.starts_with(message), "{}", tried.err);
}

#[test]
fn missing_bot_is_reported_at_the_start() {
    let folder = Folder::new("tournament-missing");
    let line = "tournament --players random,random --format setup";
    let setup = run(&folder, line).good();
    let hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    let bot = format!("{{ \"bot\": \"{hash}\", \"name\": \"Ada\" }}");
    let computer = "{ \"computer\": \"random\" }";
    let setup = setup.replacen(computer, &format!("{computer},{computer},{bot}"), 1);
    folder.write("class.json", setup);
    let run = run(&folder, "tournament --setup class.json --format games");
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    let message = "error: the file for the bot “Ada” is missing; add it with --bots FILE\n";
    assert_eq!(run.err, message);
}

#[test]
fn invalid_tournaments_are_reported() {
    let folder = Folder::new("tournament-wrong");
    for (line, error) in [
        (
            "--players random",
            "a tournament has 2 to 64 players, not 1",
        ),
        (
            "--players random,level:9",
            "--players “level:9”: the number must be from 1 to 6",
        ),
        (
            "--players random,level:1 --against level:2",
            "--against level:2: not in --players",
        ),
        (
            "--players random,level:1 --openings 20 --columns 5 --rows 5",
            "plies per opening on this board must be from 0 to 12",
        ),
        (
            "--players random,level:1 --columns 99",
            "invalid value '99' for '--columns': must be at most 15",
        ),
    ] {
        let run = run(&folder, &format!("tournament {line}"));
        assert_eq!(run.code, Some(2), "{line}");
        assert_eq!(run.err, format!("error: {error}\n"));
        assert_eq!(run.out, "");
    }
    assert!(folder.files().is_empty());
}
