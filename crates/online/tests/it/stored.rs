//! The stored forms of both sides.

use crate::support::classic;
use four_shapes_online::{Access, Guest, Host, Peer, SeatKey, StoredError};
use four_shapes_records::Name;

fn host() -> Host {
    let mut host = Host::new(classic("445"), &[0]).unwrap();
    host.opened(Peer(1), Access::Play);
    let mut guest = guest();
    for message in crate::support::messages(&guest.opened(Peer(1))) {
        host.received(Peer(1), &message.encode());
    }
    host
}

fn guest() -> Guest {
    let name = Name::new("\"Zoë\\").unwrap();
    Guest::new(SeatKey::new([250; 16]), Access::Play)
        .with_name(name)
        .with_seat(1)
}

#[test]
fn both_sides_round_trip() {
    let text = host().write();
    let restored = Host::parse(&text).unwrap();
    assert_eq!(restored.game_match(), host().game_match());
    assert!(restored.is_own(0) && !restored.is_own(1));
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["format"], "four-shapes-host");
    let guest = guest();
    assert_eq!(Guest::parse(&guest.write()).unwrap().write(), guest.write());
}

#[test]
fn damaged_forms_are_errors() {
    let text = host().write();
    let key = "-vr6-vr6-vr6-vr6-vr6-g";
    assert!(text.contains(key), "{text}");
    let parse = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        Host::parse(&text.replacen(from, to, 1))
    };
    assert!(parse("\"version\": 1", "\"version\": 2").is_err());
    assert!(parse("\"generation\": 2", "\"generation\": -2").is_err());
    assert!(parse(key, "short").is_err());
    assert_eq!(parse("\"host\",", "").unwrap_err(), StoredError::Seats(1));
    assert_eq!(
        parse("\"host\"", &format!("\"{key}\"")).unwrap_err(),
        StoredError::DuplicateKey
    );
    assert!(parse("\"moves\": \"445\"", "\"moves\": \"4444444\"").is_err());
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        let is_whole = text[end..].trim().is_empty();
        assert_eq!(Host::parse(&text[..end]).is_ok(), is_whole);
    }
    let text = guest().write();
    for (from, to) in [
        ("\"wanted\": 1", "\"wanted\": 4"),
        ("\"watch\": false", "\"watch\": 0"),
        ("\"Zoë", "\"\u{202e}"),
        ("four-shapes-guest", "four-shapes-host"),
    ] {
        let error = Guest::parse(&text.replace(from, to)).map(drop);
        assert!(error.is_err(), "{to}");
    }
}
