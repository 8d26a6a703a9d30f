// Finished games stay in the library as they were finished, and a win counts once, for its winner.

import { STORED_GAME, expect, storedMatch, test } from "../support/game.mjs";

/** The games of the library, as the list shows them. */
async function library(game) {
  await game.library.click();
  const count = game.libraryDialog.getByText(/^\d+ games?$/);
  // Only heard.
  await expect(count).toHaveCount(1);
  const cards = game.libraryDialog.locator("#library-list > li");
  await expect(cards).toHaveCount(parseInt(await count.textContent()));
  const texts = await cards.allTextContents();
  await game.play.click();
  await expect(game.libraryDialog).toBeHidden();
  return texts;
}

/** The winners of the high scores, with their numbers of moves. */
async function highScores(game) {
  await game.openScores();
  await expect(game.scoresDialog).toBeVisible();
  const rows = await game.scoresDialog
    .getByRole("row")
    .evaluateAll((rows) => rows.slice(1).map((row) => `${row.cells[1].textContent} ${row.cells[2].textContent}`));
  await game.play.click();
  await expect(game.scoresDialog).toBeHidden();
  return rows;
}

/** The wins beside the players' names. */
const tally = (game) => game.seats.locator(".score").allTextContents();

/** Opens the review of a finished game, which shows a move that was an error. */
async function showMistake(game) {
  await game.endCard.getByRole("button", { name: "Review", exact: true }).click();
  await expect(game.review.getByText(/^Key moment 1 of/)).toBeVisible();
}

const WON = "1212121";

test("trying another move leaves the finished game alone", async ({ game }) => {
  await game.open();
  await game.moves(WON);
  await showMistake(game);
  await game.review.getByRole("button", { name: "Try it from here" }).click();
  await expect.poll(() => game.pieces.count()).toBeLessThan(7);
  const before = await game.pieces.count();
  await game.drop(5);
  await expect.poll(() => game.pieces.count()).toBeGreaterThan(before);
  await game.review.getByRole("button", { name: "Back to the review" }).click();
  await game.expectPieces(before);
  expect((await game.record()).moves).toBe(WON);
  expect(await library(game)).toEqual([expect.stringMatching(/7 × 6, two players · vertical.*Red won/)]);
  // Neither does a move in it, nor one in the finished game itself.
  await game.partsLoaded();
  await game.openStored(storedMatch({ moves: WON }));
  await game.undo.click();
  await game.drop(5);
  const count = async () => {
    const texts = await library(game);
    return [texts.length, texts.filter((text) => /(Red|Ada) won/.test(text)).length];
  };
  await expect.poll(count).toEqual([3, 2]);
});

test("showing a win again does not count it", async ({ game }) => {
  await game.open();
  await game.moves(WON);
  expect(await tally(game)).toEqual(["1", "0"]);
  await showMistake(game);
  await game.step(7).click();
  await game.expectStatus("won", 0);
  expect(await tally(game)).toEqual(["1", "0"]);
  // The library offers no way to win it once more.
  await game.undo.click();
  await game.newGame.click();
  await game.newGameDialog.getByRole("button", { name: /^Two players/ }).click();
  await game.newGameDialog.getByRole("button", { name: "Start" }).click();
  await game.expectPieces(0);
  await game.library.click();
  await game.libraryDialog.getByRole("button", { name: /^Red – Blue.*Red won/ }).click();
  // The review opens with its first moment.
  await expect(game.review).toContainText("Key moment 1 of");
  await game.step(7).click();
  await game.expectStatus("won", 0);
  await game.undo.click();
  await game.redo.click();
  await game.expectStatus("won", 0);
  expect(await highScores(game)).toEqual(["Red 4"]);
  // Nor does a file with undone moves.
  await game.loadText(storedMatch({ moves: WON, cursor: 6 }));
  await game.expectPieces(6);
  await game.redo.click();
  await game.expectStatus("won", 0);
  expect(await highScores(game)).toEqual(["Red 4"]);
});

