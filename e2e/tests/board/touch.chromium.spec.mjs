// Touch input on a phone.

import { devices } from "@playwright/test";
import { expect, storedMatch, test } from "../support/game.mjs";

const { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch } = devices["Pixel 7"];
test.use({ userAgent, viewport, deviceScaleFactor, isMobile, hasTouch });

test("a game by touch: won, undone, redone, played again", async ({ game }) => {
  await game.open();
  for (const column of "1212121") await game.column(column).tap();
  await game.expectStatus("won", 0);
  await game.expectPieces(7);
  expect(await game.markedCells()).toEqual(["A1", "A2", "A3", "A4"]);
  await game.undo.tap();
  await game.expectStatus("to-move", 0);
  await game.column(1).tap();
  await game.expectStatus("won", 0);
  await game.rematch.tap();
  await game.expectPieces(0);
});

test("a tap anywhere in a column drops into it", async ({ game, page }) => {
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

test("no column is highlighted after taps, and one after keys", async ({ game, page }) => {
  await game.open();
  const lit = () =>
    page.evaluate(() => {
      const colour = (element) => getComputedStyle(element).color;
      const lanes = [...document.querySelectorAll(".column")];
      const ink = colour(document.body);
      return {
        labels: lanes.filter((lane) => colour(lane) === ink).map((lane) => lane.dataset.column),
        drawn: document.querySelectorAll(".board .highlight").length,
      };
    });
  await game.column(3).tap();
  expect(await lit()).toEqual({ labels: [], drawn: 0 });
  await game.column(5).tap();
  expect(await lit()).toEqual({ labels: [], drawn: 0 });
  await page.keyboard.press("ArrowRight");
  expect(await lit()).toEqual({ labels: ["6"], drawn: 1 });
});

test("two quick taps play two moves and don't zoom", async ({ game, page }) => {
  await game.open();
  await game.column(4).tap();
  await game.column(4).tap();
  await game.expectPieces(2);
  expect(await page.evaluate(() => visualViewport.scale)).toBe(1);
});

test("a dialog by touch", async ({ game }) => {
  await game.open();
  await game.newGame.tap();
  await game.newGameDialog.getByRole("button", { name: /^Custom/ }).tap();
  await game.newGameDialog.getByRole("radio", { name: "Large 9 × 7" }).tap();
  await game.newGameDialog.getByRole("button", { name: "Start" }).tap();
  await expect(game.page.locator("[data-cell]")).toHaveCount(63);
});

test("a board without gravity by touch, to a win and a draw", async ({ game }) => {
  await game.openStored(storedMatch({ rules: { columns: 3, rows: 3, connect: 3, gravity: false } }));
  const tap = async (cells) => {
    for (const cell of cells.split(" ")) await game.cellButton(cell).tap();
  };
  await tap("B2 A1 C1 A2 A3");
  await game.expectStatus("won", 0);
  expect(await game.markedCells()).toEqual(["A3", "B2", "C1"]);
  await game.rematch.tap();
  await tap("B2 A1 C1 A3 A2 C2 B3 B1 C3");
  await game.expectStatus("drawn");
  await game.expectBoard(["100", "001", "110"]);
});

test("a tap anywhere in a cell of 15 × 15 plays there", async ({ game, page }) => {
  await game.openStored(storedMatch({ rules: { columns: 15, rows: 15, connect: 5, gravity: false } }));
  let taps = 0;
  for (const [cell, across, down] of [["A1", 0.05, 0.95], ["O15", 0.95, 0.05], ["H8", 0.5, 0.5]]) {
    const { x, y, width, height } = await game.cellButton(cell).boundingBox();
    await page.touchscreen.tap(x + width * across, y + height * down);
    await game.expectPieces(++taps);
    await expect(game.cell(cell)).toHaveAttribute("data-player", /./);
  }
});

test("a three-player game on 9 × 7 set up by touch", async ({ game, page }) => {
  await page.setViewportSize({ width: 390, height: 780 });
  await game.open();
  await game.newGame.tap();
  const dialog = game.newGameDialog;
  await dialog.getByRole("button", { name: /^Custom/ }).tap();
  await dialog.getByRole("radio", { name: "Large 9 × 7" }).tap();
  await dialog.getByRole("button", { name: "Increase Number of players" }).tap();
  await expect(dialog.getByRole("spinbutton", { name: "Number of players" })).toHaveValue("3");
  for (const [i, [name, shape]] of [["Ada", "Star"], ["Ben", "Heart"], ["Cleo", "Hexagon"]].entries()) {
    const input = dialog.getByRole("textbox", { name: `Name, player ${i + 1}` });
    await input.tap();
    await expect(input).toBeFocused();
    await page.keyboard.type(name);
    await dialog.getByRole("button", { name: `Piece, player ${i + 1}:` }).tap();
    const radio = dialog.getByRole("group", { name: `Shape, player ${i + 1}` }).getByRole("radio", { name: shape });
    await radio.tap();
    await expect(radio).toBeChecked();
  }
  await dialog.getByRole("group", { name: "First player" }).getByRole("radio", { name: "Cleo" }).tap();
  await dialog.getByRole("button", { name: "Start" }).tap();
  await expect(page.locator("[data-cell]")).toHaveCount(63);
  await expect(game.seats).toHaveText(["Adastar", "Benheart", "Cleohexagon"]);
  await expect(game.status).toContainText("Cleo to move");
  await game.column(9).tap();
  await expect(game.cell("I1")).toHaveAttribute("data-shape", "hexagon");
});
