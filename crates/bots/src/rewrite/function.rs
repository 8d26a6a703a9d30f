//! The counting, added to a function.
//!
//! - The code is divided into segments: what is executed from the first instruction to
//!   the last, once it has begun. Each begins with paying for itself: it subtracts what its
//!   instructions cost from the fuel, and traps if that is below zero then.
//! - An instruction is one; `block`, `else` and `end` only hold others together and are
//!   none. For every 16 values that one takes and returns it costs one more: a branch with
//!   the values that it carries, a call, a block. So does a function that is called for
//!   every 16 of its variables, which have to be set to zero.
//! - What an instruction does with a length is paid when it is done: filling, copying
//!   and growing a memory one for 8 bytes, a table one for each entry. Growing costs
//!   [`GROWTH`] besides, however little.
//! - Calls take from what is left of the [stack](crate::STACK) and give it back.
//!   Functions that call no other don't, unless they are large.
//! - Where the result of an instruction is no number (NaN), it is made the same one
//!   everywhere: processors and browsers differ in its bits.
//!
//! # What follows
//!
//! **No instruction is executed that was not paid for**, but for one: each belongs to
//! exactly one segment; a segment is entered at its beginning only, since everything that is
//! jumped to begins one; and it goes on only if the fuel sufficed for all of it. The one is
//! an instruction with a length, which is over before it is paid: at most a whole memory
//! ([`MEMORY`](crate::MEMORY)) or table ([`TABLE`](crate::TABLE)). How functions call each
//! other does not matter, nor how long they are. A call with N instructions of
//! fuel executes at most N and a single bulk or growing operation.
//!
//! **Each costs a bounded time**: what it does depends on nothing but the values that it
//! moves and its length, and it pays for both. The costliest is a load that misses
//! every cache. `cargo xtask bench bots` measures it with modules made to be slow.

use super::Refusal;
use crate::{
    limits::{CALL, Limit, VALUES_OF_A_BRANCH, WORK},
    problem::Problem,
};
use wasm_encoder::{BlockType, Encode, InstructionSink, ValType};
use wasmparser::{
    BinaryReader, BinaryReaderError, FrameKind, FuncValidator, FunctionBody, Operator,
    ValidatorResources, WasmFeatures,
};

/// A function that takes no more, and calls no other, takes nothing.
const SMALL: u32 = 1000;

/// For how many values an instruction, or a call for how many variables, costs one more.
const VALUES: u32 = 16;

/// What growing a memory or a table costs beside what is added to it: browsers make new
/// objects for it, even where nothing is added.
const GROWTH: i64 = 256;

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

/// What is left of the [work](crate::limits::WORK) that a file may be.
#[derive(Debug)]
pub(super) struct Work(u64);

impl Work {
    pub(super) fn new() -> Self {
        Self(WORK)
    }

    /// Takes some of it.
    ///
    /// # Errors
    /// If there is not so much left.
    pub(super) fn take(&mut self, work: u64, function: Option<u32>) -> Result<(), Refusal> {
        let left = self.0.checked_sub(work);
        self.0 = left.ok_or(Problem::TooComplex(function))?;
        Ok(())
    }
}

/// Checks a function, the one with this number and type, and returns its body with the
/// counting added.
///
/// # Errors
/// Why it is not valid, or over a limit.
pub(super) fn rewrite(
    validator: &mut FuncValidator<ValidatorResources>,
    body: &FunctionBody<'_>,
    (index, type_index): (u32, usize),
    added: &Added,
    work: &mut Work,
    features: WasmFeatures,
) -> Result<Vec<u8>, Refusal> {
    let bytes = body.as_bytes();
    let mut reader = body.get_binary_reader();
    reader.set_features(features);
    let parameters = validator.len_locals();
    let mut variables = reader.clone();
    let groups = variables.read_var_u32()?;
    validator.read_locals(&mut reader)?;
    let groups = (
        groups,
        &bytes[variables.current_position()..reader.current_position()],
    );
    work.take(validator.len_locals().into(), Some(index))?;

    let over = |limit, found| Err(Problem::limit(limit, found, Some(index)).into());
    let mut writer = Writer::new(added, validator.len_locals());
    writer.cost = i64::from((validator.len_locals() - parameters) / VALUES);
    let mut height = 0;
    let mut branches = 0;
    let mut loops: u32 = 0;
    while !reader.eof() {
        let (from, offset) = (reader.current_position(), reader.original_position());
        let frame = validator.get_control_frame(0);
        let mut place = Place {
            dead: frame.is_none_or(|frame| frame.unreachable),
            in_loop: frame.is_some_and(|frame| frame.kind == FrameKind::Loop),
            depth: validator.control_stack_height(),
            values: 0,
        };
        let opcode = bytes[from];
        if opcode <= LAST_OF_CONTROL {
            let operator = reader.clone().read_operator()?;
            let visitor = validator.visitor(offset);
            // What is not valid has none, and is said to be so below.
            let (takes, returns) = operator.operator_arity(&visitor).unwrap_or_default();
            place.values = takes.saturating_add(returns);
            let mut costs = u64::from(place.values);
            match &operator {
                Operator::Loop { .. } => {
                    loops += 1;
                    costs += u64::from(loops);
                }
                Operator::End if place.in_loop => loops = loops.saturating_sub(1),
                Operator::Br { .. } | Operator::BrIf { .. } | Operator::Return => branches += 1,
                Operator::BrTable { targets } => {
                    if u64::from(targets.len()) > Limit::Targets.most() {
                        return over(Limit::Targets, targets.len().into());
                    }
                    branches += u64::from(targets.len()) + 1;
                    costs *= u64::from(targets.len()) + 1;
                }
                _ => {}
            }
            if branches > Limit::Branches.most() {
                return over(Limit::Branches, branches);
            }
            let values = u64::from(writer.variables) + u64::from(height);
            work.take(costs + values / VALUES_OF_A_BRANCH, Some(index))?;
        }
        work.take(1, Some(index))?;
        reader.visit_operator(&mut validator.visitor(offset))??;
        height = height.max(validator.operand_stack_height());
        // The function itself is the outermost.
        let nesting = u64::from(validator.control_stack_height().saturating_sub(1));
        if nesting > Limit::Nesting.most() {
            return over(Limit::Nesting, nesting);
        }
        writer.write(&bytes[from..reader.current_position()], &place)?;
    }
    validator.finish(reader.original_position())?;
    let values = writer.values(height);
    if u64::from(values) > Limit::Values.most() {
        return over(Limit::Values, values.into());
    }
    let block = added.blocks.get(type_index).copied().flatten();
    let body = writer.finish(groups, height, block.unwrap_or(BlockType::Empty));
    if body.len() as u64 > Limit::Function.most() {
        return over(Limit::Function, body.len() as u64);
    }
    Ok(body)
}

