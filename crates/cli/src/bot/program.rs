//! Programs that play by a line protocol on standard input and output.
//!
//! ```text
//! four-shapes 1                             the host sends the version
//! name Ben's program                        the program may send a name
//! author Ben                                and an author
//! ready                                     and has to confirm
//! begin 7 6 4 gravity second seed 42 time 1000
//! moved 4
//! choose
//! 3                                         the program's move
//! moved 3
//! moved 4
//! choose
//! …
//! quit
//! ```
//!
//! The host sends lines only when the program is to move, so `begin` comes with its first
//! turn.

use super::output_tail::OutputTail;
use crate::interrupt;
use four_shapes_bots::tidy;
use four_shapes_tournament::{ForfeitReason, GamePlayer, TournamentGame};
use std::{
    collections::BTreeSet,
    fmt::Write as _,
    io::{self, BufRead, BufReader, Read, Write},
    process::{Child, Command, ExitStatus, Stdio},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TryRecvError},
    },
    thread,
    time::{Duration, Instant},
};

/// The version of the line protocol.
pub(crate) const VERSION: u32 = 1;
/// Maximum length of a line in bytes.
const MAX_LINE_BYTES: usize = 1000;
/// Maximum number of lines of a program up to `ready`.
const MAX_LINES: usize = 20;
/// Capacity in lines of the queues to and from a program. A full output queue blocks the
/// program; a full input queue is an error of the program.
const QUEUE_LINES: usize = 16;
/// Minimum time limit for the start of a program.
const MIN_START_TIME: Duration = Duration::from_secs(10);
/// Time that a program has to exit by itself.
const EXIT_TIME: Duration = Duration::from_millis(300);
/// Interval of checks for the exit.
const EXIT_POLL: Duration = Duration::from_millis(5);

/// An event on the standard output of a program.
enum OutputEvent {
    Line(Vec<u8>),
    /// A line that exceeds [`MAX_LINE_BYTES`].
    LineTooLong,
    /// The output has ended.
    End,
}

/// An error of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProgramError {
    pub(crate) reason: ForfeitReason,
    pub(crate) message: String,
}

impl ProgramError {
    fn new(reason: ForfeitReason, message: impl Into<String>) -> Self {
        Self {
            reason,
            message: message.into(),
        }
    }
}

/// A running program.
struct Process {
    child: Child,
    input: Option<SyncSender<String>>,
    output: Receiver<OutputEvent>,
    errors: Arc<Mutex<OutputTail>>,
    killed: bool,
}

