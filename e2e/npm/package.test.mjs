// The packed npm package, installed in an empty folder: in Node, and in a page of Chromium.
//
//   node --test npm/package.test.mjs
//
// `cargo xtask test npm` packs it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium as playwright } from "@playwright/test";
import { chromium } from "../browsers.mjs";
import { serve } from "../serve.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

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
  folder = mkdtempSync(join(tmpdir(), "four-shapes-npm-"));
  const packed = here("../../target/npm");
  const [file] = readdirSync(packed).filter((name) => name.endsWith(".tgz"));
  writeFileSync(join(folder, "package.json"), '{ "name": "empty", "type": "module" }');
  const options = ["--no-audit", "--no-fund", "--offline", "--prefix", folder];
  execFileSync(npm, ["install", ...options, join(packed, file)], { cwd: folder });
  for (const name of ["answers.mjs", "use.mjs", "page.html", "page.mjs"]) cpSync(here(name), join(folder, name));
});

after(() => rmSync(folder, { recursive: true }));

test("the package is used in Node", () => {
  const output = execFileSync(process.execPath, ["use.mjs"], { cwd: folder, encoding: "utf8" });
  assert.deepEqual(JSON.parse(output), { ...EXPECTED, large: -16 });
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
    assert.equal(found.terminated, "the solver was terminated");
    assert.match(found.invalid, /columns/);
  } finally {
    await browser.close();
    server.close();
  }
});

test("the files are complete, and as large as stated", () => {
  const installed = join(folder, "node_modules/four-shapes-solver");
  const files = readdirSync(installed);
  for (const name of ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "index.d.ts", "solver.d.ts", "worker.d.ts"]) {
    assert.ok(files.includes(name), `${name} is missing`);
  }
  const read = (name) => readFileSync(join(installed, name));
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
  // Each method of the solver has a type.
  const types = read("solver.d.ts").toString();
  for (const method of ["score(", "columnScores(", "bestColumns(", "principalVariation(", "review(", "useBook("]) {
    assert.ok(types.includes(method), method);
    const inWorker = method !== "useBook(";
    assert.equal(read("worker.d.ts").toString().includes(method), inWorker, method);
  }
});
