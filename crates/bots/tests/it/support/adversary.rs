//! Generated modules that are designed to be slow per counted instruction.

use crate::support::{BotBuilder, PLAIN, body};
use four_shapes_rules::hash::splitmix64;
use wasm_encoder::{
    BlockType, ConstExpr, Elements, HeapType, InstructionSink, MemArg, RefType, ValType,
};

/// The code that a module repeats until its fuel is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Additions, with which the others are compared.
    Additions,
    /// Dependent loads that miss every cache.
    Misses,
    /// Long code without jumps.
    Straight,
    /// Functions that call functions, without loops.
    Fan,
    /// Long code after a deep recursion.
    Unwinding,
    /// Branches, blocks and calls that carry many values.
    Arity,
    /// `br_table`.
    Table,
    /// Filling and copying memory.
    Bulk,
    /// Filling and copying tables, and accessing entries.
    Entries,
    /// Calls of functions with many locals.
    Variables,
    /// Scattered unaligned memory accesses.
    Memory,
    /// Calls through a table.
    Indirect,
    /// Divisions, roots, conversions and subnormal numbers.
    Arithmetic,
    /// Growing memory and tables, by little or without success.
    Growing,
    /// Nested and empty loops.
    Loops,
    /// Many locals that are changed in branches not taken.
    Merges,
    /// Several of these.
    Mixed,
}

use Class::{
    Additions, Arithmetic, Arity, Bulk, Entries, Fan, Growing, Indirect, Loops, Memory, Merges,
    Misses, Mixed, Straight, Table, Unwinding, Variables,
};

/// All classes.
pub const CLASSES: [Class; 17] = [
    Additions, Misses, Straight, Fan, Unwinding, Arity, Table, Bulk, Entries, Variables, Memory,
    Indirect, Arithmetic, Growing, Loops, Merges, Mixed,
];

/// A pseudorandom number generator.
pub struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        splitmix64(&mut self.0)
    }

    /// Returns a number below `end`.
    fn below(&mut self, end: u32) -> u32 {
        (self.next() % u64::from(end)) as u32
    }

    /// Returns a number from 1 to `max`, with a log-uniform distribution.
    fn up_to(&mut self, max: u32) -> u32 {
        let bits = self.below(max.ilog2() + 1);
        (1 + self.below(2 << bits)).min(max)
    }
}

/// The number of locals of each type; the types follow each other.
const LOCALS_PER_TYPE: u32 = 6;
const I32: u32 = 0;
const I64: u32 = LOCALS_PER_TYPE;
const F64: u32 = 2 * LOCALS_PER_TYPE;
const F32: u32 = 3 * LOCALS_PER_TYPE;
const REFERENCE: u32 = 4 * LOCALS_PER_TYPE;

const VARIABLES: [(u32, ValType); 5] = [
    (LOCALS_PER_TYPE, ValType::I32),
    (LOCALS_PER_TYPE, ValType::I64),
    (LOCALS_PER_TYPE, ValType::F64),
    (LOCALS_PER_TYPE, ValType::F32),
    (1, ValType::Ref(RefType::FUNCREF)),
];

/// The size in bytes and the number of the cache lines that the missing loads access.
const LINE: i32 = 64;
const LINES: i32 = 1 << 20;

type Code<'a> = InstructionSink<'a>;

/// Returns the bot of a seed and its class.
pub fn module(seed: u64) -> (Class, Vec<u8>) {
    let class = CLASSES[(seed % CLASSES.len() as u64) as usize];
    let mut random = Random(seed);
    let mut build = Parts::new(&mut random, class);
    let mut code = Vec::new();
    let count = if class == Mixed { 4 } else { 1 };
    for _ in 0..count {
        let kind = if class == Mixed {
            // Except the classes for comparison.
            CLASSES[2 + random.below(CLASSES.len() as u32 - 3) as usize]
        } else {
            class
        };
        build.emit(kind, &mut random, &mut InstructionSink::new(&mut code));
    }
    (class, build.finish(class, &code))
}

/// The functions that the code needs.
struct Parts {
    functions: Vec<(u32, wasm_encoder::Function)>,
    /// The number of values of the types with many.
    many: u32,
}

/// The indices of the added types: with many results, with many parameters and results, and
/// with one parameter.
const RETURNS: u32 = PLAIN + 1;
const PASSES: u32 = PLAIN + 2;
const NUMBER: u32 = PLAIN + 3;

/// The index of the first added function.
const FIRST: u32 = 4;

impl Parts {
    fn new(random: &mut Random, class: Class) -> Self {
        Self {
            functions: Vec::new(),
            many: match class {
                Arity => random.up_to(1000),
                _ => random.up_to(60),
            },
        }
    }

