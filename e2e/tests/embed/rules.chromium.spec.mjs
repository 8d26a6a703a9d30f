// The rules of the embedded element agree with the engine's, without a browser; and its size.

import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { COLOURS, SHAPES, defaultPiece } from "../../../embed/pieces.mjs";
import {
  cellName,
  emptyPosition,
  parsePosition,
  playGame,
  positionAfter,
  positionText,
  rulesProblem,
} from "../../../embed/rules.mjs";
import { DIST } from "../support/files.mjs";
import { random } from "../support/random.mjs";

/** In bytes, gzipped. */
const MAX_SIZE = 15_000;

const root = fileURLToPath(new URL("../../..", import.meta.url));
const read = (name) => readFileSync(`${root}/${name}`, "utf8");
/** The terminal program, or the command that builds and runs it. */
const built = process.env.FOUR_SHAPES_TERMINAL;
const [four, ...before] = built ? [built] : ["cargo", "run", "--quiet", "--locked", "--package", "four-shapes-cli", "--"];
const options = { cwd: root, encoding: "utf8", maxBuffer: 1e9 };

/** The games of the five programs, small and large boards, and many players. */
const VARIANTS = [
  [7, 6, 4, 2, true],
  [6, 4, 4, 2, true],
  [8, 8, 4, 2, true],
  [9, 7, 5, 2, true],
  [10, 6, 4, 2, true],
  [15, 15, 5, 2, true],
  [15, 15, 15, 2, true],
  [3, 3, 3, 2, false],
  [15, 3, 3, 15, false],
  [7, 6, 4, 2, false],
  [3, 15, 4, 3, true],
  [9, 9, 4, 5, false],
  [15, 15, 3, 75, true],
  [5, 5, 3, 8, true],
  [12, 11, 6, 4, true],
].map(([columns, rows, connect, players, gravity]) => ({ columns, rows, connect, players, gravity }));
const GAMES_PER_VARIANT = 300;

const next = random(36);
const below = (bound) => Math.floor(next() * bound);
const pick = (list) => list[below(list.length)];
const isSeparated = ({ gravity, columns }) => !gravity || columns > 9;
const join = (rules, moves) => moves.join(isSeparated(rules) ? "," : "");

/** The possible moves, by trying. */
const moves = ({ rules, cells }) =>
  cells.flatMap((column, c) =>
    rules.gravity
      ? column.includes(undefined)
        ? [String(c + 1)]
        : []
      : column.flatMap((owner, row) => (owner === undefined ? [cellName({ column: c, row })] : [])),
  );

/** Plays a random game, to its end or less far, and sometimes from another position or with a swap. */
function randomGame(rules) {
  const hasStart = below(4) === 0;
  const swap = !hasStart && rules.players === 2 && below(3) === 0;
  let start = emptyPosition(rules);
  if (hasStart) {
    const before = randomMoves(start, below(8));
    start = positionAfter(playGame(start, join(rules, before)), before.length);
  }
  const max = below(5) === 0 ? below(20) : rules.columns * rules.rows;
  const played = randomMoves(start, max, swap);
  return { rules, start, hasStart, swap, text: join(rules, played) };
}

function randomMoves(start, max, swap = false) {
  // Of some columns only, so that lines are completed on large boards too.
  const some = below(3) + 2;
  const played = [];
  // A start may already be won.
  if (playGame(start, "").statuses[0].status !== "to-move") return played;
  let position = start;
  while (played.length < max) {
    if (swap && played.length === 1 && below(2) === 0) {
      played.push("s");
      continue;
    }
    const all = moves(position);
    const move = pick(below(4) ? all.slice(0, some) : all);
    const game = playGame(position, move);
    played.push(move);
    position = positionAfter(game, 1);
    if (game.statuses[1].status !== "to-move") break;
  }
  return played;
}

/** The result of a game in a file. */
function resultOf({ statuses }, names) {
  const { status, player, lines } = statuses.at(-1);
  if (status === "to-move") return "unfinished";
  if (status === "drawn") return "tie";
  const cells = [...new Map(lines.flat().map((cell) => [cellName(cell), cell])).values()];
  cells.sort((a, b) => a.column - b.column || a.row - b.row);
  return `won by ${names[player]}: ${cells.map(cellName).join(", ")}`;
}

