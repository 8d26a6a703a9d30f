// Actions during a computer player's search: no stale moves, no two moves in one turn, and no
// turn without a move.
//
// Random actions from a printed seed. The page logs stored games and clicks, and the rules below
// are checked on the log.

import { STORED_GAME, expect, storedMatch, test } from "../support/game.mjs";
import { watchWorkers } from "../support/workers.mjs";
import { random } from "../support/random.mjs";

/** The minimum delay of a computer's move, in milliseconds. */
const MIN_REPLY_MS = 450;
const ACTIONS = 70;

/** Runs in the page: logs stored games, and whether they were stored during a click. */
function recordLog(name) {
  const log = (entry) => {
    const line = JSON.stringify({ time: Date.now(), ...entry });
    sessionStorage.setItem("log", `${sessionStorage.getItem("log") ?? ""}${line}\n`);
  };
  let pressed = "";
  for (const type of ["click", "keydown"]) {
    const what = (event) => event.key ?? event.target.textContent;
    const press = (event) => {
      pressed = `${type} ${what(event)}`;
      // Added now, so that it follows the page's own listeners of the window.
      addEventListener(type, () => (pressed = ""), { once: true });
    };
    addEventListener(type, press, { capture: true });
  }
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (key, text) {
    setItem.call(this, key, text);
    if (this !== localStorage || key !== name) return;
    const { rules, players, moves, cursor } = JSON.parse(text);
    const computers = players.map(({ computer }) => Boolean(computer));
    log({ board: `${rules.columns}x${rules.rows}`, moves, cursor, computers, pressed });
  };
}

/** Runs in the page: returns the displayed board and that of the stored moves. */
function boards(name) {
  const { moves, cursor } = JSON.parse(localStorage.getItem(name));
  const stored = {};
  const heights = {};
  for (const [i, column] of [...moves.slice(0, cursor)].entries()) {
    heights[column] = (heights[column] ?? 0) + 1;
    stored["ABCDEFG"[column - 1] + heights[column]] = String(i % 2);
  }
  const seen = {};
  for (const { dataset } of document.querySelectorAll("[data-cell][data-player]")) {
    seen[dataset.cell] = dataset.player;
  }
  return { stored, seen };
}

/** Returns the violations in a log. */
function violations(log) {
  let replies = 0;
  let turnBegan = log[0].time;
  for (const [i, after] of log.entries()) {
    if (i === 0) continue;
    const before = log[i - 1];
    const moved = after.moves !== before.moves || after.cursor !== before.cursor;
    if (!moved) {
      if (String(after.computers) !== String(before.computers)) turnBegan = after.time;
      continue;
    }
    const wrong = (why) => ({ why, before, after });
    const played = after.moves.slice(0, after.cursor) === before.moves.slice(0, before.cursor) + after.moves[before.cursor];
    const onePiece = played && after.cursor === before.cursor + 1;
    const computersTurn = before.computers[before.cursor % 2];
    if (!after.pressed && onePiece && computersTurn) {
      replies++;
      const waited = after.time - turnBegan;
      const alone = before.computers.every(Boolean);
      if (!alone && waited < MIN_REPLY_MS - 30) return wrong(`an answer after ${waited} ms, from the past`);
    } else if (onePiece && /^(keydown (Enter| )|click (Column )?\d)/.test(after.pressed)) {
      if (computersTurn) return wrong("a person's piece in a computer's turn");
    } else if (!after.pressed && !/^(|4{0,2}|44455)$/.test(after.moves)) {
      return wrong("something has moved by itself");
    }
    turnBegan = after.time;
  }
  return replies === 0 ? "no computer has moved" : undefined;
}

/** Changes the player of a seat, whose name depends on the game on the board. */
async function sit(game, seat, player) {
  const name = await game.seats.nth(seat).locator(".name").textContent();
  await game.setPlayer(name, player);
}

