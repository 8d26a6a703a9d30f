//! Random games of a host, guests and watchers over bad connections, without a browser: messages
//! are repeated, reordered, delayed and lost with their channel, old ones come again, strangers
//! send anything, and each side is reloaded at any moment, also between storing and sending. At the
//! end all have the same record, and each move was made exactly once.
//!
//! The test follows what the users did, and checks every change of the host's match against it; it
//! also has clocks of its own.

use crate::support::{cases, legal_steps, seat_to_move, some_match};
use four_shapes_online::{
    Access, Action, Guest, Host, Message, Notice, OfferKind, Outcome, Peer, Presence, Rejection,
    SeatKey, Table,
};
use four_shapes_records::{Match, Name};
use four_shapes_rules::Step;
use four_shapes_testing::support::Random;
use std::collections::BTreeSet;

const KINDS: [OfferKind; 3] = [OfferKind::Takeback, OfferKind::Draw, OfferKind::Rematch];

/// A channel between the host and a guest.
struct Channel {
    peer: Peer,
    guest: usize,
    to_host: Vec<Vec<u8>>,
    to_guest: Vec<Vec<u8>>,
    is_open_at_host: bool,
    is_open_at_guest: bool,
}

/// A guest with its storage and what it has sent and got before.
struct Side {
    guest: Guest,
    access: Access,
    stored: String,
    sent: Vec<Vec<u8>>,
    got: Vec<Vec<u8>>,
    /// The step that the user has made and of which the host isn't known to know.
    step: Option<(usize, Step)>,
    /// How long it took.
    time: u32,
}

/// What has happened, to see that all of it is tested.
#[derive(Debug, Default)]
struct Counts {
    steps: u64,
    takebacks: u64,
    draws: u64,
    rematches: u64,
    timed_steps: u64,
    time_forfeits: u64,
    dropped: u64,
    reloads: u64,
    cuts: u64,
}

struct World {
    random: Random,
    host: Host,
    stored: String,
    sides: Vec<Side>,
    channels: Vec<Channel>,
    next_number: u32,
    is_ordered: bool,
    /// Whether there are errors on the way.
    is_faulty: bool,
    /// The step that the host's user is making.
    host_step: Option<Step>,
    /// The time in milliseconds, and how much of it has passed in this turn while all were connected.
    now: u64,
    elapsed: u32,
    /// Who has accepted which offer, and who has offered what.
    accepted: BTreeSet<(usize, u8)>,
    counts: Counts,
    /// The messages that the host has rejected.
    rejected: Vec<(Option<usize>, Rejection)>,
}

fn code(kind: OfferKind) -> u8 {
    kind as u8
}

impl World {
    fn new(seed: u64) -> Self {
        let mut random = Random(seed);
        let game_match = some_match(&mut random);
        let seats = game_match.setup().seats().len();
        let host_seats = random.below(seats);
        let own: Vec<usize> = (0..seats).filter(|seat| *seat <= host_seats).collect();
        let own = &own[..own.len().min(seats - 1)];
        let is_watched = random.below(3);
        let host = Host::new(game_match, own).unwrap();
        let mut world = Self {
            stored: host.write(),
            host,
            sides: Vec::new(),
            channels: Vec::new(),
            next_number: 0,
            is_ordered: random.once_in(2),
            is_faulty: true,
            host_step: None,
            now: 0,
            elapsed: 0,
            accepted: BTreeSet::new(),
            counts: Counts::default(),
            rejected: Vec::new(),
            random,
        };
        for _ in own.len()..seats {
            let side = world.new_side(Access::Play);
            world.sides.push(side);
        }
        for _ in 0..is_watched {
            let side = world.new_side(Access::Watch);
            world.sides.push(side);
        }
        world
    }

    fn number(&mut self) -> u32 {
        self.next_number += 1;
        self.next_number
    }

    fn new_side(&mut self, access: Access) -> Side {
        let mut key = [0; SeatKey::BYTES];
        key[..4].copy_from_slice(&self.number().to_be_bytes());
        let mut guest = Guest::new(SeatKey::new(key), access);
        if self.random.once_in(2) {
            let names = ["Ada", "Ben", "Red", "Blue", "Zoë"];
            guest = guest.with_name(Name::new(self.random.pick::<&str>(&names)).unwrap());
        }
        Side {
            stored: guest.write(),
            guest,
            access,
            sent: Vec::new(),
            got: Vec::new(),
            step: None,
            time: 0,
        }
    }

