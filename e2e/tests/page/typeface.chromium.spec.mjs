// The typeface comes late, and causes no layout shift.

import { expect, storedGame, test } from "../support/game.mjs";
import { holdResponses } from "../support/responses.mjs";
import { now, observeShifts, painted, reportedShifts } from "../support/shifts.mjs";

/** Runs in the page before its scripts: notes when it was ready. */
function observeReady() {
  new MutationObserver(() => {
    if (document.documentElement?.dataset.ready === "true") window.ready ??= performance.now();
  }).observe(document, { attributes: true, subtree: true });
}

/** All shifts count, also those after an input, which are later on a slow machine. */
const shifts = (page, since) => reportedShifts(page, { since, afterInput: true });

const applied = (page) => page.evaluate(() => [...document.fonts].some(({ family }) => family === "Nunito"));
const fetched = (page) =>
  page.evaluate(() => {
    const [file] = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("nunito.woff2"));
    return file?.responseEnd > 0 ? file.startTime : 0;
  });

for (const [input, open] of [
  ["click", (button) => button.click()],
  ["key", (button) => button.press("Enter")],
]) {
  test(`the typeface is fetched when the page is ready, and applied to the page that a ${input} opens`, async ({ game, page }) => {
    await page.addInitScript(observeShifts);
    await page.addInitScript(observeReady);
    const release = await holdResponses(page, "**/nunito.woff2");
    await page.setViewportSize({ width: 390, height: 844 });
    await game.openStored(storedGame());
    expect(await shifts(page), "while the page opened").toEqual([]);
    // What the page itself loads would move it as well: it is there before the typeface.
    await game.openLearn();
    await expect(game.learnPage.locator(".chapters")).toBeVisible();
    await expect(game.learnPage.getByText("Today’s puzzle")).toBeVisible();
    await game.back();
    await expect(game.learnPage).toBeHidden();
    expect(await applied(page)).toBe(false);
    await painted(page);

    const returned = await now(page);
    release();
    await expect.poll(() => fetched(page)).toBeGreaterThan(0);
    const [asked, ready] = [await fetched(page), await page.evaluate(() => window.ready)];
    expect(asked).toBeGreaterThanOrEqual(Math.floor(ready));
    expect(await shifts(page, returned), "while it is fetched").toEqual([]);
    await game.drop(4);
    await painted(page);
    expect(await applied(page), "not while the board is in view").toBe(false);
    // The status is centred, and has other words now.
    const dropped = await now(page);
    await open(game.learn);
    await expect.poll(() => applied(page)).toBe(true);
    expect(await page.evaluate(() => document.fonts.check("16px Nunito"))).toBe(true);
    expect(await shifts(page, dropped)).toEqual([]);
  });
}

test.describe("with the service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("a later visit moves nothing", async ({ game, page }) => {
    test.slow();
    await page.addInitScript(observeShifts);
    await game.open();
    await page.evaluate(() => navigator.serviceWorker.ready);
    for (let visit = 0; visit < 3; visit++) {
      await game.reload();
      expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
      await expect.poll(() => fetched(page)).toBeGreaterThan(0);
      expect(await shifts(page)).toEqual([]);
    }
    await game.learn.click();
    await expect.poll(() => applied(page)).toBe(true);
  });
});

test.describe("without the typeface", () => {
  test.use({ allowed: /404/ });

  test("the page works", async ({ game, page }) => {
    await page.route("**/nunito.woff2", (route) => route.fulfill({ status: 404 }));
    await game.open();
    await game.moves("12");
    await game.expectPieces(2);
    expect(await applied(page)).toBe(false);
  });
});
