/** When a search stops, approximately. Without limits it stops when the answer is known. */
export interface Limits {
  /** The number of positions searched. */
  nodes?: number | undefined;
  /** Milliseconds of searching. */
  ms?: number | undefined;
}

/** What is proved of a score, both bounds inclusive. */
export interface Bounds {
  /** The score, if it is known: the bounds are equal. */
  score: number | undefined;
  lower: number;
  upper: number;
}

/** What is proved of a position. */
export interface Solution extends Bounds {
  /** The number of positions searched. */
  nodes: number;
}

/** What is proved of a position and its moves. */
export interface Analysis extends Solution {
  /** Of a move into each column, for the side that makes it; `undefined` for full columns. */
  columns: (Bounds | undefined)[];
  /** The columns of the best moves as for `bestColumns`; empty as long as none is proved. */
  best: number[];
}

/** What a move gives away. */
export type Judgement =
  | "best"
  | "fine"
  | "slower win"
  | "mistake"
  | "blunder"
  | "missed win"
  | "overlooked win"
  | "overlooked threat";

/**
 * Solves two-player games with gravity.
 *
 * A position is given by the moves that lead to it, with columns counted from 1: `44455`, or
 * `8,8,10` on boards of more than nine columns; or as a line such as
 * `7/7/7/3a3/3ba2/3ab2 b 7,6,4 2 g`, which need not arise in a game. Scores are for the side to
 * move: 0 is a draw, 1 a win with the side's last piece, 2 with the one before, and so on;
 * negative scores are losses.
 *
 * Methods throw a `TypeError` or `RangeError` for a wrong argument, and an `Error` if the moves or
 * the position are not valid. They block until they return, so a page should use `SolverWorker`.
 */
export class Solver {
  /**
   * Creates a solver for a board, 7 × 6 with four in a row by default, with a transposition
   * table of this many megabytes, 16 by default.
   *
   * Throws an error if the board is invalid or too large to solve.
   */
  constructor(
    columns?: number | null,
    rows?: number | null,
    connect?: number | null,
    tableMegabytes?: number | null,
  );

  /** Returns the score of a position. */
  score(moves: string): number;

  /** Returns the score of a position, or its proved bounds if a limit is reached first. */
  solve(moves: string, limits?: Limits): Solution;

  /**
   * Returns the score of a move into each column, for the side that makes it; `undefined` for
   * full columns.
   */
  columnScores(moves: string): (number | undefined)[];

  /**
   * Returns the score of each column, or its proved bounds if a limit is reached first. The best
   * columns are searched first.
   */
  analyze(moves: string, limits?: Limits): Analysis;

  /**
   * Returns the columns of the best moves, counted from 1, the most central first. Faster than
   * the scores of all columns. If a limit is reached first, those proved so far.
   */
  bestColumns(moves: string, limits?: Limits): number[];

  /**
   * Returns the columns, counted from 1, that both sides play with best play up to the end of
   * the game; if a limit is reached first, the beginning.
   */
  principalVariation(moves: string, limits?: Limits): number[];

  /**
   * Returns a judgement of each move of a game; `undefined` if too little is proved within the
   * limits, or with a hundred million nodes for each position.
   */
  review(moves: string, limits?: Limits): (Judgement | undefined)[];

  /**
   * Uses an opening book, a file for the same board. It answers early positions at once.
   *
   * Throws an error if the file is damaged, of another version, or for another board.
   */
  useBook(bytes: Uint8Array): void;

  /** Clears the transposition table, which otherwise speeds up related positions. */
  clearTable(): void;

  /** The number of positions searched so far. */
  readonly nodes: number;

  /** Frees the memory at once, instead of when the solver is collected as garbage. */
  free(): void;
}

/** Returns the opening book for 7 × 6 (32 KB), for `Solver.useBook`. */
export function openingBook(): Promise<Uint8Array>;
