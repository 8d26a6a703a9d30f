// Places, the browser's Back, and Escape: each closes one level.

import { expect, storedMatch, test, youAndBen } from "../support/game.mjs";

const phone = { width: 390, height: 844 };

// Another page to come from: browsers replace the entry of an initial about:blank.
const before = "before.html";
const openBefore = async (page) => {
  const body = '<title>Before</title><link rel="icon" href="data:,">';
  await page.route(`**/${before}`, (route) => route.fulfill({ body, contentType: "text/html" }));
  await page.goto(before);
};
// Not `waitForURL`, which in Firefox doesn't notice pages of its back/forward cache.
const expectLeft = (page) =>
  expect(async () => {
    const path = await page.evaluate(() => location.pathname);
    expect(path.endsWith(before)).toBe(true);
  }).toPass();
// Not `url`, which in Firefox doesn't notice traversals within a document.
const hash = (page) => page.evaluate(() => location.hash);

test("Back closes a page, and leaves the site only after that", async ({ game, page }) => {
  await openBefore(page);
  await game.open();
  await game.library.click();
  await expect(game.libraryDialog).toBeVisible();
  expect(await hash(page)).toBe("#/library");
  await game.back();
  await expect(game.libraryDialog).toBeHidden();
  expect(await hash(page)).toBe("");
  await page.evaluate(() => history.forward());
  await expect(game.libraryDialog).toBeVisible();
  await game.back();
  await expect(game.libraryDialog).toBeHidden();
  await game.back();
  await expectLeft(page);
});

test("a page that is closed leaves no entry behind", async ({ game, page }) => {
  await openBefore(page);
  await game.open();
  for (const close of [() => game.play.click(), () => page.keyboard.press("Escape")]) {
    await game.library.click();
    await expect(game.libraryDialog).toBeVisible();
    await close();
    await expect(game.libraryDialog).toBeHidden();
    await expect.poll(() => hash(page)).toBe("");
  }
  // From one place to another.
  await game.library.click();
  await game.compete.click();
  await expect(game.shownPage).toHaveAccessibleName("Compete");
  await expect.poll(() => hash(page)).toBe("#/compete");
  await game.back();
  await expect(game.shownPage).toHaveCount(0);
  await game.back();
  await expectLeft(page);
});

