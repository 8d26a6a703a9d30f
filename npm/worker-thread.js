// The worker of `worker.js`. The first message has the board, and each other one a request.

// The handler must be there before the module below is loaded: messages are not kept.
const messages = [];
let receive = (data) => messages.push(data);
self.onmessage = ({ data }) => receive(data);

const { Solver, openingBook } = await import("./index.js");

let solver;

async function start([columns, rows, connect, tableMegabytes]) {
  const created = new Solver(columns, rows, connect, tableMegabytes);
  if ((columns ?? 7) === 7 && (rows ?? 6) === 6 && (connect ?? 4) === 4) {
    created.useBook(await openingBook());
  }
  return created;
}

receive = async (data) => {
  if (Array.isArray(data)) {
    solver = start(data);
    // Reported with each request.
    solver.catch(() => {});
    return;
  }
  const { id, method, moves } = data;
  try {
    self.postMessage({ id, result: (await solver)[method](moves) });
  } catch (error) {
    self.postMessage({ id, error: error.message });
  }
};
for (const data of messages) receive(data);
