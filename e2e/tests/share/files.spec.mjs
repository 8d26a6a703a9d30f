// Saving games to files, and loading files, links and moves. Errors have positions and change
// nothing.

import { STORED_GAME, expect, people, storedGame, storedMatch, test } from "../support/game.mjs";

const three = { columns: 5, rows: 4, connect: 3, gravity: false, players: 3 };
const flat = storedMatch({ rules: three, moves: "B2,A1,C3,E4", cursor: 3, starts: 2 });

/** Today's date in the browser's time zone, as in file names. */
const today = (page) =>
  page.evaluate(() => {
    const now = new Date();
    const two = (number) => String(number).padStart(2, "0");
    return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  });

/** Saves the game and returns the file's name and text. */
const save = (game) => game.download(() => game.save.click());

const asFile = (text, name = "game.json") => ({
  name,
  mimeType: "application/json",
  buffer: Buffer.from(text),
});

/** Selects a file in the load dialog. */
async function chooseFile(game, file) {
  await game.load.click();
  await game.loadDialog.getByLabel("Choose a file").setInputFiles(file);
}

/** Drops a file or text on the page. */
async function dropOnPage(game, dropped) {
  await game.page.getByRole("main").evaluate((main, { file, text }) => {
    const dataTransfer = new DataTransfer();
    if (file !== undefined) dataTransfer.items.add(new File([file], "game.json"));
    if (text !== undefined) dataTransfer.setData("text/plain", text);
    for (const type of ["dragover", "drop"]) {
      const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer });
      main.dispatchEvent(event);
      if (!event.defaultPrevented) throw new Error(`the browser would take the ${type}`);
    }
  }, dropped);
}

/** The complete visible state of the game. */
async function everything(game) {
  const status = (await game.status.textContent()).replaceAll("\u00a0", "").trim();
  return { board: await game.board(), status, stored: await game.stored() };
}

test("a game is saved to a file with today's date", async ({ game, page }) => {
  await game.openStored(flat);
  const { name, text } = await save(game);
  expect(name).toMatch(/^four-shapes-\d{4}-\d\d-\d\d\.json$/);
  expect(name).toBe(`four-shapes-${await today(page)}.json`);
  expect(text).toBe((await game.stored())[STORED_GAME]);
  const { rules, players, starts, moves, cursor, result } = JSON.parse(text);
  expect(rules).toEqual({ columns: 5, rows: 4, connect: 3, players: 3, gravity: false });
  expect(players).toEqual(people.slice(0, 3));
  expect([starts, moves, cursor, result]).toEqual([2, "B2,A1,C3,E4", 3, "unfinished"]);
});

for (const [way, load] of Object.entries({
  "the file chooser": (game, text) => chooseFile(game, asFile(text)),
  "pasted text": (game, text) => game.loadText(text),
  "a file that is dropped": (game, text) => dropOnPage(game, { file: text }),
  "a text that is dropped": (game, text) => dropOnPage(game, { text }),
})) {
  test(`a saved game is loaded by ${way}`, async ({ game, otherBrowser }) => {
    await game.openStored(flat);
    const { text } = await save(game);
    const board = await game.board();
    await otherBrowser.open();
    await otherBrowser.moves("4");
    await load(otherBrowser, text);
    await otherBrowser.expectBoard(board);
    await expect(otherBrowser.loadDialog).toBeHidden();
    await expect(otherBrowser.seats).toHaveText(["Adacircle", "Benpentagon", "Cleosquare"]);
    await expect(otherBrowser.status).toContainText("Game loaded, 5 columns, 4 rows, 3 in a row, 3 players.");
    await expect(otherBrowser.status).toContainText("Ben to move");
    expect((await otherBrowser.stored())[STORED_GAME]).toBe(text);
    await otherBrowser.redo.click();
    await expect(otherBrowser.cell("E4")).toHaveAttribute("data-shape", "pentagon");
  });
}

