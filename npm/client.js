// Sends calls to a worker. `serve.js` is the other side.

import { checkBoard, checkCall } from "./search.js";

export class Client {
  #worker;
  #pending = new Map();
  #next = 0;
  /** The error of all calls after the worker has ended. */
  #closed;

  /** `start` returns a worker with the interface of browsers. */
  constructor(start, board) {
    checkBoard(board);
    this.#worker = start();
    this.#worker.onmessage = ({ data: { id, result, error } }) => {
      // An aborted call has no entry.
      this.#settle(id, ({ resolve, reject }) => (error === undefined ? resolve(result) : reject(new Error(error))));
    };
    this.#worker.onerror = ({ message }) => this.#close(new Error(message || "the worker can't be started"));
    this.#worker.postMessage({ board });
  }

  score(moves, options) {
    return this.#ask("score", moves, options);
  }
  solve(moves, options) {
    return this.#ask("solve", moves, options);
  }
  columnScores(moves, options) {
    return this.#ask("columnScores", moves, options);
  }
  analyze(moves, options) {
    return this.#ask("analyze", moves, options);
  }
  bestColumns(moves, options) {
    return this.#ask("bestColumns", moves, options);
  }
  principalVariation(moves, options) {
    return this.#ask("principalVariation", moves, options);
  }
  review(moves, options) {
    return this.#ask("review", moves, options);
  }

  terminate() {
    this.#close(new Error("the solver was terminated"));
  }

  async #ask(method, moves, options) {
    checkCall(method, moves, options, true);
    const { signal, ...limits } = options ?? {};
    if (signal?.aborted) throw signal.reason;
    if (this.#closed) throw this.#closed;
    const id = this.#next++;
    const abort = () => {
      this.#worker.postMessage({ abort: id });
      this.#settle(id, ({ reject }) => reject(signal.reason));
    };
    signal?.addEventListener("abort", abort);
    try {
      return await new Promise((resolve, reject) => {
        this.#pending.set(id, { resolve, reject });
        this.#worker.ref?.();
        this.#worker.postMessage({ id, method, moves, limits });
      });
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  #settle(id, settle) {
    const call = this.#pending.get(id);
    this.#pending.delete(id);
    if (call) settle(call);
    // In Node, an idle worker does not keep the program running.
    if (this.#pending.size === 0) this.#worker.unref?.();
  }

  #close(error) {
    this.#closed ??= error;
    this.#worker.terminate();
    for (const id of this.#pending.keys()) this.#settle(id, ({ reject }) => reject(this.#closed));
  }
}
