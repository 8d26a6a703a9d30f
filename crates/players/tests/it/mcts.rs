//! The play of Monte Carlo tree search.

use crate::maxn::{MaxN, proven};
use four_shapes_players::{
    Choice, ComputerPlayer, Mcts, PlayerKind, Progress, Resources, Search, Tree, TurnContext,
};
use four_shapes_rules::{Cell, Game, Player, Position, Rules, Status};
use four_shapes_testing::support::{self, Random, any_rules, play, player, rules, some_choices};
use proptest::prelude::*;
use std::{collections::BTreeSet, time::Duration, time::Instant};

const MEMORY: usize = 4 << 20;

/// Returns a game in which the players have placed pieces in turn, given the names of each
/// player's cells.
fn game(rules: Rules, pieces: &[&str]) -> Game {
    let mut of_each: Vec<_> = pieces.iter().map(|p| p.split_whitespace()).collect();
    let mut game = Game::new(rules);
    let players = of_each.len();
    for number in 0.. {
        let Some(name) = of_each[number % players].next() else {
            break;
        };
        let turn = game.turn().expect("the game is not over");
        turn.play(named(rules, name)).expect("the cell is open");
    }
    assert!(of_each.iter_mut().all(|names| names.next().is_none()));
    game
}

fn named(rules: Rules, name: &str) -> Cell {
    let mut cells = rules.all_cells();
    let cell = cells.find(|cell| cell.to_string() == name);
    cell.expect("the cell is on the board")
}

/// Searches this many nodes and returns the best move so far.
fn best_after(mcts: &mut Mcts, nodes: u64) -> Cell {
    let progress = mcts.run(nodes);
    let choice = mcts.best_so_far();
    if let Progress::Done(answer) = progress {
        assert_eq!(answer, choice);
    }
    choice.cell().expect("no swap is offered")
}

/// Returns whether a piece of a player would complete a line.
fn completes(position: &Position, cell: Cell, player: Player) -> bool {
    let mut after = position.clone();
    after.place(player, cell).expect("the cell is open");
    after.trace(cell).is_some()
}

#[test]
fn tic_tac_toe_is_perfect_at_any_time() {
    let rules = Rules::TIC_TAC_TOE;
    let mut truth = MaxN::new(rules);
    let mut mcts = Mcts::new(rules, 2_000, MEMORY);
    let mut positions = 0;
    let mut todo = vec![Game::new(rules)];
    let mut known = BTreeSet::new();
    while let Some(game) = todo.pop() {
        let Some(turn) = TurnContext::from_game(&game) else {
            continue;
        };
        let position = game.position();
        let owners: Vec<_> = rules
            .all_cells()
            .map(|cell| position.piece_at(cell))
            .collect();
        if !known.insert(owners) {
            continue;
        }
        let own = position.to_move().index();
        let value = |truth: &mut MaxN, cell| proven(&truth.after(position, cell), own);
        let best = position
            .playable()
            .map(|cell| value(&mut truth, cell))
            .max();
        for seed in 0..3 {
            let chosen = mcts.choose(&turn, seed).cell().expect("no swap is offered");
            assert_eq!(Some(value(&mut truth, chosen)), best, "{position:?}");
            mcts.begin(&turn, seed);
            let chosen = best_after(&mut mcts, 1);
            assert_eq!(Some(value(&mut truth, chosen)), best, "{position:?}");
        }
        positions += 1;
        for cell in position.playable() {
            let mut next = game.clone();
            next.turn()
                .expect("the game is not over")
                .play(cell)
                .expect("open");
            todo.push(next);
        }
    }
    // All reachable positions in which the game is not over.
    assert_eq!(positions, 4_520);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn wins_and_blocks_are_never_missed(
        rules in any_rules(),
        choices in some_choices(),
        seed: u64,
    ) {
        let game = play(rules, &choices);
        let Some(turn) = TurnContext::from_game(&game) else { return Ok(()) };
        let position = game.position();
        let own = position.to_move();
        let next = rules.player_after(position.piece_count() + 1);
        let of = |player| -> Vec<Cell> {
            let cells = position.playable();
            cells.filter(|&cell| completes(position, cell, player)).collect()
        };
        let (wins, blocks) = (of(own), of(next));
        let mut mcts = Mcts::new(rules, 30, MEMORY);
        for budget in [0, 1, 300, u64::MAX] {
            mcts.begin(&turn, seed);
            let chosen = best_after(&mut mcts, budget);
            prop_assert!(position.check_place(chosen).is_ok());
            if !wins.is_empty() {
                prop_assert!(wins.contains(&chosen), "{chosen} for {wins:?}");
            } else if !blocks.is_empty() {
                prop_assert!(blocks.contains(&chosen), "{chosen} for {blocks:?}");
            }
        }
    }

    #[test]
    fn slicing_does_not_change_the_result(
        rules in any_rules(),
        choices in some_choices(),
        seed: u64,
    ) {
        let game = play(rules, &choices);
        let Some(turn) = TurnContext::from_game(&game) else { return Ok(()) };
        let (at_once, in_slices) = grown(turn.position(), seed, 20_000);
        prop_assert_eq!(at_once.moves(), in_slices.moves());

        let mut mcts = Mcts::new(rules, 60, MEMORY);
        let chosen = mcts.choose(&turn, seed);
        mcts.begin(&turn, seed);
        let again = loop {
            if let Progress::Done(choice) = mcts.run(7) {
                break choice;
            }
        };
        prop_assert_eq!(chosen, again);
    }
}

