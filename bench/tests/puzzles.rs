//! The puzzles of the page against an independent solver.

use four_shapes_analysis::puzzles::{Goal, PuzzleSet};
use four_shapes_bench::Random;
use four_shapes_rules::{Rules, notation};

const PUZZLES: &[u8] = include_bytes!("../../data/puzzles.bin");

/// The number of puzzles that are solved.
const SAMPLE: usize = 500;

#[test]
fn puzzles_agree_with_an_independent_solver() {
    let sets = PuzzleSet::parse(PUZZLES).unwrap();
    let classic = sets.iter().find(|set| set.rules == Rules::CLASSIC).unwrap();
    let mut random = Random::new(3);
    let mut solver = connect_four_ai::Solver::empty();
    for _ in 0..SAMPLE {
        let puzzle = &classic.puzzles[random.below(classic.puzzles.len())];
        let game = puzzle.game(Rules::CLASSIC).unwrap();
        let moves = notation::write(&game);
        let position = connect_four_ai::Position::from_moves(&moves).unwrap();
        let score = i32::from(solver.solve(&position));
        let expected = i32::from(puzzle.goal == Goal::Win);
        assert_eq!(score.signum(), expected, "{moves}");
        let mut solutions = 0;
        for column in 1..=7 {
            let next = format!("{moves}{column}");
            // Full columns are errors, and no move ends the game.
            if let Ok(next) = connect_four_ai::Position::from_moves(&next) {
                let outcome = -i32::from(solver.solve(&next)).signum();
                solutions += usize::from(outcome >= expected);
            }
        }
        assert_eq!(solutions, 1, "{moves}");
        if puzzle.goal == Goal::Win {
            let empty = 42 - puzzle.moves.len();
            let length = empty.div_ceil(2) + 1 - score.unsigned_abs() as usize;
            assert_eq!(length, usize::from(puzzle.length), "{moves}");
        }
    }
}
