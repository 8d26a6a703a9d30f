//! How host and guests answer each other, message by message.

use crate::support::{classic, drop_into, messages, notices};
use four_shapes_online::{
    Access, Action, Change, Farewell, Guest, Host, MAX_WATCHERS, Message, Notice, OfferKind,
    Outcome, Peer, Presence, Reason, Rejection, SeatKey,
};
use four_shapes_records::{Match, Name, Setup};
use four_shapes_rules::{Rules, Step};
use four_shapes_testing::support::rules;
use std::collections::VecDeque;

fn key(number: u8) -> SeatKey {
    SeatKey::new([number; 16])
}

/// Returns a match on the classic board with these moves and a time control.
fn with_clock(moves: &str, time_control: &str) -> Match {
    let setup = Setup::with_default_seats(Rules::CLASSIC);
    let setup = setup.with_time_control(Some(time_control.parse().unwrap()));
    Match::from_parts(setup.unwrap(), classic(moves).game().clone()).unwrap()
}

/// A host and guests whose channels, named by their index, lose nothing.
struct Party {
    host: Host,
    guests: Vec<Guest>,
    /// What was reported, with the guest, or `None` for the host.
    reported: Vec<(Option<usize>, Action)>,
}

impl Party {
    /// Opens a match in which the host has the first seats, and lets guests take the others.
    fn new(game_match: Match, own: &[usize]) -> Self {
        let count = game_match.setup().seats().len() - own.len();
        let mut party = Self {
            host: Host::new(game_match, own).unwrap(),
            guests: Vec::new(),
            reported: Vec::new(),
        };
        for number in 0..count {
            party.join(Guest::new(key(number as u8), Access::Play), Access::Play);
        }
        party
    }

    fn join(&mut self, guest: Guest, access: Access) -> usize {
        let index = self.guests.len();
        self.guests.push(guest);
        self.connect(index, access);
        index
    }

    fn connect(&mut self, index: usize, access: Access) {
        let peer = Peer(index as u32);
        let actions = self.host.opened(peer, access);
        self.perform(None, actions);
        let actions = self.guests[index].opened(peer);
        self.perform(Some(index), actions);
    }

    fn disconnect(&mut self, index: usize) {
        let peer = Peer(index as u32);
        self.guests[index].closed(peer);
        let actions = self.host.closed(peer);
        self.perform(None, actions);
    }

    /// Delivers everything that is sent.
    fn perform(&mut self, from: Option<usize>, actions: Vec<Action>) {
        let mut queue: VecDeque<_> = actions.into_iter().map(|action| (from, action)).collect();
        while let Some((from, action)) = queue.pop_front() {
            let Action::Send { to, message } = &action else {
                self.reported.push((from, action));
                continue;
            };
            let bytes = message.encode();
            let (side, actions) = match from {
                None => {
                    let index = to.0 as usize;
                    let Some(guest) = self.guests.get_mut(index) else {
                        continue;
                    };
                    (Some(index), guest.received(*to, &bytes))
                }
                Some(_) => (None, self.host.received(*to, &bytes)),
            };
            queue.extend(actions.into_iter().map(|action| (side, action)));
        }
    }

    fn host_does(&mut self, act: impl FnOnce(&mut Host) -> Result<Vec<Action>, Rejection>) {
        let actions = act(&mut self.host).unwrap();
        self.perform(None, actions);
    }

    fn guest_does(
        &mut self,
        index: usize,
        act: impl FnOnce(&mut Guest) -> Result<Vec<Action>, Rejection>,
    ) {
        let actions = act(&mut self.guests[index]).unwrap();
        self.perform(Some(index), actions);
    }

    /// Tells all the time.
    fn tick(&mut self, now: u64) {
        for guest in &mut self.guests {
            guest.tick(now);
        }
        let actions = self.host.tick(now);
        self.perform(None, actions);
    }

    fn take_reported(&mut self) -> Vec<(Option<usize>, Action)> {
        std::mem::take(&mut self.reported)
    }

