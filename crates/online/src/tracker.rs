//! The JSON messages of `WebTorrent` trackers, over a WebSocket.
//!
//! The fields are those of `bittorrent-tracker` (`lib/client/websocket-tracker.js`) and
//! `aquatic_ws`. Hashes and ids are strings of 20 characters, one for each byte.

use crate::{
    Description, MAX_SDP_BYTES, Room, SdpError, key::parse_base64, room::PROOF_BYTES, wire::Writer,
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use four_shapes_records::json;
use four_shapes_rules::text::shorten;
use nojson::{RawJson, RawJsonValue};
use std::{error::Error, fmt};

/// The maximum number of offers in an announcement.
pub const MAX_OFFERS: usize = 5;

/// The maximum length of a message from a tracker, in bytes: an SDP text, in which most characters
/// could be escaped, and the other fields.
pub const MAX_TRACKER_BYTES: usize = 2 * MAX_SDP_BYTES;

/// The limits of the interval between announcements, in seconds.
const MIN_INTERVAL: u32 = 10;
const MAX_INTERVAL: u32 = 3600;

/// The SDP attribute of a proof. Browsers ignore it, and it isn't passed on to them.
const PROOF: &str = "a=x-four-shapes-proof:";

/// The id of a peer or an offer: random bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub [u8; 20]);

/// An offer, which a tracker passes on to another peer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrackerOffer {
    /// Its id, by which the answer refers to it.
    pub id: Id,
    /// The description.
    pub description: Description,
}

/// The messages of one peer in one [`Room`].
///
/// A guest announces itself with offers, which the tracker passes on to others in the room, such as
/// the host; the host, which announces itself without offers, answers them. Each then leaves the
/// room or waits for more.
///
/// Every offer and every answer has a proof that its sender knows the secret of the room;
/// [`parse`](Self::parse) rejects others. The operator of a tracker sees the info hash, from which
/// the secret can't be computed; the random ids of the peers; their IP addresses, from the
/// connections and in the descriptions; and when they come and go. The operator sees no move and no
/// name, can't take a seat or watch, and can't put itself between two peers, since the proof
/// covers the fingerprints with which they recognize each other.
#[derive(Clone, Copy, Debug)]
pub struct Tracker {
    room: Room,
    peer: Id,
}

/// What a tracker sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrackerEvent {
    /// The announcement was received.
    Announced {
        /// The number of seconds until the next one, within limits; `None` if it says nothing
        /// about that.
        interval: Option<u32>,
    },
    /// Another peer offers a session.
    Offer {
        /// The peer.
        from: Id,
        /// The offer.
        offer: TrackerOffer,
    },
    /// Another peer has answered an offer.
    Answer {
        /// The peer.
        from: Id,
        /// The id of the offer.
        id: Id,
        /// The peer's description.
        description: Description,
    },
    /// The tracker has refused the last message. The reason is shortened.
    Failure(String),
    /// The message is for another room, or from this peer itself.
    Other,
}

impl Tracker {
    /// Returns the messages of a peer with a random id.
    pub const fn new(room: Room, peer: Id) -> Self {
        Self { room, peer }
    }

    /// Returns the room.
    pub const fn room(&self) -> &Room {
        &self.room
    }

    /// Formats an announcement, with which the peer enters the room or stays there. The tracker
    /// passes each offer on to another peer; more than [`MAX_OFFERS`] are omitted.
    pub fn announce(&self, is_first: bool, offers: &[TrackerOffer]) -> String {
        let offers = &offers[..offers.len().min(MAX_OFFERS)];
        let count = offers.len();
        let offer = |TrackerOffer { id, description }: &TrackerOffer| {
            let sdp = self.with_proof("offer", id, description);
            json::in_line([("offer", session("offer", &sdp)), ("offer_id", text(id))])
        };
        let offers: Vec<String> = offers.iter().map(offer).collect();
        let first = is_first.then(|| ("event", json::quoted("started")));
        self.message(
            [
                ("numwant", count.to_string()),
                ("offers", ["[", &offers.join(", "), "]"].concat()),
            ]
            .into_iter()
            .chain(first),
        )
    }

    /// Formats the answer to an offer.
    pub fn answer(&self, to: Id, offer: Id, description: &Description) -> String {
        let sdp = self.with_proof("answer", &offer, description);
        self.message([
            ("answer", session("answer", &sdp)),
            ("to_peer_id", text(&to)),
            ("offer_id", text(&offer)),
        ])
    }

    /// Formats the message with which the peer leaves the room.
    pub fn stop(&self) -> String {
        self.message([
            ("event", json::quoted("stopped")),
            ("numwant", "0".to_owned()),
            ("offers", "[]".to_owned()),
        ])
    }

    /// Parses a message from the tracker. Unknown fields are ignored.
    ///
    /// # Errors
    /// Returns an error if it is too long or not such a message, or if an offer or an answer has
    /// no valid description or proof.
    pub fn parse(&self, text: &str) -> Result<TrackerEvent, TrackerError> {
        if text.len() > MAX_TRACKER_BYTES {
            return Err(TrackerError::TooLong(text.len()));
        }
        let json = RawJson::parse(text).map_err(|_| TrackerError::NotJson)?;
        let fields = Fields(json.value());
        if let Some(reason) = fields.get("failure reason") {
            let reason = reason.to_unquoted_string_str();
            return Ok(TrackerEvent::Failure(shortened(
                &reason.unwrap_or_default(),
            )));
        }
        if fields.id("info_hash")? != Id(self.room.info_hash()) {
            return Ok(TrackerEvent::Other);
        }
        let (offer, answer) = (fields.get("offer"), fields.get("answer"));
        let (name, session) = match (offer, answer) {
            (Some(session), None) => ("offer", session),
            (None, Some(session)) => ("answer", session),
            (None, None) => {
                let interval = fields.get("interval");
                let interval = interval.and_then(|value| value.as_integer_str().ok()?.parse().ok());
                return Ok(TrackerEvent::Announced {
                    interval: interval
                        .map(|seconds: u32| seconds.clamp(MIN_INTERVAL, MAX_INTERVAL)),
                });
            }
            _ => return Err(TrackerError::Field("answer")),
        };
        let (from, id) = (fields.id("peer_id")?, fields.id("offer_id")?);
        if from == self.peer {
            return Ok(TrackerEvent::Other);
        }
        let session = Fields(session);
        if session.string("type")? != name {
            return Err(TrackerError::Field("type"));
        }
        let description = self.prove(name, &id, &session.string("sdp")?)?;
        Ok(if name == "offer" {
            let offer = TrackerOffer { id, description };
            TrackerEvent::Offer { from, offer }
        } else {
            TrackerEvent::Answer {
                from,
                id,
                description,
            }
        })
    }

