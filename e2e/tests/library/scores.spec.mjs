// High scores: which wins are listed, in which order, each once; stored data is never lost.

import { STORED_SCORES, expect, people, storedMatch, test } from "../support/game.mjs";

const classic = { columns: 7, rows: 6, connect: 4, players: 2, gravity: true };
const flat = { columns: 3, rows: 3, connect: 3, players: 2, gravity: false };

function storedScores(scores) {
  return JSON.stringify({ format: "four-shapes-scores", version: 1, scores });
}

const score = (name, moves, date, rules = classic, opponents = ["Ben"]) => ({
  rules,
  name,
  moves,
  opponents,
  date,
});

/** Opens the page with these scores stored. */
async function openWith(game, text) {
  await game.openWithStorage({ [STORED_SCORES]: text });
}

/** Goes back to the library, from which the high scores were opened, and to the game. */
async function leave(game) {
  await game.scoresDialog.getByRole("button", { name: "Back", exact: true }).click();
  await expect(game.scoresDialog).toBeHidden();
  await expect(game.libraryDialog).toBeVisible();
  await game.play.click();
  await game.closed(game.libraryDialog);
}

/** Opens and leaves the page, and returns the rows of one game's table. */
async function listed(game, name) {
  await game.openScores();
  const dialog = game.scoresDialog;
  await expect(dialog).toBeVisible();
  const rows = await dialog
    .getByRole("region", { name, exact: true })
    .getByRole("row")
    .evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
  await leave(game);
  return rows.slice(1);
}

const today = (page) =>
  page.evaluate(() => {
    const now = new Date();
    const two = (number) => String(number).padStart(2, "0");
    return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  });

const sevenBySix = "7 × 6, 4 in a row";

test("an empty list has a message", async ({ game }) => {
  await game.open();
  await game.openScores();
  const dialog = game.scoresDialog;
  await expect(dialog.getByText("No wins yet")).toBeVisible();
  await expect(dialog.getByRole("table")).toHaveCount(0);
  await expect(dialog.getByRole("button", { name: "Delete all" })).toHaveCount(0);
});

test("a win is listed with its moves, opponents and date", async ({ game, page }) => {
  await game.openStored(storedMatch());
  await game.moves("1212121");
  const date = await today(page);
  expect(await listed(game, sevenBySix)).toEqual([["1", "Ada", "4", "Ben", date]]);

  // Grouped by game and size; with three players, all opponents are listed.
  await game.setUp({
    kind: "Tic-tac-toe",
    columns: 5,
    rows: 3,
    connect: 3,
    players: [{ name: "Ada" }, { name: "Ben" }, { name: "Cleo" }],
    starts: "Cleo",
  });
  await game.place("A1", "A3", "E1", "B1", "B3", "E2", "C1");
  await game.expectStatus("won", 0);
  expect(await listed(game, "5 × 3, 3 in a row, no gravity, 3 players")).toEqual([
    ["1", "Cleo", "3", "Ada, Ben", date],
  ]);
  expect(await listed(game, sevenBySix)).toHaveLength(1);
  await game.openScores();
  await expect(game.scoresDialog.getByRole("columnheader")).toHaveText([
    ...["Place", "Winner", "Own moves", "Against", "Date"],
    ...["Place", "Winner", "Own moves", "Against", "Date"],
  ]);
});

test("the ten best scores are sorted by moves, then date", async ({ game, page }) => {
  const stored = [
    score("Slow", 20, "2020-01-01"),
    score("Late", 5, "2024-02-29"),
    score("Early", 5, "2023-12-31"),
    score("Quick", 4, "2025-06-01"),
    score("Elsewhere", 3, "2025-06-01", flat),
    ...Array.from({ length: 6 }, (_, i) => score(`Middle ${i}`, 10 + i, "2022-01-01")),
  ];
  await openWith(game, storedScores(stored));
  const names = async () => (await listed(game, sevenBySix)).map(([, name]) => name);
  const middle = (count) => Array.from({ length: count }, (_, i) => `Middle ${i}`);
  expect(await names()).toEqual(["Quick", "Early", "Late", ...middle(6), "Slow"]);
  expect((await listed(game, "3 × 3, 3 in a row, no gravity")).map(([, name]) => name)).toEqual(["Elsewhere"]);
  // Another score of today is sorted in, and the eleventh is dropped.
  await game.moves("1212121");
  // Each look opens three pages.
  await expect.poll(names).toEqual(["Quick", "Red", "Early", "Late", ...middle(6)]);
  expect((await listed(game, sevenBySix)).map(([place]) => place)).toEqual(
    Array.from({ length: 10 }, (_, i) => String(i + 1)),
  );
  await game.reload();
  expect(await names()).toEqual(["Quick", "Red", "Early", "Late", ...middle(6)]);
  await expect(game.shownPage).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a win counts once despite undo, redo and reload", async ({ game }) => {
  await game.open();
  await game.moves("1212121");
  await game.undo.click();
  await game.redo.click();
  await game.undo.click();
  await game.drop(1);
  await game.expectStatus("won", 0);
  expect(await listed(game, sevenBySix)).toHaveLength(1);
  await game.reload();
  await game.undo.click();
  await game.redo.click();
  await game.undo.click();
  await game.drop(1);
  await game.expectStatus("won", 0);
  expect(await listed(game, sevenBySix)).toHaveLength(1);
  await game.rematch.click();
  await game.moves("1212121");
  await game.expectStatus("won", 0);
  expect(await listed(game, sevenBySix)).toHaveLength(2);
});

