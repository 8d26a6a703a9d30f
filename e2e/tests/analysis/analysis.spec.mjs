// Hints and the analysis panel.

import { expect, storedMatch, test } from "../support/game.mjs";
import { listen } from "../support/screen-reader.mjs";
import { watchWorkers } from "../support/workers.mjs";

/** The evaluations on the board, by cell. */
const labels = async (game) => {
  const all = await game.evaluations.evaluateAll((cells) =>
    cells.map((cell) => [cell.dataset.evaluation, cell.textContent]),
  );
  return Object.fromEntries(all);
};

async function analyse(game) {
  await game.analysis.click();
  await expect(game.analysisPanel).toBeVisible();
}

/** Waits until the analysis is complete. */
const analysed = (game) =>
  expect(game.analysisPanel.getByText("Analysis complete")).toBeVisible();

test.describe("a hint", () => {
  test("shows where to look, then the move, then the reason, until the next move", async ({ game, page }) => {
    await game.openStored(storedMatch({ moves: "121212" }));
    await game.hint.click();
    await expect(game.hintedColumns).toHaveCount(3);
    await expect(game.hintedColumns.first()).toHaveAttribute("data-hint-column", "1");
    await expect(game.status).toContainText("You can win now: look at A, B, C. Ada to move");
    await expect(game.hint).toHaveAttribute("title", "1/3");
    await expect(game.hintedCell).toHaveCount(0);
    await game.hint.click();
    await expect(game.hintedColumns).toHaveCount(0);
    await expect(game.hintedCell).toHaveAttribute("data-hint", "A4");
    await expect(game.status).toContainText("Try A4. Ada to move");
    for (const times of [1, 2]) {
      await game.hint.click();
      await expect(game.status, `pressed ${times} more`).toContainText("A4 wins now. Ada to move");
      await expect(game.hint).toHaveAttribute("title", "3/3");
      await expect(game.hintedCell).toHaveAttribute("data-hint", "A4");
    }
    await game.drop(5);
    await expect(game.hintedCell).toHaveCount(0);
    await expect(game.hint).not.toHaveAttribute("title");
    await game.column(5).focus();
    await page.keyboard.press("h");
    await expect(game.hintedColumns).toHaveCount(3);
    await page.keyboard.press("h");
    await expect(game.hintedCell).toHaveAttribute("data-hint", "B4");
    await expect(game.column(5)).toBeFocused();
    await game.undo.click();
    await expect(game.hintedCell).toHaveCount(0);
    await game.expectPieces(6);
  });

  test("is found in quiet positions and on other boards", async ({ game, page }) => {
    await game.openStored(storedMatch());
    await game.showHint();
    await expect(game.hintedCell).toHaveAttribute("data-hint", "D1");
    for (const rules of [
      { columns: 9, rows: 7, players: 3 },
      { columns: 15, rows: 15, connect: 5, gravity: false },
    ]) {
      await game.openStored(storedMatch({ rules }));
      await game.boardTabStop.focus();
      await page.keyboard.press("?");
      await expect(game.hintedColumns).toHaveCount(3);
      await page.keyboard.press("?");
      await expect(game.hintedCell).toHaveCount(1);
    }
  });

  test("never gives up: in a lost position it is the move that holds out longest", async ({ game }) => {
    // Ben threatens A1 and E1 at once.
    await game.openStored(storedMatch({ moves: "727364" }));
    await game.showHint();
    await game.hint.click();
    await expect(game.status).toContainText(/[AE]1 makes it hardest\. Ada to move/);
    await expect(game.status).not.toContainText("every move");
  });

  test("isn't available on computers' turns", async ({ game, page }) => {
    await game.openStored(storedMatch({ computers: [null, "mcts:2000"] }));
    await game.drop(4);
    await expect(game.hint).toHaveAttribute("aria-disabled", "true");
    await page.keyboard.press("h");
    await expect(game.status).toContainText("Ben is thinking…");
    // Nor can the human move for Ben. In one task, as he may move at any time.
    const pieces = await page.evaluate(() => {
      document.querySelector("[data-column='5']").click();
      return document.querySelectorAll("[data-cell][data-player]").length;
    });
    expect(pieces).toBe(1);
    await game.turnOf(0);
    await game.expectPieces(2);
    await expect(game.hint).not.toHaveAttribute("aria-disabled");
    await expect(game.hintedCell).toHaveCount(0);
  });

  test("is dropped when the position changes during the search", async ({ game, page }) => {
    const workers = await watchWorkers(page);
    await game.openStored(storedMatch({ rules: { columns: 9, rows: 7 } }));
    await workers.hold();
    await game.hint.click();
    await expect.poll(() => workers.replies()).toContain("hint");
    await game.drop(4);
    await workers.release();
    await expect(game.hintedCell).toHaveCount(0);
    await game.expectPieces(1);
  });
});

