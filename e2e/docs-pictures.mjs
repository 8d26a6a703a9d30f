// Takes the still picture of the README, docs/page.webp. Needs a built page.

import { writeFileSync } from "node:fs";
import { chromium as playwright } from "@playwright/test";
import { chromium } from "./browsers.mjs";
import { serve } from "./serve.mjs";
import { Game, storedMatch } from "./tests/support/game.mjs";
import { webp } from "./webp.mjs";

const file = new URL("../docs/page.webp", import.meta.url);
const viewport = { width: 390, height: 800 };
const LOOKS = [
  { colorScheme: "light" },
  { colorScheme: "light", moves: "4455343", column: 3 },
  { colorScheme: "dark", moves: "44444252355223", review: true },
];

const server = await serve("../dist");
const baseURL = `http://127.0.0.1:${server.address().port}/`;
const browser = await playwright.launch(chromium);
const shots = [];
for (const { colorScheme, moves, column, review } of LOOKS) {
  const context = await browser.newContext({ baseURL, viewport, colorScheme, deviceScaleFactor: 2 });
  const game = new Game(await context.newPage());
  if (moves) await game.openStored(storedMatch({ moves }));
  else await game.open();
  await game.partsLoaded();
  // As from the second visit on.
  await game.page.evaluate(async () => {
    const face = new FontFace("Nunito", "url(nunito.woff2)", { weight: "200 1000" });
    document.fonts.add(await face.load());
  });
  if (review) {
    await game.analysis.click();
    await game.review.getByText("Key moment 1 of").waitFor();
  } else if (!moves) {
    await game.page.getByRole("button", { name: /to move and/ }).waitFor();
  }
  if (column) await game.column(column).hover();
  shots.push(await game.page.screenshot({ animations: "disabled" }));
  await context.close();
}
const bytes = await webp(await browser.newPage(), shots, { quality: 0.7, scale: 0.6 });
writeFileSync(file, bytes);
console.log(`docs/page.webp: ${bytes.length} bytes`);
await browser.close();
server.close();
