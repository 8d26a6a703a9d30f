// Keyboard operation.

import { expect, test } from "../support/game.mjs";

/** Presses keys, named as in `KeyboardEvent.key`, separated by spaces. */
async function press(page, keys) {
  for (const key of keys.split(" ")) await page.keyboard.press(key);
}

/** Tabs to the board. */
async function tabToBoard(page) {
  const onBoard = page.getByRole("toolbar").locator(":focus");
  do await page.keyboard.press("Tab");
  while ((await onBoard.count()) === 0);
}

test("a whole game by keyboard", async ({ game, page }) => {
  await game.open();
  await game.partsLoaded();
  await tabToBoard(page);
  await expect(game.column(4)).toBeFocused();
  await press(page, "Home Enter ArrowRight Space 1 ArrowDown 2 Enter");
  await game.expectPieces(4);
  await press(page, "ArrowLeft Enter ArrowRight Enter Home Enter");
  await game.expectStatus("won", 0);
  await expect(game.endCard).toBeVisible();
  await expect(game.column(1)).toBeFocused();
  await press(page, "Tab");
  await expect(game.rematch).toBeFocused();
  await press(page, "Enter");
  await game.expectPieces(0);
  await expect(game.column(1)).toBeFocused();
});

test("arrows, Home and End select a column and stop at the edges", async ({ game, page }) => {
  await game.open();
  await game.column(4).focus();
  const chosen = async (key, column) => {
    await press(page, key);
    await expect(game.column(column)).toBeFocused();
  };
  await chosen("ArrowLeft", 3);
  await chosen("ArrowRight", 4);
  await chosen("End", 7);
  await chosen("ArrowRight", 7);
  await chosen("Home", 1);
  await chosen("ArrowLeft", 1);
  await chosen("6", 6);
  await chosen("9", 6);
  await chosen("0", 6);
  await game.expectPieces(0);
});

test("two digits select a column beyond the ninth", async ({ game, page }) => {
  await game.open();
  await game.startGame(15, 3);
  await game.column(8).focus();
  for (const [keys, column] of [
    ["1 2", 12],
    ["Home 1 5", 15],
    ["Home 1 9", 9],
    ["Home 7", 7],
  ]) {
    await press(page, keys);
    await expect(game.column(column)).toBeFocused();
  }
  await press(page, "Enter");
  await expect(game.cell("G1")).toHaveAttribute("data-player", "0");
});

test("keys undo and redo", async ({ game, page }) => {
  await game.open();
  await game.column(4).focus();
  const after = async (key, pieces) => {
    await press(page, key);
    await game.expectPieces(pieces);
    await expect(game.column(4)).toBeFocused();
  };
  await after("Enter", 1);
  await after("Enter", 2);
  await after("z", 1);
  await after("y", 2);
  await after("Control+z", 1);
  await after("Control+y", 2);
  await after("Control+z", 1);
  await after("Control+Shift+Z", 2);
  await after("Shift+Z", 1);
});

test("keys work wherever no text is typed", async ({ game, page }) => {
  await game.open();
  await press(page, "4 Enter");
  await expect(game.cell("D1")).toHaveAttribute("data-player", "0");
  await expect(game.column(4)).toBeFocused();
  // The mouse leaves the focus on the board.
  await game.undo.click();
  await game.expectPieces(0);
  await press(page, "Enter");
  await game.expectPieces(1);
  await game.hint.click();
  await press(page, "Control+z");
  await game.expectPieces(0);
  await press(page, "y");
  await game.expectPieces(1);
  // Other controls keep the keys that they use.
  await game.undo.focus();
  await press(page, "ArrowRight ArrowDown");
  await expect(game.undo).toBeFocused();
  await game.expectPieces(1);
  await press(page, "2 Enter");
  await expect(game.cell("B1")).toHaveAttribute("data-player", "1");
  // Nothing happens to a board that is out of sight, or while text is typed.
  await game.library.click();
  await expect(page.getByRole("region", { name: "Library" })).toBeVisible();
  await press(page, "z 4");
  await game.back();
  await expect(game.column(2)).toBeVisible();
  await game.expectPieces(2);
  await game.more.click();
  await expect(page.getByRole("dialog", { name: "More" })).toBeVisible();
  await press(page, "z Escape");
  await game.expectPieces(2);
});

test("keys can be restricted to the board", async ({ game, page }) => {
  await game.openWithSettings({ "keys-anywhere": false });
  await game.moves("44");
  await game.undo.focus();
  await press(page, "z 1");
  await expect(game.undo).toBeFocused();
  await game.expectPieces(2);
  await game.column(1).focus();
  await press(page, "z");
  await game.expectPieces(1);
});

test("a held key drops once", async ({ game, page }) => {
  await game.open();
  await game.column(4).focus();
  let pieces = 0;
  for (const key of ["Enter", "Space", "ArrowDown"]) {
    for (let repeat = 0; repeat < 4; repeat++) await page.keyboard.down(key);
    await page.keyboard.up(key);
    pieces++;
    await game.expectPieces(pieces);
  }
});

