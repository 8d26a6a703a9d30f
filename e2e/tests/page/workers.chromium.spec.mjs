// Search workers: when they are fetched, how failures are handled, and that the page stays
// responsive.

import { BOOK, WORKER_FILES, WORKER_PROGRAM, fileOf } from "../support/files.mjs";
import { expect, storedMatch, test } from "../support/game.mjs";
import { watchWorkers } from "../support/workers.mjs";

const opponent = (kind, more) => storedMatch({ computers: [null, kind], ...more });

test("workers are fetched only when needed", async ({ game, page }) => {
  const urls = [];
  page.context().on("request", (request) => urls.push(fileOf(request.url())));
  const fetched = () => urls.filter((url) => WORKER_FILES.includes(url)).sort();
  await game.open();
  await game.moves("44");
  // Not needed by dialogs, nor by computers in a finished game.
  await game.openNewGame();
  await page.keyboard.press("Escape");
  await game.openStored(opponent("random", { moves: "1212121" }));
  await game.openStored(opponent("mcts:50", { rules: { columns: 9, rows: 7 } }));
  expect(fetched()).toEqual([]);
  await game.drop(4);
  await game.expectPieces(2);
  expect(fetched(), "and no book for another board").toEqual(WORKER_FILES.filter((file) => file !== BOOK));
  await game.drop(4);
  await game.expectPieces(4);
  expect(fetched(), "and once").toHaveLength(3);
  await game.openStored(opponent("random"));
  await game.drop(4);
  await game.expectPieces(2);
  await expect.poll(() => fetched().filter((url) => url === BOOK)).toHaveLength(1);
});

test.describe("a failing worker", () => {
  test.use({ allowed: /404|Failed to|WebAssembly|net::|thrown on purpose/ });

  for (const file of WORKER_FILES.filter((file) => file !== BOOK)) {
    test(`is restarted after a failed fetch of ${file}`, async ({ game, page }) => {
      let failed = 0;
      await page.context().route(`**/${file}*`, (route) =>
        failed++ ? route.fallback() : route.fulfill({ status: 404 }),
      );
      await game.openStored(opponent("random"));
      await game.drop(4);
      await game.expectPieces(2);
      await expect(game.notices).toHaveCount(0);
      expect(failed).toBe(2);
    });
  }

  test("that can't be fetched blocks no human moves and can be resumed", async ({ game, page }) => {
    await page.context().route(`**/${WORKER_PROGRAM}*`, (route) => route.fulfill({ status: 404 }));
    await game.openStored(opponent("random"));
    await game.drop(4);
    const notice = game.notices.getByRole("alert");
    await expect(notice).toContainText("failed to load");
    await game.expectStatus("to-move", 1);
    await game.resume.click();
    await expect(notice).toHaveCount(2);
    // The game can be played between humans.
    await game.setPlayer("Ben", "Human");
    await game.drop(5);
    await game.drop(6);
    await game.expectPieces(3);
    await game.setPlayer("Ben", "Random");
    await expect(notice).toHaveCount(3);
    await page.context().unroute(`**/${WORKER_PROGRAM}*`);
    await game.resume.click();
    await game.expectPieces(4);
  });

  test("plays without the opening book", async ({ game, page }) => {
    await page.context().route(`**/${BOOK}*`, (route) => route.fulfill({ status: 404 }));
    await game.openStored(opponent("mcts:50"));
    await game.drop(4);
    await game.expectPieces(2);
    await expect(game.notices).toHaveCount(0);
  });

  test("is replaced after a crash", async ({ game, page }) => {
    await game.openStored(opponent("mcts:1000", { rules: { columns: 9, rows: 7 } }));
    await game.drop(5);
    await expect(game.seats.nth(1)).toContainText("%");
    const [worker] = page.workers();
    await worker.evaluate(() => {
      setTimeout(() => {
        throw new Error("thrown on purpose");
      });
    });
    await game.expectPieces(2);
    await expect(game.notices).toHaveCount(0);
  });

  test("is replaced after it closes silently", async ({ game, page }) => {
    test.slow();
    await game.openStored(opponent("mcts:1000", { rules: { columns: 9, rows: 7 } }));
    await game.drop(5);
    await expect(game.seats.nth(1)).toContainText("%");
    const [worker] = page.workers();
    await worker.evaluate(() => self.close()).catch(() => {});
    // The timeout is 15 seconds. Playwright's clock would disturb the page's timers.
    await expect(game.pieces).toHaveCount(2, { timeout: 30_000 });
    await expect(game.notices).toHaveCount(0);
  });

  test("of the analysis is reported, and the analysis can be reopened", async ({ game, page }) => {
    await page.context().route(`**/${WORKER_PROGRAM}*`, (route) => route.fulfill({ status: 404 }));
    await game.openStored(storedMatch({ moves: "121212" }));
    await game.analysis.click();
    await expect(game.analysisPanel).toContainText("failed to load");
    await expect(game.evaluations).toHaveCount(0);
    await page.context().unroute(`**/${WORKER_PROGRAM}*`);
    await game.analysis.click();
    await game.analysis.click();
    await expect(game.evaluations).toHaveCount(7);
    await game.showHint();
  });
});

