//! Records: round trips, error messages, and hostile text.

use four_shapes_records::{
    Match, NameError, SeatAttribute, Setup, SetupError, json,
    record::{self, RecordError, RecordProblem},
};
use four_shapes_rules::{Game, Rules, Step, notation::Problem};
use four_shapes_testing::support::{
    Random, any_match, choices, hostile_setup, rules, seat_computers,
};
use proptest::{prelude::*, sample::Index};
use serde_json::Value;
use std::error::Error;

/// A record of version 1, which had no players.
const FIRST: &str = r#"{"format":"four-shapes-game","version":1,"rules":{"columns":7,"rows":6,"connect":4,"players":2,"gravity":true},"moves":"44455","cursor":5,"draw_agreed":false}"#;

/// A game with an agreed draw: no piece in B1 could complete a line.
const AGREED: &str = r#"{"format":"four-shapes-game","version":1,"rules":{"columns":3,"rows":3,"connect":3,"players":2,"gravity":false},"moves":"A3,B3,C3,B2,A2,C2,C1,A1","cursor":9,"draw_agreed":true}"#;

/// A match that version 2 can represent, as formatted.
const RECORD: &str = r#"{
  "format": "four-shapes-game",
  "version": 2,
  "rules": { "columns": 7, "rows": 6, "connect": 4, "players": 2, "gravity": true },
  "players": [
    { "name": "Ada", "shape": "circle", "colour": "red", "symbol": "X" },
    { "name": "Ben", "shape": "pentagon", "colour": "blue", "symbol": "O" }
  ],
  "starts": 1,
  "moves": "44455",
  "cursor": 5,
  "draw_agreed": false,
  "result": "unfinished"
}
"#;

/// A match that version 4 can represent, as formatted.
const TIMED: &str = r#"{
  "format": "four-shapes-game",
  "version": 4,
  "rules": { "columns": 7, "rows": 6, "connect": 4, "players": 2, "gravity": true },
  "players": [
    { "name": "Ada", "shape": "circle", "colour": "red", "symbol": "X" },
    { "name": "Ben", "shape": "pentagon", "colour": "blue", "symbol": "O", "computer": "level:3" }
  ],
  "starts": 1,
  "swap": true,
  "time_control": "300+2",
  "moves": "4s4455",
  "cursor": 6,
  "draw_agreed": false,
  "times": [0, 0, 4210, 2800, 1950],
  "result": "unfinished"
}
"#;

/// The record of the module documentation, as formatted.
const NEWEST: &str = r#"{
  "format": "four-shapes-game",
  "version": 5,
  "rules": { "columns": 7, "rows": 6, "connect": 4, "players": 2, "gravity": true },
  "players": [
    { "name": "Ada", "shape": "circle", "colour": "red", "symbol": "X" },
    { "name": "Ben", "shape": "pentagon", "colour": "blue", "symbol": "O", "computer": "level:3" }
  ],
  "starts": 1,
  "swap": true,
  "time_control": "300+2",
  "start": "7/7/7/7/7/3a3 b 7,6,4 2 g",
  "moves": "4s455",
  "cursor": 5,
  "draw_agreed": false,
  "times": [0, 0, 4210, 2800, 1950],
  "result": "unfinished"
}
"#;

/// Replaces a text that occurs once in a record.
fn with(record: &str, old: &str, new: &str) -> String {
    assert_eq!(record.matches(old).count(), 1, "{old} is there once");
    record.replace(old, new)
}

fn refusal(text: &str) -> RecordError {
    match record::parse(text) {
        Ok(game) => panic!("{text} was read as {game:?}"),
        Err(error) => error,
    }
}

/// Checks that a change makes the record invalid, with this message and with the position
/// of the `«` in the change.
fn assert_refused(record: &str, old: &str, new: &str, words: &str) {
    let marked = with(record, old, new);
    let before = marked.split('«').next().expect("there is a first part");
    let line = before.split('\n').count();
    let column = before
        .split('\n')
        .next_back()
        .map_or(0, |line| line.chars().count())
        + 1;
    let error = refusal(&marked.replace('«', ""));
    assert_eq!((error.line, error.column), (line, column), "{error}");
    assert_eq!(
        error.to_string(),
        format!("line {line}, character {column}: {words}")
    );
    assert_eq!(error.problem.to_string(), words);
}

