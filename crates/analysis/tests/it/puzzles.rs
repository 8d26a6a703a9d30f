//! Puzzles and their file. `cargo xtask test puzzles` proves all puzzles of `data/puzzles.bin`.

use four_shapes_analysis::{
    explain::Theme,
    puzzles::{
        Goal, MAX_LENGTH, MAX_RATING, MIN_RATING, Puzzle, PuzzleError, PuzzleFileError, PuzzleSet,
        RATING_STEP, THEMES,
    },
};
use four_shapes_rules::{Column, Rules, hash::fnv1a_32, notation};
use four_shapes_solver::{Outcome, Solver};
use four_shapes_testing::support::{Random, rules};
use std::collections::HashSet;

const SHIPPED: &[u8] = include_bytes!("../../../../data/puzzles.bin");

/// The number of shipped puzzles that are proved without the environment variable.
const SAMPLE: usize = 400;

fn moves(rules: Rules, text: &str) -> Vec<Column> {
    let game = notation::parse(rules, text).unwrap();
    let steps = game.steps().iter();
    let cells = steps.map(|step| match step {
        four_shapes_rules::Step::Place(cell) => cell.column(),
        step => panic!("{step:?} is no move"),
    });
    cells.collect()
}

fn random_set(rules: Rules, count: usize, random: &mut Random) -> PuzzleSet {
    let puzzle = |random: &mut Random| {
        let columns: Vec<Column> = rules.all_columns().collect();
        let length = random.below(rules.cells().min(64));
        Puzzle {
            moves: (0..length).map(|_| *random.pick(&columns)).collect(),
            goal: *random.pick(&[Goal::Win, Goal::Draw]),
            length: 1 + random.below(MAX_LENGTH.into()) as u8,
            theme: *random.pick(&THEMES),
            rating: MIN_RATING + RATING_STEP * random.below(128) as u16,
        }
    };
    let mut puzzles: Vec<Puzzle> = (0..count).map(|_| puzzle(random)).collect();
    puzzles.sort();
    PuzzleSet { rules, puzzles }
}

#[test]
fn files_round_trip() {
    let mut random = Random(5);
    let sets = [
        random_set(Rules::CLASSIC, 300, &mut random),
        random_set(rules(15, 4, 3, 2, true), 50, &mut random),
        random_set(rules(4, 4, 4, 2, true), 0, &mut random),
    ];
    let bytes = PuzzleSet::write(&sets);
    assert_eq!(PuzzleSet::parse(&bytes), Ok(sets.to_vec()));
    assert_eq!(PuzzleSet::parse(&PuzzleSet::write(&[])), Ok(Vec::new()));
}

#[test]
fn damaged_files_are_rejected() {
    let mut random = Random(6);
    let bytes = PuzzleSet::write(&[random_set(Rules::CLASSIC, 20, &mut random)]);
    for length in 0..bytes.len() {
        let error = PuzzleSet::parse(&bytes[..length]).unwrap_err();
        let expected = if length < 4 {
            PuzzleFileError::NotPuzzles
        } else {
            PuzzleFileError::Damaged
        };
        assert_eq!(error, expected, "{length}");
    }
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << random.below(8);
        let error = PuzzleSet::parse(&changed).unwrap_err();
        let expected = match at {
            0..4 => PuzzleFileError::NotPuzzles,
            4 => PuzzleFileError::Version(changed[4]),
            _ => PuzzleFileError::Damaged,
        };
        assert_eq!(error, expected, "{at}");
    }
}

#[test]
fn files_with_a_right_checksum_never_panic() {
    let mut random = Random(7);
    let mut invalid = 0;
    for _ in 0..3_000 {
        let mut bytes = PuzzleSet::write(&[random_set(Rules::CLASSIC, 5, &mut random)]);
        bytes.truncate(bytes.len() - 4);
        for _ in 0..=random.below(8) {
            let at = 5 + random.below(bytes.len() - 5);
            bytes[at] = random.next_u64() as u8;
        }
        bytes.truncate(bytes.len() - random.below(3));
        bytes.extend(fnv1a_32(&bytes).to_le_bytes());
        match PuzzleSet::parse(&bytes) {
            Ok(sets) => {
                for set in sets {
                    for puzzle in set.puzzles {
                        let _ = puzzle.game(set.rules);
                    }
                }
            }
            Err(error) => {
                assert!(matches!(error, PuzzleFileError::Puzzle(_)), "{error}");
                invalid += 1;
            }
        }
    }
    assert!(invalid > 100, "{invalid}");
}

