//! Checks that no modules depend on each other in a cycle.
//!
//! The children of each module have to form an acyclic graph. A child includes its whole
//! subtree, so `a::x` → `b` → `a::y` is a cycle of `a` and `b`. A name that is re-exported
//! is a dependency on the module that defines it.
//!
//! Types are not inferred: a method call is not a dependency, but the name of its type is.
//! Code that is compiled only for tests is ignored.

use proc_macro2::Span;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};
use syn::{Attribute, Ident, Item, Meta, UseTree, punctuated::Punctuated, visit::Visit};

#[test]
fn modules_are_acyclic() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let crates = fs::read_dir(root.join("crates")).expect("the workspace has crates");
    let crates = crates.map(|entry| {
        let name = entry.expect("an entry of crates/").file_name();
        Path::new("crates").join(name)
    });
    let read = |file: &Path| fs::read_to_string(root.join(file)).ok();
    let mut checked = 0;
    let mut found = String::new();
    // The root is the page.
    for package in crates.chain([PathBuf::new()]) {
        for file in ["src/lib.rs", "src/main.rs"].map(|file| package.join(file)) {
            if root.join(&file).exists() {
                checked += 1;
                found += &cycles(&file, &read);
            }
        }
    }
    assert!(checked > 5, "only {checked} crates found");
    assert!(found.is_empty(), "modules depend on each other:\n{found}");
}

/// The names from the root of a crate to a module, or those of a path in the code.
type Names = Vec<String>;
/// A file and a line.
type Location = (PathBuf, usize);
/// The edges of a dependency graph, each with its first location.
type Edges<'a> = BTreeMap<&'a str, BTreeMap<&'a str, &'a Location>>;

/// The names in a module's scope, and the paths in its code.
#[derive(Default)]
struct Module {
    items: BTreeSet<String>,
    /// `use path as name`, or without a name `use path::*`.
    imports: Vec<(Option<String>, Names)>,
    uses: BTreeMap<Names, Location>,
}

/// Reads the modules of a crate.
struct Reader<'a> {
    source: &'a dyn Fn(&Path) -> Option<String>,
    modules: BTreeMap<Names, Module>,
    /// The folder of the root module's file.
    folder: PathBuf,
    /// The current module and its file.
    module: Names,
    file: PathBuf,
}

impl Reader<'_> {
    fn read(&mut self, file: PathBuf) {
        let source = (self.source)(&file).expect("the file exists");
        let parsed = syn::parse_file(&source);
        self.file = file;
        let parsed = parsed.unwrap_or_else(|error| panic!("{}: {error}", self.file.display()));
        self.scope();
        self.items(&parsed.items);
    }

    fn items(&mut self, items: &[Item]) {
        for item in items {
            let (attributes, name) = parts(item);
            if attributes.iter().any(only_for_tests) {
                continue;
            }
            self.scope().items.extend(name.map(Ident::to_string));
            self.visit_item(item);
        }
    }

    fn scope(&mut self) -> &mut Module {
        self.modules.entry(self.module.clone()).or_default()
    }

    fn add(&mut self, path: Names, span: Span) {
        let location = (self.file.clone(), span.start().line);
        self.scope().uses.entry(path).or_insert(location);
    }

    fn import(&mut self, tree: &UseTree, mut path: Names) {
        let (name, last) = match tree {
            UseTree::Path(part) => {
                path.push(part.ident.to_string());
                return self.import(&part.tree, path);
            }
            UseTree::Group(group) => {
                return group
                    .items
                    .iter()
                    .for_each(|tree| self.import(tree, path.clone()));
            }
            UseTree::Glob(glob) => {
                self.add(path.clone(), glob.star_token.spans[0]);
                return self.scope().imports.push((None, path));
            }
            UseTree::Name(name) => (&name.ident, &name.ident),
            UseTree::Rename(rename) => (&rename.rename, &rename.ident),
        };
        let name = match path.last() {
            Some(module) if name == "self" => module.clone(),
            _ => name.to_string(),
        };
        path.push(last.to_string());
        self.add(path.clone(), last.span());
        self.scope().imports.push((Some(name), path));
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        let file = self.file.clone();
        self.module.push(item.ident.to_string());
        if let Some((_, items)) = &item.content {
            self.scope();
            self.items(items);
        } else {
            let path = self.folder.join(self.module.join("/"));
            let files = [path.with_extension("rs"), path.join("mod.rs")];
            let found = files.into_iter().find(|file| (self.source)(file).is_some());
            self.read(found.unwrap_or_else(|| panic!("no {}.rs", path.display())));
        }
        self.module.pop();
        self.file = file;
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if item.leading_colon.is_none() {
            self.import(&item.tree, Vec::new());
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none() {
            let names = path.segments.iter().map(|part| part.ident.to_string());
            self.add(names.collect(), path.segments[0].ident.span());
        }
        syn::visit::visit_path(self, path);
    }

    /// Reads what looks like a path, since the code of a macro can be anything.
    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        self.visit_path(&item.path);
        let code = item.tokens.to_string().replace(" :: ", "::");
        for path in code.split(|char: char| !char.is_alphanumeric() && !"_:".contains(char)) {
            let names = path.split("::").map(str::to_owned);
            self.add(names.collect(), item.path.segments[0].ident.span());
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !item.attrs.iter().any(only_for_tests) {
            syn::visit::visit_impl_item_fn(self, item);
        }
    }
}

