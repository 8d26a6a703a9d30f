// The files of the built page. Only this module depends on their names and folders.

import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The built page; the tests run in `e2e`. */
export const DIST = "../dist";

/** The files that the service worker caches, with their hashes. */
export function filesIn(folder) {
  const worker = readFileSync(join(folder, "sw.js"), "utf8");
  return JSON.parse(/^const FILES = (\{[^}]*\});$/m.exec(worker)[1]);
}

/** The hashed name of a unique file. */
export function nameOf(folder, file) {
  const [stem, ending] = file.split(".");
  const pattern = new RegExp(`^${stem}-[0-9a-f]+${ending === "wasm" ? "_bg" : ""}\\.${ending}$`);
  const [name, ...more] = Object.keys(filesIn(folder)).filter((name) => pattern.test(name));
  if (!name || more.length > 0) throw new Error(`${file} is not there once: ${[name, ...more]}`);
  return name;
}

/** Lazily loaded parts. */
export const PARTS = /\/parts\//;

/** Files fetched after the start: parts, their styles, the typeface, today's puzzle, and
 * service-worker-registration.js. */
export const LATER = /\/parts\/|\/(dialogs|nunito|palettes|puzzles|service-worker-registration)\.\w+(\?|$)/;

/** Files of search workers. */
export const WORKER_SCRIPT = "worker.js";
export const WORKER_PROGRAM = "search-worker_bg.wasm";
export const BOOK = "7x6.book";
export const WORKER_FILES = [BOOK, "search-worker.js", WORKER_PROGRAM, WORKER_SCRIPT].sort();

/** The script of game workers. */
export const GAME_WORKER = "game-worker.js";

/** The file name of a URL. */
export const fileOf = (url) => new URL(url).pathname.split("/").pop();
