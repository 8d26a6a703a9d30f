// Puzzles: the one of the day, training and rush.

import { Game, expect, storedMatch, test } from "../support/game.mjs";
import { DAILY, THEMES, WIN, puzzleFile, serve, winningColumn } from "../support/puzzles.mjs";

/** The same, but a rush does not begin with its last moves. */
const RUSH_WIN = { ...WIN, length: 4 };

const home = (page) => new Game(page).learnPage;
const panel = (page) => page.getByRole("region", { name: "Puzzles" });
const feedback = (page) => panel(page).locator(".feedback");
const stored = (page) => page.evaluate(() => localStorage.getItem("four-shapes:puzzles"));

const openHome = (page) => new Game(page).openLearn();

/** Stores three attempts, after which the puzzles of training are rated. */
const storeAttempts = (page) =>
  page.addInitScript(() => {
    localStorage["four-shapes:puzzles"] ??= "2 80000 10000 60000 3 3 - - 0 0 0 3 3 -";
  });

/** Opens the puzzle of today, or what else has this name on the home. */
async function open(page, name = /^Today’s puzzle/) {
  await openHome(page);
  await home(page).getByRole("button", { name }).click();
  await expect(panel(page)).toBeVisible();
}

/** Opens rush and starts it, which counts down. */
async function startRush(page) {
  await open(page, /^Rush/);
  await panel(page).getByRole("button", { name: "Start" }).click();
}

/** Plays the solution of `WIN`. */
async function solve(game, page) {
  await game.expectPieces(17);
  await game.drop(2);
  await game.expectPieces(19);
  await game.drop(3);
  await game.expectPieces(21);
  await game.drop((await winningColumn(game)) === "c" ? 3 : 4);
}

test("a puzzle is solved by keyboard, and a wrong move is explained and goes back", async ({ game, page }) => {
  await serve(page, puzzleFile([WIN]));
  await game.openStored(storedMatch({ moves: "4455" }));
  await page.getByRole("navigation").getByRole("button", { name: "Learn" }).focus();
  await page.keyboard.press("Enter");
  const today = home(page).getByRole("button", { name: /^Today’s puzzle Blue to move and win \w+day · (easy|medium|hard)/ });
  await today.focus();
  await page.keyboard.press("Enter");
  await expect(panel(page).getByRole("heading", { name: "Blue to move and win in 3" })).toBeVisible();
  await expect(panel(page)).toContainText("rated 992");
  await expect(panel(page)).toContainText("Your rating: 800");
  await game.expectPieces(17);
  await expect(page.getByRole("button", { name: "Analysis" }), "the game's actions are hidden").toHaveCount(0);

  // What can be read on demand.
  await panel(page).getByText("Threats").click();
  await expect(panel(page).getByRole("listitem").first()).toHaveText(/^Threat by (Red|Blue|You) at [A-G]\d/);

  // A wrong move: it says why, is shaken, and goes back by itself.
  await game.boardTabStop.focus();
  await page.keyboard.press("c");
  const reason = "C3 lets Red play C4 and threaten D3 and D4 at once: only one can be stopped. Try again.";
  await game.expectRefused("C3", async () => {
    await page.keyboard.press("Enter");
    await expect(feedback(page)).toHaveText(reason);
  });
  await game.expectPieces(17);
  await expect(feedback(page), "it can still be read").toHaveText(reason);
  await expect(feedback(page)).toHaveAttribute("aria-live", "polite");
  await expect(game.resume).toBeHidden();
  await expect(game.status, "not what was done to the board").toHaveText(/^\s*Your move\s*$/);
  await page.waitForTimeout(700);
  await game.expectPieces(17);

  // The solution, against the longest defence.
  for (const [column, pieces, left] of [["b", 19, 2], ["c", 21, 1]]) {
    await page.keyboard.press(column);
    await page.keyboard.press("Enter");
    await expect(feedback(page)).toHaveText("Good move. Keep going.");
    await expect(panel(page).getByRole("heading", { name: `Blue to move and win in ${left}` })).toBeVisible();
    await game.expectPieces(pieces);
  }
  await page.keyboard.press(await winningColumn(game));
  await page.keyboard.press("Enter");
  await expect(feedback(page)).toContainText("Solved, with a hint or a second try.");
  await expect(panel(page)).toContainText("Streak: 1 day");
  const rating = Number((await stored(page)).split(" ")[1]) / 100;
  expect(rating, "a lost point").toBeLessThan(800);
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
  await storeAttempts(page);
  await game.open();
  await open(page);
  await expect(panel(page)).toContainText("Today’s puzzle");
  await expect(panel(page).getByRole("button", { name: "Training" }), "before it is solved").toHaveCount(0);
  await solve(game, page);
  await expect(feedback(page)).toHaveText(/^Solved! [CD]\d completes .*\.$/);
  await expect(panel(page).getByRole("button", { name: "Share result" })).toBeVisible();
  const after = (await stored(page)).split(" ");
  expect(Number(after[1])).toBeGreaterThan(80_000);
  expect(after.slice(4, 6), "attempts and solved").toEqual(["4", "4"]);
  const change = Math.round(Number(after[1]) / 100) - 800;
  await expect(panel(page).getByText(`+${change}`, { exact: true })).toBeVisible();
  await expect(panel(page), "the theme, when it is no hint any more").toContainText("Forced win");

  await panel(page).getByRole("button", { name: "Training" }).click();
  await expect(panel(page)).toContainText("Training");
  await game.expectPieces(17);
  await game.showHint(panel(page).getByRole("button", { name: "Hint" }));
  await expect(game.hintedCell).toHaveAttribute("data-hint", "B3");
  expect((await stored(page)).split(" ").slice(4, 6), "help counts as a failure").toEqual(["5", "4"]);
  await expect(panel(page).getByRole("combobox", { name: "Theme" })).toBeVisible();

  await page.reload();
  await game.ready();
  await openHome(page);
  const today = home(page).getByRole("button", { name: /^Today’s puzzle/ });
  await expect(today).toContainText("Solved today");
  await expect(home(page).getByRole("button", { name: "1-day streak" })).toBeVisible();
  await today.click();
  await game.expectPieces(17);
  await game.drop(1);
  await expect(feedback(page)).toContainText("Try again.");
  expect((await stored(page)).split(" ")[4], "the day is counted already").toBe("5");
});

