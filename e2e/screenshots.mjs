// Takes screenshots of the page in many states and sizes, into ../target/screenshots.

import { mkdir } from "node:fs/promises";
import { chromium as playwright } from "@playwright/test";
import { chromium } from "./browsers.mjs";
import { serve } from "./serve.mjs";
import { classicDraw } from "./tests/data/games.mjs";
import { Game, people, storedGame, storedMatch } from "./tests/support/game.mjs";

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

const three = storedMatch({ rules: { columns: 9, rows: 7, players: 3 }, moves: "5544663" });
const eight = storedMatch({ rules: { players: 8 }, moves: "4453345222" });
const twenty = storedMatch({ rules: { columns: 15, rows: 15, players: 20 }, moves: "8,8,7" });
const longNames = storedMatch({
  players: people.slice(0, 2).map((seat, i) => ({ ...seat, name: "Ww"[i].repeat(24) })),
  moves: "445",
});
const ticTacToe = (moves) =>
  storedMatch({ rules: { columns: 3, rows: 3, connect: 3, gravity: false }, moves });
const gomoku = storedMatch({
  rules: { columns: 15, rows: 15, connect: 5, gravity: false },
  moves: "H8,I9,G9,G7,H9,I8,F9,E9,H7",
});

const hover = (game) => game.column(5).hover();
const newGame = async (game) => {
  await game.openNewGame();
};
const newOwnGame = async (game) => {
  await newGame(game);
  await game.choose({ kind: "Custom", columns: 9, rows: 7, connect: 4, players: 8 });
};
const sameNames = async (game) => {
  await newGame(game);
  await game.choose({ players: [{ name: "Ada" }, { name: "Ada" }] });
};
const open = (name) => async (game) => {
  await game.page.getByRole("button", { name, exact: true }).click();
  await game.page.getByRole("dialog").waitFor();
};
const help = open("Help");
const wrongText = (game) => game.loadText("4448");
const scores = async (game) => {
  await game.drop(1);
  await game.openScores();
  await game.scoresDialog.waitFor();
};
const text = async (game) => {
  await game.text.click();
  await game.textPanel.getByRole("combobox", { name: "Style" }).selectOption("Board games");
  const line = game.textPanel.getByRole("textbox");
  for (const typed of ["help", "1000", "4"]) {
    await line.fill(typed);
    await line.press("Enter");
  }
};
const set = (choices) => (game) => game.changeSettings(choices);
const palettes = {
  protan: "Red-blind (protan)",
  deutan: "Green-blind (deutan)",
  tritan: "Blue-blind (tritan)",
  grey: "Greyscale",
};
const visit = async (game) => {
  await game.page.goto("./#v=1&board=7x6&connect=4&moves=112233");
  await game.reload();
};

/** Name, screen, stored game, actions, and context options of each screenshot. */
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
  ["desktop-tie", desktop, storedGame({ moves: classicDraw })],
  ["desktop-large-board", desktop, large],
  ["desktop-notice", desktop, "not a game"],
  ["desktop-new-game", desktop, midGame, newGame],
  ["desktop-new-game-own", desktop, midGame, newOwnGame],
  ["desktop-new-game-dark", desktop, midGame, newGame, { colorScheme: "dark" }],
  ["desktop-same-names", desktop, midGame, sameNames],
  ["desktop-help", desktop, midGame, help],
  ["phone-new-game-own", phone, midGame, newOwnGame],
  ["phone-three-players", phone, three, hover],
  ["desktop-three-players", desktop, three, hover],
  ["phone-eight-players", phone, eight],
  ["desktop-eight-players", desktop, eight],
  ["phone-twenty-players", phone, twenty],
  ["desktop-twenty-players", desktop, twenty],
  ["phone-long-names", phone, longNames],
  ["phone-flat", phone, ticTacToe("B2,A1")],
  ["phone-flat-win", phone, ticTacToe("B2,A1,C1,A2,A3")],
  ["desktop-flat", desktop, ticTacToe("B2,A1")],
  ["desktop-flat-dark", desktop, ticTacToe("B2,A1,C1"), undefined, { colorScheme: "dark" }],
  ["phone-flat-large", phone, gomoku],
  ["desktop-flat-large", desktop, gomoku],
  ["desktop-share", desktop, midGame, open("Share")],
  ["phone-share", phone, midGame, open("Share")],
  ["desktop-load", desktop, midGame, open("Load")],
  ["phone-load-error", phone, midGame, wrongText],
  ["desktop-scores", desktop, storedGame({ moves: "121212" }), scores],
  ["phone-scores", phone, storedGame({ moves: "121212" }), scores],
  ["desktop-text", desktop, midGame, text],
  ["desktop-text-dark", desktop, midGame, text, { colorScheme: "dark" }],
  ["phone-text", phone, midGame, text],
  ["phone-shared", phone, midGame, visit],
  ["desktop-shared", desktop, midGame, visit],
  ["phone-settings", phone, midGame, open("Settings")],
  ["desktop-settings", desktop, midGame, open("Settings")],
  ["desktop-settings-dark", desktop, midGame, open("Settings"), { colorScheme: "dark" }],
  ["desktop-theme-contrast", desktop, eight, set({ Theme: "High contrast" })],
  ["phone-small-numbers", phone, midGame, set({ "Board size": "Small", "Column labels": "Numbers from 1" })],
  ["phone-sound-off", phone, midGame, (game) => game.sound.click()],
  ...Object.entries(palettes).flatMap(([name, option]) =>
    ["Light", "Dark"].map((Theme) => [
      `phone-palette-${name}-${Theme.toLowerCase()}`,
      phone,
      eight,
      set({ "Piece colours": option, Theme }),
    ]),
  ),
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
