// Measures the solver's WebAssembly module: the same in Node and in a browser's
// worker.

/** Short runs are repeated until they have taken as long as this together. */
const MIN_MS = 200;

/**
 * The microseconds in which all positions are solved, each from scratch, and
 * their scores.
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

/** The milliseconds in which all columns of a position are solved, and their scores. */
export function timeColumns(probe, line) {
  probe.load(`${line}\n`);
  const start = performance.now();
  const scores = probe.columns(0);
  return { milliseconds: performance.now() - start, scores: [...scores] };
}
