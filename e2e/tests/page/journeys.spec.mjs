// Whole journeys by keyboard and announcements alone. What is said is compared in order; the listener
// also fails on symbols and on what is said twice.

import { expect, storedGame, storedMatch, test } from "../support/game.mjs";
import { DAILY, WIN, puzzleFile, serve, winningColumn } from "../support/puzzles.mjs";
import { Listener } from "../support/screen-reader.mjs";

/** Opens the page with a stored game, if there is one, and with all parts loaded. */
async function open(game, page, stored) {
  const listener = await Listener.start(page);
  if (stored) await game.openStored(stored);
  else await game.open();
  await game.partsLoaded();
  await listener.hear();
  return listener;
}

/** Opens a page of the main menu; its heading gets the focus. */
async function openPage(listener, name) {
  await listener.activate(new RegExp(`^button "${name}`));
  await expect.poll(() => listener.focused()).toBe(`heading "${name}" [level=2]`);
}

test("a first visit, and a game of two", async ({ game, page }) => {
  const listener = await open(game, page);
  await listener.press("4", "Enter");
  expect(await listener.hearing(/D1/)).toEqual(["Red: D1. Blue to move"]);
  await listener.press("1", "Enter");
  expect(await listener.hearing(/A1/)).toEqual(["Blue: A1. Red to move"]);
  await listener.press("4", "Enter", "1", "Enter", "4", "Enter", "1", "Enter");
  await listener.hearing(/A3/);
  await listener.press("4", "Enter");
  await expect(game.endCard).toBeVisible();
  expect(await listener.hear()).toEqual(["Red: D4. Red wins · 7 moves with column D1–D4"]);
  expect(await listener.focused()).toBe('button "Column D, 4 of 6 filled"');
  await listener.activate(/Rematch/);
  expect(await listener.hearing(/New/)).toEqual(["New game, 7 columns, 6 rows, 4 in a row. Blue to move"]);
  expect(await listener.focused()).toBe('button "Column D, 0 of 6 filled"');
});

