// For browsers.

import { ready } from "./web.js";

await ready;

export { Solver, openingBook } from "./web.js";
