//! Positions as one line of text.

use four_shapes_rules::{Cell, Column, Game, Player, Position, PositionError, Rules, RulesConfig};
use four_shapes_testing::{
    reference::Reference,
    support::{any_rules, choices, fill, position},
};
use proptest::prelude::*;

fn parse(text: &str) -> Result<Position, PositionError> {
    text.parse()
}

/// Writes a position from the reference, with a letter or two for each piece.
fn expected(rules: Rules, board: &Reference) -> String {
    let player = |index: usize| {
        let letter = char::from(b'a' + u8::try_from(index % 26).unwrap());
        match index / 26 {
            0 => letter.to_string(),
            prefix => format!("{}{letter}", ["A", "B"][prefix - 1]),
        }
    };
    let row = |row: usize| {
        let cells = (0..board.columns).map(|column| match board.get((column, row)) {
            Some(owner) => player(owner),
            None => ".".to_owned(),
        });
        let mut text: String = cells.collect();
        for empty in (1..=15).rev() {
            text = text.replace(&".".repeat(empty), &empty.to_string());
        }
        text
    };
    let rows: Vec<String> = (0..board.rows).rev().map(row).collect();
    let pieces = board.places().len() - board.empty();
    let to_move = player(pieces % usize::from(rules.players()));
    let gravity = if rules.gravity() { "g" } else { "-" };
    format!(
        "{} {to_move} {},{},{} {} {gravity}",
        rows.join("/"),
        board.columns,
        board.rows,
        rules.connect(),
        rules.players(),
    )
}

proptest! {
    #[test]
    fn positions_are_written_and_read(rules in any_rules(), choices in choices(), length in 0..226_usize) {
        let board = fill(rules, choices.iter().take(length));
        let position = position(rules, &board);
        let text = position.to_string();
        prop_assert_eq!(&text, &expected(rules, &board));
        prop_assert_eq!(text.parse(), Ok(position.clone()));

        let mirrored = position.mirrored();
        for (column, row) in board.places() {
            let there = (board.columns - 1 - column, row);
            let cell = rules.cell(there.0, there.1).unwrap();
            prop_assert_eq!(mirrored.piece_at(cell).map(Player::index), board.get((column, row)));
        }
    }

    #[test]
    fn cells_and_columns_are_read(rules in any_rules()) {
        for cell in rules.all_cells() {
            prop_assert_eq!(cell.to_string().parse(), Ok(cell));
        }
        for column in rules.all_columns() {
            prop_assert_eq!(column.to_string().parse(), Ok(column));
        }
    }
}

#[test]
fn invalid_cells_and_columns_are_rejected() {
    for text in [
        "", "A", "1", "a1", "P1", "A0", "A01", "A16", "A1 ", "AA1", "É1", "A+1",
    ] {
        assert!(text.parse::<Cell>().is_err(), "{text}");
    }
    for text in ["", "0", "01", "16", "+1", "1 ", "A", "256", "٣"] {
        assert!(text.parse::<Column>().is_err(), "{text}");
    }
}

#[test]
fn pictures_have_a_row_per_line() {
    let game = Position::from_column_indices(Rules::CLASSIC, "3345").unwrap();
    assert_eq!(
        format!("{game:#}"),
        "\
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . b . . .
. . . a a b ."
    );
}

#[test]
fn errors_name_the_part_and_the_problem() {
    for (text, message) in [
        (
            "",
            "character 1: “” has 1 of the 5 fields rows, player to move, board, players and gravity",
        ),
        (
            "7/7 a 7,6 2 g",
            "character 7: “7,6” is not a board, such as 7,6,4 (columns, rows, pieces in a row)",
        ),
        (
            "7/7 a 7,06,4 2 g",
            "character 7: “7,06,4” is not a board, such as 7,6,4 (columns, rows, pieces in a row)",
        ),
        (
            "7/7 a 7,6,4 two g",
            "character 13: “two” is not a number of players",
        ),
        (
            "7/7 a 7,6,4 2 G",
            "character 15: “G” is neither g (gravity) nor - (no gravity)",
        ),
        ("7/7 a 7,6,4 2 g", "character 1: “7/7” is not 6 rows"),
        (
            "3/3/4 a 3,3,3 2 g",
            "character 5: “4” does not fit a row of 3 cells",
        ),
        (
            "3/3/2 a 3,3,3 2 g",
            "character 5: “2” does not fit a row of 3 cells",
        ),
        (
            "3/3/02a a 3,3,3 2 g",
            "character 5: “02” does not fit a row of 3 cells",
        ),
        (
            "3/3/aba1 b 3,3,3 2 g",
            "character 5: “aba1” does not fit a row of 3 cells",
        ),
        (
            "3/3/abab a 3,3,3 2 g",
            "character 8: “b” does not fit a row of 3 cells",
        ),
        (
            "3/3/1x1 b 3,3,3 2 g",
            "character 6: “x” is not one of the players",
        ),
        (
            "3/3/1Ax1 b 3,3,3 2 g",
            "character 6: “Ax” is not one of the players",
        ),
        (
            "3/3/1é1 b 3,3,3 2 g",
            "character 6: “é” is neither a piece nor a number of empty cells",
        ),
        (
            "3/1a1/3 b 3,3,3 2 g",
            "character 4: “a” can't be there: B2 has no piece below it",
        ),
        (
            "3/3/1a1 c 3,3,3 2 g",
            "character 9: “c” is not one of the players",
        ),
        (
            "3/3/1a1 ab 3,3,3 2 g",
            "character 9: “ab” is not one of the players",
        ),
    ] {
        let error = parse(text).expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
    }
    let error = parse("3/3/3 a 3,3,9 2 g").expect_err("the line is too long");
    assert_eq!((error.at, error.text.as_str()), (9, "3,3,9"));
    let error = parse("3/3/3 a 3,3,3 9 g").expect_err("too many players");
    assert_eq!((error.at, error.text.as_str()), (15, "9"));
}

#[test]
fn players_after_the_26th_have_two_letters() {
    let rules = Rules::new(RulesConfig {
        columns: 15,
        rows: 15,
        connect: 3,
        players: 75,
        gravity: false,
    });
    let mut game = Game::new(rules.unwrap());
    for cell in game.rules().all_cells().take(75) {
        let turn = game.turn().expect("no one has two pieces");
        turn.play(cell).expect("the cell is empty");
    }
    let text = game.position().to_string();
    assert!(text.contains("oAdAsBhBw10/"), "{text}");
    assert_eq!(text.parse(), Ok(game.position().clone()));
}
