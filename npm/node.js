// For Node and Deno, whose `fetch` can't read files of packages.

import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { initSync } from "./solver.js";

initSync({ module: readFileSync(new URL("solver_bg.wasm", import.meta.url)) });

export { Solver } from "./blocking.js";

export async function openingBook() {
  return new Uint8Array(await readFile(new URL("7x6.book", import.meta.url)));
}
