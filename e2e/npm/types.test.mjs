// The types of the npm package, for the TypeScript compiler at its strictest.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { install } from "./install.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const STRICT = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--noEmit", "--skipLibCheck", "false"];

let folder;

before(() => {
  folder = install();
  for (const name of ["types.ts", "signal.ts"]) cpSync(here(name), join(folder, name));
});

after(() => rmSync(folder, { recursive: true }));

/** Without the types of a browser or Node, and for a browser. */
for (const [file, libraries] of [
  ["types.ts", "es2020"],
  ["signal.ts", "es2020,dom"],
]) {
  for (const resolution of [
    ["--module", "nodenext"],
    ["--module", "esnext", "--moduleResolution", "bundler"],
  ]) {
    test(`${file} is checked with ${libraries} and ${resolution.join(" ")}`, () => {
      const options = [...STRICT, "--target", "es2022", "--lib", libraries, ...resolution];
      const tsc = here("../node_modules/typescript/bin/tsc");
      const { status, stdout } = spawnSync(process.execPath, [tsc, ...options, file], { cwd: folder, encoding: "utf8" });
      assert.equal(stdout, "");
      assert.equal(status, 0);
    });
  }
}