test("loading announces that the current game is saved, and Cancel keeps it", async ({ game }) => {
  await game.open();
  await game.moves("44");
  await game.load.click();
  const warning = game.loadDialog.getByText("Your current game (2 moves) will be saved.");
  await expect(warning).toBeVisible();
  await game.loadDialog.getByRole("button", { name: "Cancel" }).click();
  await expect(game.loadDialog).toBeHidden();
  await game.expectPieces(2);
});

test("pasted text isn't loaded until confirmed", async ({ game, page }) => {
  await game.open();
  await game.loadText("4448");
  const dialog = game.loadDialog;
  const text = dialog.getByRole("textbox", { name: /^Or paste/ });
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await game.load.click();
  await expect(text).toHaveValue("4448");
  await text.fill("444");
  await dialog.getByRole("button", { name: "Load" }).click();
  await game.expectPieces(3);
  await game.load.click();
  await expect(text).toHaveValue("");
});

test("loading a game focuses the board", async ({ game }) => {
  await game.open();
  await game.loadText("44455");
  await expect(game.column(4)).toBeFocused();
});

for (const [kind, texts] of [
  [
    "moves in all notations are",
    [
      "44455",
      " 4 4 4 5 5\n",
      "4; 4; 4; 5; 5",
      "dddee",
      "D D D E E",
      "D1 D2 D3 E1 E2",
      "d1,d2,d3,e1,e2",
    ],
  ],
  [
    "a byte order mark, links and records are",
    [
      "\ufeff44455",
      "#v=1&board=7x6&connect=4&moves=44455",
      "Look at https://example.org/four-shapes/#v=1&board=7x6&connect=4&moves=44455 now",
      storedGame(),
      JSON.stringify(JSON.parse(storedGame()), null, 4),
    ],
  ],
]) {
  test(`${kind} loaded`, async ({ game }) => {
    await game.open();
    const board = [".......", ".......", ".......", "...0...", "...10..", "...01.."];
    for (const text of texts) {
      await test.step(text, async () => {
        await game.loadText("7");
        await game.expectPieces(1);
        await game.loadText(text);
        await game.expectBoard(board);
        await game.expectStatus("to-move", 1);
      });
    }
  });
}

test("moves use the rules of the current board", async ({ game }) => {
  await game.openStored(storedMatch({ rules: { columns: 3, rows: 3, connect: 3, gravity: false } }));
  await game.loadText("B2 a1, C3");
  await game.expectBoard(["..0", ".0.", "1.."]);
  await game.openStored(storedMatch({ rules: { columns: 12, rows: 4 } }));
  await game.loadText("12 1 12");
  // They may as well be of the classic board.
  await expect(game.loadDialog.getByRole("listitem")).toHaveText(["12 × 4, 4 in a row", "7 × 6, 4 in a row"]);
  await game.loadDialog.getByRole("button", { name: "12 × 4" }).click();
  await game.expectBoard(["............", "............", "...........0", "1..........0"]);
  // Moves that don't fit this board are tried on the classic one.
  await game.openStored(storedMatch({ rules: { columns: 3, rows: 3, connect: 3, gravity: false } }));
  await game.loadText("777");
  await game.expectBoard([...Array(3).fill("......."), "......0", "......1", "......0"]);
});

test("a file of the first version is loaded", async ({ game }) => {
  await game.open();
  await chooseFile(game, asFile(storedGame({ cursor: 3 })));
  await game.expectPieces(3);
  await game.redo.click();
  await game.redo.click();
  await game.expectPieces(5);
  expect((await game.record()).version).toBe(2);
});

const rules = { columns: 7, rows: 6, connect: 4, gravity: true };