/// Checks that a parsed match contains everything in the text.
fn says(text: &Value, written: &Value, field: &str) -> bool {
    match (text, written) {
        (Value::Object(text), Value::Object(written)) => text.iter().all(|(field, value)| {
            // That there is no swap, time forfeit or time is not written.
            let usual = match &**field {
                "swap" | "time_forfeit" => Some(Value::Bool(false)),
                "times" => Some(Value::Array(Vec::new())),
                _ => None,
            };
            written
                .get(field)
                .or(usual.as_ref())
                .is_some_and(|written| says(value, written, field))
        }),
        (Value::Array(text), Value::Array(written)) => {
            let mut both = text.iter().zip(written);
            text.len() == written.len() && both.all(|(text, written)| says(text, written, field))
        }
        // Spaces around a name are not part of it.
        (Value::String(text), Value::String(written)) if field == "name" => text.trim() == written,
        // The version depends on the contents.
        (Value::Number(_), Value::Number(_)) if field == "version" => true,
        _ => text == written,
    }
}

/// Checks that parsing is an error or that the text round-trips.
fn check_honesty(text: &str) {
    let Ok(game) = record::parse(text) else {
        return;
    };
    let again = record::write(&game);
    assert_eq!(
        record::parse(&again).expect("what is written is read"),
        game
    );
    let value = |text| serde_json::from_str::<Value>(text).expect("it was read before");
    assert!(says(&value(text), &value(&again), ""), "{text}\n{again}");
    check_version(&value(&again));
}

/// Checks that the oldest possible version is written.
fn check_version(written: &Value) {
    let players = written["players"].as_array().expect("they are written");
    let computers = players.iter().any(|seat| seat.get("computer").is_some());
    let version = if written.get("start").is_some() {
        5
    } else if written.get("time_control").is_some() {
        4
    } else if computers || written.get("swap").is_some() {
        3
    } else {
        2
    };
    assert_eq!(written["version"], version, "{written}");
}

#[test]
fn format_matches_documentation() {
    let game_match = record::parse(RECORD).unwrap();
    assert_eq!(game_match.rules(), Rules::CLASSIC);
    assert_eq!(
        (game_match.game().steps().len(), game_match.game().cursor()),
        (5, 5)
    );
    let names: Vec<_> = game_match
        .setup()
        .seats()
        .iter()
        .map(|seat| seat.name.as_str())
        .collect();
    assert_eq!(names, ["Ada", "Ben"]);
    assert_eq!(record::write(&game_match), RECORD);
    for record in [TIMED, NEWEST] {
        assert_eq!(record::write(&record::parse(record).unwrap()), record);
    }

    let new = record::write(&Match::new(Setup::with_default_seats(Rules::CLASSIC)));
    let mut expected = RECORD.replace("44455", "").replace("r\": 5", "r\": 0");
    expected = expected.replace("Ada", "Red").replace("Ben", "Blue");
    assert_eq!(new, expected);
}

