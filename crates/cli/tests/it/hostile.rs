//! Text from arguments, files, programs and the input reaches the terminal without control
//! characters.

use crate::support::{Folder, Run};

/// Returns all control and direction characters.
fn control_characters() -> Vec<char> {
    let all = [
        '\0'..='\u{1f}',
        '\u{7f}'..='\u{9f}',
        '\u{61c}'..='\u{61c}',
        '\u{200e}'..='\u{200f}',
        '\u{2028}'..='\u{202e}',
        '\u{2066}'..='\u{2069}',
    ];
    all.into_iter().flatten().collect()
}

/// Returns texts with all control characters, each short enough to be quoted in full.
fn hostile() -> Vec<String> {
    let chunks = control_characters();
    let texts = chunks.chunks(6).map(|chunk| chunk.iter().collect());
    texts.collect()
}

/// Asserts that the output has no control characters except line breaks.
fn check(run: &Run, what: &str) {
    for text in [&run.out, &run.err] {
        let found = text
            .chars()
            .find(|c| *c != '\n' && control_characters().contains(c));
        assert_eq!(found, None, "{what}: {text:?}");
    }
    let exited = run.code.is_some_and(|code| code < 100);
    assert!(exited, "{what}: {run:?}");
}

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    let small = "book --columns 4 --rows 4 --table-mb 1 --plies 2 --out x.book";
    let small: Vec<&str> = small.split(' ').collect();
    assert_eq!(folder.run(&small, "").code, Some(0));
    folder
}

#[test]
fn arguments_are_quoted_safely() {
    let folder = folder("hostile-arguments");
    for hostile in hostile() {
        // Arguments can't contain zeros.
        let hostile = hostile.replace('\0', "");
        for line in [
            "HOSTILE",
            "--HOSTILE",
            "--HOSTILE=1",
            "--color HOSTILE board",
            "play --style HOSTILE",
            "play --HOSTILE",
            "play --columns HOSTILE",
            "play --seats HOSTILE,person",
            "play --seats lookahead:1:HOSTILE,person",
            "play --seats lookahead:1:left:HOSTILE,person",
            "play --style board-games --names AHOSTILEa,B",
            "play --style board-games --symbols HOSTILE",
            "play --moves 3HOSTILE",
            "play --style letters --no-gravity --moves A1,HOSTILE",
            "play --load HOSTILE",
            "play --link HOSTILE",
            "play --link v=HOSTILE",
            "play --link v=1&HOSTILE=1",
            "play --link v=1&board=HOSTILE&connect=4&moves=4",
            "play --link v=1&board=7x6&connect=4&moves=HOSTILE",
            "play --scores HOSTILE",
            "board --load HOSTILE",
            "board --moves HOSTILE",
            "replay HOSTILE",
            "scores --scores HOSTILE",
            "scores --scores HOSTILE/HOSTILE",
            "solve --columns HOSTILE",
            "match random HOSTILE",
            "match random random --seed HOSTILE",
            "tournament --players random,HOSTILE",
            "tournament --players random,HOSTILE.wasm",
            "tournament --players random,program:HOSTILE",
            "tournament --players random,program:./aHOSTILEb",
            "tournament --players random,random --against HOSTILE",
            "tournament --players random,random --save HOSTILE/x",
            "tournament --players random,random --bots HOSTILE",
            "tournament --setup HOSTILE",
            "bot check HOSTILE",
            "bot check --program HOSTILE",
            "bot HOSTILE",
            "analyze 4HOSTILE",
            "analyze --no-gravity A1,HOSTILE",
            "perft HOSTILE",
            "book --check HOSTILE",
            "book --out HOSTILE/x --columns 4 --rows 4 --plies 1 --table-mb 1",
            "book --out x --progress HOSTILE/x",
        ] {
            let words = line
                .split(' ')
                .map(|word| word.replace("HOSTILE", &hostile));
            let words: Vec<String> = words.collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            check(&folder.run(&words, ""), line);
        }
    }
}

#[test]
fn what_is_typed_is_quoted_safely() {
    let folder = folder("hostile-input");
    for hostile in hostile() {
        for (line, typed) in [
            ("solve", "HOSTILE\n44HOSTILE 3\n4 HOSTILE\n"),
            ("book --check x.book", "HOSTILE 1\n"),
            ("book --check x.book", "1 HOSTILE\n"),
            ("book --check x.book", "12 9HOSTILE\n"),
            ("replay -", "4HOSTILE"),
            ("replay -", "v=1&board=7x6&connect=4&moves=4HOSTILE"),
            ("replay -", "{ \"HOSTILE\": 1 }"),
            ("board --load -", "HOSTILE"),
            ("play --style letters", "HOSTILE\n4HOSTILE\n"),
            ("play --style shapes", "HOSTILE\n"),
            ("play --style x-and-o --no-gravity", "HOSTILE\nA1HOSTILE\n"),
            (
                "play --style board-games",
                "HOSTILE\nsave HOSTILE/x\nload HOSTILE\nseat HOSTILE\nseat 1 HOSTILE\n\
                 seat 1 level:HOSTILE\nHOSTILE HOSTILE\nquit HOSTILE\nquit\n",
            ),
            (
                "play --style board-games --ask",
                "HOSTILE\n1\nHOSTILE\n7\n6HOSTILE\n6\n4\n2\nHOSTILE\nlevel:HOSTILE\nAda\nHOSTILE\n",
            ),
        ] {
            let words: Vec<&str> = line.split(' ').collect();
            let run = folder.run(&words, typed.replace("HOSTILE", &hostile));
            check(&run, line);
        }
    }
}

