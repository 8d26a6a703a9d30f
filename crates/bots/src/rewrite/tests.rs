//! Compares rewritten modules with the originals, and checks the instruction counts.

use super::*;
use arbitrary::Unstructured;
use four_shapes_players::seed;
use wasm_encoder::{ExportSection, GlobalSection, InstructionSink};
use wasm_smith::Config;
use wasmi::{Engine, Extern, Instance, Linker, Store, TrapCode, Val};
use wasmparser::Operator;

/// The fuel of a call of a random function.
const BUDGET: i64 = 2_000;

/// The fuel of the interpreter itself, so that every test ends.
const INTERPRETER_FUEL: u64 = 1000 * BUDGET as u64;

/// The reason why a call failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trap {
    LimitExceeded,
    Memory,
    Crash,
}

/// More fuel than growing to the maximum memory costs.
const AMPLE_FUEL: i64 = 1_000_000_000;

/// An instance of a module.
struct Runner {
    store: Store<()>,
    instance: Instance,
}

impl Runner {
    fn new(bytes: &[u8]) -> Result<Self, wasmi::Error> {
        let mut config = wasmi::Config::default();
        config.consume_fuel(true);
        // Larger limits than those of bots.
        config.set_max_recursion_depth(1 << 20);
        config.set_max_stack_height(1 << 28);
        let engine = Engine::new(&config);
        let module = wasmi::Module::new(&engine, bytes)?;
        let mut store = Store::new(&engine, ());
        store.set_fuel(INTERPRETER_FUEL)?;
        let instance = Linker::new(&engine).instantiate_and_start(&mut store, &module)?;
        let mut run = Self { store, instance };
        if run.instance.get_func(&run.store, START).is_some() {
            run.set_fuel(AMPLE_FUEL).call(START, 0)?;
        }
        Ok(run)
    }

    /// Assembles and rewrites a module.
    fn from_text(text: &str) -> Self {
        let file = wat::parse_str(text).expect("the test's module is well-formed");
        let bytes = rewrite(&file).expect("the test's module is valid");
        assert_eq!(validate(&bytes), Ok(()));
        Self::new(&bytes).expect("the module can be instantiated")
    }

    fn global(&self, name: &str) -> i64 {
        let global = self.instance.get_global(&self.store, name);
        match global.expect("a global").get(&self.store) {
            Val::I32(number) => number.into(),
            Val::I64(number) => number,
            other => panic!("{other:?} is not an integer"),
        }
    }

    fn set_fuel(&mut self, fuel: i64) -> &mut Self {
        let global = self.instance.get_global(&self.store, FUEL);
        let global = global.expect("the fuel");
        let set = global.set(&mut self.store, Val::I64(fuel));
        set.expect("a mutable i64");
        self
    }

    /// Calls a function with arguments of these bits.
    fn call(&mut self, name: &str, bits: u64) -> Result<Vec<Val>, wasmi::Error> {
        let function = self.instance.get_func(&self.store, name);
        let function = function.expect("a function");
        let types = function.ty(&self.store);
        let value = |value_type: &wasmi::ValType| match value_type {
            wasmi::ValType::I32 => Val::I32(bits as i32),
            wasmi::ValType::I64 => Val::I64(bits.cast_signed()),
            wasmi::ValType::F32 => Val::F32(f32::from_bits(bits as u32).into()),
            wasmi::ValType::F64 => Val::F64(f64::from_bits(bits).into()),
            other => Val::default_for_ty(*other),
        };
        let arguments: Vec<Val> = types.params().iter().map(value).collect();
        let mut results: Vec<Val> = types.results().iter().map(value).collect();
        self.store.set_fuel(INTERPRETER_FUEL)?;
        function.call(&mut self.store, &arguments, &mut results)?;
        Ok(results)
    }

    /// Calls a function of a rewritten module. Returns the results or the reason of the
    /// failure, and the counted instructions.
    fn call_counted(&mut self, name: &str, bits: u64) -> (Result<Vec<Val>, Trap>, i64) {
        let result = self.set_fuel(BUDGET).call(name, bits);
        let left = self.global(FUEL);
        let refused = self.global(MEMORY_REFUSED) == 1;
        let result = match result {
            _ if left < 0 => Err(Trap::LimitExceeded),
            Ok(results) => Ok(results),
            Err(error) => {
                assert!(!is_interpreter_limit(&error), "{name} does not trap");
                Err(if refused { Trap::Memory } else { Trap::Crash })
            }
        };
        (result, BUDGET - left)
    }

