//! Checks that identifiers and file names use standard terms.
//!
//! Prose is not checked, since many of the words have a plain English meaning too. Names are
//! split into words, so that `hall` is also found in `HallRunner` and `open_hall`.

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

use proc_macro2::{TokenStream, TokenTree};

/// Folders with sources; of other files only the names are checked.
const FOLDERS: &[&str] = &[
    "bench", "bots", "crates", "e2e", "embed", "examples", "fuzz", "public", "src", "style",
    "tools",
];

/// Folders of installed and built files.
const IGNORED: &[&str] = &["node_modules", "target", "dist", "test-results"];

/// Words to avoid, with the standard term.
const TERMS: &[(&str, &str)] = &[
    ("analyst", "analyzer"),
    ("anew", "again or restart"),
    ("arena", "game worker"),
    ("asking", "request or client"),
    ("chore", "command"),
    ("chores", "commands"),
    ("clerk", "bot validator"),
    ("fault", "forfeit or error"),
    ("faults", "forfeits or errors"),
    ("glance", "greedy"),
    ("hall", "tournament runner"),
    ("hears", "receives"),
    ("keeper", "repository"),
    ("least", "min"),
    ("most", "max"),
    ("scene", "view model"),
    ("sheets", "dialogs"),
    ("sitter", "player select"),
    ("sitting", "game player"),
    ("somebody", "any player"),
    ("thinker", "search worker"),
    ("whoever", "the player who"),
    ("worth", "evaluation"),
    ("worths", "evaluations"),
];

/// Names to avoid whose words are fine by themselves.
const NAMES: &[(&str, &str)] = &[("LaneView", "ColumnView")];

/// Names of the browser's interfaces, which are as they are.
const FOREIGN_NAMES: &[&str] = &["adoptedStyleSheets"];

/// Words that are avoided only in constants.
const ONLY_IN_CONSTANTS: &[&str] = &["least", "most"];

#[test]
fn names_are_standard_terms() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for folder in FOLDERS {
        list(&root.join(folder), &mut files);
    }
    let mut sources = 0;
    let mut found = Vec::new();
    for file in &files {
        let shown = file.strip_prefix(&root).expect("a file below the root");
        let stem = file.file_stem().and_then(OsStr::to_str).unwrap_or_default();
        if let Some((word, term)) = avoided(stem) {
            found.push(format!("{}: {word}: use {term}", shown.display()));
        }
        let check = match file.extension().and_then(OsStr::to_str) {
            Some("rs") => check,
            Some("js" | "mjs") => check_script,
            _ => continue,
        };
        sources += 1;
        let source = fs::read_to_string(file).expect("a source file is readable");
        for (line, word, term) in check(&source) {
            found.push(format!("{}:{line}: {word}: use {term}", shown.display()));
        }
    }
    assert!(sources > 100, "only {sources} source files found");
    assert!(found.is_empty(), "names to change:\n{}", found.join("\n"));
}

/// Lists the files below a folder.
fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries {
        let path = entry.expect("a readable folder").path();
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        if !path.is_dir() {
            files.push(path);
        } else if !IGNORED.contains(&name) {
            list(&path, files);
        }
    }
}

/// Returns the identifiers of a Rust source to change, each with its line and the term to use.
fn check(source: &str) -> Vec<(usize, String, &'static str)> {
    let tokens = source.parse().expect("Rust tokens");
    let mut found = Vec::new();
    check_tokens(tokens, &mut found);
    found
}

fn check_tokens(tokens: TokenStream, found: &mut Vec<(usize, String, &'static str)>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => check_tokens(group.stream(), found),
            TokenTree::Ident(ident) => {
                let name = ident.to_string();
                if let Some((_, term)) = avoided(&name) {
                    found.push((ident.span().start().line, name, term));
                }
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// [Checks](check) a script. Comments and strings are skipped line by line, which is not exact:
/// the text of a template over several lines is checked too.
fn check_script(source: &str) -> Vec<(usize, String, &'static str)> {
    let mut found = Vec::new();
    for (number, line) in (1..).zip(source.lines()) {
        let is_comment = line.trim_start().starts_with(['*', '/']);
        let mut code = if is_comment { "" } else { line };
        while !code.is_empty() {
            let end = code.find(['"', '\'', '`']).unwrap_or(code.len());
            let (before, string) = code.split_at(end);
            let before = before.split("//").next().unwrap_or_default();
            for name in before.split(|c: char| !c.is_alphanumeric() && c != '_') {
                if let Some((_, term)) = avoided(name) {
                    found.push((number, name.to_owned(), term));
                }
            }
            let rest = string.get(1..).unwrap_or_default();
            let close = rest.find(string.chars().next().unwrap_or_default());
            code = close.map_or("", |close| &rest[close + 1..]);
            if before.len() < end {
                break;
            }
        }
    }
    found
}

/// Returns the first word to avoid in a name, and the term to use.
fn avoided(name: &str) -> Option<(&'static str, &'static str)> {
    if FOREIGN_NAMES.contains(&name) {
        return None;
    }
    let is_constant = name.contains('_') && !name.contains(|c: char| c.is_lowercase());
    let words = words(name);
    let is_avoided = |(word, _): &&(&str, &str)| {
        words.iter().any(|other| other == word)
            && (is_constant || !ONLY_IN_CONSTANTS.contains(word))
    };
    let mut names = NAMES.iter().filter(|(other, _)| *other == name);
    TERMS
        .iter()
        .find(is_avoided)
        .or_else(|| names.next())
        .copied()
}

/// Splits a name in any case style into lower-case words.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_lower = false;
    for character in name.chars() {
        if !character.is_alphanumeric() || character.is_uppercase() && after_lower {
            words.push(String::new());
        }
        if character.is_alphanumeric() {
            words
                .last_mut()
                .expect("a word")
                .extend(character.to_lowercase());
        }
        after_lower = character.is_lowercase();
    }
    words
}

#[test]
fn avoided_names_are_found_in_every_case_style() {
    for name in [
        "hall",
        "HallRunner",
        "open_hall",
        "HALL_SIZE",
        "MOST_NODES",
        "MIN_LEAST",
        "LaneView",
    ] {
        let source = format!("mod a {{\n    fn f() {{ {name}(); }}\n}}");
        let found = check(&source);
        assert_eq!(found.len(), 1, "{name}");
        assert_eq!((found[0].0, &*found[0].1), (2, name));
    }
    for source in [
        "// The hall\nfn f() { \"hall\" }",
        "/// The hall\nfn shall() {}",
        "let most = challenge; lane_view()",
    ] {
        assert!(check(source).is_empty(), "{source}");
    }
}

#[test]
fn comments_and_strings_of_scripts_are_skipped() {
    let found = check_script("// hall\n * hall\nopen('hall', \"a hall\").hall(`hall`); // hall");
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].0, &*found[0].1), (3, "hall"));
}
