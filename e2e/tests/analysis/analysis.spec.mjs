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
  expect(game.analysisPanel.getByText("Analysis complete")).toBeVisible({
    timeout: 20_000,
  });

test.describe("a hint", () => {
  test("shows a move with its reason until the next move", async ({ game, page }) => {
    await game.openStored(storedMatch({ moves: "121212" }));
    await game.hint.click();
    await expect(game.hintedCell).toHaveAttribute("data-hint", "A4");
    await expect(game.status).toContainText("A4: wins now. Ada to move");
    await game.drop(5);
    await expect(game.hintedCell).toHaveCount(0);
    await game.column(5).focus();
    await page.keyboard.press("h");
    await expect(game.hintedCell).toHaveAttribute("data-hint", "B4");
    await game.undo.click();
    await expect(game.hintedCell).toHaveCount(0);
    await game.expectPieces(6);
  });

  test("is found in quiet positions and on other boards", async ({ game, page }) => {
    await game.openStored(storedMatch());
    await game.hint.click();
    await expect(game.hintedCell).toHaveAttribute("data-hint", "D1", { timeout: 10_000 });
    for (const rules of [
      { columns: 9, rows: 7, players: 3 },
      { columns: 15, rows: 15, connect: 5, gravity: false },
    ]) {
      await game.openStored(storedMatch({ rules }));
      await game.boardTabStop.focus();
      await page.keyboard.press("?");
      await expect(game.hintedCell).toHaveCount(1, { timeout: 10_000 });
    }
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
    await expect.poll(() => workers.replies(), { timeout: 10_000 }).toContain("hint");
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
    expect(Object.values(await labels(game)).join(" ")).toMatch(/^(\d+ % ?){9}$/);
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
    "Ada threatens E3, which is playable now.",
    "Ada threatens A3 (odd row). Ada gets it if all other columns fill up first.",
    "Ben threatens F2 (even row). Ben gets it if all other columns fill up first.",
  ]);
  await game.drop(7);
  await game.drop(5);
  await expect(region.getByRole("listitem")).toHaveCount(2);
  await expect(threats).toHaveCount(2);
});

