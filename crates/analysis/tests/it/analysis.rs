//! Analysis, descriptions, hints and reviews, compared with an exhaustive search and with
//! games played to their end.

use four_shapes_analysis::{Analysis, Analyzer, Hint, Reason, Review, Value};
use four_shapes_players::Resources;
use four_shapes_rules::{Cell, Column, Game, Position, Rules, Status, notation};
use four_shapes_solver::{
    Goal, Outcome, PositionSearch, Score, Search, Solver, book::Book, evaluation::Chances,
};
use four_shapes_testing::plain::{Pieces, Plain, compare, random::Random, text, two_players};
use four_shapes_testing::support::{self, rules};
use std::sync::Arc;

/// Columns, rows, connect, and the maximum number of empty cells.
const GAMES: [(u32, u32, u32, usize); 6] = [
    (4, 4, 3, 16),
    (5, 4, 4, 20),
    (7, 6, 4, 18),
    (9, 4, 4, 14),
    (10, 6, 4, 16),
    (12, 8, 5, 14),
];

fn resources() -> Resources {
    Resources {
        memory: 1 << 20,
        book: None,
    }
}

fn game(rules: Rules, moves: &str) -> Game {
    notation::parse(rules, moves).unwrap_or_else(|error| panic!("{moves}: {error}"))
}

/// Random unfinished games.
fn for_each(count: usize, mut check: impl FnMut(&mut Plain, &Game, &[usize])) {
    compare::for_each(&GAMES, count, |plain, rules, moves| {
        let game = game(rules, &text(rules, moves));
        if matches!(game.status(), Status::ToMove(_)) {
            check(plain, &game, moves);
        }
    });
}

/// A score of the exhaustive search.
fn score(score: i32) -> Score {
    Score::new(score.try_into().expect("boards are small"))
}

/// The score of each column by exhaustive search.
fn expected(plain: &mut Plain, pieces: Pieces) -> Vec<Score> {
    let columns = 0..plain.columns;
    let of_column = |column| {
        let cell = plain.landing(pieces, column)?;
        Some(if plain.wins(pieces, cell) {
            score(plain.score(pieces))
        } else {
            score(-plain.score(Plain::after(pieces, cell)))
        })
    };
    columns.filter_map(of_column).collect()
}

fn finished(game: &Game) -> Analysis {
    let mut analysis = Analysis::new(game.position(), &resources(), 1).expect("the game goes on");
    assert!(analysis.run(u64::MAX).is_done());
    analysis
}

#[test]
fn complete_analysis_has_exact_scores() {
    for_each(60, |plain, game, moves| {
        let scores = expected(plain, plain.play(moves));
        let analysis = finished(game);
        let notation = notation::write(game);
        let found: Vec<Value> = analysis.moves().iter().map(|(_, value)| *value).collect();
        let proved: Vec<Value> = scores.iter().map(|score| Value::Proved(*score)).collect();
        assert_eq!(found, proved, "{notation}");
        let best = *scores.iter().max().expect("it goes on");
        assert_eq!(analysis.value(), Value::Proved(best), "{notation}");
        let is_best = |cell: &Cell| {
            let mut moves = analysis.moves().into_iter();
            moves.any(|(of, value)| of == *cell && value == Value::Proved(best))
        };
        let found = analysis.best();
        assert!(found.iter().all(is_best), "{notation}");
        assert_eq!(
            found.len(),
            scores.iter().filter(|score| **score == best).count()
        );
    });
}

/// Intermediate proofs are correct.
#[test]
fn proofs_are_never_retracted() {
    for_each(20, |plain, game, moves| {
        let scores = expected(plain, plain.play(moves));
        let best = *scores.iter().max().expect("it goes on");
        let right = |value: Value, score: Score| match value {
            Value::Proved(found) => found == score,
            Value::Outcome(outcome) => outcome == score.outcome(),
            Value::Estimate(_) => true,
            Value::ExpectedScore(_) => false,
        };
        let mut analysis = Analysis::new(game.position(), &resources(), 1).expect("it goes on");
        loop {
            let values = analysis.moves();
            assert_eq!(values.len(), scores.len());
            for ((cell, value), score) in values.iter().zip(&scores) {
                assert!(right(*value, *score), "{} {cell}", notation::write(game));
            }
            assert!(right(analysis.value(), best));
            assert!(!analysis.best().is_empty());
            let hint = analysis.hint();
            let at = values.iter().position(|(cell, _)| *cell == hint.cell);
            let score = scores[at.expect("the hint is a move")];
            let all: Vec<i32> = scores.iter().copied().map(i32::from).collect();
            check_hint(hint, score.into(), best.into(), &all, game);
            if analysis.run(30).is_done() {
                break;
            }
        }
    });
}

