// The page in Debian's WebKit, which Playwright doesn't support: start, wins by mouse and
// keyboard, and a reload.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { serve } from "../serve.mjs";
import { openWebKit } from "./webdriver.mjs";

let server;
let page;

before(async () => {
  server = await serve("../dist", { base: "/four-shapes/" });
  page = await openWebKit(4321);
});

after(async () => {
  await page?.close();
  server?.close();
});

/** Opens the page in a new session. */
async function open() {
  const url = `http://127.0.0.1:${server.address().port}/four-shapes/`;
  // Not the page itself, which could still hold the game's lock when it is opened next, and would
  // make that reload.
  await page.goto(`${url}licences.txt`);
  await page.run("() => localStorage.clear()");
  await page.goto(url);
  await ready();
}

async function until(what, condition, ...args) {
  const end = Date.now() + 20_000;
  while (!(await page.run(condition, ...args))) {
    assert(Date.now() < end, `waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const ready = () =>
  until("the page is ready", "() => document.documentElement.dataset.ready === 'true'");

const pieces = (count) =>
  until(
    `there are ${count} pieces`,
    "(count) => document.querySelectorAll('g[data-player]').length === count",
    count,
  );

const status = () =>
  page.run(`() => {
    const status = document.querySelector("[role=status]");
    return [status.dataset.status, status.dataset.player];
  }`);

const marked = () =>
  page.run(`() => {
    const marked = [...document.querySelectorAll("g[data-marked=true]")];
    return marked.map((cell) => cell.dataset.cell).sort();
  }`);

test("a game by mouse, and it is there after a reload", async () => {
  await open();
  const moves = [1, 2, 1, 2, 1, 2, 1];
  for (const [i, column] of moves.entries()) {
    await page.click(`button[data-column="${column}"]`);
    await pieces(i + 1);
  }
  assert.deepEqual(await status(), ["won", "0"]);
  assert.deepEqual(await marked(), ["A1", "A2", "A3", "A4"]);
  await page.refresh();
  await ready();
  await pieces(7);
  assert.deepEqual(await status(), ["won", "0"]);
});

test("a game by keyboard", async () => {
  await open();
  await page.run("() => document.querySelector('.column[tabindex=\"0\"]').focus()");
  const [enter, down] = ["\uE007", "\uE015"];
  const space = " ";
  await page.keys(`1${enter}2${down}1${enter}2${space}1${down}2${enter}1${enter}`);
  await pieces(7);
  assert.deepEqual(await status(), ["won", "0"]);
});
