// The board editor: a position is set up by pointer, touch or keyboard.

import { expect, storedGame, storedMatch, test } from "../support/game.mjs";
import { listen } from "../support/screen-reader.mjs";

class Editor {
  constructor(page) {
    this.page = page;
    this.place = page.getByRole("region", { name: "Set up a position", exact: true });
    this.columns = this.place.getByRole("toolbar").getByRole("button");
    this.status = this.place.locator(".status-line");
  }

  button(name) {
    return this.place.getByRole("button", { name, exact: true });
  }

  /** A choice of the pieces to place. */
  brush(name) {
    return this.place.getByRole("group", { name: "Piece" }).getByRole("button", { name, exact: true });
  }

  async open(game) {
    await game.newGame.click();
    await this.page.getByRole("button", { name: "Set up a position" }).click();
    await expect(this.place).toBeVisible();
  }

  /** The centre of a cell, such as D1. */
  async at(cell) {
    const column = this.columns.nth(cell.charCodeAt(0) - 65);
    const { x, y, width, height } = await column.boundingBox();
    return [x + width / 2, y + height * (1 - (Number(cell[1]) - 0.5) / 6)];
  }

  async press(...cells) {
    for (const cell of cells) await this.page.mouse.click(...(await this.at(cell)));
  }

  /** The names of the columns' buttons that have pieces. */
  pieces() {
    return this.columns.evaluateAll((columns) =>
      columns.map((column) => column.ariaLabel).filter((name) => !name.endsWith("empty")),
    );
  }
}

test("a position is set up with a few presses, and analysed", async ({ game, page }) => {
  const editor = new Editor(page);
  await game.open();
  await editor.open(game);
  await expect(editor.status).toHaveText("0 pieces. Red to move.");
  await editor.press("D1", "D2", "D3");
  await editor.brush("Blue").click();
  await editor.press("E1", "E2", "C1");
  // A piece of the brush's player becomes the other's.
  await editor.press("C1");
  expect(await editor.pieces()).toEqual(["C: 1 piece, Red", "D: 3 pieces, top Red", "E: 2 pieces, top Blue"]);
  await expect(editor.status).toHaveText("Not from taking turns: 4 Red, 2 Blue. Blue to move.");
  await editor.press("C1");
  await expect(editor.status).toHaveText("6 pieces. Red to move.");
  await editor.button("Analyse").click();
  await expect(editor.place).toHaveCount(0);
  await game.expectBoard([".......", ".......", ".......", "...0...", "...01..", "..101.."]);
  await expect(game.status).toContainText("Red to move");
  await expect(game.analysisPanel).toContainText("Red wins now with D4");
});

test.describe("by touch", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test("a position from another app is entered and analysed", async ({ game, page }) => {
    const editor = new Editor(page);
    await game.open();
    await game.newGame.tap();
    await page.getByRole("button", { name: "Set up a position" }).tap();
    const tap = async (...cells) => {
      for (const cell of cells) await page.touchscreen.tap(...(await editor.at(cell)));
    };
    await tap("C1", "D2", "E1");
    await expect(editor.status).toHaveText("Not from taking turns: 3 Red, 0 Blue. Blue to move.");
    await editor.brush("Blue").tap();
    await tap("D3", "E2", "F1");
    expect(await editor.pieces()).toEqual([
      "C: 1 piece, Red",
      "D: 2 pieces, top Blue",
      "E: 2 pieces, top Blue",
      "F: 1 piece, Blue",
    ]);
    await editor.button("Undo").tap();
    await expect(editor.status).toHaveText("5 pieces. Blue to move.");
    await editor.button("Analyse").tap();
    await game.expectPieces(5);
    await expect(game.analysisPanel).toContainText(/Red|Blue|Draw/);
  });
});

