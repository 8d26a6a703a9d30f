//! Games between computers, and the statistics of their results, beside numbers
//! that others have published and chances that are counted out.

mod reference;
mod support;

use four_shapes_engine::{
    Game, Player, Position, Rules,
    contest::{self, Elo, Interval, Score},
    players::{Choice, Computer, Kind, Progress, Resources, Situation},
};
use proptest::prelude::*;
use support::{any_rules, rules};

/// Takes the first cell there is, after being asked so many times.
struct First {
    cell: Option<Choice>,
    times: u32,
}

impl First {
    fn boxed(times: u32) -> Box<dyn Computer> {
        Box::new(Self { cell: None, times })
    }
}

impl Computer for First {
    fn begin(&mut self, turn: &Situation, _: u64) {
        self.cell = turn.position().playable().next().map(Choice::Place);
    }

    fn think(&mut self, _: u64) -> Progress {
        let best = self.cell.expect("it has begun");
        if self.times == 0 {
            return Progress::Chosen(best);
        }
        self.times -= 1;
        Progress::Thinking { best, percent: 0 }
    }
}

fn computers(rules: Rules, kinds: impl IntoIterator<Item = Kind>) -> Vec<Box<dyn Computer>> {
    let computer = |kind: Kind| kind.computer(rules, &Resources::default());
    kinds.into_iter().map(computer).collect()
}

fn random_game(rules: Rules, seed: u64) -> (Game, Option<Player>) {
    let players = usize::from(rules.players());
    let mut computers = computers(rules, vec![Kind::Random; players]);
    let mut game = Game::new(rules);
    let winner = contest::play(&mut game, &mut computers, seed, contest::to_the_end);
    (game, winner)
}

#[test]
fn a_game_is_played_by_turns_to_its_end() {
    // Columns fill one after the other: A has the bottom row, and with the first
    // piece of the fourth column four in a row.
    let mut game = Game::new(Rules::CLASSIC);
    let mut players = vec![First::boxed(0), First::boxed(5)];
    let winner = contest::play(&mut game, &mut players, 1, contest::to_the_end);
    assert_eq!(winner.map(Player::index), Some(0));
    assert_eq!(game.position().pieces(), 19);
    assert_eq!(game.last_move().unwrap().to_string(), "D1");
    // Where it stands already, nothing is played.
    let again = contest::play(&mut game, &mut players, 1, contest::to_the_end);
    assert_eq!((again, game.cursor()), (winner, 19));
}

#[test]
fn whoever_has_the_clock_decides_when_it_is_enough() {
    let mut game = Game::new(Rules::TIC_TAC_TOE);
    let mut players = vec![First::boxed(0), First::boxed(u32::MAX)];
    let mut asked = Vec::new();
    contest::play(&mut game, &mut players, 1, |number, computer| {
        asked.push(number);
        match computer.think(1) {
            Progress::Chosen(best) | Progress::Thinking { best, .. } => best,
        }
    });
    assert_eq!(asked, [0, 1, 0, 1, 0, 1, 0]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_game_repeats_with_its_seed(rules in any_rules(), seed: u64) {
        let (game, winner) = random_game(rules, seed);
        prop_assert_eq!(&random_game(rules, seed), &(game.clone(), winner));
        prop_assert!(winner.is_some() || game.position().is_full());
        // A computer that has played another game before plays the same.
        let mut used = computers(rules, vec![Kind::Random; rules.players().into()]);
        contest::play(&mut Game::new(rules), &mut used, !seed, contest::to_the_end);
        let mut again = Game::new(rules);
        contest::play(&mut again, &mut used, seed, contest::to_the_end);
        prop_assert_eq!(again, game);
    }

    #[test]
    fn everybody_begins_equally_often(count in 1_usize..10, round in 0_u64..1000, seed: u64) {
        let first = round * count as u64;
        let orders = (first..first + count as u64)
            .map(|number| contest::order(count, number, seed));
        let mut seen = vec![vec![0; count]; count];
        for order in orders {
            for (player, contestant) in order.into_iter().enumerate() {
                seen[contestant][player] += 1;
            }
        }
        prop_assert_eq!(seen, vec![vec![1; count]; count]);
    }

    #[test]
    fn the_interval_is_where_a_share_would_not_be_strange(trials in 1_u32..5000, half in 0..=100) {
        // What Wilson asks of its ends: the share that was seen is just so many
        // deviations from each, as they are there.
        let share = f64::from(half) / 100.0;
        let interval = Interval::of_share(share, trials);
        prop_assert!(interval.contains(share));
        for end in [interval.lower, interval.upper] {
            prop_assert!((0.0..=1.0).contains(&end));
            let deviation = (end * (1.0 - end) / f64::from(trials)).sqrt();
            let distance = (end - share).abs();
            let at_end = half == 0 || half == 100;
            prop_assert!((distance - 1.959_964 * deviation).abs() < 1e-6
                || at_end && distance < 1e-12);
        }
    }
}

#[test]
fn more_than_two_do_not_always_follow_the_same() {
    let orders: Vec<_> = (0..300).map(|n| contest::order(3, n, 7)).collect();
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
        assert_eq!(contest::order(2, number, 7), [first, 1 - first]);
    }
}

