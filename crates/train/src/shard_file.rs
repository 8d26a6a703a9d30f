//! Files with the samples of a part of the games, for several machines: JSON with the setup and
//! the games.

use crate::data::{PlayedGame, Sample, Source};
use four_shapes_tournament::shard::Shard;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fs, io, path::Path};

const FORMAT: &str = "four-shapes-training 2";

/// The games of each source by their numbers.
pub(crate) type Games = Vec<BTreeMap<u64, PlayedGame>>;

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct ShardFile {
    /// What all shards have in common.
    setup: Vec<String>,
    games: Games,
}

/// Plays the games of a shard and writes its file, which appears only when it is complete.
pub(crate) fn write(path: &Path, sources: &[Source], seed: u64, shard: Shard) -> io::Result<()> {
    let games = sources.iter().map(|source| source.games(seed, shard));
    let file = ShardFile {
        setup: setup(sources, seed),
        games: games.collect(),
    };
    let temporary = path.with_extension("unfinished");
    fs::write(&temporary, serde_json::to_vec(&file)?)?;
    fs::rename(temporary, path)
}

/// Reads the files of all shards.
///
/// # Errors
/// Returns an error if a file is damaged or has another setup, or if a game is missing or in two
/// files.
pub(crate) fn merge(paths: &[&Path], sources: &[Source], seed: u64) -> Result<Games, String> {
    let mut all: Games = sources.iter().map(|_| BTreeMap::new()).collect();
    for path in paths {
        let failed = |problem: String| format!("{}: {problem}", path.display());
        let text = fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
        let games = read(&text, sources, seed).map_err(failed)?;
        for ((source, all), games) in sources.iter().zip(&mut all).zip(games) {
            for (number, game) in games {
                if all.insert(number, game).is_some() {
                    return Err(failed(format!("game {number} of {source} occurs twice")));
                }
            }
        }
    }
    for (source, games) in sources.iter().zip(&all) {
        if let Some(missing) = (0..source.games).find(|number| !games.contains_key(number)) {
            return Err(format!("game {missing} of {source} is in no file"));
        }
    }
    Ok(all)
}

fn read(text: &str, sources: &[Source], seed: u64) -> Result<Games, String> {
    let file: ShardFile = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let expected = setup(sources, seed);
    for at in 0..expected.len().max(file.setup.len()) {
        let [found, expected] = [&file.setup, &expected].map(|setup| setup.get(at));
        if found != expected {
            let [found, expected] = [found, expected].map(|line| line.map_or("nothing", |l| l));
            return Err(format!("the setup has “{found}” instead of “{expected}”"));
        }
    }
    if file.games.len() != sources.len() {
        let (found, expected) = (file.games.len(), sources.len());
        return Err(format!("games of {found} sources instead of {expected}"));
    }
    for (source, games) in sources.iter().zip(&file.games) {
        for (number, game) in games {
            if *number >= source.games {
                return Err(format!("there is no game {number} of {source}"));
            }
            let is_valid = |sample: &Sample| {
                sample.position.rules() == source.rules() && (-1..=1).contains(&sample.outcome)
            };
            if let Some(sample) = game.samples.iter().find(|sample| !is_valid(sample)) {
                let (outcome, position) = (sample.outcome, &sample.position);
                return Err(format!(
                    "game {number} of {source} can't have the value {outcome} of {position}"
                ));
            }
        }
    }
    Ok(file.games)
}

fn setup(sources: &[Source], seed: u64) -> Vec<String> {
    let sources = sources.iter();
    let sources = sources.map(|source| format!("{source}, {} earlier", source.early));
    [format!("{FORMAT}, seed {seed}")]
        .into_iter()
        .chain(sources)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;
    use tempfile::TempDir;

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

    fn shards(folder: &TempDir, count: u64) -> Vec<PathBuf> {
        let write_one = |number| {
            let path = folder.path().join(format!("{number}.json"));
            let shard = format!("{number}/{count}").parse().expect("a shard");
            write(&path, &sources(), SEED, shard).expect("it can be written");
            path
        };
        (1..=count).map(write_one).collect()
    }

    fn merged(paths: &[PathBuf]) -> Result<Games, String> {
        let paths: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
        merge(&paths, &sources(), SEED)
    }

    #[test]
    fn merged_shards_are_the_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let whole = sources().map(|source| source.games(SEED, Shard::WHOLE));
        let mut paths = shards(&folder, 3);
        for _ in 0..2 {
            let games = merged(&paths).expect("all games are there");
            assert_eq!(format!("{games:?}"), format!("{whole:?}"));
            paths.reverse();
        }
    }

    #[test]
    fn incomplete_and_damaged_shards_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let paths = shards(&folder, 2);
        let refused = |paths: &[PathBuf], problem: &str| {
            let error = merged(paths).expect_err(problem);
            assert!(error.contains(problem), "{error}");
            error
        };
        refused(&paths[..1], "game 1 of 5 × 5");
        refused(&[&paths[..], &paths[..1]].concat(), "occurs twice");
        let text = fs::read_to_string(&paths[0]).expect("it was written");
        for (damaged, problem) in [
            (text.replace("seed 5", "seed 6"), "seed 6” instead of “four"),
            (text.replace("5 × 5", "5 × 4"), "the setup has “5 × 4"),
            (text[..text.len() / 2].to_owned(), "EOF while parsing"),
            (text[..text.len() - 1].to_owned(), "EOF while parsing"),
            (text.replacen(r#"{"0":"#, r#"{"12":"#, 1), "no game 12"),
            (text.replacen("true", "7", 1), "line 1 column"),
            (
                text.replacen(r#"outcome":1"#, r#"outcome":3"#, 1),
                "value 3",
            ),
            (text.replacen(" 5,5,4 ", " 5,4,4 ", 1), "4 rows"),
            (
                text.replacen(" 5,5,4 ", " 5,5,5 ", 1),
                "can't have the value",
            ),
            (
                text.replacen(r#""games":[{"#, r#""games":[{},{"#, 1),
                "3 sources",
            ),
        ] {
            assert_ne!(damaged, text, "{problem}");
            fs::write(&paths[0], damaged).expect("it can be written");
            let error = refused(&paths, problem);
            assert!(error.starts_with(&*paths[0].to_string_lossy()), "{error}");
        }
    }
}
