//! Files with the samples of a part of the games, for several machines.
//!
//! The first lines are the set-up, the next one is `shard K/N`. Each further line is a game: its
//! source and number, the number of positions that were not solved, and for each sample its value
//! and its position. The last line is `end`.

use crate::data::{PlayedGame, Sample, Source};
use four_shapes_tournament::shard::Shard;
use std::{collections::BTreeMap, fmt::Write, fs, io, path::Path};

const FORMAT: &str = "four-shapes-training 1";
const END: &str = "end";

/// The games of each source by their numbers.
pub(crate) type Games = Vec<BTreeMap<u64, PlayedGame>>;

/// Plays the games of a shard and writes its file, which appears only when it is complete.
pub(crate) fn write(path: &Path, sources: &[Source], seed: u64, shard: Shard) -> io::Result<()> {
    let mut text = setup(sources, seed);
    line(&mut text, &format!("shard {shard}"));
    for (index, source) in sources.iter().enumerate() {
        for (number, game) in source.games(seed, shard) {
            let mut words = format!("{index} {number} {}", game.unsolved);
            for Sample {
                position,
                outcome,
                proved,
            } in &game.samples
            {
                let value = if *proved { "proved" } else { "later" };
                write!(words, "; {outcome} {value} {position}").expect("a string grows");
            }
            line(&mut text, &words);
        }
    }
    line(&mut text, END);
    let temporary = path.with_extension("unfinished");
    fs::write(&temporary, text)?;
    fs::rename(temporary, path)
}

/// Reads the files of all shards.
///
/// # Errors
/// Returns an error if a file is damaged or has another set-up, or if a game is missing or in two
/// files.
pub(crate) fn merge(paths: &[&Path], sources: &[Source], seed: u64) -> Result<Games, String> {
    let mut all: Games = sources.iter().map(|_| BTreeMap::new()).collect();
    for path in paths {
        let failed = |problem: String| format!("{}: {problem}", path.display());
        let text = fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
        read(&text, sources, seed, &mut all).map_err(failed)?;
    }
    for (source, games) in sources.iter().zip(&all) {
        if let Some(missing) = (0..source.games).find(|number| !games.contains_key(number)) {
            return Err(format!("game {missing} of {source} is in no file"));
        }
    }
    Ok(all)
}

fn read(text: &str, sources: &[Source], seed: u64, all: &mut Games) -> Result<(), String> {
    let expected = setup(sources, seed);
    let rest = text.strip_prefix(&*expected).ok_or_else(|| {
        let found: Vec<&str> = text.lines().take(expected.lines().count()).collect();
        format!(
            "the set-up is\n{}\ninstead of\n{expected}",
            found.join("\n")
        )
    })?;
    let mut lines = rest.lines().zip(expected.lines().count() + 1..);
    if !lines
        .next()
        .is_some_and(|(line, _)| line.starts_with("shard "))
    {
        return Err("the shard is missing".to_owned());
    }
    for (line, number) in lines {
        if line == END {
            return Ok(());
        }
        let failed = |problem| format!("line {number}: {problem}");
        let (source, game, played) = parse_game(line, sources).map_err(failed)?;
        if all[source].insert(game, played).is_some() {
            let source = &sources[source];
            return Err(failed(format!("game {game} of {source} occurs twice")));
        }
    }
    Err("the end is missing".to_owned())
}

fn parse_game(line: &str, sources: &[Source]) -> Result<(usize, u64, PlayedGame), String> {
    let mut parts = line.split("; ");
    let numbers = parts.next().unwrap_or_default().split(' ');
    let numbers: Result<Vec<u64>, _> = numbers.map(str::parse).collect();
    let Ok(&[source, game, unsolved]) = numbers.as_deref() else {
        return Err("expected a source, a game and a number of positions".to_owned());
    };
    let index = usize::try_from(source).unwrap_or(usize::MAX);
    let source = sources.get(index).ok_or("there is no such source")?;
    if game >= source.games {
        return Err(format!("there is no game {game} of {source}"));
    }
    let samples: Result<Vec<Sample>, String> =
        parts.map(|part| parse_sample(part, source)).collect();
    let played = PlayedGame {
        samples: samples?,
        unsolved: usize::try_from(unsolved).map_err(|error| error.to_string())?,
    };
    Ok((index, game, played))
}

