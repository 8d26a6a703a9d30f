// The journeys of support/journeys.mjs.

import { test } from "../support/game.mjs";
import { User, journeys, puzzles } from "../support/journeys.mjs";
import { serve } from "../support/puzzles.mjs";

for (const [name, { stored, run }] of Object.entries(journeys)) {
  test(name, async ({ game, page }) => {
    await serve(page, puzzles);
    if (stored) await game.openStored(stored);
    else await game.open();
    await game.partsLoaded();
    const user = new User({
      evaluate: (act, argument) => page.evaluate(act, argument),
      press: (key) => page.keyboard.press(key),
      focused: async () => {
        const focused = page.locator(":focus");
        if ((await focused.count()) === 0) return "nothing";
        const [line] = (await focused.ariaSnapshot()).split("\n");
        return line.replace(/^- /, "").replace(/:$/, "");
      },
    });
    await user.listen();
    await run(user);
  });
}
