// A program that uses the package in Node.

import { Solver, openingBook } from "four-shapes-solver";
import { answers } from "./answers.mjs";

const solver = new Solver();
solver.useBook(await openingBook());
const large = new Solver(8, 7).score("117652735216756745");
console.log(JSON.stringify({ ...(await answers(solver)), large }));
