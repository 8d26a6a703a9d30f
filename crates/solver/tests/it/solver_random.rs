//! Scores of random positions against a plain alpha–beta search.
//!
//! Ten thousand positions of each game take some minutes:
//!
//! ```sh
//! SOLVER_POSITIONS=10000 cargo test -p four-shapes-solver --test it solver_random:: -- --nocapture
//! ```

use four_shapes_rules::{Position, Rules};
use four_shapes_solver::Solver;
use four_shapes_testing::plain::{
    Pieces, Plain, compare, compare::Sample, random::Random, two_players,
};
use four_shapes_testing::reference::Reference;

/// The default number of positions of each game.
const POSITIONS: usize = 1000;

fn positions() -> usize {
    match std::env::var("SOLVER_POSITIONS") {
        Ok(number) => number.parse().expect("SOLVER_POSITIONS is a number"),
        Err(_) => POSITIONS,
    }
}

/// Compares random positions of games, each given by columns, rows, connect and the maximum
/// number of empty cells.
fn compare(games: &[(u32, u32, u32, usize)]) {
    let (mut drawn, mut lost, mut deep, mut all) = (0, 0, 0, 0);
    for &(columns, rows, connect, empty) in games {
        let sample = Sample {
            board: (columns, rows),
            connect,
            empty,
        };
        let tally = sample.compare(positions());
        println!("{columns} × {rows}, connect {connect}: {tally:?}");
        assert!(
            tally.positions() * 4 > positions(),
            "{sample:?} has few positions without a line"
        );
        drawn += tally.drawn;
        lost += tally.lost;
        deep += tally.deep;
        all += tally.positions();
    }
    // Otherwise the positions are too simple to test anything.
    assert!(drawn * 20 > all, "{drawn} of {all} are drawn");
    assert!(lost * 20 > all, "{lost} of {all} are lost");
    assert!(deep * 5 > all, "{deep} of {all} need more than one move");
}

#[test]
fn boards_of_up_to_twenty_cells() {
    compare(&[
        (3, 3, 3, 9),
        (4, 3, 3, 12),
        (4, 3, 4, 12),
        (3, 4, 4, 12),
        (4, 4, 3, 16),
        (4, 4, 4, 16),
        (5, 4, 4, 20),
        (4, 5, 4, 20),
        (5, 4, 5, 20),
        (4, 5, 5, 20),
    ]);
}

#[test]
fn boards_of_up_to_six_columns() {
    compare(&[
        (5, 5, 4, 18),
        (6, 4, 4, 16),
        (4, 6, 4, 18),
        (6, 5, 4, 18),
        (5, 6, 4, 18),
        (6, 6, 4, 19),
        (3, 15, 4, 20),
    ]);
}

#[test]
fn wide_boards() {
    compare(&[
        (7, 4, 4, 16),
        (8, 4, 4, 16),
        (9, 4, 4, 16),
        (7, 6, 4, 18),
        (15, 3, 4, 14),
    ]);
}

#[test]
fn three_in_a_row() {
    compare(&[
        (5, 5, 3, 25),
        (6, 4, 3, 24),
        (4, 6, 3, 24),
        (3, 10, 3, 30),
        (10, 3, 3, 24),
    ]);
}

#[test]
fn five_and_six_in_a_row() {
    compare(&[
        (5, 5, 5, 18),
        (6, 5, 5, 16),
        (5, 6, 5, 16),
        (6, 6, 5, 16),
        (7, 6, 5, 14),
        (9, 4, 5, 14),
        (6, 6, 6, 16),
        (7, 7, 6, 14),
    ]);
}

#[test]
fn boards_of_more_than_64_bits() {
    compare(&[
        (10, 6, 4, 16),
        (9, 7, 4, 18),
        (8, 8, 4, 18),
        (12, 5, 4, 16),
        (10, 10, 4, 18),
        (10, 6, 5, 14),
        (12, 8, 5, 16),
        (11, 10, 5, 16),
        (11, 10, 6, 14),
    ]);
}

