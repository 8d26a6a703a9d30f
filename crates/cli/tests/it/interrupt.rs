//! Ctrl-C and SIGTERM on a terminal, in every command that can run long.

use crate::support::{FOUR, Folder, terminal::Terminal};
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use std::{
    fs,
    process::Command,
    thread,
    time::{Duration, Instant},
};

/// Within what a command has to end after a signal.
const BOUND: Duration = Duration::from_secs(1);
/// How often a command is tried, since a busy machine may stop everything for a second.
const TRIES: usize = 3;

/// A command that would run for minutes at least.
struct Long {
    line: &'static str,
    /// What is on the screen when it is under way; nothing if it says nothing.
    begun: &'static str,
    /// What it says after Ctrl-C.
    says: &'static str,
}

const fn long(line: &'static str, begun: &'static str, says: &'static str) -> Long {
    Long { line, begun, says }
}

/// All that can run long, but for waiting at a prompt. A word has a space where the line has
/// a hard one.
const LONG: &[Long] = &[
    long(
        "match mcts:60000 mcts:60000",
        "of 100 games",
        "0 of 100 games were played. They are lost.",
    ),
    long(
        "match lookahead:8 lookahead:8 --no-gravity --columns 15 --rows 15",
        "of 100 games",
        "0 of 100 games were played. They are lost.",
    ),
    long(
        "tournament --players mcts:60000,level:6 --save class.txt",
        "of 1000 games",
        "games were played. They are in class.txt: the same command goes on with them.",
    ),
    long(
        "tournament --players level:6,level:5 --columns 12 --rows 9 --connect 5",
        "of 1000 games",
        "games were played. They are lost; with --save FILE they would be kept.",
    ),
    long(
        "tournament --players random,endless.wasm --instructions 100000000000",
        "of 1000 games",
        "0 of 1000 games were played. They are lost;",
    ),
    long(
        "tournament --players random,program:sh\u{a0}mute.sh --move-time 600000",
        "of 1000 games",
        "0 of 1000 games were played. They are lost;",
    ),
    long(
        "tournament --players random,program:sh\u{a0}silent.sh --move-time 600000",
        "",
        "",
    ),
    long(
        "analyze --columns 9 --rows 7 --seconds 3600",
        "analyzing …",
        "\nhint: ",
    ),
    long(
        "analyze --lookahead 8 --no-gravity --columns 15 --rows 15",
        "",
        "",
    ),
    long("perft 22", "\n7 823536", ""),
    long(
        "book --out x.book",
        "positions, ",
        "Run the same command again to continue from x.book.progress.",
    ),
    long(
        "bot check endless.wasm --instructions 100000000000",
        "game 1",
        "",
    ),
    long(
        "bot check --program sh\u{a0}mute.sh --move-time 600000",
        "game 1",
        "",
    ),
    long(
        "play --seats mcts:60000,mcts:60000",
        "thinking …",
        "To continue: four play --style shapes --seats mcts:60000,mcts:60000",
    ),
    long("solve --columns 10 --rows 10", "Ctrl-D", ""),
    long("replay -", "", ""),
    long("board --load pipe", "", ""),
    long("scores --scores pipe", "", ""),
    long("tournament --setup pipe", "", ""),
    long("book --check x", "", ""),
];

/// It never makes a move.
const ENDLESS: &str = r#"(module
    (func (export "four_shapes_bot") (result i32) i32.const 1)
    (func (export "begin") (param i32 i32 i32 i32 i32))
    (func (export "moved") (param i32))
    (func (export "choose") (result i32) (loop $again (br $again)) i32.const 1))"#;

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("endless.wasm", wat::parse_str(ENDLESS).expect("a module"));
    let says_ready = "echo $$ > number; read hello; echo ready; exec sleep 1000";
    folder.write("mute.sh", says_ready);
    folder.write("silent.sh", "exec sleep 1000");
    let made = nix::unistd::mkfifo(
        &folder.path().join("pipe"),
        nix::sys::stat::Mode::from_bits_truncate(0o600),
    );
    made.expect("a pipe");
    // A book, so that its positions are waited for.
    let small = "book --columns 4 --rows 4 --table-mb 1 --plies 2 --out x";
    let small: Vec<&str> = small.split(' ').collect();
    assert_eq!(folder.run(&small, "").code, Some(0));
    folder
}

/// Starts a command and waits until it is under way.
fn start(folder: &Folder, long: &Long) -> Terminal {
    let _ = fs::remove_file(folder.path().join("class.txt"));
    let words = long.line.split(' ').map(|word| word.replace('\u{a0}', " "));
    let words: Vec<String> = words.collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut terminal = Terminal::start(folder, &words);
    wait_for_handler(&mut terminal, long);
    terminal.wait(0, |screen| screen.contains(long.begun));
    if long.line.starts_with("solve") {
        terminal.press("\n");
        terminal.wait(0, |screen| screen.contains("solving …"));
    }
    terminal
}

