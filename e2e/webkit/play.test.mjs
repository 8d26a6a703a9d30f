// The page in Debian's WebKit: start, wins by mouse and keyboard, and a reload.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage } from "./page.mjs";

let page;

before(async () => {
  page = await openPage("../dist", 4321);
});

after(() => page?.close());

const pieces = (count) =>
  page.until(
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
  await page.open();
  const moves = [1, 2, 1, 2, 1, 2, 1];
  for (const [i, column] of moves.entries()) {
    await page.click(`button[data-column="${column}"]`);
    await pieces(i + 1);
  }
  assert.deepEqual(await status(), ["won", "0"]);
  assert.deepEqual(await marked(), ["A1", "A2", "A3", "A4"]);
  await page.refresh();
  await page.ready();
  await pieces(7);
  assert.deepEqual(await status(), ["won", "0"]);
});

test("a game by keyboard", async () => {
  await page.open();
  await page.run("() => document.querySelector('.column[tabindex=\"0\"]').focus()");
  const [enter, down] = ["\uE007", "\uE015"];
  const space = " ";
  await page.keys(`1${enter}2${down}1${enter}2${space}1${down}2${enter}1${enter}`);
  await pieces(7);
  assert.deepEqual(await status(), ["won", "0"]);
});
