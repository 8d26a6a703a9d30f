//! The file of weights.

use super::{
    chances::UNIT,
    features::{DRAW_FEATURES, FEATURES, Features},
};
use four_shapes_rules::{Rules, hash::fnv1a_32};
use std::{error::Error, fmt};

/// The weights of the evaluation of games with one length of a line.
///
/// The score of a position is the sum of its features, each multiplied by a weight that
/// changes linearly from the empty to the full board. The file has the magic `4eval`, a
/// version, the numbers of features and of draw features, the weights as little-endian
/// 16-bit integers, and a checksum (FNV-1a) of everything before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The weights on the full board and on the empty one, in [`UNIT`](Self::UNIT)ths.
    pub features: [[i16; FEATURES]; 2],
    /// The weights of the draw features, in the same unit.
    pub draw: [[i16; DRAW_FEATURES]; 2],
}

/// Reads weights that are part of the program.
const fn included(bytes: &[u8]) -> Weights {
    match Weights::from_bytes(bytes) {
        Ok(weights) => weights,
        Err(_) => panic!("a file data/evaluation-….bin is damaged or of another version"),
    }
}

/// The shortest line with weights.
const MIN_TRAINED: u8 = 3;

/// The weights for lines of three pieces and more.
static TRAINED: [Weights; 4] = [
    included(include_bytes!("../../data/evaluation-3.bin")),
    included(include_bytes!("../../data/evaluation-4.bin")),
    included(include_bytes!("../../data/evaluation-5.bin")),
    included(include_bytes!("../../data/evaluation-6.bin")),
];

const MAGIC: [u8; 5] = *b"4eval";
const VERSION: u8 = 1;
const HEADER: usize = MAGIC.len() + 3;
const COUNT: usize = 2 * (FEATURES + DRAW_FEATURES);
const CHECKSUM: usize = 4;

/// Why a file of weights is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WeightsError {
    /// It doesn't begin as a file of weights does.
    NotWeights,
    /// It has this version.
    Version(u8),
    /// It is for these numbers of features and of draw features.
    Features(u8, u8),
    /// It has this length in bytes.
    Length(usize),
    /// Its checksum doesn't match.
    Damaged,
}

impl Weights {
    /// The unit of the weights and of scores: a difference of this much multiplies the odds
    /// by *e*.
    pub const UNIT: i32 = UNIT;
    /// The length of the file in bytes.
    pub const BYTES: usize = HEADER + 2 * COUNT + CHECKSUM;

