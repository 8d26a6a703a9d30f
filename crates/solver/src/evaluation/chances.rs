//! The chances of a game's results.

use crate::{Bounds, score::Interval};

/// The unit of scores, see [`Weights::UNIT`](super::Weights::UNIT).
pub(super) const UNIT: i32 = 256;

/// The chances of the side to move to win, draw and lose, in ten-thousandths.
///
/// ```
/// use four_shapes_solver::{Bounds, Score, evaluation::Chances};
///
/// let chances = Chances { win: 5_000, draw: 2_000, loss: 3_000 };
/// assert_eq!((chances.expected(), chances.percent()), (6_000, 60));
/// assert_eq!(chances.for_opponent().percent(), 40);
///
/// let not_lost = Bounds { lower: Score::DRAW, upper: Score::new(18) };
/// assert_eq!(chances.within(not_lost).loss, 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chances {
    /// The chance of a win.
    pub win: u16,
    /// The chance of a draw.
    pub draw: u16,
    /// The chance of a loss.
    pub loss: u16,
}

/// The logistic function at multiples of a quarter, in ten-thousandths.
const LOGISTIC: [u16; 41] = [
    5000, 5622, 6225, 6792, 7311, 7773, 8176, 8520, 8808, 9047, 9241, 9399, 9526, 9627, 9707, 9770,
    9820, 9859, 9890, 9914, 9933, 9948, 9959, 9968, 9975, 9981, 9985, 9988, 9991, 9993, 9994, 9996,
    9997, 9997, 9998, 9998, 9999, 9999, 9999, 9999, 10000,
];

/// Returns the logistic function of a score, in ten-thousandths.
fn logistic(score: i32) -> u16 {
    const QUARTER: u32 = UNIT.unsigned_abs() / 4;
    let size = score.unsigned_abs();
    let at = (size / QUARTER) as usize;
    let value = match (LOGISTIC.get(at), LOGISTIC.get(at + 1)) {
        (Some(&from), Some(&to)) => {
            let step = u32::from(to - from) * (size % QUARTER) / QUARTER;
            from + step as u16
        }
        _ => Chances::TOTAL,
    };
    if score < 0 {
        Chances::TOTAL - value
    } else {
        value
    }
}

impl Chances {
    /// The sum of the three chances.
    pub const TOTAL: u16 = 10_000;
    /// A certain win.
    pub const WIN: Self = Self {
        win: Self::TOTAL,
        draw: 0,
        loss: 0,
    };
    /// A certain draw.
    pub const DRAW: Self = Self {
        win: 0,
        draw: Self::TOTAL,
        loss: 0,
    };
    /// A certain loss.
    pub const LOSS: Self = Self {
        win: 0,
        draw: 0,
        loss: Self::TOTAL,
    };

    /// Returns the chances for a score and the margin of a draw (ordered logit).
    pub(super) fn new(score: i32, margin: i32) -> Self {
        let (win, loss) = (logistic(score - margin), logistic(-score - margin));
        Self {
            win,
            draw: Self::TOTAL.saturating_sub(win + loss),
            loss: loss.min(Self::TOTAL - win),
        }
    }

    /// Returns the chances for the opponent.
    #[must_use]
    pub fn for_opponent(self) -> Self {
        Self {
            win: self.loss,
            draw: self.draw,
            loss: self.win,
        }
    }

    /// Returns the expected score in ten-thousandths; a draw counts half.
    pub fn expected(self) -> u16 {
        self.win + self.draw / 2
    }

    /// Returns the expected score in percent, rounded.
    pub fn percent(self) -> u8 {
        ((self.expected() + 50) / 100) as u8
    }

    /// Returns the chances of the results that bounds of the score leave open.
    #[must_use]
    pub fn within(self, bounds: Bounds) -> Self {
        let Bounds { lower, upper } = bounds;
        self.within_signs(lower.outcome() as i32, upper.outcome() as i32)
    }

    /// Returns the chances if the result lies between two others, both inclusive: 1 for a win, 0
    /// for a draw and −1 for a loss.
    pub(crate) fn within_signs(self, lower: i32, upper: i32) -> Self {
        let possible = |result, chance: u16| {
            let possible = (lower..=upper).contains(&result);
            if possible { u32::from(chance) } else { 0 }
        };
        let chances = [(1, self.win), (0, self.draw), (-1, self.loss)];
        let [win, draw, loss] = chances.map(|(result, chance)| possible(result, chance));
        let sum = win + draw + loss;
        if sum == 0 {
            return match lower {
                1 => Self::WIN,
                _ if upper < 0 => Self::LOSS,
                _ => Self::DRAW,
            };
        }
        let total = u32::from(Self::TOTAL);
        let (win, loss) = (win * total / sum, loss * total / sum);
        // What rounding leaves counts as a draw, if there is one.
        let draw = if draw == 0 { 0 } else { total - win - loss };
        Self {
            win: if draw == 0 && win > 0 {
                total - loss
            } else {
                win
            } as u16,
            draw: draw as u16,
            loss: if draw == 0 && win == 0 { total } else { loss } as u16,
        }
    }
}

impl Interval {
    /// Returns the chances as far as the bounds leave them open. A position of known outcome
    /// isn't evaluated.
    pub(crate) fn chances(self, evaluate: impl FnOnce() -> Chances) -> Chances {
        let Self { lower, upper } = self;
        let chances = if lower.signum() == upper.signum() {
            Chances::DRAW
        } else {
            evaluate()
        };
        chances.within_signs(lower.signum(), upper.signum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Score;

    #[test]
    fn chances_add_up_and_are_symmetrical() {
        for score in (-20 * UNIT..=20 * UNIT).step_by(37) {
            for margin in [0, 1, 100, 1000] {
                let chances = Chances::new(score, margin);
                let Chances { win, draw, loss } = chances;
                assert_eq!(win + draw + loss, Chances::TOTAL, "{score} {margin}");
                assert_eq!(Chances::new(-score, margin), chances.for_opponent());
                let more = Chances::new(score + 37, margin);
                assert!(more.expected() >= chances.expected(), "{score} {margin}");
                for (lower, upper) in [(-5, 5), (0, 5), (-5, 0), (1, 3), (-3, -1), (0, 0)] {
                    let bounds = Bounds {
                        lower: Score::new(lower),
                        upper: Score::new(upper),
                    };
                    let within = chances.within(bounds);
                    let Chances { win, draw, loss } = within;
                    assert_eq!(win + draw + loss, Chances::TOTAL);
                    assert!(upper > 0 || win == 0, "{within:?}");
                    assert!(lower < 0 || loss == 0, "{within:?}");
                    assert!((lower..=upper).contains(&0) || draw == 0, "{within:?}");
                }
            }
        }
    }

    #[test]
    fn chances_are_those_of_the_logistic_function() {
        for score in -2000..2000 {
            let exact = 1.0 / (1.0 + (-f64::from(score) / f64::from(UNIT)).exp());
            let found = f64::from(logistic(score)) / f64::from(Chances::TOTAL);
            assert!(
                (found - exact).abs() < 0.002,
                "{score}: {found} for {exact}"
            );
        }
    }
}
