//! The script that wasm-bindgen writes, changed for a program that has been split.

use crate::Result;
use std::collections::{BTreeMap, HashMap};

/// The module from which the program imports the loaders of its parts.
pub(crate) const LOADERS: &str = "./loaders.js";

/// Fetches parts; `PARTS` is replaced with the loaders.
const LOADER: &str = include_str!("loader.js");

/// New names by the old ones.
pub(crate) type Names = HashMap<String, String>;

/// Returns a short name for each name. Those of wasm-bindgen are long, have hashes that don't
/// compress, and occur in both the script and the program.
pub(crate) fn short_names<'a>(names: impl Iterator<Item = &'a str>) -> Names {
    names
        .map(ToOwned::to_owned)
        .zip((0..).map(short_name))
        .collect()
}

/// Returns `a` to `z`, then `aa` and so on.
fn short_name(number: u32) -> String {
    let letter = char::from_digit(10 + number % 26, 36).expect("a digit below 36");
    match number / 26 {
        0 => letter.to_string(),
        more => format!("{}{letter}", short_name(more - 1)),
    }
}

/// Renames the functions that the program imports from the script: `        NAME: function …`.
pub(crate) fn rename_imports(script: &str, names: &Names) -> Result<String> {
    let rename = |script: String, (old, new): (&String, &String)| {
        let entry = |name| format!("\n        {name}: ");
        replace_once(&script, &entry(old), &entry(new))
    };
    names.iter().try_fold(script.to_owned(), rename)
}

/// Renames the functions that the script calls in the program: `wasm.NAME`.
pub(crate) fn rename_exports(script: &str, names: &Names) -> String {
    const PROGRAM: &str = "wasm.";
    let mut pieces = script.split(PROGRAM);
    let mut renamed = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let end = piece.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let (name, rest) = piece.split_at(end.unwrap_or(piece.len()));
        renamed += PROGRAM;
        renamed += names.get(name).map_or(name, String::as_str);
        renamed += rest;
    }
    renamed
}

/// Adds the loaders of the parts, given by their files, to a script in place of the module from
/// which it imports them: browsers don't retry a module that failed to load.
pub(crate) fn add_loaders(script: &str, parts: &BTreeMap<String, Vec<String>>) -> Result<String> {
    if parts.is_empty() {
        return Ok(script.to_owned());
    }
    let loaders: Vec<String> = parts
        .iter()
        .map(|(part, files)| format!("        __wasm_split_load_{part}: loader({files:?}),\n"))
        .collect();
    let loaders = format!("{{\n{}    }}", loaders.concat());
    let loader = replace_once(LOADER, "PARTS", &loaders)?;
    // One import and one entry per imported function.
    let import = format!(" from \"{LOADERS}\"");
    let entry = format!("        \"{LOADERS}\": import");
    let (removed, kept): (Vec<&str>, Vec<&str>) = script.lines().partition(|line| {
        line.starts_with("import * as ") && line.trim_end_matches(';').ends_with(&import)
            || line.starts_with(&entry)
    });
    if removed.len() != 2 * parts.len() {
        return Err("the script of wasm-bindgen has an unknown form".into());
    }
    let imports = "    return {\n        __proto__: null,\n";
    let script = kept.join("\n");
    let script = replace_once(
        &script,
        imports,
        &format!("{imports}        \"{LOADERS}\": loaders,\n"),
    )?;
    Ok(script + "\n" + &loader)
}

/// Replaces a text that must occur exactly once.
fn replace_once(text: &str, old: &str, new: &str) -> Result<String> {
    match text.matches(old).count() {
        1 => Ok(text.replacen(old, new, 1)),
        count => Err(format!("{old:?} occurs {count} times, expected once").into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = r#"import * as import1 from "./loaders.js"
import * as import2 from "./loaders.js"

function __wbg_get_imports() {
    const import0 = {
        __proto__: null,
        __wbg_add_01: function(arg0) {
            wasm.__wbindgen_free(arg0, wasm.__wbindgen_free_2);
        },
        __wbg_add_0123: function(arg0) {
            return wasm.memory.buffer;
        },
    };
    return {
        __proto__: null,
        "./page_bg.js": import0,
        "./loaders.js": import1,
        "./loaders.js": import2,
    };
}
"#;

    fn names(names: &[(&str, &str)]) -> Names {
        let entry = |&(old, new): &(&str, &str)| (old.to_owned(), new.to_owned());
        names.iter().map(entry).collect()
    }

    fn parts(names: &[&str]) -> BTreeMap<String, Vec<String>> {
        let files = |name: &str| vec!["./chunk.wasm".to_owned(), format!("./{name}.wasm")];
        let part = |&name: &&str| (name.to_owned(), files(name));
        names.iter().map(part).collect()
    }

    #[test]
    fn short_names_are_unique() {
        let names: Vec<String> = (0..800).map(short_name).collect();
        assert_eq!(names[..3], ["a", "b", "c"]);
        assert_eq!(names[25..28], ["z", "aa", "ab"]);
        assert_eq!(names[701..703], ["zz", "aaa"]);
        let mut unique = names.clone();
        unique.sort();
        unique.dedup();
        assert_eq!(unique.len(), names.len());
    }

    #[test]
    fn imports_are_renamed_as_whole_words() {
        let short = names(&[("__wbg_add_01", "a"), ("__wbg_add_0123", "b")]);
        let script = rename_imports(SCRIPT, &short).unwrap();
        assert!(script.contains("\n        a: function(arg0) {\n            wasm."));
        assert!(script.contains("\n        b: function(arg0) {\n            return"));
        assert!(!script.contains("__wbg_add"));
    }

    #[test]
    fn unknown_import_is_an_error() {
        assert!(rename_imports(SCRIPT, &names(&[("__wbg_add", "a")])).is_err());
        let twice = SCRIPT.replace("_0123", "_01");
        assert!(rename_imports(&twice, &names(&[("__wbg_add_01", "a")])).is_err());
    }

    #[test]
    fn exports_are_renamed_as_whole_words() {
        let short = names(&[("__wbindgen_free", "a"), ("unused", "b")]);
        let script = rename_exports(SCRIPT, &short);
        assert_eq!(script, SCRIPT.replace("wasm.__wbindgen_free(", "wasm.a("));
    }

    #[test]
    fn loaders_replace_the_module() {
        let script = add_loaders(SCRIPT, &parts(&["help", "library"])).unwrap();
        assert!(!script.contains("import *"));
        assert!(script.contains("        \"./page_bg.js\": import0,\n    };"));
        assert_eq!(script.matches("\"./loaders.js\": loaders,").count(), 1);
        assert_eq!(script.matches("\"./loaders.js\"").count(), 1);
        let loader = r#"__wasm_split_load_library: loader(["./chunk.wasm", "./library.wasm"]),"#;
        assert!(script.contains(loader), "{script}");
    }

    #[test]
    fn unsplit_program_has_no_loaders() {
        assert_eq!(add_loaders(SCRIPT, &parts(&[])).unwrap(), SCRIPT);
    }

    #[test]
    fn script_of_unknown_form_is_an_error() {
        assert!(add_loaders(SCRIPT, &parts(&["help"])).is_err());
        let odd = SCRIPT.replace("import * as import2", "import import2");
        assert!(add_loaders(&odd, &parts(&["help", "library"])).is_err());
        let odd = SCRIPT.replace("return {\n", "return {");
        assert!(add_loaders(&odd, &parts(&["help", "library"])).is_err());
    }
}
