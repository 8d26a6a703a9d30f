// A worker that validates files of bots: reports what is wrong with each, or prepares it to be
// run and asks it for its name.

// Other files are fetched with the version of the page.
const url = (name) => new URL(name + location.search, location.href);

// Reports an error to the page, which then replaces the worker.
const fail = (error) =>
  setTimeout(() => {
    throw error;
  });

const loadProgram = async () => {
  const program = await import(url("bots.js"));
  await program.default({ module_or_path: url("bots_bg.wasm") });
  return program;
};

/** The time limit for a bot's name, in milliseconds. */
const NAME_TIMEOUT = 5000;

/** The bot's name and author; empty where it has none. */
const nameAndAuthor = (code, budget) =>
  new Promise((resolve) => {
    const worker = new Worker(url("bot.js"), { type: "module" });
    const done = (texts) => {
      clearTimeout(timeout);
      worker.terminate();
      resolve(Array.isArray(texts) ? texts : ["", ""]);
    };
    const timeout = setTimeout(done, NAME_TIMEOUT);
    worker.onmessage = ({ data: [texts] }) => done(texts);
    worker.onerror = (event) => {
      event.preventDefault();
      done();
    };
    worker.postMessage(code);
    worker.postMessage(["nameAndAuthor", budget]);
  });

const check = async (program, hash, { id, bytes, budget }) => {
  const checked = program.check(bytes);
  const code = checked.code();
  const [name, author] = code ? await nameAndAuthor(code, budget) : ["", ""];
  postMessage([id, hash, code ?? null, checked.errors(), name, author]);
};

const programLoaded = loadProgram();
programLoaded.catch(fail);

// The hash of each file is reported at once; then they are checked in order.
let queue = programLoaded;
onmessage = ({ data }) => {
  const hashed = programLoaded.then((program) => {
    const hash = program.hash_of(data.bytes);
    postMessage([data.id, hash]);
    return hash;
  });
  queue = queue.then(async () => check(await programLoaded, await hashed, data));
  queue.catch(fail);
};
