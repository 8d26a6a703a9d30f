//! The libraries, each by itself: Cargo unites the features of crates that are built together.

use crate::{
    run::{self, Result, announce, output, root, run},
    tools,
};
use std::{fs, process::Command};

/// A library that is for tests only: its dependencies don't exist for WebAssembly.
const FOR_TESTS: &str = "four-shapes-testing";

/// A library of the folder `crates`.
struct Library {
    name: String,
    features: Vec<String>,
    /// The oldest version of Rust that it supports, where that is not the workspace's.
    rust_version: Option<String>,
}

/// Checks each library for WebAssembly without features, with each one, and with all of them;
/// and those with a minimum version of Rust with that version.
pub(crate) fn test() -> Result {
    tools::install_wasm_target()?;
    announce("Checking each library with each of its features …");
    let libraries = libraries()?;
    for library in libraries.iter().filter(|library| library.name != FOR_TESTS) {
        for features in library.feature_sets() {
            run(tools::cargo()
                .args(["check", "--quiet", "--locked", "--lib"])
                .args(["--target", tools::WASM_TARGET, "--package", &library.name])
                .args(["--no-default-features", "--features", &features]))?;
        }
    }
    let version = libraries.iter().find_map(|it| it.rust_version.clone());
    let version = version.ok_or("no library has a minimum version of Rust")?;
    announce(&format!("Checking the libraries with Rust {version} …"));
    match install_rust(&version) {
        // Toolchains are not in the registries, the only places that some machines reach.
        Err(reason) if run::may_install() => {
            announce(&format!("Skipping Rust {version}: {reason}"));
            return Ok(());
        }
        installed => installed?,
    }
    let supported = libraries.iter().filter(|it| it.rust_version.is_some());
    run(Command::new("rustup")
        .current_dir(root())
        .args(["run", &version, "cargo", "check", "--quiet", "--locked"])
        .arg("--all-features")
        .args(supported.flat_map(|library| ["--package", &*library.name])))
}

fn install_rust(version: &str) -> Result {
    let mut rustc = Command::new("rustup");
    if output(rustc.args(["run", version, "rustc", "--version"])).is_some() {
        return Ok(());
    }
    let mut rustup = Command::new("rustup");
    rustup
        .args(["toolchain", "install", "--profile", "minimal"])
        .args(["--no-self-update", version]);
    run::install(&format!("Rust {version}"), "with rustup", &mut [rustup])
}

/// Returns the libraries, ordered by name.
fn libraries() -> Result<Vec<Library>> {
    let folder = root().join("crates");
    let failed = |error| format!("{}: {error}", folder.display());
    let mut libraries = Vec::new();
    for entry in fs::read_dir(&folder).map_err(failed)? {
        let package = entry.map_err(failed)?.path();
        if package.join("src/lib.rs").exists() {
            let manifest = fs::read_to_string(package.join("Cargo.toml")).map_err(failed)?;
            libraries.push(Library::read(&manifest));
        }
    }
    libraries.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(libraries)
}

impl Library {
    /// Reads a manifest of ours.
    fn read(manifest: &str) -> Self {
        let value = |key| {
            let mut lines = manifest.lines();
            let line = lines.find_map(|line| line.strip_prefix(key));
            line.map(|value| value.trim_matches('"').to_owned())
        };
        let features = manifest.split("[features]\n").nth(1).unwrap_or_default();
        let features = features.lines().take_while(|line| !line.starts_with('['));
        Self {
            name: value("name = ").unwrap_or_default(),
            features: features
                .filter_map(|line| line.split_once(" = ["))
                .map(|(name, _)| name.to_owned())
                .filter(|name| !name.starts_with('#') && name != "default")
                .collect(),
            rust_version: value("rust-version = "),
        }
    }

    /// Returns no features, each feature, and all of them, separated by commas.
    fn feature_sets(&self) -> Vec<String> {
        let mut sets = vec![String::new()];
        sets.extend(self.features.iter().cloned());
        if self.features.len() > 1 {
            sets.push(self.features.join(","));
        }
        sets
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_read_from_their_manifests() {
        let libraries = libraries().unwrap();
        let find = |name: &str| libraries.iter().find(|it| it.name == name);
        let rules = find("four-shapes-rules").unwrap();
        assert_eq!(rules.feature_sets(), ["", "serde"]);
        assert!(rules.rust_version.is_some());
        assert!(find("four-shapes-messages").unwrap().rust_version.is_none());
        assert!(find(FOR_TESTS).is_some());
        assert!(find("four-shapes-cli").is_none());

        let library =
            Library::read("[features]\n# a = [\na = []\nb = [\"c\"]\n\n[lints]\nd = []\n");
        assert_eq!(library.feature_sets(), ["", "a", "b", "a,b"]);
    }
}
