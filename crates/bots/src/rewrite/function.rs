//! The counting, added to a function.
//!
//! - The code is divided into segments: what is executed from the first instruction to
//!   the last, once it has begun. Each begins with subtracting how many instructions it
//!   has from the fuel. An instruction is one; `block`, `loop`, `else` and `end` only
//!   hold others together and are none.
//! - At the beginning of a loop, and of a function that calls others, the code traps if
//!   the fuel is below zero. Between two of these there can't be more than the code of
//!   one function without its loops.
//! - What an instruction does with a length is added when it is done: filling, copying
//!   and growing a memory one for 8 bytes, a table one for each entry. A function that
//!   is called costs one for 16 variables.
//! - Calls take from what is left of the [stack](crate::STACK) and give it back.
//!   Functions that call no other don't, unless they are large.
//! - Where the result of an instruction is no number (NaN), it is made the same one
//!   everywhere: processors and browsers differ in its bits.

use crate::features::TAKEN;
use wasm_encoder::{BlockType, Encode, InstructionSink, ValType};
use wasmparser::{
    BinaryReader, BinaryReaderError, FrameKind, FuncValidator, FunctionBody, ValidatorResources,
};

/// What a call takes of the stack beside its variables and intermediate results.
const CALL: u32 = 8;

/// A function that takes no more, and calls no other, takes nothing.
const SMALL: u32 = 1000;

/// For how many variables a call costs an instruction more.
const VARIABLES: u32 = 16;

/// What was added to the module.
#[derive(Debug, Default)]
pub(super) struct Added {
    /// The global variable of the instructions that are left.
    pub(super) fuel: u32,
    /// The one that says that memory was refused.
    pub(super) refused: u32,
    /// The one of what is left of the stack.
    pub(super) stack: u32,
    /// For each type of functions, the type of a block with the same results.
    pub(super) blocks: Vec<Option<BlockType>>,
}

/// Checks a function and returns its body with the counting added.
///
/// # Errors
/// Why it is not valid.
pub(super) fn rewrite(
    validator: &mut FuncValidator<ValidatorResources>,
    body: &FunctionBody<'_>,
    type_index: usize,
    added: &Added,
) -> Result<Vec<u8>, BinaryReaderError> {
    let bytes = body.as_bytes();
    let mut reader = body.get_binary_reader();
    reader.set_features(TAKEN);
    let parameters = validator.len_locals();
    let mut variables = reader.clone();
    let groups = variables.read_var_u32()?;
    validator.read_locals(&mut reader)?;
    let groups = (
        groups,
        &bytes[variables.current_position()..reader.current_position()],
    );

    let mut writer = Writer::new(added, validator.len_locals());
    writer.cost = i64::from((validator.len_locals() - parameters) / VARIABLES);
    let mut height = 0;
    while !reader.eof() {
        let (from, offset) = (reader.current_position(), reader.original_position());
        let frame = validator.get_control_frame(0);
        let place = Place {
            dead: frame.is_none_or(|frame| frame.unreachable),
            in_loop: frame.is_some_and(|frame| frame.kind == FrameKind::Loop),
            depth: validator.control_stack_height(),
        };
        reader.visit_operator(&mut validator.visitor(offset))??;
        height = height.max(validator.operand_stack_height());
        writer.write(&bytes[from..reader.current_position()], &place)?;
    }
    validator.finish(reader.original_position())?;
    let block = added.blocks.get(type_index).copied().flatten();
    Ok(writer.finish(groups, height, block.unwrap_or(BlockType::Empty)))
}

/// Where in a function an instruction is.
struct Place {
    /// Behind a jump, so that it is never executed.
    dead: bool,
    /// The innermost block around it is a loop.
    in_loop: bool,
    /// How many blocks are around it, the function counted as one.
    depth: u32,
}

/// What a segment is the first of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum First {
    Function,
    Loop,
    Neither,
}

