// Answers calls in a worker. `client.js` is the other side.

import { createEngine, search } from "./search.js";

/**
 * Answers the calls that arrive at a port, one after the other, once the program is ready.
 * `nextTask` lets the port handle messages between two slices.
 */
export function serve(port, { ready, openingBook, nextTask }) {
  let engine;
  let last = Promise.resolve();
  /** The ids of calls that are neither answered nor aborted. */
  const open = new Set();

  async function start(board) {
    await ready;
    const created = createEngine(board);
    const [columns, rows, connect] = board;
    if ((columns ?? 7) === 7 && (rows ?? 6) === 6 && (connect ?? 4) === 4) created.useBook(await openingBook());
    return created;
  }

  async function answer({ id, method, moves, limits }) {
    try {
      const started = await engine;
      if (!open.has(id)) return;
      const slices = search(started, method, moves, limits);
      let slice = slices.next();
      while (!slice.done) {
        await nextTask();
        if (!open.has(id)) return;
        slice = slices.next();
      }
      port.postMessage({ id, result: slice.value });
    } catch (error) {
      port.postMessage({ id, error: error.message });
    } finally {
      open.delete(id);
    }
  }

  port.onmessage = ({ data }) => {
    if (data.board) {
      engine = start(data.board);
      // Reported with each call.
      engine.catch(() => {});
    } else if (data.abort !== undefined) {
      open.delete(data.abort);
    } else {
      open.add(data.id);
      last = last.then(() => answer(data));
    }
  };
}
