//! Running other programs and saying so.

use std::{
    io::ErrorKind,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::atomic::{AtomicBool, Ordering},
    time::Instant,
};

/// A failed command, as a sentence for the person who started it.
pub(crate) type Result<T = ()> = std::result::Result<T, String>;

/// The repository's top folder.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let top = here.ancestors().nth(2);
    top.expect("the package is two folders deep").to_owned()
}

/// Says what happens next.
pub(crate) fn announce(what: &str) {
    eprintln!("\n== {what}");
}

/// Set by `--no-install`.
static NO_INSTALL: AtomicBool = AtomicBool::new(false);

/// Makes [`install`] fail from now on.
pub(crate) fn forbid_installing() {
    NO_INSTALL.store(true, Ordering::Relaxed);
}

/// Whether [`install`] does anything.
pub(crate) fn may_install() -> bool {
    !NO_INSTALL.load(Ordering::Relaxed)
}

/// Installs what is missing with commands that download and run other people's programs.
/// Says first what (`"Trunk"`), how (`"into target/tools"`) and with which commands.
///
/// # Errors
/// Fails if a command does. After [`forbid_installing`] it runs none and names what is
/// missing.
pub(crate) fn install(what: &str, how: &str, commands: &mut [Command]) -> Result {
    if !may_install() {
        let lines: Vec<_> = commands.iter().map(line).collect();
        let lines = lines.join("\n  ");
        return Err(format!(
            "missing: {what}, to be installed {how} with\n  {lines}"
        ));
    }
    announce(&format!("Installing {what} {how} …"));
    commands.iter_mut().try_for_each(run)
}

/// Runs a command, shows it and how long it took, and fails if it does.
pub(crate) fn run(command: &mut Command) -> Result {
    let line = line(command);
    eprintln!("$ {line}");
    let start = Instant::now();
    match command.status() {
        Ok(status) if status.success() => {
            eprintln!("({} s)", start.elapsed().as_secs());
            Ok(())
        }
        Ok(status) => Err(format!("this failed ({status}): {line}")),
        Err(error) => Err(cannot_start(command, &error)),
    }
}

/// Runs a command out of sight; what it printed, or `None` if it is not there
/// or failed.
pub(crate) fn ask(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    output.status.success().then_some(text)
}

fn cannot_start(command: &Command, error: &std::io::Error) -> String {
    let program = command.get_program().to_string_lossy();
    let hint = match (error.kind(), &*program) {
        (ErrorKind::NotFound, "node" | "npm" | "npm.cmd") => "; install Node.js 20 or later",
        (ErrorKind::NotFound, "rustup") => "; install Rust with rustup (https://rustup.rs)",
        (ErrorKind::NotFound, "clang") => {
            "; install clang and lld (https://llvm.org; macOS: brew install llvm lld)"
        }
        (ErrorKind::NotFound, "sudo") => "; run the command below as root, then try again",
        _ => "",
    };
    let line = line(command);
    format!("{program} can't be started: {error}{hint}\n{line}")
}

/// A command as somebody would type it, from the top folder.
fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_installed_once_that_is_forbidden() {
        let mut commands = [Command::new("no-such-installer")];
        let error = install("a tool", "somehow", &mut commands).unwrap_err();
        assert!(error.contains("can't be started"), "{error}");
        forbid_installing();
        let error = install("a tool", "somehow", &mut commands).unwrap_err();
        assert!(error.starts_with("missing: a tool,"), "{error}");
        assert!(error.ends_with("\n  no-such-installer"), "{error}");
    }
}
