//! Stored games: what is written is read back, and no text, however hostile, is
//! read as anything but the game it says.

mod reference;
mod support;

use four_shapes_engine::{
    Game, Rules, Step,
    notation::Problem,
    record::{self, RecordError},
};
use proptest::{prelude::*, sample::Index};
use serde_json::Value;
use std::error::Error;
use support::{any_rules, choices, play, rules, some_choices};

/// The record of the library's documentation.
const RECORD: &str = r#"{"format":"four-shapes-game","version":1,"rules":{"columns":7,"rows":6,"connect":4,"players":2,"gravity":true},"moves":"44455","cursor":5,"draw_agreed":false}"#;

/// A game in which the draw was agreed on: in B1 nobody could complete a line.
const AGREED: &str = r#"{"format":"four-shapes-game","version":1,"rules":{"columns":3,"rows":3,"connect":3,"players":2,"gravity":false},"moves":"A3,B3,C3,B2,A2,C2,C1,A1","cursor":9,"draw_agreed":true}"#;

/// A record with something replaced that is in it once.
fn with(record: &str, old: &str, new: &str) -> String {
    assert_eq!(record.matches(old).count(), 1, "{old} is there once");
    record.replace(old, new)
}

fn refusal(text: &str) -> RecordError {
    match record::read(text) {
        Ok(game) => panic!("{text} was read as {game:?}"),
        Err(error) => error,
    }
}

/// Text that is read says nothing that is not written again.
fn check_honesty(text: &str) {
    let Ok(game) = record::read(text) else { return };
    let again = record::write(&game);
    assert_eq!(record::read(&again).expect("what is written is read"), game);
    let value = |text| serde_json::from_str::<Value>(text).expect("it was read before");
    assert_eq!(value(text), value(&again), "{text}");
}

