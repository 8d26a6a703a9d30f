// Searches of the npm package with limits: they give what is proved.

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, before, test } from "node:test";
import { importFrom, install } from "./install.mjs";

let folder, Solver;

before(async () => {
  folder = install();
  ({ Solver } = await importFrom(folder, "node.js"));
});

after(() => rmSync(folder, { recursive: true }));

test("without limits the answers are those of the simple methods", () => {
  const solver = new Solver();
  const moves = "4445552";
  const { score, lower, upper, nodes } = solver.solve(moves);
  assert.deepEqual([score, lower, upper], Array(3).fill(solver.score(moves)));
  assert.ok(nodes > 0);
  const analysis = solver.analyze(moves, {});
  assert.equal(analysis.score, score);
  assert.deepEqual(analysis.best, solver.bestColumns(moves));
  assert.deepEqual(
    analysis.columns.map((column) => column?.score),
    solver.columnScores(moves),
  );
  assert.ok(solver.nodes > nodes);
});

test("a search that takes hours stops at its limits", () => {
  const solver = new Solver(9, 7, 4, 64);
  const check = ({ score, lower, upper }) => {
    assert.equal(score, undefined);
    assert.ok(lower < upper && lower >= -31 && upper <= 31, `${lower} to ${upper}`);
  };
  for (const limits of [{ ms: 300 }, { nodes: 200_000 }, { ms: 300, nodes: 1e12 }, { ms: 0 }, { nodes: 0 }]) {
    const start = performance.now();
    const solution = solver.solve("5", limits);
    check(solution);
    assert.ok(solution.nodes <= 1.1 * (limits.ms === undefined ? limits.nodes + 1000 : 1e9));
    const { columns, best, ...position } = solver.analyze("5", limits);
    check(position);
    assert.equal(columns.length, 9);
    columns.forEach(check);
    assert.deepEqual(best, []);
    assert.deepEqual(solver.bestColumns("5", limits), []);
    assert.deepEqual(solver.principalVariation("5", limits), []);
    assert.ok(performance.now() - start < 20_000);
  }
  const review = solver.review("5555", { ms: 300 });
  assert.equal(review.length, 4);
  // What was stopped leaves the solver usable.
  const full = solver.analyze("5".repeat(7), { nodes: 1000 });
  assert.equal(full.columns.indexOf(undefined), 4);
});

test("more nodes prove more", () => {
  const width = (nodes) => {
    const { lower, upper } = new Solver(8, 7).solve("117652735216756", { nodes });
    return upper - lower;
  };
  assert.ok(width(1_000_000) < width(100), `${width(1_000_000)}, ${width(100)}`);
});

test("a full board is a draw", () => {
  const solver = new Solver(4, 4, 4);
  const drawn = "1212212134344343";
  assert.deepEqual(solver.solve(drawn), { score: 0, lower: 0, upper: 0, nodes: 0 });
  const { columns, best, score } = solver.analyze(drawn);
  assert.deepEqual([columns, best, score], [Array(4).fill(undefined), [], 0]);
});
