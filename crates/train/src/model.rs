//! The logistic model and its training.

use four_shapes_solver::evaluation::{DRAW_FEATURES, FEATURES, Features, Weights};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// The number of passes over the examples.
const EPOCHS: usize = 40;
/// The number of examples between two changes of the weights.
const BATCH: usize = 64;
/// The step of Adam at the start; it falls linearly to 0.
const RATE: f64 = 0.01;
/// The factor of the squared weights in the loss.
const DECAY: f64 = 1e-5;

const INPUTS: usize = 2 * FEATURES;
const DRAW_INPUTS: usize = 2 * DRAW_FEATURES;
const PARAMETERS: usize = INPUTS + DRAW_INPUTS;

/// An example: the features, the value for the follower, and the weight.
#[derive(Clone, Debug)]
pub(crate) struct Example {
    pub(crate) features: Features,
    pub(crate) outcome: i32,
    pub(crate) weight: f64,
}

/// Returns *e* to the power of `x`.
///
/// Only additions, multiplications and divisions, whose results are the same on every machine,
/// unlike those of the standard library.
fn exp(x: f64) -> f64 {
    let x = x.clamp(-700.0, 700.0);
    // e^x = (e^(x / 1024))^1024
    let y = x / 1024.0;
    let mut term = 1.0;
    let mut sum = 1.0;
    for k in 1..12 {
        term *= y / f64::from(k);
        sum += term;
    }
    for _ in 0..10 {
        sum *= sum;
    }
    sum
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + exp(-x))
}

/// Scales the features so that their weights are of similar size.
struct Scales([f64; PARAMETERS]);

pub(crate) struct Model {
    parameters: [f64; PARAMETERS],
    scales: Scales,
}

impl Model {
    fn inputs(&self, features: &Features) -> [f64; PARAMETERS] {
        let bare = f64::from(features.empty) / f64::from(features.cells);
        let ends = [1.0 - bare, bare];
        let mut inputs = [0.0; PARAMETERS];
        for (end, share) in ends.into_iter().enumerate() {
            for (k, &value) in features.values.iter().enumerate() {
                let at = end * FEATURES + k;
                inputs[at] = share * f64::from(value) * self.scales.0[at];
            }
            for (k, &value) in features.draw.iter().enumerate() {
                let at = INPUTS + end * DRAW_FEATURES + k;
                inputs[at] = share * f64::from(value) * self.scales.0[at];
            }
        }
        inputs
    }

    /// Trains a model. The same examples and seed give the same model.
    pub(crate) fn train(examples: &[Example], seed: u64) -> Self {
        let mut model = Self {
            parameters: [0.0; PARAMETERS],
            scales: Scales([1.0; PARAMETERS]),
        };
        let mut squares = [0.0; PARAMETERS];
        for example in examples {
            for (square, input) in squares.iter_mut().zip(model.inputs(&example.features)) {
                *square += input * input;
            }
        }
        for (scale, square) in model.scales.0.iter_mut().zip(squares) {
            let mean: f64 = square / examples.len() as f64;
            *scale = 1.0 / mean.sqrt().max(0.03);
        }
        model.parameters[INPUTS] = 0.5;
        model.parameters[INPUTS + DRAW_FEATURES] = 0.5;
        let mut random = Pcg32::seed_from_u64(seed);
        let mut order: Vec<usize> = (0..examples.len()).collect();
        let (mut first, mut second) = ([0.0; PARAMETERS], [0.0; PARAMETERS]);
        let (mut decay_first, mut decay_second) = (1.0, 1.0);
        for epoch in 0..EPOCHS {
            for at in (1..order.len()).rev() {
                order.swap(at, random.random_range(0..=at));
            }
            let rate = RATE * (1.0 - epoch as f64 / EPOCHS as f64);
            for batch in order.chunks(BATCH) {
                let mut gradient = [0.0; PARAMETERS];
                for &at in batch {
                    model.add_gradient(&examples[at], &mut gradient);
                }
                decay_first *= 0.9;
                decay_second *= 0.999;
                let moments = first.iter_mut().zip(&mut second);
                let changes = model.parameters.iter_mut().zip(&gradient).zip(moments);
                for ((parameter, slope), (first, second)) in changes {
                    let slope = slope / batch.len() as f64 + DECAY * *parameter;
                    *first = 0.9 * *first + 0.1 * slope;
                    *second = 0.999 * *second + 0.001 * slope * slope;
                    let mean: f64 = *first / (1.0 - decay_first);
                    let square: f64 = *second / (1.0 - decay_second);
                    *parameter -= rate * mean / (square.sqrt() + 1e-8);
                }
            }
        }
        model
    }

    /// Adds the gradient of an example's loss: the negative logarithm of the probability of
    /// its outcome.
    fn add_gradient(&self, example: &Example, gradient: &mut [f64; PARAMETERS]) {
        let inputs = self.inputs(&example.features);
        let products = self.parameters.iter().zip(&inputs).map(|(a, b)| a * b);
        let products: Vec<f64> = products.collect();
        let score: f64 = products[..INPUTS].iter().sum();
        let margin: f64 = products[INPUTS..].iter().sum();
        let positive = margin > 0.0;
        let margin = margin.max(0.0);
        let (wins, losses) = (logistic(score - margin), logistic(-score - margin));
        // The derivatives of the loss with respect to the score and the margin.
        let (by_score, by_margin) = match example.outcome {
            1 => (wins - 1.0, 1.0 - wins),
            -1 => (1.0 - losses, 1.0 - losses),
            _ => {
                let draws = (1.0 - wins - losses).max(1e-6);
                let (win_slope, loss_slope) = (wins * (1.0 - wins), losses * (1.0 - losses));
                (
                    (win_slope - loss_slope) / draws,
                    -(win_slope + loss_slope) / draws,
                )
            }
        };
        let by_score = by_score.clamp(-5.0, 5.0) * example.weight;
        // A margin below 0 counts as 0, but may grow again.
        let by_margin = by_margin.clamp(-5.0, 5.0) * example.weight;
        let by_margin = if positive || by_margin < 0.0 {
            by_margin
        } else {
            0.0
        };
        for (k, (slope, input)) in gradient.iter_mut().zip(inputs).enumerate() {
            *slope += if k < INPUTS { by_score } else { by_margin } * input;
        }
    }

    /// Returns the weights, rounded.
    pub(crate) fn weights(&self) -> Weights {
        let round = |at: usize| {
            let weight = self.parameters[at] * self.scales.0[at] * f64::from(Weights::UNIT);
            weight.round().clamp(-32767.0, 32767.0) as i16
        };
        let mut weights = Weights {
            features: [[0; FEATURES]; 2],
            draw: [[0; DRAW_FEATURES]; 2],
        };
        for (k, weight) in weights.features.as_flattened_mut().iter_mut().enumerate() {
            *weight = round(k);
        }
        for (k, weight) in weights.draw.as_flattened_mut().iter_mut().enumerate() {
            *weight = round(INPUTS + k);
        }
        weights
    }
}
