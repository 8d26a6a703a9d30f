// The page fits every screen, and nothing on it moves by itself.

import { expect, storedGame, test } from "./support/game.mjs";

const screens = [
  [320, 568],
  [360, 640],
  [390, 844],
  [844, 390],
  [568, 320],
  [768, 1024],
  [1024, 768],
  [1366, 768],
  [1920, 1080],
  [3840, 2160],
];

/** A stored game on a board of this size, its middle column begun. */
function boardOf(columns, rows) {
  const rules = { columns, rows, connect: Math.min(4, Math.max(columns, rows)) };
  const moves = String(Math.ceil(columns / 2));
  return storedGame({ rules: { ...rules, players: 2, gravity: true }, moves, cursor: 1 });
}

const boards = {
  "7 × 6": [boardOf(7, 6), screens],
  "7 × 6, won": [storedGame({ moves: "1212121" }), screens],
  "15 × 15": [boardOf(15, 15), screens],
  "15 × 3": [boardOf(15, 3), [screens[1], screens[7]]],
  "3 × 15": [boardOf(3, 15), [screens[1], screens[7]]],
  "3 × 3": [boardOf(3, 3), [screens[1], screens[7]]],
};

for (const [board, [text, sizes]] of Object.entries(boards)) {
  test(`${board} fits every screen`, async ({ game, page }) => {
    await game.openStored(text);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      const problems = await page.evaluate(findProblems);
      expect.soft(problems, `${width} × ${height}`).toEqual([]);
    }
  });
}

/** Runs in the page: what is wrong with where things are. */
function findProblems() {
  const problems = [];
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
  if (scrollWidth > clientWidth) problems.push(`scrolls sideways by ${scrollWidth - clientWidth}`);
  if (scrollHeight > clientHeight) problems.push(`scrolls down by ${scrollHeight - clientHeight}`);

  const parts = {
    header: "header",
    seats: "main > ul",
    status: "[role=status]",
    board: "[role=toolbar] + svg",
    actions: "[role=group]",
  };
  const boxes = Object.entries(parts).map(([name, selector]) => {
    const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
    return { name, left, top, right, bottom };
  });
  for (const [i, box] of boxes.entries()) {
    const { name, left, top, right, bottom } = box;
    const inside =
      left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
    if (!inside) problems.push(`${name} is outside: ${[left, top, right, bottom]}`);
    for (const other of boxes.slice(i + 1)) {
      const apart =
        right <= other.left + 0.5 ||
        left >= other.right - 0.5 ||
        bottom <= other.top + 0.5 ||
        top >= other.bottom - 0.5;
      if (!apart) problems.push(`${name} and ${other.name} overlap`);
    }
  }

  const lanes = [...document.querySelectorAll("[role=toolbar] button")];
  const rows = document.querySelectorAll("[data-cell]").length / lanes.length;
  // Cells are square, and the board is not alone on the page: where a small
  // screen has no room for cells of 24 pixels, lanes are as wide as they can be.
  const byHeight = ((innerHeight * 0.6) / (rows + 1.6)) * lanes.length;
  const room = Math.min(innerWidth - 24, byHeight);
  for (const [i, lane] of lanes.entries()) {
    const { left, width } = lane.getBoundingClientRect();
    if (width < 24 && lanes.length * 24 <= room) problems.push(`a lane is ${width} wide`);
    const cell = document.querySelector(`[data-cell=${String.fromCharCode(65 + i)}1]`);
    const centre = new DOMPoint(0, 0).matrixTransform(cell.getScreenCTM()).x;
    const off = Math.abs(centre - left - width / 2);
    if (off > 1) problems.push(`lane ${i + 1} is ${off} beside its column`);
  }
  return problems;
}

test("nothing moves when the program takes over", async ({ game, page }) => {
  for (const text of [null, boardOf(9, 7)]) {
    await game.open();
    await page.evaluate(() => localStorage.clear());
    if (text) await game.openStored(text);
    for (const [width, height] of screens) {
      await page.setViewportSize({ width, height });
      let release;
      const held = new Promise((resolve) => (release = resolve));
      await page.route("**/*.wasm", async (route) => {
        await held;
        await route.continue();
      });
      await page.reload({ waitUntil: "commit" });
      // By then the style sheets are there and boot.js has run.
      await page.waitForFunction(() => document.readyState !== "loading");
      await expect(page.getByText("Loading the game …")).toBeVisible();
      const before = await page.evaluate(boxesOf);
      release();
      await game.ready();
      await page.unroute("**/*.wasm");
      const after = await page.evaluate(boxesOf);
      expect.soft(after, `${width} × ${height}`).toEqual(before);
    }
  }
});

/** Runs in the page: where its parts are, to the pixel. */
function boxesOf() {
  const parts = `h1, header button, main > ul, main > ul > li, main > p,
    .board, .board > svg, main > .actions, .actions button`;
  return [...document.querySelectorAll(parts)].map((part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    const [name = part.localName] = part.classList;
    return `${name}: ${[x, y, width, height].map(Math.round).join(" ")}`;
  });
}

test("the layout never shifts, loading and playing", async ({ game, page }) => {
  await page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      // As the metric has it: what moves at once because of a click is meant.
      const unasked = list.getEntries().filter((entry) => !entry.hadRecentInput);
      window.shifts.push(...unasked.map((entry) => entry.value));
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const [width, height] of [[390, 844], [844, 390], [1366, 768]]) {
    await page.setViewportSize({ width, height });
    await game.open();
    await game.moves("44345");
    await game.undo.click();
    await game.redo.click();
    // A frame after the last change has been painted, everything is reported.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => setTimeout(done))),
    );
    expect(await page.evaluate(() => window.shifts)).toEqual([]);
    await page.evaluate(() => localStorage.clear());
  }
});
