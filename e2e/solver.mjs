// Measures the solver in WebAssembly, in Node and in a worker of Chromium.
//
//   node solver.mjs [wasm] [columns] [OPTIONS]
//
// `cargo xtask bench solver` builds its dependencies and lists the options.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chromium as playwright } from "@playwright/test";
import { chromium } from "./browsers.mjs";
import { serve } from "./serve.mjs";
import { benchmarks } from "./solver/measure.mjs";

const MODULE = "../target/solver-wasm/solver";
const BOOK = "../crates/solver/data/7x6.book";
const NATIVE = `../target/bench/release/four-shapes-bench${process.platform === "win32" ? ".exe" : ""}`;

for (const file of [`${MODULE}_bg.wasm`, NATIVE, "../dist/worker.js"]) {
  if (!existsSync(file)) {
    console.error(`bench: there is no ${file}; run \`cargo xtask bench solver\`, which builds it`);
    process.exit(1);
  }
}

const words = process.argv.slice(2);
const firstOption = words.findIndex((word) => word.startsWith("--"));
const parts = firstOption < 0 ? words : words.slice(0, firstOption);
const options = firstOption < 0 ? [] : words.slice(firstOption);
// The native program receives all options and validates them.
const named = options.lastIndexOf("--rounds");
const rounds = named < 0 ? 3 : Number(options[named + 1]);

const runtimes = { Node: await inNode(), Chromium: await inChromium() };
try {
  if (parts.includes("wasm")) await benchClasses();
  if (parts.includes("columns")) await benchColumns();
} finally {
  await runtimes.Chromium.close();
}