    fn check(&self) {
        for guest in &self.guests {
            assert_eq!(guest.game_match(), Some(self.host.game_match()));
            assert_eq!(guest.table(), Some(&self.host.table()));
        }
    }
}

#[test]
fn move_is_shown_at_once_and_confirmed() {
    let mut party = Party::new(classic("4"), &[0]);
    assert_eq!(party.guests[0].seat(), Some(1));
    party.take_reported();
    let step = drop_into(party.host.game_match(), 5);
    let actions = party.guests[0].play(step).unwrap();
    assert_eq!(actions[0], Action::Changed(Change::Moved));
    assert_eq!(party.guests[0].game_match(), Some(&classic("45")));
    assert!(party.guests[0].is_unconfirmed() && !party.guests[0].is_to_move());
    assert_eq!(party.guests[0].play(step), Err(Rejection::Unconfirmed));
    party.perform(Some(0), actions);
    assert!(!party.guests[0].is_unconfirmed());
    let reported = party.take_reported();
    assert!(reported.contains(&(None, Action::Changed(Change::Moved))));
    assert!(reported.contains(&(Some(0), Action::Changed(Change::Confirmed))));
    let step = drop_into(party.host.game_match(), 5);
    assert_eq!(party.guests[0].play(step), Err(Rejection::NotToMove));
    party.host_does(|host| host.play(step));
    assert_eq!(party.host.play(step), Err(Rejection::NotToMove));
    assert_eq!(party.host.game_match(), &classic("455"));
    party.check();
}

#[test]
fn cells_in_the_air_are_no_moves() {
    let mut party = Party::new(classic("4"), &[0]);
    let step = Step::Place(Rules::CLASSIC.cell(0, 3).unwrap());
    assert_eq!(party.guests[0].play(step), Err(Rejection::Illegal));
    assert_eq!(party.guests[0].play(Step::Swap), Err(Rejection::Illegal));
    assert_eq!(
        party.guests[0].play(Step::AgreeDraw),
        Err(Rejection::Illegal)
    );
    assert_eq!(party.guests[0].game_match(), Some(&classic("4")));
}

#[test]
fn move_without_a_connection_is_sent_later() {
    let mut party = Party::new(classic("4"), &[0]);
    party.disconnect(0);
    assert_eq!(
        party.host.table().presences(),
        [Presence::Host, Presence::Away]
    );
    let step = drop_into(party.host.game_match(), 5);
    party.guest_does(0, |guest| guest.play(step));
    assert_eq!(party.host.game_match(), &classic("4"));
    let stored = party.guests[0].write();
    party.guests[0] = Guest::parse(&stored).unwrap();
    assert!(party.guests[0].is_unconfirmed());
    assert_eq!(party.guests[0].game_match(), Some(&classic("45")));
    party.connect(0, Access::Play);
    assert_eq!(party.host.game_match(), &classic("45"));
    assert!(!party.guests[0].is_unconfirmed());
    party.check();
}

#[test]
fn move_survives_a_change_of_a_name() {
    let game_match = Match::new(Setup::with_default_seats(rules(5, 5, 4, 3, true)));
    let mut party = Party::new(game_match, &[0]);
    party.host_does(|host| host.free_seat(2));
    let cell = Step::Place(party.host.game_match().rules().cell(0, 0).unwrap());
    party.host_does(|host| host.play(cell));
    party.disconnect(0);
    let next = Step::Place(party.host.game_match().rules().cell(1, 0).unwrap());
    party.guest_does(0, |guest| guest.play(next));
    let ada = Guest::new(key(9), Access::Play).with_name(Name::new("Ada").unwrap());
    party.guests.remove(1);
    let ada = party.join(ada, Access::Play);
    assert_eq!(party.guests[ada].seat(), Some(2));
    let seats = party.host.game_match().setup().seats();
    assert_eq!(seats[2].name.as_str(), "Ada");
    party.connect(0, Access::Play);
    let steps = party.host.game_match().game().steps();
    assert_eq!(steps, [cell, next]);
    party.check();
}

