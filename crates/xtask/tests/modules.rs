//! Checks that no modules depend on each other in a cycle.
//!
//! The children of each module have to form an acyclic graph. A child includes its whole
//! subtree, so `a::x` → `b` → `a::y` is a cycle of `a` and `b`. A name that is re-exported
//! is a dependency on the module that defines it.
//!
//! Sources are parsed as tokens, without type information: a method call is not a dependency,
//! but the name of its type is. Code that is compiled only for tests is ignored.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    fmt::Write,
    fs,
    iter::Peekable,
    path::{Path, PathBuf},
    ptr,
};

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// Packages to check besides those in `crates/`; `"."` is the page.
const OTHER_PACKAGES: &[&str] = &["."];

#[test]
fn modules_are_acyclic() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let crates = fs::read_dir(root.join("crates")).expect("the workspace has crates");
    let packages = crates
        .map(|entry| entry.expect("an entry of crates/").file_name())
        .map(|name| Path::new("crates").join(name))
        .chain(OTHER_PACKAGES.iter().map(PathBuf::from));
    let mut checked = 0;
    let mut cycles = String::new();
    for package in packages {
        for file in ["lib.rs", "main.rs"] {
            let file = package.join("src").join(file);
            let read = |file: &Path| fs::read_to_string(root.join(file)).ok();
            if read(&file).is_some() {
                checked += 1;
                cycles += &Crate::read(&file, &read).cycles();
            }
        }
    }
    assert!(checked > 5, "only {checked} crates found");
    assert!(cycles.is_empty(), "modules depend on each other:\n{cycles}");
}

/// The modules of a crate; the first one is the root.
struct Crate {
    modules: Vec<Module>,
}

/// A module: the names in its scope, and the paths in its code.
#[derive(Default)]
struct Module {
    /// Empty for the root.
    path: Vec<String>,
    parent: Option<usize>,
    children: BTreeMap<String, usize>,
    items: BTreeSet<String>,
    imports: Vec<Import>,
    /// The paths, each with its first location.
    uses: BTreeMap<Vec<String>, Location>,
}

/// `use path as name`, or without a name `use path::*`.
struct Import {
    name: Option<String>,
    path: Vec<String>,
}

/// A file and a line.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Location {
    file: PathBuf,
    line: usize,
}

/// The edges of a dependency graph, each with its first location.
type Edges<'a> = BTreeMap<&'a str, BTreeMap<&'a str, &'a Location>>;

impl Crate {
    fn read(root: &Path, source: &dyn Fn(&Path) -> Option<String>) -> Self {
        let mut reader = Reader {
            source,
            modules: vec![Module::default()],
        };
        let folder = root.parent().expect("a file is in a folder");
        reader.file(&Scope {
            module: 0,
            file: root.to_owned(),
            folder: folder.to_owned(),
        });
        Self {
            modules: reader.modules,
        }
    }

    /// Describes each cycle in a line, with its edges below. Of cycles that share a module,
    /// only one is listed.
    fn cycles(&self) -> String {
        let mut found = String::new();
        for (parent, edges) in self.graphs() {
            let mut reported: BTreeSet<&str> = BTreeSet::new();
            for &start in edges.keys() {
                let Some(cycle) = cycle(&edges, start) else {
                    continue;
                };
                if cycle.iter().any(|module| reported.contains(module)) {
                    continue;
                }
                reported.extend(&cycle);
                let within = match &self.modules[parent].path[..] {
                    [] => String::new(),
                    path => format!("{}: ", path.join("::")),
                };
                writeln!(found, "{within}{} → {start}", cycle.join(" → ")).expect("text");
                for (from, to) in cycle.iter().zip(cycle.iter().cycle().skip(1)) {
                    let Location { file, line } = edges[from][to];
                    writeln!(found, "  {from} → {to}: {}:{line}", file.display()).expect("text");
                }
            }
        }
        found
    }

