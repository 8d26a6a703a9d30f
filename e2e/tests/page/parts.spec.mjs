// Lazily loaded parts that are slow, missing, broken, or of another version: the game continues,
// the page reports the problem, and a retry works.

import { PARTS } from "../support/files.mjs";
import { STORED_GAME, expect, storedGame, storedMatch, test } from "../support/game.mjs";
import { holdResponses } from "../support/responses.mjs";

const MISSING = { status: 404, body: "Not found" };
const UNREACHABLE = "This part of the page couldn’t be loaded. Check your connection.";
const OUTDATED = "A new version is available. Reload the page to update; your game is saved.";

test.describe("a failed fetch", () => {
  test.use({ allowed: /404|parts|fail|abort|CompileError|WebAssembly|NetworkError|MIME/i });

  for (const [name, answer] of [
    ["without a network", (route) => route.abort()],
    ["with a page in their place", (route) => route.fulfill({ contentType: "text/html", body: "<!DOCTYPE html>" })],
    ["when they are broken", (route) => route.fulfill({ contentType: "application/wasm", body: "nonsense" })],
  ]) {
    test(`of ${name} is reported and can be retried, and the game continues`, async ({ game, page }) => {
      await page.route(PARTS, answer);
      await game.open();
      await game.moves("44");
      await game.newGame.click();
      await expect(game.notices).toContainText(UNREACHABLE);
      await expect(game.shownPage).toHaveCount(0);
      await game.moves("5");
      await game.undo.click();
      await game.expectPieces(2);
      // One notice for repeated failures, which retries the last one.
      const answered = page.waitForRequest(PARTS).then((request) => request.response());
      await game.settings.click();
      await answered;
      await page.evaluate(() => new Promise(requestAnimationFrame));
      await expect(game.notices.getByText(UNREACHABLE)).toHaveCount(1);
      await page.unroute(PARTS);
      await game.notices.getByRole("button", { name: "Try again" }).click();
      await expect(game.settingsDialog).toBeVisible();
      await expect(page.getByText(UNREACHABLE)).toHaveCount(0);
      await game.play.click();
      await game.setUp({ preset: "Small 6 × 4" });
      await expect(page.locator("[data-cell]")).toHaveCount(24);
    });
  }

  test("of what opens a link doesn't make the link suspect", async ({ game, page }) => {
    await page.route(PARTS, (route) => route.abort());
    await game.open("./#v=1&board=7x6&connect=4&moves=44");
    await expect(game.notices).toContainText(UNREACHABLE);
    await expect(page.locator("html")).not.toHaveAttribute("data-opening", "true");
  });

  test("with status 404 reports a new version, and the game continues", async ({ game, page }) => {
    await page.route(PARTS, (route) => route.fulfill(MISSING));
    await game.open();
    await game.drop(4);
    await game.newGame.click();
    await expect(game.notices).toContainText(OUTDATED);
    await expect(game.notices.getByRole("button", { name: "Try again" })).toHaveCount(0);
    await expect(game.shownPage).toHaveCount(0);
    await game.drop(4);
    await game.expectPieces(2);
    await page.unroute(PARTS);
    await game.reload();
    await game.expectPieces(2);
    await game.openNewGame();
  });

  test("delays computer players until it is retried", async ({ game, page }) => {
    await page.route(PARTS, (route) => route.abort());
    await game.open();
    await game.drop(4);
    await game.hint.click();
    await expect(game.notices).toContainText(UNREACHABLE);
    await page.unroute(PARTS);
    await game.openStored(storedMatch({ computers: [null, "random"] }));
    // Only the part `stored` can be fetched.
    const needed = new Set();
    const note = (request) => needed.add(request.url());
    page.on("request", note);
    await game.reload();
    page.off("request", note);
    await page.route(PARTS, (route) => (needed.has(route.request().url()) ? route.continue() : route.abort()));
    await game.reload();
    await game.drop(4);
    await expect(game.notices).toContainText(UNREACHABLE);
    await game.expectPieces(1);
    await page.unroute(PARTS);
    await page.getByRole("button", { name: "Resume" }).click();
    await game.expectPieces(2);
  });

  test("doesn't change the stored game", async ({ game, page }) => {
    await game.openStored(storedGame());
    const before = (await game.stored())[STORED_GAME];
    await page.route(PARTS, (route) => route.abort());
    await page.reload();
    await expect(game.failure).toContainText("Four Shapes couldn’t be loaded. Check your connection.");
    await expect(page.locator("html")).toHaveAttribute("data-ready", "failed");
    expect((await game.stored())[STORED_GAME]).toBe(before);
    await page.unroute(PARTS);
    await game.failure.getByRole("button", { name: "Reload" }).click();
    await game.ready();
    await game.expectPieces(5);
  });
});

