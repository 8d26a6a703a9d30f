//! The protocol of live games between browsers, over the data channels of WebRTC.
//!
//! Everything here is pure: no browser, no input or output. The current time and the random bytes of
//! keys, secrets and ids are passed in by the caller.
//!
//! - [`Host`] and [`Guest`]: the two ends of a channel, as state machines.
//! - [`Message`]: what they send each other.
//! - [`Invitation`] and [`Answer`]: what travels in links, with the [`Description`] of a session.
//! - [`Room`] and [`Tracker`]: how two browsers find each other through a `WebTorrent` tracker.
//!
//! # How a game is played
//!
//! One side, the host, has the [`Match`](four_shapes_records::Match) and decides; up to three guests
//! and eight watchers have a channel to it, none to each other. The host plays for one seat or
//! for several. The caller reports what happens (a channel opened or closed, a message came, the
//! user moved) and performs the [`Action`]s that are returned, in their order. It stores the state
//! ([`Host::write`], [`Guest::write`]) before it sends anything; then either side can be reloaded
//! at any moment.
//!
//! A guest starts a connection with [`Message::Hello`]. It has a secret [`SeatKey`], by which it gets
//! the same seat each time; the host answers with [`Message::Welcome`], the whole record. After
//! that, each move is a [`Message::Play`] with its number and a hash of the game after it. A
//! guest shows its own move at once and sends it again after each Welcome until the host, which
//! sends every move to everyone, the mover included, has confirmed it. Nothing else is acknowledged:
//! every other message states what is so, and repeating it is harmless.
//!
//! All other changes (takeback, draw, rematch, a name) raise the *generation* and send a Welcome to
//! everyone. Moves of an older generation are ignored, and so are late Welcomes, which thereby never
//! take moves back. Takeback, draw and rematch are [`Offer`]s, which every other player who is
//! connected has to accept; the [`Table`] tells everyone about them and about who is connected. It
//! has a *revision*, so that a late one is ignored too. There is no step for resigning in a
//! record, so there is none here. Games with computer players or with more than four players are
//! refused ([`LiveError`]).
//!
//! In a game with a time control the host decides how long each step took, and ends the game when
//! the time of a player is up. A guest's step takes as long as the guest says, but not longer than the
//! host has measured, and shorter only by what its connection can explain. No clock runs while a player is
//! known to be away. The caller tells both sides the current time ([`Host::tick`]).
//!
//! # What is trusted
//!
//! Guests trust the host with the game. No one trusts bytes: decoding is total and bounded, a move is
//! made only by its seat, in its turn, by the rules. Anything else changes nothing and is a
//! [`Notice`]. A [peer](Peer) has a budget, which the game's progress renews; messages cost a little
//! of it and invalid ones more, and once it is used up, its channel is closed. Seat keys never leave
//! guest and host.
//!
//! [`Tracker`] says what the operator of a tracker can see.

#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

mod action;
mod clock;
mod description;
mod guest;
mod host;
mod key;
mod live;
mod message;
mod room;
mod sdp;
mod signal;
mod stored;
mod table;
mod tracker;
mod wire;

pub use action::{Action, Change, Notice, Peer, Rejection};
pub use clock::TurnTime;
pub use description::{Address, Candidate, CandidateKind, Description, SetupRole, Transport};
pub use guest::Guest;
pub use host::Host;
pub use key::{Access, SeatKey};
pub use live::{LiveError, MAX_SEATS};
pub use message::{Farewell, MAX_MESSAGE_BYTES, Message, MessageError, Reason};
pub use room::{Room, Secret};
pub use sdp::{MAX_SDP_BYTES, SdpError};
pub use signal::{Answer, Contact, Invitation, MAX_SIGNAL_CHARS, SignalError};
pub use stored::StoredError;
pub use table::{MAX_WATCHERS, Offer, OfferKind, Outcome, Presence, Table};
pub use tracker::{
    Id, MAX_OFFERS, MAX_TRACKER_BYTES, Tracker, TrackerError, TrackerEvent, TrackerOffer,
};

/// The examples of the readme, to test them.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
