//! Dead positions and agreed draws.
//!
//! [`Position::is_dead`] examines one line at a time; the reference tries every order of
//! moves. Near the end of a game they must agree.

use four_shapes_rules::{
    DrawReason, Game, Position, Rules, Status, Step, WinStillPossible, notation,
};
use four_shapes_testing::reference::{Place, Reference};
use four_shapes_testing::support::{
    self, cell, choices, play, player, reference, rules, rules_within,
};
use proptest::{collection::vec, prelude::*, sample::Index};
use std::collections::BTreeSet;

/// The number of empty cells that the reference can search quickly.
const NEAR: usize = 9;

fn small_rules() -> impl Strategy<Value = Rules> {
    let players = prop_oneof![2 => Just(2), 1 => 3..=4_u32];
    let gravity = prop::bool::weighted(0.75);
    (3..=5_u32, 3..=5_u32, 3..=4_u32, players, gravity).prop_map(
        |(columns, rows, connect, players, gravity)| {
            let connect = connect.min(Rules::max_connect(columns, rows));
            let players = players.min(Rules::max_players(columns, rows, connect));
            rules(columns, rows, connect, players, gravity)
        },
    )
}

/// Cells to leave empty. With gravity they are in at most three columns, since the order
/// of moves matters most if there are many empty cells in few columns.
fn left_empty(rules: Rules, columns: &[Index], picks: &[Index]) -> BTreeSet<Place> {
    let mut places: Vec<Place> = reference(rules).places();
    let mut empty = BTreeSet::new();
    for pick in picks {
        if rules.gravity() {
            let column = pick.get(columns).index(rules.columns().into());
            let top = places.iter().rposition(|place| place.0 == column);
            empty.extend(top.map(|top| places.remove(top)));
        } else {
            empty.insert(places.remove(pick.index(places.len())));
        }
    }
    empty
}

/// Places pieces without completing a line, if possible.
fn deal(rules: Rules, empty: &BTreeSet<Place>, mut pieces: Vec<usize>) -> Option<Reference> {
    let mut board = reference(rules);
    for place in board.places() {
        if empty.contains(&place) {
            continue;
        }
        let harmless = |&owner: &usize| {
            let mut next = board.clone();
            next.put(owner, place);
            next.winner().is_none()
        };
        let next = pieces.iter().position(harmless)?;
        board.put(pieces.swap_remove(next), place);
    }
    Some(board)
}

/// A position with few empty cells and with as many pieces of each player as in a game.
fn nearly_full() -> impl Strategy<Value = (Rules, Reference)> {
    let indices = |sizes| vec(any::<Index>(), sizes);
    (small_rules(), indices(1..=3), indices(0..=NEAR))
        .prop_flat_map(|(rules, columns, picks)| {
            let picks = if rules.gravity() {
                &picks
            } else {
                &picks[..picks.len().min(NEAR - 2)]
            };
            let empty = left_empty(rules, &columns, picks);
            let players = usize::from(rules.players());
            let pieces: Vec<usize> = (0..rules.cells() - empty.len())
                .map(|i| i % players)
                .collect();
            (Just(rules), Just(empty), Just(pieces).prop_shuffle())
        })
        .prop_filter_map("somebody has won", |(rules, empty, pieces)| {
            Some((rules, deal(rules, &empty, pieces)?))
        })
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(15_000)
    })]

    #[test]
    fn agrees_with_reference((rules, board) in nearly_full()) {
        let dead = support::position(rules, &board).is_dead();
        prop_assert_eq!(dead, !board.any_player_can_complete(), "{:?}\n{}", rules, board);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(300)
    })]

    /// For boards too large for the reference: no win follows a dead position, and a draw
    /// can be agreed only there.
    #[test]
    fn no_win_follows_a_dead_position(
        rules in rules_within(3..=9, 3..=9),
        choices in choices(),
    ) {
        let mut game = Game::new(rules);
        let mut dead = false;
        for choice in &choices {
            let dead_now = game.position().is_dead();
            prop_assert!(dead_now || !dead, "a dead position stays dead");
            dead = dead_now;
            let mut agreed = game.clone();
            let Some(turn) = agreed.turn() else { break };
            let expected = if dead { Ok(()) } else { Err(WinStillPossible) };
            prop_assert_eq!(turn.agree_draw(), expected);

            let open: Vec<_> = game.position().playable().collect();
            // Wins are avoided until the position is dead, or few would be.
            let harmless: Vec<_> = open
                .iter()
                .filter(|&&cell| {
                    let mut next = game.clone();
                    next.turn().is_some_and(|turn| turn.play(cell).is_ok())
                        && !matches!(next.status(), Status::Won { .. })
                })
                .collect();
            prop_assert!(!dead || harmless.len() == open.len(), "{}", notation::write(&game));
            if harmless.is_empty() {
                break;
            }
            game.turn().unwrap().play(**choice.get(&harmless)).unwrap();
        }
    }

    #[test]
    fn no_empty_board_is_dead(rules in support::any_rules()) {
        prop_assert!(!Position::new(rules).is_dead());
        prop_assert_eq!(Game::new(rules).turn().unwrap().agree_draw(), Err(WinStillPossible));
    }

    /// A position with a completed line isn't dead, with or without empty cells.
    #[test]
    fn no_won_position_is_dead(rules in rules_within(3..=5, 3..=5), choices in choices()) {
        let mut position = play(rules, &choices).position().clone();
        let won = rules.all_cells().any(|cell| position.trace(cell).is_some());
        prop_assume!(won);
        prop_assert!(!position.is_dead());
        for cell in rules.all_cells() {
            // The line remains completed with any further pieces.
            let _ = position.place(player(rules, 0), cell);
        }
        prop_assert!(position.is_full() && !position.is_dead());
    }
}

