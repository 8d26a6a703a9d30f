//! `Score`, `Outcome` and `Bounds`.

use four_shapes_rules::{Position, Rules};
use four_shapes_solver::{
    Bounds, Goal, Outcome, PositionSearch, Progress, Score, Search as _, Solver, book::Book,
    evaluation::Chances,
};
use four_shapes_testing::plain::{compare, position, text};
use std::sync::Arc;

/// All outcomes, from the worst.
const OUTCOMES: [Outcome; 3] = [Outcome::Loss, Outcome::Draw, Outcome::Win];

fn bounds(lower: i8, upper: i8) -> Bounds {
    let [lower, upper] = [lower, upper].map(Score::new);
    Bounds { lower, upper }
}

fn contains(bounds: Bounds, score: i32) -> bool {
    (bounds.lower.into()..=bounds.upper.into()).contains(&score)
}

/// Returns all bounds of which both are between −`most` and `most`.
fn all_bounds(most: i8) -> impl Iterator<Item = Bounds> {
    (-most..=most).flat_map(move |lower| (lower..=most).map(move |upper| bounds(lower, upper)))
}

#[test]
fn scores_are_written_as_numbers() {
    let [loss, draw, win] = [-3, 0, 11].map(Score::new);
    assert_eq!(format!("{loss} {draw} {win}"), "-3 0 11");
    assert_eq!(format!("{loss:+} {draw:+} {win:+}"), "-3 +0 +11");
    assert_eq!(format!("{loss:4}|{draw:<4}|{win:+4}"), "  -3|0   | +11");
    assert_eq!(format!("{loss:03}|{win:^6}|{win:>+5}"), "-03|  11  |  +11");
}

#[test]
fn outcomes_are_written_as_words() {
    assert_eq!(
        OUTCOMES.map(|outcome| outcome.to_string()),
        ["loss", "draw", "win"]
    );
    let [loss, draw, win] = OUTCOMES;
    assert_eq!(
        format!("{loss:6}|{draw:>5}|{win:^5}|"),
        "loss  | draw| win |"
    );
}

#[test]
fn scores_are_ordered_and_negated_as_their_values() {
    for value in i8::MIN..=i8::MAX {
        let score = Score::new(value);
        assert_eq!((score.value(), i32::from(score)), (value, value.into()));
        assert_eq!((-score).value(), value.checked_neg().unwrap_or(i8::MAX));
        for other in i8::MIN..=i8::MAX {
            assert_eq!(score.cmp(&Score::new(other)), value.cmp(&other));
        }
    }
    assert_eq!(Score::DRAW.value(), 0);
}

#[test]
fn outcomes_are_the_signs_of_scores() {
    for value in i8::MIN..=i8::MAX {
        let score = Score::new(value);
        assert_eq!(score.outcome() as i32, i32::from(value.signum()));
        assert_eq!((-score).outcome(), -score.outcome(), "{value}");
    }
    assert_eq!(OUTCOMES.map(|outcome| outcome as i32), [-1, 0, 1]);
    assert_eq!(
        OUTCOMES.map(|outcome| -outcome),
        [Outcome::Win, Outcome::Draw, Outcome::Loss]
    );
    assert!(Outcome::Loss < Outcome::Draw && Outcome::Draw < Outcome::Win);
}

/// Plays the principal variation of a position and checks the moves left before each move and at
/// its end. Returns the outcome of the position.
fn check_moves_left(solver: &mut Solver, start: &Position) -> Outcome {
    let score = solver.solve(start).expect("the game is not over");
    let line = solver.principal_variation(start);
    let line = line.expect("the game is not over");
    let is_drawn = score == Score::DRAW;
    let mut position = start.clone();
    let mut known = score;
    for left in (0..=line.len()).rev() {
        // The winner plays the last move.
        let moves = u32::try_from(left.div_ceil(2)).expect("the board is small");
        let expected = (!is_drawn).then_some(moves);
        assert_eq!(
            known.moves_left(&position),
            expected,
            "{start:?}, {left} left"
        );
        if let Some(&column) = line.get(line.len() - left) {
            position
                .drop(position.to_move(), column)
                .expect("there is room");
            known = -known;
        }
    }
    let has_won = |distance| position.has_won(position.player_after(distance));
    assert!(!has_won(0), "{start:?}");
    assert_eq!(has_won(1), !is_drawn, "{start:?}");
    assert!(has_won(1) || position.is_full(), "{start:?}");
    let is_won_by_mover = line.len() % 2 == 1;
    if !is_drawn {
        assert_eq!(
            score.outcome() == Outcome::Win,
            is_won_by_mover,
            "{start:?}"
        );
    }
    score.outcome()
}

