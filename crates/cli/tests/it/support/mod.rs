//! Runs the program in temporary folders.

#[cfg(unix)]
pub(crate) mod terminal;

use std::{
    fs,
    io::{Read, Write},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::mpsc::{self, Receiver},
    thread,
    time::{Duration, Instant},
};

/// Time limit for a program on a busy machine.
pub(crate) const TIMEOUT: Duration = Duration::from_mins(3);

/// The path of the program.
pub(crate) const FOUR: &str = env!("CARGO_BIN_EXE_four");

/// Environment variables that affect colours.
pub(crate) const UNSET: [&str; 4] = ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI"];

/// The folder of the user's data in the home folder.
pub(crate) const DATA: &str = if cfg!(target_os = "macos") {
    "Library/Application Support"
} else {
    "data"
};

/// A temporary folder of a test, which is also the home folder.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name.replace("::", "-"));
        if path.exists() {
            fs::remove_dir_all(&path).expect("the folder can be emptied");
        }
        fs::create_dir_all(&path).expect("the folder can be made");
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the environment variables that make it the home folder.
    pub(crate) fn home(&self) -> [(&'static str, PathBuf); 3] {
        let data = self.0.join(DATA);
        [
            ("HOME", self.0.clone()),
            ("XDG_DATA_HOME", data.clone()),
            ("APPDATA", data),
        ]
    }

    pub(crate) fn read(&self, file: &str) -> String {
        fs::read_to_string(self.0.join(file)).expect("the file can be read")
    }

    pub(crate) fn write(&self, file: &str, text: impl AsRef<[u8]>) {
        fs::write(self.0.join(file), text).expect("the file can be written");
    }

    /// Returns whether two files are equal.
    pub(crate) fn same(&self, file: &str, other: &str) -> bool {
        let read = |file| fs::read(self.0.join(file)).expect("the file can be read");
        read(file) == read(other)
    }

    /// Returns the sorted names of the files.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder can be read");
        let names = entries.map(|entry| entry.expect("it has a name").file_name());
        let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into()).collect();
        names.sort();
        names
    }

    /// Runs the program in the folder with an input, and waits until it exits.
    pub(crate) fn run(&self, arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
        let mut command = Command::new(FOUR);
        command.args(arguments);
        self.run_command(command, input)
    }

    /// [Runs](Self::run) a shell script, in which `four` is the program.
    #[cfg(unix)]
    pub(crate) fn run_script(&self, script: &str, input: impl AsRef<[u8]>) -> Run {
        let programs = Path::new(FOUR).parent().expect("a folder").display();
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("PATH='{programs}':$PATH\n{script}")]);
        self.run_command(shell, input)
    }

    /// [Runs](Self::run) any program.
    pub(crate) fn run_command(&self, mut command: Command, input: impl AsRef<[u8]>) -> Run {
        for name in UNSET {
            command.env_remove(name);
        }
        let mut child = command
            .current_dir(&self.0)
            .envs(self.home())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("it has an input");
        let input = input.as_ref().to_vec();
        // In a thread, since a program may block on its output before it has read all input.
        thread::spawn(move || {
            // Fails if the program has exited.
            let _ = stdin.write_all(&input);
        });
        Run::of(&output(child))
    }
}

/// Waits until a program exits and returns its output, with a [time limit](TIMEOUT).
pub(crate) fn output(mut child: Child) -> Output {
    fn read(from: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = Vec::new();
            if let Some(mut from) = from {
                from.read_to_end(&mut bytes).expect("readable output");
            }
            // Fails after the time limit.
            let _ = sender.send(bytes);
        });
        receiver
    }
    let (stdout, stderr) = (read(child.stdout.take()), read(child.stderr.take()));
    wait_until(&mut child, |child| {
        child.try_wait().expect("a status").is_some()
    });
    // Another process may hold it open.
    let bytes = |output: Receiver<Vec<u8>>| output.recv_timeout(TIMEOUT).expect("all output");
    Output {
        status: child.wait().expect("an exit status"),
        stdout: bytes(stdout),
        stderr: bytes(stderr),
    }
}

/// Waits for a condition. After the [time limit](TIMEOUT), kills the program and fails.
pub(crate) fn wait_until(child: &mut Child, mut done: impl FnMut(&mut Child) -> bool) {
    let end = Instant::now() + TIMEOUT;
    while !done(child) {
        if Instant::now() > end {
            child.kill().expect("a running program");
            panic!("timeout");
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// The result of a program.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    fn of(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8 output");
        Self {
            code: output.status.code(),
            out: text(&output.stdout),
            err: text(&output.stderr),
        }
    }

    /// Asserts success without messages, and returns the output.
    pub(crate) fn good(self) -> String {
        assert_eq!(
            (self.code, self.err.as_str()),
            (Some(0), ""),
            "{}",
            self.out
        );
        self.out
    }

    /// Asserts an exit code without output, and returns the messages.
    pub(crate) fn bad(self, code: i32) -> String {
        assert_eq!(
            (self.code, self.out.as_str()),
            (Some(code), ""),
            "{}",
            self.err
        );
        self.err
    }
}
