//! The game that is connected, or is about to be: its state machine and its channels.

use super::{connection::Connection, links, rendezvous::Rendezvous};
use crate::{
    browser,
    storage::live::{LiveGame, Role},
};
use four_shapes_online::{
    Access, Action, Contact, Farewell, Guest, Host, Id, Invitation, OfferKind, Peer, Presence,
    Rejection, Room, Table, TurnTime,
};
use four_shapes_records::{Match, link::Correspondence};
use four_shapes_rules::Step;
use leptos::leptos_dom::helpers::TimeoutHandle;

/// One end of the game.
#[expect(clippy::large_enum_variant, reason = "there is one")]
pub(super) enum Side {
    Host(Host),
    Guest(Guest),
}

/// The game that is connected, or is about to be.
pub(super) struct Active {
    pub(super) stored: LiveGame,
    pub(super) side: Side,
    pub(super) channels: Vec<Channel>,
    /// The rooms of the players and of the watchers.
    pub(super) rooms: Vec<(Access, Rendezvous)>,
    /// The offers that the host has answered through a tracker, as guests repeat them, and the channels.
    pub(super) answered: Vec<(Id, Peer)>,
    /// What a guest offers through a tracker.
    pub(super) offered: Option<Id>,
    /// The link that a guest sends back.
    pub(super) answer: Option<String>,
    /// The name of who has invited, until the table is known.
    pub(super) inviter: Option<String>,
    /// The id of the game in the links for watchers, who can't pretend to be its host with it.
    pub(super) watch_id: u64,
    pub(super) problem: Option<Problem>,
    pub(super) is_on_board: bool,
    /// Whether the user waits to join, and sees the board when that has worked.
    pub(super) is_joining: bool,
    /// Looks at the clocks of a host.
    pub(super) timer: Option<TimeoutHandle>,
}

pub(super) struct Channel {
    pub(super) peer: Peer,
    pub(super) connection: Connection,
    pub(super) access: Access,
    pub(super) is_open: bool,
    /// Whether its invitation was made, if it needs one.
    pub(super) is_prepared: bool,
    /// The invitation whose answer it waits for.
    pub(super) invitation: Option<String>,
}

/// What keeps the game from being connected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Problem {
    /// The browser has no such connections.
    Unsupported,
    /// A connection could not be prepared, or there is no tracker any more.
    Failed,
    /// The host of the tracker can't be reached; it is tried again.
    Unreachable,
    /// The tracker has refused. Its words.
    Refused(String),
    /// The host has ended the connection.
    Ended(Farewell),
}

/// What the views show.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shown {
    pub(super) role: Role,
    pub(super) game_match: Option<Match>,
    /// The seats that are played here.
    pub(super) own_seats: Vec<usize>,
    pub(super) table: Option<Table>,
    /// Whether a guest is connected to the host.
    pub(super) is_connected: bool,
    pub(super) invitation: Option<String>,
    pub(super) watch: Option<String>,
    pub(super) answer: Option<String>,
    inviter: Option<String>,
    problem: Option<Problem>,
    pub(super) is_on_board: bool,
    pub(super) has_room: bool,
}

impl Shown {
    pub(super) fn name(&self, seat: usize) -> String {
        let game_match = self.game_match.as_ref();
        let seat = game_match.and_then(|it| it.setup().seats().get(seat));
        seat.map_or_else(String::new, |seat| seat.name.to_string())
    }

    /// Returns the name of the player who has invited, if it is known.
    pub(super) fn host_name(&self) -> Option<String> {
        let mut seats = self.table.iter().flat_map(Table::presences);
        let host = seats.position(|it| *it == Presence::Host);
        host.map(|seat| self.name(seat))
            .or_else(|| self.inviter.clone())
    }

    /// Returns who plays for a seat, as far as it is known.
    pub(super) fn presence(&self, seat: usize) -> Option<Presence> {
        self.table.as_ref()?.presences().get(seat).copied()
    }

    /// Returns the seats whose players are not connected.
    pub(super) fn missing_seats(&self) -> Vec<usize> {
        let seats = self.table.iter().flat_map(Table::presences).enumerate();
        let is_missing = |it: Presence| matches!(it, Presence::Free | Presence::Away);
        let missing = seats.filter(|(_, presence)| is_missing(**presence));
        missing.map(|(seat, _)| seat).collect()
    }