/// Parses the game of a test.
fn game(rules: Rules, moves: &str) -> Game {
    notation::parse(rules, moves).expect("the moves of the test are legal")
}

/// On 4 × 4 with four in a row, from the top: `..00`, `1.10`, `0.11`, `0.01`.
const WAITING: &str = "34144343113";

/// Player 1 to move could play A4, a cell of the line A4–D1, at once. But then player 0
/// has to play B1 and, two moves later, B3. Only if A4 is left for last can player 1
/// play both.
#[test]
fn filling_a_missing_cell_may_have_to_wait() {
    let mut game = game(rules(4, 4, 4, 2, true), WAITING);
    assert_eq!(game.status(), Status::ToMove(player(game.rules(), 1)));
    assert!(!game.position().is_dead());
    for column in [1, 1, 1, 1, 0] {
        let column = game.rules().column(column).unwrap();
        game.turn().unwrap().drop(column).unwrap();
    }
    let Status::Won { player, trace } = game.status() else {
        panic!("A4 completes the line");
    };
    assert_eq!(
        (player.index(), trace.to_string().as_str()),
        (1, "A4, B3, C2, D1")
    );
}

/// Of tic-tac-toe, from the top: `XOX`, `XOO`, `O.X`.
const TIE_BUT_ONE: &str = "A3,B3,C3,B2,A2,C2,C1,A1";

/// B1 would complete O's line B1–B3, but X moves there.
#[test]
fn an_open_line_can_be_unreachable_by_turn_order() {
    let mut game = game(Rules::TIC_TAC_TOE, TIE_BUT_ONE);
    assert!(game.position().is_dead());
    game.undo();
    assert!(!game.position().is_dead(), "O could move to B1 now");
}

#[test]
fn a_full_board_without_a_winner_is_dead() {
    let rules = rules(6, 4, 4, 2, true);
    let tie = game(rules, "121311423223446466555653");
    assert_eq!(tie.status(), Status::Drawn(DrawReason::Full));
    assert!(tie.position().is_dead());
}

#[test]
fn agreed_draws_can_be_undone_and_redone() {
    let rules = Rules::TIC_TAC_TOE;
    let mut game = game(rules, TIE_BUT_ONE);
    game.undo();
    let before = game.clone();
    assert_eq!(game.turn().unwrap().agree_draw(), Err(WinStillPossible));
    assert_eq!(game, before, "a refused agreement changes nothing");
    assert_eq!(
        WinStillPossible.to_string(),
        "a line can still be completed"
    );

    game.redo();
    let open = game.clone();
    game.turn().unwrap().agree_draw().unwrap();
    assert_eq!(game.status(), Status::Drawn(DrawReason::Agreed));
    assert_eq!(game.steps().last(), Some(&Step::AgreeDraw));
    assert_eq!(game.last_move(), open.last_move());
    assert_eq!(game.position(), open.position());
    assert!(
        game.turn().is_none(),
        "the game is over after the agreement"
    );

    let agreed = game.clone();
    assert_eq!(game.undo(), Some(Step::AgreeDraw));
    assert_eq!(game.status(), open.status());
    assert_eq!(game.redo(), Some(Step::AgreeDraw));
    assert_eq!(game, agreed);
    assert_eq!(game.redo(), None);

    game.undo();
    game.turn().unwrap().play(cell(rules, (1, 0))).unwrap();
    assert_eq!(game.status(), Status::Drawn(DrawReason::Full));
    assert_eq!(game.redo(), None, "another move ends what could be redone");
}
