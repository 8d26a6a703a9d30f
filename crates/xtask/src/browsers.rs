//! The browsers that the page is tested in.

use crate::{
    run::{Result, announce, ask, run},
    tools,
};
use std::{env, fs, path::Path, process::Command};

/// The variable that tells the tests where their browsers are from.
pub(crate) const SOURCE: &str = "FOUR_SHAPES_BROWSERS";

/// The value of [`SOURCE`] for Debian's packages.
pub(crate) const DEBIAN: &str = "debian";

/// What Debian calls the browsers, and a program that each brings.
const PACKAGES: [(&str, &str); 4] = [
    ("chromium", "/usr/bin/chromium"),
    ("firefox-esr", "/usr/bin/firefox-esr"),
    ("webkit2gtk-driver", "/usr/bin/WebKitWebDriver"),
    ("xvfb", "/usr/bin/Xvfb"),
];

/// Installs the browsers and says where they are from: Debian's packages on
/// Debian, Playwright's own builds elsewhere.
pub(crate) fn install() -> Result<&'static str> {
    let debian = fs::read_to_string("/etc/os-release")
        .is_ok_and(|text| text.lines().any(|line| line == "ID=debian"));
    if debian {
        install_packages()?;
        return Ok(DEBIAN);
    }
    announce("Installing Playwright's browsers, where they are missing …");
    let mut playwright = tools::node();
    playwright.args(["node_modules/@playwright/test/cli.js", "install"]);
    // The libraries that browsers need come from the system and want its
    // password; on a build machine there is nobody to ask and nothing to lose.
    if cfg!(target_os = "linux") && env::var_os("CI").is_some() {
        playwright.arg("--with-deps");
    }
    run(playwright.args(["chromium", "firefox", "webkit"]))?;
    Ok("playwright")
}

fn install_packages() -> Result {
    let missing: Vec<&str> = PACKAGES
        .into_iter()
        .filter(|(_, program)| !Path::new(program).exists())
        .map(|(package, _)| package)
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    announce("Installing browsers from Debian's packages …");
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
    run(&mut apt(&["update"]))?;
    run(apt(&["install", "--yes", "--no-install-recommends", "xauth"]).args(missing))
}
