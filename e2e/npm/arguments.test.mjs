// Wrong arguments of the npm package are named, and leave the solver as it was.

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, before, test } from "node:test";
import { runInNewContext } from "node:vm";
import { importFrom, install } from "./install.mjs";

let folder, Solver, SolverWorker, openingBook;

before(async () => {
  folder = install();
  ({ Solver, openingBook } = await importFrom(folder, "node.js"));
  ({ SolverWorker } = await importFrom(folder, "node-worker.js"));
});

after(() => rmSync(folder, { recursive: true }));

const METHODS = ["score", "solve", "columnScores", "analyze", "bestColumns", "principalVariation", "review"];
const LIMITED = METHODS.filter((method) => !["score", "columnScores"].includes(method));

/** Wrong moves, and what they are. */
const WRONG_MOVES = [
  [44455, "a number"],
  [undefined, "undefined"],
  [null, "null"],
  [{}, "an object"],
  [["4", "4"], "an array"],
  [() => "44", "a function"],
  [44n, "a bigint"],
  [Symbol("44"), "a symbol"],
  [true, "a boolean"],
];

/** Wrong options of all methods, and the errors. */
const WRONG_OPTIONS = [
  [5, "TypeError", "options must be an object, not a number"],
  [null, "TypeError", "options must be an object, not null"],
  ["ms", "TypeError", "options must be an object, not a string"],
];

/** Wrong options of methods that have limits. */
const WRONG_LIMITS = [
  [{ ms: "5" }, "TypeError", "ms must be a number, not a string"],
  [{ nodes: null }, "TypeError", "nodes must be a number, not null"],
  [{ ms: NaN }, "RangeError", "ms must be at least 0, not NaN"],
  [{ nodes: -1 }, "RangeError", "nodes must be at least 0, not -1"],
];

/** Wrong arguments of the constructors. */
const WRONG_BOARDS = [NaN, 1.5, -1, 2 ** 40, Infinity].map((value) => [
  value,
  "RangeError",
  `must be an integer from 0 to 4294967295, not ${value}`,
]);
WRONG_BOARDS.push(["7", "TypeError", "must be a number, not a string"], [{}, "TypeError", "must be a number, not an object"]);

test("moves are a string", async () => {
  const solver = new Solver();
  const worker = new SolverWorker();
  for (const method of METHODS) {
    for (const [moves, kind] of WRONG_MOVES) {
      const expected = { name: "TypeError", message: `moves must be a string, not ${kind}` };
      assert.throws(() => solver[method](moves), expected, method);
      await assert.rejects(worker[method](moves), expected, method);
    }
    assert.throws(() => solver[method]("48"), /“8” is not a column/);
    assert.equal(solver.score("44455554"), 1);
  }
  assert.equal(await worker.score("44455554"), 1);
  worker.terminate();
});

test("options are checked", async () => {
  const solver = new Solver();
  const worker = new SolverWorker();
  for (const method of METHODS) {
    const limited = LIMITED.includes(method);
    const unknown = [{ time: 5 }, "TypeError", `${method} has no option “time”`];
    const notAborting = [{ signal: {} }, "TypeError", "signal must be an AbortSignal, not an object"];
    for (const [options, name, message] of [...WRONG_OPTIONS, ...(limited ? WRONG_LIMITS : []), unknown]) {
      assert.throws(() => solver[method]("44455554", options), { name, message });
      await assert.rejects(worker[method]("44455554", options), { name, message });
    }
    await assert.rejects(worker[method]("4", notAborting[0]), { name: "TypeError", message: notAborting[2] });
    assert.throws(() => solver[method]("4", { signal: new AbortController().signal }), {
      name: "TypeError",
      message: "a signal can't stop a solver that blocks; use SolverWorker",
    });
  }
  const message = "columnScores has no option “nodes”; use analyze";
  assert.throws(() => solver.columnScores("4", { nodes: 1 }), { name: "TypeError", message });
  worker.terminate();
});

test("boards are checked", () => {
  for (const [at, argument] of ["columns", "rows", "connect", "tableMegabytes"].entries()) {
    const board = (value) => [7, 6, 4, 16].with(at, value);
    for (const [value, name, message] of WRONG_BOARDS) {
      const expected = { name, message: `${argument} ${message}` };
      assert.throws(() => new Solver(...board(value)), expected);
      assert.throws(() => new SolverWorker(...board(value)), expected);
    }
    assert.equal(new Solver(...board(null)).score("44455554"), 1);
  }
  assert.throws(() => new Solver(300), /^Error: columns: 300 is not at most/);
  for (const size of [0, 1025]) {
    const message = `${size} MB is not a table size; 1 to 1024 MB are`;
    assert.throws(() => new Solver(7, 6, 4, size), { name: "Error", message });
  }
});

test("an opening book is a Uint8Array", async () => {
  const solver = new Solver();
  const book = await openingBook();
  const wrong = [
    [undefined, "undefined"],
    [null, "null"],
    ["book", "a string"],
    [book.buffer, "an object"],
    [[...book], "an array"],
    [new Uint16Array(2), "an object"],
  ];
  for (const [bytes, kind] of wrong) {
    const message = `the opening book must be a Uint8Array, not ${kind}`;
    assert.throws(() => solver.useBook(bytes), { name: "TypeError", message });
  }
  assert.throws(() => solver.useBook(book.subarray(1)), Error);
  assert.throws(() => new Solver(8, 7).useBook(book), /^Error: the opening book is for another board/);
  solver.useBook(Buffer.from(book));
  solver.useBook(runInNewContext("Uint8Array").from(book));
  assert.equal(solver.score(""), 1);
});

test("a solver that was freed says so", () => {
  const solver = new Solver();
  solver.free();
  solver.free();
  for (const use of [() => solver.score("4"), () => solver.clearTable(), () => solver.nodes]) {
    assert.throws(use, /^Error: the solver was freed/);
  }
});

// The last test: it leaves no memory.
test("a table that is too large for the memory is an error", async () => {
  const solver = new Solver();
  const { initSync } = await importFrom(folder, "solver.js");
  const { memory } = initSync();
  // Of the 4 GB that a program can have, some 60 MB are left.
  memory.grow(64_500 - memory.buffer.byteLength / 65_536);
  assert.throws(() => new Solver(7, 6, 4, 128), { name: "Error", message: "not enough memory for the solver's table" });
  assert.equal(solver.score("44455554"), 1);
});
