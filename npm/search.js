// Checks of arguments, and searches in slices: what blocking solvers and workers share.

import { Engine, Question } from "./solver.js";

/** The number of nodes in a slice, which takes about ten milliseconds. */
const SLICE = 10_000;
/** The largest number that the program takes. */
const MAX = 2 ** 32 - 1;
const LIMITS = ["nodes", "ms"];

function bounds(lower, upper) {
  return { score: lower === upper ? lower : undefined, lower, upper };
}

/** Returns what is known of each column; `undefined` for full ones. */
function columns(engine) {
  const pairs = engine.columnBounds();
  const all = Array.from({ length: pairs.length / 2 }, (_, i) => bounds(pairs[2 * i], pairs[2 * i + 1]));
  return all.map((column) => (column.lower > column.upper ? undefined : column));
}

const position = (engine) => bounds(...engine.bounds());
const list = (engine) => Array.from(engine.columns());

/**
 * The methods of a solver: what they search for, how they answer, which options they have, and
 * whether the answer has the number of nodes.
 */
const METHODS = {
  score: { question: Question.Score, answer: (engine) => position(engine).score, options: [], limited: "solve" },
  solve: {
    question: Question.Score,
    answer: position,
    options: LIMITS,
    counts: true,
  },
  columnScores: {
    question: Question.Columns,
    answer: (engine) => columns(engine).map((column) => column?.score),
    options: [],
    limited: "analyze",
  },
  analyze: {
    question: Question.BestFirst,
    answer: (engine) => ({ ...position(engine), columns: columns(engine), best: list(engine) }),
    options: LIMITS,
    counts: true,
  },
  bestColumns: { question: Question.Best, answer: list, options: LIMITS },
  principalVariation: { question: Question.Variation, answer: list, options: LIMITS },
  review: { question: Question.Review, answer: (engine) => engine.judgements(), options: LIMITS },
};

function kind(value) {
  if (value === null || value === undefined) return String(value);
  const type = Array.isArray(value) ? "array" : typeof value;
  return `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}

function checkType(name, value, type) {
  if (typeof value !== type || value === null) {
    const expected = type === "object" ? "an object" : `a ${type}`;
    throw new TypeError(`${name} must be ${expected}, not ${kind(value)}`);
  }
}

/** Checks the arguments of a constructor. */
export function checkBoard([columns, rows, connect, tableMegabytes]) {
  for (const [name, value] of Object.entries({ columns, rows, connect, tableMegabytes })) {
    if (value === undefined || value === null) continue;
    checkType(name, value, "number");
    if (!Number.isInteger(value) || value < 0 || value > MAX) {
      throw new RangeError(`${name} must be an integer from 0 to ${MAX}, not ${value}`);
    }
  }
}

/** Checks the arguments of a method. The option `signal` is for workers. */
export function checkCall(method, moves, options, inWorker) {
  checkType("moves", moves, "string");
  if (options === undefined) return;
  checkType("options", options, "object");
  const { options: allowed, limited } = METHODS[method];
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (name === "signal") {
      if (!inWorker) throw new TypeError("a signal can't stop a solver that blocks; use SolverWorker");
      if (typeof value?.aborted !== "boolean" || typeof value.addEventListener !== "function") {
        throw new TypeError(`signal must be an AbortSignal, not ${kind(value)}`);
      }
      continue;
    }
    if (!allowed.includes(name)) {
      const instead = limited && LIMITS.includes(name) ? `; use ${limited}` : "";
      throw new TypeError(`${method} has no option “${name}”${instead}`);
    }
    checkType(name, value, "number");
    if (!(value >= 0)) throw new RangeError(`${name} must be at least 0, not ${value}`);
  }
}

export function checkBook(bytes) {
  // Unlike `instanceof`, this accepts arrays of other realms.
  if (Object.prototype.toString.call(bytes) !== "[object Uint8Array]") {
    throw new TypeError(`the opening book must be a Uint8Array, not ${kind(bytes)}`);
  }
}

/** Creates an engine, from checked arguments. */
export function createEngine(board) {
  try {
    return new Engine(...board);
  } catch (error) {
    // Rust programs abort when memory can't be allocated.
    if (error instanceof WebAssembly.RuntimeError) throw new Error("not enough memory for the solver's table");
    throw error;
  }
}

/**
 * Answers a call with checked arguments. Yields after each slice. An abandoned search ends when the
 * next one begins.
 */
export function* search(engine, method, moves, { nodes = Infinity, ms = Infinity } = {}) {
  const { question, answer, counts } = METHODS[method];
  const deadline = performance.now() + ms;
  const before = engine.end();
  engine.begin(question, moves);
  let left = nodes;
  for (;;) {
    const slice = Math.min(SLICE, left);
    if (engine.run(slice)) break;
    left -= slice;
    if (left <= 0 || performance.now() >= deadline) break;
    yield;
  }
  const found = answer(engine);
  const searched = engine.end() - before;
  return counts ? { ...found, nodes: searched } : found;
}
