// The engine's golden transcripts: input and resulting screen. crates/styles/tests/it/style.rs
// tests the engine with them.

import { readFileSync } from "node:fs";
import { storedMatch } from "./game.mjs";

const folder = new URL("../../../crates/styles/tests/transcripts/", import.meta.url);

/** Parses a transcript; removes colours from its screen. */
export function transcript(name) {
  const text = readFileSync(new URL(`${name}.txt`, folder), "utf8");
  const [all, options, typed, screen] = text.match(/^four play (.*)\n--- typed\n([^]*?)--- screen\n([^]*)$/);
  const words = options.split(" ");
  const option = (name) => {
    const at = words.indexOf(`--${name}`);
    return at < 0 ? undefined : words[at + 1];
  };
  return {
    name,
    asks: words.includes("--ask"),
    swap: words.includes("--swap"),
    style: option("style"),
    moves: option("moves") ?? "",
    /** The input lines. */
    lines: typed === "" ? [] : typed.replace(/\n$/, "").split("\n"),
    screen: screen.replaceAll(/\\e\[[\d;]*m/g, ""),
    ...begin(option, words.includes("--no-gravity")),
  };
}

/** The rules and players, with the defaults of each style. */
function begin(option, anywhere) {
  const style = option("style");
  const gravity = !anywhere;
  const number = (name, usual) => Number(option(name) ?? usual);
  const small = style === "board-games" && anywhere;
  let columns = number("columns", small ? 3 : style === "shapes" ? 6 : 7);
  let rows = number("rows", small ? 3 : style === "shapes" ? 4 : 6);
  if (style === "shapes") [columns, rows] = [Math.max(columns, 5), Math.max(rows, 4)];
  const connect = number("connect", Math.min(4, Math.max(columns, rows)));
  const rules = { columns, rows, connect, players: number("players", 2), gravity };
  const names = option("names")?.split(",");
  const symbols = option("symbols");
  const players = names && usual.slice(0, rules.players).map((seat, i) => ({
    ...seat,
    name: names[i] ?? seat.name,
    symbol: symbols?.[i] ?? seat.symbol,
  }));
  return { rules, players };
}

/** The default players. */
const usual = [
  ["Red", "circle", "red", "X"],
  ["Blue", "pentagon", "blue", "O"],
  ["Green", "square", "green", "A"],
  ["Orange", "triangle", "orange", "B"],
  ["Purple", "star", "purple", "C"],
  ["Teal", "cross", "teal", "D"],
  ["Pink", "diamond", "pink", "E"],
  ["Brown", "heart", "brown", "F"],
].map(([name, shape, colour, symbol]) => ({ name, shape, colour, symbol }));

/** The record of the transcript's initial game. */
export function record({ rules, players, moves, swap }) {
  const { format, version, ...rest } = JSON.parse(storedMatch({ rules, players, moves }));
  if (!players) delete rest.players;
  // Version 2 has no swap.
  if (swap) return JSON.stringify({ format, version: 3, ...rest, swap });
  return JSON.stringify({ format, version, ...rest });
}

/** The input lines that are moves. */
export function typedMoves({ lines }) {
  return lines.filter((line) => /^[0-9]/.test(line));
}
