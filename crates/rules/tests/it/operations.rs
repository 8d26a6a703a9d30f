//! The operations of the original programs, compared with the reference and with their
//! acceptance cases.

use four_shapes_rules::{
    Column, Direction, Game, MoveError, Player, Position, Rules,
    notation::{self, Problem},
};
use four_shapes_testing::reference::Reference;
use four_shapes_testing::support::{
    any_rules, cell, choices, place, player, position, reference, rules,
};
use proptest::{prelude::*, sample::Index};
use serde_json::Value;

fn cases() -> Value {
    serde_json::from_str(include_str!("../data/seed-cases.json")).expect("the file is JSON")
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().expect("it is a number")).expect("it is small")
}

/// A board filled by random drops in any order of players.
fn fill(rules: Rules, drops: &[(Index, Index)], count: usize) -> (Position, Reference) {
    let (mut position, mut board) = (Position::new(rules), reference(rules));
    for (where_to, who) in drops.iter().take(count) {
        let open = board.open();
        if open.is_empty() {
            break;
        }
        let place = *where_to.get(&open);
        let owner = who.index(rules.players().into());
        board.put(owner, place);
        let (player, cell) = (player(rules, owner), cell(rules, place));
        if rules.gravity() {
            assert_eq!(position.drop(player, cell.column()), Ok(cell));
        } else {
            position.place(player, cell).expect("the cell is open");
        }
    }
    (position, board)
}

fn drops() -> impl Strategy<Value = Vec<(Index, Index)>> {
    prop::collection::vec(any::<(Index, Index)>(), 225)
}

/// Finds a winning line by walking from every cell in every direction.
fn reference_has_won(board: &Reference, owner: usize) -> bool {
    let at = |column: isize, row: isize| {
        let place = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
        let on_board = place.0 < board.columns && place.1 < board.rows;
        on_board.then(|| board.get(place)).flatten()
    };
    let steps = [(1, 0), (0, 1), (1, 1), (1, -1)];
    board.places().into_iter().any(|(column, row)| {
        let (column, row) = (column.cast_signed(), row.cast_signed());
        steps.iter().any(|(right, up)| {
            let mut walk = 0..board.connect.cast_signed();
            walk.all(|i| at(column + i * right, row + i * up) == Some(owner))
        })
    })
}

/// Compares the queries of a position with the reference, with and without gravity.
fn check_queries(position: &Position, board: &Reference) -> Result<(), TestCaseError> {
    let rules = position.rules();
    for place in board.places() {
        let cell = cell(rules, place);
        prop_assert_eq!(
            position.piece_at_name(&cell.to_string()).map(Player::index),
            board.get(place)
        );
    }
    for number in 1..=15 {
        let column: Column = number.to_string().parse().expect("a board may have it");
        let index = column.index();
        let room = index < board.columns && board.get((index, board.rows - 1)).is_none();
        prop_assert_eq!(
            position.can_drop(column),
            room && board.gravity,
            "column {}",
            number
        );
    }
    for (index, column) in rules.all_columns().enumerate() {
        let highest = (0..board.rows)
            .rev()
            .find(|&row| board.get((index, row)).is_some());
        let top = highest.map(|row| (index, row));
        prop_assert_eq!(position.top(column).map(place), top);
        for direction in Direction::ALL {
            let line = position.top_line(column, direction);
            let expected = top.and_then(|top| line_through(board, top, direction));
            prop_assert_eq!(
                line.map(|line| line.cells().map(place).collect::<Vec<_>>()),
                expected
            );
            prop_assert!(line.is_none_or(|line| line.direction() == direction));
        }
    }
    for player in rules.all_players() {
        prop_assert_eq!(
            position.has_won(player),
            reference_has_won(board, player.index())
        );
    }
    prop_assert_eq!(position.is_full(), board.is_full());
    Ok(())
}

/// Finds the whole line in one direction through a piece, if it is long enough.
fn line_through(
    board: &Reference,
    (column, row): (usize, usize),
    direction: Direction,
) -> Option<Vec<(usize, usize)>> {
    let owner = board.get((column, row))?;
    let (right, up) = direction.step();
    let walk = |sign: isize| {
        (1..).map_while(move |i: isize| {
            let column = column.checked_add_signed(sign * i * isize::from(right))?;
            let row = row.checked_add_signed(sign * i * isize::from(up))?;
            let on_board = column < board.columns && row < board.rows;
            (on_board && board.get((column, row)) == Some(owner)).then_some((column, row))
        })
    };
    let mut line: Vec<_> = walk(-1).collect();
    line.reverse();
    line.push((column, row));
    line.extend(walk(1));
    (line.len() >= board.connect).then_some(line)
}

