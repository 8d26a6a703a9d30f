// The thread of `node-worker.js`.

import { setImmediate as nextTask } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import { openingBook } from "./node.js";
import { serve } from "./serve.js";

serve(parentPort, { openingBook, nextTask });
