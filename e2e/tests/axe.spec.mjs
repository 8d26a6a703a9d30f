// axe-core finds nothing wrong on any screen, in any colours.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { hopeless } from "./data/games.mjs";
import { expect, storedGame, test } from "./support/game.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Ways to each screen of the page that works. */
const screens = {
  start: (game) => game.open(),
  "mid game": async (game) => {
    await game.openStored(storedGame());
    await game.column(4).focus();
  },
  win: (game) => game.openStored(storedGame({ moves: "1212121" })),
  "a full column refuses": async (game) => {
    await game.openStored(storedGame({ moves: "444444" }));
    await game.drop(4);
  },
  "nobody can win": (game) => {
    const [{ columns, rows, moves }] = hopeless;
    const rules = { columns, rows, connect: 3, players: 2, gravity: true };
    return game.openStored(storedGame({ rules, moves }));
  },
  notice: async (game) => {
    await game.openStored("not a game");
    await expect(game.notices).toBeVisible();
  },
  "new game": async (game) => {
    await game.openStored(storedGame());
    await game.newGame.click();
    await expect(game.newGameDialog).toBeVisible();
  },
  "new game with an error": async (game) => {
    await game.open();
    await game.newGame.click();
    await game.typeSize(99, 6);
  },
  help: async (game) => {
    await game.open();
    await game.page.getByRole("button", { name: "Help" }).click();
    await expect(game.page.getByRole("dialog", { name: "How to play" })).toBeVisible();
  },
  "15 × 15 on a phone": async (game) => {
    await game.page.setViewportSize({ width: 412, height: 839 });
    const rules = { columns: 15, rows: 15, connect: 4, players: 2, gravity: true };
    await game.openStored(storedGame({ rules, moves: "8,8,7", cursor: 3 }));
  },
};

for (const [colours, media] of Object.entries({
  light: { colorScheme: "light" },
  dark: { colorScheme: "dark" },
  "light, more contrast": { colorScheme: "light", contrast: "more" },
  "dark, more contrast": { colorScheme: "dark", contrast: "more" },
})) {
  test(`every screen, ${colours}`, async ({ game, page }) => {
    test.slow();
    await page.emulateMedia(media);
    const viewport = page.viewportSize();
    for (const [screen, open] of Object.entries(screens)) {
      await test.step(screen, async () => {
        await page.setViewportSize(viewport);
        await open(game);
        await expectNoFindings(page);
        await page.evaluate(() => localStorage.clear());
      });
    }
  });
}

test.describe("the failure screen", () => {
  test.use({ allowed: /404/ });

  for (const colorScheme of ["light", "dark"]) {
    test(colorScheme, async ({ game, page }) => {
      await page.emulateMedia({ colorScheme });
      await page.route("**/*.wasm", (route) => route.fulfill({ status: 404 }));
      await page.goto("./");
      await expect(game.failure).toBeVisible();
      await expectNoFindings(page);
    });
  }
});

async function expectNoFindings(page) {
  // Colours are to be judged after they have changed.
  await page.evaluate(() => Promise.all(document.getAnimations().map((it) => it.finished)));
  await page.evaluate(axe);
  const findings = await page.evaluate(async (tags) => {
    const { violations } = await window.axe.run(document, { runOnly: tags });
    return violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map((n) => n.html) }));
  }, tags);
  expect(findings).toEqual([]);
}
