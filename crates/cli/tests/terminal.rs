//! The program on a terminal: every conversation that the engine's tests have
//! written down, keystroke by keystroke; Ctrl-C and Ctrl-D.

#![cfg(unix)]

mod support;

use portable_pty::{Child, CommandBuilder, PtySize, native_pty_system};
use std::{
    fs,
    io::{Read, Write},
    path::Path,
    sync::mpsc::{self, Receiver},
    thread,
    time::{Duration, Instant},
};
use support::{FOUR, Folder, UNSET};

/// Longer than anything takes on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// The program on a terminal of its own.
struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    screen: Vec<u8>,
}

impl Terminal {
    fn start(folder: &Folder, arguments: &[&str]) -> Self {
        let size = PtySize {
            rows: 50,
            cols: 120,
            ..PtySize::default()
        };
        let pair = native_pty_system().openpty(size).expect("a terminal");
        let mut command = CommandBuilder::new(FOUR);
        command.args(arguments);
        for name in UNSET {
            command.env_remove(name);
        }
        command.env("TERM", "xterm-256color");
        command.env("HOME", folder.path());
        command.env("XDG_DATA_HOME", folder.path().join("data"));
        command.cwd(folder.path());
        let child = pair.slave.spawn_command(command).expect("it starts");
        let mut reader = pair.master.try_clone_reader().expect("it has a screen");
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            let mut part = [0; 4096];
            // A terminal that is closed is an error on some systems.
            while let Ok(count @ 1..) = reader.read(&mut part) {
                if sender.send(part[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self {
            child,
            keys: pair.master.take_writer().expect("it has keys"),
            output,
            screen: Vec::new(),
        }
    }

    /// The screen so far.
    fn screen(&self) -> String {
        String::from_utf8_lossy(&self.screen).replace("\r\n", "\n")
    }

    /// Waits until the screen, from some byte on, is as it should be.
    fn wait(&mut self, from: usize, done: impl Fn(&str) -> bool) {
        let end = Instant::now() + PATIENCE;
        loop {
            let new = String::from_utf8_lossy(&self.screen[from..]).replace("\r\n", "\n");
            if done(&new) {
                return;
            }
            let left = end.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(part) => self.screen.extend(part),
                Err(error) => panic!("{error}; the screen is\n{}", self.screen()),
            }
        }
    }

    /// Waits for the prompt that follows what was on the screen before.
    fn wait_for_prompt(&mut self, from: usize) {
        self.wait(from, |new| {
            // Typed text comes before the next line.
            let line = match new.rsplit_once('\n') {
                Some((_, line)) => line,
                None if from == 0 => new,
                None => return false,
            };
            let asks = line.ends_with(": ") || line.ends_with("? ");
            asks && !line.starts_with("add shape")
        });
    }

    fn press(&mut self, keys: &str) {
        let sent = self.keys.write_all(keys.as_bytes());
        sent.and_then(|()| self.keys.flush())
            .expect("keys can be pressed");
    }

    /// Waits for the end; returns the whole screen and what it ended with.
    fn finish(mut self) -> (String, u32) {
        let end = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                break status;
            }
            assert!(Instant::now() < end, "it goes on:\n{}", self.screen());
            thread::sleep(Duration::from_millis(5));
        };
        // What is still on its way.
        while let Ok(part) = self.output.recv_timeout(Duration::from_secs(5)) {
            self.screen.extend(part);
        }
        (self.screen(), status.exit_code())
    }
}

/// Types lines, each at its prompt, and returns the whole screen.
fn type_lines(folder: &Folder, arguments: &[&str], lines: &[&str]) -> (String, u32) {
    let mut terminal = Terminal::start(folder, arguments);
    let mut from = 0;
    for line in lines {
        terminal.wait_for_prompt(from);
        from = terminal.screen.len();
        terminal.press(&format!("{line}\n"));
    }
    terminal.finish()
}