    fn fails(&mut self, times: usize) -> bool {
        self.is_faulty && self.random.once_in(times)
    }

    /// Lets the host do something, stores it, and sends what it sends, unless it is reloaded.
    fn at_host(&mut self, act: impl FnOnce(&mut Host) -> Vec<Action>) {
        let (before, table) = (self.host.game_match().clone(), self.host.table());
        let actions = act(&mut self.host);
        self.check_change(&before, &table);
        self.stored = self.host.write();
        if self.fails(80) {
            return self.reload_host();
        }
        for action in actions {
            match action {
                Action::Send { to, message } => {
                    let bytes = message.encode();
                    assert_eq!(Message::decode(&bytes).as_ref(), Ok(&message));
                    let copies = if self.fails(8) { 2 } else { 1 };
                    if let Some(channel) = self.channel(to) {
                        channel.to_guest.extend(std::iter::repeat_n(bytes, copies));
                    }
                }
                Action::Close(peer) => {
                    if let Some(channel) = self.channel(peer) {
                        channel.is_open_at_host = false;
                    }
                }
                Action::Notice(Notice::Rejected { seat, reason }) => {
                    self.rejected.push((seat, reason));
                }
                Action::Notice(Notice::Flooding { .. }) => {
                    panic!("flooding: {:?}", self.rejected)
                }
                Action::Changed(_) | Action::Notice(_) => {}
            }
        }
    }

    fn reload_host(&mut self) {
        self.counts.reloads += 1;
        self.host = Host::parse(&self.stored).unwrap();
        self.host.tick(self.now);
        for channel in &mut self.channels {
            channel.is_open_at_host = false;
            channel.to_host.clear();
            channel.to_guest.clear();
        }
    }

    /// As [`at_host`](Self::at_host), for a guest.
    fn at_guest(&mut self, index: usize, act: impl FnOnce(&mut Guest) -> Vec<Action>) {
        let actions = act(&mut self.sides[index].guest);
        let side = &mut self.sides[index];
        side.stored = side.guest.write();
        for action in &actions {
            match action {
                Action::Notice(Notice::MoveDropped) => {
                    side.step = None;
                    self.counts.dropped += 1;
                }
                Action::Notice(Notice::Rejected { .. } | Notice::Flooding { .. }) => {
                    panic!("the host is honest: {action:?}")
                }
                Action::Notice(Notice::Ended(_)) => side.step = None,
                _ => {}
            }
        }
        if self.fails(80) {
            return self.reload_guest(index);
        }
        for action in actions {
            match action {
                Action::Send { to, message } => {
                    let bytes = message.encode();
                    assert_eq!(Message::decode(&bytes).as_ref(), Ok(&message));
                    if !matches!(message, Message::Leave) {
                        self.sides[index].sent.push(bytes.clone());
                    }
                    let copies = if self.fails(8) { 2 } else { 1 };
                    if let Some(channel) = self.channel(to) {
                        channel.to_host.extend(std::iter::repeat_n(bytes, copies));
                    }
                }
                Action::Close(peer) => {
                    if let Some(channel) = self.channel(peer) {
                        channel.is_open_at_guest = false;
                    }
                }
                Action::Changed(_) | Action::Notice(_) => {}
            }
        }
    }

    fn reload_guest(&mut self, index: usize) {
        self.counts.reloads += 1;
        let side = &mut self.sides[index];
        side.guest = Guest::parse(&side.stored).unwrap();
        for channel in &mut self.channels {
            if channel.guest == index {
                channel.is_open_at_guest = false;
                channel.to_guest.clear();
                channel.to_host.clear();
            }
        }
    }

    fn channel(&mut self, peer: Peer) -> Option<&mut Channel> {
        self.channels
            .iter_mut()
            .find(|channel| channel.peer == peer)
    }

