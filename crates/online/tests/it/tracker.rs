//! The messages of trackers.

use crate::sdp::{CHROMIUM, FIREFOX, description};
use four_shapes_online::{
    Id, MAX_OFFERS, MAX_TRACKER_BYTES, Room, Secret, Tracker, TrackerError, TrackerEvent,
    TrackerOffer,
};
use proptest::prelude::*;
use serde_json::{Value, json};

fn room() -> Room {
    Room::new(Secret::new([9; 16]))
}

/// Ids with bytes that JSON has to escape, and such that UTF-8 encodes as two.
const HOST: Id = Id([0; 20]);
const GUEST: Id = Id([0xe4; 20]);
const OFFER: Id = Id(*b"\"\\\n\x1f\x7f\x80\xff0123456789abc");

fn host() -> Tracker {
    Tracker::new(room(), HOST)
}

fn guest() -> Tracker {
    Tracker::new(room(), GUEST)
}

fn offer() -> TrackerOffer {
    TrackerOffer {
        id: OFFER,
        description: description(CHROMIUM),
    }
}

/// Returns the bytes of a string of the tracker.
fn bytes(value: &Value) -> Vec<u8> {
    let text = value.as_str().unwrap();
    text.chars()
        .map(|c| u8::try_from(u32::from(c)).unwrap())
        .collect()
}

/// Returns what a tracker passes on of an announcement, as `bittorrent-tracker` and `aquatic_ws`
/// do.
fn passed_on(announcement: &str) -> Value {
    let message: Value = serde_json::from_str(announcement).unwrap();
    let offer = &message["offers"][0];
    json!({
        "action": "announce",
        "info_hash": message["info_hash"],
        "peer_id": message["peer_id"],
        "offer": offer["offer"],
        "offer_id": offer["offer_id"],
    })
}

fn answer_passed_on(answer: &str) -> Value {
    let message: Value = serde_json::from_str(answer).unwrap();
    json!({
        "action": "announce",
        "info_hash": message["info_hash"],
        "peer_id": message["peer_id"],
        "answer": message["answer"],
        "offer_id": message["offer_id"],
    })
}

#[test]
fn announcements_have_the_fields_of_trackers() {
    let text = guest().announce(true, &[offer(), offer()]);
    let message: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(message["action"], "announce");
    assert_eq!(message["event"], "started");
    assert_eq!(message["numwant"], 2);
    assert_eq!(bytes(&message["info_hash"]), room().info_hash());
    assert_eq!(bytes(&message["peer_id"]), GUEST.0);
    assert_eq!(bytes(&message["offers"][1]["offer_id"]), OFFER.0);
    assert_eq!(message["offers"][1]["offer"]["type"], "offer");
    let many = guest().announce(false, &vec![offer(); 20]);
    let message: Value = serde_json::from_str(&many).unwrap();
    assert_eq!(message["offers"].as_array().unwrap().len(), MAX_OFFERS);
    assert_eq!(message["numwant"], MAX_OFFERS);
    assert_eq!(message.get("event"), None);
    let stop: Value = serde_json::from_str(&host().stop()).unwrap();
    assert_eq!(stop["event"], "stopped");
}

#[test]
fn offers_and_answers_arrive() {
    let message = passed_on(&guest().announce(true, &[offer()]));
    let event = host().parse(&message.to_string()).unwrap();
    assert_eq!(
        event,
        TrackerEvent::Offer {
            from: GUEST,
            offer: offer()
        }
    );
    let text = host().answer(GUEST, OFFER, &description(FIREFOX));
    let message: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(bytes(&message["to_peer_id"]), GUEST.0);
    let event = guest().parse(&answer_passed_on(&text).to_string()).unwrap();
    assert_eq!(
        event,
        TrackerEvent::Answer {
            from: HOST,
            id: OFFER,
            description: description(FIREFOX)
        }
    );
}

