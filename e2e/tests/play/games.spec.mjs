// Whole games by mouse: wins, draws, undo, and selecting a board.

import { classicDraw, deadPositions, tie, wins } from "../data/games.mjs";
import { expect, storedGame, test } from "../support/game.mjs";

test("the Shapes board: a tie", async ({ game }) => {
  const { moves, board } = tie;
  await game.open();
  await game.setUp({ preset: "Small 6 × 4" });
  await game.expectBoard(["......", "......", "......", "......"]);
  await game.moves(moves);
  await game.expectBoard(board);
  await game.expectStatus("drawn");
});

/** The names of the cells of a line, from its ends. */
function cellsBetween(first, last) {
  const [[column, row], [toColumn, toRow]] = [first, last].map((name) => [
    name.charCodeAt(0),
    Number(name[1]),
  ]);
  const length = Math.max(Math.abs(toColumn - column), Math.abs(toRow - row));
  return Array.from({ length: length + 1 }, (_, i) => {
    const letter = String.fromCharCode(column + Math.sign(toColumn - column) * i);
    return letter + (row + Math.sign(toRow - row) * i);
  });
}

test("all cells of lines in each direction, of long and of crossing ones are marked", async ({ game }) => {
  for (const { name, moves, winner, board } of wins) {
    await test.step(name, async () => {
      await game.openStored(storedGame({ moves: moves.slice(0, -1) }));
      await game.expectStatus("to-move", winner);
      await expect(game.marked).toHaveCount(0);
      await game.moves(moves.slice(-1));
      await game.expectBoard(board);
      await game.expectStatus("won", winner);
      await expect(game.status).toContainText(`${["Red", "Blue"][winner]} wins · ${moves.length} moves`);
      const lines = (await game.status.textContent()).matchAll(/([A-G][1-6])–([A-G][1-6])/g);
      const named = [...lines].flatMap(([, first, last]) => cellsBetween(first, last));
      expect([...new Set(named)].sort()).toEqual(await game.markedCells());
    });
  }
});

test("pieces differ by shape, and those outside the line are dimmed", async ({ game }) => {
  await game.open();
  await game.moves("121212");
  const plain = await outline(game, "A1");
  await game.drop(1);
  const looks = await game.pieces.evaluateAll((cells) =>
    cells.map(({ dataset }) => `${dataset.player} ${dataset.shape}`),
  );
  expect([...new Set(looks)].sort()).toEqual(["0 circle", "1 pentagon"]);
  expect(await outline(game, "A1"), "the marked variant").not.toBe(plain);
  expect(await outline(game, "B1"), "the other shape").not.toBe(plain);
  expect(await isDimmed(game, "A1")).toBe(false);
  await expect.poll(() => isDimmed(game, "B1")).toBe(true);
  await game.undo.click();
  await expect.poll(() => isDimmed(game, "B1")).toBe(false);
  expect(await outline(game, "A1")).toBe(plain);
});

/** The outline of the piece in a cell. */
const outline = (game, cell) => game.cell(cell).locator("path").last().getAttribute("d");

/** Whether the inside of the piece in a cell is transparent. */
const isDimmed = (game, cell) =>
  game
    .cell(cell)
    .locator("path")
    .last()
    .evaluate((piece) => getComputedStyle(piece).fill.includes("/"));

test("a finished game refuses moves until it is undone", async ({ game }) => {
  await game.open();
  await game.moves("1212121");
  const end = await game.board();
  await game.drop(5);
  await expect(game.status).toContainText("The game is over.");
  await game.expectBoard(end);
  await game.expectStatus("won", 0);
  await game.undo.click();
  await game.expectStatus("to-move", 0);
  await expect(game.marked).toHaveCount(0);
  await game.redo.click();
  await game.expectBoard(end);
  await game.undo.click();
  await game.moves("71");
  await game.expectBoard(
    [".......", ".......", "1......", "01.....", "01.....", "01....0"],
  );
  await game.expectStatus("to-move", 0);
});

test("undo and redo reach the start and the end and announce it", async ({
  game,
}) => {
  await game.open();
  await game.moves("445");
  const end = await game.board();
  await expect(game.redo).toHaveAttribute("aria-disabled", "true");
  for (const left of [2, 1, 0]) {
    await game.undo.click();
    await game.expectPieces(left);
    await game.expectStatus("to-move", left % 2);
  }
  await expect(game.undo).toHaveAttribute("aria-disabled", "true");
  await press(game.undo);
  await expect(game.status).toContainText("Nothing to undo.");
  await game.expectPieces(0);
  for (let step = 0; step < 3; step++) await game.redo.click();
  await game.expectBoard(end);
  await press(game.redo);
  await expect(game.status).toContainText("Nothing to redo.");
  await game.expectBoard(end);
  await game.undo.click();
  await game.drop(1);
  await expect(game.redo).toHaveAttribute("aria-disabled", "true");
});

/** Clicks a button with `aria-disabled`, for which Playwright would wait. */
const press = (button) => button.click({ force: true });

test("a full column refuses moves", async ({ game }) => {
  await game.open();
  await game.moves("444444");
  await game.expectStatus("to-move", 0);
  await game.press(4);
  await expect(game.status).toContainText("Column D is full.");
  await game.expectStatus("to-move", 0);
  await game.expectPieces(6);
  await game.drop(3);
  await expect(game.status).not.toContainText("full");
  await expect(game.cell("C1")).toHaveAttribute("data-player", "0");
});

