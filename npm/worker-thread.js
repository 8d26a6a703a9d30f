// The worker of `worker.js`, without top-level await: bundlers may turn it into a script.

import { serve } from "./serve.js";
import { openingBook, ready } from "./web.js";

const { port1, port2 } = new MessageChannel();

// A message is not delayed, unlike a timer.
function nextTask() {
  return new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(undefined);
  });
}

serve(self, { ready, openingBook, nextTask });
