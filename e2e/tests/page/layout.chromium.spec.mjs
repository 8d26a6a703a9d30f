// The page fits every screen without layout shifts.

import { createServer } from "node:http";
import { setTimeout } from "node:timers/promises";
import { expect, Game, storedGame, storedMatch, test } from "../support/game.mjs";
import { holdResponses } from "../support/responses.mjs";
import { observeShifts, reportedShifts } from "../support/shifts.mjs";

const screens = [
  [320, 568],
  [360, 640],
  [390, 844],
  [844, 390],
  [568, 320],
  [768, 1024],
  [1024, 768],
  [1366, 768],
  [1920, 1080],
  [3840, 2160],
];

/** A stored game on a board of this size, with pieces in the middle column. */
function gravityBoard(columns, rows) {
  const rules = { columns, rows, connect: Math.min(4, Math.max(columns, rows)) };
  const moves = String(Math.ceil(columns / 2));
  return storedGame({ rules: { ...rules, players: 2, gravity: true }, moves, cursor: 1 });
}

const boards = {
  "7 × 6": [gravityBoard(7, 6), screens],
  "7 × 6, won": [storedGame({ moves: "1212121" }), screens],
  "15 × 15": [gravityBoard(15, 15), screens],
  "15 × 3": [gravityBoard(15, 3), [screens[1], screens[7]]],
  "3 × 15": [gravityBoard(3, 15), [screens[1], screens[7]]],
  "3 × 3": [gravityBoard(3, 3), [screens[1], screens[7]]],
  "flat 3 × 3": [flatBoard(3, 3), screens],
  "flat 15 × 15": [flatBoard(15, 15), screens],
  "flat 15 × 3": [flatBoard(15, 3), [screens[1], screens[7]]],
  "flat 3 × 15": [flatBoard(3, 15), [screens[1], screens[7]]],
  "three players": [storedMatch({ rules: { players: 3 }, moves: "44" }), screens],
  "eight players": [storedMatch({ rules: { players: 8 }, moves: "4455667" }), screens],
  "twenty players": [storedMatch({ rules: { columns: 15, rows: 15, players: 20 }, moves: "8,8" }), screens],
  "a swap": [storedMatch({ swap: true, moves: "4" }), screens],
  "two computers": [storedMatch({ computers: ["level:1", "mcts:1000"], moves: "4" }), screens],
  "a clock": [storedMatch({ time_control: "36000+2", moves: "44" }), screens],
};

/** A stored game without gravity. */
function flatBoard(columns, rows) {
  return storedMatch({ rules: { columns, rows, connect: 3, gravity: false }, moves: "A1,B2" });
}

for (const [board, [text, sizes]] of Object.entries(boards)) {
  test(`${board} fits every screen`, async ({ game, page }) => {
    await game.openStored(text);
    // Their views are loaded later.
    if (board === "two computers") await expect(game.stepButton).toBeVisible();
    if (board === "a clock") await expect(game.seats.getByRole("timer")).toHaveCount(2);
    for (const [width, height] of sizes) {
      await game.resize(width, height);
      const problems = await page.evaluate(findProblems);
      expect.soft(problems, `${width} × ${height}`).toEqual([]);
    }
  });
}

