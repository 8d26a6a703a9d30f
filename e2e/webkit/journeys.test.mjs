// The journeys of support/journeys.mjs in Debian's WebKit.

import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { STORED_GAME } from "../tests/support/game.mjs";
import { User, journeys, puzzles } from "../tests/support/journeys.mjs";
import { openPage } from "./page.mjs";

let folder;
let page;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "four-shapes-"));
  cpSync("../dist", folder, { recursive: true });
  writeFileSync(join(folder, "puzzles.bin"), puzzles);
  page = await openPage(folder, 4322);
});

after(async () => {
  await page?.close();
  rmSync(folder, { recursive: true });
});

for (const [name, { stored, run }] of Object.entries(journeys)) {
  test(name, { timeout: 120_000 }, async () => {
    await page.open(stored ? { [STORED_GAME]: stored } : {});
    await page.until("all is loaded", "() => document.documentElement.dataset.parts === 'ready'");
    const user = new User({
      evaluate: (act, argument) => page.run(String(act), argument),
      press: page.press,
      focused: page.focused,
    });
    await user.listen();
    await run(user);
  });
}
