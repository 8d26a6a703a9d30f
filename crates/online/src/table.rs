//! Who is at the table, and what is offered there.

use crate::{
    live::MAX_SEATS,
    wire::{Reader, Writer},
};

/// The maximum number of watchers.
pub const MAX_WATCHERS: usize = 8;

/// Who plays for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// No one yet.
    Free,
    /// The host.
    Host,
    /// A guest, who is connected.
    Connected,
    /// A guest, whose connection is lost.
    Away,
}

/// What can be offered to the other players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferKind {
    /// To take back the last move of the player who offers it, and those after it.
    Takeback,
    /// To end the game as a draw, which needs a dead position.
    Draw,
    /// To play again, after the game.
    Rematch,
}

/// The outcome of an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is open.
    Open,
    /// All have accepted it.
    Accepted,
    /// It was withdrawn.
    Withdrawn,
    /// A move was made first, or no one was left to answer it.
    Lapsed,
    /// This seat has declined it.
    Declined(usize),
}

/// An offer, open or just ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Distinguishes it from others.
    pub(crate) id: u64,
    pub(crate) kind: OfferKind,
    pub(crate) seat: usize,
    pub(crate) accepted: SeatSet,
    pub(crate) outcome: Outcome,
}

impl Offer {
    /// Returns what is offered.
    pub const fn kind(&self) -> OfferKind {
        self.kind
    }

    /// Returns the seat whose player offers it.
    pub const fn seat(&self) -> usize {
        self.seat
    }

    /// Returns whether a seat's player has accepted it.
    pub const fn is_accepted_by(&self, seat: usize) -> bool {
        self.accepted.has(seat)
    }

    /// Returns its outcome.
    pub const fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Returns whether it is open.
    pub fn is_open(&self) -> bool {
        self.outcome == Outcome::Open
    }
}

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SeatSet(u8);

impl SeatSet {
    pub(crate) const fn has(self, seat: usize) -> bool {
        seat < MAX_SEATS && self.0 >> seat & 1 == 1
    }

    pub(crate) fn add(&mut self, seat: usize) {
        debug_assert!(seat < MAX_SEATS);
        self.0 |= 1 << seat;
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn contains_all(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }
}

impl FromIterator<usize> for SeatSet {
    fn from_iter<I: IntoIterator<Item = usize>>(seats: I) -> Self {
        let mut set = Self::default();
        seats.into_iter().for_each(|seat| set.add(seat));
        set
    }
}

/// Who is at the table, and the latest offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub(crate) revision: u64,
    pub(crate) presences: Vec<Presence>,
    pub(crate) watchers: u8,
    pub(crate) offer: Option<Offer>,
}

const PRESENCES: [Presence; 4] = [
    Presence::Free,
    Presence::Host,
    Presence::Connected,
    Presence::Away,
];
pub(crate) const OFFER_KINDS: [OfferKind; 3] =
    [OfferKind::Takeback, OfferKind::Draw, OfferKind::Rematch];

/// The code of the outcome that seat 0 has declined; those of other seats follow.
const DECLINED: u8 = 4;

impl Table {
    /// Returns who plays for each seat.
    pub fn presences(&self) -> &[Presence] {
        &self.presences
    }

    /// Returns whether each seat has a player who is there.
    pub fn is_complete(&self) -> bool {
        let mut presences = self.presences.iter();
        presences.all(|it| matches!(it, Presence::Host | Presence::Connected))
    }

    /// Returns the number of watchers.
    pub fn watchers(&self) -> usize {
        self.watchers.into()
    }

    /// Returns the latest offer, open or ended.
    pub fn offer(&self) -> Option<&Offer> {
        self.offer.as_ref()
    }

    /// Returns the offer that is open.
    pub fn open_offer(&self) -> Option<&Offer> {
        self.offer().filter(|offer| offer.is_open())
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.u64(self.revision);
        writer.byte(self.presences.len() as u8);
        for presence in &self.presences {
            writer.byte(*presence as u8);
        }
        writer.byte(self.watchers);
        let Some(offer) = &self.offer else {
            writer.byte(0);
            return;
        };
        writer.byte(1);
        writer.u64(offer.id);
        writer.byte(offer.kind as u8);
        writer.byte(offer.seat as u8);
        writer.byte(offer.accepted.0);
        writer.byte(match offer.outcome {
            Outcome::Open => 0,
            Outcome::Accepted => 1,
            Outcome::Withdrawn => 2,
            Outcome::Lapsed => 3,
            Outcome::Declined(seat) => DECLINED + seat as u8,
        });
    }

    /// Reads a table; `None` if it is truncated or invalid.
    pub(crate) fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let revision = reader.u64()?;
        let seats = usize::from(reader.byte()?);
        if !(2..=MAX_SEATS).contains(&seats) {
            return None;
        }
        let presences = reader.bytes(seats)?.iter();
        let presences = presences.map(|code| PRESENCES.get(usize::from(*code)).copied());
        let presences = presences.collect::<Option<Vec<_>>>()?;
        let watchers = reader.byte()?;
        if usize::from(watchers) > MAX_WATCHERS {
            return None;
        }
        let offer = match reader.byte()? {
            0 => None,
            1 => Some(read_offer(reader, seats)?),
            _ => return None,
        };
        Some(Self {
            revision,
            presences,
            watchers,
            offer,
        })
    }
}

fn read_offer(reader: &mut Reader<'_>, seats: usize) -> Option<Offer> {
    let id = reader.u64()?;
    let kind = *OFFER_KINDS.get(usize::from(reader.byte()?))?;
    let seat = usize::from(reader.byte()?);
    let accepted = reader.byte()?;
    let outcome = match reader.byte()? {
        0 => Outcome::Open,
        1 => Outcome::Accepted,
        2 => Outcome::Withdrawn,
        3 => Outcome::Lapsed,
        code => Outcome::Declined(usize::from(code - DECLINED)),
    };
    let declined_by = match outcome {
        Outcome::Declined(seat) => seat,
        _ => 0,
    };
    let is_valid = seat < seats && declined_by < seats && accepted >> seats == 0;
    is_valid.then_some(Offer {
        id,
        kind,
        seat,
        accepted: SeatSet(accepted),
        outcome,
    })
}
