// axe-core reports no violations in themes and screens besides those of screens.chromium.spec.mjs.

import { expectNoFindings } from "../support/axe.mjs";
import { expect, storedGame, test } from "../support/game.mjs";

test("the settings, in each theme and palette", async ({ game, page }) => {
  await game.openStored(storedGame());
  await game.settings.click();
  await expectNoFindings(page);
  // Only this rule depends on them.
  const rules = ["color-contrast"];
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
    await expectNoFindings(page, `${option}, ${colorScheme ?? "dark"}`, rules);
  }
});

test("a tab that doesn't own the game", async ({ game, page }) => {
  await game.open();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(other.getByRole("button", { name: "Play here" })).toBeVisible();
  await expectNoFindings(other);
  await other.emulateMedia({ colorScheme: "dark" });
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
