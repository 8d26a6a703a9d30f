// A solver in a web worker.

import { Client } from "./client.js";

export class SolverWorker extends Client {
  constructor(...board) {
    super(() => new Worker(new URL("worker-thread.js", import.meta.url), { type: "module" }), board);
  }
}