#[test]
fn flaws_are_found() {
    let puzzle = |text: &str, goal, length| Puzzle {
        moves: moves(Rules::CLASSIC, text),
        goal,
        length,
        theme: Theme::BestLine,
        rating: MIN_RATING,
    };
    let mut solver = Solver::new(Rules::CLASSIC, Solver::DEFAULT_TABLE).unwrap();
    let mut verify = |puzzle: &Puzzle| puzzle.verify(&mut solver);
    let shipped = PuzzleSet::parse(SHIPPED).unwrap();
    let is_win = |puzzle: &&Puzzle| puzzle.goal == Goal::Win && puzzle.length < MAX_LENGTH;
    let right = shipped[0].puzzles.iter().find(is_win).unwrap();
    assert_eq!(verify(right), Ok(()));
    let longer = Puzzle {
        length: right.length + 1,
        ..right.clone()
    };
    assert_eq!(
        verify(&longer),
        Err(PuzzleError::Length(right.length.into()))
    );
    let draw = Puzzle {
        goal: Goal::Draw,
        ..right.clone()
    };
    assert_eq!(verify(&draw), Err(PuzzleError::Outcome(Outcome::Win)));
    assert_eq!(
        verify(&puzzle("121212", Goal::Win, 1)),
        Err(PuzzleError::Obvious)
    );
    assert_eq!(
        verify(&puzzle("4455", Goal::Win, 3)),
        Err(PuzzleError::Solutions(4))
    );
    let mut over = puzzle("121212", Goal::Win, 1);
    over.moves.push(over.moves[0]);
    assert_eq!(verify(&over), Err(PuzzleError::Moves));
    let mut full = over;
    full.moves = vec![full.moves[0]; 7];
    assert_eq!(verify(&full), Err(PuzzleError::Moves));
}

#[test]
fn shipped_puzzles_are_right() {
    let sets = PuzzleSet::parse(SHIPPED).unwrap();
    let classic = &sets.iter().find(|set| set.rules == Rules::CLASSIC).unwrap();
    assert!(classic.puzzles.len() > PuzzleSet::DAILY + 1_000);
    assert!(sets.len() > 1, "there are other boards");
    assert!(SHIPPED.len() <= 60_000, "{} bytes", SHIPPED.len());
    let all: usize = sets.iter().map(|set| set.puzzles.len()).sum();
    let sample = match std::env::var("FOUR_SHAPES_PUZZLES").as_deref() {
        Ok("all") => all,
        _ => SAMPLE,
    };
    let mut random = Random(8);
    for set in &sets {
        assert!(set.puzzles.is_sorted(), "the order of the file");
        let mut solver = Solver::new(set.rules, Solver::DEFAULT_TABLE).unwrap();
        let mut known = HashSet::new();
        for puzzle in &set.puzzles {
            let game = puzzle.game(set.rules).unwrap();
            assert!(
                known.insert(alike(game.position())),
                "{}",
                notation::write(&game)
            );
            assert!(puzzle.rating <= MAX_RATING);
            if random.below(all) < sample {
                let result = puzzle.verify(&mut solver);
                assert_eq!(result, Ok(()), "{}", notation::write(&game));
            }
        }
    }
}

#[test]
fn wins_are_shortened_to_their_last_moves() {
    let sets = PuzzleSet::parse(SHIPPED).unwrap();
    let classic = sets.iter().find(|set| set.rules == Rules::CLASSIC).unwrap();
    let mut solver = Solver::new(classic.rules, Solver::DEFAULT_TABLE).unwrap();
    let wins = |length| {
        let is_one = move |it: &&Puzzle| it.goal == Goal::Win && it.length == length;
        classic.puzzles.iter().filter(is_one)
    };
    for length in [1, 2] {
        let mut known = HashSet::new();
        for puzzle in wins(3) {
            let shortened = puzzle.shortened(classic.rules, length);
            let Some(shortened) = shortened else {
                continue;
            };
            let plies = 2 * usize::from(3 - length);
            assert_eq!(shortened.moves.len(), puzzle.moves.len() + plies);
            assert!(shortened.moves.starts_with(&puzzle.moves));
            let game = shortened.game(classic.rules).unwrap();
            let position = game.position();
            known.insert(alike(position));
            if length == 1 {
                assert_eq!(position.completions(position.to_move()).len(), 1);
                continue;
            }
            // It is one, but for other moves that win later.
            let result = shortened.verify(&mut solver);
            let is_right = matches!(result, Ok(()) | Err(PuzzleError::Solutions(2..)));
            assert!(is_right, "{}: {result:?}", notation::write(&game));
            let score = solver.solve(position).unwrap().value().unsigned_abs();
            let empty = classic.rules.cells() - position.piece_count();
            assert_eq!(empty.div_ceil(2) + 1 - usize::from(score), 2);
        }
        let all = wins(3).count();
        assert!(known.len() * 4 > all * 3, "{} of {all}", known.len());
    }
    let longer = wins(4).next().unwrap();
    assert_eq!(longer.shortened(classic.rules, 2), None);
    let win = wins(3).next().unwrap();
    for length in [0, 3, 4] {
        assert_eq!(win.shortened(classic.rules, length), None);
    }
}

