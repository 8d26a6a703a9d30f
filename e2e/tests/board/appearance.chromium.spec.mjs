// What the board looks like, and that it stays where it is.

import { expect, storedGame, storedMatch, test } from "../support/game.mjs";
import { holdResponses } from "../support/responses.mjs";

const flat = storedMatch({ rules: { columns: 3, rows: 3, connect: 3, gravity: false }, moves: "" });

/** Style sheets have the name of the program as their query. */
const isProgram = (url) => url.pathname.endsWith(".wasm");

/** The pixels of the frame, as a URL. */
async function frame(page) {
  const box = await page.evaluate(() => {
    const board = document.querySelector(".board");
    const { x, y, width, height } = board.getBoundingClientRect();
    const cell = width / Number(getComputedStyle(board).getPropertyValue("--columns") || 7);
    // Without the labels below it; with its edge and side, except what is below its corners.
    return { x: x - 2, y: y - 2, width: width + 4, height: height - 0.52 * cell + 2 };
  });
  return `data:image/png;base64,${(await page.screenshot({ clip: box })).toString("base64")}`;
}

/**
 * Runs in the page: returns the share of pixels that differ visibly from all around the same place, in
 * percent. At a third of the size, since edges are smoothed in other ways, and where cells aren't whole
 * pixels, the two are rounded differently.
 */
async function difference([one, other]) {
  const pixels = async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    const [width, height] = [image.width, image.height].map((length) => Math.round(length / 3));
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, width, height);
    return context.getImageData(0, 0, width, height);
  };
  const [{ data: a, width, height }, { data: b }] = await Promise.all([pixels(one), pixels(other)]);
  if (a.length !== b.length) return 100;
  const isLike = (at, other) => [0, 1, 2].every((channel) => Math.abs(a[at + channel] - b[other + channel]) <= 40);
  let count = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let isFound = false;
      for (const [dx, dy] of [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]]) {
        const inside = x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height;
        isFound ||= inside && isLike(4 * (y * width + x), 4 * ((y + dy) * width + x + dx));
      }
      if (!isFound) count += 1;
    }
  }
  return (100 * count) / (width * height);
}

for (const [what, game, settings, media] of [
  ["navy", null, {}, {}],
  ["navy, dark", null, {}, { colorScheme: "dark" }],
  ["wood", null, { board: "wood" }, {}],
  ["paper", null, { board: "paper" }, {}],
  ["high contrast", null, { theme: "contrast" }, {}],
  ["forced colours", null, {}, { forcedColors: "active" }],
  ["another size", storedMatch({ rules: { columns: 9, rows: 5 }, moves: "" }), {}, {}],
  ["without gravity", flat, {}, {}],
]) {
  test.describe("the board before the program draws it", () => {
    test.use({ bypassCSP: true });
    test(`looks as the drawn one: ${what}`, async ({ game: page_, page }) => {
      await page.emulateMedia({ reducedMotion: "reduce", ...media });
      await page.setViewportSize({ width: 1000, height: 900 });
      await page_.openWithSettings(settings);
      if (game) await page_.openStored(game);
      const release = await holdResponses(page, isProgram);
      await page.reload({ waitUntil: "commit" });
      await page.waitForFunction(() => document.readyState !== "loading");
      await expect(page.locator("#static-board")).toBeVisible();
      await page.waitForFunction(() =>
        [...document.querySelectorAll("link[rel=stylesheet]")].every((link) => link.sheet),
      );
      await page.mouse.move(0, 0);
      const before = await frame(page);
      release();
      await page_.ready();
      await page.unroute(isProgram);
      const after = await frame(page);
      // Where cells aren't whole pixels, the edges of the holes are smoothed differently.
      const most = game === null ? 0.6 : 1.6;
      expect(await page.evaluate(difference, [before, after])).toBeLessThan(most);
      // It would be seen: a piece covers more than that.
      if (game === null) {
        await page_.drop(1);
        await page.mouse.move(0, 0);
        const played = await frame(page);
        expect(await page.evaluate(difference, [before, played])).toBeGreaterThan(0.6);
      }
    });
  });
}

test("labels of rows sit at their rows", async ({ game, page }) => {
  for (const stored of [
    storedGame(),
    storedMatch({ rules: { columns: 15, rows: 15 }, moves: "" }),
    storedMatch({ rules: { columns: 5, rows: 9 }, moves: "" }),
    flat,
  ]) {
    await game.openStored(stored);
    for (const [width, height] of [[320, 568], [390, 844], [844, 390], [1440, 900], [1920, 1080]]) {
      await page.setViewportSize({ width, height });
      const off = await page.evaluate(() => {
        const labels = [...document.querySelectorAll(".row-labels > *")];
        return labels.map((label, row) => {
          const { top, height } = label.getBoundingClientRect();
          const cell = document.querySelector(`[data-cell=A${row + 1}]`).getScreenCTM();
          return Math.abs(top + height / 2 - cell.f);
        });
      });
      expect(off.length).toBeGreaterThan(2);
      expect.soft(Math.max(...off), `${width} × ${height}`).toBeLessThan(1);
    }
  }
});

test("the next piece and its outline cover neither evaluations nor a hint", async ({ game, page }) => {
  await game.openStored(storedGame({ moves: "44" }));
  await game.analysis.click();
  await expect(game.evaluations).toHaveCount(7);
  for (const column of [1, 4]) {
    await game.column(column).hover();
    await expect(page.locator(".landing")).toHaveCount(1);
    await expect(page.locator(".hovering")).toBeHidden();
  }
  // What comes later in the drawing is above it.
  const order = (selector) =>
    page.evaluate((selector) => {
      const landing = document.querySelector(".landing");
      const badges = [...document.querySelectorAll(selector)];
      const isLater = (badge) => landing.compareDocumentPosition(badge) & Node.DOCUMENT_POSITION_FOLLOWING;
      return badges.length > 0 && badges.every(isLater);
    }, selector);
  expect(await order(".evaluation")).toBe(true);
});

for (const [device, use, viewport] of [
  ["a phone", { hasTouch: true, isMobile: true }, { width: 390, height: 844 }],
  ["a desktop", {}, { width: 1440, height: 900 }],
  ["a small desktop", {}, { width: 1024, height: 768 }],
]) {
  test.describe(`on ${device}`, () => {
    test.use({ ...use, viewport });

    test("the board stays where it is while what is said about it changes", async ({ game, page }) => {
      await game.open();
      await game.partsLoaded();
      const box = () =>
        page.locator(".board").evaluate((board) => {
          const { x, y, width, height } = board.getBoundingClientRect();
          return [x, y, width, height].map((value) => Math.round(value * 10) / 10).join(" ");
        });
      await game.moves("444444");
      const before = await box();
      const stays = async (what) => expect.soft(await box(), what).toBe(before);
      await game.press(4);
      await expect(game.status).toContainText("full");
      await stays("a full column");
      await game.undo.click();
      await stays("undo");
      await game.hint.click();
      await expect(game.status).not.toContainText("full");
      await stays("a hint");
      await game.hint.click();
      await stays("the next step of a hint");
      await game.drop(3);
      await stays("a move");
      // Opening the analysis may give the board less room, but its results don't move it.
      await game.analysis.click();
      await expect(page.locator("#analysis")).toBeVisible();
      const opened = await box();
      await expect(game.evaluations).toHaveCount(7);
      expect.soft(await box(), "evaluations").toBe(opened);
      if (device !== "a phone") expect.soft(opened, "the analysis").toBe(before);
    });
  });
}
