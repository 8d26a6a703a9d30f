// The stored game: it is restored after reloads; invalid data is kept and doesn't break the start.

import { hostile } from "../data/invalid-games.mjs";
import { classicDraw, deadPositions } from "../data/games.mjs";
import { Game, STORED_GAME, STORED_ID, STORED_SERIES_SCORE, expect, storedGame, test } from "../support/game.mjs";

test("a reload restores exactly the moves", async ({ game }) => {
  await game.open();
  for (let played = 0; played < classicDraw.length; played++) {
    await game.drop(classicDraw[played]);
    // Six times; all lengths are parsed in tests of the records.
    if (![0, 1, 8, 20, 40, 41].includes(played)) continue;
    const board = await game.board();
    await game.reload();
    expect(await game.board()).toEqual(board);
    const { moves, cursor } = await game.record();
    expect([moves, cursor]).toEqual([classicDraw.slice(0, played + 1), played + 1]);
  }
  await game.expectStatus("drawn");
});

test("what was undone can be redone after a reload", async ({ game }) => {
  await game.open();
  await game.moves("4455");
  const end = await game.board();
  await game.undo.click();
  await game.undo.click();
  await game.reload();
  await game.expectPieces(2);
  await game.redo.click();
  await game.redo.click();
  await game.expectBoard(end);
  await game.expectStatus("to-move", 0);
});

test("a closed tab, another board and an agreed draw are kept", async ({ game, page, context }) => {
  const { columns, rows, moves } = deadPositions.at(-1);
  await game.open();
  await game.startGame(columns, rows);
  await game.moves(moves);
  await game.callItADraw.click();
  await game.expectStatus("drawn");
  const board = await game.board();
  await page.close();
  const again = new Game(await context.newPage());
  await again.open();
  await again.expectBoard(board);
  await again.expectStatus("drawn");
  await again.undo.click();
  await again.expectStatus("to-move", 0);
});

test("hostile games are set aside, and a new game starts", async ({ game, page }) => {
  test.slow();
  await game.open();
  for (const [name, text] of Object.entries(hostile)) {
    await test.step(name, async () => {
      await page.evaluate(() => localStorage.clear());
      await game.openStored(text);
      await expect(game.notices.getByRole("paragraph")).toContainText("couldn’t be read");
      const stored = await game.stored();
      expect(stored[`${STORED_GAME}:unreadable:1`]).toBe(text);
      expect(Object.keys(stored).sort()).toEqual([
        STORED_GAME,
        STORED_ID,
        `${STORED_GAME}:unreadable:1`,
        STORED_SERIES_SCORE,
      ].sort());
      await expect(page.locator("img, script:not([src]), b")).toHaveCount(0);
      expect(await page.evaluate(() => window.smuggled)).toBeUndefined();
      await game.drop(4);
      await game.expectPieces(1);
      expect((await game.record()).moves).toBe("4");
    });
  }
});

test("every kind of game is opened", async ({ game }) => {
  const three = { columns: 7, rows: 6, connect: 4, players: 3, gravity: true };
  await game.openStored(storedGame({ rules: three }));
  await expect(game.notices).toBeHidden();
  await game.expectPieces(5);
  await game.expectStatus("to-move", 2);
  await expect(game.seats).toHaveText(["Redcircle", "Bluepentagon", "Greensquare"]);

  const flat = { columns: 3, rows: 3, connect: 3, players: 2, gravity: false };
  await game.openStored(storedGame({ rules: flat, moves: "A1,B2", cursor: 2 }));
  await expect(game.notices).toBeHidden();
  await game.expectBoard(["...", ".1.", "0.."]);
  await game.place("C3");
  await game.expectBoard(["..0", ".1.", "0.."]);
});

test("a game of format version 1 is stored in version 2", async ({ game }) => {
  await game.openStored(storedGame({ cursor: 4 }));
  await game.expectPieces(4);
  await game.redo.click();
  const { version, moves, cursor, players, starts, result } = await game.record();
  expect([version, moves, cursor, starts, result]).toEqual([2, "44455", 5, 1, "unfinished"]);
  expect(players).toEqual([
    { name: "Red", shape: "circle", colour: "red", symbol: "X" },
    { name: "Blue", shape: "pentagon", colour: "blue", symbol: "O" },
  ]);
});

