// The game in progress belongs to one tab at a time.

import { Game, STORED_GAME, expect, storedMatch, test } from "./support/game.mjs";

const elsewhere = (game) => game.page.getByRole("heading", { name: "Your game is open elsewhere" });
const playHere = (game) => game.page.getByRole("button", { name: "Play here" });

/** A further tab with the page, wherever the game is. */
async function anotherTab(game) {
  const other = new Game(await game.page.context().newPage());
  await other.page.goto(game.page.url());
  return other;
}

test("a second tab says so, takes over, and the first can have it back", async ({ game }) => {
  await game.open();
  await game.moves("44");
  const other = await anotherTab(game);
  await expect(elsewhere(other)).toBeVisible();
  await expect(playHere(other)).toBeFocused();
  await expect(other.page.getByRole("button", { name: "Undo" })).toBeDisabled();
  await other.page.keyboard.press("Enter");
  await other.expectPieces(2);
  await expect(other.page.locator(".board :focus")).toHaveCount(1);
  await expect(elsewhere(game)).toBeVisible();
  await other.moves("35");
  await playHere(game).click();
  await game.expectPieces(4);
  await game.drop(1);
  await game.expectPieces(5);
  expect((await game.record()).moves).toBe("44351");
  await expect(elsewhere(other)).toBeVisible();
});

test("a tab that is reloaded keeps its game, one that is closed leaves it", async ({ game }) => {
  await game.open();
  await game.moves("4");
  const other = await anotherTab(game);
  await expect(elsewhere(other)).toBeVisible();
  // For a moment after it got the focus, a tab takes a game that is free.
  await other.page.waitForTimeout(1000);
  for (let i = 0; i < 3; i++) {
    await game.reload();
    await game.expectPieces(1);
  }
  await expect(elsewhere(other)).toBeVisible();
  await game.page.close();
  await other.page.evaluate(() => dispatchEvent(new Event("focus")));
  await other.expectPieces(1);
  await expect(elsewhere(other)).toBeHidden();
  await other.drop(5);
  expect((await other.record()).moves).toBe("45");
});

test("a computer that thinks in one tab moves in the one that takes over", async ({ game }) => {
  await game.openStored(storedMatch({ moves: "44", computers: [null, "mcts:300"] }));
  await game.drop(1);
  const other = await anotherTab(game);
  await playHere(other).click();
  await other.turnOf(0);
  await other.expectPieces(4);
  await expect(elsewhere(game)).toBeVisible();
  expect((await other.record()).cursor).toBe(4);
});

test("a tab that hangs is not waited for", async ({ game }) => {
  await game.open();
  await game.moves("44");
  const other = await anotherTab(game);
  // It hears nothing any more.
  await game.page.evaluate(() => (BroadcastChannel.prototype.dispatchEvent = () => {}));
  await game.page.evaluate(() => {
    const until = Date.now() + 3500;
    setTimeout(() => {
      while (Date.now() < until);
    });
  });
  await playHere(other).click();
  await other.expectPieces(2);
  await other.drop(1);
  await expect(elsewhere(game)).toBeVisible({ timeout: 10_000 });
  expect(JSON.parse((await other.stored())[STORED_GAME]).moves).toBe("441");
});
