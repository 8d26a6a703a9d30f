//! How the live game is connected: directly by two links, or through a tracker.

use super::{
    active::{Active, Channel, Problem, Side},
    config::Servers,
    connection::{self, ChannelEvent, Connection},
    links,
    rendezvous::{Rendezvous, RendezvousEvent},
    state::Live,
};
use crate::{browser, storage::live::Role};
use four_shapes_online::{
    Access, Answer, Description, Id, Invitation, Peer, Tracker, TrackerOffer,
};
use wasm_bindgen::JsValue;
use web_sys::RtcPeerConnection;

/// How many answers may be under way at once.
const MAX_UNOPENED: usize = 8;

/// How long an attempt to connect through a tracker may take, in milliseconds.
const OPENING_MS: u64 = 20_000;

/// The wait before a guest connects again, in milliseconds.
const RECONNECT_MS: u64 = 500;

impl Live {
    /// Connects as far as that works without the user.
    pub(super) fn connect(self) {
        if !connection::is_supported() {
            return self.fail(Problem::Unsupported);
        }
        let state = self.with(|active| {
            let room = active.stored_room().map(|room| room.access());
            Some((active.stored.role, room, active.stored.is_watched))
        });
        let Some((role, room, is_watched)) = state else {
            return;
        };
        let has_tracker = Servers::of_page().tracker.is_some();
        match (role, room) {
            (Role::Host, Some(_)) if has_tracker => {
                self.enter_room(Access::Play);
                if is_watched {
                    self.enter_room(Access::Watch);
                }
            }
            (Role::Host, _) => self.invite_directly(Access::Play),
            (Role::Guest, Some(access)) if has_tracker => self.offer_through_room(access),
            (Role::Guest, Some(_)) => self.fail(Problem::Failed),
            (Role::Guest, None) => {}
        }
        self.changed();
    }

    fn fail(self, problem: Problem) {
        self.update(|active| {
            active.problem = Some(problem);
            Some(())
        });
        self.changed();
    }

    /// Gives up a connection that could not be prepared, unless it is gone already.
    fn fail_channel(self, peer: Peer, error: &JsValue) {
        web_sys::console::warn_1(error);
        if self.update(|active| active.remove_channel(peer)).is_some() {
            self.fail(Problem::Failed);
        }
    }

    /// Adds a connection, whose events belong to the active game.
    fn add_channel(self, access: Access) -> Option<(Peer, RtcPeerConnection)> {
        let peer = random_peer();
        let on_event = move |event| self.on_channel(peer, event);
        let connection = match Connection::new(&Servers::of_page().rtc(), on_event) {
            Ok(connection) => connection,
            Err(error) => {
                web_sys::console::warn_1(&error);
                self.fail(Problem::Failed);
                return None;
            }
        };
        let rtc = connection.peer();
        self.update(|active| {
            active.channels.push(Channel {
                peer,
                connection,
                access,
                is_open: false,
                is_prepared: false,
                invitation: None,
            });
            Some((peer, rtc))
        })
    }

    fn on_channel(self, peer: Peer, event: ChannelEvent) {
        match event {
            ChannelEvent::Opened => {
                let access = self.update(|active| {
                    let channel = active.channel_mut(peer)?;
                    channel.is_open = true;
                    channel.invitation = None;
                    let access = channel.access;
                    active.problem = None;
                    active.answer = None;
                    if active.is_guest() {
                        active.rooms.clear();
                    }
                    Some(access)
                });
                if let Some(access) = access {
                    self.act(|side| side.opened(peer, access));
                }
            }
            ChannelEvent::Message(bytes) => self.act(|side| side.received(peer, &bytes)),
            ChannelEvent::Closed => {
                let channel = self.update(|active| active.remove_channel(peer));
                if channel.is_some() {
                    self.act(|side| side.closed(peer));
                    self.reconnect();
                }
            }
        }
    }

