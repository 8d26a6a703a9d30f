//! Comparisons of the solver with the crate `connect-four-ai`, and with itself in WebAssembly.
//!
//! Code that needs this crate is in the separate workspace `bench`, since it depends on some
//! fifty crates.

use crate::{
    browsers,
    run::{Result, announce, root, run},
    tools,
};
use std::{path::Path, process::Command};

const MANIFEST: &str = "bench/Cargo.toml";
const MODULE: &str = "target/solver-wasm";
const PARTS: [&str; 3] = ["native", "wasm", "columns"];

/// The optimization level of wasm-opt: `-Oz` is a tenth slower and saves only 0.5 KB.
const WASM_OPT: &str = "-O3";

/// Runs the named parts of the benchmark, or all of them, with the options that follow.
pub(crate) fn bench(words: &[&str]) -> Result {
    let end = words.iter().position(|word| word.starts_with("--"));
    let (parts, options) = words.split_at(end.unwrap_or(words.len()));
    if parts == ["boards"] {
        return bench_boards(options);
    }
    if let Some(unknown) = parts.iter().find(|part| !PARTS.contains(part)) {
        let known = PARTS.join(", ");
        return Err(format!(
            "unknown part of the solver benchmark: {unknown}; parts are {known}, or boards alone"
        ));
    }
    let is_selected = |part: &str| parts.is_empty() || parts.contains(&part);
    if is_selected("native") {
        announce("Measuring the solver against connect-four-ai …");
        run(cargo("bench")
            .args(["--bench", "solver", "--"])
            .args(options))?;
    }
    let wasm_parts: Vec<_> = PARTS[1..].iter().filter(|part| is_selected(part)).collect();
    if wasm_parts.is_empty() {
        return Ok(());
    }
    if is_selected("columns") {
        // Its workers are measured too.
        crate::build(&[])?;
    }
    announce("Building the solver for WebAssembly …");
    tools::install_without_trunk()?;
    run(cargo("build").arg("--release"))?;
    build_module(&root().join(MODULE), &["--features", "bench"])?;
    let browsers = browsers::install()?;
    announce("Measuring the solver in WebAssembly …");
    run(tools::node()
        .arg("solver.mjs")
        .args(wasm_parts)
        .args(options)
        .env(browsers::SOURCE_VARIABLE, browsers))
}

/// Compares the terminal program, on positions of many boards, with other builds of it.
fn bench_boards(options: &[&str]) -> Result {
    tools::build_terminal_program()?;
    announce("Measuring the solver on many boards …");
    let program = root().join("target/release/four");
    run(cargo("run")
        .args(["--release", "--quiet", "--", "boards"])
        .args(options)
        .arg("--program")
        .arg(program.with_extension(std::env::consts::EXE_EXTENSION)))
}

/// Builds the module into a folder as Trunk builds the page, with the same profile.
pub(crate) fn build_module(folder: &Path, options: &[&str]) -> Result {
    let mut cargo = tools::cargo();
    tools::hide_home(&mut cargo);
    run(cargo
        .args([
            "build",
            "--locked",
            "--release",
            "--target",
            tools::WASM_TARGET,
        ])
        .args(["--package", "four-shapes-solver-wasm", "--target-dir"])
        .arg(root().join("target"))
        .args(options))?;
    let built = format!(
        "target/{}/release/four_shapes_solver_wasm.wasm",
        tools::WASM_TARGET
    );
    run(tools::with_tools("wasm-bindgen")?
        .args(["--target", "web", "--no-typescript", "--out-name", "solver"])
        .arg("--out-dir")
        .arg(folder)
        .arg(&built))?;
    let module = folder.join("solver_bg.wasm");
    run(tools::with_tools("wasm-opt")?
        .args([WASM_OPT, "--output"])
        .args([&module, &module]))
}

/// Tests the solver against the other one.
pub(crate) fn test() -> Result {
    announce("Testing the solver against connect-four-ai …");
    run(tools::cargo().args(["fmt", "--manifest-path", MANIFEST, "--check"]))?;
    run(cargo("clippy").args(["--all-targets", "--no-deps", "--", "-D", "warnings"]))?;
    run(&mut cargo("test"))
}

/// Returns a Cargo command for the workspace `bench`.
fn cargo(subcommand: &str) -> Command {
    let mut command = tools::cargo();
    command
        .args([
            subcommand,
            "--locked",
            "--manifest-path",
            MANIFEST,
            "--target-dir",
        ])
        .arg(root().join("target/bench"));
    command
}
