//! The learned evaluation: its symmetries, its weights, and how often it is right.

use four_shapes_rules::{Position, Rules, RulesConfig};
use four_shapes_solver::{
    ColumnSearch, Goal, Outcome, PositionSearch, Progress, Search as _, Solver,
    evaluation::{Chances, Weights, WeightsError, chances},
};
use four_shapes_testing::plain::{random::Random, two_players};

/// Plays random moves; `None` if a player wins or the board is full.
fn play_randomly(rules: Rules, plies: usize, random: &mut Random) -> Option<Position> {
    let mut position = Position::new(rules);
    while position.piece_count() < plies {
        let columns: Vec<_> = rules
            .all_columns()
            .filter(|column| position.can_drop(*column))
            .collect();
        let column = *columns.get(random.below(columns.len().max(1)))?;
        let cell = position.drop(position.to_move(), column).ok()?;
        if position.trace(cell).is_some() {
            return None;
        }
    }
    (!position.is_full()).then_some(position)
}

/// Returns the position with its columns in reverse order.
fn mirrored(position: &Position) -> Position {
    let rules = position.rules();
    let mut mirrored = Position::new(rules);
    for cell in rules.all_cells() {
        if let Some(player) = position.piece_at(cell) {
            let column = usize::from(rules.columns()) - 1 - cell.column().index();
            let column = rules.column(column).unwrap();
            mirrored.drop(player, column).unwrap();
        }
    }
    mirrored
}

#[test]
fn mirrored_positions_are_equal_on_every_board() {
    let mut random = Random::new(1);
    for (columns, rows, connect) in [
        (3, 3, 3),
        (4, 3, 4),
        (5, 5, 5),
        (7, 6, 4),
        (8, 7, 4),
        (9, 7, 4),
        (9, 8, 6),
        (15, 3, 3),
        (3, 15, 4),
        (15, 15, 5),
        (15, 15, 6),
    ] {
        let rules = two_players(columns, rows, connect);
        let cells = (columns * rows) as usize;
        let mut found = 0;
        for _ in 0..200 {
            let plies = random.below(cells);
            let Some(position) = play_randomly(rules, plies, &mut random) else {
                continue;
            };
            found += 1;
            let chances_found = chances(&position).unwrap();
            assert_eq!(chances(&mirrored(&position)), Some(chances_found));
            let Chances { win, draw, loss } = chances_found;
            assert_eq!(win + draw + loss, Chances::TOTAL);
        }
        assert!(found > 5, "{columns} × {rows}: {found}");
    }
}

#[test]
fn forced_replies_change_sides() {
    let rules = two_players(8, 7, 4);
    let mut random = Random::new(2);
    let mut found = 0;
    while found < 50 {
        let Some(position) = play_randomly(rules, 12, &mut random) else {
            continue;
        };
        let player = position.to_move();
        let after = |cell: four_shapes_rules::Cell, player| {
            let mut after = position.clone();
            after.place(player, cell).unwrap();
            after
        };
        let completes = |player| {
            let cells = position.playable();
            let mut wins = cells.filter(|&cell| after(cell, player).trace(cell).is_some());
            (wins.next(), wins.next())
        };
        let other = rules.player_after(position.piece_count() + 1);
        let ((None, _), (Some(forced), None)) = (completes(player), completes(other)) else {
            continue;
        };
        found += 1;
        let replied = chances(&after(forced, player)).unwrap();
        assert_eq!(chances(&position), Some(replied.for_opponent()));
    }
}

#[test]
fn games_without_gravity_or_of_three_are_not_evaluated() {
    for (players, gravity) in [(3, true), (2, false)] {
        let config = RulesConfig {
            players,
            gravity,
            ..Rules::CLASSIC.config()
        };
        assert_eq!(chances(&Position::new(Rules::new(config).unwrap())), None);
    }
}

#[test]
fn lines_without_trained_weights_are_not_evaluated() {
    for connect in 3..=15 {
        let rules = two_players(15, 15, connect);
        let is_trained = connect <= 6;
        assert_eq!(Weights::trained(rules).is_some(), is_trained, "{connect}");
        assert_eq!(chances(&Position::new(rules)).is_some(), is_trained);
    }
}

#[test]
fn a_position_has_the_chances_of_its_best_move() {
    let mut random = Random::new(4);
    for (columns, rows, connect) in [
        (7, 6, 4),
        (8, 7, 4),
        (9, 7, 4),
        (15, 7, 4),
        (7, 6, 5),
        (6, 6, 5),
        (7, 7, 6),
        (6, 5, 3),
    ] {
        let rules = two_players(columns, rows, connect);
        let mut solver = Solver::new(rules, 1 << 20).unwrap();
        let (mut checked, mut open) = (0, 0);
        while checked < 60 {
            // The empty board, and every number of pieces.
            let plies = checked * rules.cells() / 60;
            checked += 1;
            let Some(position) = play_randomly(rules, plies, &mut random) else {
                continue;
            };
            let search = PositionSearch::new(&mut solver, &position, Goal::Exact).unwrap();
            let estimate = search.estimate();
            let columns = ColumnSearch::new(&mut solver, &position).unwrap();
            let moves = rules.all_columns();
            let moves = moves.filter_map(|column| columns.estimate(column));
            let best = moves
                .max_by_key(|chances| (chances.expected(), chances.draw))
                .unwrap();
            assert_eq!(best, estimate, "{position:?}");
            assert_eq!(columns.position_estimate(), Some(estimate), "{position:?}");
            if chances(&position) == Some(estimate) {
                open += 1;
            }
            solver.clear_table();
            let columns = ColumnSearch::best_first(&mut solver, &position).unwrap();
            let estimate = columns.position_estimate();
            solver.clear_table();
            let mut search = PositionSearch::new(&mut solver, &position, Goal::Exact).unwrap();
            search.run(1);
            assert_eq!(estimate, Some(search.estimate()));
        }
        assert!(open > 8, "{columns} × {rows}: {open}");
    }
}

