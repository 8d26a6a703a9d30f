//! The example bots of the folder `bots` and of docs/bots.md play complete, legal games
//! within their limits.
//!
//! `cargo xtask test rust` compiles them first.

use four_shapes_bots::{FUEL, START, VERSION, check, text};
use four_shapes_players::seed;
use four_shapes_rules::{Game, Rules, RulesConfig, Status};
use std::{env, fs, path::Path};
use wasmi::{Engine, Instance, Linker, Module, Store, Val};

/// The example in the text format.
const WAT: &str = include_str!("../../../../bots/wat/bot.wat");

/// The environment variable with the folder of compiled bots.
const BOTS: &str = "FOUR_SHAPES_BOTS";

/// The instruction limit per move: 1/50 of the default.
const INSTRUCTIONS: i64 = 2_000_000;

/// Columns, rows, connect and gravity of boards.
const BOARDS: [(u32, u32, u32, bool); 7] = [
    (7, 6, 4, true),
    (3, 3, 3, true),
    (15, 15, 4, true),
    (4, 15, 15, true),
    (3, 3, 3, false),
    (5, 9, 4, false),
    (15, 15, 5, false),
];

/// Number of games per board.
const GAMES: u64 = 4;

struct Bot {
    store: Store<()>,
    instance: Instance,
}

impl Bot {
    fn new(module: &Module) -> Self {
        let mut store = Store::new(module.engine(), ());
        let instance = Linker::new(module.engine())
            .instantiate_and_start(&mut store, module)
            .expect("a valid module");
        let mut bot = Self { store, instance };
        bot.call(START, &[]);
        bot.call("_initialize", &[]);
        assert_eq!(bot.call("four_shapes_bot", &[]), Some(VERSION));
        bot.call("reset", &[]);
        bot.call("seed", &[Val::I64(-7)]);
        bot.call("budget", &[Val::I64(INSTRUCTIONS)]);
        bot
    }

    /// Calls a function, if it is exported.
    fn call(&mut self, name: &str, arguments: &[Val]) -> Option<i32> {
        let function = self.instance.get_func(&self.store, name)?;
        let fuel = self.instance.get_global(&self.store, FUEL).unwrap();
        fuel.set(&mut self.store, Val::I64(INSTRUCTIONS)).unwrap();
        let mut results = vec![Val::I32(0); function.ty(&self.store).results().len()];
        let called = function.call(&mut self.store, arguments, &mut results);
        match fuel.get(&self.store) {
            Val::I64(left) => assert!(left >= 0, "{name} exceeds the limit"),
            other => panic!("{other:?} is not fuel"),
        }
        called.unwrap_or_else(|error| panic!("{name}: {error}"));
        match results[..] {
            [Val::I32(number)] => Some(number),
            _ => None,
        }
    }

    /// Returns the text whose address a function returns.
    fn text(&mut self, name: &str) -> Option<String> {
        let address = self.call(name, &[])?;
        let memory = self.instance.get_memory(&self.store, "memory").unwrap();
        Some(text(memory.data(&self.store), address, 60).unwrap())
    }
}

/// Plays the move with this number, if it is legal.
fn play_number(game: &mut Game, number: i32) -> Result<(), String> {
    let rules = game.rules();
    let index = usize::try_from(number - 1).map_err(|_| format!("{number} is not a move"))?;
    let turn = game.turn().ok_or("the game is over")?;
    if rules.gravity() {
        let column = rules.column(index).ok_or("not a column")?;
        turn.drop(column).map(|_| ()).map_err(|e| e.to_string())
    } else {
        let columns = usize::from(rules.columns());
        let cell = rules.cell(index % columns, index / columns);
        let cell = cell.ok_or("not a cell")?;
        turn.play(cell).map_err(|error| error.to_string())
    }
}