test("a new game against level 2", async ({ game, page }) => {
  const listener = await open(game, page);
  await listener.activate(/^button "New game"/);
  await expect.poll(() => listener.focused()).toBe('heading "New game" [level=2]');
  await listener.to(/^radio "Pip/);
  await listener.press("ArrowDown");
  expect(await listener.focused()).toBe('radio "Coco 2 · sees wins" [checked]');
  await listener.activate(/^button "Start"/);
  expect(await listener.hearing(/New/)).toEqual([
    "New game, 7 columns, 6 rows, 4 in a row, against Coco, level 2. Your move",
  ]);
  await expect(game.column(4)).toBeFocused();
});

const lost = storedMatch({
  players: [
    { name: "You", shape: "circle", colour: "red", symbol: "X" },
    { name: "Coco", shape: "pentagon", colour: "blue", symbol: "O" },
  ],
  computers: [null, "level:2"],
  moves: "141474",
});

test("a game that is lost, and its review", async ({ game, page }) => {
  const listener = await open(game, page, lost);
  await listener.press("7", "Enter");
  await expect(game.endCard).toBeVisible();
  const said = await listener.hearing(/rating/);
  expect(said.slice(0, 2)).toEqual([
    "You: G2. Coco is thinking…",
    "Coco: D4. You lost. Coco wins · 8 moves with column D1–D4",
  ]);
  expect(said.join("\n")).toMatch(/Your rating is \d+, down \d+\./);
  await listener.activate(/^button "Review"/);
  const [moment] = (await listener.hearing(/Key moment/)).slice(-1);
  expect(moment).toMatch(/^Key moment 1 of \d\. Move \d\. [a-z ]+\. You played [A-G]\d\. .* Your move$/);
  expect(await listener.focused()).toBe('tab "Analysis" [selected]');
});

test("the verdict of the analysis", async ({ game, page }) => {
  const listener = await open(game, page, storedGame({ moves: "44353" }));
  await listener.activate(/^button "Analysis"/);
  expect(await listener.hearing(/wins|loses/)).toEqual([
    expect.stringMatching(/^Blue wins in \d+ moves with C3\. Blue to move$/),
  ]);
  // Who goes back and forth hears the verdict where they stop.
  await listener.press("z", "z", "y");
  const said = await listener.hearing(/wins|loses/);
  expect(said.slice(0, 3)).toEqual([
    "Undid C2. Red to move",
    "Undid E1. Blue to move",
    "Redid E1. Red to move",
  ]);
  expect(said.slice(3)).toEqual([expect.stringMatching(/^Red .*\. Red to move$/)]);
});

test("a puzzle with a hint and a wrong move, solved", async ({ game, page }) => {
  // All are the same, so that the one of today and those of the training are known.
  await serve(page, puzzleFile(Array(DAILY + 30).fill(WIN)));
  const listener = await open(game, page);
  await openPage(listener, "Learn");
  await listener.activate(/^button "Today/);
  expect(await listener.hearing(/win in/)).toEqual(["Blue to move and win in 3. Your move"]);

  // The hint keeps the focus, so that another press is the next hint and no move.
  await listener.activate(/^button "Hint/);
  await listener.hearing(/look at/i);
  await listener.press("Enter");
  await listener.hearing(/Try B3/);
  expect(await listener.focused()).toMatch(/^button "Hint/);
  await game.expectPieces(17);

  await listener.press("c", "Enter");
  const wrong = (await listener.hearing(/Try again/)).join(" ");
  expect(wrong).toMatch(/C3 lets Red play C4 and threaten D3 and D4 at once: only one can be stopped\. Try again\./);
  await game.expectPieces(17);

  await listener.press("b", "Enter");
  const right = await listener.hearing(/B4\. Your move/);
  expect(right.filter((text) => text === "Good move. Keep going.")).toHaveLength(1);
  await game.expectPieces(19);
  await listener.press("c", "Enter");
  await listener.hearing(/\d\. Your move/);
  await game.expectPieces(21);
  await listener.press(await winningColumn(game), "Enter");
  const said = await listener.hearing(/Solved/);
  for (const once of [/Solved, with a hint or a second try\./, /[CD]\d completes/]) {
    expect(said.filter((text) => once.test(text)), said.join("\n")).toHaveLength(1);
  }
  await listener.press("Enter");
  expect(await listener.hearing(/Done/)).toEqual(["Done: go on with the next one."]);
  await listener.activate(/^button "Training"/);
  await listener.hearing(/to move and win in \d\. Your move/);
});

test("a lesson", async ({ game, page }) => {
  const listener = await open(game, page);
  await openPage(listener, "Learn");
  await listener.activate(/^button "1 First moves/);
  await listener.hearing(/Your move|to move|\./);
  await expect(game.column(4)).toBeFocused();
  await listener.press("1", "Enter");
  expect((await listener.hearing(/Try again/)).join(" ")).toMatch(/Try again\./);
  await expect(game.column(1)).toHaveAccessibleName(/, 0 of/);
  await listener.press("4", "Enter");
  expect((await listener.hearing(/Correct/)).join(" ")).toMatch(/Correct\. /);
});

test("a custom game of three", async ({ game, page }) => {
  const listener = await open(game, page);
  await listener.activate(/^button "New game"/);
  await expect(game.newGameDialog).toBeVisible();
  await listener.activate(/^button "Custom/);
  await listener.activate(/^button "Increase Number of players"/);
  // An error is beside its field, and Start leads to it.
  await listener.to(/^textbox "Name, player 2"/);
  await page.keyboard.type("Red");
  await expect(page.locator(":focus")).toHaveAttribute("aria-invalid", "true");
  await expect(page.locator(":focus")).toHaveAccessibleDescription(/same|both|name/i);
  await listener.hearing(/name/i);
  await listener.activate(/^button "Start"/);
  expect(await listener.focused()).toMatch(/^textbox "Name, player 1"/);
  await listener.to(/^textbox "Name, player 2"/);
  await page.keyboard.type("Ben");
  await listener.hear();
  await listener.activate(/^button "Start"/);
  expect(await listener.hearing(/New/)).toEqual([
    "New game, 7 columns, 6 rows, 4 in a row, 3 players. Red to move",
  ]);
});

test("the library", async ({ game, page }) => {
  const listener = await open(game, page, storedGame({ moves: "1212121" }));
  await openPage(listener, "Library");
  await listener.activate(/^button "Red – Blue/);
  await expect(game.analysisPanel).toBeVisible();
  await listener.hear();
  expect(await listener.focused()).toMatch(/^button "Column/);
});

test("settings", async ({ game, page }) => {
  const listener = await open(game, page);
  await openPage(listener, "Settings");
  await listener.to(/^slider "Volume"/);
  await listener.press("ArrowRight");
  await expect(page.locator(":focus")).toHaveAttribute("aria-valuetext", "5 of 10");
  await listener.activate(/^button "Reset/);
  await listener.hearing(/Reset all settings/);
  await listener.activate(/^button "Cancel"/);
  expect(await listener.focused()).toBe('button "Reset to defaults"');
  expect(await listener.hear()).toEqual([]);
});

test("sharing and loading", async ({ game, page }) => {
  const listener = await open(game, page, storedGame());
  const openMenuItem = async (name) => {
    await listener.activate(/^button "More"/);
    await listener.activate(new RegExp(`^button "${name}"`));
  };
  await openMenuItem("Share");
  await listener.to(/^button "Copy/);
  for (let times = 0; times < 2; times++) {
    await listener.press("Enter");
    expect((await listener.hearing(/Cop|copy/)).length, "each time").toBe(1);
  }
  await listener.press("Escape");
  await expect.poll(() => listener.focused()).toBe('button "More"');
  await openMenuItem("Load");
  await listener.to(/^textbox/);
  await page.keyboard.type("49");
  await listener.activate(/^button "Load/);
  expect((await listener.hearing(/9/)).length).toBe(1);
  const field = game.loadDialog.getByRole("textbox");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(/9/);
  await listener.press("Enter");
  expect((await listener.hearing(/9/)).length, "each time").toBe(1);
  await listener.to(/^textbox/, "Shift+Tab");
  await field.fill("445");
  await listener.activate(/^button "Load/);
  expect(await listener.hearing(/loaded/)).toEqual([
    "Game loaded, 7 columns, 6 rows, 4 in a row. Blue to move",
  ]);
  expect(await listener.focused()).toMatch(/^button "Column/);
});

test("a cup", async ({ game, page }) => {
  const listener = await open(game, page);
  await openPage(listener, "Compete");
  await listener.activate(/^button "New cup"/);
  await expect.poll(() => listener.focused()).toBe('heading "Cup" [level=2]');
  await listener.activate(/^button "Start/);
  await listener.activate(/^button "Play/);
  const said = await listener.hearing(/New game/);
  expect(said.at(-1)).toMatch(/^New game, 7 columns, 6 rows, 4 in a row, against \w+, level \d\. /);
  expect(await listener.focused()).toMatch(/^button "Column/);
});