    fn add(&mut self, of: u32, code: wasm_encoder::Function) -> u32 {
        self.functions.push((of, code));
        FIRST + self.functions.len() as u32 - 1
    }

    /// Adds a function without parameters.
    fn plain(&mut self, code: impl FnOnce(&mut Code<'_>)) -> u32 {
        self.add(PLAIN, body(VARIABLES, code))
    }

    #[expect(clippy::too_many_lines, reason = "a list")]
    fn emit(&mut self, class: Class, random: &mut Random, code: &mut Code<'_>) {
        let many = self.many;
        let push = |code: &mut Code<'_>| {
            for number in 0..many {
                code.local_get(I32 + number % LOCALS_PER_TYPE);
            }
        };
        let drop = |code: &mut Code<'_>| {
            for _ in 0..many {
                code.drop();
            }
        };
        match class {
            Additions => {
                for _ in 0..32 {
                    code.local_get(I32).i32_const(3).i32_add().local_set(I32);
                }
            }
            Misses => {
                code.local_get(I32);
                for _ in 0..64 {
                    code.i32_load(at(0));
                }
                code.local_set(I32);
            }
            Straight => {
                let count = random.up_to(60_000);
                straight(random, code, count);
            }
            Fan => {
                let count = random.below(1500);
                let mut called = self.plain(|code| straight(random, code, count));
                for level in 0..=random.below(3) {
                    let count = 1 + random.below(if level == 0 { 1000 } else { 20 });
                    called = self.plain(|code| {
                        for _ in 0..count {
                            code.call(called);
                        }
                    });
                }
                code.call(called);
            }
            Unwinding => {
                let own = FIRST + self.functions.len() as u32;
                let count = random.below(2000);
                let mut inner = Vec::new();
                straight(random, &mut InstructionSink::new(&mut inner), count);
                // The parameter precedes the locals, which shifts their indices.
                let variables = [(LOCALS_PER_TYPE - 1, ValType::I32)];
                let variables = variables.into_iter().chain(VARIABLES.into_iter().skip(1));
                let variables: Vec<_> = variables.collect();
                let mut function = wasm_encoder::Function::new(variables);
                function
                    .instructions()
                    .local_get(0)
                    .if_(BlockType::Empty)
                    .local_get(0)
                    .i32_const(1)
                    .i32_sub()
                    .call(own)
                    .end();
                function.raw(inner);
                function.instructions().end();
                self.add(NUMBER, function);
                code.i32_const(random.below(400).cast_signed()).call(own);
            }
            Arity => match random.below(6) {
                0 => {
                    code.block(BlockType::FunctionType(RETURNS));
                    push(code);
                    code.br(0).end();
                    drop(code);
                }
                1 => {
                    let taken = random.below(2).cast_signed();
                    let count = random.up_to(100);
                    code.block(BlockType::FunctionType(RETURNS));
                    push(code);
                    for _ in 0..count {
                        code.i32_const(0).br_if(0);
                    }
                    code.i32_const(taken).br_if(0).end();
                    drop(code);
                }
                2 => {
                    code.i32_const(200).local_set(I32 + 1);
                    push(code);
                    code.loop_(BlockType::FunctionType(PASSES))
                        .local_get(I32 + 1)
                        .i32_const(1)
                        .i32_sub()
                        .local_tee(I32 + 1)
                        .br_if(0)
                        .end();
                    drop(code);
                }
                3 => {
                    push(code);
                    for _ in 0..random.up_to(200) {
                        code.local_get(I32).if_(BlockType::FunctionType(PASSES));
                        code.else_().end();
                    }
                    drop(code);
                }
                4 => {
                    let called = self.add(RETURNS, {
                        body(VARIABLES, |code| {
                            push(code);
                            code.return_();
                        })
                    });
                    for _ in 0..random.up_to(20) {
                        code.call(called);
                        drop(code);
                    }
                }
                _ => {
                    let called = self.add(PASSES, {
                        body([], |code| {
                            for number in 0..many {
                                code.local_get(number);
                            }
                        })
                    });
                    push(code);
                    for _ in 0..random.up_to(100) {
                        code.call(called);
                    }
                    drop(code);
                }
            },
            Table => {
                let carries = random.below(2) == 1;
                let count = random.up_to(if carries { 500 } else { 20_000 });
                let of = if carries {
                    BlockType::FunctionType(RETURNS)
                } else {
                    BlockType::Empty
                };
                code.block(of).block(of);
                if carries {
                    push(code);
                }
                let targets: Vec<u32> = (0..count).map(|_| random.below(2)).collect();
                code.local_get(I32)
                    .i32_const(7)
                    .i32_add()
                    .local_tee(I32)
                    .i32_const(count.cast_signed())
                    .i32_rem_u()
                    .br_table(targets, 1)
                    .end();
                code.end();
                if carries {
                    drop(code);
                }
            }
            Bulk => {
                for _ in 0..random.up_to(50) {
                    let length = [0, 1, 7, 8, 64, 4096, 65_536][random.below(7) as usize];
                    code.i32_const(random.below(900).cast_signed());
                    match random.below(3) {
                        0 => code.i32_const(5).i32_const(length).memory_fill(0),
                        1 => code.i32_const(300).i32_const(length).memory_copy(0, 0),
                        _ => code.i32_const(3).i32_const(length / 64).memory_init(0, 0),
                    };
                }
            }
            Entries => {
                for _ in 0..random.up_to(50) {
                    let length = random.up_to(1000).cast_signed();
                    let place = random.below(1000).cast_signed();
                    match random.below(8) {
                        0 => {
                            code.i32_const(place).ref_func(0);
                            code.i32_const(length).table_fill(0);
                        }
                        1 => {
                            code.i32_const(place).i32_const(place);
                            code.i32_const(length).table_copy(0, 1);
                        }
                        2 => {
                            code.i32_const(place).i32_const(0).i32_const(length);
                            code.table_init(0, 1);
                        }
                        3 => {
                            code.i32_const(place).table_get(0).drop();
                        }
                        4 => {
                            code.i32_const(place).ref_func(1).table_set(0);
                        }
                        5 => {
                            code.table_size(0).drop();
                        }
                        6 => {
                            code.ref_func(2).local_set(REFERENCE);
                        }
                        _ => {
                            code.i32_const(place).table_get(1).local_set(REFERENCE);
                        }
                    }
                }
            }
            Variables => {
                let count = random.up_to(10_000);
                let of = [ValType::I32, ValType::I64, ValType::F64];
                let of = of[random.below(3) as usize];
                let called = self.add(PLAIN, {
                    body([(count, of)], |code| {
                        code.local_get(count - 1).drop();
                    })
                });
                for _ in 0..random.up_to(50) {
                    code.call(called);
                }
            }
            Memory => {
                let step = [8, 60, 4093, 65_521, 1_000_003][random.below(5) as usize];
                for _ in 0..64 {
                    code.local_get(I32)
                        .i32_const(step)
                        .i32_add()
                        .i32_const(LINE * LINES - 4096 - 1)
                        .i32_and()
                        .local_tee(I32);
                    match random.below(4) {
                        0 => code.i64_load(at(1)).local_set(I64),
                        1 => code.local_get(I64).i64_store(at(3)),
                        2 => code.i32_load8_u(at(63)).local_set(I32 + 1),
                        _ => code.f64_load(at(61)).local_set(F64),
                    };
                }
            }
            Indirect => {
                let first = self.plain(|_| {});
                for _ in 0..random.up_to(64) {
                    let count = random.below(5);
                    self.plain(|code| straight(random, code, count));
                }
                let last = FIRST + self.functions.len() as u32 - 1;
                for _ in 0..64 {
                    let one = first + random.below(last - first + 1);
                    code.i32_const(one.cast_signed()).call_indirect(2, PLAIN);
                }
            }
            Arithmetic => {
                for _ in 0..64 {
                    arithmetic(random, code);
                }
            }
            Growing => match random.below(4) {
                0 => {
                    code.i32_const(0).memory_grow(0).drop();
                }
                1 => {
                    code.i32_const(2000).memory_grow(0).drop();
                }
                2 => {
                    code.ref_null(HeapType::FUNC).i32_const(0);
                    code.table_grow(0).drop();
                }
                _ => {
                    code.ref_null(HeapType::FUNC).i32_const(100_000);
                    code.table_grow(0).drop();
                }
            },
            Loops => {
                let count = random.up_to(1000);
                let inside = random.below(2) == 1;
                for _ in 0..count {
                    code.loop_(BlockType::Empty);
                    if !inside {
                        code.end();
                    }
                }
                if inside {
                    code.i32_const(0).br_if(0);
                    for _ in 0..count {
                        code.end();
                    }
                }
            }
            Merges => {
                let count = random.up_to(800);
                let called = self.add(PLAIN, {
                    body([(count, ValType::I64), (1, ValType::I32)], |code| {
                        for _ in 0..10 {
                            code.local_get(count).if_(BlockType::Empty);
                            for number in 0..count {
                                code.local_get((number + 7) % count).local_set(number);
                            }
                            code.end();
                        }
                    })
                });
                code.call(called);
            }
            Mixed => unreachable!("it is made of the others"),
        }
    }

    /// Builds the bot, whose `choose` repeats the code endlessly.
    fn finish(self, class: Class, code: &[u8]) -> Vec<u8> {
        let mut choose = wasm_encoder::Function::new(VARIABLES);
        choose.instructions().loop_(BlockType::Empty);
        choose.raw(code.iter().copied());
        choose.instructions().br(0).end().unreachable().end();
        // A cycle through all cache lines that prefetchers can't predict.
        let begin = body([(1, ValType::I32)], |code| {
            if class == Misses {
                code.loop_(BlockType::Empty);
                code.local_get(5).i32_const(LINE).i32_mul();
                code.local_get(5).i32_const(LINES / 8 * 5 + 1).i32_mul();
                code.i32_const(12_345).i32_add();
                code.i32_const(LINES - 1)
                    .i32_and()
                    .i32_const(LINE)
                    .i32_mul();
                code.i32_store(at(0));
                code.local_get(5).i32_const(1).i32_add().local_tee(5);
                code.i32_const(LINES).i32_lt_u().br_if(0).end();
            }
        });
        let mut build = BotBuilder::new(&choose, &begin);
        if matches!(class, Misses | Memory | Mixed) {
            build.pages = 1024;
        } else {
            build.pages = 2;
        }
        let many = vec![ValType::I32; self.many as usize];
        build.types.ty().function([], many.iter().copied());
        build
            .types
            .ty()
            .function(many.iter().copied(), many.iter().copied());
        build.types.ty().function([ValType::I32], []);
        for (of, function) in &self.functions {
            build.function(*of, function);
        }
        let all: Vec<u32> = (0..FIRST + self.functions.len() as u32).collect();
        let entries: Vec<u32> = (0..1000).map(|number| number % FIRST).collect();
        build.table(2000);
        build.table(2000);
        build.table(all.len() as u64);
        let own = Elements::Functions(all.as_slice().into());
        build
            .elements
            .active(Some(2), &ConstExpr::i32_const(0), own);
        let own = Elements::Functions(entries.as_slice().into());
        build.elements.passive(own);
        build.data.passive(vec![7; 2048]);
        build.finish()
    }
}