#[test]
fn messages_without_a_proof_are_rejected() {
    let message = passed_on(&guest().announce(true, &[offer()]));
    let sdp = message["offer"]["sdp"].as_str().unwrap();
    let with = |sdp: &str| {
        let mut message = message.clone();
        message["offer"]["sdp"] = sdp.into();
        host().parse(&message.to_string())
    };
    assert!(with(sdp).is_ok());
    assert_eq!(with(CHROMIUM), Err(TrackerError::Proof));
    // Another certificate, address or password.
    for (from, to) in [
        ("0A:1B", "0B:1B"),
        ("203.0.113.7", "203.0.113.8"),
        ("mBQ2", "mBQ3"),
    ] {
        assert!(sdp.contains(from));
        assert_eq!(
            with(&sdp.replace(from, to)),
            Err(TrackerError::Proof),
            "{from}"
        );
    }
    // The proof of another offer, of an offer as an answer, or of another room.
    let mut other = message.clone();
    other["offer_id"] = other["peer_id"].clone();
    assert_eq!(host().parse(&other.to_string()), Err(TrackerError::Proof));
    let mut other = message.clone();
    other["answer"] = json!({ "type": "answer", "sdp": sdp });
    other["offer"] = Value::Null;
    assert_eq!(host().parse(&other.to_string()), Err(TrackerError::Proof));
    let stranger = Tracker::new(room().for_watchers(), GUEST);
    let mut other = passed_on(&stranger.announce(true, &[offer()]));
    other["info_hash"] = message["info_hash"].clone();
    assert_eq!(host().parse(&other.to_string()), Err(TrackerError::Proof));
}

#[test]
fn what_trackers_say_is_read() {
    let info_hash: String = room().info_hash().map(char::from).iter().collect();
    let parse = |mut message: Value| {
        message["info_hash"] = info_hash.clone().into();
        host().parse(&message.to_string())
    };
    let announced = |interval| Ok(TrackerEvent::Announced { interval });
    let message = json!({ "action": "announce", "interval": 120, "complete": 0, "incomplete": 2 });
    assert_eq!(parse(message), announced(Some(120)));
    assert_eq!(parse(json!({ "interval": 0 })), announced(Some(10)));
    assert_eq!(
        parse(json!({ "interval": 9_999_999 })),
        announced(Some(3600))
    );
    assert_eq!(parse(json!({ "interval": "soon" })), announced(None));
    let failure = json!({ "failure reason": "no\u{202e} such <b>torrent</b>" });
    let failure = host().parse(&failure.to_string());
    let reason = "no\\u{202e} such <b>torrent</…";
    assert_eq!(failure, Ok(TrackerEvent::Failure(reason.to_owned())));
    assert_eq!(
        parse(json!({ "offer": {} })),
        Err(TrackerError::Field("peer_id"))
    );
    let both = json!({ "offer": {}, "answer": {} });
    assert_eq!(parse(both), Err(TrackerError::Field("answer")));
    assert_eq!(host().parse("{}"), Err(TrackerError::Field("info_hash")));
    assert_eq!(host().parse("[1"), Err(TrackerError::NotJson));
    let own = passed_on(&host().announce(true, &[offer()]));
    assert_eq!(host().parse(&own.to_string()), Ok(TrackerEvent::Other));
    let other = json!({ "info_hash": "x".repeat(20) });
    assert_eq!(host().parse(&other.to_string()), Ok(TrackerEvent::Other));
    for wrong in ["x".repeat(19), "x".repeat(21), "\u{100}".repeat(20)] {
        let wrong = json!({ "info_hash": wrong });
        assert_eq!(
            host().parse(&wrong.to_string()),
            Err(TrackerError::Field("info_hash"))
        );
    }
    let long = "[".repeat(MAX_TRACKER_BYTES + 1);
    assert_eq!(host().parse(&long), Err(TrackerError::TooLong(long.len())));
    let deep = "[".repeat(MAX_TRACKER_BYTES);
    assert_eq!(host().parse(&deep), Err(TrackerError::NotJson));
}

proptest! {
    #[test]
    fn any_text_is_an_event_or_an_error(text in "([\\[\\]{}\",:]|\"[a-z_ ]{1,12}\"|[0-9]|.){0,60}") {
        let _ = host().parse(&text);
    }
}