#[test]
fn the_form_is_as_documented() {
    let game = record::read(RECORD).unwrap();
    assert_eq!(game.rules(), Rules::CLASSIC);
    assert_eq!((game.steps().len(), game.cursor()), (5, 5));
    assert_eq!(record::write(&game), RECORD);

    let agreed = record::read(AGREED).unwrap();
    assert_eq!(agreed.steps().last(), Some(&Step::AgreeDraw));
    assert_eq!(record::write(&agreed), AGREED);

    let new = Game::new(Rules::CLASSIC);
    let none = with(&with(RECORD, "44455", ""), r#""cursor":5"#, r#""cursor":0"#);
    assert_eq!(record::write(&new), none);
}

#[test]
fn what_was_undone_is_kept() {
    let mut game = record::read(&with(AGREED, r#""cursor":9"#, r#""cursor":7"#)).unwrap();
    assert_eq!(game.cursor(), 7);
    assert!(game.redo().is_some());
    assert_eq!(game.redo(), Some(Step::AgreeDraw));
    assert_eq!(game, record::read(AGREED).unwrap());
}

#[test]
fn space_and_order_do_not_matter() {
    let spaced = RECORD.replace(',', " ,\n");
    let value: Value = serde_json::from_str(RECORD).unwrap();
    for text in [spaced, value.to_string()] {
        assert_eq!(record::write(&record::read(&text).unwrap()), RECORD);
    }
}

#[test]
fn text_that_is_no_json_is_refused() {
    for (text, expected) in [
        (String::new(), "unexpected EOS at byte position 0"),
        (
            format!("{RECORD}x"),
            "unexpected trailing char after parsing Object at byte position 158",
        ),
        (
            "null".to_owned(),
            "JSON Null at byte position 0 is invalid: expected Object, but found Null",
        ),
    ] {
        let error = refusal(&text);
        assert!(matches!(error, RecordError::Json(_)), "{error:?}");
        assert_eq!(error.to_string(), format!("not JSON: {expected}"));
        assert_eq!(error.source().unwrap().to_string(), expected);
    }
}

#[test]
fn fields_that_are_not_as_documented_are_refused() {
    assert_eq!(refusal("{}").to_string(), "format: missing");
    // Further fields would be lost when the game is stored again.
    for (old, new, expected) in [
        (r#","draw_agreed":false"#, "", "draw_agreed: missing"),
        (
            r#""gravity":true"#,
            r#""gravity":1"#,
            "gravity: 1 is no such value",
        ),
        (
            r#""cursor":5"#,
            r#""cursor":-1"#,
            "cursor: -1 is no such value",
        ),
        (
            r#""cursor":5"#,
            r#""cursor":1.5"#,
            "cursor: 1.5 is no such value",
        ),
        (
            r#""moves":"44455""#,
            r#""moves":44455"#,
            "moves: 44455 is no such value",
        ),
        (
            r#""columns":7"#,
            r#""columns":4294967303"#,
            "columns: 4294967303 is no such value",
        ),
        (
            r#""cursor":5"#,
            r#""cursor":5,"cursor":5"#,
            "cursor: unknown, or there twice",
        ),
        (
            r#""cursor":5"#,
            r#""cursor":5,"name":"Ada""#,
            "name: unknown, or there twice",
        ),
        (
            r#""gravity":true"#,
            r#""gravity":true,"wrap":true"#,
            "wrap: unknown, or there twice",
        ),
    ] {
        assert_eq!(refusal(&with(RECORD, old, new)).to_string(), expected);
    }
}

#[test]
fn other_records_and_versions_are_told_apart() {
    let error = refusal(&with(RECORD, "four-shapes-game", "chess"));
    assert!(matches!(error, RecordError::Format));
    assert_eq!(error.to_string(), "format: not the record of a game");

    for version in [0, 2, u64::MAX] {
        let error = refusal(&with(
            RECORD,
            r#""version":1"#,
            &format!(r#""version":{version}"#),
        ));
        assert!(matches!(error, RecordError::Version(v) if v == version));
        let expected = format!("version: {version} is not 1, the one known here");
        assert_eq!(error.to_string(), expected);
    }
    // Whatever a later version has besides, its number is what to speak of.
    let later = r#"{"format":"four-shapes-game","version":2,"moves":[1,2]}"#;
    assert!(matches!(refusal(later), RecordError::Version(2)));
}

#[test]
fn games_that_can_not_be_are_refused() {
    let error = refusal(&with(RECORD, r#""connect":4"#, r#""connect":8"#));
    assert!(matches!(error, RecordError::Rules(_)));
    assert_eq!(error.to_string(), "rules: connect: 8 is not at most 7");

    let error = refusal(&with(RECORD, "44455", "44485"));
    assert!(matches!(&error, RecordError::Moves(error)
        if error.at == 4 && error.problem == Problem::NotAColumn { columns: 7 }));
    let expected = "moves: character 4: “8” is not a column; columns are 1 to 7";
    assert_eq!(error.to_string(), expected);

    let error = refusal(&with(RECORD, r#""cursor":5"#, r#""cursor":6"#));
    assert!(matches!(error, RecordError::Cursor { cursor: 6, most: 5 }));
    assert_eq!(error.to_string(), "cursor: 6 is behind the last of 5 steps");
    let error = refusal(&with(AGREED, r#""cursor":9"#, r#""cursor":10"#));
    assert_eq!(
        error.to_string(),
        "cursor: 10 is behind the last of 9 steps"
    );
}

#[test]
fn a_draw_that_could_not_be_agreed_is_refused() {
    let agreed = with(RECORD, "false", "true");
    let error = refusal(&agreed);
    assert!(matches!(error, RecordError::Open(_)));
    assert_eq!(
        error.to_string(),
        "draw_agreed: somebody can still complete a line"
    );
    assert!(error.source().is_some());

    let error = refusal(&with(&agreed, "44455", "1212121"));
    assert!(matches!(error, RecordError::Over));
    assert_eq!(error.to_string(), "draw_agreed: the game was over before");
    assert!(error.source().is_none());

    let full = with(AGREED, "C1,A1", "C1,A1,B1");
    assert!(matches!(refusal(&full), RecordError::Over));
}

#[test]
fn every_truncated_record_is_refused() {
    for record in [RECORD, AGREED] {
        for length in 0..record.len() {
            assert!(matches!(refusal(&record[..length]), RecordError::Json(_)));
        }
    }
}

#[test]
fn every_record_with_one_wrong_byte_is_read_for_what_it_says() {
    for record in [RECORD, AGREED] {
        for at in 0..record.len() {
            for byte in 0..=u8::MAX {
                let mut bytes = record.as_bytes().to_vec();
                bytes[at] = byte;
                if let Ok(text) = String::from_utf8(bytes) {
                    check_honesty(&text);
                }
            }
        }
    }
}

#[test]
fn hostile_text_is_refused() {
    let deep = |open: &str| open.repeat(100_000);
    let header = r#"{"format":"four-shapes-game","version":1"#;
    for text in [
        deep("["),
        deep(r#"{"format":"#),
        format!(r#"{header},"rules":{}"#, deep("[")),
        format!(r#"{header},"x":{}"#, deep("[")),
        format!(r#"{header},"x":{}"#, deep(r#"{"x":"#)),
        with(RECORD, r#""version":1"#, r#""version":1.0"#),
        with(RECORD, r#""version":1"#, r#""version":1e999"#),
        with(
            RECORD,
            r#""version":1"#,
            r#""version":18446744073709551616"#,
        ),
        with(RECORD, r#""version":1"#, r#""version":"1""#),
        with(RECORD, r#""version":1"#, r#""version":1,"version":1"#),
        with(RECORD, r#""four-shapes-game""#, "null"),
        with(RECORD, r#""four-shapes-game""#, r#"["four-shapes-game"]"#),
        with(RECORD, r#""columns":7"#, r#""columns":-7"#),
        with(RECORD, r#""columns":7"#, r#""columns":7.0"#),
        with(RECORD, r#""columns":7"#, r#""columns":7,"columns":7"#),
        with(RECORD, r#""columns":7"#, r#""columns":4294967295"#),
        with(RECORD, r#""gravity":true"#, r#""gravity":1"#),
        with(RECORD, r#""44455""#, "44455"),
        with(RECORD, r#""44455""#, r#"["4","4"]"#),
        with(RECORD, "44455", r"44455\u0000"),
        with(RECORD, "44455", r"\ud800"),
        with(RECORD, "44455", &"4".repeat(1_000_000)),
        with(RECORD, r#""cursor":5"#, r#""cursor":18446744073709551615"#),
        with(RECORD, r#""cursor":5"#, r#""cursor":5.0"#),
        with(RECORD, "false", "0"),
        with(RECORD, "false", "null"),
        format!("\u{feff}{RECORD}"),
        format!("[{RECORD}]"),
        format!("{RECORD}{RECORD}"),
        RECORD.replace('"', "'"),
    ] {
        refusal(&text);
    }
}

/// Something in the form of a record, with values that are often wrong.
fn nearly_a_record() -> impl Strategy<Value = String> {
    let number = || prop_oneof![4 => 0..10_u64, 1 => any::<u64>()];
    let moves = prop_oneof!["[1-7]{0,20}", "[A-C][1-3](,[A-C][1-3]){0,5}", ".{0,5}"];
    let rules = (number(), number(), number(), number(), any::<bool>());
    (0..3_u64, rules, moves, number(), any::<bool>()).prop_map(
        |(version, (columns, rows, connect, players, gravity), moves, cursor, agreed)| {
            serde_json::json!({
                "format": "four-shapes-game",
                "version": version,
                "rules": {
                    "columns": columns,
                    "rows": rows,
                    "connect": connect,
                    "players": players,
                    "gravity": gravity,
                },
                "moves": moves,
                "cursor": cursor,
                "draw_agreed": agreed,
            })
            .to_string()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(500)
    })]

    #[test]
    fn a_written_game_is_read_back(
        rules in any_rules(),
        choices in some_choices(),
        cursor: Index,
    ) {
        let mut game = play(rules, &choices);
        let cursor = cursor.index(game.steps().len() + 1);
        while game.cursor() > cursor {
            game.undo();
        }
        let text = record::write(&game);
        prop_assert_eq!(record::read(&text).unwrap(), game);
        check_honesty(&text);
    }

    /// As above; six in a row on a small board is a draw soon.
    #[test]
    fn a_written_agreement_is_read_back(choices in choices(), gravity: bool, cursor: Index) {
        let mut game = Game::new(rules(6, 3, 6, 3, gravity));
        for choice in &choices {
            if game.turn().is_none_or(|turn| turn.agree_draw().is_ok()) {
                break;
            }
            let cells: Vec<_> = game.position().playable().collect();
            game.turn().unwrap().play(*choice.get(&cells)).unwrap();
        }
        prop_assume!(game.steps().last() == Some(&Step::AgreeDraw));
        let cursor = cursor.index(game.steps().len() + 1);
        while game.cursor() > cursor {
            game.undo();
        }
        let text = record::write(&game);
        prop_assert_eq!(record::read(&text).unwrap(), game);
        check_honesty(&text);
    }

    #[test]
    fn any_text_is_read_for_what_it_says(text: String) {
        check_honesty(&text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(5_000)
    })]

    #[test]
    fn text_that_is_nearly_right_is_read_for_what_it_says(text in nearly_a_record()) {
        check_honesty(&text);
    }
}
