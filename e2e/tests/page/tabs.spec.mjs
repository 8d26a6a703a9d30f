// Only one tab at a time owns the current game.

import { Game, STORED_GAME, expect, storedMatch, test } from "../support/game.mjs";

const otherTabHeading = (game) => game.page.getByRole("heading", { name: "Already open in another tab" });
const playHere = (game) => game.page.getByRole("button", { name: "Play here" });

/** Opens the page in another tab. */
async function anotherTab(game, prepare) {
  const other = new Game(await game.page.context().newPage());
  if (prepare) await other.page.addInitScript(prepare);
  await other.page.goto(game.page.url());
  return other;
}

test("a second tab is read-only, takes over, and hands back", async ({ game }) => {
  await game.open();
  await game.moves("44");
  const other = await anotherTab(game);
  await expect(otherTabHeading(other)).toBeVisible();
  await expect(playHere(other)).toBeFocused();
  await expect(other.page.getByRole("button", { name: "Undo" })).toBeDisabled();
  await other.page.keyboard.press("Enter");
  await other.expectPieces(2);
  await expect(other.page.getByRole("toolbar").locator(":focus")).toHaveCount(1);
  await expect(otherTabHeading(game)).toBeVisible();
  await other.moves("35");
  await playHere(game).click();
  await game.expectPieces(4);
  await game.drop(1);
  await game.expectPieces(5);
  expect((await game.record()).moves).toBe("44351");
  await expect(otherTabHeading(other)).toBeVisible();
});

const shared = "#v=1&board=7x6&connect=4&moves=1122";
const readOnlyNotice = "Your game is open in another tab.";

test("a shared game in a second tab changes no stored data", async ({ game }) => {
  await game.open();
  await game.moves("44455");
  const own = await game.board();
  const before = await game.stored();
  const other = new Game(await game.page.context().newPage());
  await other.open(`./${shared}&utm_source=mail`);
  await expect(otherTabHeading(other)).toBeHidden();
  await other.expectPieces(4);
  await expect(other.notices.getByRole("paragraph")).toHaveText(readOnlyNotice);
  // Read-only.
  await other.drop(1);
  await expect(other.status).toContainText("This game is open in another tab.");
  await other.expectPieces(4);
  await other.undo.click();
  await other.expectPieces(3);
  await other.redo.click();
  await other.expectPieces(4);
  for (const closed of [other.newGame, other.library, other.load, other.players, other.compete, other.learn]) {
    await closed.click();
    await expect(other.notices.getByRole("alert").last()).toContainText("only do that in the tab where your game is open");
    await expect(other.page.getByRole("dialog").or(other.shownPage)).toHaveCount(0);
    await other.notices.getByRole("button", { name: "Dismiss" }).click();
  }
  await other.page.evaluate(() => (location.hash = "tournament=%7B%7D"));
  await expect(other.notices.getByRole("alert")).toContainText("only do that in the tab");
  await other.share.click();
  await expect(other.shareDialog.getByRole("textbox", { name: "Link" })).toHaveValue(new RegExp(`${shared}$`));
  await other.page.keyboard.press("Escape");
  await other.page.evaluate(() => dispatchEvent(new Event("pagehide")));
  expect(await game.stored()).toEqual(before);
  await game.expectBoard(own);
  await game.drop(1);
  await game.expectPieces(6);
  // Nor does an invalid link block the tab.
  await other.page.evaluate(() => (location.hash = "v=1&board=1x1"));
  await expect(other.notices).toContainText("can’t be opened");
});

test("the own share link in a second tab is read-only until it takes over", async ({ game }) => {
  await game.open();
  await game.moves("44455");
  const board = await game.board();
  await game.share.click();
  const link = await game.shareDialog.getByRole("textbox", { name: "Link" }).inputValue();
  await game.page.keyboard.press("Escape");
  // With the link from the start, or opened later.
  const other = await anotherTab(game);
  await expect(otherTabHeading(other)).toBeVisible();
  await other.page.goto(link);
  await expect(other.notices).toContainText(readOnlyNotice);
  await other.expectBoard(board);
  await playHere(other).click();
  await expect(otherTabHeading(game)).toBeVisible();
  await expect(other.notices).toBeHidden();
  await other.ready();
  await other.drop(1);
  await other.expectPieces(6);
  expect((await other.record()).moves).toBe("444551");
  // Conversely, with somebody else's game.
  await game.page.goto(`./${shared}`);
  await game.expectPieces(4);
  await playHere(game).click();
  await expect(game.notices).toContainText("You’re viewing a shared game. Your own game is saved.");
  await game.drop(1);
  await game.expectPieces(5);
  await game.notices.getByRole("button", { name: "Back to my game" }).click();
  await game.expectPieces(6);
});

test("foreign messages on the broadcast channel are ignored", async ({ game }) => {
  await game.open();
  await game.moves("44");
  const other = await anotherTab(game);
  await expect(otherTabHeading(other)).toBeVisible();
  await other.page.evaluate(async () => {
    const channel = new BroadcastChannel("four-shapes:tab");
    for (const said of [null, undefined, 0, "", "nonsense", [], {}, { mark: null }, { mark: {} }, new Date(0)]) {
      channel.postMessage(said);
    }
    // The reply shows that the earlier messages have been handled.
    channel.postMessage("whose");
    await new Promise((answered) => (channel.onmessage = ({ data }) => data === "mine" && answered()));
  });
  await game.drop(1);
  await game.expectPieces(3);
  // game.mjs fails the test on exceptions.
});

/** Runs in the page: suppresses focus events, which the test dispatches itself. */
function ignoreFocus() {
  addEventListener("focus", (event) => event.isTrusted && event.stopImmediatePropagation(), { capture: true });
}

test("a reloaded tab keeps the lock, a closed one releases it", async ({ game }) => {
  await game.open();
  await game.moves("4");
  // For a moment after it gained focus, a tab takes over a free game.
  const other = await anotherTab(game, ignoreFocus);
  await expect(otherTabHeading(other)).toBeVisible();
  for (let i = 0; i < 3; i++) {
    await game.reload();
    await game.expectPieces(1);
  }
  await expect(otherTabHeading(other)).toBeVisible();
  await game.page.close();
  await other.page.evaluate(() => dispatchEvent(new Event("focus")));
  await other.expectPieces(1);
  await expect(otherTabHeading(other)).toBeHidden();
  await other.drop(5);
  expect((await other.record()).moves).toBe("45");
});

test("a computer's turn continues in the tab that takes over", async ({ game }) => {
  await game.openStored(storedMatch({ moves: "44", computers: [null, "mcts:300"] }));
  await game.drop(1);
  const other = await anotherTab(game);
  await playHere(other).click();
  await other.turnOf(0);
  await other.expectPieces(4);
  await expect(otherTabHeading(game)).toBeVisible();
  expect((await other.record()).cursor).toBe(4);
});

test("a hung tab doesn't block a takeover", async ({ game }) => {
  await game.open();
  await game.moves("44");
  const other = await anotherTab(game);
  // It no longer handles messages.
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
  await expect(otherTabHeading(game)).toBeVisible();
  expect(JSON.parse((await other.stored())[STORED_GAME]).moves).toBe("441");
});
