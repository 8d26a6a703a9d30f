//! The messages of a channel, in a compact binary encoding.
//!
//! The first byte is the version, the second one the kind. [`Message::Goodbye`] is encoded the same
//! in each version, so that both sides learn that the other one has another version. Numbers are
//! big-endian.

use crate::{
    LiveError, OfferKind, SeatKey, Table,
    live::{self, MAX_SEATS},
    table::OFFER_KINDS,
    wire::{Reader, Writer},
};
use four_shapes_records::{
    Match, Name,
    record::{self, RecordError},
};
use std::{error::Error, fmt};

/// The version of the protocol.
pub(crate) const VERSION: u8 = 1;

/// The maximum length of an encoded message. The longest record of a live game takes less than
/// half.
pub const MAX_MESSAGE_BYTES: usize = 1 << 14;

/// The maximum length of a step in notation, such as `O15`.
const MAX_STEP_CHARS: usize = 3;

/// The code of no seat.
const NO_SEAT: u8 = u8::MAX;

/// A message between host and guest.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// The first message of a guest, and a request for the record if it has missed something.
    Hello {
        /// The guest's secret.
        key: SeatKey,
        /// Whether it only watches.
        watch: bool,
        /// The seat that it would like, if it has none yet.
        seat: Option<usize>,
        /// The guest's name, for the seat that it takes.
        name: Option<Name>,
        /// The generation that it knows, 0 at first.
        generation: u64,
    },
    /// The host's answer, and what it sends after each change other than a move.
    Welcome {
        /// Rises with each change other than a move.
        generation: u64,
        /// The generation of the last takeback or rematch: steps made in earlier ones, which the
        /// host hasn't confirmed, were perhaps taken back and are not made again.
        rewound: u64,
        /// Why it is sent.
        reason: Reason,
        /// The receiver's seat; `None` for watchers.
        seat: Option<usize>,
        /// Who is at the table.
        table: Table,
        /// How long this turn has lasted, in milliseconds, if it is timed.
        elapsed: u32,
        /// The match.
        game_match: Box<Match>,
    },
    /// A step: from the guest a request, from the host a fact.
    Play {
        /// The generation in which it is made.
        generation: u64,
        /// The number of steps before it.
        number: u16,
        /// The hash of the game after it.
        hash: u64,
        /// How long it took, in milliseconds, if the turn was timed.
        time: u32,
        /// The step in [notation](four_shapes_rules::notation).
        step: String,
    },
    /// Who is at the table.
    Table(Table),
    /// A guest's offer, in the position after this number of steps.
    Offer {
        /// The generation.
        generation: u64,
        /// The number of steps.
        number: u16,
        /// What is offered.
        kind: OfferKind,
    },
    /// A guest's answer to an offer.
    Answer {
        /// The offer.
        id: u64,
        /// Whether it is accepted.
        accept: bool,
    },
    /// A guest withdraws its offer.
    Withdraw {
        /// The offer.
        id: u64,
    },
    /// A guest gives up its seat.
    Leave,
    /// The host ends the connection, or refuses it.
    Goodbye(Farewell),
}

/// Why a Welcome is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The guest said hello.
    Hello,
    /// Steps were taken back.
    Takeback,
    /// A draw was agreed.
    Draw,
    /// The time of the player to move is up.
    Time,
    /// Another game has begun.
    Rematch,
    /// A player has another name.
    Name,
}

/// Why a host ends a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Farewell {
    /// All seats are taken, or there are too many watchers.
    Full,
    /// The versions of the protocol differ.
    Version,
    /// Another guest has the seat.
    SeatTaken,
    /// The host has freed the guest's seat.
    Freed,
    /// The same guest has connected again, for example in another tab.
    Replaced,
    /// The guest has sent too much that is useless.
    Flooding,
    /// The host has ended the game.
    Ended,
}

const REASONS: [Reason; 6] = [
    Reason::Hello,
    Reason::Takeback,
    Reason::Draw,
    Reason::Time,
    Reason::Rematch,
    Reason::Name,
];
const FAREWELLS: [Farewell; 7] = [
    Farewell::Full,
    Farewell::Version,
    Farewell::SeatTaken,
    Farewell::Freed,
    Farewell::Replaced,
    Farewell::Flooding,
    Farewell::Ended,
];

