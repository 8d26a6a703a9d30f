// Crashes at random times lose no displayed move. Random actions from a seed; `cargo xtask soak`
// runs a thousand crashes.

import { Game, STORED_GAME, expect, storedMatch, test } from "../support/game.mjs";
import { random } from "../support/random.mjs";

const KILLS = process.env.FOUR_SHAPES_SOAK ? 1000 : 8;

test.use({ allowed: /QuotaExceeded|crash/i });

/**
 * Runs in the page: plays random moves as fast as possible, and reports each displayed game.
 * Resolves after some moves, and continues to play.
 */
function play([name, seed, count]) {
  let state = seed;
  const pick = (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  const seen = () => document.querySelectorAll("[data-cell][data-player]").length;
  let id = localStorage.getItem(`${name}-id`);
  let moves = JSON.parse(localStorage.getItem(name)).moves;
  let left = count;
  let played;
  const enough = new Promise((resolve) => (played = resolve));
  const again = () => {
    if (left-- === 0) played();
    const status = document.querySelector("[data-status]").dataset.status;
    if (status !== "to-move") {
      // The card with the button comes up a moment after the end.
      const rematch = [...document.querySelectorAll("button")].find((it) => it.textContent === "Rematch");
      if (rematch) {
        rematch.click();
        moves = "";
      }
    } else {
      const column = pick(7) + 1;
      const before = seen();
      document.querySelector(`[data-column="${column}"]`).click();
      setTimeout(() => {
        if (seen() === before + 1) moves += column;
        // Moves after a notice that they aren't stored don't count.
        const stored = !document.querySelector("[aria-label=Notices] [role=alert]");
        id = localStorage.getItem(`${name}-id`) ?? id;
        if (stored && seen() === moves.length) window.acknowledge(JSON.stringify({ id, moves }));
      });
    }
    setTimeout(again, pick(12));
  };
  again();
  return enough;
}

/** Runs in the page: makes storage fail after a number of writes. */
function failStorage(writes) {
  const { setItem } = Storage.prototype;
  let left = writes;
  Storage.prototype.setItem = function (key, text) {
    if (this === localStorage && left-- <= 0) throw new DOMException("full", "QuotaExceededError");
    setItem.call(this, key, text);
  };
}

test("no displayed move is lost", async ({ context, page }) => {
  test.setTimeout(180_000 + KILLS * 3_000);
  const next = random(1);
  const pick = (count) => Math.floor(next() * count);
  /** The longest displayed version of each game. */
  const games = new Map();
  let latest = "";
  await context.exposeBinding("acknowledge", (_, text) => {
    const { id, moves } = JSON.parse(text);
    games.set(id, moves);
    latest = id;
  });
  await page.goto("./");
  await page.evaluate(([name, text]) => localStorage.setItem(name, text), [STORED_GAME, storedMatch({ moves: "" })]);
  await page.close();
  for (let kill = 0; kill < KILLS; kill++) {
    const kind = ["close", "crash", "cut storage", "leave"][pick(4)];
    const victim = await context.newPage();
    if (kind === "cut storage") await victim.addInitScript(failStorage, pick(30));
    const game = new Game(victim);
    await game.open();
    const { moves } = await game.record();
    await game.expectPieces(moves.length);
    const id = await victim.evaluate((name) => localStorage.getItem(`${name}-id`), STORED_GAME);
    const promised = games.get(latest) ?? "";
    if (id === latest) expect(moves.startsWith(promised), `kill ${kill}: ${promised} in ${moves}`).toBe(true);
    await victim.evaluate(play, [STORED_GAME, pick(2 ** 31), pick(20)]);
    if (kind === "crash") {
      const crashed = victim.waitForEvent("crash");
      const session = await context.newCDPSession(victim);
      // A crashed page doesn't respond.
      session.send("Page.crash").catch(() => {});
      await crashed;
    } else if (kind === "leave") {
      // At any time.
      await victim.goto("about:blank");
    }
    await victim.close();
  }
  expect(games.size).toBeGreaterThan(KILLS / 16);
  await expectStored(new Game(await context.newPage()), games);
});

/** Expects all displayed games in the library or waiting to be added. */
async function expectStored(game, games) {
  await game.open();
  // The library is created when all parts are loaded.
  const databases = () => game.page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(databases).toContain("four-shapes");
  const find = async () => {
    const kept = await game.page.evaluate(storedGames, STORED_GAME);
    const parsed = kept.map(([key, text]) => [key, JSON.parse(text).moves]);
    const isKept = ([id, moves]) => {
      const own = parsed.filter(([key]) => key === id).map(([, all]) => all);
      // A game gets another id if the library has a different game under its own.
      const isTaken = own.some((all) => !moves.startsWith(all));
      const candidates = isTaken ? parsed.map(([, all]) => all) : own;
      return candidates.some((all) => all.startsWith(moves));
    };
    return [...games].filter((game) => game[1] && !isKept(game));
  };
  await expect.poll(find, "what is nowhere").toEqual([]);
}

/** Runs in the page: returns the ids and records of all stored games. */
async function storedGames(name) {
  const replaced = "four-shapes:replaced:";
  const waiting = Object.entries(localStorage).filter(([key]) => key.startsWith(replaced));
  const entries = waiting.map(([key, text]) => [key.slice(replaced.length), text]);
  entries.push([localStorage.getItem(`${name}-id`), localStorage.getItem(name)]);
  const database = await new Promise((done, failed) => {
    const request = indexedDB.open("four-shapes");
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
  const all = (act) =>
    new Promise((done) => {
      const request = act(database.transaction("records").objectStore("records"));
      request.onsuccess = () => done(request.result);
    });
  const [keys, records] = [await all((store) => store.getAllKeys()), await all((store) => store.getAll())];
  database.close();
  return [...entries, ...keys.map((key, i) => [key, records[i]])];
}