struct Writer<'a> {
    added: &'a Added,
    out: Vec<u8>,
    /// The segment that is being read, how many instructions it has, and where it
    /// begins.
    segment: Vec<u8>,
    cost: i64,
    first: First,
    /// What the first segment costs.
    entry: i64,
    /// The function's own variables.
    variables: u32,
    /// The types of those that are added.
    scratch: Vec<ValType>,
    calls: bool,
}

impl<'a> Writer<'a> {
    fn new(added: &'a Added, variables: u32) -> Self {
        Self {
            added,
            out: Vec::new(),
            segment: Vec::new(),
            cost: 0,
            first: First::Function,
            entry: 0,
            variables,
            scratch: Vec::new(),
            calls: false,
        }
    }

    /// Takes an instruction.
    fn write(&mut self, bytes: &[u8], place: &Place) -> Result<(), BinaryReaderError> {
        let opcode = bytes[0];
        if place.dead && !matches!(opcode, 0x02..=0x05 | 0x0b) {
            self.segment.extend(bytes);
            return Ok(());
        }
        match opcode {
            // block
            0x02 => self.segment.extend(bytes),
            // loop
            0x03 => {
                self.end_segment();
                self.out.extend(bytes);
                self.first = First::Loop;
            }
            // end of the function, which `finish` writes
            0x0b if place.depth == 1 => self.end_segment(),
            // end of a loop, which nothing jumps to
            0x0b if place.in_loop => self.segment.extend(bytes),
            // else, end
            0x05 | 0x0b => {
                self.end_segment();
                self.out.extend(bytes);
            }
            // unreachable, if, br, br_if, br_table
            0x00 | 0x04 | 0x0c..=0x0e => {
                self.one(bytes);
                self.end_segment();
            }
            // return, as a jump to the end: something may have to be done there
            0x0f => {
                self.cost += 1;
                self.sink().br(place.depth - 1);
                self.end_segment();
            }
            // call, call_indirect
            0x10 | 0x11 => {
                self.calls = true;
                self.one(bytes);
            }
            // memory.grow: 1 for 8 bytes of the new pages
            0x40 => self.grow(bytes, 13),
            // Floating point: ceil to max of 32 bits, demote; of 64 bits, promote
            0x8d..=0x97 | 0xb6 => self.number(bytes, ValType::F32),
            0x9b..=0xa5 | 0xbb => self.number(bytes, ValType::F64),
            0xfc => match BinaryReader::new(&bytes[1..], 0).read_var_u32()? {
                // memory.init, memory.copy, memory.fill: 1 for 8 bytes
                8 | 10 | 11 => self.bulk(bytes, 3),
                // table.init, table.copy, table.fill
                12 | 14 | 17 => self.bulk(bytes, 0),
                // table.grow
                15 => self.grow(bytes, 0),
                _ => self.one(bytes),
            },
            _ => self.one(bytes),
        }
        Ok(())
    }

    /// An instruction as it is.
    fn one(&mut self, bytes: &[u8]) {
        self.cost += 1;
        self.segment.extend(bytes);
    }

    /// Writes the segment, with what it costs in front.
    fn end_segment(&mut self) {
        if self.first == First::Function {
            self.entry = self.cost;
        } else {
            let mut sink = InstructionSink::new(&mut self.out);
            subtract(&mut sink, self.added.fuel, self.cost);
            if self.first == First::Loop {
                check(&mut sink, self.added);
            }
        }
        self.out.append(&mut self.segment);
        self.cost = 0;
        self.first = First::Neither;
    }

