/** Asks a solver, in this thread or in a worker. */
export async function answers(solver) {
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
