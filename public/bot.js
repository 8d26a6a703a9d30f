// A worker in which one bot runs. The bot's code has been rewritten: it counts its instructions
// in `four_shapes_fuel` and traps when they are used up. It has no imports, so all that it can
// do is return numbers and texts.

// The version of the interface.
const VERSION = 1;
/** The instruction limit of each call before the first turn, as a multiple of a turn's. */
const SETUP_FACTOR = 10n;

let module;
let instance;
let instructions = 0n;
let movesSent = 0;

const fuel = () => instance.exports.four_shapes_fuel;

/** Calls an exported function before the first turn, if the bot has it. */
const callBeforeTurn = (name, ...args) => {
  fuel().value = instructions * SETUP_FACTOR;
  const result = instance.exports[name]?.(...args);
  if (fuel().value < 0n) throw new Error("overtime");
  return result;
};

const begin = ([seed, budget, ...rules]) => {
  // Each game has an instance of its own, so that nothing is carried over.
  instance = undefined;
  movesSent = 0;
  instructions = BigInt(budget);
  instance = new WebAssembly.Instance(module);
  callBeforeTurn("four_shapes_start");
  callBeforeTurn("_initialize");
  if (callBeforeTurn("four_shapes_bot") !== VERSION) return "nonsense";
  callBeforeTurn("reset");
  callBeforeTurn("seed", BigInt.asIntN(64, BigInt(seed)));
  callBeforeTurn("budget", instructions);
  callBeforeTurn("begin", ...rules.map(Number));
  return "ready";
};

const choose = (moves) => {
  fuel().value = instructions;
  while (movesSent < moves.length) instance.exports.moved(Number(moves[movesSent++]));
  const move = instance.exports.choose();
  // The last instructions may have used more than was left.
  if (fuel().value < 0n) throw new Error("overtime");
  return `move ${move}`;
};

/** The text whose address the bot's function returns; empty if it has no such function. */
const textOf = (name) => {
  if (!instance.exports[name]) return "";
  const address = callBeforeTurn(name) >>> 0;
  const bytes = new Uint8Array(instance.exports.memory.buffer).subarray(address, address + 400);
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
};

const nameAndAuthor = ([budget]) => {
  begin([0, budget, 7, 6, 4, 1, 1]);
  return ["name", "author"].map(textOf);
};

const requests = { begin, choose, nameAndAuthor };

onmessage = ({ data }) => {
  const start = performance.now();
  let reply;
  try {
    if (data instanceof Uint8Array) {
      module = new WebAssembly.Module(data);
      return;
    }
    const [name, ...args] = data;
    reply = requests[name](args);
  } catch {
    // There is no instance if its memory could not be allocated, or its data don't fit.
    const refused = instance?.exports.four_shapes_refused.value ?? 0;
    reply = `trap ${instance ? fuel().value : 0} ${refused}`;
  }
  postMessage([reply, (performance.now() - start) * 1000]);
};
