// A live game between Chromium and Firefox.

import { firefox as firefoxType } from "@playwright/test";
import { firefox, firefoxChannel } from "../../browsers.mjs";
import { LIVE, beginLive, connected } from "../support/friend.mjs";
import { Game, STORED_GAME, expect, test } from "../support/game.mjs";
import { navigateAfterTraversals } from "../support/history.mjs";

test("Chromium and Firefox play a whole game", async ({ game, baseURL }) => {
  const browser = await firefoxType.launch({ ...firefox, channel: firefoxChannel });
  const context = await browser.newContext({ baseURL });
  await navigateAfterTraversals(context);
  const other = new Game(await context.newPage());
  const [ada, ben] = await beginLive(game, other);
  for (const [index, column] of [4, 4, 3, 3, 5, 5, 2].entries()) {
    const [here, there] = index % 2 ? [ben, ada] : [ada, ben];
    await here.drop(column);
    await there.game.expectPieces(index + 1);
  }
  await expect(game.endCard).toContainText("You win!");
  await expect(other.endCard).toContainText("Ada wins");
  const records = await Promise.all([game, other].map((it) => it.stored()));
  const [moves, otherMoves] = records.map((stored) => JSON.parse(stored[STORED_GAME]).moves);
  expect(moves).toBe("4433552");
  expect(otherMoves).toBe(moves);
  // And the other way around, on the same device as before.
  await ben.page.getByRole("button", { name: "Connected" }).click();
  await ben.invitePage.getByRole("button", { name: "Leave the live game" }).click();
  await ben.page.goto("./#/friend");
  await ben.invitePage.getByRole("button", { name: LIVE }).click();
  await ada.page.goto("./#/friend");
  await ada.page.getByRole("button", { name: "End the live game" }).click();
  await ada.joinLive(await ben.shownLink(), "Ada");
  await ben.takeAnswer(await ada.shownLink());
  await connected(ada, ben);
  await ben.drop(1);
  await game.expectPieces(1);
  await browser.close();
});
