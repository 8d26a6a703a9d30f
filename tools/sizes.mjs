// Prints the gzipped sizes of the files of the built page: the first load, the lazily loaded
// parts of the program, and other files.
//
//   node tools/sizes.mjs [FOLDER]

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const folder = process.argv[2] ?? fileURLToPath(new URL("../dist", import.meta.url));
const html = readFileSync(join(folder, "index.html"), "utf8");
const names = readdirSync(folder, { recursive: true })
  .map((name) => name.replaceAll("\\", "/"))
  .filter((name) => /\.(html|css|js|wasm|book|bin|json)$/.test(name))
  .sort();

const groups = { first: [], parts: [], others: [] };
for (const name of names) {
  const isFirstLoad = name === "index.html" || html.includes(name);
  groups[isFirstLoad ? "first" : name.startsWith("parts/") ? "parts" : "others"].push(name);
}

const size = (name) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length;
const line = (bytes, name) => console.log(`${String(bytes).padStart(9)}  ${name}`);
for (const [group, files] of Object.entries(groups)) {
  console.log(`${group}:`);
  let total = 0;
  for (const name of files) {
    const bytes = size(name);
    total += bytes;
    line(bytes, name);
  }
  line(total, "total\n");
}