fn at(offset: u64) -> MemArg {
    MemArg {
        offset,
        align: 0,
        memory_index: 0,
    }
}

/// Writes about `count` ordinary instructions.
fn straight(random: &mut Random, code: &mut Code<'_>, count: u32) {
    let mut left = count;
    while left > 0 {
        let (a, b) = (random.below(LOCALS_PER_TYPE), random.below(LOCALS_PER_TYPE));
        match random.below(8) {
            0 => code
                .local_get(I32 + a)
                .local_get(I32 + b)
                .i32_add()
                .local_set(I32 + a),
            1 => code
                .local_get(I64 + a)
                .i64_const(77)
                .i64_rotl()
                .local_set(I64 + b),
            2 => code
                .local_get(I64 + a)
                .local_get(I64 + b)
                .i64_mul()
                .local_set(I64 + a),
            3 => code.i32_const(8).local_get(I32 + a).i32_store(at(0)),
            4 => code.i32_const(16).i64_load(at(0)).local_set(I64 + a).nop(),
            5 => code
                .local_get(F64 + a)
                .local_get(F64 + b)
                .f64_add()
                .local_set(F64 + a),
            6 => code
                .local_get(I32 + a)
                .i32_popcnt()
                .local_set(I32 + b)
                .nop(),
            _ => code.local_get(I32 + a).local_get(I32 + b).i32_xor().drop(),
        };
        left = left.saturating_sub(4);
    }
}

