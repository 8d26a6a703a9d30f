// Measures the solver's WebAssembly module, in Node and in a browser's worker.

/** The minimum total duration of repeated short runs. */
const MIN_MS = 200;

/** Returns the benchmarks of a module with this class and opening book. */
export function benchmarks(TimedSolver, book) {
  const withBook = new TimedSolver(7, 6);
  withBook.use_book(book);
  return {
    timeClass(board, lines) {
      const solver = new TimedSolver(...board);
      try {
        return timeClass(solver, lines);
      } finally {
        solver.free();
      }
    },
    timeColumns: (line) => timeColumns(withBook, line),
  };
}

/**
 * Solves all positions, each with an empty table; returns microseconds and scores.
 */
function timeClass(solver, lines) {
  solver.load(lines);
  const start = performance.now();
  for (let passes = 1; ; passes++) {
    const scores = solver.solve();
    const elapsed = performance.now() - start;
    if (elapsed >= MIN_MS) return { microseconds: (elapsed * 1000) / passes, scores: [...scores] };
  }
}

/** Solves all columns of a position; returns milliseconds, nodes and scores. */
function timeColumns(solver, line) {
  solver.load(`${line}\n`);
  const before = solver.nodes();
  const start = performance.now();
  const scores = solver.columns(0);
  const milliseconds = performance.now() - start;
  return { milliseconds, nodes: solver.nodes() - before, scores: [...scores] };
}