test("a full classic board is a draw after 42 moves", async ({ game }) => {
  await game.openStored(storedGame({ moves: classicDraw.slice(0, -2) }));
  await game.expectStatus("to-move", 0);
  await game.moves(classicDraw.slice(-2));
  await game.expectStatus("drawn");
  await expect(game.status).toContainText("Draw");
  await game.expectPieces(42);
  await expect(game.marked).toHaveCount(0);
  await game.rematch.click();
  await game.expectPieces(0);
  await game.expectStatus("to-move", 0);
  await expect(game.rematch).toHaveCount(0);
});

test("a dead position can be called a draw, which can be undone", async ({ game }) => {
  await game.open();
  for (const { columns, rows, moves } of deadPositions) {
    await game.startGame(columns, rows);
    for (const column of moves) {
      await expect(game.callItADraw).toHaveCount(0);
      await game.drop(column);
    }
    await expect(game.status).toContainText("no one can win any more");
    await game.expectStatus("to-move", moves.length % 2);
    await game.callItADraw.click();
    await game.expectStatus("drawn");
    await expect(game.status).toContainText("Draw");
    await game.undo.click();
    await game.expectStatus("to-move", moves.length % 2);
    await expect(game.callItADraw).toBeVisible();
    await game.redo.click();
    await game.expectStatus("drawn");
    await game.expectPieces(moves.length);
  }
});

test("a dead position can be played to the end", async ({ game }) => {
  await game.open();
  await game.startGame(3, 3);
  await game.moves("133113");
  await expect(game.callItADraw).toBeVisible();
  await game.moves("222");
  await game.expectStatus("drawn");
  await expect(game.status).toContainText("Draw");
});

test("the page of a new game says that the current game is saved, and leaving it keeps that", async ({ game }) => {
  await game.open();
  const warning = game.newGameDialog.getByText("Your current game");
  await game.openNewGame();
  await expect(warning).toHaveCount(0);
  await game.play.click();
  await game.moves("44");
  await game.newGame.click();
  await expect(warning).toHaveText("Your current game (2 moves) will be saved.");
  await game.play.click();
  await expect(game.newGameDialog).toBeHidden();
  await game.expectPieces(2);
  await game.newGame.click();
  await game.newGameDialog.getByRole("button", { name: "Start" }).click();
  await game.expectPieces(0);
  await game.expectStatus("to-move", 0);
  await game.moves("1212121");
  await game.newGame.click();
  await expect(game.newGameDialog).toBeVisible();
  await expect(warning).toHaveCount(0);
});

test("a preset and sizes at the limits can be played", async ({ game }) => {
  await game.open();
  await game.setUp({ kind: "Connect Four", preset: "Large 9 × 7" });
  await playCorners(game, 9, 7);
  for (const [columns, rows] of [[3, 15], [15, 3]]) {
    await game.startGame(columns, rows);
    await playCorners(game, columns, rows);
  }
});

/** Drops a piece into the first and the last column of an empty board. */
async function playCorners(game, columns, rows) {
  await expect(game.page.locator("[data-cell]")).toHaveCount(columns * rows);
  await game.moves([1, columns]);
  const empty = ".".repeat(columns);
  await game.expectBoard([
    ...Array(rows - 1).fill(empty),
    `0${empty.slice(2)}1`,
  ]);
}

test.describe("impossible sizes are not offered", () => {
  /** Expects that a number goes from the first to the last, by typing and by its buttons. */
  async function expectOffered(game, choices, name, first, last) {
    const dialog = game.newGameDialog;
    await game.choose(choices);
    const number = dialog.getByRole("spinbutton", { name, exact: true });
    for (const [end, beyond, step] of [[first, first - 1, "Decrease"], [last, last + 1, "Increase"]]) {
      await number.fill(String(end));
      await number.blur();
      await expect(number).toHaveValue(String(end));
      const button = dialog.getByRole("button", { name: `${step} ${name}` });
      await expect(button).toHaveAttribute("aria-disabled", "true");
      await number.fill(String(beyond));
      await number.blur();
      await expect(number, `${beyond} is refused`).toHaveValue(String(end));
    }
    // What depended on it may have been adapted.
    await game.choose(choices);
  }

  test.beforeEach(async ({ game }) => {
    await game.open();
    await game.drop(4);
    await game.openNewGame();
  });

  test("in Connect Four", async ({ game }) => {
    const classic = { kind: "Connect Four", columns: 7, rows: 6 };
    await expectOffered(game, classic, "Columns", 4, 15);
    await expectOffered(game, classic, "Rows", 4, 15);
    await expect(game.newGameDialog.getByRole("spinbutton", { name: "In a row to win" })).toHaveCount(0);
    await expectOffered(game, classic, "Number of players", 2, 10);
  });

  test("in own rules, with an explanation", async ({ game }) => {
    const choices = { kind: "Own rules", columns: 5, rows: 3, connect: 5 };
    await expectOffered(game, choices, "Columns", 3, 15);
    await expectOffered(game, choices, "Rows", 3, 15);
    await expectOffered(game, choices, "In a row to win", 3, 5);
    await expectOffered(game, choices, "Number of players", 2, 3);
    await expect(game.newGameDialog.getByText("5 × 3, 5 in a row: up to 3 players")).toBeVisible();
  });

  test("and values that no longer fit are adapted", async ({ game }) => {
    const dialog = game.newGameDialog;
    await game.choose({ kind: "Own rules", columns: 15, rows: 3, connect: 15, players: 3 });
    await expect(dialog.getByText("15 × 3, 15 in a row: up to 3 players")).toBeVisible();
    await game.choose({ columns: 3 });
    await expect(dialog.getByText("3 × 3, 3 in a row: up to 3 players")).toBeVisible();
    await expect(dialog.getByRole("spinbutton", { name: "In a row to win" })).toHaveValue("3");
    await game.expectPieces(1);
    await game.choose({ players: 2, gravity: true });
    await game.start();
    await game.expectBoard(["...", "...", "..."]);
  });
});
