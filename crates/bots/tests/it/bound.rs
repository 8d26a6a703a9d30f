//! Checks that the work of adversarial bots is bounded by their fuel.

use crate::support::adversary::{CLASSES, module};
use four_shapes_bots::{FUEL, check};
use wasm_encoder::{
    CodeSection, Encode, ExportKind, InstructionSink, Module, RawSection, SectionId, ValType,
};
use wasmi::{Config, Engine, Instance, Linker, Store, Val};
use wasmparser::{
    FrameKind, FuncToValidate, FuncValidatorAllocations, FunctionBody, Operator, Parser, Payload,
    ValidPayload, Validator, ValidatorResources,
};

/// The fuel of a move.
const LIMIT: i64 = 5_000;

/// The maximum work per unit of fuel: an instruction, the values it moves, and the
/// instrumentation.
const MAX_WORK_PER_FUEL: i64 = 32;

/// The maximum work of a bulk or grow instruction in these modules.
const MAX_BULK_WORK: i64 = 65_536 / 8;

/// The exported counter of work.
const WORK: &str = "work";

/// Adds an independent counter of work to a module: one for each instruction, value popped or
/// pushed, local of a called function, 8 bytes of memory, and table entry.
fn count_work(file: &[u8]) -> Vec<u8> {
    let mut validator = Validator::new();
    let mut module = Module::new();
    let mut code = CodeSection::new();
    let (mut work, mut bodies) = (0, 0);
    let append = |module: &mut Module, id: SectionId, (count, items): (u32, &[u8]), own: &[u8]| {
        let mut data = Vec::new();
        (count + 1).encode(&mut data);
        data.extend(items);
        data.extend(own);
        let id = id as u8;
        module.section(&RawSection { id, data: &data });
    };
    for payload in Parser::new(0).parse_all(file) {
        let payload = payload.expect("a well-formed module");
        let valid = validator.payload(&payload).expect("a valid module");
        if let ValidPayload::Func(function, body) = valid {
            code.raw(&count_function_work(function, &body, work));
            if code.len() == bodies {
                module.section(&code);
            }
            continue;
        }
        match &payload {
            Payload::GlobalSection(section) => {
                work = section.count();
                let items = &file[section.original_position()..section.range().end];
                // i64, mutable, from 0 on
                let own = [0x7e, 1, 0x42, 0, 0x0b];
                append(&mut module, SectionId::Global, (work, items), &own);
            }
            Payload::ExportSection(section) => {
                let items = &file[section.original_position()..section.range().end];
                let mut own = Vec::new();
                WORK.encode(&mut own);
                ExportKind::Global.encode(&mut own);
                work.encode(&mut own);
                append(
                    &mut module,
                    SectionId::Export,
                    (section.count(), items),
                    &own,
                );
            }
            Payload::CodeSectionStart { count, .. } => bodies = *count,
            other => {
                if let Some((id, range)) = other.as_section() {
                    let data = &file[range];
                    module.section(&RawSection { id, data });
                }
            }
        }
    }
    module.finish()
}

/// Adds the counter to a function.
fn count_function_work(
    function: FuncToValidate<ValidatorResources>,
    body: &FunctionBody<'_>,
    work: u32,
) -> Vec<u8> {
    let mut validator = function.into_validator(FuncValidatorAllocations::default());
    let mut reader = body.get_binary_reader();
    let mut groups = reader.clone();
    let count = groups.read_var_u32().expect("a valid module");
    validator.read_locals(&mut reader).expect("a valid module");
    let bytes = body.as_bytes();
    let mut out = Vec::new();
    (count + 1).encode(&mut out);
    out.extend(&bytes[groups.current_position()..reader.current_position()]);
    1u32.encode(&mut out);
    ValType::I32.encode(&mut out);
    let length = validator.len_locals();
    let add = |out: &mut Vec<u8>, number: u32| {
        InstructionSink::new(out)
            .global_get(work)
            .i64_const(number.into())
            .i64_add()
            .global_set(work);
    };
    add(&mut out, length);
    while !reader.eof() {
        let (from, offset) = (reader.current_position(), reader.original_position());
        let operator = reader.clone().read_operator().expect("a valid module");
        let frame = validator.get_control_frame(0);
        let dead = frame.is_some_and(|frame| frame.unreachable);
        let ends_loop = frame.is_some_and(|frame| frame.kind == FrameKind::Loop);
        let mut visitor = validator.visitor(offset);
        let arity = operator.operator_arity(&visitor).unwrap_or_default();
        let is_structure = matches!(operator, Operator::Block { .. } | Operator::Else);
        let ends = matches!(operator, Operator::End);
        if !dead {
            let own = u32::from(!is_structure && !ends);
            let values = if ends && ends_loop {
                0
            } else {
                arity.0 + arity.1
            };
            add(&mut out, own + values);
        }
        reader
            .visit_operator(&mut visitor)
            .expect("a valid module")
            .expect("a valid module");
        drop(visitor);
        let shift = match operator {
            Operator::MemoryCopy { .. }
            | Operator::MemoryFill { .. }
            | Operator::MemoryInit { .. } => Some(3),
            Operator::TableCopy { .. }
            | Operator::TableFill { .. }
            | Operator::TableInit { .. } => Some(0),
            _ => None,
        };
        if let Some(shift) = shift.filter(|_| !dead) {
            InstructionSink::new(&mut out)
                .local_tee(length)
                .global_get(work)
                .local_get(length)
                .i64_extend_i32_u()
                .i64_const(shift)
                .i64_shr_u()
                .i64_add()
                .global_set(work);
        }
        out.extend(&bytes[from..reader.current_position()]);
    }
    out
}

#[test]
fn work_is_bounded_by_fuel() {
    for seed in 0..CLASSES.len() as u64 * 24 {
        let (class, file) = module(seed);
        let bot = check(&file).unwrap_or_else(|error| panic!("{seed}, {class:?}: {error}"));
        let bytes = count_work(bot.bytes());
        let mut config = Config::default();
        config.set_max_recursion_depth(1 << 16);
        config.set_max_stack_height(1 << 26);
        // Ends the test if the bot does not trap.
        config.consume_fuel(true);
        let engine = Engine::new(&config);
        let module = wasmi::Module::new(&engine, &bytes).expect("a valid module");
        let mut store = Store::new(&engine, ());
        store.set_fuel(1 << 34).expect("fuel metering");
        let instance = Linker::new(&engine).instantiate_and_start(&mut store, &module);
        let instance = instance.expect("an instance");
        let number = |instance: &Instance, store: &Store<()>, name| {
            let global = instance.get_global(store, name);
            match global.map(|global| global.get(store)) {
                Some(Val::I64(number)) => number,
                other => panic!("{name}: {other:?}"),
            }
        };
        let choose = instance.get_typed_func::<(), i32>(&store, "choose");
        let choose = choose.expect("a required function");
        let fuel = instance.get_global(&store, FUEL).expect("the fuel");
        fuel.set(&mut store, Val::I64(LIMIT)).expect("an i64");
        store.set_fuel(40_000_000).expect("fuel metering");
        let before = number(&instance, &store, WORK);
        assert!(choose.call(&mut store, ()).is_err(), "{seed}, {class:?}");
        let work = number(&instance, &store, WORK) - before;
        assert!(
            work <= LIMIT * MAX_WORK_PER_FUEL + MAX_BULK_WORK,
            "{seed}, {class:?}: {work} for {LIMIT}"
        );
        assert!(number(&instance, &store, FUEL) < 0, "{seed}, {class:?}");
    }
}
