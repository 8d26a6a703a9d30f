//! What the two ends of a channel do, and what they report.

use crate::{Farewell, Message, MessageError, OfferKind, Outcome, Presence, Table};
use std::{error::Error, fmt};

/// The number that the caller has given to a channel. It never gives the same one to two channels,
/// so that what arrives late belongs to none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Peer(pub u32);

/// What the caller has to do, in this order.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Send a message.
    Send {
        /// The channel.
        to: Peer,
        /// The message.
        message: Message,
    },
    /// Show what has changed.
    Changed(Change),
    /// Tell the user.
    Notice(Notice),
    /// Close a channel after what was sent on it. It is forgotten already.
    Close(Peer),
}

/// A change of the match or the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The match is known now.
    Joined,
    /// A step was made.
    Moved,
    /// The host has confirmed the guest's own step, which was shown already.
    Confirmed,
    /// The match was replaced by the newer one of the host.
    CaughtUp,
    /// Steps were taken back.
    TakenBack,
    /// A draw was agreed.
    DrawAgreed,
    /// The time of the player to move is up.
    TimeForfeited,
    /// Another game has begun.
    Rematch,
    /// A name was changed.
    Renamed,
    /// Players or watchers have come or gone, or an offer was made or has ended.
    Table,
}

/// Something to tell the user.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// A guest has taken this seat.
    Joined(usize),
    /// The guest of this seat is connected again.
    Returned(usize),
    /// The connection to the guest of this seat is lost.
    Away(usize),
    /// The guest of this seat has left it, or was asked to.
    Left(usize),
    /// An offer was made.
    Offered {
        /// What is offered.
        kind: OfferKind,
        /// The seat whose player offers it.
        seat: usize,
    },
    /// An offer has ended.
    OfferEnded {
        /// What was offered.
        kind: OfferKind,
        /// The seat whose player offered it.
        seat: usize,
        /// How it ended.
        outcome: Outcome,
    },
    /// The guest's own step, which the host hadn't confirmed, doesn't fit the game any more.
    MoveDropped,
    /// A message was rejected and has changed nothing.
    Rejected {
        /// The sender's seat; `None` for the host, for watchers and for those who have not
        /// joined.
        seat: Option<usize>,
        /// The reason.
        reason: Rejection,
    },
    /// A peer has sent too much that is useless; its channel is closed.
    Flooding {
        /// Its seat.
        seat: Option<usize>,
    },
    /// The host has ended the connection. The guest doesn't connect again.
    Ended(Farewell),
}

/// The reason a message or a command is rejected. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// The message can't be decoded.
    Message(MessageError),
    /// A message of this kind isn't expected from this peer.
    Unexpected,
    /// There is no match yet.
    NotJoined,
    /// The peer or the guest has no seat, or the host plays for none.
    NotSeated,
    /// Another seat is to move.
    NotToMove,
    /// The guest's last move isn't confirmed yet.
    Unconfirmed,
    /// The step is illegal.
    Illegal,
    /// The game is over.
    GameOver,
    /// The game differs from the sender's.
    Differs,
    /// There is no connection to the host.
    Disconnected,
    /// Another offer is open.
    OfferOpen,
    /// No offer is open that this player could answer or withdraw.
    NoOffer,
    /// This player has made no move.
    NothingToTakeBack,
    /// A draw isn't possible while a line can still be completed.
    WinStillPossible,
    /// A rematch is possible only after the game.
    GameNotOver,
    /// No other player is connected.
    NobodyToAsk,
    /// This player has made several offers since the last move.
    TooManyOffers,
    /// The seat doesn't exist, or a guest has it.
    SeatTaken,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Message(error) => return error.fmt(f),
            Self::Unexpected => "unexpected message",
            Self::NotJoined => "there is no game yet",
            Self::NotSeated => "no seat",
            Self::NotToMove => "another player is to move",
            Self::Unconfirmed => "the last move isn't confirmed yet",
            Self::Illegal => "illegal move",
            Self::GameOver => "the game is over",
            Self::Differs => "the games differ",
            Self::Disconnected => "no connection to the host",
            Self::OfferOpen => "another offer is open",
            Self::NoOffer => "no offer is open",
            Self::NothingToTakeBack => "no move to take back",
            Self::WinStillPossible => "a line can still be completed",
            Self::GameNotOver => "the game isn't over",
            Self::NobodyToAsk => "no other player is connected",
            Self::TooManyOffers => "too many offers since the last move",
            Self::SeatTaken => "the seat is taken",
        })
    }
}

impl Error for Rejection {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Message(error) => Some(error),
            _ => None,
        }
    }
}

/// Adds the notices of what is different at the table, except of the user's own seat.
pub(crate) fn add_notices(
    before: &Table,
    after: &Table,
    own: impl Fn(usize) -> bool,
    actions: &mut Vec<Action>,
) {
    let pairs = before.presences.iter().zip(&after.presences).enumerate();
    for (seat, (before, after)) in pairs {
        let notice = match (before, after) {
            (Presence::Free, Presence::Connected) => Notice::Joined(seat),
            (Presence::Away, Presence::Connected) => Notice::Returned(seat),
            (Presence::Connected, Presence::Away) => Notice::Away(seat),
            (Presence::Connected | Presence::Away, Presence::Free) => Notice::Left(seat),
            _ => continue,
        };
        if !own(seat) {
            actions.push(Action::Notice(notice));
        }
    }
    let Some(offer) = &after.offer else { return };
    let known = before.offer.as_ref().filter(|other| other.id == offer.id);
    if known.is_some_and(|known| known.outcome == offer.outcome) {
        return;
    }
    let (kind, seat) = (offer.kind, offer.seat);
    if offer.is_open() {
        if !own(seat) {
            actions.push(Action::Notice(Notice::Offered { kind, seat }));
        }
    } else if known.is_some() {
        actions.push(Action::Notice(Notice::OfferEnded {
            kind,
            seat,
            outcome: offer.outcome,
        }));
    }
}
