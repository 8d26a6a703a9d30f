// Without JavaScript the page says what it needs. (Firefox as it is driven here
// turns scripts off too late for it to show <noscript>.)

import { expect, test } from "../support/game.mjs";

test.use({ javaScriptEnabled: false });

test("a message without JavaScript", async ({ page }) => {
  await page.goto("./");
  const heading = page.locator("noscript h2");
  await expect(heading).toBeVisible();
  await expect(heading).toHaveText("Four Shapes needs JavaScript and WebAssembly");
});
