// Measures the analysis by the page's workers.

import init, { TimedAnalysis } from "../../target/solver-wasm/solver.js";

const ready = init();

/** An analysis by several workers of a built page. */
class Team {
  constructor(count) {
    this.analysis = new TimedAnalysis(count);
    this.workers = [];
    this.onScores = () => {};
  }

  send(messages) {
    for (const [number, message] of messages) {
      if (message) this.workers[number].postMessage(message);
      else this.start(number);
    }
  }

  start(number) {
    const worker = new Worker("/dist/worker.js", { type: "module" });
    this.workers[number] = worker;
    worker.onmessage = ({ data }) => {
      this.send(this.analysis.handle_message(number, data));
      const scores = this.analysis.scores();
      if (scores) this.onScores([...scores]);
    };
  }

  /** Returns the milliseconds until the scores of all columns are known, and the scores. */
  analyse(moves) {
    return new Promise((resolve) => {
      const start = performance.now();
      this.onScores = (scores) => {
        this.onScores = () => {};
        resolve({ milliseconds: performance.now() - start, scores });
      };
      this.send(this.analysis.request(moves));
    });
  }
}

const teams = new Map();

/** Returns the number of workers that the page has here. */
window.workers = async () => {
  await ready;
  return TimedAnalysis.workers(navigator.hardwareConcurrency, navigator.deviceMemory);
};

/** Analyses a position with this number of workers, which keep their tables as in the page. */
window.timeAnalysis = async (count, moves) => {
  await ready;
  if (!teams.has(count)) {
    const team = new Team(count);
    teams.set(count, team);
    // All are started, and the book is fetched, by a position that takes a while.
    await team.analyse("444453223617");
  }
  return teams.get(count).analyse(moves);
};
