//! The opening book for 7 × 6 against published results and the solver.
//!
//! The book is identical to an earlier one, of whose scores 66,240 came from another solver's table of
//! the 67,557 positions of John Tromp's list.

use four_shapes_rules::{Player, Position, Rules, notation};
use four_shapes_solver::{
    Outcome, Score, Solver,
    book::{Book, Openings},
};

fn book() -> Book {
    Book::read(include_bytes!("../../data/7x6.book")).expect("the book is valid")
}

/// Returns whether a piece of a player would complete a line.
fn threatens(position: &Position, player: Player) -> bool {
    let mut columns = position.rules().all_columns();
    columns.any(|column| {
        let mut after = position.clone();
        after
            .drop(player, column)
            .is_ok_and(|cell| after.trace(cell).is_some())
    })
}

#[test]
fn outcome_counts_match_published_counts() {
    let openings = Openings::new(Rules::CLASSIC, 8).unwrap();
    let book = book();
    let (mut won, mut drawn, mut lost) = (0, 0, 0);
    for at in 0..openings.keys().len() {
        let position = openings.position(at);
        // The list of John Tromp (UCI Machine Learning Repository, "Connect-4",
        // 1995) leaves out the positions with a forced reply.
        let other = Rules::CLASSIC.player_after(position.piece_count() + 1);
        if threatens(&position, other) {
            continue;
        }
        match book
            .score(&position)
            .expect("the position has eight pieces")
            .outcome()
        {
            Outcome::Win => won += 1,
            Outcome::Draw => drawn += 1,
            Outcome::Loss => lost += 1,
        }
    }
    assert_eq!((won, drawn, lost), (44_473, 6_449, 16_635));
}

#[test]
fn first_moves_have_their_published_scores() {
    let book = book();
    let score = |moves: &str| {
        let game = notation::parse(Rules::CLASSIC, moves).unwrap();
        book.score(game.position())
            .expect("the position is in the book")
    };
    assert_eq!(score(""), Score::new(1));
    let replies = ["1", "2", "3", "4", "5", "6", "7"].map(score);
    assert_eq!(replies, [2, 1, 0, -1, 0, 1, 2].map(Score::new));
}

#[test]
fn a_sample_matches_the_solver() {
    let openings = Openings::new(Rules::CLASSIC, 8).unwrap();
    let book = book();
    let mut solver = Solver::new(Rules::CLASSIC, Solver::DEFAULT_TABLE).unwrap();
    for at in (1_000..openings.keys().len()).step_by(6_000) {
        let position = openings.position(at);
        let known = book
            .score(&position)
            .expect("the position has eight pieces");
        assert_eq!(solver.solve(&position), Ok(known), "{at}");
    }
}
