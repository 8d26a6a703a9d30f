//! The bots that people learn from: those of the folder `bots` and of the page about bots
//! play whole games by the rules, within their time.
//!
//! What has to be compiled first, `cargo xtask test rust` compiles.

use four_shapes_bots::{FUEL, START, VERSION, check, text};
use four_shapes_engine::{Game, Rules, RulesConfig, Status, seed};
use std::{env, fs, path::Path};
use wasmi::{Engine, Instance, Linker, Module, Store, Val};

/// The page that explains bots.
const PAGE: &str = include_str!("../../../../docs/bots.md");

/// The variable that names the folder with the compiled bots.
const BOTS: &str = "FOUR_SHAPES_BOTS";

/// A fiftieth of what a bot usually has for a move.
const INSTRUCTIONS: i64 = 2_000_000;

/// Columns, rows, how many in a row win, and whether pieces fall.
const BOARDS: [(u32, u32, u32, bool); 7] = [
    (7, 6, 4, true),
    (3, 3, 3, true),
    (15, 15, 4, true),
    (4, 15, 15, true),
    (3, 3, 3, false),
    (5, 9, 4, false),
    (15, 15, 5, false),
];

/// Games on each board.
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
            .expect("it can be instantiated");
        let mut bot = Self { store, instance };
        bot.call(START, &[]);
        bot.call("_initialize", &[]);
        assert_eq!(bot.call("four_shapes_bot", &[]), Some(VERSION));
        bot.call("reset", &[]);
        bot.call("seed", &[Val::I64(-7)]);
        bot.call("budget", &[Val::I64(INSTRUCTIONS)]);
        bot
    }

    /// Calls a function, if there is such.
    fn call(&mut self, name: &str, with: &[Val]) -> Option<i32> {
        let function = self.instance.get_func(&self.store, name)?;
        let fuel = self.instance.get_global(&self.store, FUEL).unwrap();
        fuel.set(&mut self.store, Val::I64(INSTRUCTIONS)).unwrap();
        let mut results = vec![Val::I32(0); function.ty(&self.store).results().len()];
        let called = function.call(&mut self.store, with, &mut results);
        match fuel.get(&self.store) {
            Val::I64(left) => assert!(left >= 0, "{name} takes too long"),
            other => panic!("{other:?} is no fuel"),
        }
        called.unwrap_or_else(|error| panic!("{name}: {error}"));
        match results[..] {
            [Val::I32(number)] => Some(number),
            _ => None,
        }
    }

    /// The text that a function returns the address of.
    fn text(&mut self, name: &str) -> Option<String> {
        let address = self.call(name, &[])?;
        let memory = self.instance.get_memory(&self.store, "memory").unwrap();
        Some(text(memory.data(&self.store), address, 60).unwrap())
    }
}

/// Makes the move with this number, if the rules allow it.
fn make(game: &mut Game, number: i32) -> Result<(), String> {
    let rules = game.rules();
    let index = usize::try_from(number - 1).map_err(|_| format!("{number} is no move"))?;
    let turn = game.turn().ok_or("the game is over")?;
    if rules.gravity() {
        let column = rules.column(index).ok_or("there is no such column")?;
        turn.drop(column).map(|_| ()).map_err(|e| e.to_string())
    } else {
        let columns = usize::from(rules.columns());
        let cell = rules.cell(index % columns, index / columns);
        let cell = cell.ok_or("there is no such cell")?;
        turn.play(cell).map_err(|error| error.to_string())
    }
}

