//! The browsers that the page is tested in.

use crate::{
    debian,
    run::{Result, announce, run},
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
