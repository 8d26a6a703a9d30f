// The accessibility tree and announcements.

import { expect, storedGame, test } from "../support/game.mjs";

test("column buttons have names, and the drawing is hidden", async ({ game, page }) => {
  await game.open();
  await game.moves("4433333");
  const named = (name) => page.getByRole("button", { name, exact: true });
  await expect(named("Column D, 2 of 6 filled")).toBeVisible();
  await expect(named("Column G, 0 of 6 filled")).toBeVisible();
  await game.drop(3);
  const full = named("Column C, full");
  await expect(full).toHaveAttribute("aria-disabled", "true");
  await expect(page.locator("[data-column][aria-disabled]")).toHaveCount(1);
  await full.focus();
  await expect(full).toBeFocused();
  const looks = () =>
    full.evaluate((lane) => {
      const label = getComputedStyle(lane, "::after");
      return [getComputedStyle(lane).cursor, label.opacity, label.textDecorationLine];
    });
  const off = await looks();
  await game.undo.click();
  await expect(named("Column C, 5 of 6 filled")).toBeEnabled();
  const on = await page.locator('[data-column="3"]').evaluate((lane) => {
    const label = getComputedStyle(lane, "::after");
    return [getComputedStyle(lane).cursor, label.opacity, label.textDecorationLine];
  });
  for (const [i, look] of off.entries()) expect(look).not.toBe(on[i]);
  await game.redo.click();
  for (const drawing of await page.locator("svg").all()) {
    await expect(drawing).toHaveAttribute("aria-hidden", "true");
  }
  const structure = `
    - banner:
      - heading "Four Shapes" [level=1]
      - button "Sound"
    - main:
      - list "Players":
        - listitem: Red circle
        - listitem: Blue pentagon
      - 'toolbar "Board: choose a column"'
      - table
      - status
      - group "Game":
        - button "Undo"
        - button "Redo" [disabled]
        - button "Hint"
        - button "Analysis"
        - button "New game"
    - navigation "Main menu":
      - button "Play"
      - button "Learn"
      - button "Library"
      - button "Compete"
      - button "Settings"
      - button "Help"
      - button "More"
  `;
  await expect(page.locator("body")).toMatchAriaSnapshot(structure);
});

test("the table contains the content of each cell", async ({ game, page }) => {
  const table = page.getByRole("table");
  const rows = async () => {
    const cells = await table.getByRole("row").all();
    return Promise.all(cells.map((row) => row.locator("th, td").allTextContents()));
  };
  await game.open();
  await game.moves("121212");
  const [head, ...body] = await rows();
  expect(head.slice(1)).toEqual([..."ABCDEFG"]);
  expect(body.map(([row]) => row)).toEqual(["6", "5", "4", "3", "2", "1"]);
  expect(body[5].slice(1, 4)).toEqual(["red circle", "blue pentagon", "empty"]);
  expect(body[3].slice(1, 4)).toEqual(["red circle", "blue pentagon, last move", "empty"]);
  await game.drop(1);
  const [, , , fourth] = await rows();
  expect(fourth.slice(0, 3)).toEqual(["4", "red circle, in the winning line", "empty"]);
  await expect(table.getByRole("columnheader")).toHaveCount(8);
  await expect(table.getByRole("rowheader")).toHaveCount(6);
});

test("the seat of the player to move is current", async ({ game, page }) => {
  await game.open();
  const current = page.locator("[aria-current=true]");
  await game.drop(4);
  await expect(current).toHaveText("Bluepentagon");
  await game.drop(1);
  await expect(current).toHaveText("Redcircle");
  await game.moves("41414");
  await game.expectStatus("won", 0);
  await expect(current).toHaveCount(0);
});

/** Records announcements; returns a function that checks the one of an action. */
async function listenToStatus(game) {
  await expect(game.status).toHaveCount(1);
  await game.recordAnnouncements();
  let before;
  return async (action, words) => {
    await action();
    const said = await game.announcements();
    expect(said.map((text) => text.replaceAll("\u00a0", "").trim())).toEqual([words]);
    expect(said[0], "only a change is said").not.toBe(before);
    before = said[0];
  };
}

test("each move is announced once", async ({ game }) => {
  await game.open();
  const says = await listenToStatus(game);
  const drop = (column) => () => game.press(column);
  await says(drop(4), "Red: D1. Blue to move");
  await says(drop(4), "Blue: D2. Red to move");
  await says(() => game.undo.click(), "Undid D2. Blue to move");
  await says(() => game.redo.click(), "Redid D2. Red to move");
  for (const [row, player] of [[3, "Red"], [4, "Blue"], [5, "Red"], [6, "Blue"]]) {
    const next = player === "Red" ? "Blue" : "Red";
    await says(drop(4), `${player}: D${row}. ${next} to move`);
  }
  await says(drop(4), "Column D is full. Red to move");
  await says(drop(4), "Column D is full. Red to move");
});

test("the end of a game is announced once", async ({ game }) => {
  await game.openStored(storedGame({ moves: "44444412121" }));
  const says = await listenToStatus(game);
  const drop = (column) => () => game.press(column);
  await says(drop(2), "Blue: B3. Red to move");
  await says(drop(1), "Red: A4. Red wins · 13 moves with column A1–A4");
  await says(drop(1), "The game is over. Red wins · 13 moves with column A1–A4");
  await says(drop(1), "The game is over. Red wins · 13 moves with column A1–A4");
  await says(() => game.rematch.click(), "New game, 7 columns, 6 rows, 4 in a row. Blue to move");
});

test("draws are announced", async ({ game }) => {
  const rules = { columns: 3, rows: 3, connect: 3, players: 2, gravity: true };
  await game.openStored(storedGame({ rules, moves: "13311" }));
  await game.recordAnnouncements();
  await game.drop(3);
  expect(await game.announcements()).toEqual([
    expect.stringContaining("Blue: C3. Red to move; no one can win any more"),
  ]);
  await game.callItADraw.click();
  expect(await game.announcements()).toEqual([expect.stringContaining("Draw: no one could win any more")]);
  await game.undo.click();
  expect(await game.announcements()).toEqual([expect.stringContaining("Undid the draw.")]);
  await game.moves("22");
  await game.announcements();
  await game.drop(2);
  expect(await game.announcements()).toEqual([
    expect.stringContaining("Red: B3. Draw: the board is full"),
  ]);
});