/// Returns the number of own moves to a win with this score.
fn own_moves(game: &Game, score: i32) -> u32 {
    let empty = game.rules().cells() - game.position().piece_count();
    (empty.div_ceil(2) as u32 + 1) - score.unsigned_abs()
}

fn check_hint(hint: Hint, score: i32, best: i32, scores: &[i32], game: &Game) {
    let moves = notation::write(game);
    let cell = hint.cell;
    let empty = game.rules().cells() - game.position().piece_count();
    let half = i32::try_from(empty / 2).expect("the board is small");
    match hint.reason {
        Reason::WinsNow => assert_eq!(own_moves(game, score), 1, "{moves} {cell}"),
        Reason::WinsIn(n) => assert!(score > 0 && own_moves(game, score) == n, "{moves} {cell}"),
        Reason::Wins => assert!(score > 0, "{moves} {cell}"),
        Reason::OnlyMove => {
            assert!(scores.len() > 1, "{moves} {cell}");
            assert_eq!(
                scores.iter().filter(|score| **score >= 0).count(),
                usize::from(score >= 0)
            );
        }
        Reason::KeepsDraw => assert_eq!((score, best), (0, 0), "{moves} {cell}"),
        Reason::Delays(n) => {
            assert_eq!(score, best, "{moves} {cell}");
            assert_eq!(score, n.cast_signed() - 1 - half, "{moves} {cell}");
        }
        Reason::Loses => assert!(best < 0, "{moves} {cell}"),
        // All other moves lose at once.
        Reason::Blocks => {
            let at_once = -half;
            let others = scores.iter().filter(|score| **score == at_once).count();
            assert!(others + 1 >= scores.len(), "{moves} {cell}");
        }
        Reason::BestGuess => {}
    }
}

/// The number of moves in a description is that of optimal play.
#[test]
fn descriptions_count_the_moves_played() {
    let mut lengths = [0; 30];
    for_each(60, |_, game, _| {
        let analysis = finished(game);
        let mut solver = Solver::new(game.rules(), 1 << 20).expect("it can be solved");
        for (cell, value) in analysis.moves() {
            let mut played = game.clone();
            played
                .turn()
                .expect("it goes on")
                .play(cell)
                .expect("it is a move");
            if matches!(played.status(), Status::ToMove(_)) {
                let line = solver.principal_variation(played.position());
                for column in line.expect("it goes on") {
                    played
                        .turn()
                        .expect("it goes on")
                        .drop(column)
                        .expect("it is a move");
                }
            }
            let plies = played.position().piece_count() - game.position().piece_count();
            let words = value.describe(game.position()).to_string();
            let moves = plies.div_ceil(2);
            let expected = match (played.status(), plies % 2) {
                (Status::Won { .. }, 1) if plies == 1 => "wins now".to_owned(),
                (Status::Won { .. }, 1) => format!("wins in {moves} moves"),
                (Status::Won { .. }, _) if plies == 2 => "loses in 1 move".to_owned(),
                (Status::Won { .. }, _) => format!("loses in {moves} moves"),
                _ => "draw".to_owned(),
            };
            assert_eq!(words, expected, "{} {cell}", notation::write(game));
            lengths[plies] += 1;
        }
    });
    assert!(lengths[1..12].iter().all(|count| *count > 0), "{lengths:?}");
}

#[test]
fn descriptions_of_other_values() {
    let empty = Position::new(Rules::CLASSIC);
    let estimate = Chances {
        win: 5_750,
        draw: 1_100,
        loss: 3_150,
    };
    for (value, words) in [
        (Value::Proved(Score::new(1)), "wins in 21 moves"),
        (Value::Proved(Score::new(-2)), "loses in 20 moves"),
        (Value::Proved(Score::DRAW), "draw"),
        (Value::Outcome(Outcome::Win), "wins"),
        (Value::Outcome(Outcome::Draw), "draw"),
        (Value::Outcome(Outcome::Loss), "loses"),
        (Value::Estimate(estimate), "scores about 63 %"),
        (
            Value::Estimate(estimate.for_opponent()),
            "scores about 37 %",
        ),
        (Value::ExpectedScore(63), "scores about 63 %"),
    ] {
        assert_eq!(value.describe(&empty).to_string(), words);
        assert_eq!(value.for_opponent().for_opponent(), value);
    }
    for (reason, words) in [
        (Reason::WinsNow, "wins now"),
        (Reason::Blocks, "blocks a win"),
        (Reason::WinsIn(4), "wins in 4 moves"),
        (Reason::Wins, "wins"),
        (Reason::OnlyMove, "the only move that does not lose"),
        (Reason::KeepsDraw, "keeps the draw"),
        (Reason::Delays(5), "holds out longest, 5 moves"),
        (Reason::Delays(1), "holds out longest"),
        (Reason::Loses, "holds out longest"),
        (Reason::BestGuess, "looks best"),
    ] {
        assert_eq!(reason.to_string(), words);
    }
}

