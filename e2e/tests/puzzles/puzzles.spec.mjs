// Puzzles: the one of the day, training and rush.

import { expect, storedMatch, test } from "../support/game.mjs";
import { THEMES, puzzleFile } from "../support/puzzles.mjs";

/** Blue wins with B3, C3 and C4 or D3, and with no other first move. */
const WIN = { moves: "12655556726343614", length: 3, theme: THEMES.forcedWin, rating: 992 };
const DAILY = 3660;

const panel = (page) => page.getByRole("region", { name: "Puzzles" });
const feedback = (page) => panel(page).locator(".feedback");
const stored = (page) => page.evaluate(() => localStorage.getItem("four-shapes:puzzles"));

/** Serves a file of puzzles, or in turn those of a list; the last one from then on. */
async function serve(page, ...files) {
  await page.route("**/puzzles*.bin*", (route) => {
    const body = files.length > 1 ? files.shift() : files[0];
    return route.fulfill({ body, contentType: "application/octet-stream" });
  });
}

/** The column of the last move: Red has blocked one of two cells. */
async function winningColumn(game) {
  const isBlocked = (await game.cell("C4").getAttribute("data-player")) === "0";
  return isBlocked ? "d" : "c";
}

async function open(page) {
  await page.getByRole("button", { name: "Learn" }).click();
  await expect(panel(page)).toBeVisible();
}

test("a puzzle is solved by keyboard, and a wrong move is explained", async ({ game, page }) => {
  await serve(page, puzzleFile([WIN]));
  await game.openStored(storedMatch({ moves: "4455" }));
  await page.getByRole("button", { name: "Learn" }).focus();
  await page.keyboard.press("Enter");
  await expect(panel(page).getByRole("heading", { name: "Blue to move and win in 3" })).toBeVisible();
  await expect(panel(page)).toContainText("rated 992");
  await expect(panel(page)).toContainText("Your rating: 1000");
  await game.expectPieces(17);
  await expect(page.getByRole("button", { name: "Analysis" }), "the game's actions are hidden").toHaveCount(0);

  // What can be read on demand.
  await panel(page).getByText("Threats").click();
  await expect(panel(page).getByRole("listitem").first()).toHaveText(/^(Red|Blue) threatens [A-G]\d/);

  // A wrong move, with its refutation.
  await game.boardTabStop.focus();
  await page.keyboard.press("c");
  await page.keyboard.press("Enter");
  await expect(feedback(page)).toHaveText(
    "C3 lets Red play C4 and threaten D3 and D4 at once. Try again.",
  );
  await expect(feedback(page)).toHaveAttribute("aria-live", "polite");
  await game.expectPieces(19);
  await expect(game.cell("C4")).toHaveAttribute("data-player", "0");
  const retry = panel(page).getByRole("button", { name: "Retry" });
  await retry.focus();
  await page.keyboard.press("Enter");
  await game.expectPieces(17);
  await expect(feedback(page)).toHaveText("");

  // The solution, against the longest defence.
  for (const [column, pieces] of [["b", 19], ["c", 21]]) {
    await page.keyboard.press(column);
    await page.keyboard.press("Enter");
    await expect(feedback(page)).toHaveText("Good move. Keep going.");
    await game.expectPieces(pieces);
  }
  await page.keyboard.press(await winningColumn(game));
  await page.keyboard.press("Enter");
  await expect(feedback(page)).toContainText("Solved, but not at the first attempt.");
  await expect(panel(page)).toContainText("Streak: 1 day");
  const rating = Number((await stored(page)).split(" ")[1]) / 100;
  expect(rating, "a lost point").toBeLessThan(1000);
  await expect(panel(page)).toContainText(`Your rating: ${Math.round(rating)}`);

  // Back to the own game, without a high score.
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(panel(page)).toHaveCount(0);
  await game.expectPieces(4);
  expect((await game.record()).moves).toBe("4455");
  expect(await page.evaluate(() => localStorage.getItem("four-shapes:scores"))).toBeNull();
});