#[test]
fn seeds_are_those_of_split_mix_64() {
    // The first outputs that rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64
    // asks for with the seed 1234567.
    let expected = [
        6_457_827_717_110_365_317,
        3_203_168_211_198_807_973,
        9_817_491_932_198_370_423,
        4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
    ];
    let seeds: Vec<u64> = (0..5).map(|n| contest::seed(1_234_567, n)).collect();
    assert_eq!(seeds, expected);
}

/// The chances that each player wins if all moves are random, counted out.
fn chances(position: &Position) -> Vec<f64> {
    let mover = position.to_move();
    let mut sum = vec![0.0; position.rules().players().into()];
    let cells: Vec<_> = position.playable().collect();
    for cell in &cells {
        let mut next = position.clone();
        next.place(mover, *cell).expect("it can be played");
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
fn random_games_end_as_often_as_they_should() {
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
            let (_, winner) = random_game(rules, contest::seed(11, number.into()));
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

#[test]
fn the_interval_is_as_published() {
    // R. G. Newcombe: Two-sided confidence intervals for the single proportion,
    // Statistics in Medicine 17, 1998, table I, method 3.
    for (successes, trials, lower, upper) in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ] {
        let share = f64::from(successes) / f64::from(trials);
        let found = Interval::of_share(share, trials);
        assert!((found.lower - lower).abs() < 5e-5, "{found:?}");
        assert!((found.upper - upper).abs() < 5e-5, "{found:?}");
    }
}

#[test]
fn the_interval_has_the_truth_as_often_as_it_says() {
    // Over all numbers of successes, by their binomial chances.
    let trials = 50_u32;
    let mut mean = 0.0;
    for step in 1..200 {
        let truth = f64::from(step) / 200.0;
        let mut chance = (1.0 - truth).powi(50);
        let mut covered = 0.0;
        for successes in 0..=trials {
            if Interval::of_share(f64::from(successes) / 50.0, trials).contains(truth) {
                covered += chance;
            }
            chance *= f64::from(trials - successes) / f64::from(successes + 1);
            chance *= truth / (1.0 - truth);
        }
        assert!(covered > 0.83, "{truth}: {covered}");
        mean += covered / 199.0;
    }
    assert!((mean - 0.95).abs() < 0.01, "{mean}");
}

#[test]
fn a_score_counts_draws_as_half() {
    let mut score = Score::default();
    assert!((score.share() - 0.5).abs() < 1e-12);
    assert_eq!(
        score.interval(),
        Interval {
            lower: 0.0,
            upper: 1.0
        }
    );
    for won in [Some(true), Some(true), None, Some(false)] {
        score.count(won);
    }
    assert_eq!(
        score,
        Score {
            wins: 2,
            draws: 1,
            losses: 1
        }
    );
    assert_eq!(score.games(), 4);
    assert!((score.share() - 0.625).abs() < 1e-12);
    let halves = Score {
        wins: 0,
        draws: 10,
        losses: 0,
    };
    let wins = Score {
        wins: 5,
        draws: 0,
        losses: 5,
    };
    assert_eq!(halves.interval(), wins.interval());
}

#[test]
fn elo_differences_are_those_of_the_scale() {
    for (share, elo) in [
        (10.0 / 11.0, "+400"),
        (1.0 / 11.0, "-400"),
        (0.75, "+191"),
        (0.64, "+100"),
        (0.5, "0"),
        (0.4999, "0"),
        (100.0 / 101.0, "+800"),
        (0.995, "over +800"),
        (1.0, "over +800"),
        (0.0, "under -800"),
    ] {
        assert_eq!(Elo::of_share(share).to_string(), elo, "{share}");
    }
    assert!(Elo::of_share(1.0).0.is_infinite());
    assert!(Elo::of_share(0.0) < Elo::of_share(0.3));
    assert_eq!(format!("{:>5}", Elo::of_share(0.75)), " +191");
}
