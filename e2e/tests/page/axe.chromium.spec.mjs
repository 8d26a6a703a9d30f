// axe-core reports no violations on any screen in any colour scheme.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { animationsEnded } from "../support/animations.mjs";
import { expect, storedGame, test } from "../support/game.mjs";
import { dialogs, games } from "../support/screens.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Emulated preferences; the page is opened with the first. */
const schemes = {
  light: { colorScheme: "light", contrast: "no-preference" },
  dark: { colorScheme: "dark", contrast: "no-preference" },
  "light, more contrast": { colorScheme: "light", contrast: "more" },
  "dark, more contrast": { colorScheme: "dark", contrast: "more" },
};

for (const [what, screens] of Object.entries({ "the game": games, "dialogs and text": dialogs })) {
  // In two halves, for parallel execution.
  const all = Object.entries(screens);
  const middle = Math.ceil(all.length / 2);
  for (const [half, some] of [all.slice(0, middle), all.slice(middle)].entries()) {
    test(`${what}, part ${half + 1}`, async ({ game, page }) => {
      const viewport = page.viewportSize();
      for (const [screen, open] of some) {
        await test.step(screen, async () => {
          await page.setViewportSize(viewport);
          await page.emulateMedia(schemes.light);
          await open(game);
          await expectNoFindings(page, screen);
          // Only these rules depend on the scheme.
          for (const scheme of ["dark", "light, more contrast", "dark, more contrast"]) {
            await page.emulateMedia(schemes[scheme]);
            await expectNoFindings(page, `${screen}, ${scheme}`, ["color-contrast"]);
          }
          await page.evaluate(() => localStorage.clear());
          await page.goto("about:blank");
        });
      }
    });
  }
}

test("the settings, in each theme and palette", async ({ game, page }) => {
  await game.openStored(storedGame());
  await game.settings.click();
  for (const [name, option, colorScheme] of [
    ["Theme", "Dark", "light"],
    ["Theme", "Light", "dark"],
    ["Theme", "High contrast", "light"],
    ["Theme", "High contrast", "dark"],
    ["Piece colours", "Red-blind (protan)"],
    ["Piece colours", "Green-blind (deutan)"],
    ["Piece colours", "Blue-blind (tritan)"],
    ["Piece colours", "Colour-blind (achromat)"],
  ]) {
    if (colorScheme) await page.emulateMedia({ colorScheme });
    const choice = game.settingsDialog.getByRole("group", { name, exact: true });
    await choice.getByRole("button", { name: option, exact: true }).click();
    await expectNoFindings(page, `${option}, ${colorScheme ?? "dark"}`);
  }
});

test("a tab that doesn't own the game", async ({ game, page }) => {
  await game.open();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(other.getByRole("button", { name: "Play here" })).toBeVisible();
  await expectNoFindings(other);
  await other.emulateMedia(schemes.dark);
  await expectNoFindings(other, "dark", ["color-contrast"]);
});

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

async function expectNoFindings(page, screen, rules) {
  // Wait for colour transitions.
  await animationsEnded(page);
  if (!rules) await page.evaluate(axe);
  const findings = await page.evaluate(
    async (runOnly) => {
      const { violations } = await window.axe.run(document, { runOnly });
      return violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map((n) => n.html) }));
    },
    rules ? { type: "rule", values: rules } : { type: "tag", values: tags },
  );
  expect.soft(findings, screen).toEqual([]);
}