#[test]
fn moves_left_are_those_of_the_principal_variation() {
    let mut solver = Solver::new(Rules::CLASSIC, Solver::DEFAULT_TABLE).unwrap();
    for (moves, outcome, moves_left) in [
        ("112233", Outcome::Win, Some(1)),
        ("1121212", Outcome::Win, Some(1)),
        ("41516", Outcome::Loss, Some(1)),
        ("32164625", Outcome::Win, Some(7)),
        ("2531276566711153", Outcome::Win, Some(12)),
        ("5455174361263362", Outcome::Loss, Some(13)),
        ("32751571231557", Outcome::Loss, Some(12)),
        ("274552224131661", Outcome::Draw, None),
    ] {
        let position = position(Rules::CLASSIC, moves);
        assert_eq!(check_moves_left(&mut solver, &position), outcome, "{moves}");
        let score = solver.solve(&position).unwrap();
        assert_eq!(score.moves_left(&position), moves_left, "{moves}");
    }
    // Boards of odd and even numbers of cells, with either side to move.
    let games = [(3, 3, 3, 9), (5, 5, 4, 12), (5, 4, 3, 20), (7, 6, 4, 14)];
    let mut found = Vec::new();
    compare::for_each(&games, 40, |_, rules, moves| {
        let position = position(rules, &text(rules, moves));
        let mut solver = Solver::new(rules, 1 << 20).unwrap();
        found.push(check_moves_left(&mut solver, &position));
    });
    for outcome in OUTCOMES {
        let count = found.iter().filter(|&&other| other == outcome).count();
        assert!(count > 10, "{outcome}: {count} of {}", found.len());
    }
}

#[test]
fn bounds_have_an_outcome_and_a_score_if_all_their_scores_do() {
    for bounds in all_bounds(4) {
        let scores = (bounds.lower.value()..=bounds.upper.value()).map(Score::new);
        let only = |first: Outcome| scores.clone().all(|score| score.outcome() == first);
        let outcome = OUTCOMES.into_iter().find(|&outcome| only(outcome));
        assert_eq!(bounds.outcome(), outcome, "{bounds:?}");
        let score = scores.clone().next().filter(|_| scores.len() == 1);
        assert_eq!(bounds.exact(), score, "{bounds:?}");
    }
}

#[test]
fn bounds_are_narrowed_unless_they_contradict() {
    for known in all_bounds(4) {
        for by in all_bounds(4) {
            let both = |score: &i32| contains(known, *score) && contains(by, *score);
            let both: Vec<i32> = (-4..=4).filter(both).collect();
            let narrowed = known.narrowed(by);
            let found: Vec<i32> = (-4..=4)
                .filter(|&score| contains(narrowed, score))
                .collect();
            if both.is_empty() {
                assert_eq!(narrowed, known, "{known:?} by {by:?}");
            } else {
                assert_eq!(found, both, "{known:?} by {by:?}");
            }
        }
    }
    assert_eq!(bounds(-3, 2).narrowed(bounds(0, 7)), bounds(0, 2));
    assert_eq!(bounds(-3, 2).narrowed(bounds(3, 7)), bounds(-3, 2));
    assert_eq!(bounds(3, 7).narrowed(bounds(-3, 2)), bounds(3, 7));
}

