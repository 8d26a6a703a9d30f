//! `ColumnSearch` and `VariationSearch`.

use four_shapes_rules::{Column, DrawReason, Game, Rules, Status, notation};
use four_shapes_solver::{
    Bounds, ColumnScores, ColumnSearch, Progress, Score, Search as _, Solver, VariationSearch,
};
use four_shapes_testing::plain::{
    Pieces, Plain, compare, position, random::Random, text, two_players,
};

/// Columns, rows, connect, and the maximum number of empty cells.
const GAMES: [(u32, u32, u32, usize); 8] = [
    (4, 4, 3, 16),
    (5, 4, 4, 20),
    (6, 5, 4, 16),
    (7, 6, 4, 18),
    (9, 4, 4, 14),
    (8, 7, 4, 16),
    (10, 6, 4, 16),
    (12, 8, 5, 14),
];

/// More nodes than any search here takes, sliced or not.
const MAX_NODES: u64 = 20_000_000;

/// Calls a function with the moves of random positions of each game.
fn for_each(count: usize, check: impl FnMut(&mut Plain, Rules, &[usize])) {
    compare::for_each(&GAMES, count, check);
}

fn solver(rules: Rules) -> Solver {
    Solver::new(rules, 1 << 20).expect("the rules are supported")
}

fn score(value: i32) -> Score {
    Score::new(i8::try_from(value).expect("the board is small"))
}

/// Returns the score of each column by the plain search; `None` if it is full.
fn expected(plain: &mut Plain, pieces: Pieces) -> Vec<Option<Score>> {
    (0..plain.columns)
        .map(|column| {
            let cell = plain.landing(pieces, column)?;
            Some(score(if plain.wins(pieces, cell) {
                plain.score(pieces)
            } else {
                -plain.score(Plain::after(pieces, cell))
            }))
        })
        .collect()
}

fn found(columns: &ColumnSearch<&mut Solver>, rules: Rules) -> Vec<Option<Score>> {
    let score = |bounds: Bounds| bounds.exact().expect("the search is done");
    rules
        .all_columns()
        .map(|column| columns.bounds(column).map(score))
        .collect()
}

/// Checks the answer of a search.
fn check_scores(found: &ColumnScores, scores: &[Option<Score>], rules: Rules, moves: &str) {
    let all = rules.all_columns().map(|column| found.get(column));
    assert_eq!(all.collect::<Vec<_>>(), scores, "{rules:?} {moves}");
    let listed: Vec<Column> = found.iter().map(|(column, _)| column).collect();
    assert_eq!(listed.len(), scores.iter().flatten().count(), "{moves}");
    assert!(is_central_first(&listed, rules), "{moves}: {listed:?}");
    assert!(
        found
            .iter()
            .all(|(column, score)| scores[column.index()] == Some(score))
    );
    check_best(&found.best(), scores, rules, moves);
}

/// Returns the indices of the columns with the best score.
fn best(scores: &[Option<Score>]) -> Vec<usize> {
    let best = scores.iter().flatten().max();
    let is_best = |&at: &usize| scores[at].is_some() && scores[at].as_ref() == best;
    (0..scores.len()).filter(is_best).collect()
}

/// Returns whether columns are ordered by their distance from the centre.
fn is_central_first(columns: &[Column], rules: Rules) -> bool {
    let middle = usize::from(rules.columns()) - 1;
    columns.is_sorted_by_key(|column| (2 * column.index()).abs_diff(middle))
}

fn check_best(found: &[Column], scores: &[Option<Score>], rules: Rules, moves: &str) {
    assert!(is_central_first(found, rules), "{moves}: {found:?}");
    let mut indices: Vec<usize> = found.iter().map(|column| column.index()).collect();
    indices.sort_unstable();
    assert_eq!(indices, best(scores), "{rules:?} {moves}");
}