/// Lets a bot play against random moves; how many games it wins and loses.
fn play(file: &[u8], boards: &[(u32, u32, u32, bool)]) -> (u32, u32) {
    let bot = check(file).unwrap_or_else(|problems| panic!("{problems}"));
    let module = Module::new(&Engine::default(), bot.bytes()).expect("it is valid");
    let (mut won, mut lost) = (0, 0);
    for &(columns, rows, connect, gravity) in boards {
        let spec = RulesConfig {
            columns,
            rows,
            connect,
            players: 2,
            gravity,
        };
        let rules = Rules::new(spec).expect("there are such games");
        for number in 0..GAMES {
            let place = (number % 2) as usize;
            let mut bot = Bot::new(&module);
            let terms = [columns, rows, connect, gravity.into(), place as u32 + 1];
            bot.call("begin", &terms.map(|term| Val::I32(term.cast_signed())));
            let mut game = Game::new(rules);
            let mut moves = Vec::new();
            while let Status::ToMove(player) = game.status() {
                let choice = if player.index() == place {
                    let choice = bot.call("choose", &[]).expect("it returns a number");
                    let made = make(&mut game, choice);
                    assert_eq!(made, Ok(()), "{choice} after {moves:?} on {spec:?}");
                    choice
                } else {
                    // From a random one on the first that is possible.
                    let seed = seed::derive(number, moves.len() as u64);
                    let count = if gravity { columns } else { columns * rows };
                    let from = (seed % u64::from(count)) as u32;
                    let order = (from..count).chain(0..from);
                    let mut order = order.map(|index| index.cast_signed() + 1);
                    let found = order.find(|choice| make(&mut game, *choice).is_ok());
                    found.expect("a game that is not over has a move")
                };
                moves.push(choice);
                bot.call("moved", &[Val::I32(choice)]);
            }
            if let Status::Won { player, .. } = game.status() {
                if player.index() == place {
                    won += 1;
                } else {
                    lost += 1;
                }
            }
        }
    }
    (won, lost)
}

/// What a bot calls itself and its author.
fn texts(file: &[u8]) -> [Option<String>; 2] {
    let bot = check(file).unwrap_or_else(|problems| panic!("{problems}"));
    let module = Module::new(&Engine::default(), bot.bytes()).expect("it is valid");
    let mut bot = Bot::new(&module);
    ["name", "author"].map(|name| bot.text(name))
}

/// The only example on the page in this language.
fn example(language: &str) -> &'static str {
    let mut blocks = PAGE.split("```").skip(1).step_by(2);
    let mut found = blocks.by_ref().filter_map(|block| {
        let code = block.strip_prefix(language)?;
        code.strip_prefix('\n')
    });
    let code = found
        .next()
        .unwrap_or_else(|| panic!("no example in {language}"));
    assert_eq!(found.next(), None, "two examples in {language}");
    code
}

#[test]
fn the_bot_in_webassembly_itself_plays() {
    let file = wat::parse_str(example("wat")).unwrap_or_else(|error| panic!("{error}"));
    play(&file, &BOARDS);
}

/// A bot that forgets moves tries to make them again.
#[test]
#[should_panic(expected = " after [")]
fn a_move_that_is_not_possible_is_noticed() {
    let text = example("wat");
    let counts = "(i32.sub (i32.load (call $address (local.get $number))) (i32.const 1))";
    assert!(text.contains(counts));
    let wrong = text.replace(counts, "(i32.load (call $address (local.get $number)))");
    let file = wat::parse_str(wrong).unwrap_or_else(|error| panic!("{error}"));
    play(&file, &BOARDS);
}

/// `cargo xtask test rust` sets [`BOTS`], so there it is a failure if one is missing.
#[test]
fn compiled_bots_play() {
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
        play(&read(name), &BOARDS);
    }
    // Of 28 games. On a board of 3 × 3 even they can be outplayed.
    for (name, called) in [("rust.wasm", "Rusty"), ("c.wasm", "Middle C")] {
        eprintln!("{name}");
        let file = read(name);
        let (won, lost) = play(&file, &BOARDS);
        assert!(won >= 20 && lost <= 2, "{name}: {won} won, {lost} lost");
        let texts = texts(&file).map(Option::unwrap);
        assert_eq!(texts, [called, "Four Shapes"]);
    }
}
