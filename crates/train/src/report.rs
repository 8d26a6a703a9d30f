//! How well weights predict the values of positions.

use crate::data::Sample;
use four_shapes_solver::evaluation::{self, Chances, Weights};
use std::fmt::Write;

/// The number of plies of a band.
const BAND: usize = 4;

fn chances(weights: &Weights, sample: &Sample) -> Chances {
    let chances = evaluation::chances_with(&sample.position, weights);
    chances.expect("the games are of two players, with gravity")
}

/// Returns whether the side that is more likely to win wins; `None` for draws.
fn is_right(weights: &Weights, sample: &Sample) -> Option<bool> {
    let Chances { win, loss, .. } = chances(weights, sample);
    match sample.outcome {
        1 => Some(win > loss),
        -1 => Some(loss > win),
        _ => None,
    }
}

/// Returns the number of positions whose winner is predicted, and of those with a winner.
#[cfg(test)]
pub(crate) fn sides(weights: &Weights, samples: &[Sample]) -> (usize, usize) {
    let right: Vec<bool> = samples
        .iter()
        .filter_map(|sample| is_right(weights, sample))
        .collect();
    (right.iter().filter(|&&right| right).count(), right.len())
}

/// Returns two tables: of the predicted winners by ply, and of the expected scores by tenths.
pub(crate) fn table(weights: &Weights, samples: &[Sample]) -> String {
    let mut text = "ply     won or lost  right side   all  right result\n".to_owned();
    let last = samples
        .iter()
        .map(|sample| sample.position.piece_count())
        .max();
    let last = last.unwrap_or_default();
    let bands = (0..=last / BAND).map(|band| (band * BAND, band * BAND + BAND - 1));
    for (from, to) in bands.chain([(16, last)]) {
        let band: Vec<&Sample> = samples
            .iter()
            .filter(|sample| (from..=to).contains(&sample.position.piece_count()))
            .collect();
        let decided: Vec<bool> = band
            .iter()
            .filter_map(|sample| is_right(weights, sample))
            .collect();
        let right = decided.iter().filter(|&&right| right).count();
        let results = band.iter().filter(|sample| {
            let Chances { win, draw, loss } = chances(weights, sample);
            let max = win.max(draw).max(loss);
            let chance = match sample.outcome {
                1 => win,
                0 => draw,
                _ => loss,
            };
            chance == max
        });
        let percent = |count: usize, all: usize| 100.0 * count as f64 / all as f64;
        if !decided.is_empty() {
            writeln!(
                text,
                "{from:2} to {to:2}  {:10}  {:8.1} % {:5}  {:10.1} %",
                decided.len(),
                percent(right, decided.len()),
                band.len(),
                percent(results.count(), band.len())
            )
            .expect("text");
        }
    }
    text += "expected score  positions  mean  actual\n";
    for tenth in 0..10 {
        let expected = |sample: &&Sample| chances(weights, sample).expected();
        let within = samples
            .iter()
            .filter(|sample| (expected(sample) / 1000).min(9) == tenth);
        let within: Vec<&Sample> = within.collect();
        if !within.is_empty() {
            let count = within.len() as f64;
            let mean = within.iter().map(expected).map(f64::from).sum::<f64>() / 100.0 / count;
            let actual = within
                .iter()
                .map(|sample| f64::from(sample.outcome + 1) * 50.0);
            writeln!(
                text,
                "{:3} to {:3} %  {:13}  {mean:4.1}  {:6.1}",
                tenth * 10,
                tenth * 10 + 10,
                within.len(),
                actual.sum::<f64>() / count
            )
            .expect("text");
        }
    }
    text
}
