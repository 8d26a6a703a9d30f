//! The files of `examples/scale`, with stand-ins for the schedulers.

use crate::support::{FOUR, Folder, Run};
use std::{
    env, fs,
    os::unix::fs::{PermissionsExt, symlink},
    path::{Path, PathBuf},
    process::Command,
};

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/scale")
}

/// Returns a folder with the jobs, their tournament shortened, and `programs` in `bin`.
fn folder(name: &str, programs: &[(&str, &str)]) -> Folder {
    let folder = Folder::new(name);
    fs::create_dir(folder.path().join("bin")).expect("a folder");
    for (program, script) in programs {
        let file = format!("bin/{program}");
        folder.write(&file, script);
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(folder.path().join(file), mode).expect("permissions");
    }
    if !programs.iter().any(|(program, _)| *program == "four") {
        symlink(FOUR, folder.path().join("bin/four")).expect("a link");
    }
    for job in ["tournament", "book"] {
        fs::create_dir(folder.path().join(job)).expect("a folder");
        for entry in fs::read_dir(examples().join(job)).expect("a job") {
            let entry = entry.expect("a file");
            let text = fs::read_to_string(entry.path()).expect("a text");
            let name = entry.file_name();
            let text = text.replace("\"games\": 400", "\"games\": 4");
            folder.write(&format!("{job}/{}", name.to_string_lossy()), text);
        }
    }
    folder
}

/// Runs a shell with these arguments, which finds the programs of the folder first.
fn shell(folder: &Folder, shell: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Run {
    let path = env::var("PATH").expect("a path");
    let path = format!("{}:{path}", folder.path().join("bin").display());
    let mut command = Command::new(shell);
    command.args(arguments).env("PATH", path);
    command.envs(variables.iter().copied());
    folder.run_command(command, "")
}

fn script(name: &str) -> String {
    examples().join(name).display().to_string()
}

/// The standings of the tournament in a single run.
fn standings(folder: &Folder) -> String {
    let setup = "tournament/setup.json";
    folder
        .run(&["tournament", "--format", "csv", "--setup", setup], "")
        .good()
}

#[test]
fn example_setup_is_as_the_program_writes_it() {
    let folder = Folder::new("scale-setup");
    let setup = script("tournament/setup.json");
    let printed = folder.run(&["tournament", "--format", "setup", "--setup", &setup], "");
    assert_eq!(printed.good(), fs::read_to_string(setup).expect("a setup"));
}

#[test]
fn tournament_job_passes_the_bots_next_to_it() {
    let folder = folder("scale-bots", &[]);
    let bot = r#"(module
        (memory (export "memory") 1)
        (func (export "four_shapes_bot") (result i32) i32.const 1)
        (func (export "begin") (param i32 i32 i32 i32 i32))
        (func (export "moved") (param i32))
        (func (export "choose") (result i32) i32.const 1))"#;
    let bot = wat::parse_str(bot).expect("a bot");
    folder.write("tournament/first.wasm", bot);
    let line = "tournament --players random,tournament/first.wasm --games 6 --seed 1";
    let words: Vec<&str> = line.split(' ').collect();
    let run = |more: &[&str]| folder.run(&[&words[..], more].concat(), "").good();
    folder.write("tournament/setup.json", run(&["--format", "setup"]));
    for shard in ["1", "2"] {
        assert_eq!(
            shell(&folder, "sh", &["tournament/shard.sh", shard, "2"], &[]).good(),
            ""
        );
    }
    let merged = shell(&folder, "sh", &["tournament/merge.sh", "2"], &[]).good();
    assert_eq!(merged, run(&["--format", "csv"]));
    assert_eq!(folder.read("standings.csv"), merged);
}