/// Including the spare bits, these boards fill a word of 64 or 128 bits.
#[test]
fn boards_that_fill_a_word() {
    compare(&[
        (8, 7, 4, 18),
        (8, 7, 5, 14),
        (4, 15, 4, 22),
        (4, 15, 5, 20),
        (8, 15, 4, 18),
        (8, 15, 5, 18),
        (8, 15, 6, 14),
    ]);
}

/// Returns the score of a game by exhaustive search with the reference rules.
fn naive(board: &Reference) -> i32 {
    if board.winner().is_some() {
        // The last piece won; its player had this many turns left.
        let turns = (board.empty() + 1).div_ceil(2);
        return -i32::try_from(turns).expect("the board is small");
    }
    let moves = board.open().into_iter();
    let scores = moves.map(|place| -naive(&board.after(place)));
    scores.max().unwrap_or(0)
}

#[test]
fn the_plain_search_matches_the_reference_rules() {
    for (columns, rows, connect, empty) in [
        (3, 3, 3, 7),
        (4, 4, 3, 7),
        (5, 4, 4, 7),
        (7, 6, 4, 6),
        (7, 7, 6, 6),
    ] {
        let rules = two_players(columns, rows, connect);
        let mut plain = Plain::new(rules);
        let mut random = Random::new(1);
        for at in 0..40 {
            let pieces = plain.cells() - at % (empty + 1);
            let Some(moves) = plain.random_moves(&mut random, pieces) else {
                continue;
            };
            let mut board = Reference::new(plain.columns, plain.rows, connect as usize, 2, true);
            for &column in &moves {
                let place = board.open().into_iter().find(|place| place.0 == column);
                board.play(place.expect("the column has room"));
            }
            let score = plain.score(plain.play(&moves));
            assert_eq!(score, naive(&board), "{moves:?}\n{board}");
        }
    }
}

/// Returns a position with pieces in the cells of some moves, each of a random player, and a
/// random player to move; `None` if a player has a line.
fn set_up(rules: Rules, moves: &[usize], random: &mut Random) -> Option<Position> {
    let players: Vec<_> = rules.all_players().collect();
    let mut position = Position::new(rules);
    for &column in moves {
        let column = rules.column(column).expect("the column is on the board");
        let owner = players[random.below(2)];
        position.drop(owner, column).expect("there is room");
    }
    let to_move = players[random.below(2)];
    let position = position.with_to_move(to_move).expect("it is a player");
    let won = players.iter().any(|&player| position.has_won(player));
    (!won).then_some(position)
}

/// Returns the pieces as the plain search numbers them.
fn pieces(position: &Position) -> Pieces {
    let rules = position.rules();
    let mut pieces = Pieces::default();
    for cell in rules.all_cells() {
        let bit = 1 << (cell.column().index() * usize::from(rules.rows()) + cell.row());
        match position.piece_at(cell) {
            Some(owner) if owner == position.to_move() => pieces.own |= bit,
            Some(_) => pieces.other |= bit,
            None => {}
        }
    }
    pieces
}

#[test]
fn any_numbers_of_pieces_with_either_player_to_move() {
    let games = [
        (4, 4, 3, 16),
        (5, 4, 4, 20),
        (6, 5, 4, 18),
        (7, 6, 4, 18),
        (9, 7, 4, 16),
    ];
    let mut random = Random::new(1);
    let (mut all, mut unequal, mut deep) = (0, 0, 0);
    compare::for_each(&games, positions(), |plain, rules, moves| {
        let Some(position) = set_up(rules, moves, &mut random) else {
            return;
        };
        let mut solver = Solver::new(rules, 1 << 20).expect("the rules are supported");
        let score = plain.score(pieces(&position));
        let found = solver.solve(&position).map(i32::from);
        assert_eq!(found, Ok(score), "{position}");
        all += 1;
        unequal += usize::from(!position.follows_turns());
        let turns = plain.cells().saturating_sub(moves.len()).div_ceil(2);
        deep += usize::from(score.unsigned_abs() as usize + 1 < turns);
    });
    assert!(
        unequal * 3 > all,
        "only {unequal} of {all} have other numbers"
    );
    assert!(deep * 10 > all, "only {deep} of {all} need a search");
}