#[test]
fn name_that_another_seat_has_is_not_taken() {
    let mut party = Party::new(classic(""), &[0]);
    party.host_does(|host| host.free_seat(1));
    party.guests.clear();
    let red = Guest::new(key(9), Access::Play).with_name(Name::new("Red").unwrap());
    party.join(red, Access::Play);
    assert_eq!(party.host.game_match(), &classic(""));
    party.check();
}

#[test]
fn takeback_needs_the_other_player() {
    let mut party = Party::new(classic("44"), &[0]);
    party.guest_does(0, |guest| guest.offer(OfferKind::Takeback));
    let offered = Notice::Offered {
        kind: OfferKind::Takeback,
        seat: 1,
    };
    assert!(
        party
            .take_reported()
            .contains(&(None, Action::Notice(offered)))
    );
    assert_eq!(party.guests[0].answer(true), Err(Rejection::NoOffer));
    party.host_does(|host| host.answer(false));
    let ended = Notice::OfferEnded {
        kind: OfferKind::Takeback,
        seat: 1,
        outcome: Outcome::Declined(0),
    };
    assert!(
        party
            .take_reported()
            .contains(&(Some(0), Action::Notice(ended)))
    );
    assert_eq!(party.host.game_match(), &classic("44"));
    party.host_does(|host| host.offer(OfferKind::Takeback));
    party.guest_does(0, |guest| guest.answer(true));
    assert_eq!(party.host.game_match(), &classic(""));
    let reported = party.take_reported();
    for side in [None, Some(0)] {
        assert!(reported.contains(&(side, Action::Changed(Change::TakenBack))));
    }
    let nothing = Err(Rejection::NothingToTakeBack);
    assert_eq!(party.host.offer(OfferKind::Takeback), nothing);
    party.check();
}

#[test]
fn move_ends_an_offer_and_withdrawn_ones_are_not_accepted() {
    let mut party = Party::new(classic("44"), &[0]);
    party.guest_does(0, |guest| guest.offer(OfferKind::Takeback));
    party.guest_does(0, Guest::withdraw);
    assert_eq!(party.host.answer(true), Err(Rejection::NoOffer));
    party.guest_does(0, |guest| guest.offer(OfferKind::Takeback));
    let step = drop_into(party.host.game_match(), 1);
    party.host_does(|host| host.play(step));
    assert_eq!(
        party.host.table().offer().unwrap().outcome(),
        Outcome::Lapsed
    );
    assert_eq!(party.host.answer(true), Err(Rejection::NoOffer));
    assert_eq!(party.host.game_match(), &classic("441"));
    party.check();
}

#[test]
fn offers_are_limited_between_moves() {
    let mut party = Party::new(classic("44"), &[0]);
    for _ in 0..3 {
        party.host_does(|host| host.offer(OfferKind::Takeback));
        party.host_does(Host::withdraw);
    }
    // A guest's offers are then ignored, which is no flood.
    for _ in 0..30 {
        party.guest_does(0, |guest| guest.offer(OfferKind::Takeback));
        let _ = party.guests[0]
            .withdraw()
            .map(|actions| party.perform(Some(0), actions));
    }
    assert!(party.guests[0].is_connected());
    let too_many = Err(Rejection::TooManyOffers);
    assert_eq!(party.host.offer(OfferKind::Takeback), too_many);
    let step = drop_into(party.host.game_match(), 1);
    party.host_does(|host| host.play(step));
    party.host_does(|host| host.offer(OfferKind::Takeback));
}

#[test]
fn rematch_follows_the_game_and_the_next_seat_begins() {
    let mut party = Party::new(classic("121212"), &[0]);
    assert_eq!(
        party.host.offer(OfferKind::Rematch),
        Err(Rejection::GameNotOver)
    );
    assert_eq!(
        party.host.offer(OfferKind::Draw),
        Err(Rejection::WinStillPossible)
    );
    let step = drop_into(party.host.game_match(), 1);
    party.host_does(|host| host.play(step));
    assert_eq!(party.host.offer(OfferKind::Draw), Err(Rejection::GameOver));
    party.guest_does(0, |guest| guest.offer(OfferKind::Rematch));
    // Both offer it.
    party.host_does(|host| host.offer(OfferKind::Rematch));
    assert_eq!(party.host.game_match().setup().first_seat(), 1);
    assert!(party.host.game_match().game().steps().is_empty());
    assert!(party.guests[0].is_to_move());
    party.check();
}

