//! Instruments a bot to count the instructions that it executes.
//!
//! The contents of the file are copied byte for byte. Additions are appended, so that no index
//! changes: three global variables, types and exports. [`function`] describes the additions to
//! the code. Memory and tables get limits. A start function is exported instead, so that it
//! can be called after the fuel is set. Custom sections, which don't affect execution, are
//! dropped: some have addresses in the code.

mod function;
#[cfg(test)]
mod tests;

use crate::{
    FUEL, MAX_MEMORY, MAX_STACK_VALUES, MAX_TABLE_ENTRIES, MEMORY_REFUSED, START,
    error::BotError,
    limits::{ELEMENT_WORK, EXPORT_WORK, FEATURES, FUNCTION_WORK, GLOBAL_WORK, Limit},
};
use function::{Instrumentation, WorkBudget};
use std::ops::Range;
use wasm_encoder::{
    CodeSection, ConstExpr, Encode, ExportKind, GlobalType, MemorySection, MemoryType, Module,
    RawSection, RefType, SectionId, TableSection, TableType, ValType,
};
use wasmparser::{
    BinaryReaderError, CompositeInnerType, ElementItems, FromReader, FuncType,
    FuncValidatorAllocations, Parser, Payload, SectionLimited, ValidPayload, Validator,
};

/// Validates and rewrites a module. Imports are not rejected, but make the indices in the
/// rewritten module wrong.
///
/// # Errors
/// Returns an error if the module is not valid with [`FEATURES`], or exceeds a limit.
pub(crate) fn rewrite(file: &[u8]) -> Result<Vec<u8>, BotError> {
    let mut parser = Parser::new(0);
    parser.set_features(FEATURES);
    let mut rewriter = Rewriter::new(file);
    for payload in parser.parse_all(file) {
        rewriter.read(&payload?)?;
    }
    Ok(rewriter.module.finish())
}

/// Validates a rewritten module.
///
/// # Errors
/// Returns an error if the additions make the module too large.
pub(crate) fn validate(bytes: &[u8]) -> Result<(), BotError> {
    if bytes.len() as u64 > Limit::Module.max() {
        return Err(BotError::limit(Limit::Module, bytes.len() as u64, None));
    }
    let validated = Validator::new_with_features(FEATURES).validate_all(bytes);
    let error = |error: BinaryReaderError| BotError::Instrumentation(error.message().to_owned());
    validated.map(|_| ()).map_err(error)
}

struct Rewriter<'a> {
    file: &'a [u8],
    validator: Validator,
    allocations: FuncValidatorAllocations,
    module: Module,
    /// The bytes and the number of the global variables.
    globals: (&'a [u8], u32),
    code: CodeSection,
    instrumentation: Instrumentation,
    /// The start function.
    start: Option<u32>,
    /// The number of functions in the code section, and of those already rewritten.
    functions: u32,
    rewritten: u32,
    work: WorkBudget,
}

impl<'a> Rewriter<'a> {
    fn new(file: &'a [u8]) -> Self {
        Self {
            file,
            validator: Validator::new_with_features(FEATURES),
            allocations: FuncValidatorAllocations::default(),
            module: Module::new(),
            globals: (&[], 0),
            code: CodeSection::new(),
            instrumentation: Instrumentation::default(),
            start: start(file),
            functions: 0,
            rewritten: 0,
            work: WorkBudget::new(),
        }
    }

