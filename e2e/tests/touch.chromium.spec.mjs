// A whole game by taps on a phone.

import { devices } from "@playwright/test";
import { expect, test } from "./support/game.mjs";

const { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch } = devices["Pixel 7"];
test.use({ userAgent, viewport, deviceScaleFactor, isMobile, hasTouch });

test("a game by taps: won, taken back, won again, played again", async ({ game }) => {
  await game.open();
  for (const column of "1212121") await game.column(column).tap();
  await game.expectStatus("won", 0);
  await game.expectPieces(7);
  expect(await game.markedCells()).toEqual(["A1", "A2", "A3", "A4"]);
  await game.undo.tap();
  await game.expectStatus("to-move", 0);
  await game.column(1).tap();
  await game.expectStatus("won", 0);
  await game.playAgain.tap();
  await game.expectPieces(0);
});

test("a tap drops into the column under it, wherever in the lane it lands", async ({ game, page }) => {
  await game.open();
  const lane = await game.column(3).boundingBox();
  const heights = [0.02, 0.5, 0.98];
  for (const height of heights) {
    await page.touchscreen.tap(lane.x + lane.width / 2, lane.y + lane.height * height);
  }
  await game.expectBoard([
    ...Array(3).fill("......."),
    "..0....",
    "..1....",
    "..0....",
  ]);
});

test("two quick taps are two moves and do not zoom", async ({ game, page }) => {
  await game.open();
  await game.column(4).tap();
  await game.column(4).tap();
  await game.expectPieces(2);
  expect(await page.evaluate(() => visualViewport.scale)).toBe(1);
});

test("a dialog by taps", async ({ game }) => {
  await game.open();
  await game.newGame.tap();
  await game.newGameDialog.getByRole("radio", { name: "Large 9 × 7" }).tap();
  await game.newGameDialog.getByRole("button", { name: "Start" }).tap();
  await expect(game.page.locator("[data-cell]")).toHaveCount(63);
});
