import type { Analysis, Judgement, Limits, Solution } from "./index.js";

/** The part of `AbortSignal` that is used, so that programs without its type can be checked. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** How a call is aborted. */
export interface Abortable {
  /** An `AbortSignal`: the call is rejected with its reason, and the next one begins. */
  signal?: Signal | undefined;
}

/**
 * A `Solver` in a web worker, or in a thread of Node. On 7 × 6 it uses the opening book.
 *
 * The methods are those of `Solver`. Calls are answered one after the other; a signal stops one,
 * and `terminate` all.
 */
export class SolverWorker {
  /** As of `Solver`. An invalid board is reported with each call. */
  constructor(
    columns?: number | null,
    rows?: number | null,
    connect?: number | null,
    tableMegabytes?: number | null,
  );
  score(moves: string, options?: Abortable): Promise<number>;
  solve(moves: string, options?: Limits & Abortable): Promise<Solution>;
  columnScores(moves: string, options?: Abortable): Promise<(number | undefined)[]>;
  analyze(moves: string, options?: Limits & Abortable): Promise<Analysis>;
  bestColumns(moves: string, options?: Limits & Abortable): Promise<number[]>;
  principalVariation(moves: string, options?: Limits & Abortable): Promise<number[]>;
  review(moves: string, options?: Limits & Abortable): Promise<(Judgement | undefined)[]>;
  /** Stops the worker. Open calls, and later ones, are rejected. */
  terminate(): void;
}