    fn read(&mut self, payload: &Payload<'a>) -> Result<(), BotError> {
        self.count_work(payload)?;
        if let ValidPayload::Func(validator, body) = self.validator.payload(payload)? {
            let type_index = validator.ty as usize;
            let mut validator = validator.into_validator(std::mem::take(&mut self.allocations));
            let body = function::rewrite(
                &mut validator,
                &body,
                (self.rewritten, type_index),
                &self.instrumentation,
                &mut self.work,
            )?;
            self.allocations = validator.into_allocations();
            self.code.raw(&body);
            self.rewritten += 1;
            if self.rewritten == self.functions {
                self.module.section(&self.code);
            }
            return Ok(());
        }
        match payload {
            Payload::TypeSection(types) => self.types(types.clone())?,
            Payload::TableSection(tables) => {
                let mut section = TableSection::new();
                for table in tables.clone() {
                    let table = table?.ty;
                    section.table(TableType {
                        element_type: if table.element_type.is_func_ref() {
                            RefType::FUNCREF
                        } else {
                            RefType::EXTERNREF
                        },
                        table64: table.table64,
                        minimum: table.initial,
                        maximum: Some(
                            table
                                .maximum
                                .unwrap_or(MAX_TABLE_ENTRIES)
                                .min(MAX_TABLE_ENTRIES),
                        ),
                        shared: table.shared,
                    });
                }
                self.module.section(&section);
            }
            Payload::MemorySection(memories) => {
                let max_pages = MAX_MEMORY >> 16;
                let mut section = MemorySection::new();
                for memory in memories.clone() {
                    let memory = memory?;
                    section.memory(MemoryType {
                        minimum: memory.initial,
                        maximum: Some(memory.maximum.unwrap_or(max_pages).min(max_pages)),
                        memory64: memory.memory64,
                        shared: memory.shared,
                        page_size_log2: memory.page_size_log2,
                    });
                }
                self.module.section(&section);
            }
            Payload::GlobalSection(globals) => {
                self.globals = (self.items(globals), globals.count());
            }
            Payload::ExportSection(exports) => self.exports(exports),
            Payload::CodeSectionStart { count, range, .. } => {
                self.functions = *count;
                if *count == 0 {
                    self.copy(SectionId::Code as u8, range);
                }
            }
            Payload::CustomSection(_) | Payload::StartSection { .. } => {}
            other => {
                if let Some((id, range)) = other.as_section() {
                    self.copy(id, &range);
                }
            }
        }
        Ok(())
    }

    /// Counts the work of a section other than code.
    fn count_work(&mut self, payload: &Payload<'a>) -> Result<(), BotError> {
        let work = match payload {
            Payload::FunctionSection(functions) => u64::from(functions.count()) * FUNCTION_WORK,
            Payload::GlobalSection(globals) => u64::from(globals.count()) * GLOBAL_WORK,
            Payload::ExportSection(exports) => {
                let count = exports.count().into();
                if count > Limit::Exports.max() {
                    return Err(BotError::limit(Limit::Exports, count, None));
                }
                count * EXPORT_WORK
            }
            Payload::ElementSection(elements) => {
                let mut count = 0;
                for element in elements.clone() {
                    count += u64::from(match element?.items {
                        ElementItems::Functions(functions) => functions.count(),
                        ElementItems::Expressions(_, expressions) => expressions.count(),
                    });
                }
                count * ELEMENT_WORK
            }
            _ => 0,
        };
        self.work.take(work, None)
    }

    /// Copies a section unchanged.
    fn copy(&mut self, id: u8, range: &Range<usize>) {
        let data = &self.file[range.clone()];
        self.module.section(&RawSection { id, data });
    }

