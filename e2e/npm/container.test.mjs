// The notices in the container image: its build stage has the files that they are made of.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const containerfile = readFileSync(join(root, "examples/scale/Containerfile"), "utf8");

/** Copies what an instruction names, as the builder does: of a folder, its contents. */
function copy(words, folder) {
  const to = words.at(-1);
  for (const from of words.slice(0, -1)) {
    const target = to.endsWith("/") ? join(folder, to, from.split("/").at(-1)) : join(folder, to);
    cpSync(join(root, from), target, { recursive: true });
  }
}

test("the image has the notices of the program's crates", () => {
  const [, build, image] = containerfile.split(/^FROM .*\n/m);
  const folder = mkdtempSync(join(tmpdir(), "four-shapes-container-"));
  try {
    for (const [, words] of build.matchAll(/^COPY (.*)$/gm)) copy(words.split(" "), folder);
    const [, target] = /^RUN node tools\/licences\.mjs "\$\((.*)\)" > licences\.txt$/m.exec(build);
    const [program, ...words] = target.split(" ");
    const host = execFileSync(program, words, { encoding: "utf8" }).trim();
    const output = execFileSync(process.execPath, [join(folder, "tools/licences.mjs"), host], {
      encoding: "utf8",
      // Of the packages that the build has downloaded.
      env: { ...process.env, CARGO_NET_OFFLINE: "true" },
    });
    assert.match(output, /^Four Shapes in the terminal: licences$/m);
    assert.match(output, /^wasmi [\d.]+$/m);
    assert.match(image, /^COPY --from=build \/four-shapes\/licences\.txt \/usr\/share\/doc\/four\/licences\.txt$/m);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