/// Waits until signals are handled.
fn wait_for_handler(terminal: &mut Terminal, long: &Long) {
    let status = format!("/proc/{}/status", terminal.id());
    let handles = || {
        let Ok(status) = fs::read_to_string(&status) else {
            // No such file system: a second is enough for the start.
            thread::sleep(Duration::from_secs(1));
            return true;
        };
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = u64::from_str_radix(caught.unwrap_or_default().trim(), 16);
        let bits = |signal: Signal| 1 << (signal as u32 - 1);
        let wanted = bits(Signal::SIGINT) | bits(Signal::SIGTERM);
        caught.is_ok_and(|caught| caught & wanted == wanted)
    };
    while !handles() {
        assert!(
            !terminal.has_ended(),
            "{}:\n{}",
            long.line,
            terminal.screen()
        );
        thread::sleep(Duration::from_millis(5));
    }
}

/// Runs a command, stops it, and returns how long that took, and its screen. It has to
/// end as shells expect it after Ctrl-C.
fn stopped(folder: &Folder, long: &Long, stop: impl Fn(&mut Terminal)) -> (Duration, String) {
    let mut terminal = start(folder, long);
    let began = Instant::now();
    stop(&mut terminal);
    while !terminal.has_ended() && began.elapsed() < Duration::from_mins(1) {
        thread::sleep(Duration::from_millis(5));
    }
    let passed = began.elapsed();
    assert!(terminal.has_ended(), "{} goes on", long.line);
    let (screen, code) = terminal.finish();
    assert_eq!(code, 130, "{}:\n{screen}", long.line);
    (passed, screen)
}

/// The same within the bound, in one of a few tries.
fn stopped_in_time(folder: &Folder, long: &Long, stop: impl Fn(&mut Terminal)) -> String {
    let mut times = Vec::new();
    for _ in 0..TRIES {
        let (passed, screen) = stopped(folder, long, &stop);
        if passed < BOUND {
            println!("{passed:?} {}", long.line);
            return screen;
        }
        times.push(passed);
    }
    panic!("{} ended after {times:?}", long.line);
}

#[test]
fn ctrl_c_stops_every_command_cleanly_within_a_second() {
    let folder = folder("interrupt-once");
    for long in LONG {
        let screen = stopped_in_time(&folder, long, |terminal| terminal.press("\u{3}"));
        assert!(screen.contains(long.says), "{}:\n{screen}", long.line);
    }
}

#[test]
fn three_times_ctrl_c_ends_every_command_within_a_second() {
    let folder = folder("interrupt-thrice");
    for long in LONG {
        stopped_in_time(&folder, long, |terminal| {
            for _ in 0..3 {
                // Whoever has ended has no keys.
                if !terminal.has_ended() {
                    terminal.press("\u{3}");
                    thread::sleep(Duration::from_millis(20));
                }
            }
        });
    }
}

#[test]
fn a_termination_signal_is_like_ctrl_c() {
    let folder = folder("interrupt-term");
    for long in LONG {
        let screen = stopped_in_time(&folder, long, |terminal| {
            send(terminal.id(), Some(Signal::SIGTERM)).expect("it runs");
        });
        assert!(screen.contains(long.says), "{}:\n{screen}", long.line);
    }
}

/// Sends a signal; without one, asks whether there is such a program.
fn send(id: u32, signal: Option<Signal>) -> nix::Result<()> {
    kill(Pid::from_raw(id.cast_signed()), signal)
}

/// Here no thread can do anything: one waits for a file, the other for somebody to read
/// what it says.
#[test]
fn the_second_signal_ends_what_is_stuck() {
    let folder = folder("interrupt-stuck");
    let script = format!(
        "mkfifo errors; exec 3<>errors; cat /dev/zero >&3 & full=$!; sleep 1; kill $full
         '{FOUR}' replay pipe 2>&3 & sleep 1
         kill -INT $!; sleep 2; kill -INT $! && echo it was stuck; wait $!; echo $?"
    );
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]);
    let run = folder.finish(shell, "");
    assert_eq!(run.out, "it was stuck\n130\n", "{}", run.err);
}

#[test]
fn a_program_is_ended_with_the_tournament_that_a_bot_holds_up() {
    let folder = folder("interrupt-program");
    let held_up = long(
        "tournament --players endless.wasm,program:sh\u{a0}mute.sh --threads 1 \
         --instructions 100000000000 --move-time 600000",
        "of 1000 games",
        "",
    );
    stopped(&folder, &held_up, |terminal| terminal.press("\u{3}"));
    let id: u32 = folder.read("number").trim().parse().expect("a number");
    let end = Instant::now() + Duration::from_secs(20);
    while send(id, None).is_ok() {
        assert!(Instant::now() < end, "the program goes on");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn what_takes_long_to_stop_says_how_to_end_it() {
    let folder = folder("interrupt-notice");
    let counting = long("perft 22", "\n5 ", "");
    let (_, screen) = stopped(&folder, &counting, |terminal| terminal.press("\u{3}"));
    let says = "\nStopping … Press Ctrl-C again to end at once.\n";
    assert!(screen.contains(says), "{screen}");
}
