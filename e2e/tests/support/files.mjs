// The files of the built page, by what they are for: names, folders and hashes are the
// build's own affair, and no test says them itself.

import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The built page; the tests run in `e2e`. */
export const DIST = "../dist";

/** The files that a built service worker keeps, with their hashes. */
export function filesIn(folder) {
  const worker = readFileSync(join(folder, "sw.js"), "utf8");
  return JSON.parse(/^const FILES = (\{[^}]*\});$/m.exec(worker)[1]);
}

/** The name of a file of which there is one, with the hash in it. */
export function nameOf(folder, file) {
  const [stem, ending] = file.split(".");
  const pattern = new RegExp(`^${stem}-[0-9a-f]+${ending === "wasm" ? "_bg" : ""}\\.${ending}$`);
  const [name, ...more] = Object.keys(filesIn(folder)).filter((name) => pattern.test(name));
  if (!name || more.length > 0) throw new Error(`${file} is not there once: ${[name, ...more]}`);
  return name;
}

/** What the program loads of itself when it is needed. */
export const PARTS = /\/parts\//;

/** Fetched once the game can be played: the parts, their styles, and what keeps the page. */
export const LATER = /\/parts\/|\/(dialogs|later)\.\w+(\?|$)/;

/** What search workers fetch: their script, the program that thinks, and the opening book. */
export const WORKER_SCRIPT = "worker.js";
export const WORKER_PROGRAM = "search-worker_bg.wasm";
export const BOOK = "7x6.book";
export const WORKER_FILES = [BOOK, "search-worker.js", WORKER_PROGRAM, WORKER_SCRIPT].sort();

/** The script of the workers that play a tournament's games. */
export const GAME_WORKER = "game-worker.js";

/** The last part of an address's path. */
export const fileOf = (url) => new URL(url).pathname.split("/").pop();
