// The embedded element in all colour schemes, at all widths, with axe.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Board, expect, test } from "../support/site.mjs";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

const BOARDS = `
  <four-shapes-board moves="44455" label="A game"></four-shapes-board>
  <four-shapes-board moves="1212121" label="A win"></four-shapes-board>
  <four-shapes-board board="15x15" connect="5" players="9" moves="8,7,9,8,7,10,9,6,8" label="A large board"></four-shapes-board>
  <four-shapes-board start="7/7/7/7/3b3/3aab1 a 7,6,4 2 g" controls="none" label="A position"></four-shapes-board>
  <four-shapes-board theme="dark" moves="4" label="A dark board"></four-shapes-board>
  <four-shapes-board moves="48" label="An error"></four-shapes-board>`;

test("axe finds nothing, in any colour scheme", async ({ openBoards, page }) => {
  const board = await openBoards(BOARDS);
  await expect(board.pieces).toHaveCount(5);
  await page.evaluate(axe);
  for (const scheme of [
    { colorScheme: "light", contrast: "no-preference" },
    { colorScheme: "dark", contrast: "no-preference" },
    { colorScheme: "light", contrast: "more" },
    { colorScheme: "dark", contrast: "more" },
  ]) {
    await page.emulateMedia(scheme);
    const { violations, passes } = await page.evaluate((tags) => window.axe.run(document, { runOnly: tags }), tags);
    expect(passes.length).toBeGreaterThan(10);
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    expect(found, JSON.stringify(scheme)).toEqual([]);
  }
});

test("nothing is cut off and buttons are large enough, from 320 pixels on", async ({ openBoards, page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await openBoards(BOARDS);
  await expect(page.getByRole("button")).toHaveCount(16);
  const findings = await page.evaluate(() => {
    const found = [];
    if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
    for (const element of document.querySelectorAll("four-shapes-board")) {
      for (const part of element.shadowRoot.querySelectorAll("button, .text, .board, .error")) {
        const { left, right, width, height } = part.getBoundingClientRect();
        if (left < 0 || right > innerWidth) found.push(`${element.label}: ${part.className} is cut off`);
        if (part.matches("button") && part.checkVisibility() && (width < 44 || height < 44)) found.push(`${element.label}: a small button`);
      }
    }
    return found;
  });
  expect(findings).toEqual([]);
  // Row numbers don't widen it either.
  const large = new Board(page.locator("four-shapes-board").nth(2));
  await expect(large.cells).toHaveCount(225);
});

test("with less motion, pieces do not fall", async ({ openBoards, page }) => {
  const board = await openBoards(`<four-shapes-board moves="1212121"></four-shapes-board>`);
  // In the task of the move, as they are short.
  const animations = (moves = false) =>
    board.element.evaluate((element, moves) => {
      const press = (name) => {
        const buttons = [...element.shadowRoot.querySelectorAll("button")];
        buttons.find((button) => [button.title, button.ariaLabel].includes(name)).click();
      };
      if (moves) {
        press("Previous move");
        press("Next move");
      }
      const animations = element.shadowRoot.getAnimations();
      return animations.filter(({ playState }) => playState === "running").map(({ animationName }) => animationName);
    }, moves);
  // Nothing of the win is seen before the piece has landed.
  expect((await animations(true)).sort()).toEqual(expect.arrayContaining(["dim", "fall", "show", "unmark"]));
  await expect.poll(animations).toEqual([]);
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await animations(true)).toEqual([]);
  expect(await board.markedCells()).toEqual(["A1", "A2", "A3", "A4"]);
});

test("with forced colours, pieces keep theirs", async ({ openBoards, page }) => {
  await page.emulateMedia({ forcedColors: "active", colorScheme: "light" });
  const board = await openBoards(`<four-shapes-board moves="44" theme="dark"></four-shapes-board>`);
  const colour = (cell) =>
    board.element.locator(`[data-cell="${cell}"] .piece`).evaluate((piece) => getComputedStyle(piece).fill);
  expect([await colour("D1"), await colour("D2")]).toEqual(["rgb(179, 0, 27)", "rgb(0, 67, 176)"]);
  const frame = board.element.locator("path.frame");
  expect(await frame.evaluate((frame) => getComputedStyle(frame).fill)).toBe("rgb(255, 255, 255)");
});
