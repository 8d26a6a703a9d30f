// A renderer that crashes takes no move with it.

import { Game, expect, test } from "./support/game.mjs";

test("a crashed tab loses no move", async ({ game, page, context }) => {
  await game.open();
  await game.moves("44455");
  const board = await game.board();
  const crashed = page.waitForEvent("crash");
  const session = await context.newCDPSession(page);
  // It can't answer any more.
  session.send("Page.crash").catch(() => {});
  await crashed;
  const again = new Game(await context.newPage());
  await again.open();
  expect(await again.board()).toEqual(board);
  await again.expectStatus("to-move", 1);
});