/// Returns two trees, grown at once and in the smallest slices, both right after the same
/// playout, or done.
///
/// A budget may end between two playouts, in a threat-space search, so the trees are only
/// comparable after a playout.
fn grown(position: &Position, seed: u64, budget: u64) -> (Tree, Tree) {
    let mut at_once = Tree::new(position, seed, 1 << 20);
    at_once.grow(budget);
    let mut in_slices = Tree::new(position, seed, 1 << 20);
    let last = at_once.playouts() + 1;
    for tree in [&mut at_once, &mut in_slices] {
        while tree.playouts() < last && !tree.grow(1) {}
    }
    (at_once, in_slices)
}

#[test]
fn a_budget_may_end_between_playouts() {
    // All candidates are solved before the first playout outcomes. It adds the other moves, which
    // are searched for threats before the second playout.
    let rules = rules(3, 4, 3, 2, false);
    let mut between = 0;
    for name in ["A1", "A2", "B2", "C4"] {
        let game = game(rules, &[name, ""]);
        for budget in 0..400 {
            let (at_once, in_slices) = grown(game.position(), 1, budget);
            assert_eq!(at_once.moves(), in_slices.moves(), "{name}, {budget}");
        }
        between += usize::from(ends_between_playouts(game.position()));
    }
    assert!(between > 0, "some steps are between two playouts");
}

/// Returns whether a step other than a playout changes the tree after the first playout.
fn ends_between_playouts(position: &Position) -> bool {
    let mut tree = Tree::new(position, 1, 1 << 20);
    let mut between = false;
    for _ in 0..2_000 {
        let (playouts, moves) = (tree.playouts(), tree.moves());
        if tree.grow(1) {
            break;
        }
        between |= playouts > 0 && tree.playouts() == playouts && tree.moves() != moves;
    }
    between
}

/// Returns the choices for some seeds after a few hundred playouts.
fn answers(game: &Game) -> Vec<String> {
    let turn = TurnContext::from_game(game).expect("the game is not over");
    let mut mcts = Mcts::new(game.rules(), 300, MEMORY);
    (0..5)
        .map(|seed| {
            mcts.choose(&turn, seed)
                .cell()
                .expect("no swap is offered")
                .to_string()
        })
        .collect()
}

#[test]
fn open_threes_are_blocked() {
    let rules = rules(15, 15, 5, 2, false);
    for (pieces, good) in [
        // In a row, along a column, on a diagonal, and with a gap.
        (["F8 G8 H8", "F2 K12"], &["D8", "E8", "I8", "J8"][..]),
        (["H7 H8 H9", "B2 N12"], &["H5", "H6", "H10", "H11"]),
        (["G7 H8 I9", "B2 N12"], &["E5", "F6", "J10", "K11"]),
        (["F8 G8 I8", "B2 N12"], &["E8", "H8", "J8"]),
    ] {
        let game = game(rules, &pieces);
        for answer in answers(&game) {
            assert!(good.contains(&&*answer), "{answer} against {pieces:?}");
        }
    }
}

#[test]
fn a_four_beats_an_open_three() {
    let rules = rules(15, 15, 5, 2, false);
    // Four in a row against three.
    let game = game(rules, &["B3 C3 D3 E3", "F8 G8 H8 B14"]);
    for answer in answers(&game) {
        assert!(["A3", "F3"].contains(&&*answer), "{answer}");
    }
    // Lost, but it blocks one end.
    let game = self::game(rules, &["F8 G8 H8 B14", "B3 C3 D3 E3"]);
    for answer in answers(&game) {
        assert!(["A3", "F3"].contains(&&*answer), "{answer}");
    }
}