impl Process {
    fn start(words: &[String]) -> io::Result<Self> {
        let [program, arguments @ ..] = words else {
            return Err(io::ErrorKind::NotFound.into());
        };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // A process group makes it possible to kill its children too, and keeps the
        // terminal's Ctrl-C from reaching it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        running().insert(child.id());
        let (input, lines) = mpsc::sync_channel(QUEUE_LINES);
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_lines(stdin, &lines));
        }
        let (sender, output) = mpsc::sync_channel(QUEUE_LINES);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(BufReader::new(stdout), &sender));
        }
        let errors = Arc::new(Mutex::new(OutputTail::default()));
        if let Some(stderr) = child.stderr.take() {
            let errors = errors.clone();
            thread::spawn(move || store_errors(stderr, &errors));
        }
        Ok(Self {
            child,
            input: Some(input),
            output,
            errors,
            killed: false,
        })
    }

    /// Sends text.
    ///
    /// # Errors
    /// Returns an error if the program doesn't read its input.
    fn send(&mut self, text: String) -> Result<(), ProgramError> {
        let sent = self.input.as_ref().map(|input| input.try_send(text));
        match sent {
            Some(Err(mpsc::TrySendError::Full(_))) => Err(ProgramError::new(
                ForfeitReason::ProtocolViolation,
                "it doesn't read its input",
            )),
            _ => Ok(()),
        }
    }

    /// Receives the next line.
    fn read_line(&mut self, until: Instant) -> Result<String, ProgramError> {
        let received = loop {
            let left = until.saturating_duration_since(Instant::now());
            let received = self.output.recv_timeout(left.min(interrupt::POLL));
            let timeout = matches!(received, Err(RecvTimeoutError::Timeout));
            // A signal ends the game.
            if !timeout || left.is_zero() || interrupt::requested() {
                break received;
            }
        };
        match received {
            Ok(OutputEvent::Line(bytes)) => match String::from_utf8(bytes) {
                Ok(line) => Ok(line.trim().to_owned()),
                Err(_) => Err(ProgramError::new(
                    ForfeitReason::ProtocolViolation,
                    "it wrote a line that is not UTF-8",
                )),
            },
            Ok(OutputEvent::LineTooLong) => Err(ProgramError::new(
                ForfeitReason::ProtocolViolation,
                format!("it wrote a line of more than {MAX_LINE_BYTES} bytes"),
            )),
            Ok(OutputEvent::End) | Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
            Err(RecvTimeoutError::Timeout) => Err(ProgramError::new(
                ForfeitReason::LimitExceeded,
                "it took too long to answer",
            )),
        }
    }

    /// Returns the error of a program whose output has ended.
    fn ended(&mut self) -> ProgramError {
        let message = match wait(&mut self.child, EXIT_TIME) {
            Some(status) => format!("it exited ({status})"),
            None => "it closed its output".to_owned(),
        };
        ProgramError::new(ForfeitReason::Crash, message)
    }

    /// Returns the last lines of standard error.
    fn errors(&self) -> Vec<String> {
        let errors = self.errors.lock();
        errors.unwrap_or_else(PoisonError::into_inner).lines()
    }

    /// Kills the program and its children.
    fn kill(&mut self) {
        if std::mem::replace(&mut self.killed, true) {
            return;
        }
        kill_group(self.child.id());
        let _ = self.child.kill();
        running().remove(&self.child.id());
        let _ = self.child.wait();
        // Waits for the rest of standard error, unless another process holds it open.
        let until = Instant::now() + EXIT_TIME;
        while Arc::strong_count(&self.errors) > 1
            && Instant::now() < until
            && !interrupt::requested()
        {
            thread::sleep(EXIT_POLL);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.killed {
            let _ = self.send("quit\n".to_owned());
            // Closes the input, for programs that don't know `quit`.
            self.input = None;
            if !interrupt::requested() {
                let _ = wait(&mut self.child, EXIT_TIME);
            }
            self.kill();
        }
    }
}

/// Returns the process ids of the running programs.
fn running() -> MutexGuard<'static, BTreeSet<u32>> {
    static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills all running programs, before an exit that abandons their threads.
pub(crate) fn kill_all() {
    for id in std::mem::take(&mut *running()) {
        kill_group(id);
    }
}

/// Kills a program and its children.
#[cfg_attr(
    not(unix),
    expect(unused_variables, reason = "only Unix has process groups")
)]
fn kill_group(id: u32) {
    #[cfg(unix)]
    if let Ok(id) = i32::try_from(id) {
        use nix::{
            sys::signal::{Signal, killpg},
            unistd::Pid,
        };
        // Fails if all of them have exited.
        let _ = killpg(Pid::from_raw(id), Signal::SIGKILL);
    }
}

/// Waits for the exit of a program; returns `None` after the timeout.
fn wait(child: &mut Child, timeout: Duration) -> Option<ExitStatus> {
    let until = Instant::now() + timeout;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if Instant::now() < until => thread::sleep(EXIT_POLL),
            _ => return None,
        }
    }
}

/// Forwards lines to a program's input until the sender is dropped or the input is closed.
fn write_lines(mut input: impl Write, lines: &Receiver<String>) {
    for line in lines {
        if input
            .write_all(line.as_bytes())
            .and_then(|()| input.flush())
            .is_err()
        {
            // Reading the output will show whether the program has exited.
            return;
        }
    }
}

/// Forwards the lines of a program's output until the receiver is dropped.
fn read_lines(mut output: impl BufRead, events: &SyncSender<OutputEvent>) {
    loop {
        let mut line = Vec::new();
        let mut limited = output.by_ref().take(MAX_LINE_BYTES as u64 + 1);
        let read = limited.read_until(b'\n', &mut line);
        let event = match read {
            Ok(0) | Err(_) => OutputEvent::End,
            Ok(_) if line.ends_with(b"\n") => OutputEvent::Line(line),
            Ok(bytes) if bytes > MAX_LINE_BYTES => OutputEvent::LineTooLong,
            // The last line, without a line break.
            Ok(_) => OutputEvent::Line(line),
        };
        let is_line = matches!(event, OutputEvent::Line(_));
        if events.send(event).is_err() || !is_line {
            return;
        }
    }
}