#[test]
fn book_job_computes_the_book_of_a_single_run() {
    // A smaller book.
    let options = "--columns 5 --rows 4 --plies 4";
    let four = format!(
        "#!/bin/sh\ncase \"$*\" in *--shard*) set -- \"$@\" {options};; esac\nexec '{FOUR}' \"$@\"\n"
    );
    let folder = folder("scale-book", &[("four", &four)]);
    for shard in ["1", "2"] {
        let run = shell(&folder, "sh", &["book/shard.sh", shard, "2"], &[]);
        assert_eq!(run.code, Some(0), "{}", run.err);
    }
    let run = shell(&folder, "sh", &["book/merge.sh", "2"], &[]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let line = format!("book --out whole.book --table-mb 1 {options}");
    let run = folder.run(&line.split(' ').collect::<Vec<_>>(), "");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(folder.same("7x6.book", "whole.book"));
}

#[test]
fn slurm_example_runs_the_shards() {
    let folder = folder(
        "scale-slurm",
        &[("srun", "#!/bin/sh\nshift\nexec \"$@\"\n")],
    );
    for number in ["1", "2"] {
        let variables = [
            ("SLURM_CPUS_PER_TASK", "1"),
            ("SLURM_ARRAY_TASK_ID", number),
            ("SLURM_ARRAY_TASK_COUNT", "2"),
        ];
        let task = shell(
            &folder,
            "bash",
            &[&script("slurm.sh"), "tournament"],
            &variables,
        );
        assert_eq!(task.good(), "");
    }
    let merged = shell(&folder, "sh", &["tournament/merge.sh", "2"], &[]).good();
    assert_eq!(merged, standings(&folder));
    // Those of another setup are refused.
    let setup = folder.read("tournament/setup.json");
    folder.write(
        "tournament/setup.json",
        setup.replace("\"seed\": \"7\"", "\"seed\": \"8\""),
    );
    let error = shell(&folder, "sh", &["tournament/merge.sh", "2"], &[]).bad(1);
    assert!(
        error.starts_with("error: shard-1.txt: has another set-up than "),
        "{error}"
    );
    assert_eq!(folder.read("standings.csv"), merged);
}

/// As GNU parallel with these options, on one machine: what the log has is not repeated.
const PARALLEL: &str = r#"#!/usr/bin/env bash
set -e
while [[ $1 != sh ]]; do
    if [[ $1 == --joblog ]]; then log=$2; fi
    shift
done
touch "$log"
while read -r number; do
    if ! grep -qx "$number" "$log"; then
        "${@//\{\}/$number}" < /dev/null
        echo "$number" >> "$log"
    fi
done
"#;

#[test]
fn parallel_example_keeps_jobs_apart() {
    let folder = folder("scale-parallel", &[("parallel", PARALLEL)]);
    let run = |shards: &str| {
        let run = shell(
            &folder,
            "bash",
            &[&script("parallel.sh"), "tournament", shards],
            &[],
        );
        assert_eq!(run.code, Some(0), "{}", run.err);
        run.out
    };
    let first = standings(&folder);
    assert_eq!(run("2"), first);
    assert_eq!(run("3"), first);
    // Another setup in the same folder.
    let setup = folder.read("tournament/setup.json");
    folder.write(
        "tournament/setup.json",
        setup.replace("\"seed\": \"7\"", "\"seed\": \"8\""),
    );
    let second = standings(&folder);
    assert_ne!(second, first);
    assert_eq!(run("2"), second);
    // And the first one again, whose shards are complete.
    folder.write("tournament/setup.json", setup);
    assert_eq!(run("2"), first);
    let folders = folder
        .files()
        .into_iter()
        .filter(|name| name.starts_with("four-shards-"));
    assert_eq!(folders.count(), 3);
}

#[test]
fn kubernetes_example_notices_failures() {
    let kubectl = "#!/bin/sh
echo \"$*\" >> calls
case $1 in
get) cat \"conditions-${2#job/}\";;
logs) echo standings;;
*) echo \"$1\";;
esac
";
    let run = |name: &str, [shards, merge]: [&str; 2]| {
        let folder = folder(
            name,
            &[
                ("kubectl", kubectl),
                (
                    "sleep",
                    "#!/bin/sh\necho Complete > conditions-four-shards\n",
                ),
            ],
        );
        for file in ["kubernetes.sh", "kubernetes.yaml", "kubernetes-merge.yaml"] {
            folder.write(file, fs::read(examples().join(file)).expect("an example"));
        }
        folder.write("conditions-four-shards", shards);
        folder.write("conditions-four-merge", merge);
        let run = shell(&folder, "bash", &["kubernetes.sh"], &[]);
        (run, folder.read("calls"))
    };
    // The shards are still running at first.
    let (complete, calls) = run("scale-complete", ["", "SuccessCriteriaMet Complete"]);
    assert_eq!((complete.code, &*complete.out), (Some(0), "standings\n"));
    let applied = calls.lines().filter(|call| call.starts_with("apply "));
    let applied: Vec<&str> = applied.collect();
    assert_eq!(
        applied,
        ["apply -f kubernetes.yaml", "apply -f kubernetes-merge.yaml"]
    );
    for (conditions, job) in [
        (["FailureTarget Failed", ""], "four-shards"),
        (["Complete", "Failed"], "four-merge"),
    ] {
        let (failed, calls) = run("scale-failed", conditions);
        assert_eq!((failed.code, &*failed.out), (Some(1), ""));
        assert!(
            failed.err.contains(&format!("The job {job} has failed.\n")),
            "{}",
            failed.err
        );
        assert!(calls.ends_with(&format!("describe job/{job}\n")), "{calls}");
    }
}