#[test]
fn all_other_players_who_are_connected_are_asked() {
    let game_match = Match::new(Setup::with_default_seats(rules(5, 5, 4, 4, true)));
    let mut party = Party::new(game_match, &[0]);
    let cell = Step::Place(party.host.game_match().rules().cell(0, 0).unwrap());
    party.host_does(|host| host.play(cell));
    party.host_does(|host| host.offer(OfferKind::Takeback));
    party.guest_does(1, |guest| guest.answer(true));
    party.guest_does(2, |guest| guest.answer(true));
    assert!(party.host.table().open_offer().unwrap().is_accepted_by(2));
    assert!(!party.host.table().open_offer().unwrap().is_accepted_by(1));
    // Without the last one, the others decide.
    party.disconnect(0);
    assert!(party.host.game_match().game().steps().is_empty());
    party.connect(0, Access::Play);
    party.check();
}

#[test]
fn offer_lapses_with_the_only_player_who_could_answer() {
    let mut party = Party::new(classic("44"), &[0]);
    party.host_does(|host| host.offer(OfferKind::Takeback));
    party.disconnect(0);
    assert_eq!(
        party.host.table().offer().unwrap().outcome(),
        Outcome::Lapsed
    );
    assert_eq!(party.host.game_match(), &classic("44"));
}

#[test]
fn old_generations_take_nothing_back() {
    let mut party = Party::new(classic("44"), &[0]);
    let peer = Peer(0);
    let old = Message::Play {
        generation: 1,
        number: 2,
        hash: 0,
        time: 0,
        step: "1".to_owned(),
    };
    let actions = party.host.received(peer, &old.encode());
    assert!(
        matches!(notices(&actions)[..], [Notice::Rejected { .. }]),
        "{actions:?}"
    );
    // A late Welcome of an older generation, and one of this generation with fewer moves.
    let guest = &party.guests[0];
    for (generation, moves) in [(0, "1111"), (1, "4"), (1, "44")] {
        let message = Message::Welcome {
            generation,
            rewound: 0,
            reason: Reason::Takeback,
            seat: Some(1),
            table: guest.table().unwrap().clone(),
            elapsed: 0,
            game_match: Box::new(classic(moves)),
        };
        let mut guest = guest.clone();
        assert_eq!(guest.received(peer, &message.encode()), []);
        assert_eq!(guest.game_match(), Some(&classic("44")));
    }
}

#[test]
fn same_key_gets_the_same_seat_and_replaces_the_other_tab() {
    let mut party = Party::new(classic(""), &[0]);
    let other = party.join(Guest::new(key(0), Access::Play), Access::Play);
    assert_eq!(party.guests[other].seat(), Some(1));
    assert_eq!(party.guests[0].farewell(), Some(Farewell::Replaced));
    assert_eq!(party.guests[0].opened(Peer(7)), [Action::Close(Peer(7))]);
    party.disconnect(other);
    // The seat stays taken.
    let late = party.join(Guest::new(key(5), Access::Play), Access::Play);
    assert_eq!(party.guests[late].farewell(), Some(Farewell::Full));
    let wanted = Guest::new(key(6), Access::Play).with_seat(0);
    let late = party.join(wanted, Access::Play);
    assert_eq!(party.guests[late].farewell(), Some(Farewell::SeatTaken));
}

