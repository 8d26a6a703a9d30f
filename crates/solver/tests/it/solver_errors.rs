//! Games and positions that cannot be solved.

use four_shapes_rules::{Position, Rules};
use four_shapes_solver::{
    BestMoveSearch, ColumnSearch, Goal, PositionSearch, Progress, Score, Search as _, Solver,
    Unsolvable, VariationSearch,
};
use four_shapes_testing::plain::{position, two_players};
use four_shapes_testing::support::rules;

#[test]
fn unsupported_rules_are_rejected() {
    let cases = [
        (
            rules(7, 6, 4, 3, true),
            Unsolvable::Players(3),
            "3 players; only two-player games can be solved",
        ),
        (
            Rules::TIC_TAC_TOE,
            Unsolvable::NoGravity,
            "only games with gravity can be solved",
        ),
        (
            rules(9, 9, 7, 2, true),
            Unsolvable::Connect(7),
            "7 in a row; only up to 6 can be solved",
        ),
        (
            rules(12, 10, 4, 2, true),
            Unsolvable::TooLarge {
                columns: 12,
                rows: 10,
            },
            "the 12 × 10 board is too large to solve: columns × (rows + 1) is more than 128",
        ),
        (
            rules(15, 15, 6, 2, true),
            Unsolvable::TooLarge {
                columns: 15,
                rows: 15,
            },
            "the 15 × 15 board is too large to solve: columns × (rows + 1) is more than 128",
        ),
    ];
    for (rules, error, text) in cases {
        let found = Solver::new(rules, 1 << 20).err();
        assert_eq!(found, Some(error), "{rules:?}");
        assert_eq!(error.to_string(), text);
    }
}

/// Returns positions that a solver for 7 × 6 rejects, with the errors and their texts.
fn rejected() -> Vec<(Position, Unsolvable, &'static str)> {
    let parsed = |text| position(Rules::CLASSIC, text);
    let columns =
        |text| Position::from_column_indices(Rules::CLASSIC, text).expect("the moves are legal");
    let (rules, over) = ("the position uses different rules", "the game is over");
    let other = |columns, rows, connect| position(two_players(columns, rows, connect), "");
    vec![
        (
            position(two_players(6, 7, 4), "44"),
            Unsolvable::OtherRules,
            rules,
        ),
        (other(7, 6, 5), Unsolvable::OtherRules, rules),
        (other(7, 5, 4), Unsolvable::OtherRules, rules),
        (other(9, 7, 4), Unsolvable::OtherRules, rules),
        (other(10, 8, 4), Unsolvable::OtherRules, rules),
        (parsed("1122334"), Unsolvable::Over, over),
        (parsed("71121314"), Unsolvable::Over, over),
        // Play continued after one or both players had won.
        (columns("01010101"), Unsolvable::Over, over),
        (columns("0101010226"), Unsolvable::Over, over),
    ]
}

/// A rejected position costs nothing.
#[test]
fn invalid_positions_are_rejected() {
    let valid = position(Rules::CLASSIC, "5455174361263362");
    for (position, error, text) in rejected() {
        assert_eq!(error.to_string(), text);
        let mut solver = Solver::new(Rules::CLASSIC, 1 << 20).expect("the rules are supported");
        let mut search = PositionSearch::new(&mut solver, &valid, Goal::Exact).unwrap();
        assert_eq!(search.run(10), Progress::Paused);
        let nodes = solver.nodes();
        assert_eq!(solver.check(&valid), Ok(()));
        assert_eq!(solver.check(&position), Err(error));
        let win = Score::new(1);
        for goal in [Goal::Exact, Goal::Outcome, Goal::AtLeast(win)] {
            let search = PositionSearch::new(&mut solver, &position, goal);
            assert_eq!(search.err(), Some(error));
            let search = PositionSearch::with_guess(&mut solver, &position, goal, Some(win));
            assert_eq!(search.err(), Some(error));
        }
        let search = ColumnSearch::new(&mut solver, &position);
        assert_eq!(search.err(), Some(error));
        let search = BestMoveSearch::new(&mut solver, &position);
        assert_eq!(search.err(), Some(error));
        let search = VariationSearch::new(&mut solver, &position);
        assert_eq!(search.err(), Some(error));
        assert_eq!(solver.solve(&position), Err(error));
        assert_eq!(solver.outcome(&position), Err(error));
        assert_eq!(solver.column_scores(&position), Err(error));
        assert_eq!(solver.best_columns(&position), Err(error));
        assert_eq!(solver.principal_variation(&position), Err(error));
        assert_eq!(solver.nodes(), nodes);
        assert_eq!(solver.solve(&valid), Ok(Score::new(-1)), "{error}");
    }
}

#[test]
fn boards_are_limited_to_128_bits() {
    for (columns, rows, fits) in [
        (8, 7, true),
        (8, 15, true),
        (11, 10, true),
        (15, 7, true),
        (15, 8, false),
        (9, 14, false),
        (12, 10, false),
    ] {
        let solver = Solver::new(two_players(columns, rows, 4), 1);
        assert_eq!(solver.is_ok(), fits, "{columns} × {rows}");
    }
    let error = Solver::new(Rules::CLASSIC, 0).err();
    assert_eq!(error, Some(Unsolvable::NoTable));
}
