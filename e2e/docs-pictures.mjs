// Takes the screenshots of docs/looks: the page on a phone, a tablet and a desktop, light, dark,
// with high contrast, and in right-to-left layout; and that of the README. Needs a built page.

import { mkdirSync, writeFileSync } from "node:fs";
import { chromium as playwright } from "@playwright/test";
import { chromium } from "./browsers.mjs";
import { serve } from "./serve.mjs";
import { Game, storedMatch } from "./tests/support/game.mjs";
import { webp } from "./webp.mjs";

const folder = new URL("../docs/looks/", import.meta.url);
const QUALITY = 0.7;
const DEVICES = [
  ["phone", { width: 390, height: 844 }, 0.8],
  ["tablet", { width: 820, height: 1180 }, 0.5],
  ["desktop", { width: 1366, height: 768 }, 0.45],
];
const MOVES = "4453345222";
const WON = "172744553";

const LOOKS = [
  { media: { colorScheme: "light" }, moves: MOVES },
  { media: { colorScheme: "dark" }, moves: WON },
  { media: { colorScheme: "light", contrast: "more" }, moves: MOVES },
  { media: { colorScheme: "dark" }, moves: MOVES, right: true },
];

/** In the README, on a phone. */
const FIRST = [
  { media: { colorScheme: "light" } },
  { media: { colorScheme: "light" }, stored: storedMatch({ moves: "4455343" }), column: 3 },
  { media: { colorScheme: "dark" }, stored: storedMatch({ moves: "44444252355223" }), review: true },
];

mkdirSync(folder, { recursive: true });
const server = await serve("../dist");
const baseURL = `http://127.0.0.1:${server.address().port}/`;
const browser = await playwright.launch(chromium);
const blank = await browser.newPage();
for (const [name, viewport, scale] of DEVICES) {
  const looks = LOOKS.map(({ moves, ...look }) => ({ ...look, stored: storedMatch({ moves }) }));
  await picture(new URL(`${name}.webp`, folder), looks, viewport, scale);
}
await picture(new URL("../page.webp", folder), FIRST, { width: 390, height: 800 }, 1.2);
await browser.close();
server.close();

/** Writes screenshots of several appearances side by side. */
async function picture(file, looks, viewport, scale) {
  const shots = [];
  for (const { media, stored, right, column, review } of looks) {
    const context = await browser.newContext({ baseURL, viewport, deviceScaleFactor: 2 });
    const game = new Game(await context.newPage());
    await game.page.emulateMedia(media);
    if (stored) await game.openStored(stored);
    else await game.open();
    await game.partsLoaded();
    if (review) {
      await game.analysis.click();
      await game.review.getByText("Key moment 1 of").waitFor();
    } else if (!stored) {
      await game.page.getByRole("button", { name: /to move and/ }).waitFor();
    }
    if (right) await game.page.evaluate(() => (document.documentElement.dir = "rtl"));
    if (column) await game.column(column).hover();
    shots.push(await game.page.screenshot({ animations: "disabled" }));
    await context.close();
  }
  const bytes = await webp(blank, shots, { quality: QUALITY, scale: scale / 2 });
  writeFileSync(file, bytes);
  console.log(`${file.pathname.split("/docs/")[1]}: ${bytes.length} bytes`);
}
