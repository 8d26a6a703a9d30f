// A program that the TypeScript compiler checks against the package's types.

import { Solver, openingBook, type Analysis, type Bounds, type Judgement, type Solution } from "four-shapes-solver";
import { SolverWorker } from "four-shapes-solver/worker";

const solver = new Solver(7, 6, null, 64);
openingBook().then((book) => solver.useBook(book));
const score: number = solver.score("44455");
const solution: Solution = solver.solve("44455", { ms: 1000, nodes: 1e6 });
const known: number = solution.score ?? solution.lower;
const columns: (number | undefined)[] = solver.columnScores("44455");
const analysis: Analysis = solver.analyze("44455", { nodes: 1e6 });
const column: Bounds | undefined = analysis.columns[0];
const best: number[] = solver.bestColumns("44455", { ms: 5 });
const judgements: (Judgement | undefined)[] = solver.review("44455");
solver.clearTable();
solver.free();

const worker = new SolverWorker(9, 7);
const promised: Promise<number> = worker.score("44455");
const solved: Promise<Solution> = worker.solve("44455", { ms: 1000 });
worker.terminate();

// @ts-expect-error: moves are a string.
solver.score(44455);
// @ts-expect-error: only searches that can tell bounds have limits.
solver.score("44455", { ms: 1000 });
// @ts-expect-error: a solver that blocks can't be stopped.
solver.solve("44455", { signal: {} });
// @ts-expect-error: not a signal.
worker.score("44455", { signal: {} });

export { score, known, columns, column, best, judgements, promised, solved };