test("the focus stays after moves", async ({ game, page }) => {
  await game.open();
  await game.column(2).focus();
  await press(page, "Enter");
  await expect(game.column(2)).toBeFocused();
  await game.undo.focus();
  await press(page, "Enter Enter");
  await expect(game.status).toContainText("Nothing to undo");
  await expect(game.undo).toBeFocused();
  await game.newGame.focus();
  await press(page, "Enter");
  await expect(game.newGameDialog).toBeVisible();
  await press(page, "Escape");
  await expect(game.newGame).toBeFocused();
});

test("the board is one tab stop, and all controls are reachable", async ({ game, page }) => {
  await game.open();
  // After the first move there is also the offer to let the computer answer.
  await game.moves("44");
  await page.locator("body").evaluate(() => document.activeElement.blur());
  await game.column(6).focus();
  const sound = game.sound;
  const place = (name) => page.getByRole("button", { name, exact: true });
  for (const [key, stop] of [
    ["Tab", game.undo],
    ["Tab", game.redo],
    ["Tab", game.hint],
    ["Tab", game.analysis],
    ["Tab", game.newGame],
    ["Tab", place("Play")],
    ["Tab", place("Learn")],
    ["Tab", game.library],
    ["Tab", game.compete],
    ["Tab", place("Settings")],
    ["Tab", place("Help")],
    ["Tab", game.more],
    ["Shift+Tab", place("Help")],
    ["Shift+Tab", place("Settings")],
    ["Shift+Tab", game.compete],
    ["Shift+Tab", game.library],
    ["Shift+Tab", place("Learn")],
    ["Shift+Tab", place("Play")],
    ["Shift+Tab", game.newGame],
    ["Shift+Tab", game.analysis],
    ["Shift+Tab", game.hint],
    ["Shift+Tab", game.redo],
    ["Shift+Tab", game.undo],
    ["Shift+Tab", game.column(6)],
    ["Shift+Tab", sound],
    ["Tab", game.column(6)],
  ]) {
    await press(page, key);
    // The list of moves, which appears after a while, has stops of its own.
    while ((await page.locator("#panel :focus").count()) > 0) await press(page, key);
    await expect(stop).toBeFocused();
  }
});

test("a new game by keyboard", async ({ game, page }) => {
  await game.open();
  await game.newGame.focus();
  await press(page, "Enter");
  const dialog = game.newGameDialog;
  await expect(dialog.locator(":focus")).toHaveCount(1);
  await dialog.getByRole("button", { name: /^Custom/ }).focus();
  await press(page, "Enter");
  await dialog.getByRole("radio", { name: "Classic" }).focus();
  await press(page, "ArrowDown");
  await expect(dialog.getByRole("radio", { name: "Small" })).toBeChecked();
  await press(page, "Enter");
  await expect(page.locator("[data-cell]")).toHaveCount(24);
  await expect(game.column(4)).toBeFocused();
});

test("pages take the focus, close with Escape and return the focus", async ({ game, page }) => {
  await game.open();
  await game.drop(4);
  for (const name of ["Help", "New game", "Settings", "Library", "Compete"]) {
    const opener = page.getByRole("button", { name, exact: true });
    await opener.focus();
    await press(page, "Enter");
    await expect(game.shownPage.locator(":focus")).toHaveCount(1);
    await press(page, "Escape");
    await expect(game.shownPage).toHaveCount(0);
    // Not `toBeFocused`: Firefox's window may not be focused.
    const focused = () => opener.evaluate((button) => button === document.activeElement);
    await expect.poll(focused).toBe(true);
  }
});

test("a dialog traps the focus, closes with Escape and restores the focus", async ({
  game,
  page,
  browserName,
}) => {
  await game.open();
  for (const name of ["More"]) {
    const opener = page.getByRole("button", { name, exact: true });
    await opener.focus();
    await press(page, "Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await expect(dialog.locator(":focus")).toHaveCount(1);
    // After the last one, the focus leaves the page for Firefox's own controls.
    const fields = await dialog.locator("button, input, select, textarea").count();
    const stops = browserName === "firefox" ? Math.min(8, fields - 1) : 8;
    for (let stop = 0; stop < stops; stop++) {
      await press(page, "Tab");
      const outside = () => {
        const focused = document.activeElement;
        return focused !== document.body && !focused.closest("dialog");
      };
      expect(await page.evaluate(outside)).toBe(false);
    }
    await press(page, "Escape");
    await expect(dialog).toBeHidden();
    // Not `toBeFocused`: Firefox's window may not be focused.
    const focused = () => opener.evaluate((button) => button === document.activeElement);
    await expect.poll(focused).toBe(true);
  }
});

test("the preview follows the keyboard, wherever the pointer is", async ({ game, page }) => {
  await game.open();
  await game.column(1).hover();
  await game.column(4).focus();
  await page.keyboard.press("End");
  await expect(game.column(7)).toBeFocused();
  await expect(page.locator("svg .landing")).toHaveAttribute("transform", "translate(650 550)");
  await game.column(2).hover();
  await expect(page.locator("svg .landing")).toHaveAttribute("transform", "translate(150 550)");
});
