// The end of a game: the card with the result.

import { classicDraw } from "../data/games.mjs";
import { animationsEnded } from "../support/animations.mjs";
import { PARTS } from "../support/files.mjs";
import { expect, storedMatch, test } from "../support/game.mjs";
import { holdResponses } from "../support/responses.mjs";
import { listen } from "../support/screen-reader.mjs";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** Opens a game with all parts loaded, and plays moves that end it. */
async function finish(game, match, moves) {
  await game.openStored(storedMatch(match));
  await game.partsLoaded();
  await game.moves(moves);
  await expect(game.endCard).toBeVisible();
}

test("the card says who won and how, and has what can be done next", async ({ game, page }) => {
  await finish(game, { moves: "121212" }, "1");
  await expect(game.endCard.getByRole("heading", { name: "Ada wins" })).toBeVisible();
  await expect(game.endCard).toContainText("In the column A1–A4, with their 4th piece");
  for (const name of ["Rematch", "Review", "Share", "Undo", "New game"]) {
    await expect(page.getByRole("button", { name, exact: true }), name).toHaveCount(1);
    await expect(page.getByRole("button", { name, exact: true }), name).toBeVisible();
  }
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(game.shareDialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(game.shareDialog).toBeHidden();
  await expect(game.endCard, "Escape closed only the dialog").toBeVisible();
  await game.rematch.click();
  await expect(game.endCard).toHaveCount(0);
  await game.expectPieces(0);
  await expect(game.undo).toHaveCount(1);
});

test("a draw and a loss on time have their own words", async ({ game }) => {
  await finish(game, { moves: classicDraw.slice(0, -1) }, classicDraw.slice(-1));
  await expect(game.endCard.getByRole("heading", { name: "A draw" })).toBeVisible();
  await expect(game.endCard).toContainText("The board is full");
  await game.openStored(storedMatch({ time_control: "1/move", moves: "44" }));
  await game.partsLoaded();
  await game.drop(4);
  await expect(game.endCard.getByRole("heading", { name: "Ada wins" })).toBeVisible();
  await expect(game.endCard).toContainText("Ben ran out of time");
});

test("the only human is spoken to", async ({ game }) => {
  await finish(game, { computers: [null, "random"], moves: "121212" }, "1");
  await expect(game.endCard.getByRole("heading", { name: "You win!" })).toBeVisible();
  await expect(game.endCard).toContainText("with your 4th piece");
});

test("the card can be closed in three ways, and shown again", async ({ game, page }) => {
  await finish(game, { moves: "121212" }, "1");
  const ways = [
    () => page.keyboard.press("Escape"),
    () => game.endCard.getByRole("button", { name: "Look at the board" }).click(),
    () => game.drop(4),
  ];
  for (const close of ways) {
    await close();
    await expect(game.endCard).toHaveCount(0);
    await expect(game.status).toContainText("Ada wins · 7 moves");
    await expect(game.rematch).toHaveCount(1);
    await game.showResult.click();
    await expect(game.endCard).toBeVisible();
    await expect(game.showResult).toHaveCount(0);
    await expect(game.rematch).toBeFocused();
  }
  await game.expectPieces(7);
  // The focus is never lost.
  await page.keyboard.press("Escape");
  await expect(game.boardTabStop).toBeFocused();
});

test("undoing the end closes the card, and it comes only with a new end", async ({ game }) => {
  await finish(game, { moves: "121212" }, "1");
  await game.undo.click();
  await expect(game.endCard).toHaveCount(0);
  await expect(game.boardTabStop).toBeFocused();
  await game.expectStatus("to-move", 0);
  await game.redo.click();
  await game.expectStatus("won", 0);
  await expect(game.showResult).toBeVisible();
  await expect(game.endCard).toHaveCount(0);
  await game.undo.click();
  await game.drop(1);
  await expect(game.endCard).toBeVisible();
  // A finished game that is opened has the button only.
  await game.reload();
  await game.partsLoaded();
  await expect(game.showResult).toBeVisible();
  await expect(game.endCard).toHaveCount(0);
  await expect(game.rematch).toBeVisible();
});

test("the result is announced once, and at once", async ({ game, page }) => {
  await game.openStored(storedMatch({ moves: "121212" }));
  await game.partsLoaded();
  const announcements = await listen(page);
  await game.drop(1);
  await expect.poll(announcements.last).toContain("Ada wins");
  await expect(game.endCard).toBeVisible();
  const said = (await announcements.all()).filter((text) => text.includes("wins"));
  expect(said).toHaveLength(1);
});

test("the focus stays on the board, and the card is next", async ({ game, page }) => {
  await game.openStored(storedMatch({ moves: "121212" }));
  await game.partsLoaded();
  await game.column(1).focus();
  await page.keyboard.press("Enter");
  await expect(game.endCard).toBeVisible();
  await expect(game.column(1)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(game.rematch).toBeFocused();
});

test("the review opens in place of the card", async ({ game, page }) => {
  for (const size of [{ width: 390, height: 844 }, { width: 1280, height: 720 }]) {
    await page.setViewportSize(size);
    await finish(game, { moves: "121212" }, "1");
    await page.getByRole("button", { name: "Review", exact: true }).click();
    await expect(game.analysisPanel).toBeVisible();
    await expect(game.endCard).toHaveCount(0);
    await expect(page.locator("#panel :focus")).toHaveCount(1);
  }
});

test("a panel that was opened is not covered", async ({ game, page }) => {
  await game.installClock();
  await game.openStored(storedMatch({ moves: "121212" }));
  await game.partsLoaded();
  await game.analysis.click();
  await expect(game.analysisPanel).toBeVisible();
  await game.drop(1);
  await expect(game.showResult).toBeVisible();
  await page.clock.runFor(1500);
  await expect(game.endCard).toHaveCount(0);
  await expect(game.analysisPanel).toBeVisible();
  // One that is opened while the card is there takes its place.
  await page.keyboard.press("Escape");
  await game.showResult.click();
  await expect(game.endCard).toBeVisible();
  await game.text.click();
  await expect(game.textPanel).toBeVisible();
  await expect(game.endCard).toHaveCount(0);
});

test("a game that ends before the code of the card is loaded has the card, too", async ({ game, page }) => {
  await game.openStored(storedMatch({ moves: "121212" }));
  // What the first screen needs of the parts.
  const needed = new Set();
  const note = (request) => needed.add(request.url());
  page.on("request", note);
  await game.reload();
  page.off("request", note);
  const release = await holdResponses(page, ({ href }) => PARTS.test(href) && !needed.has(href));
  await game.reload();
  await game.drop(1);
  await game.expectStatus("won", 0);
  release();
  await expect(game.endCard).toBeVisible();
});

const screens = [
  [320, 568],
  [360, 640],
  [390, 844],
  [844, 390],
  [568, 320],
  [768, 1024],
  [1440, 900],
  [1920, 1080],
];

test("the card never covers the board, and the board does not move", async ({ game, page }) => {
  test.slow();
  // Where things are doesn't depend on motion.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const box = (selector) => page.locator(selector).evaluate((it) => it.getBoundingClientRect().toJSON());
  const boards = {
    classic: [{ moves: "121212" }, () => game.drop(1)],
    "15 × 15": [{ rules: { columns: 15, rows: 15, connect: 4 }, moves: "1,2,1,2,1,2" }, () => game.drop(1)],
    "tic-tac-toe": [
      { rules: { columns: 3, rows: 3, connect: 3, gravity: false }, moves: "B2,A1,C1,A2" },
      () => game.place("A3"),
    ],
  };
  for (const [name, [match, win]] of Object.entries(boards)) {
    await page.setViewportSize({ width: 1280, height: 720 });
    await game.openStored(storedMatch(match));
    await game.partsLoaded();
    const sizes = name === "classic" ? screens : [screens[0], screens[2], screens[3], screens[6]];
    for (const [width, height] of sizes) {
      const where = `${name}, ${width} × ${height}`;
      await game.resize(width, height);
      const before = await box(".board");
      await win();
      await expect(game.endCard, where).toBeVisible();
      await animationsEnded(page);
      const [board, drawing, card] = [await box(".board"), await box(".board > svg"), await box(".end-card")];
      expect.soft(board, `${where}: the board moved`).toEqual(before);
      const apart = card.left >= drawing.right - 1 || card.top >= drawing.bottom - 1;
      expect.soft(apart, `${where}: the card covers the board`).toBe(true);
      expect.soft(card.bottom, where).toBeLessThanOrEqual(height + 0.5);
      expect.soft(card.right, where).toBeLessThanOrEqual(width + 0.5);
      for (const button of ["Rematch", "Review", "Share", "Undo", "New game"]) {
        const visible = game.endCard.getByRole("button", { name: button });
        await expect.soft(visible, `${where}: ${button}`).toBeInViewport({ ratio: 1 });
      }
      await game.undo.click();
      await expect(game.endCard).toHaveCount(0);
    }
  }
});

test.describe("in time", () => {
  /** Records in each frame what can be seen of a win, from a click on a column. */
  async function watch(page, column) {
    return page.evaluate(async (column) => {
      const frames = [];
      const opacity = (it) => (it ? Number(getComputedStyle(it).opacity) : 0);
      const isSeen = (it) => it !== null && getComputedStyle(it).visibility === "visible" && opacity(it) > 0.05;
      const piece = (cell) => document.querySelector(`[data-cell=${cell}]`);
      const start = performance.now();
      document.querySelector(`[data-column="${column}"]`).click();
      while (performance.now() - start < 2500) {
        await new Promise(requestAnimationFrame);
        const marks = [...document.querySelectorAll("[data-marked] path:not(.unmarked)")];
        const falling = document.querySelector("[data-marked] .falls");
        const y = falling ? new DOMMatrix(getComputedStyle(falling).transform).f : 0;
        const stroke = document.querySelector(".board .trace");
        frames.push({
          at: performance.now() - start,
          isFalling: y < -15,
          inDom: document.querySelectorAll("[data-marked]").length,
          status: document.querySelector("[role=status]").dataset.status,
          marks: marks.filter(isSeen).length,
          isDimmed: isSeen(piece("B1").querySelector(".dimmed")),
          line: stroke ? parseFloat(getComputedStyle(stroke).strokeDashoffset) < 60 : false,
          score: isSeen(document.querySelector(".score")),
          text: isSeen(document.querySelector(".status")) && isSeen(document.querySelector(".turn")),
          card: isSeen(document.querySelector(".end-card")),
          delays: marks.flatMap((mark) => mark.getAnimations()[0]?.effect.getTiming().delay ?? []),
        });
      }
      return frames;
    }, column);
  }

  test("nothing of a win shows before the piece has landed, then one after another", async ({ game, page }) => {
    await game.openStored(storedMatch({ moves: "121212" }));
    await game.partsLoaded();
    const frames = await watch(page, 1);
    // For tools it is there at once.
    expect(frames[0]).toMatchObject({ inDom: 4, status: "won" });
    const falling = frames.filter(({ isFalling }) => isFalling);
    expect(falling.length).toBeGreaterThan(1);
    for (const frame of falling) {
      expect(frame).toMatchObject({ marks: 0, isDimmed: false, line: false, score: false, card: false });
    }
    const first = (seen) => frames.find(seen).at;
    const landed = frames.find(({ at, isFalling }) => !isFalling && at > falling.at(-1).at).at;
    const marked = [1, 2, 3, 4].map((count) => first(({ marks }) => marks >= count));
    expect(marked[0]).toBeGreaterThanOrEqual(landed);
    expect(marked).toEqual(marked.toSorted((a, b) => a - b));
    // By the times of the animations, as a busy machine draws several of them in one frame.
    const delays = frames[0].delays.toSorted((a, b) => a - b);
    expect(delays).toHaveLength(4);
    for (const index of [1, 2, 3]) expect(delays[index] - delays[index - 1]).toBeGreaterThan(50);
    expect(first(({ line }) => line)).toBeGreaterThanOrEqual(marked[3]);
    // By frames: on a busy machine the animations are behind the timer of the card.
    const frameOf = (seen) => frames.findIndex(seen);
    expect(frameOf(({ card }) => card)).toBeGreaterThanOrEqual(frameOf(({ line }) => line) - 1);
    expect(frames.at(-1)).toMatchObject({ marks: 4, isDimmed: true, line: true, score: true, card: true });
  });

  test("with reduced motion all is there at once", async ({ game, page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await game.openStored(storedMatch({ moves: "121212" }));
    await game.partsLoaded();
    const [frame] = await watch(page, 1);
    expect(frame).toMatchObject({ marks: 4, isDimmed: true, line: true, score: true, card: true });
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });

  test("pieces burst from the line of a win, outside the cells' buttons, and vanish", async ({ game, page }) => {
    await game.openStored(storedMatch({ computers: [null, "random"], moves: "121212" }));
    await game.partsLoaded();
    await game.drop(1);
    const burst = page.locator(".celebration path");
    await expect(burst).toHaveCount(20);
    const times = await burst.evaluateAll((pieces) =>
      pieces.map((piece) => piece.getAnimations()[0].effect.getComputedTiming().duration),
    );
    expect(Math.max(...times)).toBeLessThanOrEqual(1200);
    await expect(game.endCard).toBeVisible();
    await animationsEnded(page);
    const opacities = await burst.evaluateAll((pieces) => pieces.map((it) => getComputedStyle(it).opacity));
    expect(new Set(opacities)).toEqual(new Set(["0"]));
  });
});

test("notices that only inform leave by themselves, unless they are pointed at", async ({ game, page }) => {
  await game.installClock();
  await game.open();
  await game.partsLoaded();
  // The game is stored again after another tab has removed it.
  await page.evaluate(() => localStorage.clear());
  await game.drop(4);
  const notice = game.notices.getByRole("alert");
  await expect(notice).toBeVisible();
  await notice.hover();
  const state = () => notice.evaluate((it) => it.getAnimations()[0].playState);
  await expect.poll(state).toBe("paused");
  await page.mouse.move(0, 0);
  await expect.poll(state).toBe("running");
  await notice.evaluate((it) => it.getAnimations()[0].finish());
  await expect(notice).toHaveCount(0);
});

test("an error stays until it is dismissed", async ({ game }) => {
  await game.open("#v=1&board=7x6&connect=4&moves=9");
  const notice = game.notices.getByRole("alert").first();
  await expect(notice).toBeVisible();
  expect(await notice.evaluate((it) => it.getAnimations().length)).toBe(0);
});
