//! Feeding the engine's readers random text, guided by the code it reaches.
//!
//! The targets are in the layout of cargo-fuzz, but neither that program nor a
//! nightly Rust is needed: these are the flags it would set.

use crate::{
    run::{Result, announce, ask, root, run},
    tools,
};
use std::{env, ffi::OsString, fs, path::Path, process::Command};

/// Count which branches are taken and what is compared, and check as tests do.
const FLAGS: &str = "\
    -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares \
    --cfg fuzzing -Cdebug-assertions=on -Coverflow-checks=on";

/// Builds every target and runs one after the other, each for some seconds.
pub(crate) fn run_all(seconds: u32) -> Result {
    compiler()?;
    announce("Building the fuzz targets …");
    let mut rustc = Command::new("rustc");
    rustc.current_dir(root());
    // With a target named, the flags are not for build scripts.
    let host = ask(rustc.args(["--print", "host-tuple"])).ok_or("rustc can't be started")?;
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
                .map_err(|error| format!("{folder} can't be made: {error}"))?;
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
            .map_err(|error| format!("{target} can't be started: {error}"))?;
        // What it says is long, and only matters once it has found something.
        let said = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            eprintln!("{said}");
            return Err(format!(
                "{target} failed; the text that made it fail is in {artifacts}"
            ));
        }
        let count = said
            .lines()
            .find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
        eprintln!("{} texts, nothing found", count.unwrap_or("?").trim());
    }
    Ok(())
}

/// Makes sure that there is a compiler for libFuzzer, which is written in C++.
pub(crate) fn compiler() -> Result {
    let compiler = env::var_os("CXX").unwrap_or_else(|| OsString::from("c++"));
    match ask(Command::new(&compiler).arg("--version")) {
        Some(_) => Ok(()),
        None => Err(format!(
            "fuzzing needs a C++ compiler, and there is no {}; install g++ or clang",
            compiler.to_string_lossy()
        )),
    }
}

/// The names of the targets, in order.
fn targets() -> Result<Vec<String>> {
    let folder = root().join("fuzz/fuzz_targets");
    let error = |error| format!("{} can't be read: {error}", folder.display());
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