/** User actions with their weights. */
const actions = [
  [9, "drop", async ({ game, pick }) => game.press(pick(7) + 1)],
  // The start has no such button.
  [3, "undo", async ({ game }) => (await game.undo.count()) && game.undo.click({ force: true })],
  [2, "redo", async ({ game }) => (await game.redo.count()) && game.redo.click({ force: true, timeout: 2000 }).catch(() => {})],
  [2, "keys", async ({ game, page, pick }) => {
    await game.boardTabStop.focus();
    await page.keyboard.press(["z", "y", "Enter"][pick(3)]);
  }],
  [2, "the suggestion", async ({ page }) => {
    const name = /^(Go on|Pause|Rematch|Call it a draw|Swap)/;
    const button = page.getByRole("button", { name });
    if (await button.count()) await button.first().click({ force: true });
  }],
  [2, "hint", async ({ game }) => {
    if (await game.hint.count()) await game.hint.click({ force: true });
  }],
  [1, "new game", async ({ game }) => {
    await game.openNewGame();
    await game.newGameDialog.getByRole("button", { name: "Start" }).click();
    await expect(game.newGameDialog).toBeHidden();
  }],
  [1, "load", async ({ game, stored }) => {
    await game.loadText(stored);
    await expect(game.loadDialog).toBeHidden();
  }],
  [2, "sit", async ({ game, pick }) => {
    const player = ["Human", "Random", "Lookahead"][pick(3)];
    await sit(game, pick(2), player);
  }],
  [2, "go to", async ({ game, pick }) => {
    const count = await game.steps.count();
    if (count) await game.steps.nth(pick(count)).click({ force: true });
  }],
  [1, "analysis", async ({ game }) => game.analysis.click()],
  [2, "reload", async ({ game }) => game.reload()],
];

for (const [seed, kind] of [[1, "random"], [2, "mcts:150"], [3, "mcts:700"]]) {
  test(`random actions against ${kind}, seed ${seed}`, async ({ game, page }) => {
    test.slow();
    const next = random(seed);
    const pick = (count) => Math.floor(next() * count);
    const stored = storedMatch({ moves: "44", computers: [null, kind] });
    await game.installClock();
    await game.openStored(stored);
    await page.addInitScript(recordLog, STORED_GAME);
    await game.reload();
    const urn = actions.flatMap(([times, ...action]) => Array(times).fill(action));
    const done = [];
    for (let i = 0; i < ACTIONS; i++) {
      const [name, act] = urn[pick(urn.length)];
      done.push(name);
      await act({ game, page, pick, stored });
      await page.clock.runFor(pick(120));
      const { stored: moves, seen } = await page.evaluate(boards, STORED_GAME);
      expect(seen, `seed ${seed}, after ${done.join(", ")}`).toEqual(moves);
    }
    // Afterwards the computer still moves.
    await sit(game, 0, "Human");
    await sit(game, 1, "Random");
    await game.loadText(stored);
    await expect(game.loadDialog).toBeHidden();
    await game.turnOf(0);
    await game.drop(1);
    await game.expectPieces(4);
    await game.turnOf(0);
    const log = await page.evaluate(() => sessionStorage.getItem("log"));
    const entries = log.trim().split("\n").map((line) => JSON.parse(line));
    expect(violations(entries), `seed ${seed}: ${done.join(", ")}`).toBeUndefined();
  });
}

test("undo cancels the search of a slow computer", async ({ game }) => {
  await game.openStored(storedMatch({ moves: "4455", computers: [null, "mcts:600"] }));
  await game.drop(1);
  await expect(game.seats.nth(1)).toContainText("Thinking");
  await game.undo.click();
  // The next request is answered; a reply to the first one would have come before.
  await game.showHint();
  await game.expectPieces(4);
  await game.expectStatus("to-move", 0);
});

test("a delayed reply is dropped with its turn", async ({ game, page }) => {
  await game.installClock();
  const workers = await watchWorkers(page);
  // With seven choices, none of them forced, a reply comes 0.8 to 1.2 s after a piece has landed.
  const [earliest, rest] = [900, 600];
  await game.openStored(storedMatch({ moves: "44", computers: [null, "random"] }));
  await game.drop(1);
  await game.expectPieces(4);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  const choices = async () => (await workers.replies()).filter((kind) => kind === "choice").length;
  const known = await choices();
  await game.drop(1);
  await expect.poll(choices).toBe(known + 1);
  await page.clock.runFor(earliest);
  await game.undo.click();
  await game.expectPieces(4);
  await game.drop(7);
  await expect.poll(choices).toBe(known + 2);
  // The first reply would be due during the second turn.
  await page.clock.runFor(earliest);
  await game.expectPieces(5);
  await page.clock.runFor(rest);
  await game.expectPieces(6);
  await page.clock.runFor(earliest + rest);
  await game.expectPieces(6);
});
