//! What is in a file, as far as it can be read.

use crate::{
    FUEL, MEMORY, REFUSED, START, TABLE, TABLES,
    cause::Cause,
    import::{Import, Sort},
    interface::{Exports, FUNCTIONS, Function, Number, Signature},
    problem::Problem,
    text::tidy,
};
use std::collections::BTreeMap;
use wasmparser::{
    BinaryReader, CompositeInnerType, ExternalKind, Parser, Payload, TypeRef, ValType,
};

/// Bytes of a page of memory.
const PAGE: u64 = 1 << 16;

/// The most imports that are named one by one.
const NAMED: usize = 12;

/// What a file has, in the order in which it has it.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    types: Vec<Option<Signature>>,
    /// The type of each function, imported ones first.
    functions: Vec<u32>,
    imports: Vec<Import>,
    exports: BTreeMap<String, (Sort, u32)>,
    /// The least size of each memory, in pages.
    memories: Vec<u64>,
    /// The least size of each table, in entries.
    tables: Vec<u64>,
    /// It is to be linked with others before it can run.
    object: bool,
    /// How many bytes its last section lacks.
    pub(crate) missing: usize,
}

impl Survey {
    /// Reads a file up to its end or its first error.
    pub(crate) fn of(file: &[u8]) -> Self {
        let mut survey = Self {
            missing: missing(file),
            ..Self::default()
        };
        for payload in Parser::new(0).parse_all(file) {
            if payload.and_then(|payload| survey.read(payload)).is_err() {
                break;
            }
        }
        survey
    }

    fn read(&mut self, payload: Payload<'_>) -> Result<(), wasmparser::BinaryReaderError> {
        match payload {
            Payload::TypeSection(types) => {
                for group in types {
                    for sub in group?.into_types() {
                        self.types.push(match sub.composite_type.inner {
                            CompositeInnerType::Func(function) => Some(Signature {
                                takes: numbers(function.params()),
                                returns: numbers(function.results()),
                            }),
                            _ => None,
                        });
                    }
                }
            }
            Payload::ImportSection(imports) => {
                for import in imports {
                    let import = import?;
                    let sort = match import.ty {
                        TypeRef::Func(index) => {
                            self.functions.push(index);
                            Sort::Function
                        }
                        TypeRef::Table(_) => Sort::Table,
                        TypeRef::Memory(_) => Sort::Memory,
                        TypeRef::Global(_) => Sort::Global,
                        TypeRef::Tag(_) => Sort::Tag,
                    };
                    self.imports.push(Import {
                        module: import.module.to_owned(),
                        name: import.name.to_owned(),
                        sort,
                    });
                }
            }
            Payload::FunctionSection(functions) => {
                for index in functions {
                    self.functions.push(index?);
                }
            }
            Payload::TableSection(tables) => {
                for table in tables {
                    self.tables.push(table?.ty.initial);
                }
            }
            Payload::MemorySection(memories) => {
                for memory in memories {
                    self.memories.push(memory?.initial);
                }
            }
            Payload::ExportSection(exports) => {
                for export in exports {
                    let export = export?;
                    let sort = match export.kind {
                        ExternalKind::Func => Sort::Function,
                        ExternalKind::Table => Sort::Table,
                        ExternalKind::Memory => Sort::Memory,
                        ExternalKind::Global => Sort::Global,
                        ExternalKind::Tag => Sort::Tag,
                    };
                    let place = (sort, export.index);
                    self.exports.insert(export.name.to_owned(), place);
                }
            }
            Payload::CustomSection(section) => self.object |= section.name() == "linking",
            _ => {}
        }
        Ok(())
    }

    fn signature(&self, function: u32) -> Option<&Signature> {
        let index = *self.functions.get(function as usize)?;
        self.types.get(index as usize)?.as_ref()
    }

    /// Which functions of the interface it has that not every bot has.
    pub(crate) fn exports(&self) -> Exports {
        let has = |name| self.exports.contains_key(name);
        Exports {
            name: has("name"),
            author: has("author"),
            seed: has("seed"),
            budget: has("budget"),
            reset: has("reset"),
            initialize: has("_initialize"),
        }
    }

