// A worker that plays games of a tournament: loads its program, and runs each bot in a worker
// of its own, which it terminates when the bot does not reply in time.

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

/** The time limit before the first turn, as a multiple of a turn's. */
const SETUP_FACTOR = 10;

let program;
let isRunning = false;

// The bots of the tournament by the index of the entrant, and the time limit of a reply in
// milliseconds.
const bots = new Map();
let replyTimeout = 10000;

// A message to itself is received after those that the page or a bot has sent before.
const { port1, port2 } = new MessageChannel();
const run = () => {
  if (isRunning) return;
  isRunning = true;
  port2.postMessage(0);
};
port1.onmessage = () => {
  for (const output of program.game_work()) {
    if (typeof output === "string") handleCommand(output);
    else post(output);
  }
  isRunning = program.game_is_busy();
  if (isRunning) port2.postMessage(0);
};

const handleReply = (bot, reply, microseconds) => {
  const { request } = bot;
  if (request === undefined) return;
  bot.request = undefined;
  clearTimeout(bot.timeout);
  program.game_handle_reply(request, reply, Math.min(Math.round(microseconds), 2 ** 32 - 1));
  run();
};

const terminate = (bot) => {
  bot.worker?.terminate();
  bot.worker = undefined;
};

/** Terminates all bots except those of these entrants. */
const keepOnly = (entrants) => {
  for (const [entrant, bot] of bots) if (!entrants.includes(entrant)) terminate(bot);
};

const startBot = (bot) => {
  const worker = new Worker(url("bot.js"), { type: "module" });
  bot.worker = worker;
  worker.onmessage = ({ data: [reply, microseconds] }) => {
    if (worker === bot.worker) handleReply(bot, reply, microseconds);
  };
  worker.onerror = (event) => {
    // It is the bot that has failed, not this worker.
    event.preventDefault();
    if (worker !== bot.worker) return;
    terminate(bot);
    handleReply(bot, "trap 0 0", (performance.now() - bot.requestTime) * 1000);
  };
  worker.postMessage(bot.code);
};

/** Sends a request to a bot. */
const sendRequest = (bot, id, name, args) => {
  bot.request = id;
  bot.requestTime = performance.now();
  bot.timeout = setTimeout(
    () => {
      terminate(bot);
      handleReply(bot, "overtime", (performance.now() - bot.requestTime) * 1000);
    },
    name === "begin" ? replyTimeout * SETUP_FACTOR : replyTimeout,
  );
  if (!bot.worker) startBot(bot);
  bot.worker.postMessage([name, ...args]);
};

const handleCommand = (text) => {
  const [name, ...args] = text.split(" ");
  if (name === "keep") return keepOnly(args.map(Number));
  const [entrant, id, ...others] = args;
  sendRequest(bots.get(Number(entrant)), Number(id), name, others);
};

const handleMessage = async ({ setup, codes, timeout, games }) => {
  if (setup !== undefined) {
    for (const bot of bots.values()) terminate(bot);
    bots.clear();
    for (const [entrant, code] of codes) bots.set(entrant, { code });
    replyTimeout = timeout;
    // Without the book, other games would be played.
    if (program.game_set_tournament(setup)) program.game_set_book(await fetchBook());
  }
  if (games) program.game_play(...games);
  run();
};

// Messages are handled in order, since some have to wait.
let queue = loadProgram().then((loaded) => {
  program = loaded;
});
queue.catch(fail);
onmessage = ({ data }) => {
  queue = queue.then(() => handleMessage(data));
  queue.catch(fail);
};