    /// Calls a function that must not fail and returns the counted instructions.
    fn count(&mut self, name: &str, bits: u64) -> i64 {
        let (result, count) = self.call_counted(name, bits);
        assert!(result.is_ok(), "{name}: {result:?}");
        count
    }

    /// Returns the observable state without the additions.
    fn state(&self) -> Vec<(String, String, Vec<u8>)> {
        let exports = self.instance.exports(&self.store);
        let is_added = |name: &str| [FUEL, MEMORY_REFUSED, START, COUNT].contains(&name);
        let state = |export: wasmi::Export<'_>| {
            let name = export.name().to_owned();
            let mut bytes = Vec::new();
            let text = match export.into_extern() {
                Extern::Global(global) => shown(&global.get(&self.store)),
                Extern::Memory(memory) => {
                    bytes = memory.data(&self.store).to_vec();
                    String::new()
                }
                Extern::Table(table) => {
                    let entry = |index| table.get(&self.store, index);
                    let entry = |index| shown(&entry(index).expect("an entry").into());
                    let entries: Vec<String> = (0..table.size(&self.store)).map(entry).collect();
                    entries.concat()
                }
                Extern::Func(_) => "function".to_owned(),
            };
            (name, text, bytes)
        };
        exports
            .filter(|export| !is_added(export.name()))
            .map(state)
            .collect()
    }
}

fn is_interpreter_limit(error: &wasmi::Error) -> bool {
    let stopped = [TrapCode::OutOfFuel, TrapCode::StackOverflow];
    error
        .as_trap_code()
        .is_some_and(|code| stopped.contains(&code))
}

/// Formats the bits of a value. References only show whether they are null.
fn shown(value: &Val) -> String {
    match value {
        Val::F32(number) => format!("{:x}", number.to_bits()),
        Val::F64(number) => format!("{:x}", number.to_bits()),
        Val::FuncRef(reference) => if reference.is_null() { "-" } else { "f" }.to_owned(),
        Val::ExternRef(reference) => if reference.is_null() { "-" } else { "x" }.to_owned(),
        other => format!("{other:?}"),
    }
}

/// Returns a random module with all allowed features, if the seed gives one.
fn random(seed: u64) -> Option<Vec<u8>> {
    let config = Config {
        min_funcs: 1,
        max_imports: 0,
        max_instructions: 80,
        max_memories: 1,
        max_memory32_bytes: 1 << 20,
        memory_max_size_required: true,
        max_tables: 3,
        max_table_elements: 1000,
        table_max_size_required: true,
        export_everything: true,
        allow_start_export: seed.is_multiple_of(8),
        // The bits of NaNs are unspecified in the original.
        canonicalize_nans: true,
        exceptions_enabled: false,
        extended_const_enabled: false,
        gc_enabled: false,
        memory64_enabled: false,
        relaxed_simd_enabled: false,
        simd_enabled: false,
        tail_call_enabled: false,
        threads_enabled: false,
        ..Config::default()
    };
    let bytes: Vec<u8> = (0..500)
        .flat_map(|index| seed::derive(0, seed << 10 | index).to_le_bytes())
        .collect();
    let module = wasm_smith::Module::new(config, &mut Unstructured::new(&bytes)).ok()?;
    Some(module.to_bytes())
}

/// The exported counter of naive modules.
const COUNT: &str = "count";

/// A module that counts every instruction separately, and its properties.
#[derive(Default)]
struct Naive {
    bytes: Vec<u8>,
    /// Whether an instruction may cost more than one.
    costs_more: bool,
    /// Whether it converts between float types, which leaves the bits of NaNs unspecified.
    converts_floats: bool,
}

/// Returns whether an instruction could move enough values to cost more than one.
fn moves_many(file: &[u8]) -> bool {
    let mut payloads = Parser::new(0).parse_all(file);
    payloads.any(|payload| {
        let Ok(Payload::TypeSection(types)) = payload else {
            return false;
        };
        let mut types = types.into_iter_err_on_gc_types();
        types.any(|ty| ty.is_ok_and(|ty| ty.params().len() + ty.results().len() >= 8))
    })
}

