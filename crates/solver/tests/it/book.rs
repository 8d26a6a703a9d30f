//! Opening books: enumeration, file format and lookups.

use four_shapes_rules::{Position, Rules, RulesConfig, notation};
use four_shapes_solver::{
    Bounds, ColumnSearch, Goal, PositionSearch, Score, Search as _, Solver,
    book::{Book, BookError, Openings},
};
use std::{collections::HashSet, sync::Arc};

const SMALL: RulesConfig = RulesConfig {
    columns: 4,
    rows: 4,
    connect: 4,
    players: 2,
    gravity: true,
};

fn rules(columns: u32, rows: u32, connect: u32) -> Rules {
    let config = RulesConfig {
        columns,
        rows,
        connect,
        ..SMALL
    };
    Rules::new(config).expect("the rules are valid")
}

fn openings(rules: Rules, plies: u32) -> Openings {
    Openings::new(rules, plies).expect("books support the rules")
}

fn solved(openings: &Openings) -> Vec<Score> {
    let mut solver = Solver::new(openings.rules(), 1 << 20).expect("the rules are supported");
    let positions = (0..openings.keys().len()).map(|at| openings.position(at));
    positions
        .map(|position| solver.solve(&position).expect("the game is not over"))
        .collect()
}

/// Returns a linear congruential generator of numbers below its argument.
fn generator() -> impl FnMut(u32) -> u32 {
    let mut state = 1_u64;
    move |below| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as u32 % below
    }
}

#[test]
fn position_counts_match_published_counts() {
    // Distinct positions after each ply, including won ones.
    let published = [1, 7, 49, 238, 1120, 4263, 16_422, 54_859];
    let mut unfinished = HashSet::from([Position::new(Rules::CLASSIC)]);
    for (plies, count) in (0..).zip(published) {
        let mut all = unfinished;
        assert_eq!(all.len(), count, "after {plies} plies");
        let before = Rules::CLASSIC.player_after(plies as usize + 1);
        all.retain(|position| !position.has_won(before));
        let open = openings(Rules::CLASSIC, plies);
        let listed: HashSet<Position> = (0..open.keys().len())
            .map(|at| open.position(at))
            .flat_map(|position| [mirrored(&position), position])
            .collect();
        let expected = all.iter().filter(|position| !has_immediate_win(position));
        assert_eq!(listed.len(), expected.clone().count());
        assert!(expected.clone().all(|position| listed.contains(position)));
        unfinished = all.iter().flat_map(moves).collect();
    }
    for (plies, count) in [(0, 1), (1, 4), (2, 25), (7, 25_718), (8, 77_715)] {
        assert_eq!(openings(Rules::CLASSIC, plies).keys().len(), count);
    }
}

fn moves(position: &Position) -> Vec<Position> {
    let columns = position.rules().all_columns();
    columns
        .filter_map(|column| {
            let mut after = position.clone();
            after.drop(position.to_move(), column).ok().map(|_| after)
        })
        .collect()
}

fn has_immediate_win(position: &Position) -> bool {
    let own = position.to_move();
    moves(position).iter().any(|after| after.has_won(own))
}

fn mirrored(position: &Position) -> Position {
    let rules = position.rules();
    let mut mirrored = Position::new(rules);
    for cell in rules.all_cells() {
        if let Some(player) = position.piece_at(cell) {
            let column = usize::from(rules.columns()) - 1 - cell.column().index();
            let cell = rules
                .cell(column, cell.row())
                .expect("the cell is on the board");
            mirrored.place(player, cell).expect("the cell is empty");
        }
    }
    mirrored
}

#[test]
fn scores_match_the_solver_at_every_ply() {
    for (rules, plies) in [
        (rules(4, 4, 4), 10),
        (rules(5, 4, 4), 9),
        (rules(4, 3, 3), 6),
        (rules(3, 3, 3), 8),
        (rules(3, 3, 3), 0),
    ] {
        let last = openings(rules, plies);
        let book = Book::write(&last, &solved(&last)).and_then(|bytes| Book::read(&bytes));
        let book = book.expect("the book is valid");
        assert_eq!((book.rules(), book.plies()), (rules, plies));
        let mut solver = Solver::new(rules, 1 << 20).expect("the rules are supported");
        let mut level = HashSet::from([Position::new(rules)]);
        for _ in 0..=plies {
            for position in &level {
                assert_eq!(book.score(position), solver.solve(position).ok());
            }
            level = level.iter().flat_map(moves).collect();
            level.retain(|position| {
                let won = rules.all_players().any(|player| position.has_won(player));
                assert!(!won || book.score(position).is_none());
                !won
            });
        }
        assert!(level.iter().all(|position| book.score(position).is_none()));
    }
}

