//! Trains the weights of the engine's evaluation. `cargo xtask train` runs it.
//!
//! The program plays games, solves positions of them, fits the weights to the results, writes
//! them to the file that is its argument, and prints how well they predict the results of
//! other games. The same version writes the same file on every machine.

#![expect(clippy::cast_precision_loss, reason = "counts are far below 2⁵²")]

mod data;
mod model;
mod report;

use data::{Source, TEST, TRAINING, example};
use model::{Example, Model};
use std::{env, fs, process::ExitCode};

/// The seed of the games to learn from, of the order of examples, and of the games to test with.
const TRAINING_SEED: u64 = 2026;
const ORDER_SEED: u64 = 1;
const TEST_SEED: u64 = 77;

/// The weight of an example whose value is that of a later position.
const EARLY_WEIGHT: f64 = 0.5;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [output] = &arguments[..] else {
        eprintln!("usage: four-shapes-train FILE");
        return ExitCode::FAILURE;
    };
    let weights = train(TRAINING).weights();
    if let Err(error) = fs::write(output, weights.to_bytes()) {
        eprintln!("cannot write {output}: {error}");
        return ExitCode::FAILURE;
    }
    println!("wrote {output}\n");
    for source in TEST {
        let (samples, unsolved) = source.samples(TEST_SEED);
        print!(
            "{source}, {unsolved} positions not solved\n{}\n",
            report::table(&weights, &samples)
        );
    }
    ExitCode::SUCCESS
}

fn train(sources: &[Source]) -> Model {
    let mut examples = Vec::new();
    for source in sources {
        let (samples, unsolved) = source.samples(TRAINING_SEED);
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
        let weights = train(&[source(150)]).weights();
        assert_eq!(train(&[source(150)]).weights(), weights);
        let (samples, unsolved) = source(100).samples(TEST_SEED);
        assert_eq!(unsolved, 0);
        let (right, decided) = report::sides(&weights, &samples);
        assert!(decided > 80, "{decided}");
        assert!(right * 10 > decided * 7, "{right} of {decided}");
    }
}
