//! Packages of Debian, for what can't be installed into the project's own folder.

use crate::run::{Result, ask, install as install_with};
use std::{fs, path::Path, process::Command};

/// What Debian calls a package, and a program that it brings.
pub(crate) type Package = (&'static str, &'static str);

/// Whether this is Debian.
pub(crate) fn is_here() -> bool {
    system_is(&["ID=debian"])
}

/// Whether this is a system whose packages are called the same, as far as compilers go.
pub(crate) fn or_ubuntu_is_here() -> bool {
    system_is(&["ID=debian", "ID=ubuntu"])
}

fn system_is(names: &[&str]) -> bool {
    fs::read_to_string("/etc/os-release")
        .is_ok_and(|text| text.lines().any(|line| names.contains(&line)))
}

/// Installs those of the packages that are missing, and `more` with them. Runs apt-get as
/// root, with `sudo` where this program does not run as root.
pub(crate) fn install(what: &str, packages: &[Package], more: &[&str]) -> Result {
    let missing: Vec<&str> = packages
        .iter()
        .filter(|(_, program)| !Path::new(program).exists())
        .map(|(package, _)| *package)
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let root = ask(Command::new("id").arg("-u")).as_deref() == Some("0");
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
