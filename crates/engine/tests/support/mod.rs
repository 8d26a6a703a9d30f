//! What several test crates need: random rules, random games, and the way from
//! the engine's words to those of the reference.

// Every test crate that includes this file uses another part of it.
#![allow(dead_code)]

use crate::reference::{Place, Reference};
use four_shapes_engine::{Cell, Game, Player, Position, Rules, Spec};
use proptest::{prelude::*, sample::Index};
use std::ops::RangeInclusive;

/// Checked rules, for numbers that are known to be allowed.
pub(crate) fn rules(columns: u32, rows: u32, connect: u32, players: u32, gravity: bool) -> Rules {
    Rules::new(Spec {
        columns,
        rows,
        connect,
        players,
        gravity,
    })
    .expect("the test asks for allowed rules")
}

/// The reference's empty board for the same rules.
pub(crate) fn reference(rules: Rules) -> Reference {
    Reference::new(
        rules.columns().into(),
        rules.rows().into(),
        rules.connect().into(),
        rules.players().into(),
        rules.gravity(),
    )
}

pub(crate) fn cell(rules: Rules, (column, row): Place) -> Cell {
    let cell = rules.cell(column, row);
    cell.expect("the place is on the board")
}

pub(crate) fn place(cell: Cell) -> Place {
    (cell.column().index(), cell.row())
}

pub(crate) fn player(rules: Rules, index: usize) -> Player {
    let player = rules.all_players().nth(index);
    player.expect("the rules have this player")
}

/// The engine's position with the pieces of the reference.
pub(crate) fn position(rules: Rules, board: &Reference) -> Position {
    let mut position = Position::new(rules);
    for place in board.places() {
        if let Some(owner) = board.get(place) {
            position
                .place(player(rules, owner), cell(rules, place))
                .expect("from the bottom up every piece is supported");
        }
    }
    position
}

/// Rules with sides in a range.
pub(crate) fn rules_within(
    columns: RangeInclusive<u32>,
    rows: RangeInclusive<u32>,
) -> impl Strategy<Value = Rules> {
    (columns, rows)
        .prop_flat_map(|(columns, rows)| {
            let longest = Rules::most_connect(columns, rows);
            // Short lines, or nobody would ever win on a large board.
            let connect = prop_oneof![3 => 3..=longest.min(5), 1 => 3..=longest];
            (Just(columns), Just(rows), connect)
        })
        .prop_flat_map(|(columns, rows, connect)| {
            let most = Rules::most_players(columns, rows, connect);
            let players = prop_oneof![2 => Just(2), 2 => 2..=most.min(4), 1 => 2..=most];
            (Just((columns, rows, connect)), players, any::<bool>())
        })
        .prop_map(|((columns, rows, connect), players, gravity)| {
            rules(columns, rows, connect, players, gravity)
        })
}

/// Rules of every kind: small boards, and boards of 64, 128 and 256 bits.
pub(crate) fn any_rules() -> impl Strategy<Value = Rules> {
    prop_oneof![
        rules_within(3..=5, 3..=5),
        rules_within(3..=8, 3..=7),
        rules_within(8..=11, 7..=10),
        rules_within(11..=15, 11..=15),
        rules_within(3..=15, 3..=15),
    ]
}

/// Enough random choices for a game on the largest board.
pub(crate) fn choices() -> impl Strategy<Value = Vec<Index>> {
    prop::collection::vec(any::<Index>(), 225)
}

/// Any of the choices, as many as there are moves to make.
pub(crate) fn some_choices() -> impl Strategy<Value = Vec<Index>> {
    prop::collection::vec(any::<Index>(), 0..=225)
}

/// A random game, until the choices run out or it is over.
pub(crate) fn play(rules: Rules, choices: &[Index]) -> Game {
    let mut game = Game::new(rules);
    for choice in choices {
        let cells: Vec<Cell> = game.position().playable().collect();
        let Some(turn) = game.turn() else { break };
        turn.play(*choice.get(&cells)).expect("the cell is open");
    }
    game
}