function native(...args) {
  return execFileSync(NATIVE, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

/** Measures each class alternately in native code, Node and Chromium. */
async function benchClasses() {
  const classes = native("classes", ...options)
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"))
    .map(([name, columns, rows, file]) => {
      return { name, board: [Number(columns), Number(rows)], cases: readCases(file) };
    })
    .filter(({ cases }) => cases.length > 0);
  await warmUp(classes);
  const rows = [];
  for (const { name, board, cases } of classes) {
    const lines = cases.map(([moves]) => moves).join("\n");
    const best = { native: Infinity, Node: Infinity, Chromium: Infinity };
    for (let round = 0; round < rounds; round++) {
      best.native = Math.min(best.native, Number(native("time", name, ...options)));
      for (const [runtime, { timeClass }] of Object.entries(runtimes)) {
        const { microseconds, scores } = await timeClass(board, lines);
        compareScores(runtime, cases, scores);
        best[runtime] = Math.min(best[runtime], microseconds);
      }
    }
    rows.push({
      class: name,
      positions: cases.length,
      "native, µs": round(best.native / cases.length),
      "Node, µs": round(best.Node / cases.length),
      "Chromium, µs": round(best.Chromium / cases.length),
      "Node / native": best.Node / best.native,
      "Chromium / native": best.Chromium / best.native,
    });
  }
  for (const runtime of ["Node", "Chromium"]) {
    const key = `${runtime} / native`;
    const mean = Math.exp(rows.reduce((sum, row) => sum + Math.log(row[key]), 0) / rows.length);
    console.log(`${key}, geometric mean: ${mean.toFixed(2)}`);
    for (const row of rows) row[key] = row[key].toFixed(2);
  }
  console.log(`A position from scratch, the best of ${rounds} rounds over its class`);
  console.table(rows);
}

function readCases(file) {
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => line.split(" ")).map(([moves, score]) => [moves, Number(score)]);
}

/** Warms up the JIT, whose optimizing tier starts later. */
async function warmUp(classes) {
  const middle = classes.find(({ name }) => name === "middle-medium");
  const lines = middle.cases.map(([moves]) => moves).join("\n");
  for (const { timeClass } of Object.values(runtimes)) await timeClass(middle.board, lines);
}

function compareScores(runtime, cases, scores) {
  for (const [i, [moves, score]] of cases.entries()) {
    if (scores[i] !== score) throw new Error(`${runtime}: ${moves} is ${scores[i]}, not ${score}`);
  }
}

/**
 * Scores all columns of random positions at every ply: with one solver and an empty table, and as
 * the page does, with one worker and with as many as it has here.
 */
async function benchColumns() {
  const positions = native("plies", ...options).replace(/\n$/, "").split("\n");
  const times = { Node: [], Chromium: [] };
  const { countWorkers, timeAnalysis } = runtimes.Chromium;
  const counts = new Set([1, await countWorkers()]);
  const nameOf = (count) => `page, ${count} worker${count > 1 ? "s" : ""}`;
  for (const count of counts) times[nameOf(count)] = [];
  for (const moves of positions) {
    const answers = [];
    for (const [runtime, { timeColumns }] of Object.entries(runtimes)) {
      const { milliseconds, nodes, scores } = await timeColumns(moves);
      times[runtime].push({ moves, milliseconds, nodes });
      answers.push(JSON.stringify(scores));
    }
    for (const count of counts) {
      const { milliseconds, scores } = await timeAnalysis(count, moves);
      times[nameOf(count)].push({ moves, milliseconds, nodes: 0 });
      answers.push(JSON.stringify(scores));
    }
    if (new Set(answers).size > 1) throw new Error(`the columns of ${moves}: ${answers.join(" or ")}`);
  }
  const groups = [[0, 7], [8, 8], [9, 9], [10, 10], [11, 11], [12, 15], [16, 23], [24, 41], [0, 41]];
  const rows = [];
  for (const [from, to] of groups) {
    for (const runtime of Object.keys(times)) {
      const of = times[runtime].filter(({ moves }) => moves.length >= from && moves.length <= to);
      if (of.length === 0) continue;
      of.sort((a, b) => a.milliseconds - b.milliseconds);
      const at = (share) => of[Math.ceil(of.length * share) - 1].milliseconds.toFixed(2);
      rows.push({
        plies: from === to ? `${from}` : `${from}–${to}`,
        in: runtime,
        positions: of.length,
        "median, ms": at(0.5),
        "95 %, ms": at(0.95),
        "99 %, ms": at(0.99),
        "worst, ms": at(1),
        worst: of.at(-1).moves || "(empty board)",
        "most nodes": Math.max(...of.map(({ nodes }) => nodes)) || "",
      });
    }
  }
  console.log("\nThe scores of all columns with the opening book, each position from scratch, and in the page");
  console.table(rows);
  await repeatHardest(times.Node);
}

/** Measures the positions with the most nodes three times. */
async function repeatHardest(measured) {
  const hardest = measured.toSorted((a, b) => b.nodes - a.nodes).slice(0, 10);
  const rows = [];
  for (const { moves, nodes } of hardest) {
    const row = { moves: moves || "(empty board)", nodes };
    for (const [runtime, { timeColumns }] of Object.entries(runtimes)) {
      const times = [];
      for (let i = 0; i < 3; i++) times.push((await timeColumns(moves)).milliseconds);
      row[`${runtime}, ms`] = times.sort((a, b) => a - b)[1].toFixed(0);
    }
    rows.push(row);
  }
  console.log("\nThe positions with the most nodes, the median of three times");
  console.table(rows);
}

async function inNode() {
  const { initSync, TimedSolver } = await import(`${MODULE}.js`);
  initSync({ module: readFileSync(`${MODULE}_bg.wasm`) });
  return benchmarks(TimedSolver, readFileSync(BOOK));
}

async function inChromium() {
  const server = await serve("..");
  const browser = await playwright.launch(chromium);
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/e2e/solver/`);
  await page.addScriptTag({ url: "analysis.mjs", type: "module" });
  const worker = await page.evaluateHandle(() => new Worker("worker.mjs", { type: "module" }));
  const ask = async (benchmark, ...words) => {
    const { answer, error } = await worker.evaluate(
      (worker, request) =>
        new Promise((resolve) => {
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = ({ message }) => resolve({ error: message || "the worker can't be started" });
          worker.postMessage(request);
        }),
      { benchmark, words },
    );
    if (error) throw new Error(`Chromium: ${error}`);
    return answer;
  };
  return {
    timeClass: (board, lines) => ask("timeClass", board, lines),
    timeColumns: (line) => ask("timeColumns", line),
    countWorkers: () => page.evaluate(() => window.workers()),
    timeAnalysis: (count, moves) =>
      page.evaluate(([count, moves]) => window.timeAnalysis(count, moves), [count, moves]),
    close: async () => {
      await browser.close();
      server.close();
    },
  };
}

function round(microseconds) {
  return Number(microseconds.toPrecision(4));
}
