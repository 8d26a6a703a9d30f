//! Benchmark positions, cached in files.

use crate::{
    class::{Class, moves_to_end},
    random::{Random, has_immediate_win, playout},
};
use four_shapes_rules::{Game, Rules, notation};
use four_shapes_solver::Solver;
use std::{fs, path::Path};

/// A position and its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The rules of the game.
    pub rules: Rules,
    /// The moves from the empty board, one digit each.
    pub moves: String,
    /// The score for the side to move.
    pub score: i32,
}

impl Case {
    /// Returns the game up to the position.
    pub fn game(&self) -> Game {
        notation::parse(self.rules, &self.moves).expect("the moves were checked")
    }
}

/// Generates `size` distinct positions of a class.
pub fn class_cases(class: &Class, size: usize, seed: u64) -> Vec<Case> {
    // A sequence per class, so that the size of one does not affect another.
    let name = class.name.bytes();
    let seed = name.fold(seed, |seed, byte| seed.wrapping_mul(257) + u64::from(byte));
    let mut random = Random::new(seed);
    let rules = class.rules();
    let mut solver =
        Solver::new(rules, Solver::DEFAULT_TABLE).expect("the rules of the classes can be solved");
    let mut cases: Vec<Case> = Vec::new();
    let spread = class.pieces.end() - class.pieces.start() + 1;
    while cases.len() < size {
        let pieces = class.pieces.start() + random.below(spread);
        let Some(game) = playout(&mut random, rules, pieces) else {
            continue;
        };
        let moves = notation::write(&game);
        if has_immediate_win(game.position()) || cases.iter().any(|case| case.moves == moves) {
            continue;
        }
        let score = solver.solve(game.position());
        let score = i32::from(score.expect("the game is not over"));
        if class
            .to_end
            .contains(&moves_to_end(rules.cells() - pieces, score))
        {
            cases.push(Case {
                rules,
                moves,
                score,
            });
        }
    }
    cases
}

/// Generates up to `per_ply` distinct positions of each ply from 0 to 41, including those
/// with an immediate win. They are not solved.
pub fn ply_cases(per_ply: usize, seed: u64) -> Vec<String> {
    const MAX_TRIES: usize = 1_000_000;
    let mut random = Random::new(seed);
    let mut all = Vec::new();
    for ply in 0..Rules::CLASSIC.cells() {
        let count = match ply {
            // The numbers of distinct positions.
            0 => per_ply.min(1),
            1 => per_ply.min(7),
            _ => per_ply,
        };
        let mut found: Vec<String> = Vec::new();
        for _ in 0..MAX_TRIES {
            if found.len() == count {
                break;
            }
            let game = playout(&mut random, Rules::CLASSIC, ply);
            if let Some(moves) = game.map(|game| notation::write(&game))
                && !found.contains(&moves)
            {
                found.push(moves);
            }
        }
        all.append(&mut found);
    }
    all
}

/// Reads a file of positions of one game, one per line: the moves and the score.
///
/// # Errors
/// Returns an error if the file cannot be read, or for its first invalid line.
pub fn read(path: &Path, rules: Rules) -> Result<Vec<Case>, String> {
    let text = fs::read_to_string(path)
        .map_err(|error| format!("can't read {}: {error}", path.display()))?;
    let lines = text.lines().enumerate();
    lines
        .map(|(index, line)| {
            parse(line, rules)
                .map_err(|error| format!("{}, line {}: {error}", path.display(), index + 1))
        })
        .collect()
}

fn parse(line: &str, rules: Rules) -> Result<Case, String> {
    let (moves, score) = line
        .split_once(' ')
        .ok_or_else(|| format!("“{line}” is not moves, a space and a score"))?;
    notation::parse(rules, moves).map_err(|error| error.to_string())?;
    let score = score
        .parse()
        .map_err(|_| format!("“{score}” is not a score"))?;
    let moves = moves.to_owned();
    Ok(Case {
        rules,
        moves,
        score,
    })
}

/// Writes a file for [`read`], atomically.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub fn write(path: &Path, cases: &[Case]) -> Result<(), String> {
    let error = |error| format!("can't write {}: {error}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(error)?;
    }
    let lines = cases
        .iter()
        .map(|case| format!("{} {}\n", case.moves, case.score));
    let temporary = path.with_extension("unfinished");
    fs::write(&temporary, lines.collect::<String>()).map_err(error)?;
    fs::rename(&temporary, path).map_err(error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::{CLASSES, LARGE};

    #[test]
    fn cases_belong_to_their_class() {
        for class in CLASSES[..3].iter().chain([&LARGE]) {
            let cases = class_cases(class, 3, 1);
            assert_eq!(cases, class_cases(class, 3, 1));
            assert_ne!(cases, class_cases(class, 3, 2));
            for case in cases {
                let game = case.game();
                let pieces = game.position().piece_count();
                assert!(class.pieces.contains(&pieces), "{}: {case:?}", class.name);
                assert!(class.to_end.contains(&moves_to_end(
                    game.position().rules().cells() - pieces,
                    case.score
                )));
                assert!(!has_immediate_win(game.position()), "{case:?}");
            }
        }
    }

    #[test]
    fn every_ply_has_positions() {
        let all = ply_cases(3, 1);
        for ply in 0..42 {
            let count = all.iter().filter(|moves| moves.len() == ply).count();
            assert_eq!(count, if ply == 0 { 1 } else { 3 }, "ply {ply}");
        }
    }

    #[test]
    fn invalid_lines_are_rejected() {
        let read = |line| parse(line, Rules::CLASSIC).map(|case| (case.moves, case.score));
        assert_eq!(read("4445 -2"), Ok(("4445".to_owned(), -2)));
        for (line, problem) in [
            ("4445", "“4445” is not moves, a space and a score"),
            ("4445 x", "“x” is not a score"),
            (
                "4485 1",
                "character 3: “8” is not a column; columns are 1 to 7",
            ),
        ] {
            assert_eq!(read(line), Err(problem.to_owned()));
        }
    }
}