#[test]
fn double_threats_are_found() {
    let rules = rules(15, 15, 5, 2, false);
    for (pieces, good) in [
        // An open four; two fours at once; a four, and then an open one.
        (["F8 G8 H8", "F9 G9 A15"], &["E8", "I8"][..]),
        (["C8 D8 E8 F5 F6 F7", "B8 F4 A1 O15 A15 O1"], &["F8"]),
    ] {
        let game = game(rules, &pieces);
        for answer in answers(&game) {
            assert!(good.contains(&&*answer), "{answer} for {pieces:?}");
        }
    }
    // The same without gravity where three and four win.
    let game = game(support::rules(7, 7, 4, 2, false), &["D4 E4", "D7 A1"]);
    for answer in answers(&game) {
        assert!(["C4", "F4"].contains(&&*answer), "{answer}");
    }
}

/// Plays a game of one player against random opponents and returns the winner.
fn against_random(
    rules: Rules,
    seat: usize,
    seed: u64,
    think: &mut dyn FnMut(&TurnContext, u64) -> Choice,
) -> Option<Player> {
    let mut game = Game::new(rules);
    let mut random = Random(seed);
    loop {
        let cell = match game.status() {
            Status::Won { player, .. } | Status::WonOnTime(player) => return Some(player),
            Status::Drawn(_) => return None,
            Status::ToMove(mover) if mover.index() == seat => {
                let turn = TurnContext::from_game(&game).expect("the game is not over");
                think(&turn, random.next_u64())
                    .cell()
                    .expect("no swap is offered")
            }
            Status::ToMove(_) => {
                let cells: Vec<Cell> = game.position().playable().collect();
                *random.pick(&cells)
            }
        };
        game.turn()
            .expect("the game is not over")
            .play(cell)
            .expect("open");
    }
}

#[test]
fn beats_a_random_player_at_five_in_a_row() {
    let rules = rules(15, 15, 5, 2, false);
    let mut mcts = Mcts::new(rules, 300, MEMORY);
    for seed in 0..20 {
        let seat = seed as usize % 2;
        let winner = against_random(rules, seat, seed, &mut |turn, seed| mcts.choose(turn, seed));
        assert_eq!(winner, Some(player(rules, seat)), "seed {seed}");
    }
}

#[test]
fn beats_two_random_players() {
    let rules = rules(9, 7, 4, 3, true);
    let mut mcts = Mcts::new(rules, 2_000, MEMORY);
    let mut won = 0;
    for seed in 0..40 {
        let seat = seed as usize % 3;
        let winner = against_random(rules, seat, seed, &mut |turn, seed| mcts.choose(turn, seed));
        won += usize::from(winner == Some(player(rules, seat)));
    }
    println!("{won} of 40");
    assert!(won >= 37, "{won} of 40");
}

#[test]
fn timed_kind_thinks_until_stopped() {
    let rules = rules(9, 9, 5, 2, false);
    let kind: PlayerKind = "mcts:100".parse().expect("the kind is valid");
    let mut computer = kind.computer(rules, &Resources::default());
    let turn = TurnContext::from_game(&Game::new(rules)).expect("the game is not over");
    computer.begin(&turn, 1);
    let start = Instant::now();
    while start.elapsed() < Duration::from_millis(100) {
        let progress = computer.run(10_000);
        assert!(!progress.is_done(), "this board cannot be solved quickly");
        assert_eq!(computer.percent(), 0);
    }
}

#[test]
fn playouts_continue_without_memory() {
    let rules = rules(7, 6, 4, 2, true);
    let mut tree = Tree::new(&Position::new(rules), 1, 0);
    tree.grow(2_000_000);
    let visits: u32 = tree.moves().iter().map(|known| known.visits).sum();
    assert_eq!(u64::from(visits), tree.playouts());
    assert!(tree.playouts() > 10_000);
    assert_eq!(
        tree.best().map(|cell| cell.to_string()).as_deref(),
        Some("D1")
    );
}

#[test]
fn a_full_board_has_no_moves() {
    let rules = Rules::TIC_TAC_TOE;
    let game = game(rules, &["A1 B1 C2 A3 B3", "B2 A2 C1 C3"]);
    let mut tree = Tree::new(game.position(), 0, 0);
    assert!(tree.grow(1));
    assert_eq!(tree.best(), None);
    assert!(tree.moves().is_empty());
}
