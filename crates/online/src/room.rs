//! A secret that those share who have the same invitation.

use crate::{Access, key::parse_base64, wire::Writer};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use four_shapes_rules::ParseError;
use sha2::{Digest, Sha256};
use std::{fmt, str::FromStr};

/// The secret of a room, with which anyone can join.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret([u8; Self::BYTES]);

impl Secret {
    /// The length of a secret.
    pub const BYTES: usize = 16;

    /// Makes a secret of random bytes.
    pub const fn new(random: [u8; Self::BYTES]) -> Self {
        Self(random)
    }

    pub(crate) const fn bytes(&self) -> &[u8; Self::BYTES] {
        &self.0
    }
}

/// Without the secret.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// Formats the secret, to store it.
impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&BASE64_URL_SAFE_NO_PAD.encode(self.0))
    }
}

impl FromStr for Secret {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse_base64(text).map(Self)
    }
}

/// Where host and guests of a game meet on a tracker.
///
/// Everything is derived from the secret by HMAC-SHA-256: the info hash, by which the tracker knows
/// the room, says nothing about the secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    secret: Secret,
    access: Access,
}

/// The length of a proof.
pub(crate) const PROOF_BYTES: usize = 16;

impl Room {
    /// Returns the room for players.
    pub const fn new(secret: Secret) -> Self {
        Self {
            secret,
            access: Access::Play,
        }
    }

    /// Returns the room for watchers, with a secret of its own: those who know it can't join as
    /// players.
    #[must_use]
    pub fn for_watchers(self) -> Self {
        let mac = self.mac("watch", &[]);
        let mut secret = [0; Secret::BYTES];
        secret.copy_from_slice(&mac[..Secret::BYTES]);
        Self {
            secret: Secret(secret),
            access: Access::Watch,
        }
    }

    /// Returns the room of an invitation.
    pub(crate) const fn from_parts(secret: Secret, access: Access) -> Self {
        Self { secret, access }
    }

    pub(crate) const fn secret(&self) -> &Secret {
        &self.secret
    }

    /// Returns what those may do who come from here.
    pub const fn access(&self) -> Access {
        self.access
    }

    /// Returns the name by which a tracker knows the room.
    pub fn info_hash(&self) -> [u8; 20] {
        let mac = self.mac("room", &[]);
        let mut hash = [0; 20];
        hash.copy_from_slice(&mac[..20]);
        hash
    }

    /// Returns a proof that the sender of some data knows the secret.
    pub(crate) fn proof(&self, purpose: &str, data: &[u8]) -> [u8; PROOF_BYTES] {
        let mac = self.mac(purpose, data);
        let mut proof = [0; PROOF_BYTES];
        proof.copy_from_slice(&mac[..PROOF_BYTES]);
        proof
    }

    /// Returns a code that only those can compute who know the secret.
    fn mac(&self, purpose: &str, data: &[u8]) -> [u8; 32] {
        let mut message = Writer::default();
        message.short_text(purpose);
        message.bytes(data);
        hmac(self.secret.bytes(), &message.0)
    }
}

/// Returns the HMAC-SHA-256 ([RFC 2104](https://www.rfc-editor.org/rfc/rfc2104)) of a message. The
/// key has at most 64 bytes.
fn hmac(key: &[u8], message: &[u8]) -> [u8; 32] {
    let pad = |value: u8| {
        let mut block = [value; 64];
        for (byte, key) in block.iter_mut().zip(key) {
            *byte ^= key;
        }
        block
    };
    let inner = Sha256::new().chain_update(pad(0x36)).chain_update(message);
    let outer = Sha256::new().chain_update(pad(0x5c));
    outer.chain_update(inner.finalize()).finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(bytes: [u8; 32]) -> String {
        bytes.map(|byte| format!("{byte:02x}")).concat()
    }

    #[test]
    fn codes_are_those_of_the_standard() {
        // RFC 4231, test cases 1, 2 and 3.
        let cases: [(&[u8], &[u8], &str); 3] = [
            (
                &[0x0b; 20],
                b"Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
            ),
            (
                b"Jefe",
                b"what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
            ),
            (
                &[0xaa; 20],
                &[0xdd; 50],
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
            ),
        ];
        for (key, message, code) in cases {
            assert_eq!(hex(hmac(key, message)), code);
        }
    }

    #[test]
    fn everything_derived_differs_and_hides_the_secret() {
        let room = Room::new(Secret::new([7; 16]));
        let watchers = room.for_watchers();
        assert_ne!(room.info_hash(), watchers.info_hash());
        assert_ne!(room.secret, watchers.secret);
        assert_ne!(room.proof("a", b"bc"), room.proof("ab", b"c"));
        assert_ne!(room.proof("a", b""), watchers.proof("a", b""));
        assert_ne!(
            room.info_hash(),
            Room::new(Secret::new([8; 16])).info_hash()
        );
        let shown = format!("{room:?}");
        assert!(!shown.contains('7'), "{shown}");
    }
}