fn parse_sample(text: &str, source: &Source) -> Result<Sample, String> {
    let failed = || format!("“{text}” is not a value and a position");
    let (outcome, rest) = text.split_once(' ').ok_or_else(failed)?;
    let (value, position) = rest.split_once(' ').ok_or_else(failed)?;
    let sample = Sample {
        position: position
            .parse()
            .map_err(|error| format!("“{position}”: {error}"))?,
        outcome: outcome.parse().map_err(|_| failed())?,
        proved: match value {
            "proved" => true,
            "later" => false,
            _ => return Err(failed()),
        },
    };
    if sample.position.rules() != source.rules() || !(-1..=1).contains(&sample.outcome) {
        return Err(failed());
    }
    Ok(sample)
}

/// Returns the lines that all shards have in common.
fn setup(sources: &[Source], seed: u64) -> String {
    let mut text = String::new();
    line(&mut text, &format!("{FORMAT}, seed {seed}"));
    for source in sources {
        line(&mut text, &format!("{source}, {} earlier", source.early));
    }
    text
}

fn line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{env, path::PathBuf, process};

    const SEED: u64 = 5;

    fn sources() -> [Source; 2] {
        let source = |columns, early| Source {
            columns,
            rows: 5,
            connect: 4,
            plies: 10..20,
            early,
            games: 12,
        };
        [source(5, 0), source(6, 1)]
    }

    /// A folder that is removed at the end of a test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = env::temp_dir().join(format!("four-shapes-train-{name}-{}", process::id()));
            fs::create_dir_all(&path).expect("the folder can be created");
            Self(path)
        }

        fn shards(&self, count: u64) -> Vec<PathBuf> {
            let write_one = |number| {
                let path = self.0.join(format!("{number}.txt"));
                let shard = format!("{number}/{count}").parse().expect("a shard");
                write(&path, &sources(), SEED, shard).expect("it can be written");
                path
            };
            (1..=count).map(write_one).collect()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let removed = fs::remove_dir_all(&self.0);
            assert!(removed.is_ok(), "{removed:?}");
        }
    }

    fn merged(paths: &[PathBuf]) -> Result<Games, String> {
        let paths: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
        merge(&paths, &sources(), SEED)
    }

    #[test]
    fn merged_shards_are_the_whole() {
        let folder = Folder::new("whole");
        let sources = sources();
        let whole = sources
            .each_ref()
            .map(|source| source.games(SEED, Shard::WHOLE));
        let samples = |games: &BTreeMap<u64, PlayedGame>| format!("{games:?}");
        let mut paths = folder.shards(3);
        for _ in 0..2 {
            let games = merged(&paths).expect("all games are there");
            assert_eq!(
                games.iter().map(samples).collect::<Vec<_>>(),
                whole.each_ref().map(samples)
            );
            paths.reverse();
        }
    }

    #[test]
    fn incomplete_and_damaged_shards_are_refused() {
        let folder = Folder::new("damaged");
        let paths = folder.shards(2);
        let refused = |paths: &[PathBuf], problem: &str| {
            let error = merged(paths).expect_err(problem);
            assert!(error.contains(problem), "{error}");
        };
        refused(&paths[..1], "game 1 of 5 × 5");
        refused(&[&paths[..], &paths[..1]].concat(), "occurs twice");
        let text = fs::read_to_string(&paths[0]).expect("it was written");
        for (damaged, problem) in [
            (text.replace("seed 5", "seed 6"), "the set-up is"),
            (text.replace("\nend\n", "\n"), "the end is missing"),
            (text.replace("shard 1/2\n", ""), "the shard is missing"),
            (text.replacen("\n0 0 ", "\n0 12 ", 1), "there is no game 12"),
            (
                text.replacen("\n0 0 ", "\n2 0 ", 1),
                "there is no such source",
            ),
            (
                text.replacen(" proved ", " guessed ", 1),
                "is not a value and a position",
            ),
            (text.replacen(" 5,5,4 ", " 5,4,4 ", 1), "is not 4 rows"),
        ] {
            assert_ne!(damaged, text, "{problem}");
            fs::write(&paths[0], damaged).expect("it can be written");
            refused(&paths, problem);
        }
    }
}