    /// Whether the host can invite someone.
    pub(super) fn can_invite(&self) -> bool {
        self.role == Role::Host && !self.missing_seats().is_empty()
    }

    /// Returns what keeps players from being connected. Nothing does if all are.
    pub(super) fn problem(&self) -> Option<&Problem> {
        let is_well = self.is_connected && self.missing_seats().is_empty();
        let problem = self.problem.as_ref();
        problem.filter(|it| !is_well || matches!(it, Problem::Ended(_)))
    }
}

impl Side {
    pub(super) fn game_match(&self) -> Option<&Match> {
        match self {
            Self::Host(host) => Some(host.game_match()),
            Self::Guest(guest) => guest.game_match(),
        }
    }

    pub(super) fn write(&self) -> String {
        match self {
            Self::Host(host) => host.write(),
            Self::Guest(guest) => guest.write(),
        }
    }

    pub(super) fn is_own(&self, seat: usize) -> bool {
        match self {
            Self::Host(host) => host.is_own(seat),
            Self::Guest(guest) => guest.seat() == Some(seat),
        }
    }

    /// Tells it the time, in milliseconds.
    pub(super) fn tick(&mut self, now: u64) -> Vec<Action> {
        match self {
            Self::Host(host) => host.tick(now),
            Self::Guest(guest) => {
                guest.tick(now);
                Vec::new()
            }
        }
    }

    pub(super) fn turn_time(&self) -> Option<TurnTime> {
        match self {
            Self::Host(host) => host.turn_time(),
            Self::Guest(guest) => guest.turn_time(),
        }
    }

    /// Returns after how many milliseconds the host ends the game if no move is made.
    pub(super) fn time_left(&self) -> Option<u32> {
        match self {
            Self::Host(host) => host.time_left(),
            Self::Guest(_) => None,
        }
    }

    pub(super) fn play(&mut self, step: Step) -> Result<Vec<Action>, Rejection> {
        match self {
            Self::Host(host) => host.play(step),
            Self::Guest(guest) => guest.play(step),
        }
    }

    pub(super) fn offer(&mut self, kind: OfferKind) -> Result<Vec<Action>, Rejection> {
        match self {
            Self::Host(host) => host.offer(kind),
            Self::Guest(guest) => guest.offer(kind),
        }
    }

    pub(super) fn answer(&mut self, accept: bool) -> Result<Vec<Action>, Rejection> {
        match self {
            Self::Host(host) => host.answer(accept),
            Self::Guest(guest) => guest.answer(accept),
        }
    }

    pub(super) fn withdraw(&mut self) -> Result<Vec<Action>, Rejection> {
        match self {
            Self::Host(host) => host.withdraw(),
            Self::Guest(guest) => guest.withdraw(),
        }
    }

    pub(super) fn opened(&mut self, peer: Peer, access: Access) -> Vec<Action> {
        match self {
            Self::Host(host) => host.opened(peer, access),
            Self::Guest(guest) => guest.opened(peer),
        }
    }

    pub(super) fn closed(&mut self, peer: Peer) -> Vec<Action> {
        match self {
            Self::Host(host) => host.closed(peer),
            Self::Guest(guest) => guest.closed(peer),
        }
    }

    pub(super) fn received(&mut self, peer: Peer, bytes: &[u8]) -> Vec<Action> {
        match self {
            Self::Host(host) => host.received(peer, bytes),
            Self::Guest(guest) => guest.received(peer, bytes),
        }
    }

    pub(super) fn end(&mut self) -> Vec<Action> {
        match self {
            Self::Host(host) => host.end(),
            Self::Guest(guest) => guest.leave(),
        }
    }
}

impl Active {
    pub(super) fn new(stored: LiveGame, side: Side) -> Self {
        Self {
            stored,
            side,
            channels: Vec::new(),
            rooms: Vec::new(),
            answered: Vec::new(),
            offered: None,
            answer: None,
            inviter: None,
            watch_id: browser::random_u64(),
            problem: None,
            is_on_board: false,
            is_joining: false,
            timer: None,
        }
    }

