//! Validation of rules: both sides of every bound, and the error messages.

// Not used here, but what `support` translates to.

use four_shapes_rules::{Bound, Column, Player, Rules, RulesConfig, RulesError, Setting};
use four_shapes_testing::support;

const CLASSIC: RulesConfig = Rules::CLASSIC.config();

fn config(columns: u32, rows: u32, connect: u32, players: u32) -> RulesConfig {
    RulesConfig {
        columns,
        rows,
        connect,
        players,
        gravity: true,
    }
}

/// Checks an error and its message.
fn assert_error(config: RulesConfig, setting: Setting, value: u32, bound: Bound, text: &str) {
    let error = RulesError {
        setting,
        value,
        bound,
    };
    assert_eq!(Rules::new(config), Err(error), "{config:?}");
    assert_eq!(error.to_string(), text);
}

#[test]
fn columns_are_3_to_15() {
    let refused = |columns, bound, text: &str| {
        let config = RulesConfig { columns, ..CLASSIC };
        assert_error(config, Setting::Columns, columns, bound, text);
    };
    refused(0, Bound::AtLeast(3), "columns: 0 is not at least 3");
    refused(2, Bound::AtLeast(3), "columns: 2 is not at least 3");
    refused(16, Bound::AtMost(15), "columns: 16 is not at most 15");
    for columns in 3..=15 {
        assert!(Rules::new(RulesConfig { columns, ..CLASSIC }).is_ok());
    }
}

#[test]
fn rows_are_3_to_15() {
    let refused = |rows, bound, text: &str| {
        let config = RulesConfig { rows, ..CLASSIC };
        assert_error(config, Setting::Rows, rows, bound, text);
    };
    refused(0, Bound::AtLeast(3), "rows: 0 is not at least 3");
    refused(2, Bound::AtLeast(3), "rows: 2 is not at least 3");
    refused(16, Bound::AtMost(15), "rows: 16 is not at most 15");
    for rows in 3..=15 {
        assert!(Rules::new(RulesConfig { rows, ..CLASSIC }).is_ok());
    }
}

#[test]
fn connect_is_3_to_the_longer_side() {
    let refused = |columns, rows, connect, bound, text: &str| {
        let config = config(columns, rows, connect, 2);
        assert_error(config, Setting::Connect, connect, bound, text);
    };
    refused(7, 6, 0, Bound::AtLeast(3), "connect: 0 is not at least 3");
    refused(7, 6, 2, Bound::AtLeast(3), "connect: 2 is not at least 3");
    refused(7, 6, 8, Bound::AtMost(7), "connect: 8 is not at most 7");
    refused(6, 7, 8, Bound::AtMost(7), "connect: 8 is not at most 7");
    refused(
        3,
        15,
        16,
        Bound::AtMost(15),
        "connect: 16 is not at most 15",
    );
    refused(3, 3, 4, Bound::AtMost(3), "connect: 4 is not at most 3");
    for (columns, rows, connect) in [(7, 6, 3), (7, 6, 7), (6, 7, 7), (3, 15, 15), (3, 3, 3)] {
        assert!(Rules::new(config(columns, rows, connect, 2)).is_ok());
    }
}

#[test]
fn players_are_2_to_cells_divided_by_connect() {
    let refused = |columns, rows, connect, players, bound, text: &str| {
        let config = config(columns, rows, connect, players);
        assert_error(config, Setting::Players, players, bound, text);
    };
    refused(
        7,
        6,
        4,
        0,
        Bound::AtLeast(2),
        "players: 0 is not at least 2",
    );
    refused(
        7,
        6,
        4,
        1,
        Bound::AtLeast(2),
        "players: 1 is not at least 2",
    );
    // 42 / 4 is 10 and a half.
    refused(
        7,
        6,
        4,
        11,
        Bound::AtMost(10),
        "players: 11 is not at most 10",
    );
    refused(3, 3, 3, 4, Bound::AtMost(3), "players: 4 is not at most 3");
    refused(
        15,
        15,
        3,
        76,
        Bound::AtMost(75),
        "players: 76 is not at most 75",
    );
    refused(
        15,
        15,
        15,
        16,
        Bound::AtMost(15),
        "players: 16 is not at most 15",
    );
    let most = [
        (7, 6, 4, 10),
        (3, 3, 3, 3),
        (15, 15, 3, 75),
        (15, 15, 15, 15),
    ];
    for (columns, rows, connect, players) in most {
        assert!(Rules::new(config(columns, rows, connect, players)).is_ok());
        assert!(Rules::new(config(columns, rows, connect, 2)).is_ok());
    }
}