#[test]
fn freed_seat_is_for_another_guest() {
    let mut party = Party::new(classic("4"), &[0]);
    party.host_does(|host| host.free_seat(1));
    assert_eq!(party.guests[0].farewell(), Some(Farewell::Freed));
    let stored = party.guests[0].write();
    assert!(Guest::parse(&stored).unwrap().farewell().is_some());
    party.host_does(|host| host.take_seat(1));
    assert_eq!(party.host.take_seat(1), Err(Rejection::SeatTaken));
    let step = drop_into(party.host.game_match(), 1);
    party.host_does(|host| host.play(step));
    party.host_does(|host| host.free_seat(0));
    let other = party.join(Guest::new(key(5), Access::Play), Access::Play);
    assert_eq!(party.guests[other].seat(), Some(0));
    let actions = party.guests[other].leave();
    party.perform(Some(other), actions);
    assert_eq!(
        party.host.table().presences(),
        [Presence::Free, Presence::Host]
    );
    assert_eq!(party.host.free_seat(4), Err(Rejection::SeatTaken));
    let other = party.join(Guest::new(key(6), Access::Play), Access::Play);
    let actions = party.host.end();
    party.perform(None, actions);
    assert_eq!(party.guests[other].farewell(), Some(Farewell::Ended));
}

#[test]
fn watchers_watch() {
    let mut party = Party::new(classic("4"), &[0]);
    for number in 0..MAX_WATCHERS {
        let watcher = Guest::new(key(20 + number as u8), Access::Watch);
        party.join(watcher, Access::Play);
    }
    assert_eq!(party.host.table().watchers(), MAX_WATCHERS);
    let late = party.join(Guest::new(key(40), Access::Watch), Access::Watch);
    assert_eq!(party.guests[late].farewell(), Some(Farewell::Full));
    party.guests.pop();
    let step = drop_into(party.host.game_match(), 5);
    assert_eq!(party.guests[1].play(step), Err(Rejection::NotSeated));
    assert_eq!(
        party.guests[1].offer(OfferKind::Takeback),
        Err(Rejection::NotSeated)
    );
    party.guest_does(0, |guest| guest.play(step));
    party.check();
}

#[test]
fn invitation_to_watch_gives_no_seat() {
    let mut party = Party::new(classic(""), &[0]);
    party.host_does(|host| host.free_seat(1));
    party.guests.clear();
    let guest = party.join(Guest::new(key(3), Access::Play), Access::Watch);
    assert_eq!(party.guests[guest].seat(), None);
    assert_eq!(
        party.host.table().presences(),
        [Presence::Host, Presence::Free]
    );
    assert_eq!(party.host.table().watchers(), 1);
}

#[test]
fn hostile_messages_change_nothing_and_floods_end() {
    let mut party = Party::new(classic("4"), &[0]);
    party.join(Guest::new(key(30), Access::Watch), Access::Watch);
    let play = |number, hash, step: &str| {
        let step = step.to_owned();
        let generation = 1;
        Message::Play {
            generation,
            number,
            hash,
            time: 0,
            step,
        }
        .encode()
    };
    let cases = [
        (0, play(1, 0, "5")),
        (0, play(1, 0, "9")),
        (0, play(7, 0, "5")),
        (0, vec![1, 2, 3]),
        (0, Message::Goodbye(Farewell::Ended).encode()),
        (1, play(1, 0, "5")),
        (1, Message::Leave.encode()),
    ];
    for (index, bytes) in &cases {
        let mut host = party.host.clone();
        let actions = host.received(Peer(*index), bytes);
        assert!(
            matches!(notices(&actions)[..], [Notice::Rejected { .. }]),
            "{actions:?}"
        );
        assert_eq!(host.game_match(), party.host.game_match());
        assert_eq!(host.table(), party.host.table());
    }
    let mut count = 0;
    let end = loop {
        let actions = party.host.received(Peer(0), &cases[0].1);
        count += 1;
        if actions.contains(&Action::Close(Peer(0))) {
            break actions;
        }
        assert!(count < 100);
    };
    assert!(notices(&end).contains(&&Notice::Flooding { seat: Some(1) }));
    assert!(messages(&end).contains(&&Message::Goodbye(Farewell::Flooding)));
    assert_eq!(party.host.received(Peer(0), &cases[0].1), []);
    // Valid ones that change nothing end as well.
    let hello = Message::Hello {
        key: key(30),
        watch: true,
        seat: None,
        name: None,
        generation: 0,
    };
    let sent: usize = (0..10_000)
        .map(|_| party.host.received(Peer(1), &hello.encode()).len())
        .sum();
    assert!(sent < 300, "{sent}");
}