#[test]
fn chances_are_those_that_bounds_leave_open() {
    let chances = |[win, draw, loss]: [u16; 3]| Chances { win, draw, loss };
    let all = chances([5000, 3000, 2000]);
    for (lower, upper, left) in [
        (-5, 5, [5000, 3000, 2000]),
        (0, 9, [6250, 3750, 0]),
        (-9, 0, [0, 6000, 4000]),
        (3, 9, [10_000, 0, 0]),
        (0, 0, [0, 10_000, 0]),
        (-9, -3, [0, 0, 10_000]),
    ] {
        assert_eq!(
            all.within(bounds(lower, upper)),
            chances(left),
            "{lower} {upper}"
        );
    }
}

/// Searches for the outcome in the smallest slices and checks the bounds of each.
fn check_outcome(solver: &mut Solver, position: &Position, score: i32) {
    let empty = position.rules().cells() - position.piece_count();
    let most = i8::try_from(empty).expect("the board is small");
    let search = PositionSearch::new(solver, position, Goal::Outcome);
    let mut search = search.expect("the game is not over");
    let mut known = bounds(-(most / 2), (most + 1) / 2);
    loop {
        let progress = search.run(1);
        let found = search.bounds();
        assert!(contains(found, score), "{position:?} {score}: {found:?}");
        assert_eq!(known.narrowed(found), found, "{position:?}: {known:?}");
        known = found;
        if let Progress::Done(answer) = progress {
            let outcome = answer.outcome().map(|outcome| outcome as i32);
            assert_eq!(outcome, Some(score.signum()), "{position:?}");
            assert_eq!(answer, found, "{position:?}");
            return;
        }
        assert_eq!(found.outcome(), None, "a known outcome ends the search");
    }
}

#[test]
fn searches_for_outcomes_have_bounds_of_the_score() {
    let games = [
        (3, 3, 3, 9),
        (4, 4, 4, 16),
        (5, 4, 3, 20),
        (5, 5, 4, 14),
        (7, 6, 4, 16),
        (10, 6, 4, 14),
    ];
    compare::for_each(&games, 60, |plain, rules, moves| {
        let score = plain.score(plain.play(moves));
        let mut solver = Solver::new(rules, 1 << 20).unwrap();
        check_outcome(&mut solver, &position(rules, &text(rules, moves)), score);
    });
}

#[test]
fn outcomes_from_a_book_have_bounds_of_the_score() {
    let book = Book::read(include_bytes!("../../data/7x6.book")).unwrap();
    let mut solver = Solver::new(Rules::CLASSIC, 1 << 20).unwrap();
    solver.use_book(Arc::new(book));
    for (moves, score, expected) in [
        ("", 1, bounds(1, 21)),
        ("1", 2, bounds(1, 21)),
        ("3", 0, bounds(0, 0)),
        ("4", -1, bounds(-20, -1)),
    ] {
        let position = position(Rules::CLASSIC, moves);
        check_outcome(&mut solver, &position, score);
        let search = PositionSearch::new(&mut solver, &position, Goal::Outcome);
        assert_eq!(search.unwrap().run(0), Progress::Done(expected), "{moves}");
    }
    assert_eq!(solver.nodes(), 0);
}

/// Bounds that a search for an outcome has proved hold for a search for the score.
#[test]
fn bounds_of_outcomes_can_be_passed_on() {
    for (moves, score) in [("41516", -18), ("32164625", 11), ("274552224131661", 0)] {
        let position = position(Rules::CLASSIC, moves);
        let mut solver = Solver::new(Rules::CLASSIC, Solver::DEFAULT_TABLE).unwrap();
        let search = PositionSearch::new(&mut solver, &position, Goal::Outcome);
        let proved = search.unwrap().finish();
        let mut search = PositionSearch::new(&mut solver, &position, Goal::Exact).unwrap();
        search.narrow(proved);
        assert_eq!(search.bounds().outcome(), proved.outcome(), "{moves}");
        let found = search.finish().exact();
        assert_eq!(found, Some(Score::new(score)), "{moves}");
    }
}
