// Animations of pieces: duration, reduced motion, and moves in the meantime.

import { PARTS } from "../support/files.mjs";
import { expect, storedGame, test } from "../support/game.mjs";
import { holdResponses } from "../support/responses.mjs";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** The duration of a piece's fall in milliseconds; 0 without animation. */
const fall = (game, cell) =>
  game
    .cell(cell)
    .locator("path")
    .evaluate((piece) => {
      const [animation] = piece.getAnimations();
      return animation?.effect.getComputedTiming().duration ?? 0;
    });

/** Pauses all animations at their start, so that tests don't depend on timing. */
async function holdAnimations(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Animation.enable");
  await session.send("Animation.setPlaybackRate", { playbackRate: 0 });
}

test("a piece falls for 150 to 400 ms, longer over more rows", async ({ game, page }) => {
  await game.open();
  await game.startGame(3, 15);
  await holdAnimations(page);
  await game.moves("1111");
  const falls = [];
  for (const cell of ["A1", "A2", "A3", "A4"]) falls.push(await fall(game, cell));
  for (const duration of falls) {
    expect(duration).toBeGreaterThanOrEqual(150);
    expect(duration).toBeLessThanOrEqual(400);
  }
  expect(falls).toEqual([...falls].sort((a, b) => b - a));
  expect(new Set(falls).size).toBe(4);
});

test("moves needn't wait for a falling piece", async ({ game, page }) => {
  await game.open();
  await holdAnimations(page);
  await game.moves("44");
  await game.expectPieces(2);
  expect(await fall(game, "D1")).toBeGreaterThan(0);
  expect(await fall(game, "D2")).toBeGreaterThan(0);
  await game.undo.click();
  await game.expectPieces(1);
});

test("undone and opened pieces don't fall", async ({ game, page }) => {
  await game.openStored(storedGame());
  await holdAnimations(page);
  const falling = () => page.locator(".board").evaluate((board) => board.getAnimations({ subtree: true }).length);
  expect(await falling()).toBe(0);
  await game.undo.click();
  expect(await falling()).toBe(0);
});

test("reduced motion disables animations, also those of loading", async ({ game, page }) => {
  const release = await holdResponses(page, PARTS);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await game.open();
  await holdAnimations(page);
  const moving = () => page.evaluate(() => document.getAnimations().length);
  await game.moves("1212121");
  await game.expectStatus("won", 0);
  await expect(page.locator("html")).toHaveAttribute("data-loading", "true");
  expect(await moving()).toBe(0);
  release();
  await expect(game.endCard).toBeVisible();
  expect(await moving()).toBe(0);
});