/// Adds an instruction counter to a module, which is incremented before each instruction.
fn naive(file: &[u8]) -> Naive {
    let mut module = Module::new();
    let mut globals = GlobalSection::new();
    let mut code = CodeSection::new();
    let mut naive = Naive {
        costs_more: moves_many(file),
        ..Naive::default()
    };
    let mut bodies = 0;
    for payload in Parser::new(0).parse_all(file) {
        let payload = payload.expect("the module is well-formed");
        match &payload {
            Payload::GlobalSection(section) => {
                let mut from = section.original_position();
                let mut others = section.clone().into_iter_with_offsets().skip(1);
                for _ in 0..section.count() {
                    let next = others.next().map(|item| item.expect("a valid module").0);
                    let to = next.unwrap_or(section.range().end);
                    globals.raw(&file[from..to]);
                    from = to;
                }
            }
            Payload::ExportSection(section) => {
                let counter = GlobalType {
                    val_type: ValType::I64,
                    mutable: true,
                    shared: false,
                };
                globals.global(counter, &ConstExpr::i64_const(0));
                module.section(&globals);
                let mut exports = ExportSection::new();
                for export in section.clone() {
                    let export = export.expect("a valid module");
                    let kind = match export.kind {
                        wasmparser::ExternalKind::Func => ExportKind::Func,
                        wasmparser::ExternalKind::Table => ExportKind::Table,
                        wasmparser::ExternalKind::Memory => ExportKind::Memory,
                        wasmparser::ExternalKind::Global => ExportKind::Global,
                        wasmparser::ExternalKind::Tag => ExportKind::Tag,
                    };
                    exports.export(export.name, kind, export.index);
                }
                exports.export(COUNT, ExportKind::Global, globals.len() - 1);
                module.section(&exports);
            }
            Payload::CodeSectionStart { count, .. } => bodies = *count,
            Payload::CodeSectionEntry(body) => {
                let mut operators = body.get_operators_reader().expect("a valid module");
                let start = body.range().start;
                let mut bytes = file[start..operators.original_position()].to_vec();
                while !operators.eof() {
                    let (operator, from) = operators.read_with_offset().expect("a valid module");
                    naive.converts_floats |=
                        matches!(operator, Operator::F32DemoteF64 | Operator::F64PromoteF32);
                    naive.costs_more |= matches!(
                        operator,
                        Operator::MemoryCopy { .. }
                            | Operator::MemoryFill { .. }
                            | Operator::MemoryGrow { .. }
                            | Operator::MemoryInit { .. }
                            | Operator::TableCopy { .. }
                            | Operator::TableFill { .. }
                            | Operator::TableGrow { .. }
                            | Operator::TableInit { .. }
                    );
                    let counts = !matches!(
                        operator,
                        Operator::Block { .. } | Operator::Else | Operator::End
                    );
                    if counts {
                        InstructionSink::new(&mut bytes)
                            .global_get(globals.len() - 1)
                            .i64_const(1)
                            .i64_add()
                            .global_set(globals.len() - 1);
                    }
                    bytes.extend(&file[from..operators.original_position()]);
                }
                let groups = body
                    .get_locals_reader()
                    .expect("a valid module")
                    .into_iter();
                let locals = groups
                    .map(|group| group.expect("a valid module").0)
                    .sum::<u32>();
                naive.costs_more |= locals >= 16;
                code.raw(&bytes);
                if code.len() == bodies {
                    module.section(&code);
                }
            }
            other => {
                if let Some((id, range)) = other.as_section() {
                    let data = &file[range];
                    module.section(&RawSection { id, data });
                }
            }
        }
    }
    naive.bytes = module.finish();
    naive
}

