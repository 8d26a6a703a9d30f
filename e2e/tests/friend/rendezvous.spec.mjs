// Live games through a tracker: one link, and connections that return by themselves.

import { LIVE, Friend, connected } from "../support/friend.mjs";
import { Game, STORED_GAME, test as base, expect, storedMatch } from "../support/game.mjs";
import { nameTracker, startTracker } from "../support/tracker.mjs";

const test = base.extend({
  tracker: async ({}, use) => {
    const tracker = await startTracker();
    await use(tracker);
    await tracker.stop();
  },

  /** Opens the page of a friend, whose host has named the tracker. */
  friend: async ({ tracker }, use) => {
    await use(async (game) => {
      const friend = new Friend(game);
      await nameTracker(game.page.context(), tracker.url);
      await friend.prepare();
      friend.sockets = [];
      game.page.on("websocket", (socket) => friend.sockets.push(socket.url()));
      await game.page.emulateMedia({ reducedMotion: "reduce" });
      await game.open();
      return friend;
    });
  },
});

async function begin(friend, game, otherBrowser) {
  const [ada, ben] = [await friend(game), await friend(otherBrowser)];
  await ada.invite({ name: "Ada", way: LIVE });
  const link = await ada.shownLink();
  await ben.joinLive(link, "Ben");
  await connected(ada, ben);
  return [ada, ben, link];
}

const movesOf = async (game) => JSON.parse((await game.stored())[STORED_GAME]).moves;

test("one link connects, and the tracker is named before it is contacted", async ({ friend, tracker, game, otherBrowser }) => {
  const [ada, ben] = [await friend(game), await friend(otherBrowser)];
  await ada.page.getByRole("button", { name: "Invite a friend" }).click();
  await expect(ada.invitePage).toContainText(`both browsers contact 127.0.0.1:${tracker.port}`);
  expect(ada.sockets).toEqual([]);
  await ada.invitePage.getByRole("button", { name: LIVE }).click();
  const link = await ada.shownLink();
  await expect.poll(() => [...new Set(ada.sockets)]).toEqual([`${tracker.url}/`]);
  await ben.follow(link);
  await expect(ben.invitePage).toContainText(`both browsers contact 127.0.0.1:${tracker.port}`);
  expect(ben.sockets).toEqual([]);
  await ben.invitePage.getByRole("button", { name: "Play", exact: true }).click();
  await connected(ada, ben);
  await expect(game.notices).toContainText("has joined");
  await ada.drop(4);
  await otherBrowser.expectPieces(1);
  await ben.drop(4);
  await game.expectPieces(2);
});

test("reloads on either side at any move end with the same record", async ({ friend, game, otherBrowser }) => {
  const [ada, ben] = await begin(friend, game, otherBrowser);
  for (const [index, column] of [4, 5, 4, 5, 4, 5, 4].entries()) {
    const [here, there] = index % 2 ? [ben, ada] : [ada, ben];
    const reloads = [here, there, undefined][index % 3];
    // In the middle of the move, and after it.
    await here.drop(column);
    if (reloads) await reloads.game.reload();
    await there.game.expectPieces(index + 1);
    await here.game.expectPieces(index + 1);
  }
  await expect(game.status).toContainText("You win!");
  const moves = await movesOf(game);
  expect(moves).toBe("4545454");
  expect(await movesOf(otherBrowser)).toBe(moves);
});

test("a connection that is cut ten times comes back", async ({ friend, game, otherBrowser }) => {
  const [ada, ben] = await begin(friend, game, otherBrowser);
  for (const [index, column] of [..."7463366374"].map(Number).entries()) {
    const [here, there] = index % 2 ? [ben, ada] : [ada, ben];
    await (index % 4 < 2 ? here : there).cut();
    await here.drop(column);
    await there.game.expectPieces(index + 1);
  }
  await expect.poll(() => movesOf(game)).toBe("7463366374");
  await expect.poll(() => movesOf(otherBrowser)).toBe("7463366374");
});

test("three play and one watches", async ({ friend, game, otherBrowser, browser, baseURL }) => {
  const rules = { columns: 9, rows: 7, players: 3 };
  const ada = await friend(game);
  await game.openStored(storedMatch({ rules, moves: "" }));
  const contexts = [await browser.newContext({ baseURL }), await browser.newContext({ baseURL })];
  const others = [];
  for (const context of contexts) others.push(await friend(new Game(await context.newPage())));
  const ben = await friend(otherBrowser);
  await ada.page.goto("./#/friend");
  await ada.invitePage.getByLabel("Board").selectOption("The game on the board");
  await ada.invitePage.getByRole("button", { name: LIVE }).click();
  const link = await ada.shownLink();
  await ben.joinLive(link, "Bo");
  await connected(ben);
  await expect(ada.invitePage).toContainText("Send this link to your friend");
  const [third, fourth] = others;
  await third.joinLive(link, "Cy");
  await connected(ada);
  await ada.page.getByRole("button", { name: "Connected" }).click();
  await ada.invitePage.getByRole("button", { name: "Let others watch" }).click();
  const watch = await ada.shownLink();
  await fourth.follow(watch);
  await expect(fourth.invitePage.getByRole("heading", { name: /invites you to watch$/ })).toBeVisible();
  await fourth.invitePage.getByRole("button", { name: "Watch" }).click();
  await connected(fourth);
  await ada.page.getByRole("button", { name: "Go to the board" }).click();
  await ada.drop(1);
  await otherBrowser.expectPieces(1);
  await ben.drop(2);
  await third.game.expectPieces(2);
  await third.drop(3);
  for (const one of [ada, ben, third, fourth]) await one.game.expectPieces(3);
  await expect(ada.page.getByRole("group", { name: "Live game" })).toContainText("1 watching");
  await fourth.game.press(5);
  await fourth.game.expectPieces(3);
  for (const context of contexts) await context.close();
});

test.describe(() => {
  test.use({ allowed: [/WebSocket|127\.0\.0\.1/, { option: true }] });

  test("a tracker that can't be reached is named, and tried again", async ({ friend, tracker, game, otherBrowser }) => {
    const [ada, ben] = [await friend(game), await friend(otherBrowser)];
    await tracker.stop();
    await ada.invite({ name: "Ada", way: LIVE });
    await expect(ada.invitePage).toContainText(`127.0.0.1:${tracker.port} can’t be reached. Trying again`);
    const again = await startTracker(tracker.port);
    await expect(ada.invitePage).toContainText("Send this link");
    await ben.joinLive(await ada.shownLink(), "Ben");
    await connected(ada, ben);
    await again.stop();
  });
});
