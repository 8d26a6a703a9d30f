// On each screen axe-core reports no violations, and all text, icons and chosen buttons contrast with
// what is behind them, in each theme and with the preferences of the system.

import { expectNoFindings } from "../support/axe.mjs";
import { measureContrasts, schemes } from "../support/contrast.mjs";
import { expect, test } from "../support/game.mjs";
import { screens } from "../support/screens.mjs";

for (const [screen, open] of Object.entries(screens)) {
  test(screen, async ({ game, page }) => {
    // Without transitions, so that colours can be read at once.
    await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light", contrast: "no-preference" });
    await open(game);
    await expectNoFindings(page, "light");
    await measureContrasts(page);
    for (const [name, scheme] of schemes) {
      await page.emulateMedia(scheme.media);
      expect.soft(await page.evaluate(measure, scheme), name).toEqual([]);
    }
  });
}

/** Runs in the page: applies a theme, and returns what contrasts too little. */
async function measure({ theme, least }) {
  const { dataset } = document.documentElement;
  dataset.theme = theme;
  await Promise.allSettled(document.getAnimations().map((it) => it.finished));
  // Meanwhile the page may have applied the stored one.
  dataset.theme = theme;
  const unmarked = least.chosen ? window.contrasts.unmarked(least.chosen) : [];
  return [...window.contrasts.faint(least), ...unmarked];
}
