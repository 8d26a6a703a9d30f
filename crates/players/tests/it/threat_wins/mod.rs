//! Wins by threats without gravity: level 6 finds those of at most four own moves, and no
//! others are claimed.
//!
//! `data/threat-wins.txt` has two sets of problems. A normal run proves a sample, and
//! `FOUR_SHAPES_THREAT_WINS=all cargo test -p four-shapes-players --test it threat_wins` all.
//! `cargo test -p four-shapes-players --test it threat_wins -- --ignored --nocapture` prints new
//! ones, which depend on the play of levels 2 and 3.

mod prover;

use four_shapes_players::{
    ComputerPlayer, Level, Outcome, PlayerKind, Resources, Tree, TurnContext,
};
use four_shapes_rules::{Cell, Game, Position, Rules, Status, notation};
use four_shapes_testing::support::{Random, rules};
use prover::{Attack, Prover};
use std::collections::{BTreeMap, HashSet};

const FILE: &str = include_str!("../../data/threat-wins.txt");

/// The maximum number of the winner's moves.
const MAX_MOVES: usize = 4;

/// The problems proved in a normal run, per set.
const SAMPLE: usize = 10;

fn five_in_a_row() -> Rules {
    rules(15, 15, 5, 2, false)
}

/// What it takes to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Class {
    /// The winner's moves.
    moves: usize,
    /// Whether every move threatens to complete a line.
    fours: bool,
}

/// The problems of each class in a set.
const COUNTS: [(Class, usize); 4] = [
    (class(3, true), 10),
    (class(4, true), 10),
    (class(3, false), 30),
    (class(4, false), 50),
];

const fn class(moves: usize, fours: bool) -> Class {
    Class { moves, fours }
}

/// Returns the class of a win by threats in three or four moves; `None` without a win, for
/// quicker ones, and if a move is forced.
fn classify(position: &Position) -> Option<Class> {
    let mut prover = Prover::new(position);
    if prover.is_threatened() || prover.wins(2, Attack::Threats) {
        return None;
    }
    let moves = (3..=MAX_MOVES).find(|&moves| prover.wins(moves, Attack::Threats))?;
    Some(class(moves, prover.wins(moves, Attack::Fours)))
}

/// A problem of the file.
struct Problem {
    class: Class,
    game: Game,
}

/// Reads the problems of a set.
fn problems(set: &str) -> Vec<Problem> {
    let lines = FILE.lines().filter(|line| !line.starts_with('#'));
    let problem = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let [name, moves, kind, game] = words[..] else {
            panic!("not a problem: {line}");
        };
        let fours = match kind {
            "fours" => true,
            "threes" => false,
            _ => panic!("unknown kind: {line}"),
        };
        let moves = moves.parse().expect("a number of moves");
        (name == set).then(|| Problem {
            class: class(moves, fours),
            game: notation::parse(five_in_a_row(), game).expect("the moves are legal"),
        })
    };
    lines.filter_map(problem).collect()
}

fn proves_all() -> bool {
    std::env::var("FOUR_SHAPES_THREAT_WINS").as_deref() == Ok("all")
}

fn level_6(rules: Rules) -> Box<dyn ComputerPlayer> {
    PlayerKind::Level(Level::Six).computer(rules, &Resources::default())
}

fn choose(player: &mut dyn ComputerPlayer, game: &Game, seed: u64) -> Cell {
    let turn = TurnContext::from_game(game).expect("the game is not over");
    player
        .choose(&turn, seed)
        .cell()
        .expect("no swap is offered")
}

fn play(game: &mut Game, cell: Cell) {
    let turn = game.turn().expect("the game is not over");
    turn.play(cell).expect("the cell is open");
}

#[test]
fn problems_are_different_and_of_their_class() {
    let mut known = HashSet::new();
    for set in ["tuning", "held-back"] {
        let problems = problems(set);
        let mut counts = BTreeMap::new();
        for problem in &problems {
            *counts.entry(problem.class).or_insert(0) += 1;
            assert!(known.insert(notation::write(&problem.game)));
        }
        assert_eq!(counts, BTreeMap::from(COUNTS), "{set}");
        let every = if proves_all() {
            1
        } else {
            problems.len() / SAMPLE
        };
        for problem in problems.iter().step_by(every) {
            let found = classify(problem.game.position());
            assert_eq!(
                found,
                Some(problem.class),
                "{}",
                notation::write(&problem.game)
            );
        }
    }
}

