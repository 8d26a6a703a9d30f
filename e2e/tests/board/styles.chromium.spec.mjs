// How much of the page a move changes.

import { expect, test } from "../support/game.mjs";

test("a move has the styles of few elements computed", async ({ game, page }) => {
  await game.open();
  await game.startGame(15, 15);
  await game.partsLoaded();
  await game.drop(8);
  await game.expectPieces(1);
  const session = await page.context().newCDPSession(page);
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const isComplete = new Promise((done) => session.once("Tracing.tracingComplete", done));
  await session.send("Tracing.start", { traceConfig: { includedCategories: ["devtools.timeline"] } });
  await game.drop(8);
  await game.expectPieces(2);
  await session.send("Tracing.end");
  await isComplete;
  const counts = events
    .filter(({ name }) => name === "UpdateLayoutTree")
    .map(({ args }) => args.elementCount ?? 0);
  // A move changes about twenty. The page has more than a thousand.
  expect(Math.max(...counts)).toBeGreaterThan(5);
  expect(Math.max(...counts)).toBeLessThan(100);
});
