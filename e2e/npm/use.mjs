// A program that uses the package in Node.

import { Solver, openingBook } from "four-shapes-solver";
import { SolverWorker } from "four-shapes-solver/worker";
import { use } from "./answers.mjs";

const large = new Solver(8, 7).score("117652735216756745");
console.log(JSON.stringify({ ...(await use(Solver, openingBook, SolverWorker)), large }));