/// Writes one of the slowest instructions of processors.
fn arithmetic(random: &mut Random, code: &mut Code<'_>) {
    match random.below(10) {
        0 => code
            .i64_const(i64::MAX)
            .local_get(I64)
            .i64_const(3)
            .i64_or()
            .i64_div_u()
            .local_set(I64),
        1 => code
            .i64_const(i64::MIN + 1)
            .local_get(I64)
            .i64_const(5)
            .i64_or()
            .i64_rem_s()
            .local_set(I64),
        2 => code
            .local_get(F64)
            .f64_sqrt()
            .f64_const(2.5)
            .f64_add()
            .local_set(F64),
        3 => code
            .local_get(F64 + 1)
            .f64_const(1e-310)
            .f64_add()
            .f64_const(0.5)
            .f64_mul()
            .local_set(F64 + 1),
        4 => code.local_get(F64).f64_nearest().local_set(F64),
        5 => code.local_get(F64).i64_trunc_sat_f64_u().local_set(I64 + 1),
        6 => code.local_get(I64).f64_convert_i64_u().local_set(F64 + 2),
        7 => code
            .local_get(F32)
            .f32_floor()
            .f64_promote_f32()
            .local_set(F64 + 3),
        8 => code
            .local_get(F64)
            .local_get(F64 + 2)
            .f64_div()
            .f64_const(0.1)
            .f64_min()
            .local_set(F64),
        _ => code
            .local_get(F64 + 1)
            .f32_demote_f64()
            .f32_sqrt()
            .local_set(F32),
    };
}
