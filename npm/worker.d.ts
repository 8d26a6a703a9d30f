/**
 * A `Solver` in a web worker, for browsers. On 7 × 6 it uses the opening book.
 *
 * The methods are those of `Solver`. Requests are answered one after the other; `terminate` stops
 * a long one.
 */
export class SolverWorker {
  constructor(
    columns?: number | null,
    rows?: number | null,
    connect?: number | null,
    tableMegabytes?: number | null,
  );
  score(moves: string): Promise<number>;
  columnScores(moves: string): Promise<(number | undefined)[]>;
  bestColumns(moves: string): Promise<number[]>;
  principalVariation(moves: string): Promise<number[]>;
  review(moves: string): Promise<(string | undefined)[]>;
  /** Stops the worker. Open requests are rejected. */
  terminate(): void;
}
