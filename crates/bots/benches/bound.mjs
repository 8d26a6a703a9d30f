// Runs modules that are made to take long, as bot.js does: bound.rs calls it, and says what
// came out. Writes the seed of each, and its nanoseconds for each instruction counted.

import { readFileSync } from "node:fs";

const [list, fuel, preparation, moves] = process.argv.slice(2);

const run = (module) => {
  const { exports } = new WebAssembly.Instance(module);
  exports.four_shapes_fuel.value = BigInt(preparation);
  exports.begin(7, 6, 4, 1, 1);
  exports.four_shapes_fuel.value = BigInt(fuel);
  const began = performance.now();
  try {
    exports.choose();
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
  }
  const passed = performance.now() - began;
  const left = exports.four_shapes_fuel.value;
  if (left >= 0n) throw new Error("it ended by itself");
  return [passed * 1e6, Number(BigInt(fuel) - left)];
};

for (const line of readFileSync(list, "utf8").trim().split("\n")) {
  const [seed, path] = line.split(" ");
  const module = new WebAssembly.Module(readFileSync(path));
  let [nanoseconds, counted] = [0, 0];
  for (let move = 0; move < Number(moves); move++) {
    const [took, instructions] = run(module);
    nanoseconds += took;
    counted += instructions;
  }
  console.log(seed, nanoseconds / counted);
}
