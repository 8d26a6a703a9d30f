//! The imports, exports, memories and tables of a module.

use crate::{
    FUEL, MAX_MEMORY, MAX_TABLE_ENTRIES, MAX_TABLES, MEMORY_REFUSED, START,
    error::BotError,
    interface::{Exports, FUNCTIONS, Function, Signature, ValueType},
};
use std::collections::BTreeMap;
use wasmparser::{
    BinaryReaderError, CompositeInnerType, ExternalKind, Parser, Payload, TypeRef, ValType,
};

/// The size of a page of memory, in bytes.
const PAGE: u64 = 1 << 16;

/// The parts of a module that the bot interface restricts.
#[derive(Debug, Default)]
pub(crate) struct ModuleInfo {
    types: Vec<Option<Signature>>,
    /// The type of each function, imported ones first.
    functions: Vec<u32>,
    imports: Vec<String>,
    exports: BTreeMap<String, (ExternalKind, u32)>,
    /// The initial size of each memory, in pages.
    memories: Vec<u64>,
    /// The initial size of each table, in entries.
    tables: Vec<u64>,
}

impl ModuleInfo {
    /// Reads a module.
    ///
    /// # Errors
    /// Returns an error if the file is malformed.
    pub(crate) fn new(file: &[u8]) -> Result<Self, BinaryReaderError> {
        let mut info = Self::default();
        for payload in Parser::new(0).parse_all(file) {
            info.read(payload?)?;
        }
        Ok(info)
    }

    fn read(&mut self, payload: Payload<'_>) -> Result<(), BinaryReaderError> {
        match payload {
            Payload::TypeSection(types) => {
                for group in types {
                    for sub in group?.into_types() {
                        self.types.push(match sub.composite_type.inner {
                            CompositeInnerType::Func(function) => Some(Signature {
                                params: value_types(function.params()),
                                results: value_types(function.results()),
                            }),
                            _ => None,
                        });
                    }
                }
            }
            Payload::ImportSection(imports) => {
                for import in imports {
                    let import = import?;
                    if let TypeRef::Func(index) = import.ty {
                        self.functions.push(index);
                    }
                    self.imports
                        .push(format!("{}.{}", import.module, import.name));
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
                    let item = (export.kind, export.index);
                    self.exports.insert(export.name.to_owned(), item);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn signature(&self, function: u32) -> Option<&Signature> {
        let index = *self.functions.get(function as usize)?;
        self.types.get(index as usize)?.as_ref()
    }

    /// Returns the optional functions of the interface that the module exports.
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

    /// Returns all violations of the interface.
    pub(crate) fn errors(&self) -> Vec<BotError> {
        let mut errors = Vec::new();
        if !self.imports.is_empty() {
            errors.push(BotError::Imports(self.imports.clone()));
        }
        let is_missing =
            |expected: &&Function| expected.required && !self.exports.contains_key(expected.name);
        let missing = FUNCTIONS.iter().filter(is_missing);
        let missing: Vec<&str> = missing.map(|function| function.name).collect();
        if !missing.is_empty() {
            errors.push(BotError::MissingExports(missing));
        }
        errors.extend(
            FUNCTIONS
                .iter()
                .filter_map(|expected| self.type_error(expected)),
        );
        let exports = self.exports();
        for (name, has) in [("name", exports.name), ("author", exports.author)] {
            let memory = self.exports.get("memory");
            if has && memory.is_none_or(|&(kind, _)| kind != ExternalKind::Memory) {
                errors.push(BotError::NoMemory(name));
            }
        }
        let is_exported = |name: &&str| self.exports.contains_key(*name);
        let reserved = [FUEL, MEMORY_REFUSED, START]
            .into_iter()
            .filter(is_exported);
        errors.extend(reserved.map(BotError::ReservedExport));
        let pages = self.memories.first().copied().unwrap_or(0);
        if pages > MAX_MEMORY / PAGE {
            errors.push(BotError::Memory(pages.saturating_mul(PAGE)));
        }
        if self.tables.len() > MAX_TABLES {
            errors.push(BotError::Tables(self.tables.len()));
        }
        if let Some(&entries) = self
            .tables
            .iter()
            .find(|&&entries| entries > MAX_TABLE_ENTRIES)
        {
            errors.push(BotError::Table(entries));
        }
        errors
    }

    /// Returns an error if the export with the name of a function has the wrong type.
    fn type_error(&self, expected: &Function) -> Option<BotError> {
        let name = expected.name;
        let &(kind, index) = self.exports.get(name)?;
        if kind != ExternalKind::Func {
            return Some(BotError::NotAFunction(name));
        }
        let found = self.signature(index)?;
        let expected = expected.signature();
        (*found != expected).then(|| BotError::Signature {
            name,
            found: found.clone(),
            expected,
        })
    }
}

fn value_types(types: &[ValType]) -> Vec<ValueType> {
    let number = |found: &ValType| match found {
        ValType::I32 => ValueType::I32,
        ValType::I64 => ValueType::I64,
        ValType::F32 => ValueType::F32,
        ValType::F64 => ValueType::F64,
        ValType::V128 | ValType::Ref(_) => ValueType::Other,
    };
    types.iter().map(number).collect()
}
