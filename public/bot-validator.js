// A worker that looks at files which are meant to be bots: says what is wrong with one, or
// makes it ready to be run, and has it say what it is called.

const url = (name) => new URL(name + location.search, location.href);

const fail = (error) =>
  setTimeout(() => {
    throw error;
  });

// How long a bot may take to say its name, in milliseconds.
const PATIENCE = 5000;

/** What a bot calls itself and its author; empty where it does not say. */
const describe = (code, budget) =>
  new Promise((resolve) => {
    const bot = new Worker(url("bot.js"), { type: "module" });
    const done = (texts) => {
      clearTimeout(watch);
      bot.terminate();
      resolve(Array.isArray(texts) ? texts : ["", ""]);
    };
    const watch = setTimeout(done, PATIENCE);
    bot.onmessage = ({ data: [texts] }) => done(texts);
    bot.onerror = (event) => {
      event.preventDefault();
      done();
    };
    bot.postMessage(code);
    bot.postMessage(["describe", budget]);
  });

const check = async (program, hash, { id, bytes, budget }) => {
  const checked = program.check(bytes);
  const code = checked.code();
  const [name, author] = code ? await describe(code, budget) : ["", ""];
  postMessage([id, hash, code ?? null, checked.words(), name, author]);
};

const program = (async () => {
  const loaded = await import(url("bots.js"));
  await loaded.default({ module_or_path: url("bots_bg.wasm") });
  return loaded;
})();
program.catch(fail);

// Each file is named at once, and then looked at, one after the other.
let checked = program;
onmessage = ({ data }) => {
  const named = program.then((program) => {
    const hash = program.hash_of(data.bytes);
    postMessage([data.id, hash]);
    return hash;
  });
  checked = checked.then(async () => check(await program, await named, data));
  checked.catch(fail);
};
