//! Penalized maximum likelihood by Newton's method with damping.

/// Newton's method stops where a step would gain less.
const TOLERANCE: f64 = 1e-12;
const MAX_STEPS: u32 = 500;
const MIN_DAMPING: f64 = 1e-9;
const MAX_DAMPING: f64 = 1e12;
/// Its inverse is far above any variance of interest, but products of several don't overflow.
const MIN_PIVOT: f64 = 1e-20;

/// Weighted results of games in which `first` moved first.
#[derive(Clone, Copy)]
pub(super) struct Games {
    pub(super) first: usize,
    pub(super) second: usize,
    pub(super) wins: f64,
    pub(super) draws: f64,
    pub(super) losses: f64,
}

/// The rows of a square matrix.
type Matrix = Vec<Vec<f64>>;

/// The maximum of the likelihood.
pub(super) struct Fit {
    /// θ of each entrant, then δ and ln ν.
    parameters: Vec<f64>,
    covariance: Matrix,
}

impl Fit {
    /// Maximizes the likelihood of the games. Added to them are half a game of each
    /// result between equals, and for each entrant half of its `prior` won and half lost
    /// against strength 0.
    pub(super) fn new(games: &[Games], prior: &[f64]) -> Self {
        let mut parameters = vec![0.0; prior.len() + 2];
        let mut current = Likelihood::new(&parameters, games, prior);
        // Levenberg's damping: where the likelihood is nearly flat in one direction and steep in
        // others, rounding spoils plain steps.
        let mut damping = 0.0;
        for _ in 0..MAX_STEPS {
            let mut information = current.information.clone();
            for (i, row) in information.iter_mut().enumerate() {
                row[i] *= 1.0 + damping;
            }
            let step = multiply(&inverse(&information), &current.gradient);
            let gain = dot(&step, &current.gradient);
            if damping == 0.0 && (0.0..TOLERANCE).contains(&gain) {
                break;
            }
            let next: Vec<f64> = parameters.iter().zip(&step).map(|(x, s)| x + s).collect();
            let likelihood = Likelihood::new(&next, games, prior);
            if likelihood.log > current.log {
                (parameters, current) = (next, likelihood);
                damping = if damping > MIN_DAMPING {
                    damping / 10.0
                } else {
                    0.0
                };
            } else if damping < MAX_DAMPING {
                damping = f64::max(damping * 10.0, MIN_DAMPING);
            } else {
                // Rounding hides any gain.
                break;
            }
        }
        Self {
            parameters,
            covariance: inverse(&current.information),
        }
    }

    /// Returns a linear combination of the parameters and its standard error.
    pub(super) fn estimate(&self, contrast: &[f64]) -> (f64, f64) {
        let variance = dot(contrast, &multiply(&self.covariance, contrast));
        (dot(contrast, &self.parameters), variance.max(0.0).sqrt())
    }

    pub(super) fn nu(&self) -> f64 {
        self.parameters[self.parameters.len() - 1].exp()
    }
}

/// The logarithm of the likelihood and its derivatives. It is concave.
struct Likelihood {
    log: f64,
    gradient: Vec<f64>,
    /// The negative Hessian.
    information: Matrix,
}

impl Likelihood {
    fn new(parameters: &[f64], games: &[Games], prior: &[f64]) -> Self {
        let size = parameters.len();
        let [delta, ln_nu] = [size - 2, size - 1];
        let mut likelihood = Self {
            log: 0.0,
            gradient: vec![0.0; size],
            information: vec![vec![0.0; size]; size],
        };
        for (entrant, weight) in prior.iter().enumerate() {
            let s = parameters[entrant] / 2.0;
            let results = [weight / 2.0, 0.0, weight / 2.0];
            likelihood.add(results, s, f64::NEG_INFINITY, &[(entrant, [0.5, 0.0])]);
        }
        let s = parameters[delta] / 2.0;
        let by = [(delta, [0.5, 0.0]), (ln_nu, [0.0, 1.0])];
        likelihood.add([0.5; 3], s, parameters[ln_nu], &by);
        for games in games {
            let (first, second) = (games.first, games.second);
            let d = parameters[first] - parameters[second] + parameters[delta];
            let [a, b] = by;
            let by = [(first, [0.5, 0.0]), (second, [-0.5, 0.0]), a, b];
            let results = [games.wins, games.draws, games.losses];
            likelihood.add(results, d / 2.0, parameters[ln_nu], &by);
        }
        likelihood
    }

    /// Adds games with probabilities in the ratio exp(s) : exp(h) : exp(−s), where `by`
    /// lists the derivatives of s and h by the parameters.
    fn add(&mut self, [wins, draws, losses]: [f64; 3], s: f64, h: f64, by: &[(usize, [f64; 2])]) {
        let games = wins + draws + losses;
        let max = s.abs().max(h);
        let weights = [s, h, -s].map(|x| (x - max).exp());
        let sum: f64 = weights.iter().sum();
        let [win, draw, loss] = weights.map(|weight| weight / sum);
        // No term is positive. Otherwise large ones would cancel, and a huge step could seem to
        // be a gain.
        for (count, x) in [(wins, s), (draws, h), (losses, -s)] {
            if count > 0.0 {
                self.log += count * (x - max - sum.ln());
            }
        }
        let gradient_s = wins - losses - games * (win - loss);
        let gradient_h = draws - games * draw;
        let variance_s = games * (draw * (win + loss) + 4.0 * win * loss);
        let variance_h = games * draw * (win + loss);
        let covariance = -games * draw * (win - loss);
        for &(row, [a, b]) in by {
            self.gradient[row] += a * gradient_s + b * gradient_h;
            for &(column, [c, d]) in by {
                self.information[row][column] +=
                    a * c * variance_s + b * d * variance_h + (a * d + b * c) * covariance;
            }
        }
    }
}

/// Inverts a positive definite matrix by Gauss–Jordan elimination, without pivoting. A
/// pivot that rounding has made 0 or negative is replaced by a tiny one.
fn inverse(matrix: &Matrix) -> Matrix {
    let mut inverse = matrix.clone();
    for pivot in 0..inverse.len() {
        let mut row = std::mem::take(&mut inverse[pivot]);
        let min = (matrix[pivot][pivot] * f64::EPSILON).max(MIN_PIVOT);
        let scale = 1.0 / std::mem::replace(&mut row[pivot], 1.0).max(min);
        row = row.iter().map(|entry| entry * scale).collect();
        for other in inverse.iter_mut().filter(|other| !other.is_empty()) {
            let factor = std::mem::take(&mut other[pivot]);
            for (entry, pivot) in other.iter_mut().zip(&row) {
                *entry -= factor * pivot;
            }
        }
        inverse[pivot] = row;
    }
    inverse
}

fn multiply(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| dot(row, vector)).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
