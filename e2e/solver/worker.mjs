// Measures in a worker, as used by the page.

import init, { TimedSolver } from "../../target/solver-wasm/solver.js";
import { benchmarks } from "./measure.mjs";

const ready = start();

async function start() {
  await init();
  const book = await fetch("../../crates/solver/data/7x6.book");
  if (!book.ok) throw new Error(`the book: ${book.status}`);
  return benchmarks(TimedSolver, new Uint8Array(await book.arrayBuffer()));
}

self.onmessage = async ({ data: { benchmark, words } }) => {
  try {
    self.postMessage({ answer: (await ready)[benchmark](...words) });
  } catch (error) {
    self.postMessage({ error: String(error) });
  }
};
