// Boards without gravity: mouse, keyboard, accessibility tree and announcements. Touch is in
// touch.chromium.spec.

import { expect, storedMatch, test } from "../support/game.mjs";

const small = { rules: { columns: 3, rows: 3, connect: 3, gravity: false } };
const large = { rules: { columns: 15, rows: 15, connect: 5, gravity: false } };

/** Presses keys, named as in `KeyboardEvent.key`, separated by spaces. */
async function press(page, keys) {
  for (const key of keys.split(" ")) await page.keyboard.press(key);
}

test("a win by mouse is marked, announced, undone and played again", async ({ game }) => {
  await game.open();
  await game.setUp({ kind: "Tic-tac-toe", preset: "Three in a row, 3 × 3" });
  await game.expectBoard(["...", "...", "..."]);
  await game.place("B2", "A1", "C1", "A2");
  await game.expectStatus("to-move", 0);
  await game.place("A3");
  await game.expectStatus("won", 0);
  await expect(game.status).toContainText("Red wins · 5 moves");
  expect(await game.markedCells()).toEqual(["A3", "B2", "C1"]);
  await expect(game.status).toContainText("with diagonal A3–C1");
  await game.expectBoard(["2..", "12.", "1.2"]);
  await game.place("C3");
  await expect(game.status).toContainText("The game is over.");
  await game.expectPieces(5);
  await game.undo.click();
  await expect(game.marked).toHaveCount(0);
  await game.place("B3", "C2");
  await game.expectStatus("to-move", 0);
  await game.expectBoard([".0.", "101", "1.0"]);
  await game.undo.click();
  await game.undo.click();
  await game.place("A3");
  await game.expectStatus("won", 0);
  await game.rematch.click();
  await game.expectBoard(["...", "...", "..."]);
});

test("a full board, an occupied cell and an agreed draw", async ({ game }) => {
  await game.openStored(storedMatch(small));
  await game.place("B2", "A1");
  await game.place("A1");
  await expect(game.status).toContainText("A1 is taken.");
  await game.expectStatus("to-move", 0);
  await game.place("C1", "A3", "A2", "C2", "B3", "B1");
  await expect(game.status).toContainText("no one can win any more");
  await game.callItADraw.click();
  await game.expectStatus("drawn");
  await expect(game.status).toContainText("Draw: no one could win any more");
  await game.undo.click();
  await game.place("C3");
  await game.expectStatus("drawn");
  await expect(game.status).toContainText("Draw: the board is full");
  await game.expectBoard(["100", "001", "110"]);
  await expect(game.marked).toHaveCount(0);
});

test("five in a row on 15 × 15", async ({ game }) => {
  await game.open();
  await game.setUp({ kind: "Tic-tac-toe", preset: "Five in a row, 15 × 15" });
  await game.place("E5", "A15", "F6", "B15", "G7", "C15", "H8", "O1");
  await game.expectStatus("to-move", 0);
  await game.place("J10", "O2");
  await game.expectStatus("to-move", 0);
  await game.place("I9");
  await game.expectStatus("won", 0);
  expect(await game.markedCells()).toEqual(["E5", "F6", "G7", "H8", "I9", "J10"].sort());
  await expect(game.status).toContainText("Red wins · 11 moves");
  await game.reload();
  await game.expectStatus("won", 0);
});

test("every cell has a button with a current name in a named grid", async ({ game, page }) => {
  await game.openStored(storedMatch(small));
  const grid = page.getByRole("grid", { name: "Board: choose a cell" });
  await expect(grid).toBeVisible();
  await expect(grid.getByRole("row")).toHaveCount(3);
  await expect(grid.getByRole("gridcell")).toHaveCount(9);
  const names = () =>
    grid.getByRole("button").evaluateAll((buttons) =>
      buttons.map((button) => button.getAttribute("aria-label")),
    );
  const follows = async (changes) => {
    const order = ["A3", "B3", "C3", "A2", "B2", "C2", "A1", "B1", "C1"];
    await expect
      .poll(names)
      .toEqual(order.map((cell) => `${cell}, ${changes[cell] ?? "empty"}`));
  };
  await follows({});
  await game.place("B2");
  await follows({ B2: "red circle, last move" });
  await game.place("A1");
  await follows({ B2: "red circle", A1: "blue pentagon, last move" });
  await game.undo.click();
  await follows({ B2: "red circle, last move" });
  await game.place("A1", "C1", "A2", "A3");
  await follows({
    B2: "red circle, in the winning line",
    C1: "red circle, in the winning line",
    A3: "red circle, in the winning line",
    A1: "blue pentagon",
    A2: "blue pentagon",
  });
  for (const drawing of await page.locator("svg").all()) {
    await expect(drawing).toHaveAttribute("aria-hidden", "true");
  }
});

