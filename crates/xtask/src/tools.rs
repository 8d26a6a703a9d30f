//! The tools that build the page: found, or installed at the pinned versions.

use crate::run::{self, Result, announce, ask, root, run};
use std::{
    env,
    ffi::{OsStr, OsString},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The target that the page is compiled for.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// Installs whatever building the page needs.
pub(crate) fn install() -> Result {
    install_trunk()?;
    install_without_trunk()
}

/// What a WebAssembly module needs that is no page.
pub(crate) fn install_without_trunk() -> Result {
    install_wasm_target()?;
    install_wasm_bindgen()?;
    install_node_packages()
}

/// The cargo that runs this program.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Node, in the folder of the browser tests.
pub(crate) fn node() -> Command {
    let mut command = Command::new("node");
    command.current_dir(root().join("e2e"));
    command
}

/// Trunk, with the other tools on its path.
pub(crate) fn trunk() -> Result<Command> {
    let mut command = with_tools(find_trunk().unwrap_or_else(|| "trunk".into()))?;
    // Trunk 0.21 takes only `true` and `false` from this variable, others set 1.
    command.env_remove("NO_COLOR");
    // Keeps the builder's home folder out of the page, in which panic messages name source
    // files, and so lets every machine build the same bytes.
    if let Some(cargo) = cargo_home() {
        let mut flag = OsString::from("--remap-path-prefix=");
        flag.push(cargo);
        flag.push("=/cargo");
        command.env("CARGO_ENCODED_RUSTFLAGS", flag);
    }
    Ok(command)
}

/// Trunk, to build the page for others: split at its lazy functions. The variable lets
/// `build.rs` prepare the program and says where our wasm-bindgen leaves the parts for
/// `tools/finish.mjs`.
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

/// Where cargo keeps the sources of dependencies.
fn cargo_home() -> Option<PathBuf> {
    let set = env::var_os("CARGO_HOME").map(PathBuf::from);
    set.or_else(|| Some(env::home_dir()?.join(".cargo")))
}

/// A program with our tools on the path on which it is looked for.
pub(crate) fn with_tools(program: impl AsRef<OsStr>) -> Result<Command> {
    let path = env::var_os("PATH").unwrap_or_default();
    let ours = [bin(), root().join("e2e/node_modules/.bin")];
    let path = env::join_paths(ours.into_iter().chain(env::split_paths(&path)))
        .map_err(|error| format!("PATH: {error}"))?;
    let mut command = Command::new(program);
    command.current_dir(root()).env("PATH", path);
    Ok(command)
}

/// The target for WebAssembly. rustup adds it by itself from
/// `rust-toolchain.toml`, unless it has been told not to.
pub(crate) fn install_wasm_target() -> Result {
    let mut rustc = Command::new("rustc");
    rustc.current_dir(root());
    let folder = ask(rustc.args(["--print", "target-libdir", "--target", WASM]));
    if folder.is_some_and(|folder| Path::new(&folder).is_dir()) {
        return Ok(());
    }
    let mut rustup = Command::new("rustup");
    rustup.current_dir(root()).args(["target", "add", WASM]);
    run::install("Rust's WebAssembly target", "with rustup", &mut [rustup])
}

/// Where the tools go that are installed for this project only.
fn bin() -> PathBuf {
    root().join("target/tools/bin")
}

fn program(name: &str) -> OsString {
    format!("{name}{}", env::consts::EXE_SUFFIX).into()
}

/// Trunk at the pinned version: the project's own or the user's.
fn find_trunk() -> Option<OsString> {
    let wanted = format!("trunk {}", pinned("trunk").ok()?);
    let places = [bin().join(program("trunk")).into(), program("trunk")];
    places
        .into_iter()
        .find(|place| ask(Command::new(place).arg("--version")).as_deref() == Some(&*wanted))
}

fn install_trunk() -> Result {
    if find_trunk().is_some() {
        return Ok(());
    }
    let version = pinned("trunk")?;
    // Without optimisation it compiles in half the time and is quick enough.
    let mut install = cargo();
    install
        .args(["install", "trunk", "--version", &version, "--locked"])
        .args(["--debug", "--config", "profile.dev.debug=false"])
        .arg("--root")
        .arg(root().join("target/tools"));
    let how = "into target/tools (once; about 4 minutes on two cores)";
    run::install(&format!("Trunk {version}"), how, &mut [install])
}

/// The `wasm-bindgen` program, compiled from the workspace's own lock file: it
/// must have the very same version as the library.
fn install_wasm_bindgen() -> Result {
    let tool = bin().join(program("wasm-bindgen"));
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
    fs::create_dir_all(bin())
        .and_then(|()| fs::copy(&built, &tool))
        .map(|_| ())
        .map_err(|error| format!("{} can't be copied: {error}", built.display()))
}

/// wasm-opt, the browser tests' packages and the little web server.
fn install_node_packages() -> Result {
    let folder = root().join("e2e");
    let read = |name: &str| fs::read(folder.join(name)).ok();
    // A copy of the lock file that the packages were installed from.
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
        .map_err(|error| format!("{stamp} can't be written: {error}"))
}

/// Lighthouse at the pinned version: too large for everybody who runs the tests.
pub(crate) fn install_lighthouse(folder: &Path) -> Result {
    let version = pinned("lighthouse")?;
    let manifest = folder.join("node_modules/lighthouse/package.json");
    let wanted = format!("\"version\": \"{version}\"");
    if fs::read_to_string(&manifest).is_ok_and(|text| text.contains(&wanted)) {
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

fn npm() -> Command {
    Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
}

/// The version of a tool in `[workspace.metadata.tools]`.
fn pinned(tool: &str) -> Result<String> {
    let manifest = read("Cargo.toml")?;
    let table = manifest.split("[workspace.metadata.tools]").nth(1);
    let mut lines = table.unwrap_or_default().lines();
    lines
        .find_map(|line| quoted(line.strip_prefix(tool)?.trim_start().strip_prefix('=')?))
        .ok_or_else(|| format!("Cargo.toml pins no version of {tool}"))
}

fn quoted(text: &str) -> Option<String> {
    text.split('"').nth(1).map(ToOwned::to_owned)
}

fn read(name: &str) -> Result<String> {
    fs::read_to_string(root().join(name)).map_err(|error| format!("{name} can't be read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found() {
        assert!(pinned("trunk").unwrap().starts_with("0.21."));
        assert!(pinned("nothing").is_err());
    }

    #[test]
    fn the_same_version_is_pinned_wherever_one_is_named() {
        let trunk = read("Trunk.toml").unwrap();
        let wanted = pinned("trunk").unwrap();
        assert!(trunk.contains(&format!("trunk-version = \">={wanted},")));

        let packages = read("e2e/package.json").unwrap();
        let line = packages.lines().find(|line| line.contains("\"binaryen\""));
        let version = line.unwrap().split('"').nth(3).unwrap();
        let major = version.split('.').next().unwrap();
        assert!(trunk.contains(&format!("wasm_opt = \"version_{major}\"")));
    }

    #[test]
    fn workflows_pin_actions_by_commit_and_name_the_version() {
        let mut uses = 0;
        for file in fs::read_dir(root().join(".github/workflows")).unwrap() {
            let path = file.unwrap().path();
            let text = fs::read_to_string(&path).unwrap();
            for line in text.lines() {
                let Some((_, action)) = line.split_once("uses: ") else {
                    continue;
                };
                let (_, pin) = action.split_once('@').unwrap();
                let (commit, version) = pin.split_once(" # v").unwrap_or((pin, ""));
                let is_commit = commit.len() == 40 && commit.chars().all(|c| c.is_ascii_hexdigit());
                assert!(is_commit && !version.is_empty(), "{path:?}: {line}");
                uses += 1;
            }
        }
        assert!(uses > 5);
    }
}
