//! The encoding of messages between the page and its workers: the protocol version, then the
//! message, in [postcard's format](https://postcard.jamesmunns.com).

use serde::{Serialize, de::DeserializeOwned};
use std::{error::Error, fmt};

/// The version of the protocol. It changes with every message type.
pub const PROTOCOL_VERSION: u32 = 6;

/// Encodes a message.
pub fn encode<T: Serialize>(message: &T) -> Vec<u8> {
    postcard::to_allocvec(&(PROTOCOL_VERSION, message))
        .expect("all messages have sequences of known length")
}

/// Decodes a message.
///
/// # Errors
/// Returns an error if the message has another protocol version, or if the bytes are not
/// exactly one message of type `T`.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, DecodeError> {
    let (version, rest) = postcard::take_from_bytes(bytes).map_err(|_| DecodeError::Malformed)?;
    if version != PROTOCOL_VERSION {
        return Err(DecodeError::Version(version));
    }
    let (message, rest) = postcard::take_from_bytes(rest).map_err(|_| DecodeError::Malformed)?;
    match rest.len() {
        0 => Ok(message),
        trailing => Err(DecodeError::Trailing(trailing)),
    }
}

/// The error of [`decode`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// The message has this protocol version.
    Version(u32),
    /// The bytes are not a message of the expected type.
    Malformed,
    /// The message is followed by this number of bytes.
    Trailing(usize),
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version(version) => write!(
                f,
                "the message has protocol version {version}, expected {PROTOCOL_VERSION}"
            ),
            Self::Malformed => f.write_str("the message can't be decoded"),
            Self::Trailing(bytes) => write!(f, "the message has {bytes} trailing bytes"),
        }
    }
}

impl Error for DecodeError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decode_reports_the_version_of_another_protocol() {
        let newer = postcard::to_allocvec(&(PROTOCOL_VERSION + 1, 7_u32)).unwrap();
        let error = decode::<u32>(&newer).unwrap_err();
        assert_eq!(error, DecodeError::Version(PROTOCOL_VERSION + 1));
        let expected = format!(
            "the message has protocol version {}, expected {PROTOCOL_VERSION}",
            PROTOCOL_VERSION + 1
        );
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn decode_rejects_truncated_and_trailing_bytes() {
        let mut bytes = encode(&"move");
        assert_eq!(decode::<String>(&bytes).as_deref(), Ok("move"));
        for length in 0..bytes.len() {
            let error = decode::<String>(&bytes[..length]).unwrap_err();
            assert_eq!(error, DecodeError::Malformed, "{length}");
        }
        bytes.push(0);
        let error = decode::<String>(&bytes).unwrap_err();
        assert_eq!(error, DecodeError::Trailing(1));
    }
}
