// Pasted positions in the formats of other programs, ambiguous texts, lists, and what is copied.

import { expect, storedGame, storedMatch, test } from "../support/game.mjs";

const PICTURE = `
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . O . . .
. . O X X . .
1 2 3 4 5 6 7`;

test("pasted positions and games are recognised", async ({ game }) => {
  await game.open();
  for (const [text, pieces, status] of [
    [PICTURE, 4, "Red to move"],
    ["7/7/7/7/3b3/2baa2 a 7,6,4 2 g", 4, "Red to move"],
    ["⚪⚪⚪⚪⚪⚪⚪\n⚪⚪⚪⚪⚪⚪⚪\n⚪⚪⚪⚪⚪⚪⚪\n⚪⚪⚪⚪⚪⚪⚪\n⚪⚪⚪🟡⚪⚪⚪\n⚪⚪🔴🔴⚪⚪⚪", 3, "Blue to move"],
    ["1. d1 d2 2. d3 e1", 4, "Red to move"],
    ["https://connect4.gamesolver.org/?pos=44455", 5, "Blue to move"],
  ]) {
    await game.loadText(text);
    await expect(game.loadDialog).toBeHidden();
    await game.expectPieces(pieces);
    await expect(game.status).toContainText(status);
  }
});

test("what was ignored is said", async ({ game }) => {
  await game.open();
  await game.loadText("7422341735647741166133573473242566 1");
  await game.expectPieces(34);
  await expect(game.notices).toContainText("34 moves; “1” at the end was taken as a score.");
  // It is not about the next game.
  await game.loadText("44455");
  await game.expectPieces(5);
  await expect(game.notices).toBeHidden();
});

test("a text for two players is clear, whatever is on the board", async ({ game }) => {
  await game.openStored(storedMatch({ rules: { players: 3 }, moves: "123" }));
  await game.loadText(PICTURE);
  await expect(game.loadDialog).toBeHidden();
  await expect(game.seats).toHaveCount(2);
  await game.expectPieces(4);
});

test("a question is not asked again, and the editor is one press away", async ({ game, page }) => {
  await game.open();
  await game.loadText("3,2,3,2,3,2,3");
  await expect(game.loadDialog.getByRole("listitem")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(game.loadDialog).toBeHidden();
  await game.load.click();
  await game.loadDialog.getByRole("button", { name: "Set up a position" }).click();
  await expect(page.getByRole("region", { name: "Set up a position", exact: true })).toBeVisible();
  await expect(game.loadDialog).toBeHidden();
  await game.back();
  await game.expectPieces(0);
});

test("an ambiguous text shows its readings", async ({ game }) => {
  await game.openStored(storedGame());
  const before = await game.board();
  await game.loadText("3,2,3,2,3,2,3");
  await expect(game.loadDialog.getByRole("heading", { name: "Which of these is it?" })).toBeFocused();
  await expect(game.loadDialog.getByRole("listitem")).toHaveText(["Columns count from 1", "Columns count from 0"]);
  await game.loadDialog.getByRole("button", { name: "Edit the text" }).click();
  await expect(game.loadDialog.getByRole("textbox")).toHaveValue("3,2,3,2,3,2,3");
  await game.expectBoard(before);
  await game.loadDialog.getByRole("button", { name: "Load", exact: true }).click();
  await game.loadDialog.getByRole("button", { name: "Columns count from 0" }).click();
  await expect(game.loadDialog).toBeHidden();
  await game.expectBoard([".......", ".......", "...2...", "..12...", "..12...", "..12..."]);
});

test("a list is gone through, and the own game is kept", async ({ game }) => {
  await game.openStored(storedGame());
  const own = await game.board();
  await game.loadText("44455\n44456\n445x\n4445");
  await expect(game.loadDialog.getByRole("heading", { name: "4 games and positions" })).toBeFocused();
  await expect(game.loadDialog.getByRole("listitem").nth(2)).toContainText("“x” is not a column");
  await game.loadDialog.getByRole("button", { name: /^Line 2/ }).click();
  await expect(game.loadDialog).toBeHidden();
  await game.expectPieces(5);
  await expect(game.notices).toContainText("2 of 4");
  const next = game.notices.getByRole("button", { name: "Next" });
  await next.click();
  await expect(next).toBeFocused();
  await game.expectPieces(4);
  await expect(game.notices).toContainText("4 of 4");
  await expect(next).toHaveAttribute("aria-disabled", "true");
  await game.notices.getByRole("button", { name: "Previous" }).click();
  await expect(game.notices).toContainText("2 of 4");
  await game.notices.getByRole("button", { name: "2 of 4" }).click();
  await expect(game.loadDialog.getByRole("button", { name: /^Line 2/ })).toHaveAttribute("aria-current", "true");
  await game.page.keyboard.press("Escape");
  await game.notices.getByRole("button", { name: "Back to my game" }).click();
  await game.expectBoard(own);
});

test("a line of a list may have several readings", async ({ game }) => {
  await game.openStored(storedGame());
  await game.loadText("44455\n3,2,3,2,3,2,3\n44");
  await game.loadDialog.getByRole("button", { name: /^Line 1/ }).click();
  await game.expectPieces(5);
  await game.notices.getByRole("button", { name: "Next" }).click();
  await expect(game.loadDialog.getByRole("heading", { name: "Which of these is it?" })).toBeFocused();
  await game.loadDialog.getByRole("button", { name: "Columns count from 0" }).click();
  await game.expectPieces(7);
  await expect(game.notices).toContainText("2 of 3");
  await game.notices.getByRole("button", { name: "Next" }).click();
  await game.expectPieces(2);
  await expect(game.notices).toContainText("3 of 3");
  // Another shared game isn't one of the list.
  await game.page.evaluate(() => (location.hash = "v=1&board=7x6&connect=4&moves=1122"));
  await game.expectPieces(4);
  await expect(game.notices).not.toContainText("of 3");
});

test("everything that is copied can be pasted", async ({ game, page, context, browserName }) => {
  test.skip(browserName === "firefox", "Playwright can't grant the clipboard there");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await game.openStored(storedGame());
  const before = await game.board();
  for (const format of ["Moves", "Position", "Text", "Emoji", "SVG"]) {
    await game.share.click();
    await game.shareDialog.getByRole("button", { name: format, exact: true }).click();
    await expect(game.shareDialog).toContainText("Copied");
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    await game.shareDialog.getByRole("button", { name: "Close" }).last().click();
    await game.loadText("1");
    await game.loadText(copied);
    await expect(game.loadDialog, format).toBeHidden();
    await game.expectBoard(before);
  }
});