    pub(super) fn is_guest(&self) -> bool {
        self.stored.role == Role::Guest
    }

    pub(super) fn channel_mut(&mut self, peer: Peer) -> Option<&mut Channel> {
        self.channels.iter_mut().find(|it| it.peer == peer)
    }

    pub(super) fn remove_channel(&mut self, peer: Peer) -> Option<Channel> {
        let at = self.channels.iter().position(|it| it.peer == peer)?;
        Some(self.channels.remove(at))
    }

    /// Writes what is stored.
    pub(super) fn update_stored(&mut self) {
        self.stored.state = self.side.write();
        if let Some(game_match) = self.side.game_match() {
            let seats = 0..game_match.setup().seats().len();
            self.stored.elsewhere = seats.filter(|seat| !self.side.is_own(*seat)).collect();
        }
    }

    pub(super) fn room(&self, access: Access) -> Option<&Rendezvous> {
        let mut rooms = self.rooms.iter();
        rooms.find(|it| it.0 == access).map(|(_, room)| room)
    }

    /// Returns the room of the players, if the user has agreed to meet there.
    pub(super) fn stored_room(&self) -> Option<Room> {
        let invitation: Invitation = self.stored.room.as_ref()?.parse().ok()?;
        match invitation.contact() {
            Contact::Room(room) => Some(*room),
            Contact::Offer(_) => None,
        }
    }

    /// Returns the link of an invitation.
    pub(super) fn address(
        &self,
        access: Access,
        invitation: &str,
        offer_id: Option<Peer>,
    ) -> Option<String> {
        let Side::Host(host) = &self.side else {
            return None;
        };
        let game_match = host.game_match();
        let mut seats = 0..game_match.setup().seats().len();
        let seat = seats.find(|seat| host.is_own(*seat)).unwrap_or(0);
        let sender = Correspondence {
            game: match access {
                Access::Play => self.stored.game,
                Access::Watch => self.watch_id,
            },
            seat,
        };
        let link = links::write_link(game_match, sender, invitation, offer_id);
        Some(browser::url_with_fragment(&link))
    }

    /// Returns the link of the invitation for players or watchers.
    pub(super) fn invitation(&self, access: Access) -> Option<String> {
        let direct = self.channels.iter().find_map(|channel| {
            let invitation = channel.invitation.as_ref()?;
            (channel.access == access && !channel.is_open).then_some((invitation, channel.peer))
        });
        if let Some((invitation, peer)) = direct {
            return self.address(access, invitation, Some(peer));
        }
        // Not if the page names no tracker any more.
        self.room(Access::Play)?;
        let room = self.stored_room()?;
        let room = match access {
            Access::Play => room,
            Access::Watch if self.stored.is_watched => room.for_watchers(),
            Access::Watch => return None,
        };
        self.address(access, &Invitation::room(room).to_string(), None)
    }

    pub(super) fn shown(&self) -> Shown {
        let game_match = self.side.game_match().cloned();
        let seats = 0..game_match.as_ref().map_or(0, |it| it.setup().seats().len());
        let is_host = !self.is_guest();
        Shown {
            role: self.stored.role,
            own_seats: seats.filter(|seat| self.side.is_own(*seat)).collect(),
            game_match,
            table: match &self.side {
                Side::Host(host) => Some(host.table()),
                Side::Guest(guest) => guest.table().cloned(),
            },
            is_connected: match &self.side {
                Side::Host(_) => true,
                Side::Guest(guest) => guest.is_connected(),
            },
            invitation: is_host.then(|| self.invitation(Access::Play)).flatten(),
            watch: is_host.then(|| self.invitation(Access::Watch)).flatten(),
            answer: self.answer.clone(),
            inviter: self.inviter.clone(),
            problem: self.problem.clone(),
            is_on_board: self.is_on_board,
            has_room: !self.rooms.is_empty(),
        }
    }
}

/// Parses the state machine of a stored game; `None` if it is unreadable.
pub(super) fn side_of(stored: &LiveGame) -> Option<Side> {
    match stored.role {
        Role::Host => Host::parse(&stored.state).ok().map(Side::Host),
        Role::Guest => Guest::parse(&stored.state).ok().map(Side::Guest),
    }
}