#[test]
fn column_scores_match_the_plain_search() {
    for_each(40, |plain, rules, moves| {
        let notation = text(rules, moves);
        let position = position(rules, &notation);
        let scores = expected(plain, plain.play(moves));
        let mut solver = solver(rules);
        let mut columns = ColumnSearch::new(&mut solver, &position).expect("the game is not over");
        let answer = columns.run(u64::MAX).done().expect("nodes are left");
        check_scores(&answer, &scores, rules, &notation);
        assert_eq!(found(&columns, rules), scores, "{rules:?} {notation}");
        check_best(&columns.best(), &scores, rules, &notation);
        let overall = columns.position_bounds().and_then(Bounds::exact);
        assert_eq!(overall, scores.iter().copied().flatten().max());
        assert_eq!(columns.run(0).done(), Some(answer), "the search stays done");
    });
}

#[test]
fn bounds_contain_the_score_at_any_time() {
    for_each(12, |plain, rules, moves| {
        let notation = text(rules, moves);
        let position = position(rules, &notation);
        let scores = expected(plain, plain.play(moves));
        let mut solver = solver(rules);
        let mut columns = ColumnSearch::new(&mut solver, &position).expect("the game is not over");
        let mut over = false;
        while !over {
            over = columns.run(20).is_done();
            assert!(columns.nodes() < MAX_NODES, "{rules:?} {notation}");
            for (column, score) in rules.all_columns().zip(&scores) {
                let bounds = columns.bounds(column);
                assert_eq!(bounds.is_some(), score.is_some(), "{notation} {column}");
                if let Some((Bounds { lower, upper }, score)) = bounds.zip(*score) {
                    assert!((lower..=upper).contains(&score), "{notation} {column}");
                }
            }
            if !columns.best().is_empty() {
                check_best(&columns.best(), &scores, rules, &notation);
            }
        }
        assert_eq!(found(&columns, rules), scores, "{rules:?} {notation}");
    });
}

#[test]
fn what_other_solvers_have_proved_is_taken_over() {
    let mut random = Random::new(5);
    for_each(20, |plain, rules, moves| {
        let notation = text(rules, moves);
        let position = position(rules, &notation);
        let scores = expected(plain, plain.play(moves));
        let mut solver = solver(rules);
        let columns = ColumnSearch::best_first(&mut solver, &position);
        let mut columns = columns.expect("the game is not over");
        let mut over = false;
        while !over {
            let budget = 1 + random.below(40) as u64;
            let column = rules.column(random.below(scores.len())).unwrap();
            let known = scores[column.index()].map_or(0, i32::from);
            let [below, above] = [(); 2].map(|()| [0, 1, 2][random.below(3)]);
            let bounds = Bounds {
                lower: score(known - below),
                upper: score(known + above),
            };
            let deferred: Vec<Column> = rules
                .all_columns()
                .filter(|_| random.below(3) == 0)
                .collect();
            columns.narrow(column, bounds);
            columns.defer(&deferred);
            over = columns.run(budget).is_done();
            assert!(columns.nodes() < MAX_NODES, "{rules:?} {notation}");
        }
        // What contradicts it is not.
        for (column, known) in rules.all_columns().zip(&scores) {
            let above = score(known.map_or(0, |known| i32::from(known) + 1));
            columns.narrow(
                column,
                Bounds {
                    lower: above,
                    upper: above,
                },
            );
        }
        assert_eq!(found(&columns, rules), scores, "{rules:?} {notation}");
    });
}

#[test]
fn deferred_columns_are_searched_last() {
    let position = position(Rules::CLASSIC, "444453223617");
    let mut solver = solver(Rules::CLASSIC);
    let mut columns = ColumnSearch::new(&mut solver, &position).unwrap();
    let central: Vec<Column> = Rules::CLASSIC.all_columns().skip(2).take(3).collect();
    columns.defer(&central);
    let is_known = |columns: &ColumnSearch<_>, column| {
        let bounds = columns.bounds(column).expect("it is not full");
        bounds.exact().is_some()
    };
    let mut others = Rules::CLASSIC
        .all_columns()
        .filter(|column| !central.contains(column));
    while !columns.run(1_000).is_done() {
        let searched = columns.searched().expect("one is being searched");
        if central.contains(&searched) {
            break;
        }
    }
    assert!(others.all(|column| is_known(&columns, column)));
    assert!(!central.iter().any(|column| is_known(&columns, *column)));
    assert!(columns.run(u64::MAX).is_done());
}