test("a loaded finished game doesn't count", async ({ game, page }) => {
  await game.open();
  await game.loadText("1212121");
  await game.closed(game.loadDialog);
  await game.expectStatus("won", 0);
  await game.undo.click();
  await game.redo.click();
  await page.goto("./#v=1&board=7x6&connect=4&moves=2121212");
  await page.getByRole("dialog", { name: "Shared game" }).getByRole("button", { name: "Close" }).click();
  await game.reload();
  await game.expectStatus("won", 0);
  await game.openScores();
  await expect(game.scoresDialog.getByText("No wins yet")).toBeVisible();
});

test("the list can be exported", async ({ game, page }) => {
  await game.open();
  await game.moves("1212121");
  await game.openScores();
  const { name, text } = await game.download(() =>
    game.scoresDialog.getByRole("button", { name: "Export" }).click(),
  );
  const date = await today(page);
  expect(name).toBe(`four-shapes-scores-${date}.json`);
  expect(text).toBe((await game.stored())[STORED_SCORES]);
  expect(JSON.parse(text).scores).toEqual([score("Red", 4, date, classic, ["Blue"])]);
});

test("clearing requires confirmation", async ({ game }) => {
  await openWith(game, storedScores([score("Ada", 4, "2025-06-01")]));
  await game.openScores();
  const dialog = game.scoresDialog;
  const click = (name) => dialog.getByRole("button", { name, exact: true }).click();
  await click("Delete all");
  const question = dialog.getByText("Delete all high scores?");
  await expect(question).toBeVisible();
  await click("Cancel");
  await expect(question).toHaveCount(0);
  await expect(dialog.getByRole("cell", { name: "Ada" })).toBeVisible();
  await leave(game);
  expect(await listed(game, sevenBySix)).toHaveLength(1);
  await game.openScores();
  await click("Delete all");
  await click("Delete");
  await expect(dialog, "nothing is left to see").toBeHidden();
  await expect(game.libraryDialog).toBeVisible();
  await game.play.click();
  await game.closed(game.libraryDialog);
  await game.openScores();
  await expect(dialog.getByText("No wins yet")).toBeVisible();
  expect(JSON.parse((await game.stored())[STORED_SCORES]).scores).toEqual([]);
});

for (const text of ["precious", "{}", storedScores([score("", 4, "2025-06-01")]), storedScores([score("Ada", 4, "2025-02-30")])]) {
  test(`scores that can't be read are set aside and reported: ${text.slice(-30)}`, async ({ game }) => {
    await openWith(game, text);
    await game.openScores();
    await expect(game.scoresDialog).toContainText("The high scores couldn’t be read");
    await leave(game);
    await game.moves("1212121");
    await expect(game.notices).toContainText("The high scores couldn’t be read");
    await expect(game.notices).toContainText(`“${STORED_SCORES}:unreadable:1”`);
    expect((await game.stored())[`${STORED_SCORES}:unreadable:1`]).toBe(text);
    expect(await listed(game, sevenBySix)).toHaveLength(1);
  });
}

test("full storage loses the score but not the game", async ({ game, page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await game.open();
  await game.moves("1212121");
  await game.expectStatus("won", 0);
  await expect(game.notices).toContainText("let the page save the high score");
});

test("hostile names are treated as text", async ({ game, page }) => {
  const name = "<img src=x onerror=a(1)>";
  const players = [{ ...people[0], name }, { ...people[1], name: `"'&lt;</td><b>x</b>` }];
  await game.openStored(storedMatch({ players }));
  await game.moves("1212121");
  const [row] = await listed(game, sevenBySix);
  expect(row.slice(1, 4)).toEqual([name, "4", players[1].name]);
  await game.openScores();
  await expect(page.locator("img, b")).toHaveCount(0);
});
