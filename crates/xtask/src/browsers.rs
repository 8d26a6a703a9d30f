//! The browsers in which the page is tested.

use crate::{
    debian,
    run::{self, Result},
    tools,
};
use std::env;

/// The environment variable with the source of the browsers, for tests.
pub(crate) const SOURCE_VARIABLE: &str = "FOUR_SHAPES_BROWSERS";

/// The value of [`SOURCE_VARIABLE`] for Debian's packages.
pub(crate) const DEBIAN: &str = "debian";

/// Debian's packages of the browsers, each with one of its programs.
const PACKAGES: [debian::Package; 4] = [
    (
        "chromium-headless-shell",
        "/usr/bin/chromium-headless-shell",
    ),
    ("firefox-esr", "/usr/bin/firefox-esr"),
    ("webkit2gtk-driver", "/usr/bin/WebKitWebDriver"),
    ("xvfb", "/usr/bin/Xvfb"),
];

/// Installs the browsers and returns their source: Debian's packages on
/// Debian, Playwright's own builds elsewhere.
pub(crate) fn install() -> Result<&'static str> {
    if debian::is_debian() {
        debian::install("browsers", &PACKAGES, &["xauth"])?;
        return Ok(DEBIAN);
    }
    // Playwright knows which browsers are missing, and the tests report how to install them.
    if !run::may_install() {
        return Ok("playwright");
    }
    let mut playwright = tools::node();
    playwright.args(["node_modules/@playwright/test/cli.js", "install"]);
    let mut destination = "into its own folder, if missing";
    // The browsers' libraries are system packages, which are installed as root. On a build
    // machine this needs no password.
    if cfg!(target_os = "linux") && env::var_os("CI").is_some() {
        playwright.arg("--with-deps");
        destination = "into its own folder, and their libraries as root, if missing";
    }
    playwright.args(["chromium", "firefox", "webkit"]);
    run::install("Playwright's browsers", destination, &mut [playwright])?;
    Ok("playwright")
}
