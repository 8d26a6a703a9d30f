import { calls } from "./calls.mjs";

/** Asks a solver, in this thread or in a worker. */
async function answers(solver) {
  const line = await solver.principalVariation("");
  let error;
  try {
    await solver.score("48");
  } catch (thrown) {
    error = thrown.message;
  }
  return {
    score: await solver.score("44455554"),
    columnScores: await solver.columnScores("44455554"),
    bestColumns: await solver.bestColumns("44455554"),
    fullColumn: (await solver.columnScores("444444")).indexOf(undefined) + 1,
    line: { start: line[0], length: line.length },
    position: await solver.columnScores("7/7/7/7/1baba1b/babaaab a 7,6,4 2 g"),
    review: await solver.review("4455127"),
    error,
  };
}

/** Uses the package, in this thread and in workers. */
export async function use(Solver, openingBook, SolverWorker) {
  const solver = new Solver();
  solver.useBook(await openingBook());
  return {
    main: await answers(solver),
    worker: await answers(new SolverWorker()),
    calls: await calls(SolverWorker),
    // An invalid board is reported with each call.
    invalid: await new SolverWorker(2, 2).score("").catch((error) => error.message),
  };
}