/// Numbers that look like chance, the same each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % most.max(1)
    }
}

#[test]
fn files_are_quoted_safely() {
    let folder = folder("hostile-files");
    let good = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        folder.run(&words, "")
    };
    let save = ["play", "--style", "board-games", "--names", "Ada,Ben"];
    folder
        .run(&save, "4\n3\n4\n3\n4\n3\n4\nsave game.json\nquit\n")
        .good();
    let tournament = "tournament --players random,level:1 --games 2 --seed 1";
    let setup = good(&format!("{tournament} --format setup")).good();
    good(&format!("{tournament} --save class.txt")).good();
    let scores = good("scores --export").good();
    let link = "v=1&board=7x6&connect=4&moves=4432&player=Ada.star.red.X&player=Ben.cross.blue.O";
    let files = [
        ("replay file", folder.read("game.json")),
        ("board --load file", folder.read("game.json")),
        ("replay file", link.to_owned()),
        ("replay file", "1. 4 4 2. 3 3".to_owned()),
        ("tournament --setup file", setup),
        (
            "tournament --players random,level:1 --games 2 --save file",
            folder.read("class.txt"),
        ),
        ("scores --scores file", scores),
        (
            "book --columns 4 --rows 4 --table-mb 1 --plies 2 --out y --progress file",
            folder.read("x.book.progress"),
        ),
        ("book --check file", "\u{1}\u{9d}".to_owned()),
        ("bot check file", "\0asm\u{1}\0\0\0".to_owned()),
    ];
    let mut chance = Chance(14);
    let hostile = hostile();
    for round in 0..40 {
        for (line, text) in &files {
            // Replaces up to three characters.
            let length = text.chars().count();
            let (at, gone) = (chance.below(length + 1), chance.below(4));
            let from = |count: usize| {
                text.char_indices()
                    .nth(count)
                    .map_or(text.len(), |(at, _)| at)
            };
            let hostile = &hostile[chance.below(hostile.len())];
            let spoiled = [&text[..from(at)], hostile, &text[from(at + gone)..]].concat();
            folder.write("file", &spoiled);
            check(&good(line), &format!("{round} {line} {spoiled:?}"));
        }
    }
}

#[cfg(unix)]
#[test]
fn bots_and_programs_are_quoted_safely() {
    let folder = folder("hostile-players");
    for hostile in hostile() {
        let script = format!(
            "read hello; printf 'name {0}\\nauthor {0}\\n'; echo ready; printf '{0}\\n' >&2
             while read line; do case $line in choose) printf '{0}\\n'; exit;; esac; done",
            escape_bytes(&hostile, |byte| format!("\\{byte:03o}"))
        );
        folder.write("program.sh", script);
        let four = |arguments: &[&str]| folder.run(arguments, "");
        let program = ["bot", "check", "--program", "sh program.sh"];
        check(&four(&program), "a program");
        let players = [
            "tournament",
            "--games",
            "2",
            "--players",
            "random,program:sh program.sh",
        ];
        check(&four(&players), "a program in a tournament");
        let text = format!(
            r#"(module (import "{0}" "{0}" (func)) (memory (export "memory") 1)
                (func (export "{0}")) (data (i32.const 0) "{0}\00")
                (func (export "name") (result i32) i32.const 0)
                (func (export "four_shapes_bot") (result i32) i32.const 1)
                (func (export "begin") (param i32 i32 i32 i32 i32))
                (func (export "moved") (param i32))
                (func (export "choose") (result i32) i32.const 9))"#,
            escape_bytes(&hostile, |byte| format!("\\{byte:02x}"))
        );
        for text in [
            text.clone(),
            text.replacen("(import", "(; (import", 1)
                .replacen("(func))", "(func)) ;)", 1),
        ] {
            let bytes = wat::parse_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            folder.write("bot.wasm", bytes);
            check(&four(&["bot", "check", "bot.wasm"]), &text);
            let players = ["tournament", "--games", "2", "--players", "random,bot.wasm"];
            check(&four(&players), &text);
        }
    }
}

/// Formats every byte with `escape`.
#[cfg(unix)]
fn escape_bytes(text: &str, escape: impl Fn(u8) -> String) -> String {
    let bytes: Vec<String> = text.bytes().map(escape).collect();
    bytes.concat()
}

/// A terminal shows colours and the escaped text.
#[cfg(unix)]
#[test]
fn errors_on_a_terminal_are_safe() {
    use crate::support::terminal::Terminal;

    let folder = folder("hostile-terminal");
    for (arguments, message) in [
        (
            vec!["play", "--columns", "\u{1b}]0;x\u{7}\u{9d}"],
            r"\u{1b}]0;x\u{7}\u{9d}",
        ),
        (vec!["board", "--load", "\u{202e}x"], r"\u{202e}x: "),
    ] {
        let terminal = Terminal::start(&folder, &arguments);
        let (screen, code) = terminal.finish();
        assert!(screen.contains(message), "{arguments:?}: {screen:?}");
        assert!(
            !screen.contains(['\u{7}', '\u{9d}', '\u{202e}']),
            "{screen:?}"
        );
        assert_ne!(code, 0);
    }
}