    /// Checks that the users wanted a change of the host's match.
    fn check_change(&mut self, before: &Match, table: &Table) {
        let after = self.host.game_match();
        let (old, new) = (before.game().steps(), after.game().steps());
        if before.setup() == after.setup() && before.game().start() == after.game().start() {
            if old == new {
                return;
            }
            if let [rest @ .., step] = new
                && rest == old
                && *step != Step::AgreeDraw
            {
                let seat = seat_to_move(before).expect("the game is in progress");
                let elapsed = std::mem::take(&mut self.elapsed);
                assert!(after.times().starts_with(before.times()));
                let is_timed = before.setup().time_control().is_some() && old.len() >= 2;
                if *step == Step::TimeForfeit {
                    let left = before.remaining_time(seat).expect("there is a clock");
                    assert!(is_timed && left <= elapsed, "{elapsed} of {left}");
                    let mut sides = self.sides.iter_mut();
                    let side = sides.find(|side| side.guest.seat() == Some(seat));
                    // Its own clock was up, or it is known to be late.
                    let is_late = |side: &Side| side.time >= left || left + 2_000 <= elapsed;
                    assert!(side.is_none_or(|side| is_late(side)), "{elapsed} of {left}");
                    self.counts.time_forfeits += 1;
                    return;
                }
                let time = after.times().get(old.len()).copied();
                self.counts.timed_steps += u64::from(is_timed);
                self.counts.steps += 1;
                if self.host.is_own(seat) {
                    assert_eq!(self.host_step.take(), Some(*step), "not the host's step");
                    assert!(!is_timed || time == Some(elapsed));
                    return;
                }
                let intended = Some((old.len(), *step));
                let side = self
                    .sides
                    .iter_mut()
                    .find(|side| side.step == intended && side.guest.seat() == Some(seat));
                let side = side.expect("no guest has made this step, or it was made already");
                // A guest's step takes as long as the guest says, but no longer than the host measures, and
                // not much less unless it has lost the connection.
                let said = side.time.min(elapsed);
                let longest = said.max(elapsed.saturating_sub(2_000));
                assert!(!is_timed || time.is_some_and(|time| (said..=longest).contains(&time)));
                side.step = None;
                return;
            }
        }
        let offer = self.host.table().offer().copied();
        let is_new = table.offer() != offer.as_ref();
        let Some(offer) = offer.filter(|offer| is_new && offer.outcome() == Outcome::Accepted)
        else {
            // Only a name.
            assert_eq!(old, new);
            assert_eq!(before.setup().first_seat(), after.setup().first_seat());
            return;
        };
        // Those who have just left were not asked any more.
        let now = self.host.table();
        for (seat, presence) in now.presences().iter().enumerate() {
            let is_asked = match presence {
                Presence::Connected => seat != offer.seat(),
                Presence::Host => !self.host.is_own(offer.seat()),
                Presence::Free | Presence::Away => false,
            };
            let key = (seat, code(offer.kind()));
            assert!(!is_asked || self.accepted.contains(&key), "{offer:?}");
        }
        self.elapsed = 0;
        match offer.kind() {
            OfferKind::Takeback => {
                assert!(old.starts_with(new) && new.len() < old.len());
                assert!(before.times().starts_with(after.times()));
                self.counts.takebacks += 1;
            }
            OfferKind::Draw => {
                assert_eq!(new.last(), Some(&Step::AgreeDraw));
                self.counts.draws += 1;
            }
            OfferKind::Rematch => {
                assert!(new.is_empty() && seat_to_move(before).is_none());
                self.counts.rematches += 1;
            }
        }
        self.accepted.clear();
    }

