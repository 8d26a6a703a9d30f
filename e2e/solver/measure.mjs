// Measures the solver's WebAssembly module, in Node and in a browser's worker.

/** The minimum total duration of repeated short runs. */
const MIN_MS = 200;

/**
 * Solves all positions, each with an empty table; returns microseconds and scores.
 */
export function timeClass(probe, lines) {
  probe.load(lines);
  const start = performance.now();
  for (let passes = 1; ; passes++) {
    const scores = probe.solve();
    const elapsed = performance.now() - start;
    if (elapsed >= MIN_MS) return { microseconds: (elapsed * 1000) / passes, scores: [...scores] };
  }
}

/** Solves all columns of a position; returns milliseconds and scores. */
export function timeColumns(probe, line) {
  probe.load(`${line}\n`);
  const start = performance.now();
  const scores = probe.columns(0);
  return { milliseconds: performance.now() - start, scores: [...scores] };
}
