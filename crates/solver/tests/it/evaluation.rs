//! The learned evaluation: its symmetries, its weights, and how often it is right.

use four_shapes_rules::{Position, Rules, RulesConfig};
use four_shapes_solver::{
    Goal, Progress, Solver,
    evaluation::{Chances, WEIGHTS, Weights, WeightsError, chances},
};
use four_shapes_testing::plain::{random::Random, two_players};

/// Plays random moves; `None` if a player wins or the board is full.
fn play_randomly(rules: Rules, plies: usize, random: &mut Random) -> Option<Position> {
    let mut position = Position::new(rules);
    while position.pieces() < plies {
        let columns: Vec<_> = rules
            .all_columns()
            .filter(|column| position.can_drop(column.index()))
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
        if let Some(player) = position.get(cell) {
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
        (15, 15, 15),
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
        let other = rules.player_after(position.pieces() + 1);
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
fn damaged_weights_are_refused() {
    let bytes = WEIGHTS.to_bytes();
    assert_eq!(bytes.len(), Weights::BYTES);
    assert!(bytes.len() <= 20 << 10);
    assert_eq!(Weights::from_bytes(&bytes).as_ref(), Ok(&WEIGHTS));
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
        solver.begin(&position, Goal::Outcome, None).unwrap();
        let Progress::Done(outcome) = solver.search(200_000) else {
            continue;
        };
        let chances = chances(&position).unwrap();
        if outcome != 0 {
            decided += 1;
            right += usize::from((chances.win > chances.loss) == (outcome > 0));
        }
    }
    assert!(right >= 255, "{right} of {decided}");
}
