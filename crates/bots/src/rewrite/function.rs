//! The instrumentation of a function.
//!
//! - The code is divided into segments (basic blocks). Each starts by subtracting the cost of
//!   its instructions from the fuel, and traps if the fuel falls below zero.
//! - An instruction costs one; `block`, `else` and `end` cost nothing. It costs one more for
//!   every 16 values that it pops and pushes: a branch with operands, a call, a block. A call
//!   also costs one for every 16 locals of the function, which are set to zero.
//! - Bulk memory and table instructions are paid for afterwards: filling, copying and growing
//!   memory costs one for 8 bytes, a table one for each entry. Growing costs [`GROW_COST`] more.
//! - Calls reserve space on the [stack](crate::MAX_STACK_VALUES) and release it, except small
//!   functions without calls.
//! - NaN results are made canonical, since processors and browsers differ in their bits.
//!
//! # Guarantees
//!
//! **No instruction is executed before it is paid for**, with one exception: each belongs to
//! exactly one segment; a segment is entered only at its start, since every branch target
//! starts one; and it continues only if the fuel was sufficient for all of it. The exception
//! is a bulk or grow instruction, which is executed first: on at most a whole memory
//! ([`MAX_MEMORY`](crate::MAX_MEMORY)) or table
//! ([`MAX_TABLE_ENTRIES`](crate::MAX_TABLE_ENTRIES)). So a call with N instructions of fuel
//! executes at most N and a single bulk or grow instruction.
//!
//! **The time of an instruction is bounded**: it depends only on the number of values that it
//! moves and on its length, and both are paid for. The slowest is a load that misses every
//! cache. `cargo xtask bench bots` measures it with modules designed to be slow.

use crate::{
    error::BotError,
    limits::{FEATURES, Limit, MAX_WORK, VALUES_PER_BRANCH_WORK, VALUES_PER_CALL},
};
use wasm_encoder::{BlockType, Encode, InstructionSink, ValType};
use wasmparser::{
    BinaryReader, BinaryReaderError, FrameKind, FuncValidator, FunctionBody, Operator,
    ValidatorResources,
};

/// The maximum number of values of a function without calls that reserves no stack space.
const MAX_UNRESERVED_VALUES: u32 = 1000;

/// The number of values or locals for which an instruction or a call costs one more.
const VALUES_PER_COST: u32 = 16;

/// The fixed cost of growing a memory or a table: browsers create new objects, even if it grows
/// by nothing.
const GROW_COST: i64 = 256;

/// The additions to the module.
#[derive(Debug, Default)]
pub(super) struct Instrumentation {
    /// The global variable with the fuel.
    pub(super) fuel: u32,
    /// The global variable that is 1 once memory has been refused.
    pub(super) refused: u32,
    /// The global variable with the free stack space.
    pub(super) stack: u32,
    /// For each function type, the type of a block with the same results.
    pub(super) blocks: Vec<Option<BlockType>>,
}

/// The remaining [work](crate::limits::MAX_WORK) for a file.
#[derive(Debug)]
pub(super) struct WorkBudget(u64);

impl WorkBudget {
    pub(super) fn new() -> Self {
        Self(MAX_WORK)
    }

    /// Subtracts work for a function.
    ///
    /// # Errors
    /// Returns an error if not enough is left.
    pub(super) fn take(&mut self, work: u64, function: Option<u32>) -> Result<(), BotError> {
        let left = self.0.checked_sub(work);
        self.0 = left.ok_or(BotError::TooComplex(function))?;
        Ok(())
    }
}