#[test]
fn top_line_finds_the_wins_of_the_acceptance_cases() {
    let fills = cases()["fills"].as_array().expect("it is a list").clone();
    assert_eq!(fills.len(), 6);
    for case in fills {
        let rules = rules(6, 4, 4, 2, true);
        let mut position = Position::new(rules);
        for piece in case["pieces"].as_array().unwrap() {
            let column = rules.column(number(&piece[0])).unwrap();
            let cell = position.drop(player(rules, number(&piece[1])), column);
            assert!(cell.is_ok_and(|cell| Some(cell) == position.top(column)));
        }
        let check = rules.column(number(&case["check"])).unwrap();
        let ways = ["horizontal", "vertical", "diagonal", "anti-diagonal"];
        let way = ways
            .iter()
            .position(|way| case["direction"] == *way)
            .unwrap();
        let line = position.top_line(check, Direction::ALL[way]);
        let winner = line.and_then(|_| position.piece_at(position.top(check)?));
        let expected = case["winner"].as_u64().map(|winner| winner as usize);
        assert_eq!(winner.map(Player::index), expected, "{}", case["name"]);
        for owner in rules.all_players() {
            assert_eq!(
                position.has_won(owner),
                expected == Some(owner.index()),
                "{}",
                case["name"]
            );
        }
        // No other direction has a line.
        for other in Direction::ALL {
            let seen = position.top_line(check, other).is_some();
            assert_eq!(seen, other == Direction::ALL[way] && expected.is_some());
        }
    }
}

#[test]
fn acceptance_cases_are_the_same_as_strings_of_columns() {
    for case in cases()["games"].as_array().expect("it is a list") {
        let rules = rules(6, 4, 4, 2, true);
        let moves = case["moves"].as_array().unwrap();
        let text: String = moves.iter().map(ToString::to_string).collect();
        let position = Position::from_column_indices(rules, &text).unwrap();
        let mut game = Game::new(rules);
        for column in moves {
            let column = rules.column(number(column)).unwrap();
            game.turn().unwrap().drop(column).unwrap();
        }
        assert_eq!(&position, game.position(), "{}", case["name"]);
        assert_eq!(position.is_full(), case["winner"].is_null());
    }
}

#[test]
fn default_sizes_match_the_source_programs() {
    // The program `shapes` enlarges boards that are too small; the rules reject them
    // instead.
    for (columns, rows) in [(6, 4), (7, 5), (5, 4), (5, 9), (7, 6), (4, 4), (15, 15)] {
        let position = Position::new(rules(columns, rows, 4, 2, true));
        assert_eq!(position.rules().cells() as u32, columns * rows);
        assert_eq!((position.piece_count(), position.is_full()), (0, false));
        let fits = |column: &Column| position.can_drop(*column);
        assert_eq!(
            Rules::connect_four(15, 15)
                .unwrap()
                .all_columns()
                .filter(fits)
                .count(),
            columns as usize
        );
    }
}

#[test]
fn from_columns_skipping_skips_invalid_columns() {
    let set = |rules, text| Position::from_column_indices_skipping(rules, text).expect("numbers");
    // A skipped column uses up the turn.
    let position = set(Rules::CLASSIC, "0790");
    assert_eq!(position.piece_count(), 2);
    assert_eq!(position.piece_at_name("A1").map(Player::index), Some(0));
    assert_eq!(position.piece_at_name("A2").map(Player::index), Some(1));
    assert_eq!(set(Rules::CLASSIC, "000000001").piece_count(), 7);
    let wide = rules(11, 4, 4, 2, true);
    assert_eq!(
        set(wide, "10,11,99999999999999999999999,10").piece_count(),
        2
    );
    // Columns are skipped only with gravity.
    for (rules, text, words) in [
        (
            Rules::CLASSIC,
            "0x",
            "character 2: “x” is not a column; columns are 0 to 6",
        ),
        (
            wide,
            "0,,1",
            "character 3: a column is missing; columns are 0 to 10",
        ),
        (
            Rules::TIC_TAC_TOE,
            "0",
            "character 1: “0” can't be played: pieces do not fall on this board; specify a cell",
        ),
    ] {
        let error = Position::from_column_indices_skipping(rules, text).expect_err("it is wrong");
        assert_eq!(error.to_string(), words);
    }
}

