//! Analysis of rules that the solver doesn't support.

use four_shapes_analysis::{Analysis, Analyzer, Outcome, Reason, Review, Search, Value};
use four_shapes_players::Resources;
use four_shapes_rules::{Game, Rules, RulesConfig, notation};

fn resources() -> Resources {
    Resources {
        memory: 4 << 20,
        book: None,
    }
}

fn finished(game: &Game) -> Analysis {
    let mut analysis = Analysis::new(game.position(), &resources(), 1).expect("the game goes on");
    for _ in 0..1_000_000 {
        if analysis.run(10_000).is_done() {
            return analysis;
        }
    }
    panic!("no end");
}

fn tic_tac_toe(moves: &str) -> Game {
    notation::parse(Rules::TIC_TAC_TOE, moves).expect("the moves are legal")
}

/// The outcome of a tic-tac-toe position for the player to move, by exhaustive search.
fn outcome(game: &Game) -> Outcome {
    let cells: Vec<_> = game.position().playable().collect();
    let after = |cell| {
        let mut next = game.clone();
        next.turn()
            .expect("it goes on")
            .play(cell)
            .expect("it is empty");
        match next.status() {
            four_shapes_rules::Status::Won { .. } | four_shapes_rules::Status::WonOnTime(_) => {
                Outcome::Win
            }
            four_shapes_rules::Status::Drawn(_) => Outcome::Draw,
            four_shapes_rules::Status::ToMove(_) => -outcome(&next),
        }
    };
    cells.into_iter().map(after).max().expect("it goes on")
}

#[test]
fn tic_tac_toe_is_proved() {
    for moves in [
        "", "B2", "B2,A1", "B2,B1", "A1,B1", "A1,C3", "A1,B2,C3", "A1,A2,B2",
    ] {
        let game = tic_tac_toe(moves);
        let analysis = finished(&game);
        assert!(!analysis.has_scores());
        assert_eq!(analysis.value(), Value::Outcome(outcome(&game)), "{moves}");
        for cell in analysis.best() {
            let mut next = game.clone();
            next.turn()
                .expect("it goes on")
                .play(cell)
                .expect("it is empty");
            let value = match next.turn() {
                Some(_) => -outcome(&next),
                None => Outcome::Win,
            };
            assert_eq!(value, outcome(&game), "{moves} {cell}");
        }
        for (cell, value) in analysis.moves() {
            let mut next = game.clone();
            next.turn()
                .expect("it goes on")
                .play(cell)
                .expect("it is empty");
            if let (Some(found), Some(_)) = (value.outcome(), next.turn()) {
                assert_eq!(found, -outcome(&next), "{moves} {cell}");
            }
        }
    }
    let hint = finished(&tic_tac_toe("B2")).hint().reason;
    assert_eq!(hint, Reason::KeepsDraw);
    let hint = finished(&tic_tac_toe("B2,A1,A2")).hint();
    assert_eq!(
        (hint.cell.to_string(), hint.reason),
        ("C2".to_owned(), Reason::Blocks)
    );
}

/// With three players there are chances, no proofs, and a maximum number of playouts.
#[test]
fn analysis_stops_at_max_playouts() {
    let rules = Rules::new(RulesConfig {
        columns: 7,
        rows: 6,
        connect: 4,
        players: 3,
        gravity: true,
    })
    .expect("these are allowed");
    let game = Game::new(rules);
    let analysis = finished(&game);
    assert_eq!(analysis.moves().len(), 7);
    for (cell, value) in analysis.moves() {
        assert!(
            matches!(value, Value::ExpectedScore(10..70)),
            "{cell} {value:?}"
        );
    }
    assert!(matches!(analysis.value(), Value::ExpectedScore(_)));
    assert_eq!(analysis.best().len(), 1);
    assert_eq!(analysis.hint().reason, Reason::BestGuess);
    let again = finished(&game);
    assert_eq!(again.moves(), analysis.moves(), "the same seed");
}

#[test]
fn review_without_scores() {
    let game = tic_tac_toe("B2,B1,A1,C3,A2,C2,A3");
    let mut review = Review::new(Analyzer::new(&resources(), 1), &game);
    assert_eq!(review.values()[..7], [None; 7]);
    for _ in 0..1_000_000 {
        if review.run(1_000).is_done() {
            break;
        }
    }
    let mut game = game;
    assert_eq!(
        review.values()[7],
        Some(Value::Outcome(Outcome::Loss)),
        "player 0 has won, and player 1 is to move"
    );
    for ply in (0..7).rev() {
        game.undo();
        let expected = Some(Value::Outcome(outcome(&game)));
        assert_eq!(review.values()[ply], expected, "{ply}");
    }
}
