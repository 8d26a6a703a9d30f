// Live games between two browsers, over WebRTC on this computer.

import { LIVE, beginLive, connected, pair } from "../support/friend.mjs";
import { STORED_GAME, expect, storedMatch, test } from "../support/game.mjs";
import { listen } from "../support/screen-reader.mjs";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("two browsers connect by two links and play", async ({ game, otherBrowser }) => {
  const [ada, ben] = await pair(game, otherBrowser);
  await ada.invite({ name: "Ada", way: LIVE });
  await expect(ada.invitePage).toContainText("Send this link to your friend, and keep this page open.");
  await ben.follow(await ada.shownLink());
  await expect(ben.invitePage.getByRole("heading", { name: "Ada invites you to a live game" })).toBeVisible();
  await expect(ben.invitePage).toContainText("You are Blue");
  await ben.invitePage.getByLabel("Your name").fill("Ben");
  await ben.invitePage.getByRole("button", { name: "Play", exact: true }).click();
  await expect(ben.invitePage).toContainText("Send this link back to Ada");
  await ada.takeAnswer(await ben.shownLink());
  await connected(ada, ben);
  await expect(game.seats).toHaveText(["Adacircle", "Benpentagon"]);
  await expect(otherBrowser.seats).toHaveText(["Adacircle", "Benpentagon"]);
  await expect(game.notices).toContainText("Ben has joined.");
  for (const [index, column] of [...[4, 3, 4, 3, 4, 3]].entries()) {
    const [here, there] = index % 2 ? [ben, ada] : [ada, ben];
    await here.drop(column);
    await there.game.expectPieces(index + 1);
    await expect(there.game.status).toContainText("Your move");
  }
  // A player can’t move for the opponent.
  await otherBrowser.press(1);
  await otherBrowser.expectPieces(6);
  await ada.drop(4);
  await expect(game.endCard).toContainText("You win!");
  await expect(otherBrowser.endCard).toContainText("Ada wins");
  await otherBrowser.rematch.click();
  const offer = ada.page.getByRole("group", { name: "Live game" });
  await expect(offer).toContainText("Ben wants a rematch.");
  await offer.getByRole("button", { name: "Accept" }).click();
  await game.expectPieces(0);
  await otherBrowser.expectPieces(0);
  await ben.drop(7);
  await game.expectPieces(1);
  // The library keeps the finished game.
  await game.library.click();
  await expect(game.libraryDialog.getByText("Ada won")).toHaveCount(1);
});

test("a move is taken back if the other one agrees", async ({ game, otherBrowser }) => {
  const [ada, ben] = await beginLive(game, otherBrowser);
  await ada.drop(1);
  await otherBrowser.expectPieces(1);
  await game.undo.click();
  await expect(game.status).toContainText("You asked for a takeback.");
  const bar = (friend) => friend.page.getByRole("group", { name: "Live game" });
  await expect(bar(ben)).toContainText("Ada asks for a takeback.");
  await bar(ben).getByRole("button", { name: "Decline" }).click();
  await expect(game.notices).toContainText("Ben declines.");
  await game.expectPieces(1);
  await game.undo.click();
  await bar(ben).getByRole("button", { name: "Accept" }).click();
  await game.expectPieces(0);
  await otherBrowser.expectPieces(0);
  await expect(game.undo).toHaveAttribute("aria-disabled", "true");
});

const clocks = (game) => game.seats.getByRole("timer", { name: "Time left" });

/** Begins a live game with a clock. */
async function beginTimed(game, otherBrowser, timeControl) {
  const [ada, ben] = await pair(game, otherBrowser);
  await game.openStored(storedMatch({ time_control: timeControl }));
  // The page for a new game has the clock of the last one.
  await game.newGame.click();
  await game.newGameDialog.getByRole("button", { name: /^Two players/ }).click();
  await game.newGameDialog.getByRole("button", { name: "Invite a friend" }).click();
  await expect(ada.invitePage.getByLabel("Board").locator("option:checked")).toHaveText("The game you chose");
  await ada.invitePage.getByRole("button", { name: LIVE }).click();
  await ben.joinLive(await ada.shownLink(), "Ben");
  await ada.takeAnswer(await ben.shownLink());
  await connected(ada, ben);
  for (const [index, column] of [4, 4, 5].entries()) {
    const [here, there] = index % 2 ? [ben, ada] : [ada, ben];
    await here.drop(column);
    await there.game.expectPieces(index + 1);
  }
  return [ada, ben];
}