    /// Connects a guest again, if it has lost its host.
    fn reconnect(self) {
        let is_lost = self.with(|active| {
            let Side::Guest(guest) = &active.side else {
                return None;
            };
            let is_lost = active.channels.is_empty() && guest.farewell().is_none();
            is_lost.then_some(active.stored.game)
        });
        let Some(game) = is_lost else { return };
        browser::spawn(async move {
            browser::sleep(RECONNECT_MS).await;
            let is_still_lost = self
                .with(|active| Some(active.stored.game == game && active.channels.is_empty()))
                == Some(true);
            if is_still_lost {
                self.connect();
            }
        });
    }

    /// Makes the link of a direct connection.
    pub(super) fn invite_directly(self, access: Access) {
        let is_preparing = self.with(|active| {
            let mut channels = active.channels.iter();
            channels
                .any(|it| it.access == access && !it.is_open && !it.is_prepared)
                .then_some(())
        });
        if is_preparing.is_some() {
            return;
        }
        let Some((peer, rtc)) = self.add_channel(access) else {
            return;
        };
        browser::spawn(async move {
            match connection::describe_offer(&rtc).await {
                Ok(description) => {
                    self.update(|active| {
                        let invitation = Invitation::offer(description, access)?;
                        let channel = active.channel_mut(peer)?;
                        channel.invitation = Some(invitation.to_string());
                        channel.is_prepared = true;
                        Some(())
                    });
                    self.changed();
                }
                Err(error) => self.fail_channel(peer, &error),
            }
        });
    }

    /// Makes the link that a guest sends back.
    pub(super) fn answer_directly(self, offer: Description, access: Access, offer_id: Peer) {
        if !connection::is_supported() {
            return self.fail(Problem::Unsupported);
        }
        let Some((peer, rtc)) = self.add_channel(access) else {
            return;
        };
        browser::spawn(async move {
            match connection::describe_answer(&rtc, &offer).await {
                Ok(description) => {
                    self.update(|active| {
                        active.channel_mut(peer)?;
                        let answer = links::write_answer(&Answer::new(description)?, offer_id);
                        active.answer = Some(browser::url_with_fragment(&answer));
                        Some(())
                    });
                    self.changed();
                }
                Err(error) => self.fail_channel(peer, &error),
            }
        });
    }