#[test]
fn random_modules_behave_as_the_originals_and_count_all_instructions() {
    let (mut returned, mut counted, mut trapped, mut overtime) = (0, 0, 0, 0);
    for seed in 0..300 {
        let Some(file) = random(seed) else { continue };
        let bytes = rewrite(&file).unwrap_or_else(|error| panic!("{seed}: {error:?}"));
        assert_eq!(validate(&bytes), Ok(()), "{seed}");
        let Naive {
            bytes: naive,
            costs_more,
            converts_floats,
        } = naive(&file);
        if converts_floats {
            continue;
        }
        let (mut rewritten, mut original, mut naive) =
            match (Runner::new(&bytes), Runner::new(&file)) {
                (Ok(rewritten), Ok(original)) => {
                    let naive = Runner::new(&naive).expect("it starts as the original");
                    (rewritten, original, naive)
                }
                // The start function or the data fail in the same way.
                (Err(rewritten), Err(original)) => {
                    let same = rewritten.as_trap_code() == original.as_trap_code();
                    assert!(same || is_interpreter_limit(&original), "{seed}");
                    continue;
                }
                (rewritten, original) => {
                    panic!("{seed}: {:?}, {:?}", rewritten.err(), original.err())
                }
            };
        assert!(
            rewritten.state() == original.state(),
            "{seed}: at the start"
        );
        let functions = rewritten
            .state()
            .into_iter()
            .filter(|(_, kind, _)| kind == "function");
        let functions: Vec<String> = functions.map(|(name, ..)| name).collect();
        for (turn, name) in (0..10).zip(functions.iter().cycle()) {
            let bits = seed.wrapping_mul(turn);
            let (found, count) = rewritten.call_counted(name, bits);
            let before = naive.global(COUNT);
            let simplest = naive.call(name, bits);
            let simplest = (simplest, naive.global(COUNT) - before);
            if matches!(found, Err(Trap::LimitExceeded)) {
                let beyond = simplest.1 > BUDGET
                    || simplest.0.is_err_and(|error| is_interpreter_limit(&error));
                assert!(costs_more || beyond, "{seed}, {name}");
                overtime += 1;
                break;
            }
            let expected = original.call(name, bits);
            match (expected, found) {
                (Ok(expected), Ok(found)) => {
                    let all = |values: &[Val]| values.iter().map(shown).collect::<Vec<_>>();
                    assert_eq!(all(&found), all(&expected), "{seed}, {name}");
                    returned += 1;
                    if !costs_more {
                        assert_eq!(count, simplest.1, "{seed}, {name}");
                        counted += 1;
                    }
                }
                (Err(expected), Err(_)) => {
                    trapped += 1;
                    // Endless recursion, for which the original has more stack.
                    if is_interpreter_limit(&expected) {
                        break;
                    }
                }
                (expected, found) => panic!("{seed}, {name}: {expected:?}, {found:?}"),
            }
            assert!(rewritten.state() == original.state(), "{seed}, {name}");
        }
    }
    assert!(returned > 100 && counted > 80, "{returned} {counted}");
    assert!(trapped > 100 && overtime > 10, "{trapped} {overtime}");
}

