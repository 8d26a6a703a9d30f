// For browsers.

import init, { Solver } from "./solver.js";

await init();

export { Solver };

export async function openingBook() {
  const response = await fetch(new URL("7x6.book", import.meta.url));
  if (!response.ok) throw new Error(`the opening book can't be fetched: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
