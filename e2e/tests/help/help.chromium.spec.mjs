// The help on devices with and without a keyboard.

import { expect, test } from "../support/game.mjs";

/** The headings and buttons of the page, from top to bottom. */
const order = (page) =>
  page.locator(".help").evaluate((help) => {
    const parts = [...help.children].map((part) => [part.getBoundingClientRect().top, part.className]);
    return parts.sort(([a], [b]) => a - b).map(([, name]) => name.split(" ").at(-1));
  });

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the keys come last", async ({ game, page }) => {
    await game.open();
    await page.goto("./#/help");
    await expect(page.locator(".help")).toBeVisible();
    expect(await order(page)).toEqual(["example-rules", "buttons", "key-help"]);
  });
});

test("with a mouse the keys are beside the rules", async ({ game, page }) => {
  await game.open();
  await page.goto("./#/help");
  await expect(page.locator(".help")).toBeVisible();
  expect((await order(page)).at(-1)).toBe("buttons");
});