#[test]
fn instructions_are_counted() {
    let mut run = Runner::from_text(
        r#"(module
            (memory 1)
            (table 10 funcref)
            (elem declare func $f)
            (data $data "0123456789")
            (func $f (export "nothing"))
            (func (export "straight") (result i32)
                i32.const 1 i32.const 2 i32.add nop)
            (func (export "held") (result i32)
                (block (result i32) (loop (result i32) (block) i32.const 1)))
            (func (export "loop") (param i32)
                (loop $again
                    local.get 0 i32.const 1 i32.sub local.tee 0 br_if $again))
            (func (export "branch") (param i32) (result i32)
                local.get 0
                (if (result i32)
                    (then nop nop nop i32.const 1)
                    (else i32.const 0)))
            (func (export "table") (param i32) (result i32)
                (block $c (block $b (block $a
                    local.get 0
                    br_table $a $b $c)
                    i32.const 1 return)
                    nop i32.const 2 return)
                nop nop i32.const 3)
            (func (export "early") (param i32) (result i32)
                (block $out
                    local.get 0 i32.eqz br_if $out
                    i32.const 1
                    return
                    nop nop nop)
                nop
                i32.const 2)
            (func (export "calls") (result i32)
                call $f call $f i32.const 0)
            (func (export "locals") (local i32 i64 i32 i64 i32 i64 i32 i64)
                (local f32 f64 f32 f64 f32 f64 f32 f64)
                (local funcref externref))
            (func (export "fill") (param i32)
                i32.const 0 i32.const 7 local.get 0 memory.fill)
            (func (export "copy") (param i32)
                i32.const 0 i32.const 7 local.get 0 memory.copy)
            (func (export "init") (param i32)
                i32.const 0 i32.const 0 local.get 0 memory.init $data)
            (func (export "entries") (param i32)
                i32.const 0 ref.func $f local.get 0 table.fill)
            (func (export "grow") (param i32) (result i32)
                local.get 0 memory.grow)
            (func (export "longer") (param i32) (result i32)
                ref.null func local.get 0 table.grow))"#,
    );
    for (name, bits, count) in [
        ("nothing", 0, 0),
        ("straight", 0, 4),
        ("held", 0, 2),
        ("loop", 1, 6),
        ("loop", 100, 501),
        ("branch", 1, 2 + 4),
        ("branch", 0, 2 + 1),
        ("table", 0, 2 + 2),
        ("table", 1, 2 + 3),
        ("table", 2, 2 + 3),
        ("table", 77, 2 + 3),
        ("early", 1, 5),
        ("early", 0, 5),
        ("calls", 0, 3),
        ("locals", 0, 1),
        ("fill", 0, 4),
        ("fill", 7, 4),
        ("fill", 8, 4 + 1),
        ("fill", 1007, 4 + 125),
        ("copy", 1007, 4 + 125),
        ("init", 9, 4 + 1),
        ("entries", 10, 4 + 10),
        ("grow", 0, 258),
        ("longer", 500, 259 + 500),
    ] {
        assert_eq!(run.count(name, bits), count, "{name} {bits}");
    }
    // Growing by a page of 64 KB exceeds the budget.
    let (found, count) = run.call_counted("grow", 1);
    assert!(matches!(found, Err(Trap::LimitExceeded)));
    assert_eq!(count, 258 + 65536 / 8);
}

#[test]
fn endless_loops_and_recursion_trap() {
    let mut run = Runner::from_text(
        r#"(module
            (memory 1)
            (func (export "loop") (loop (br 0)))
            (func (export "nested") (loop (loop (br 1))))
            (func $r (export "recursion") call $r)
            (func (export "fill")
                (loop
                    i32.const 0 i32.const 0 i32.const 8000 memory.fill
                    br 0))
            (func (export "straight")
                i32.const 0 i32.const 0 i32.const 60000 memory.fill
                unreachable)
            (func $a (param i32) (result i32)
                local.get 0
                (if (result i32)
                    (then local.get 0 i32.const 1 i32.sub call $b)
                    (else i32.const 0)))
            (func $b (export "deep") (param i32) (result i32)
                local.get 0
                (if (result i32)
                    (then local.get 0 i32.const 1 i32.sub call $a i32.const 1 i32.add)
                    (else i32.const 0))))"#,
    );
    for (name, at_most) in [
        ("loop", 1),
        ("nested", 1),
        ("fill", 1005),
        ("straight", 5505),
    ] {
        let (found, count) = run.call_counted(name, 0);
        assert!(
            matches!(found, Err(Trap::LimitExceeded)),
            "{name}: {found:?}"
        );
        assert!(
            (BUDGET + 1..=BUDGET + at_most).contains(&count),
            "{name}: {count}"
        );
    }
    let error = run.set_fuel(1_000_000).call("recursion", 0).unwrap_err();
    assert!(run.global(FUEL) > 0 && !is_interpreter_limit(&error));
    // A trap does not release stack space.
    let mut run = Runner::from_text(
        r#"(module
            (type $r (func))
            (table 1 funcref)
            (elem (i32.const 0) $r)
            (func $r (export "indirect") i32.const 0 call_indirect (type $r)))"#,
    );
    let error = run.set_fuel(1_000_000).call("indirect", 0).unwrap_err();
    assert!(run.global(FUEL) > 0 && !is_interpreter_limit(&error));
    // Calls release stack space wherever they return.
    let mut run = Runner::from_text(
        r#"(module
            (func $f (export "deep") (param i32) (result i32)
                local.get 0
                (if (result i32)
                    (then local.get 0 i32.const 1 i32.sub call $f i32.const 1 i32.add)
                    (else i32.const 0)))
            (func $early (param i32) (result i32)
                (block
                    local.get 0 i32.const 1 i32.and br_if 0
                    i32.const 0 call $f
                    return)
                i32.const 0 call $f
                br 0)
            (func (export "often") (param i32) (result i32)
                (loop (result i32)
                    local.get 0 call $early drop
                    local.get 0 i32.const 1 i32.sub local.tee 0
                    br_if 0
                    local.get 0)))"#,
    );
    assert!(run.set_fuel(1_000_000).call("often", 10_000).is_ok());
    // 8 for the call, a local, and two operands.
    let deepest = 170;
    for _ in 0..3 {
        let (found, _) = run.call_counted("deep", deepest);
        assert!(matches!(found.as_deref(), Ok([Val::I32(170)])), "{found:?}");
    }
    assert_eq!(MAX_STACK_VALUES / (8 + 1 + 2), 1818);
    assert!(run.set_fuel(1_000_000).call("deep", 1817).is_ok());
    assert!(run.set_fuel(1_000_000).call("deep", 1818).is_err());
    assert!(run.global(FUEL) > 0);
}