/** Runs in the page: returns layout problems. */
function findProblems() {
  const problems = [];
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
  if (scrollWidth > clientWidth) problems.push(`scrolls sideways by ${scrollWidth - clientWidth}`);
  if (scrollHeight > clientHeight) problems.push(`scrolls down by ${scrollHeight - clientHeight}`);

  const parts = {
    header: "header",
    seats: "main > ul",
    status: "[role=status]",
    board: "[role=toolbar] + svg, [role=grid] + svg",
    actions: "[role=group][aria-label=Game]",
    places: "nav",
  };
  const boxes = Object.entries(parts).map(([name, selector]) => {
    const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
    return { name, left, top, right, bottom };
  });
  for (const [i, box] of boxes.entries()) {
    const { name, left, top, right, bottom } = box;
    const inside =
      left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
    if (!inside) problems.push(`${name} is outside: ${[left, top, right, bottom]}`);
    for (const other of boxes.slice(i + 1)) {
      const apart =
        right <= other.left + 0.5 ||
        left >= other.right - 0.5 ||
        bottom <= other.top + 0.5 ||
        top >= other.bottom - 0.5;
      if (!apart) problems.push(`${name} and ${other.name} overlap`);
    }
  }

  // Nothing is unreachable by scrolling.
  for (const button of document.querySelectorAll("header button, .actions button, .places button")) {
    const { left, top, right, bottom } = button.getBoundingClientRect();
    const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    if (!inside) problems.push(`${button.textContent} is out of sight`);
    if (button.scrollWidth > button.clientWidth) problems.push(`${button.textContent} is cut off`);
  }

  const cells = [...document.querySelectorAll("[data-cell]")].map(({ dataset }) => dataset.cell);
  const columns = new Set(cells.map((cell) => cell[0])).size;
  const rows = cells.length / columns;
  // Cells are square. Where cells of 24 pixels don't fit, buttons are as wide as possible.
  const byHeight = ((innerHeight * 0.6) / (rows + 1.6)) * columns;
  const room = Math.min(innerWidth - 24, byHeight);
  const centre = (cell) => {
    const matrix = document.querySelector(`[data-cell=${cell}]`).getScreenCTM();
    return new DOMPoint(0, 0).matrixTransform(matrix);
  };
  const check = (button, name, cell, across) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    const least = across ? width : Math.min(width, height);
    if (least < 24 && columns * 24 <= room) problems.push(`${name} is ${least} wide`);
    const { x, y } = centre(cell);
    const off = Math.max(Math.abs(x - left - width / 2), across ? 0 : Math.abs(y - top - height / 2));
    if (off > 1) problems.push(`${name} is ${off} beside its place`);
  };
  const lanes = [...document.querySelectorAll("[role=toolbar] button")];
  for (const [i, lane] of lanes.entries()) {
    check(lane, `lane ${i + 1}`, `${String.fromCharCode(65 + i)}1`, true);
  }
  for (const button of document.querySelectorAll("[role=gridcell] button")) {
    const cell = button.getAttribute("aria-label").split(",")[0];
    check(button, cell, cell, false);
  }
  return problems;
}

const some = [[320, 568], [390, 844], [844, 390], [1366, 768]];
const stored = {
  "no game": [null, screens],
  "9 × 7": [gravityBoard(9, 7), screens],
  "three players": [storedMatch({ rules: { players: 3 }, moves: "4455" }), some],
  "a flat 3 × 3": [flatBoard(3, 3), some],
  "a flat 9 × 5 of three": [
    storedMatch({ rules: { columns: 9, rows: 5, players: 3, gravity: false }, moves: "A1,B2" }),
    some,
  ],
  "a long name": [
    storedMatch({
      players: [
        { name: "W".repeat(24), shape: "star", colour: "pink", symbol: "X" },
        { name: "Ben", shape: "heart", colour: "teal", symbol: "O" },
      ],
      moves: "4455",
    }),
    some,
  ],
  "eight players": [storedMatch({ rules: { players: 8 }, moves: "4455667" }), some],
  "twenty players": [storedMatch({ rules: { columns: 15, rows: 15, players: 20 } }), some],
};