test("results and positions of random games are those of the engine", () => {
  test.setTimeout(300_000);
  const counts = {};
  for (const [number, rules] of VARIANTS.entries()) {
    const expected = [];
    const lines = Array.from({ length: GAMES_PER_VARIANT }, () => {
      const random = randomGame(rules);
      const game = playGame(random.start, random.text, random.swap);
      const isSwapped = game.steps[1]?.isSwap;
      const players = Array.from({ length: rules.players }, (_, i) => seat(i));
      // After a swap the seats play each other's pieces.
      const names = players.map((_, i) => players[isSwapped ? 1 - i : i].name);
      expected.push(positionText(positionAfter(game, game.steps.length)));
      const { status } = game.statuses.at(-1);
      counts[status] = (counts[status] ?? 0) + 1;
      return JSON.stringify({
        format: "four-shapes-game",
        version: random.hasStart ? 5 : 3,
        rules,
        players,
        starts: 1,
        swap: random.swap || undefined,
        start: random.hasStart ? positionText(random.start) : undefined,
        moves: random.text,
        result: resultOf(game, names),
      });
    });
    // A file has at most 1 MB; its first line makes it a list.
    for (let at = 0; at < lines.length; at += 100) {
      const file = test.info().outputPath(`games-${number}.txt`);
      writeFileSync(file, ["# Games", ...lines.slice(at, at + 100)].join("\n"));
      const printed = execFileSync(four, [...before, "board", "--load", file, "--format", "position"], options);
      expect(printed.trim().split("\n"), JSON.stringify(rules)).toEqual(expected.slice(at, at + 100));
    }
  }
  console.log(`games by their end: ${JSON.stringify(counts)}`);
  expect(Object.keys(counts).sort()).toEqual(["drawn", "to-move", "won"]);
});

/** A seat with a short name. */
function seat(i) {
  const symbols = "XOABCDEFGHIJKLMNPQRSTUVWYZabcdefghijklmnopqrstuvwxyz0123456789#@%&+*=?!$~^<";
  return { name: `P${i + 1}`, ...defaultPiece(i), symbol: symbols[i] };
}

/** The error of the engine for a link; empty if it accepts it. */
function engineError(fields) {
  const link = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  const { stderr, status } = spawnSync(four, [...before, "board", "--link", link, "--format", "position"], options);
  return status === 0 ? "" : stderr.trim();
}

test("invalid moves have the engine's messages", () => {
  test.setTimeout(300_000);
  const characters = [..."0123456789,ABDOabs x→\u202e"];
  let rejected = 0;
  for (const rules of VARIANTS.slice(0, 12)) {
    for (let i = 0; i < 20; i++) {
      const { text } = randomGame(rules);
      const at = below(text.length + 1);
      const mutated = text.slice(0, at) + pick(characters) + text.slice(at + below(2));
      const { columns, rows, connect, players, gravity } = rules;
      const found = engineError({
        v: 1,
        board: `${columns}x${rows}`,
        connect,
        gravity: gravity ? "yes" : "no",
        players,
        moves: mutated,
      });
      const expected = errorOf(() => playGame(emptyPosition(rules), mutated));
      expect(found.endsWith(expected), `${mutated}: ${found} / ${expected}`).toBe(true);
      expect(found === "", mutated).toBe(expected === "");
      if (expected) rejected++;
    }
  }
  expect(rejected).toBeGreaterThan(100);
});

test("invalid positions have the engine's messages", () => {
  test.setTimeout(300_000);
  let rejected = 0;
  for (let i = 0; i < 200; i++) {
    const rules = pick(VARIANTS.slice(0, 12));
    const game = playGame(emptyPosition(rules), join(rules, randomMoves(emptyPosition(rules), 12)));
    const text = positionText(positionAfter(game, game.steps.length));
    const [rows, player, ...rest] = text.split(" ");
    const fields = `${rows} ${player}`;
    const at = below(fields.length);
    // Not the space, which links write in another way.
    if (fields[at] === " ") continue;
    const mutated = fields.slice(0, at) + pick([..."0127/abcAzx→"]) + fields.slice(at + below(2));
    const { columns, rows: height, connect, players, gravity } = rules;
    const found = engineError({
      v: 2,
      board: `${columns}x${height}`,
      connect,
      gravity: gravity ? "yes" : "no",
      players,
      start: mutated.replace(" ", "_"),
      moves: "",
    });
    const expected = errorOf(() => playGame(parsePosition(`${mutated} ${rest.join(" ")}`), ""));
    const message = expected.replace(/^start: /, "");
    expect(found.endsWith(message), `${mutated}: ${found} / ${expected}`).toBe(true);
    expect(found === "", mutated).toBe(expected === "");
    if (expected) rejected++;
  }
  expect(rejected).toBeGreaterThan(50);
});

