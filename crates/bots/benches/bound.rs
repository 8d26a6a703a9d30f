//! Measures the time per counted instruction of adversarial modules, in the interpreter of the
//! terminal program and in V8 (Node).
//!
//! `cargo bench -p four-shapes-bots --bench bound -- [MODULES] [FIRST SEED]`

#[path = "../tests/it/support/mod.rs"]
mod support;

use std::{
    env,
    error::Error,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
    time::Instant,
};
use support::adversary::{CLASSES, Class, module};
use wasmi::{Config, Engine, Linker, Module, Store, Val};

/// The fuel of a move.
const FUEL: i64 = 2_000_000;
/// The fuel of `begin`.
const SETUP_FUEL: i64 = 100_000_000;
/// Number of moves per module, each in a new instance.
const MOVES: u32 = 2;

/// The bound on the time per counted instruction for modules that miss every cache, as a
/// multiple of the median such load in the same engine and run.
const MAX_MISSES: f64 = 2.0;
/// The same bound for all other modules.
const MAX_OTHERS: f64 = 0.5;

/// Number of repetitions of measurements above the bound.
const RETRIES: u32 = 3;

/// A module and its time per instruction, in nanoseconds.
struct Measurement {
    seed: u64,
    class: Class,
    nanoseconds: f64,
}

impl Measurement {
    fn new(seed: u64, nanoseconds: f64) -> Self {
        Self {
            seed,
            class: CLASSES[(seed % CLASSES.len() as u64) as usize],
            nanoseconds,
        }
    }
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
    // Cargo adds --bench.
    let mut numbers = env::args().skip(1).filter(|word| !word.starts_with("--"));
    let mut number = |other: u64| numbers.next().map_or(Ok(other), |word| word.parse());
    let (count, first) = (number(2000)?, number(0)?);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/bound");
    fs::create_dir_all(&folder)?;
    let seeds: Vec<u64> = (first..first + count).collect();
    for seed in &seeds {
        let (_, file) = module(*seed);
        let bot = four_shapes_bots::check(&file).map_err(|error| format!("{seed}: {error}"))?;
        fs::write(folder.join(format!("{seed}.wasm")), bot.bytes())?;
    }
    println!("{count} modules from seed {first}; {FUEL} instructions, {MOVES} times each\n");
    let wasmi = report("wasmi", &seeds, |seeds| measure_wasmi(&folder, seeds))?;
    let v8 = report("V8", &seeds, |seeds| measure_v8(&folder, seeds))?;
    fs::remove_dir_all(&folder)?;
    Ok(wasmi && v8)
}

/// Measures modules in the interpreter.
fn measure_wasmi(folder: &Path, seeds: &[u64]) -> Result<Vec<Measurement>, Box<dyn Error>> {
    let mut all = Vec::new();
    for seed in seeds {
        let bytes = fs::read(folder.join(format!("{seed}.wasm")))?;
        let took = interpret(&bytes).map_err(|error| format!("{seed}: {error}"))?;
        all.push(Measurement::new(*seed, took));
    }
    Ok(all)
}

/// Measures a module in the interpreter, configured as in the terminal program.
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
            .ok_or("the module has no fuel")?;
        fuel.set(&mut store, Val::I64(SETUP_FUEL))?;
        let begin = instance.get_typed_func::<(i32, i32, i32, i32, i32), ()>(&store, "begin")?;
        begin.call(&mut store, (7, 6, 4, 1, 1))?;
        fuel.set(&mut store, Val::I64(FUEL))?;
        let choose = instance.get_typed_func::<(), i32>(&store, "choose")?;
        let clock = Instant::now();
        let ended = choose.call(&mut store, ());
        nanoseconds += clock.elapsed().as_secs_f64() * 1e9;
        let Val::I64(left) = fuel.get(&store) else {
            return Err("the fuel is not an i64".into());
        };
        if ended.is_ok() || left >= 0 {
            return Err(format!("it did not use up its fuel: {ended:?}, {left}").into());
        }
        counted += FUEL - left;
    }
    #[expect(clippy::cast_precision_loss, reason = "some millions")]
    Ok(nanoseconds / counted as f64)
}

/// Measures modules in Node.
fn measure_v8(folder: &Path, seeds: &[u64]) -> Result<Vec<Measurement>, Box<dyn Error>> {
    let script: PathBuf = [env!("CARGO_MANIFEST_DIR"), "benches", "bound.mjs"]
        .iter()
        .collect();
    let list = folder.join("list");
    let mut lines = String::new();
    for seed in seeds {
        writeln!(
            lines,
            "{seed} {}",
            folder.join(format!("{seed}.wasm")).display()
        )?;
    }
    fs::write(&list, lines)?;
    let output = Command::new("node")
        .args([&script, &list])
        .args([FUEL, SETUP_FUEL, MOVES.into()].map(|number| number.to_string()))
        .stderr(Stdio::inherit())
        .output()?;
    if !output.status.success() {
        return Err("Node failed".into());
    }
    let mut found = Vec::new();
    for line in String::from_utf8(output.stdout)?.lines() {
        let (seed, took) = line.split_once(' ').ok_or(line)?;
        found.push(Measurement::new(seed.parse()?, took.parse()?));
    }
    Ok(found)
}

/// Prints the measurements and returns whether they are within the bound. Those above it are
/// repeated, since another program may have interfered.
fn report(
    engine: &str,
    seeds: &[u64],
    measure: impl Fn(&[u64]) -> Result<Vec<Measurement>, Box<dyn Error>>,
) -> Result<bool, Box<dyn Error>> {
    let mut found = measure(seeds)?;
    let of = |found: &[Measurement], class: Class| {
        let of_class = found.iter().filter(|one| one.class == class);
        let mut took: Vec<(f64, u64)> = of_class.map(|one| (one.nanoseconds, one.seed)).collect();
        took.sort_by(|a, b| a.0.total_cmp(&b.0));
        took
    };
    let median = |class| {
        let took = of(&found, class);
        took.get(took.len() / 2).map_or(0.0, |one| one.0)
    };
    let (addition, miss) = (median(Class::Additions), median(Class::Misses));
    let is_over = |one: &&mut Measurement| {
        let max = if one.class == Class::Misses {
            MAX_MISSES
        } else {
            MAX_OTHERS
        };
        one.nanoseconds > max * miss
    };
    for _ in 0..RETRIES {
        for one in found.iter_mut().filter(is_over) {
            let again = measure(&[one.seed])?;
            one.nanoseconds = again
                .iter()
                .map(|again| again.nanoseconds)
                .fold(one.nanoseconds, f64::min);
        }
    }
    println!("{engine}: ns per counted instruction, by class");
    println!("  class         median    worst   seed  worst, in additions");
    for class in CLASSES {
        let took = of(&found, class);
        let Some((worst, seed)) = took.last() else {
            continue;
        };
        let name = format!("{class:?}");
        let (middle, additions) = (took[took.len() / 2].0, worst / addition);
        println!("  {name:12}{middle:8.2} {worst:8.2} {seed:6}  {additions:6.1}");
    }
    let over = found.iter_mut().filter(is_over).count();
    println!("  {over} of {} are over the bound\n", seeds.len());
    Ok(over == 0 && !seeds.is_empty())
}