for (const [what, [text, sizes]] of Object.entries(stored)) {
  test(`no layout shift when the program starts: ${what}`, async ({ game, page }) => {
    await game.open();
    await page.evaluate(() => localStorage.clear());
    if (text) await game.openStored(text);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      const release = await holdResponses(page, "**/*.wasm");
      await page.reload({ waitUntil: "commit" });
      // By then the style sheets are loaded and boot.js has run.
      await page.waitForFunction(() => document.readyState !== "loading");
      await expect(page.getByText("Loading…")).toBeVisible();
      await page.waitForFunction(() => {
        const links = document.querySelectorAll("link[rel=stylesheet]");
        return [...links].every((link) => link.sheet);
      });
      const before = await page.evaluate(partBoxes);
      release();
      await game.ready();
      await page.unroute("**/*.wasm");
      const after = await page.evaluate(partBoxes);
      expect.soft(after, `${width} × ${height}`).toEqual(before);
    }
  });
}

/** Runs in the page: returns the boxes of its parts in pixels. */
function partBoxes() {
  const parts = `h1, header button, main > ul, main > ul > li, main > .turn, .hero, .hero > *,
    .board, main > .actions, .actions button, .ways, .ways > *, .places, .places button`;
  // Only one of the static page's start and game is shown.
  const isShown = (part) => part.getClientRects().length > 0 && !part.matches(".starting .turn");
  return [...document.querySelectorAll(parts)].filter(isShown).map((part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    const [name = part.localName] = part.classList;
    // A long list of players scrolls to the player to move.
    const { scrollLeft, scrollTop } = part.matches("li") ? part.parentElement : document.documentElement;
    const box = [x + scrollLeft, y + scrollTop, width, height];
    return `${name}: ${box.map(Math.round).join(" ")}`;
  });
}

test.describe("a slow connection", () => {
  test.use({
    // A server that pauses in the middle of the document.
    baseURL: async ({ baseURL }, use) => {
      const server = createServer(async (request, response) => {
        const answer = await fetch(new URL(`.${request.url}`, baseURL));
        response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
        const body = Buffer.from(await answer.arrayBuffer());
        const half = body.indexOf('<div class="actions');
        if (half > 0) {
          response.write(body.subarray(0, half));
          await setTimeout(1_000);
        }
        response.end(body.subarray(Math.max(half, 0)));
      });
      await new Promise((done) => server.listen(0, "127.0.0.1", done));
      await use(`http://127.0.0.1:${server.address().port}/`);
      server.closeAllConnections();
      server.close();
    },
  });

  test("no layout shift while the document arrives", async ({ game, page }) => {
    await page.addInitScript(observeShifts);
    await page.setViewportSize({ width: 390, height: 844 });
    await game.open();
    expect(await reportedShifts(page)).toEqual([]);
  });
});

test("no layout shift while loading and playing", async ({ game, page }) => {
  await page.addInitScript(observeShifts);
  const played = {
    classic: [null, () => game.moves("44345")],
    three: [stored["three players"][0], () => game.moves("345")],
    flat: [stored["a flat 9 × 5 of three"][0], () => game.place("C3", "D3", "E3")],
    twenty: [stored["twenty players"][0], () => game.moves([8, 8, 7, 9, 10])],
  };
  for (const [width, height] of [[390, 844], [844, 390], [1366, 768]]) {
    await page.setViewportSize({ width, height });
    for (const [what, [text, play]] of Object.entries(played)) {
      if (text) await game.openStored(text);
      else await game.open();
      await play();
      await game.undo.click();
      await game.redo.click();
      const shifts = await reportedShifts(page);
      expect.soft(shifts, `${what}, ${width} × ${height}`).toEqual([]);
      await page.evaluate(() => localStorage.clear());
    }
  }
});

