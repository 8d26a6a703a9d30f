//! Compiles the example bots of the folder `bots` and of docs/bots.md.

use crate::{
    debian,
    run::{Result, announce, root, run},
    tools,
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The environment variable with the folder of the compiled bots, for tests.
pub(crate) const FOLDER_VARIABLE: &str = "FOUR_SHAPES_BOTS";

/// The documentation, with two more example bots and the commands that compile them.
const DOCS: &str = "docs/bots.md";

/// Debian's packages of the compiler and the linker.
const PACKAGES: [debian::Package; 2] = [("clang", "/usr/bin/clang"), ("lld", "/usr/bin/wasm-ld")];

/// Compiles the bots into `target/bots` with the documented commands, and returns the
/// folder.
pub(crate) fn build() -> Result<PathBuf> {
    tools::install_wasm_target()?;
    if debian::is_debian_or_ubuntu() {
        debian::install("a C compiler for WebAssembly", &PACKAGES, &[])?;
    }
    announce("Compiling bots in Rust and C into target/bots …");
    let folder = root().join("target/bots");
    let failed = |error| format!("{}: {error}", folder.display());
    // Delete bots from earlier runs.
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    fs::create_dir_all(&folder).map_err(failed)?;
    let docs = root().join(DOCS);
    let docs = fs::read_to_string(docs).map_err(|error| format!("{DOCS}: {error}"))?;
    for (language, extension) in [("rust", "rs"), ("c", "c")] {
        let source = folder.join(format!("page-{language}.{extension}"));
        fs::write(&source, example(&docs, language)?).map_err(failed)?;
        for (source, name) in [
            (
                root().join(format!("bots/{language}/bot.{extension}")),
                language,
            ),
            (source, &*format!("page-{language}")),
        ] {
            let command = command(&docs, language)?;
            compile(&command, &source, &folder.join(format!("{name}.wasm")))?;
        }
    }
    Ok(folder)
}

/// Returns the documentation's example in a language.
fn example<'a>(docs: &'a str, language: &str) -> Result<&'a str> {
    let mut blocks = docs.split("```").skip(1).step_by(2);
    let code = blocks.find_map(|block| block.strip_prefix(language)?.strip_prefix('\n'));
    code.ok_or_else(|| format!("{DOCS}: no example in {language}"))
}

/// Returns the documented command that compiles a bot in a language.
fn command(docs: &str, language: &str) -> Result<Vec<String>> {
    let program = if language == "rust" {
        "rustc "
    } else {
        "clang "
    };
    let mut lines = docs.lines().map(str::trim);
    let line = lines.find(|line| line.starts_with(program));
    let line = line.ok_or_else(|| format!("{DOCS}: no command for {language}"))?;
    Ok(line.split_whitespace().map(ToOwned::to_owned).collect())
}

/// Compiles a source file with a documented command, in which the files are named `bot`.
fn compile(command: &[String], source: &Path, bot: &Path) -> Result {
    let [program, arguments @ ..] = command else {
        return Err("empty command".to_owned());
    };
    let mut compiler = Command::new(program);
    compiler.current_dir(root());
    for argument in arguments {
        match &**argument {
            "bot.rs" | "bot.c" => compiler.arg(source),
            "bot.wasm" => compiler.arg(bot),
            other => compiler.arg(other),
        };
    }
    run(&mut compiler)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_has_an_example_and_a_command() {
        let docs = fs::read_to_string(root().join(DOCS)).unwrap();
        for (language, source) in [("rust", "bot.rs"), ("c", "bot.c")] {
            assert!(
                example(&docs, language)
                    .unwrap()
                    .contains("four_shapes_bot")
            );
            let command = command(&docs, language).unwrap();
            assert_eq!(command.last().unwrap(), source);
            assert!(command.iter().any(|word| word == "bot.wasm"));
            // The source file documents the same command, with or without `-o`.
            let path = root().join(format!("bots/{language}/{source}"));
            let file = fs::read_to_string(path).unwrap();
            let documented = command.join(" ");
            let short = documented.replace("-o bot.wasm ", "");
            assert!(
                file.contains(&documented) || file.contains(&short),
                "{documented}"
            );
        }
        assert!(example(&docs, "cobol").is_err());
        assert!(command("rustup\n", "rust").is_err());
    }
}