test("the bounds of rules are the engine's", () => {
  for (const [columns, rows, connect, players] of [
    [2, 6, 4, 2],
    [16, 6, 4, 2],
    [7, 2, 4, 2],
    [7, 16, 4, 2],
    [7, 6, 2, 2],
    [7, 6, 8, 2],
    [7, 6, 7, 7],
    [7, 6, 4, 1],
    [3, 3, 3, 3],
    [15, 15, 3, 75],
    [15, 15, 3, 76],
  ]) {
    const rules = { columns, rows, connect, players };
    const found = engineError({ v: 1, board: `${columns}x${rows}`, connect, players, moves: "" });
    const expected = rulesProblem(rules)?.problem ?? "";
    expect(found.endsWith(expected), `${JSON.stringify(rules)}: ${found}`).toBe(true);
    expect(found === "", JSON.stringify(rules)).toBe(expected === "");
  }
});

/** The message of what is thrown; empty if nothing is. */
function errorOf(act) {
  try {
    act();
    return "";
  } catch (error) {
    return error.message;
  }
}

test("the pieces and colours are the page's", () => {
  const glyphs = read("crates/records/src/glyph.rs");
  const pattern = /shape: Shape::(\w+),\s+plain: "([^"]+)",\s+marked: "([^"]+)",\s+hole: \((-?\d+), (-?\d+)\)/g;
  const shapes = [...glyphs.matchAll(pattern)].map(([, name, plain, marked, x, y]) => [
    name.toLowerCase(),
    [plain, marked, [Number(x), Number(y)]],
  ]);
  expect(Object.entries(SHAPES)).toEqual(shapes);
  const tokens = read("style/tokens.css").replace(/\s+/g, " ");
  const css = read("embed/board.css");
  const [normal, more] = css.split("@media (prefers-contrast: more)");
  for (const name of [...COLOURS, "black-rim", "page", "card", "text", "muted", "frame", "rim"]) {
    const [, light, contrast] = new RegExp(
      `--${name}: var\\(--normal-contrast, (.*?\\))\\) var\\(--more-contrast, (.*?\\))\\);`,
    ).exec(tokens);
    expect(normal, name).toContain(`--${name}: ${light};`);
    expect(more, name).toContain(`--${name}: ${contrast};`);
  }
  // Of the default players of the largest game.
  const columns = Array.from({ length: 75 }, (_, i) => (i % 15) + 1);
  const link = new URLSearchParams({ v: 1, board: "15x15", connect: 3, players: 75, moves: columns.join() });
  const image = execFileSync(four, [...before, "board", "--link", link.toString(), "--format", "svg"], options);
  // Pieces have a rim of their own width. The hole marks the last one.
  const drawn = [...image.matchAll(/ stroke-width="2.5".* d="([^"]+)"/g)]
    .map(([, d]) => d.replace(/M-?\d+ -?\d+a9 9 .*$/, ""))
    .sort();
  const expected = columns.map((_, i) => SHAPES[defaultPiece(i).shape][0]).sort();
  expect(drawn).toEqual(expected);
});

test("the script is small", () => {
  const script = readFileSync(`${DIST}/embed/board.js`);
  const size = gzipSync(script, { level: 9 }).length;
  console.log(`embed/board.js: ${script.length} bytes, ${size} gzipped`);
  expect(size).toBeLessThanOrEqual(MAX_SIZE);
  expect(script.toString(), "no other files and no code from texts").not.toMatch(/\bimport\b|\beval\b|innerHTML|https?:(?!\/\/www\.w3\.org\/2000\/svg")/);
});
