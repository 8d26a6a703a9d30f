//! The text of invitations and answers, for links and QR codes.
//!
//! URL-safe Base64 without padding of: the version, the kind, and the description or the secret.

use crate::{
    Access, Description, Room, Secret, SetupRole,
    wire::{Reader, Writer},
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use std::{error::Error, fmt, str::FromStr};

/// The version of the texts.
const VERSION: u8 = 1;

/// The maximum length of a text. With all candidates there can be, it has 600 characters.
pub const MAX_SIGNAL_CHARS: usize = 1024;

const OFFER: u8 = 0;
const ROOM: u8 = 1;
const ANSWER: u8 = 2;
/// Added to the kind of an invitation to watch.
const WATCH: u8 = 0x80;

/// What a host sends to a friend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    access: Access,
    contact: Contact,
}

/// How to reach the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contact {
    /// By its description; the friend sends an [`Answer`] back.
    Offer(Description),
    /// Through a tracker.
    Room(Room),
}

impl Invitation {
    /// Creates an invitation for one friend; `None` if the description isn't that of an offer.
    pub fn offer(description: Description, access: Access) -> Option<Self> {
        (description.role == SetupRole::ActPass).then_some(Self {
            access,
            contact: Contact::Offer(description),
        })
    }

    /// Creates an invitation to a room, for several friends.
    pub const fn room(room: Room) -> Self {
        Self {
            access: room.access(),
            contact: Contact::Room(room),
        }
    }

    /// Returns what the friend may do. The host knows by itself.
    pub const fn access(&self) -> Access {
        self.access
    }

    /// Returns how to reach the host.
    pub const fn contact(&self) -> &Contact {
        &self.contact
    }
}

impl fmt::Display for Invitation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.contact {
            Contact::Offer(_) => OFFER,
            Contact::Room(_) => ROOM,
        };
        let access = if self.access == Access::Watch {
            WATCH
        } else {
            0
        };
        let mut writer = Writer(vec![VERSION, kind + access]);
        match &self.contact {
            Contact::Offer(description) => description.write(&mut writer),
            Contact::Room(room) => writer.bytes(room.secret().bytes()),
        }
        f.write_str(&BASE64_URL_SAFE_NO_PAD.encode(writer.0))
    }
}

impl FromStr for Invitation {
    type Err = SignalError;
    fn from_str(text: &str) -> Result<Self, SignalError> {
        let (kind, bytes) = decode(text)?;
        let access = if kind & WATCH == 0 {
            Access::Play
        } else {
            Access::Watch
        };
        let invitation = read_whole(&bytes, |reader| match kind & !WATCH {
            OFFER => Self::offer(Description::read(reader)?, access),
            ROOM => {
                let secret = Secret::new(reader.array()?);
                Some(Self::room(Room::from_parts(secret, access)))
            }
            _ => None,
        });
        match kind & !WATCH {
            OFFER | ROOM => invitation.ok_or(SignalError::Invalid),
            _ => Err(SignalError::Kind),
        }
    }
}

/// What the friend sends back for an offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer(Description);

impl Answer {
    /// Creates an answer; `None` if the description is that of an offer.
    pub fn new(description: Description) -> Option<Self> {
        (description.role != SetupRole::ActPass).then_some(Self(description))
    }

    /// Returns the friend's description.
    pub const fn description(&self) -> &Description {
        &self.0
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut writer = Writer(vec![VERSION, ANSWER]);
        self.0.write(&mut writer);
        f.write_str(&BASE64_URL_SAFE_NO_PAD.encode(writer.0))
    }
}

impl FromStr for Answer {
    type Err = SignalError;
    fn from_str(text: &str) -> Result<Self, SignalError> {
        let (kind, bytes) = decode(text)?;
        if kind != ANSWER {
            return Err(SignalError::Kind);
        }
        let description = read_whole(&bytes, Description::read);
        description.and_then(Self::new).ok_or(SignalError::Invalid)
    }
}

/// Decodes a text to its kind and what follows it.
fn decode(text: &str) -> Result<(u8, Vec<u8>), SignalError> {
    if text.len() > MAX_SIGNAL_CHARS {
        return Err(SignalError::TooLong(text.len()));
    }
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(text);
    let bytes = bytes.map_err(|_| SignalError::Invalid)?;
    match bytes[..] {
        [VERSION, kind, ref rest @ ..] => Ok((kind, rest.to_vec())),
        [VERSION] | [] => Err(SignalError::Invalid),
        [version, ..] => Err(SignalError::Version(version)),
    }
}

/// Reads a value that takes all bytes.
fn read_whole<T>(bytes: &[u8], read: impl FnOnce(&mut Reader<'_>) -> Option<T>) -> Option<T> {
    let mut reader = Reader(bytes);
    let value = read(&mut reader)?;
    reader.is_empty().then_some(value)
}

/// The reason a text isn't an invitation or an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SignalError {
    /// It is longer than [`MAX_SIGNAL_CHARS`]; its length in bytes.
    TooLong(usize),
    /// It is of another version.
    Version(u8),
    /// It is another kind of text: an answer instead of an invitation, or the other way around.
    Kind,
    /// It is truncated or changed.
    Invalid,
}

impl fmt::Display for SignalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(bytes) => write!(
                f,
                "the text has {bytes} bytes; the maximum is {MAX_SIGNAL_CHARS}"
            ),
            Self::Version(version) => write!(f, "version {version}, expected {VERSION}"),
            Self::Kind => f.write_str("an answer instead of an invitation, or the reverse"),
            Self::Invalid => f.write_str("the text is incomplete or damaged"),
        }
    }
}

impl Error for SignalError {}
