//! Lenient parsing of matches: every supported notation, and errors for other text.

use four_shapes_records::{
    Match,
    import::{self, ImportError},
    json,
    link::{self, LinkError},
    record::{self, RecordProblem},
};
use four_shapes_rules::{
    MoveError, Rules, Step,
    notation::{self, Problem},
};
use four_shapes_testing::support::{self, any_match, any_rules, play_with, rules, some_choices};
use proptest::prelude::*;
use std::error::Error;

const CLASSIC: Rules = Rules::CLASSIC;

fn read(text: &str, rules: Rules) -> Match {
    import::parse(text, rules).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refusal(text: &str, rules: Rules) -> ImportError {
    match import::parse(text, rules) {
        Ok(game_match) => panic!("{text:?} was read as {game_match:?}"),
        Err(error) => error,
    }
}

/// Checks that every text is parsed as the same game.
fn assert_means(rules: Rules, moves: &str, texts: &[&str]) {
    let game = notation::parse(rules, moves).expect("the moves are right");
    for text in texts {
        let game_match = read(text, rules);
        assert_eq!(
            game_match,
            Match::with_default_seats(game.clone()),
            "{text:?}"
        );
    }
}

/// Checks the error message of every text.
fn assert_refused(rules: Rules, cases: &[(&str, &str)]) {
    for (text, words) in cases {
        assert_eq!(refusal(text, rules).to_string(), *words, "{text:?}");
    }
}

#[test]
fn columns_are_parsed_in_any_notation() {
    assert_means(
        CLASSIC,
        "44455",
        &[
            "44455",
            " 44455\n",
            "4 4 4 5 5",
            "444 55",
            "4,4,4,5,5",
            "4, 4, 4; 5,\r\n5,",
            "\u{feff}44455",
            "ddd ee",
            "DDDEE",
            "44dee",
            "D1 D2 d3 E1 E2",
            "D1,4,d E1E2",
        ],
    );
    let wide = rules(12, 6, 4, 2, true);
    assert_means(
        wide,
        "10,1,12,12",
        &["10 1 12 12", "10,1;12\n12", "jall", "J1A1L1l2", "j 1 l 12"],
    );
}

#[test]
fn cells_are_parsed_in_any_notation() {
    let large = rules(15, 15, 4, 2, false);
    assert_means(
        large,
        "B2,A1,O15,C10",
        &[
            "B2,A1,O15,C10",
            "b2 a1 o15 c10",
            "b2a1o15c10",
            "\tB2;A1\n\nO15,, C10",
        ],
    );
}

#[test]
fn files_links_and_moves_are_distinguished() {
    let other = rules(3, 3, 3, 2, false);
    let game_match = read("44455", CLASSIC);
    let (file, link) = (record::write(&game_match), link::write(&game_match));
    for text in [
        file.clone(),
        format!("\u{feff}{file}"),
        format!("\r\n  {file}\n\n"),
        link.clone(),
        format!("  {link}\n"),
        format!("#{link}"),
        format!("https://example.org/four-shapes/#{link}"),
        format!("https://example.org/?a=b#{link}\nyour turn!"),
        format!("Your turn (game #3): https://example.org/#{link}"),
        format!("<https://example.org/#{link}>"),
        format!("[this game](https://example.org/#{link})."),
        format!("“https://example.org/#{link}”, she wrote"),
        format!("<a href=\"https://example.org/#{link}\">"),
        format!("https://example.org/?list=a&v=2#{link}&utm_source=mail."),
        format!("https://example.org/#utm_source=mail&{link} (game #3)"),
        format!("Game #3: https://example.org/#fbclid=1&x=2&{link}"),
        format!("fbclid=1&{link}"),
        format!("https://example.org/#{link}?utm_source=mail"),
    ] {
        // Files and links contain their rules.
        assert_eq!(read(&text, other), game_match, "{text}");
    }
}

#[test]
fn unknown_fields_of_an_embedded_link_are_listed() {
    let link = "v=1&board=7x6&connect=4&moves=44455";
    for (text, names) in [
        (
            format!("see https://example.org/#{link}&x=1&utm_id=2."),
            &["x"][..],
        ),
        (format!("{link}&x=1&y=2"), &["x", "y"]),
        (link.to_owned(), &[]),
        ("44455".to_owned(), &[]),
        ("\u{feff}{ \"#v=1&x=1\": 1 }".to_owned(), &[]),
        (String::new(), &[]),
    ] {
        assert_eq!(import::unknown_fields(&text), names, "{text}");
    }
}

#[test]
fn error_depends_on_apparent_format() {
    let error = refusal(" {\n\"format\": 1}", CLASSIC);
    assert_eq!(
        error.to_string(),
        "line 2, character 11: 1 is not a valid format"
    );
    assert!(error.source().is_some());
    let ImportError::Record(error) = error else {
        panic!("it looks like a file");
    };
    assert!(matches!(
        error.problem,
        RecordProblem::Json(json::Problem::InvalidValue { name: "format", .. })
    ));

    let error = refusal("https://example.org/#top", CLASSIC);
    assert_eq!(error, ImportError::Link(LinkError::Missing("v")));
    assert_eq!(error.to_string(), "v is missing from the link");
    assert!(error.source().is_some());

    for empty in ["", " ", "\n\r\n\t", "\u{feff}", "\u{feff} \n"] {
        let error = refusal(empty, CLASSIC);
        assert_eq!(error, ImportError::Empty);
        assert_eq!(error.to_string(), "the text is empty");
        assert!(error.source().is_none());
    }

    let error = refusal("4448", CLASSIC);
    assert!(error.source().is_some());
    let ImportError::Moves(error) = error else {
        panic!("it looks like moves");
    };
    assert_eq!((error.at, &*error.text), (4, "8"));
    assert_eq!(error.problem, Problem::NotAColumn { first: 1, last: 7 });
}

#[test]
fn illegal_moves_are_errors_with_position() {
    assert_refused(
        CLASSIC,
        &[
            (
                "4 4 x",
                "character 5: “x” is not a column; columns are 1 to 7",
            ),
            ("0", "character 1: “0” is not a column; columns are 1 to 7"),
            ("h", "character 1: “h” is not a column; columns are 1 to 7"),
            (
                "44é",
                "character 3: “é” is not a column; columns are 1 to 7",
            ),
            (
                "4\n\n4.",
                "character 5: “.” is not a column; columns are 1 to 7",
            ),
            ("d7", "character 1: “d7” is not a cell; cells are A1 to G6"),
            ("d0", "character 1: “d0” is not a cell; cells are A1 to G6"),
            (
                "hello",
                "character 1: “h” is not a column; columns are 1 to 7",
            ),
            (
                "d2",
                "character 1: “d2” can't be played: D2 has no piece below it",
            ),
            ("d1 d1", "character 4: “d1” can't be played: D1 is occupied"),
            (
                "4444444",
                "character 7: “4” can't be played: the column is full",
            ),
            (
                "1212121 3",
                "character 9: “3” comes after the end of the game",
            ),
            (
                "a99999999999999999999",
                "character 1: “a99999999999…” is not a cell; cells are A1 to G6",
            ),
        ],
    );
    assert_refused(
        Rules::TIC_TAC_TOE,
        &[
            ("5", "character 1: “5” is not a cell; cells are A1 to C3"),
            ("b", "character 1: “b” is not a cell; cells are A1 to C3"),
            ("b2 b2", "character 4: “b2” can't be played: B2 is occupied"),
        ],
    );
    assert_refused(
        rules(12, 6, 4, 2, true),
        &[
            (
                "13",
                "character 1: “13” is not a column; columns are 1 to 12",
            ),
            (
                "01",
                "character 1: “01” is not a column; columns are 1 to 12",
            ),
            (
                "44455",
                "character 1: “44455” is not a column; columns are 1 to 12",
            ),
        ],
    );
    let cell = CLASSIC.cell(3, 1).unwrap();
    let ImportError::Moves(error) = refusal("d2", CLASSIC) else {
        panic!("it looks like moves");
    };
    assert_eq!(
        error.problem,
        Problem::Illegal(MoveError::Unsupported(cell))
    );
}

#[test]
fn oversized_text_is_an_error() {
    let padded = |bytes: usize| format!("44455{}", " ".repeat(bytes - 5));
    assert_eq!(
        read(&padded(record::MAX_BYTES), CLASSIC),
        read("44455", CLASSIC)
    );
    let error = refusal(&padded(record::MAX_BYTES + 1), CLASSIC);
    assert_eq!(error, ImportError::TooLarge(1_048_577));
    assert_eq!(error.to_string(), "1048577 bytes; the maximum is 1048576");
    assert!(error.source().is_none());
    // As much of a wrong text is refused as quickly.
    for text in ["x", "é", "{", "[", "#", "a1", "9", "\u{feff}"] {
        refusal(&text.repeat(record::MAX_BYTES / text.len()), CLASSIC);
    }
}

/// The moves of a game in a random notation.
fn written(game_match: &Match, form: u8, between: &str) -> String {
    let game = game_match.game();
    let (gravity, columns) = (game.rules().gravity(), game.rules().columns());
    let words = game.steps().iter().filter_map(|step| match *step {
        Step::Place(cell) => Some(match form {
            0 if gravity => cell.column().to_string(),
            1 if gravity => cell.to_string()[..1].to_lowercase(),
            2 => cell.to_string().to_lowercase(),
            _ => cell.to_string(),
        }),
        Step::Swap => Some(["s", "swap", "S", "Swap"][usize::from(form)].to_owned()),
        Step::AgreeDraw | Step::TimeForfeit => None,
    });
    let words: Vec<String> = words.collect();
    // Numbers of two digits can't stand side by side.
    let between = if form == 0 && columns > 9 && between.is_empty() {
        " "
    } else {
        between
    };
    words.join(between)
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(500)
    })]

    #[test]
    fn every_notation_is_parsed(
        rules in any_rules(),
        choices in some_choices(),
        form in 0..4_u8,
        between in "[ ,;\n\t\r]{0,3}",
        swaps: bool,
    ) {
        let game_match = Match::with_default_seats(play_with(swaps, rules, &choices));
        let text = written(&game_match, form, &between);
        prop_assume!(!text.is_empty());
        prop_assert_eq!(import::parse(&text, rules), Ok(game_match));
    }

    #[test]
    fn records_links_and_notation_are_parsed(
        game_match in any_match(),
        others in any_rules(),
    ) {
        prop_assert_eq!(&import::parse(&record::write(&game_match), others).unwrap(), &game_match);
        let address = format!("see http://localhost:8080/#{}.", link::write(&game_match));
        let read = import::parse(&address, others).unwrap();
        prop_assert_eq!(Ok(read), link::parse(&link::write(&game_match)));
        // All that the strict notation has is read, except for the empty game.
        let moves = notation::write(game_match.game());
        if !moves.is_empty() {
            prop_assume!(!game_match.game().is_set_up());
            let strict = notation::parse(game_match.rules(), &moves).unwrap();
            let plain = Match::with_default_seats(strict);
            prop_assert_eq!(import::parse(&moves, game_match.rules()), Ok(plain));
        }
    }

    #[test]
    fn error_positions_are_within_the_text(rules in any_rules(), text: String) {
        if let Err(ImportError::Moves(error)) = import::parse(&text, rules) {
            prop_assert!((1..=text.chars().count()).contains(&error.at));
            let found: String = text.trim_start_matches('\u{feff}').chars().skip(error.at - 1).collect();
            let quoted = four_shapes_rules::text::escape(&found);
            prop_assert!(quoted.starts_with(error.text.trim_end_matches('…')));
        }
    }
}