test("the position of a solved puzzle can be played against the computer", async ({ game, page }) => {
  await serve(page, puzzleFile(Array(DAILY + 30).fill(WIN)));
  await game.openStored(storedMatch({ moves: "4455" }));
  await open(page);
  const start = await game.board();
  const play = panel(page).getByRole("button", { name: "Play it against Pip" });
  await expect(play, "before it is solved").toHaveCount(0);
  await solve(game, page);
  await play.click();
  await expect(panel(page)).toHaveCount(0);
  await game.expectBoard(start);
  await expect(game.seats).toContainText(["Pip", "You"]);
  await expect(game.status).toContainText("Your move");
  await expect(game.undo, "the position isn't undone").toHaveAttribute("aria-disabled", "true");
  // The game before is in the library.
  await game.library.click();
  await expect(game.libraryDialog.locator("#library-list > li")).toHaveCount(2);
});

test("the puzzle of today is one tap from the first visit", async ({ game, page }) => {
  await serve(page, puzzleFile([WIN]));
  await game.open();
  await page.getByRole("button", { name: "Today’s puzzle Blue to move and win" }).click();
  await expect(panel(page).getByRole("heading", { name: "Blue to move and win in 3" })).toBeVisible();
  await game.expectPieces(17);
  await expect(game.boardTabStop, "the focus isn't lost").toBeFocused();
  // Back leads to the start, which has not lost its choices.
  await page.goBack();
  await game.expectPieces(0);
  await expect(page.getByRole("button", { name: /^Today’s puzzle/ })).toBeVisible();
});