#[test]
fn return_values_pass_the_added_block() {
    let mut run = Runner::from_text(
        r#"(module
            (func $both (param i32) (result i32 i64)
                i32.const 1 i64.const 2)
            (func (export "pair") (param i32) (result i32 i64)
                (block
                    (block
                        local.get 0 br_if 0
                        f32.const 0
                        i32.const 7 i64.const 8
                        return)
                    local.get 0 i32.const 1 i32.eq br_if 0
                    i32.const 3 i64.const 4
                    br 1)
                i32.const 0 call $both)
            (func (export "one") (param i32) (result i32)
                i32.const 0 call $both drop drop
                (loop (result i32)
                    i32.const 9
                    local.get 0
                    br_table 1 1)))"#,
    );
    for (bits, first, second) in [(0, 7, 8), (1, 1, 2), (2, 3, 4)] {
        let (found, _) = run.call_counted("pair", bits);
        let found = found.expect("results");
        assert!(
            matches!(*found, [Val::I32(a), Val::I64(b)] if (a, b) == (first, second)),
            "{bits}: {found:?}"
        );
    }
    let (found, _) = run.call_counted("one", 0);
    assert!(matches!(found.as_deref(), Ok([Val::I32(9)])), "{found:?}");
}

#[test]
fn memory_is_limited_and_refusals_are_recorded() {
    let text = |memory: &str| {
        format!(
            r#"(module
                (memory (export "memory") {memory})
                (table 1 funcref)
                (func (export "grow") (param i32) (result i32)
                    local.get 0 memory.grow)
                (func (export "longer") (param i32) (result i32)
                    ref.null func local.get 0 table.grow)
                (func (export "crash") unreachable))"#
        )
    };
    let grow = |run: &mut Runner, name, by| {
        let found = run.set_fuel(AMPLE_FUEL).call(name, by);
        let result = match found.as_deref() {
            Ok([Val::I32(result)]) => *result,
            other => panic!("{other:?}"),
        };
        (
            result,
            AMPLE_FUEL - run.global(FUEL),
            run.global(MEMORY_REFUSED),
        )
    };
    let mut run = Runner::from_text(&text("1"));
    assert_eq!(grow(&mut run, "grow", 2), (1, 258 + 2 * 8192, 0));
    assert_eq!(grow(&mut run, "grow", 1022), (-1, 258, 1));
    assert_eq!(grow(&mut run, "grow", 1021).0, 3);
    assert_eq!(grow(&mut run, "grow", 1), (-1, 258, 1));
    assert!(matches!(
        run.call_counted("crash", 0),
        (Err(Trap::Memory), 1)
    ));
    let mut run = Runner::from_text(&text("1 3"));
    assert!(matches!(
        run.call_counted("crash", 0),
        (Err(Trap::Crash), 1)
    ));
    assert_eq!(grow(&mut run, "grow", 3).0, -1);
    let mut run = Runner::from_text(&text("1 65536"));
    assert_eq!(grow(&mut run, "grow", 1024), (-1, 258, 1));
    let mut run = Runner::from_text(&text("0"));
    assert_eq!(grow(&mut run, "grow", u64::MAX), (-1, 258, 1));
    assert_eq!(grow(&mut run, "longer", 65536), (-1, 259, 1));
    assert_eq!(grow(&mut run, "longer", 65535), (1, 259 + 65535, 1));
}

