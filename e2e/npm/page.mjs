// A page that uses the package without a bundler.

import { Solver, openingBook } from "./node_modules/four-shapes-solver/index.js";
import { SolverWorker } from "./node_modules/four-shapes-solver/worker.js";
import { use } from "./answers.mjs";

document.body.textContent = JSON.stringify(await use(Solver, openingBook, SolverWorker));
document.title = "done";