/** Pretends to be a device with these processor cores and this memory in GB. */
const pretend = (page, cores, memory) =>
  page.addInitScript(
    ([cores, memory]) => {
      Object.defineProperty(Navigator.prototype, "hardwareConcurrency", { get: () => cores });
      Object.defineProperty(Navigator.prototype, "deviceMemory", { get: () => memory });
    },
    [cores, memory],
  );

test.describe("the columns of an analysis", () => {
  // Without a book they take minutes.
  const long = storedMatch({ rules: { columns: 9, rows: 7 }, moves: "5555" });

  test("are divided among workers, which end with the panel", async ({ game, page }) => {
    await pretend(page, 8, 8);
    const workers = await watchWorkers(page);
    await game.openStored(long);
    await game.analysis.click();
    await expect.poll(() => page.workers().length).toBe(4);
    await expect.poll(async () => (await workers.replies()).includes("column")).toBe(true);
    // They go on with another position.
    await game.drop(4);
    await expect(game.evaluations).toHaveCount(9);
    expect(page.workers()).toHaveLength(4);
    await game.analysis.click();
    await expect.poll(() => page.workers().length).toBe(1);
  });

  for (const [device, cores, memory] of [
    ["a single core", 1, 8],
    ["little memory", 8, 2],
  ]) {
    test(`are left to one worker with ${device}`, async ({ game, page }) => {
      await pretend(page, cores, memory);
      const workers = await watchWorkers(page);
      await game.openStored(long);
      await game.analysis.click();
      const reports = async () => (await workers.replies()).filter((reply) => reply === "columns").length;
      await expect.poll(reports).toBeGreaterThan(3);
      expect(page.workers()).toHaveLength(1);
    });
  }

  test("that are known soon need one worker", async ({ game, page }) => {
    await pretend(page, 8, 8);
    await game.openStored(storedMatch({ moves: "121212" }));
    await game.analysis.click();
    await expect(game.analysisPanel.getByText("Analysis complete")).toBeVisible();
    expect(page.workers()).toHaveLength(1);
  });

  test.describe("of failing workers", () => {
    test.use({ allowed: /404|Failed to|WebAssembly|net::|thrown on purpose/ });

    // Two seconds for one worker.
    const moves = "53156731";
    const scores = ["L2", "L2", "W2", "L2", "W2", "=", "="];
    const expectScores = async (game) => {
      await expect(game.analysisPanel.getByText("Analysis complete")).toBeVisible({ timeout: 30_000 });
      await expect(game.notices).toHaveCount(0);
      const labels = await game.evaluations.allTextContents();
      expect(labels.map((label) => label[0])).toEqual(scores.map((score) => score[0]));
    };

    test("that can't be loaded are scored by the first one", async ({ game, page }) => {
      await pretend(page, 2, 8);
      let fetched = 0;
      await page.context().route(`**/${WORKER_PROGRAM}*`, (route) =>
        fetched++ ? route.fulfill({ status: 404 }) : route.fallback(),
      );
      await game.openStored(storedMatch({ moves }));
      await game.analysis.click();
      await expectScores(game);
      expect(fetched, "the first one, and a second one twice").toBe(3);
    });

    test("that have crashed are scored by others", async ({ game, page }) => {
      await pretend(page, 2, 8);
      await game.openStored(storedMatch({ moves }));
      await game.analysis.click();
      await expect.poll(() => page.workers().length).toBe(2);
      const [, helper] = page.workers();
      await helper.evaluate(() => {
        setTimeout(() => {
          throw new Error("thrown on purpose");
        });
      });
      await expectScores(game);
    });
  });
});

// How long this takes is measured by `cargo xtask bench page`.
for (const [what, begin] of [
  ["a computer thinks", async (game) => {
    await game.openStored(opponent("mcts:3000"));
    await game.drop(4);
    await expect(game.seats.nth(1)).toContainText("%");
  }],
  ["the analysis runs", async (game) => {
    await game.openStored(storedMatch({ rules: { columns: 9, rows: 7 }, moves: "5555" }));
    await game.analysis.click();
    await expect(game.page.getByText(/^Analysing… \d+%$/)).toBeAttached();
  }],
]) {
  test(`the page draws frames while ${what}`, async ({ game, page }) => {
    await begin(game);
    const frames = await page.evaluate(async () => {
      const isSearching = () =>
        /\d+%/.test(document.querySelector(".seats").textContent) ||
        /^Analysing/.test(document.querySelector("#analysis > p")?.textContent);
      let frames = 0;
      for (; frames < 5 && isSearching(); frames++) await new Promise(requestAnimationFrame);
      return frames;
    });
    expect(frames).toBe(5);
  });
}

test("moves are drawn in the next frame while the analysis runs", async ({ game, page }) => {
  await game.openStored(storedMatch({ rules: { columns: 9, rows: 7 }, moves: "5555" }));
  await game.analysis.click();
  await expect(game.evaluations).toHaveCount(9);
  const pieces = await page.evaluate(async () => {
    const counts = [];
    for (const column of [1, 2, 3, 4, 6, 7, 8, 9, 1, 2, 3, 4]) {
      document.querySelector(`[data-column="${column}"]`).click();
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
      counts.push(document.querySelectorAll("[data-cell][data-player]").length);
    }
    return counts;
  });
  expect(pieces).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
});
