// Hostile bots, interrupted tournaments, and identical games on the page and in the terminal.

import { execFileSync } from "node:child_process";
import { closeSync, ftruncateSync, openSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import binaryen from "binaryen";
import { GAME_WORKER } from "../support/files.mjs";
import { expect, test as base } from "../support/game.mjs";
import { Tournament } from "../support/tournament.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const HOSTILE = `${root}/bots/hostile`;

/** The hostile bots: name, expected result, and file. */
const hostile = readdirSync(HOSTILE)
  .filter((file) => file.endsWith(".wat"))
  .map((file) => {
    const source = readFileSync(`${HOSTILE}/${file}`, "utf8");
    const module = binaryen.parseText(source);
    module.setFeatures(binaryen.Features.MVP | binaryen.Features.BulkMemory | binaryen.Features.MutableGlobals);
    const buffer = Buffer.from(module.emitBinary());
    module.dispose();
    const [, what, reason] = /^;; (\w+)(?: (\w+))?:/.exec(source);
    return { name: file.replace(".wat", ""), what, reason, buffer };
  });

/** A bot that plays column 4 after using up its instruction limit. */
const SLOW = `(module
  (table $entries 1000 funcref)
  (elem declare func $version)
  (func $version (export "four_shapes_bot") (result i32) (i32.const 1))
  (func (export "begin") (param i32 i32 i32 i32 i32))
  (func (export "moved") (param i32))
  (func (export "choose") (result i32) (local $left i32)
    (local.set $left (i32.const 90000))
    (loop $again
      (table.fill $entries (i32.const 0) (ref.func $version) (i32.const 1000))
      (br_if $again (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
    (i32.const 4)))`;

/** A module with `br_table`s of many targets that carry many values. */
function complex() {
  const number = (n) => (n < 128 ? [n] : [(n & 127) | 128, ...number(n >>> 7)]);
  const list = (items) => [...number(items.length), ...items.flat()];
  const section = (id, content) => [id, ...number(content.length), ...content];
  const many = (count, ...bytes) => Array(count).fill(bytes).flat();
  const [block, end, drop, zero, table] = [0x02, 0x0b, 0x1a, [0x41, 0], 0x0e];
  const code = [
    ...[0, block, 1, ...many(1000, ...zero), ...zero],
    ...[table, ...number(60_000), ...many(60_001, 0), end, ...many(1000, drop), end],
  ];
  const returns = [0x60, 0, ...list(many(1000, 0x7f))];
  return Buffer.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list([[0x60, 0, 0], returns])),
    ...section(3, list([[0]])),
    ...section(10, list([list(code)])),
  ]);
}

const test = base.extend({
  tournament: async ({ game }, use) => {
    await use(new Tournament(game));
  },
});

/** The terminal program, or the command that builds and runs it. */
const built = process.env.FOUR_SHAPES_TERMINAL;
const [four, ...before] = built ? [built] : ["cargo", "run", "--quiet", "--locked", "--package", "four-shapes-cli", "--"];