test("with help disabled there are no hints or analysis until the game is over", async ({ game, page }) => {
  await game.openStored(storedMatch({ moves: "12121" }));
  await analyse(game);
  await expect(game.evaluations).toHaveCount(7);
  await game.settings.click();
  const allow = game.settingsDialog.getByRole("checkbox", { name: "Hints and analysis during a game" });
  await expect(allow).toBeChecked();
  await allow.uncheck();
  await page.keyboard.press("Escape");
  await game.closed(game.settingsDialog);
  const hidden = game.analysisPanel.getByText("Hidden until the game ends");
  const expectNone = async () => {
    await expect(hidden).toBeVisible();
    await expect(game.evaluations).toHaveCount(0);
    await expect(game.analysisPanel.getByRole("table")).toHaveCount(0);
    await expect(game.step(0)).toHaveCount(0);
    await expect(game.hint).toHaveAttribute("aria-disabled", "true");
    await game.column(4).focus();
    await page.keyboard.press("h");
    await expect(game.status).toContainText("Hints are off until the game ends");
  };
  await expectNone();
  await game.reload();
  await analyse(game);
  await expectNone();
  await game.moves("21");
  await game.expectStatus("won", 0);
  await expect(hidden).toHaveCount(0);
  await expect(game.step(7)).toHaveAccessibleName(/^Move 7, Ada: A4\. /);
  await game.undo.click();
  await expectNone();
  await game.settings.click();
  await expect(allow).not.toBeChecked();
  await allow.check();
  await page.keyboard.press("Escape");
  await expect(game.evaluations).toHaveCount(7);
});