test("no horizontal scrolling at 320 pixels", async ({ game, page }) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 568 });
  const long = "W".repeat(24);
  const players = [
    { name: long, shape: "star", colour: "pink", symbol: "X" },
    { name: long.toLowerCase(), shape: "heart", colour: "teal", symbol: "O" },
  ];
  for (const [what, text] of Object.entries({
    usual: storedMatch({ players, moves: "121212" }),
    flat: storedMatch({ rules: { columns: 15, rows: 15, connect: 5, gravity: false }, players }),
    eight: storedMatch({
      rules: { players: 8 },
      moves: "4455667",
      computers: [null, "lookahead:8:right"],
    }),
    twenty: storedMatch({ rules: { columns: 15, rows: 15, players: 20 }, moves: "8,8" }),
  })) {
    await game.openStored(text);
    const expectFits = async (name) => {
      const wide = await page.evaluate(findOverflowing);
      expect.soft(wide, `${what}: ${name}`).toEqual([]);
    };
    await expectFits("game");
    if (what === "usual") {
      await game.drop(1);
      await expect(game.endCard).toBeVisible();
      await expectFits("won");
      await page.keyboard.press("Escape");
    }
    for (const name of ["Help", "New game", "Players", "Share", "Load", "Library", "Settings", "More"]) {
      await game.menuItem(name).click();
      const opened = page.locator(OPENED);
      await expect(opened).toBeVisible();
      if (name === "New game") {
        await game.newGameDialog.getByRole("button", { name: /^Computer/ }).click();
        await expectFits("Computer");
        await game.newGameDialog.getByRole("button", { name: /^Custom/ }).click();
        for (const kind of ["Connect Four", "Tic-tac-toe", "Own rules"]) {
          await game.choose({ kind, columns: 15, rows: 15, players: 12 });
          await expectFits(kind);
        }
      }
      await expectFits(name);
      await page.keyboard.press("Escape");
      await expect(opened).toHaveCount(0);
    }
    await game.text.click();
    for (const style of ["Shapes", "Letters", "X and O", "Board games"]) {
      await game.textPanel.getByRole("combobox", { name: "Style" }).selectOption(style);
      await expectFits(style);
    }
    await game.analysis.click();
    await expect(game.analysisPanel).toBeVisible();
    await expectFits("Analysis");
  }
});

/** Runs in the page: returns the page and dialogs wider than the window, and controls outside
 * their list rows. */
function findOverflowing() {
  const boxes = [document.documentElement, ...document.querySelectorAll("dialog[open], [data-place]")];
  const wide = boxes.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  const outside = boxes.filter((box) => box.getBoundingClientRect().right > innerWidth + 0.5);
  const right = (box) => box.getBoundingClientRect().right;
  const lists = [...document.querySelectorAll(":is(dialog[open], [data-place]) li select")];
  outside.push(...lists.filter((list) => right(list) > right(list.closest("li")) + 0.5));
  return [...wide, ...outside].map(
    (box) => `${box.localName}: ${box.scrollWidth} in ${box.clientWidth}`,
  );
}

/** The page in the place of the board, or a dialog. */
const OPENED = "[data-place], dialog[open]";
const dialogs = ["Players", "Share", "Load", "More"];
const pages = ["Help", "New game", "Learn", "Library", "Compete", "Settings"];
const small = [[320, 568], [360, 740], [740, 360], [568, 320], [1366, 768]];

/** Runs an action in a page or dialog. */
async function within(page, name, act) {
  await new Game(page).menuItem(name).click();
  const opened = page.locator(OPENED);
  await expect(opened).toBeVisible();
  await expect(opened).not.toContainText("Loading…");
  await act(opened);
  await page.keyboard.press("Escape");
  await expect(opened).toHaveCount(0);
}

test("close buttons of dialogs are in view, and pages fit every screen", async ({ game, page }) => {
  test.slow();
  await game.open();
  for (let i = 0; i < 3; i++) {
    await game.moves("1212121");
    await game.rematch.click();
  }
  await game.moves("445");
  for (const [width, height] of small) {
    await game.resize(width, height);
    for (const name of [...dialogs, ...pages]) {
      await within(page, name, async (opened) => {
        const where = `${name}, ${width} × ${height}`;
        if (dialogs.includes(name)) {
          const close = opened.getByRole("button", { name: /^(Close|Done|Cancel)$/ }).last();
          await expect.soft(close, where).toBeInViewport({ ratio: 1 });
        }
        expect.soft(await page.evaluate(findOverflowing), where).toEqual([]);
      });
    }
  }
});