    /// What is wrong with what it has.
    pub(crate) fn problems(&self) -> Vec<Problem> {
        if self.object {
            // What it lacks may still come.
            return vec![Problem::Object];
        }
        let mut problems = Vec::new();
        if !self.imports.is_empty() {
            problems.push(Problem::Imports {
                named: self.imports.iter().take(NAMED).map(Import::tidy).collect(),
                more: self.imports.len().saturating_sub(NAMED),
                causes: Cause::of(&self.imports),
            });
        }
        let exports_functions = self
            .exports
            .values()
            .any(|&(sort, _)| sort == Sort::Function);
        if exports_functions {
            problems.extend(FUNCTIONS.iter().filter_map(|wanted| self.function(wanted)));
        } else {
            problems.push(Problem::NothingExported);
        }
        let exports = self.exports();
        for (name, has) in [("name", exports.name), ("author", exports.author)] {
            let memory = self.exports.get("memory");
            if has && memory.is_none_or(|&(sort, _)| sort != Sort::Memory) {
                problems.push(Problem::NoMemory(name));
            }
        }
        let taken = |name: &&str| self.exports.contains_key(*name);
        let taken = [FUEL, REFUSED, START].into_iter().filter(taken);
        problems.extend(taken.map(Problem::Reserved));
        let pages = self.memories.first().copied().unwrap_or(0);
        if pages > MEMORY / PAGE {
            problems.push(Problem::Memory(pages.saturating_mul(PAGE)));
        }
        if self.tables.len() > TABLES {
            problems.push(Problem::Tables(self.tables.len()));
        }
        if let Some(&entries) = self.tables.iter().find(|&&entries| entries > TABLE) {
            problems.push(Problem::Table(entries));
        }
        problems
    }

    /// What is wrong with a function of the interface, if anything is.
    fn function(&self, wanted: &Function) -> Option<Problem> {
        let name = wanted.name;
        let Some(&(sort, index)) = self.exports.get(name) else {
            let missing = || Problem::Missing {
                name,
                like: self.like(name),
            };
            return wanted.required.then(missing);
        };
        if sort != Sort::Function {
            return Some(Problem::NoFunction { name, sort });
        }
        let found = self.signature(index)?;
        let expected = wanted.signature();
        (*found != expected).then(|| Problem::Signature {
            name,
            found: found.clone(),
            expected,
        })
    }

    /// An export that may be meant for one that is missing: written in another way,
    /// or with what compilers of C++ and Rust make of names.
    fn like(&self, name: &str) -> Option<String> {
        let plain = |text: &str| text.replace('_', "").to_lowercase();
        let wanted = plain(name);
        // As in _Z5beginiiiii and _ZN3bot5begin17h….
        let mangled = format!("{}{name}", name.len());
        let like = |found: &&String| {
            plain(found) == wanted
                || (found.starts_with("_Z") || found.starts_with("_R")) && found.contains(&mangled)
        };
        let known = |found: &&String| FUNCTIONS.iter().any(|function| function.name == **found);
        let mut exports = self.exports.keys().filter(|found| !known(found));
        exports.find(like).map(|found| tidy(found, 60))
    }
}

fn numbers(types: &[ValType]) -> Vec<Number> {
    let number = |found: &ValType| match found {
        ValType::I32 => Number::I32,
        ValType::I64 => Number::I64,
        ValType::F32 => Number::F32,
        ValType::F64 => Number::F64,
        ValType::V128 | ValType::Ref(_) => Number::Other,
    };
    types.iter().map(number).collect()
}

/// How many bytes the last section of a file lacks: each begins with its number and
/// its size.
fn missing(file: &[u8]) -> usize {
    /// The signature and the version of every module.
    const HEADER: usize = 8;
    /// The largest number of a section that there is.
    const LAST: u8 = 13;
    if file.len() < HEADER {
        return HEADER - file.len();
    }
    let mut reader = BinaryReader::new(&file[HEADER..], HEADER);
    while let Ok(id) = reader.read_u8() {
        if id > LAST {
            break;
        }
        let Ok(size) = reader.read_var_u32() else {
            // The size itself is cut off, if it isn't too long for a number.
            return usize::from(reader.eof());
        };
        let left = reader.bytes_remaining();
        if reader.read_bytes(size as usize).is_err() {
            return size as usize - left;
        }
    }
    0
}
