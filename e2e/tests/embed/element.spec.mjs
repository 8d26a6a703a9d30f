// <four-shapes-board> on a page of another site under a strict policy.

import { Board, expect, openSite, test } from "../support/site.mjs";

test("it shows a game with nothing but its script", async ({ baseURL, openBoards, page }) => {
  const urls = [];
  page.on("request", (request) => urls.push(request.url()));
  const board = await openBoards(`<four-shapes-board moves="44455">Moves: 44455</four-shapes-board>`);
  await expect(board.pieces).toHaveCount(5);
  await expect(board.cells).toHaveCount(42);
  await expect(board.status).toHaveText("Move 5 of 5: Red at E2. Blue to move");
  await expect(board.status).toHaveAttribute("data-status", "to-move");
  await expect(board.status).toHaveAttribute("data-player", "1");
  await expect(board.element.locator('[data-cell="D2"]')).toHaveAttribute("data-shape", "pentagon");
  // The style sheet applies.
  await expect(board.widget).toHaveCSS("border-top-left-radius", "16px");
  const others = urls.filter((url) => !url.startsWith(new URL(page.url()).origin));
  expect(others).toEqual([`${baseURL}embed/board.js`]);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test("keys and buttons go through the moves, each announced once", async ({ openBoards, page }) => {
  const board = await openBoards(`<button>Before</button><four-shapes-board moves="1212121"></four-shapes-board>`);
  await expect(board.status).toHaveText("Move 7 of 7: Red at A4. Red wins: A1–A4");
  await board.element.evaluate((element) => {
    window.announced = [];
    window.moves = [];
    const status = element.shadowRoot.querySelector("[role=status]");
    new MutationObserver((changes) => window.announced.push(...changes.map(() => status.textContent))).observe(status, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    document.addEventListener("four-shapes-move", ({ detail }) => window.moves.push(detail));
  });
  const press = async (key, text) => {
    await page.keyboard.press(key);
    await expect(board.status).toHaveText(text);
    expect(await page.evaluate(() => window.announced.splice(0))).toEqual([text]);
  };
  await page.getByRole("button", { name: "Before" }).focus();
  await page.keyboard.press("Tab");
  await expect(board.widget).toBeFocused();
  await expect(board.widget).toHaveCSS("outline-style", "solid");
  await press("ArrowLeft", "Move 6 of 7: Blue at B3. Red to move");
  await expect(board.marked).toHaveCount(0);
  await press("Home", "Start, 7 moves. Red to move");
  await expect(board.pieces).toHaveCount(0);
  await expect(board.button("Previous move")).toHaveAttribute("aria-disabled", "true");
  // Nothing happens beyond the ends.
  await page.keyboard.press("ArrowLeft");
  await press("ArrowRight", "Move 1 of 7: Red at A1. Blue to move");
  await press("End", "Move 7 of 7: Red at A4. Red wins: A1–A4");
  await page.keyboard.press("ArrowRight");
  await expect(board.widget).toBeFocused();
  expect(await board.markedCells()).toEqual(["A1", "A2", "A3", "A4"]);
  await page.keyboard.press("Tab");
  await expect(board.button("First position")).toBeFocused();
  await press("Enter", "Start, 7 moves. Red to move");
  await expect(board.button("First position")).toBeFocused();
  await board.button("Next move").click();
  await expect(board.status).toHaveText("Move 1 of 7: Red at A1. Blue to move");
  await board.button("Last move").click();
  await expect(board.status).toHaveText("Move 7 of 7: Red at A4. Red wins: A1–A4");
  const moves = await page.evaluate(() => window.moves);
  expect(moves.map(({ at }) => at)).toEqual([6, 0, 1, 7, 0, 1, 7]);
  expect(moves.at(-1)).toEqual({
    at: 7,
    length: 7,
    move: "1",
    position: "7/7/a6/ab5/ab5/ab5 b 7,6,4 2 g",
    status: "won",
    player: 0,
    lines: [["A1", "A2", "A3", "A4"]],
  });
  // Keys with modifiers are the browser's.
  const prevented = await board.widget.evaluate((widget) => {
    const event = new KeyboardEvent("keydown", { key: "ArrowLeft", altKey: true, cancelable: true });
    return !widget.dispatchEvent(event);
  });
  expect(prevented).toBe(false);
});

test("it has all rules, start positions, pieces and names", async ({ openBoards, page }) => {
  const board = await openBoards(`<four-shapes-board></four-shapes-board>`);
  await expect(board.status).toHaveText("Position. Red to move");
  await expect(board.buttons).toHaveCount(0);
  const defaults = Object.fromEntries(
    ["moves", "start", "board", "connect", "players", "gravity", "swap", "pieces", "names", "at", "controls", "label"].map(
      (name) => [name, null],
    ),
  );
  const all = Array.from({ length: 15 }, (_, i) => String.fromCharCode(65 + i)).map((letter) => `${letter}15`);
  for (const [attributes, status, cells, marked] of [
    [
      { board: "3x3", connect: "3", gravity: "no", moves: "B2,A1,A3,C1,B1,B3,A2,C2,C3" },
      "Move 9 of 9: Red at C3. Draw: the board is full",
      9,
      "",
    ],
    [{ board: "6x4", moves: "1122334" }, "Move 7 of 7: Red at D1. Red wins: A1–D1", 24, "A1 B1 C1 D1"],
    [
      { board: "8x8", players: "3", connect: "3", moves: "12341" },
      "Move 5 of 5: Blue at A2. Green to move",
      64,
      "",
    ],
    [
      { board: "15x15", connect: "15", gravity: "no", moves: all.flatMap((cell) => [cell, cell.replace("15", "1")]).slice(0, 29).join() },
      "Move 29 of 29: Red at O15. Red wins: A15–O15",
      225,
      [...all].sort().join(" "),
    ],
    [
      { start: "7/7/7/7/3b3/1aaab2 b 7,6,4 2 g", moves: "15" },
      "Move 2 of 2: Red at E2. Blue to move",
      42,
      "",
    ],
    [{ start: "7/7/7/7/3b3/1aaaab1 b 7,6,4 2 g" }, "Position. Red wins: B1–E1", 42, "B1 C1 D1 E1"],
    [
      { moves: "4s45", swap: "yes", names: "Ada,Ben", pieces: "green star, black heart" },
      "Move 4 of 4: Ben at E1. Ada to move",
      42,
      "",
    ],
    [{ moves: "4s", swap: "yes", names: "Ada,Ben" }, "Move 2 of 2: Ben swaps sides. Ada to move", 42, ""],
    [{ moves: "44455", at: "2" }, "Move 2 of 5: Blue at D2. Red to move", 42, ""],
  ]) {
    await board.set({ ...defaults, ...attributes });
    await expect(board.status, JSON.stringify(attributes)).toHaveText(status);
    await expect(board.error).toBeHidden();
    await expect(board.cells).toHaveCount(cells);
    expect((await board.markedCells()).join(" ")).toBe(marked);
  }
  await board.set({ ...defaults, pieces: "green star, black heart", moves: "4s4", swap: "yes" });
  // The seats have swapped: the first piece is the second player's.
  await expect(board.element.locator('[data-cell="D1"]')).toHaveAttribute("data-shape", "heart");
  await board.set({ ...defaults, controls: "none", moves: "445", label: "The opening" });
  await expect(board.pieces).toHaveCount(3);
  await expect(board.status).toBeHidden();
  await expect(board.buttons).toHaveCount(0);
  await expect(board.widget).not.toHaveAttribute("tabindex");
  await expect(page.getByRole("group", { name: "The opening", exact: true })).toBeVisible();
  const rows = board.element.getByRole("row");
  await expect(rows).toHaveCount(7);
  await expect(rows.last()).toHaveText(/1empty.*red circlered circleempty/);
});

test("a win marks every completed line", async ({ openBoards }) => {
  const board = await openBoards(
    `<four-shapes-board start="7/7/aaa4/bbab3/babb3/abbb3 a 7,6,4 2 g" moves="4"></four-shapes-board>`,
  );
  await expect(board.status).toHaveText("Move 1 of 1: Red at D4. Red wins: A4–D4 and A1–D4");
  expect((await board.markedCells()).join(" ")).toBe("A1 A4 B2 B4 C3 C4 D4");
});

test("invalid input is explained, and the board stays as it was", async ({ openBoards, page }) => {
  const board = await openBoards(`<four-shapes-board moves="4x"></four-shapes-board>`);
  await expect(board.error).toHaveText("moves: character 2: “x” is not a column; columns are 1 to 7");
  await expect(board.cells).toHaveCount(0);
  await page.evaluate(() => {
    window.errors = [];
    document.addEventListener("four-shapes-error", ({ detail }) => window.errors.push(detail));
  });
  await board.set({ moves: "445" });
  await expect(board.pieces).toHaveCount(3);
  await expect(board.error).toBeHidden();
  const cases = [
    [{ moves: "4444444" }, "moves: character 7: “4” can't be played: the column is full"],
    [{ moves: "12121212" }, "moves: character 8: “2” comes after the end of the game"],
    [{ moves: "4s" }, "moves: character 2: “s” can't be played: this game does not use the swap rule"],
    [{ moves: "4".repeat(5000) }, "moves: longer than 4096 characters"],
    [{ board: "7" }, "board: “7” is not columns and rows, such as 7x6"],
    [{ board: "16x6" }, "board: columns: 16 is not at most 15"],
    [{ connect: "8" }, "connect: 8 is not at most 7"],
    [{ connect: "four" }, "connect: “four” is not a number"],
    [{ players: "99" }, "players: 99 is not at most 10"],
    [{ gravity: "off" }, "gravity: “off” is neither yes nor no"],
    [{ start: "7/7/7/7/3b3/3aac1 a 7,6,4 2 g" }, "start: character 16: “c” is not one of the players"],
    [{ start: "7/7/7/7/3b3/3aab1 a 7,6,4 2 g", board: "7x6" }, "board: the rules are already in start"],
    [{ start: "7/7/7/7/7/aaaa3 a 7,6,4 2 g" }, "start: player 1 has a line, so player 1 can't be to move"],
    [{ pieces: "red circle" }, "pieces: 1 for 2 players"],
    [{ pieces: "red circle, red ring" }, "pieces: “red ring” is not a colour and a shape, such as red circle"],
    [{ pieces: "red circle, red circle" }, "pieces: “red circle” occurs twice"],
    [{ names: "Ada" }, "names: 1 for 2 players"],
    [{ names: "Ada, Ada" }, "names: “Ada” occurs twice"],
    [{ names: "Ada," }, "names: “” is not a name of 1 to 24 characters"],
    [{ at: "4" }, "at: “4” is not a number of moves; the game has 0 to 3"],
    [{ at: "-1" }, "at: “-1” is not a number of moves; the game has 0 to 3"],
    [{ controls: "all" }, "controls: “all” is not none"],
    [{ swap: "s" }, "swap: “s” is neither yes nor no"],
    [{ label: "x".repeat(300) }, "label: longer than 200 characters"],
  ];
  const seen = await board.element.evaluate(tryAttributes, cases.map(([attributes]) => attributes));
  for (const [i, [, message]] of cases.entries()) {
    expect(seen[i]).toEqual({
      message,
      pieces: 3,
      error: message,
      events: [{ attribute: message.split(":")[0], message }],
      after: undefined,
    });
  }
});

/** Runs in the page: sets attributes, one after the other on the same board, and returns what is shown. */
async function tryAttributes(element, all) {
  const shown = () => {
    const alert = element.shadowRoot.querySelector("[role=alert]");
    return alert.checkVisibility() ? alert.textContent : undefined;
  };
  const set = async (attributes) => {
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) element.removeAttribute(name);
      else element.setAttribute(name, value);
    }
    // The board follows in a microtask, which is before this one goes on.
    await null;
  };
  const seen = [];
  for (const attributes of all) {
    await set(attributes);
    const [message, { error }] = [shown(), element];
    const pieces = element.shadowRoot.querySelectorAll("[data-cell][data-player]").length;
    const events = window.errors?.splice(0);
    const reset = Object.fromEntries(Object.keys(attributes).map((name) => [name, null]));
    await set({ ...reset, moves: "445" });
    seen.push({ message, pieces, error, events, after: shown() });
  }
  return seen;
}

const MARKUP = `<img src=x onerror="window.attacked = 1"><script>window.attacked = 1</script>`;

test("hostile texts are only text in each attribute", async ({ openBoards, page }) => {
  const board = await openBoards(`<four-shapes-board moves="445"></four-shapes-board>`);
  await expect(board.pieces).toHaveCount(3);
  const texts = [
    MARKUP,
    `"><svg onload=window.attacked=1>`,
    "__proto__",
    "constructor",
    "red constructor, blue toString, red circle",
    "url(javascript:window.attacked=1)",
    "\u202e\u0000\ud800",
    ",".repeat(5000),
    "/".repeat(5000),
    "9".repeat(400),
    "1e3x1e3",
    "0x7x0x6",
    "x".repeat(1_000_000),
  ];
  for (const name of "moves start board connect players gravity swap pieces names at controls".split(" ")) {
    const seen = await board.element.evaluate(tryAttributes, texts.map((text) => ({ [name]: text })));
    for (const [i, { message, pieces, after }] of seen.entries()) {
      expect(message?.length, `${name}: ${texts[i].slice(0, 50)}`).toBeLessThan(200);
      expect([pieces, after]).toEqual([3, undefined]);
    }
  }
  expect(await page.evaluate(() => window.attacked)).toBeUndefined();
});

test("hostile labels and names are only text", async ({ openBoards, page }) => {
  const board = await openBoards(`<four-shapes-board moves="445"></four-shapes-board>`);
  await board.set({ label: MARKUP, names: `<b>Ada</b>, "&lt;Ben` });
  await expect(board.status).toHaveText(`Move 3 of 3: <b>Ada</b> at E1. "&lt;Ben to move`);
  await expect(page.getByRole("group", { name: MARKUP, exact: true })).toBeVisible();
  await expect(board.element.locator("img, script, b")).toHaveCount(0);
  expect(await page.evaluate(() => window.attacked)).toBeUndefined();
});

test("properties are those of the attributes, and can be set before the script is loaded", async ({ openBoards, page }) => {
  const board = await openBoards(`<four-shapes-board moves="445"></four-shapes-board>`);
  await expect(board.pieces).toHaveCount(3);
  const found = await page.evaluate(async () => {
    const made = document.createElement("four-shapes-board");
    made.moves = "44455";
    made.at = 2;
    document.querySelector("main").append(made);
    const before = [made.at, made.length, made.position, made.error];
    made.moves += "5";
    const kept = made.at;
    made.at = 6;
    made.moves += "5";
    const followed = made.at;
    made.at = 1;
    made.remove();
    document.querySelector("main").append(made);
    // As if it had been set before the element was defined.
    const late = document.createElement("four-shapes-board");
    Object.defineProperty(late, "moves", { value: "11", configurable: true, writable: true });
    document.querySelector("main").append(late);
    return { before, kept, followed, at: made.at, state: made.state, late: [late.length, late.getAttribute("moves")] };
  });
  expect(found).toEqual({
    before: [2, 5, "7/7/7/7/3b3/3a3 a 7,6,4 2 g", null],
    kept: 2,
    // A board that shows the latest move follows the game.
    followed: 7,
    at: 1,
    state: { status: "to-move", player: 1, lines: [] },
    late: [2, "11"],
  });
  const added = new Board(page.locator("four-shapes-board").last());
  await expect(added.status).toHaveText("Move 2 of 2: Blue at A2. Red to move");
});

test("the example shows its boards", async ({ baseURL, page }) => {
  const site = await openSite(baseURL);
  await page.goto(`${site.origin}/elements.html`);
  const boards = await page.locator("four-shapes-board").all();
  expect(boards.length).toBeGreaterThan(3);
  for (const element of boards) {
    const board = new Board(element);
    await expect(board.cells).not.toHaveCount(0);
    await expect(board.error).toBeHidden();
  }
  site.close();
});
