export { Solver } from "./solver.js";

/** Returns the opening book for 7 × 6 (32 KB), for `Solver.useBook`. */
export function openingBook(): Promise<Uint8Array>;