#[test]
fn the_first_setting_out_of_range_is_reported() {
    let first = |config| Rules::new(config).map_err(|error| error.setting);
    assert_eq!(first(config(2, 2, 2, 1)), Err(Setting::Columns));
    assert_eq!(first(config(7, 2, 2, 1)), Err(Setting::Rows));
    assert_eq!(first(config(7, 6, 2, 1)), Err(Setting::Connect));
    assert_eq!(first(config(7, 6, 4, 1)), Err(Setting::Players));
}

/// Bounds are computed by multiplication, which must not overflow.
#[test]
fn huge_numbers_are_out_of_range() {
    const MAX: u32 = u32::MAX;
    let first = |config| Rules::new(config).map_err(|error| (error.setting, error.bound));
    let most = Bound::AtMost;
    assert_eq!(
        first(config(MAX, MAX, MAX, MAX)),
        Err((Setting::Columns, most(15)))
    );
    assert_eq!(
        first(config(7, MAX, MAX, MAX)),
        Err((Setting::Rows, most(15)))
    );
    assert_eq!(
        first(config(7, 6, MAX, MAX)),
        Err((Setting::Connect, most(7)))
    );
    assert_eq!(
        first(config(7, 6, 4, MAX)),
        Err((Setting::Players, most(10)))
    );
    // 256 + 7 would be valid if truncated to a byte.
    assert_eq!(
        first(config(263, 6, 4, 2)),
        Err((Setting::Columns, most(15)))
    );
}

/// Compares all small configurations with the documented bounds.
#[test]
fn all_valid_rules_are_accepted_and_no_others() {
    for columns in 0..=17 {
        for rows in 0..=17 {
            for connect in 0..=17 {
                for players in 0..=80 {
                    let config = config(columns, rows, connect, players);
                    let allowed = (3..=15).contains(&columns)
                        && (3..=15).contains(&rows)
                        && (3..=columns.max(rows)).contains(&connect)
                        && players >= 2
                        && players * connect <= columns * rows;
                    assert_eq!(Rules::new(config).is_ok(), allowed, "{config:?}");
                }
            }
        }
    }
}

#[test]
fn config_round_trips() {
    for gravity in [false, true] {
        let config = RulesConfig {
            gravity,
            ..config(15, 3, 9, 5)
        };
        let rules = Rules::new(config).unwrap();
        assert_eq!(rules.config(), config);
        assert_eq!((rules.columns(), rules.rows()), (15, 3));
        assert_eq!((rules.connect(), rules.players()), (9, 5));
        assert_eq!((rules.gravity(), rules.cells()), (gravity, 45));
    }
    assert_eq!(Rules::new(CLASSIC), Ok(Rules::CLASSIC));
    let tic_tac_toe = Rules::TIC_TAC_TOE;
    assert_eq!(Rules::new(tic_tac_toe.config()), Ok(tic_tac_toe));
}

#[test]
fn columns_cells_and_players_are_in_order() {
    let rules = support::rules(3, 4, 3, 4, true);
    let columns: Vec<usize> = rules.all_columns().map(Column::index).collect();
    assert_eq!(columns, [0, 1, 2]);
    let cells: Vec<String> = rules.all_cells().map(|cell| cell.to_string()).collect();
    assert_eq!(cells.join(" "), "A1 A2 A3 A4 B1 B2 B3 B4 C1 C2 C3 C4");
    let players: Vec<usize> = rules.all_players().map(Player::index).collect();
    assert_eq!(players, [0, 1, 2, 3]);
    let turns: Vec<usize> = (0..6).map(|i| rules.player_after(i).index()).collect();
    assert_eq!(turns, [0, 1, 2, 3, 0, 1]);
}

#[test]
fn columns_and_cells_exist_only_on_the_board() {
    let rules = support::rules(3, 4, 3, 2, true);
    assert_eq!(rules.column(2).unwrap().to_string(), "3");
    assert_eq!(rules.column(3), None);
    // 256 + 1 would be on the board if truncated to a byte.
    assert_eq!(rules.column(257), None);
    assert_eq!(rules.cell(2, 3).unwrap().to_string(), "C4");
    for (column, row) in [(3, 0), (0, 4), (256, 0), (0, 256), (usize::MAX, usize::MAX)] {
        assert_eq!(rules.cell(column, row), None);
    }
    let corner = Rules::CLASSIC.cell(6, 5).unwrap();
    assert!(Rules::CLASSIC.has(corner) && !rules.has(corner));
}
