// The unsplit page, as plain Trunk builds it. `cargo xtask test more` builds it.

import { serve } from "../../serve.mjs";
import { PARTS } from "../support/files.mjs";
import { expect, test } from "../support/game.mjs";

test.use({
  baseURL: async ({}, use) => {
    const server = await serve("../target/unsplit");
    await use(`http://127.0.0.1:${server.address().port}/`);
    server.close();
  },
});

test("the unsplit build works", async ({ game, page }) => {
  const urls = [];
  page.on("request", (request) => urls.push(request.url()));
  await game.open("/");
  await game.drop(4);
  await game.expectPieces(1);
  await game.settings.click();
  await expect(game.settingsDialog).toBeVisible();
  expect(urls.filter((url) => PARTS.test(url))).toEqual([]);
});
