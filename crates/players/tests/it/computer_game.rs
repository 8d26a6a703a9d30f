//! Games between computer players, compared with chances computed by enumeration.

use four_shapes_players::{
    Choice, ComputerPlayer, PlayerKind, Progress, Resources, Search, TurnContext, computer_game,
    seed,
};
use four_shapes_rules::{Game, Player, Position, Rules, hash::splitmix64};
use four_shapes_testing::support::{any_rules, rules};
use proptest::prelude::*;

/// Plays the first playable cell, after a number of slices.
struct FirstCell {
    cell: Option<Choice>,
    calls: u32,
}

impl FirstCell {
    fn boxed(calls: u32) -> Box<dyn ComputerPlayer> {
        Box::new(Self { cell: None, calls })
    }
}

impl ComputerPlayer for FirstCell {
    fn begin(&mut self, turn: &TurnContext, _: u64) {
        self.cell = turn.position().playable().next().map(Choice::Place);
    }

    fn best_so_far(&self) -> Choice {
        self.cell.expect("begin was called")
    }
}

impl Search for FirstCell {
    type Answer = Choice;

    fn run(&mut self, _: u64) -> Progress<Choice> {
        if self.calls == 0 {
            return Progress::Done(self.best_so_far());
        }
        self.calls -= 1;
        Progress::Paused
    }
}

fn computers(
    rules: Rules,
    kinds: impl IntoIterator<Item = PlayerKind>,
) -> Vec<Box<dyn ComputerPlayer>> {
    let computer = |kind: PlayerKind| kind.computer(rules, &Resources::default());
    kinds.into_iter().map(computer).collect()
}

fn random_game(rules: Rules, seed: u64) -> (Game, Option<Player>) {
    let players = usize::from(rules.players());
    let mut computers = computers(rules, vec![PlayerKind::Random; players]);
    let mut game = Game::new(rules);
    let winner = computer_game::play(&mut game, &mut computers, seed, |_, computer| {
        computer.finish()
    });
    (game, winner)
}

#[test]
fn game_is_played_to_its_end() {
    // Columns fill one after the other; the first piece in the fourth column completes
    // the bottom row.
    let mut game = Game::new(Rules::CLASSIC);
    let mut players = vec![FirstCell::boxed(0), FirstCell::boxed(5)];
    let winner = computer_game::play(&mut game, &mut players, 1, |_, computer| computer.finish());
    assert_eq!(winner.map(Player::index), Some(0));
    assert_eq!(game.position().piece_count(), 19);
    assert_eq!(game.last_move().unwrap().to_string(), "D1");
    // A finished game is left as it is.
    let again = computer_game::play(&mut game, &mut players, 1, |_, computer| computer.finish());
    assert_eq!((again, game.cursor()), (winner, 19));
}

#[test]
fn decide_can_stop_a_player_early() {
    let mut game = Game::new(Rules::TIC_TAC_TOE);
    let mut players = vec![FirstCell::boxed(0), FirstCell::boxed(u32::MAX)];
    let mut asked = Vec::new();
    computer_game::play(&mut game, &mut players, 1, |number, computer| {
        asked.push(number);
        computer.run(1);
        computer.best_so_far()
    });
    assert_eq!(asked, [0, 1, 0, 1, 0, 1, 0]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn same_seed_plays_the_same_game(rules in any_rules(), seed: u64) {
        let (game, winner) = random_game(rules, seed);
        prop_assert_eq!(&random_game(rules, seed), &(game.clone(), winner));
        prop_assert!(winner.is_some() || game.position().is_full());
        // Earlier games have no effect.
        let mut used = computers(rules, vec![PlayerKind::Random; rules.players().into()]);
        computer_game::play(&mut Game::new(rules), &mut used, !seed, |_, computer| computer.finish());
        let mut again = Game::new(rules);
        computer_game::play(&mut again, &mut used, seed, |_, computer| computer.finish());
        prop_assert_eq!(again, game);
    }

    #[test]
    fn everyone_has_every_seat_equally_often(count in 1_usize..10, round in 0_u64..1000, seed: u64) {
        let first = round * count as u64;
        let orders = (first..first + count as u64)
            .map(|number| computer_game::seats(count, number, seed));
        let mut seen = vec![vec![0; count]; count];
        for order in orders {
            for (player, contestant) in order.into_iter().enumerate() {
                seen[contestant][player] += 1;
            }
        }
        prop_assert_eq!(seen, vec![vec![1; count]; count]);
    }
}

#[test]
fn order_of_play_changes_between_rounds() {
    let orders: Vec<_> = (0..300).map(|n| computer_game::seats(3, n, 7)).collect();
    for order in [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ] {
        let count = orders.iter().filter(|other| **other == order).count();
        assert!((30..70).contains(&count), "{order:?} {count} times");
    }
    for number in 0..10 {
        let first = (number % 2) as usize;
        assert_eq!(computer_game::seats(2, number, 7), [first, 1 - first]);
    }
}

#[test]
fn seeds_are_splitmix64_outputs() {
    let mut state = 1_234_567;
    for index in 0..5 {
        assert_eq!(seed::derive(1_234_567, index), splitmix64(&mut state));
    }
    assert_eq!(seed::derive(1_234_567, 4), 16_408_922_859_458_223_821);
}

/// Returns the probability that each player wins if all moves are random.
fn chances(position: &Position) -> Vec<f64> {
    let mover = position.to_move();
    let mut sum = vec![0.0; position.rules().players().into()];
    let cells: Vec<_> = position.playable().collect();
    for cell in &cells {
        let mut next = position.clone();
        next.place(mover, *cell).expect("the cell is playable");
        if next.trace(*cell).is_some() {
            sum[mover.index()] += 1.0;
        } else if !next.is_full() {
            for (sum, chance) in sum.iter_mut().zip(chances(&next)) {
                *sum += chance;
            }
        }
    }
    let each = f64::from(cells.len() as u32);
    sum.iter().map(|sum| sum / each).collect()
}

#[test]
fn random_games_have_the_expected_results() {
    const GAMES: u32 = 4000;
    // Tic-tac-toe: 737/1260 and 363/1260, from the 255,168 games there are.
    let exact = chances(&Position::new(Rules::TIC_TAC_TOE));
    assert!((exact[0] - 737.0 / 1260.0).abs() < 1e-9, "{exact:?}");
    assert!((exact[1] - 363.0 / 1260.0).abs() < 1e-9, "{exact:?}");
    for rules in [
        Rules::TIC_TAC_TOE,
        rules(3, 3, 3, 2, true),
        rules(3, 3, 3, 3, false),
    ] {
        let exact = chances(&Position::new(rules));
        let mut wins = vec![0; exact.len()];
        for number in 0..GAMES {
            let (_, winner) = random_game(rules, seed::derive(11, number.into()));
            if let Some(winner) = winner {
                wins[winner.index()] += 1;
            }
        }
        for (wins, exact) in wins.into_iter().zip(exact) {
            let deviation = (exact * (1.0 - exact) / f64::from(GAMES)).sqrt();
            let share = f64::from(wins) / f64::from(GAMES);
            assert!(
                (share - exact).abs() < 4.0 * deviation,
                "{share} for {exact}"
            );
        }
    }
}
