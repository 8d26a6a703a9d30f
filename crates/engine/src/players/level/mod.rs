//! Players meant for people.
//!
//! The levels differ in what they see. How is told in `docs/players.md`.

mod careful;
mod greedy;
mod planner;
mod solving;

use super::{Computer, Resources, mcts::Mcts, search::Limits};
use crate::Rules;
use careful::Careful;
use greedy::Greedy;
use planner::Planner;
use solving::{Effort, Solving};

/// How far a search goes: so many plies, at no more than so many positions; moves
/// worth so much less than the best are taken as well.
///
/// The numbers of the levels were found by playing: on 7 × 6 each is to score 70 to
/// 92 % against the one below.
fn limits(plies: u8, positions: u64, margin: i32, resources: &Resources) -> Limits {
    Limits {
        plies,
        positions,
        margin,
        // A solver takes the rest.
        memory: resources.memory / 4,
    }
}

/// How many games a level from 3 on plays to their ends in its mind, where the
/// search does not serve.
fn playouts(level: u8) -> u64 {
    match level {
        ..=3 => 60,
        4 => 400,
        5 => 2_500,
        6.. => 10_000,
    }
}

pub(super) fn level(level: u8, rules: Rules, resources: &Resources) -> Box<dyn Computer> {
    if level <= 2 {
        return Box::new(Greedy::new(level));
    }
    if rules.players() > 2 || !rules.gravity() {
        let tree = Mcts::new(rules, playouts(level), resources.memory);
        return Box::new(Careful::new(tree));
    }
    let solving = |solve, search, book| {
        let effort = Effort {
            piece_style: limits(4, 10_000, 6, resources),
            solve,
            search,
        };
        Solving::new(rules, effort, resources.memory / 4 * 3, book)
    };
    match level {
        ..=3 => Box::new(Careful::new(Planner::new(limits(2, 10_000, 10, resources)))),
        4 => Box::new(Careful::new(Planner::new(limits(6, 10_000, 4, resources)))),
        5 => {
            let search = limits(10, 30_000, 3, resources);
            Box::new(Careful::new(solving(30_000, search, None)))
        }
        6.. => {
            let search = limits(40, 300_000, 2, resources);
            let book = resources.book.clone().filter(|book| book.rules() == rules);
            // With a book all of a game can be solved in its time.
            let most = if book.is_some() {
                20_000_000
            } else {
                3_000_000
            };
            Box::new(Careful::new(solving(most, search, book)))
        }
    }
}
