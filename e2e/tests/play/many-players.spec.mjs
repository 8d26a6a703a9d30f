// Whole games of three and eight players by mouse.

import { expect, people, storedMatch, test } from "../support/game.mjs";
import { record, transcript, typedMoves } from "../support/transcripts.mjs";

const eight = people.slice(0, 8).map(({ name }) => name);

/** Expects the player to move in the status line and at the seats. */
async function expectTurn(game, name, player) {
  await game.expectStatus("to-move", player);
  await expect(game.status).toContainText(`${name} to move`);
  await expect(game.page.locator("[aria-current=true]")).toContainText(name);
}

test.describe("three players", () => {
  const rules = { columns: 7, rows: 6, connect: 4, players: 3 };
  const names = ["Ada", "Ben", "Cleo"];

  test("a win, undone, redone, and played again", async ({ game }) => {
    await game.openStored(storedMatch({ rules }));
    await expect(game.seats).toHaveText(["Adacircle", "Benpentagon", "Cleosquare"]);
    let played = 0;
    for (const column of "12412412") {
      await expectTurn(game, names[played % 3], played % 3);
      await game.drop(column);
      played++;
    }
    await game.drop(5);
    await expectTurn(game, "Ada", 0);
    await game.drop(1);
    await game.expectStatus("won", 0);
    await expect(game.status).toContainText("Ada wins · 10 moves");
    expect(await game.markedCells()).toEqual(["A1", "A2", "A3", "A4"]);
    await game.expectBoard([
      ".......",
      ".......",
      "2......",
      "21.....",
      "21.2...",
      "21.22..",
    ]);
    await expect(game.page.locator("[aria-current=true]")).toHaveCount(0);
    await expect(game.seats).toHaveText(["Adacircle11 win", "Benpentagon00 wins", "Cleosquare00 wins"]);

    await game.undo.click();
    await expectTurn(game, "Ada", 0);
    await game.drop(7);
    await expectTurn(game, "Ben", 1);
    await game.undo.click();
    await game.drop(1);
    await game.expectStatus("won", 0);
    await expect(game.seats, "a game counts once").toHaveText([
      "Adacircle11 win",
      "Benpentagon00 wins",
      "Cleosquare00 wins",
    ]);

    await game.rematch.click();
    await game.expectPieces(0);
    await expectTurn(game, "Ben", 0);
    await game.moves("12412432562");
    await game.expectStatus("won", 1);
    const tally = ["Adacircle11 win", "Benpentagon00 wins", "Cleosquare11 win"];
    await expect(game.seats).toHaveText(tally);
    await game.reload();
    await expect(game.seats).toHaveText(tally);
    await game.undo.click();
    await game.redo.click();
    await expect(game.seats).toHaveText(tally);
  });

  test("a draw on a full board", async ({ game }) => {
    const tied = { columns: 4, rows: 3, connect: 4, players: 3 };
    await game.openStored(storedMatch({ rules: tied }));
    const moves = "123412341234";
    for (const [i, column] of [...moves].entries()) {
      await expectToMoveOrDead(game, names[i % 3], i % 3);
      await game.drop(column);
    }
    await game.expectStatus("drawn");
    await expect(game.status).toContainText("Draw: the board is full");
    await expect(game.marked).toHaveCount(0);
    await expect(game.seats).toHaveText(["Adacircle", "Benpentagon", "Cleosquare"]);
    await game.undo.click();
    await game.expectPieces(11);
    await game.redo.click();
    await game.rematch.click();
    await game.expectPieces(0);
    await expectTurn(game, "Ben", 0);
  });

  test("the first player has the first turn, and seats keep their order", async ({ game }) => {
    await game.openStored(storedMatch({ rules, starts: 3 }));
    await expect(game.seats).toHaveText(["Adacircle", "Benpentagon", "Cleosquare"]);
    for (const [player, name] of ["Cleo", "Ada", "Ben", "Cleo"].entries()) {
      await expectTurn(game, name, player % 3);
      await game.drop(player + 1);
    }
    await expect(game.cell("A1")).toHaveAttribute("data-shape", "square");
    await expect(game.cell("B1")).toHaveAttribute("data-shape", "circle");
  });
});

/** Expects the player to move, even in a dead position. */
async function expectToMoveOrDead(game, name, player) {
  await game.expectStatus("to-move", player);
  await expect(game.status).toContainText(`${name} to move`);
}

test("eight players: a win, undone, redone, and a rematch", async ({ game }) => {
  test.slow();
  const golden = transcript("eight-players-win");
  const moves = typedMoves(golden);
  await game.openStored(record(golden));
  await expect(game.seats).toHaveCount(8);
  for (const [i, column] of moves.entries()) {
    await expectToMoveOrDead(game, eight[i % 8], i % 8);
    await game.drop(column);
    await game.expectPieces(i + 1);
  }
  const looks = await game.pieces.evaluateAll((cells) =>
    cells.map(({ dataset: { player, shape, colour } }) => `${player} ${shape} ${colour}`),
  );
  expect(new Set(looks).size, "every player has one look").toBe(8);
  const winner = golden.screen.match(/(\w+) Won!/)[1];
  const player = eight.indexOf(winner);
  await game.expectStatus("won", player);
  await expect(game.status).toContainText(`${winner} wins · ${moves.length} moves`);
  await expect(game.seats.nth(player)).toContainText("1 win");
  expect((await game.markedCells()).length).toBeGreaterThanOrEqual(3);
  await game.undo.click();
  await expectToMoveOrDead(game, eight[(moves.length - 1) % 8], (moves.length - 1) % 8);
  await game.redo.click();
  await game.rematch.click();
  await game.expectPieces(0);
  await expectTurn(game, "Ben", 0);
});
