// Writes files of puzzles, independently of the engine.

/** The numbers of themes in the file. */
export const THEMES = { forcedWin: 0, zugzwang: 1, bestLine: 2, onlyDraw: 10 };

/** Blue wins with B3, C3 and C4 or D3, and with no other first move. */
export const WIN = { moves: "12655556726343614", length: 3, theme: THEMES.forcedWin, rating: 992 };
/** The number of puzzles of a day, which come first. */
export const DAILY = 1092;

/** Serves a file of puzzles, or in turn those of a list; the last one from then on. */
export async function serve(page, ...files) {
  await page.route("**/puzzles*.bin*", (route) => {
    const body = files.length > 1 ? files.shift() : files[0];
    return route.fulfill({ body, contentType: "application/octet-stream" });
  });
}

/** The column of the last move of `WIN`: Red has blocked one of two cells. */
export async function winningColumn(game) {
  const isBlocked = (await game.cell("C4").getAttribute("data-player")) === "0";
  return isBlocked ? "d" : "c";
}

/** FNV-1a with 32 bits. */
const checksum = (bytes) =>
  bytes.reduce((sum, byte) => Math.imul(sum ^ byte, 0x0100_0193) >>> 0, 0x811c_9dc5);

/**
 * Returns the file of puzzles on 7 × 6, in the order of their moves: `{ moves, draw, length,
 * theme, rating }`.
 */
export function puzzleFile(puzzles) {
  const bits = [];
  const write = (number, count) => {
    for (let bit = 0; bit < count; bit++) bits.push((number >> bit) & 1);
  };
  write(1, 8);
  for (const number of [7, 6, 4]) write(number, 8);
  write(puzzles.length, 16);
  for (const { moves, draw = false, length, theme, rating } of puzzles) {
    // No moves are shared with the puzzle before.
    write(0, 6);
    write(moves.length, 6);
    for (const column of moves) write(Number(column) - 1, 3);
    write(draw ? 1 : 0, 1);
    write(length - 1, 3);
    write(theme, 4);
    write((rating - 400) / 16, 7);
  }
  const bytes = [..."4SPZ"].map((letter) => letter.charCodeAt(0)).concat(1);
  for (let at = 0; at < bits.length; at += 8) {
    bytes.push(bits.slice(at, at + 8).reduce((byte, bit, index) => byte | (bit << index), 0));
  }
  const sum = checksum(bytes);
  return Buffer.from([...bytes, ...[0, 8, 16, 24].map((shift) => (sum >>> shift) & 255)]);
}