#[test]
fn every_conversation_is_the_same_on_a_terminal() {
    let folder = Folder::new("conversations");
    let transcripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/tests/transcripts");
    let mut count = 0;
    for entry in fs::read_dir(transcripts).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        let text = fs::read_to_string(&path).expect("it can be read");
        let (arguments, rest) = text.split_once("\n--- typed\n").expect("what is typed");
        let (typed, expected) = rest.split_once("--- screen\n").expect("the screen");
        let arguments: Vec<&str> = arguments.split(' ').skip(1).collect();
        let lines: Vec<&str> = typed.lines().collect();
        let (screen, code) = type_lines(&folder, &arguments, &lines);
        let screen = screen.replace('\u{1b}', "\\e");
        assert_eq!(screen, expected, "{}\n{screen}", path.display());
        assert_eq!(code, 0, "{}", path.display());
        count += 1;
    }
    assert!(count >= 20, "{count} transcripts");
}

#[test]
fn ctrl_c_says_how_to_go_on() {
    let folder = Folder::new("ctrl-c");
    let mut terminal = Terminal::start(&folder, &["play", "--style", "shapes"]);
    terminal.wait_for_prompt(0);
    let from = terminal.screen.len();
    terminal.press("3\n");
    terminal.wait_for_prompt(from);
    terminal.press("\u{3}");
    let (screen, code) = terminal.finish();
    assert_eq!(code, 130);
    let end = "full: ^C\u{1b}[0m\nTo go on: four play --style shapes --moves 3\n";
    assert!(screen.ends_with(end), "{screen}");
}

#[test]
fn the_end_of_the_input_says_how_to_go_on() {
    let folder = Folder::new("ctrl-d");
    let arguments = [
        "play",
        "--style",
        "board-games",
        "--names",
        "Ada,Ben O'Hara",
    ];
    let mut terminal = Terminal::start(&folder, &arguments);
    terminal.wait_for_prompt(0);
    let from = terminal.screen.len();
    terminal.press("4\n");
    terminal.wait_for_prompt(from);
    terminal.press("\u{4}");
    let (screen, code) = terminal.finish();
    assert_eq!(code, 0);
    let end = "Ben O'Hara, choose a column: \n\
        To go on: four play --style board-games --names 'Ada,Ben O'\\''Hara' --moves 4\n";
    assert!(screen.ends_with(end), "{screen}");
}

#[test]
fn a_terminal_can_do_without_colours() {
    let folder = Folder::new("no-colours");
    let arguments = ["play", "--color", "never", "--moves", "1012131"];
    let (screen, code) = type_lines(&folder, &arguments, &[]);
    assert!(
        !screen.contains('\u{1b}') && screen.ends_with("winner: red\n"),
        "{screen}"
    );
    assert_eq!(code, 0);
}

#[test]
fn whoever_types_positions_is_told_what_is_expected() {
    let folder = Folder::new("solve-terminal");
    let mut terminal = Terminal::start(&folder, &["solve", "--columns", "10", "--rows", "3"]);
    terminal.wait(0, |new| {
        new.contains("1 to 10: 3,3,10\n") && new.contains("(Ctrl-D)")
    });
    let from = terminal.screen.len();
    terminal.press("2,10,3,10,4\n");
    // Each line is answered before the next is typed.
    terminal.wait(from, |new| {
        new.contains("\n2,10,3,10,4 -12 ") && new.ends_with('\n')
    });
    terminal.press("\u{4}");
    let (screen, code) = terminal.finish();
    assert_eq!(code, 0);
    assert_eq!(screen.matches("Ctrl-D").count(), 1, "{screen}");
}

#[test]
fn ctrl_c_ends_solving() {
    let folder = Folder::new("solve-ctrl-c");
    let mut terminal = Terminal::start(&folder, &["solve", "--columns", "10", "--rows", "10"]);
    terminal.wait(0, |new| new.contains("(Ctrl-D)"));
    terminal.press("\n");
    terminal.press("\u{3}");
    let (_, code) = terminal.finish();
    assert_ne!(code, 0);
}
