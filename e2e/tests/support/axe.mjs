// axe-core in the page.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { animationsEnded } from "./animations.mjs";
import { expect } from "./game.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Fails softly on findings of all rules, or of some. A page's first call is without `rules`: it provides axe-core. */
export async function expectNoFindings(page, screen, rules) {
  // Wait for colour transitions.
  await animationsEnded(page);
  if (!rules) await page.evaluate(axe);
  const findings = await page.evaluate(
    async (runOnly) => {
      const { violations } = await window.axe.run(document, { runOnly });
      return violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map((n) => n.html) }));
    },
    rules ? { type: "rule", values: rules } : { type: "tag", values: tags },
  );
  expect.soft(findings, screen).toEqual([]);
}
