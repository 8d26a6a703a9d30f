// Loads the program and the book in browsers. Importers await `ready`, since a worker that is bundled
// as a script has no top-level await.

import init from "./solver.js";

export { Solver } from "./blocking.js";

export const ready = init();

export async function openingBook() {
  const response = await fetch(new URL("7x6.book", import.meta.url));
  if (!response.ok) throw new Error(`the opening book can't be fetched: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
