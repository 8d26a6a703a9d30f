//! The command-line options of the benchmarks.

use crate::{
    cases::{Case, class_cases, read, write},
    class::Class,
};
use std::path::{Path, PathBuf};

/// The options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The number of positions of each class except the hardest.
    pub size: usize,
    /// The number of positions of the hardest class.
    pub hard: usize,
    /// The number of measurements of each position.
    pub rounds: usize,
    /// The number of positions of each ply, where every column is scored.
    pub per_ply: usize,
    /// The first of these plies.
    pub from_ply: usize,
    /// The last of these plies.
    pub to_ply: usize,
    /// The seed of the random positions.
    pub seed: u64,
}

/// Part of the file names: to be increased when the generated positions change.
const GENERATOR_VERSION: u32 = 1;

impl Options {
    /// The defaults, which take a few minutes.
    pub const DEFAULT: Self = Self {
        size: 150,
        hard: 20,
        rounds: 3,
        per_ply: 8,
        from_ply: 0,
        to_ply: 41,
        seed: 1,
    };

    /// Parses options, each a name and a number.
    ///
    /// # Errors
    /// Returns an error for the first invalid option.
    pub fn parse(words: &[String]) -> Result<Self, String> {
        let mut options = Self::DEFAULT;
        for pair in words.chunks(2) {
            let [name, number] = pair else {
                return Err(format!("{} needs a number", pair[0]));
            };
            let at_least = |min: u64| match number.parse() {
                Ok(number) if number >= min => Ok(number),
                _ => Err(format!(
                    "{name} {number}: expected a number of at least {min}"
                )),
            };
            let size =
                |min| at_least(min).map(|number| usize::try_from(number).unwrap_or(usize::MAX));
            match name.as_str() {
                "--size" => options.size = size(1)?,
                "--hard" => options.hard = size(0)?,
                "--rounds" => options.rounds = size(1)?,
                "--per-ply" => options.per_ply = size(1)?,
                "--from-ply" => options.from_ply = size(0)?,
                "--to-ply" => options.to_ply = size(0)?,
                "--seed" => options.seed = at_least(0)?,
                _ => return Err(format!("unknown option: {name}")),
            }
        }
        Ok(options)
    }

    /// Returns the number of positions of a class.
    pub fn size_of(&self, class: &Class) -> usize {
        if class.name == "begin-hard" {
            self.hard
        } else {
            self.size
        }
    }

    /// Returns the positions of a class, from its file if it exists, otherwise newly
    /// generated.
    ///
    /// # Errors
    /// Returns an error if the file is invalid or cannot be written.
    pub fn cases(&self, class: &Class) -> Result<Vec<Case>, String> {
        let path = self.path(class);
        let size = self.size_of(class);
        if path.exists() {
            let cases = read(&path, class.rules())?;
            if cases.len() != size {
                let path = path.display();
                return Err(format!("{path} doesn't have {size} positions; delete it"));
            }
            return Ok(cases);
        }
        eprintln!("Generating {size} positions of {} …", class.name);
        let cases = class_cases(class, size, self.seed);
        write(&path, &cases)?;
        Ok(cases)
    }

    /// Returns the path of the file of a class.
    pub fn path(&self, class: &Class) -> PathBuf {
        let (size, seed) = (self.size_of(class), self.seed);
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../target/solver-positions")
            .join(format!(
                "v{GENERATOR_VERSION}-seed-{seed}-{}-{size}.txt",
                class.name
            ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_options_are_rejected() {
        let parse = |line: &str| {
            let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            Options::parse(&words)
        };
        assert_eq!(parse(""), Ok(Options::DEFAULT));
        let chosen = Options {
            size: 5,
            hard: 0,
            rounds: 2,
            per_ply: 1,
            from_ply: 8,
            to_ply: 20,
            seed: 9,
        };
        let line = "--size 5 --hard 0 --rounds 2 --per-ply 1 --from-ply 8 --to-ply 20 --seed 9";
        assert_eq!(parse(line), Ok(chosen));
        for (line, problem) in [
            ("--size", "--size needs a number"),
            ("--size x", "--size x: expected a number of at least 1"),
            ("--rounds 0", "--rounds 0: expected a number of at least 1"),
            ("--many 3", "unknown option: --many"),
        ] {
            assert_eq!(parse(line), Err(problem.to_owned()));
        }
    }
}
