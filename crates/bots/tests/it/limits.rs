//! Files at the limits of all engines, and one beyond.

use crate::support::{BotBuilder, PLAIN, body};
use four_shapes_bots::{BotError, MAX_FILE_SIZE, check, limits::Limit};
use wasm_encoder::{BlockType, ExportKind, Function, InstructionSink, ValType};

/// Builds a bot with another function of these parameters, and more.
fn with(of: &[ValType], function: &Function, more: impl FnOnce(&mut BotBuilder)) -> Vec<u8> {
    let choose = body([], |code| {
        code.i32_const(1);
    });
    let mut build = BotBuilder::new(&choose, &body([], |_| {}));
    build.types.ty().function(of.iter().copied(), []);
    build.function(PLAIN + 1, function);
    more(&mut build);
    build.finish()
}

/// Returns the only error of a file, if it has one.
fn error(file: &[u8]) -> Option<BotError> {
    assert!(file.len() <= MAX_FILE_SIZE, "{}", file.len());
    let errors = check(file).err()?;
    let mut errors = errors.iter();
    let first = errors.next().cloned();
    assert_eq!(errors.next(), None);
    first
}

/// Asserts that a file at the limit is accepted, and one beyond it rejected.
fn assert_limit(limit: Limit, function: Option<u32>, file: impl Fn(u64) -> Vec<u8>) {
    let max = limit.max();
    assert_eq!(error(&file(max)), None, "{limit}");
    let over = BotError::Limit {
        limit,
        found: max + 1,
        function,
    };
    assert_eq!(error(&file(max + 1)), Some(over.clone()), "{limit}");
    let words = over.to_string();
    let expected = format!("has {} {limit}; the maximum is {max}:", max + 1);
    assert!(words.contains(&expected), "{words}");
    assert_eq!(words.starts_with("Function 4 "), function.is_some());
}