test("the first move neither moves nor resizes the board", async ({ game, page }) => {
  for (const [width, height] of screens) {
    await game.resize(width, height);
    await game.open();
    const board = page.locator(".board");
    const before = await board.boundingBox();
    await game.drop(4);
    await game.expectPieces(1);
    expect.soft(await board.boundingBox(), `${width} × ${height}`).toEqual(before);
    await page.evaluate(() => localStorage.clear());
  }
});

test("on the start everything is in view, and nothing overlaps", async ({ game, page }) => {
  await game.open();
  await game.partsLoaded();
  for (const [width, height] of screens) {
    await game.resize(width, height);
    const problems = await page.evaluate(() => {
      const found = [];
      const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
      if (scrollWidth > clientWidth) found.push(`scrolls sideways by ${scrollWidth - clientWidth}`);
      if (scrollHeight > clientHeight) found.push(`scrolls down by ${scrollHeight - clientHeight}`);
      const parts = document.querySelectorAll("header, .hero, .board > svg, .ways, nav");
      const boxes = [...parts].map((part) => [part.className || part.localName, part.getBoundingClientRect()]);
      for (const [i, [one, a]] of boxes.entries()) {
        if (a.bottom > innerHeight + 0.5) found.push(`${one} is outside`);
        for (const [other, b] of boxes.slice(i + 1)) {
          const apart = a.right <= b.left + 1 || a.left >= b.right - 1 || a.bottom <= b.top + 1 || a.top >= b.bottom - 1;
          if (!apart) found.push(`${one} and ${other} overlap`);
        }
      }
      for (const button of document.querySelectorAll(".ways button")) {
        if (button.scrollWidth > button.clientWidth + 1) found.push(`${button.textContent} is cut off`);
      }
      return found;
    });
    expect.soft(problems, `${width} × ${height}`).toEqual([]);
  }
});

test("the list of moves closes when the window becomes too narrow for it", async ({ game, page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await game.open();
  await game.drop(4);
  await game.partsLoaded();
  const moves = page.getByRole("tab", { name: "Moves" });
  await expect(moves).toHaveAttribute("aria-selected", "true");
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(moves).toHaveCount(0);
  await expect(game.more).toBeVisible();
  // A panel that was opened on the small screen stays.
  await page.getByRole("button", { name: "Analysis", exact: true }).click();
  await moves.click();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(moves).toHaveAttribute("aria-selected", "true");
  await page.goBack();
  await expect(moves).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(moves).toHaveAttribute("aria-selected", "true");
});

test("opponents, boards and pieces aren't cut off", async ({ game, page }) => {
  await game.open();
  for (const [width, height] of [[320, 568], [360, 740], [844, 390], [1366, 768]]) {
    await game.resize(width, height);
    await within(page, "New game", async (place) => {
      const cut = () =>
        place.locator("label:has([type=radio])").evaluateAll((labels) =>
          labels
            .filter((label) => label.scrollWidth > label.clientWidth + 1 || label.scrollHeight > label.clientHeight + 1)
            .map((label) => label.textContent),
        );
      await place.getByRole("button", { name: /^Computer/ }).click();
      await place.getByRole("button", { name: "Change" }).click();
      expect.soft(await cut(), `${width} × ${height}`).toEqual([]);
      await place.getByRole("button", { name: /^Two players/ }).click();
      expect.soft(await cut(), `${width} × ${height}`).toEqual([]);
      await place.getByRole("button", { name: /^Custom/ }).click();
      await place.getByRole("button", { name: "Piece, player 1" }).click();
      await game.openAdvanced();
      expect.soft(await cut(), `${width} × ${height}`).toEqual([]);
    });
  }
});

/** Ways to enlarge the text: to twice the size, or with the spacing of WCAG 1.4.12. */
const enlarged = {
  "the browser's setting": async (page) => {
    const session = await page.context().newCDPSession(page);
    await session.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
  },
  "a style of the text alone": (page) =>
    page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    }),
  spacing: async (page) => {
    await page.evaluate(() => {
      // The page's policy forbids style elements, but not this.
      const { sheet } = document.querySelector("link[rel=stylesheet]");
      const spacing = { "line-height": "1.5", "letter-spacing": "0.12em", "word-spacing": "0.16em" };
      const declarations = Object.entries(spacing).map(([name, value]) => `${name}: ${value} !important;`);
      sheet.insertRule(`* { ${declarations.join(" ")} }`, sheet.cssRules.length);
      sheet.insertRule("p { margin-bottom: 2em !important; }", sheet.cssRules.length);
    });
    expect(await page.evaluate(() => getComputedStyle(document.body).letterSpacing)).toBe("1.92px");
  },
};

