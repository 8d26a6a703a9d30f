//! Published scores.

use four_shapes_rules::Rules;
use four_shapes_solver::Solver;
use four_shapes_testing::plain::{position, two_players};
use std::time::Instant;

/// By default, empty boards of up to this many cells are solved, except the slowest.
const CELLS: usize = 36;
const SLOW: (u32, u32) = (9, 4);

/// Empty boards, four in a row: the result for the first player and the length of the game
/// in plies under best play.
///
/// The outcomes are those of J. Tromp, <https://tromp.github.io/c4/c4.html>.
/// Each line gives a number of rows and the entries for 4, 5, 6 … columns.
const EMPTY_BOARDS: [(u32, &str); 6] = [
    (4, "D16 D20 L24 D28 L32 L36 L40 L44 L48"),
    (5, "D20 D25 D30 D35 W39 W41 W47 W51"),
    (6, "D24 D30 L36 W41 L48 L52 W59"),
    (7, "D28 D35 W41 D49 W53 W55"),
    (8, "D32 D40 L48 W55 L62"),
    (9, "D36 D45 W53 D63"),
];

/// Returns every entry as columns, rows and score.
fn empty_boards() -> Vec<(u32, u32, i32)> {
    let row = |(rows, entries): &(u32, &'static str)| {
        let (rows, entries) = (*rows, entries.split(' '));
        entries
            .zip(4..)
            .map(move |(entry, columns)| (columns, rows, score(columns * rows, entry)))
            .collect::<Vec<_>>()
    };
    EMPTY_BOARDS.iter().flat_map(row).collect()
}

/// Returns the score of an empty board, given its number of cells and its entry.
fn score(cells: u32, entry: &str) -> i32 {
    let (outcome, length) = entry.split_at(1);
    let length: u32 = length.parse().expect("the entry ends with a number");
    // The winning piece and every second one of those never played.
    let score = (cells - length) / 2 + 1;
    let score = i32::try_from(score).expect("the board is small");
    match outcome {
        "W" => {
            assert_eq!(
                length % 2,
                1,
                "{entry}: the first player moves at odd plies"
            );
            score
        }
        "L" => {
            assert_eq!(
                length % 2,
                0,
                "{entry}: the second player moves at even plies"
            );
            -score
        }
        "D" => {
            assert_eq!(length, cells, "{entry}: a draw fills the board");
            0
        }
        _ => panic!("{entry}: no outcome"),
    }
}

/// Solves the boards of the table up to a number of cells. This takes some minutes; all of
/// them, up to 64 cells, would take days:
///
/// ```sh
/// SOLVER_CELLS=42 cargo test -p four-shapes-solver --test it solver_known:: -- --nocapture
/// ```
#[test]
fn empty_boards_have_their_published_scores() {
    let mut boards = empty_boards();
    let cells = if let Ok(number) = std::env::var("SOLVER_CELLS") {
        number.parse().expect("SOLVER_CELLS is a number")
    } else {
        boards.retain(|&(columns, rows, _)| (columns, rows) != SLOW);
        CELLS
    };
    boards.sort_by_key(|(columns, rows, _)| columns * rows);
    for (columns, rows, score) in boards {
        let rules = two_players(columns, rows, 4);
        if rules.cells() > cells {
            break;
        }
        let mut solver = Solver::new(rules, 64 << 20).expect("the rules are supported");
        let begun = Instant::now();
        let found = solver.solve(&position(rules, "")).map(i32::from);
        assert_eq!(found, Ok(score), "{columns} × {rows}");
        println!(
            "{columns} × {rows}: {score}, {} nodes, {:.2?}",
            solver.nodes(),
            begun.elapsed()
        );
    }
}

/// Positions on 7 × 6 and their scores.
const CLASSIC: &str = "
    2252576253462244111563365343671351441 -1
    7422341735647741166133573473242566 1
    23163416124767223154467471272416755633 0
    5554224333234511764415115 4
    52753311433677442422121 8
    1233722555341451114725221333 -1
    274552224131661 0
    5455174361263362 -1
    2531276566711153 2
    32164625 11
    6146 18
    243335424257 12
    32751571231557 -3
    335662333565 -2
    2416615552 4
    12121111 -1
    12111211 -2
    11121211 -3
";

#[test]
fn classic_positions_have_their_published_scores() {
    let mut solver =
        Solver::new(Rules::CLASSIC, Solver::DEFAULT_TABLE).expect("the rules are supported");
    for line in CLASSIC.trim().lines() {
        let (moves, score) = line.trim().split_once(' ').expect("moves and a score");
        let score: i32 = score.parse().expect("the score is a number");
        solver.clear_table();
        let (nodes, begun) = (solver.nodes(), Instant::now());
        let found = solver
            .solve(&position(Rules::CLASSIC, moves))
            .map(i32::from);
        assert_eq!(found, Ok(score), "{moves}");
        let nodes = solver.nodes() - nodes;
        println!("{moves}: {score}, {nodes} nodes, {:.2?}", begun.elapsed());
    }
}

/// The score is the number of pieces that the side to move has left.
#[test]
fn immediate_wins_have_the_maximum_score() {
    for (columns, rows, connect, moves, score) in [
        (7, 6, 4, "112233", 18),
        (7, 6, 4, "1121212", 18),
        (7, 6, 4, "7172735", 18),
        (3, 3, 3, "1212", 3),
        (3, 3, 3, "12123", 2),
        (5, 4, 4, "112233", 7),
        (11, 10, 4, "1,1,2,2,3,3", 52),
    ] {
        let rules = two_players(columns, rows, connect);
        let mut solver = Solver::new(rules, 1 << 20).expect("the rules are supported");
        let found = solver.solve(&position(rules, moves)).map(i32::from);
        assert_eq!(found, Ok(score), "{columns} × {rows}: {moves}");
    }
}

/// Positions whose end is decided early, but neither near nor at hand. Windows close to the draw
/// took 2 to 20 million nodes in each of them, quick ends first at most a tenth.
#[test]
fn early_decisions_are_found_quickly() {
    for (columns, rows, moves, score) in [
        (8, 7, "8628325481143833", 13),
        (8, 7, "6858612253871683", 12),
        (9, 6, "86314469346392", -12),
    ] {
        let rules = two_players(columns, rows, 4);
        let mut solver = Solver::new(rules, 16 << 20).unwrap();
        let position = position(rules, moves);
        let found = solver.solve(&position).map(i32::from);
        assert_eq!(found, Ok(score), "{moves}");
        assert!(
            solver.nodes() < 200_000,
            "{moves}: {} nodes",
            solver.nodes()
        );
    }
}
