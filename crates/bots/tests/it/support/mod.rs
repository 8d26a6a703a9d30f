//! Bots that are written instruction by instruction, as no compiler would.

pub mod adversary;

use wasm_encoder::{
    CodeSection, DataSection, ElementSection, ExportKind, ExportSection, Function, FunctionSection,
    InstructionSink, MemorySection, MemoryType, Module, RefType, TableSection, TableType,
    TypeSection, ValType,
};

/// What becomes a bot: it has what every bot has, and what is added.
pub struct Build {
    pub types: TypeSection,
    functions: FunctionSection,
    pub tables: TableSection,
    pub exports: ExportSection,
    pub elements: ElementSection,
    code: CodeSection,
    pub data: DataSection,
    /// Pages of memory.
    pub pages: u64,
}

/// The type that takes nothing and returns nothing.
pub const PLAIN: u32 = 3;

impl Build {
    /// A bot whose functions `choose` and `begin` have these bodies.
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
        for (name, of, code) in parts {
            let index = build.function(of, code);
            build.exports.export(name, ExportKind::Func, index);
        }
        build
    }

    /// Adds a function and returns its number.
    pub fn function(&mut self, of: u32, code: &Function) -> u32 {
        self.functions.function(of);
        self.code.function(code);
        self.code.len() - 1
    }

    /// Adds a table and returns its number.
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

    /// The file.
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

/// A function with these variables and this code.
pub fn body(
    variables: impl IntoIterator<Item = (u32, ValType), IntoIter: ExactSizeIterator>,
    code: impl FnOnce(&mut InstructionSink<'_>),
) -> Function {
    let mut function = Function::new(variables);
    code(&mut function.instructions());
    function.instructions().end();
    function
}
