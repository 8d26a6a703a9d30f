// A search worker: loads its program and lets it search in slices, so that messages from the
// page are received in between.

// Other files are fetched with the version of the page.
const url = (name) => new URL(name + location.search, location.href);

// Reports an error to the page, which then replaces the worker.
const fail = (error) =>
  setTimeout(() => {
    throw error;
  });

const loadProgram = async () => {
  const program = await import(url("search-worker.js"));
  await program.default({ module_or_path: url("search-worker_bg.wasm") });
  return program;
};

const fetchBook = async () => {
  const response = await fetch(url("7x6.book"));
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
};

const post = (bytes) => postMessage(bytes, [bytes.buffer]);

let program;
let isRunning = false;

// A message to itself is received after those that the page has sent before.
const { port1, port2 } = new MessageChannel();
const run = () => {
  if (isRunning) return;
  isRunning = true;
  port2.postMessage(0);
};
port1.onmessage = () => {
  program.work().forEach(post);
  isRunning = program.is_busy();
  if (isRunning) port2.postMessage(0);
};

const setBook = async () => {
  try {
    program.set_book(await fetchBook());
  } catch (error) {
    // The search takes longer without it.
    console.warn(error);
  }
};

const handleMessage = async (bytes) => {
  const needsBook = program.handle_message(bytes);
  // The search can start without it if it takes too long.
  const timeout = (resolve) => setTimeout(resolve, 5000);
  if (needsBook) await Promise.race([setBook(), new Promise(timeout)]);
  run();
};

// The page sends nothing before the first message from here.
onmessage = ({ data }) => handleMessage(data).catch(fail);

loadProgram()
  .then((loaded) => {
    program = loaded;
    post(program.start(navigator.deviceMemory));
  })
  .catch(fail);