#[test]
fn swap_is_a_letter_or_a_word() {
    let swapped = read("4s4455", CLASSIC);
    assert!(swapped.setup().swap() && swapped.game().is_swapped());
    for text in [
        "4 S 4455",
        "4swap4455",
        "4, swap, 4 4 5 5",
        "d SWAP d d e e",
        "D1;s;D2;D3;E1;E2",
        "v=1&board=7x6&connect=4&swap=yes&moves=4s4455",
    ] {
        assert_eq!(read(text, CLASSIC), swapped, "{text}");
    }
    let rules = rules(10, 6, 4, 2, true);
    assert!(read("10s10", rules).game().is_swapped());
    assert!(read("B2 s A1", Rules::TIC_TAC_TOE).game().is_swapped());
    for (text, rules, words) in [
        (
            "44s",
            CLASSIC,
            "character 3: “s” can't be played: \
             a swap is possible only right after the first move",
        ),
        (
            "swap",
            CLASSIC,
            "character 1: “swap” can't be played: \
             a swap is possible only right after the first move",
        ),
        (
            "4 s",
            support::rules(7, 6, 4, 3, true),
            "character 3: “s” can't be played: a swap requires 2 players, not 3",
        ),
        (
            "1212121s",
            CLASSIC,
            "character 8: “s” comes after the end of the game",
        ),
    ] {
        assert_eq!(refusal(text, rules).to_string(), words, "{text}");
    }
}