    /// Returns the dependency graph of each module's children.
    fn graphs(&self) -> BTreeMap<usize, Edges<'_>> {
        let mut graphs: BTreeMap<usize, Edges<'_>> = BTreeMap::new();
        for (from, module) in self.modules.iter().enumerate() {
            for (path, location) in &module.uses {
                let mut dependencies = BTreeSet::new();
                self.resolve(from, path, &mut dependencies, &mut Vec::new());
                for to in dependencies {
                    let [one, other] = [from, to].map(|module| &self.modules[module].path);
                    let common = one.iter().zip(other).take_while(|(a, b)| a == b).count();
                    let (Some(one), Some(other)) = (one.get(common), other.get(common)) else {
                        continue;
                    };
                    let parent = self.ancestor(from, common);
                    let edges = graphs.entry(parent).or_default().entry(one).or_default();
                    let first = edges.entry(other).or_insert(location);
                    *first = location.min(*first);
                }
            }
        }
        graphs
    }

    /// Returns the ancestor of a module whose path has this length.
    fn ancestor(&self, mut module: usize, length: usize) -> usize {
        while self.modules[module].path.len() > length {
            module = self.modules[module].parent.expect("not the root");
        }
        module
    }

    /// Resolves a path in a module's code to the modules that it names, and collects the
    /// modules that it passes through or ends in.
    ///
    /// The last name can be both a module and a function, so all its meanings are followed. `open`
    /// has the imports being resolved, which prevents endless recursion.
    fn resolve<'a>(
        &'a self,
        module: usize,
        path: &[String],
        dependencies: &mut BTreeSet<usize>,
        open: &mut Vec<&'a Import>,
    ) -> BTreeSet<usize> {
        let mut here = BTreeSet::from([module]);
        for (index, segment) in path.iter().enumerate() {
            let is_last = index + 1 == path.len();
            here = match segment.as_str() {
                "crate" => BTreeSet::from([0]),
                "self" => here,
                "super" => here
                    .iter()
                    .filter_map(|module| self.modules[*module].parent)
                    .collect(),
                name => here
                    .iter()
                    .flat_map(|module| match self.modules[*module].children.get(name) {
                        // It hides what is imported with `*`. Following that as well would take
                        // all orders of such imports.
                        Some(child) if !is_last => {
                            dependencies.insert(*child);
                            BTreeSet::from([*child])
                        }
                        _ => self.resolve_name(*module, name, dependencies, open),
                    })
                    .collect(),
            };
        }
        here
    }

    /// [Resolves](Self::resolve) a name in a module's scope.
    fn resolve_name<'a>(
        &'a self,
        module: usize,
        name: &str,
        dependencies: &mut BTreeSet<usize>,
        open: &mut Vec<&'a Import>,
    ) -> BTreeSet<usize> {
        let Module {
            children,
            items,
            imports,
            ..
        } = &self.modules[module];
        let mut found = BTreeSet::new();
        if let Some(child) = children.get(name) {
            dependencies.insert(*child);
            found.insert(*child);
        }
        if items.contains(name) {
            dependencies.insert(module);
        }
        for import in imports {
            if open.iter().any(|other| ptr::eq(*other, import)) {
                continue;
            }
            open.push(import);
            match &import.name {
                Some(other) if other == name => {
                    found.extend(self.resolve(module, &import.path, dependencies, open));
                }
                Some(_) => {}
                None => {
                    // The last name is that of a module, too.
                    let path = [&import.path[..], &["self".to_owned()]].concat();
                    for all in self.resolve(module, &path, &mut BTreeSet::new(), open) {
                        found.extend(self.resolve_name(all, name, dependencies, open));
                    }
                }
            }
            open.pop();
        }
        found
    }
}

/// Returns the shortest cycle through a module, starting with it.
fn cycle<'a>(edges: &Edges<'a>, start: &'a str) -> Option<Vec<&'a str>> {
    let mut paths = VecDeque::from([vec![start]]);
    let mut seen = BTreeSet::new();
    while let Some(path) = paths.pop_front() {
        for &next in edges.get(path.last()?).into_iter().flat_map(BTreeMap::keys) {
            if next == start {
                return Some(path);
            }
            if seen.insert(next) {
                paths.push_back([&path[..], &[next]].concat());
            }
        }
    }
    None
}

/// Reads the modules of a crate.
struct Reader<'a> {
    source: &'a dyn Fn(&Path) -> Option<String>,
    modules: Vec<Module>,
}

/// The module that is being read.
struct Scope {
    module: usize,
    file: PathBuf,
    /// The folder with the files of its children.
    folder: PathBuf,
}

type Tokens = Peekable<proc_macro2::token_stream::IntoIter>;