#[test]
fn version_1_is_supported() {
    for text in [FIRST, AGREED] {
        let game_match = record::parse(text).unwrap();
        assert_eq!(
            game_match.setup(),
            &Setup::with_default_seats(game_match.rules())
        );
        let again = record::write(&game_match);
        assert!(again.contains("\"version\": 2"), "{again}");
        assert_eq!(record::parse(&again).unwrap(), game_match);
        check_honesty(text);
    }
    let game_match = record::parse(AGREED).unwrap();
    assert_eq!(game_match.game().steps().last(), Some(&Step::AgreeDraw));
    // It had no players, and has none now.
    let error = refusal(&with(FIRST, r#""moves""#, r#""players":[],"moves""#));
    assert_eq!(
        error.problem,
        RecordProblem::Json(json::Problem::UnexpectedField("\"players\"".to_owned()))
    );
}

#[test]
fn optional_fields_have_defaults() {
    let short = r#"{"format":"four-shapes-game","version":2,"rules":{"columns":7,"rows":6,"connect":4,"players":2,"gravity":true},"moves":"44455"}"#;
    assert_eq!(record::parse(short).unwrap(), record::parse(FIRST).unwrap());
    let symbols = RECORD
        .replace(r#", "symbol": "X""#, "")
        .replace(r#", "symbol": "O""#, "");
    assert_eq!(
        record::parse(&symbols).unwrap(),
        record::parse(RECORD).unwrap()
    );
    // The player who starts makes the first move.
    let second = with(RECORD, r#""starts": 1"#, r#""starts": 2"#);
    let game_match = record::parse(&second).unwrap();
    let first = game_match.rules().player_after(0);
    assert_eq!(game_match.setup().seat(first).name.as_str(), "Ben");
    assert_eq!(record::write(&game_match), second);
}

#[test]
fn result_describes_status() {
    for (old, new, result) in [
        ("44455", "44455", "unfinished"),
        ("44455", "4455667", "won by Ada: D1, E1, F1, G1"),
        ("44455", "1212121", "won by Ada: A1, A2, A3, A4"),
    ] {
        let text = with(RECORD, old, new).replace("r\": 5", "r\": 7");
        let text = if new == old { RECORD.to_owned() } else { text };
        let text = with(&text, "unfinished", result);
        assert_eq!(record::write(&record::parse(&text).unwrap()), text);
        assert_refused(
            &text,
            &format!("\"{result}\""),
            "«\"tie\"",
            &format!("the result is “tie”, but the moves lead to “{result}”"),
        );
    }
    let tie = with(&with(AGREED, "C1,A1", "C1,A1,B1"), "true", "false");
    let agreed = record::write(&record::parse(AGREED).unwrap());
    assert!(agreed.contains(r#""result": "draw agreed""#), "{agreed}");
    let tie = record::write(&record::parse(&tie).unwrap());
    assert!(tie.contains(r#""result": "tie""#), "{tie}");
    // The result is that of the current position, without undone steps.
    let undone = with(AGREED, r#""cursor":9"#, r#""cursor":8"#);
    let undone = record::write(&record::parse(&undone).unwrap());
    assert!(undone.contains(r#""result": "unfinished""#), "{undone}");
}

#[test]
fn undone_steps_are_preserved() {
    let mut game_match = record::parse(&with(AGREED, r#""cursor":9"#, r#""cursor":7"#)).unwrap();
    assert_eq!(game_match.game().cursor(), 7);
    assert_eq!(
        record::parse(&record::write(&game_match)).unwrap(),
        game_match
    );
    assert!(game_match.redo().is_some());
    assert_eq!(game_match.redo(), Some(Step::AgreeDraw));
    assert_eq!(game_match, record::parse(AGREED).unwrap());
}

#[test]
fn white_space_and_field_order_are_ignored() {
    let spaced = RECORD.replace(", ", " ,\n").replace("{ ", "{\r\n\t");
    let value: Value = serde_json::from_str(RECORD).unwrap();
    for text in [spaced, value.to_string()] {
        assert_eq!(record::write(&record::parse(&text).unwrap()), RECORD);
    }
}

#[test]
fn invalid_json_is_an_error() {
    assert_eq!(
        refusal("").to_string(),
        "line 1, character 1: the text is truncated"
    );
    assert_refused(
        RECORD,
        "\"unfinished\"\n}",
        "\"unfinished\"\n}«x",
        "not valid JSON",
    );
    assert_refused(RECORD, "false", "fa«x", "not valid JSON");
    // The place is counted in characters, of which each is four bytes here.
    assert_refused(RECORD, "\"Ben\"", "\"😀😀\" «x", "not valid JSON");
    for text in ["null", "[]", "\"{}\"", "7"] {
        let error = refusal(text);
        assert_eq!(error.to_string(), "line 1, character 1: not an object");
        assert!(error.source().is_none());
    }
}

/// A text in the record, its replacement with `«` at the position of the error, and the
/// message.
const WRONG_FIELDS: &[(&str, &str, &str)] = &[
    (
        "\"gravity\": true",
        "\"gravity\": «1",
        "1 is not a valid gravity",
    ),
    (
        "\"cursor\": 5",
        "\"cursor\": «-1",
        "-1 is not a valid cursor",
    ),
    (
        "\"cursor\": 5",
        "\"cursor\": «1.5",
        "1.5 is not a valid cursor",
    ),
    (
        "\"cursor\": 5",
        "\"cursor\": «6",
        "cursor 6 is beyond the last step (5)",
    ),
    ("\"44455\"", "«44455", "44455 is not a valid moves"),
    (
        "\"columns\": 7",
        "\"columns\": «4294967303",
        "4294967303 is not a valid columns",
    ),
    (
        "\"cursor\": 5",
        "\"cursor\": 5, «\"cursor\": 5",
        "\"cursor\" is unknown or duplicated",
    ),
    (
        "\"cursor\": 5",
        "\"cursor\": 5, «\"name\": 5",
        "\"name\" is unknown or duplicated",
    ),
    (
        "\"gravity\": true",
        "\"gravity\": true, «\"a-long-name\": 1",
        "\"a-long-name… is unknown or duplicated",
    ),
    (
        "\"symbol\": \"X\"",
        "«\"symbols\": \"X\"",
        "\"symbols\" is unknown or duplicated",
    ),
    ("{ \"name\": \"Ada\",", "«{", "name is missing"),
    (
        "{ \"name\": \"Ada\", \"shape\": \"circle\",",
        "«{ \"name\": \"Ada\",",
        "shape is missing",
    ),
    ("\"red\"", "«\"Red\"", "\"Red\" is not a valid colour"),
    ("\"circle\"", "«\"disc\"", "\"disc\" is not a valid shape"),
    ("\"X\"", "«\"|\"", "\"|\" is not a valid symbol"),
    ("\"X\"", "«\"XX\"", "\"XX\" is not a valid symbol"),
    (
        "\"starts\": 1",
        "\"starts\": «256",
        "256 is not a valid starts",
    ),
    ("\"starts\": 1", "\"starts\": «3", "invalid first player 3"),
    ("\"Ada\"", "«\" \"", "missing name"),
    ("\"Ada\"", "«\"A\\u202ea\"", "names can't contain U+202E"),
    (
        "\"Ada\"",
        "«\"Adaaaaaaaaaaaaaaaaaaaaaaa\"",
        "the name has 25 characters; the maximum is 24",
    ),
    ("[\n", "[ «1,", "1 is not a valid players"),
    ("[\n", "[ «{},", "name is missing"),
    (
        "\"unfinished\"",
        "«\"unfinished \"",
        "the result is “unfinished ”, but the moves lead to “unfinished”",
    ),
];

#[test]
fn invalid_fields_are_errors() {
    assert_eq!(
        refusal("\n {}").to_string(),
        "line 2, character 2: format is missing"
    );
    // Further fields would be lost when the game is stored again.
    for (old, new, words) in WRONG_FIELDS {
        assert_refused(RECORD, old, new, words);
    }
    // A missing field is missed where its object begins.
    for field in ["  \"moves\": \"44455\",\n", "  \"version\": 2,\n"] {
        let error = refusal(&with(RECORD, field, ""));
        assert!(
            matches!(
                error.problem,
                RecordProblem::Json(json::Problem::MissingField(_))
            ),
            "{error}"
        );
        assert_eq!((error.line, error.column), (1, 1));
    }
}

#[test]
fn invalid_setups_are_errors() {
    let same = |attribute| SetupError::Duplicate {
        attribute,
        first: 0,
        second: 1,
    };
    for (old, new, expected) in [
        ("\"Ben\"", "\"Ada \"", same(SeatAttribute::Name)),
        (
            "pentagon\", \"colour\": \"blue",
            "circle\", \"colour\": \"red",
            same(SeatAttribute::PieceStyle),
        ),
        ("\"O\"", "\"X\"", same(SeatAttribute::Symbol)),
        (
            "\"players\": 2",
            "\"players\": 3",
            SetupError::Count {
                seats: 2,
                players: 3,
            },
        ),
    ] {
        let error = refusal(&with(RECORD, old, new));
        assert_eq!(error.problem, RecordProblem::Setup(expected));
        assert_eq!((error.line, error.column), (5, 14), "{error}");
        assert_eq!(error.source().unwrap().to_string(), expected.to_string());
    }
    for (starts, seat) in [("0", usize::MAX), ("3", 2)] {
        let text = with(RECORD, "\"starts\": 1", &format!("\"starts\": {starts}"));
        let error = refusal(&text);
        assert_eq!(
            error.problem,
            RecordProblem::Setup(SetupError::FirstSeat { seat })
        );
        assert_eq!((error.line, error.column), (9, 13));
        let words = format!("line 9, character 13: invalid first player {starts}");
        assert_eq!(error.to_string(), words);
    }
    let error = refusal(&with(RECORD, "\"Ada\"", "\"\""));
    assert_eq!(error.problem, RecordProblem::Name(NameError::Empty));
}

#[test]
fn other_formats_and_versions_are_errors() {
    assert_refused(
        RECORD,
        "\"four-shapes-game\"",
        "«\"four-shapes-scores\"",
        "unknown record format",
    );
    for version in [0, 6, u64::MAX] {
        let words =
            format!("version {version} is not supported; the newest supported version is 5");
        assert_refused(
            RECORD,
            "\"version\": 2",
            &format!("\"version\": «{version}"),
            &words,
        );
    }
    // Whatever a later version has besides, its number is what to speak of.
    let later = r#"{"format":"four-shapes-game","version":6,"moves":[1,2]}"#;
    let problem = RecordProblem::Version {
        version: 6,
        newest: 5,
    };
    assert_eq!(refusal(later).problem, problem);
}

#[test]
fn illegal_games_are_errors() {
    assert_refused(
        RECORD,
        "{ \"columns\": 7, \"rows\": 6, \"connect\": 4,",
        "«{ \"columns\": 7, \"rows\": 6, \"connect\": 8,",
        "connect: 8 is not at most 7",
    );
    let words = "moves: character 4: “8” is not a column; columns are 1 to 7";
    assert_refused(RECORD, "\"44455\"", "«\"44485\"", words);
    let error = refusal(&with(RECORD, "44455", "44485"));
    let problem = Problem::NotAColumn { first: 1, last: 7 };
    assert!(matches!(&error.problem, RecordProblem::Moves(error)
        if error.at == 4 && error.problem == problem));
    assert!(error.source().is_some());
    assert_refused(
        AGREED,
        "\"cursor\":9",
        "\"cursor\":«10",
        "cursor 10 is beyond the last step (9)",
    );
}

#[test]
fn invalid_agreed_draws_are_errors() {
    let words = "a draw is agreed, but a line can still be completed";
    assert_refused(RECORD, "false", "«true", words);
    let agreed = with(RECORD, "false", "true");
    let error = refusal(&agreed);
    assert!(matches!(error.problem, RecordProblem::DrawTooEarly(_)));
    assert!(error.source().is_some());

    let error = refusal(&with(&agreed, "44455", "1212121"));
    assert_eq!(error.problem, RecordProblem::DrawAfterEnd);
    assert_eq!((error.line, error.column), (12, 18));
    assert!(error.source().is_none());
    assert_eq!(
        error.problem.to_string(),
        "a draw is agreed after the end of the game"
    );

    let full = with(AGREED, "C1,A1", "C1,A1,B1");
    assert_eq!(refusal(&full).problem, RecordProblem::DrawAfterEnd);
}

#[test]
fn truncated_records_are_errors() {
    for record in [
        FIRST,
        AGREED,
        RECORD.trim_end(),
        TIMED.trim_end(),
        NEWEST.trim_end(),
    ] {
        for length in 0..record.len() {
            let error = refusal(&record[..length]);
            assert_eq!(
                error.problem,
                RecordProblem::Json(json::Problem::Truncated),
                "{}",
                &record[..length]
            );
        }
    }
}

#[test]
fn single_byte_mutations_are_parsed_consistently() {
    for record in [FIRST, AGREED, RECORD, TIMED, NEWEST] {
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
fn oversized_records_are_errors() {
    let padded = |bytes: usize| RECORD.to_owned() + &" ".repeat(bytes - RECORD.len());
    assert!(record::parse(&padded(record::MAX_BYTES)).is_ok());
    let error = refusal(&padded(record::MAX_BYTES + 1));
    assert_eq!(
        error.problem,
        RecordProblem::Json(json::Problem::TooLarge((1 << 20) + 1))
    );
    assert_eq!(error.to_string(), "1048577 bytes; the maximum is 1048576");
}

#[test]
fn largest_match_round_trips() {
    let rules = rules(15, 15, 3, 75, false);
    for seed in 0..20 {
        let setup = hostile_setup(rules, &mut Random(seed));
        let game_match = Match::new(setup);
        let text = record::write(&game_match);
        assert_eq!(record::parse(&text).unwrap(), game_match);
        check_honesty(&text);
        // Two of the 75 must differ as two of two must.
        let seats = game_match.setup().seats();
        let name = |place: usize| serde_json::to_string(seats[place].name.as_str()).unwrap();
        let error = refusal(&with(&text, &name(74), &name(3)));
        let same = SetupError::Duplicate {
            attribute: SeatAttribute::Name,
            first: 3,
            second: 74,
        };
        assert_eq!(error.problem, RecordProblem::Setup(same));
    }
}

#[test]
fn hostile_text_is_an_error() {
    let deep = |open: &str| open.repeat(100_000);
    let header = r#"{"format":"four-shapes-game","version":1"#;
    for text in [
        deep("["),
        deep(r#"{"format":"#),
        format!(r#"{header},"rules":{}"#, deep("[")),
        format!(r#"{header},"x":{}"#, deep("[")),
        format!(r#"{header},"x":{}"#, deep(r#"{"x":"#)),
        with(RECORD, "[\n", &deep("[")),
        with(RECORD, "\"version\": 2", "\"version\": 2.0"),
        with(RECORD, "\"version\": 2", "\"version\": 1e999"),
        with(
            RECORD,
            "\"version\": 2",
            "\"version\": 18446744073709551616",
        ),
        with(RECORD, "\"version\": 2", "\"version\": \"2\""),
        with(RECORD, "\"version\": 2", "\"version\": 2, \"version\": 2"),
        with(RECORD, "\"four-shapes-game\"", "null"),
        with(RECORD, "\"four-shapes-game\"", "[\"four-shapes-game\"]"),
        with(RECORD, "\"columns\": 7", "\"columns\": -7"),
        with(RECORD, "\"columns\": 7", "\"columns\": 7.0"),
        with(RECORD, "\"columns\": 7", "\"columns\": 7, \"columns\": 7"),
        with(RECORD, "\"columns\": 7", "\"columns\": 4294967295"),
        with(RECORD, "\"gravity\": true", "\"gravity\": 1"),
        with(RECORD, "\"44455\"", "44455"),
        with(RECORD, "\"44455\"", "[\"4\",\"4\"]"),
        with(RECORD, "44455", "44455\\u0000"),
        with(RECORD, "44455", "\\ud800"),
        with(RECORD, "44455", &"4".repeat(1_000_000)),
        with(RECORD, "\"cursor\": 5", "\"cursor\": 18446744073709551615"),
        with(RECORD, "\"cursor\": 5", "\"cursor\": 5.0"),
        with(RECORD, "false", "0"),
        with(RECORD, "false", "null"),
        with(RECORD, "\"unfinished\"", "null"),
        with(RECORD, "\"Ada\"", "\"\\ud83d\""),
        with(RECORD, "\"Ada\"", "\"Ada\\u0000\""),
        with(RECORD, "\"Ada\"", "null"),
        with(RECORD, "\"Ada\"", "\"Ada\", \"name\": \"Eve\""),
        with(RECORD, "\"X\"", "\"\\u0301\""),
        with(RECORD, "\"X\"", "\"\""),
        with(RECORD, "\"starts\": 1", "\"starts\": \"1\""),
        with(RECORD, "\"starts\": 1", "\"starts\": 18446744073709551617"),
        with(RECORD, "[\n", &format!("[{}\n", "1,".repeat(100_000))),
        format!("\u{feff}{RECORD}"),
        format!("[{RECORD}]"),
        format!("{RECORD}{RECORD}"),
        RECORD.replace('"', "'"),
    ] {
        refusal(&text);
    }
}

/// A text in the form of a record, often with invalid values.
fn nearly_a_record() -> impl Strategy<Value = String> {
    let number = || prop_oneof![4 => 0..10_u64, 1 => any::<u64>()];
    let moves = prop_oneof![
        "[1-7]{0,20}",
        "[1-7]s?[1-7]{0,9}",
        "[A-C][1-3](,s)?(,[A-C][1-3]){0,5}",
        ".{0,5}"
    ];
    let rules = (number(), number(), number(), number(), any::<bool>());
    let swap = any::<Option<bool>>();
    (0..5_u64, rules, moves, number(), any::<bool>(), swap).prop_map(
        |(version, (columns, rows, connect, players, gravity), moves, cursor, agreed, swap)| {
            let mut record = serde_json::json!({
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
            });
            if let Some(swap) = swap {
                record["swap"] = swap.into();
            }
            record.to_string()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(500)
    })]

    #[test]
    fn matches_round_trip(mut game_match in any_match(), seed: u64) {
        seat_computers(&mut game_match, &mut Random(seed));
        let text = record::write(&game_match);
        prop_assert_eq!(record::parse(&text).unwrap(), game_match);
        check_honesty(&text);
    }

    /// Six in a row on a small board is soon a dead position.
    #[test]
    fn agreed_draws_round_trip(choices in choices(), gravity: bool, cursor: Index) {
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
        let game_match = Match::with_default_seats(game);
        let text = record::write(&game_match);
        prop_assert_eq!(record::parse(&text).unwrap(), game_match);
        check_honesty(&text);
    }

    #[test]
    fn arbitrary_text_is_parsed_consistently(text: String) {
        check_honesty(&text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(5_000)
    })]

    #[test]
    fn nearly_valid_text_is_parsed_consistently(text in nearly_a_record()) {
        check_honesty(&text);
    }
}

#[test]
fn computer_players_round_trip() {
    let mut game_match = Match::with_default_seats(
        four_shapes_rules::notation::parse(Rules::CLASSIC, "44").unwrap(),
    );
    assert!(record::write(&game_match).contains("\"version\": 2,"));
    game_match.set_computer(1, Some("lookahead:3:left".parse().unwrap()));
    let text = record::write(&game_match);
    assert!(text.contains("\"version\": 3,"));
    assert!(text.contains("\"symbol\": \"O\", \"computer\": \"lookahead:3:left\" }"));
    assert_eq!(record::parse(&text), Ok(game_match.clone()));

    assert_refused(
        &text,
        "\"lookahead:3:left\"",
        "«\"level:9\"",
        "computer: “level:9”: the number must be from 1 to 6",
    );
    assert_refused(
        &text.replace("\"version\": 3", "\"version\": 2"),
        "\"computer\"",
        "«\"computer\"",
        "\"computer\" is unknown or duplicated",
    );
    game_match.set_computer(2, Some("random".parse().unwrap()));
    game_match.set_computer(1, None);
    assert!(record::write(&game_match).contains("\"version\": 2,"));
}

#[test]
fn swaps_are_part_of_the_moves() {
    let game_match = record::parse(TIMED).unwrap();
    assert!(game_match.setup().swap());
    assert_eq!(game_match.game().steps()[1], Step::Swap);
    assert_eq!(game_match.game().position().piece_count(), 5);
    let first = game_match.rules().player_after(0);
    assert_eq!(game_match.seat(first).name.as_str(), "Ben");

    // Undone, it is behind the cursor as any step is.
    for cursor in 0..=6 {
        let text = with(TIMED, "\"cursor\": 6", &format!("\"cursor\": {cursor}"));
        let undone = record::parse(&text).unwrap();
        assert_eq!(undone.game().is_swapped(), cursor > 1);
        assert_eq!(record::write(&undone), text);
    }
    // Whose win it is depends on it.
    let won = with(TIMED, "4s4455", "1s212121").replace("cursor\": 6", "cursor\": 8");
    let won = with(&won, "unfinished", "won by Ben: A1, A2, A3, A4");
    assert_eq!(record::write(&record::parse(&won).unwrap()), won);
    let other = won.replace("by Ben", "by Ada");
    assert!(matches!(
        refusal(&other).problem,
        RecordProblem::Result { .. }
    ));

    let later = "moves: character 3: “s” can't be played: \
                 a swap is possible only right after the first move";
    for moves in ["44s455", "4ss455"] {
        assert_refused(TIMED, "\"4s4455\"", &format!("«\"{moves}\""), later);
    }
    let not_agreed =
        "moves: character 2: “s” can't be played: this game does not use the swap rule";
    assert_refused(RECORD, "\"44455\"", "«\"4s4455\"", not_agreed);
    let without = with(TIMED, "  \"swap\": true,\n", "");
    assert_refused(&without, "\"4s4455\"", "«\"4s4455\"", not_agreed);
    let no = with(TIMED, "\"swap\": true", "\"swap\": false");
    assert_refused(&no, "\"4s4455\"", "«\"4s4455\"", not_agreed);
    assert_refused(TIMED, ": true,\n", ": «1,\n", "1 is not a valid swap");
    assert_refused(
        RECORD,
        "\"moves\"",
        "«\"swap\": true,\n\"moves\"",
        "\"swap\" is unknown or duplicated",
    );
    assert_refused(
        r#"{"format":"four-shapes-game","version":3,"rules":{"columns":7,"rows":6,"connect":4,"players":3,"gravity":true},"swap":true,"moves":""}"#,
        "\"swap\":true",
        "\"swap\":«true",
        "a swap requires 2 players, not 3",
    );
}

#[test]
fn a_start_position_is_checked() {
    let start = "\"7/7/7/7/7/3a3 b 7,6,4 2 g\"";
    for (text, message) in [
        (
            "7/7/7/7/3a3/7 b 7,6,4 2 g",
            "start: character 10: “a” can't be there: D2 has no piece below it",
        ),
        (
            "7/7/7/7/7/3a3 b 7,6,5 2 g",
            "start: the position has other rules than the match",
        ),
        (
            "7/7/7/7/7/aaaa3 a 7,6,4 2 g",
            "start: player 1 has a line, so player 1 can't be to move",
        ),
        (
            "7/7/7/7/7/aaaa3 b 7,6,4 2 g",
            "moves: character 1: “4” comes after the end of the game",
        ),
    ] {
        let error = record::parse(&with(NEWEST, start, &format!("\"{text}\""))).unwrap_err();
        assert_eq!(error.problem.to_string(), message);
    }
    assert_refused(
        &with(NEWEST, "\"version\": 5", "\"version\": 4"),
        "\"start\"",
        "«\"start\"",
        "\"start\" is unknown or duplicated",
    );
    // Undoing goes back to the start, which the players have not reached by moves.
    let mut game_match = record::parse(NEWEST).unwrap();
    while game_match.undo().is_some() {}
    assert_eq!(game_match.game().position().piece_count(), 1);
    assert_eq!(game_match.remaining_time(0), Some(300_000));
    assert!(!game_match.may_swap(), "that takes a move first");
}
