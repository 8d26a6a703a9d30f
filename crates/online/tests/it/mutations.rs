//! Mutated messages: whatever arrives, nothing panics, and a game changes only as its sender could
//! change it with a valid message.

use crate::support::{cases, legal_steps, seat_to_move, some_match};
use four_shapes_online::{Access, Action, Guest, Host, Message, OfferKind, Outcome, Peer, SeatKey};
use four_shapes_records::Match;
use four_shapes_rules::Step;
use four_shapes_testing::support::Random;

const WATCHER: usize = 0;

/// A host, a watcher and a guest in each other seat; their channels are numbered likewise.
struct Table {
    host: Host,
    guests: Vec<Guest>,
    /// Messages of guests, and of the host.
    sent: Vec<Vec<u8>>,
    got: Vec<Vec<u8>>,
}

impl Table {
    fn new(random: &mut Random) -> Self {
        let host = Host::new(some_match(random), &[0]).unwrap();
        let seats = host.game_match().setup().seats().len();
        let mut table = Self {
            host,
            guests: Vec::new(),
            sent: Vec::new(),
            got: Vec::new(),
        };
        for number in 0..seats {
            let access = if number == WATCHER {
                Access::Watch
            } else {
                Access::Play
            };
            let mut guest = Guest::new(SeatKey::new([number as u8; 16]), access);
            let peer = Peer(number as u32);
            table.host.opened(peer, access);
            let hello = guest.opened(peer);
            table.guests.push(guest);
            table.send(number, &hello);
        }
        for _ in 0..random.below(12) {
            table.play(random);
        }
        table.add_fresh(random);
        let kind = *random.pick(&[OfferKind::Takeback, OfferKind::Rematch, OfferKind::Draw]);
        if random.once_in(2) {
            let actions = table.host.offer(kind).unwrap_or_default();
            table.broadcast(&actions);
        } else {
            let by = 1 + random.below(seats - 1);
            let actions = table.guests[by].offer(kind).unwrap_or_default();
            table.send(by, &actions);
        }
        for guest in table.guests.clone() {
            let answer = guest.clone().answer(true).unwrap_or_default();
            let messages = crate::support::messages(&answer);
            table
                .sent
                .extend(messages.iter().map(|message| message.encode()));
        }
        table
    }

    /// Adds a move that has not been sent yet.
    fn add_fresh(&mut self, random: &mut Random) {
        let steps = legal_steps(self.host.game_match());
        if steps.is_empty() {
            return;
        }
        let step = *random.pick(&steps);
        let actions = self.host.clone().play(step).unwrap_or_default();
        let messages = crate::support::messages(&actions);
        self.got
            .extend(messages.iter().map(|message| message.encode()));
        for guest in &self.guests {
            let actions = guest.clone().play(step).unwrap_or_default();
            let messages = crate::support::messages(&actions);
            // As often as all others together.
            let count = 1 + self.sent.len();
            for message in messages {
                self.sent.extend(vec![message.encode(); count]);
            }
        }
    }

    fn send(&mut self, from: usize, actions: &[Action]) {
        for message in crate::support::messages(actions) {
            let bytes = message.encode();
            let actions = self.host.received(Peer(from as u32), &bytes);
            self.sent.push(bytes);
            self.broadcast(&actions);
        }
    }

    fn broadcast(&mut self, actions: &[Action]) {
        for action in actions {
            if let Action::Send { to, message } = action {
                let bytes = message.encode();
                if let Some(guest) = self.guests.get_mut(to.0 as usize) {
                    guest.received(*to, &bytes);
                }
                self.got.push(bytes);
            }
        }
    }

    fn play(&mut self, random: &mut Random) {
        let steps = legal_steps(self.host.game_match());
        if steps.is_empty() {
            return;
        }
        let step = *random.pick(&steps);
        let seat = seat_to_move(self.host.game_match()).unwrap();
        if self.host.is_own(seat) {
            let actions = self.host.play(step).unwrap();
            self.broadcast(&actions);
        } else if let Some(index) = self.guests.iter().position(|g| g.seat() == Some(seat)) {
            let actions = self.guests[index].play(step).unwrap();
            self.send(index, &actions);
        }
    }
}

