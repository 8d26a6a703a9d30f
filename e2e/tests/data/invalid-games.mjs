// Invalid stored games.

import { people, storedGame, storedMatch } from "../support/game.mjs";

const rules = { columns: 7, rows: 6, connect: 4, players: 2, gravity: true };
const markup = "<img src=x onerror=\"window.smuggled = true\"><b>bold</b>";

/** By kind of error. */
export const hostile = {
  empty: "",
  null: "null",
  "a number": "-1e999",
  "an empty object": "{}",
  "one megabyte": "x".repeat(1_000_000),
  "one megabyte of moves": storedGame({ moves: "4".repeat(1_000_000) }),
  "deep nesting": "[".repeat(100_000),
  "deep objects": '{"a":'.repeat(50_000),
  "cut off": storedGame().slice(0, -1),
  "followed by more": `${storedGame()}${storedGame()}`,
  "another format": storedGame({ format: "chess" }),
  "an old version": storedGame({ version: 0 }),
  "a later version": storedGame({ version: 99 }),
  "players in the first version": storedGame({ players: people.slice(0, 2) }),
  "an unknown field": storedGame({ extra: 1 }),
  "no columns": storedGame({ rules: { ...rules, columns: 0 } }),
  "too many columns": storedGame({ rules: { ...rules, columns: 16 } }),
  "far too many rows": storedGame({ rules: { ...rules, rows: 4294967296 } }),
  "half a row": storedGame({ rules: { ...rules, rows: 6.5 } }),
  "connecting 99": storedGame({ rules: { ...rules, connect: 99 } }),
  "no players": storedGame({ rules: { ...rules, players: 0 } }),
  "a column off the board": storedGame({ moves: "4448" }),
  "column zero": storedGame({ moves: "440" }),
  "seven in a column of six": storedGame({ moves: "4444444" }),
  "a move after a win": storedGame({ moves: "12121213" }),
  "a cursor behind the moves": storedGame({ cursor: 6 }),
  "a cursor before the moves": storedGame({ cursor: -1 }),
  "a draw while somebody can win": storedGame({ draw_agreed: true }),
  "one player too few": storedMatch({ players: people.slice(0, 2), rules: { ...rules, players: 3 } }),
  "the same name twice": storedMatch({ players: [people[0], { ...people[1], name: "Ada" }] }),
  "the same look twice": storedMatch({ players: [people[0], { ...people[0], name: "B", symbol: "B" }] }),
  "an unknown computer": storedMatch({ computers: [null, "level:7"] }),
  "a computer in the second version": storedMatch({ computers: [null, "level:1"], version: 2 }),
  "a swap among three": storedMatch({ rules: { ...rules, players: 3 }, swap: true }),
  "the same symbol twice": storedMatch({ players: [people[0], { ...people[1], symbol: "X" }] }),
  "a name too long": storedMatch({ players: [people[0], { ...people[1], name: "W".repeat(25) }] }),
  "a name that turns the text around": storedMatch({
    players: [people[0], { ...people[1], name: "A\u202eB" }],
  }),
  "an unknown shape": storedMatch({ players: [people[0], { ...people[1], shape: "blob" }] }),
  "a symbol of two characters": storedMatch({ players: [people[0], { ...people[1], symbol: "XY" }] }),
  "nobody starts": storedMatch({ starts: 0 }),
  "somebody else starts": storedMatch({ starts: 3 }),
  "another result than the moves have": storedMatch({ moves: "1", result: "won by Ada: A1" }),
  "markup alone": markup,
  "markup as a name": storedMatch({ players: [people[0], { ...people[1], name: markup }] }),
  "markup as a shape": storedMatch({ players: [people[0], { ...people[1], shape: markup }] }),
  "markup as format": storedGame({ format: markup }),
  "markup as moves": storedGame({ moves: markup, cursor: 0 }),
  "markup as a field": storedGame({ [markup]: markup }),
  "control characters": "\u0000\u0001\u0002\u007f\u202e",
};

/** Random texts and mutations of a valid record, from a fixed seed. */
export function seededTexts(valid, count) {
  const random = generator(2024);
  const texts = {};
  for (let n = 1; n <= count; n++) {
    const bytes = Array.from({ length: 1 + random(60) }, () => random(256));
    texts[`random text ${n}`] = String.fromCharCode(...bytes);
    const at = random(valid.length);
    // None of these characters gives another valid record.
    const sign = '#"{}<\\'[random(6)];
    texts[`changed at ${at} to ${sign}`] =
      valid[at] === sign ? valid.slice(0, at) : valid.slice(0, at) + sign + valid.slice(at + 1);
  }
  return texts;
}

/** Whole numbers below a limit: the linear congruential generator of C's rand. */
function generator(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}