#[test]
fn level_6_finds_wins_by_threats() {
    let mut player = level_6(five_in_a_row());
    for set in ["tuning", "held-back"] {
        let problems = problems(set);
        let every = if proves_all() {
            1
        } else {
            problems.len() / SAMPLE
        };
        for (number, problem) in problems.iter().enumerate() {
            let cell = choose(&mut *player, &problem.game, 1);
            if number % every == 0 {
                let mut prover = Prover::new(problem.game.position());
                let text = notation::write(&problem.game);
                let wins = prover.move_wins(cell, problem.class.moves, Attack::Threats);
                assert!(wins, "{cell} after {text}");
            }
        }
    }
}

#[test]
fn level_6_completes_wins_by_threats() {
    let mut random = Random(1);
    let mut player = level_6(five_in_a_row());
    for set in ["tuning", "held-back"] {
        for problem in problems(set) {
            for _ in 0..3 {
                let mut game = problem.game.clone();
                for moves in 1..=problem.class.moves {
                    let cell = choose(&mut *player, &game, random.next_u64());
                    play(&mut game, cell);
                    if matches!(game.status(), Status::Won { .. }) {
                        break;
                    }
                    assert!(moves < problem.class.moves, "{}", notation::write(&game));
                    let reply = defence(&game, cell, &mut random);
                    play(&mut game, reply);
                }
            }
        }
    }
}

/// Returns a random move near the last one, or one that wins or blocks a line.
fn defence(game: &Game, last: Cell, random: &mut Random) -> Cell {
    let position = game.position();
    let own = position.to_move();
    let other = game.rules().player_after(position.piece_count() + 1);
    let cells: Vec<Cell> = position.playable().collect();
    let completes = |player| {
        let mut cells = cells.iter();
        cells.find(|&&cell| {
            let mut after = position.clone();
            after.place(player, cell).expect("the cell is open");
            after.has_won(player)
        })
    };
    let near = |cell: &Cell| {
        let columns = cell.column().index().abs_diff(last.column().index());
        columns <= 3 && cell.row().abs_diff(last.row()) <= 3
    };
    let urgent = completes(own).or_else(|| completes(other));
    urgent.copied().unwrap_or_else(|| {
        let near: Vec<Cell> = cells.iter().copied().filter(near).collect();
        *random.pick(if near.is_empty() { &cells } else { &near })
    })
}

/// Returns a random position in which no line is complete, with pieces near each other.
fn random_position(rules: Rules, random: &mut Random) -> Position {
    let pieces = random.below(rules.cells() * 2 / 3);
    loop {
        let mut game = Game::new(rules);
        while game.cursor() < pieces {
            let position = game.position();
            let near = |cell: &Cell| {
                rules.all_cells().any(|other| {
                    position.piece_at(other).is_some()
                        && cell.column().index().abs_diff(other.column().index()) <= 1
                        && cell.row().abs_diff(other.row()) <= 1
                })
            };
            let cells: Vec<Cell> = position.playable().collect();
            let close: Vec<Cell> = cells.iter().copied().filter(near).collect();
            let cell = *random.pick(if close.is_empty() { &cells } else { &close });
            match game.turn() {
                Some(turn) => turn.play(cell).expect("the cell is open"),
                None => break,
            }
        }
        if matches!(game.status(), Status::ToMove(_)) {
            return game.position().clone();
        }
    }
}

/// Boards by columns, rows and connect, and their numbers of random positions.
const SMALL_BOARDS: [(u32, u32, u32, usize); 6] = [
    (4, 4, 3, 60),
    (6, 5, 4, 300),
    (7, 7, 4, 150),
    (7, 7, 5, 150),
    (9, 6, 5, 100),
    (8, 8, 6, 60),
];

#[test]
fn the_prover_agrees_with_a_search_of_all_moves() {
    let mut random = Random(2);
    let (mut won, mut lost) = (0, 0);
    for (columns, rows, connect, positions) in SMALL_BOARDS {
        let rules = rules(columns, rows, connect, 2, false);
        for _ in 0..positions / 2 {
            let position = random_position(rules, &mut random);
            let mut prover = Prover::new(&position);
            // A win in three own moves is always by threats.
            let by_threats = prover.wins(3, Attack::Threats);
            assert_eq!(by_threats, prover.wins(3, Attack::Any), "{position:?}");
            if prover.wins(MAX_MOVES, Attack::Threats) {
                assert!(prover.wins(MAX_MOVES, Attack::Any), "{position:?}");
                won += 1;
            } else {
                lost += 1;
            }
        }
    }
    println!("{won} won, {lost} not");
    assert!(won > 50 && lost > 50);
}

