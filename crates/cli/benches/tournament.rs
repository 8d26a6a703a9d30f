//! Measures the overhead of tournaments: games per second with one thread of a plain loop
//! around `computer_game::play`, of the engine's tournament, and of `four tournament`.
//!
//! ```text
//! cargo xtask bench tournament
//! ```
//!
//! All of them play the same games, with new players for each. They alternate over several
//! rounds, so that other load affects all of them, and the median round counts. The time to
//! start the program is measured with two games and subtracted.

use four_shapes_players::{ComputerPlayer, PlayerKind, Resources, computer_game, seed};
use four_shapes_rules::{Game, Rules};
use four_shapes_tournament::{
    COMPUTER_MEMORY, ComputerGamePlayer, Entrant, Table, Tournament, TournamentConfig, play,
    statistics::WinDrawLoss,
};
use std::{
    process::{Command, Stdio},
    time::{Duration, Instant},
};

const SEED: u64 = 1;

fn main() {
    // Only `cargo bench` passes `--bench`; `cargo test --benches` is a smoke test.
    let trial = !std::env::args().any(|argument| argument == "--bench");
    let rounds = if trial { 1 } else { 9 };
    println!("games per second with one thread, median of {rounds} rounds");
    println!();
    println!("both players   plain loop  tournament  share     program  share");
    for (player, games) in [("random", 200_000), ("lookahead:4", 10_000)] {
        let games = if trial { 10 } else { games };
        let mut times = [const { Vec::new() }; 3];
        for _ in 0..rounds {
            times[0].push(time(|| plain(player, games)));
            times[1].push(time(|| engine(player, games)));
            let start = time(|| program(player, 2));
            times[2].push(time(|| program(player, games)).saturating_sub(start));
        }
        let [plain, engine, program] = times.map(median);
        let speed = |time: Duration| f64::from(games) / time.as_secs_f64();
        let share = |time: Duration| 100.0 * plain.as_secs_f64() / time.as_secs_f64();
        println!(
            "{player:12}  {:>11.0}  {:>10.0}  {:>3.0} %  {:>10.0}  {:>3.0} %",
            speed(plain),
            speed(engine),
            share(engine),
            speed(program),
            share(program),
        );
    }
}

fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed().max(Duration::from_nanos(1))
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn resources() -> Resources {
    Resources {
        memory: COMPUTER_MEMORY,
        book: None,
    }
}

fn kind(player: &str) -> PlayerKind {
    player.parse().expect("a computer player")
}

/// Plays the games in a plain loop.
fn plain(player: &str, games: u32) {
    let (kind, resources) = (kind(player), resources());
    let seed = seed::derive(SEED, 0);
    let mut score = WinDrawLoss::default();
    for number in 0..games.into() {
        let order = computer_game::seats(2, number, seed);
        let computer = |_: &usize| kind.computer(Rules::CLASSIC, &resources);
        let mut computers: Vec<Box<dyn ComputerPlayer>> = order.iter().map(computer).collect();
        let mut game = Game::new(Rules::CLASSIC);
        let seed = seed::derive(seed, number);
        let winner = computer_game::play(&mut game, &mut computers, seed, |_, computer| {
            computer.finish()
        });
        score.count(winner.map(|player| order[player.index()] == 0));
    }
    assert_eq!(score.games(), games);
}

/// Plays the games as a tournament of the engine.
fn engine(player: &str, games: u32) {
    let (kind, resources) = (kind(player), resources());
    let config = TournamentConfig {
        entrants: vec![Entrant::Computer(kind); 2],
        games_per_pairing: games,
        seed: SEED,
        ..TournamentConfig::default()
    };
    let tournament = Tournament::new(config).expect("a valid tournament");
    let mut table = Table::new(&tournament);
    let clock = Instant::now();
    for number in 0..tournament.game_count() {
        let playing = tournament.begin(number);
        let mut players =
            [(); 2].map(|()| ComputerGamePlayer::new(kind, tournament.rules(), &resources));
        let [first, second] = &mut players;
        let micros = || clock.elapsed().as_micros() as u64;
        table.add(&play(playing, [first, second], micros));
    }
    assert_eq!(table.played(), games.into());
}

/// Plays the games with the terminal program.
fn program(player: &str, games: u32) {
    let (games, seed) = (games.to_string(), SEED.to_string());
    let status = Command::new(env!("CARGO_BIN_EXE_four"))
        .args(["tournament", "--players", &format!("{player},{player}")])
        .args(["--games", &games, "--seed", &seed, "--threads", "1"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("the program starts");
    assert!(status.success());
}
