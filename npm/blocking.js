// The solver that blocks.

import { checkBoard, checkBook, checkCall, createEngine, search } from "./search.js";

export class Solver {
  #engine;

  constructor(...board) {
    checkBoard(board);
    this.#engine = createEngine(board);
  }

  score(moves, options) {
    return this.#call("score", moves, options);
  }
  solve(moves, options) {
    return this.#call("solve", moves, options);
  }
  columnScores(moves, options) {
    return this.#call("columnScores", moves, options);
  }
  analyze(moves, options) {
    return this.#call("analyze", moves, options);
  }
  bestColumns(moves, options) {
    return this.#call("bestColumns", moves, options);
  }
  principalVariation(moves, options) {
    return this.#call("principalVariation", moves, options);
  }
  review(moves, options) {
    return this.#call("review", moves, options);
  }

  useBook(bytes) {
    checkBook(bytes);
    this.#alive().useBook(bytes);
  }

  clearTable() {
    this.#alive().clearTable();
  }

  get nodes() {
    return this.#alive().end();
  }

  free() {
    this.#engine?.free();
    this.#engine = undefined;
  }

  #alive() {
    if (!this.#engine) throw new Error("the solver was freed");
    return this.#engine;
  }

  #call(method, moves, options) {
    checkCall(method, moves, options, false);
    const slices = search(this.#alive(), method, moves, options);
    for (;;) {
      const { done, value } = slices.next();
      if (done) return value;
    }
  }
}
