//! Files that several programs write at the same time, and endless files.

use crate::support::{DATA, FOUR, Folder, output, wait_until};
use std::{
    collections::BTreeSet,
    io::Write,
    process::{Child, Command, Stdio},
};

/// Starts the program in a folder; its input is written later.
fn start(folder: &Folder, arguments: &[&str]) -> Child {
    let mut command = Command::new(FOUR);
    command
        .args(arguments)
        .current_dir(folder.path())
        .envs(folder.home())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Writes the input to all programs at once, waits until they exit, and returns their output.
fn all_at_once(mut children: Vec<Child>, typed: &str) -> Vec<String> {
    for child in &mut children {
        let mut stdin = child.stdin.take().expect("an input");
        stdin.write_all(typed.as_bytes()).expect("an open input");
    }
    let finish = |child| {
        let output = output(child);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert_eq!(
            (output.status.code(), &*text(&output.stderr)),
            (Some(0), "")
        );
        text(&output.stdout)
    };
    children.into_iter().map(finish).collect()
}

#[test]
fn fifty_simultaneous_wins_are_fifty_high_scores() {
    let folder = Folder::new("fifty-scores");
    // The list of each board size has ten entries.
    let names: Vec<String> = (0..50).map(|number| format!("Winner {number}")).collect();
    let game = |(number, name): (usize, &String)| {
        let (columns, names) = ((7 + number / 10).to_string(), format!("{name},Loser"));
        let style = ["play", "--style", "board-games", "--columns", &columns];
        start(&folder, &[&style[..], &["--names", &names]].concat())
    };
    let games = names.iter().enumerate().map(game).collect();
    all_at_once(games, "4\n3\n4\n3\n4\n3\n4\nquit\n");
    let scores = folder.run(&["scores"], "").good();
    let stored = scores.lines().filter_map(|line| line.split_once(". "));
    let stored: BTreeSet<&str> = stored
        .filter_map(|(_, rest)| rest.split_once(" in 4 own moves"))
        .map(|(name, _)| name)
        .collect();
    assert_eq!(
        stored,
        names.iter().map(String::as_str).collect(),
        "{scores}"
    );
    let left: Vec<String> = folder.files();
    assert_eq!(left, [DATA.split('/').next().expect("a folder")]);
    let data = folder.path().join(DATA).join("four-shapes");
    let mut left: Vec<_> = std::fs::read_dir(data)
        .expect("the file")
        .map(|entry| entry.expect("a readable folder").file_name())
        .collect();
    left.sort();
    assert_eq!(left, [".scores.json.lock", "scores.json"]);
}

#[test]
fn simultaneous_saves_never_replace_a_game() {
    let folder = Folder::new("saved-at-once");
    let games = (0..20).map(|_| start(&folder, &["play", "--style", "board-games"]));
    let outputs = all_at_once(games.collect(), "4\nsave\nquit\n");
    let count = |text: &str| {
        outputs
            .iter()
            .filter(|output| output.contains(text))
            .count()
    };
    assert_eq!(count("Saved to four-shapes-game.json.\n"), 1);
    let refused = "Not saved: four-shapes-game.json: the file already exists;";
    assert_eq!(count(refused), 19);
    folder
        .run(&["board", "--load", "four-shapes-game.json"], "")
        .good();
    assert_eq!(folder.files(), ["four-shapes-game.json"]);
}

#[test]
fn replaced_file_keeps_its_permissions() {
    let folder = Folder::new("permissions");
    let save = |typed: &str| {
        let play = ["play", "--style", "board-games"];
        folder.run(&play, typed).good();
    };
    save("save new.json\nsave mine.json\nquit\n");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let path = |name: &str| folder.path().join(name);
        let mode = |name: &str| {
            let metadata = path(name).metadata().expect("the file");
            metadata.permissions().mode() & 0o777
        };
        folder.write("usual", "");
        assert_eq!(mode("new.json"), mode("usual"));
        std::fs::set_permissions(path("mine.json"), PermissionsExt::from_mode(0o600))
            .expect("our own file");
        save("4\nload mine.json\nsave\nquit\n");
        assert_eq!(mode("mine.json"), 0o600);
    }
}

