//! What is said of files that are no bots, and of those that are.

use four_shapes_bots::{
    Bot, FUEL, LARGEST_FILE, MEMORY, Problem, REFUSED, TABLE, check,
    interface::{Exports, FUNCTIONS},
};

/// The functions that every bot has, as text.
const REQUIRED: [&str; 4] = [
    r#"(func (export "four_shapes_bot") (result i32) i32.const 1)"#,
    r#"(func (export "begin") (param i32 i32 i32 i32 i32))"#,
    r#"(func (export "moved") (param i32))"#,
    r#"(func (export "choose") (result i32) i32.const 4)"#,
];

fn assembled(text: &str) -> Vec<u8> {
    wat::parse_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A bot that has more than it must.
fn with(more: &str) -> Vec<u8> {
    assembled(&format!("(module {more} {})", REQUIRED.concat()))
}

fn said(file: &[u8]) -> String {
    match check(file) {
        Err(problems) => problems.to_string(),
        Ok(bot) => panic!("{} bytes are a bot", bot.size()),
    }
}

fn good(file: &[u8]) -> Bot {
    check(file).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Part of what is said has to be this.
fn says(file: &[u8], part: &str) {
    let said = said(file);
    assert!(said.contains(part), "“{said}” does not say “{part}”");
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn a_bot_is_ready_to_run() {
    let file = with("");
    let bot = good(&file);
    assert_eq!(bot.size(), file.len());
    assert_ne!(bot.bytes(), file);
    assert!(bot.bytes().starts_with(b"\0asm\x01\0\0\0"));
    assert_eq!(bot.exports(), Exports::default());
    let all = good(&with(
        r#"(memory (export "memory") 1)
        (func (export "name") (export "author") (result i32) i32.const 0)
        (func (export "seed") (export "budget") (param i64))
        (func (export "reset") (export "_initialize"))"#,
    ));
    let exports = all.exports();
    assert!(exports.name && exports.author && exports.seed && exports.budget);
    assert!(exports.reset && exports.initialize);
    // Once more it would count its counting.
    let with_start = with("(func $f) (start $f)");
    assert!(said(good(&with_start).bytes()).contains("four_shapes_start"));
    let again = said(bot.bytes());
    assert!(again.contains(FUEL) && again.contains(REFUSED) && again.contains("original"));
}

#[test]
fn bots_are_told_from_one_another() {
    let one = good(&with(""));
    let other = good(&with("(@custom \"name\" \"x\")"));
    assert_ne!(one.hash(), other.hash());
    // What `sha256sum` says of a file of these bytes.
    let hex = "909fe493a06d63b2afd418a0c616b70ec8226fe9e786887e83055b889e74d822";
    assert_eq!(one.hex(), hex);
}

#[test]
fn what_is_no_module_is_named() {
    for (file, part) in [
        (&b""[..], "The file is empty"),
        (b"\0as", "cut off: at least 5 bytes"),
        (b"\0asm\x01\0\0", "cut off: at least 1 byte is"),
        (b"\0asm\x02\0\0\0", "version 2"),
        (b"\0asm\x0d\0\x01\0", "component"),
        (b"PK\x03\x04....", "zip file"),
        (b"\x1f\x8b....", "unpack"),
        (b"\x7fELF\x02....", "processor"),
        (b"MZ\x90\0", "processor"),
        (b"!<arch>\nx", "cdylib"),
        (b"#!/usr/bin/env python3\nprint(4)\n", "interpreter"),
        (b"import sys\n", "interpreter"),
        (b"\xef\xbb\xbf(module)", "wat2wasm"),
        (b";; a bot\n(module", "wat2wasm"),
        (b"#include <stdio.h>\nint main() {}", "compile it"),
        (b"#![no_std]\npub fn choose() -> i32 { 4 }", "compile it"),
        (b"<!DOCTYPE html>", "page"),
        (b"Dear teacher,", "It is a text"),
        (b"\xff\xfe\x00\x01", "not known"),
    ] {
        says(file, part);
    }
}

#[test]
fn files_that_are_too_large_are_not_read() {
    // Not even looked at: that it is no module is not said.
    says(&vec![0; 50 << 20], "50.0 MB; a bot has at most 4 MB");
    let mut file = with("");
    // A custom section fills it up to the last byte.
    let left = LARGEST_FILE - file.len() - 5;
    file.push(0);
    let size = left as u32;
    file.extend([
        size as u8 | 0x80,
        (size >> 7) as u8 | 0x80,
        (size >> 14) as u8 | 0x80,
        (size >> 21) as u8,
    ]);
    file.resize(LARGEST_FILE, 0);
    assert!(good(&file).bytes().len() < 1000);
    file.push(0);
    says(&file, "4.1 MB");
}

#[test]
fn every_file_that_is_cut_off_is_no_bot() {
    let file = with(r#"(memory (export "memory") 1)"#);
    for length in 1..file.len() {
        let said = said(&file[..length]);
        let cut_off = said.contains("cut off");
        // Between two sections nothing shows that there was another one.
        assert!(
            cut_off
                || said.contains("does not export")
                || said.contains("exports no functions")
                || said.contains("no valid"),
            "{length}: {said}"
        );
    }
    for length in [9, 20, file.len() - 1] {
        says(&file[..length], "cut off");
    }
}

#[test]
fn what_is_wrong_inside_has_its_place() {
    let mut file = with("");
    let place = file.len() - 1;
    file[place] = 0xff;
    says(&file, "It is no valid WebAssembly: ");
    says(&file, &format!("at byte {place}."));
    let mut file = with("");
    file.extend(b"more");
    says(&file, "It is no valid WebAssembly: ");
}

#[test]
fn parts_of_webassembly_that_are_not_everywhere_are_named() {
    for (more, part) in [
        ("(func (drop (v128.const i64x2 0 0)))", "SIMD"),
        ("(func (param v128))", "SIMD"),
        ("(memory 1 1 shared)", "threads"),
        (
            "(memory 1) (func (drop (i32.atomic.load (i32.const 0))))",
            "threads",
        ),
        ("(func $f return_call $f)", "tail calls"),
        ("(tag $t) (func (throw $t))", "exceptions"),
        ("(memory i64 1)", "64 bits"),
        ("(memory 1) (memory 1)", "more than one memory"),
        (
            "(global i32 (i32.add (i32.const 1) (i32.const 2)))",
            "extended constants",
        ),
        ("(type (struct))", "garbage"),
        (
            "(type $f (func)) (func (param (ref $f)))",
            "typed references",
        ),
        (
            "(func (param i64 i64) (drop (drop (i64.mul_wide_u (local.get 0) (local.get 1)))))",
            "young",
        ),
    ] {
        says(&with(more), part);
    }
    // All of them at once, and what else is wrong.
    let file = assembled("(module (memory i64 1) (func $f (export \"moved\") return_call $f))");
    let said = said(&file);
    for part in [
        "tail calls",
        "64 bits",
        "does not export the function choose",
        "moved takes",
    ] {
        assert!(said.contains(part), "{said}");
    }
    // And those that are.
    good(&with(
        r#"(memory 1) (table 1 externref)
        (global (export "variable") (mut i32) (i32.const 0))
        (func (param f64) (result i32 i32)
            local.get 0 i32.trunc_sat_f64_s i32.extend8_s
            i32.const 0 i32.const 0 i32.const 8 memory.copy
            i32.const 7)"#,
    ));
}

#[test]
fn imports_are_named_with_what_may_be_done() {
    for (imports, parts) in [
        (
            r#"(import "env" "abort" (func (param i32 i32 i32 i32)))"#,
            &["env.abort (a function)", "AssemblyScript", "--use abort="][..],
        ),
        (
            r#"(import "wasi_snapshot_preview1" "fd_write" (func (param i32 i32 i32 i32) (result i32)))
            (import "wasi_snapshot_preview1" "proc_exit" (func (param i32)))"#,
            &[
                "fd_write (a function), wasi_snapshot_preview1.proc_exit",
                "WASI",
            ],
        ),
        (
            r#"(import "wbg" "__wbindgen_throw" (func (param i32 i32)))
            (import "env" "memory" (memory 1))"#,
            &[
                "wbg.__wbindgen_throw",
                "env.memory (a memory)",
                "wasm-bindgen",
            ],
        ),
        (
            r#"(import "env" "printf" (func (param i32 i32) (result i32)))"#,
            &["env.printf (a function).", "the file does not have them"],
        ),
        (
            r#"(import "env" "memory" (memory 1))"#,
            &["--import-memory"],
        ),
        (
            r#"(import "gojs" "runtime.ticks" (func (result f64)))"#,
            &["TinyGo"],
        ),
        (r#"(import "a" "a" (func))"#, &["Emscripten"]),
        (
            r#"(import "env" "__memory_base" (global i32))"#,
            &["__memory_base (a variable)", "-fPIC"],
        ),
        (
            r#"(import "x" "t" (table 1 funcref))"#,
            &["x.t (a table)", "nothing from outside"],
        ),
        (
            "(import \"\\1b[31m\\e2\\80\\ae\" \"a\\n\\nb\" (func))",
            &["[31m.a b (a function)"],
        ),
    ] {
        let file = with(imports);
        for part in parts {
            says(&file, part);
        }
    }
    let many = |number| format!(r#"(import "wbg" "f{number}" (func))"#);
    let many: Vec<String> = (0..100).map(many).collect();
    says(
        &with(&many.concat()),
        "wbg.f11 (a function), and 88 more. They look like",
    );
    // Functions are still known by their numbers.
    let said = said(&assembled(
        r#"(module (import "env" "f" (func (param i64))) (func (export "choose") (result i64) i64.const 0))"#,
    ));
    assert!(said.contains("choose takes nothing and returns i64; it has to be one that takes nothing and returns i32"), "{said}");
}

#[test]
fn exports_are_what_the_interface_asks() {
    for (left_out, function) in REQUIRED.iter().zip(&FUNCTIONS) {
        let text = REQUIRED.concat().replace(left_out, "");
        let said = said(&assembled(&format!("(module {text})")));
        assert_eq!(
            said,
            format!("It does not export the function {}.", function.name)
        );
    }
    for (name, text, part) in [
        (
            "begin",
            "(func (export \"begin\"))",
            "begin takes nothing and returns nothing; it has to be one that takes (i32, i32, i32, i32, i32)",
        ),
        (
            "moved",
            "(func (export \"moved\") (param i64))",
            "moved takes i64 and",
        ),
        (
            "choose",
            "(func (export \"choose\") (result i32 i32) i32.const 1 i32.const 2)",
            "returns (i32, i32)",
        ),
        (
            "choose",
            "(func (export \"choose\") (param externref) (result f32) f32.const 1)",
            "takes no number and returns f32",
        ),
        (
            "choose",
            "(global (export \"choose\") i32 (i32.const 1))",
            "choose is a variable, not a function",
        ),
        (
            "choose",
            "(memory (export \"choose\") 1)",
            "choose is a memory",
        ),
        (
            "choose",
            "(func (export \"Choose\") (result i32) i32.const 1)",
            "There is Choose; the name has to be exactly choose",
        ),
        (
            "choose",
            "(func (export \"_choose\") (result i32) i32.const 1)",
            "There is _choose",
        ),
        (
            "choose",
            "(func (export \"_Z6choosev\") (result i32) i32.const 1)",
            "There is _Z6choosev; Rust needs",
        ),
    ] {
        let text: String = REQUIRED
            .iter()
            .map(|function| {
                if function.contains(&format!("\"{name}\"")) {
                    text
                } else {
                    *function
                }
            })
            .collect();
        says(&assembled(&format!("(module {text})")), part);
    }
}

#[test]
fn what_a_bot_need_not_export_has_to_be_right_as_well() {
    for (more, part) in [
        (r#"(func (export "seed") (param i32))"#, "seed takes i32"),
        (
            r#"(func (export "budget") (param i64) (result i32) i32.const 0)"#,
            "budget takes i64 and returns i32",
        ),
        (r#"(func (export "reset") (param i32))"#, "reset takes i32"),
        (
            r#"(func (export "_initialize") (result i32) i32.const 0)"#,
            "_initialize",
        ),
        (
            r#"(func (export "name") (result i32) i32.const 0)"#,
            "export it as memory, or leave out name",
        ),
        (
            r#"(memory 1) (func (export "author") (result i32) i32.const 0)"#,
            "leave out author",
        ),
        (
            r#"(global (export "four_shapes_fuel") i32 (i32.const 0))"#,
            "four_shapes_fuel",
        ),
    ] {
        says(&with(more), part);
    }
    says(
        b"\0asm\x01\0\0\0",
        "exports no functions. A bot has to export four_shapes_bot, begin, moved, choose.",
    );
    says(
        &assembled("(module (memory (export \"memory\") 1))"),
        "no_mangle",
    );
}

#[test]
fn memory_and_tables_have_limits() {
    good(&with("(memory 1024)"));
    says(
        &with("(memory 1025)"),
        "64.1 MB of memory to begin with; a bot has at most 64 MB",
    );
    says(&with("(memory 65536)"), "4096.0 MB");
    assert_eq!(MEMORY, 64 << 20);
    good(&with(&format!("(table {TABLE} funcref)")));
    says(
        &with("(table 10000000 funcref)"),
        "10000000 entries; at most 65536",
    );
    good(&with(&"(table 1 funcref)".repeat(4)));
    says(&with(&"(table 1 funcref)".repeat(5)), "5 tables");
}

#[test]
fn parts_of_programs_are_named() {
    let file = with(
        r#"(import "env" "__linear_memory" (memory 1)) (@custom "linking" "\02")
        (func (export "name") (result i32) i32.const 0)"#,
    );
    says(&file, "object file");
}

#[test]
fn several_problems_are_listed_together() {
    let file = assembled(
        r#"(module
            (import "env" "rand" (func (result i32)))
            (memory 2000)
            (func (export "begin"))
            (func (export "name") (result i32) i32.const 0))"#,
    );
    let problems = check(&file).unwrap_err();
    let problems: Vec<&Problem> = problems.iter().collect();
    assert!(
        matches!(
            problems[..],
            [
                Problem::Imports { .. },
                Problem::Missing {
                    name: "four_shapes_bot",
                    ..
                },
                Problem::Signature { name: "begin", .. },
                Problem::Missing { name: "moved", .. },
                Problem::Missing { name: "choose", .. },
                Problem::NoMemory("name"),
                Problem::Memory(_),
            ]
        ),
        "{problems:?}"
    );
}

#[test]
fn no_change_of_a_file_makes_the_check_stumble() {
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
    good(&file);
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
            Err(problems) => assert!(!problems.to_string().is_empty()),
        }
    }
    assert!(bots > 80, "{bots}");
}
