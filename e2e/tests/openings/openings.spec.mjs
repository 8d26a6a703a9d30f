// Openings: proved results, how the levels play, and playing on from there.

import { Game, expect, storedMatch, test } from "../support/game.mjs";

const panel = (page) => page.getByRole("region", { name: "Openings" });

async function open(page) {
  const game = new Game(page);
  await game.openLearn();
  await game.learnPage.getByRole("button", { name: /^Openings/ }).click();
  await expect(panel(page).getByRole("row")).toHaveCount(8);
}

/** The result of a move. */
const result = (page, cell) => panel(page).getByRole("row", { name: new RegExp(`^${cell} `) });

test("results are proved, and moves can be chosen and undone", async ({ game, page }) => {
  await game.openStored(storedMatch({ moves: "12" }));
  await open(page);
  await expect(panel(page)).toContainText("Starting position");
  // Published results of the first moves.
  for (const [cell, text] of [
    ["A1", "Loses in 20 moves"],
    ["B1", "Loses in 21 moves"],
    ["C1", "Draw"],
    ["D1", "Wins in 21 moves, best"],
    ["E1", "Draw"],
    ["F1", "Loses in 21 moves"],
    ["G1", "Loses in 20 moves"],
  ]) {
    await expect(result(page, cell)).toContainText(text);
  }
  await expect(result(page, "D1").getByRole("cell").last()).toHaveText(/\b6$/);
  await panel(page).getByRole("button", { name: "D1" }).focus();
  await page.keyboard.press("Enter");
  await expect(panel(page)).toContainText("Moves: 4");
  await game.expectPieces(1);
  await expect(result(page, "D2")).toContainText("Loses in 20 moves, best");
  await game.drop(4);
  await expect(panel(page)).toContainText("Moves: 44");
  await panel(page).getByRole("button", { name: "Undo" }).click();
  await expect(panel(page)).toContainText("Moves: 4");
  await panel(page).getByRole("button", { name: "Starting position" }).click();
  await game.expectPieces(0);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await game.expectPieces(2);
});

test("a position can be played against a level", async ({ game, page }) => {
  await game.open();
  await open(page);
  await game.drop(3);
  await panel(page).getByText("Practice").click();
  await panel(page).getByRole("combobox", { name: "Opponent" }).selectOption({ label: "Level 2" });
  await panel(page).getByRole("button", { name: "Play as Blue" }).click();
  await expect(panel(page)).toHaveCount(0);
  await game.expectPieces(1);
  await game.drop(4);
  await game.expectPieces(3);
  const { moves, players } = await game.record();
  expect(moves.slice(0, 2)).toBe("34");
  expect(players.map(({ computer }) => computer ?? null)).toEqual(["level:2", null]);
});
