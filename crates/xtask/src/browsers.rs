//! The browsers that the page is tested in.

use crate::{
    debian,
    run::{self, Result},
    tools,
};
use std::env;

/// The variable that tells the tests where their browsers are from.
pub(crate) const SOURCE: &str = "FOUR_SHAPES_BROWSERS";

/// The value of [`SOURCE`] for Debian's packages.
pub(crate) const DEBIAN: &str = "debian";

/// What Debian calls the browsers, and a program that each brings.
const PACKAGES: [debian::Package; 4] = [
    ("chromium", "/usr/bin/chromium"),
    ("firefox-esr", "/usr/bin/firefox-esr"),
    ("webkit2gtk-driver", "/usr/bin/WebKitWebDriver"),
    ("xvfb", "/usr/bin/Xvfb"),
];

/// Installs the browsers and says where they are from: Debian's packages on
/// Debian, Playwright's own builds elsewhere.
pub(crate) fn install() -> Result<&'static str> {
    if debian::is_here() {
        debian::install("browsers", &PACKAGES, &["xauth"])?;
        return Ok(DEBIAN);
    }
    // Playwright itself knows which are missing, and the tests say how to install them.
    if !run::may_install() {
        return Ok("playwright");
    }
    let mut playwright = tools::node();
    playwright.args(["node_modules/@playwright/test/cli.js", "install"]);
    let mut how = "into its own folder, where they are missing";
    // The libraries that browsers need come from the system's packages, as root. On a
    // build machine there is no password to ask for.
    if cfg!(target_os = "linux") && env::var_os("CI").is_some() {
        playwright.arg("--with-deps");
        how = "into its own folder, and their libraries as root, where they are missing";
    }
    playwright.args(["chromium", "firefox", "webkit"]);
    run::install("Playwright's browsers", how, &mut [playwright])?;
    Ok("playwright")
}