const HELLO: u8 = 1;
const WELCOME: u8 = 2;
const PLAY: u8 = 3;
const TABLE: u8 = 4;
const OFFER: u8 = 5;
const ANSWER: u8 = 6;
const WITHDRAW: u8 = 7;
const LEAVE: u8 = 8;
const GOODBYE: u8 = 9;

impl Message {
    /// Encodes the message.
    pub fn encode(&self) -> Vec<u8> {
        let mut writer = Writer(vec![VERSION, self.kind()]);
        match self {
            Self::Hello {
                key,
                watch,
                seat,
                name,
                generation,
            } => {
                writer.bytes(key.bytes());
                writer.byte((*watch).into());
                write_seat(*seat, &mut writer);
                writer.short_text(name.as_ref().map_or("", Name::as_str));
                writer.u64(*generation);
            }
            Self::Welcome {
                generation,
                rewound,
                reason,
                seat,
                table,
                elapsed,
                game_match,
            } => {
                writer.u64(*generation);
                writer.u64(*rewound);
                writer.byte(*reason as u8);
                write_seat(*seat, &mut writer);
                table.write(&mut writer);
                writer.u32(*elapsed);
                writer.bytes(record::write(game_match).trim_end().as_bytes());
            }
            Self::Play {
                generation,
                number,
                hash,
                time,
                step,
            } => {
                writer.u64(*generation);
                writer.u16(*number);
                writer.u64(*hash);
                writer.u32(*time);
                writer.short_text(step);
            }
            Self::Table(table) => table.write(&mut writer),
            Self::Offer {
                generation,
                number,
                kind,
            } => {
                writer.u64(*generation);
                writer.u16(*number);
                writer.byte(*kind as u8);
            }
            Self::Answer { id, accept } => {
                writer.u64(*id);
                writer.byte((*accept).into());
            }
            Self::Withdraw { id } => writer.u64(*id),
            Self::Leave => {}
            Self::Goodbye(farewell) => writer.byte(*farewell as u8),
        }
        writer.0
    }

    const fn kind(&self) -> u8 {
        match self {
            Self::Hello { .. } => HELLO,
            Self::Welcome { .. } => WELCOME,
            Self::Play { .. } => PLAY,
            Self::Table(_) => TABLE,
            Self::Offer { .. } => OFFER,
            Self::Answer { .. } => ANSWER,
            Self::Withdraw { .. } => WITHDRAW,
            Self::Leave => LEAVE,
            Self::Goodbye(_) => GOODBYE,
        }
    }

    /// Decodes a message.
    ///
    /// # Errors
    /// Returns an error if it is too long, has another version or an unknown kind, or isn't
    /// exactly one valid message.
    pub fn decode(bytes: &[u8]) -> Result<Self, MessageError> {
        if bytes.len() > MAX_MESSAGE_BYTES {
            return Err(MessageError::TooLong(bytes.len()));
        }
        let mut reader = Reader(bytes);
        let (Some(version), Some(kind)) = (reader.byte(), reader.byte()) else {
            return Err(MessageError::Truncated);
        };
        if version != VERSION && kind != GOODBYE {
            return Err(MessageError::Version(version));
        }
        let message = match kind {
            HELLO => read_hello(&mut reader),
            WELCOME => return read_welcome(&mut reader),
            PLAY => read_play(&mut reader),
            TABLE => Table::read(&mut reader).map(Self::Table),
            OFFER => read_offer(&mut reader),
            ANSWER => read_answer(&mut reader),
            WITHDRAW => reader.u64().map(|id| Self::Withdraw { id }),
            LEAVE => Some(Self::Leave),
            GOODBYE => nth(&FAREWELLS, &mut reader).map(Self::Goodbye),
            _ => return Err(MessageError::Kind(kind)),
        };
        let is_whole = reader.is_empty();
        message
            .filter(|_| is_whole)
            .ok_or(MessageError::Invalid(kind))
    }
}

fn write_seat(seat: Option<usize>, writer: &mut Writer) {
    writer.byte(seat.map_or(NO_SEAT, |seat| seat as u8));
}

/// Reads a seat or none; `None` if it is invalid.
#[expect(clippy::option_option, reason = "a seat is optional")]
fn read_seat(reader: &mut Reader<'_>) -> Option<Option<usize>> {
    match reader.byte()? {
        NO_SEAT => Some(None),
        seat if usize::from(seat) < MAX_SEATS => Some(Some(seat.into())),
        _ => None,
    }
}

