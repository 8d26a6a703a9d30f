// A worker in which one bot runs, and nothing else. Its code has been rewritten before:
// it counts its instructions in `four_shapes_fuel` and stops when they are used up. It
// imports nothing, so all that it can do is to answer with numbers and to return texts.

// The version of the interface.
const VERSION = 1;
/** Before its first turn a bot may do ten times as much as in one. */
const PREPARATION = 10n;

let module;
let instance;
let instructions = 0n;
let heard = 0;

const fuel = () => instance.exports.four_shapes_fuel;

/** Calls what a bot has before its first turn, if it has it. */
const prepare = (name, ...numbers) => {
  fuel().value = instructions * PREPARATION;
  const answer = instance.exports[name]?.(...numbers);
  if (fuel().value < 0n) throw new Error("overtime");
  return answer;
};

const begin = ([seed, budget, ...terms]) => {
  // A new one for each game: nothing is carried over.
  instance = undefined;
  heard = 0;
  instructions = BigInt(budget);
  instance = new WebAssembly.Instance(module);
  prepare("four_shapes_start");
  prepare("_initialize");
  if (prepare("four_shapes_bot") !== VERSION) return "nonsense";
  prepare("reset");
  prepare("seed", BigInt.asIntN(64, BigInt(seed)));
  prepare("budget", instructions);
  prepare("begin", ...terms.map(Number));
  return "ready";
};

const choose = (moves) => {
  fuel().value = instructions;
  while (heard < moves.length) instance.exports.moved(Number(moves[heard++]));
  const move = instance.exports.choose();
  // The last few instructions are not checked at once.
  if (fuel().value < 0n) throw new Error("overtime");
  return `move ${move}`;
};

/** The text that a bot returns the address of: what it calls itself, or its author. */
const textOf = (name) => {
  if (!instance.exports[name]) return "";
  const at = prepare(name) >>> 0;
  const bytes = new Uint8Array(instance.exports.memory.buffer).subarray(at, at + 400);
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
};

const describe = ([budget]) => {
  begin([0, budget, 7, 6, 4, 1, 1]);
  return ["name", "author"].map(textOf);
};

const acts = { begin, choose, describe };

onmessage = ({ data }) => {
  const began = performance.now();
  let said;
  try {
    if (data instanceof Uint8Array) {
      module = new WebAssembly.Module(data);
      return;
    }
    const [what, ...numbers] = data;
    said = acts[what](numbers);
  } catch {
    // Without an instance there was no memory for it, or its data don't fit.
    const refused = instance?.exports.four_shapes_refused.value ?? 0;
    said = `trap ${instance ? fuel().value : 0} ${refused}`;
  }
  postMessage([said, (performance.now() - began) * 1000]);
};