/// Builds a bot with a function of this code.
fn plain(code: impl FnOnce(&mut InstructionSink<'_>)) -> Vec<u8> {
    with(&[], &body([], code), |_| {})
}

#[test]
fn limits_are_exact() {
    // Matching makes the compiler report missing limits.
    for limit in Limit::ALL {
        match limit {
            Limit::BranchTargets => assert_limit(limit, Some(4), |count| {
                plain(|code| {
                    code.i32_const(0).br_table(vec![0; count as usize], 0);
                })
            }),
            Limit::Branches => assert_limit(limit, Some(4), |count| {
                plain(|code| {
                    code.block(BlockType::Empty);
                    for _ in 0..count {
                        code.i32_const(0).br_if(0);
                    }
                    code.end();
                })
            }),
            Limit::Values => assert_limit(limit, Some(4), |count| {
                // Two parameters, and one operand.
                let variables = [(count as u32 - 3, ValType::I64)];
                let code = body(variables, |code| {
                    code.i32_const(0).drop();
                });
                with(&[ValType::I32; 2], &code, |_| {})
            }),
            Limit::Nesting => assert_limit(limit, Some(4), |count| {
                plain(|code| {
                    for _ in 0..count {
                        code.block(BlockType::Empty);
                    }
                    for _ in 0..count {
                        code.end();
                    }
                })
            }),
            Limit::Exports => assert_limit(limit, None, |count| {
                with(&[], &body([], |_| {}), |build| {
                    for number in build.exports.len()..count as u32 {
                        let name = number.to_string();
                        build.exports.export(&name, ExportKind::Func, 4);
                    }
                })
            }),
            Limit::Function => {
                // Unreachable code is copied byte for byte.
                let file = |bytes: u64| {
                    plain(|code| {
                        segments(code, 320_000);
                        code.unreachable();
                        for _ in 0..bytes {
                            code.nop();
                        }
                    })
                };
                assert_size_limit(limit, Some(4), file);
            }
            Limit::Module => {
                let file = |bytes: u64| {
                    let code = body([], |code| segments(code, 240_000));
                    with(&[], &code, |build| {
                        build.function(PLAIN, &code);
                        build.function(PLAIN, &code);
                        build.data.passive(vec![0; bytes as usize]);
                    })
                };
                assert_size_limit(limit, None, file);
            }
        }
    }
}

/// Writes code whose instrumentation is much larger than itself.
fn segments(code: &mut InstructionSink<'_>, count: u32) {
    for _ in 0..count {
        code.block(BlockType::Empty).nop().end();
    }
}

/// [Asserts](assert_limit) the limit of a size that includes the instrumentation.
fn assert_size_limit(limit: Limit, function: Option<u32>, file: impl Fn(u64) -> Vec<u8>) {
    const PADDING: u64 = 1_300_000;
    let Some(BotError::Limit { found, .. }) = error(&file(PADDING)) else {
        panic!("{limit}: not exceeded");
    };
    let beyond = found - limit.max();
    assert!(beyond < PADDING, "{limit}: {beyond}");
    assert_limit(limit, function, |count| {
        file(PADDING - beyond + count - limit.max())
    });
}

/// Builds a file of nearly the maximum size with copies of a function.
fn full(types: &dyn Fn(&mut BotBuilder), function: &Function) -> Vec<u8> {
    let size = function.byte_len() + 8;
    let count = (MAX_FILE_SIZE - 16_384) / size;
    with(&[], &body([], |_| {}), |build| {
        types(build);
        for _ in 0..count {
            build.function(PLAIN, function);
        }
    })
}

#[test]
fn module_that_takes_long_to_compile_is_rejected() {
    let many = vec![ValType::I32; 1000];
    let types = |build: &mut BotBuilder| {
        // Type 5 has many results, type 6 many parameters and results.
        build.types.ty().function([], many.clone());
        build.types.ty().function(many.clone(), many.clone());
    };
    let push = |code: &mut InstructionSink<'_>| {
        for _ in 0..1000 {
            code.i32_const(0);
        }
    };
    let drop = |code: &mut InstructionSink<'_>| {
        for _ in 0..1000 {
            code.drop();
        }
    };
    let inside = |times: u32, each: &dyn Fn(&mut InstructionSink<'_>)| {
        body([], |code| {
            push(code);
            for _ in 0..times {
                each(code);
            }
            drop(code);
        })
    };
    let tables = body([], |code| {
        code.block(BlockType::FunctionType(5));
        push(code);
        code.i32_const(0).br_table(vec![0; 60_000], 0);
        code.end();
        drop(code);
    });
    for (what, function) in [
        ("targets times results", &tables),
        (
            "calls",
            &inside(20_000, &|code| {
                code.i32_const(0).call_indirect(0, 6);
            }),
        ),
        (
            "blocks",
            &inside(20_000, &|code| {
                code.block(BlockType::FunctionType(6)).end();
            }),
        ),
        (
            "branches",
            &inside(20_000, &|code| {
                code.block(BlockType::FunctionType(6))
                    .i32_const(0)
                    .br_if(0)
                    .end();
            }),
        ),
        ("variables", &body([(19_000, ValType::I32)], |_| {})),
        (
            "branches with variables",
            &body([(19_000, ValType::I32)], |code| {
                for _ in 0..20_000 {
                    code.i32_const(0).br_if(0);
                }
            }),
        ),
        (
            "loops in loops",
            &body([], |code| {
                for _ in 0..9_000 {
                    code.loop_(BlockType::Empty);
                }
                for _ in 0..9_000 {
                    code.end();
                }
            }),
        ),
    ] {
        let file = full(
            &|build| {
                types(build);
                build.table(1);
            },
            function,
        );
        let found = error(&file);
        assert!(
            matches!(found, Some(BotError::TooComplex(Some(_)))),
            "{what}: {found:?}"
        );
    }
}

#[test]
fn module_that_takes_long_to_instantiate_is_rejected() {
    let entries = vec![4; 60_000];
    let file = with(&[], &body([], |_| {}), |build| {
        let table = build.table(60_000);
        for _ in 0..60 {
            let elements = wasm_encoder::Elements::Functions(entries.as_slice().into());
            let from = wasm_encoder::ConstExpr::i32_const(0);
            build.elements.active(Some(table), &from, elements);
        }
    });
    assert_eq!(error(&file), Some(BotError::TooComplex(None)));
}

#[test]
fn largest_file_of_plain_code_is_accepted() {
    let function = body([(40, ValType::I32)], |code| {
        for variable in 0..39 {
            code.local_get(variable)
                .i32_const(1000)
                .i32_add()
                .local_tee(variable + 1)
                .if_(BlockType::Empty)
                .local_get(variable)
                .i32_load(wasm_encoder::MemArg {
                    offset: 8,
                    align: 2,
                    memory_index: 0,
                })
                .drop()
                .end();
        }
    });
    assert_eq!(error(&full(&|_| {}, &function)), None);
}
