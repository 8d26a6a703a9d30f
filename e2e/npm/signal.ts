// A program of a page, which knows the classes of browsers.

import { SolverWorker } from "four-shapes-solver/worker";

const { signal }: AbortController = new AbortController();
export const score: Promise<number> = new SolverWorker().score("44455", { signal });
