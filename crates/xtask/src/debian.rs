//! Debian packages, for tools that can't be installed into the project's folder.

use crate::run::{Result, install as install_with, output};
use std::{fs, path::Path, process::Command};

/// A package and the path of a program that it contains.
pub(crate) type Package = (&'static str, &'static str);

/// Returns whether the system is Debian.
pub(crate) fn is_debian() -> bool {
    is_system(&["ID=debian"])
}

/// Returns whether the system is Debian or Ubuntu, whose compiler packages have the same names.
pub(crate) fn is_debian_or_ubuntu() -> bool {
    is_system(&["ID=debian", "ID=ubuntu"])
}

fn is_system(ids: &[&str]) -> bool {
    fs::read_to_string("/etc/os-release")
        .is_ok_and(|text| text.lines().any(|line| ids.contains(&line)))
}

/// Installs missing packages, and `more` with them. Runs apt-get as root, with `sudo` if
/// necessary.
pub(crate) fn install(what: &str, packages: &[Package], more: &[&str]) -> Result {
    let missing: Vec<&str> = packages
        .iter()
        .filter(|(_, program)| !Path::new(program).exists())
        .map(|(package, _)| *package)
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let root = output(Command::new("id").arg("-u")).as_deref() == Some("0");
    let apt = |arguments: &[&str]| {
        let mut command = Command::new(if root { "apt-get" } else { "sudo" });
        if !root {
            command.arg("apt-get");
        }
        command
            .args(arguments)
            .env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    let mut packages = vec!["install", "--yes", "--no-install-recommends"];
    packages.extend(more);
    packages.extend(missing);
    install_with(
        what,
        "as root, from the system's packages",
        &mut [apt(&["update"]), apt(&packages)],
    )
}