test("a game that ends before the rest is loaded is reviewed", async ({ game, page }) => {
  const release = await holdResponses(page, PARTS);
  await game.open();
  await game.moves("1212121");
  await game.expectStatus("won", 0);
  release();
  await expect(game.endCard.locator(".figure").filter({ hasText: "key moment" })).toContainText(/\d/);
});

test("parts load without a MIME type", async ({ game, page }) => {
  await page.route(PARTS, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { "content-type": "application/octet-stream" } });
  });
  await game.open();
  await game.openNewGame();
  await game.partsLoaded();
});

test("the last of what was opened while loading is shown, and the loading is visible", async ({ game, page }) => {
  const release = await holdResponses(page, PARTS);
  await game.open();
  const settings = page.getByRole("button", { name: "Settings", exact: true });
  await settings.click();
  await expect(page.locator("html")).toHaveAttribute("data-loading", "true");
  await game.drop(4);
  await game.expectPieces(1);
  await game.more.click();
  await settings.click();
  release();
  await expect(game.settingsDialog.getByRole("group", { name: "Theme" }).or(game.settingsDialog.getByLabel("Theme")).first()).toBeVisible();
  await expect(game.menu).toHaveCount(0);
  await expect(page.locator("html")).not.toHaveAttribute("data-loading", "true");
  await page.keyboard.press("Escape");
  await expect(game.shownPage).toHaveCount(0);
});

test("a link that is followed while another page is loading is shown", async ({ game, page }) => {
  const release = await holdResponses(page, PARTS);
  await game.open();
  await game.newGame.click();
  await page.goto("./#/settings");
  release();
  await expect(game.settingsDialog).toBeVisible();
  await expect(page).toHaveURL(/#\/settings$/);
  await page.keyboard.press("Escape");
  await expect(game.shownPage).toHaveCount(0);
});

test("a link that is left while it is loading stays closed", async ({ game, page }) => {
  const release = await holdResponses(page, PARTS);
  await game.open();
  await page.goto("./#/settings");
  await page.goBack();
  release();
  await game.openNewGame();
  await expect(game.settingsDialog).toHaveCount(0);
});

/** Runs in the page: the first frame waits for the program. Notes when the static page is hidden. */
function delayFirstFrame() {
  const request = window.requestAnimationFrame.bind(window);
  const compile = WebAssembly.compileStreaming;
  const compiled = new Promise((resolve) => {
    WebAssembly.compileStreaming = async (response) => {
      const module = await compile(response);
      await import(document.getElementById("program").dataset.js);
      setTimeout(resolve);
      return module;
    };
  });
  window.requestAnimationFrame = (callback) => compiled.then(() => request(callback));
  window.hidden = [];
  addEventListener("DOMContentLoaded", () => {
    const isHidden = () => getComputedStyle(document.querySelector(".page")).display === "none";
    const observer = new MutationObserver(() => window.hidden.push(isHidden()));
    observer.observe(document.documentElement, { attributeFilter: ["data-arrived"] });
  });
}

test("a program that is there before the first frame hides the static page, but not while it waits for a part", async ({
  game,
  page,
}) => {
  await game.openStored(storedGame());
  const release = await holdResponses(page, PARTS);
  await page.addInitScript(delayFirstFrame);
  await page.reload({ waitUntil: "commit" });
  await expect.poll(() => page.evaluate(() => window.hidden)).toEqual([true, false]);
  await expect(page.locator("html")).not.toHaveAttribute("data-ready", "true");
  await expect(page.locator(".page")).toBeVisible();
  release();
  await game.ready();
  await game.expectPieces(5);
});