for (const [way, enlarge] of Object.entries(enlarged)) {
  test(`larger text hides nothing: by ${way}`, async ({ game, page }) => {
    test.slow();
    await game.openStored(storedGame({ moves: "4453345222" }));
    await enlarge(page);
    for (const [width, height] of small) {
      await game.resize(width, height);
      const expectFits = async (name) => {
        const where = `${name}, ${width} × ${height}`;
        expect.soft(await page.evaluate(findOverflowing), where).toEqual([]);
        expect.soft(await page.evaluate(findHidden), where).toEqual([]);
        if (width >= 360) expect.soft(await page.evaluate(findBrokenWords), where).toEqual([]);
      };
      await expectFits("game");
      for (const name of [...dialogs, ...pages]) {
        await within(page, name, async () => {
          await expectFits(name);
          if (name !== "New game") return;
          for (const kind of ["Two players", "Custom"]) {
            await game.newGameDialog.getByRole("button", { name: kind }).click();
            await expectFits(kind);
          }
        });
      }
    }
  });
}

/** Runs in the page: returns controls and text that are clipped or overlap. */
function findHidden() {
  const opened = document.querySelector("dialog[open], [data-place]");
  const place = opened ?? document.querySelector(".page");
  const problems = [];
  const name = (element) => (element.ariaLabel ?? element.textContent).trim().slice(0, 30);
  for (const element of place.querySelectorAll("button, h1, h2, legend, input, select, .seat span, .status")) {
    const { left, right, width } = element.getBoundingClientRect();
    if (width === 0 || !element.checkVisibility() || element.closest(".visually-hidden, .graph, [role=toolbar], [role=grid]")) continue;
    if (element.type === "file") continue;
    if (left < -0.5 || right > innerWidth + 0.5) problems.push(`${name(element)} is outside`);
    const { scrollWidth, clientWidth } = element;
    const words = !element.matches("input, select");
    if (words && scrollWidth > clientWidth && clientWidth > 0) problems.push(`${name(element)} is cut off`);
  }
  if (opened) return problems;
  const parts = [...document.querySelectorAll("header, .seats, .status, .actions, .places, .board > svg")];
  const boxes = parts.map((part) => [part.getAttribute("class") ?? part.localName, part.getBoundingClientRect()]);
  for (const [i, [one, a]] of boxes.entries()) {
    for (const [other, b] of boxes.slice(i + 1)) {
      const apart = a.right <= b.left + 1 || a.left >= b.right - 1 || a.bottom <= b.top + 4 || a.top >= b.bottom - 4;
      if (!apart) problems.push(`${one} and ${other} overlap`);
    }
  }
  return problems;
}

