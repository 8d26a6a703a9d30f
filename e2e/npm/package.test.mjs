// The packed npm package, installed in an empty folder: in Node, and in a page of Chromium.
//
//   node --test npm/*.test.mjs
//
// `cargo xtask test npm` packs it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium as playwright } from "@playwright/test";
import { build } from "esbuild";
import { chromium } from "../browsers.mjs";
import { serve } from "../serve.mjs";
import { EXPECTED_CALLS } from "./calls.mjs";
import { install, installed } from "./install.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The answers, as of other solvers and `four`. */
const EXPECTED = {
  score: 1,
  columnScores: [-2, 1, -2, 1, -2, -2, -2],
  bestColumns: [4, 2],
  fullColumn: 4,
  line: { start: 4, length: 41 },
  position: [-1, 0, -1, 7, 6, -2, 0],
  review: ["best", "best", "blunder", "blunder", "blunder", "blunder", "blunder"],
  error: "character 2: “8” is not a column; columns are 1 to 7",
};

let folder;

before(() => {
  folder = install();
  for (const name of ["answers.mjs", "calls.mjs", "page.html", "page.mjs", "use.mjs"]) {
    cpSync(here(name), join(folder, name));
  }
});

after(() => rmSync(folder, { recursive: true }));

test("the package is used in Node", () => {
  // It ends by itself, although a worker is idle.
  const options = { cwd: folder, encoding: "utf8", timeout: 60_000 };
  const { main, worker, calls, large, invalid } = JSON.parse(execFileSync(process.execPath, ["use.mjs"], options));
  assert.deepEqual(main, EXPECTED);
  assert.deepEqual(worker, EXPECTED);
  assert.deepEqual(calls, EXPECTED_CALLS);
  assert.equal(large, -16);
  assert.match(invalid, /columns/);
});

test("the package is used in a page and its worker", async () => {
  const server = await serve(folder);
  const browser = await playwright.launch(chromium);
  try {
    const page = await browser.newPage();
    const problems = [];
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(message.text());
    });
    await page.goto(`http://127.0.0.1:${server.address().port}/page.html`);
    await page.waitForFunction(() => document.title !== "", undefined, { timeout: 60_000 });
    assert.deepEqual(problems, []);
    const found = JSON.parse(await page.locator("body").textContent());
    assert.deepEqual(found.main, EXPECTED);
    assert.deepEqual(found.worker, EXPECTED);
    assert.deepEqual(found.calls, {
      ...EXPECTED_CALLS,
      aborted: "AbortError: signal is aborted without reason",
      abortedBefore: "AbortError: signal is aborted without reason",
    });
    assert.match(found.invalid, /columns/);
  } finally {
    await browser.close();
    server.close();
  }
});

test("the files are complete, and as large as stated", () => {
  const files = readdirSync(installed(folder));
  for (const name of ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "index.d.ts", "worker.d.ts"]) {
    assert.ok(files.includes(name), `${name} is missing`);
  }
  const read = (name) => readFileSync(join(installed(folder), name));
  const { version } = JSON.parse(read("package.json"));
  const workspace = readFileSync(here("../../Cargo.toml"), "utf8");
  assert.equal(version, /^version = "(.*)"$/m.exec(workspace)[1]);
  const program = read("solver_bg.wasm");
  const stated = /program is (\d+) KB, (\d+) KB with gzip, .* (\d+) KB\./s.exec(read("README.md").toString());
  const sizes = [program.length, gzipSync(program).length, read("7x6.book").length];
  for (const [i, size] of sizes.entries()) {
    const rounded = Number(stated[i + 1]);
    assert.ok(Math.abs(size / 1000 - rounded) <= 0.05 * rounded, `${size} bytes, but the README has ${rounded} KB`);
  }
  // Each method has a type.
  for (const [program, types] of [
    ["blocking.js", "index.d.ts"],
    ["client.js", "worker.d.ts"],
  ]) {
    const methods = [...read(program).toString().matchAll(/^  (?:get )?([a-z]\w*)\(/gm)].map(([, name]) => name);
    assert.ok(methods.includes("analyze"), methods.join(" "));
    for (const method of methods) assert.match(read(types).toString(), new RegExp(`\\b${method}[(:]`), method);
  }
});

test("the notices name the crates in the program", () => {
  const text = readFileSync(join(installed(folder), "licences.txt"), "utf8");
  for (const name of ["wasm-bindgen", "rand", "ethnum"]) {
    assert.match(text, new RegExp(`^${name} [\\d.]+\n  MIT`, "m"));
  }
  assert.match(text, /^Text 1$[^]*The Four Shapes authors/m);
  assert.match(text, /The wasm-bindgen Developers/);
});

test("a worker's script needs nothing that scripts lack, so that bundlers can make one", async () => {
  const entry = join(installed(folder), "worker-thread.js");
  // As Vite does by default. Without modules, nothing can be awaited at the top level.
  const options = { bundle: true, format: "iife", write: false, logLevel: "silent" };
  const { errors, outputFiles } = await build({ entryPoints: [entry], ...options });
  assert.deepEqual(errors, []);
  assert.equal(outputFiles.length, 1);
  assert.doesNotMatch(outputFiles[0].text, /\bimport\(/);
});