test("a puzzle is graded once, and the move on the board", async ({ game, page }) => {
  await serve(page, puzzleFile(Array(DAILY + 30).fill(WIN)));
  await storeAttempts(page);
  await game.open();
  await open(page, /^Training/);
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
  expect(await attempts()).toEqual(["4", "4"]);
  await page.keyboard.press("z");
  await page.keyboard.press("h");
  await expect(panel(page).getByRole("button", { name: "Hint" })).toHaveCount(0);
  await expect(feedback(page)).toContainText("Solved!");
  expect(await attempts(), "help after the end").toEqual(["4", "4"]);
  await expect(game.status).not.toContainText("to move");
  await expect(game.hintedCell).toHaveCount(0);
});

test("a rush says what it is, and waits until it is started", async ({ game, page }) => {
  await serve(page, puzzleFile(Array(DAILY + 30).fill(RUSH_WIN)));
  await game.installClock();
  await game.openStored(storedMatch({ moves: "4455" }));
  await page.evaluate(() => localStorage.setItem("four-shapes:puzzles", "2 80000 15000 60000 0 0 - - 0 0 7 0 0 -"));
  await open(page, "Rush best: 7");
  await expect(panel(page)).toContainText("Three minutes, three hearts, wins only.");
  await expect(panel(page)).toContainText("Best: 7");
  await expect(game.status).toContainText("Three minutes, three hearts, wins only.");
  const start = panel(page).getByRole("button", { name: "Start" });
  await expect(start).toBeFocused();
  await page.clock.runFor(4_000);
  await game.expectPieces(0);
  await game.press(4);
  await game.expectPieces(0);
  await start.focus();
  await page.keyboard.press("Enter");
  await expect(game.status).toContainText("Rush starts in 3 seconds.");
  await expect(game.boardTabStop).toBeFocused();
  await game.expectPieces(17);
  await expect(panel(page)).toContainText("3 hearts left");
});

test("a rush begins with wins in 1 and 2, and leads to longer ones", async ({ game, page }) => {
  test.slow();
  await serve(page, puzzleFile(Array(DAILY + 30).fill(WIN)));
  await game.installClock();
  await game.open();
  await startRush(page);
  for (let solved = 0; solved < 9; solved++) {
    const length = solved < 3 ? 1 : solved < 8 ? 2 : 3;
    await expect(panel(page)).toContainText(`${solved} solved`);
    await expect(panel(page).getByRole("heading")).toHaveText(`Blue to move and win in ${length}`);
    await game.expectPieces(23 - 2 * length);
    if (length === 3) continue;
    await expect(panel(page)).not.toContainText("rated");
    if (length === 2) {
      await game.drop(3);
      await game.expectPieces(21);
    }
    await game.drop((await winningColumn(game)) === "c" ? 3 : 4);
    await expect(panel(page)).toContainText(`${solved + 1} solved`);
  }
});

test("the puzzles that were missed in a rush can be solved after it", async ({ game, page }) => {
  // The same position by three orders of the moves, which tell the puzzles apart.
  const puzzles = [
    { ...RUSH_WIN, rating: 496 },
    { ...RUSH_WIN, moves: "15625556726343614", rating: 528 },
    { ...RUSH_WIN, moves: "62155556726343614", rating: 560 },
  ];
  await serve(page, puzzleFile(puzzles));
  await game.installClock();
  await game.open();
  await startRush(page);
  await game.expectPieces(17);
  await game.expectRefused("A3", () => game.drop(1));
  await expect(panel(page)).toContainText("2 hearts left");
  await game.expectPieces(17);
  await page.clock.fastForward("03:00");
  const missed = panel(page).getByRole("list").getByRole("button");
  await expect(missed, "one cost a heart, and one was running").toHaveCount(2);
  await expect(missed).toHaveText([/^Blue to move and win in 4$/, /^Blue to move and win in 4$/]);
  const before = await stored(page);

  // By keyboard: a wrong move and the solution, which are not rated.
  await missed.first().focus();
  await page.keyboard.press("Enter");
  await expect(panel(page)).toContainText("Missed in the rush");
  await expect(panel(page)).toContainText("not rated");
  await expect(game.boardTabStop).toBeFocused();
  await game.drop(1);
  await expect(feedback(page)).toContainText("Try again.");
  await game.expectPieces(17);
  await solve(game, page);
  await expect(feedback(page)).toContainText("Solved, with a hint or a second try.");
  expect(await stored(page)).toBe(before);
  await expect(panel(page).getByRole("button", { name: "Next" })).toHaveCount(0);
  await panel(page).getByRole("button", { name: "Result" }).click();
  await expect(panel(page)).toContainText("0 solved");
  await expect(panel(page).getByRole("button", { name: "Play again" })).toBeFocused();
  await expect(missed).toHaveText([/win in 4\s*Solved$/, /win in 4$/]);

  // Without a solution no move is left to make, and another rush has its own list.
  await missed.last().click();
  await game.expectPieces(17);
  await page.goBack();
  await expect(panel(page).getByRole("button", { name: "Play again" })).toBeFocused();
  await game.press(3);
  await game.expectPieces(17);
  await panel(page).getByRole("button", { name: "Play again" }).click();
  await game.expectPieces(0);
  await game.expectPieces(17);
  await page.clock.fastForward("03:00");
  await expect(missed).toHaveCount(1);
});

