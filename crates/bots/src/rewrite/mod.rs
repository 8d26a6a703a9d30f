//! Makes a bot count the instructions that it executes.
//!
//! Everything that the file has is copied byte for byte. What is added comes behind it,
//! so that no index changes: three global variables behind the last one, types behind
//! the last type, exports behind the last export. [`function`] has what is added to the
//! code. Memory and tables get limits. A start function is exported instead, so that it
//! can be called when the fuel is set. Custom sections, which have no meaning for
//! what the code does, are left out: some have addresses in the code.

mod function;
#[cfg(test)]
mod tests;

use crate::{
    FUEL, MEMORY, REFUSED, STACK, START, TABLE,
    features::TAKEN,
    limits::{ELEMENT_WORK, EXPORT_WORK, FUNCTION_WORK, GLOBAL_WORK, Limit},
    problem::Problem,
};
use function::{Added, Work};
use std::ops::Range;
use wasm_encoder::{
    CodeSection, ConstExpr, Encode, ExportKind, GlobalType, MemorySection, MemoryType, Module,
    RawSection, RefType, SectionId, TableSection, TableType, ValType,
};
use wasmparser::{
    BinaryReaderError, CompositeInnerType, ElementItems, FromReader, FuncType,
    FuncValidatorAllocations, Parser, Payload, SectionLimited, ValidPayload, Validator,
    WasmFeatures,
};

/// Why a module was not rewritten.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// It is not valid.
    Invalid(BinaryReaderError),
    /// It is over a limit.
    Limit(Problem),
}

impl From<BinaryReaderError> for Refusal {
    fn from(error: BinaryReaderError) -> Self {
        Self::Invalid(error)
    }
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        Self::Limit(problem)
    }
}

/// Checks a module that may use these features, and rewrites it.
///
/// What it imports is not looked at; if it imports anything, or uses more than bots may, what
/// is returned is of no use.
///
/// # Errors
/// Why it is no valid module, or over which limit.
pub(crate) fn rewrite(file: &[u8], features: WasmFeatures) -> Result<Vec<u8>, Refusal> {
    let mut parser = Parser::new(0);
    parser.set_features(features);
    let mut rewriter = Rewriter::new(file, features);
    for payload in parser.parse_all(file) {
        rewriter.read(&payload?)?;
    }
    Ok(rewriter.module.finish())
}

/// Why a rewritten module would not run, though what it was made of is valid.
pub(crate) fn doubt(bytes: &[u8]) -> Option<Problem> {
    if bytes.len() as u64 > Limit::Module.most() {
        return Some(Problem::limit(Limit::Module, bytes.len() as u64, None));
    }
    let checked = Validator::new_with_features(TAKEN).validate_all(bytes);
    checked.err().map(|error| Problem::Counting {
        message: error.message().to_owned(),
    })
}

struct Rewriter<'a> {
    file: &'a [u8],
    validator: Validator,
    allocations: FuncValidatorAllocations,
    module: Module,
    /// Where in the file the global variables are, and how many.
    globals: (&'a [u8], u32),
    code: CodeSection,
    added: Added,
    /// The function that would be called before all others.
    start: Option<u32>,
    /// How many functions the code section has, and how many of them were read.
    bodies: u32,
    read: u32,
    features: WasmFeatures,
    work: Work,
}

impl<'a> Rewriter<'a> {
    fn new(file: &'a [u8], features: WasmFeatures) -> Self {
        Self {
            file,
            validator: Validator::new_with_features(features),
            allocations: FuncValidatorAllocations::default(),
            module: Module::new(),
            globals: (&[], 0),
            code: CodeSection::new(),
            added: Added::default(),
            start: start(file),
            bodies: 0,
            read: 0,
            features,
            work: Work::new(),
        }
    }

