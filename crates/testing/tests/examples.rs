//! Checks that the public functions of the libraries have examples.
//!
//! An example is a code block that contains the function's name, in its documentation or in that
//! of its type, or a link to another item: `See the example of …`. Sources are parsed as tokens;
//! since the libraries warn of unreachable items, every item that is `pub` is public.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The crates to check, by folder.
const CRATES: &[&str] = &["analysis", "players", "records", "rules", "solver"];

#[test]
fn public_functions_have_examples() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut checked = 0;
    let mut found = Vec::new();
    for name in CRATES {
        let mut files = Vec::new();
        list(&root.join("crates").join(name).join("src"), &mut files);
        let mut items = Items::default();
        for file in files {
            let source = fs::read_to_string(&file).expect("a source file is readable");
            let shown = file.strip_prefix(&root).expect("a file below the root");
            items.read(&shown.display().to_string(), &source);
        }
        checked += items.functions.len();
        found.extend(items.without_example());
    }
    assert!(checked > 150, "only {checked} public functions found");
    found.sort();
    let count = found.len();
    assert!(
        found.is_empty(),
        "{count} of {checked} public functions have no example:\n{}",
        found.join("\n")
    );
}

/// Lists the Rust sources below a folder.
fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            list(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The public types and functions of a crate.
#[derive(Default)]
struct Items {
    /// The documentation of each type.
    types: BTreeMap<String, String>,
    functions: Vec<Function>,
}

/// A function that is public if its type is.
struct Function {
    location: String,
    /// The type of a method or associated function.
    of: Option<String>,
    name: String,
    docs: String,
}

impl Items {
    fn read(&mut self, file: &str, source: &str) {
        let tokens = source.parse().expect("Rust tokens");
        self.read_tokens(file, tokens, None);
    }

    fn read_tokens(&mut self, file: &str, tokens: TokenStream, of: Option<&str>) {
        let mut tokens = tokens.into_iter().peekable();
        let (mut docs, mut is_test, mut item) = (String::new(), false, Vec::new());
        while let Some(token) = tokens.next() {
            if item.is_empty() && is_punct(&token, '#') {
                tokens.next_if(|token| is_punct(token, '!'));
                if let Some(TokenTree::Group(attribute)) = tokens.next() {
                    docs += &doc_line(attribute.stream()).unwrap_or_default();
                    is_test |= attribute.stream().to_string().replace(' ', "") == "cfg(test)";
                }
                continue;
            }
            let ends = is_punct(&token, ';') || has_delimiter(&token, Delimiter::Brace);
            item.push(token);
            if ends {
                if !is_test {
                    self.read_item(file, &item, &docs, of);
                }
                (docs, is_test, item) = Default::default();
            }
        }
    }

    /// Reads an item without its attributes.
    fn read_item(&mut self, file: &str, item: &[TokenTree], docs: &str, of: Option<&str>) {
        let is_restricted = |next: &TokenTree| has_delimiter(next, Delimiter::Parenthesis);
        let is_pub = is_ident(&item[0], "pub") && !item.get(1).is_some_and(is_restricted);
        let qualifiers = ["pub", "const", "async", "unsafe"];
        let is_qualifier = |token: &TokenTree| {
            is_restricted(token) || qualifiers.iter().any(|word| is_ident(token, word))
        };
        let start = item.iter().take_while(|token| is_qualifier(token)).count();
        let (Some(keyword), Some(name)) = (item.get(start), item.get(start + 1)) else {
            return;
        };
        match (&*keyword.to_string(), item.last()) {
            ("fn", _) if is_pub => self.functions.push(Function {
                location: format!("{file}:{}", keyword.span().start().line),
                of: of.map(str::to_owned),
                name: name.to_string(),
                docs: docs.to_owned(),
            }),
            ("struct" | "enum", _) if is_pub => {
                self.types.insert(name.to_string(), docs.to_owned());
            }
            ("impl", Some(TokenTree::Group(body))) => {
                if let Some(of) = implemented_type(&item[start + 1..]) {
                    self.read_tokens(file, body.stream(), Some(&of));
                }
            }
            ("mod", Some(TokenTree::Group(body))) => self.read_tokens(file, body.stream(), None),
            _ => {}
        }
    }

    /// Describes the public functions that have no example.
    fn without_example(&self) -> Vec<String> {
        let without = self.functions.iter().filter_map(|function| {
            let Function {
                location,
                of,
                name,
                docs,
            } = function;
            let of_type = match of {
                Some(of) => self.types.get(of)?,
                None => "",
            };
            let has_example = docs.contains("example of [")
                || has_code_with(docs, name)
                || has_code_with(of_type, name);
            let of = of.as_ref().map(|of| format!("{of}::")).unwrap_or_default();
            (!has_example).then(|| format!("{location}: {of}{name}"))
        });
        without.collect()
    }
}

/// Returns the line that an attribute documents with.
fn doc_line(attribute: TokenStream) -> Option<String> {
    let [name, _, TokenTree::Literal(line)] = &attribute.into_iter().collect::<Vec<_>>()[..] else {
        return None;
    };
    let line = line.to_string();
    is_ident(name, "doc").then(|| format!("{}\n", line.trim_matches('"').trim()))
}

/// Returns the name of the type of an inherent implementation, given what follows `impl`.
fn implemented_type(header: &[TokenTree]) -> Option<String> {
    let (mut depth, mut name) = (0, None);
    for token in header {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '<' => depth += 1,
            TokenTree::Punct(punct) if punct.as_char() == '>' => depth -= 1,
            TokenTree::Ident(ident) if depth == 0 => match &*ident.to_string() {
                "for" => return None,
                "where" => break,
                ident => name = Some(ident.to_owned()),
            },
            _ => {}
        }
    }
    name
}

