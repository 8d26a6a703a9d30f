// A solver in a thread of Node.

import { Worker } from "node:worker_threads";
import { Client } from "./client.js";

function start() {
  const worker = new Worker(new URL("node-thread.js", import.meta.url));
  worker.on("message", (data) => worker.onmessage({ data }));
  worker.on("error", (error) => worker.onerror(error));
  worker.unref();
  return worker;
}

export class SolverWorker extends Client {
  constructor(...board) {
    super(start, board);
  }
}
