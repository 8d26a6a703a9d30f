//! The feature `serde`.

use four_shapes_rules::{Cell, Column, Player, Position, Rules};
use four_shapes_testing::support::{any_rules, fill, position, some_choices};
use proptest::prelude::*;
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Debug;

fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let json = serde_json::to_string(value).expect("it can be serialized");
    let back: T = serde_json::from_str(&json).expect("it was serialized");
    assert_eq!(&back, value);
    json
}

proptest! {
    #[test]
    fn positions_and_their_parts_round_trip(rules in any_rules(), choices in some_choices()) {
        let position = position(rules, &fill(rules, &choices));
        let json = round_trip(&position);
        prop_assert_eq!(json, format!("\"{position}\""));
        round_trip(&rules);
        prop_assert_eq!(rules.to_string().parse(), Ok(rules));
        for (index, player) in rules.all_players().enumerate() {
            prop_assert_eq!(round_trip(&player), format!("\"{player}\""));
            prop_assert_eq!(rules.player(index), Some(player));
        }
        prop_assert_eq!(rules.player(rules.players().into()), None);
        for cell in rules.all_cells() {
            prop_assert_eq!(round_trip(&cell), format!("\"{cell}\""));
            round_trip(&cell.column());
        }
    }
}

#[test]
fn rules_are_a_struct_and_checked() {
    let json = serde_json::to_string(&Rules::CLASSIC).expect("it can be serialized");
    let expected = r#"{"columns":7,"rows":6,"connect":4,"players":2,"gravity":true}"#;
    assert_eq!(json, expected);
    let error = serde_json::from_str::<Rules>(&expected.replace('7', "2")).unwrap_err();
    assert!(error.to_string().contains("columns"), "{error}");
}

#[test]
fn invalid_texts_are_errors() {
    for text in ["\"P1\"", "\"a1\"", "1", "null"] {
        assert!(serde_json::from_str::<Cell>(text).is_err(), "{text}");
    }
    assert!(serde_json::from_str::<Column>("\"16\"").is_err());
    for text in ["", "A", "aa", "aA", "1", "{", "Zz", "é"] {
        assert!(text.parse::<Player>().is_err(), "{text}");
    }
    for text in [
        "7,6,4 2",
        "7,6,4 2 g ",
        "7,6 2 g",
        "7,6,4 2 x",
        "2,6,4 2 g",
        "7,6,4 99 g",
    ] {
        let error = text.parse::<Rules>().unwrap_err();
        assert!(error.to_string().starts_with("character "), "{error}");
    }
    let error = serde_json::from_str::<Position>("\"7x6 nonsense\"").unwrap_err();
    assert!(!error.to_string().is_empty());
}