test("both see the same times, and who runs out of time loses", async ({ game, otherBrowser }) => {
  await beginTimed(game, otherBrowser, "6/move");
  const both = [game, otherBrowser];
  for (const each of both) await expect(clocks(each).nth(1)).not.toHaveText("6.0");
  for (const each of both) await expect(clocks(each).nth(0)).toHaveText("6.0");
  for (const each of both) {
    await each.expectStatus("won", 0);
    await expect(each.status).toContainText("on time");
    await expect(clocks(each)).toHaveText(["6.0", "0.0"]);
  }
  const recordOf = async (game) => JSON.parse((await game.stored())[STORED_GAME]);
  const [record, other] = await Promise.all(both.map(recordOf));
  expect(other.moves).toBe(record.moves);
  expect(other.times).toEqual(record.times);
  await game.rematch.click();
  await otherBrowser.page.getByRole("button", { name: "Accept" }).click();
  for (const each of both) await expect(clocks(each)).toHaveText(["6.0", "6.0"]);
});

test("clocks hide nothing of what happens", async ({ game, otherBrowser }) => {
  const [ada, ben] = await beginTimed(game, otherBrowser, "60/move");
  const heard = { ada: await listen(ada.page), ben: await listen(ben.page) };
  const expectHeard = (who, words) =>
    expect.poll(async () => (await heard[who].all()).filter((text) => words.test(text))).toHaveLength(1);
  await ben.drop(6);
  for (const { pieces, page } of [game, otherBrowser]) {
    await expect(pieces).toHaveCount(4);
    await expect(page.locator("[data-cell=F1] .falls")).toHaveCount(1);
  }
  await expectHeard("ada", /F1/);
  await expectHeard("ben", /F1/);
  await otherBrowser.undo.click();
  await expectHeard("ben", /You asked for a takeback/);
  await expectHeard("ada", /Ben asks for a takeback/);
  await expect(otherBrowser.status).toContainText("You asked for a takeback.");
  await game.page.getByRole("button", { name: "Accept" }).click();
  await expectHeard("ben", /Undid F1/);
  // They run again.
  for (const each of [game, otherBrowser]) await expect(clocks(each).nth(1)).toHaveText(/^0:5[0-7]$/);
});

test("a reload continues with the time of this turn", async ({ game, otherBrowser }) => {
  await beginTimed(game, otherBrowser, "40/move");
  const seconds = async () => Number((await clocks(game).nth(1).textContent()).split(":")[1]);
  await expect.poll(seconds).toBeLessThan(37);
  await game.reload();
  await game.partsLoaded();
  await expect.poll(seconds).toBeLessThan(37);
});

test("the clock waits while a player is away", async ({ game, otherBrowser }) => {
  const [, ben] = await beginTimed(game, otherBrowser, "12/move");
  await ben.cut();
  await expect(game.notices).toContainText("is away");
  await expect(ben.page.getByRole("group", { name: "Live game" })).toContainText("Not connected");
  const both = [game, otherBrowser];
  const left = await Promise.all(both.map((each) => clocks(each).nth(1).textContent()));
  await game.page.waitForTimeout(12_500);
  for (const [index, each] of both.entries()) {
    await expect(clocks(each).nth(1)).toHaveText(left[index]);
    await each.expectStatus("to-move", 1);
  }
});

test("after a reload, a fresh invitation brings the same players back", async ({ game, otherBrowser }) => {
  const [ada, ben] = await beginLive(game, otherBrowser);
  await ada.drop(4);
  await otherBrowser.expectPieces(1);
  await otherBrowser.reload();
  await otherBrowser.expectPieces(1);
  await expect(game.notices).toContainText("Ben is away. The game waits.");
  // It is sent when the connection is back.
  await ben.drop(4);
  await game.expectPieces(1);
  await ada.page.getByRole("button", { name: /^Waiting for Ben/ }).click();
  await ada.invitePage.getByRole("button", { name: "New invitation" }).click();
  await ben.joinLive(await ada.shownLink());
  await ada.takeAnswer(await ben.shownLink());
  await connected(ada);
  await game.expectPieces(2);
  await game.reload();
  await game.expectPieces(2);
  await ada.page.getByRole("button", { name: /^Waiting for Ben/ }).click();
  await ben.joinLive(await ada.shownLink());
  await ada.takeAnswer(await ben.shownLink());
  await connected(ada);
  await ada.drop(1);
  await otherBrowser.expectPieces(3);
});

test("what no page would send changes nothing", async ({ game, otherBrowser }) => {
  const [ada, ben] = await beginLive(game, otherBrowser);
  await ada.drop(4);
  await otherBrowser.expectPieces(1);
  const bytes = (text) => [...Buffer.from(text)];
  await ben.send([], [1], [1, 3, 255, 255], [1, ...bytes("moves=1")], [1, 2], Array(20_000).fill(1));
  await expect(game.notices).toContainText("A message from Ben made no sense and was ignored.");
  await game.expectPieces(1);
  await ben.drop(5);
  await game.expectPieces(2);
  const before = (await game.stored())[STORED_GAME];
  await ben.send(...Array(200).fill([1, 99])).catch(() => {});
  await expect(game.notices).toContainText("was disconnected");
  expect((await game.stored())[STORED_GAME]).toEqual(before);
});

