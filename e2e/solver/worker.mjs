// Measures in a worker, as used by the page.

import init, { Probe } from "../../target/solver-wasm/solver.js";
import { timeClass, timeColumns } from "./measure.mjs";

const benchmarks = { timeClass, timeColumns };
const ready = start();

async function start() {
  await init();
  const book = await fetch("../../data/7x6.book");
  if (!book.ok) throw new Error(`the book: ${book.status}`);
  const withBook = new Probe();
  withBook.use_book(new Uint8Array(await book.arrayBuffer()));
  return { timeClass: new Probe(), timeColumns: withBook };
}

self.onmessage = async ({ data: { benchmark, lines } }) => {
  try {
    self.postMessage({ answer: benchmarks[benchmark]((await ready)[benchmark], lines) });
  } catch (error) {
    self.postMessage({ error: String(error) });
  }
};