/// Returns the attributes of an item, and the name that it adds to its module.
fn parts(item: &Item) -> (&[Attribute], Option<&Ident>) {
    match item {
        Item::Const(item) => (&item.attrs, Some(&item.ident)),
        Item::Enum(item) => (&item.attrs, Some(&item.ident)),
        Item::Fn(item) => (&item.attrs, Some(&item.sig.ident)),
        Item::Impl(item) => (&item.attrs, None),
        Item::Macro(item) => (&item.attrs, item.ident.as_ref()),
        Item::Mod(item) => (&item.attrs, None),
        Item::Static(item) => (&item.attrs, Some(&item.ident)),
        Item::Struct(item) => (&item.attrs, Some(&item.ident)),
        Item::Trait(item) => (&item.attrs, Some(&item.ident)),
        Item::Type(item) => (&item.attrs, Some(&item.ident)),
        Item::Use(item) => (&item.attrs, None),
        _ => (&[], None),
    }
}

/// Returns whether an attribute is `#[test]`, or `#[cfg]` with a condition that holds only in
/// tests.
fn only_for_tests(attribute: &Attribute) -> bool {
    fn implies_test(condition: &Meta) -> bool {
        match condition {
            Meta::Path(path) => path.is_ident("test"),
            Meta::List(list) if list.path.is_ident("all") => {
                let all =
                    list.parse_args_with(Punctuated::<Meta, syn::Token![,]>::parse_terminated);
                all.is_ok_and(|all| all.iter().any(implies_test))
            }
            _ => false,
        }
    }
    let condition = || {
        attribute
            .parse_args()
            .is_ok_and(|condition| implies_test(&condition))
    };
    attribute.path().is_ident("test") || attribute.path().is_ident("cfg") && condition()
}

/// Adds the modules that a path in a module's code passes through or ends in, and returns the
/// module that it names, if it is one. `open` has the imports being resolved, which prevents
/// endless recursion.
fn resolve(
    modules: &BTreeMap<Names, Module>,
    module: &[String],
    path: &[String],
    found: &mut BTreeSet<Names>,
    open: &mut BTreeSet<(Names, usize)>,
) -> Option<Names> {
    let mut here = module.to_vec();
    for name in path {
        match name.as_str() {
            "crate" => here.clear(),
            "self" => {}
            "super" => drop(here.pop()?),
            _ => here = resolve_name(modules, &here, name, found, open)?,
        }
    }
    Some(here)
}

/// [Resolves](resolve) a name in a module's scope.
fn resolve_name(
    modules: &BTreeMap<Names, Module>,
    module: &[String],
    name: &str,
    found: &mut BTreeSet<Names>,
    open: &mut BTreeSet<(Names, usize)>,
) -> Option<Names> {
    let child = [module, &[name.to_owned()]].concat();
    if modules.contains_key(&child) {
        found.insert(child.clone());
        return Some(child);
    }
    let Module { items, imports, .. } = &modules[module];
    if items.contains(name) {
        found.insert(module.to_vec());
        return None;
    }
    let mut named = None;
    for (index, (import, path)) in imports.iter().enumerate() {
        let is_glob = import.is_none();
        if import.as_ref().is_some_and(|import| import != name)
            || !open.insert((module.to_vec(), index))
        {
            continue;
        }
        let before = if is_glob {
            &mut BTreeSet::new()
        } else {
            &mut *found
        };
        let target = resolve(modules, module, path, before, open);
        named = named.or(match target {
            Some(all) if is_glob => resolve_name(modules, &all, name, found, open),
            other => other.filter(|_| !is_glob),
        });
        open.remove(&(module.to_vec(), index));
    }
    named
}