#[test]
fn channels_without_a_hello_are_limited() {
    let mut host = Host::new(classic(""), &[0]).unwrap();
    let opened: usize = (0..100)
        .filter(|number| host.opened(Peer(*number), Access::Play).is_empty())
        .count();
    assert_eq!(opened, 8);
}

#[test]
fn guest_asks_for_what_it_has_missed_and_a_hostile_host_ends() {
    let mut party = Party::new(classic("4"), &[0]);
    let mut guest = party.guests.remove(0);
    let peer = Peer(0);
    let ahead = Message::Play {
        generation: 1,
        number: 5,
        hash: 0,
        time: 0,
        step: "1".to_owned(),
    };
    let actions = guest.received(peer, &ahead.encode());
    assert!(
        matches!(messages(&actions)[..], [Message::Hello { .. }]),
        "{actions:?}"
    );
    // Only once, while the answer is on its way.
    assert_eq!(guest.received(peer, &ahead.encode()), []);
    let false_hash = Message::Play {
        generation: 1,
        number: 1,
        hash: 0,
        time: 0,
        step: "1".to_owned(),
    };
    let mut count = 0;
    while guest.is_connected() {
        guest.received(peer, &false_hash.encode());
        count += 1;
        assert!(count < 100);
    }
    assert_eq!(guest.game_match(), Some(&classic("4")));
}

#[test]
fn host_that_has_lost_its_last_changes_is_followed() {
    let mut party = Party::new(classic("44"), &[0]);
    let stored = party.host.write();
    let step = drop_into(party.host.game_match(), 1);
    party.host_does(|host| host.play(step));
    party.guests[0].closed(Peer(0));
    party.host = Host::parse(&stored).unwrap();
    party.connect(0, Access::Play);
    assert_eq!(party.guests[0].game_match(), Some(&classic("44")));
    // Also if the guest knows a later generation.
    let stored = party
        .host
        .write()
        .replace("\"generation\": 17", "\"generation\": 0");
    party.guests[0].closed(Peer(0));
    party.host = Host::parse(&stored).unwrap();
    party.connect(0, Access::Play);
    let step = drop_into(party.host.game_match(), 2);
    party.host_does(|host| host.play(step));
    party.check();
}

#[test]
fn host_measures_the_time_while_all_are_connected() {
    let mut party = Party::new(with_clock("44", "5/move"), &[0]);
    let times = |party: &Party| {
        let both = [party.host.turn_time(), party.guests[0].turn_time()];
        both.map(|time| time.map(|time| (time.elapsed, time.is_running)))
    };
    party.tick(1_000);
    party.tick(2_000);
    assert_eq!(times(&party), [Some((2_000, true)); 2]);
    let step = drop_into(party.host.game_match(), 1);
    party.host_does(|host| host.play(step));
    assert_eq!(party.host.game_match().times(), [0, 0, 2_000]);
    party.tick(3_500);
    assert_eq!(times(&party), [Some((1_500, true)); 2]);
    // The time in which a player is away doesn't count, and who returns learns the rest.
    party.disconnect(0);
    party.tick(9_500);
    assert_eq!(times(&party), [Some((1_500, false)); 2]);
    party.guests[0] = Guest::parse(&party.guests[0].write()).unwrap();
    party.tick(9_500);
    party.connect(0, Access::Play);
    party.tick(10_000);
    assert_eq!(times(&party), [Some((2_000, true)); 2]);
    // A guest's step takes as long as the guest says.
    let step = drop_into(party.host.game_match(), 1);
    let actions = party.guests[0].play(step).unwrap();
    assert_eq!(times(&party)[1], Some((0, false)));
    party.host.tick(11_000);
    party.perform(Some(0), actions);
    assert_eq!(party.host.game_match().times(), [0, 0, 2_000, 2_000]);
    for time in [12_000, 14_000, 15_999] {
        party.tick(time);
    }
    party.check();
    // What comes too late is not made.
    party.take_reported();
    party.tick(16_000);
    party.check();
    assert_eq!(times(&party), [None; 2]);
    let ended = Action::Changed(Change::TimeForfeited);
    let reported = party.take_reported();
    for side in [None, Some(0)] {
        assert!(reported.contains(&(side, ended.clone())), "{reported:?}");
    }
    let late = Step::Place(
        party
            .host
            .game_match()
            .game()
            .position()
            .playable()
            .next()
            .unwrap(),
    );
    assert_eq!(party.host.play(late), Err(Rejection::GameOver));
    // A rematch has the same clocks.
    party.host_does(|host| host.offer(OfferKind::Rematch));
    party.guest_does(0, |guest| guest.answer(true));
    assert!(party.host.game_match().setup().time_control().is_some());
    assert!(party.host.game_match().times().is_empty());
}

