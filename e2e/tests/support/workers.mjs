// What the page and its search workers say to each other: noted down, and held back if
// a test wants an answer to come late.

/** Watches the workers of a page that has yet to be opened. */
export async function watchWorkers(page) {
  await page.addInitScript(watch);
  return {
    /** The kinds of questions since the page was opened: `move`, `advice`, … */
    asked: () => page.evaluate(() => window.workers.asked),
    /** The kinds of answers that have come: `choice`, `advice`, … */
    answered: () => page.evaluate(() => window.workers.answered),
    /** From now on no answer reaches the page. */
    hold: () => page.evaluate(() => (window.workers.held = [])),
    /** Lets the page have all answers, and waits until a frame has been drawn. */
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
  const workers = { asked: [], answered: [], held: undefined };
  window.workers = workers;
  // Whatever is about a question begins with its number.
  const numbered = (message) => /^\d+ /.test(message);
  const note = (list, message) => {
    const kind = /^\d+ (\w+)/.exec(message)?.[1];
    if (kind) list.push(kind);
  };
  window.Worker = class extends Worker {
    postMessage(message, ...more) {
      note(workers.asked, message);
      super.postMessage(message, ...more);
    }

    set onmessage(hear) {
      super.onmessage = (event) => {
        note(workers.answered, event.data);
        if (workers.held && numbered(event.data)) workers.held.push(() => hear(event));
        else hear(event);
      };
    }
  };
}