/** Invalid games and their messages, of which tests of the records have all. */
const bad = [
  ["", "Nothing to load."],
  ["4448", "character 4: “8” is not a column; columns are 1 to 7"],
  ["D2", /character 1: “D2” can't be played: .+/],
  ["hello", "There are no moves and no board in this."],
  ["<img src=x>", "There are no moves and no board in this."],
  ["{", /line 1, character \d+: the text is truncated/],
  ['{"format": "chess"}', "line 1, character 12: unknown record format"],
  [storedGame({ version: 6 }), /line 1, character \d+: version 6 is not supported; the newest supported version is 5/],
  [
    JSON.stringify(JSON.parse(storedGame({ rules: { ...rules, columns: 16, players: 2 } })), null, 1),
    /line 4, character \d+: .*16.*/,
  ],
  [storedMatch({ moves: "1212121", result: "tie" }), /line 1, character \d+: the result is “tie”, but the moves lead to “won by Ada: A1, A2, A3, A4”/],
  ["#v=3&board=7x6&connect=4&moves=4", "v: unsupported version “3”, expected 1 or 2"],
  ["#v=1&board=16x6&connect=4&moves=4", /board: .*16.*/],
];

test("invalid games are reported with a position and change nothing", async ({ game, page }) => {
  test.slow();
  await game.open();
  await game.moves("44");
  await game.undo.click();
  const before = await everything(game);
  await game.load.click();
  const dialog = game.loadDialog;
  const alert = dialog.getByRole("alert");
  const field = dialog.getByRole("textbox", { name: /^Or paste/ });
  for (const [text, words] of bad) {
    await test.step(text, async () => {
      await field.fill(text);
      await dialog.getByRole("button", { name: "Load" }).click();
      await expect(alert).toContainText(words);
      await expect(field).toHaveValue(text.replaceAll("\r", ""));
    });
  }
  // Read as texts are.
  for (const [text, words] of bad.slice(5, 8)) {
    await test.step(`file: ${text}`, async () => {
      await dialog.getByLabel("Choose a file").setInputFiles(asFile(text));
      await expect(alert).toContainText(words);
    });
  }
  expect(await everything(game)).toEqual(before);
  await expect(page.locator("img")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await game.redo.click();
  await game.expectPieces(2);
});

test("dropping an invalid game is reported and changes nothing", async ({ game }) => {
  await game.open();
  await game.moves("44");
  const before = await everything(game);
  await dropOnPage(game, { file: "{" });
  await expect(game.notices).toContainText("the text is truncated");
  await game.notices.getByRole("button", { name: "Dismiss" }).click();
  await dropOnPage(game, { text: "4448" });
  await expect(game.notices).toContainText("character 4: “8” is not a column; columns are 1 to 7");
  expect(await everything(game)).toEqual(before);
});

test("files above one megabyte are rejected", async ({ game }) => {
  test.slow();
  await game.open();
  await game.moves("44");
  const before = await everything(game);
  const large = "4".repeat((1 << 20) + 1);
  const tooLarge = "This file is too large (max 1 MB).";
  await chooseFile(game, asFile(large));
  const alert = game.loadDialog.getByRole("alert");
  await expect(alert).toHaveText(tooLarge);
  await game.loadDialog.getByRole("textbox", { name: /^Or paste/ }).fill(large);
  await game.loadDialog.getByRole("button", { name: "Load" }).click();
  await expect(alert).toHaveText("This file is too large (max 1 MB).");
  await game.loadDialog.getByRole("button", { name: "Cancel" }).click();
  await dropOnPage(game, { file: large });
  // One byte above the limit.
  await expect(game.notices).toContainText("This file is too large (max 1 MB).");
  expect(await everything(game)).toEqual(before);
});

test("binary files are rejected", async ({ game }) => {
  await game.open();
  // The start of a PNG image.
  const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
  await chooseFile(game, { name: "board.png", mimeType: "image/png", buffer: bytes });
  await expect(game.loadDialog.getByRole("alert")).toContainText("This isn’t text.");
  await game.expectPieces(0);
});