impl Reader<'_> {
    fn file(&mut self, scope: &Scope) {
        let file = scope.file.display();
        let source = (self.source)(&scope.file).unwrap_or_else(|| panic!("no {file}"));
        match source.parse() {
            Ok(tokens) => self.code(scope, tokens, true),
            Err(error) => panic!("{file}: {error}"),
        }
    }

    /// Reads a module's code, or the contents of brackets in it.
    fn code(&mut self, scope: &Scope, tokens: TokenStream, top_level: bool) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Group(group) => self.code(scope, group.stream(), false),
                TokenTree::Punct(punct) => match punct.as_char() {
                    '#' if only_for_tests(&mut tokens) => skip_item(&mut tokens),
                    // A path that starts with `::`, or continues after `<T as Trait>`.
                    ':' if punct.spacing() == Spacing::Joint => {
                        tokens.next();
                        ident(&mut tokens);
                        while separator(&mut tokens) {
                            ident(&mut tokens);
                        }
                    }
                    // A range, whose end can be a path.
                    '.' if punct.spacing() == Spacing::Joint => {
                        tokens.next();
                    }
                    '$' if next_ident(&mut tokens).as_deref() == Some("crate") => {}
                    // A field or method, a lifetime, a macro variable.
                    '.' | '\'' | '$' => {
                        ident(&mut tokens);
                    }
                    _ => {}
                },
                TokenTree::Ident(token) => {
                    let location = Location {
                        file: scope.file.clone(),
                        line: token.span().start().line,
                    };
                    let name = token.to_string();
                    let item = next_ident(&mut tokens);
                    match (name.as_str(), item) {
                        ("mod", Some(child)) => {
                            tokens.next();
                            self.child(scope, &child, &mut tokens);
                        }
                        ("use", _) if !next_is(&mut tokens, '<') => {
                            self.imports(scope.module, &mut tokens, &[], &location);
                        }
                        (
                            "const" | "enum" | "fn" | "static" | "struct" | "trait" | "type"
                            | "union",
                            Some(item),
                        ) if top_level => {
                            self.modules[scope.module].items.insert(item);
                        }
                        ("macro_rules", None) if top_level => {
                            tokens.next();
                            self.modules[scope.module].items.extend(ident(&mut tokens));
                        }
                        _ => {
                            let mut whole = vec![name];
                            while separator(&mut tokens) {
                                whole.extend(ident(&mut tokens));
                            }
                            let uses = &mut self.modules[scope.module].uses;
                            uses.entry(whole).or_insert(location);
                        }
                    }
                }
                TokenTree::Literal(_) => {}
            }
        }
    }

    /// Reads a child after `mod name`: its braces or its file.
    fn child(&mut self, scope: &Scope, name: &str, tokens: &mut Tokens) {
        let next = self.modules.len();
        let parent = &mut self.modules[scope.module];
        // `cfg` can select one of several modules with this name.
        let module = *parent.children.entry(name.to_owned()).or_insert(next);
        if module == next {
            let path = [&parent.path[..], &[name.to_owned()]].concat();
            self.modules.push(Module {
                path,
                parent: Some(scope.module),
                ..Module::default()
            });
        }
        let folder = scope.folder.join(name);
        let inline = tokens.next_if(|token| matches!(token, TokenTree::Group(_)));
        let mut scope = Scope {
            module,
            file: scope.file.clone(),
            folder,
        };
        if let Some(TokenTree::Group(group)) = inline {
            self.code(&scope, group.stream(), true);
        } else {
            scope.file = scope.folder.with_extension("rs");
            if (self.source)(&scope.file).is_none() {
                scope.file = scope.folder.join("mod.rs");
            }
            self.file(&scope);
        }
    }

    /// Reads the rest of a `use`, or a branch of its tree below `before`, through its `;` or `,`.
    fn imports(
        &mut self,
        module: usize,
        tokens: &mut Tokens,
        before: &[String],
        location: &Location,
    ) {
        let mut path = before.to_vec();
        if separator(tokens) {
            // A path in another crate: no module has this name.
            path.push("::".to_owned());
        }
        let mut glob = false;
        let mut name = None;
        for token in tokens.by_ref() {
            match token {
                TokenTree::Group(group) => {
                    let mut tree = group.stream().into_iter().peekable();
                    while tree.peek().is_some() {
                        self.imports(module, &mut tree, &path, location);
                    }
                    tokens.next();
                    return;
                }
                TokenTree::Ident(token) if token == "as" || name.is_some() => {
                    name = Some(token.to_string());
                }
                TokenTree::Ident(token) => path.push(token.to_string()),
                TokenTree::Punct(punct) if punct.as_char() == '*' => glob = true,
                TokenTree::Punct(punct) if punct.as_char() == ':' => {}
                _ => break,
            }
        }
        // `{self}` imports the module before it.
        let last = path.iter().rfind(|name| *name != "self");
        let name = if glob {
            None
        } else {
            name.or_else(|| last.cloned())
        };
        let module = &mut self.modules[module];
        module.uses.entry(path.clone()).or_insert(location.clone());
        module.imports.push(Import { name, path });
    }
}

