//! The `wasm-bindgen` program, at the version of the library in the workspace's lock file.
//! Trunk finds it on the path. It also splits a program at its lazy functions.

mod script;
mod split;

use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};
use wasm_bindgen_cli_support::Bindgen;

type Result<T = ()> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:?}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result {
    let args: Vec<String> = env::args().skip(1).collect();
    if args == ["--version"] {
        println!("wasm-bindgen {}", wasm_bindgen_shared::version());
        return Ok(());
    }
    let args = Args::parse(&args)?;
    let program = fs::read(&args.input)?;
    // The folder of the parts, set by `cargo xtask build`; without it, nothing is split.
    if let Some(parts) = env::var_os("FOUR_SHAPES_SPLIT")
        && split::is_splittable(&program)
    {
        return split::split(&program, &args.folder, &args.name, Path::new(&parts));
    }
    Ok(Bindgen::new()
        .web(true)?
        .input_bytes(&args.name, program)
        .typescript(args.typescript)
        .omit_default_module_path(false)
        .generate(&args.folder)?)
}

/// The options of wasm-bindgen's own program that we and Trunk use. That program has a web
/// server and a client as well, which take longer to compile than the rest of the tool.
#[derive(Debug, PartialEq)]
struct Args {
    input: PathBuf,
    folder: PathBuf,
    name: String,
    typescript: bool,
}

impl Args {
    fn parse(args: &[String]) -> Result<Self> {
        let (mut input, mut folder, mut name, mut typescript) = (None, None, None, true);
        let mut words = args.iter().flat_map(|arg| match arg.split_once('=') {
            Some((option, value)) if option.starts_with("--") => vec![option, value],
            _ => vec![&**arg],
        });
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} has no value"));
            match word {
                "--target" if value()? == "web" => {}
                "--out-dir" => folder = Some(value()?.into()),
                "--out-name" => name = Some(value()?.to_owned()),
                "--no-typescript" => typescript = false,
                file if !file.starts_with('-') && input.is_none() => input = Some(file.into()),
                _ => return Err(format!("unsupported: {}", args.join(" ")).into()),
            }
        }
        Ok(Self {
            input: input.ok_or("no input file")?,
            folder: folder.ok_or("no --out-dir")?,
            name: name.ok_or("no --out-name")?,
            typescript,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Args> {
        let args: Vec<String> = line.split(' ').map(ToOwned::to_owned).collect();
        Args::parse(&args)
    }

    #[test]
    fn arguments_of_trunk_and_of_xtask_are_parsed() {
        let trunk = "--target=web --out-dir=a/b --out-name=page c/d.wasm --no-typescript";
        let expected = Args {
            input: "c/d.wasm".into(),
            folder: "a/b".into(),
            name: "page".to_owned(),
            typescript: false,
        };
        assert_eq!(parse(trunk).unwrap(), expected);
        let xtask = "--target web --out-name page --out-dir a/b c/d.wasm";
        let typescript = true;
        let expected = Args {
            typescript,
            ..expected
        };
        assert_eq!(parse(xtask).unwrap(), expected);
    }

    #[test]
    fn unsupported_arguments_are_refused() {
        for line in [
            "--target=nodejs --out-dir=a --out-name=b c.wasm",
            "--target=web --out-dir=a --out-name=b",
            "--target=web --out-dir=a --out-name=b c.wasm d.wasm",
            "--target=web --out-dir=a --out-name=b --debug c.wasm",
            "--target=web c.wasm --out-dir",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