/** The games that `four tournament` plays, without times. */
function inTheTerminal(setup, ...more) {
  const text = execFileSync(four, [...before, "tournament", "--setup", setup, "--format", "games", ...more], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  return withoutTimes(text);
}

const withoutTimes = (text) =>
  text
    .split("\n")
    // The page's file starts with the setup.
    .filter((line) => /^\d/.test(line))
    .map((line) => line.split(" ").slice(0, 3).join(" "));

test("hostile bots are rejected or forfeit, and the tournament finishes", async ({ game, tournament, page }) => {
  test.setTimeout(400_000);
  await game.open();
  await tournament.open();
  const large = test.info().outputPath("large.wasm");
  const file = openSync(large, "w");
  ftruncateSync(file, 50 * 1024 * 1024);
  closeSync(file);
  const paths = hostile.map(({ name, buffer }) => {
    const path = test.info().outputPath(`${name}.wasm`);
    writeFileSync(path, buffer);
    return path;
  });
  const text = test.info().outputPath("essay.wasm");
  writeFileSync(text, "Connect four is a game.");
  await tournament.dialog.getByLabel("Add bots").setInputFiles([...paths, large, text]);
  // A bot is listed once its file has been validated.
  await expect(tournament.dialog.getByText(/bots are ready, \d+ can’t play/)).toBeVisible({ timeout: 120_000 });
  await expect(tournament.bots).toHaveCount(hostile.length + 2);
  await expect(tournament.dialog.getByText("Checking…")).toHaveCount(0);
  const of = (name) => tournament.bots.filter({ has: page.getByText(new RegExp(`^(by .* · )?${name}\\.wasm · `)) });
  await expect(of("large")).toContainText("too large for a bot");
  await expect(of("essay")).toContainText("Can’t play:");
  for (const { name, what, reason } of hostile) {
    if (what === "refused") await expect(of(name), name).toContainText("Can’t play:");
    else await expect(of(name), name).toContainText("Ready");
    if (what === "forfeit") await expect(of(name), name).toContainText("Forfeited");
    if (reason === "overtime") await expect(of(name), name).toContainText("exceeded the instruction limit");
  }
  await expect(of("imports")).toContainText("env.fetch");
  await expect(page.locator("dialog img")).toHaveCount(0);

  // All bots against random, with few games and instructions.
  const playing = hostile.filter(({ what }) => what !== "refused");
  await expect(tournament.entrants).toHaveCount(playing.length + 2);
  await tournament.games(4);
  await tournament.button("One against all").click();
  await tournament.dialog.getByRole("combobox", { name: "Player facing all others" }).selectOption("Random");
  await tournament.field("Seed").fill("7");
  await tournament.field("Instructions per bot move (millions)").fill("10");
  const setup = await game.download(() => tournament.button("Save setup").click());
  await tournament.button("Start").click();
  await expect(tournament.over).toBeVisible({ timeout: 120_000 });
  const games = await game.download(() => tournament.button("Games (text)").click());
  const { entrants } = JSON.parse(setup.text);
  const lines = withoutTimes(games.text);
  expect(lines).toHaveLength(4 * (entrants.length - 1));
  for (const { name, what, reason } of playing.filter((bot) => bot.what === "forfeit")) {
    const others = entrants.filter((entrant) => entrant.computer !== "random");
    const pairing = others.findIndex((entrant) => entrant.name === name);
    expect(pairing, name).toBeGreaterThanOrEqual(0);
    const own = lines.slice(4 * pairing, 4 * pairing + 4);
    // A bot that always plays the same column may win before it is full.
    const forfeits = own.filter((line) => line.includes("!"));
    expect(forfeits.length, `${name} (${what})`).toBeGreaterThan(name === "stubborn" ? 0 : 3);
    for (const line of forfeits) expect(line, name).toMatch(new RegExp(`[12]!${reason}(:|$)`));
  }

  // The terminal program plays the same games.
  const saved = test.info().outputPath("setup.json");
  writeFileSync(saved, setup.text);
  const bots = paths.filter((_, i) => hostile[i].what !== "refused").join(",");
  expect(inTheTerminal(saved, "--bots", bots)).toEqual(lines);
});

const wasm = (name, buffer) => ({ name: `${name}.wasm`, mimeType: "application/wasm", buffer });
const known = (...names) => names.map((name) => wasm(name, hostile.find((bot) => bot.name === name).buffer));

test("slow bots don't block the validation of others", async ({ game, tournament, page }) => {
  await game.open();
  await tournament.open();
  const module = binaryen.parseText(SLOW);
  const { MVP, BulkMemory, ReferenceTypes } = binaryen.Features;
  module.setFeatures(MVP | BulkMemory | ReferenceTypes);
  const slow = Buffer.from(module.emitBinary());
  module.dispose();
  const of = (name) => tournament.bots.filter({ has: page.getByText(new RegExp(`^${name}\\.wasm · `)) });
  const add = (files) => tournament.dialog.getByLabel("Add bots").setInputFiles(files);
  await add([wasm("slow", slow), wasm("complex", complex())]);
  await expect(of("complex")).toContainText("would take too long to validate");
  await add(known("trap", "zero"));
  for (const name of ["trap", "zero"]) await expect(of(name)).toContainText("Ready");
  await expect(of("slow")).toContainText("Checking…");
  await expect(tournament.dialog.getByText("3 of 4 checked")).toBeVisible();
  await expect(of("slow")).toContainText("Slow: testing stopped", { timeout: 60_000 });
  await expect(tournament.dialog.getByText("of 4 checked")).toHaveCount(0);
});

test("only playing bots are in memory, and their number is limited", async ({ game, tournament, page }) => {
  await page.addInitScript(countWorkers, GAME_WORKER);
  // Bot workers are started by game workers.
  await page.route(`**/${GAME_WORKER}*`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `(${countBots})();\n${await response.text()}` });
  });
  const most = () => page.evaluate(() => window.most);
  await game.open();
  await tournament.open();
  const bots = known("trap", "zero", "eight", "negative", "largest");
  await tournament.dialog.getByLabel("Add bots").setInputFiles(bots);
  await expect(tournament.entrants).toHaveCount(bots.length + 2);
  // Three are validated at a time, each in its own worker.
  await expect(tournament.dialog.getByText("Ready", { exact: true })).toHaveCount(bots.length);
  expect((await most()).games).toBeLessThanOrEqual(3);
  await tournament.games(50);
  await tournament.button("Start").click();
  await expect(tournament.over).toBeVisible({ timeout: 90_000 });
  expect(await most()).toEqual({ games: 6, botsOfAGame: 2 });
});

