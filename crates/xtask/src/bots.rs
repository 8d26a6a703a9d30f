//! The bots that people learn from, compiled from their sources.

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

/// The variable that tells the tests where the compiled bots are.
pub(crate) const FOLDER: &str = "FOUR_SHAPES_BOTS";

/// The page with two more bots in it.
const PAGE: &str = "docs/bots.md";

/// What Debian calls the compiler and the linker.
const PACKAGES: [debian::Package; 2] = [("clang", "/usr/bin/clang"), ("lld", "/usr/bin/wasm-ld")];

/// Compiles the bots into `target/bots`, as the page says that it is done; returns the
/// folder.
pub(crate) fn build() -> Result<PathBuf> {
    tools::install_wasm_target()?;
    if debian::or_ubuntu_is_here() {
        debian::install("a C compiler for WebAssembly", &PACKAGES, &[])?;
    }
    announce("Compiling bots in Rust and C into target/bots …");
    let folder = root().join("target/bots");
    let failed = |error| format!("{}: {error}", folder.display());
    // What an earlier run has left must not pass for what was compiled now.
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    fs::create_dir_all(&folder).map_err(failed)?;
    let page = root().join(PAGE);
    let page = fs::read_to_string(page).map_err(|error| format!("{PAGE}: {error}"))?;
    for (language, ending) in [("rust", "rs"), ("c", "c")] {
        let source = folder.join(format!("page-{language}.{ending}"));
        fs::write(&source, example(&page, language)?).map_err(failed)?;
        for (source, name) in [
            (
                root().join(format!("bots/{language}/bot.{ending}")),
                language,
            ),
            (source, &*format!("page-{language}")),
        ] {
            let command = command(&page, language)?;
            compile(&command, &source, &folder.join(format!("{name}.wasm")))?;
        }
    }
    Ok(folder)
}

/// The program on the page that is written in this language.
fn example<'a>(page: &'a str, language: &str) -> Result<&'a str> {
    let mut blocks = page.split("```").skip(1).step_by(2);
    let code = blocks.find_map(|block| block.strip_prefix(language)?.strip_prefix('\n'));
    code.ok_or_else(|| format!("{PAGE} has no program in {language}"))
}

/// How the page says that a bot in this language is compiled.
fn command(page: &str, language: &str) -> Result<Vec<String>> {
    let program = if language == "rust" {
        "rustc "
    } else {
        "clang "
    };
    let mut lines = page.lines().map(str::trim);
    let line = lines.find(|line| line.starts_with(program));
    let line = line.ok_or_else(|| format!("{PAGE} does not say how to compile {language}"))?;
    Ok(line.split_whitespace().map(ToOwned::to_owned).collect())
}

/// Compiles a source with a command of the page, in which the files are called `bot`.
fn compile(command: &[String], source: &Path, bot: &Path) -> Result {
    let [program, arguments @ ..] = command else {
        return Err("nothing to compile with".to_owned());
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
    fn the_page_has_a_program_and_a_command_of_each_language() {
        let page = fs::read_to_string(root().join(PAGE)).unwrap();
        for (language, source) in [("rust", "bot.rs"), ("c", "bot.c")] {
            assert!(
                example(&page, language)
                    .unwrap()
                    .contains("four_shapes_bot")
            );
            let command = command(&page, language).unwrap();
            assert_eq!(command.last().unwrap(), source);
            assert!(command.iter().any(|word| word == "bot.wasm"));
            // The example says the same, perhaps without the file's name.
            let path = root().join(format!("bots/{language}/{source}"));
            let file = fs::read_to_string(path).unwrap();
            let said = command.join(" ");
            let short = said.replace("-o bot.wasm ", "");
            assert!(file.contains(&said) || file.contains(&short), "{said}");
        }
        assert!(example(&page, "cobol").is_err());
        assert!(command("rustup\n", "rust").is_err());
    }
}