#[test]
fn scores_survive_a_round_trip() {
    let mut random = generator();
    for (rules, plies) in [
        (Rules::CLASSIC, 6),
        (rules(8, 7, 4), 4),
        (rules(3, 3, 3), 7),
        (rules(3, 3, 3), 8),
    ] {
        let last = openings(rules, plies);
        let left = (rules.cells() - plies as usize).cast_signed() as i32;
        let (loss, win) = (left / 2, (left - 1) / 2);
        let count = last.keys().len();
        let mut any = || random((loss + win + 1).cast_unsigned()).cast_signed() - loss;
        let uniform = (0..count).map(|_| any()).collect::<Vec<_>>();
        let skewed: Vec<i32> = (0..count.cast_signed() as i32)
            .map(|at| if at % 7 == 0 { any() } else { at / 100 % 3 })
            .map(|score| score.min(win))
            .collect();
        let score = |value| Score::new(i8::try_from(value).expect("the board is small"));
        for values in [uniform, skewed, vec![-loss; count], vec![win; count]] {
            let scores: Vec<Score> = values.into_iter().map(score).collect();
            let bytes = Book::write(&last, &scores).expect("the scores are in range");
            let book = Book::read(&bytes).expect("the book is valid");
            for (at, &score) in scores.iter().enumerate() {
                let position = last.position(at);
                assert_eq!(book.score(&position), Some(score));
                assert_eq!(book.score(&mirrored(&position)), Some(score));
            }
        }
    }
}

#[test]
fn scores_out_of_range_are_rejected() {
    let last = openings(rules(4, 4, 4), 3);
    let count = last.keys().len();
    let mut scores = vec![Score::DRAW; count];
    for wrong in [-7, 7, i8::MIN, i8::MAX].map(Score::new) {
        scores[5] = wrong;
        let error = BookError::Score {
            at: 5,
            score: wrong,
        };
        assert_eq!(Book::write(&last, &scores), Err(error));
    }
    let error = BookError::Count {
        expected: count,
        found: count - 1,
    };
    assert_eq!(Book::write(&last, &scores[1..]), Err(error));
}

#[test]
fn damaged_books_are_rejected() {
    let last = openings(rules(4, 4, 4), 6);
    let bytes = Book::write(&last, &solved(&last)).expect("the book is valid");
    for at in 0..bytes.len() {
        let shorter = Book::read(&bytes[..at]).expect_err("bytes are missing");
        let not_a_book = matches!(shorter, BookError::NotABook);
        assert_eq!(not_a_book, at < 4, "{at}: {shorter}");
        for change in [1, 0x80, 0xff] {
            let mut bytes = bytes.clone();
            bytes[at] ^= change;
            let error = Book::read(&bytes).expect_err("a byte is wrong");
            let expected = match at {
                0..4 => matches!(error, BookError::NotABook),
                4 => matches!(error, BookError::Version(_)),
                13..17 => matches!(error, BookError::Length { .. }),
                _ => error == BookError::Damaged,
            };
            assert!(expected, "{at}: {error}");
        }
    }
    let longer = [&bytes[..], b"\0"].concat();
    let error = Book::read(&longer).expect_err("a byte is surplus");
    let message = format!(
        "the opening book has {} bytes, expected {}",
        longer.len(),
        bytes.len()
    );
    assert_eq!(error.to_string(), message);
}

#[test]
fn unsupported_games_are_rejected() {
    let no_gravity = Rules::new(RulesConfig {
        gravity: false,
        ..SMALL
    })
    .expect("the rules are valid");
    let three = Rules::new(RulesConfig {
        players: 3,
        ..SMALL
    })
    .expect("the rules are valid");
    for (rules, plies, error) in [
        (Rules::CLASSIC, 13, BookError::Plies(13)),
        (rules(3, 3, 3), 9, BookError::Plies(9)),
        (no_gravity, 2, BookError::Rules),
        (three, 2, BookError::Rules),
        (rules(9, 7, 4), 2, BookError::Rules),
    ] {
        assert_eq!(Openings::new(rules, plies).err(), Some(error));
    }
}

#[test]
fn a_solver_answers_from_its_book_without_search() {
    let rules = rules(5, 4, 4);
    let last = openings(rules, 6);
    let bytes = Book::write(&last, &solved(&last)).expect("the book is valid");
    let book = Arc::new(Book::read(&bytes).expect("the book is valid"));
    let mut solver = Solver::new(rules, 1 << 20).expect("the rules are supported");
    let mut plain = Solver::new(rules, 1 << 20).expect("the rules are supported");
    solver.use_book(Arc::clone(&book));
    for moves in ["", "3", "3322", "112233", "313", "31313"] {
        let game = notation::parse(rules, moves).expect("the moves are legal");
        let position = game.position();
        let score = plain.solve(position).expect("the rules are supported");
        let mut answer = |goal| {
            let search = PositionSearch::new(&mut solver, position, goal);
            let mut search = search.expect("the rules are supported");
            search.run(0).done()
        };
        let exact = answer(Goal::Exact).and_then(Bounds::exact);
        assert_eq!(exact, Some(score), "{moves}");
        let outcome = answer(Goal::Outcome).and_then(Bounds::outcome);
        assert_eq!(outcome, Some(score.outcome()), "{moves}");
    }
    assert_eq!(solver.nodes(), 0);
    let game = notation::parse(rules, "3321144").expect("the moves are legal");
    let score = plain.solve(game.position());
    assert_eq!(solver.solve(game.position()), score);
    assert!(solver.nodes() > 0);
    // The same for columns.
    let before = solver.nodes();
    let mut columns =
        ColumnSearch::new(&mut solver, &Position::new(rules)).expect("the rules are supported");
    assert!(columns.run(0).is_done());
    assert_eq!(solver.nodes(), before);
    // The book of another game is ignored.
    let mut other = Solver::new(Rules::new(SMALL).expect("the rules are valid"), 1 << 20)
        .expect("the rules are supported");
    other.use_book(book);
    let start = Position::new(other.rules());
    other.solve(&start).expect("the rules are supported");
    assert!(other.nodes() > 0);
}
