// Records the messages between the page and its search workers, and can hold back replies.

/** Observes the workers of a page, before it is opened. */
export async function watchWorkers(page) {
  await page.addInitScript(watch);
  return {
    /** The kinds of requests since the page was opened: `move`, `hint`, … */
    requests: () => page.evaluate(() => window.workers.requests),
    /** The kinds of replies: `choice`, `hint`, … */
    replies: () => page.evaluate(() => window.workers.replies),
    /** Holds back all replies. */
    hold: () => page.evaluate(() => (window.workers.held = [])),
    /** Delivers all replies, and waits for a frame. */
    release: () =>
      page.evaluate(async () => {
        for (const hear of window.workers.held.splice(0)) hear();
        window.workers.held = undefined;
        await new Promise(requestAnimationFrame);
      }),
  };
}

/** Runs in the page. */
function watch() {
  const workers = { requests: [], replies: [], held: undefined };
  window.workers = workers;
  // See crates/search-worker/src/message.rs. A message is the protocol version, the index of
  // its variant, the number of the request (seven bits a byte) and the index of its kind.
  const QUERIES = ["move", "hint", "analysis", "explanation", "animation", "column"];
  const REPLIES = ["thinking", "choice", "hint", "analysis", "done", "explanation", "animation", "columns", "column"];
  const [START, RESPONSE] = [0, 1];
  const kindOf = (bytes, variant, kinds) => {
    if (!(bytes instanceof Uint8Array) || bytes[1] !== variant) return undefined;
    let end = 2;
    while (bytes[end] & 0x80) end++;
    return kinds[bytes[end + 1]];
  };
  window.Worker = class extends Worker {
    postMessage(message, ...more) {
      const query = kindOf(message, START, QUERIES);
      if (query) workers.requests.push(query);
      super.postMessage(message, ...more);
    }

    set onmessage(hear) {
      super.onmessage = (event) => {
        const reply = kindOf(event.data, RESPONSE, REPLIES);
        if (reply) workers.replies.push(reply);
        if (workers.held && reply) workers.held.push(() => hear(event));
        else hear(event);
      };
    }
  };
}