/// Lists the dependencies that are part of cycles, each in a line.
fn cycles(root: &Path, source: &dyn Fn(&Path) -> Option<String>) -> String {
    let mut reader = Reader {
        source,
        modules: BTreeMap::new(),
        folder: root.parent().expect("a file is in a folder").to_owned(),
        module: Names::new(),
        file: PathBuf::new(),
    };
    reader.read(root.to_owned());
    let mut graphs: BTreeMap<&[String], Edges<'_>> = BTreeMap::new();
    for (from, module) in &reader.modules {
        for (path, location) in &module.uses {
            let mut dependencies = BTreeSet::new();
            resolve(
                &reader.modules,
                from,
                path,
                &mut dependencies,
                &mut BTreeSet::new(),
            );
            for to in dependencies {
                let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
                let to = reader
                    .modules
                    .get_key_value(&to)
                    .map(|(to, _)| to.get(common));
                if let (Some(one), Some(Some(other))) = (from.get(common), to) {
                    let edges = graphs.entry(&from[..common]).or_default();
                    let first = edges
                        .entry(one)
                        .or_default()
                        .entry(other)
                        .or_insert(location);
                    *first = location.min(*first);
                }
            }
        }
    }
    let mut found = String::new();
    for (parent, mut edges) in graphs {
        remove_acyclic(&mut edges);
        for (from, edges) in edges {
            for (to, (file, line)) in edges {
                let parent = [parent, &[String::new()]].concat().join("::");
                let file = file.display();
                writeln!(found, "{parent}{from} → {parent}{to}: {file}:{line}").expect("text");
            }
        }
    }
    found
}

/// Removes edges that are on no path from a cycle to a cycle.
fn remove_acyclic(edges: &mut Edges<'_>) {
    let count = |edges: &Edges<'_>| edges.values().map(BTreeMap::len).sum::<usize>();
    loop {
        let before = count(edges);
        let sources: BTreeSet<&str> = edges.keys().copied().collect();
        let targets: BTreeSet<&str> = edges.values().flat_map(BTreeMap::keys).copied().collect();
        edges.retain(|from, _| targets.contains(from));
        for to in edges.values_mut() {
            to.retain(|to, _| sources.contains(to));
        }
        edges.retain(|_, to| !to.is_empty());
        if count(edges) == before {
            return;
        }
    }
}

/// Returns the cycles in a crate with these files.
fn cycles_of(files: &[(&str, &str)]) -> String {
    let source = |file: &Path| {
        let file = files.iter().find(|(name, _)| Path::new(name) == file)?;
        Some(file.1.to_owned())
    };
    cycles(Path::new("lib.rs"), &source)
}

#[test]
fn cycle_is_reported_with_the_location_of_each_edge() {
    let found = cycles_of(&[
        ("lib.rs", "mod a; mod b; mod c; mod d;"),
        ("d.rs", "use crate::a::A;"),
        ("a.rs", "use crate::b::B;\npub struct A(B);"),
        ("b.rs", "\npub struct B;\nfn f() { crate::c::g() }"),
        ("c.rs", "pub fn g() {\n let _: Option<super::a::A>; }"),
    ]);
    let expected = "a → b: a.rs:1\nb → c: b.rs:3\nc → a: c.rs:2\n";
    assert_eq!(found, expected);
}

#[test]
fn acyclic_dependencies_are_accepted() {
    let found = cycles_of(&[
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
        let found = cycles_of(&[("lib.rs", root), ("a.rs", a), ("b.rs", &b)]);
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
    let found = cycles_of(&files("fn f() { crate::b::f() }", "pub fn g() {}"));
    assert!(
        found.starts_with("a → b: a/x.rs:1\nb → a: b.rs:1\n"),
        "{found}"
    );
    let found = cycles_of(&files("use super::y::g;", "pub fn g() { super::x::f() }"));
    assert!(found.starts_with("a::x → a::y: a/x.rs:1\n"), "{found}");
    assert_eq!(cycles_of(&files("use super::y::g;", "pub fn g() {}")), "");
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
        let found = cycles_of(&files);
        assert!(found.starts_with("a → b: a.rs:1\nb → a"), "{a}: {found}");
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
        assert_eq!(cycles_of(&files), "", "{a}");
    }
}