    /// For writing into the segment.
    fn sink(&mut self) -> InstructionSink<'_> {
        InstructionSink::new(&mut self.segment)
    }

    /// A variable of our own: the one of this type with this number, from 0.
    fn scratch(&mut self, found: ValType, number: usize) -> u32 {
        let mut same = (0..).zip(&self.scratch).filter(|(_, own)| **own == found);
        if let Some((index, _)) = same.nth(number) {
            return self.variables + index;
        }
        self.scratch.push(found);
        self.scratch(found, number)
    }

    /// An instruction that works through the length on top of the operands: it costs
    /// one for each 2 to the power of `shift`.
    fn bulk(&mut self, bytes: &[u8], shift: i64) {
        let length = self.scratch(ValType::I32, 0);
        let added = self.added;
        self.sink().local_tee(length);
        self.one(bytes);
        let mut sink = self.sink();
        sink.global_get(added.fuel)
            .local_get(length)
            .i64_extend_i32_u()
            .i64_const(shift)
            .i64_shr_u()
            .i64_sub()
            .global_set(added.fuel);
        check(&mut sink, added);
    }

    /// An instruction that grows something by the length on top of the operands, or
    /// returns −1: each costs 2 to the power of `shift`.
    fn grow(&mut self, bytes: &[u8], shift: i64) {
        let length = self.scratch(ValType::I32, 0);
        let result = self.scratch(ValType::I32, 1);
        let added = self.added;
        self.sink().local_tee(length);
        self.one(bytes);
        let mut sink = self.sink();
        sink.local_tee(result)
            .i32_const(-1)
            .i32_eq()
            .if_(BlockType::Empty)
            .i32_const(1)
            .global_set(added.refused)
            .else_()
            .global_get(added.fuel)
            .local_get(length)
            .i64_extend_i32_u()
            .i64_const(shift)
            .i64_shl()
            .i64_sub()
            .global_set(added.fuel)
            .end();
        check(&mut sink, added);
        sink.local_get(result);
    }

    /// An instruction whose result may be no number: then it is the one with the sign
    /// and all but the first bit of its fraction 0.
    fn number(&mut self, bytes: &[u8], found: ValType) {
        let result = self.scratch(found, 0);
        self.one(bytes);
        let mut sink = self.sink();
        sink.local_tee(result);
        if found == ValType::F32 {
            sink.f32_const(f32::from_bits(0x7fc0_0000));
            sink.local_get(result).local_get(result).f32_eq();
        } else {
            sink.f64_const(f64::from_bits(0x7ff8_0000_0000_0000));
            sink.local_get(result).local_get(result).f64_eq();
        }
        sink.select();
    }

    /// The body: the function's own variables, as so many groups, and ours; and the
    /// code.
    fn finish(self, groups: (u32, &[u8]), height: u32, block: BlockType) -> Vec<u8> {
        let mut body = Vec::with_capacity(self.out.len() + 64);
        (groups.0 + self.scratch.len() as u32).encode(&mut body);
        body.extend(groups.1);
        for own in &self.scratch {
            1u32.encode(&mut body);
            own.encode(&mut body);
        }
        let takes = CALL + self.variables + self.scratch.len() as u32 + height;
        let guarded = self.calls || takes > SMALL;
        let mut sink = InstructionSink::new(&mut body);
        subtract(&mut sink, self.added.fuel, self.entry);
        if guarded {
            subtract(&mut sink, self.added.stack, takes.into());
            sink.global_get(self.added.fuel)
                .global_get(self.added.stack)
                .i64_or()
                .i64_const(0)
                .i64_lt_s()
                .if_(BlockType::Empty)
                .unreachable()
                .end()
                .block(block);
        }
        body.extend(&self.out);
        let mut sink = InstructionSink::new(&mut body);
        if guarded {
            sink.end();
            subtract(&mut sink, self.added.stack, -i64::from(takes));
        }
        sink.end();
        body
    }
}

/// Subtracts from a global variable.
fn subtract(sink: &mut InstructionSink<'_>, global: u32, number: i64) {
    if number != 0 {
        sink.global_get(global)
            .i64_const(number)
            .i64_sub()
            .global_set(global);
    }
}

/// Traps if the fuel is below zero.
fn check(sink: &mut InstructionSink<'_>, added: &Added) {
    sink.global_get(added.fuel)
        .i64_const(0)
        .i64_lt_s()
        .if_(BlockType::Empty)
        .unreachable()
        .end();
}