/** Runs in the page: returns words that are broken over lines, as if there were no room for a letter. */
function findBrokenWords() {
  const place = document.querySelector("dialog[open], [data-place]") ?? document.querySelector(".page");
  const broken = [];
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const { parentElement } = text;
    if (!parentElement.checkVisibility() || parentElement.closest(".visually-hidden, svg")) continue;
    for (const { 0: word, index } of text.data.matchAll(/(?<!\p{L})\p{L}{2,8}(?!\p{L})/gu)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
    }
  }
  return broken;
}

test("status texts are never cut off, and the board doesn't move", async ({ game, page }) => {
  test.slow();
  const long = "W".repeat(24);
  const players = [
    { name: long, shape: "star", colour: "pink", symbol: "X" },
    { name: long.toLowerCase(), shape: "heart", colour: "teal", symbol: "O" },
  ];
  // In the page, which scrolls if the text is large.
  const board = () =>
    page.locator(".board").evaluate((it) => {
      const { x, y, width, height } = it.getBoundingClientRect();
      return [x + scrollX, y + scrollY, width, height].map(Math.round).join(" ");
    });
  /** Runs in the page: what of the status can't be read. */
  const hidden = () => {
    const problems = [];
    const status = document.querySelector("[role=status]");
    status.scrollIntoView({ block: "nearest" });
    for (const it of [status, status.querySelector(":scope > span")]) {
      const { left, top, right, bottom } = it.getBoundingClientRect();
      const inside = left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
      if (!inside) problems.push(`outside: ${[left, top, right, bottom].map(Math.round)}`);
      const isCut = it.scrollHeight > it.clientHeight + 1 && getComputedStyle(it).overflow !== "visible";
      if (isCut && it.clientHeight > 0) problems.push(`cut off: ${it.textContent}`);
    }
    // What is drawn over it.
    const range = document.createRange();
    range.selectNodeContents(status.querySelector(".subject"));
    for (const { left, top, width, height } of range.getClientRects()) {
      status.style.pointerEvents = "auto";
      const on = document.elementFromPoint(left + width / 2, top + height / 2);
      if (on && !status.contains(on)) problems.push(`covered by ${on.className || on.localName}`);
      status.style.pointerEvents = "";
    }
    return problems;
  };
  const sizes = {
    "100%": [[320, 568], [390, 844], [844, 390], [1366, 768]],
    "200%": [[390, 844], [1366, 768]],
  };
  for (const [size, windows] of Object.entries(sizes)) {
    for (const [width, height] of windows) {
      await game.resize(width, height);
      await game.openStored(storedMatch({ players, swap: true, moves: "4" }));
      await game.partsLoaded();
      await page.evaluate((size) => (document.documentElement.style.fontSize = size), size);
      const before = await board();
      const acts = [
        () => {},
        () => game.swap.click(),
        () => game.undo.click(),
        () => game.drop(4),
        () => game.hint.click(),
        () => page.evaluate(() => [4, 4, 4, 4, 4].map((n) => document.querySelector(`[data-column="${n}"]`).click())),
      ];
      for (const [index, act] of acts.entries()) {
        await act();
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
        const where = `${width} × ${height}, ${size}, ${index}: ${await game.status.textContent()}`;
        expect.soft(await page.evaluate(hidden), where).toEqual([]);
        expect.soft(await board(), where).toBe(before);
      }
    }
  }
});

test("the rail never moves", async ({ game, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await game.open();
  const rail = () =>
    page.locator("header, nav button").evaluateAll((parts) =>
      parts.map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join(" ");
      }),
    );
  const before = await rail();
  for (const place of ["Learn", "Library", "Compete", "Settings", "Help", "Play"]) {
    await page.getByRole("button", { name: place, exact: true }).click();
    await game.partsLoaded();
    expect.soft(await rail(), place).toEqual(before);
  }
  await game.moves("1212121");
  expect.soft(await rail(), "won").toEqual(before);
  const many = storedMatch({ rules: { players: 8 }, moves: "4455667" });
  await game.openStored(many);
  expect.soft(await rail(), "eight players").toEqual(before);
});