/// Stores the last lines of a program's standard error.
fn store_errors(mut stderr: impl Read, tail: &Mutex<OutputTail>) {
    let mut bytes = [0; 4096];
    loop {
        match stderr.read(&mut bytes) {
            Ok(0) => return,
            Ok(count) => {
                let tail = tail.lock();
                tail.unwrap_or_else(PoisonError::into_inner)
                    .push_bytes(&bytes[..count]);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// A player that uses the line protocol. It is restarted for the next game after an error.
pub(crate) struct Program {
    /// The program and its arguments.
    words: Vec<String>,
    /// Time limit per move.
    move_time: Duration,
    /// Time limit for the handshake.
    start_time: Duration,
    process: Option<Process>,
    /// Name and author that the program reports.
    pub(crate) name: Option<String>,
    pub(crate) author: Option<String>,
    /// The unsent `begin` line of the current game.
    begin_line: String,
    /// Number of moves sent in the current game.
    moves_sent: usize,
    /// The last error, and the last lines of standard error at that time.
    error: Option<(ProgramError, Vec<String>)>,
}

impl Program {
    /// Starts a program with a time limit per move.
    ///
    /// # Errors
    /// Returns an error if the command can't be started.
    pub(crate) fn start(command: &str, milliseconds: u32) -> io::Result<Self> {
        let move_time = Duration::from_millis(milliseconds.into());
        Self::start_within(command, move_time, MIN_START_TIME.max(move_time * 10))
    }

    fn start_within(command: &str, move_time: Duration, start_time: Duration) -> io::Result<Self> {
        let words = words(command);
        let mut program = Self {
            process: Some(Process::start(&words)?),
            words,
            move_time,
            start_time,
            name: None,
            author: None,
            begin_line: String::new(),
            moves_sent: 0,
            error: None,
        };
        // The caller finds an error in `error`.
        let _ = program.handshake();
        Ok(program)
    }

    /// Performs the handshake, and stores an error.
    fn handshake(&mut self) -> Result<(), ForfeitReason> {
        let until = Instant::now() + self.start_time;
        let Some(process) = &mut self.process else {
            return Err(ForfeitReason::Crash);
        };
        if let Err(error) = process.send(format!("four-shapes {VERSION}\n")) {
            return Err(self.fail(error));
        }
        for _ in 0..MAX_LINES {
            let line = match process.read_line(until) {
                Ok(line) => line,
                Err(error) => return Err(self.fail(error)),
            };
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match word {
                "ready" => return Ok(()),
                "name" => self.name = Some(rest.to_owned()),
                "author" => self.author = Some(rest.to_owned()),
                _ => return Err(self.fail(unexpected(&line, "name …, author … or ready"))),
            }
        }
        let message = format!("it did not send ready within {MAX_LINES} lines");
        Err(self.fail(ProgramError::new(ForfeitReason::ProtocolViolation, message)))
    }

    /// Kills the program, stores the error, and returns its reason.
    fn fail(&mut self, error: ProgramError) -> ForfeitReason {
        let reason = error.reason;
        let mut errors = Vec::new();
        if let Some(mut process) = self.process.take() {
            process.kill();
            errors = process.errors();
        }
        self.error = Some((error, errors));
        reason
    }

    /// Returns the last error, and the last lines of standard error at that time.
    pub(crate) fn error(&self) -> Option<&(ProgramError, Vec<String>)> {
        self.error.as_ref()
    }

    /// Returns the last lines of standard error of a running program.
    pub(crate) fn errors(&self) -> Vec<String> {
        self.process.as_ref().map_or(Vec::new(), Process::errors)
    }

    /// Begins a game, starting the program if necessary. The `begin` line is sent with the
    /// first request for a move.
    pub(crate) fn begin(&mut self, seed: u64, parameters: [i32; 5]) -> Result<(), ForfeitReason> {
        if self.process.is_none() {
            match Process::start(&self.words) {
                Ok(process) => self.process = Some(process),
                Err(error) => {
                    let message = format!("it can't be restarted: {error}");
                    return Err(self.fail(ProgramError::new(ForfeitReason::Crash, message)));
                }
            }
            self.handshake()?;
        }
        let [columns, rows, connect, gravity, player] = parameters;
        let gravity = if gravity == 1 { "gravity" } else { "anywhere" };
        let player = if player == 1 { "first" } else { "second" };
        let time = self.move_time.as_millis();
        self.moves_sent = 0;
        self.begin_line = format!(
            "begin {columns} {rows} {connect} {gravity} {player} seed {seed} time {time}\n"
        );
        Ok(())
    }

    /// Sends the new moves of the game and returns the program's move.
    pub(crate) fn choose(
        &mut self,
        moves: impl Iterator<Item = i32>,
    ) -> Result<i32, ForfeitReason> {
        let Some(process) = &mut self.process else {
            return Err(ForfeitReason::Crash);
        };
        // The program must not write before it is asked.
        let chosen = match process.output.try_recv() {
            Ok(OutputEvent::Line(line)) => {
                let line = String::from_utf8_lossy(&line);
                Err(unexpected(&line, "waiting for choose"))
            }
            Ok(OutputEvent::LineTooLong) => Err(unexpected("…", "waiting for choose")),
            Ok(OutputEvent::End) | Err(TryRecvError::Disconnected) => Err(process.ended()),
            Err(TryRecvError::Empty) => {
                let mut lines = std::mem::take(&mut self.begin_line);
                for number in moves.skip(self.moves_sent) {
                    self.moves_sent += 1;
                    writeln!(lines, "moved {number}").expect("writing to a string can't fail");
                }
                lines += "choose\n";
                let until = Instant::now() + self.move_time;
                process.send(lines).and_then(|()| {
                    let line = process.read_line(until)?;
                    let number = line.parse();
                    number.map_err(|_| unexpected(&line, "the number of a column or cell"))
                })
            }
        };
        chosen.map_err(|error| self.fail(error))
    }
}

fn unexpected(line: &str, expected: &str) -> ProgramError {
    let message = format!("it wrote “{}” instead of {expected}", tidy(line, 60));
    ProgramError::new(ForfeitReason::ProtocolViolation, message)
}

impl GamePlayer for Program {
    fn begin(&mut self, playing: &TournamentGame, player: usize) -> Result<(), ForfeitReason> {
        self.begin(playing.bot_seed(player), playing.bot_parameters(player))
    }

    fn choose(&mut self, playing: &TournamentGame) -> Result<i32, ForfeitReason> {
        self.choose(playing.moves())
    }
}

/// Splits a command at white space outside quotes.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for char in command.chars() {
        match quote {
            Some(open) if char == open => quote = None,
            None if char == '"' || char == '\'' => {
                quote = Some(char);
                word.get_or_insert_default();
            }
            None if char.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(char),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Starts a program in a shell. Time limits are ten seconds, or short for scripts that
    /// exceed them.
    #[cfg(unix)]
    fn shell(script: &str) -> Program {
        let long = Duration::from_secs(10);
        let short = Duration::from_millis(100);
        let time = if script.contains("sleep") {
            short
        } else {
            long
        };
        let start_time = if script.contains("ready") { long } else { time };
        let command = format!("sh -c '{script}'");
        Program::start_within(&command, time, start_time).expect("a shell")
    }

    /// Waits for a condition, at most a minute.
    #[cfg(unix)]
    #[track_caller]
    fn wait_until(done: impl Fn() -> bool) {
        let end = Instant::now() + Duration::from_mins(1);
        while !done() {
            assert!(Instant::now() < end, "timeout");
            thread::sleep(EXIT_POLL);
        }
    }

    /// Plays the first two turns of a game.
    #[cfg(unix)]
    fn two_turns(program: &mut Program) -> Result<(i32, i32), ForfeitReason> {
        program.begin(42, [7, 6, 4, 1, 2])?;
        let first = program.choose([4].into_iter())?;
        let second = program.choose([4, first, 5].into_iter())?;
        Ok((first, second))
    }

    #[cfg(unix)]
    const READY: &str = "read hello; echo ready; ";

    #[cfg(unix)]
    #[test]
    fn program_receives_the_game_and_answers() {
        let script = r#"
            read hello; echo "name  Shelly "; echo author Ada; echo; echo ready
            while read line; do
                echo "$line" >&2
                case "$line" in choose) echo " 3 ";; quit) exit;; esac
            done"#;
        let mut program = shell(&script.replace("echo; ", ""));
        assert_eq!(program.name.as_deref(), Some(" Shelly"));
        assert_eq!(program.author.as_deref(), Some("Ada"));
        assert_eq!(two_turns(&mut program), Ok((3, 3)));
        assert_eq!(two_turns(&mut program), Ok((3, 3)));
        wait_until(|| program.errors().len() == 12);
        let errors = program.errors();
        let game = [
            "begin 7 6 4 gravity second seed 42 time 10000",
            "moved 4",
            "choose",
            "moved 3",
            "moved 5",
            "choose",
        ];
        assert_eq!(errors[..6], game);
        assert_eq!(errors[6..], game);
        // An empty line is not part of the handshake.
        let program = shell(script);
        let (error, _) = program.error().expect("an error");
        assert_eq!(error.reason, ForfeitReason::ProtocolViolation);
    }

    #[cfg(unix)]
    #[test]
    fn errors_in_a_game_are_forfeits() {
        let answer = |answer: &str| format!("{READY} while read line; do {answer}; done");
        let choose = |say: &str| {
            let case = format!("case \"$line\" in choose) {say};; esac");
            answer(&case)
        };
        for (script, reason, words) in [
            (
                choose("exit 3"),
                ForfeitReason::Crash,
                "it exited (exit status: 3)",
            ),
            (
                choose("kill -9 $$"),
                ForfeitReason::Crash,
                "it exited (signal: 9",
            ),
            (
                choose("exec >&-; read line"),
                ForfeitReason::Crash,
                "it closed its output",
            ),
            (
                choose("sleep 100"),
                ForfeitReason::LimitExceeded,
                "too long",
            ),
            (
                choose("echo four"),
                ForfeitReason::ProtocolViolation,
                "it wrote “four” instead of the number",
            ),
            (
                choose("echo 4 5"),
                ForfeitReason::ProtocolViolation,
                "“4 5”",
            ),
            (
                choose("echo 99999999999"),
                ForfeitReason::ProtocolViolation,
                "“99999999999”",
            ),
            (
                choose("echo"),
                ForfeitReason::ProtocolViolation,
                "“” instead",
            ),
            (
                choose(r#"printf "\\377\\n""#),
                ForfeitReason::ProtocolViolation,
                "not UTF-8",
            ),
            (
                choose(r#"printf "\\033[2Jx\\n""#),
                ForfeitReason::ProtocolViolation,
                "“[2Jx”",
            ),
            (
                choose("yes | tr -d \"\\n\""),
                ForfeitReason::ProtocolViolation,
                "more than 1000 bytes",
            ),
            (
                choose("echo 4; echo done"),
                ForfeitReason::ProtocolViolation,
                "“done” instead of",
            ),
            (
                format!("{READY} yes"),
                ForfeitReason::ProtocolViolation,
                "“y” instead of",
            ),
            (
                format!("{READY} exit"),
                ForfeitReason::Crash,
                "it exited (exit status: 0)",
            ),
        ] {
            let mut program = shell(&script);
            assert_eq!(program.error(), None, "{script}");
            // Unexpected output may not be noticed until the second time.
            let mut turns = || two_turns(&mut program).and_then(|_| two_turns(&mut program));
            assert_eq!(turns(), Err(reason), "{script}");
            let (error, _) = program.error().expect("an error");
            assert!(error.message.contains(words), "{script}: {}", error.message);
        }
    }

    #[cfg(unix)]
    #[test]
    fn failed_handshake_is_a_forfeit() {
        for (script, reason, words) in [
            ("exit 1", ForfeitReason::Crash, "exit status: 1"),
            ("sleep 100", ForfeitReason::LimitExceeded, "too long"),
            (
                "echo hello",
                ForfeitReason::ProtocolViolation,
                "“hello” instead of name …",
            ),
            (
                "while echo name x; do :; done",
                ForfeitReason::ProtocolViolation,
                "within 20 lines",
            ),
            (
                "yes | tr -d \"\\n\"",
                ForfeitReason::ProtocolViolation,
                "1000 bytes",
            ),
        ] {
            let mut program = shell(script);
            assert!(program.process.is_none());
            let (error, _) = program.error().expect("an error");
            assert_eq!(error.reason, reason, "{script}");
            assert!(error.message.contains(words), "{script}: {}", error.message);
            // Every game has the same result.
            assert_eq!(program.begin(1, [7, 6, 4, 1, 1]), Err(reason), "{script}");
        }
        assert!(Program::start("/no/such/program", 1000).is_err());
        assert!(Program::start("", 1000).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn program_that_never_reads_is_an_error() {
        let mut program = shell("echo ready; exec sleep 100");
        let process = program.process.as_mut().expect("a running program");
        let line = "moved 4\n".repeat(100_000);
        let sent: Vec<bool> = (0..100)
            .map(|_| process.send(line.clone()).is_ok())
            .collect();
        assert!(sent[0] && !sent[99]);
    }

    #[cfg(unix)]
    #[test]
    fn program_is_restarted_after_an_error() {
        let folder = std::env::temp_dir().join(format!("four-restart-{}", std::process::id()));
        let mark = folder.display();
        let mut program = shell(&format!(
            "{READY} read begin; read moved; read choose;
            if mkdir {mark}; then exit 1; fi 2> /dev/null;
            echo 1; read moved; read moved; read choose; echo 2; read quit"
        ));
        assert_eq!(two_turns(&mut program), Err(ForfeitReason::Crash));
        assert_eq!(program.choose([].into_iter()), Err(ForfeitReason::Crash));
        assert_eq!(two_turns(&mut program), Ok((1, 2)));
        std::fs::remove_dir(folder).expect("the program has created it");
    }

    #[cfg(unix)]
    #[test]
    fn program_is_killed_with_its_children() {
        // All of them have inherited standard error.
        let script = format!(
            "{READY} sleep 100000 & sleep 100000 & echo ok >&2;
            trap : TERM; while :; do read line; done"
        );
        for fails in [true, false] {
            let mut program = shell(&script);
            wait_until(|| !program.errors().is_empty());
            let process = program.process.as_ref().expect("a running program");
            let errors = process.errors.clone();
            assert_eq!(Arc::strong_count(&errors), 3);
            if fails {
                assert_eq!(two_turns(&mut program), Err(ForfeitReason::LimitExceeded));
            }
            drop(program);
            // The reader of standard error ends when no process can write to it.
            wait_until(|| Arc::strong_count(&errors) == 1);
        }
    }

    #[test]
    fn commands_are_split_at_spaces_outside_quotes() {
        for (command, expected) in [
            ("python3 bot.py", &["python3", "bot.py"][..]),
            ("  a \t b ", &["a", "b"]),
            (
                r#""/my files/bot" 'x y'z """#,
                &["/my files/bot", "x yz", ""],
            ),
            ("it's", &["its"]),
            ("", &[]),
        ] {
            assert_eq!(words(command), expected, "{command}");
        }
    }

    #[test]
    fn length_of_lines_is_limited() {
        let events = |text: &[u8]| {
            let (sender, receiver) = mpsc::sync_channel(10);
            read_lines(text, &sender);
            let name = |event: OutputEvent| match event {
                OutputEvent::Line(line) => String::from_utf8_lossy(&line).trim().len().to_string(),
                OutputEvent::LineTooLong => "too long".to_owned(),
                OutputEvent::End => "end".to_owned(),
            };
            drop(sender);
            receiver.iter().map(name).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(events(b""), "end");
        assert_eq!(events(b"4\n\n44\r\nx"), "1 0 2 1 end");
        assert_eq!(events(&[b'x'; MAX_LINE_BYTES]), "1000 end");
        assert_eq!(events(&[b'x'; MAX_LINE_BYTES + 1]), "too long");
        let mut line = vec![b'x'; MAX_LINE_BYTES];
        line.extend(b"\nyes\n");
        assert_eq!(events(&line), "1000 3 end");
    }
}
