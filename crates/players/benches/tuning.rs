//! Plays constants of Monte Carlo tree search against the present ones, at equal playouts.
//!
//! ```sh
//! cargo bench -p four-shapes-players --bench tuning -- 200 300 exploration=0.7 own_line=20,distance=3
//! ```
//!
//! The arguments are the minimum number of games on each board, the playouts of each move, and sets
//! of constants by the fields of [`Tuning`]; `both:three_moves=0` changes both sides. A set takes
//! all combinations of seats equally often, so equal constants score 50 % with any number of players.
//! The games depend only on the arguments.

use four_shapes_players::{ComputerPlayer, Mcts, Tuning, TurnContext, seed};
use four_shapes_rules::{Game, Rules, RulesConfig, Status};
use four_shapes_tournament::statistics::WinDrawLoss;
use std::{str::FromStr, time::Instant};

const MEMORY: usize = 16 << 20;

/// Boards by columns, rows, connect, players and gravity.
const BOARDS: [(u32, u32, u32, u32, bool); 5] = [
    (15, 15, 5, 2, false),
    (7, 7, 4, 2, false),
    (9, 8, 4, 2, true),
    (9, 7, 4, 3, true),
    (10, 8, 4, 4, true),
];

fn main() {
    // Only `cargo bench` passes `--bench`; `cargo test --benches` is a smoke test.
    let trial = !std::env::args().any(|argument| argument == "--bench");
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"))
        .collect();
    let mut numbers = arguments.iter().filter_map(|word| word.parse().ok());
    let mut next = |usual, in_trial| {
        let usual = if trial { in_trial } else { usual };
        numbers.next().unwrap_or(usual)
    };
    let (games, playouts) = (next(200, 1), next(300, 3));
    let mut base = Tuning::default();
    let mut sets: Vec<(&str, Tuning)> = Vec::new();
    for argument in arguments.iter().filter(|word| word.contains('=')) {
        if let Some(both) = argument.strip_prefix("both:") {
            base = changed(base, both);
        } else {
            sets.push((argument, changed(base, argument)));
        }
    }
    if trial {
        sets.push(("no change", base));
    }
    println!(
        "{} sets of constants, {playouts} playouts per move",
        sets.len()
    );
    for (name, tuning) in sets {
        println!("\n{name}");
        for (columns, rows, connect, players, gravity) in BOARDS {
            let rules = Rules::new(RulesConfig {
                columns,
                rows,
                connect,
                players,
                gravity,
            });
            let rules = rules.expect("the rules are valid");
            let start = Instant::now();
            let score = play_all(rules, [tuning, base], games, playouts);
            let interval = score.interval();
            let fall = if gravity { "gravity" } else { "no gravity" };
            println!(
                "{columns} × {rows}, {connect} in a row, {players} players, {fall}: {} wins, {} draws, \
                 {} losses, {:.1} % ({:.1} to {:.1} %), {:.0} s",
                score.wins,
                score.draws,
                score.losses,
                score.score_rate() * 100.0,
                interval.lower * 100.0,
                interval.upper * 100.0,
                start.elapsed().as_secs_f64()
            );
        }
    }
}

/// Returns constants with changes such as `exploration=0.7,distance=3`.
fn changed(mut tuning: Tuning, changes: &str) -> Tuning {
    for change in changes.split(',') {
        let (name, value) = change.split_once('=').expect("a change is NAME=VALUE");
        match name {
            "exploration" => tuning.exploration = number(value),
            "first_play_reduction" => tuning.first_play_reduction = number(value),
            "expansion_visits" => tuning.expansion_visits = number(value),
            "piece_factor" => tuning.piece_factor = number(value),
            "own_line" => tuning.own_line = number(value),
            "other_line" => tuning.other_line = number(value),
            "empty_line" => tuning.empty_line = number(value),
            "uniform_divisor" => tuning.uniform_divisor = number(value),
            "distance" => tuning.distance = number(value),
            "three_moves" => tuning.three_moves = number(value),
            _ => panic!("no constant has the name {name}"),
        }
    }
    tuning
}

fn number<T: FromStr>(text: &str) -> T {
    let number = text.parse();
    number.unwrap_or_else(|_| panic!("not a value of this constant: {text}"))
}

/// Plays at least `games` games and returns the score of the first side.
fn play_all(rules: Rules, sides: [Tuning; 2], games: u64, playouts: u64) -> WinDrawLoss {
    let mut players = sides.map(|tuning| Mcts::with_tuning(rules, playouts, MEMORY, tuning));
    // The bits of the seats of the first side: all but none and all.
    let seatings = (1_u64 << rules.players()) - 2;
    let games = games.next_multiple_of(seatings);
    let mut score = WinDrawLoss::default();
    for number in 0..games {
        let first_side = 1 + number % seatings;
        let side = |seat: usize| usize::from(first_side >> seat & 1 == 0);
        match play(rules, &mut players, side, number) {
            Some(seat) if side(seat) == 0 => score.wins += 1,
            Some(_) => score.losses += 1,
            None => score.draws += 1,
        }
    }
    score
}

/// Plays a game and returns the winner.
fn play(
    rules: Rules,
    players: &mut [Mcts; 2],
    side: impl Fn(usize) -> usize,
    number: u64,
) -> Option<usize> {
    let mut game = Game::new(rules);
    let mut ply = 0;
    while let Some(turn) = TurnContext::from_game(&game) {
        let player = &mut players[side(turn.position().to_move().index())];
        let choice = player.choose(&turn, seed::derive(number, ply));
        let cell = choice.cell().expect("the tree never swaps");
        let turn = game.turn().expect("the game is not over");
        turn.play(cell).expect("computers play legal moves");
        ply += 1;
    }
    match game.status() {
        Status::Won { player, .. } => Some(player.index()),
        _ => None,
    }
}