fn read_bool(reader: &mut Reader<'_>) -> Option<bool> {
    match reader.byte()? {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

fn nth<T: Copy>(all: &[T], reader: &mut Reader<'_>) -> Option<T> {
    all.get(usize::from(reader.byte()?)).copied()
}

fn read_hello(reader: &mut Reader<'_>) -> Option<Message> {
    let key = SeatKey::new(reader.array()?);
    let watch = read_bool(reader)?;
    let seat = read_seat(reader)?;
    let name = match reader.short_text()? {
        "" => None,
        text => Some(Name::new(text).ok().filter(|name| name.as_str() == text)?),
    };
    Some(Message::Hello {
        key,
        watch,
        seat,
        name,
        generation: reader.u64()?,
    })
}

fn read_welcome(reader: &mut Reader<'_>) -> Result<Message, MessageError> {
    let mut head = || {
        let (generation, rewound) = (reader.u64()?, reader.u64()?);
        let reason = nth(&REASONS, reader)?;
        let seat = read_seat(reader)?;
        let table = Table::read(reader)?;
        Some((generation, rewound, reason, seat, table, reader.u32()?))
    };
    let invalid = MessageError::Invalid(WELCOME);
    let (generation, rewound, reason, seat, table, elapsed) = head().ok_or(invalid)?;
    let record = str::from_utf8(reader.0).map_err(|_| invalid)?;
    let game_match = record::parse(record).map_err(MessageError::from)?;
    live::check(&game_match).map_err(MessageError::Live)?;
    let seats = game_match.setup().seats().len();
    if table.presences.len() != seats || seat.is_some_and(|seat| seat >= seats) {
        return Err(invalid);
    }
    Ok(Message::Welcome {
        generation,
        rewound,
        reason,
        seat,
        table,
        elapsed,
        game_match: Box::new(game_match),
    })
}

fn read_play(reader: &mut Reader<'_>) -> Option<Message> {
    let (generation, number, hash) = (reader.u64()?, reader.u16()?, reader.u64()?);
    let time = reader.u32()?;
    let step = reader.short_text()?;
    let is_step = (1..=MAX_STEP_CHARS).contains(&step.len())
        && step.bytes().all(|b| b.is_ascii_alphanumeric());
    is_step.then(|| Message::Play {
        generation,
        number,
        hash,
        time,
        step: step.to_owned(),
    })
}

fn read_offer(reader: &mut Reader<'_>) -> Option<Message> {
    Some(Message::Offer {
        generation: reader.u64()?,
        number: reader.u16()?,
        kind: nth(&OFFER_KINDS, reader)?,
    })
}

fn read_answer(reader: &mut Reader<'_>) -> Option<Message> {
    Some(Message::Answer {
        id: reader.u64()?,
        accept: read_bool(reader)?,
    })
}

/// The reason some bytes aren't a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MessageError {
    /// It is longer than [`MAX_MESSAGE_BYTES`]; its length.
    TooLong(usize),
    /// It ends before its kind.
    Truncated,
    /// It is of another version of the protocol.
    Version(u8),
    /// Its kind is unknown.
    Kind(u8),
    /// It is truncated, too long for its kind, or has an invalid value. Its kind.
    Invalid(u8),
    /// Its record is invalid.
    Record {
        /// The line of the error, counted from 1.
        line: usize,
        /// The character in the line, counted from 1.
        column: usize,
    },
    /// Its match can't be played live.
    Live(LiveError),
}

impl From<RecordError> for MessageError {
    fn from(RecordError { line, column, .. }: RecordError) -> Self {
        Self::Record { line, column }
    }
}

impl fmt::Display for MessageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(bytes) => write!(
                f,
                "the message has {bytes} bytes; the maximum is {MAX_MESSAGE_BYTES}"
            ),
            Self::Truncated => f.write_str("the message is truncated"),
            Self::Version(version) => {
                write!(f, "version {version} of the protocol, expected {VERSION}")
            }
            Self::Kind(kind) => write!(f, "unknown message {kind}"),
            Self::Invalid(kind) => write!(f, "invalid message {kind}"),
            Self::Record { line, column } => {
                write!(
                    f,
                    "invalid record in a message: line {line}, character {column}"
                )
            }
            Self::Live(error) => error.fmt(f),
        }
    }
}

impl Error for MessageError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Live(error) => Some(error),
            _ => None,
        }
    }
}