    /// Formats a message with the fields that all have.
    fn message<'a>(&self, fields: impl IntoIterator<Item = (&'a str, String)>) -> String {
        let common = [
            ("action", json::quoted("announce")),
            ("info_hash", text(&Id(self.room.info_hash()))),
            ("peer_id", text(&self.peer)),
            // Trackers count peers with nothing left as complete, and some don't connect those.
            ("left", "1".to_owned()),
            ("uploaded", "0".to_owned()),
            ("downloaded", "0".to_owned()),
        ];
        json::in_line(common.into_iter().chain(fields))
    }

    fn proof(&self, purpose: &str, id: &Id, description: &Description) -> [u8; PROOF_BYTES] {
        let mut writer = Writer(id.0.to_vec());
        description.write(&mut writer);
        self.room.proof(purpose, &writer.0)
    }

    fn with_proof(&self, purpose: &str, id: &Id, description: &Description) -> String {
        let proof = self.proof(purpose, id, description);
        let proof = BASE64_URL_SAFE_NO_PAD.encode(proof);
        [&description.to_sdp(), PROOF, &proof, "\r\n"].concat()
    }

    /// Reads a description and checks its proof.
    fn prove(&self, purpose: &str, id: &Id, sdp: &str) -> Result<Description, TrackerError> {
        let description = Description::from_sdp(sdp).map_err(TrackerError::Sdp)?;
        let proof = sdp.lines().find_map(|line| line.strip_prefix(PROOF));
        let proof = proof.and_then(|proof| parse_base64(proof.trim_end()).ok());
        if proof == Some(self.proof(purpose, id, &description)) {
            Ok(description)
        } else {
            Err(TrackerError::Proof)
        }
    }
}

/// Formats the description of a session.
fn session(kind: &str, sdp: &str) -> String {
    json::in_line([("type", json::quoted(kind)), ("sdp", json::quoted(sdp))])
}

/// Formats bytes as a string of one character each.
fn text(id: &Id) -> String {
    json::quoted(&id.0.map(char::from).iter().collect::<String>())
}

/// Shortens and escapes the words of a tracker.
fn shortened(reason: &str) -> String {
    /// The maximum number of words.
    const WORDS: usize = 12;
    let words = reason.split_whitespace().take(WORDS).map(shorten);
    words.collect::<Vec<_>>().join(" ")
}

/// The fields of a JSON object.
struct Fields<'text, 'json>(RawJsonValue<'text, 'json>);

impl<'text, 'json> Fields<'text, 'json> {
    /// Returns a field that isn't `null`.
    fn get(&self, name: &str) -> Option<RawJsonValue<'text, 'json>> {
        let mut fields = self.0.to_object().ok()?;
        let is_named = |field: RawJsonValue<'_, '_>| {
            let field = field.to_unquoted_string_str();
            field.is_ok_and(|field| field == name)
        };
        let (_, value) = fields.find(|(field, _)| is_named(*field))?;
        (value.as_raw_str() != "null").then_some(value)
    }

    fn string(&self, name: &'static str) -> Result<String, TrackerError> {
        let value = self.get(name).ok_or(TrackerError::Field(name))?;
        let value = value.to_unquoted_string_str();
        Ok(value.map_err(|_| TrackerError::Field(name))?.into_owned())
    }

    fn id(&self, name: &'static str) -> Result<Id, TrackerError> {
        let text = self.string(name)?;
        let bytes = text.chars().map(|c| u8::try_from(c).ok()).take(21);
        let bytes = bytes.collect::<Option<Vec<u8>>>();
        let bytes = bytes.and_then(|bytes| bytes.try_into().ok());
        bytes.map(Id).ok_or(TrackerError::Field(name))
    }
}

/// The reason a message of a tracker is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TrackerError {
    /// It is longer than [`MAX_TRACKER_BYTES`]; its length.
    TooLong(usize),
    /// It isn't JSON.
    NotJson,
    /// A field is missing or invalid.
    Field(&'static str),
    /// The description of a session is invalid.
    Sdp(SdpError),
    /// Its sender doesn't know the secret of the room, or it was changed on the way.
    Proof,
}

impl fmt::Display for TrackerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(bytes) => write!(
                f,
                "the tracker's message has {bytes} bytes; the maximum is {MAX_TRACKER_BYTES}"
            ),
            Self::NotJson => f.write_str("the tracker's message isn't JSON"),
            Self::Field(name) => write!(f, "{name} is invalid in the tracker's message"),
            Self::Sdp(error) => error.fmt(f),
            Self::Proof => f.write_str("the sender doesn't know the secret of the invitation"),
        }
    }
}

impl Error for TrackerError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Sdp(error) => Some(error),
            _ => None,
        }
    }
}
