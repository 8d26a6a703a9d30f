//! The encoding of messages: each has one form, and other bytes are errors.

use crate::support::classic;
use four_shapes_online::{
    Access, Action, Farewell, Guest, Host, LiveError, MAX_MESSAGE_BYTES, Message, MessageError,
    OfferKind, Peer, SeatKey,
};
use four_shapes_records::{Match, Name, Setup, record};
use four_shapes_rules::{Game, Rules};
use four_shapes_testing::support::{any_match, rules};
use proptest::prelude::*;

/// Returns a message of each kind.
pub(crate) fn samples() -> Vec<Message> {
    let key = SeatKey::new([5; 16]);
    let mut host = Host::new(classic("445"), &[0]).unwrap();
    host.opened(Peer(1), Access::Play);
    let hello = Message::Hello {
        key,
        watch: false,
        seat: Some(1),
        name: Some(Name::new("Zoë").unwrap()),
        generation: 7,
    };
    let mut samples = vec![
        hello.clone(),
        Message::Hello {
            key,
            watch: true,
            seat: None,
            name: None,
            generation: 0,
        },
        Message::Play {
            generation: 1,
            number: 2,
            hash: 3,
            time: 4,
            step: "s".to_owned(),
        },
        Message::Play {
            generation: u64::MAX,
            number: u16::MAX,
            hash: u64::MAX,
            time: u32::MAX,
            step: "O15".to_owned(),
        },
        Message::Offer {
            generation: 1,
            number: 2,
            kind: OfferKind::Draw,
        },
        Message::Answer {
            id: 9,
            accept: true,
        },
        Message::Withdraw { id: 9 },
        Message::Leave,
        Message::Goodbye(Farewell::Freed),
    ];
    let actions = host.received(Peer(1), &hello.encode());
    let offer = host.offer(OfferKind::Takeback).unwrap();
    samples.extend(
        actions
            .into_iter()
            .chain(offer)
            .filter_map(|action| match action {
                Action::Send { message, .. } => Some(message),
                _ => None,
            }),
    );
    samples
}

#[test]
fn messages_round_trip_and_no_part_of_one_is_one() {
    let mut kinds = Vec::new();
    for message in samples() {
        let bytes = message.encode();
        kinds.push(bytes[1]);
        assert_eq!(Message::decode(&bytes), Ok(message));
        for length in 0..bytes.len() {
            assert!(Message::decode(&bytes[..length]).is_err());
        }
        // White space may follow JSON.
        let longer = [&bytes[..], b"x"].concat();
        assert!(Message::decode(&longer).is_err());
    }
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds, (1..=9).collect::<Vec<u8>>());
}

#[test]
fn other_bytes_are_errors() {
    let decode = |bytes: &[u8]| Message::decode(bytes).unwrap_err();
    assert_eq!(decode(&[]), MessageError::Truncated);
    assert_eq!(decode(&[1]), MessageError::Truncated);
    assert_eq!(decode(&[2, 8]), MessageError::Version(2));
    assert_eq!(decode(&[1, 0]), MessageError::Kind(0));
    assert_eq!(decode(&[1, 10]), MessageError::Kind(10));
    assert_eq!(decode(&[1, 8, 0]), MessageError::Invalid(8));
    assert_eq!(decode(&[1, 9, 7]), MessageError::Invalid(9));
    let long = vec![1; MAX_MESSAGE_BYTES + 1];
    assert_eq!(decode(&long), MessageError::TooLong(MAX_MESSAGE_BYTES + 1));
    // Of any version.
    let goodbye = Message::Goodbye(Farewell::Version);
    assert_eq!(Message::decode(&[77, 9, 1]), Ok(goodbye));
    for (step, is_valid) in [("4", true), ("", false), ("4,5", false), ("1234", false)] {
        let mut bytes = vec![1, 3];
        bytes.extend([0; 22]);
        bytes.push(step.len() as u8);
        bytes.extend(step.as_bytes());
        assert_eq!(Message::decode(&bytes).is_ok(), is_valid, "{step}");
    }
    // Names are checked as in files.
    for name in [" Ada", "A\u{202e}", "\n", &"x".repeat(25)] {
        let mut bytes = vec![1, 1];
        bytes.extend([0; 17]);
        bytes.extend([255, name.len() as u8]);
        bytes.extend(name.as_bytes());
        bytes.extend([0; 8]);
        assert_eq!(decode(&bytes), MessageError::Invalid(1), "{name:?}");
    }
}

fn welcome(game_match: &Match, seats: u8) -> Result<Message, MessageError> {
    let mut bytes = vec![1, 2];
    bytes.extend([0; 17]);
    bytes.extend([255, 0, 0, 0, 0, 0, 0, 0, 1, seats]);
    bytes.extend(vec![0; seats.into()]);
    bytes.extend([0, 0]);
    // The time of the turn.
    bytes.extend([0; 4]);
    bytes.extend(record::write(game_match).as_bytes());
    Message::decode(&bytes)
}

#[test]
fn only_matches_that_can_be_played_live_are_sent() {
    assert!(welcome(&classic("44"), 2).is_ok());
    assert_eq!(welcome(&classic("44"), 3), Err(MessageError::Invalid(2)));
    let mut undone = classic("44");
    undone.undo();
    let error = MessageError::Live(LiveError::UndoneSteps);
    assert_eq!(welcome(&undone, 2), Err(error));
    let setup = Setup::with_default_seats(Rules::CLASSIC);
    let mut computer = Match::new(setup);
    computer.set_computer(1, Some("level:3".parse().unwrap()));
    let error = MessageError::Live(LiveError::ComputerPlayer);
    assert_eq!(welcome(&computer, 2), Err(error));
    let five = Match::with_default_seats(Game::new(rules(7, 7, 4, 5, true)));
    assert_eq!(
        Host::new(five.clone(), &[]).unwrap_err(),
        LiveError::Players(5)
    );
    assert_eq!(
        welcome(&five, 4),
        Err(MessageError::Live(LiveError::Players(5)))
    );
    assert_eq!(
        Host::new(classic(""), &[2]).unwrap_err(),
        LiveError::NoSeat(2)
    );
}

#[test]
fn guest_knows_a_host_of_another_version() {
    let mut guest = Guest::new(SeatKey::new([1; 16]), Access::Play);
    guest.opened(Peer(1));
    guest.received(Peer(1), &[2, 2, 0, 0]);
    assert_eq!(guest.farewell(), Some(Farewell::Version));
    let mut host = Host::new(classic(""), &[0]).unwrap();
    host.opened(Peer(1), Access::Play);
    let actions = host.received(Peer(1), &[2, 1, 0, 0]);
    let goodbye = Action::Send {
        to: Peer(1),
        message: Message::Goodbye(Farewell::Version),
    };
    assert_eq!(actions, [goodbye, Action::Close(Peer(1))]);
}

proptest! {
    #[test]
    fn any_bytes_are_a_message_or_an_error(
        kind in 0_u8..12,
        bytes in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        let bytes = [&[1, kind], &bytes[..]].concat();
        if let Ok(message) = Message::decode(&bytes) {
            prop_assert_eq!(Message::decode(&message.encode()), Ok(message));
        }
    }

    #[test]
    fn any_match_is_sent_whole_or_refused(game_match in any_match()) {
        let players = game_match.rules().players();
        if let Ok(Message::Welcome { game_match: sent, .. }) = welcome(&game_match, players) {
            prop_assert_eq!(*sent, game_match);
        }
    }
}
