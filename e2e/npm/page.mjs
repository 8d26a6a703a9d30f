// A page that uses the package without a bundler.

import { Solver, openingBook } from "./node_modules/four-shapes-solver/index.js";
import { SolverWorker } from "./node_modules/four-shapes-solver/worker.js";
import { answers } from "./answers.mjs";

const solver = new Solver();
solver.useBook(await openingBook());
const main = await answers(solver);

const worker = await answers(new SolverWorker());

// The empty board takes far longer than the test.
const long = new SolverWorker(9, 7);
const terminated = long.score("").catch((error) => error.message);
long.terminate();

// An invalid board is reported with each request.
const invalid = await new SolverWorker(2, 2).score("").catch((error) => error.message);

document.body.textContent = JSON.stringify({ main, worker, terminated: await terminated, invalid });
document.title = "done";