    fn read(&mut self, payload: &Payload<'a>) -> Result<(), Refusal> {
        self.weigh(payload)?;
        if let ValidPayload::Func(validator, body) = self.validator.payload(payload)? {
            let type_index = validator.ty as usize;
            let mut validator = validator.into_validator(std::mem::take(&mut self.allocations));
            let body = function::rewrite(
                &mut validator,
                &body,
                (self.read, type_index),
                &self.added,
                &mut self.work,
                self.features,
            )?;
            self.allocations = validator.into_allocations();
            self.code.raw(&body);
            self.read += 1;
            if self.read == self.bodies {
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
                        maximum: Some(table.maximum.unwrap_or(TABLE).min(TABLE)),
                        shared: table.shared,
                    });
                }
                self.module.section(&section);
            }
            Payload::MemorySection(memories) => {
                let most = MEMORY >> 16;
                let mut section = MemorySection::new();
                for memory in memories.clone() {
                    let memory = memory?;
                    section.memory(MemoryType {
                        minimum: memory.initial,
                        maximum: Some(memory.maximum.unwrap_or(most).min(most)),
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
                self.bodies = *count;
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

    /// Counts what a section is beside its code.
    fn weigh(&mut self, payload: &Payload<'a>) -> Result<(), Refusal> {
        let work = match payload {
            Payload::FunctionSection(functions) => u64::from(functions.count()) * FUNCTION_WORK,
            Payload::GlobalSection(globals) => u64::from(globals.count()) * GLOBAL_WORK,
            Payload::ExportSection(exports) => {
                let count = exports.count().into();
                if count > Limit::Exports.most() {
                    return Err(Problem::limit(Limit::Exports, count, None).into());
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

    /// A section as it is.
    fn copy(&mut self, id: u8, range: &Range<usize>) {
        let data = &self.file[range.clone()];
        self.module.section(&RawSection { id, data });
    }

    /// What a section has, without the number of its items.
    fn items<T: FromReader<'a>>(&self, section: &SectionLimited<'a, T>) -> &'a [u8] {
        &self.file[section.original_position()..section.range().end]
    }

    /// A section with what it has, so many items, and then others.
    fn append(&mut self, id: SectionId, (items, count): (&[u8], u32), added: &[Vec<u8>]) {
        let mut data = Vec::with_capacity(items.len() + 64);
        (count + added.len() as u32).encode(&mut data);
        data.extend(items);
        data.extend(added.iter().flatten());
        let id = id as u8;
        self.module.section(&RawSection { id, data: &data });
    }

    /// The types, and behind them those of the blocks that functions get around them: a
    /// type of its own is needed where more than one value is returned.
    fn types(
        &mut self,
        types: SectionLimited<'a, wasmparser::RecGroup>,
    ) -> Result<(), BinaryReaderError> {
        let has = (self.items(&types), types.count());
        let mut added = Vec::new();
        for group in types {
            for sub in group?.into_types() {
                let CompositeInnerType::Func(function) = sub.composite_type.inner else {
                    self.added.blocks.push(None);
                    continue;
                };
                let own = has.1 + added.len() as u32;
                let (block, needs) = block(&function, own);
                added.extend(needs);
                self.added.blocks.push(Some(block));
            }
        }
        self.append(SectionId::Type, has, &added);
        Ok(())
    }

    /// Our variables behind the others, and then the exports with ours behind them.
    fn exports(&mut self, exports: &SectionLimited<'a, wasmparser::Export<'a>>) {
        let first = self.globals.1;
        self.added.fuel = first;
        self.added.refused = first + 1;
        self.added.stack = first + 2;
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
            variable(ValType::I64, ConstExpr::i64_const(STACK)),
        ];
        self.append(SectionId::Global, self.globals, &variables);
        let export = |name: &str, kind: ExportKind, index: u32| {
            let mut bytes = Vec::new();
            name.encode(&mut bytes);
            kind.encode(&mut bytes);
            index.encode(&mut bytes);
            bytes
        };
        let mut ours = vec![
            export(FUEL, ExportKind::Global, self.added.fuel),
            export(REFUSED, ExportKind::Global, self.added.refused),
        ];
        ours.extend(
            self.start
                .map(|index| export(START, ExportKind::Func, index)),
        );
        let has = (self.items(exports), exports.count());
        self.append(SectionId::Export, has, &ours);
    }
}

/// The start function of a module, if it has one.
fn start(file: &[u8]) -> Option<u32> {
    let payloads = Parser::new(0).parse_all(file).map_while(Result::ok);
    let mut found = payloads.filter_map(|payload| match payload {
        Payload::StartSection { func, .. } => Some(func),
        _ => None,
    });
    found.next()
}

/// The type of the block around a function, and the type that has to be added for it,
/// whose index would be `own`.
fn block(function: &FuncType, own: u32) -> (wasm_encoder::BlockType, Option<Vec<u8>>) {
    use wasm_encoder::BlockType;
    let types = |types: &[wasmparser::ValType]| types.iter().map(|&one| value(one)).collect();
    let results: Vec<ValType> = types(function.results());
    match *results {
        [] => (BlockType::Empty, None),
        [one] => (BlockType::Result(one), None),
        _ => {
            // The mark of a function's type, and that it takes nothing.
            let mut bytes = vec![0x60, 0];
            results.as_slice().encode(&mut bytes);
            (BlockType::FunctionType(own), Some(bytes))
        }
    }
}

/// A type of values; all that are [taken](TAKEN) are among these.
fn value(found: wasmparser::ValType) -> ValType {
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
