// Two tabs and two windows at once share one complete history. Random actions from a seed;
// `cargo xtask soak` runs ten times as many.

import { Game, STORED_GAME, expect, test } from "../support/game.mjs";
import { random } from "../support/random.mjs";

/** Per window; more if few of them changed the game. */
const ACTIONS = process.env.FOUR_SHAPES_SOAK ? 200 : 15;

/** Runs in each page: logs each stored game with the one it replaces. */
function recordLog(name) {
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (key, text) {
    if (this === localStorage && key === name) {
      const entry = { time: performance.timeOrigin + performance.now(), on: this.getItem(key), text };
      const log = sessionStorage.getItem("log") ?? "";
      setItem.call(sessionStorage, "log", `${log}${JSON.stringify(entry)}\n`);
    }
    setItem.call(this, key, text);
  };
}

const ownsGame = async (game) => (await game.page.locator("html").getAttribute("data-ready")) === "true";

test("two tabs and two windows share one history", async ({ context, page, baseURL }) => {
  test.setTimeout(180_000 + 4 * ACTIONS * 1_000);
  const next = random(6);
  const pick = (count) => Math.floor(next() * count);
  await context.addInitScript(recordLog, STORED_GAME);
  const first = new Game(page);
  await first.open();
  const popup = async () => {
    const opened = context.waitForEvent("page");
    await page.evaluate((address) => void window.open(address, "_blank", "popup,width=600,height=700"), baseURL);
    return opened;
  };
  const games = [first];
  for (const open of [() => context.newPage(), popup, popup]) {
    const game = new Game(await open());
    if (game.page.url() !== baseURL) await game.page.goto(baseURL);
    games.push(game);
  }
  // A window inherits a copy of its opener's log.
  const lines = new Set();
  const collect = async (game) => {
    let log;
    // A tab that hands over the game reloads, possibly now.
    await expect(async () => {
      log = await game.page.evaluate(() => sessionStorage.getItem("log") ?? "");
    }).toPass();
    for (const line of log.split("\n").filter(Boolean)) lines.add(line);
  };
  // During a takeover the button may not exist.
  const press = (act) => act.catch(() => {});
  const quick = { timeout: 2_000, force: true };
  const act = async (game, i) => {
    const ready = await game.page.locator("html").getAttribute("data-ready", { timeout: 5_000 }).catch(() => null);
    if (ready === "elsewhere" && pick(4) === 0) {
      await press(game.page.getByRole("button", { name: "Play here" }).click(quick));
    } else if (pick(20) === 0) {
      await press(game.page.reload());
    } else if (pick(30) === 0) {
      // Its log has been collected.
      await collect(game);
      await game.page.close();
      games[i] = new Game(await context.newPage());
      await games[i].page.goto(baseURL);
    } else if (ready === "true") {
      const choice = pick(10);
      const button = choice < 7 ? game.column(pick(7) + 1) : choice < 9 ? game.undo : game.redo;
      await press(button.click(quick));
    }
  };
  const enough = () => lines.size > ACTIONS / 3;
  for (let n = 0; n < ACTIONS || !enough(); n++) {
    // In all of them in parallel.
    await Promise.all(games.map((game, i) => act(game, i)));
    if (n >= ACTIONS - 1) for (const game of games) await collect(game);
  }
  await expect
    .poll(async () => (await Promise.all(games.map(ownsGame))).filter(Boolean).length)
    .toBeLessThanOrEqual(1);
  for (const game of games) await collect(game);
  const entries = [...lines].map((line) => JSON.parse(line));
  entries.sort((a, b) => a.time - b.time);
  for (const [i, entry] of entries.entries()) {
    const before = i === 0 ? null : entries[i - 1].text;
    expect(entry.on, `entry ${i} of ${entries.length} goes on from the one before`).toBe(before);
  }
  expect(await games[0].page.evaluate((name) => localStorage.getItem(name), STORED_GAME)).toBe(
    entries.at(-1).text,
  );
  // The game can be continued in any of them.
  const last = games.at(-1);
  if (!(await ownsGame(last))) await last.page.getByRole("button", { name: "Play here" }).click();
  await last.ready();
  await last.expectPieces((await last.record()).cursor);
  await expect(last.notices).toBeHidden();
});