test("the puzzle of the day counts once, and the training follows", async ({ game, page }) => {
  // All puzzles are the same, so that the one of any day is known.
  await serve(page, puzzleFile(Array(DAILY + 30).fill(WIN)));
  await game.open();
  await open(page);
  await expect(panel(page).getByRole("button", { name: "Today" })).toHaveAttribute("aria-pressed", "true");
  await game.drop(2);
  await expect(feedback(page)).toHaveText("Good move. Keep going.");
  await game.expectPieces(19);
  await game.drop(3);
  await game.expectPieces(21);
  await game.drop((await winningColumn(game)) === "c" ? 3 : 4);
  await expect(feedback(page)).toHaveText(/^Solved! [CD]\d completes .*\.$/);
  await expect(panel(page).getByRole("button", { name: "Share result" })).toBeVisible();
  const after = (await stored(page)).split(" ");
  expect(Number(after[1])).toBeGreaterThan(100_000);
  expect(after.slice(4, 6), "attempts and solved").toEqual(["1", "1"]);

  await panel(page).getByRole("button", { name: "Next" }).click();
  await expect(panel(page).getByRole("button", { name: "Training" })).toHaveAttribute("aria-pressed", "true");
  await game.expectPieces(17);
  await panel(page).getByRole("button", { name: "Hint" }).click();
  await expect(game.hintedCell).toHaveAttribute("data-hint", "B3");
  expect((await stored(page)).split(" ").slice(4, 6), "help counts as a failure").toEqual(["2", "1"]);
  await expect(panel(page).getByRole("combobox", { name: "Theme" })).toBeVisible();

  await page.reload();
  await game.ready();
  await open(page);
  await game.drop(1);
  await expect(feedback(page)).toContainText("Try again.");
  expect((await stored(page)).split(" ")[4], "the day is counted already").toBe("2");
});

test("a puzzle is graded once, and the move on the board", async ({ game, page }) => {
  await serve(page, puzzleFile(Array(DAILY + 30).fill(WIN)));
  await game.open();
  await open(page);
  await panel(page).getByRole("button", { name: "Training" }).click();
  const attempts = async () => (await stored(page))?.split(" ").slice(4, 6);
  // Taken back before there is a verdict.
  await game.boardTabStop.focus();
  for (const key of ["a", "Enter", "z", "b", "Enter"]) await page.keyboard.press(key);
  await expect(feedback(page)).toHaveText("Good move. Keep going.");
  await game.expectPieces(19);
  await page.keyboard.press("c");
  await page.keyboard.press("Enter");
  await game.expectPieces(21);
  await page.keyboard.press(await winningColumn(game));
  await page.keyboard.press("Enter");
  await expect(feedback(page)).toContainText("Solved!");
  expect(await attempts()).toEqual(["1", "1"]);
  await page.keyboard.press("z");
  await page.keyboard.press("h");
  await panel(page).getByRole("button", { name: "Hint" }).click();
  await expect(feedback(page)).toContainText("Solved!");
  expect(await attempts(), "help after the end").toEqual(["1", "1"]);
  await expect(game.status).not.toContainText("to move");
  await expect(game.hintedCell).toHaveCount(0);
});

test("help in a rush is a mistake, and nothing counts after its end", async ({ game, page }) => {
  await serve(page, puzzleFile(Array(DAILY + 30).fill(WIN)));
  await game.open();
  await open(page);
  await panel(page).getByRole("button", { name: "Rush" }).click();
  await panel(page).getByRole("button", { name: "Hint" }).click();
  await expect(panel(page)).toContainText("Solved: 0 · mistakes: 1 of 3");
  for (const mistakes of [1, 2, 3]) {
    await game.expectPieces(17);
    await game.drop(1);
    await expect(panel(page)).toContainText(`Solved: 0 · mistakes: ${mistakes} of 3`);
  }
  await expect(feedback(page)).toHaveText("Rush over: 0 solved. Best: 0.");
  await game.boardTabStop.focus();
  for (const key of ["z", "b", "Enter"]) await page.keyboard.press(key);
  await page.waitForTimeout(500);
  await expect(panel(page)).toContainText("Solved: 0 · mistakes: 3 of 3");
  await expect(feedback(page)).toHaveText("Rush over: 0 solved. Best: 0.");
});

test("the result of a day is shared with its date", async ({ game, page }) => {
  await serve(page, puzzleFile(Array(DAILY + 30).fill(WIN)));
  await page.addInitScript(() => {
    navigator.share = async ({ title }) => void (window.shared = title);
  });
  await page.clock.setFixedTime(new Date("2026-11-25T23:59:00"));
  await game.open();
  await open(page);
  await expect(panel(page)).toContainText("2026-11-25 · rated 992");
  await game.drop(2);
  await game.expectPieces(19);
  await game.drop(3);
  await game.expectPieces(21);
  await game.drop((await winningColumn(game)) === "c" ? 3 : 4);
  await page.clock.setFixedTime(new Date("2026-11-26T00:01:00"));
  await panel(page).getByRole("button", { name: "Share result" }).click();
  await expect.poll(() => page.evaluate(() => window.shared)).toContain("2026-11-25");
});

