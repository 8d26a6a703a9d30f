// Invalid stored games. Those of all kinds are parsed in tests of the records; these are different in a browser, or
// show what the page does with an error.

import { people, storedGame, storedMatch } from "../support/game.mjs";

const markup = "<img src=x onerror=\"window.smuggled = true\"><b>bold</b>";

/** By kind of error. */
export const hostile = {
  empty: "",
  "one megabyte of moves": storedGame({ moves: "4".repeat(1_000_000) }),
  // The stack is smaller in a browser.
  "deep nesting": "[".repeat(100_000),
  "deep objects": '{"a":'.repeat(50_000),
  "cut off": storedGame().slice(0, -1),
  "a later version": storedGame({ version: 99 }),
  "a move after a win": storedGame({ moves: "12121213" }),
  "an unknown computer": storedMatch({ computers: [null, "level:7"] }),
  "markup alone": markup,
  "markup as a name": storedMatch({ players: [people[0], { ...people[1], name: markup }] }),
  "markup as a field": storedGame({ [markup]: markup }),
  "control characters": "\u0000\u0001\u0002\u007f\u202e",
};
