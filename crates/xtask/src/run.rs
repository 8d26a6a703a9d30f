//! Runs other programs and reports it.

use std::{
    io::ErrorKind,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::atomic::{AtomicBool, Ordering},
    time::Instant,
};

/// The result of a command, with an error message.
pub(crate) type Result<T = ()> = std::result::Result<T, String>;

/// Returns the root of the repository.
pub(crate) fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = package.ancestors().nth(2);
    root.expect("the package is two folders deep").to_owned()
}

/// Prints a heading for the next step.
pub(crate) fn announce(what: &str) {
    eprintln!("\n== {what}");
}

/// Set by `--no-install`.
static INSTALLATION_DISABLED: AtomicBool = AtomicBool::new(false);

/// Makes [`install`] fail from now on.
pub(crate) fn disable_installation() {
    INSTALLATION_DISABLED.store(true, Ordering::Relaxed);
}

/// Returns whether [`install`] runs commands.
pub(crate) fn may_install() -> bool {
    !INSTALLATION_DISABLED.load(Ordering::Relaxed)
}

/// Installs a missing tool (`"Trunk"`) in a way (`"into target/tools"`) with these commands,
/// and announces them first, since they download and run code.
///
/// # Errors
/// Returns an error if a command fails. After [`disable_installation`], runs no commands and
/// returns them in an error.
pub(crate) fn install(what: &str, how: &str, commands: &mut [Command]) -> Result {
    if !may_install() {
        let lines: Vec<_> = commands.iter().map(line).collect();
        let lines = lines.join("\n  ");
        return Err(format!("missing: {what}; to install {how}:\n  {lines}"));
    }
    announce(&format!("Installing {what} {how} …"));
    commands.iter_mut().try_for_each(run)
}

/// Runs a command, and prints it and its time.
pub(crate) fn run(command: &mut Command) -> Result {
    let line = line(command);
    eprintln!("$ {line}");
    let start = Instant::now();
    match command.status() {
        Ok(status) if status.success() => {
            eprintln!("({} s)", start.elapsed().as_secs());
            Ok(())
        }
        Ok(status) => Err(format!("command failed ({status}): {line}")),
        Err(error) => Err(start_error(command, &error)),
    }
}

/// Runs a command silently and returns its output, or `None` if it failed or was not found.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    output.status.success().then_some(text)
}

fn start_error(command: &Command, error: &std::io::Error) -> String {
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
    format!("can't start {program}: {error}{hint}\n{line}")
}

/// Formats a command for display.
fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disabled_installation_reports_the_commands() {
        let mut commands = [Command::new("no-such-installer")];
        let error = install("a tool", "somehow", &mut commands).unwrap_err();
        assert!(error.contains("can't start"), "{error}");
        disable_installation();
        let error = install("a tool", "somehow", &mut commands).unwrap_err();
        assert!(error.starts_with("missing: a tool;"), "{error}");
        assert!(error.ends_with("\n  no-such-installer"), "{error}");
    }
}