    /// Delivers a message, or tells a side that a channel was closed.
    fn deliver(&mut self) -> bool {
        self.channels
            .retain(|channel| channel.is_open_at_host || channel.is_open_at_guest);
        let mut all: Vec<usize> = (0..self.channels.len()).collect();
        while !all.is_empty() {
            let at = all.swap_remove(self.random.below(all.len()));
            let channel = &mut self.channels[at];
            let (peer, guest) = (channel.peer, channel.guest);
            let to_host = self.random.once_in(2);
            for to_host in [to_host, !to_host] {
                let channel = &mut self.channels[at];
                let (is_open, is_open_there, messages) = if to_host {
                    (
                        channel.is_open_at_host,
                        channel.is_open_at_guest,
                        &mut channel.to_host,
                    )
                } else {
                    (
                        channel.is_open_at_guest,
                        channel.is_open_at_host,
                        &mut channel.to_guest,
                    )
                };
                if !is_open {
                    messages.clear();
                    continue;
                }
                if messages.is_empty() {
                    if is_open_there {
                        continue;
                    }
                    if to_host {
                        channel.is_open_at_host = false;
                        self.at_host(|host| host.closed(peer));
                    } else {
                        channel.is_open_at_guest = false;
                        self.at_guest(guest, |guest| guest.closed(peer));
                    }
                    return true;
                }
                let next = if self.is_ordered {
                    0
                } else {
                    self.random.below(messages.len())
                };
                let bytes = messages.remove(next);
                if to_host {
                    self.at_host(|host| host.received(peer, &bytes));
                } else {
                    let is_farewell = matches!(Message::decode(&bytes), Ok(Message::Goodbye(_)));
                    if !is_farewell {
                        self.sides[guest].got.push(bytes.clone());
                    }
                    self.at_guest(guest, |guest| guest.received(peer, &bytes));
                }
                return true;
            }
        }
        false
    }

    /// Opens a channel for a guest without one.
    fn connect(&mut self, index: usize) -> bool {
        if self.sides[index].guest.farewell().is_some() {
            // The user comes again, as another guest.
            let access = self.sides[index].access;
            self.sides[index] = self.new_side(access);
        }
        if self.sides[index].guest.is_connected() {
            return false;
        }
        let peer = Peer(self.number());
        self.channels.push(Channel {
            peer,
            guest: index,
            to_host: Vec::new(),
            to_guest: Vec::new(),
            is_open_at_host: true,
            is_open_at_guest: true,
        });
        let access = self.sides[index].access;
        self.at_host(|host| host.opened(peer, access));
        self.at_guest(index, |guest| guest.opened(peer));
        true
    }

    /// Lets some time pass.
    fn wait(&mut self) {
        let time = self.random.below(400) as u32;
        self.now += u64::from(time);
        let table = self.host.table();
        let mut presences = table.presences().iter();
        if presences.all(|it| matches!(it, Presence::Host | Presence::Connected)) {
            self.elapsed += time;
        }
        let now = self.now;
        self.at_host(|host| host.tick(now));
        for side in &mut self.sides {
            side.guest.tick(now);
        }
        let game_match = self.host.game_match();
        if let Some(time) = self.host.turn_time() {
            let seat = seat_to_move(game_match).expect("the game is in progress");
            let left = game_match.remaining_time(seat).expect("there is a clock");
            let lag = if self.host.is_own(seat) { 0 } else { 2_000 };
            assert!(time.elapsed == self.elapsed && time.elapsed < left + lag);
        }
    }

    /// Breaks a channel: what is on its way is lost.
    fn cut(&mut self) {
        if self.channels.is_empty() {
            return;
        }
        self.counts.cuts += 1;
        let at = self.random.below(self.channels.len());
        let channel = &mut self.channels[at];
        channel.to_host.clear();
        channel.to_guest.clear();
        // Either side notices it first; the other one in `deliver`.
        let (peer, guest) = (channel.peer, channel.guest);
        if self.random.once_in(2) {
            self.channels[at].is_open_at_host = false;
            self.at_host(|host| host.closed(peer));
        } else {
            self.channels[at].is_open_at_guest = false;
            self.at_guest(guest, |guest| guest.closed(peer));
        }
    }

    /// Sends an old message of the same sender again.
    fn disturb(&mut self) {
        if self.channels.is_empty() {
            return;
        }
        let at = self.random.below(self.channels.len());
        let guest = self.channels[at].guest;
        let to_host = self.random.once_in(2);
        let channel = &self.channels[at];
        // The other end of a closed channel sends nothing.
        if !channel.is_open_at_guest || !channel.is_open_at_host {
            return;
        }
        let side = &self.sides[guest];
        let old = if to_host { &side.sent } else { &side.got };
        if old.is_empty() {
            return;
        }
        let bytes = self.random.pick(old).clone();
        let channel = &mut self.channels[at];
        if to_host {
            channel.to_host.push(bytes);
        } else {
            channel.to_guest.push(bytes);
        }
    }