    /// Returns the bytes of a section's items, without their number.
    fn items<T: FromReader<'a>>(&self, section: &SectionLimited<'a, T>) -> &'a [u8] {
        &self.file[section.original_position()..section.range().end]
    }

    /// Writes a section with its original items, followed by added ones.
    fn append(&mut self, id: SectionId, (items, count): (&[u8], u32), added: &[Vec<u8>]) {
        let mut data = Vec::with_capacity(items.len() + 64);
        (count + added.len() as u32).encode(&mut data);
        data.extend(items);
        data.extend(added.iter().flatten());
        let id = id as u8;
        self.module.section(&RawSection { id, data: &data });
    }

    /// Writes the types, and those of the blocks that enclose function bodies: a block with
    /// several results needs a type.
    fn types(
        &mut self,
        types: SectionLimited<'a, wasmparser::RecGroup>,
    ) -> Result<(), BinaryReaderError> {
        let original = (self.items(&types), types.count());
        let mut added = Vec::new();
        for group in types {
            for sub in group?.into_types() {
                let CompositeInnerType::Func(function) = sub.composite_type.inner else {
                    self.instrumentation.blocks.push(None);
                    continue;
                };
                let index = original.1 + added.len() as u32;
                let (block, block_type) = block(&function, index);
                added.extend(block_type);
                self.instrumentation.blocks.push(Some(block));
            }
        }
        self.append(SectionId::Type, original, &added);
        Ok(())
    }

    /// Writes the global variables and the exports with the additions.
    fn exports(&mut self, exports: &SectionLimited<'a, wasmparser::Export<'a>>) {
        let first = self.globals.1;
        self.instrumentation.fuel = first;
        self.instrumentation.refused = first + 1;
        self.instrumentation.stack = first + 2;
        let variable = |val_type, initial: ConstExpr| {
            let mut bytes = Vec::new();
            let global = GlobalType {
                val_type,
                mutable: true,
                shared: false,
            };
            global.encode(&mut bytes);
            initial.encode(&mut bytes);
            bytes
        };
        let variables = [
            variable(ValType::I64, ConstExpr::i64_const(0)),
            variable(ValType::I32, ConstExpr::i32_const(0)),
            variable(ValType::I64, ConstExpr::i64_const(MAX_STACK_VALUES)),
        ];
        self.append(SectionId::Global, self.globals, &variables);
        let export = |name: &str, kind: ExportKind, index: u32| {
            let mut bytes = Vec::new();
            name.encode(&mut bytes);
            kind.encode(&mut bytes);
            index.encode(&mut bytes);
            bytes
        };
        let mut added = vec![
            export(FUEL, ExportKind::Global, self.instrumentation.fuel),
            export(
                MEMORY_REFUSED,
                ExportKind::Global,
                self.instrumentation.refused,
            ),
        ];
        added.extend(
            self.start
                .map(|index| export(START, ExportKind::Func, index)),
        );
        let original = (self.items(exports), exports.count());
        self.append(SectionId::Export, original, &added);
    }
}

/// Returns the start function of a module, if it has one.
fn start(file: &[u8]) -> Option<u32> {
    let payloads = Parser::new(0).parse_all(file).map_while(Result::ok);
    let mut found = payloads.filter_map(|payload| match payload {
        Payload::StartSection { func, .. } => Some(func),
        _ => None,
    });
    found.next()
}

/// Returns the type of the block that encloses a function body, and the encoded type to add
/// at `index` if the block needs one.
fn block(function: &FuncType, index: u32) -> (wasm_encoder::BlockType, Option<Vec<u8>>) {
    use wasm_encoder::BlockType;
    let types =
        |types: &[wasmparser::ValType]| types.iter().map(|&found| value_type(found)).collect();
    let results: Vec<ValType> = types(function.results());
    match *results {
        [] => (BlockType::Empty, None),
        [result] => (BlockType::Result(result), None),
        _ => {
            // A function type without parameters.
            let mut bytes = vec![0x60, 0];
            results.as_slice().encode(&mut bytes);
            (BlockType::FunctionType(index), Some(bytes))
        }
    }
}

/// Converts a value type; [`FEATURES`] has no others.
fn value_type(found: wasmparser::ValType) -> ValType {
    match found {
        wasmparser::ValType::I32 => ValType::I32,
        wasmparser::ValType::I64 => ValType::I64,
        wasmparser::ValType::F32 => ValType::F32,
        wasmparser::ValType::F64 => ValType::F64,
        wasmparser::ValType::V128 => ValType::V128,
        wasmparser::ValType::Ref(found) if found.is_func_ref() => ValType::FUNCREF,
        wasmparser::ValType::Ref(_) => ValType::EXTERNREF,
    }
}