    /// Takes the answer of a guest: the fragment of its link. Returns whether an invitation waits for
    /// it.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn take_answer(self, fragment: &str) -> Result<bool, String> {
        let (answer, offer_id) = links::parse_answer(fragment)?;
        let rtc = self.update(|active| {
            let channel = active.channel_mut(offer_id?)?;
            channel.invitation.take()?;
            Some((channel.peer, channel.connection.peer()))
        });
        let Some((peer, rtc)) = rtc else {
            return Ok(false);
        };
        self.changed();
        browser::spawn(async move {
            if let Err(error) = connection::accept(&rtc, answer.description()).await {
                self.fail_channel(peer, &error);
            }
        });
        Ok(true)
    }

    /// Lets guests who have the link of a room connect.
    fn enter_room(self, access: Access) {
        let url = Servers::of_page().tracker;
        let room = self.with(Active::stored_room);
        let (Some(url), Some(room), Some(id)) = (url, room, browser::random_bytes()) else {
            return;
        };
        let is_host = self.with(|active| Some(!active.is_guest())) == Some(true);
        let room = match access {
            Access::Watch if is_host => room.for_watchers(),
            _ => room,
        };
        let tracker = Tracker::new(room, Id(id));
        let on_event = move |event| self.on_rendezvous(access, event);
        let rendezvous = Rendezvous::enter(&url, tracker, on_event);
        self.update(|active| {
            active.rooms.retain(|room| room.0 != access);
            active.rooms.push((access, rendezvous));
            Some(())
        });
    }

    fn on_rendezvous(self, access: Access, event: RendezvousEvent) {
        let is_guest = self.with(|active| Some(active.is_guest())) == Some(true);
        match event {
            RendezvousEvent::Reached => {
                self.update(|active| {
                    active.problem = None;
                    Some(())
                });
                self.changed();
            }
            RendezvousEvent::Unreachable => self.fail(Problem::Unreachable),
            RendezvousEvent::Refused(reason) => self.fail(Problem::Refused(reason)),
            RendezvousEvent::Offer { from, offer } if !is_guest => {
                self.answer_through_room(access, from, offer);
            }
            // Another guest's.
            RendezvousEvent::Offer { .. } => {}
            RendezvousEvent::Answer { id, description } => {
                let offered = self.update(|active| {
                    active.offered.take_if(|offered| *offered == id)?;
                    if let Some(room) = active.room(access) {
                        room.withdraw();
                    }
                    let channel = active.channels.first()?;
                    Some((channel.peer, channel.connection.peer()))
                });
                let Some((peer, rtc)) = offered else { return };
                browser::spawn(async move {
                    if let Err(error) = connection::accept(&rtc, &description).await {
                        self.fail_channel(peer, &error);
                    }
                });
            }
        }
    }

    /// Ends an attempt that takes too long. A guest makes another one, with another offer.
    fn remove_unless_opened(self, peer: Peer) {
        browser::spawn(async move {
            browser::sleep(OPENING_MS).await;
            let removed = self.update(|active| {
                if active.channel_mut(peer)?.is_open {
                    return None;
                }
                // The guest may repeat it.
                active.answered.retain(|(_, answered)| *answered != peer);
                active.remove_channel(peer)
            });
            if removed.is_some() {
                self.reconnect();
            }
        });
    }

    /// Looks for the host of a room.
    fn offer_through_room(self, access: Access) {
        self.update(|active| {
            active.channels.clear();
            Some(())
        });
        let Some((peer, rtc)) = self.add_channel(access) else {
            return;
        };
        self.enter_room(access);
        self.remove_unless_opened(peer);
        browser::spawn(async move {
            let description = match connection::describe_offer(&rtc).await {
                Ok(description) => description,
                Err(error) => return self.fail_channel(peer, &error),
            };
            let Some(id) = browser::random_bytes().map(Id) else {
                return;
            };
            self.update(|active| {
                active.channel_mut(peer)?;
                active.offered = Some(id);
                active.room(access)?.offer(TrackerOffer { id, description });
                Some(())
            });
        });
    }

    fn answer_through_room(self, access: Access, from: Id, offer: TrackerOffer) {
        let is_new = self.with(|active| {
            let unopened = active.channels.iter().filter(|it| !it.is_open);
            let is_answered = active.answered.iter().any(|(id, _)| *id == offer.id);
            (!is_answered && unopened.count() < MAX_UNOPENED).then_some(())
        });
        if is_new.is_none() {
            return;
        }
        let Some((peer, rtc)) = self.add_channel(access) else {
            return;
        };
        self.update(|active| {
            active.answered.push((offer.id, peer));
            let open: Vec<Peer> = active.channels.iter().map(|it| it.peer).collect();
            active.answered.retain(|(_, peer)| open.contains(peer));
            Some(())
        });
        self.remove_unless_opened(peer);
        browser::spawn(async move {
            match connection::describe_answer(&rtc, &offer.description).await {
                Ok(description) => {
                    self.with(|active| {
                        active.room(access)?.answer(from, offer.id, &description);
                        Some(())
                    });
                }
                // The guest makes another offer.
                Err(error) => web_sys::console::warn_1(&error),
            }
        });
    }

    /// Makes the link for those who only watch.
    pub(super) fn allow_watching(self) {
        let has_room = self.update(|active| {
            active.room(Access::Play)?;
            active.stored.is_watched = true;
            Some(())
        });
        if has_room.is_some() {
            self.save();
            self.enter_room(Access::Watch);
            self.changed();
        } else {
            self.invite_directly(Access::Watch);
        }
    }
}

fn random_peer() -> Peer {
    Peer(browser::random_bytes().map_or_else(browser::random_u32, u32::from_le_bytes))
}