    /// Lets a stranger with an invitation to watch send messages of a player.
    fn intrude(&mut self) {
        let peer = Peer(self.number());
        self.at_host(|host| host.opened(peer, Access::Watch));
        let all: Vec<Vec<u8>> = self
            .sides
            .iter()
            .flat_map(|side| side.sent.clone())
            .collect();
        for _ in 0..3 {
            let mut bytes = if all.is_empty() || self.random.once_in(4) {
                vec![1, self.random.below(12) as u8, 0, 0]
            } else {
                self.random.pick(&all).clone()
            };
            // A stranger knows no key.
            if bytes[1] == 1 && bytes.len() > 3 {
                bytes[2] ^= 0xff;
            }
            self.at_host(|host| host.received(peer, &bytes));
        }
        self.at_host(|host| host.closed(peer));
    }

    /// Lets a user do something.
    fn use_one(&mut self) {
        let index = self.random.below(self.sides.len() + 1);
        if index == self.sides.len() {
            return self.use_host();
        }
        let side = &self.sides[index];
        let seat = side.guest.seat();
        let Some(game_match) = side.guest.game_match().cloned() else {
            return;
        };
        let kind = *self.random.pick(&KINDS);
        let choice = self.random.below(12);
        if side.guest.is_to_move() && choice < 7 {
            let Some(&step) = pick(&mut self.random, &legal_steps(&game_match)) else {
                return;
            };
            let number = game_match.game().steps().len();
            self.sides[index].step = Some((number, step));
            let time = self.sides[index].guest.turn_time();
            self.sides[index].time = time.map_or(0, |time| time.elapsed);
            self.at_guest(index, |guest| guest.play(step).expect("it is legal"));
        } else if let Some(open) = side.guest.table().and_then(Table::open_offer) {
            let accept = !self.random.once_in(4);
            let accepted = (seat, code(open.kind()));
            let mut guest = side.guest.clone();
            if let Ok(actions) = guest.answer(accept) {
                if let ((Some(seat), kind), true) = (accepted, accept) {
                    self.accepted.insert((seat, kind));
                }
                self.at_guest(index, |guest| guest.answer(accept).unwrap_or(actions));
            } else if self.random.once_in(4) {
                self.at_guest(index, |guest| guest.withdraw().unwrap_or_default());
            }
        } else if choice > 7 {
            let mut is_sent = false;
            self.at_guest(index, |guest| match guest.offer(kind) {
                Ok(actions) => {
                    is_sent = true;
                    actions
                }
                Err(_) => Vec::new(),
            });
            if let Some(seat) = seat.filter(|_| is_sent) {
                self.accepted.insert((seat, code(kind)));
            }
        }
    }

    fn use_host(&mut self) {
        let kind = *self.random.pick(&KINDS);
        let choice = self.random.below(12);
        let own = (0..4).filter(|seat| self.host.is_own(*seat));
        let own: Vec<usize> = own.collect();
        let agree = |world: &mut Self, kind| {
            let seats = own.iter().map(|seat| (*seat, code(kind)));
            world.accepted.extend(seats);
        };
        if self.host.is_to_move() && choice < 7 {
            let steps = legal_steps(self.host.game_match());
            let Some(&step) = pick(&mut self.random, &steps) else {
                return;
            };
            self.host_step = Some(step);
            self.at_host(|host| host.play(step).expect("it is legal"));
        } else if let Some(open) = self.host.table().open_offer() {
            let accept = !self.random.once_in(4);
            if accept {
                agree(self, open.kind());
            }
            self.at_host(|host| host.answer(accept).unwrap_or_default());
        } else if choice > 8 {
            agree(self, kind);
            self.at_host(|host| host.offer(kind).unwrap_or_default());
        } else if choice == 8 && self.is_faulty && self.random.once_in(20) {
            let seat = self.random.below(4);
            if !self.host.is_own(seat) {
                // The guest may have made a step that has not arrived yet.
                self.at_host(|host| host.free_seat(seat).unwrap_or_default());
            }
        }
    }