/// Validates the function with this index and type, and returns its instrumented body.
///
/// # Errors
/// Returns an error if the function is invalid or exceeds a limit.
pub(super) fn rewrite(
    validator: &mut FuncValidator<ValidatorResources>,
    body: &FunctionBody<'_>,
    (index, type_index): (u32, usize),
    instrumentation: &Instrumentation,
    work: &mut WorkBudget,
) -> Result<Vec<u8>, BotError> {
    let bytes = body.as_bytes();
    let mut reader = body.get_binary_reader();
    reader.set_features(FEATURES);
    let parameters = validator.len_locals();
    let mut locals = reader.clone();
    let groups = locals.read_var_u32()?;
    validator.read_locals(&mut reader)?;
    let groups = (
        groups,
        &bytes[locals.current_position()..reader.current_position()],
    );
    work.take(validator.len_locals().into(), Some(index))?;

    let over = |limit, found| Err(BotError::limit(limit, found, Some(index)));
    let mut writer = Writer::new(instrumentation, validator.len_locals());
    writer.cost = i64::from((validator.len_locals() - parameters) / VALUES_PER_COST);
    let mut height = 0;
    let mut branches = 0;
    let mut loops: u32 = 0;
    while !reader.eof() {
        let (from, offset) = (reader.current_position(), reader.original_position());
        let frame = validator.get_control_frame(0);
        let mut context = InstructionContext {
            unreachable: frame.is_none_or(|frame| frame.unreachable),
            in_loop: frame.is_some_and(|frame| frame.kind == FrameKind::Loop),
            depth: validator.control_stack_height(),
            values: 0,
        };
        let opcode = bytes[from];
        if opcode <= LAST_CONTROL_OPCODE {
            let operator = reader.clone().read_operator()?;
            let visitor = validator.visitor(offset);
            // Invalid operators have no arity; they are reported below.
            let (popped, pushed) = operator.operator_arity(&visitor).unwrap_or_default();
            context.values = popped.saturating_add(pushed);
            let mut costs = u64::from(context.values);
            match &operator {
                Operator::Loop { .. } => {
                    loops += 1;
                    costs += u64::from(loops);
                }
                Operator::End if context.in_loop => loops = loops.saturating_sub(1),
                Operator::Br { .. } | Operator::BrIf { .. } | Operator::Return => branches += 1,
                Operator::BrTable { targets } => {
                    if u64::from(targets.len()) > Limit::BranchTargets.max() {
                        return over(Limit::BranchTargets, targets.len().into());
                    }
                    branches += u64::from(targets.len()) + 1;
                    costs *= u64::from(targets.len()) + 1;
                }
                _ => {}
            }
            if branches > Limit::Branches.max() {
                return over(Limit::Branches, branches);
            }
            let values = u64::from(writer.locals) + u64::from(height);
            work.take(costs + values / VALUES_PER_BRANCH_WORK, Some(index))?;
        }
        work.take(1, Some(index))?;
        reader.visit_operator(&mut validator.visitor(offset))??;
        height = height.max(validator.operand_stack_height());
        // The function itself is the outermost.
        let nesting = u64::from(validator.control_stack_height().saturating_sub(1));
        if nesting > Limit::Nesting.max() {
            return over(Limit::Nesting, nesting);
        }
        writer.write(&bytes[from..reader.current_position()], &context)?;
    }
    validator.finish(reader.original_position())?;
    let values = writer.values(height);
    if u64::from(values) > Limit::Values.max() {
        return over(Limit::Values, values.into());
    }
    let block = instrumentation.blocks.get(type_index).copied().flatten();
    let body = writer.finish(groups, height, block.unwrap_or(BlockType::Empty));
    if body.len() as u64 > Limit::Function.max() {
        return over(Limit::Function, body.len() as u64);
    }
    Ok(body)
}

/// The last opcode of control instructions.
const LAST_CONTROL_OPCODE: u8 = 0x11;

/// The position of an instruction in a function.
struct InstructionContext {
    /// Whether it is unreachable.
    unreachable: bool,
    /// Whether the innermost block is a loop.
    in_loop: bool,
    /// The number of enclosing blocks, including the function.
    depth: u32,
    /// The number of values that it pops and pushes, if there can be many.
    values: u32,
}

struct Writer<'a> {
    instrumentation: &'a Instrumentation,
    out: Vec<u8>,
    /// The current segment and its cost.
    segment: Vec<u8>,
    cost: i64,
    /// The cost of the first segment, once it is complete.
    entry: Option<i64>,
    /// The locals of the original function.
    locals: u32,
    /// The types of the added locals.
    scratch: Vec<ValType>,
    calls: bool,
}