test.describe("the analysis", () => {
  test("shows and proves the evaluation of every move", async ({ game }) => {
    await game.openStored(storedMatch({ moves: "121212" }));
    await analyse(game);
    const rows = game.analysisPanel.getByRole("table").getByRole("row");
    await expect(rows).toHaveCount(8);
    await expect(game.evaluations).toHaveCount(7);
    await analysed(game);
    expect((await labels(game)).A4).toBe("W1");
    const best = rows.filter({ hasText: "best" });
    await expect(best).toHaveCount(1);
    await expect(best).toContainText("A4Wins now, best");
    await expect(game.analysisPanel.getByRole("heading").first()).toHaveText("Ada wins now with A4");
    const bar = game.page.locator("[data-share]");
    await expect(bar).toHaveAttribute("data-share", /^(9\d|100)$/);
    for (const label of Object.values(await labels(game))) expect(label).toMatch(/^([WL]\d+|=)$/);
    await expect(game.analysisPanel).not.toContainText("≈");

    await game.analysisPanel.getByRole("checkbox", { name: "Show on the board" }).uncheck();
    await expect(game.evaluations).toHaveCount(0);
    await expect(bar).toHaveCount(0);
    await expect(rows).toHaveCount(8);
    await game.analysisPanel.getByRole("checkbox", { name: "Show on the board" }).check();
    await expect(game.evaluations).toHaveCount(7);
    await game.analysis.click();
    await expect(game.analysisPanel).toHaveCount(0);
    await expect(game.evaluations).toHaveCount(0);
    await expect(game.analysis).toHaveAttribute("aria-expanded", "false");
  });

  test("breaks no words in a narrow panel", async ({ game }) => {
    await game.openStored(storedMatch({ moves: "4453345222" }));
    await analyse(game);
    await analysed(game);
    const lines = (cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    };
    for (const name of ["Move", "Result"]) {
      const heading = game.analysisPanel.getByRole("columnheader", { name });
      expect(await heading.evaluate(lines), name).toBe(1);
    }
  });

  test("improves in place", async ({ game, page }) => {
    await game.openStored(storedMatch({ moves: "4453345222" }));
    await page.evaluate(() => {
      window.seen = [];
      new MutationObserver(() => {
        const labels = [...document.querySelectorAll("[data-evaluation]")].map((it) => it.textContent);
        if (String(labels) !== String(window.seen.at(-1) ?? [])) window.seen.push(labels);
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await analyse(game);
    await analysed(game);
    const seen = await page.evaluate(() => window.seen);
    expect(seen.length, "something has improved").toBeGreaterThan(1);
    for (const labels of seen) expect(labels, "none is gone meanwhile").toHaveLength(7);
  });

  test("follows the game", async ({ game, page }) => {
    await game.openStored(storedMatch({ rules: { columns: 9, rows: 7 } }));
    await analyse(game);
    await expect(game.evaluations).toHaveCount(9);
    expect(Object.values(await labels(game)).join(" ")).toMatch(/^(\d+% ?){9}$/);
    await game.drop(5);
    await expect(page.locator("[data-evaluation=E2]")).toHaveCount(1);
    await expect(page.locator("[data-evaluation=E1]")).toHaveCount(0);
    await expect(game.evaluations).toHaveCount(9);
    await game.undo.click();
    await expect(page.locator("[data-evaluation=E1]")).toHaveCount(1);
    await game.redo.click();
    await expect(page.locator("[data-evaluation=E2]")).toHaveCount(1);
    await game.text.click();
    await expect(game.analysisPanel).toHaveCount(0);
    await expect(game.evaluations).toHaveCount(0);
  });

  test("works for three players, without gravity, with computers, and after the game", async ({ game }) => {
    await game.openStored(storedMatch({ rules: { columns: 5, rows: 4, connect: 3, players: 3 }, moves: "123" }));
    await analyse(game);
    await expect(game.evaluations).toHaveCount(5);
    await expect(game.step(3)).toHaveAccessibleName(/^Move 3, Cleo: C1\. /);

    const flat = { columns: 3, rows: 3, connect: 3, gravity: false };
    await game.openStored(storedMatch({ rules: flat, moves: "B2" }));
    await analyse(game);
    await analysed(game);
    const draws = { A1: "=", A3: "=", C1: "=", C3: "=" };
    expect(await labels(game)).toMatchObject(draws);
    expect((await labels(game)).A2, "the side of the board loses").toMatch(/^L/);

    await game.openStored(storedMatch({ moves: "12121", computers: [null, "random"], cursor: 4 }));
    await analyse(game);
    await game.drop(1);
    await game.expectPieces(6);
    await expect(game.evaluations).toHaveCount(7);
    await game.playOut();
    await expect(game.evaluations).toHaveCount(0);
    await expect(game.step((await game.record()).cursor)).toHaveAttribute("aria-current", "step");
    await analysed(game);
  });

  test("navigates the game by the graph, with mouse and keyboard", async ({ game, page }) => {
    const workers = await watchWorkers(page);
    await game.openStored(storedMatch({ moves: "44455", computers: ["random", null] }));
    await analyse(game);
    await expect(game.step(5)).toHaveAttribute("aria-current", "step");
    await analysed(game);
    for (const number of [0, 1, 2, 3, 4, 5]) {
      const name = number === 0 ? /^Start\. / : new RegExp(`^Move ${number}, (Ada|Ben): [DE]\\d( \\((mistake|blunder)\\))?\\. `);
      await expect(game.step(number)).toHaveAccessibleName(name);
    }
    await game.step(2).click();
    await game.expectPieces(2);
    await expect(game.status).toContainText("Move 2.");
    // A computer's turn, but it doesn't move while the user navigates the game.
    await expect(game.resume).toBeVisible();
    for (const [key, pieces] of [
      ["ArrowRight", 3],
      ["End", 5],
      ["ArrowRight", 5],
      ["ArrowLeft", 4],
      ["Home", 0],
      ["ArrowLeft", 0],
    ]) {
      await page.keyboard.press(key);
      await game.expectPieces(pieces);
      await expect(game.step(pieces)).toBeFocused();
      await expect(game.step(pieces)).toHaveAttribute("aria-current", "step");
    }
    expect(await workers.requests(), "no computer is asked for a move").not.toContain("move");
    expect((await game.record()).moves, "nothing is lost").toBe("44455");
    await expect(game.analysisPanel.locator("[tabindex='0']"), "one stop of the tab key").toHaveCount(1);
    await game.resume.click();
    await game.expectPieces(1);
  });
});

test("threats are shown on the board and in words", async ({ game, page }) => {
  await game.openStored(storedMatch({ moves: "12342324334455" }));
  await game.analysis.click();
  await game.analysisPanel.getByRole("checkbox", { name: "Show threats" }).check();
  const threats = page.locator("[data-threat]");
  await expect(threats).toHaveCount(3);
  const labels = await threats.evaluateAll((all) => all.map((it) => `${it.dataset.threat} ${it.textContent}`));
  expect(labels.sort()).toEqual(["A3 odd", "E3 odd", "F2 even"]);
  const region = page.getByRole("region", { name: "Threats" });
  await expect(region.getByRole("listitem")).toHaveText([
    "Threat by Ada at E3, playable now",
    "Threat by Ada at A3 (odd row). If all other columns fill up first, the cell goes to Ada.",
    "Threat by Ben at F2 (even row). If all other columns fill up first, the cell goes to Ben.",
  ]);
  await game.drop(7);
  await game.drop(5);
  await expect(region.getByRole("listitem")).toHaveCount(2);
  await expect(threats).toHaveCount(2);
});

test.describe("the review of a game", () => {
  // Ada overlooks her own win three times, and Ben wins in the end.
  const moves = "44444252355223";
  const lost = { moves, computers: [null, "level:4"] };
  const place = (game, number, count) => game.review.getByText(`Key moment ${number} of ${count}`, { exact: true });

  /** Opens the review of a finished game. */
  async function review(game) {
    await game.page.getByRole("button", { name: "Review", exact: true }).click();
    await analysed(game);
    return game.review;
  }
  /** Opens the review of the lost game, and goes on to its last key moment. */
  async function reviewToEnd(game) {
    await review(game);
    for (const number of [2, 3, 4]) {
      await press(game, "Next").click();
      await expect(place(game, number, 4)).toBeVisible();
    }
  }
  const press = (game, name) => game.review.getByRole("button", { name, exact: true });
  const candidates = (game) => game.candidates.evaluateAll((all) => all.map((it) => it.dataset.candidate));

  test("shows the own key moments one by one, in the order of the game", async ({ game }) => {
    await game.openStored(storedMatch(lost));
    const region = await review(game);
    const steps = [];
    for (const number of [1, 2, 3, 4]) {
      if (number > 1) await press(game, "Next").click();
      await expect(place(game, number, 4)).toBeVisible();
      steps.push(await game.pieces.count());
      if (number === 1) await expect(press(game, "Previous key moment")).toHaveAttribute("aria-disabled", "true");
    }
    expect(steps, "Ada's only").toEqual([6, 8, 10, 12]);
    expect(await candidates(game)).toEqual(["B4", "F1"]);
    await expect(region).toContainText("?? missed win");
    await expect(region).toContainText("Move 13");
    await expect(region.getByRole("heading", { level: 3 })).toHaveText([
      "You played B4. It missed a win.",
      "F1 would have won at once",
    ]);
    await expect(region, "said once").not.toContainText("It misses the win");
    await expect(region).toContainText("It completes row C1–F1.");
    await press(game, "Previous key moment").click();
    await expect(place(game, 3, 4)).toBeVisible();
    await press(game, "Next").click();
    // At the end of the review the game is as it was.
    await press(game, "Done").click();
    await expect(region).toHaveCount(0);
    await game.expectPieces(14);
    await game.expectStatus("won", 1);
    expect((await game.record()).moves).toBe(moves);
  });

  test("begins at the move that lost the game, if the end asks for it", async ({ game }) => {
    await game.openStored(storedMatch({ ...lost, moves: moves.slice(0, -1) }));
    await game.expectStatus("won", 1);
    await game.endCard.getByRole("button", { name: "Show me" }).click();
    await expect(place(game, 4, 4)).toBeVisible();
    await game.expectPieces(12);
    // Once: the next review begins with the first one.
    await press(game, "Done").click();
    await game.analysis.click();
    await expect(place(game, 1, 4)).toBeVisible();
  });

  test("plays what follows on the board, piece by piece, until it is stopped", async ({ game, page }) => {
    await game.openWithSettings({ motion: "full" });
    await game.openStored(storedMatch({ moves }));
    await review(game);
    const errors = game.review.getByRole("list", { name: "Mistakes of both players" });
    await game.review.getByText("All errors", { exact: true }).click();
    await errors.getByRole("button", { name: "Move 8, Ben: B2 (mistake)" }).click();
    await game.expectPieces(7);
    await expect(game.review.getByRole("heading", { level: 3 })).toHaveText([
      "Ben played B2. It gave Ada a winning position.",
      "F1 would have held the draw",
    ]);
    await expect(game.review).toContainText(
      "It lets Ada play F1 and threaten C1 and G1 at once: only one can be stopped.",
    );
    const replies = page.locator("[data-winning-reply]");
    expect(await replies.evaluateAll((all) => all.map((it) => it.dataset.winningReply))).toEqual(["C1", "G1"]);
    const shown = () => game.variation.evaluateAll((all) => all.map((it) => it.dataset.variation));
    await press(game, "Show B2").click();
    await expect(press(game, "Stop B2")).toBeFocused();
    await expect(game.candidates.or(replies)).toHaveCount(0);
    await expect.poll(async () => (await shown())[0]).toBe("B2");
    await press(game, "Stop B2").click();
    const stopped = await shown();
    expect(stopped.length).toBeLessThan(4);
    await page.waitForTimeout(1500);
    expect(await shown()).toEqual(stopped);
    await press(game, "Hide B2").click();
    await expect(game.variation).toHaveCount(0);
    await expect(game.candidates).toHaveCount(2);
    const counts = await page.locator(".board").evaluateHandle((board) => {
      const counts = [];
      const count = () => {
        const count = board.querySelectorAll("[data-variation]").length;
        if (counts.at(-1) !== count) counts.push(count);
      };
      new MutationObserver(count).observe(board, { childList: true, subtree: true });
      return counts;
    });
    await press(game, "Show B2").click();
    await expect.poll(shown).toEqual(["B2", "F1", expect.any(String), expect.any(String)]);
    expect((await counts.jsonValue()).filter((count) => count > 0)).toEqual([1, 2, 3, 4]);
    await expect(press(game, "Hide B2")).toBeVisible();
    // The better move is the only one, and so followed by the best ones.
    await press(game, "Show F1").click();
    await expect.poll(shown).toHaveLength(5);
    expect((await shown())[0]).toBe("F1");
    await game.expectPieces(7);
    expect((await game.record()).moves, "the game is untouched").toBe(moves);
  });

  test("shows all of it at once with reduced motion", async ({ game, page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await game.openStored(storedMatch(lost));
    await reviewToEnd(game);
    await press(game, "Show F1").click();
    await expect(game.variation).toHaveCount(1);
    await expect(press(game, "Hide F1")).toBeVisible();
  });

  test("lets another move be tried in a copy, against the opponent of the game", async ({ game, page }) => {
    await game.openStored(storedMatch(lost));
    await reviewToEnd(game);
    await press(game, "Try it from here").click();
    await expect(game.review.getByRole("heading", { name: "Trying it out" })).toBeVisible();
    await game.expectPieces(12);
    await expect(game.candidates).toHaveCount(0);
    await expect(press(game, "Undo")).toHaveAttribute("aria-disabled", "true");
    for (const back of ["Undo", "Start again"]) {
      await game.drop(7);
      await expect.poll(() => game.pieces.count(), "the computer player answers").toBe(14);
      await press(game, back).click();
      await game.expectPieces(12);
    }
    await expect(press(game, "Undo")).toHaveAttribute("aria-disabled", "true");
    await game.drop(6);
    await game.expectStatus("won", 0);
    await expect(page.getByRole("region", { name: "Result" }), "it is not the end of the game").toHaveCount(0);
    await press(game, "Back to the review").click();
    await expect(place(game, 4, 4)).toBeVisible();
    await game.expectPieces(12);
    expect(await candidates(game)).toEqual(["B4", "F1"]);
    const record = await game.record();
    expect(record.moves).toBe(moves);
    expect(record.players.map(({ computer }) => computer ?? null)).toEqual([null, "level:4"]);
    // A move on the board is tried as well; also if the review is left from there.
    await game.drop(6);
    await expect(game.review.getByRole("heading", { name: "Trying it out" })).toBeVisible();
    await game.expectStatus("won", 0);
    await game.analysis.or(page.getByRole("tab", { name: "Moves" })).first().click();
    await game.expectPieces(14);
    await game.expectStatus("won", 1);
  });

  test("ends with a new game, which begins without help", async ({ game, page }) => {
    await game.openStored(storedMatch(lost));
    await review(game);
    await game.setUp({ kind: "Connect Four" });
    await game.expectPieces(0);
    await expect(game.analysisPanel).toHaveCount(0);
    await expect(page.getByRole("tab", { name: "Moves" })).toHaveAttribute("aria-selected", "true");
    await game.drop(4);
    await game.expectPieces(1);
  });

  test("marks the graph and the list of moves alike", async ({ game, page }) => {
    await game.openStored(storedMatch(lost));
    await review(game);
    await expect(game.step(13)).toHaveAccessibleName(/^Move 13, Ada: B4 \(missed win\)\. /);
    await expect(game.step(13).locator(".error.blunder")).toHaveCount(1);
    await expect(game.step(8).locator(".error:not(.blunder)")).toHaveCount(1);
    await expect(game.step(1).locator(".error")).toHaveCount(0);
    // Going elsewhere leaves the key moments.
    await game.step(8).click();
    await game.expectPieces(8);
    await expect(place(game, 1, 4)).toHaveCount(0);
    await expect(game.evaluations).toHaveCount(7);
    await press(game, "Key moments").click();
    await expect(place(game, 1, 4)).toBeVisible();
    await expect(game.evaluations).toHaveCount(0);
    await game.review.getByText("All errors", { exact: true }).click();
    await expect(game.review).toContainText(/Accuracy: Ada 50 ?%, Ben 38 ?%/);
    await page.getByRole("tab", { name: "Moves" }).click();
    const list = page.getByRole("list", { name: "Moves" });
    await expect(list.getByRole("button", { name: "Move 9, Ada: C1 (blunder)" })).toContainText("??");
    await expect(list.getByRole("button", { name: "Move 7, Ada: E1 (mistake)" })).toContainText("?");
    await expect(list.getByRole("button", { name: "Move 1, Ada: D1", exact: true })).toBeVisible();
  });

  test("has a graph that goes up for the user, also for the second player", async ({ game }) => {
    for (const [computers, isUp] of [[[null, "level:4"], false], [["level:4", null], true]]) {
      await game.openStored(storedMatch({ moves, computers }));
      await review(game);
      // Ben has won.
      const line = await game.step(14).locator(".line").getAttribute("d");
      expect(Number(line.match(/^M0 (\d+)/)[1]) < 100).toBe(isUp);
    }
  });

  test("says so if there was no mistake", async ({ game }) => {
    // Perfect play of both sides so far, and the others' mistakes are not Ada's.
    await game.openStored(storedMatch({ moves: "4142434", computers: [null, "level:1"] }));
    const region = await review(game);
    await expect(region).toContainText("No mistakes found. Well played.");
    await expect(region).not.toContainText("Key moment");
    await expect(game.candidates).toHaveCount(0);
    await game.expectPieces(7);
  });

  test("is made in the background when a game ends", async ({ game, page }) => {
    const workers = await watchWorkers(page);
    await game.openStored(storedMatch({ moves: moves.slice(0, -1) }));
    await game.partsLoaded();
    await game.drop(3);
    await game.expectStatus("won", 1);
    await expect.poll(() => workers.replies(), { timeout: 30_000 }).toContain("done");
    await workers.hold();
    await page.getByRole("button", { name: "Review", exact: true }).click();
    await expect(game.review.getByText(/^Key moment 1 of/)).toBeVisible();
    await workers.release();
  });

  test("is stored, and removed when the game goes another way", async ({ game, page }) => {
    await game.openStored(storedMatch(lost));
    const workers = await watchWorkers(page);
    await review(game);
    await expect(place(game, 1, 4)).toBeVisible();
    await game.reload();
    // Without an answer of the worker. The game is where the review has left it.
    await workers.hold();
    await game.expectPieces(6);
    await game.analysis.click();
    await press(game, "Key moments").click();
    await expect(place(game, 1, 4)).toBeVisible();
    await workers.release();
    await analysed(game);
    await expect(place(game, 1, 4)).toBeVisible();
    await game.step(11).click();
    await game.step(12).click();
    await game.expectPieces(12);
    await game.drop(7);
    await expect(game.review).toHaveCount(0);
    await expect(game.step(13)).toHaveAccessibleName(/^Move 13, Ada: G1/);
  });

  test("can be read and followed with the screen off", async ({ game, page }) => {
    await game.openStored(storedMatch({ moves: moves.slice(0, -1) }));
    const said = await listen(page);
    const saying = (text) => expect.poll(said.all).toContainEqual(expect.stringContaining(text));
    await game.boardTabStop.focus();
    await page.keyboard.press("c");
    await page.keyboard.press("Enter");
    await saying("Ben wins");
    // Until then another button has this name, and loses the focus when it goes.
    await expect(game.endCard).toBeVisible();
    await page.getByRole("button", { name: "Review", exact: true }).focus();
    await page.keyboard.press("Enter");
    await saying("Key moment 1 of");
    // The review gets the focus when it has been shown.
    await expect(page.getByRole("tab", { name: "Analysis" })).toBeFocused();
    await press(game, "Next").focus();
    // Those of both humans.
    for (const number of [2, 3, 4, 5]) {
      await expect(press(game, "Next")).toBeFocused();
      await page.keyboard.press("Enter");
      await saying(`Key moment ${number} of 5`);
    }
    await saying("Ada played B4. It missed a win. F1 would have won at once.");
    await press(game, "Show F1").focus();
    await page.keyboard.press("Enter");
    await saying("Shown: Ada F1.");
    await press(game, "Previous key moment").focus();
    await page.keyboard.press("Enter");
    await expect(place(game, 4, 5)).toBeVisible();
    await press(game, "Next").focus();
    await page.keyboard.press("Enter");
    await expect(place(game, 5, 5)).toBeVisible();
    await press(game, "Try it from here").focus();
    await page.keyboard.press("Enter");
    await saying("Trying it out against Ben, level 6. Your game stays as it was.");
    await page.keyboard.press("f");
    await page.keyboard.press("Enter");
    await saying("You win!");
    await press(game, "Back to the review").focus();
    await page.keyboard.press("Enter");
    await expect(press(game, "Done")).toBeFocused();
    await game.expectPieces(12);
  });

  for (const [width, height] of [[390, 844], [360, 640], [844, 390]]) {
    test(`takes the place beside or below the board on a phone of ${width} × ${height}, and never covers it`, async ({ game, page }) => {
      await page.setViewportSize({ width, height });
      await game.openStored(storedMatch(lost));
      await review(game);
      await expect(game.candidates).toHaveCount(2);
      const [board, panel] = await Promise.all(
        [page.locator(".board"), game.analysisPanel].map((it) => it.boundingBox()),
      );
      const isBeside = panel.x >= board.x + board.width;
      expect(isBeside || panel.y >= board.y + board.height - 1).toBe(true);
      expect(board.height).toBeGreaterThan(height * 0.3);
      await expect(page.locator("#panel :focus"), "the focus is in the review").toHaveCount(1);
      await game.review.getByRole("button", { name: "Back to the game" }).click();
      await game.expectStatus("won", 1);
    });
  }
});
