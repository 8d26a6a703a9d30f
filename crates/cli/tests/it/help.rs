//! The help, and the completions and manual pages that are generated with it.

use crate::support::Folder;

/// Returns the names of the commands in the help, without `help`.
fn commands(folder: &Folder, arguments: &[&str]) -> Vec<String> {
    let help = folder.run(arguments, "").good();
    let (_, list) = help.split_once("\nCommands:\n").unwrap_or_default();
    list.lines()
        .map_while(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

#[test]
fn completions_of_all_shells_have_all_commands() {
    let folder = Folder::new("completions");
    let commands = commands(&folder, &["help"]);
    assert!(commands.contains(&"completions".to_owned()));
    // What each script has for a command and for a subcommand.
    for (shell, command, subcommand) in [
        ("bash", "four,NAME)", "four__subcmd__bot,check)"),
        ("elvish", "&'four;NAME'=", "&'four;bot;check'="),
        ("fish", "-a \"NAME\" -d", "-a \"check\" -d"),
        ("powershell", "'four;NAME' {", "'four;bot;check' {"),
        ("zsh", "\n'NAME:", "\n'check:"),
    ] {
        let script = folder.run(&["completions", shell], "").good();
        for name in &commands {
            let definition = command.replace("NAME", name);
            assert!(script.contains(&definition), "{shell}: {definition}");
        }
        assert!(script.contains(subcommand), "{shell}: {subcommand}");
        assert!(script.contains("no-gravity"), "{shell}");
    }
    // The argument may be a file.
    let zsh = folder.run(&["completions", "zsh"], "").good();
    let inputs = zsh.lines().filter(|line| line.contains(":input -- "));
    let inputs: Vec<&str> = inputs.collect();
    assert_eq!(inputs.len(), 4);
    assert!(
        inputs.iter().all(|line| line.contains(":_files'")),
        "{inputs:?}"
    );
    folder.run(&["completions", "cmd"], "").bad(2);
}

#[cfg(unix)]
#[test]
fn bash_completes_commands_and_options() {
    let folder = Folder::new("bash-completion");
    let commands = commands(&folder, &["help"]);
    folder.write("four", folder.run(&["completions", "bash"], "").good());
    let bash = |script: &str| {
        let mut command = std::process::Command::new("bash");
        command.args(["--norc", "-c", script]);
        folder.run_command(command, "").good()
    };
    assert_eq!(bash("bash -n four"), "");
    let complete = |words: &str, index: usize| {
        bash(&format!(
            "source ./four; COMP_WORDS=({words}); COMP_CWORD={index}
            _four four \"${{COMP_WORDS[{index}]}}\" \"${{COMP_WORDS[{index} - 1]}}\"
            printf '%s\\n' \"${{COMPREPLY[@]}}\""
        ))
    };
    let all = complete("four ''", 1);
    for name in &commands {
        assert!(all.lines().any(|line| line == name), "{name}: {all}");
    }
    assert_eq!(complete("four ana", 1), "analyze\n");
    assert_eq!(complete("four bot che", 2), "check\n");
    assert_eq!(complete("four play --no-g", 2), "--no-gravity\n");
    assert_eq!(complete("four play --style bo", 3), "board-games\n");
}

#[test]
fn manual_has_a_page_for_each_command() {
    let folder = Folder::new("manual");
    let mut pages: Vec<String> = commands(&folder, &["help"])
        .iter()
        .map(|name| format!("four-{name}.1"))
        .collect();
    pages.extend(["four.1".to_owned(), "four-bot-check.1".to_owned()]);
    pages.sort();
    folder.write("four.1", "an earlier version");
    assert_eq!(folder.run(&["man", "--out", "."], "").good(), "");
    assert_eq!(folder.files(), pages);
    for page in &pages {
        let text = folder.read(page);
        let name = page.trim_end_matches(".1");
        let version = env!("CARGO_PKG_VERSION");
        let title = format!(".TH {name} 1 \"\" \"four {version}\" \"Four Shapes Manual\"");
        assert!(text.lines().any(|line| line == title), "{text}");
        let mut rest = text.as_str();
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES"] {
            let header = format!("\n.SH {section}\n");
            let (_, after) = rest.split_once(&header).unwrap_or_else(|| {
                panic!("{page} has no section {section} at its place: {text}");
            });
            rest = after;
        }
        assert!(rest.contains("four "), "{text}");
    }
    // The directory is created, and errors name it.
    folder.run(&["man", "--out", "share/man1"], "").good();
    assert!(folder.same("share/man1/four-play.1", "four-play.1"));
    let err = folder.run(&["man", "--out", "four.1"], "").bad(1);
    assert!(err.starts_with("error: four.1: "), "{err}");
    folder.run(&["man"], "").bad(2);
}

/// Examples that take long, or need bots, programs, or the results of others.
#[cfg(unix)]
const NOT_RUN: [&str; 22] = [
    "four match random lookahead:4 --games 1000",
    "four play --seats lookahead:4,mcts:500 --seed 7",
    "four analyze --columns 9 --rows 7 --seconds 60 55",
    "four bot check bot.wasm",
    "four bot check --program 'python3 mybot.py'",
    "four bot check bot.wasm --columns 9 --rows 7",
    "four book --out 7x6.book --progress 7x6.progress",
    "four book --check 7x6.book < positions.txt",
    "four book --shard 1/2 --progress shard-1.progress",
    "four book --out 7x6.book --merge shard-1.progress shard-2.progress",
    "four puzzles --out puzzles.bin --count 6300 --seed 2026",
    "four puzzles --check puzzles.bin",
    "four puzzles --seed 2026 --games 20000 --shard 1/2 --progress shard-1.progress",
    "four puzzles --out puzzles.bin --count 6300 --merge shard-1.progress shard-2.progress",
    "four values",
    "four values --up-to 14 --table-mb 1024 --progress values.txt --times",
    "four tournament --players random,lookahead:4,level:3 --games 1000 --seed 7",
    "four tournament --players level:1,level:2,ada.wasm,ben.wasm --openings 4 --save class.txt",
    "four tournament --players level:5,level:1,level:2 --against level:5 --format csv",
    "four tournament --setup class.json --format json",
    "four tournament --setup class.json --shard 1/2 --save shard-1.txt",
    "four tournament --merge shard-1.txt shard-2.txt --format csv",
];

#[cfg(unix)]
#[test]
fn examples_of_the_help_run() {
    let folder = Folder::new("examples");
    let game = ["play", "--style", "board-games", "--no-scores"];
    folder.run(&game, "4\n4\n5\nsave game.json\nquit\n").good();
    folder.write("positions.txt", "4444443332267\n32164625\n");
    for path in [".config/fish/completions", ".config/elvish", ".zfunc"] {
        std::fs::create_dir_all(folder.path().join(path)).expect("a new directory");
    }
    let completions = ".local/share/bash-completion/completions";
    std::fs::create_dir_all(folder.path().join(completions)).expect("a new directory");
    let mut examples = Vec::new();
    let mut names = commands(&folder, &["help"]);
    names.extend([String::new(), "bot check".to_owned()]);
    for name in names {
        let arguments: Vec<&str> = name.split(' ').chain(["--help"]).collect();
        let arguments = arguments.strip_prefix(&[""]).unwrap_or(&arguments);
        let help = folder.run(arguments, "").good();
        let (_, list) = help.split_once("\nExamples:\n").expect("examples");
        examples.extend(list.lines().map(|line| line.trim().to_owned()));
    }
    for example in NOT_RUN {
        assert!(examples.iter().any(|it| it == example), "{example}");
    }
    examples.retain(|example| !NOT_RUN.contains(&example.as_str()));
    for example in &examples {
        let run = folder.run_script(&format!("PROFILE=profile.ps1\n{example}"), "");
        assert_eq!(run.code, Some(0), "{example}: {run:?}");
    }
}

/// Commands of documents that take hours.
#[cfg(unix)]
const LONG: [&str; 3] = [
    "four book --out 7x6.book",
    "four puzzles --out puzzles.bin --count 6300",
    "four values --up-to 14 --progress values.txt",
];

/// Returns the commands in the code blocks of a document that run the program, without comments,
/// and the output that follows a command after `$`.
#[cfg(unix)]
fn document_commands(text: &str) -> Vec<(&str, Option<String>)> {
    let mut commands: Vec<(&str, Option<String>)> = Vec::new();
    for block in text.split("```").skip(1).step_by(2) {
        // After the name of the language.
        for line in block.lines().skip(1) {
            let command = line.strip_prefix("$ ");
            let is_command =
                command.is_some() || line.starts_with("four ") || line.contains("| four ");
            if is_command {
                let command = command.unwrap_or(line);
                let command = command.split(" #").next().unwrap_or_default().trim_end();
                commands.push((command, line.starts_with('$').then(String::new)));
            } else if let Some((_, Some(output))) = commands.last_mut() {
                output.push_str(line);
                output.push('\n');
            }
        }
    }
    commands
}

#[cfg(unix)]
#[test]
fn commands_of_the_documents_run() {
    let folder = Folder::new("documents");
    let game = ["play", "--style", "board-games", "--no-scores"];
    folder.run(&game, "4\n4\n5\nsave game.json\nquit\n").good();
    folder.write("positions.txt", "4444443332267\n32164625\n");
    folder.write("ada.wasm", super::bots::bot());
    let documents = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut left = LONG.to_vec();
    for (document, count) in [("README.md", 6), ("../../docs/terminal.md", 22)] {
        let text = std::fs::read_to_string(documents.join(document)).expect("a document");
        let commands = document_commands(&text);
        assert!(commands.len() >= count, "{document}: {commands:?}");
        for (command, output) in commands {
            if let Some(at) = left.iter().position(|long| *long == command) {
                left.remove(at);
                continue;
            }
            let run = folder.run_script(command, "");
            assert_eq!(run.code, Some(0), "{document}: {command}: {run:?}");
            // The nodes and the time of `solve` differ.
            if let Some(output) = output.filter(|_| !command.starts_with("four solve ")) {
                assert_eq!(run.out, output, "{document}: {command}");
            }
        }
    }
    assert!(left.is_empty(), "{left:?}");
}