/** Runs in the page: marks the first errors that the review names, focuses one, and counts them. */
function markFirst() {
  return new Promise((done) => {
    const look = () => {
      const items = document.querySelectorAll(".advice > li");
      if (items.length === 0) return;
      observer.disconnect();
      for (const item of items) item.dataset.kept = "";
      items[0].querySelector("button").focus();
      done(items.length);
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
  });
}

test.describe("the review of a game", () => {
  // Ada overlooks her own win three times, and Ben wins in the end.
  const lost = { moves: "44444252355223", computers: [null, "level:4"] };

  /** Opens the panel of a finished game. */
  async function review(game) {
    await game.page.getByRole("button", { name: "Review" }).click();
    await analysed(game);
    return game.page.getByRole("region", { name: "Review" });
  }

  test("names the turning point, what was wrong, and a better move", async ({ game, page }) => {
    await game.openStored(storedMatch(lost));
    const region = await review(game);
    await expect(region).toContainText("Accuracy – Ada: 50 %, Ben: 38 %");
    const items = region.getByRole("listitem");
    await expect(items).toHaveCount(7);
    await expect(items.first()).toContainText("Turning point");
    await expect(items.first()).toContainText("Move 13, Ada: B4 (missed win)");
    await expect(items.first()).toContainText("B4 misses the win with F1.");
    await expect(items.first()).toContainText("Better: F1. Wins now. It completes C1, D1, E1 and F1.");
    await expect(region.getByText("Turning point")).toHaveCount(1);
    const allowed = items.filter({ hasText: "Move 8, Ben: B2 (mistake)" });
    await expect(allowed).toContainText("B2 lets Ada play F1 and threaten C1 and G1 at once.");
    await expect(allowed).toContainText("Better: F1. Draw. It is the only move that doesn’t lose.");

    await expect(game.step(13)).toHaveAccessibleName(/^Move 13, Ada: B4 \(missed win\)\. /);
    await allowed.getByRole("button", { name: "Move 8, Ben: B2 (mistake)" }).click();
    await game.expectPieces(8);
    await expect(items, "it is the same game").toHaveCount(7);

    await page.getByRole("button", { name: "Moves", exact: true }).or(page.getByRole("tab", { name: "Moves" })).first().click();
    const list = page.getByRole("list", { name: "Moves" });
    await expect(list.getByRole("button", { name: "Move 9, Ada: C1 (blunder)" })).toContainText("??");
    await expect(list.getByRole("button", { name: "Move 7, Ada: E1 (mistake)" })).toContainText("?");
    await expect(list.getByRole("button", { name: "Move 1, Ada: D1", exact: true })).toBeVisible();
  });

  test("keeps its items, and so the focus, while more are found", async ({ game, page }) => {
    await game.openStored(storedMatch(lost));
    const first = page.evaluate(markFirst);
    await page.getByRole("button", { name: "Review" }).click();
    const marked = await first;
    await analysed(game);
    await expect(page.getByRole("region", { name: "Review" }).getByRole("listitem")).toHaveCount(7);
    await expect(page.locator("[data-kept]")).toHaveCount(marked);
    await expect(page.locator("[data-kept] button:focus")).toBeVisible();
  });

  test("is stored, and removed when the game goes another way", async ({ game, page }) => {
    await game.openStored(storedMatch(lost));
    const workers = await watchWorkers(page);
    await expect((await review(game)).getByRole("listitem")).toHaveCount(7);
    await game.reload();
    // Without an answer of the worker.
    await workers.hold();
    await page.getByRole("button", { name: "Review" }).click();
    const items = page.getByRole("region", { name: "Review" }).getByRole("listitem");
    await expect(items).toHaveCount(7);
    await workers.release();
    await analysed(game);
    await expect(items).toHaveCount(7);
    await game.step(12).click();
    await game.expectPieces(12);
    await game.drop(7);
    await expect(items.filter({ hasText: "Move 13, Ada: B4" })).toHaveCount(0);
  });

  test("can be read and followed with the screen off", async ({ game, page }) => {
    await game.openStored(storedMatch({ ...lost, moves: lost.moves.slice(0, -1) }));
    const said = await listen(page);
    await game.boardTabStop.focus();
    await page.keyboard.press("c");
    await page.keyboard.press("Enter");
    await expect.poll(said.last).toContain("Ben wins");
    await page.getByRole("button", { name: "Review" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(said.last, { timeout: 20_000 }).toBe("Analysis complete");
    const region = page.getByRole("region", { name: "Review" });
    const [first] = await region.getByRole("listitem").allInnerTexts();
    expect(first.replace(/\s+/g, " ")).toMatch(/^Turning point Move 13, Ada: B4 \(missed win\) B4 misses the win with F1\./);
    await region.getByRole("button", { name: "Move 13, Ada: B4 (missed win)" }).focus();
    await page.keyboard.press("Enter");
    await game.expectPieces(13);
    await expect.poll(said.all).toContain("Move 13. Ben to move");
    await region.getByRole("button", { name: "Play it out from before Move 13, Ada: B4" }).focus();
    await page.keyboard.press("Enter");
    const saying = (text) => expect.poll(said.all).toContainEqual(expect.stringContaining(text));
    await saying("Ada to move");
    await page.keyboard.press("f");
    await page.keyboard.press("Enter");
    await saying("Ada wins");
  });

  test("lets an error be played out", async ({ game, page }) => {
    await game.openStored(storedMatch(lost));
    const region = await review(game);
    const play = region.getByRole("button", { name: "Play it out from before Move 13, Ada: B4" });
    await play.focus();
    await page.keyboard.press("Enter");
    await game.expectPieces(12);
    await expect(game.status).toContainText("Ada to move");
    const record = await game.record();
    expect(record.players.map(({ computer }) => computer ?? null)).toEqual([null, "level:6"]);
    await game.drop(6);
    await game.expectStatus("won", 0);
  });
});
