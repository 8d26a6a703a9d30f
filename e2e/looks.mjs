// Makes the pictures of docs/looks: the page on a phone, a tablet and a desktop, in light,
// dark, high contrast and, as far as words are to come, from right to left. Needs a built
// page.

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

mkdirSync(folder, { recursive: true });
const server = await serve("../dist");
const baseURL = `http://127.0.0.1:${server.address().port}/`;
const browser = await playwright.launch(chromium);
const blank = await browser.newPage();
for (const [name, viewport, scale] of DEVICES) {
  const shots = [];
  for (const { media, moves, right } of LOOKS) {
    const context = await browser.newContext({ baseURL, viewport });
    const game = new Game(await context.newPage());
    await game.page.emulateMedia(media);
    await game.openStored(storedMatch({ moves }));
    if (right) await game.page.evaluate(() => (document.documentElement.dir = "rtl"));
    shots.push(await game.page.screenshot({ animations: "disabled" }));
    await context.close();
  }
  const bytes = await webp(blank, shots, { quality: QUALITY, scale });
  writeFileSync(new URL(`${name}.webp`, folder), bytes);
  console.log(`docs/looks/${name}.webp: ${bytes.length} bytes`);
}
await browser.close();
server.close();