/// Returns the moves that win by the search for threats before the first playout.
fn claimed(position: &Position) -> Option<Cell> {
    let mut tree = Tree::new(position, 1, 1 << 20);
    // A single step.
    tree.grow(1);
    assert_eq!(tree.playouts(), 0);
    let mut moves = tree.moves().into_iter();
    moves
        .find(|known| known.proved == Some(Outcome::Win))
        .map(|known| known.cell)
}

#[test]
fn claimed_wins_are_those_of_the_prover() {
    let mut random = Random(3);
    let (mut won, mut longer, mut none) = (0, 0, 0);
    let mut boards = SMALL_BOARDS.to_vec();
    boards.push((15, 15, 5, 20));
    for (columns, rows, connect, positions) in boards {
        let rules = rules(columns, rows, connect, 2, false);
        for _ in 0..positions {
            let position = random_position(rules, &mut random);
            // Solved as an endgame instead.
            if rules.cells() - position.piece_count() <= 9 {
                continue;
            }
            let mut prover = Prover::new(&position);
            let wins = (1..=MAX_MOVES).find(|&moves| prover.wins(moves, Attack::Threats));
            match (claimed(&position), wins) {
                (Some(cell), Some(moves)) => {
                    assert!(
                        prover.move_wins(cell, moves, Attack::Threats),
                        "{position:?}"
                    );
                    won += 1;
                }
                (Some(cell), None) => {
                    assert!(
                        prover.move_wins(cell, 17, Attack::Fours),
                        "{cell} {position:?}"
                    );
                    longer += 1;
                }
                (None, Some(_)) => panic!("a win is missed: {position:?}"),
                (None, None) => none += 1,
            }
        }
    }
    println!("{won} won, {longer} in more moves, {none} not");
    assert!(won > 100 && longer > 0 && none > 100);
}

#[test]
#[ignore = "prints new problems"]
fn generate_tuning_set() {
    generate("tuning", 1);
}

#[test]
#[ignore = "prints new problems"]
fn generate_held_back_set() {
    generate("held-back", 1_000_001);
}

/// Plays a game of levels 2 and 3 after four random moves near the centre.
fn self_play(seed: u64) -> Game {
    let mut random = Random(seed);
    let rules = five_in_a_row();
    let mut game = Game::new(rules);
    let mut players = [0, 1].map(|_| {
        let level = [Level::Two, Level::Three][random.below(2)];
        PlayerKind::Level(level).computer(rules, &Resources::default())
    });
    while matches!(game.status(), Status::ToMove(_)) {
        let ply = game.cursor();
        let cell = if ply < 4 {
            let cells = game.position().playable();
            let near = |at: usize| (4..=10).contains(&at);
            let cells = cells.filter(|cell| near(cell.column().index()) && near(cell.row()));
            *random.pick(&cells.collect::<Vec<_>>())
        } else {
            choose(&mut *players[ply % 2], &game, random.next_u64())
        };
        play(&mut game, cell);
    }
    game
}

/// Prints new problems, at most one of each game.
fn generate(set: &str, first_seed: u64) {
    let mut wanted = BTreeMap::from(COUNTS);
    for seed in first_seed.. {
        if wanted.values().all(|&count| count == 0) {
            return;
        }
        let game = self_play(seed);
        if !matches!(game.status(), Status::Won { .. }) {
            continue;
        }
        let text = notation::write(&game);
        let words: Vec<&str> = text.split(',').collect();
        // The winner's turns before the last two.
        let problem = [7, 5, 9].into_iter().find_map(|plies| {
            let text = words[..words.len().checked_sub(plies)?].join(",");
            let game = notation::parse(game.rules(), &text).expect("it was written");
            let class = classify(game.position())?;
            (wanted[&class] > 0).then_some((class, text))
        });
        if let Some((class, text)) = problem {
            *wanted.get_mut(&class).expect("all classes are listed") -= 1;
            let kind = if class.fours { "fours" } else { "threes" };
            println!("{set} {} {kind} {text}", class.moves);
        }
    }
}
