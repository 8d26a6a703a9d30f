// Installs the packed npm package in an empty folder.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/** Returns the folder, which the caller removes. */
export function install() {
  const folder = mkdtempSync(join(tmpdir(), "four-shapes-npm-"));
  const packed = fileURLToPath(new URL("../../target/npm", import.meta.url));
  const [file] = readdirSync(packed).filter((name) => name.endsWith(".tgz"));
  writeFileSync(join(folder, "package.json"), '{ "name": "empty", "type": "module" }');
  const options = ["--no-audit", "--no-fund", "--offline", "--prefix", folder];
  execFileSync(npm, ["install", ...options, join(packed, file)], { cwd: folder });
  return folder;
}

/** Returns the path of the package that is installed in a folder. */
export const installed = (folder) => join(folder, "node_modules/four-shapes-solver");

/** Imports what Node finds under a name of the package. */
export const importFrom = (folder, name) => import(pathToFileURL(join(installed(folder), name)).href);