test("a page has an address, a title, and its place in the navigation", async ({ game, page }) => {
  await game.open();
  const marked = page.getByRole("navigation").locator("[aria-current=page]");
  await expect(marked).toHaveText("Play");
  for (const [place, id, title] of [
    ["Learn", "learn", "Learn"],
    ["Library", "library", "Library"],
    ["Compete", "compete", "Compete"],
    ["Settings", "settings", "Settings"],
    ["Help", "help", "How to play"],
  ]) {
    await page.getByRole("button", { name: place, exact: true }).click();
    await expect(page.getByRole("region", { name: title, exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { name: title, exact: true })).toBeFocused();
    await expect(marked).toHaveText(place);
    await expect(page).toHaveTitle(`${title} · Four Shapes`);
    await expect.poll(() => hash(page)).toBe(`#/${id}`);
    await expect(page.getByRole("toolbar")).toBeHidden();
  }
  await game.play.click();
  await expect(page.getByRole("toolbar")).toBeVisible();
  await expect(page).toHaveTitle("Four Shapes");
});

test("Back returns from a page to the one that led there", async ({ game, page }) => {
  await openBefore(page);
  await game.open();
  await game.learn.click();
  await page.getByRole("region", { name: "Learn" }).getByRole("button", { name: "Openings" }).click();
  await expect(page.getByRole("region", { name: "Openings" })).toBeVisible();
  // The board is there again, without the panel of the game.
  await expect(page.getByRole("toolbar")).toBeVisible();
  await expect(page.getByRole("tab")).toHaveCount(0);
  await game.back();
  await expect(game.shownPage).toHaveAccessibleName("Learn");
  await game.back();
  await expect(game.shownPage).toHaveCount(0);
  await game.back();
  await expectLeft(page);
});

/** Opens the statistics of the library, a level above it. */
async function openStatistics(game) {
  const statistics = game.libraryDialog.getByRole("button", { name: "Statistics" });
  const results = game.libraryDialog.getByRole("button", { name: "Show results" });
  await expect(results.or(statistics).first()).toBeAttached();
  if (await results.isVisible()) await results.click();
  await statistics.click();
}

test("Back and Escape close one level at a time", async ({ game, page }) => {
  await game.openStored(storedMatch({ players: youAndBen, moves: "121212", computers: [null, "level:1"] }));
  await game.drop(1);
  await game.expectStatus("won", 0);
  const games = game.libraryDialog.getByRole("list", { name: "Games" });
  for (const leave of [() => game.back(), () => page.keyboard.press("Escape")]) {
    await game.library.click();
    await openStatistics(game);
    await expect(games).toHaveCount(0);
    await leave();
    await expect(games).toBeVisible();
    await leave();
    await expect(game.libraryDialog).toBeHidden();
  }
});

test("Back closes the panel of a narrow page", async ({ game, page }) => {
  await page.setViewportSize(phone);
  await game.open();
  await game.drop(4);
  await game.analysis.click();
  await expect(game.analysisPanel).toBeVisible();
  await page.getByRole("tab", { name: "Moves" }).click();
  await expect(game.analysisPanel).toHaveCount(0);
  await game.back();
  await expect(page.getByRole("tab")).toHaveCount(0);
  await game.analysis.click();
  await page.getByRole("button", { name: "Close" }).click();
  await expect(game.analysisPanel).toHaveCount(0);
});

test.describe("after a reload Back closes one level, or leaves the page", () => {
  const levels = {
    "above a panel": async (game, page) => {
      await game.analysis.click();
      await expect(game.analysisPanel).toBeVisible();
      await page.reload();
      await game.ready();
      await game.settings.click();
      return [game.settingsDialog];
    },
    "above a panel and a dialog": async (game, page) => {
      await game.analysis.click();
      await game.newGame.click();
      await expect(game.newGameDialog).toBeVisible();
      await page.reload();
      await game.ready();
      return [game.newGameDialog];
    },
    "of the statistics in the library": async (game, page) => {
      await game.openStored(storedMatch({ players: youAndBen, moves: "1212121", computers: [null, "level:1"] }));
      await game.library.click();
      const games = game.libraryDialog.getByRole("list", { name: "Games" });
      await openStatistics(game);
      await expect(games).toHaveCount(0);
      await page.reload();
      await game.ready();
      await expect(games.locator("> li")).toHaveCount(1);
      await openStatistics(game);
      const board = game.libraryDialog.getByRole("button", { name: /^Back to/ }).first();
      return [game.libraryDialog, board];
    },
    "of nothing": async (game, page) => {
      await game.analysis.click();
      await expect(game.analysisPanel).toBeVisible();
      await page.reload();
      // Nothing to wait for shows that the page has taken over the history.
      await game.partsLoaded();
      return [];
    },
  };
  for (const [name, open] of Object.entries(levels)) {
    test(name, async ({ game, page }) => {
      await page.setViewportSize(phone);
      await openBefore(page);
      await game.open();
      await game.drop(4);
      // From the outer to the inner level.
      const levelsOpen = await open(game, page);
      for (const level of levelsOpen) await expect(level).toBeVisible();
      while (levelsOpen.length > 0) {
        await game.back();
        await expect(levelsOpen.pop()).toBeHidden();
        for (const level of levelsOpen) await expect(level).toBeVisible();
      }
      expect(await hash(page)).toBe("");
      await game.drop(4);
      await game.back();
      await expectLeft(page);
    });
  }
});

/** Runs in the page: goes forward to an entry from which the page goes back. */
function forwardAndBack() {
  return new Promise((done) => {
    let traversals = 0;
    const count = () => {
      if (++traversals < 2) return;
      removeEventListener("popstate", count);
      done();
    };
    addEventListener("popstate", count);
    history.forward();
  });
}

/** Opens a page or a dialog, goes back, and forward again. */
async function openTwice(game, button, opened) {
  await button.click();
  await expect(opened).toBeVisible();
  await game.back();
  await expect(opened).toBeHidden();
  await game.page.evaluate(() => history.forward());
  await expect(opened).toBeVisible();
}

test("Forward opens a place again, and passes over what it can't open", async ({ game, page }) => {
  await page.setViewportSize(phone);
  await openBefore(page);
  await game.open();
  await game.drop(4);
  await game.analysis.click();
  await expect(game.analysisPanel).toBeVisible();
  await game.back();
  await expect(game.analysisPanel).toHaveCount(0);
  await page.evaluate(forwardAndBack);
  await openTwice(game, game.settings, game.settingsDialog);
  await game.back();
  await expect(game.settingsDialog).toBeHidden();
  await game.back();
  await expectLeft(page);
});

test("levels that are left while the browser goes back stay closed", async ({ game, page }) => {
  await page.setViewportSize(phone);
  await openBefore(page);
  await game.open();
  await game.openScores();
  const back = game.scoresDialog.getByRole("button", { name: "Back", exact: true });
  await back.evaluate((back, play) => [back, play].forEach((button) => button.click()), await game.play.elementHandle());
  await game.closed(game.scoresDialog);
  await game.closed(game.libraryDialog);
  await game.drop(4);
  await game.back();
  await expectLeft(page);
});

/** Runs in the page: keeps the `close` events of dialogs, which are asynchronous, until `tellClosed`. */
function delayClose() {
  const closed = [];
  const delay = (event) => {
    if (!event.isTrusted) return;
    event.stopImmediatePropagation();
    closed.push(event.target);
  };
  window.tellClosed = async () => {
    // The event follows in a task of its own.
    while (closed.length === 0) await new Promise(requestAnimationFrame);
    closed.splice(0).forEach((dialog) => dialog.dispatchEvent(new Event("close")));
  };
  addEventListener("close", delay, true);
}

test("a dialog is opened before another one is told that it was closed", async ({ game, page }) => {
  await game.open();
  await page.evaluate(delayClose);
  // A dialog that doesn't know that it was closed would open when its content is loaded.
  const loaded = (dialog) => expect(dialog.getByRole("heading", { level: 2 })).toBeVisible();
  await game.share.click();
  await loaded(game.shareDialog);
  await page.keyboard.press("Escape");
  await expect(game.shareDialog).toBeHidden();
  await game.load.click();
  await loaded(game.loadDialog);
  await page.evaluate(() => window.tellClosed());
  await expect.poll(() => hash(page)).toBe("#/load");
  await page.keyboard.press("Escape");
  await expect(game.loadDialog).toBeHidden();
  await page.evaluate(() => window.tellClosed());
  await expect.poll(() => hash(page)).toBe("");
});

test("a dialog is opened again before it is told that it was closed", async ({ game, page }) => {
  await page.setViewportSize(phone);
  await openBefore(page);
  await game.open();
  await page.evaluate(delayClose);
  await openTwice(game, game.share, game.shareDialog);
  await page.evaluate(() => window.tellClosed());
  await expect(game.shareDialog.getByRole("heading", { level: 2 })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(game.shareDialog).toBeHidden();
  await page.evaluate(() => window.tellClosed());
  await expect.poll(() => hash(page)).toBe("");
  await game.drop(4);
  await game.back();
  await expectLeft(page);
});

test.describe("when the device is turned", () => {
  const wide = { width: 1200, height: 800 };
  const tabs = (page) => page.getByRole("tab");
  /** Waits for the frame in which the page adapts to its size. */
  const turn = async (page, size) => {
    await page.setViewportSize(size);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  };
  const moves = (page) => page.getByRole("region", { name: "Moves" });

  test("Back closes the analysis, which was beside the board", async ({ game, page }) => {
    await page.setViewportSize(wide);
    await openBefore(page);
    await game.open();
    await game.partsLoaded();
    await game.drop(4);
    await game.analysis.click();
    await expect(moves(page)).toHaveCount(0);
    await expect(tabs(page)).toHaveCount(3);
    await turn(page, phone);
    // Above it, a page.
    await game.newGame.click();
    await expect(game.newGameDialog).toBeVisible();
    await game.back();
    await expect(game.newGameDialog).toBeHidden();
    await expect(tabs(page)).toHaveCount(3);
    await game.back();
    await expect(tabs(page)).toHaveCount(0);
    await game.back();
    await expectLeft(page);
  });

  test("Back shows the list of moves instead of a panel from below the board", async ({ game, page }) => {
    await page.setViewportSize(phone);
    await openBefore(page);
    await game.open();
    await game.partsLoaded();
    await game.drop(4);
    await game.analysis.click();
    await expect(game.analysisPanel).toBeVisible();
    await turn(page, wide);
    await game.back();
    await expect(game.analysisPanel).toHaveCount(0);
    await expect(moves(page)).toBeVisible();
    await game.back();
    await expectLeft(page);
  });

  test("the list of moves beside the board is no level", async ({ game, page }) => {
    await page.setViewportSize(phone);
    await openBefore(page);
    await game.open();
    await game.partsLoaded();
    await game.drop(4);
    await game.analysis.click();
    await page.getByRole("tab", { name: "Moves" }).click();
    await expect(moves(page)).toBeVisible();
    await turn(page, wide);
    await expect.poll(() => page.evaluate(() => history.state?.[0] === 0)).toBe(true);
    await expect(moves(page)).toBeVisible();
    await game.back();
    await expectLeft(page);
  });
});

test("the address of a place opens it, also after a reload", async ({ game, page }) => {
  await game.open("./#/settings");
  await expect(game.settingsDialog).toBeVisible();
  await page.reload();
  await expect(game.settingsDialog).toBeVisible();
  await game.back();
  await expect(game.settingsDialog).toBeHidden();
  await game.drop(4);
  await game.expectPieces(1);
});

test("on the first visit a game against level 3 takes three taps", async ({ game, page }) => {
  await page.setViewportSize(phone);
  await game.open();
  const start = page.getByRole("group", { name: "Ways to play" });
  await start.getByRole("button", { name: "New game" }).click();
  const dialog = game.newGameDialog;
  await dialog.getByRole("radio", { name: /^Mira/ }).check();
  await dialog.getByRole("button", { name: "Start" }).click();
  await expect(game.seats.nth(1)).toContainText("Level 3");
  await game.drop(4);
  await game.expectPieces(2);
  await game.reload();
  await expect(start).toHaveCount(0);
});

test("the start stays until a move, and leads to each way to play", async ({ game, page }) => {
  await page.setViewportSize(phone);
  await game.open();
  const start = page.getByRole("group", { name: "Ways to play" });
  await expect(page.getByRole("heading", { name: "Four in a row wins." })).toBeVisible();
  await game.library.click();
  await expect(start).toBeHidden();
  await game.play.click();
  await expect(start).toBeVisible();
  await start.getByRole("button", { name: /^Today’s puzzle/ }).click();
  await expect(page.getByRole("region", { name: "Puzzles" })).toBeVisible();
  await game.back();
  await game.open();
  await start.getByRole("button", { name: "Invite a friend" }).click();
  await expect(page.getByRole("region", { name: "Play a friend" })).toBeVisible();
  await page.keyboard.press("Escape");
  await start.getByRole("button", { name: /^Play the computer/ }).click();
  await expect(game.seats.nth(1)).toContainText("Pip");
  await expect(start).toHaveCount(0);
  await game.drop(4);
  await game.expectPieces(2);
});

test("a tap starts a two-player game, in which the computer can answer", async ({ game, page }) => {
  await page.setViewportSize(phone);
  await game.open();
  await game.drop(4);
  await expect(game.status).toContainText("Blue to move");
  await expect(page.getByRole("group", { name: "Ways to play" })).toHaveCount(0);
  await page.getByRole("button", { name: "Let the computer answer" }).click();
  await game.expectPieces(2);
  await expect(game.seats.first()).toContainText("You");
  await expect(game.seats.nth(1)).toContainText("Pip");
  // It is one game.
  await game.library.click();
  await expect(game.libraryDialog.getByText("You vs Pip")).toBeVisible();
  await expect(game.libraryDialog.locator("#library-list > li")).toHaveCount(1);
  await game.play.click();
  await game.open();
  await game.newGame.click();
  await game.newGameDialog.getByRole("button", { name: "Two players" }).click();
  await game.newGameDialog.getByRole("button", { name: "Start" }).click();
  await game.moves("44");
  await expect(page.getByRole("button", { name: "Let the computer answer" })).toHaveCount(0);
});

test("the side and the level against the computer", async ({ game }) => {
  await game.open();
  await game.newGame.click();
  const dialog = game.newGameDialog;
  await dialog.getByRole("button", { name: /^Computer/ }).click();
  await dialog.getByRole("radio", { name: /^Pip/ }).check();
  await dialog.getByRole("radio", { name: "second" }).check();
  await dialog.getByRole("button", { name: "Start" }).click();
  await game.expectPieces(1);
  await expect(game.seats.first()).toContainText("Level 1");
  await expect(game.seats.nth(1)).toContainText("pentagon");
});

test("the list of moves goes through the game", async ({ game, page }) => {
  await game.openStored(storedMatch({ moves: "4435" }));
  await game.partsLoaded();
  const panel = page.getByRole("region", { name: "Moves" });
  const move = (name) => panel.getByRole("button", { name });
  await expect(move("Move 4, Ben: E1")).toHaveAttribute("aria-current", "step");
  await move("Move 2, Ben: D2").click();
  await game.expectPieces(2);
  for (const [key, pieces] of [["ArrowRight", 3], ["End", 4], ["ArrowLeft", 3], ["Home", 0]]) {
    await page.keyboard.press(key);
    await game.expectPieces(pieces);
  }
  // Keys that follow each other at once.
  await page.evaluate(() => {
    const press = (key) => {
      const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(event);
    };
    for (const key of ["End", "ArrowLeft", "ArrowLeft", "ArrowLeft"]) press(key);
  });
  await game.expectPieces(1);
  await expect(move("Move 1, Ada: D1")).toBeFocused();
  await expect(panel.locator("[aria-current]")).toHaveCount(1);
  await expect(panel.locator(".move-list [tabindex='0']")).toHaveCount(1);
  await expect(move("Move 1, Ada: D1")).toHaveAttribute("tabindex", "0");
  await page.keyboard.press("Home");
  for (const [name, pieces] of [["Next", 1], ["Last", 4], ["Previous", 3], ["First", 0]]) {
    await panel.getByRole("button", { name: new RegExp(`^${name}`) }).click();
    await game.expectPieces(pieces);
  }
  await game.moves("44");
  await expect(move(/^Move/)).toHaveCount(2);
});

test("a rematch switches sides and keeps the score", async ({ game }) => {
  await game.open();
  await game.moves("1212121");
  await expect(game.seats.first()).toContainText("1 win");
  await game.rematch.click();
  await game.expectPieces(0);
  await expect(game.status).toContainText("Blue to move");
  await expect(game.seats.first()).toContainText("1 win");
});