/// Consumes an identifier, if one is next.
fn ident(tokens: &mut Tokens) -> Option<String> {
    let ident = next_ident(tokens)?;
    tokens.next();
    Some(ident)
}

fn next_ident(tokens: &mut Tokens) -> Option<String> {
    match tokens.peek()? {
        TokenTree::Ident(ident) => Some(ident.to_string()),
        _ => None,
    }
}

fn next_is(tokens: &mut Tokens, char: char) -> bool {
    matches!(tokens.peek(), Some(TokenTree::Punct(punct)) if punct.as_char() == char)
}

/// Consumes a `::`, if it is next.
fn separator(tokens: &mut Tokens) -> bool {
    let colon = |token: &TokenTree| match token {
        TokenTree::Punct(punct) => punct.as_char() == ':' && punct.spacing() == Spacing::Joint,
        _ => false,
    };
    let found = tokens.next_if(colon).is_some();
    if found {
        tokens.next();
    }
    found
}

/// Consumes an attribute after its `#`. Returns whether it is `#[test]`, or `#[cfg]` with a
/// condition that holds only in tests.
fn only_for_tests(tokens: &mut Tokens) -> bool {
    tokens.next_if(|token| token.to_string() == "!");
    let Some(TokenTree::Group(attribute)) = tokens.next() else {
        return false;
    };
    let mut tokens = attribute.stream().into_iter();
    let name = tokens.next().map(|name| name.to_string());
    match (name.as_deref(), tokens.next()) {
        (Some("test"), None) => true,
        (Some("cfg"), Some(TokenTree::Group(condition))) => implies_test(condition.stream()),
        _ => false,
    }
}

/// Returns whether a condition implies `test`.
fn implies_test(condition: TokenStream) -> bool {
    let mut tokens = condition.into_iter();
    let name = tokens.next().map(|name| name.to_string());
    match (name.as_deref(), tokens.next()) {
        (Some("test"), None) => true,
        (Some("all"), Some(TokenTree::Group(all))) => {
            let all: Vec<TokenTree> = all.stream().into_iter().collect();
            all.split(|token| token.to_string() == ",")
                .any(|condition| implies_test(condition.iter().cloned().collect()))
        }
        _ => false,
    }
}

/// Consumes an item or a statement after its first attribute.
fn skip_item(tokens: &mut Tokens) {
    let mut first = true;
    let mut to_semicolon = false;
    while let Some(token) = tokens.next() {
        match &token {
            TokenTree::Punct(punct) if punct.as_char() == '#' => {
                only_for_tests(tokens);
            }
            TokenTree::Punct(punct) if punct.as_char() == ';' => return,
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace && !to_semicolon => {
                return;
            }
            // These end with `;`, but may contain braces.
            TokenTree::Ident(ident) if first && ident != "pub" => {
                let function = next_ident(tokens).is_some_and(|next| next == "fn");
                to_semicolon = match ident.to_string().as_str() {
                    "const" => !function,
                    "let" | "static" | "type" | "use" => true,
                    _ => false,
                };
                first = false;
            }
            _ => {}
        }
    }
}

/// Returns the cycles in a crate with these files.
fn cycles(files: &[(&str, &str)]) -> String {
    let source = |file: &Path| {
        let file = files.iter().find(|(name, _)| Path::new(name) == file)?;
        Some(file.1.to_owned())
    };
    Crate::read(Path::new("lib.rs"), &source).cycles()
}

#[test]
fn cycle_is_reported_with_the_location_of_each_edge() {
    let found = cycles(&[
        ("lib.rs", "mod a; mod b; mod c;"),
        ("a.rs", "use crate::b::B;\npub struct A(B);"),
        ("b.rs", "\npub struct B;\nfn f() { crate::c::g() }"),
        ("c.rs", "pub fn g() {\n let _: Option<super::a::A>; }"),
    ]);
    let expected = "a → b → c → a\n  a → b: a.rs:1\n  b → c: b.rs:3\n  c → a: c.rs:2\n";
    assert_eq!(found, expected);
}

