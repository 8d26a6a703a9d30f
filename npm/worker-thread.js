// The worker of `worker.js`. Nothing is awaited at the top level: bundlers make scripts of workers.

import { serve } from "./serve.js";
import { openingBook, ready } from "./web.js";

const { port1, port2 } = new MessageChannel();

// Unlike timers, messages are not delayed.
function nextTask() {
  return new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(undefined);
  });
}

serve(self, { ready, openingBook, nextTask });
