//! Tests of the workflows. What they run on GitHub is what `cargo xtask test` runs.

use crate::{MORE, TESTS, run::root};
use std::fs;

/// How the commands begin that are no steps of `cargo xtask test`, and why they are none.
const OTHERS: [(&str, &str); 12] = [
    (
        "cargo xtask test portable",
        "for macOS and Windows; the step rust has the same tests",
    ),
    (
        "cargo xtask test more",
        "tests that take longer than those before a change lands",
    ),
    ("cargo xtask build", "the step page begins with it"),
    (
        "tools/pack.sh page",
        "the step release runs it, with another version",
    ),
    (
        "tools/pack.sh four",
        "the step release runs it, with an unoptimized program",
    ),
    (
        "cargo build --locked --release --target",
        "optimizing takes minutes, and other systems are needed",
    ),
    ("rustup target add", "other systems"),
    ("mkdir release && node tools/changelog.mjs", "needs a tag"),
    ("for file in", "publishes"),
    ("echo \"hash=", "hands over to another job"),
    ("echo \"tag=", "needs tags"),
    ("test \"$(find dist", "is handed over by another job"),
];

/// Returns the files of the workflows and their actions, with their contents.
fn files() -> Vec<(String, String)> {
    let folders = [".github/workflows", ".github/actions/cargo-cache"];
    let entries = folders.map(|folder| fs::read_dir(root().join(folder)).unwrap());
    let read = |entry: fs::DirEntry| {
        let text = fs::read_to_string(entry.path()).unwrap();
        (entry.path().display().to_string(), text)
    };
    let entries = entries.into_iter().flatten();
    entries.map(|entry| read(entry.unwrap())).collect()
}

/// Returns the values of a key; of a text of several lines, the first line.
fn values<'a>(text: &'a str, key: &str) -> Vec<&'a str> {
    let mut lines = text.lines().map(|line| line.trim_start_matches(['-', ' ']));
    let mut values = Vec::new();
    while let Some(line) = lines.next() {
        let value = line.strip_prefix(key).and_then(|it| it.strip_prefix(": "));
        match value {
            Some("|") => values.extend(lines.next()),
            value => values.extend(value),
        }
    }
    values
}

#[test]
fn workflows_run_what_the_tests_run() {
    let files = files();
    let commands: Vec<_> = files
        .iter()
        .flat_map(|(file, text)| values(text, "run").into_iter().map(move |it| (file, it)))
        .collect();
    assert!(commands.len() > 5, "{commands:?}");
    for (file, command) in &commands {
        let step = command.strip_prefix("cargo xtask test ");
        let mut steps = TESTS.iter().chain(&MORE);
        let is_step = step.is_some_and(|step| steps.any(|(name, _)| *name == step));
        let is_other = OTHERS.iter().any(|(start, _)| command.starts_with(start));
        assert!(
            *command == ".ci/run" || is_step || is_other,
            "{file}: `cargo xtask test` does not run: {command}"
        );
    }
    for (start, _) in OTHERS {
        let is_used = commands
            .iter()
            .any(|(_, command)| command.starts_with(start));
        assert!(is_used, "no workflow runs {start}");
    }
    let ci = fs::read_to_string(root().join(".ci/run")).unwrap();
    assert!(ci.ends_with("\nexec cargo xtask test\n"));
}

/// Whatever else fails, a page that passes its tests is published.
#[test]
fn publishing_needs_only_the_job_with_all_tests() {
    let ci = fs::read_to_string(root().join(".github/workflows/ci.yml")).unwrap();
    let job = |name: &str| ci.split(&format!("\n  {name}:\n")).nth(1).unwrap();
    assert_eq!(values(job("publish"), "needs"), ["test"]);
    assert!(values(job("test"), "run").starts_with(&[".ci/run"]));
}

#[test]
fn the_pinned_rust_is_the_oldest_that_the_programs_support() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let toolchain = fs::read_to_string(root().join("rust-toolchain.toml")).unwrap();
    let quoted = |text: &str, key: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(key));
        line.unwrap().trim_matches('"').to_owned()
    };
    let oldest = quoted(&manifest, "rust-version = ");
    assert_eq!(quoted(&toolchain, "channel = "), format!("{oldest}.0"));
}

#[test]
fn actions_are_pinned_by_commit_and_name_their_version() {
    let files = files();
    let actions = files.iter().flat_map(|(_, text)| values(text, "uses"));
    // Without the actions of this repository.
    let actions: Vec<_> = actions.filter(|action| !action.starts_with("./")).collect();
    assert!(actions.len() > 5, "{actions:?}");
    for action in actions {
        let (_, pin) = action.split_once('@').unwrap();
        let (commit, version) = pin.split_once(" # v").unwrap_or((pin, ""));
        let is_commit = commit.len() == 40 && commit.chars().all(|c| c.is_ascii_hexdigit());
        assert!(is_commit && !version.is_empty(), "{action}");
    }
}
