// Random walks through games, reviews, exercises, the library, reloads and a second tab. Afterwards
// the library has every finished game as it was finished, every win counts once, for its winner,
// and Back closes one level or returns to the page before. `cargo xtask soak` takes 2,000 walks;
// src/walks.rs has more of them, without the page.

import { writeFile } from "node:fs/promises";
import { STORED_GAME, expect, test } from "../support/game.mjs";
import { random } from "../support/random.mjs";

const WALKS = process.env.FOUR_SHAPES_SOAK ? 2000 : 4;
const STEPS = 60;
const PHONE = { width: 390, height: 844 };

/** Clicks an element by its text or label, if there is one that can be clicked; in the page. */
function click([selector, text, number]) {
  const shows = (it) => {
    const name = it.getAttribute("aria-label") ?? it.textContent;
    const closed = it.closest("dialog:not([open])");
    return !closed && it.offsetParent !== null && (!text || new RegExp(text).test(name));
  };
  const found = [...document.querySelectorAll(selector)].filter(shows);
  const open = document.querySelector("dialog[open]");
  const inside = open ? found.filter((it) => open.contains(it)) : found;
  if (inside.length === 0) return false;
  inside[number % inside.length].click();
  return true;
}

/** What the page shows and has stored; in the page. */
function look(name) {
  const { status, player } = document.querySelector("[role=status]").dataset;
  const record = JSON.parse(localStorage.getItem(name) ?? "null");
  // In the order in which they move, as `player` counts.
  const seats = record?.players ?? [];
  seats.push(...seats.splice(0, (record?.starts ?? 1) - 1));
  const labels = [...document.querySelectorAll("[data-cell][data-player]")];
  return {
    status,
    player,
    pieces: labels.length,
    moves: record?.moves ?? "",
    names: seats.map((it) => it.name),
    computers: seats.map((it) => it.computer ?? null),
    // What Back closes.
    levels: document.querySelectorAll("dialog[open], #panel > .panel, [data-place]").length,
    // The page to which Back returns from a review: another level in place of this one.
    origin: document.querySelector("#panel .to-page")?.textContent,
    // Not the panel, which may be open before its exercise is on the board.
    exercise: document.querySelector(".actions") === null,
  };
}

/** The records and outcomes of the library; in the page. */
async function library() {
  const open = indexedDB.open("four-shapes");
  const database = await new Promise((done, fail) => {
    open.onsuccess = () => done(open.result);
    open.onerror = fail;
  });
  const all = (store) =>
    new Promise((done) => {
      const request = database.transaction(store).objectStore(store).getAll();
      request.onsuccess = () => done(request.result);
    });
  const [records, entries] = [await all("records"), await all("entries")];
  database.close();
  /** Whether the game of an entry in postcard's format is finished. */
  const isFinished = (bytes) => {
    let at = 0;
    const varint = () => (bytes[at] < 128 ? bytes[at++] : (bytes[at++] % 128) + 128 * varint());
    const string = () => {
      const length = varint();
      at += length;
    };
    // The version, the times, the name, the star and the hash.
    for (const skip of [varint, varint, varint, string, varint, string]) skip();
    // Whether there is a summary, and its rules.
    at += 6;
    return varint() !== 0;
  };
  return records.map((record, i) => ({ moves: JSON.parse(record).moves, finished: isFinished(entries[i]) }));
}

/** The high scores; in the page, when they are complete. */
function scores() {
  const text = localStorage.getItem("four-shapes:scores") ?? '{"scores": []}';
  return JSON.parse(text).scores.map(({ name, moves }) => `${name} ${moves}`);
}

/** A walk: returns the finished games, the wins, and what the page showed after each step. */
async function walk(page, game, seed) {
  const next = random(seed);
  const pick = (count) => Math.floor(next() * count);
  const look_ = () => page.evaluate(look, STORED_GAME);
  const press = (selector, text, number = 0) => page.evaluate(click, [selector, text, number]);
  const finished = new Map();
  const wins = [];
  // Whether the last of the wins is that of the game on the board.
  let counted = false;
  const diary = [];
  for (let step = 0; step < STEPS; step++) {
    const before = await look_();
    const action = pick(24);
    if (action < 10) {
      await press(`[data-column="${pick(3) + 1}"]`);
    } else if (action < 12) {
      await press("button", "^Undo$");
    } else if (action === 12) {
      await press("button", "^Redo$");
    } else if (action === 13) {
      await press("button", "^(Analysis|Review)$");
    } else if (action === 14) {
      await press(".panel-actions button, .all-moves button, .move-list button", "", pick(9));
    } else if (action === 15) {
      await press("button", "^Play it out|^Play as", pick(3));
    } else if (action === 16) {
      await press("button", "^Learn$");
    } else if (action === 17) {
      if (await press("button", "^Library$")) {
        await page.waitForTimeout(60);
        await press("#library-list .open", "", pick(4));
      }
    } else if (action === 18) {
      await press("button", "^(Rematch|New series)$");
    } else if (action === 19) {
      // Another tab only watches.
      const other = await page.context().newPage();
      await other.goto(page.url());
      await other.close();
    } else if (action === 20) {
      await page.reload();
      await game.ready();
    } else if (before.levels > 0) {
      const hash = await page.evaluate(() => location.hash);
      await page.evaluate(() => history.back());
      const message = `Back at step ${step} of walk ${seed}, ${hash}`;
      if (before.origin && before.levels === 1) {
        await expect(page.locator("[data-place]"), message).toHaveAccessibleName(before.origin);
      } else {
        await expect.poll(async () => (await look_()).levels, { message }).toBe(before.levels - 1);
      }
    }
    const after = await look_();
    diary.push(`${step}: ${action} ${JSON.stringify(after)}`);
    const made = after.pieces === before.pieces + 1 && action < 10 && !before.exercise;
    if (made && after.moves !== before.moves) {
      if (counted) wins.pop();
      const winner = after.status === "won" ? Number(after.player) : undefined;
      counted = winner !== undefined && !after.computers[winner];
      if (counted) wins.push(`${after.names[winner]} ${Math.ceil(after.pieces / 2)}`);
      if (after.status !== "to-move") finished.set(after.moves, winner);
    } else if (after.moves !== before.moves) {
      // Another game; an undone move stays in the record.
      counted = false;
    }
  }
  return { finished, wins, diary };
}

for (let i = 0; i < WALKS; i++) {
  test(`a walk loses no finished game, number ${i + 1}`, async ({ game, page }) => {
    await page.setViewportSize(PHONE);
    await game.open();
    const { finished, wins, diary } = await walk(page, game, i + 1);
    await writeFile(test.info().outputPath("diary.txt"), diary.join("\n"));
    await page.goto("./");
    await game.ready();
    await game.partsLoaded();
    await expect
      .poll(async () => {
        const games = await page.evaluate(library);
        const has = ([moves]) => games.some((it) => it.moves === moves && it.finished);
        return [...finished].filter((it) => !has(it));
      })
      .toEqual([]);
    // A list has ten.
    if (wins.length < 10) expect((await page.evaluate(scores)).sort()).toEqual(wins.sort());
  });
}
