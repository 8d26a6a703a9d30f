// Measures the computer players in the page's own worker, in Chromium.
//
//   node players.mjs [latency] [won] [start] [--per-ply N] [--games N] [--seed N]
//
// `cargo xtask bench players` builds its dependencies.
//
// latency: the time of level 6 per move in random positions at plies 0 to 20, with a warm worker
//          and the book loaded.
// won:     games of level 6 against level 5 from random won positions.
// start:   games from the empty board that level 6 starts.

import { execFileSync } from "node:child_process";
import { chromium as playwright } from "@playwright/test";
import { chromium } from "./browsers.mjs";
import { serve } from "./serve.mjs";

const FOUR = `../target/release/four${process.platform === "win32" ? ".exe" : ""}`;
const [COLUMNS, ROWS] = [7, 6];
const PERFECT = "level:6";
const STRONGEST_OTHER = "level:5";

const words = process.argv.slice(2);
const option = (name, usual) => {
  const at = words.indexOf(name);
  return at < 0 ? usual : Number(words.splice(at, 2)[1]);
};
const perPly = option("--per-ply", 100);
const games = option("--games", 200);
const seed = option("--seed", 1);
const wanted = (part) => words.length === 0 || words.includes(part);

/** Seeded random numbers below `n`: Marsaglia's 32-bit xorshift. */
let state = seed * 2654435769 || 1;
const below = (n) => {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % n;
};

/** A game; checks all lines through the last piece. */
class Game {
  moves = "";
  heights = Array(COLUMNS).fill(0);
  cells = new Map();
  won = false;

  get free() {
    return this.heights.flatMap((height, column) => (height < ROWS ? [column] : []));
  }

  get over() {
    return this.won || this.moves.length === COLUMNS * ROWS;
  }

  drop(column) {
    const row = this.heights[column]++;
    const player = this.moves.length % 2;
    this.cells.set(`${column},${row}`, player);
    this.moves += column + 1;
    const run = (x, y) => {
      let length = 0;
      while (this.cells.get(`${column + x * (length + 1)},${row + y * (length + 1)}`) === player) length++;
      return length;
    };
    this.won = [[1, 0], [0, 1], [1, 1], [1, -1]].some(([x, y]) => run(x, y) + run(-x, -y) >= 3);
    return this;
  }

  copy() {
    return [...this.moves].reduce((game, column) => game.drop(column - 1), new Game());
  }
}

/** A random unfinished game of a number of plies. */
function random(plies) {
  for (;;) {
    const game = new Game();
    while (game.moves.length < plies && !game.over) game.drop(game.free[below(game.free.length)]);
    if (game.moves.length === plies && !game.over) return game;
  }
}

const record = (moves) =>
  JSON.stringify({
    format: "four-shapes-game",
    version: 2,
    rules: { columns: COLUMNS, rows: ROWS, connect: 4, players: 2, gravity: true },
    moves,
  });

const server = await serve("../dist");
const browser = await playwright.launch(chromium);
const page = await browser.newPage();
await page.goto(`http://127.0.0.1:${server.address().port}/`);
await page.waitForSelector("html[data-ready=true]");

/** A search worker; requests moves and measures their time. */
async function player() {
  const worker = await page.evaluateHandle(async () => {
    const worker = new Worker(`worker.js?${document.documentElement.dataset.version}`, { type: "module" });
    await new Promise((resolve, reject) => {
      worker.onmessage = resolve;
      worker.onerror = () => reject(new Error("the worker can't be started"));
    });
    return worker;
  });
  let id = 0;
  return async (kind, moves) => {
    const ask = `${++id} move ${kind} ${below(2 ** 32)}\n${record(moves)}`;
    const [choice, milliseconds] = await worker.evaluate(
      (worker, ask) =>
        new Promise((resolve, reject) => {
          const start = performance.now();
          worker.onmessage = ({ data }) => {
            const found = / choice ([A-O])/.exec(data);
            if (found) resolve([found[1], performance.now() - start]);
          };
          worker.onerror = () => reject(new Error("the worker has died"));
          worker.postMessage(ask);
        }),
      ask,
    );
    return { column: choice.charCodeAt(0) - 65, milliseconds };
  };
}

try {
  if (wanted("latency")) await latency();
  if (wanted("won")) await won();
  if (wanted("start")) await start();
} finally {
  await browser.close();
  server.close();
}

async function latency() {
  const ask = await player();
  // The book is loaded with the first request.
  for (let i = 0; i < 20; i++) await ask(PERFECT, random(12).moves);
  const rows = [];
  const all = [];
  for (let ply = 0; ply <= 20; ply++) {
    const times = [];
    for (let i = 0; i < perPly; i++) {
      const { moves } = random(ply);
      const { milliseconds } = await ask(PERFECT, moves);
      times.push({ moves, milliseconds });
    }
    times.sort((a, b) => a.milliseconds - b.milliseconds);
    all.push(...times);
    rows.push(row(`ply ${ply}`, times));
  }
  all.sort((a, b) => a.milliseconds - b.milliseconds);
  rows.push(row("all", all));
  console.log(`\n${PERFECT}: from the question to the answer, worker warm, book loaded`);
  console.table(rows);
}

function row(name, times) {
  const at = (share) => times[Math.ceil(times.length * share) - 1];
  return {
    positions: `${name}: ${times.length}`,
    "median, ms": at(0.5).milliseconds.toFixed(1),
    "95 %, ms": at(0.95).milliseconds.toFixed(1),
    "worst, ms": at(1).milliseconds.toFixed(1),
    worst: at(1).moves || "(empty)",
  };
}

/** The result by the terminal program: 1 if the player to move wins. */
function outcomes(positions) {
  const answer = execFileSync(FOUR, ["solve", "--weak"], { encoding: "utf8", input: positions.join("\n") + "\n" });
  const lines = answer.trimEnd().split("\n");
  return lines.map((line) => Number(line.split(" ")[1]));
}

async function playOut(game, perfect, ask, other) {
  while (!game.over) {
    const own = game.moves.length % 2 === perfect;
    const { column } = own ? await ask(PERFECT, game.moves) : await other(STRONGEST_OTHER, game.moves);
    game.drop(column);
  }
  return game.won && (game.moves.length - 1) % 2 === perfect;
}

async function won() {
  const [ask, other] = [await player(), await player()];
  const positions = [];
  while (positions.length < games) {
    const some = Array.from({ length: 50 }, () => random(below(25)));
    const outcome = outcomes(some.map(({ moves }) => moves));
    positions.push(...some.filter((_, i) => outcome[i] === 1));
  }
  const lost = [];
  for (const game of positions.slice(0, games)) {
    const from = game.moves;
    const perfect = from.length % 2;
    if (!(await playOut(game.copy(), perfect, ask, other))) lost.push(from);
  }
  console.log(`\n${PERFECT} in ${games} random won positions against ${STRONGEST_OTHER}: not won ${lost.length} ${lost.join(" ")}`);
  if (lost.length > 0) process.exitCode = 1;
}

async function start() {
  const [ask, other] = [await player(), await player()];
  const count = Math.max(1, Math.round(games / 10));
  let wins = 0;
  for (let i = 0; i < count; i++) wins += await playOut(new Game(), 0, ask, other);
  console.log(`\n${PERFECT} from the empty board, moving first, against ${STRONGEST_OTHER}: won ${wins} of ${count}`);
  if (wins < count) process.exitCode = 1;
}
