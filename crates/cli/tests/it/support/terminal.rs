//! Runs the program on a pseudo-terminal.

use super::{FOUR, Folder, TIMEOUT, UNSET};
use portable_pty::{Child, CommandBuilder, PtySize, native_pty_system};
use std::{
    io::{Read, Write},
    sync::mpsc::{self, Receiver},
    thread,
    time::{Duration, Instant},
};

/// The program on a pseudo-terminal.
pub(crate) struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    pub(crate) screen: Vec<u8>,
}

impl Terminal {
    pub(crate) fn start(folder: &Folder, arguments: &[&str]) -> Self {
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
        for (name, value) in folder.home() {
            command.env(name, value);
        }
        command.cwd(folder.path());
        let child = pair.slave.spawn_command(command).expect("a process");
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            let mut part = [0; 4096];
            // A closed terminal is an error on some systems.
            while let Ok(count @ 1..) = reader.read(&mut part) {
                if sender.send(part[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self {
            child,
            keys: pair.master.take_writer().expect("a writer"),
            output,
            screen: Vec::new(),
        }
    }

    /// Returns the output so far.
    pub(crate) fn screen(&self) -> String {
        String::from_utf8_lossy(&self.screen).replace("\r\n", "\n")
    }

    /// Waits until the output from a byte on meets a condition.
    pub(crate) fn wait(&mut self, from: usize, done: impl Fn(&str) -> bool) {
        let end = Instant::now() + TIMEOUT;
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

    /// Waits for a prompt in the output from a byte on.
    pub(crate) fn wait_for_prompt(&mut self, from: usize) {
        self.wait(from, |new| {
            // Typed text comes before the next line.
            let line = match new.rsplit_once('\n') {
                Some((_, line)) => line,
                None if from == 0 => new,
                None => return false,
            };
            let is_prompt = [": ", "? ", " . ", "> "]
                .iter()
                .any(|end| line.ends_with(end));
            is_prompt && !line.starts_with("add shape")
        });
    }

    pub(crate) fn press(&mut self, keys: &str) {
        let sent = self.keys.write_all(keys.as_bytes());
        sent.and_then(|()| self.keys.flush())
            .expect("an open terminal");
    }

    /// Returns the process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.process_id().expect("a process id")
    }

    /// Returns whether the program has exited.
    pub(crate) fn has_exited(&mut self) -> bool {
        let status = self.child.try_wait();
        status.expect("a status").is_some()
    }

    /// Waits until the program exits, and returns the screen and the exit code.
    pub(crate) fn finish(mut self) -> (String, u32) {
        let end = Instant::now() + TIMEOUT;
        while !self.has_exited() {
            assert!(Instant::now() < end, "timeout:\n{}", self.screen());
            thread::sleep(Duration::from_millis(5));
        }
        let status = self.child.wait().expect("an exit status");
        // The rest of the output.
        while let Ok(part) = self.output.recv_timeout(Duration::from_secs(5)) {
            self.screen.extend(part);
        }
        (self.screen(), status.exit_code())
    }
}

/// Kills the program when a test fails.
impl Drop for Terminal {
    fn drop(&mut self) {
        if !self.has_exited() {
            let _ = self.child.kill();
        }
    }
}

/// Types lines, each at its prompt, and returns the whole screen.
pub(crate) fn type_lines(folder: &Folder, arguments: &[&str], lines: &[&str]) -> (String, u32) {
    let mut terminal = Terminal::start(folder, arguments);
    let mut from = 0;
    for line in lines {
        terminal.wait_for_prompt(from);
        from = terminal.screen.len();
        terminal.press(&format!("{line}\n"));
    }
    terminal.finish()
}
