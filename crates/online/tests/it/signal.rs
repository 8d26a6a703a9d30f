//! The texts of invitations and answers.

use crate::sdp::{CHROMIUM, FIREFOX, description};
use four_shapes_online::{
    Access, Answer, Contact, Description, Invitation, MAX_SIGNAL_CHARS, Room, Secret, SignalError,
};
use proptest::{prelude::*, sample::Index};

fn texts() -> [String; 5] {
    let offer = |access| Invitation::offer(description(CHROMIUM), access).unwrap();
    let room = Room::new(Secret::new([200; 16]));
    [
        offer(Access::Play).to_string(),
        offer(Access::Watch).to_string(),
        Invitation::room(room).to_string(),
        Invitation::room(room.for_watchers()).to_string(),
        Answer::new(description(FIREFOX)).unwrap().to_string(),
    ]
}

#[test]
fn texts_round_trip_and_are_short() {
    let all = texts();
    for text in &all[..4] {
        let invitation: Invitation = text.parse().unwrap();
        assert_eq!(&invitation.to_string(), text);
        assert_eq!(text.parse::<Answer>(), Err(SignalError::Kind));
        assert!(
            text.bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b))
        );
    }
    let answer: Answer = all[4].parse().unwrap();
    assert_eq!(answer.description(), &description(FIREFOX));
    assert_eq!(all[4].parse::<Invitation>(), Err(SignalError::Kind));
    let lengths = all.map(|text| text.len());
    assert_eq!(lengths, [158, 158, 24, 24, 158]);
}

#[test]
fn invitations_say_what_they_are_for() {
    let parse = |text: &str| text.parse::<Invitation>().unwrap();
    let [play, watch, room, watchers, _] = texts();
    assert_eq!(parse(&play).access(), Access::Play);
    assert_eq!(parse(&watch).access(), Access::Watch);
    let play = Contact::Offer(description(CHROMIUM));
    assert_eq!(parse(&watch).contact(), &play);
    let own = Room::new(Secret::new([200; 16]));
    assert_eq!(parse(&room).contact(), &Contact::Room(own));
    assert_eq!(
        parse(&watchers).contact(),
        &Contact::Room(own.for_watchers())
    );
    assert_eq!(parse(&watchers).access(), Access::Watch);
    // Offers and answers aren't mistaken for each other.
    assert_eq!(Invitation::offer(description(FIREFOX), Access::Play), None);
    assert_eq!(Answer::new(description(CHROMIUM)), None);
}

#[test]
fn damaged_texts_are_errors() {
    let refused = |text: &str| text.parse::<Invitation>().unwrap_err();
    for text in ["", "AQ", "AQA", "AQ==", "AQAA", "a b", "é", "AX__", "AQH_"] {
        assert!(
            matches!(refused(text), SignalError::Invalid | SignalError::Kind),
            "{text}"
        );
    }
    assert_eq!(refused("AgAA"), SignalError::Version(2));
    let long = "A".repeat(MAX_SIGNAL_CHARS + 1);
    assert_eq!(refused(&long), SignalError::TooLong(long.len()));
    for text in texts() {
        for length in 0..text.len() {
            let part = &text[..length];
            assert!(part.parse::<Invitation>().is_err() && part.parse::<Answer>().is_err());
        }
        let longer = text + "AAAA";
        assert!(longer.parse::<Invitation>().is_err() && longer.parse::<Answer>().is_err());
    }
}

/// Checks that nothing but what is valid gets into an SDP text.
fn check(description: &Description) {
    let sdp = description.to_sdp();
    assert_eq!(
        Description::from_sdp(&sdp)
            .map(|other| other.to_sdp())
            .as_ref(),
        Ok(&sdp)
    );
    let is_plain = |c: char| matches!(c, ' '..='~');
    assert!(
        sdp.split("\r\n").all(|line| line.chars().all(is_plain)),
        "{sdp:?}"
    );
    let kinds: String = sdp
        .split("\r\n")
        .filter_map(|line| line.chars().next())
        .collect();
    assert_eq!(kinds.trim_end_matches('a'), "vostamc");
}

proptest! {
    #[test]
    fn mutated_texts_are_valid_or_errors(
        which in 0_usize..5,
        edits in prop::collection::vec((any::<Index>(), "[A-Za-z0-9_-]"), 1..6),
    ) {
        let mut text = texts()[which].clone();
        for (at, with) in edits {
            let at = at.index(text.len());
            text.replace_range(at..=at, &with);
        }
        if let Ok(invitation) = text.parse::<Invitation>() {
            prop_assert_eq!(&invitation.to_string(), &text);
            if let Contact::Offer(description) = invitation.contact() {
                check(description);
            }
        }
        if let Ok(answer) = text.parse::<Answer>() {
            prop_assert_eq!(&answer.to_string(), &text);
            check(answer.description());
        }
    }

    #[test]
    fn any_text_is_a_value_or_an_error(text in ".{0,80}", sdp in "(a=[a-z-]{1,12}:.{0,20}\r\n|m=.{0,9}\n){0,9}") {
        let _ = text.parse::<Invitation>();
        let _ = text.parse::<Answer>();
        let _ = text.parse::<Secret>();
        let _ = Description::from_sdp(&sdp);
    }
}

#[test]
fn secrets_round_trip() {
    let secret = Secret::new([77; 16]);
    assert_eq!(secret.to_string().parse(), Ok(secret));
    assert!("TU1".parse::<Secret>().is_err());
}
