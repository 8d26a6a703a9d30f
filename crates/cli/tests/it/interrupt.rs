//! Ctrl-C and SIGTERM on a terminal, for every command that can run long.

use crate::support::{FOUR, Folder, TIMEOUT, output, terminal::Terminal};
use nix::{
    fcntl::OFlag,
    sys::{
        signal::{Signal, kill},
        stat::Mode,
    },
    unistd::Pid,
};
use std::{
    fs::{self, File},
    io::Write,
    os::unix::fs::OpenOptionsExt,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// The time within which a command has to exit after a signal.
const BOUND: Duration = Duration::from_secs(1);
/// Number of attempts per command, since a busy machine may stall for a second.
const TRIES: usize = 3;

/// A command that runs for minutes.
struct LongCommand {
    line: &'static str,
    /// The output that shows that it is running; may be empty.
    running: &'static str,
    /// The output after Ctrl-C.
    stopped: &'static str,
}

const fn long(line: &'static str, running: &'static str, stopped: &'static str) -> LongCommand {
    LongCommand {
        line,
        running,
        stopped,
    }
}

/// All commands that can run long, except those waiting at a prompt. No-break spaces stand for
/// spaces inside a word.
const COMMANDS: &[LongCommand] = &[
    long(
        "match mcts:60000 mcts:60000",
        "of 100 games",
        "Games played: 0 of 100. They were not saved.",
    ),
    long(
        "match lookahead:8 lookahead:8 --no-gravity --columns 15 --rows 15",
        "of 100 games",
        "Games played: 0 of 100. They were not saved.",
    ),
    long(
        "tournament --players mcts:60000,level:6 --save class.txt",
        "of 1000 games",
        "They are saved in class.txt; run the same command again to continue.",
    ),
    long(
        "tournament --players level:6,level:5 --columns 12 --rows 9 --connect 5",
        "of 1000 games",
        ". They were not saved; use --save FILE to save games.",
    ),
    long(
        "tournament --players random,endless.wasm --instructions 100000000000",
        "of 1000 games",
        "Games played: 0 of 1000. They were not saved;",
    ),
    long(
        "tournament --players random,program:sh\u{a0}mute.sh --move-time 600000",
        "of 1000 games",
        "Games played: 0 of 1000. They were not saved;",
    ),
    long(
        "tournament --players random,program:sh\u{a0}silent.sh --move-time 600000",
        "",
        "",
    ),
    long(
        "analyze --columns 9 --rows 7 --seconds 3600",
        "analysing …",
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
        "book --shard 1/2 --progress half.progress",
        "positions, ",
        "Run the same command again to continue from half.progress.",
    ),
    long(
        "puzzles --out x.bin --count 65535 --progress x.bin.progress",
        " games, ",
        "Run the same command again to continue from x.bin.progress.",
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
        "To continue: four play --style board-games --seats mcts:60000,mcts:60000",
    ),
    long("solve --columns 10 --rows 10", "Ctrl-D", ""),
    long("replay -", "", ""),
    long("board --load pipe", "", ""),
    long("scores --scores pipe", "", ""),
    long("tournament --setup pipe", "", ""),
    long("book --check x", "", ""),
];

/// A bot that never returns a move.
const ENDLESS: &str = r#"(module
    (func (export "four_shapes_bot") (result i32) i32.const 1)
    (func (export "begin") (param i32 i32 i32 i32 i32))
    (func (export "moved") (param i32))
    (func (export "choose") (result i32) (loop $again (br $again)) i32.const 1))"#;

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("endless.wasm", wat::parse_str(ENDLESS).expect("a module"));
    let script = "echo $$ > number; read hello; echo ready; exec sleep 1000";
    folder.write("mute.sh", script);
    folder.write("silent.sh", "exec sleep 1000");
    let created = nix::unistd::mkfifo(&folder.path().join("pipe"), Mode::from_bits_truncate(0o600));
    created.expect("a pipe");
    // `book --check` waits for positions.
    let small = "book --columns 4 --rows 4 --table-mb 1 --plies 2 --out x";
    let small: Vec<&str> = small.split(' ').collect();
    assert_eq!(folder.run(&small, "").code, Some(0));
    folder
}

/// Starts a command and waits until it is running.
fn start(folder: &Folder, command: &LongCommand) -> Terminal {
    let _ = fs::remove_file(folder.path().join("class.txt"));
    let words = command
        .line
        .split(' ')
        .map(|word| word.replace('\u{a0}', " "));
    let words: Vec<String> = words.collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut terminal = Terminal::start(folder, &words);
    wait_for_handler(terminal.id(), || {
        let screen = terminal.screen();
        assert!(!terminal.has_exited(), "{}:\n{screen}", command.line);
    });
    terminal.wait(0, |screen| screen.contains(command.running));
    if command.line.starts_with("solve") {
        terminal.press("\n");
        terminal.wait(0, |screen| screen.contains("solving …"));
    }
    terminal
}

