// Encodes bots for tests.

/** Encodes a name: its length and bytes. */
const text = (string) => {
  const bytes = [...new TextEncoder().encode(string)];
  return [...number(bytes.length), ...bytes];
};

/** Encodes an unsigned number in LEB128. */
const number = (n) => (n < 128 ? [n] : [(n & 127) | 128, ...number(n >> 7)]);

const vector = (items) => [...number(items.length), ...items.flat()];
const section = (id, bytes) => [id, ...number(bytes.length), ...bytes];
const i32 = 0x7f;

/**
 * A bot that always plays the same move, 0 to 63.
 */
export function stubborn(move, name = "Stubborn", author = "") {
  const names = [...new TextEncoder().encode(name), 0, ...new TextEncoder().encode(author), 0];
  const at = new TextEncoder().encode(name).length + 1;
  const returns = (value) => [0x41, ...number(value), 0x0b];
  // Signed LEB128: a single byte has six bits and the sign.
  const address = (value) => (value < 64 ? [0x41, value, 0x0b] : [0x41, (value & 127) | 128, value >> 7, 0x0b]);
  const functions = [
    ["four_shapes_bot", 0, returns(1)],
    ["begin", 1, [0x0b]],
    ["moved", 2, [0x0b]],
    ["choose", 0, returns(move)],
    ["name", 0, returns(0)],
    ["author", 0, address(at)],
  ];
  const types = [
    [0x60, 0, 1, i32],
    [0x60, 5, i32, i32, i32, i32, i32, 0],
    [0x60, 1, i32, 0],
  ];
  const exported = functions.map(([name], i) => [...text(name), 0, i]);
  const bodies = functions.map(([, , code]) => [...number(code.length + 1), 0, ...code]);
  return Buffer.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, vector(types)),
    ...section(3, vector(functions.map(([, type]) => [type]))),
    ...section(5, [1, 0, 1]),
    ...section(7, vector([...exported, [...text("memory"), 2, 0]])),
    ...section(10, vector(bodies)),
    ...section(11, [1, 0, 0x41, 0, 0x0b, ...vector(names.map((byte) => [byte]))]),
  ]);
}