test("a valid game with any white space shows no notice", async ({ game }) => {
  await game.openStored(JSON.stringify(JSON.parse(storedGame()), null, 2));
  await expect(game.notices).toBeHidden();
  await game.expectPieces(5);
});

test("two unreadable games are both set aside", async ({ game }) => {
  await game.openStored("the first");
  await game.openStored("the second");
  await game.openStored("the first");
  const stored = await game.stored();
  expect(stored[`${STORED_GAME}:unreadable:1`]).toBe("the first");
  expect(stored[`${STORED_GAME}:unreadable:2`]).toBe("the second");
  expect(Object.keys(stored)).toHaveLength(5);
});

/** Expects one notice that the game isn't stored, which can be dismissed, and plays. */
async function expectPlayableUnstored(game, why = "let the page save games") {
  const notices = game.notices.getByRole("paragraph");
  await game.moves("44");
  await game.expectPieces(2);
  await expect(notices).toHaveCount(1);
  await expect(notices).toContainText(why);
  await game.notices.getByRole("button", { name: "Dismiss" }).click();
  await expect(notices).toHaveCount(0);
  await game.drop(4);
  await game.expectPieces(3);
  await expect(notices).toHaveCount(0);
}

test("the game works with blocked storage", async ({ game, page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("blocked", "SecurityError");
      },
    });
  });
  await game.open();
  await expectPlayableUnstored(game);
});

test("the game works without storage", async ({ game, page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", { value: null });
  });
  await game.open();
  await expectPlayableUnstored(game);
});

test("the game works with full storage", async ({ game, page }) => {
  await page.addInitScript(fillStorage);
  await game.open();
  await expectPlayableUnstored(game, "storage is full");
});

test("full storage leaves an unreadable game in place", async ({ game, page }) => {
  await game.open();
  await page.evaluate((name) => localStorage.setItem(name, "precious"), STORED_GAME);
  const before = await game.stored();
  await page.addInitScript(fillStorage);
  await game.reload();
  await expect(game.notices.getByRole("paragraph")).toHaveCount(1);
  await expect(game.notices).toContainText("left in place");
  await game.moves("44");
  await game.expectPieces(2);
  expect(before[STORED_GAME]).toBe("precious");
  expect(await game.stored()).toEqual(before);
  await expect(game.notices.getByRole("paragraph")).toHaveCount(1);
});

/** Runs in the page: fills the storage. */
function fillStorage() {
  Storage.prototype.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
}

test("without locks, a game stored by another tab is not overwritten", async ({ game, page }) => {
  // As in insecure contexts.
  await page.context().addInitScript(() => delete Navigator.prototype.locks);
  await game.open();
  const other = new Game(await page.context().newPage());
  await other.open();
  await game.moves("4433");
  await expect(other.undo).toHaveCount(0);
  await other.boardTabStop.press("z");
  expect((await game.record()).moves, "nothing was new in the other tab").toBe("4433");
  await other.drop(1);
  await expect(other.notices).toContainText("Another tab");
  expect((await game.record()).moves).toBe("4433");
});

test("a replaced game is left for the library under its id", async ({ game, page }) => {
  // The part `dialogs`, which adds it to the library, isn't loaded.
  await page.addInitScript(() => (window.requestIdleCallback = () => {}));
  await game.openStored(storedGame({ moves: "1212121" }));
  const id = (await game.stored())[STORED_ID];
  expect(id).toMatch(/^\d{13}-\d+$/);
  await game.rematch.click();
  await game.drop(4);
  const stored = await game.stored();
  expect(stored[STORED_ID]).not.toBe(id);
  expect(JSON.parse(stored[`four-shapes:replaced:${id}`]).moves).toBe("1212121");
  await game.reload();
  expect((await game.stored())[STORED_ID], "a reload changes no game").toBe(stored[STORED_ID]);
});

test("cleared storage is reported and used again", async ({ game, page }) => {
  await game.open();
  await game.drop(4);
  const before = await game.stored();
  await page.evaluate(() => localStorage.clear());
  await game.drop(4);
  await expect(game.notices.getByRole("paragraph")).toContainText("saved again");
  const after = await game.stored();
  expect(after[STORED_ID]).toBe(before[STORED_ID]);
  expect(JSON.parse(after[STORED_GAME]).moves).toBe("44");
});