test("pieces are removed by the secondary button, the eraser and undo", async ({ game, page }) => {
  const editor = new Editor(page);
  await game.open();
  await editor.open(game);
  await editor.press("D1", "D2", "E1");
  await page.mouse.click(...(await editor.at("D1")), { button: "right" });
  expect(await editor.pieces()).toEqual(["D: 1 piece, Red", "E: 1 piece, Red"]);
  await editor.brush("Remove").click();
  await editor.press("E1");
  expect(await editor.pieces()).toEqual(["D: 1 piece, Red"]);
  await editor.button("Undo").click();
  await editor.button("Undo").click();
  expect(await editor.pieces()).toEqual(["D: 2 pieces, top Red", "E: 1 piece, Red"]);
  await editor.button("Redo").click();
  expect(await editor.pieces()).toEqual(["D: 1 piece, Red", "E: 1 piece, Red"]);
  await editor.button("Mirror").click();
  expect(await editor.pieces()).toEqual(["C: 1 piece, Red", "D: 1 piece, Red"]);
  await editor.button("Swap colours").click();
  expect(await editor.pieces()).toEqual(["C: 1 piece, Blue", "D: 1 piece, Blue"]);
  await editor.button("Clear").click();
  expect(await editor.pieces()).toEqual([]);
});

test("the last position can be brought back", async ({ game, page }) => {
  const editor = new Editor(page);
  await game.open();
  await editor.open(game);
  await editor.press("D1", "D2", "E1");
  await game.play.click();
  await editor.open(game);
  await expect(editor.status).toHaveText("0 pieces. Red to move.");
  await editor.button("Undo").click();
  expect(await editor.pieces()).toEqual(["D: 2 pieces, top Red", "E: 1 piece, Red"]);
});

test("the position of a puzzle can be edited, whatever the own game is", async ({ game, page }) => {
  const editor = new Editor(page);
  await game.openStored(storedMatch({ rules: { players: 3 }, moves: "123" }));
  await game.openLearn();
  await game.learnPage.getByRole("button", { name: /^Training/ }).click();
  await expect(page.getByRole("region", { name: "Puzzles" }).getByRole("heading", { level: 2 })).toContainText("to move");
  const pieces = (await game.board()).join("").replaceAll(".", "").length;
  await game.menuItem("Edit the position").click();
  await expect(editor.place).toBeVisible();
  await editor.button("Analyse").click();
  await game.expectPieces(pieces);
  await expect(game.seats).toHaveCount(2);
});

test("what is wrong is named, and can't be played", async ({ game, page }) => {
  const editor = new Editor(page);
  await game.open();
  await editor.open(game);
  await editor.press("A1", "B1", "C1", "D1");
  await expect(editor.status).toHaveText("Red has won.");
  await editor.brush("Blue").click();
  await editor.press("A2", "B2", "C2", "D2");
  await expect(editor.status).toHaveText("Both Red and Blue have 4 in a row.");
  await editor.button("Play from here").click({ force: true });
  await expect(editor.place).toBeVisible();
});

test("a position is set up and analysed by keyboard and announcements", async ({ game, page }) => {
  const editor = new Editor(page);
  await game.open();
  const heard = await listen(page);
  await editor.open(game);
  await editor.columns.nth(3).focus();
  for (const key of ["r", "b", "ArrowRight", "r", "Backspace", "b"]) await page.keyboard.press(key);
  expect((await heard.all()).slice(-5)).toEqual([
    "D1 Red. 1 piece. Blue to move.",
    "D2 Blue. 2 pieces. Red to move.",
    "E1 Red. 3 pieces. Blue to move.",
    "E1 removed. 2 pieces. Red to move.",
    "E1 Blue. 3 pieces. Red to move.",
  ]);
  await page.keyboard.press("Control+z");
  expect(await heard.last()).toBe("Undone. 2 pieces. Red to move.");
  await editor.button("Mirror").click();
  expect(await heard.last()).toBe("Mirrored. 2 pieces. Red to move.");
  // A piece below another one, which falls into its cell.
  await editor.brush("Remove").click();
  await editor.press("D1");
  expect(await heard.last()).toBe("D1 removed. 1 piece. Red to move.");
  await editor.button("Undo").click();
  await editor.button("Analyse").focus();
  await page.keyboard.press("Enter");
  await expect(game.analysisPanel).toBeVisible();
  await game.expectPieces(2);
});

test("the position on the board can be edited, and played from with anyone", async ({ game, page }) => {
  const editor = new Editor(page);
  await game.openStored(storedGame());
  const before = await game.board();
  await game.menuItem("Edit the position").click();
  await expect(editor.place).toBeVisible();
  await editor.button("Play from here").click();
  await game.expectBoard(before);
  await expect(game.playersDialog).toBeVisible();
  await game.playersDialog.getByRole("button", { name: "Done" }).click();
  // The start of the game can't be undone.
  await expect(game.undo).toHaveAttribute("aria-disabled", "true");
  await game.reload();
  await game.expectBoard(before);
});
