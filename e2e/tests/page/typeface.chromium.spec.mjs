// The typeface comes late, and causes no layout shift.

import { expect, storedGame, test } from "../support/game.mjs";

/** Runs in the page before its scripts: notes when it was ready, its first paint, and what moves. */
function observe() {
  window.seen = { shifts: [] };
  new MutationObserver(() => {
    if (document.documentElement?.dataset.ready === "true") window.seen.ready ??= performance.now();
  }).observe(document, { attributes: true, subtree: true });
  new PerformanceObserver((list) => {
    window.seen.shifts.push(...list.getEntries().map((entry) => entry.value));
  }).observe({ type: "layout-shift", buffered: true });
}

const applied = (page) => page.evaluate(() => [...document.fonts].some(({ family }) => family === "Nunito"));
const fetched = (page) =>
  page.evaluate(() => {
    const [file] = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("nunito.woff2"));
    return file?.responseEnd > 0 ? file.startTime : 0;
  });

/** Waits until what changed is painted and reported. */
const painted = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));

for (const [input, open] of [
  ["click", (button) => button.click()],
  ["key", (button) => button.press("Enter")],
]) {
  test(`the typeface is fetched when the page is ready, and applied to the page that a ${input} opens`, async ({ game, page }) => {
    await page.addInitScript(observe);
    let release;
    const released = new Promise((resolve) => (release = resolve));
    await page.route("**/nunito.woff2", async (route) => {
      await released;
      await route.continue();
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await game.openStored(storedGame());
    const learn = page.getByRole("button", { name: "Learn", exact: true });
    // What the page itself loads would move it as well: it is there before the typeface.
    await learn.click();
    await expect(game.learnPage.locator(".chapters")).toBeVisible();
    await expect(game.learnPage.getByText("Today’s puzzle")).toBeVisible();
    await game.back();
    expect(await applied(page)).toBe(false);

    release();
    await expect.poll(() => fetched(page)).toBeGreaterThan(0);
    const [asked, ready] = [await fetched(page), await page.evaluate(() => window.seen.ready)];
    expect(asked).toBeGreaterThanOrEqual(Math.floor(ready));
    await painted(page);
    await game.drop(4);
    await painted(page);
    expect(await applied(page), "not while the board is in view").toBe(false);
    await page.evaluate(() => (window.seen.shifts = []));
    await open(learn);
    await expect.poll(() => applied(page)).toBe(true);
    expect(await page.evaluate(() => document.fonts.check("16px Nunito"))).toBe(true);
    await painted(page);
    expect(await page.evaluate(() => window.seen.shifts)).toEqual([]);
  });
}

test.describe("with the service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("a later visit moves nothing", async ({ game, page }) => {
    test.slow();
    await page.addInitScript(observe);
    await game.open();
    await page.evaluate(() => navigator.serviceWorker.ready);
    for (let visit = 0; visit < 3; visit++) {
      await game.reload();
      expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
      await expect.poll(() => fetched(page)).toBeGreaterThan(0);
      await painted(page);
      expect(await page.evaluate(() => window.seen.shifts)).toEqual([]);
    }
    await page.getByRole("button", { name: "Learn", exact: true }).click();
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
