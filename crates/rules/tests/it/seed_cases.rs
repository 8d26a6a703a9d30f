//! Acceptance cases of the five original programs, in `data/seed-cases.json`.
//!
//! The grids mark winning pieces as those programs do.

use four_shapes_rules::{
    Cell, Column, Direction, DrawReason, Game, Player, Position, Rules, Status, Trace,
};
use four_shapes_testing::support::{player, rules};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeedCases {
    /// A description for readers of the file.
    #[serde(rename = "about")]
    _about: String,
    displays: Vec<Display>,
    fills: Vec<Fill>,
    games: Vec<Play>,
}

/// A position in which every completed line is marked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Display {
    name: String,
    columns: u32,
    rows: u32,
    pieces: Vec<(usize, usize)>,
    grid: Vec<String>,
}

/// Pieces dropped out of turn, and one direction to check from one piece.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fill {
    name: String,
    columns: u32,
    rows: u32,
    pieces: Vec<(usize, usize)>,
    /// The column whose top piece is checked.
    check: usize,
    direction: Way,
    winner: Option<usize>,
    grid: Vec<String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Way {
    Horizontal,
    Vertical,
    Diagonal,
    AntiDiagonal,
}

/// A finished game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Play {
    name: String,
    columns: u32,
    rows: u32,
    moves: Vec<usize>,
    winner: Option<usize>,
    grid: Vec<String>,
}

fn cases() -> SeedCases {
    serde_json::from_str(include_str!("../data/seed-cases.json")).expect("the file is of this form")
}

/// The rules of all cases: two players, four in a row.
fn connect_four(columns: u32, rows: u32) -> Rules {
    rules(columns, rows, 4, 2, true)
}

fn column(rules: Rules, index: usize) -> Column {
    rules.column(index).expect("the column is on the board")
}

fn filled(rules: Rules, fill: &[(usize, usize)]) -> Position {
    let mut position = Position::new(rules);
    for &(index, owner) in fill {
        let cell = position
            .landing(column(rules, index))
            .expect("there is room");
        position
            .place(player(rules, owner), cell)
            .expect("the piece has landed there");
    }
    position
}

/// A grid as in the file: marking a piece adds 2 to its player.
fn draw(position: &Position, marked: &[Cell]) -> Vec<String> {
    let rules = position.rules();
    let character = |cell| match position.piece_at(cell) {
        None => '.',
        Some(player) if marked.contains(&cell) => ['2', '3'][player.index()],
        Some(player) => ['0', '1'][player.index()],
    };
    let row = |row| {
        let columns = 0..usize::from(rules.columns());
        let cells = columns.filter_map(|column| rules.cell(column, row));
        cells.map(character).collect()
    };
    (0..usize::from(rules.rows())).rev().map(row).collect()
}

#[test]
fn traces_are_found_from_each_piece() {
    let displays = cases().displays;
    assert_eq!(displays.len(), 4);
    for case in displays {
        let rules = connect_four(case.columns, case.rows);
        let position = filled(rules, &case.pieces);
        let traces: Vec<(Cell, Trace)> = rules
            .all_cells()
            .filter_map(|cell| Some((cell, position.trace(cell)?)))
            .collect();
        let marked: Vec<Cell> = traces.iter().map(|(cell, _)| *cell).collect();
        assert_eq!(draw(&position, &marked), case.grid, "{}", case.name);
        // Positions have at most one line, which is found from each of its pieces.
        for (_, trace) in traces {
            assert_eq!(trace.cells(), marked, "{}", case.name);
        }
    }
}

#[test]
fn lines_are_found_in_each_direction() {
    let fills = cases().fills;
    assert_eq!(fills.len(), 6);
    for case in fills {
        let rules = connect_four(case.columns, case.rows);
        let position = filled(rules, &case.pieces);
        let direction = match case.direction {
            Way::Horizontal => Direction::Horizontal,
            Way::Vertical => Direction::Vertical,
            Way::Diagonal => Direction::Diagonal,
            Way::AntiDiagonal => Direction::AntiDiagonal,
        };
        let height = position.height(column(rules, case.check));
        let top = rules
            .cell(case.check, height - 1)
            .expect("the column has a piece");
        let line = position
            .trace(top)
            .and_then(|trace| trace.lines().find(|line| line.direction() == direction));
        let winner = line.and_then(|_| position.piece_at(top));
        assert_eq!(winner.map(Player::index), case.winner, "{}", case.name);
        let marked: Vec<Cell> = line.map_or(Vec::new(), |line| line.cells().collect());
        assert_eq!(draw(&position, &marked), case.grid, "{}", case.name);
    }
}

#[test]
fn games_end_with_the_expected_status() {
    let games = cases().games;
    assert_eq!(games.len(), 3);
    for case in games {
        let rules = connect_four(case.columns, case.rows);
        let mut game = Game::new(rules);
        for index in case.moves {
            let turn = game.turn().expect("the game goes on up to the last move");
            turn.drop(column(rules, index)).expect("there is room");
        }
        let (winner, marked) = match game.status() {
            Status::Won { player, trace } => (Some(player.index()), trace.cells()),
            Status::Drawn(DrawReason::Full) => (None, Vec::new()),
            status => panic!("{}: {status:?}", case.name),
        };
        assert_eq!(winner, case.winner, "{}", case.name);
        assert_eq!(draw(game.position(), &marked), case.grid, "{}", case.name);
    }
}