test("help in a rush costs a heart, and nothing counts after its end", async ({ game, page }) => {
  await serve(page, puzzleFile(Array(DAILY + 30).fill(RUSH_WIN)));
  await game.openStored(storedMatch({ moves: "4455" }));
  await startRush(page);
  // The countdown, in which no moves are made.
  await expect(game.status).toContainText("Rush starts in 3 seconds.");
  await game.expectPieces(0);
  await game.press(4);
  await game.expectPieces(0);
  await game.expectPieces(17);
  await expect(panel(page)).toContainText("3 hearts left");
  await panel(page).getByRole("button", { name: "Hint" }).click();
  await expect(panel(page)).toContainText("2 hearts left");
  await expect(panel(page)).toContainText("0 solved");
  for (const hearts of [2, 1]) {
    await game.expectPieces(17);
    await game.expectRefused("A3", () => game.drop(1));
    await expect(panel(page)).toContainText(new RegExp(`${hearts} hearts? left`));
  }
  await game.expectPieces(17);
  await panel(page).getByRole("button", { name: "Hint" }).focus();
  await game.column(1).click();
  await expect(panel(page).getByRole("button", { name: "Play again" })).toBeVisible();
  await expect(panel(page)).toContainText("0 solved");
  await expect(panel(page)).toContainText("Best: 0");
  await expect(game.status).toContainText("Rush over: 0 solved. Best: 0.");
  await game.boardTabStop.focus();
  for (const key of ["z", "b", "Enter"]) await page.keyboard.press(key);
  await page.waitForTimeout(500);
  await expect(panel(page)).toContainText("0 solved");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await game.expectPieces(4);
});

test("the result of a day is shared with its date", async ({ game, page }) => {
  await serve(page, puzzleFile(Array(DAILY + 30).fill(WIN)));
  await page.addInitScript(() => {
    navigator.share = async ({ title, text }) => void Object.assign(window, { shared: title, row: text.split("\n")[1] });
  });
  await page.clock.setFixedTime(new Date("2026-11-25T23:59:00"));
  await game.open();
  await open(page);
  await solve(game, page);
  await expect(feedback(page)).toContainText("Solved!");
  await page.clock.setFixedTime(new Date("2026-11-26T00:01:00"));
  await panel(page).getByRole("button", { name: "Share result" }).click();
  await expect.poll(() => page.evaluate(() => window.shared)).toContain("2026-11-25");
  expect(await page.evaluate(() => window.row)).toMatch(/^(🔴|🔵)+⭐$/u);
});

test("a rush ends after three mistakes, with a result", async ({ game, page }) => {
  await serve(page, puzzleFile(Array(DAILY + 30).fill(RUSH_WIN)));
  await game.open();
  await startRush(page);
  await solve(game, page);
  await expect(panel(page)).toContainText("1 solved");
  for (const hearts of [2, 1]) {
    await game.expectPieces(17);
    await game.drop(1);
    await expect(panel(page)).toContainText(new RegExp(`${hearts} hearts? left`));
  }
  await game.expectPieces(17);
  await game.drop(1);
  await expect(panel(page)).toContainText("New best!");
  await expect(panel(page)).toContainText("Best: 1");
  expect((await stored(page)).split(" ").slice(4, 6), "a rush isn't rated").toEqual(["0", "0"]);
  await panel(page).getByRole("button", { name: "Play again" }).click();
  await game.expectPieces(0);
  await game.expectPieces(17);
  await expect(panel(page)).toContainText("0 solved");
  await expect(panel(page)).toContainText("3 hearts left");
  // Leaving ends it; the result counts.
  await openHome(page);
  await expect(home(page).getByRole("button", { name: "Rush best: 1" })).toBeVisible();
});