#[test]
fn guest_says_how_long_a_step_took_within_limits() {
    let time_of = |claimed: u32, has_returned: bool| {
        let mut party = Party::new(with_clock("44", "100+0"), &[0]);
        let step = drop_into(party.host.game_match(), 4);
        party.host_does(|host| host.play(step));
        for second in 1..=40 {
            party.host.tick(second * 1_000);
        }
        if has_returned {
            party.disconnect(0);
            party.connect(0, Access::Play);
        }
        let step = drop_into(party.host.game_match(), 5);
        let actions = party.guests[0].play(step).unwrap();
        let mut play = messages(&actions)[0].clone();
        let Message::Play { time, .. } = &mut play else {
            panic!("{play:?}");
        };
        *time = claimed;
        party.host.received(Peer(0), &play.encode());
        // After a reload the time of the turn goes on.
        party.host.tick(41_000);
        let stored = party.host.write();
        assert!(stored.contains("\"elapsed\": 1000"), "{stored}");
        party.host.game_match().times()[3]
    };
    assert_eq!(time_of(0, true), 10_000);
    assert_eq!(time_of(12_345, true), 12_345);
    assert_eq!(time_of(u32::MAX, true), 40_000);
    assert_eq!(time_of(12_345, false), 38_000);
}

#[test]
fn host_waits_for_a_step_that_is_on_its_way() {
    let mut party = Party::new(with_clock("444", "3/move"), &[0]);
    for second in 1..=2 {
        party.tick(second * 1_000);
    }
    let step = drop_into(party.host.game_match(), 5);
    let in_time = party.guests[0].play(step).unwrap();
    party.host.tick(3_900);
    let mut late = party.host.clone();
    party.perform(Some(0), in_time);
    assert_eq!(party.host.game_match().times(), [0, 0, 0, 2_000]);
    party.check();
    late.tick(4_999);
    assert_eq!(late.time_left(), Some(1));
    let ended = late.tick(5_000);
    assert!(ended.contains(&Action::Changed(Change::TimeForfeited)));
}

#[test]
fn guest_who_says_that_the_time_was_up_has_lost() {
    let mut party = Party::new(with_clock("444", "3/move"), &[0]);
    for second in 1..=4 {
        party.host.tick(second * 1_000);
        party.guests[0].tick(second * 1_000);
    }
    let step = drop_into(party.host.game_match(), 5);
    party.guest_does(0, |guest| guest.play(step));
    let steps = party.host.game_match().game().steps();
    assert_eq!(steps.last(), Some(&Step::TimeForfeit));
    assert_eq!(party.guests[0].game_match(), Some(party.host.game_match()));
}

#[test]
fn frozen_host_takes_no_time_from_others() {
    let mut party = Party::new(with_clock("444", "60+0"), &[0]);
    party.host.tick(1_000);
    assert_eq!(party.host.tick(900_000), []);
    let elapsed = party.host.turn_time().map(|time| time.elapsed);
    assert_eq!(elapsed, Some(3_000));
}
