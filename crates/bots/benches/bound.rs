//! How long modules take that are made to take long, for each instruction that they count:
//! in the interpreter of the terminal program and in V8, by way of Node.
//!
//! `cargo bench -p four-shapes-bots --bench bound -- [MODULES] [FIRST SEED]`

#[path = "../tests/support/adversary.rs"]
mod adversary;
#[path = "../tests/support/mod.rs"]
mod support;

use adversary::{CLASSES, Class, module};
use std::{
    env,
    error::Error,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    time::Instant,
};
use wasmi::{Config, Engine, Linker, Module, Store, Val};

/// How many instructions a module may execute for its move.
const FUEL: i64 = 2_000_000;
/// The same for `begin`.
const PREPARATION: i64 = 100_000_000;
/// How often each moves, in a new instance.
const MOVES: u32 = 2;

/// What a module may take for an instruction that it counts, in loads that miss every cache,
/// of the same engine on the same machine: nothing takes longer than such a load, ...
const MOST: f64 = 2.0;
/// ... and what does nothing of the kind takes much less.
const MOST_OF_OTHERS: f64 = 0.5;

/// A module, and how many nanoseconds it took for each instruction.
struct Found {
    seed: u64,
    class: Class,
    took: f64,
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<bool, Box<dyn Error>> {
    // Cargo says --bench.
    let mut numbers = env::args().skip(1).filter(|word| !word.starts_with("--"));
    let mut number = |other: u64| numbers.next().map_or(Ok(other), |word| word.parse());
    let (count, first) = (number(2000)?, number(0)?);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/bound");
    fs::create_dir_all(&folder)?;
    let mut list = String::new();
    let mut interpreted = Vec::new();
    for seed in first..first + count {
        let (class, file) = module(seed);
        let bot = four_shapes_bots::check(&file).map_err(|error| format!("{seed}: {error}"))?;
        let path = folder.join(format!("{seed}.wasm"));
        fs::write(&path, bot.bytes())?;
        writeln!(list, "{seed} {}", path.display())?;
        interpreted.push(Found {
            seed,
            class,
            took: interpret(bot.bytes()).map_err(|error| format!("{seed}: {error}"))?,
        });
    }
    let list_file = folder.join("list");
    fs::write(&list_file, list)?;
    let compiled = compile(&list_file)?;
    fs::remove_dir_all(&folder)?;
    println!("{count} modules from seed {first}; {FUEL} instructions, {MOVES} times each\n");
    let wasmi = judge("wasmi", &interpreted);
    let v8 = judge("V8", &compiled);
    Ok(wasmi && v8)
}

/// Lets the interpreter run a module, as the terminal program does.
fn interpret(bytes: &[u8]) -> Result<f64, Box<dyn Error>> {
    let mut config = Config::default();
    config.set_max_recursion_depth(10_000);
    config.set_max_stack_height(4 << 20);
    let engine = Engine::new(&config);
    let module = Module::new(&engine, bytes)?;
    let (mut nanoseconds, mut counted) = (0.0, 0);
    for _ in 0..MOVES {
        let mut store = Store::new(&engine, ());
        let instance = Linker::new(&engine).instantiate_and_start(&mut store, &module)?;
        let fuel = instance
            .get_global(&store, four_shapes_bots::FUEL)
            .ok_or("it does not count")?;
        fuel.set(&mut store, Val::I64(PREPARATION))?;
        let begin = instance.get_typed_func::<(i32, i32, i32, i32, i32), ()>(&store, "begin")?;
        begin.call(&mut store, (7, 6, 4, 1, 1))?;
        fuel.set(&mut store, Val::I64(FUEL))?;
        let choose = instance.get_typed_func::<(), i32>(&store, "choose")?;
        let clock = Instant::now();
        let ended = choose.call(&mut store, ());
        nanoseconds += clock.elapsed().as_secs_f64() * 1e9;
        let Val::I64(left) = fuel.get(&store) else {
            return Err("it counts something else".into());
        };
        if ended.is_ok() || left >= 0 {
            return Err(format!("it ended by itself: {ended:?}, {left}").into());
        }
        counted += FUEL - left;
    }
    #[expect(clippy::cast_precision_loss, reason = "it is some millions")]
    Ok(nanoseconds / counted as f64)
}

/// Lets Node run the modules of a list.
fn compile(list: &Path) -> Result<Vec<Found>, Box<dyn Error>> {
    let script: PathBuf = [env!("CARGO_MANIFEST_DIR"), "benches", "bound.mjs"]
        .iter()
        .collect();
    let output = Command::new("node")
        .arg(script)
        .arg(list)
        .args([FUEL, PREPARATION, MOVES.into()].map(|number| number.to_string()))
        .stderr(std::process::Stdio::inherit())
        .output()?;
    if !output.status.success() {
        return Err("Node could not run them".into());
    }
    let mut found = Vec::new();
    for line in String::from_utf8(output.stdout)?.lines() {
        let (seed, took) = line.split_once(' ').ok_or(line)?;
        let seed = seed.parse()?;
        found.push(Found {
            seed,
            class: CLASSES[(seed % CLASSES.len() as u64) as usize],
            took: took.parse()?,
        });
    }
    Ok(found)
}

/// Says what came out, and whether it is within the bound.
fn judge(engine: &str, found: &[Found]) -> bool {
    let of = |class: Class| {
        let mut took: Vec<&Found> = found.iter().filter(|one| one.class == class).collect();
        took.sort_by(|a, b| a.took.total_cmp(&b.took));
        took
    };
    let median = |class| {
        of(class)
            .get(of(class).len() / 2)
            .map_or(0.0, |one| one.took)
    };
    let (addition, miss) = (median(Class::Additions), median(Class::Misses));
    println!("{engine}: ns for each instruction that is counted, by class");
    println!("  class         median    worst   seed  worst, in additions");
    for class in CLASSES {
        let took = of(class);
        let Some(worst) = took.last() else { continue };
        println!(
            "  {:12}{:8.2} {:8.2} {:6}  {:6.1}",
            format!("{class:?}"),
            took[took.len() / 2].took,
            worst.took,
            worst.seed,
            worst.took / addition
        );
    }
    let bound = |class| if class == Class::Misses { MOST } else { MOST_OF_OTHERS } * miss;
    let over: Vec<&Found> = found
        .iter()
        .filter(|one| one.took > bound(one.class))
        .collect();
    for one in &over {
        println!(
            "  over the bound: {:?}, seed {}, {:.1} ns",
            one.class, one.seed, one.took
        );
    }
    println!("  {} of {} are over the bound\n", over.len(), found.len());
    over.is_empty() && !found.is_empty()
}