/// The last of the instructions that jump, hold others together, or call.
const LAST_OF_CONTROL: u8 = 0x11;

/// Where in a function an instruction is.
struct Place {
    /// Behind a jump, so that it is never executed.
    dead: bool,
    /// The innermost block around it is a loop.
    in_loop: bool,
    /// How many blocks are around it, the function counted as one.
    depth: u32,
    /// How many values it takes and returns, where these can be many.
    values: u32,
}

struct Writer<'a> {
    added: &'a Added,
    out: Vec<u8>,
    /// The segment that is being read, and what its instructions cost.
    segment: Vec<u8>,
    cost: i64,
    /// What the first segment costs, once it has been read.
    entry: Option<i64>,
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
            entry: None,
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
        if !place.dead {
            self.cost += i64::from(place.values / VALUES);
        }
        match opcode {
            // block
            0x02 => self.segment.extend(bytes),
            // loop, which is paid once, where it is entered
            0x03 => {
                self.cost += i64::from(!place.dead);
                self.end_segment();
                self.out.extend(bytes);
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

    /// Writes the segment, with what pays for it in front.
    fn end_segment(&mut self) {
        let cost = std::mem::take(&mut self.cost);
        if self.entry.is_none() {
            // `finish` writes it.
            self.entry = Some(cost);
        } else if cost != 0 {
            let left = self.scratch(ValType::I64, 0);
            pay(
                &mut InstructionSink::new(&mut self.out),
                self.added,
                left,
                cost,
            );
        }
        self.out.append(&mut self.segment);
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
        let left = self.scratch(ValType::I64, 0);
        let added = self.added;
        self.sink().local_tee(length);
        self.one(bytes);
        let mut sink = self.sink();
        sink.global_get(added.fuel)
            .local_get(length)
            .i64_extend_i32_u()
            .i64_const(shift)
            .i64_shr_u()
            .i64_sub();
        set(&mut sink, added, left);
    }

    /// An instruction that grows something by the length on top of the operands, or
    /// returns −1: each costs 2 to the power of `shift`.
    fn grow(&mut self, bytes: &[u8], shift: i64) {
        let length = self.scratch(ValType::I32, 0);
        let result = self.scratch(ValType::I32, 1);
        let left = self.scratch(ValType::I64, 0);
        let added = self.added;
        self.cost += GROWTH;
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
            .i64_sub();
        set(&mut sink, added, left);
        sink.end().local_get(result);
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

    /// Returns how many values a call takes, given the greatest height of the operand stack.
    fn values(&self, height: u32) -> u32 {
        // The variable that everything is paid by way of belongs to the call.
        let others = self.scratch.iter().filter(|own| **own != ValType::I64);
        let variables = self.variables + others.count() as u32;
        variables.saturating_add(height)
    }

    /// The body: the function's own variables, as so many groups, and ours; and the
    /// code.
    fn finish(mut self, groups: (u32, &[u8]), height: u32, block: BlockType) -> Vec<u8> {
        let entry = self.entry.unwrap_or_default();
        let takes = CALL + self.values(height);
        let guarded = self.calls || takes > SMALL;
        let mut start = Vec::with_capacity(64);
        let mut sink = InstructionSink::new(&mut start);
        if guarded {
            subtract(&mut sink, self.added.fuel, entry);
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
        } else if entry != 0 {
            let left = self.scratch(ValType::I64, 0);
            pay(&mut sink, self.added, left, entry);
        }
        let mut body = Vec::with_capacity(start.len() + self.out.len() + 64);
        (groups.0 + self.scratch.len() as u32).encode(&mut body);
        body.extend(groups.1);
        for own in &self.scratch {
            1u32.encode(&mut body);
            own.encode(&mut body);
        }
        body.extend(&start);
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

/// Subtracts from the fuel, by way of a variable of the function, and traps if it is below
/// zero then.
fn pay(sink: &mut InstructionSink<'_>, added: &Added, left: u32, cost: i64) {
    sink.global_get(added.fuel).i64_const(cost).i64_sub();
    set(sink, added, left);
}

/// Sets the fuel to what is on top of the operands, and traps if it is below zero.
fn set(sink: &mut InstructionSink<'_>, added: &Added, left: u32) {
    sink.local_tee(left)
        .global_set(added.fuel)
        .local_get(left)
        .i64_const(0)
        .i64_lt_s()
        .if_(BlockType::Empty)
        .unreachable()
        .end();
}