proptest! {
    /// Without columns to skip both functions are equivalent.
    #[test]
    fn from_columns_variants_agree_on_valid_text(text in "[0-9]{0,30}") {
        let strict = Position::from_column_indices(Rules::CLASSIC, &text);
        let skipping = Position::from_column_indices_skipping(Rules::CLASSIC, &text).expect("digits");
        if let Ok(strict) = strict {
            prop_assert_eq!(strict, skipping);
        }
    }
}

#[test]
fn from_columns_sets_the_board() {
    let position = Position::from_column_indices(Rules::CLASSIC, "012345").unwrap();
    for (index, name) in ["A1", "B1", "C1", "D1", "E1", "F1"].iter().enumerate() {
        assert_eq!(
            position.piece_at_name(name).map(Player::index),
            Some(index % 2)
        );
    }
    assert_eq!(
        (position.piece_count(), position.piece_at_name("G1")),
        (6, None)
    );
    assert_eq!(
        Position::from_column_indices(Rules::CLASSIC, "").unwrap(),
        Position::new(Rules::CLASSIC)
    );
    // Pieces are placed even after a completed line.
    let won = Position::from_column_indices(Rules::CLASSIC, "01010101").unwrap();
    assert_eq!(won.piece_count(), 8);
    assert!(won.has_won(player(Rules::CLASSIC, 0)) && won.has_won(player(Rules::CLASSIC, 1)));
    // Ten columns have a digit each, more have commas.
    let ten = rules(10, 4, 4, 3, true);
    let position = Position::from_column_indices(ten, "909").unwrap();
    assert_eq!(position.piece_at_name("J2").map(Player::index), Some(2));
    let wide = rules(11, 4, 4, 2, true);
    let position = Position::from_column_indices(wide, "10,0,10").unwrap();
    assert_eq!(position.piece_at_name("K2").map(Player::index), Some(0));

    for (rules, text, words) in [
        (
            Rules::CLASSIC,
            "017",
            "character 3: “7” is not a column; columns are 0 to 6",
        ),
        (
            Rules::CLASSIC,
            "0 1",
            "character 2: “ ” is not a column; columns are 0 to 6",
        ),
        (
            Rules::CLASSIC,
            "0é",
            "character 2: “é” is not a column; columns are 0 to 6",
        ),
        (
            Rules::CLASSIC,
            "0000000",
            "character 7: “0” can't be played: the column is full",
        ),
        (
            wide,
            "10,11",
            "character 4: “11” is not a column; columns are 0 to 10",
        ),
        (
            wide,
            "10,,1",
            "character 4: a column is missing; columns are 0 to 10",
        ),
        (
            wide,
            "010",
            "character 1: “010” is not a column; columns are 0 to 10",
        ),
        (
            wide,
            "+1",
            "character 1: “+1” is not a column; columns are 0 to 10",
        ),
        (
            wide,
            "99999999999999999999",
            "character 1: “999999999999…” is not a column; columns are 0 to 10",
        ),
        (
            Rules::TIC_TAC_TOE,
            "0",
            "character 1: “0” can't be played: pieces do not fall on this board; specify a cell",
        ),
    ] {
        let error = Position::from_column_indices(rules, text).unwrap_err();
        assert_eq!(error.to_string(), words, "{text}");
    }
    let error = Position::from_column_indices(Rules::CLASSIC, "7").unwrap_err();
    assert_eq!(error.problem, Problem::NotAColumn { first: 0, last: 6 });
}

#[test]
fn take_removes_the_top_piece() {
    let column = |index| Rules::CLASSIC.column(index).unwrap();
    let mut position = Position::from_column_indices(Rules::CLASSIC, "0011").unwrap();
    let before = Position::from_column_indices(Rules::CLASSIC, "0").unwrap();
    // Nothing is removed from an empty column.
    assert_eq!(position.remove_top(column(6)), None);
    assert_eq!(position.piece_count(), 4);
    assert_eq!(position.remove_top(column(1)).map(Player::index), Some(1));
    assert_eq!(position.remove_top(column(1)).map(Player::index), Some(0));
    assert_eq!(position.remove_top(column(1)), None);
    assert_eq!(position.remove_top(column(0)).map(Player::index), Some(1));
    assert_eq!(position, before);
    // A column of a larger board.
    let fifteenth = rules(15, 4, 4, 2, true).column(14).unwrap();
    assert_eq!(
        (position.remove_top(fifteenth), position.top(fifteenth)),
        (None, None)
    );
    assert_eq!(position.top_line(fifteenth, Direction::Vertical), None);
    assert_eq!(position, before);
}

