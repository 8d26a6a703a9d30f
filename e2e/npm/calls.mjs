/** Calls a `SolverWorker` in all the ways that end a call, in Node or in a page. */
export async function calls(SolverWorker) {
  const failure = (promise) =>
    promise.then(
      () => "answered",
      (error) => `${error.name}: ${error.message}`,
    );
  // The first moves of 9 × 7 take hours.
  const solver = new SolverWorker(9, 7, 4, 64);
  const limited = await solver.solve("5", { ms: 100 });

  const controller = new AbortController();
  const aborted = failure(solver.score("5", { signal: controller.signal }));
  const waiting = new AbortController();
  const neverBegun = failure(solver.score("5", { signal: waiting.signal }));
  const next = solver.solve("5", { nodes: 1000 });
  waiting.abort(new Error("not needed"));
  setTimeout(() => controller.abort(), 200);
  const afterAbort = await next;

  const wrong = await failure(solver.score(44455));
  const invalid = await failure(solver.score("0"));
  const unlimited = await failure(solver.score("5", { ms: 100 }));

  const open = failure(solver.score("5"));
  const queued = failure(solver.bestColumns("5"));
  solver.terminate();
  solver.terminate();
  return {
    limited: limited.lower < limited.upper && limited.score === undefined && limited.nodes > 0,
    aborted: await aborted,
    neverBegun: await neverBegun,
    abortedBefore: await failure(solver.score("5", { signal: AbortSignal.abort() })),
    afterAbort: afterAbort.nodes < 100_000 && afterAbort.lower < afterAbort.upper,
    wrong,
    invalid,
    unlimited,
    open: await open,
    queued: await queued,
    later: await failure(solver.score("5")),
  };
}

export const EXPECTED_CALLS = {
  limited: true,
  aborted: "AbortError: This operation was aborted",
  neverBegun: "Error: not needed",
  abortedBefore: "AbortError: This operation was aborted",
  afterAbort: true,
  wrong: "TypeError: moves must be a string, not a number",
  invalid: "Error: character 1: “0” is not a column; columns are 1 to 9",
  unlimited: "TypeError: score has no option “ms”; use solve",
  open: "Error: the solver was terminated",
  queued: "Error: the solver was terminated",
  later: "Error: the solver was terminated",
};
