// Pictures of the page in many shapes and sizes, into ../target/screenshots.

import { mkdir } from "node:fs/promises";
import { chromium as playwright } from "@playwright/test";
import { chromium } from "./browsers.mjs";
import { serve } from "./serve.mjs";
import { classicTie } from "./tests/data/games.mjs";
import { Game, storedGame } from "./tests/support/game.mjs";

const folder = "../target/screenshots";
const phone = { width: 390, height: 844 };
const phoneAcross = { width: 844, height: 390 };
const desktop = { width: 1366, height: 768 };

const midGame = storedGame({ moves: "4453345222" });
const large = storedGame({
  rules: { columns: 15, rows: 15, connect: 4, players: 2, gravity: true },
  moves: "8,8,7,9,7,7,9,10",
  cursor: 8,
});

const hover = (game) => game.column(5).hover();
const newGame = (game) => game.newGame.click();
const wrongSize = async (game) => {
  await newGame(game);
  await game.typeSize(99, 6);
};
const help = (game) => game.page.getByRole("button", { name: "Help" }).click();

/** A picture's name, how large it is, what is stored, what is done, and in which colours. */
const pictures = [
  ["phone", phone, midGame, hover],
  ["phone-start", phone],
  ["phone-dark", phone, midGame, hover, { colorScheme: "dark" }],
  ["phone-across", phoneAcross, midGame],
  ["phone-small", { width: 320, height: 568 }, midGame],
  ["phone-win", phone, storedGame({ moves: "1212121" })],
  ["phone-large-board", phone, large],
  ["phone-notice", phone, "not a game"],
  ["phone-new-game", phone, midGame, newGame],
  ["desktop", desktop, midGame, hover],
  ["desktop-dark", desktop, midGame, hover, { colorScheme: "dark" }],
  ["desktop-contrast", desktop, midGame, hover, { contrast: "more" }],
  ["desktop-forced-colours", desktop, midGame, hover, { forcedColors: "active" }],
  ["desktop-win", desktop, storedGame({ moves: "54214127311723362" })],
  ["desktop-tie", desktop, storedGame({ moves: classicTie })],
  ["desktop-large-board", desktop, large],
  ["desktop-notice", desktop, "not a game"],
  ["desktop-new-game", desktop, midGame, newGame],
  ["desktop-wrong-size", desktop, midGame, wrongSize],
  ["desktop-help", desktop, midGame, help],
];

const server = await serve("../dist");
const browser = await playwright.launch(chromium);
const address = `http://127.0.0.1:${server.address().port}/`;
await mkdir(folder, { recursive: true });

for (const [name, viewport, stored, act, colours] of pictures) {
  const context = await browser.newContext({ baseURL: address, viewport, ...colours });
  const game = new Game(await context.newPage());
  if (stored === undefined) await game.open();
  else await game.openStored(stored);
  await act?.(game);
  await picture(game.page, name);
  await context.close();
}

for (const [name, viewport] of [["phone-failure", phone], ["desktop-failure", desktop]]) {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  await page.route("**/*.wasm", (route) => route.fulfill({ status: 404 }));
  await page.goto(address);
  await new Game(page).failure.waitFor();
  await picture(page, name);
  await context.close();
}

await browser.close();
server.close();

async function picture(page, name) {
  await page.screenshot({ path: `${folder}/${name}.png`, animations: "disabled" });
  console.log(`${folder}/${name}.png`);
}
