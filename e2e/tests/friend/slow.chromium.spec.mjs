// A friend who takes time.

import { LIVE, connected, pair } from "../support/friend.mjs";
import { test } from "../support/game.mjs";

test("an answer that takes a minute to arrive still connects", async ({ game, otherBrowser }) => {
  const [ada, ben] = await pair(game, otherBrowser);
  await ada.invite({ name: "Ada", way: LIVE });
  await ben.joinLive(await ada.shownLink(), "Ben");
  const answer = await ben.shownLink();
  // People send it by hand, while the connection is tried for some seconds only.
  await ada.page.waitForTimeout(60_000);
  await ada.takeAnswer(answer);
  await connected(ada, ben);
  await ada.drop(4);
  await otherBrowser.expectPieces(1);
});
