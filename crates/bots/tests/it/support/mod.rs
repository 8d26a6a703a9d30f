//! Builds bots instruction by instruction.

pub mod adversary;

use wasm_encoder::{
    CodeSection, DataSection, ElementSection, ExportKind, ExportSection, Function, FunctionSection,
    InstructionSink, MemorySection, MemoryType, Module, RefType, TableSection, TableType,
    TypeSection, ValType,
};

/// A builder of a bot, which has the required functions from the start.
pub struct BotBuilder {
    pub types: TypeSection,
    functions: FunctionSection,
    pub tables: TableSection,
    pub exports: ExportSection,
    pub elements: ElementSection,
    code: CodeSection,
    pub data: DataSection,
    /// The initial memory in pages.
    pub pages: u64,
}

/// The index of the function type without parameters and results.
pub const PLAIN: u32 = 3;

impl BotBuilder {
    /// Creates a bot whose functions `choose` and `begin` have these bodies.
    pub fn new(choose: &Function, begin: &Function) -> Self {
        use ValType::I32;
        let mut types = TypeSection::new();
        types.ty().function([], [I32]);
        types.ty().function([I32], []);
        types.ty().function([I32; 5], []);
        types.ty().function([], []);
        let mut build = Self {
            types,
            functions: FunctionSection::new(),
            tables: TableSection::new(),
            exports: ExportSection::new(),
            elements: ElementSection::new(),
            code: CodeSection::new(),
            data: DataSection::new(),
            pages: 1,
        };
        let version = body([], |code| {
            code.i32_const(1);
        });
        let parts = [
            ("four_shapes_bot", 0, &version),
            ("begin", 2, begin),
            ("moved", 1, &body([], |_| {})),
            ("choose", 0, choose),
        ];
        for (name, type_index, code) in parts {
            let index = build.function(type_index, code);
            build.exports.export(name, ExportKind::Func, index);
        }
        build
    }

    /// Adds a function and returns its index.
    pub fn function(&mut self, type_index: u32, code: &Function) -> u32 {
        self.functions.function(type_index);
        self.code.function(code);
        self.code.len() - 1
    }

    /// Adds a table and returns its index.
    pub fn table(&mut self, entries: u64) -> u32 {
        self.tables.table(TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: entries,
            maximum: None,
            shared: false,
        });
        self.tables.len() - 1
    }

    /// Encodes the module.
    pub fn finish(&self) -> Vec<u8> {
        let mut memory = MemorySection::new();
        memory.memory(MemoryType {
            minimum: self.pages,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
        let mut module = Module::new();
        module.section(&self.types).section(&self.functions);
        if !self.tables.is_empty() {
            module.section(&self.tables);
        }
        module.section(&memory);
        module.section(&self.exports);
        if !self.elements.is_empty() {
            module.section(&self.elements);
        }
        if !self.data.is_empty() {
            module.section(&wasm_encoder::DataCountSection {
                count: self.data.len(),
            });
        }
        module.section(&self.code);
        if !self.data.is_empty() {
            module.section(&self.data);
        }
        module.finish()
    }
}

/// Builds a function with these locals and this code.
pub fn body(
    locals: impl IntoIterator<Item = (u32, ValType), IntoIter: ExactSizeIterator>,
    code: impl FnOnce(&mut InstructionSink<'_>),
) -> Function {
    let mut function = Function::new(locals);
    code(&mut function.instructions());
    function.instructions().end();
    function
}