test("each event is announced once", async ({ game }) => {
  await game.openStored(storedMatch(small));
  await game.recordAnnouncements();
  const says = async (act, words) => {
    await act();
    const said = await game.announcements();
    expect(said.map((text) => text.replaceAll("\u00a0", "").trim())).toEqual([words]);
  };
  const place = (cell) => () => game.place(cell);
  await says(place("B2"), "Ada: B2. Ben to move");
  await says(place("B2"), "B2 is taken. Ben to move");
  await says(place("B2"), "B2 is taken. Ben to move");
  await says(place("A1"), "Ben: A1. Ada to move");
  await says(() => game.undo.click(), "Undid A1. Ben to move");
  await says(() => game.redo.click(), "Redid A1. Ada to move");
  await game.place("C1", "A2");
  await game.announcements();
  await says(place("A3"), "Ada: A3. Ada wins · 5 moves with diagonal A3–C1");
  await says(() => game.rematch.click(), "New game, 3 columns, 3 rows, 3 in a row. Ben to move");
});

test("the board is one tab stop, and keys select a cell", async ({ game, page }) => {
  await game.openStored(storedMatch({ ...large, moves: "" }));
  await game.cellButton("C3").focus();
  const chosen = async (keys, cell) => {
    await press(page, keys);
    await expect(game.cellButton(cell)).toBeFocused();
  };
  await chosen("ArrowUp", "C4");
  await chosen("ArrowRight", "D4");
  await chosen("ArrowDown", "D3");
  await chosen("ArrowLeft", "C3");
  await chosen("Home", "A3");
  await chosen("ArrowLeft", "A3");
  await chosen("End", "O3");
  await chosen("ArrowRight", "O3");
  await chosen("PageUp", "O15");
  await chosen("ArrowUp", "O15");
  await chosen("PageDown", "O1");
  await chosen("ArrowDown", "O1");
  await chosen("b 5", "B5");
  await chosen("H 1 2", "H12");
  await chosen("p", "H12");
  await chosen("0", "H12");
  await game.expectPieces(0);
  await press(page, "Tab");
  await expect(game.undo).toBeFocused();
  await press(page, "Shift+Tab");
  await expect(game.cellButton("H12")).toBeFocused();
});

test("a win and a draw by keyboard, with Z and Y", async ({ game, page }) => {
  await game.openStored(storedMatch(small));
  const grid = page.getByRole("grid").locator(":focus");
  do await page.keyboard.press("Tab");
  while ((await grid.count()) === 0);
  await expect(game.cellButton("B2")).toBeFocused();
  await press(page, "Enter a 1 Enter");
  await game.expectBoard(["...", ".0.", "1.."]);
  await press(page, "z");
  await game.expectBoard(["...", ".0.", "..."]);
  await press(page, "y");
  await game.expectBoard(["...", ".0.", "1.."]);
  await press(page, "Control+z Control+y End Space Home ArrowUp Enter");
  await game.expectBoard(["...", "10.", "1.0"]);
  for (let repeat = 0; repeat < 3; repeat++) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expect(game.status).toContainText("A2 is taken.");
  await game.partsLoaded();
  await press(page, "PageUp Enter");
  await game.expectStatus("won", 0);
  await expect(game.endCard).toBeVisible();
  await expect(game.cellButton("A3")).toBeFocused();
  await press(page, "Tab");
  await expect(game.rematch).toBeFocused();
  await press(page, "Enter");
  await game.expectPieces(0);
  await expect(page.getByRole("grid").locator(":focus")).toHaveCount(1);
  await press(page, "b 2 Enter a 1 Enter c 1 Enter a 3 Enter a 2 Enter c 2 Enter b 3 Enter b 1 Enter c 3 Enter");
  await game.expectStatus("drawn");
  await game.expectBoard(["100", "001", "110"]);
});