impl<'a> Writer<'a> {
    fn new(instrumentation: &'a Instrumentation, locals: u32) -> Self {
        Self {
            instrumentation,
            out: Vec::new(),
            segment: Vec::new(),
            cost: 0,
            entry: None,
            locals,
            scratch: Vec::new(),
            calls: false,
        }
    }

    /// Adds an instruction.
    fn write(
        &mut self,
        bytes: &[u8],
        context: &InstructionContext,
    ) -> Result<(), BinaryReaderError> {
        let opcode = bytes[0];
        if context.unreachable && !matches!(opcode, 0x02..=0x05 | 0x0b) {
            self.segment.extend(bytes);
            return Ok(());
        }
        if !context.unreachable {
            self.cost += i64::from(context.values / VALUES_PER_COST);
        }
        match opcode {
            // block
            0x02 => self.segment.extend(bytes),
            // loop, which is paid for once, on entry
            0x03 => {
                self.cost += i64::from(!context.unreachable);
                self.end_segment();
                self.out.extend(bytes);
            }
            // end of the function, which `finish` writes
            0x0b if context.depth == 1 => self.end_segment(),
            // end of a loop, which is no branch target
            0x0b if context.in_loop => self.segment.extend(bytes),
            // else, end
            0x05 | 0x0b => {
                self.end_segment();
                self.out.extend(bytes);
            }
            // unreachable, if, br, br_if, br_table
            0x00 | 0x04 | 0x0c..=0x0e => {
                self.copy(bytes);
                self.end_segment();
            }
            // return, as a branch to the end, where stack space may have to be released
            0x0f => {
                self.cost += 1;
                self.sink().br(context.depth - 1);
                self.end_segment();
            }
            // call, call_indirect
            0x10 | 0x11 => {
                self.calls = true;
                self.copy(bytes);
            }
            // memory.grow: 1 for 8 bytes of the new pages
            0x40 => self.grow(bytes, 13),
            // Floating point: ceil to max of 32 bits, demote; of 64 bits, promote
            0x8d..=0x97 | 0xb6 => self.canonicalize_nan(bytes, ValType::F32),
            0x9b..=0xa5 | 0xbb => self.canonicalize_nan(bytes, ValType::F64),
            0xfc => match BinaryReader::new(&bytes[1..], 0).read_var_u32()? {
                // memory.init, memory.copy, memory.fill: 1 for 8 bytes
                8 | 10 | 11 => self.charge_by_length(bytes, 3),
                // table.init, table.copy, table.fill
                12 | 14 | 17 => self.charge_by_length(bytes, 0),
                // table.grow
                15 => self.grow(bytes, 0),
                _ => self.copy(bytes),
            },
            _ => self.copy(bytes),
        }
        Ok(())
    }

    /// Copies an instruction.
    fn copy(&mut self, bytes: &[u8]) {
        self.cost += 1;
        self.segment.extend(bytes);
    }

    /// Writes the segment after the code that pays for it.
    fn end_segment(&mut self) {
        let cost = std::mem::take(&mut self.cost);
        if self.entry.is_none() {
            // `finish` writes it.
            self.entry = Some(cost);
        } else if cost != 0 {
            let left = self.scratch(ValType::I64, 0);
            charge(
                &mut InstructionSink::new(&mut self.out),
                self.instrumentation,
                left,
                cost,
            );
        }
        self.out.append(&mut self.segment);
    }