test("a rush ends after three minutes", async ({ game, page }) => {
  await serve(page, puzzleFile(Array(DAILY + 30).fill(RUSH_WIN)));
  await game.installClock();
  await game.open();
  await startRush(page);
  await game.expectPieces(17);
  const time = panel(page).getByRole("timer");
  await expect(time).toHaveText(/^(3:00|2:5\d)$/);
  await game.drop(2);
  await game.expectPieces(19);
  await page.clock.fastForward("02:55");
  await expect(time).toHaveText(/^0:0\d$/);
  await panel(page).getByRole("button", { name: "Hint" }).focus();
  await page.clock.fastForward("00:05");
  await expect(panel(page).getByRole("button", { name: "Play again" })).toBeFocused();
  await expect(game.status).toContainText("Rush over: 0 solved.");
  await game.press(3);
  await game.expectPieces(19);
});

test("earlier days can be played: not rated, and without a streak", async ({ game, page }) => {
  test.slow();
  await serve(page, puzzleFile(Array(DAILY + 30).fill(WIN)));
  await page.clock.setFixedTime(new Date("2026-11-25T12:00:00"));
  await game.open();
  await openHome(page);
  const toggle = home(page).getByRole("button", { name: "Puzzle calendar" });
  // It is open where there is room for it.
  await expect(toggle).toHaveAttribute("aria-expanded", "true");
  await toggle.click();
  await expect(toggle).toHaveAttribute("aria-expanded", "false");
  await toggle.click();
  const calendar = home(page).getByRole("group", { name: "Puzzle calendar" });
  const day = (name) => calendar.getByRole("button", { name });
  await expect(calendar.getByRole("heading", { name: "November 2026" })).toBeVisible();
  await expect(day("Wednesday 25 November 2026")).toHaveAttribute("aria-current", "date");
  await expect(day("26 November"), "a later day").toHaveCount(0);
  await expect(calendar.getByRole("button", { name: "Next month" })).toHaveAttribute("aria-disabled", "true");

  // By keyboard.
  await day("Wednesday 25 November 2026").focus();
  await page.keyboard.press("ArrowRight");
  await expect(day("Wednesday 25 November 2026")).toBeFocused();
  for (const key of ["ArrowUp", "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowDown"]) await page.keyboard.press(key);
  await expect(day("Tuesday 24 November 2026")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(panel(page)).toContainText("24 November 2026");
  await expect(panel(page)).toContainText("Tuesday · easy · rated 992");
  await solve(game, page);
  await expect(feedback(page)).toContainText("Solved!");
  const fields = (await stored(page)).split(" ");
  expect(fields.slice(1, 2), "the rating").toEqual(["80000"]);
  expect(fields.slice(4), "no attempts, no streak, but a solved day").toEqual(["0", "0", "-", "-", "0", "0", "0", "0", "0", "20781"]);
  await expect(panel(page).getByRole("button", { name: "Share result" })).toHaveCount(0);

  await page.locator("#panel").getByRole("button", { name: "Learn" }).click();
  await expect(home(page)).toContainText("Start a streak today");
  await expect(day("Tuesday 24 November 2026, solved")).toBeVisible();
  for (let month = 0; month < 12; month++) await calendar.getByRole("button", { name: "Previous month" }).click();
  await expect(calendar.getByRole("heading", { name: "November 2025" })).toBeVisible();
  // The button keeps the focus, but does nothing any more.
  const previous = calendar.getByRole("button", { name: "Previous month" });
  await expect(previous).toHaveAttribute("aria-disabled", "true");
  await expect(previous).toBeFocused();
  await page.keyboard.press("Enter");
  await previous.click({ force: true });
  await expect(calendar.getByRole("heading", { name: "November 2025" }), "a year back").toBeVisible();
  await expect(day("Tuesday 25 November 2025")).toBeVisible();
  await expect(day("Monday 24 November 2025")).toHaveCount(0);
});

test("training begins with unrated wins in 2", async ({ game, page }) => {
  await game.open();
  await open(page, "Training your rating 800");
  for (let number = 0; number < 3; number++) {
    await expect(panel(page).getByRole("heading", { level: 2 })).toHaveText(/^(Red|Blue) to move and win in 2$/);
    await expect(panel(page)).not.toContainText(/\brated\b/);
    await expect(panel(page).getByRole("button", { name: "Hint", exact: true }), "costs nothing").toBeVisible();
    await game.showHint(panel(page).getByRole("button", { name: "Hint" }));
    await expect.poll(async () => (await stored(page))?.split(" ").slice(4, 6)).toEqual([`${number + 1}`, "0"]);
    await expect(panel(page).getByText("+0", { exact: true })).toHaveCount(0);
    const before = await game.board();
    await panel(page).getByRole("button", { name: "Skip" }).click();
    await expect.poll(() => game.board()).not.toEqual(before);
  }
});

test("the first rated puzzles of a beginner are easy wins", async ({ game, page }) => {
  await storeAttempts(page);
  await game.open();
  await open(page, "Training your rating 800");
  for (let number = 0; number < 5; number++) {
    await expect(panel(page).getByRole("heading", { level: 2 })).toHaveText(/^(Red|Blue) to move and win in 3$/);
    const rating = Number(/rated (\d+)/.exec(await panel(page).innerText())[1]);
    expect(rating).toBeGreaterThanOrEqual(600);
    expect(rating).toBeLessThanOrEqual(900);
    const before = await game.board();
    await panel(page).getByRole("button", { name: "Skip" }).click();
    await expect.poll(() => game.board()).not.toEqual(before);
  }
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
  let requests = 0;
  await serve(page, damaged);
  page.on("request", (request) => {
    if (/puzzles[^/]*\.bin/.test(request.url())) requests++;
  });
  await game.play.click();
  await game.reload();
  await open(page);
  await expect(panel(page).getByRole("alert")).toHaveText("The puzzles failed to load.");
  const failed = requests;
  await page.waitForTimeout(500);
  expect(requests, "nothing is fetched again by itself").toBe(failed);
  await expect(panel(page).getByRole("alert")).toBeVisible();
  // The rest works.
  await game.drop(4);
  await game.expectPieces(1);
  await page.unroute("**/puzzles*.bin*");
  await serve(page, good);
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
  await expect(panel(page)).toContainText("Loading");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => arrivals.length, "one request").toBe(1);
  arrivals.pop()();
  await (await fetched).finished();
  // The own game can go on.
  await game.drop(1);
  await game.expectPieces(5);
  await open(page);
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
  await expect(panel(page).getByRole("heading", { name: "Blue to move" })).toBeVisible();
  await expect(panel(page)).toContainText("Your rating: 800");
  expect(await page.evaluate(() => localStorage.getItem("four-shapes:puzzles:unreadable:1"))).toBe("nonsense");
  await page.clock.setFixedTime(new Date("2199-05-01T12:00:00"));
  await game.play.click();
  await game.reload();
  await open(page);
  await expect(panel(page).getByRole("heading", { name: "Blue to move" })).toBeVisible();
  await openHome(page);
  await expect(home(page).getByRole("heading", { name: "May 2199" })).toBeVisible();
});

test("the shipped puzzles open, and leave the game as it was", async ({ game, page }) => {
  await game.openStored(storedMatch({ moves: "123" }));
  await open(page);
  await expect(panel(page).getByRole("heading", { level: 2 })).toHaveText(/^(Red|Blue) to move and (win in \d|draw)$/);
  await expect(game.pieces).not.toHaveCount(3);
  await page.getByRole("button", { name: "New game" }).first().waitFor({ state: "hidden" });
  await game.play.click();
  await game.reload();
  await game.expectPieces(3);
});
