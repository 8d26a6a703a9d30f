//! Fuzzes the engine's parsers with libFuzzer.
//!
//! The targets have the layout of cargo-fuzz, but need neither cargo-fuzz nor nightly Rust:
//! this module sets the same flags.

use crate::{
    run::{Result, announce, output, root, run},
    tools,
};
use std::{env, ffi::OsString, fs, path::Path, process::Command};

/// Compiler flags for coverage, traces of comparisons, and checks as in tests.
const FLAGS: &str = "\
    -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares \
    --cfg fuzzing -Cdebug-assertions=on -Coverflow-checks=on";

/// Builds all targets and runs each for a number of seconds.
pub(crate) fn run_all(seconds: u32) -> Result {
    require_cpp_compiler()?;
    announce("Building the fuzz targets …");
    let mut rustc = Command::new("rustc");
    rustc.current_dir(root());
    // With an explicit target, the flags don't apply to build scripts.
    let host = output(rustc.args(["--print", "host-tuple"])).ok_or("can't start rustc")?;
    let built = root().join("target/fuzz");
    run(tools::cargo()
        .args(["build", "--locked", "--release", "--manifest-path"])
        .args(["fuzz/Cargo.toml", "--target", &host, "--target-dir"])
        .arg(&built)
        .env("RUSTFLAGS", FLAGS)
        .env_remove("CARGO_ENCODED_RUSTFLAGS"))?;
    for target in targets()? {
        announce(&format!("Fuzzing {target} for {seconds} seconds …"));
        let program = format!("{host}/release/{target}{}", env::consts::EXE_SUFFIX);
        let corpus = format!("target/fuzz/corpus/{target}");
        let artifacts = format!("target/fuzz/artifacts/{target}/");
        for folder in [&corpus, &artifacts] {
            fs::create_dir_all(root().join(folder))
                .map_err(|error| format!("can't create {folder}: {error}"))?;
        }
        let mut command = Command::new(built.join(program));
        command
            .current_dir(root())
            .arg(format!("-max_total_time={seconds}"))
            .arg(format!("-artifact_prefix={artifacts}"))
            .args(["-dict=fuzz/words.dict", "-timeout=10", "-max_len=4096"])
            .args(["-verbosity=0", "-print_final_stats=1"])
            .args([corpus, format!("fuzz/seeds/{target}")]);
        let output = command
            .output()
            .map_err(|error| format!("can't start {target}: {error}"))?;
        // The log is long, and matters only after a failure.
        let log = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            eprintln!("{log}");
            return Err(format!(
                "{target} failed; the failing input is in {artifacts}"
            ));
        }
        let count = log
            .lines()
            .find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
        eprintln!("{} inputs, no failures", count.unwrap_or("?").trim());
    }
    Ok(())
}

/// Returns an error unless there is a C++ compiler, which libFuzzer needs.
pub(crate) fn require_cpp_compiler() -> Result {
    let compiler = env::var_os("CXX").unwrap_or_else(|| OsString::from("c++"));
    match output(Command::new(&compiler).arg("--version")) {
        Some(_) => Ok(()),
        None => Err(format!(
            "fuzzing needs a C++ compiler, but {} was not found; install g++ or clang",
            compiler.to_string_lossy()
        )),
    }
}

/// Returns the sorted names of the targets.
fn targets() -> Result<Vec<String>> {
    let folder = root().join("fuzz/fuzz_targets");
    let error = |error| format!("can't read {}: {error}", folder.display());
    let mut targets = Vec::new();
    for file in fs::read_dir(&folder).map_err(error)? {
        let name = file.map_err(error)?.file_name();
        let stem = Path::new(&name).file_stem().unwrap_or_default();
        targets.push(stem.to_string_lossy().into_owned());
    }
    targets.sort();
    Ok(targets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_target_is_built_and_has_seeds() {
        let manifest = fs::read_to_string(root().join("fuzz/Cargo.toml")).unwrap();
        let targets = targets().unwrap();
        assert!(targets.contains(&"record".to_owned()));
        for target in targets {
            assert!(manifest.contains(&format!("path = \"fuzz_targets/{target}.rs\"")));
            let seeds = root().join("fuzz/seeds").join(&target);
            assert!(fs::read_dir(seeds).unwrap().next().is_some());
        }
    }
}