    /// Returns a sink for the segment.
    fn sink(&mut self) -> InstructionSink<'_> {
        InstructionSink::new(&mut self.segment)
    }

    /// Returns the added locals with this type and number, from 0.
    fn scratch(&mut self, found: ValType, number: usize) -> u32 {
        let mut same = (0..).zip(&self.scratch).filter(|(_, own)| **own == found);
        if let Some((index, _)) = same.nth(number) {
            return self.locals + index;
        }
        self.scratch.push(found);
        self.scratch(found, number)
    }

    /// Adds an instruction whose operand on top of the stack is a length, of which 2 to the
    /// power of `shift` cost one.
    fn charge_by_length(&mut self, bytes: &[u8], shift: i64) {
        let length = self.scratch(ValType::I32, 0);
        let left = self.scratch(ValType::I64, 0);
        let instrumentation = self.instrumentation;
        self.sink().local_tee(length);
        self.copy(bytes);
        let mut sink = self.sink();
        sink.global_get(instrumentation.fuel)
            .local_get(length)
            .i64_extend_i32_u()
            .i64_const(shift)
            .i64_shr_u()
            .i64_sub();
        store_fuel(&mut sink, instrumentation, left);
    }

    /// Adds an instruction that grows a memory or a table by the operand on top of the stack,
    /// each unit of which costs 2 to the power of `shift`, or returns −1.
    fn grow(&mut self, bytes: &[u8], shift: i64) {
        let length = self.scratch(ValType::I32, 0);
        let result = self.scratch(ValType::I32, 1);
        let left = self.scratch(ValType::I64, 0);
        let instrumentation = self.instrumentation;
        self.cost += GROW_COST;
        self.sink().local_tee(length);
        self.copy(bytes);
        let mut sink = self.sink();
        sink.local_tee(result)
            .i32_const(-1)
            .i32_eq()
            .if_(BlockType::Empty)
            .i32_const(1)
            .global_set(instrumentation.refused)
            .else_()
            .global_get(instrumentation.fuel)
            .local_get(length)
            .i64_extend_i32_u()
            .i64_const(shift)
            .i64_shl()
            .i64_sub();
        store_fuel(&mut sink, instrumentation, left);
        sink.end().local_get(result);
    }

    /// Adds an instruction whose result may be NaN, which is then replaced with the canonical
    /// NaN.
    fn canonicalize_nan(&mut self, bytes: &[u8], found: ValType) {
        let result = self.scratch(found, 0);
        self.copy(bytes);
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

    /// Returns the number of values of a call, given the maximum height of the operand stack.
    fn values(&self, height: u32) -> u32 {
        // `VALUES_PER_CALL` includes the local of type i64, which payments use.
        let others = self.scratch.iter().filter(|own| **own != ValType::I64);
        let locals = self.locals + others.count() as u32;
        locals.saturating_add(height)
    }

    /// Returns the body: the groups of locals, the added locals, and the code.
    fn finish(mut self, groups: (u32, &[u8]), height: u32, block: BlockType) -> Vec<u8> {
        let entry = self.entry.unwrap_or_default();
        let frame_size = VALUES_PER_CALL + self.values(height);
        let reserves_stack = self.calls || frame_size > MAX_UNRESERVED_VALUES;
        let mut start = Vec::with_capacity(64);
        let mut sink = InstructionSink::new(&mut start);
        if reserves_stack {
            subtract(&mut sink, self.instrumentation.fuel, entry);
            subtract(&mut sink, self.instrumentation.stack, frame_size.into());
            sink.global_get(self.instrumentation.fuel)
                .global_get(self.instrumentation.stack)
                .i64_or()
                .i64_const(0)
                .i64_lt_s()
                .if_(BlockType::Empty)
                .unreachable()
                .end()
                .block(block);
        } else if entry != 0 {
            let left = self.scratch(ValType::I64, 0);
            charge(&mut sink, self.instrumentation, left, entry);
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
        if reserves_stack {
            sink.end();
            subtract(
                &mut sink,
                self.instrumentation.stack,
                -i64::from(frame_size),
            );
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

/// Subtracts from the fuel, using a local of the function, and traps if the fuel falls below
/// zero.
fn charge(sink: &mut InstructionSink<'_>, instrumentation: &Instrumentation, left: u32, cost: i64) {
    sink.global_get(instrumentation.fuel)
        .i64_const(cost)
        .i64_sub();
    store_fuel(sink, instrumentation, left);
}

/// Sets the fuel to the operand on top of the stack, and traps if it is below zero.
fn store_fuel(sink: &mut InstructionSink<'_>, instrumentation: &Instrumentation, left: u32) {
    sink.local_tee(left)
        .global_set(instrumentation.fuel)
        .local_get(left)
        .i64_const(0)
        .i64_lt_s()
        .if_(BlockType::Empty)
        .unreachable()
        .end();
}