test("a win that is taken back is the winner's", async ({ game }) => {
  await game.open();
  await game.moves(WON);
  await game.undo.click();
  expect(await tally(game), "it can be redone").toEqual(["1", "0"]);
  await game.moves("32");
  await game.expectStatus("won", 1);
  expect(await tally(game)).toEqual(["0", "1"]);
  expect(await highScores(game)).toEqual(["Blue 4"]);
});

test("a win in the first moments is stored", async ({ game, page }) => {
  await game.open();
  await game.moves(WON.slice(0, -1));
  await game.reload();
  await game.drop(1);
  await game.expectStatus("won", 0);
  await game.reload();
  expect(await highScores(game)).toEqual(["Red 4"]);
  // Taken back before the high scores are loaded, too.
  await game.reload();
  await game.undo.click();
  await game.drop(5);
  await game.reload();
  await game.openScores();
  await expect(game.scoresDialog.getByText("No wins yet")).toBeVisible();
  expect(page.url()).not.toContain("v=1");
});

test("a new game over a shared one has its players", async ({ game, page }) => {
  await game.openStored(storedMatch({ moves: "4455" }));
  await page.goto("./#v=1&board=7x6&connect=4&moves=1234567");
  await game.expectPieces(7);
  await game.newGame.click();
  await expect(game.newGameDialog, "about the own game").toContainText("4 moves");
  await game.newGameDialog.getByRole("button", { name: /^Computer/ }).click();
  await game.newGameDialog.getByRole("button", { name: "Start" }).click();
  await game.expectPieces(0);
  await expect.poll(() => page.url()).not.toContain("#");
  await expect(game.seats.nth(1)).toContainText("Level");
  await game.drop(4);
  await game.expectPieces(2);
  await expect(game.notices.getByRole("button")).toHaveCount(0);
  // It is the own game, and the one before is in the library.
  await game.reload();
  await game.expectPieces(2);
  await expect(game.seats.nth(1)).toContainText("Level");
  await expect.poll(async () => (await library(game)).join()).toMatch(/7 × 6, two players · unfinished.*4 moves/);
});

test("full storage never shortens a game of the library", async ({ game, page }) => {
  test.slow();
  await game.open();
  await game.partsLoaded();
  await game.drop(1);
  await expect.poll(async () => (await library(game)).join()).toContain("1 move");
  // Nothing more fits.
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, text) {
      if (key === "four-shapes:game" && window.isFull) throw new DOMException("full", "QuotaExceededError");
      setItem.call(this, key, text);
    };
  });
  await game.reload();
  await game.partsLoaded();
  await page.evaluate(() => (window.isFull = true));
  await game.moves("234567123");
  await game.expectPieces(10);
  await expect.poll(async () => (await library(game)).join()).toContain("10 moves");
  expect(JSON.parse((await game.stored())[STORED_GAME]).moves).toBe("1");
  await game.reload();
  await game.expectPieces(1);
  await game.partsLoaded();
  await game.drop(7);
  await expect.poll(async () => (await library(game)).join()).toMatch(/2 moves.*10 moves/);
});

test("clocks don't follow the system's time", async ({ game, page }) => {
  await page.addInitScript(() => {
    const { now } = Date;
    window.ahead = 0;
    Date.now = () => now() + window.ahead;
  });
  await game.openStored(storedMatch({ time_control: "60+0" }));
  const clocks = game.seats.getByRole("timer");
  await expect(clocks).toHaveText(["1:00", "1:00"]);
  await game.moves("445");
  await page.evaluate(() => (window.ahead = 3_600_000));
  await expect(clocks.nth(1)).toHaveText(/^0:5[0-8]$/);
  await game.expectStatus("to-move", 1);
  const shown = await clocks.nth(1).textContent();
  await page.evaluate(() => (window.ahead = -3_600_000));
  await expect(clocks.nth(1), "it goes on").not.toHaveText(shown);
});

test("from an exercise, the library leads back to the own game", async ({ game }) => {
  await game.openStored(storedMatch({ moves: "44551" }));
  await game.openLesson("Look above");
  await game.expectPieces(7);
  await game.library.click();
  await game.libraryDialog.getByRole("button", { name: /On the board/ }).click();
  await game.expectPieces(5);
  await game.drop(2);
  await game.expectPieces(6);
});