/// Plays a bot against random moves and returns the number of games it wins and loses.
fn play_games(file: &[u8], boards: &[(u32, u32, u32, bool)]) -> (u32, u32) {
    let bot = check(file).unwrap_or_else(|errors| panic!("{errors}"));
    let module = Module::new(&Engine::default(), bot.bytes()).expect("a valid module");
    let (mut won, mut lost) = (0, 0);
    for &(columns, rows, connect, gravity) in boards {
        let config = RulesConfig {
            columns,
            rows,
            connect,
            players: 2,
            gravity,
        };
        let rules = Rules::new(config).expect("valid rules");
        for number in 0..GAMES {
            let player = (number % 2) as usize;
            let mut bot = Bot::new(&module);
            let parameters = [columns, rows, connect, gravity.into(), player as u32 + 1];
            bot.call(
                "begin",
                &parameters.map(|number| Val::I32(number.cast_signed())),
            );
            let mut game = Game::new(rules);
            let mut moves = Vec::new();
            while let Status::ToMove(to_move) = game.status() {
                let choice = if to_move.index() == player {
                    let choice = bot.call("choose", &[]).expect("a number");
                    let result = play_number(&mut game, choice);
                    assert_eq!(result, Ok(()), "{choice} after {moves:?} on {config:?}");
                    choice
                } else {
                    // The first legal move at or after a random one, cyclically.
                    let seed = seed::derive(number, moves.len() as u64);
                    let count = if gravity { columns } else { columns * rows };
                    let from = (seed % u64::from(count)) as u32;
                    let order = (from..count).chain(0..from);
                    let mut order = order.map(|index| index.cast_signed() + 1);
                    let found = order.find(|choice| play_number(&mut game, *choice).is_ok());
                    found.expect("a legal move")
                };
                moves.push(choice);
                bot.call("moved", &[Val::I32(choice)]);
            }
            if let Status::Won { player: winner, .. } = game.status() {
                if winner.index() == player {
                    won += 1;
                } else {
                    lost += 1;
                }
            }
        }
    }
    (won, lost)
}

/// Returns the name and the author that a bot reports.
fn texts(file: &[u8]) -> [Option<String>; 2] {
    let bot = check(file).unwrap_or_else(|errors| panic!("{errors}"));
    let module = Module::new(&Engine::default(), bot.bytes()).expect("a valid module");
    let mut bot = Bot::new(&module);
    ["name", "author"].map(|name| bot.text(name))
}

#[test]
fn text_format_example_plays_legal_games() {
    let file = wat::parse_str(WAT).unwrap_or_else(|error| panic!("{error}"));
    play_games(&file, &BOARDS);
}

/// The modified bot does not keep track of moves, so it repeats them.
#[test]
#[should_panic(expected = " after [")]
fn illegal_moves_are_detected() {
    let counts = "(i32.sub (i32.load (call $address (local.get $number))) (i32.const 1))";
    assert!(WAT.contains(counts));
    let wrong = WAT.replace(counts, "(i32.load (call $address (local.get $number)))");
    let file = wat::parse_str(wrong).unwrap_or_else(|error| panic!("{error}"));
    play_games(&file, &BOARDS);
}

// Skipped unless `cargo xtask test rust` has set the variable.
#[test]
fn compiled_examples_play_legal_games() {
    let Some(folder) = env::var_os(BOTS) else {
        eprintln!("{BOTS} is not set: `cargo xtask test rust` compiles the bots");
        return;
    };
    let read = |name: &str| {
        let path = Path::new(&folder).join(name);
        fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    for name in ["page-rust.wasm", "page-c.wasm"] {
        eprintln!("{name}");
        play_games(&read(name), &BOARDS);
    }
    // Out of 28 games. Even a good bot can lose on 3 × 3.
    for (file_name, bot_name) in [("rust.wasm", "Rusty"), ("c.wasm", "Middle C")] {
        eprintln!("{file_name}");
        let file = read(file_name);
        let (won, lost) = play_games(&file, &BOARDS);
        assert!(
            won >= 20 && lost <= 2,
            "{file_name}: {won} won, {lost} lost"
        );
        let texts = texts(&file).map(Option::unwrap);
        assert_eq!(texts, [bot_name, "Four Shapes"]);
    }
}