/// The expected scores are those of the games, on boards that can be solved. Guards against a
/// length of a line for which the weights don't hold.
#[test]
fn expected_scores_are_right_for_every_length_of_a_line() {
    let mut wrong = Vec::new();
    for (connect, boards) in [
        (3, [(4, 4), (5, 5), (7, 6)]),
        (4, [(6, 5), (5, 6), (7, 6)]),
        (5, [(5, 5), (6, 6), (7, 6)]),
        (6, [(6, 6), (7, 6), (7, 7)]),
    ] {
        for (columns, rows) in boards {
            let rules = two_players(columns, rows, connect);
            let mut solver = Solver::new(rules, 1 << 20).unwrap();
            let mut random = Random::new(5);
            let (mut count, mut difference, mut error, mut prior) = (0, 0.0, 0.0, 0.0);
            for _ in 0..2_000 {
                if count == 200 {
                    break;
                }
                // Games of three in a row are over early, and longer lines take long to solve.
                let from = if connect == 3 { 0 } else { rules.cells() / 3 };
                let plies = from + random.below(rules.cells() * 5 / 12);
                let Some(position) = play_randomly(rules, plies, &mut random) else {
                    continue;
                };
                let mut search =
                    PositionSearch::new(&mut solver, &position, Goal::Outcome).unwrap();
                let Progress::Done(bounds) = search.run(20_000) else {
                    continue;
                };
                count += 1;
                let outcome = bounds.outcome().expect("the search is done");
                let expected = f64::from(chances(&position).unwrap().expected()) / 10_000.0;
                let actual = f64::from(outcome as i32 + 1) / 2.0;
                difference += expected - actual;
                error += (expected - actual).powi(2);
                prior += (0.5 - actual).powi(2);
            }
            let name = format!("{columns} × {rows}, {connect} in a row");
            let of_all = |sum: f64| sum / f64::from(count);
            let (bias, error, prior) = (of_all(difference), of_all(error), of_all(prior));
            let figures = format!("{name}: {count}, bias {bias:.3}, error {error:.3}, {prior:.3}");
            println!("{figures}");
            if bias.abs() >= 0.06 || error >= prior.min(0.05) {
                wrong.push(figures);
            }
            assert!(count >= 100, "{name}: {count}");
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Both sides can keep the other one from five in a row on these boards, and so from six.
#[test]
fn drawn_boards_are_about_even() {
    for (columns, rows) in [(5, 5), (5, 6), (6, 5), (6, 6)] {
        for connect in (5..=6).filter(|&connect| connect <= columns.max(rows)) {
            let rules = two_players(columns, rows, connect);
            let chances = chances(&Position::new(rules)).unwrap();
            let name = format!("{columns} × {rows}, {connect} in a row");
            assert!(
                (40..=60).contains(&chances.percent()),
                "{name}: {chances:?}"
            );
        }
    }
}

#[test]
fn damaged_weights_are_refused() {
    let weights = Weights::trained(Rules::CLASSIC).unwrap();
    let bytes = weights.to_bytes();
    assert_eq!(bytes.len(), Weights::BYTES);
    assert!(bytes.len() <= 20 << 10);
    assert_eq!(Weights::from_bytes(&bytes).as_ref(), Ok(weights));
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << bit;
            assert!(Weights::from_bytes(&damaged).is_err(), "byte {at}");
        }
        let truncated = Weights::from_bytes(&bytes[..at]);
        assert!(truncated.is_err(), "{at} bytes");
    }
    let message = |change: fn(&mut Vec<u8>)| {
        let mut bytes = bytes.clone();
        change(&mut bytes);
        Weights::from_bytes(&bytes).unwrap_err().to_string()
    };
    assert_eq!(
        message(|bytes| bytes[0] = b'5'),
        "not a file of evaluation weights"
    );
    assert_eq!(
        message(|bytes| bytes[5] = 9),
        "evaluation weights of version 9 instead of 1"
    );
    assert_eq!(
        message(|bytes| bytes[20] ^= 1),
        "the file of evaluation weights is damaged"
    );
    assert!(message(|bytes| bytes.push(0)).contains("bytes instead of"));
    assert_eq!(
        Weights::from_bytes(b"4eval\x01\x05\x02"),
        Err(WeightsError::Features(5, 2))
    );
}

/// Guards against a change for the worse. The figures of docs/players.md are from other games.
#[test]
fn winners_are_predicted() {
    let rules = two_players(8, 7, 4);
    let mut solver = Solver::new(rules, 1 << 20).unwrap();
    let mut random = Random::new(3);
    let (mut right, mut decided) = (0, 0);
    while decided < 300 {
        let plies = 20 + random.below(14);
        let Some(position) = play_randomly(rules, plies, &mut random) else {
            continue;
        };
        let mut search = PositionSearch::new(&mut solver, &position, Goal::Outcome).unwrap();
        let Progress::Done(bounds) = search.run(200_000) else {
            continue;
        };
        let outcome = bounds.outcome().expect("the search is done");
        let chances = chances(&position).unwrap();
        if outcome != Outcome::Draw {
            decided += 1;
            right += usize::from((chances.win > chances.loss) == (outcome == Outcome::Win));
        }
    }
    assert!(right >= 255, "{right} of {decided}");
}