/**
 * Runs in the page: returns the maximum number of simultaneous game workers. The browser reports
 * the end of a worker later than the start of the next.
 */
function countWorkers(script) {
  // The number of parallel games depends on the number of cores.
  Object.defineProperty(navigator, "hardwareConcurrency", { value: 16 });
  const most = (window.most = { games: 0, botsOfAGame: 0 });
  let games = 0;
  window.Worker = class extends Worker {
    constructor(url, options) {
      super(url, options);
      this.playsGames = String(url).includes(script);
      if (this.playsGames) most.games = Math.max(most.games, ++games);
    }

    terminate() {
      if (this.playsGames) games--;
      this.playsGames = false;
      super.terminate();
    }
  };
  new BroadcastChannel("bots").onmessage = ({ data }) => (most.botsOfAGame = Math.max(most.botsOfAGame, data));
}

/** Runs in a game worker: returns the number of bots in memory. */
function countBots() {
  const channel = new BroadcastChannel("bots");
  let bots = 0;
  self.Worker = class extends Worker {
    constructor(url, options) {
      super(url, options);
      channel.postMessage(++bots);
    }

    terminate() {
      bots--;
      super.terminate();
    }
  };
}

test("built-in players play the same games on the page and in the terminal", async ({ game, tournament }) => {
  test.setTimeout(240_000);
  await game.open();
  await tournament.open();
  for (const name of ["Mira, level 3", "Oracle, level 6"]) await tournament.button(`Add ${name}`).click();
  await tournament.showOptions();
  const players = tournament.dialog.getByRole("combobox", { name: "Computer player" });
  const lookahead = players.locator("option", { hasText: "Lookahead 4" }).first();
  await players.selectOption({ label: await lookahead.textContent() });
  await tournament.button("Add").click();
  await tournament.button("Quick · 10 games").click();
  await tournament.field("Seed").fill("20261122");
  await tournament.field("Random opening moves").fill("6");
  const setup = await game.download(() => tournament.button("Save setup").click());
  await tournament.button("Start").click();
  await expect(tournament.over).toBeVisible({ timeout: 120_000 });
  const games = await game.download(() => tournament.button("Games (text)").click());
  const saved = test.info().outputPath("setup.json");
  writeFileSync(saved, setup.text);
  expect(withoutTimes(games.text)).toEqual(inTheTerminal(saved));
});

/** Runs in the page: returns the number of stored games, and whether the tournament is running. */
async function readStored() {
  const done = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await done(indexedDB.open("four-shapes-tournament"));
  const transaction = database.transaction(["state", "games"]);
  const runs = done(transaction.objectStore("state").get("runs"));
  const parts = await done(transaction.objectStore("games").getAll());
  database.close();
  return { games: parts.join("\n").split("\n").filter(Boolean).length, runs: Boolean(await runs) };
}

test("a tournament resumes after a reload", async ({ game, tournament, page }) => {
  await game.open();
  await tournament.open();
  await tournament.dialog.getByLabel("Add bots").setInputFiles([
    { name: "trap.wasm", mimeType: "application/wasm", buffer: hostile.find(({ name }) => name === "trap").buffer },
  ]);
  await expect(tournament.entrants).toHaveCount(3);
  await tournament.games(30000);
  await tournament.field("Seed").fill("1");
  await tournament.button("Start").click();
  const progress = tournament.dialog.getByRole("progressbar", { name: "Games played" });
  const played = async () => Number(await progress.getAttribute("value"));
  const stored = () => page.evaluate(readStored);
  await expect.poll(async () => (await stored()).games).toBeGreaterThan(1000);
  const { games } = await stored();
  await page.reload();
  // The dialog reopens and the tournament resumes, with its games and bot.
  await expect(tournament.dialog).toBeVisible();
  await expect.poll(played).toBeGreaterThanOrEqual(games);
  const before = await played();
  await expect.poll(played).toBeGreaterThan(before + 1000);
  await tournament.button("Pause").click();
  await expect(tournament.dialog.getByText("Paused").first()).toBeVisible();
  const paused = await played();
  await expect.poll(stored).toEqual({ games: paused, runs: false });
  await page.reload();
  await game.ready();
  await tournament.open();
  await expect(tournament.dialog.getByText("Paused").first()).toBeVisible();
  await expect.poll(played).toBe(paused);
});
