// A worker that plays games of a tournament: loads the program that thinks, and lets
// each bot run in a worker of its own, which it ends when that does not answer in time.

// The version of the page, which its other files are fetched with.
const url = (name) => new URL(name + location.search, location.href);

// What can't be mended here ends the worker; the page hears of it.
const fail = (error) =>
  setTimeout(() => {
    throw error;
  });

let program;
let resting = true;

/** Before its first turn a bot may take ten times as long as for one. */
const PREPARATION = 10;

// The bots of this tournament by their place among the entrants: the code of each, and
// for how many milliseconds it may be silent.
const bots = new Map();
let patience = 10000;

// A message to oneself lets other messages pass before the next slice.
const { port1, port2 } = new MessageChannel();
const wake = () => {
  if (!resting) return;
  resting = false;
  port2.postMessage(0);
};
port1.onmessage = () => {
  for (const said of program.game_work()) {
    if (said.startsWith("seats")) seat(said);
    else if (said.startsWith("begin ") || said.startsWith("choose ")) ask(said);
    else postMessage(said);
  }
  resting = !program.game_busy();
  if (!resting) port2.postMessage(0);
};

const answer = (bot, said, microseconds) => {
  const { question } = bot;
  if (question === undefined) return;
  bot.question = undefined;
  clearTimeout(bot.watch);
  program.game_answer(question, said, Math.min(Math.round(microseconds), 2 ** 32 - 1));
  wake();
};

const end = (bot) => {
  bot.worker?.terminate();
  bot.worker = undefined;
};

/** Lets only the bots that play stay in memory. */
const seat = (text) => {
  const seats = text.split(" ").slice(1).map(Number);
  for (const [entrant, bot] of bots) if (!seats.includes(entrant)) end(bot);
};

/** Passes on what a bot is asked; it hears only numbers. */
const ask = (text) => {
  const [what, entrant, question, ...numbers] = text.split(" ");
  const bot = bots.get(Number(entrant));
  bot.question = Number(question);
  const begun = performance.now();
  bot.watch = setTimeout(
    () => {
      end(bot);
      answer(bot, "overtime", (performance.now() - begun) * 1000);
    },
    what === "begin" ? patience * PREPARATION : patience,
  );
  if (!bot.worker) {
    bot.worker = new Worker(url("bot.js"), { type: "module" });
    const { worker } = bot;
    worker.onmessage = ({ data: [said, microseconds] }) => {
      if (worker === bot.worker) answer(bot, said, microseconds);
    };
    worker.onerror = (event) => {
      // It is the bot that has failed.
      event.preventDefault();
      if (worker !== bot.worker) return;
      end(bot);
      answer(bot, "trap 0 0", (performance.now() - begun) * 1000);
    };
    worker.postMessage(bot.code);
  }
  bot.worker.postMessage([what, ...numbers]);
};

const fetchBook = async () => {
  const response = await fetch(url("7x6.book"));
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  program.game_use_book(new Uint8Array(await response.arrayBuffer()));
};

const hear = async ({ setup, codes, silence, games }) => {
  if (setup !== undefined) {
    for (const bot of bots.values()) end(bot);
    bots.clear();
    for (const [entrant, code] of codes) bots.set(entrant, { code });
    patience = silence;
    // Without the book they would be other games.
    if (program.game_enter(setup)) await fetchBook();
  }
  if (games) program.game_take(...games);
  wake();
};

// One message after the other, since some have to wait.
let heard = (async () => {
  const loaded = await import(url("search-worker.js"));
  await loaded.default({ module_or_path: url("search-worker_bg.wasm") });
  program = loaded;
  postMessage("ready");
})();
heard.catch(fail);
onmessage = ({ data }) => {
  heard = heard.then(() => hear(data));
  heard.catch(fail);
};
