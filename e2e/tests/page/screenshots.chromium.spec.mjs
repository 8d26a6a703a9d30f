// The look of the page in a dozen states. `cargo xtask screenshots` updates the pictures in
// e2e/screenshots; check them by eye before you commit them.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, storedGame, storedMatch, test } from "../support/game.mjs";

// The page's own typeface, which it applies only after a click. The page's policy would forbid it.
test.use({ bypassCSP: true, reducedMotion: "reduce" });
const file = "@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2";
const font = readFileSync(createRequire(import.meta.url).resolve(file)).toString("base64");
// The advice of a review is left out: its reasons depend on how the search was sliced.
const style = `
  @font-face { font-family: Nunito; src: url(data:font/woff2;base64,${font}); font-weight: 200 1000; }
  :root, body, button, input, select { font-family: Nunito !important; }
  * { caret-color: transparent !important; }
  .advice { display: none !important; }
`;

const phone = { width: 390, height: 844 };
const across = { width: 844, height: 390 };
const desktop = { width: 1440, height: 900 };

const mid = storedGame({ moves: "4453345222" });
const won = storedGame({ moves: "1213141" });
const many = storedMatch({ rules: { columns: 9, rows: 7, players: 3 }, moves: "5544663" });
const ticTacToe = storedMatch({
  rules: { columns: 3, rows: 3, connect: 3, gravity: false },
  players: [
    { name: "Ada", shape: "cross", colour: "red", symbol: "X" },
    { name: "Ben", shape: "circle", colour: "blue", symbol: "O" },
  ],
  moves: "B2,A1,C3",
});

const analysis = async (game) => {
  await game.analysis.click();
  await expect(game.analysisPanel.getByText("Analysis complete")).toBeVisible();
};
const settings = async (game) => {
  await game.settings.click();
  await expect(game.settingsDialog).toBeVisible();
};
const newGame = async (game) => {
  await game.newGame.click();
  await game.newGameDialog.getByRole("button", { name: /^Computer/ }).click();
};
const menu = async (game) => {
  await game.more.click();
  await expect(game.menu).toBeVisible();
};
const lesson = async (game) => {
  await game.openLesson("Look above");
  const before = await game.pieces.count();
  await game.drop(2);
  await expect(game.page.getByText("B1 lets Red win on top of it, at B2")).toBeVisible();
  // The wrong piece goes back.
  await expect(game.pieces).toHaveCount(before);
};
const threats = async (game) => {
  await analysis(game);
  await game.analysisPanel.getByRole("checkbox", { name: "Show threats" }).check();
};
const moves = async (game) => {
  await expect(game.page.getByRole("region", { name: "Moves" })).toBeVisible();
};

const start = async (game) => {
  await game.partsLoaded();
  await expect(game.page.getByRole("button", { name: /^Play the computer.*level 1/ })).toBeVisible();
  await expect(game.page.getByRole("button", { name: /^Today’s puzzle.*to move/ })).toBeVisible();
};

for (const [name, viewport, { game: stored, act, scheme = "light", settings: chosen }] of [
  ["first-visit", phone, { act: start }],
  ["game", phone, { game: mid }],
  ["game-dark", phone, { game: mid, scheme: "dark" }],
  ["won", phone, { game: won }],
  ["analysis", phone, { game: mid, act: analysis }],
  ["new-game", phone, { game: mid, act: newGame }],
  ["menu", phone, { game: mid, act: menu }],
  ["tic-tac-toe", phone, { game: ticTacToe }],
  ["game-landscape", across, { game: mid }],
  ["moves-desktop", desktop, { game: mid, act: moves }],
  ["analysis-desktop", desktop, { game: mid, act: analysis }],
  ["analysis-desktop-dark", desktop, { game: mid, act: analysis, scheme: "dark" }],
  ["threats-desktop", desktop, { game: storedGame({ moves: "12342324334455" }), act: threats }],
  ["lesson", phone, { act: lesson }],
  ["lesson-desktop", desktop, { act: lesson }],
  ["settings-desktop", desktop, { game: mid, act: settings }],
  ["three-players-desktop", desktop, { game: many }],
  ["wood", phone, { game: mid, settings: { board: "wood" } }],
  ["paper", phone, { game: mid, settings: { board: "paper" } }],
  ["contrast", phone, { game: mid, settings: { theme: "contrast" } }],
]) {
  test(name, async ({ game, page }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    // The puzzle of the day.
    await page.clock.setFixedTime("2026-11-26T12:00:00Z");
    if (chosen) await game.openWithSettings(chosen);
    if (stored) await game.openStored(stored);
    else await game.open();
    await page.addStyleTag({ content: style });
    await act?.(game);
    await page.mouse.move(0, 0);
    await page.evaluate(() => document.fonts.ready);
    await expect(page).toHaveScreenshot(`${name}.png`);
  });
}
