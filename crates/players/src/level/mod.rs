//! The levels: players of graded strength for human opponents, see `docs/players.md`.

mod greedy;
mod search_player;
mod solver_player;
mod win_or_block;

use super::{
    ComputerPlayer, Level, Resources,
    mcts::{Mcts, Tuning},
    search::{Limits, Mode},
};
use four_shapes_rules::Rules;
use greedy::Greedy;
use search_player::SearchPlayer;
use solver_player::{Effort, Far, SolverPlayer};
use win_or_block::WinOrBlock;

/// Returns the limits of a search. Moves up to `margin` worse than the best are played too.
///
/// The levels' parameters were tuned by matches: on 7 × 6 each level scores at least
/// 80 % against the one below.
fn limits(depth: u8, nodes: u64, margin: i32, resources: &Resources) -> Limits {
    Limits {
        depth,
        nodes,
        margin,
        // The solver's table takes the rest.
        memory: resources.memory / 4,
        mode: Mode::FullWidth,
    }
}

/// Returns the playouts of levels 3 to 6 where Monte Carlo tree search is used.
fn playouts(level: Level) -> u64 {
    match level {
        Level::One | Level::Two | Level::Three => 60,
        Level::Four => 400,
        Level::Five => 2_500,
        Level::Six => 10_000,
    }
}

/// Returns the own moves of wins by fours and threes that levels 3 to 6 see there.
fn three_moves(level: Level) -> usize {
    match level {
        Level::One | Level::Two | Level::Three | Level::Four => 0,
        Level::Five => 3,
        Level::Six => 4,
    }
}

pub(super) fn level(level: Level, rules: Rules, resources: &Resources) -> Box<dyn ComputerPlayer> {
    if level <= Level::Two {
        return Box::new(Greedy::new(level));
    }
    if rules.players() > 2 || !rules.gravity() {
        let tuning = Tuning {
            three_moves: three_moves(level),
            ..Tuning::default()
        };
        let tree = Mcts::with_tuning(rules, playouts(level), resources.memory, tuning);
        return Box::new(WinOrBlock::new(tree));
    }
    let with_solver = |effort: Effort, book| {
        let table = resources.memory - effort.search.memory;
        SolverPlayer::new(rules, effort, table, book)
    };
    let preview = limits(4, 10_000, 6, resources);
    match level {
        Level::One | Level::Two | Level::Three => Box::new(WinOrBlock::new(SearchPlayer::new(
            limits(2, 10_000, 10, resources),
        ))),
        Level::Four => Box::new(WinOrBlock::new(SearchPlayer::new(limits(
            6, 10_000, 4, resources,
        )))),
        Level::Five => {
            let effort = Effort {
                preview,
                solve: 30_000,
                search: limits(10, 30_000, 3, resources),
                far: None,
            };
            Box::new(WinOrBlock::new(with_solver(effort, None)))
        }
        Level::Six => {
            let book = resources.book.clone().filter(|book| book.rules() == rules);
            // After a book's last ply every position can be solved with this many nodes.
            let solve = if book.is_some() {
                20_000_000
            } else {
                3_000_000
            };
            let effort = Effort {
                preview,
                solve,
                search: limits(40, 300_000, 2, resources),
                far: None,
            };
            let effort = if book.is_none() && rules.cells() > Rules::CLASSIC.cells() {
                large_board(effort, resources)
            } else {
                effort
            };
            Box::new(WinOrBlock::new(with_solver(effort, book)))
        }
    }
}

/// Returns level 6's effort on boards larger than 7 × 6, without a book.
///
/// With 44 or more empty cells, 3 million nodes of the solver almost never suffice for a proof,
/// and the search makes better use of their time.
fn large_board(effort: Effort, resources: &Resources) -> Effort {
    let selective = |nodes| Limits {
        mode: Mode::Selective,
        memory: resources.memory / 2,
        ..limits(40, nodes, 12, resources)
    };
    Effort {
        search: selective(600_000),
        far: Some(Far {
            min_empty: 44,
            solve: 300_000,
            search: selective(3_100_000),
        }),
        ..effort
    }
}
