//! The scores of the solver against an independent one.

use four_shapes_bench::{Random, playout};
use four_shapes_rules::{Rules, notation};
use four_shapes_solver::{Score, Solver};

/// The positions per number of pieces from 12 to 41.
const PER_PLY: usize = 100;

/// How many of these have all columns compared.
const WITH_COLUMNS: usize = 5;

#[test]
fn scores_agree_with_an_independent_solver() {
    let mut random = Random::new(7);
    let mut ours = Solver::new(Rules::CLASSIC, Solver::DEFAULT_TABLE).unwrap();
    let mut theirs = connect_four_ai::Solver::empty();
    for pieces in 12..42 {
        let mut tested = 0;
        while tested < PER_PLY {
            let Some(game) = playout(&mut random, Rules::CLASSIC, pieces) else {
                continue;
            };
            let (position, moves) = (game.position(), notation::write(&game));
            let same = connect_four_ai::Position::from_moves(&moves).unwrap();
            let expected = i32::from(theirs.solve(&same));
            let score = ours.solve(position).map(i32::from);
            assert_eq!(score, Ok(expected), "score of {moves}");

            let outcome = ours.outcome(position).map(|outcome| outcome as i32);
            assert_eq!(outcome, Ok(expected.signum()), "outcome of {moves}");

            if tested < WITH_COLUMNS {
                let found = ours.column_scores(position).unwrap();
                let scores = Rules::CLASSIC.all_columns().map(|column| found.get(column));
                let expected = theirs.get_all_move_scores(&same);
                let expected = expected.map(|score| score.map(Score::new));
                assert_eq!(scores.collect::<Vec<_>>(), expected, "columns of {moves}");
            }
            tested += 1;
        }
    }
}