/// Returns whether a block of Rust code in documentation contains a word.
fn has_code_with(docs: &str, word: &str) -> bool {
    let mut blocks = docs.split("```").skip(1).step_by(2);
    blocks.any(|block| {
        let words = block.split(|c: char| !c.is_alphanumeric() && c != '_');
        !block.starts_with("text") && words.into_iter().any(|other| other == word)
    })
}

fn is_ident(token: &TokenTree, name: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == name)
}

fn is_punct(token: &TokenTree, character: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == character)
}

fn has_delimiter(token: &TokenTree, delimiter: Delimiter) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == delimiter)
}

/// Returns the names of the functions in a source that have no example.
fn missing(source: &str) -> Vec<String> {
    let mut items = Items::default();
    items.read("lib.rs", source);
    items.without_example()
}

#[test]
fn functions_without_example_are_found() {
    let source = "
        /// A type.
        ///
        /// ```
        /// assert_eq!(A::new().shown(), 1);
        /// ```
        pub struct A<T>(T);
        impl<T: Into<u8>> A<T> {
            /// Returns it.
            pub const fn new() -> Self {}
            pub fn shown(&self) -> u8 {}
            /// ```
            /// assert!(other());
            /// ```
            #[must_use]
            pub fn unshown(&self) -> u8 {}
        }
        /// ```text
        /// free
        /// ```
        pub fn free() {}
    ";
    assert_eq!(
        missing(source),
        ["lib.rs:16: A::unshown", "lib.rs:21: free"]
    );
}

#[test]
fn functions_with_an_example_or_not_public_are_ignored() {
    let source = "
        struct Private;
        impl Private { pub fn hidden() {} }
        pub struct A;
        impl A {
            pub(crate) fn internal() {}
            fn private() {}
            /// See the example of [`B`].
            pub fn linked() {}
        }
        impl From<B> for A { fn from(b: B) -> Self {} }
        /// ```
        /// assert_eq!(four_shapes::free(\"text\"), 1);
        /// ```
        pub async fn free() {}
        #[cfg(test)]
        mod tests { pub fn helper() {} }
        pub(crate) mod a { use b::{c, d}; fn e() {} }
    ";
    assert_eq!(missing(source), [""; 0]);
}
