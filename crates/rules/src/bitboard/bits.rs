//! The integer types for the words of bitboards.

use core::{
    fmt::Debug,
    hash::Hash,
    ops::{BitAnd, BitOr, Not, Shl, Shr, Sub},
};
use ethnum::U256;
use sealed::Sealed;

/// An unsigned integer used as a set of cells: `u64`, `u128` or [`U256`].
///
/// Boards are generic over this trait. A board needs `columns × (rows + 1)` bits: 7 × 6 and
/// 8 × 7 fit 64, 11 × 10 and 8 × 15 fit 128, and all boards fit 256.
pub trait Bits:
    Sealed
    + Copy
    + Debug
    + Eq
    + Hash
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Sub<Output = Self>
{
    /// The number of bits.
    const WIDTH: u32;
    /// The empty set.
    const ZERO: Self;
    /// The set of the lowest bit.
    const ONE: Self;
    /// The lowest 16 bits.
    fn low(self) -> u16;
    /// Returns the number of cells.
    fn count_ones(self) -> u32;
}

mod sealed {
    /// Only this crate implements the trait, so that it can have more methods later.
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
    impl Sealed for ethnum::U256 {}
}

macro_rules! bits {
    ($($word:ty),*) => {$(
        impl Bits for $word {
            const WIDTH: u32 = <$word>::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;
            #[inline]
            fn low(self) -> u16 {
                self as u16
            }
            #[inline]
            fn count_ones(self) -> u32 {
                self.count_ones()
            }
        }
    )*};
}
bits!(u64, u128);

impl Bits for U256 {
    const WIDTH: u32 = Self::BITS;
    const ZERO: Self = Self::ZERO;
    const ONE: Self = Self::ONE;
    #[inline]
    fn low(self) -> u16 {
        self.as_u16()
    }
    #[inline]
    fn count_ones(self) -> u32 {
        self.count_ones()
    }
}
