// The failure screen, when the program can't start or panics. The stored game is kept.

import { DIST, nameOf } from "../support/files.mjs";
import { STORED_GAME, expect, storedGame, test } from "../support/game.mjs";

test("a message without WebAssembly", async ({ game, page }) => {
  await page.addInitScript(() => delete globalThis.WebAssembly);
  await page.goto("./");
  await expect(game.failure).toContainText(/WebAssembly is turned off/);
});

test.describe("a program that can't be loaded", () => {
  // The browser's errors for a missing and a broken file.
  test.use({ allowed: /404|wasm|WebAssembly|module/i });

  const missing = { status: 404, body: "Not found" };
  const broken = { contentType: "application/wasm", body: "nonsense" };
  const notLoaded = "Four Shapes couldn’t be loaded";
  for (const [what, files, response, words] of [
    ["missing wasm", "**/*.wasm", missing, notLoaded],
    ["broken wasm", "**/*.wasm", broken, /couldn’t be loaded|WebAssembly is turned off/],
    ["missing program", `**/${nameOf(DIST, "four-shapes.js")}`, missing, notLoaded],
  ]) {
    test(what, async ({ game, page }) => {
      await game.openStored(storedGame());
      const before = (await game.stored())[STORED_GAME];
      await page.route(files, (route) => route.fulfill(response));
      await page.reload();
      await expect(game.failure).toContainText(words);
      await expect(page.locator("html")).toHaveAttribute("data-ready", "failed");
      const reload = game.failure.getByRole("button", { name: "Reload" });
      await expect(reload).toBeFocused();
      expect((await game.stored())[STORED_GAME]).toBe(before);
      await page.unroute(files);
      await reload.click();
      await game.ready();
      await game.expectPieces(5);
      await expect(game.failure).toBeHidden();
    });
  }
});

test.describe("a panic while opening a link", () => {
  // Firefox logs an error without its message.
  test.use({ allowed: /panicked|unreachable|RuntimeError|broken on purpose|^console error: Error$/ });

  const hash = "#v=1&board=9x7&connect=4&moves=1122";
  const without = (game) => game.failure.getByRole("button", { name: "Open without the shared game" });
  const afresh = (game) => game.failure.getByRole("button", { name: "Start a new game" });

  /** Runs in the page: makes rendering panic, immediately or when a link is opened. */
  const breakDrawing = (later) => {
    const broken = () => {
      throw new Error("broken on purpose");
    };
    const breakNow = () => {
      document.createElementNS = broken;
      document.createElement = broken;
      Node.prototype.cloneNode = broken;
    };
    if (!later) return breakNow();
    if (!location.hash) return;
    const look = () => document.documentElement?.dataset.ready === "true" && breakNow();
    new MutationObserver(look).observe(document, { attributes: true, childList: true, subtree: true });
  };

  /** The link is suspected, whether or not a game is stored. */
  const expectBlamed = async (game) => {
    await expect(game.failure).toContainText("This is a bug in Four Shapes");
    await expect(without(game)).toBeFocused();
    await expect(afresh(game)).toBeHidden();
    await expect(game.failure.getByRole("button", { name: "Reload" })).toBeVisible();
  };

  /** The dialogs are loaded. */
  const loadDialogs = async (game) => {
    await game.openNewGame();
    await game.page.keyboard.press("Escape");
  };

  test("offers to open without the link after every reload, and the stored game stays", async ({ game, page }) => {
    await game.openStored(storedGame());
    const before = await game.stored();
    await page.addInitScript(breakDrawing, true);
    await page.goto("about:blank");
    await page.goto(`./${hash}`);
    await expectBlamed(game);
    const loaded = page.waitForEvent("load");
    await game.failure.getByRole("button", { name: "Reload" }).click();
    await loaded;
    await expectBlamed(game);
    await without(game).click();
    await game.ready();
    await game.expectPieces(5);
    await expect(game.failure).toBeHidden();
    expect(await game.stored()).toEqual(before);
  });

  test("offers it after a panic while the stored game is set aside", async ({ game, page }) => {
    const won = storedGame({ moves: "1212121" });
    await game.openStored(won);
    await loadDialogs(game);
    const before = (await game.stored())[STORED_GAME];
    // The finished game is replaced by that of the link, which needs an id.
    await page.evaluate(() => {
      Math.random = () => {
        throw new WebAssembly.RuntimeError("broken on purpose");
      };
    });
    await page.evaluate((hash) => (location.hash = hash), hash);
    await expectBlamed(game);
    await without(game).click();
    await game.ready();
    await game.expectPieces(7);
    expect((await game.stored())[STORED_GAME]).toBe(before);
  });

  test("offers it for a link that was opened later", async ({ game, page }) => {
    await game.openStored(storedGame());
    const before = (await game.stored())[STORED_GAME];
    await loadDialogs(game);
    await page.evaluate(breakDrawing, false);
    await page.evaluate((hash) => (location.hash = hash), hash);
    await expectBlamed(game);
    expect((await game.stored())[STORED_GAME]).toBe(before);
    await without(game).click();
    await game.ready();
    await game.expectPieces(5);
    expect(new URL(page.url()).hash).toBe("");
    await expect(game.notices).toBeHidden();
    expect((await game.stored())[STORED_GAME]).toBe(before);
  });
});

test.describe("a panic", () => {
  test.use({ allowed: /panicked|unreachable|RuntimeError/ });

  test.beforeEach(async ({ game, page }) => {
    await game.openStored(storedGame());
    // Fetched when idle, by an element.
    await page.locator("#palettes").waitFor({ state: "attached" });
    await page.evaluate(() => {
      const broken = () => {
        throw new Error("broken on purpose");
      };
      document.createElementNS = broken;
      document.createElement = broken;
      Node.prototype.cloneNode = broken;
    });
    // Not by mouse: hovering alone would render, and panic.
    await game.column(1).dispatchEvent("click");
    await expect(game.failure).toContainText("This is a bug in Four Shapes");
  });

  test("shows its message, and Reload restores the game", async ({ game }) => {
    await expect(game.failure).toContainText("panicked");
    const reload = game.failure.getByRole("button", { name: "Reload" });
    await expect(reload).toBeFocused();
    await reload.click();
    await game.ready();
    await expect(game.cell("D3")).toHaveAttribute("data-player", "0");
    expect([5, 6]).toContain((await game.record()).cursor);
  });

  test("can be reported without personal data", async ({ game, page }) => {
    await page.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => (window.copied = text) } });
    });
    await game.failure.getByRole("button", { name: "Copy report" }).click();
    await expect(game.failure.getByRole("button", { name: "Copied" })).toBeVisible();
    const report = await page.evaluate(() => window.copied);
    expect(report).toMatch(/^Four Shapes\nfour-shapes-\w+_bg\.wasm\n.*Mozilla.*\n.*This is a bug.*\n.*panicked at /s);
    expect(report).not.toContain("127.0.0.1");
    expect(report).not.toMatch(/Red|44455/);
  });

  test("without a clipboard the report is selected", async ({ game, page }) => {
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await game.failure.getByRole("button", { name: "Copy report" }).click();
    expect(await page.evaluate(() => getSelection().toString())).toMatch(/^Four Shapes\n/);
  });

  test("can be followed by a new game, with the old one set aside", async ({ game, page }) => {
    const before = (await game.stored())[STORED_GAME];
    const afresh = { name: "Start a new game" };
    await game.failure.getByRole("button", afresh).click();
    await game.ready();
    await game.expectPieces(0);
    expect((await game.stored())[`${STORED_GAME}:aside:1`]).toBe(before);
  });
});