/// Flips bits, and cuts, repeats and splices messages.
fn mutated(random: &mut Random, all: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = random.pick(all).clone();
    // Some arrive as they were.
    for _ in 0..random.below(4) {
        if bytes.is_empty() {
            bytes.push(random.next_u64() as u8);
        }
        let at = random.below(bytes.len());
        match random.below(7) {
            0 | 1 => bytes[at] ^= 1 << random.below(8),
            2 => bytes[at] = random.next_u64() as u8,
            3 => bytes.truncate(at),
            4 => bytes.insert(at, random.next_u64() as u8),
            5 => {
                let other = random.pick(all);
                let from = random.below(other.len());
                bytes.truncate(at);
                bytes.extend(&other[from..]);
            }
            _ => {
                let digits = [b'0' + random.below(10) as u8, random.next_u64() as u8 % 8];
                bytes[at] = *random.pick(&digits);
            }
        }
    }
    bytes
}

/// Checks that a change of the host's match is one that this seat could make alone, or agree to.
fn check_host(before: &Host, after: &Host, seat: Option<usize>) {
    let (old, new) = (before.game_match(), after.game_match());
    if old == new {
        return;
    }
    let seat = seat.expect("watchers change nothing");
    let (old_steps, new_steps) = (old.game().steps(), new.game().steps());
    if let [rest @ .., step] = new_steps
        && rest == old_steps
        && *step != Step::AgreeDraw
    {
        assert_eq!(seat_to_move(old), Some(seat), "not in turn");
        return;
    }
    let open = before.table().open_offer().copied();
    let open = open.expect("nothing else changes without an offer");
    let offer = after.table().offer().copied().unwrap();
    assert_ne!(open.seat(), seat, "the own offer");
    assert_eq!(
        (offer.seat(), offer.outcome()),
        (open.seat(), Outcome::Accepted)
    );
}

/// Checks that both forms of a match survive being stored.
fn check_guest(guest: &Guest) {
    let restored = Guest::parse(&guest.write()).unwrap();
    assert_eq!(restored.game_match(), guest.game_match());
    let steps = |game_match: &Match| game_match.game().steps().len();
    assert!(
        guest
            .game_match()
            .is_none_or(|game| steps(game) == game.game().cursor())
    );
}

#[test]
fn mutated_messages_change_a_game_only_as_their_sender_can() {
    let mut accepted = 0;
    for seed in 0..cases(4_000, 100_000) / 20 {
        let mut random = Random(seed);
        let table = Table::new(&mut random);
        let seats = table.guests.len();
        for _ in 0..20 {
            let bytes = mutated(&mut random, &table.sent);
            let from = random.below(seats);
            let mut host = table.host.clone();
            let peer = Peer(from as u32);
            let seat = table.guests[from].seat();
            let actions = host.received(peer, &bytes);
            check_host(&table.host, &host, seat);
            assert!(actions.len() < 40, "{actions:?}");
            assert!(Host::parse(&host.write()).is_ok());
            accepted += u64::from(host.game_match() != table.host.game_match());
            // Channels that aren't open, or whose peer isn't known yet.
            let mut host = table.host.clone();
            assert_eq!(host.received(Peer(99), &bytes), []);
            host.opened(Peer(99), Access::Watch);
            host.received(Peer(99), &bytes);
            assert_eq!(host.game_match(), table.host.game_match());

            let bytes = mutated(&mut random, &table.got);
            let mut guest = table.guests[from].clone();
            guest.received(peer, &bytes);
            check_guest(&guest);
            if Message::decode(&bytes).is_err() {
                assert_eq!(guest.game_match(), table.guests[from].game_match());
            }
            assert_eq!(guest.received(Peer(99), &bytes), []);
        }
    }
    println!("{accepted} messages were still valid moves or answers");
}
