// Browsers that lack a feature: Chromium with one taken away.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { BROWSERS } from "../../../tools/finish.mjs";
import { DIST, nameOf } from "../support/files.mjs";
import { expect, storedGame, test } from "../support/game.mjs";

/** Plays the journeys that depend on the page most: a game, a place, a dialog. */
async function play(game, page) {
  await game.open();
  await game.partsLoaded();
  await game.moves("1212121");
  await game.expectStatus("won", 0);
  await expect(game.endCard).toBeVisible();
  await game.rematch.click();
  await game.expectPieces(0);
  await game.library.click();
  await expect(page.getByRole("heading", { name: "Library" })).toBeVisible();
  await page.keyboard.press("Escape");
  await game.openNewGame();
  await page.keyboard.press("Escape");
  await game.drop(4);
  await game.expectPieces(1);
}

test("no style sheet needs light-dark(), and colours follow the system and the theme", async ({ game, page }) => {
  const styles = readdirSync(DIST).filter((name) => name.endsWith(".css"));
  expect(styles).toHaveLength(6);
  for (const name of styles) {
    expect(readFileSync(join(DIST, name), "utf8"), name).not.toContain("light-dark(");
  }
  await game.open();
  const lightness = () =>
    page.evaluate(() => {
      const { backgroundColor } = getComputedStyle(document.body);
      return Math.max(...backgroundColor.match(/\d+/g).map(Number)) > 128 ? "light" : "dark";
    });
  for (const system of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: system });
    for (const theme of ["system", "light", "dark"]) {
      await page.locator("html").evaluate((root, theme) => (root.dataset.theme = theme), theme);
      expect(await lightness(), `${theme}, ${system}`).toBe(theme === "system" ? system : theme);
    }
  }
});

for (const [what, take] of Object.entries({
  requestIdleCallback: () => delete window.requestIdleCallback,
  closedby: () => delete HTMLDialogElement.prototype.closedBy,
})) {
  test(`without ${what}`, async ({ game, page }) => {
    await page.addInitScript(take);
    await play(game, page);
  });
}

test("without Trusted Types", async ({ game, page }) => {
  await page.addInitScript(() => delete window.trustedTypes);
  // Browsers without them ignore these directives.
  const directives = "; require-trusted-types-for 'script'; trusted-types default";
  await page.route(/\/$/, async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    expect(body).toContain(directives);
    await route.fulfill({ response, body: body.replace(directives, "") });
  });
  await play(game, page);
});

test("a press outside closes a dialog without closedby", async ({ game, page }) => {
  // The attribute is what the browser acts on.
  await page.addInitScript(() => {
    const { setAttribute } = Element.prototype;
    Element.prototype.setAttribute = function (name, value) {
      if (name !== "closedby") setAttribute.call(this, name, value);
    };
  });
  await game.open();
  await game.more.click();
  const dialog = page.getByRole("dialog", { name: "More" });
  await expect(dialog).not.toHaveAttribute("closedby");
  const { x, y, width } = await dialog.boundingBox();
  await page.mouse.click(x + width / 2, y + 4);
  await expect(dialog, "its own edge is a part of it").toBeVisible();
  await page.mouse.click(4, 4);
  await expect(dialog).toBeHidden();
  await game.expectPieces(0);
});

test.describe("a browser that is too old", () => {
  test.use({ allowed: /./ });

  for (const [what, take] of Object.entries({
    ":has()": () => {
      const { supports } = CSS;
      CSS.supports = (...args) => !args[0].includes(":has(") && supports.apply(CSS, args);
    },
    "color-mix()": () => {
      const { supports } = CSS;
      CSS.supports = (...args) => !args.join().includes("color-mix(") && supports.apply(CSS, args);
    },
    "reference types": () => {
      const fail = async () => {
        throw new WebAssembly.CompileError("invalid value type 'externref'");
      };
      WebAssembly.compileStreaming = WebAssembly.compile = fail;
    },
    WebAssembly: () => delete globalThis.WebAssembly,
  })) {
    test(`says so without ${what}`, async ({ game, page }) => {
      await page.addInitScript(take);
      await page.goto("./");
      await expect(game.failure).toContainText("This browser is too old");
      await expect(page.locator("html")).toHaveAttribute("data-ready", "failed");
    });
  }

  test("says so if it can't parse the program's script", async ({ game, page }) => {
    const contentType = "text/javascript";
    await page.route(`**/${nameOf(DIST, "four-shapes.js")}`, (route) =>
      route.fulfill({ contentType, body: "export default a ?.?. b;" }),
    );
    await page.goto("./");
    await expect(game.failure).toContainText("This browser is too old");
  });

  test("understands the scripts that say so", () => {
    for (const name of ["boot.js", "deferred.js"]) {
      const text = readFileSync(join(DIST, nameOf(DIST, name)), "utf8");
      expect(text, name).not.toMatch(/\?\.[a-z(]|\?\?|catch\{/);
    }
  });

  test("is told the versions that the README names", () => {
    const readme = readFileSync("../README.md", "utf8");
    const message = readFileSync("../locales/en/shell.ftl", "utf8");
    for (const [name, version] of Object.entries(BROWSERS)) {
      const words = new RegExp(`${name}[^,.;]* ${version}\\b`, "i");
      expect(readme).toMatch(words);
      expect(message).toMatch(words);
    }
  });
});
