//! Judgements of moves, compared with an exhaustive search.

use four_shapes_analysis::{Analyzer, Judgement, Review, Search};
use four_shapes_players::Resources;
use four_shapes_rules::{Cell, Game, Position, Status, notation};
use four_shapes_testing::support::{Random, rules};

fn judgements(game: &Game) -> Vec<Option<Judgement>> {
    let mut review = Review::new(Analyzer::new(&Resources::default(), 1), game);
    while !review.run(1_000_000).is_done() {}
    review.judgements()
}

/// The result for the player to move, and the number of plies to the end: an early win is
/// best, a late loss the best of losses.
fn search(position: &Position) -> (i8, i8) {
    let player = position.to_move();
    let after = |cell: Cell| {
        let mut next = position.clone();
        next.place(player, cell).expect("the cell is playable");
        after_move(&next, cell)
    };
    let rank = |&(result, plies): &(i8, i8)| (result, -result * plies);
    position
        .playable()
        .map(after)
        .max_by_key(rank)
        .expect("the board is not full")
}

/// The result for the player who has just moved to a cell.
fn after_move(position: &Position, cell: Cell) -> (i8, i8) {
    if position.trace(cell).is_some() {
        return (1, 1);
    }
    if position.is_full() {
        return (0, 1);
    }
    let (result, plies) = search(position);
    (-result, plies + 1)
}

fn expected(before: &Position, cell: Cell) -> Judgement {
    let (best, best_plies) = search(before);
    let mut after = before.clone();
    after.place(before.to_move(), cell).unwrap();
    let (result, plies) = after_move(&after, cell);
    match (best - result, best) {
        (0, 1) if plies > best_plies && best_plies == 1 => Judgement::OverlookedWin,
        (0, 1) if plies > best_plies => Judgement::SlowerWin,
        (0, -1) if plies < best_plies && plies == 2 => Judgement::OverlookedThreat,
        (0, -1) if plies + 4 <= best_plies && plies == 4 => Judgement::OverlookedThreat,
        (0, -1) if plies < best_plies => Judgement::Fine,
        (0, _) => Judgement::Best,
        (_, 1) if best_plies == 1 => Judgement::MissedWin,
        (1, _) => Judgement::Mistake,
        _ => Judgement::Blunder,
    }
}

#[test]
fn judgements_equal_those_of_an_exhaustive_search() {
    let mut random = Random(7);
    let rules = rules(4, 4, 3, 2, true);
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..300 {
        let mut game = Game::new(rules);
        let mut positions = Vec::new();
        while let Status::ToMove(_) = game.status() {
            let cells: Vec<Cell> = game.position().playable().collect();
            let cell = *random.pick(&cells);
            positions.push((game.position().clone(), cell));
            game.turn().unwrap().play(cell).unwrap();
        }
        let judgements = judgements(&game);
        assert_eq!(judgements.len(), positions.len());
        for ((position, cell), judgement) in positions.iter().zip(judgements) {
            // The first positions take the exhaustive search too long.
            if position.piece_count() < 3 {
                continue;
            }
            let expected = expected(position, *cell);
            assert_eq!(judgement, Some(expected), "{}", notation::write(&game));
            *seen.entry(expected.to_string()).or_insert(0) += 1;
        }
    }
    assert!(seen.len() >= 6, "{seen:?}");
}

#[test]
fn games_without_a_solver_are_judged_by_chances() {
    // The third move lets the opponent have three in a row with both ends open.
    let rules = rules(5, 5, 4, 2, false);
    let game = notation::parse(rules, "A1,B3,A5,C3,E5,D3,E1").unwrap();
    let judged = judgements(&game);
    assert_eq!(judged.len(), 7);
    assert!(judged[2].is_some_and(Judgement::is_error), "{judged:?}");
    assert_eq!(judged[4], Some(Judgement::Fine), "all moves lose");
}

#[test]
fn games_of_three_are_not_judged() {
    let game = notation::parse(rules(5, 4, 3, 3, true), "12345").unwrap();
    assert_eq!(judgements(&game), [None; 5]);
}
