// The worker: loads the program that thinks and lets it think in slices, so that it
// hears in between what the page has to say.

// The version of the page, which its other files are fetched with.
const url = (name) => new URL(name + location.search, location.href);

// What can't be mended here ends the worker; the page hears of it and starts anew.
const fail = (error) =>
  setTimeout(() => {
    throw error;
  });

let program;
const early = [];
let resting = true;

// A message to oneself lets other messages pass before the next slice.
const { port1, port2 } = new MessageChannel();
const wake = () => {
  if (!resting) return;
  resting = false;
  port2.postMessage(0);
};
port1.onmessage = () => {
  for (const said of program.work()) postMessage(said);
  resting = !program.busy();
  if (!resting) port2.postMessage(0);
};

const fetchBook = async () => {
  try {
    const response = await fetch(url("7x6.book"));
    if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
    program.use_book(new Uint8Array(await response.arrayBuffer()));
  } catch (error) {
    // It thinks longer without it.
    console.warn(error);
  }
};

const hear = async (text) => {
  const wantsBook = program.hear(text);
  // Not for ever: it can think without it.
  if (wantsBook) await Promise.race([fetchBook(), new Promise((late) => setTimeout(late, 5000))]);
  wake();
};

onmessage = ({ data }) => {
  if (program) hear(data).catch(fail);
  else early.push(data);
};

try {
  const loaded = await import(url("search-worker.js"));
  await loaded.default({ module_or_path: url("search-worker_bg.wasm") });
  program = loaded;
  postMessage(program.start(navigator.deviceMemory));
  for (const text of early) hear(text).catch(fail);
} catch (error) {
  fail(error);
}
