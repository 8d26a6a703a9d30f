// A solver in a web worker.

export class SolverWorker {
  #worker = new Worker(new URL("worker-thread.js", import.meta.url), { type: "module" });
  #pending = new Map();
  #next = 0;

  constructor(columns, rows, connect, tableMegabytes) {
    this.#worker.onmessage = ({ data: { id, result, error } }) => {
      const { resolve, reject } = this.#pending.get(id);
      this.#pending.delete(id);
      if (error === undefined) resolve(result);
      else reject(new Error(error));
    };
    this.#worker.onerror = (event) => {
      this.#fail(new Error(event.message || "the worker can't be started"));
    };
    this.#worker.postMessage([columns, rows, connect, tableMegabytes]);
  }

  score = (moves) => this.#ask("score", moves);
  columnScores = (moves) => this.#ask("columnScores", moves);
  bestColumns = (moves) => this.#ask("bestColumns", moves);
  principalVariation = (moves) => this.#ask("principalVariation", moves);
  review = (moves) => this.#ask("review", moves);

  terminate() {
    this.#worker.terminate();
    this.#fail(new Error("the solver was terminated"));
  }

  #ask(method, moves) {
    return new Promise((resolve, reject) => {
      const id = this.#next++;
      this.#pending.set(id, { resolve, reject });
      this.#worker.postMessage({ id, method, moves });
    });
  }

  #fail(error) {
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}
