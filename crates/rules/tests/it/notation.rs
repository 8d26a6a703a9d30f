//! Notation of games and cells: round trips and errors.

use four_shapes_rules::{
    Cell, MoveError, Rules,
    notation::{self, Notation, NotationError, Problem},
};
use four_shapes_testing::support::{any_rules, play_with, rules, some_choices};
use proptest::prelude::*;

const NINE_COLUMNS: (u32, u32) = (9, 6);
const TEN_COLUMNS: (u32, u32) = (10, 6);

fn gravity((columns, rows): (u32, u32)) -> Rules {
    rules(columns, rows, 4, 2, true)
}

/// Checks the error message of every text.
fn assert_refused(rules: Rules, cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        match notation::parse(rules, text) {
            Ok(_) => panic!("{text:?} was read"),
            Err(error) => assert_eq!(error.to_string(), *expected, "{text:?}"),
        }
    }
}

/// Checks that every text round-trips.
fn assert_read(rules: Rules, texts: &[&str]) {
    for text in texts {
        let game = notation::parse(rules, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(notation::write(&game), *text);
    }
}

#[test]
fn swap_is_an_s_after_the_first_move() {
    assert_read(Rules::CLASSIC, &["4s", "4s4455", "1s1", "44455"]);
    assert_read(gravity(TEN_COLUMNS), &["8,s", "10,s,8"]);
    assert_read(Rules::TIC_TAC_TOE, &["B2,s,A1", "B2,s"]);
    let now = "a swap is possible only right after the first move";
    assert_refused(
        Rules::CLASSIC,
        &[
            ("s", &format!("character 1: “s” can't be played: {now}")),
            ("44s", &format!("character 3: “s” can't be played: {now}")),
            ("4ss", &format!("character 3: “s” can't be played: {now}")),
            (
                "1212121s",
                "character 8: “s” comes after the end of the game",
            ),
            ("4S", "character 2: “S” is not a column; columns are 1 to 7"),
            (
                "4,s",
                "character 2: “,” is not a column; columns are 1 to 7",
            ),
        ],
    );
    assert_refused(
        rules(7, 6, 4, 3, true),
        &[(
            "4s",
            "character 2: “s” can't be played: a swap requires 2 players, not 3",
        )],
    );
    // What is on the board does not depend on it.
    let position = |text| {
        let game = notation::parse(Rules::CLASSIC, text).unwrap();
        (game.position().clone(), game.status())
    };
    assert_eq!(position("4s4455"), position("44455"));
}

#[test]
fn one_digit_per_move_on_up_to_9_columns() {
    assert_read(Rules::CLASSIC, &["", "4", "44455", "444444", "1212121"]);
    assert_read(gravity(NINE_COLUMNS), &["9", "98989"]);
    assert_refused(
        Rules::CLASSIC,
        &[
            ("0", "character 1: “0” is not a column; columns are 1 to 7"),
            ("8", "character 1: “8” is not a column; columns are 1 to 7"),
            ("4x", "character 2: “x” is not a column; columns are 1 to 7"),
            (" 4", "character 1: “ ” is not a column; columns are 1 to 7"),
            ("4 ", "character 2: “ ” is not a column; columns are 1 to 7"),
            (
                "4\n",
                "character 2: “\\u{a}” is not a column; columns are 1 to 7",
            ),
            (
                "4,4",
                "character 2: “,” is not a column; columns are 1 to 7",
            ),
            ("-4", "character 1: “-” is not a column; columns are 1 to 7"),
            // Digits of other scripts are no digits here.
            ("٤", "character 1: “٤” is not a column; columns are 1 to 7"),
            (
                "44٤4",
                "character 3: “٤” is not a column; columns are 1 to 7",
            ),
            (
                "é444",
                "character 1: “é” is not a column; columns are 1 to 7",
            ),
            ("D1", "character 1: “D” is not a column; columns are 1 to 7"),
            (
                "44444444",
                "character 7: “4” can't be played: the column is full",
            ),
            (
                "12121211",
                "character 8: “1” comes after the end of the game",
            ),
            (
                "1212121x",
                "character 8: “x” is not a column; columns are 1 to 7",
            ),
        ],
    );
}

#[test]
fn column_numbers_with_commas_on_more_columns() {
    let wide = rules(15, 15, 4, 2, true);
    assert_read(wide, &["", "8", "8,8,10", "15,1,15"]);
    assert_read(gravity(TEN_COLUMNS), &["1,10"]);
    assert_refused(
        wide,
        &[
            (
                "08",
                "character 1: “08” is not a column; columns are 1 to 15",
            ),
            ("0", "character 1: “0” is not a column; columns are 1 to 15"),
            (
                "16",
                "character 1: “16” is not a column; columns are 1 to 15",
            ),
            (
                "+8",
                "character 1: “+8” is not a column; columns are 1 to 15",
            ),
            (
                "8, 9",
                "character 3: “ 9” is not a column; columns are 1 to 15",
            ),
            (
                "8,é",
                "character 3: “é” is not a column; columns are 1 to 15",
            ),
            (
                "8,9;10",
                "character 3: “9;10” is not a column; columns are 1 to 15",
            ),
            (
                "8,,9",
                "character 3: a column is missing; columns are 1 to 15",
            ),
            (
                "8,",
                "character 3: a column is missing; columns are 1 to 15",
            ),
            (
                ",8",
                "character 1: a column is missing; columns are 1 to 15",
            ),
            (",", "character 1: a column is missing; columns are 1 to 15"),
            (
                "18446744073709551616",
                "character 1: “184467440737…” is not a column; columns are 1 to 15",
            ),
            // Shortened by characters, of which each is two bytes here.
            (
                "10,éééééééééééé",
                "character 4: “éééééééééééé” is not a column; columns are 1 to 15",
            ),
            (
                "10,ééééééééééééé",
                "character 4: “éééééééééééé…” is not a column; columns are 1 to 15",
            ),
            (
                "8,9,8,9,8,9,8,9",
                "character 15: “9” comes after the end of the game",
            ),
        ],
    );
    let full = rules(10, 3, 10, 2, true);
    assert_refused(
        full,
        &[(
            "10,10,10,10",
            "character 10: “10” can't be played: the column is full",
        )],
    );
}

#[test]
fn cell_names_without_gravity() {
    assert_read(Rules::TIC_TAC_TOE, &["", "B2", "B2,A1", "A1,B1,A2,B2,A3"]);
    assert_read(rules(15, 15, 5, 2, false), &["O15,A10,A1"]);
    assert_refused(
        Rules::TIC_TAC_TOE,
        &[
            ("b2", "character 1: “b2” is not a cell; cells are A1 to C3"),
            ("A0", "character 1: “A0” is not a cell; cells are A1 to C3"),
            (
                "A01",
                "character 1: “A01” is not a cell; cells are A1 to C3",
            ),
            ("A4", "character 1: “A4” is not a cell; cells are A1 to C3"),
            ("D1", "character 1: “D1” is not a cell; cells are A1 to C3"),
            ("P1", "character 1: “P1” is not a cell; cells are A1 to C3"),
            ("É1", "character 1: “É1” is not a cell; cells are A1 to C3"),
            ("A", "character 1: “A” is not a cell; cells are A1 to C3"),
            ("1", "character 1: “1” is not a cell; cells are A1 to C3"),
            (
                "A+1",
                "character 1: “A+1” is not a cell; cells are A1 to C3",
            ),
            (
                "A1B2",
                "character 1: “A1B2” is not a cell; cells are A1 to C3",
            ),
            (
                "B2, A1",
                "character 4: “ A1” is not a cell; cells are A1 to C3",
            ),
            (
                "B2,É1",
                "character 4: “É1” is not a cell; cells are A1 to C3",
            ),
            ("A1,", "character 4: a cell is missing; cells are A1 to C3"),
            (",", "character 1: a cell is missing; cells are A1 to C3"),
            ("A1,A1", "character 4: “A1” can't be played: A1 is occupied"),
            (
                "A1,B1,A2,B2,A3,C3",
                "character 16: “C3” comes after the end of the game",
            ),
        ],
    );
}

#[test]
fn errors_are_structured() {
    let error = notation::parse(Rules::TIC_TAC_TOE, "B2,B2").unwrap_err();
    let center = Rules::TIC_TAC_TOE.cell(1, 1).unwrap();
    let expected = NotationError {
        at: 4,
        text: "B2".to_owned(),
        problem: Problem::Illegal(MoveError::Occupied(center)),
    };
    assert_eq!(error, expected);
    let source = std::error::Error::source(&error).expect("the move was refused");
    assert_eq!(source.to_string(), "B2 is occupied");
}

#[test]
fn cells_are_parsed_by_name() {
    let rules = rules(15, 15, 4, 2, true);
    for cell in rules.all_cells() {
        assert_eq!(notation::parse_cell(rules, &cell.to_string()), Ok(cell));
    }
    let place = |cell: Cell| (cell.column().index(), cell.row());
    assert_eq!(notation::parse_cell(rules, "D3").map(place), Ok((3, 2)));
    for name in [
        "d3", " D3", "D3 ", "D03", "D", "3", "3D", "D16", "P1", "É1", "D3,D4",
    ] {
        let error = notation::parse_cell(rules, name).unwrap_err();
        let expected = format!("character 1: “{name}” is not a cell; cells are A1 to O15");
        assert_eq!(error.to_string(), expected);
    }
    let error = notation::parse_cell(rules, "").unwrap_err();
    assert_eq!(
        error.to_string(),
        "character 1: a cell is missing; cells are A1 to O15"
    );
}

/// Checks that a text either round-trips or has an error at a position in it or at its end.
fn check_strictness(rules: Rules, text: &str) -> Result<(), TestCaseError> {
    match notation::parse(rules, text) {
        Ok(game) => prop_assert_eq!(notation::write(&game), text),
        Err(error) => prop_assert!((1..=text.chars().count() + 1).contains(&error.at)),
    }
    if let Ok(cell) = notation::parse_cell(rules, text) {
        prop_assert_eq!(cell.to_string(), text);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(500)
    })]

    #[test]
    fn games_round_trip(
        rules in any_rules(),
        choices in some_choices(),
        back in 0..5_usize,
        swaps: bool,
    ) {
        let mut game = play_with(swaps, rules, &choices);
        prop_assert_eq!(notation::parse(rules, &notation::write(&game)), Ok(game.clone()));
        for _ in 0..back {
            game.undo();
        }
        // What was undone is not written.
        let read = notation::parse(rules, &notation::write(&game)).unwrap();
        prop_assert_eq!(read.position(), game.position());
        prop_assert_eq!(read.steps(), &game.steps()[..game.cursor()]);
    }

    #[test]
    fn games_round_trip_with_any_first_number(
        rules in any_rules(),
        choices in some_choices(),
        swaps: bool,
        first: u8,
        text: String,
    ) {
        let game = play_with(swaps, rules, &choices);
        let written = Notation::new().first_column(first).write(&game);
        prop_assert_eq!(Notation::new().first_column(first).parse(rules, &written), Ok(game));
        if let Err(error) = Notation::new().first_column(first).parse(rules, &text)
            && let Problem::NotAColumn { first: from, last } = error.problem
        {
            prop_assert_eq!(from, first);
            prop_assert_eq!(last + 1 - u16::from(first), u16::from(rules.columns()));
        }
    }

    #[test]
    fn arbitrary_text_is_parsed_strictly(rules in any_rules(), text: String) {
        check_strictness(rules, &text)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(5_000)
    })]

    #[test]
    fn nearly_valid_text_is_parsed_strictly(
        rules in any_rules(),
        text in prop_oneof![
            "[1-9]{0,12}",
            "[1-9]s{0,2}[1-9s]{0,12}",
            "[1-9](,s){0,2}(,[0-9s]{1,2}){0,6},?",
            "[A-C][1-3](,s){0,2}(,[A-Cs][1-3]){0,6},?",
            "[0-9,A-P x٤é]{0,12}",
            "[1-9][0-5]?(,[0-9]{1,2}){0,6},?",
            "[A-O][1-9](,[A-P][0-9]{1,2}){0,6},?",
        ],
    ) {
        check_strictness(rules, &text)?;
    }
}
