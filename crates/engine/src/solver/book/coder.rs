//! Bits as bytes: a range coder, and how likely a bit is after what has been seen.
//!
//! Whole numbers only, so that every computer comes to the same bits.

/// One in probabilities, which are whole numbers.
const ONE_BITS: u32 = 12;
const ONE: i32 = 1 << ONE_BITS;

/// Takes bits in or gives them back, each with the probability that it is 1.
pub(super) trait Coder {
    /// Codes a bit. A writer takes the one that it is given; a reader does not
    /// look at it and gives back the one that was written.
    fn bit(&mut self, bit: bool, probability: i32) -> bool;
}

/// What is left of the range of numbers: both ends are part of it.
#[derive(Debug)]
struct Span {
    low: u32,
    high: u32,
}

impl Span {
    const ALL: Self = Self {
        low: 0,
        high: u32::MAX,
    };

    /// The last number that means 1.
    fn middle(&self, probability: i32) -> u32 {
        let width = u64::from(self.high - self.low);
        self.low + ((width * u64::from(probability.cast_unsigned())) >> ONE_BITS) as u32
    }

    fn keep(&mut self, bit: bool, middle: u32) {
        if bit {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
    }

    /// Takes off the first byte if it is certain.
    fn certain(&mut self) -> Option<u8> {
        let byte = self.high >> 24;
        (self.low >> 24 == byte).then(|| {
            self.low <<= 8;
            self.high = self.high << 8 | 0xff;
            byte as u8
        })
    }
}

/// Makes bytes of bits.
#[derive(Debug)]
pub(super) struct Writer {
    span: Span,
    bytes: Vec<u8>,
}

impl Writer {
    pub(super) fn new() -> Self {
        Self {
            span: Span::ALL,
            bytes: Vec::new(),
        }
    }

    /// The bytes, once all bits are in.
    pub(super) fn finish(mut self) -> Vec<u8> {
        // A reader takes missing bytes for zeros.
        if self.span.low > 0 {
            let rounded = (self.span.low >> 24) + 1;
            if rounded <= self.span.high >> 24 {
                self.bytes.push(rounded as u8);
            } else {
                self.bytes.extend(self.span.high.to_be_bytes());
            }
        }
        self.bytes
    }
}

impl Coder for Writer {
    fn bit(&mut self, bit: bool, probability: i32) -> bool {
        let middle = self.span.middle(probability);
        self.span.keep(bit, middle);
        while let Some(byte) = self.span.certain() {
            self.bytes.push(byte);
        }
        bit
    }
}

/// Gives the bits of bytes back.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    span: Span,
    value: u32,
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let mut reader = Self {
            span: Span::ALL,
            value: 0,
            rest: bytes,
        };
        for _ in 0..4 {
            reader.take();
        }
        reader
    }

    fn take(&mut self) {
        let byte = match self.rest {
            [first, rest @ ..] => {
                self.rest = rest;
                *first
            }
            [] => 0,
        };
        self.value = self.value << 8 | u32::from(byte);
    }
}

impl Coder for Reader<'_> {
    fn bit(&mut self, _: bool, probability: i32) -> bool {
        let middle = self.span.middle(probability);
        let bit = self.value <= middle;
        self.span.keep(bit, middle);
        while self.span.certain().is_some() {
            self.take();
        }
        bit
    }
}

/// How often a bit was 1 in one situation.
#[derive(Clone, Copy, Debug)]
struct Counter {
    /// The probability, in 65,536ths.
    probability: u16,
    seen: u8,
}

impl Counter {
    const NEW: Self = Self {
        probability: 1 << 15,
        seen: 0,
    };
    /// From here on what is old counts less and less.
    const MAX: u8 = 250;

    fn learn(&mut self, bit: bool) {
        let aim = if bit { 65_535 } else { 0 };
        let probability = i32::from(self.probability);
        let step = (aim - probability) * 2 / (2 * i32::from(self.seen) + 3);
        self.probability = (probability + step).cast_unsigned() as u16;
        self.seen = (self.seen + 1).min(Self::MAX);
    }
}

/// Predicts bits from several situations at once, and learns how much each of
/// them is worth.
#[derive(Debug)]
pub(super) struct Mixer<const N: usize> {
    counters: Vec<Counter>,
    weights: Vec<[i32; N]>,
    /// For each probability the logarithm of its odds.
    stretched: Vec<i16>,
}

/// How many counters there are for each situation.
const SLOTS: usize = 1 << 16;
/// A weight of one.
const WEIGHT: i32 = 1 << 16;
/// No weight is more, whatever a file makes of it.
const MAX_WEIGHT: i32 = 16 * WEIGHT;
/// How quickly weights are learned.
const LEARN: i32 = 2;

impl<const N: usize> Mixer<N> {
    /// One that weighs in so many manners.
    pub(super) fn new(manners: usize) -> Self {
        Self {
            counters: vec![Counter::NEW; N * SLOTS],
            weights: vec![[WEIGHT / 2; N]; manners],
            stretched: stretched(),
        }
    }

    /// Codes a bit in a situation, which is seen from `N` sides.
    pub(super) fn code(
        &mut self,
        coder: &mut impl Coder,
        bit: bool,
        sides: [u32; N],
        manner: usize,
    ) -> bool {
        let mut at = [0; N];
        let mut odds = [0; N];
        let mut sum = 0_i64;
        for side in 0..N {
            let hash = sides[side].wrapping_mul(0x9e37_79b1) >> 16;
            at[side] = side * SLOTS + hash as usize;
            let counter = self.counters[at[side]];
            odds[side] = i32::from(self.stretched[usize::from(counter.probability >> 4)]);
            sum += i64::from(odds[side]) * i64::from(self.weights[manner][side]);
        }
        let probability = squash((sum >> 16) as i32);
        let bit = coder.bit(bit, probability);
        let error = (if bit { ONE } else { 0 }) - probability;
        for side in 0..N {
            let weight = &mut self.weights[manner][side];
            let more = (odds[side] * error * LEARN) >> 10;
            *weight = (*weight + more).clamp(-MAX_WEIGHT, MAX_WEIGHT);
            self.counters[at[side]].learn(bit);
        }
        bit
    }
}

/// The most that a logarithm comes to.
const MAX_ODDS: i32 = 12 * 256 - 1;

/// The probability of odds whose logarithm to base 2 is given, in 256ths: from 1
/// to 4,095.
fn squash(logarithm: i32) -> i32 {
    let size = logarithm.abs().min(MAX_ODDS);
    // Between two powers of two a straight line will do.
    let odds = (256 + (size & 255)) << (size >> 8);
    let rarer = ONE * 256 / (odds + 256);
    let probability = if logarithm < 0 { rarer } else { ONE - rarer };
    probability.clamp(1, ONE - 1)
}

/// The other way round.
fn stretched() -> Vec<i16> {
    let mut logarithm = -MAX_ODDS;
    (0..ONE)
        .map(|probability| {
            while logarithm < MAX_ODDS && squash(logarithm) < probability {
                logarithm += 1;
            }
            logarithm as i16
        })
        .collect()
}