#[cfg(unix)]
#[test]
fn symbolic_links_stay_and_their_targets_are_written() {
    use std::{fs, os::unix::fs::symlink};

    let folder = Folder::new("links");
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("games")).expect("a folder");
    let link = |target: &str, name: &str| symlink(target, path(name)).expect("a link");
    let play = |typed: &str| {
        let play = ["play", "--style", "board-games"];
        folder.run(&play, typed).good()
    };
    // To a file, to nothing, and to a link to nothing.
    folder.write("games/old.json", "old");
    link("games/old.json", "old.json");
    link("games/new.json", "new.json");
    link("../new-again.json", "games/again.json");
    link("games/again.json", "again.json");
    // The name of a save without a name.
    link("games/usual.json", "four-shapes-game.json");
    play("4\nsave old.json\nsave new.json\nsave again.json\nquit\n");
    play("4\nsave\nquit\n");
    for file in [
        "games/old.json",
        "games/new.json",
        "new-again.json",
        "games/usual.json",
    ] {
        let metadata = fs::symlink_metadata(path(file)).expect("the target");
        assert!(metadata.is_file(), "{file}");
        assert!(folder.same(file, "games/old.json"), "{file}");
    }
    for name in [
        "old.json",
        "new.json",
        "again.json",
        "four-shapes-game.json",
    ] {
        assert!(path(name).is_symlink(), "{name}");
    }
    let again = play("5\nsave\nquit\n");
    assert!(again.contains("the file already exists"), "{again}");
    link("cycle", "cycle");
    let cycle = play("save cycle\nquit\n");
    assert!(cycle.contains("Not saved: cycle: "), "{cycle}");
    assert!(path("cycle").is_symlink());
}

#[test]
fn journal_is_locked() {
    let folder = Folder::new("one-journal");
    let line = "tournament --players level:5,level:6 --games 100000 --seed 1 --save class.txt";
    let arguments: Vec<&str> = line.split(' ').collect();
    let mut first = start(&folder, &arguments);
    let journal = folder.path().join("class.txt");
    wait_until(&mut first, |_| {
        journal.metadata().is_ok_and(|metadata| metadata.len() > 0)
    });
    let message = "error: class.txt: open in another program\n";
    let second = folder.run(&arguments, "");
    first.kill().expect("a running program");
    first.wait().expect("an exit status");
    assert_eq!(second.bad(1), message);
}

/// Every file is read up to a limit, which the error reports.
#[cfg(unix)]
#[test]
fn endless_files_are_rejected() {
    let folder = Folder::new("endless-files");
    let large = std::fs::File::create(folder.path().join("large.wasm")).expect("a file");
    large.set_len(100 << 30).expect("a sparse file");
    let read = "larger than ";
    let regular = "not a regular file\n";
    for (arguments, device, file) in [
        ("board --load FILE", read, read),
        ("play --load FILE", read, read),
        ("replay FILE", read, read),
        ("scores --scores FILE", read, read),
        ("tournament --setup FILE", read, read),
        (
            "tournament --players random,random --seed 1 --save FILE",
            regular,
            read,
        ),
        (
            "tournament --players random,random --save FILE",
            regular,
            read,
        ),
        ("tournament --players random,random --bots FILE", "", ""),
        ("book --check FILE", read, read),
        (
            "book --out x --plies 2 --columns 4 --rows 4 --table-mb 1 --progress FILE",
            regular,
            read,
        ),
    ] {
        for (name, message) in [
            ("/dev/zero", device),
            ("pipe", device),
            ("large.wasm", file),
        ] {
            let arguments = arguments.replace("FILE", name);
            // The pipe has an endless writer, and memory is limited where the shell can do it.
            let limit = if cfg!(target_os = "linux") {
                "ulimit -v 4000000"
            } else {
                ""
            };
            let script = format!(
                "rm -f pipe; mkfifo pipe; cat /dev/zero > pipe & {limit}
                 four {arguments}; code=$?; kill $!; exit $code"
            );
            let run = folder.run_script(&script, "");
            assert_eq!((run.code, &*run.out), (Some(1), ""), "{arguments}: {run:?}");
            let begin = format!("error: {name}: {message}");
            assert!(run.err.starts_with(&begin), "{arguments}: {}", run.err);
        }
    }
    // A conversation continues after the error.
    let out = folder
        .run(
            &["play", "--style", "board-games"],
            "load /dev/zero\nquit\n",
        )
        .good();
    assert!(out.contains("Not loaded: /dev/zero: larger than 1048576 bytes"));
}
