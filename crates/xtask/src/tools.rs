//! The tools that build the page: found, or installed at the pinned versions.

use crate::run::{Result, announce, ask, root, run};
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
    Ok(command)
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
    announce("Adding the WebAssembly target …");
    run(Command::new("rustup")
        .current_dir(root())
        .args(["target", "add", WASM]))
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
    announce(&format!(
        "Installing Trunk {version} into target/tools (once; about 5 minutes on two cores) …"
    ));
    // Without optimisation it compiles in half the time and is quick enough.
    run(cargo()
        .args(["install", "trunk", "--version", &version, "--locked"])
        .args(["--debug", "--config", "profile.dev.debug=false"])
        .arg("--root")
        .arg(root().join("target/tools")))
}

/// The `wasm-bindgen` program, compiled from the workspace's own lock file: it
/// must have the very same version as the library.
fn install_wasm_bindgen() -> Result {
    let version = locked("wasm-bindgen")?;
    let tool = bin().join(program("wasm-bindgen"));
    let wanted = format!("wasm-bindgen {version}");
    if ask(Command::new(&tool).arg("--version")).as_deref() == Some(&*wanted) {
        return Ok(());
    }
    announce(&format!(
        "Building wasm-bindgen {version} into target/tools (once; about 1 minute) …"
    ));
    run(cargo()
        .args([
            "build",
            "--locked",
            "--package",
            "xtask",
            "--bin",
            "bindgen",
        ])
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
    announce("Installing the Node packages into e2e/node_modules …");
    run(npm()
        .current_dir(&folder)
        .args(["ci", "--no-audit", "--no-fund"]))?;
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
    announce(&format!(
        "Installing Lighthouse {version} into target/lighthouse …"
    ));
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    run(npm()
        .current_dir(folder)
        .args(["install", "--no-audit", "--no-fund", "--prefix", "."])
        .arg(format!("lighthouse@{version}")))
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

/// The version of a package in the lock file.
fn locked(package: &str) -> Result<String> {
    let lock = read("Cargo.lock")?;
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name).skip(1);
    lines
        .next()
        .and_then(|line| quoted(line.strip_prefix("version =")?))
        .ok_or_else(|| format!("Cargo.lock has no package {package}"))
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
        assert!(locked("wasm-bindgen").unwrap().starts_with("0.2."));
        assert!(locked("no-such-package").is_err());
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
}