#[test]
fn allows_reports_columns_that_are_not_full() {
    let mut position = Position::from_column_indices(Rules::CLASSIC, "333333").unwrap();
    for (number, allowed) in [
        ("1", true),
        ("4", false),
        ("7", true),
        ("8", false),
        ("15", false),
    ] {
        let column = number.parse().unwrap();
        assert_eq!(position.can_drop(column), allowed, "{number}");
    }
    let (red, third) = (player(Rules::CLASSIC, 0), Rules::CLASSIC.column(3).unwrap());
    let full = position.clone();
    assert_eq!(position.drop(red, third), Err(MoveError::ColumnFull(third)));
    let nobody = player(rules(7, 6, 4, 3, true), 2);
    let first = Rules::CLASSIC.column(0).unwrap();
    assert_eq!(
        position.drop(nobody, first),
        Err(MoveError::NoSuchPlayer(nobody))
    );
    assert_eq!(position, full);
    assert!(!Position::new(Rules::TIC_TAC_TOE).can_drop(first));
}

#[test]
fn named_looks_up_cells() {
    let position = Position::from_column_indices(Rules::CLASSIC, "000").unwrap();
    for (name, owner) in [
        ("A1", Some(0)),
        ("A2", Some(1)),
        ("A3", Some(0)),
        ("A4", None),
        ("B1", None),
        ("A7", None),
        ("H1", None),
        ("a1", None),
        ("A01", None),
        ("A1 ", None),
        (" A1", None),
        ("A", None),
        ("", None),
        ("É1", None),
        ("A18446744073709551617", None),
    ] {
        assert_eq!(
            position.piece_at_name(name).map(Player::index),
            owner,
            "{name}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(250)
    })]

    #[test]
    fn queries_agree_with_reference(
        rules in any_rules(),
        drops in drops(),
        count in prop_oneof![0..=225_usize, Just(225)],
    ) {
        let (filled, board) = fill(rules, &drops, count);
        prop_assert_eq!(&filled, &position(rules, &board));
        check_queries(&filled, &board)?;
    }

    #[test]
    fn take_is_the_inverse_of_drop(
        rules in any_rules(),
        drops in drops(),
        count in 0..=225_usize,
        columns in prop::collection::vec(any::<Index>(), 225),
    ) {
        let (mut filled, board) = fill(rules, &drops, count);
        let mut left: Vec<Vec<(usize, usize)>> = (0..board.columns)
            .map(|column| {
                let rows = (0..board.rows).filter_map(|row| Some((row, board.get((column, row))?)));
                rows.collect()
            })
            .collect();
        let all: Vec<_> = rules.all_columns().collect();
        for column in columns.iter().map(|column| *column.get(&all)) {
            let expected = left[column.index()].pop().map(|(_, owner)| owner);
            prop_assert_eq!(filled.remove_top(column).map(Player::index), expected);
            prop_assert_eq!(filled.top(column).map(place),
                left[column.index()].last().map(|(row, _)| (column.index(), *row)));
            prop_assert_eq!(filled.piece_count(), left.iter().map(Vec::len).sum::<usize>());
        }
    }

    #[test]
    fn from_columns_drops_in_turn(
        (rules, choices) in (any_rules().prop_filter("pieces fall", |rules| rules.gravity()), choices()),
        count in 0..=225_usize,
    ) {
        let mut board = reference(rules);
        let mut columns = Vec::new();
        for choice in choices.iter().take(count) {
            let open = board.open();
            if open.is_empty() {
                break;
            }
            let place = *choice.get(&open);
            board.play(place);
            columns.push(place.0.to_string());
        }
        let text = columns.join(if rules.columns() > 10 { "," } else { "" });
        prop_assert_eq!(Position::from_column_indices(rules, &text).unwrap(), position(rules, &board));
    }

    #[test]
    fn arbitrary_text_never_panics(rules in any_rules(), text in ".{0,9}|[0-9]{0,9}|[0-9]{1,2}(,[0-9]{1,2}){0,9}|[A-P][0-9]{1,3}") {
        if let Err(error) = Position::from_column_indices(rules, &text) {
            prop_assert!((1..=text.chars().count() + 1).contains(&error.at));
        }
        let empty = Position::new(rules);
        prop_assert_eq!(empty.piece_at_name(&text), None);
        let _ = notation::parse_cell(rules, &text);
    }
}