    fn step(&mut self) {
        let sides = self.sides.len();
        match self.random.below(100) {
            0..3 => self.cut(),
            3..5 => self.disturb(),
            5 if self.random.once_in(3) => self.intrude(),
            90..100 => self.wait(),
            6..15 => {
                let index = self.random.below(sides);
                self.connect(index);
            }
            15..50 => self.use_one(),
            _ => {
                self.deliver();
            }
        }
    }

    /// Lets everything arrive, on good connections.
    fn settle(&mut self) {
        self.is_faulty = false;
        for _ in 0..10_000 {
            let mut is_busy = false;
            for index in 0..self.sides.len() {
                is_busy |= self.connect(index);
            }
            while self.deliver() {
                is_busy = true;
            }
            if !is_busy {
                return;
            }
        }
        panic!("the messages never end: {:?}", self.host.table());
    }

    /// Checks that all have the same record and nothing is open.
    fn check(&self) {
        for side in &self.sides {
            assert_eq!(side.guest.game_match(), Some(self.host.game_match()));
            assert_eq!(side.guest.table(), Some(&self.host.table()));
            assert!(!side.guest.is_unconfirmed());
            assert_eq!(side.step, None, "a step is lost");
            assert_eq!(side.guest.seat().is_none(), side.access == Access::Watch);
        }
        let presences = self.host.table();
        let presences = presences.presences();
        assert!(
            presences
                .iter()
                .all(|p| matches!(p, Presence::Host | Presence::Connected))
        );
    }

    fn run(seed: u64) -> Counts {
        let mut world = Self::new(seed);
        let length = 50 + world.random.below(250);
        for _ in 0..length {
            world.step();
        }
        world.settle();
        world.check();
        // Everything goes on.
        for _ in 0..20 {
            world.use_one();
            world.deliver();
        }
        world.settle();
        world.check();
        world.counts
    }
}

fn pick<'a, T>(random: &mut Random, all: &'a [T]) -> Option<&'a T> {
    (!all.is_empty()).then(|| random.pick(all))
}

#[test]
fn all_have_the_same_record_at_the_end() {
    let mut sum = Counts::default();
    for seed in 0..cases(1_000, 100_000) {
        let counts = std::panic::catch_unwind(|| World::run(seed));
        let counts = counts.unwrap_or_else(|_| panic!("seed {seed}"));
        sum.steps += counts.steps;
        sum.takebacks += counts.takebacks;
        sum.draws += counts.draws;
        sum.rematches += counts.rematches;
        sum.timed_steps += counts.timed_steps;
        sum.time_forfeits += counts.time_forfeits;
        sum.dropped += counts.dropped;
        sum.reloads += counts.reloads;
        sum.cuts += counts.cuts;
    }
    println!("{sum:?}");
    // All of it has happened.
    let Counts {
        steps,
        takebacks,
        draws,
        rematches,
        timed_steps,
        time_forfeits,
        dropped,
        reloads,
        cuts,
    } = sum;
    let all = [
        steps,
        takebacks,
        draws,
        rematches,
        timed_steps,
        time_forfeits,
        dropped,
        reloads,
        cuts,
    ];
    assert!(all.iter().all(|n| *n > 0));
}

#[test]
fn host_alone_needs_nobody_and_nobody_is_asked_in_vain() {
    let mut host = Host::new(crate::support::classic("44"), &[0, 1]).unwrap();
    host.offer(OfferKind::Takeback).unwrap();
    assert_eq!(host.game_match(), &crate::support::classic("4"));
    let mut host = Host::new(crate::support::classic("44"), &[0]).unwrap();
    let mut guest = Guest::new(SeatKey::new([1; 16]), Access::Play);
    host.opened(Peer(1), Access::Play);
    for action in guest.opened(Peer(1)) {
        if let Action::Send { message, .. } = action {
            host.received(Peer(1), &message.encode());
        }
    }
    host.closed(Peer(1));
    assert_eq!(host.offer(OfferKind::Takeback), Err(Rejection::NobodyToAsk));
}
