//! Files that are just within the limits of all engines, and one over.

mod support;

use four_shapes_bots::{LARGEST_FILE, Problem, check, limits::Limit};
use support::{Build, PLAIN, body};
use wasm_encoder::{BlockType, ExportKind, Function, InstructionSink, ValType};

/// A bot with one more function, and what else is to be added.
fn with(of: &[ValType], function: &Function, more: impl FnOnce(&mut Build)) -> Vec<u8> {
    let choose = body([], |code| {
        code.i32_const(1);
    });
    let mut build = Build::new(&choose, &body([], |_| {}));
    build.types.ty().function(of.iter().copied(), []);
    build.function(PLAIN + 1, function);
    more(&mut build);
    build.finish()
}

/// What is wrong with a file, if anything is: one thing.
fn problem(file: &[u8]) -> Option<Problem> {
    assert!(file.len() <= LARGEST_FILE, "{}", file.len());
    let problems = check(file).err()?;
    let mut problems = problems.iter();
    let first = problems.next().cloned();
    assert_eq!(problems.next(), None);
    first
}

/// That a file with so many of something is a bot, and one with another is none.
fn holds(limit: Limit, function: Option<u32>, file: impl Fn(u64) -> Vec<u8>) {
    let most = limit.most();
    assert_eq!(problem(&file(most)), None, "{limit}");
    let over = Problem::Limit {
        limit,
        found: most + 1,
        function,
    };
    assert_eq!(problem(&file(most + 1)), Some(over.clone()), "{limit}");
    let words = over.to_string();
    let said = format!("has {} {limit}; at most {most} are possible.", most + 1);
    assert!(words.contains(&said), "{words}");
    assert_eq!(words.contains("function number 4"), function.is_some());
}

/// A bot with a function of this code.
fn plain(code: impl FnOnce(&mut InstructionSink<'_>)) -> Vec<u8> {
    with(&[], &body([], code), |_| {})
}

#[test]
fn every_limit_holds_at_itself_and_not_one_beyond() {
    // The compiler asks for what is missing here.
    for limit in Limit::ALL {
        match limit {
            Limit::Targets => holds(limit, Some(4), |count| {
                plain(|code| {
                    code.i32_const(0).br_table(vec![0; count as usize], 0);
                })
            }),
            Limit::Branches => holds(limit, Some(4), |count| {
                plain(|code| {
                    code.block(BlockType::Empty);
                    for _ in 0..count {
                        code.i32_const(0).br_if(0);
                    }
                    code.end();
                })
            }),
            Limit::Values => holds(limit, Some(4), |count| {
                // Two parameters, and one operand.
                let variables = [(count as u32 - 3, ValType::I64)];
                let code = body(variables, |code| {
                    code.i32_const(0).drop();
                });
                with(&[ValType::I32; 2], &code, |_| {})
            }),
            Limit::Nesting => holds(limit, Some(4), |count| {
                plain(|code| {
                    for _ in 0..count {
                        code.block(BlockType::Empty);
                    }
                    for _ in 0..count {
                        code.end();
                    }
                })
            }),
            Limit::Exports => holds(limit, None, |count| {
                with(&[], &body([], |_| {}), |build| {
                    for number in build.exports.len()..count as u32 {
                        let name = number.to_string();
                        build.exports.export(&name, ExportKind::Func, 4);
                    }
                })
            }),
            Limit::Function => {
                // What is never executed is copied byte for byte.
                let file = |bytes: u64| {
                    plain(|code| {
                        segments(code, 320_000);
                        code.unreachable();
                        for _ in 0..bytes {
                            code.nop();
                        }
                    })
                };
                padded(limit, Some(4), file);
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
                padded(limit, None, file);
            }
        }
    }
}

/// Code of which each four bytes become many.
fn segments(code: &mut InstructionSink<'_>, count: u32) {
    for _ in 0..count {
        code.block(BlockType::Empty).nop().end();
    }
}

/// The same as [`holds`] for sizes, which depend on what is added to a file.
fn padded(limit: Limit, function: Option<u32>, file: impl Fn(u64) -> Vec<u8>) {
    const PADDING: u64 = 1_300_000;
    let Some(Problem::Limit { found, .. }) = problem(&file(PADDING)) else {
        panic!("{limit}: it should be over");
    };
    let beyond = found - limit.most();
    assert!(beyond < PADDING, "{limit}: {beyond}");
    holds(limit, function, |count| {
        file(PADDING - beyond + count - limit.most())
    });
}

/// Functions until the file is full.
fn full(types: &dyn Fn(&mut Build), function: &Function) -> Vec<u8> {
    let size = function.byte_len() + 8;
    let count = (LARGEST_FILE - 16_384) / size;
    with(&[], &body([], |_| {}), |build| {
        types(build);
        for _ in 0..count {
            build.function(PLAIN, function);
        }
    })
}

#[test]
fn what_takes_long_to_check_is_refused() {
    let many = vec![ValType::I32; 1000];
    let types = |build: &mut Build| {
        // 5: returns many; 6: takes and returns many.
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
        let found = problem(&file);
        assert!(
            matches!(found, Some(Problem::TooComplex(Some(_)))),
            "{what}: {found:?}"
        );
        let words = found.expect("it is refused").to_string();
        assert!(words.contains("too complex"), "{words}");
    }
}

#[test]
fn what_takes_long_to_begin_is_refused() {
    let entries = vec![4; 60_000];
    let file = with(&[], &body([], |_| {}), |build| {
        let table = build.table(60_000);
        for _ in 0..60 {
            let elements = wasm_encoder::Elements::Functions(entries.as_slice().into());
            let from = wasm_encoder::ConstExpr::i32_const(0);
            build.elements.active(Some(table), &from, elements);
        }
    });
    assert_eq!(problem(&file), Some(Problem::TooComplex(None)));
}

#[test]
fn as_much_plain_code_as_fits_a_file_is_checked() {
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
    assert_eq!(problem(&full(&|_| {}, &function)), None);
}