#[test]
fn a_full_board_has_no_columns() {
    let rules = two_players(3, 3, 3);
    let full = Plain::new(rules).random_moves(&mut Random::new(1), 9);
    let full = position(
        rules,
        &text(rules, &full.expect("many random games are drawn")),
    );
    let mut solver = solver(rules);
    assert_eq!(solver.solve(&full), Ok(Score::DRAW));
    let mut columns = ColumnSearch::new(&mut solver, &full).expect("no player has won");
    let scores = columns.run(0).done().expect("there is nothing to search");
    check_scores(&scores, &[None; 3], rules, "full");
    assert_eq!(found(&columns, rules), [None; 3]);
    assert_eq!(columns.best(), []);
    assert_eq!(columns.position_bounds(), None);
    let mut line = VariationSearch::new(&mut solver, &full).expect("no player has won");
    assert_eq!(line.run(0).done(), Some(Vec::new()));
    assert_eq!(line.moves(), []);
    assert_eq!(solver.best_columns(&full), Ok(Vec::new()));
}

#[test]
fn immediate_wins_need_no_search() {
    let rules = Rules::CLASSIC;
    let mut solver = solver(rules);
    let scores = solver.column_scores(&position(rules, "12121"));
    let scores = scores.expect("the game is not over");
    // All moves except column 1 lose at once.
    let mut others = rules.all_columns().skip(1);
    assert!(
        others.all(|column| scores.get(column) == Some(score(-18))),
        "{scores:?}"
    );
    let mut columns =
        ColumnSearch::new(&mut solver, &position(rules, "121212")).expect("the game is not over");
    let first = rules.column(0).expect("the column is on the board");
    let win = Bounds {
        lower: score(18),
        upper: score(18),
    };
    assert_eq!(columns.bounds(first), Some(win));
    assert!(columns.run(u64::MAX).is_done());
    assert_eq!(columns.best(), [first]);
}

/// Checks that every move of a line preserves the score and that the game ends accordingly.
fn check_line(plain: &mut Plain, rules: Rules, moves: &[usize], line: &[Column]) {
    let mut moves = moves.to_vec();
    let score = plain.score(plain.play(&moves));
    let begin = moves.len();
    let sign = |moves: usize| {
        if (moves - begin).is_multiple_of(2) {
            1
        } else {
            -1
        }
    };
    for column in line {
        let pieces = plain.play(&moves);
        let kept = plain.score(pieces) * sign(moves.len());
        assert_eq!(kept, score, "{rules:?} {}", text(rules, &moves));
        moves.push(column.index());
    }
    let notation = text(rules, &moves);
    let game: Game = notation::parse(rules, &notation).expect("the moves are legal");
    // The winner has this many pieces left, including the last one played.
    let left = rules.cells() - moves.len();
    match game.status() {
        Status::Won { .. } => {
            let size = i32::try_from(left / 2 + 1).expect("the board is small");
            assert_eq!(score, -size * sign(moves.len()), "{rules:?} {notation}");
        }
        Status::Drawn(DrawReason::Full) => assert_eq!(score, 0, "{rules:?} {notation}"),
        status => panic!("{rules:?} {notation}: {status:?}"),
    }
}

#[test]
fn best_line_preserves_the_score() {
    for_each(30, |plain, rules, moves| {
        let position = position(rules, &text(rules, moves));
        let mut solver = solver(rules);
        let line = solver.principal_variation(&position);
        let line = line.expect("the game is not over");
        check_line(plain, rules, moves, &line);
        // In slices the line only grows.
        solver.clear_table();
        let mut steps = VariationSearch::new(&mut solver, &position).expect("the game is not over");
        let mut slices = 0;
        let found = loop {
            let known = steps.moves().to_vec();
            let progress = steps.run(50);
            assert!(steps.moves().starts_with(&known));
            if let Progress::Done(found) = progress {
                break found;
            }
            slices += 1;
            assert!(slices < MAX_NODES / 50, "{rules:?} {moves:?}");
        };
        assert_eq!(steps.moves(), line);
        assert_eq!(found, line);
    });
}
