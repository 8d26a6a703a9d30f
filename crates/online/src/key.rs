//! What a guest may do and the secret that proves it.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use four_shapes_rules::ParseError;
use std::{fmt, str::FromStr};

/// A guest's secret, by which the host recognizes it. Only the guest and the host know it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SeatKey([u8; Self::BYTES]);

impl SeatKey {
    /// The length of a key.
    pub const BYTES: usize = 16;

    /// Makes a key of random bytes.
    pub const fn new(random: [u8; Self::BYTES]) -> Self {
        Self(random)
    }

    pub(crate) const fn bytes(&self) -> &[u8; Self::BYTES] {
        &self.0
    }

    /// Formats the key, to store it.
    pub(crate) fn to_text(self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.0)
    }
}

/// Without the secret.
impl fmt::Debug for SeatKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeatKey")
    }
}

impl FromStr for SeatKey {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse_base64(text).map(Self)
    }
}

/// Parses bytes of a known length as URL-safe Base64 without padding.
pub(crate) fn parse_base64<const N: usize>(text: &str) -> Result<[u8; N], ParseError> {
    let bytes = || {
        if text.len() != (N * 4).div_ceil(3) {
            return None;
        }
        BASE64_URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()
    };
    bytes().ok_or(ParseError {
        expected: "a key in URL-safe Base64 without padding",
    })
}

/// What the receiver of an invitation may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Take a free seat, or watch.
    Play,
    /// Watch.
    Watch,
}
