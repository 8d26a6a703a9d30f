//! The errors of invalid files, and the properties of valid ones.

use four_shapes_bots::{
    Bot, BotError, FUEL, MAX_FILE_SIZE, MAX_MEMORY, MAX_TABLE_ENTRIES, MEMORY_REFUSED, check,
    interface::{Exports, FUNCTIONS},
};

/// The required functions.
const REQUIRED: [&str; 4] = [
    r#"(func (export "four_shapes_bot") (result i32) i32.const 1)"#,
    r#"(func (export "begin") (param i32 i32 i32 i32 i32))"#,
    r#"(func (export "moved") (param i32))"#,
    r#"(func (export "choose") (result i32) i32.const 4)"#,
];

fn assembled(text: &str) -> Vec<u8> {
    wat::parse_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Builds a bot with additions.
fn with(more: &str) -> Vec<u8> {
    assembled(&format!("(module {more} {})", REQUIRED.concat()))
}

fn errors(file: &[u8]) -> String {
    match check(file) {
        Err(errors) => errors.to_string(),
        Ok(bot) => panic!("{} bytes are a valid bot", bot.size()),
    }
}

fn bot(file: &[u8]) -> Bot {
    check(file).unwrap_or_else(|errors| panic!("{errors}"))
}

/// Asserts that the file has one error, whose message contains this text.
#[track_caller]
fn assert_error(file: &[u8], text: &str) {
    let error = errors(file);
    assert!(error.contains(text), "“{error}” does not contain “{text}”");
    assert_eq!(error.lines().count(), 1, "{error}");
}

#[test]
fn valid_bot_is_rewritten() {
    let file = with("");
    let plain = bot(&file);
    assert_eq!(plain.size(), file.len());
    assert_ne!(plain.bytes(), file);
    assert!(plain.bytes().starts_with(b"\0asm\x01\0\0\0"));
    assert_eq!(plain.exports(), Exports::default());
    let all = bot(&with(
        r#"(memory (export "memory") 1)
        (func (export "name") (export "author") (result i32) i32.const 0)
        (func (export "seed") (export "budget") (param i64))
        (func (export "reset") (export "_initialize"))"#,
    ));
    let exports = all.exports();
    assert!(exports.name && exports.author && exports.seed && exports.budget);
    assert!(exports.reset && exports.initialize);
    // A rewritten bot can't be rewritten again.
    let with_start = with("(func $f) (start $f)");
    assert!(errors(bot(&with_start).bytes()).contains("four_shapes_start"));
    let again = errors(plain.bytes());
    assert!(
        again.contains(FUEL) && again.contains(MEMORY_REFUSED) && again.contains("original file")
    );
}

#[test]
fn hash_is_the_sha256_of_the_file() {
    let one = bot(&with(""));
    let other = bot(&with("(@custom \"name\" \"x\")"));
    assert_ne!(one.hash(), other.hash());
    // By `sha256sum`.
    let hex = "909fe493a06d63b2afd418a0c616b70ec8226fe9e786887e83055b889e74d822";
    assert_eq!(one.hash_hex(), hex);
}

#[test]
fn files_that_are_not_modules_are_rejected() {
    for file in [
        &b""[..],
        b"\0as",
        b"PK\x03\x04....",
        b"#include <stdio.h>\nint main() {}",
        b";; a bot\n(module",
        b"\xff\xfe\x00\x01",
    ] {
        assert_error(file, "not a compiled WebAssembly module");
    }
    for (file, text) in [
        (&b"\0asm\x01\0\0"[..], "invalid at byte 4: unexpected end"),
        (
            b"\0asm\x02\0\0\0",
            "invalid at byte 0: unknown binary version: 0x2",
        ),
        (b"\0asm\x0d\0\x01\0", "component"),
    ] {
        assert_error(file, text);
    }
}

#[test]
fn files_that_are_too_large_are_rejected() {
    // It is not a module, but its size is checked first.
    assert_error(&vec![0; 50 << 20], "50.0 MB; the maximum is 4 MB");
    let mut file = with("");
    // A custom section fills it up to the last byte.
    let left = MAX_FILE_SIZE - file.len() - 5;
    file.push(0);
    let size = left as u32;
    file.extend([
        size as u8 | 0x80,
        (size >> 7) as u8 | 0x80,
        (size >> 14) as u8 | 0x80,
        (size >> 21) as u8,
    ]);
    file.resize(MAX_FILE_SIZE, 0);
    assert!(bot(&file).bytes().len() < 1000);
    file.push(0);
    assert_error(&file, "4.1 MB");
}

#[test]
fn truncated_files_are_rejected() {
    let file = with(r#"(memory (export "memory") 1)"#);
    for length in 1..file.len() {
        assert!(check(&file[..length]).is_err(), "{length}");
    }
    for length in [9, 20, file.len() - 1] {
        assert_error(&file[..length], "unexpected end-of-file");
    }
}

#[test]
fn invalid_modules_are_rejected_with_the_offset() {
    let mut file = with("");
    let offset = file.len() - 1;
    file[offset] = 0xff;
    assert_error(&file, &format!("The module is invalid at byte {offset}: "));
    let mut file = with("");
    file.extend(b"more");
    assert_error(&file, "unexpected end-of-file");
}

#[test]
fn features_that_not_all_engines_have_are_rejected() {
    for (more, text) in [
        ("(func (drop (v128.const i64x2 0 0)))", "SIMD"),
        ("(func (param v128))", "SIMD"),
        ("(memory 1 1 shared)", "threads"),
        (
            "(memory 1) (func (drop (i32.atomic.load (i32.const 0))))",
            "threads",
        ),
        ("(func $f return_call $f)", "tail calls"),
        ("(tag $t) (func (throw $t))", "exceptions"),
        ("(memory i64 1)", "memory64"),
        ("(memory 1) (memory 1)", "multiple memories"),
        (
            "(global i32 (i32.add (i32.const 1) (i32.const 2)))",
            "constant expression",
        ),
        ("(type (struct))", "gc"),
        (
            "(type $f (func)) (func (param (ref $f)))",
            "function references",
        ),
        (
            "(func (param i64 i64) (drop (drop (i64.mul_wide_u (local.get 0) (local.get 1)))))",
            "wide arithmetic",
        ),
    ] {
        assert_error(&with(more), text);
    }
    bot(&with(
        r#"(memory 1) (table 1 externref)
        (global (export "variable") (mut i32) (i32.const 0))
        (func (param f64) (result i32 i32)
            local.get 0 i32.trunc_sat_f64_s i32.extend8_s
            i32.const 0 i32.const 0 i32.const 8 memory.copy
            i32.const 7)"#,
    ));
}

#[test]
fn imports_are_rejected_and_named() {
    for (imports, text) in [
        (
            r#"(import "env" "printf" (func (param i32 i32) (result i32)))"#,
            "The module imports env.printf, but bots can't import anything: see",
        ),
        (
            r#"(import "wbg" "f" (func)) (import "env" "memory" (memory 1))
            (import "x" "t" (table 1 funcref))"#,
            "imports wbg.f, env.memory, x.t, but",
        ),
        // An object file that has not been linked.
        (
            r#"(import "env" "__linear_memory" (memory 1)) (@custom "linking" "\02")"#,
            "imports env.__linear_memory, but",
        ),
        (
            "(import \"\\1b[31m\\e2\\80\\ae\" \"a\\n\\nb\" (func))",
            "imports [31m.a b, but",
        ),
    ] {
        assert_error(&with(imports), text);
    }
    let many = |number| format!(r#"(import "wbg" "f{number}" (func))"#);
    let many: Vec<String> = (0..100).map(many).collect();
    assert_error(&with(&many.concat()), "wbg.f11 and 88 more, but");
    // Imported functions come first in the index space.
    let errors = errors(&assembled(
        r#"(module (import "env" "f" (func (param i64))) (func (export "choose") (result i64) i64.const 0))"#,
    ));
    let text = "The function choose has type () -> i64; expected () -> i32.";
    assert!(errors.contains(text), "{errors}");
}

#[test]
fn required_exports_are_checked() {
    for (left_out, function) in REQUIRED.iter().zip(&FUNCTIONS) {
        let text = REQUIRED.concat().replace(left_out, "");
        let file = assembled(&format!("(module {text})"));
        assert_error(&file, &format!("does not export {}: see", function.name));
    }
    assert_error(
        b"\0asm\x01\0\0\0",
        "does not export four_shapes_bot, begin, moved, choose: see",
    );
    for (name, text, error) in [
        (
            "begin",
            "(func (export \"begin\"))",
            "begin has type (); expected (i32, i32, i32, i32, i32).",
        ),
        (
            "moved",
            "(func (export \"moved\") (param i64))",
            "moved has type (i64);",
        ),
        (
            "choose",
            "(func (export \"choose\") (result i32 i32) i32.const 1 i32.const 2)",
            "() -> (i32, i32)",
        ),
        (
            "choose",
            "(func (export \"choose\") (param externref) (result f32) f32.const 1)",
            "(another type) -> f32",
        ),
        (
            "choose",
            "(global (export \"choose\") i32 (i32.const 1))",
            "choose is not a function",
        ),
        (
            "choose",
            "(memory (export \"choose\") 1)",
            "choose is not a function",
        ),
    ] {
        let functions: String = REQUIRED
            .iter()
            .map(|function| {
                if function.contains(&format!("\"{name}\"")) {
                    text
                } else {
                    *function
                }
            })
            .collect();
        assert_error(&assembled(&format!("(module {functions})")), error);
    }
}

#[test]
fn optional_exports_are_checked() {
    for (more, text) in [
        (
            r#"(func (export "seed") (param i32))"#,
            "seed has type (i32)",
        ),
        (
            r#"(func (export "budget") (param i64) (result i32) i32.const 0)"#,
            "budget has type (i64) -> i32",
        ),
        (
            r#"(func (export "reset") (param i32))"#,
            "reset has type (i32)",
        ),
        (
            r#"(func (export "_initialize") (result i32) i32.const 0)"#,
            "_initialize",
        ),
        (
            r#"(func (export "name") (result i32) i32.const 0)"#,
            "name returns an address, but the module does not export memory",
        ),
        (
            r#"(memory 1) (func (export "author") (result i32) i32.const 0)"#,
            "author returns an address",
        ),
        (
            r#"(global (export "four_shapes_fuel") i32 (i32.const 0))"#,
            "four_shapes_fuel is reserved",
        ),
    ] {
        assert_error(&with(more), text);
    }
}

#[test]
fn initial_memory_and_tables_are_limited() {
    bot(&with("(memory 1024)"));
    assert_error(
        &with("(memory 1025)"),
        "The initial memory is 64.1 MB; the maximum is 64 MB",
    );
    assert_error(&with("(memory 65536)"), "4096.0 MB");
    assert_eq!(MAX_MEMORY, 64 << 20);
    bot(&with(&format!("(table {MAX_TABLE_ENTRIES} funcref)")));
    assert_error(
        &with("(table 10000000 funcref)"),
        "10000000 entries; the maximum is 65536",
    );
    bot(&with(&"(table 1 funcref)".repeat(4)));
    assert_error(&with(&"(table 1 funcref)".repeat(5)), "5 tables");
}

#[test]
fn all_violations_of_the_interface_are_reported() {
    let file = assembled(
        r#"(module
            (import "env" "rand" (func (result i32)))
            (memory 2000)
            (func (export "begin"))
            (func (export "name") (result i32) i32.const 0))"#,
    );
    let errors = check(&file).unwrap_err();
    let errors: Vec<&BotError> = errors.iter().collect();
    let missing = BotError::MissingExports(vec!["four_shapes_bot", "moved", "choose"]);
    assert!(
        matches!(
            errors[..],
            [
                BotError::Imports(_),
                found,
                BotError::Signature { name: "begin", .. },
                BotError::NoMemory("name"),
                BotError::Memory(_),
            ] if *found == missing
        ),
        "{errors:?}"
    );
}

#[test]
fn mutated_files_are_checked_without_panics() {
    let file = with(
        r#"(memory (export "memory") 1 2) (table 3 funcref) (elem (i32.const 0) 0 1)
        (data (i32.const 8) "A bot\00") (global (mut i64) (i64.const 7))
        (func (export "name") (result i32) i32.const 8)
        (func (export "seed") (param i64) local.get 0 global.set 0)
        (func $f (param i32) (result i32) (local f32 f64)
            (loop (result i32)
                local.get 0 i32.const 1 i32.sub local.tee 0
                (if (then (br 1)) (else (call $f (i32.const 1)) drop))
                i32.const 0 i32.const 1 i32.const 2 memory.copy
                local.get 0 memory.grow))"#,
    );
    bot(&file);
    let (mut state, mut bots) = (2026_u64, 0);
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(0x1405_7b7e_f767_814f);
        ((state >> 33) as usize) % below
    };
    for _ in 0..5_000 {
        let mut changed = file.clone();
        for _ in 0..=random(3) {
            let place = random(changed.len());
            match random(4) {
                0 => changed[place] = random(256) as u8,
                1 => changed[place] ^= 1 << random(8),
                2 => drop(changed.remove(place)),
                _ => changed.insert(place, random(256) as u8),
            }
        }
        match check(&changed) {
            Ok(_) => bots += 1,
            Err(errors) => assert!(!errors.to_string().is_empty()),
        }
    }
    assert!(bots > 80, "{bots}");
}
