// The message without JavaScript. (Playwright disables scripts in Firefox too late for
// <noscript>.)

import { expect, test } from "../support/game.mjs";

test.use({ javaScriptEnabled: false });

test("a message without JavaScript", async ({ page }) => {
  await page.goto("./");
  const heading = page.locator("noscript h2");
  await expect(heading).toBeVisible();
  await expect(heading).toHaveText("Four Shapes needs JavaScript and WebAssembly");
});
