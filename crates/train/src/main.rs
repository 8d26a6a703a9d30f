//! Trains the weights of the engine's evaluation. `cargo xtask train` runs it.
//!
//! The program plays games, solves positions of them, fits the weights of each length of a line to
//! the results, writes them to a file, and prints how well they predict the results of other games. The same version
//! writes the same files on every machine, also from the games of several machines.

#![expect(clippy::cast_precision_loss, reason = "counts are far below 2⁵²")]

mod data;
mod model;
mod report;
mod shard_file;

use data::{PlayedGame, Sample, Source, TEST, TRAINING, example};
use four_shapes_tournament::shard::{Shard, ShardError};
use model::{Example, Model};
use shard_file::Games;
use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::Path,
    process::ExitCode,
};

const USAGE: &str = "\
usage: four-shapes-train FOLDER                    play the games, and fit the weights
       four-shapes-train --shard K/N GAMES         play part K of N of the games
       four-shapes-train --merge FOLDER GAMES...   fit the weights to the games of all parts";

/// The seed of the games to learn from, of the order of examples, and of the games to test with.
const TRAINING_SEED: u64 = 2026;
const ORDER_SEED: u64 = 1;
const TEST_SEED: u64 = 77;

/// The weight of an example whose value is that of a later position.
const EARLY_WEIGHT: f64 = 0.5;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["--shard", shard, output] => write_shard(shard, output),
        ["--merge", folder, games @ ..] if !games.is_empty() => {
            let paths: Vec<&Path> = games.iter().map(Path::new).collect();
            let games = shard_file::merge(&paths, TRAINING, TRAINING_SEED);
            games.and_then(|games| write_weights(folder, &games))
        }
        [folder] if !folder.starts_with('-') => write_weights(folder, &play(TRAINING)),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn write_shard(shard: &str, output: &str) -> Result<(), String> {
    let shard = shard
        .parse()
        .map_err(|error: ShardError| format!("--shard {error}\n\n{USAGE}"))?;
    shard_file::write(Path::new(output), TRAINING, TRAINING_SEED, shard)
        .map_err(|error| format!("can't write {output}: {error}"))
}

/// Writes the weights of each length of a line into a folder.
fn write_weights(folder: &str, games: &Games) -> Result<(), String> {
    let lengths: BTreeSet<u32> = TRAINING.iter().map(|source| source.connect).collect();
    for connect in lengths {
        let sources = TRAINING.iter().zip(games);
        let sources: Vec<_> = sources
            .filter(|(source, _)| source.connect == connect)
            .collect();
        let weights = train(&sources).weights();
        let path = Path::new(folder).join(format!("evaluation-{connect}.bin"));
        fs::write(&path, weights.to_bytes())
            .map_err(|error| format!("can't write {}: {error}", path.display()))?;
        println!("wrote {}\n", path.display());
        for source in TEST.iter().filter(|source| source.connect == connect) {
            let games = source.games(TEST_SEED, Shard::WHOLE);
            let (samples, unsolved) = collect(games.values());
            print!(
                "{source}, {unsolved} positions not solved\n{}\n",
                report::table(&weights, &samples)
            );
        }
    }
    Ok(())
}

/// Plays all games.
fn play(sources: &[Source]) -> Games {
    let games = sources.iter();
    games
        .map(|source| source.games(TRAINING_SEED, Shard::WHOLE))
        .collect()
}

/// Returns the samples of games, and the number of positions that were not solved.
fn collect<'a>(games: impl Iterator<Item = &'a PlayedGame>) -> (Vec<Sample>, usize) {
    let (mut samples, mut unsolved) = (Vec::new(), 0);
    for game in games {
        samples.extend_from_slice(&game.samples);
        unsolved += game.unsolved;
    }
    (samples, unsolved)
}

fn train(sources: &[(&Source, &BTreeMap<u64, PlayedGame>)]) -> Model {
    let mut examples = Vec::new();
    for (source, games) in sources {
        let (samples, unsolved) = collect(games.values());
        println!(
            "{source}: {} positions, {unsolved} not solved",
            samples.len()
        );
        examples.extend(samples.iter().filter_map(|sample| {
            let (features, outcome) = example(sample)?;
            let weight = if sample.proved { 1.0 } else { EARLY_WEIGHT };
            Some(Example {
                features,
                outcome,
                weight,
            })
        }));
    }
    println!("training with {} positions", examples.len());
    Model::train(&examples, ORDER_SEED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn training_is_deterministic_and_predicts_other_games() {
        let source = |games| Source {
            columns: 6,
            rows: 5,
            connect: 4,
            plies: 10..24,
            early: 0,
            games,
        };
        let trained = || {
            let source = source(150);
            let games = source.games(TRAINING_SEED, Shard::WHOLE);
            train(&[(&source, &games)]).weights()
        };
        let weights = trained();
        assert_eq!(trained(), weights);
        let games = source(100).games(TEST_SEED, Shard::WHOLE);
        let (samples, unsolved) = collect(games.values());
        assert_eq!(unsolved, 0);
        let (right, decided) = report::sides(&weights, &samples);
        assert!(decided > 80, "{decided}");
        assert!(right * 10 > decided * 7, "{right} of {decided}");
    }
}