test("a rush ends after three mistakes", async ({ game, page }) => {
  await serve(page, puzzleFile(Array(DAILY + 30).fill(WIN)));
  await game.open();
  await open(page);
  await panel(page).getByRole("button", { name: "Rush" }).click();
  await expect(panel(page)).toContainText("Solved: 0 · mistakes: 0 of 3");
  await game.drop(2);
  await game.expectPieces(19);
  await game.drop(3);
  await game.expectPieces(21);
  await game.drop((await winningColumn(game)) === "c" ? 3 : 4);
  await expect(panel(page)).toContainText("Solved: 1 · mistakes: 0 of 3");
  for (const mistakes of [1, 2, 3]) {
    await game.expectPieces(17);
    await game.drop(1);
    await expect(panel(page)).toContainText(`Solved: 1 · mistakes: ${mistakes} of 3`);
  }
  await expect(feedback(page)).toHaveText("Rush over: 1 solved. Best: 1.");
  expect((await stored(page)).split(" ").slice(4, 6), "a rush isn't rated").toEqual(["0", "0"]);
  await panel(page).getByRole("button", { name: "New rush" }).click();
  await expect(panel(page)).toContainText("Solved: 0 · mistakes: 0 of 3");
});

test("a damaged file is fetched again, and a failure can be retried", async ({ game, page }) => {
  const good = puzzleFile([WIN]);
  const damaged = Buffer.from(good);
  damaged[20] ^= 1;
  await serve(page, damaged, good);
  await game.open();
  await open(page);
  await expect(panel(page).getByRole("heading", { name: "Blue to move" })).toBeVisible();
  await page.unroute("**/puzzles*.bin*");
  await serve(page, damaged, damaged, good);
  await game.reload();
  await open(page);
  await expect(panel(page).getByRole("alert")).toHaveText("The puzzles failed to load.");
  // The rest works.
  await game.drop(4);
  await game.expectPieces(1);
  await panel(page).getByRole("button", { name: "Try again" }).click();
  await expect(panel(page).getByRole("heading", { name: "Blue to move" })).toBeVisible();
});

test("a puzzle that arrives after its panel was left isn't shown", async ({ game, page }) => {
  const arrivals = [];
  await page.route("**/puzzles*.bin*", async (route) => {
    await new Promise((resolve) => arrivals.push(resolve));
    await route.fulfill({ body: puzzleFile([WIN]), contentType: "application/octet-stream" });
  });
  await game.openStored(storedMatch({ moves: "4455" }));
  const fetched = page.waitForResponse("**/puzzles*.bin*");
  await open(page);
  await page.getByRole("tab", { name: "Lessons" }).click();
  await expect(page.getByRole("region", { name: "Lessons" }).getByRole("listitem").first()).toBeVisible();
  await expect.poll(() => arrivals.length).toBe(1);
  arrivals.pop()();
  await (await fetched).finished();
  // The own game can go on.
  await game.drop(1);
  await game.expectPieces(5);
  await page.getByRole("tab", { name: "Puzzles" }).click();
  await expect(panel(page).getByRole("heading", { name: "Blue to move" })).toBeVisible();
  await game.expectPieces(17);
});

test("progress that can't be read is set aside, and any date works", async ({ game, page }) => {
  await serve(page, puzzleFile([WIN]));
  await game.open();
  await page.evaluate(() => localStorage.setItem("four-shapes:puzzles", "nonsense"));
  await page.clock.setFixedTime(new Date("1969-05-01T12:00:00"));
  await open(page);
  await expect(game.notices).toContainText("four-shapes:puzzles:unreadable:1");
  await expect(panel(page)).toContainText("1969-05-01");
  await expect(panel(page)).toContainText("Your rating: 1000");
  expect(await page.evaluate(() => localStorage.getItem("four-shapes:puzzles:unreadable:1"))).toBe("nonsense");
  await page.clock.setFixedTime(new Date("2199-05-01T12:00:00"));
  await game.reload();
  await open(page);
  await expect(panel(page)).toContainText("2199-05-01");
});

test("the shipped puzzles open, and leave the game as it was", async ({ game, page }) => {
  await game.openStored(storedMatch({ moves: "123" }));
  await open(page);
  await expect(panel(page).getByRole("heading", { level: 2 })).toHaveText(/^(Red|Blue) to move and (win in \d|draw)$/);
  await expect(game.pieces).not.toHaveCount(3);
  await page.getByRole("button", { name: "New game" }).first().waitFor({ state: "hidden" });
  await game.reload();
  await game.expectPieces(3);
});