    /// Returns the weights trained with games of this length of a line, three to six.
    ///
    /// ```
    /// use four_shapes_rules::{Rules, RulesConfig};
    /// use four_shapes_solver::evaluation::Weights;
    ///
    /// assert!(Weights::trained(Rules::CLASSIC).is_some());
    /// let seven = Rules::new(RulesConfig { connect: 7, ..Rules::CLASSIC.config() })?;
    /// assert_eq!(Weights::trained(seven), None);
    /// # Ok::<_, four_shapes_rules::RulesError>(())
    /// ```
    pub fn trained(rules: Rules) -> Option<&'static Self> {
        TRAINED.get(usize::from(rules.connect() - MIN_TRAINED))
    }

    /// Returns the weights trained with games of this length of a line or the nearest one, with
    /// which positions can be compared.
    ///
    /// ```
    /// use four_shapes_rules::{Rules, RulesConfig};
    /// use four_shapes_solver::evaluation::Weights;
    ///
    /// let config = Rules::CLASSIC.config();
    /// let [six, seven] = [6, 7].map(|connect| Rules::new(RulesConfig { connect, ..config }));
    /// assert_eq!(Some(Weights::nearest(seven?)), Weights::trained(six?));
    /// # Ok::<_, four_shapes_rules::RulesError>(())
    /// ```
    pub fn nearest(rules: Rules) -> &'static Self {
        Self::trained(rules).unwrap_or(&TRAINED[TRAINED.len() - 1])
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Returns an error if the file is damaged or of another version.
    ///
    /// ```
    /// use four_shapes_solver::evaluation::{Weights, WeightsError};
    ///
    /// assert_eq!(Weights::from_bytes(b"4 shapes"), Err(WeightsError::NotWeights));
    /// ```
    pub const fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let mut at = 0;
        while at < MAGIC.len() {
            if at >= bytes.len() || bytes[at] != MAGIC[at] {
                return Err(WeightsError::NotWeights);
            }
            at += 1;
        }
        if bytes.len() < HEADER {
            return Err(WeightsError::Length(bytes.len()));
        }
        if bytes[at] != VERSION {
            return Err(WeightsError::Version(bytes[at]));
        }
        let (features, draw) = (bytes[at + 1], bytes[at + 2]);
        if features as usize != FEATURES || draw as usize != DRAW_FEATURES {
            return Err(WeightsError::Features(features, draw));
        }
        if bytes.len() != Self::BYTES {
            return Err(WeightsError::Length(bytes.len()));
        }
        let sum = fnv1a_32(bytes.split_at(Self::BYTES - CHECKSUM).0).to_le_bytes();
        let mut k = 0;
        while k < CHECKSUM {
            if bytes[Self::BYTES - CHECKSUM + k] != sum[k] {
                return Err(WeightsError::Damaged);
            }
            k += 1;
        }
        let mut weights = Self {
            features: [[0; FEATURES]; 2],
            draw: [[0; DRAW_FEATURES]; 2],
        };
        at = HEADER;
        let mut end = 0;
        while end < 2 {
            let mut k = 0;
            while k < FEATURES {
                weights.features[end][k] = i16::from_le_bytes([bytes[at], bytes[at + 1]]);
                (at, k) = (at + 2, k + 1);
            }
            k = 0;
            while k < DRAW_FEATURES {
                weights.draw[end][k] = i16::from_le_bytes([bytes[at], bytes[at + 1]]);
                (at, k) = (at + 2, k + 1);
            }
            end += 1;
        }
        Ok(weights)
    }

    /// Returns the file.
    ///
    /// ```
    /// use four_shapes_rules::Rules;
    /// use four_shapes_solver::evaluation::Weights;
    ///
    /// let weights = Weights::nearest(Rules::CLASSIC);
    /// let bytes = weights.to_bytes();
    /// assert_eq!(bytes.len(), Weights::BYTES);
    /// assert_eq!(Weights::from_bytes(&bytes).as_ref(), Ok(weights));
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, FEATURES as u8, DRAW_FEATURES as u8]);
        for (features, draw) in self.features.iter().zip(&self.draw) {
            for weight in features.iter().chain(draw) {
                bytes.extend(weight.to_le_bytes());
            }
        }
        let sum = fnv1a_32(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Returns the score of a position for the follower, and half the range of scores around 0
    /// in which a draw is likely.
    #[inline]
    pub(super) fn score(&self, features: &Features) -> (i32, i32) {
        let empty = i32::from(features.empty);
        let cells = i32::from(features.cells);
        let mix = |[full, bare]: [i32; 2]| (full * (cells - empty) + bare * empty) / cells;
        let dot = |weights: &[i16], values: &[i16]| {
            let products = weights.iter().zip(values);
            let products = products.map(|(&weight, &value)| i32::from(weight) * i32::from(value));
            products.sum::<i32>()
        };
        let score = [0, 1].map(|end| dot(&self.features[end], &features.values));
        let draw = [0, 1].map(|end| dot(&self.draw[end], &features.draw));
        (mix(score), mix(draw).max(0))
    }
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotWeights => f.write_str("not a file of evaluation weights"),
            Self::Version(version) => {
                write!(
                    f,
                    "evaluation weights of version {version} instead of {VERSION}"
                )
            }
            Self::Features(features, draw) => write!(
                f,
                "evaluation weights for {features} + {draw} features instead of {FEATURES} + {DRAW_FEATURES}"
            ),
            Self::Length(length) => write!(
                f,
                "the file of evaluation weights has {length} bytes instead of {}",
                Weights::BYTES
            ),
            Self::Damaged => f.write_str("the file of evaluation weights is damaged"),
        }
    }
}

impl Error for WeightsError {}