test("links that are damaged or late say so", async ({ game, otherBrowser }) => {
  const [ada, ben] = await pair(game, otherBrowser);
  await ada.invite({ name: "Ada", way: LIVE });
  const link = await ada.shownLink();
  await ben.follow(link.slice(0, -30));
  await expect(otherBrowser.notices).toContainText("The link is not complete");
  await ben.joinLive(link, "Ben");
  const answer = await ben.shownLink();
  await ada.page.getByRole("button", { name: "End the live game" }).click();
  await ada.page.goto(answer);
  await expect(game.notices).toContainText("No open invitation here waits for this link");
  await ada.page.goto(answer.replace(/answer=.{20}/, "answer=AQIA"));
  await expect(game.notices).toContainText("The link is not complete");
});

test("ending the live game leaves it on both boards", async ({ game, otherBrowser }) => {
  const [ada, ben] = await beginLive(game, otherBrowser);
  await ada.drop(2);
  await otherBrowser.expectPieces(1);
  await ada.page.getByRole("button", { name: "Connected" }).click();
  const end = ada.invitePage.getByRole("button", { name: "End the live game" });
  await end.click();
  await expect(ada.invitePage.getByRole("alert")).toContainText("End the live game for everyone?");
  await ada.invitePage.getByRole("button", { name: "Cancel" }).click();
  await expect(end).toBeFocused();
  await end.click();
  await end.last().click();
  await expect(otherBrowser.notices).toContainText("The live game was ended. The game stays here.");
  await otherBrowser.expectPieces(1);
  await expect(ben.page.getByRole("group", { name: "Live game" })).toHaveCount(0);
  await ben.drop(3);
  await ben.drop(3);
  await otherBrowser.expectPieces(3);
  await otherBrowser.reload();
  await otherBrowser.expectPieces(3);
});

test("another game on the board leaves the live one, which returns from the library", async ({ game, otherBrowser }) => {
  const [ada, ben] = await beginLive(game, otherBrowser);
  await ada.drop(2);
  await otherBrowser.expectPieces(1);
  await game.newGame.click();
  await game.page.getByRole("button", { name: /^Two players/ }).click();
  await game.page.getByRole("button", { name: "Start", exact: true }).click();
  await game.expectPieces(0);
  await expect(ben.page.getByRole("group", { name: "Live game" })).toContainText("Not connected");
  await ada.drop(1);
  await game.library.click();
  await game.libraryDialog.locator(".mini-board").nth(1).click();
  await expect(ada.page.getByRole("group", { name: "Live game" })).toContainText("Waiting for Ben");
});

test("connecting and playing by keyboard, each change announced once", async ({ game, otherBrowser }) => {
  const [ada, ben] = await pair(game, otherBrowser);
  await ada.page.getByRole("button", { name: "Invite a friend" }).focus();
  await ada.page.keyboard.press("Enter");
  await expect(ada.invitePage.getByRole("heading", { name: "Play a friend" })).toBeFocused();
  await expect(ada.invitePage.getByLabel("Your name")).toBeVisible();
  await ada.page.keyboard.press("Tab");
  await ada.page.keyboard.type("Ada");
  await ada.page.keyboard.press("Enter");
  await ben.follow(await ada.shownLink());
  await ben.invitePage.getByLabel("Your name").focus();
  await ben.page.keyboard.type("Ben");
  const heard = await listen(ada.page);
  await ben.page.keyboard.press("Enter");
  await ada.takeAnswer(await ben.shownLink());
  await connected(ada, ben);
  await expect(game.boardTabStop).toBeFocused();
  await expect(otherBrowser.boardTabStop).toBeFocused();
  await expect.poll(async () => (await heard.all()).filter((text) => text.includes("Ben has joined"))).toHaveLength(1);
  await ada.page.keyboard.press("d");
  await ada.page.keyboard.press("Enter");
  await otherBrowser.expectPieces(1);
  const before = (await heard.all()).length;
  await ben.page.keyboard.press("c");
  await ben.page.keyboard.press("Enter");
  await game.expectPieces(2);
  await expect.poll(async () => (await heard.all()).slice(before).filter((text) => text.includes("C1"))).toHaveLength(1);
});

test("games of too many players are played by links", async ({ game }) => {
  const rules = { columns: 9, rows: 7, players: 5 };
  await game.openStored(storedMatch({ rules, moves: "5" }));
  await game.page.goto("./#/friend");
  const page = game.page.getByRole("region", { name: "Play a friend" });
  await page.getByLabel("Board").selectOption("The game on the board");
  await page.getByRole("button", { name: LIVE }).click();
  await expect(page.getByRole("alert")).toContainText("Live games have at most 4 players.");
});