#[test]
fn nan_results_are_canonical() {
    let operations = [
        ("f64", "f64.const 0 f64.const 0 f64.div"),
        ("f64", "f64.const -1 f64.sqrt"),
        ("f64", "f64.const -inf f64.const inf f64.add"),
        ("f64", "f64.const -nan:0x8000000000001 f64.const 1 f64.mul"),
        ("f64", "f64.const -nan f64.const 1 f64.min"),
        ("f64", "f64.const -nan f64.floor"),
        ("f64", "f32.const -nan:0x400001 f64.promote_f32"),
        ("f32", "f32.const 0 f32.const 0 f32.div"),
        ("f32", "f32.const -nan:0x400001 f32.ceil"),
        ("f32", "f32.const -nan f32.const 1 f32.max"),
        ("f32", "f64.const -nan:0x8000000000001 f32.demote_f64"),
    ];
    let function = |(number, (of, code)): (usize, &(&str, &str))| {
        format!(r#"(func (export "{number}") (result {of}) {code})"#)
    };
    let functions: String = operations.iter().enumerate().map(function).collect();
    let mut run = Runner::from_text(&format!("(module {functions})"));
    for (number, operation) in operations.iter().enumerate() {
        let (found, _) = run.call_counted(&number.to_string(), 0);
        let bits = found.as_deref().map(|values| shown(&values[0]));
        let canonical = if operation.0 == "f64" {
            "7ff8000000000000"
        } else {
            "7fc00000"
        };
        assert_eq!(bits, Ok(canonical.to_owned()), "{operation:?}");
    }
    // Numbers and operations on bits are unchanged.
    let mut run = Runner::from_text(
        r#"(module
            (func (export "half") (result f64) f64.const 1 f64.const 2 f64.div)
            (func (export "zero") (result f64) f64.const -0 f64.const 1 f64.mul)
            (func (export "neg") (result f64) f64.const nan:0x8000000000001 f64.neg)
            (func (export "none") (result f32) f32.const -nan:0x400001))"#,
    );
    for (name, bits) in [
        ("half", "3fe0000000000000"),
        ("zero", "8000000000000000"),
        ("neg", "fff8000000000001"),
        ("none", "ffc00001"),
    ] {
        let (found, _) = run.call_counted(name, 0);
        assert_eq!(
            found.as_deref().map(|values| shown(&values[0])),
            Ok(bits.to_owned())
        );
    }
}

#[test]
fn indices_are_unchanged() {
    let mut run = Runner::from_text(
        r#"(module
            (type (func (param i32) (result i32 i32)))
            (type $pair (func (result i32 i32)))
            (global $a (export "a") (mut i32) (i32.const 1))
            (global $b (export "b") i64 (i64.const 2))
            (func $start global.get $a i32.const 10 i32.add global.set $a)
            (start $start)
            (table (export "table") 2 funcref)
            (elem (i32.const 0) $start $f)
            (func $f (type $pair) i32.const 5 i32.const 6)
            (func (export "f") (result i32 i32)
                i32.const 1 call_indirect (type $pair))
            (memory (export "memory") 1)
            (data (i32.const 3) "abc")
            (@custom "branch hints" "\\01\\02"))"#,
    );
    assert_eq!((run.global("a"), run.global("b")), (11, 2));
    assert_eq!(run.global(FUEL), AMPLE_FUEL - 4);
    assert_eq!(run.count(START, 0), 4);
    assert_eq!((run.global("a"), run.global("b")), (21, 2));
    let (found, _) = run.call_counted("f", 0);
    assert!(
        matches!(found.as_deref(), Ok([Val::I32(5), Val::I32(6)])),
        "{found:?}"
    );
    let memory = run.instance.get_memory(&run.store, "memory").unwrap();
    assert_eq!(&memory.data(&run.store)[..8], b"\0\0\0abc\0\0");
}
