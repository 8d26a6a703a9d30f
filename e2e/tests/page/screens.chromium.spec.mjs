// On each screen axe-core reports no violations, and all text, icons and chosen buttons contrast with
// what is behind them, in each theme and with the preferences of the system.

import { expectNoFindings } from "../support/axe.mjs";
import { apply, measureContrasts, schemes } from "../support/contrast.mjs";
import { expect, test } from "../support/game.mjs";
import { screens } from "../support/screens.mjs";

for (const [screen, open] of Object.entries(screens)) {
  test(screen, async ({ game, page }) => {
    // Without transitions, so that colours can be read at once.
    await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light", contrast: "no-preference" });
    await open(game);
    await expectNoFindings(page, "light");
    // Only this rule depends on the scheme.
    for (const scheme of [
      { colorScheme: "dark", contrast: "no-preference" },
      { colorScheme: "light", contrast: "more" },
      { colorScheme: "dark", contrast: "more" },
    ]) {
      await page.emulateMedia(scheme);
      await expectNoFindings(page, Object.values(scheme).join(", "), ["color-contrast"]);
    }
    await measureContrasts(page);
    for (const [name, scheme] of schemes) {
      await apply(page, scheme);
      const found = await page.evaluate(
        ({ theme, least }) => {
          document.documentElement.dataset.theme = theme;
          const unmarked = least.chosen ? window.contrasts.unmarked(least.chosen) : [];
          return [...window.contrasts.faint(least), ...unmarked];
        },
        scheme,
      );
      expect.soft(found, name).toEqual([]);
    }
  });
}