#[test]
fn acyclic_dependencies_are_accepted() {
    let found = cycles(&[
        ("lib.rs", "mod a; mod b; mod c; pub use c::C;"),
        ("a.rs", "pub struct A { b: crate::b::B, c: crate::C }"),
        ("b.rs", "use crate::C; pub struct B(C);"),
        ("c.rs", "pub struct C;"),
    ]);
    assert_eq!(found, "");
}

#[test]
fn re_export_is_resolved_to_the_defining_module() {
    let a = "use crate::B; pub struct A(B);";
    for (root, b) in [
        ("mod a; mod b; pub use b::B; pub use a::A;", "use super::A;"),
        (
            "mod a; mod b; pub use self::{a::*, b::*};",
            "use super::*; type X = A;",
        ),
        (
            "mod a; mod b; use {a::A as C, b::B};",
            "use crate::{self as root, C as D};",
        ),
        (
            "mod a; mod b; pub use b::B; use a as c;",
            "use crate::c::{A as D};",
        ),
        (
            "mod a; mod b; use b::B; mod c { pub use crate::a::A; }",
            "use crate::c::A;",
        ),
    ] {
        let b = format!("{b} pub struct B;");
        let found = cycles(&[("lib.rs", root), ("a.rs", a), ("b.rs", &b)]);
        assert!(found.contains("a → b"), "{root} {b}: {found}");
    }
}

#[test]
fn module_includes_its_subtree() {
    let files = |x: &'static str, y: &'static str| {
        [
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "mod x; pub mod y;"),
            ("a/x.rs", x),
            ("a/y/mod.rs", y),
            ("b.rs", "pub fn f() { crate::a::y::g() }"),
        ]
    };
    let found = cycles(&files("fn f() { crate::b::f() }", "pub fn g() {}"));
    assert!(found.starts_with("a → b → a\n"), "{found}");
    let found = cycles(&files("use super::y::g;", "pub fn g() { super::x::f() }"));
    assert!(found.starts_with("a: x → y → x\n"), "{found}");
    assert_eq!(cycles(&files("use super::y::g;", "pub fn g() {}")), "");
}

#[test]
fn every_form_of_path_is_read() {
    let root = "mod a; mod b;";
    for a in [
        "use crate::{x, b::{self, B}};",
        "use crate::{x::{y, z}, b};",
        "use std::fmt; use super::{b as c};",
        "pub(crate) use crate::b::*;",
        "fn f(x: crate::b::B) {}",
        "fn f() { { let _ = vec![0..crate::b::N]; } }",
        "macro_rules! m { ($x:ident) => { $crate::b::$x } }",
        "mod c { mod d { use super::super::super::b; } }",
        "#[derive(Debug)] #[cfg(not(test))] struct A<const N: usize>(super::b::B);",
        "#[cfg(any(test, unix))] use crate::b;",
        "#[cfg(test)] const X: X = X {}; use crate::b;",
        "#[cfg(test)] #[allow(unused)] pub const fn f() {} use crate::b;",
    ] {
        let files = [("lib.rs", root), ("a.rs", a), ("b.rs", "use crate::a;")];
        let found = cycles(&files);
        assert!(found.starts_with("a → b → a\n"), "{a}: {found}");
    }
}

#[test]
fn tests_comments_and_other_crates_are_ignored() {
    let root = "mod a; mod b;";
    for a in [
        "#[cfg(test)] mod tests { use crate::b::B; }",
        "#[cfg(test)] mod tests;",
        "#[cfg(all(unix, test))] fn f() -> crate::b::B { crate::b::B {} }",
        "#[test] fn f() { crate::b::f() }",
        "#[cfg(test)] use crate::{b::B};",
        "/// As [`B`](crate::b::B).\nstruct A; // crate::b",
        "const A: &str = \"crate::b\";",
        "use ::b::B; type X = ::b::Y;",
        "use c::b; fn f<'b>(x: &'b X) { x.b(); <X>::b::c(); }",
    ] {
        let files = [("lib.rs", root), ("a.rs", a), ("b.rs", "use crate::a;")];
        assert_eq!(cycles(&files), "", "{a}");
    }
}
