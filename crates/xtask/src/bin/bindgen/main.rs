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
    let args: Vec<String> = env::args().collect();
    // The folder of the parts, set by `cargo xtask build`; without it, nothing is split.
    if let (Some(parts), Some(page)) = (env::var_os("FOUR_SHAPES_SPLIT"), PageArgs::parse(&args)) {
        let program = fs::read(&page.input)?;
        if split::is_splittable(&program) {
            return split::split(&program, page.folder, page.name, Path::new(&parts));
        }
    }
    Ok(wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(args)?)
}

/// The arguments with which Trunk calls wasm-bindgen for the page:
/// `--target=web --out-dir=… --out-name=… INPUT --no-typescript`.
#[derive(Debug, PartialEq)]
struct PageArgs<'a> {
    input: PathBuf,
    folder: &'a Path,
    name: &'a str,
}

impl<'a> PageArgs<'a> {
    fn parse(args: &'a [String]) -> Option<Self> {
        let option = |name: &str| args.iter().find_map(|arg| arg.strip_prefix(name));
        if option("--target=") != Some("web") {
            return None;
        }
        let mut inputs = args.iter().map(PathBuf::from);
        Some(Self {
            input: inputs.find(|path| path.extension().is_some_and(|end| end == "wasm"))?,
            folder: Path::new(option("--out-dir=")?),
            name: option("--out-name=")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(line: &str) -> Vec<String> {
        line.split(' ').map(ToOwned::to_owned).collect()
    }

    #[test]
    fn arguments_of_trunk_are_parsed() {
        let args = args("wasm-bindgen --target=web --out-dir=a/b --out-name=page c/d.wasm");
        let expected = PageArgs {
            input: "c/d.wasm".into(),
            folder: Path::new("a/b"),
            name: "page",
        };
        assert_eq!(PageArgs::parse(&args), Some(expected));
    }

    #[test]
    fn other_arguments_are_passed_to_wasm_bindgen() {
        for line in [
            "wasm-bindgen --version",
            "wasm-bindgen --target=nodejs --out-dir=a --out-name=b c.wasm",
            "wasm-bindgen --target=web --out-dir=a --out-name=b",
            "wasm-bindgen --target=web c.wasm",
        ] {
            assert_eq!(PageArgs::parse(&args(line)), None, "{line}");
        }
    }
}