/// The cells where a player would complete a line, by the reference.
fn completions(game: &Game, player: usize) -> Vec<Cell> {
    let rules = game.rules();
    let completes = |cell: &Cell| {
        let mut board = support::reference(rules);
        for taken in rules.all_cells() {
            if let Some(owner) = game.position().piece_at(taken) {
                board.put(owner.index(), support::place(taken));
            }
        }
        board.put(player, support::place(*cell));
        board.winning().contains(&support::place(*cell))
    };
    game.position()
        .playable()
        .filter(|cell| completes(cell))
        .collect()
}

#[test]
fn immediate_hints_on_any_board() {
    let mut random = Random::new(3);
    let mut seen = [0; 4];
    for (columns, rows, connect, players, gravity) in [
        (7, 6, 4, 2, true),
        (3, 3, 3, 2, false),
        (5, 5, 3, 3, true),
        (6, 6, 4, 2, false),
        (8, 5, 3, 4, false),
        (15, 15, 5, 2, false),
    ] {
        let rules = rules(columns, rows, connect, players, gravity);
        for _ in 0..60 {
            let mut game = Game::new(rules);
            let plies = random.below(rules.cells().min(60));
            for _ in 0..plies {
                let cells: Vec<Cell> = game.position().playable().collect();
                let cell = cells[random.below(cells.len())];
                let Some(turn) = game.turn() else { break };
                turn.play(cell).expect("it is playable");
            }
            let Status::ToMove(player) = game.status() else {
                continue;
            };
            let of = |turns: usize| completions(&game, (player.index() + turns) % players as usize);
            let own = of(0);
            let threat = (1..players as usize).map(|turns| (turns, of(turns)));
            let threat = threat.into_iter().find(|(_, cells)| !cells.is_empty());
            match (Hint::immediate(game.position()), threat) {
                (
                    Some(Hint {
                        cell,
                        reason: Reason::WinsNow,
                    }),
                    _,
                ) => {
                    assert!(own.contains(&cell));
                    seen[0] += 1;
                }
                (
                    Some(Hint {
                        cell,
                        reason: Reason::Blocks,
                    }),
                    Some((turns, cells)),
                ) => {
                    assert!(own.is_empty() && cells.contains(&cell));
                    assert!(turns > 1 || cells.len() == 1);
                    seen[1] += 1;
                }
                (
                    Some(Hint {
                        reason: Reason::Delays(1),
                        ..
                    }),
                    Some((turns, cells)),
                ) => {
                    assert!(own.is_empty() && turns == 1 && cells.len() > 1);
                    seen[2] += 1;
                }
                (None, None) => {
                    assert!(own.is_empty());
                    seen[3] += 1;
                }
                other => panic!("{}: {other:?}", notation::write(&game)),
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 10), "{seen:?}");
}

#[test]
fn hints_of_known_positions() {
    let hint = |moves: &str| {
        let hint = finished(&game(Rules::CLASSIC, moves)).hint();
        format!("{}: {}", hint.cell, hint.reason)
    };
    assert_eq!(hint("112233"), "D1: wins now");
    assert_eq!(hint("12121"), "A4: blocks a win");
    assert_eq!(hint("32164625"), "C2: wins in 7 moves");
    assert_eq!(hint("445566"), "C1: wins now");
}

/// The table of one analysis helps with the next.
#[test]
fn analyzer_is_reusable() {
    let mut analyzer = Analyzer::new(&resources(), 1);
    for (rules, moves) in [
        (Rules::CLASSIC, "274552224131661"),
        (Rules::CLASSIC, "274552224131661"),
        (two_players(5, 4, 4), "33"),
        (Rules::CLASSIC, "2745522241316617"),
    ] {
        let game = game(rules, moves);
        let mut analysis = Analysis::with_analyzer(analyzer, game.position()).expect("it goes on");
        assert!(analysis.run(u64::MAX).is_done());
        let solved = finished(&game);
        assert_eq!(analysis.moves(), solved.moves());
        assert_eq!(analysis.best(), solved.best());
        analyzer = analysis.into_analyzer();
    }
    // A game that is over gives the analyst back.
    let over = game(Rules::CLASSIC, "1212121");
    assert!(Analysis::with_analyzer(analyzer, over.position()).is_err());
    assert!(Analysis::new(over.position(), &resources(), 1).is_none());
}

/// A position that can't be solved in time.
#[test]
fn unsolved_positions_have_estimates() {
    let game = game(two_players(9, 7, 4), "55");
    let mut analysis = Analysis::new(game.position(), &resources(), 1).expect("it goes on");
    assert!(!analysis.run(100_000).is_done());
    assert_eq!(analysis.moves().len(), 9);
    assert!(matches!(analysis.value(), Value::Estimate(_)));
    assert_eq!(analysis.best().len(), 1);
    assert_eq!(analysis.hint().reason, Reason::BestGuess);
}

/// The values of a game for player 0, by exhaustive search.
/// A position has one estimate, whatever asks for it.
#[test]
fn estimates_of_analysis_review_and_solver_are_the_same() {
    let mut random = Random::new(8);
    let boards = [
        (9, 7, 4),
        (15, 7, 4),
        (7, 6, 4),
        (7, 6, 5),
        (6, 6, 5),
        (8, 7, 6),
    ];
    for (columns, rows, connect) in boards {
        let rules = two_players(columns, rows, connect);
        let plain = Plain::new(rules);
        let mut estimates = 0;
        for pieces in (0..rules.cells() / 2).step_by(3) {
            let Some(moves) = plain.random_moves(&mut random, pieces) else {
                continue;
            };
            let game = game(rules, &text(rules, &moves));
            let mut solver = Solver::new(rules, 1 << 20).unwrap();
            let mut search =
                PositionSearch::new(&mut solver, game.position(), Goal::Exact).unwrap();
            search.run(1);
            let chances = search.estimate();
            let analysis = Analysis::new(game.position(), &resources(), 1).unwrap();
            let Value::Estimate(value) = analysis.value() else {
                continue;
            };
            estimates += 1;
            assert_eq!(value, chances, "{:?}", game.position());
            let review = Review::new(Analyzer::new(&resources(), 1), &game);
            let reviewed = review.values().last().copied().flatten();
            assert_eq!(reviewed, Some(Value::Estimate(chances)));
            let moves = analysis.moves().into_iter();
            let moves = moves.filter_map(|(_, value)| match value {
                Value::Estimate(chances) => Some(chances.expected()),
                _ => None,
            });
            assert_eq!(moves.max(), Some(chances.expected()));
        }
        assert!(estimates > 3, "{columns} × {rows}: {estimates}");
    }
}

#[test]
fn review_has_the_score_of_every_position() {
    let rules = two_players(5, 4, 4);
    let mut plain = Plain::new(rules);
    let mut random = Random::new(5);
    for round in 0..30 {
        let mut played = Game::new(rules);
        while let Some(turn) = played.turn() {
            let column: Column = rules.column(random.below(5)).expect("there are five");
            let _ = turn.drop(column);
        }
        let steps = played.steps().len();
        // What is undone is reviewed as well.
        for _ in 0..round % 4 {
            played.undo();
        }
        let mut review = Review::new(Analyzer::new(&resources(), 1), &played);
        assert_eq!(review.values().len(), steps + 1);
        assert!(review.values().iter().all(Option::is_some));
        while !review.run(500).is_done() {}
        while played.redo().is_some() {}
        let moves: Vec<usize> = notation::write(&played)
            .bytes()
            .map(|digit| usize::from(digit - b'1'))
            .collect();
        for ply in 0..=steps {
            let pieces = plain.play(&moves[..ply]);
            let over = ply == steps;
            let expected = match played.status() {
                // The winner's score before the last move is kept by it.
                Status::Won { .. } if over => -plain.score(plain.play(&moves[..ply - 1])),
                _ => plain.score(pieces),
            };
            assert_eq!(
                review.values()[ply],
                Some(Value::Proved(score(expected))),
                "{moves:?} {ply}"
            );
            assert_eq!(review.positions()[ply].piece_count(), ply);
        }
        if matches!(played.status(), Status::Won { .. }) {
            let last = &review.positions()[steps];
            let value = review.values()[steps].expect("it is known");
            assert_eq!(value.describe(last).to_string(), "has lost");
        }
    }
}

/// With the book all positions of a classic game are proved.
#[test]
fn review_of_a_classic_game() {
    let resources = Resources {
        book: Some(Arc::new(Book::classic())),
        ..Resources::default()
    };
    let game = game(Rules::CLASSIC, "4444426222255316611575");
    let mut review = Review::new(Analyzer::new(&resources, 1), &game);
    while !review.run(100_000).is_done() {}
    let [win, loss] = [1, -1].map(|value| Some(Value::Proved(Score::new(value))));
    assert_eq!(review.values()[..2], [win, loss]);
    assert!(
        review
            .values()
            .iter()
            .all(|value| matches!(value, Some(Value::Proved(_))))
    );
    // No move makes it better for the player who makes it.
    for (ply, pair) in review.values().windows(2).enumerate() {
        let [Some(Value::Proved(before)), Some(Value::Proved(after))] = *pair else {
            continue;
        };
        assert!(-after <= before, "{ply}");
    }
}