/// The pieces of a position or its mirror image, whichever is less.
fn alike(position: &four_shapes_rules::Position) -> Vec<Option<usize>> {
    let rules = position.rules();
    let last = usize::from(rules.columns()) - 1;
    let owner = |cell| {
        position
            .piece_at(cell)
            .map(four_shapes_rules::Player::index)
    };
    let plain = rules.all_cells().map(owner).collect::<Vec<_>>();
    let mirrored = rules.all_cells().map(|cell| {
        owner(
            rules
                .cell(last - cell.column().index(), cell.row())
                .unwrap(),
        )
    });
    plain.min(mirrored.collect())
}

#[test]
fn every_day_has_a_puzzle_and_training_has_others() {
    const DAYS: i64 = 1092;
    assert_eq!(PuzzleSet::DAILY, 1092);
    let sets = PuzzleSet::parse(SHIPPED).unwrap();
    let classic = &sets[0];
    assert_eq!(classic.rules, Rules::CLASSIC);
    let daily: HashSet<_> = (0..DAYS).map(|day| classic.daily(day).unwrap()).collect();
    assert_eq!(daily.len(), PuzzleSet::DAILY, "all different");
    assert!(classic.training().all(|puzzle| !daily.contains(puzzle)));
    assert_eq!(
        classic.training().count() + PuzzleSet::DAILY,
        classic.puzzles.len()
    );
    for day in [i64::MIN, -1, 0, 20_000, i64::MAX] {
        assert!(classic.daily(day).is_some(), "{day}");
    }
    assert_eq!(classic.daily(20_000), classic.daily(20_000 + DAYS));
    let set = |puzzles: &[Puzzle]| PuzzleSet {
        rules: Rules::CLASSIC,
        puzzles: puzzles.to_vec(),
    };
    assert_eq!(set(&[]).daily(5), None);
    let hard = classic.puzzles.iter().find(|it| it.rating > 1500).unwrap();
    let only = set(std::slice::from_ref(hard));
    assert_eq!(only.daily(5), Some(hard), "none has the rating of the day");
}

/// A week becomes harder, and beginners have won positions for the first days of training.
#[test]
fn puzzles_suit_their_day() {
    let sets = PuzzleSet::parse(SHIPPED).unwrap();
    let classic = &sets[0];
    // 5 January 1970 was a Monday.
    let of_weekday = |weekday: i64| -> Vec<&Puzzle> {
        let days = (4 + weekday..1092).step_by(7);
        days.map(|day| classic.daily(day).unwrap()).collect()
    };
    let mean = |puzzles: &[&Puzzle]| {
        puzzles.iter().map(|it| u32::from(it.rating)).sum::<u32>() / puzzles.len() as u32
    };
    let mut before = 0;
    let lengths = [3..=4, 3..=3, 3..=4, 4..=5, 5..=6, 3..=6, 3..=8];
    for (weekday, lengths) in (0..).zip(lengths) {
        let puzzles = of_weekday(weekday);
        let is_weekend = weekday >= 5;
        for puzzle in &puzzles {
            assert!((830..=1250).contains(&puzzle.rating), "{puzzle:?}");
            assert!(weekday > 1 || puzzle.rating <= 1010, "{puzzle:?}");
            match puzzle.goal {
                Goal::Win => assert!(lengths.contains(&puzzle.length), "{puzzle:?}"),
                Goal::Draw => assert!(is_weekend, "{puzzle:?}"),
            }
        }
        let draws = puzzles.iter().filter(|it| it.goal == Goal::Draw).count();
        assert_eq!(draws > 20, is_weekend, "{draws} draws on day {weekday}");
        let rating = mean(&puzzles);
        assert!(rating > before, "day {weekday}: {rating} after {before}");
        before = rating;
    }
    let is_easy = |it: &&Puzzle| it.goal == Goal::Win && (600..=900).contains(&it.rating);
    assert!(classic.training().filter(is_easy).count() > 200);
}