/// Waits until a process handles signals. Meanwhile `check` has to fail if it exits.
fn wait_for_handler(id: u32, mut check: impl FnMut()) {
    let status = format!("/proc/{id}/status");
    let handles = || {
        let Ok(status) = fs::read_to_string(&status) else {
            // Without /proc, a second is enough for the start.
            thread::sleep(Duration::from_secs(1));
            return true;
        };
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = u64::from_str_radix(caught.unwrap_or_default().trim(), 16);
        let bits = |signal: Signal| 1 << (signal as u32 - 1);
        let expected = bits(Signal::SIGINT) | bits(Signal::SIGTERM);
        caught.is_ok_and(|caught| caught & expected == expected)
    };
    let end = Instant::now() + TIMEOUT;
    while !handles() {
        check();
        assert!(Instant::now() < end, "timeout");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Runs a command, stops it, and returns the time until it exited and its screen. Asserts the
/// exit code after Ctrl-C.
fn run_and_stop(
    folder: &Folder,
    command: &LongCommand,
    stop: impl Fn(&mut Terminal),
) -> (Duration, String) {
    let mut terminal = start(folder, command);
    let start = Instant::now();
    stop(&mut terminal);
    while !terminal.has_exited() && start.elapsed() < Duration::from_mins(1) {
        thread::sleep(Duration::from_millis(5));
    }
    let elapsed = start.elapsed();
    assert!(terminal.has_exited(), "{} is still running", command.line);
    let (screen, code) = terminal.finish();
    assert_eq!(code, 130, "{}:\n{screen}", command.line);
    (elapsed, screen)
}

/// [Runs and stops](run_and_stop) a command up to [`TRIES`] times, until it is within [`BOUND`].
fn run_and_stop_in_time(
    folder: &Folder,
    command: &LongCommand,
    stop: impl Fn(&mut Terminal),
) -> String {
    let mut times = Vec::new();
    for _ in 0..TRIES {
        let (elapsed, screen) = run_and_stop(folder, command, &stop);
        if elapsed < BOUND {
            println!("{elapsed:?} {}", command.line);
            return screen;
        }
        times.push(elapsed);
    }
    panic!("{} exited after {times:?}", command.line);
}

#[test]
fn ctrl_c_stops_every_command_cleanly_within_a_second() {
    let folder = folder("interrupt-once");
    for command in COMMANDS {
        let screen = run_and_stop_in_time(&folder, command, |terminal| terminal.press("\u{3}"));
        assert!(
            screen.contains(command.stopped),
            "{}:\n{screen}",
            command.line
        );
    }
}

#[test]
fn three_ctrl_c_end_every_command_within_a_second() {
    let folder = folder("interrupt-thrice");
    for command in COMMANDS {
        run_and_stop_in_time(&folder, command, |terminal| {
            for _ in 0..3 {
                // A closed terminal has no input.
                if !terminal.has_exited() {
                    terminal.press("\u{3}");
                    thread::sleep(Duration::from_millis(20));
                }
            }
        });
    }
}

#[test]
fn sigterm_is_like_ctrl_c() {
    let folder = folder("interrupt-term");
    for command in COMMANDS {
        let screen = run_and_stop_in_time(&folder, command, |terminal| {
            send(terminal.id(), Some(Signal::SIGTERM)).expect("a running program");
        });
        assert!(
            screen.contains(command.stopped),
            "{}:\n{screen}",
            command.line
        );
    }
}

/// Sends a signal; without one, checks that the process exists.
fn send(id: u32, signal: Option<Signal>) -> nix::Result<()> {
    kill(Pid::from_raw(id.cast_signed()), signal)
}

/// Fills a pipe, and returns an end of it on which writing blocks.
fn full_pipe(path: &Path) -> File {
    let created = nix::unistd::mkfifo(path, Mode::from_bits_truncate(0o600));
    created.expect("a pipe");
    // For reading too, so that opening does not wait for a reader.
    let open = |flags: OFlag| {
        let mut options = File::options();
        options.read(true).write(true).custom_flags(flags.bits());
        options.open(path).expect("an open pipe")
    };
    let blocking = open(OFlag::empty());
    let mut filling = open(OFlag::O_NONBLOCK);
    for part in [&[0; 4096][..], &[0]] {
        while filling.write(part).is_ok() {}
    }
    blocking
}

/// All threads are blocked: one reads a pipe without a writer, the other writes to a full one.
#[test]
fn second_signal_ends_a_blocked_program() {
    let folder = folder("interrupt-stuck");
    let mut child = Command::new(FOUR)
        .args(["replay", "pipe"])
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stderr(full_pipe(&folder.path().join("errors")))
        .spawn()
        .expect("the program starts");
    let id = child.id();
    wait_for_handler(id, || {
        assert_eq!(child.try_wait().expect("a status"), None);
    });
    let interrupt = || send(id, Some(Signal::SIGINT)).expect("a running program");
    interrupt();
    // Twice the time after which an unblocked program exits.
    thread::sleep(2 * BOUND);
    assert_eq!(child.try_wait().expect("a status"), None, "it was stuck");
    interrupt();
    let ended = output(child);
    assert_eq!(ended.status.code(), Some(130));
}

#[test]
fn programs_are_killed_when_a_bot_blocks_the_tournament() {
    let folder = folder("interrupt-program");
    let blocked = long(
        "tournament --players endless.wasm,program:sh\u{a0}mute.sh --threads 1 \
         --instructions 100000000000 --move-time 600000",
        "of 1000 games",
        "",
    );
    run_and_stop(&folder, &blocked, |terminal| terminal.press("\u{3}"));
    let id: u32 = folder.read("number").trim().parse().expect("a number");
    let end = Instant::now() + Duration::from_secs(20);
    while send(id, None).is_ok() {
        assert!(Instant::now() < end, "the program is still running");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn slow_stop_shows_a_notice() {
    let folder = folder("interrupt-notice");
    let counting = long("perft 22", "\n5 ", "");
    let (_, screen) = run_and_stop(&folder, &counting, |terminal| terminal.press("\u{3}"));
    let notice = "\nStopping … Press Ctrl-C again to exit immediately.\n";
    assert!(screen.contains(notice), "{screen}");
}
