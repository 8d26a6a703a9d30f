// The last step of a build, run by Trunk (see Trunk.toml): makes wasm-bindgen's scripts
// smaller, and writes the third-party notices and the service worker, which has the exact
// list of what was built.
//
//   node tools/finish.mjs [FOLDER]
//
// Without a folder it is the one that Trunk is about to give out. Nothing that has an
// integrity hash is changed.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { licences } from "./licences.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const WORKER = "sw.js";
const MANIFEST = "manifest.webmanifest";
const LICENCES = "licences.txt";

/** What the page can't do without, besides what Trunk names after its contents. */
const NEEDED = [
  ...["index.html", "later.js", MANIFEST, LICENCES],
  ...["sheets.js", "sheets_bg.wasm", "worker.js", "thinker.js", "thinker_bg.wasm", "7x6.book"],
  ...["arena.js", "bot.js", "clerk.js", "bots.js", "bots_bg.wasm"],
];

/** What wasm-bindgen writes. Every other script is our own, from `public`. */
const GLUE = /^(four-shapes-\w+|sheets|thinker|bots)\.js$/;

const hash = (bytes) => createHash("sha256").update(bytes);

/** The names of all files in a folder and the folders in it, with slashes. */
function names(folder, before = "") {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? names(join(folder, entry.name), `${before}${entry.name}/`)
      : [before + entry.name],
  );
}

/** A package of `e2e`. */
function installed(name) {
  try {
    return createRequire(join(root, "e2e/package.json"))(name);
  } catch {
    throw new Error(`${name} is not installed; "cargo xtask build" does that`);
  }
}

/** Makes the scripts of wasm-bindgen smaller: 2 KB of the first load. Trunk can't read them. */
export async function minify(folder) {
  const { minify } = installed("terser");
  for (const name of readdirSync(folder).filter((name) => GLUE.test(name))) {
    const path = join(folder, name);
    const { code } = await minify(readFileSync(path, "utf8"), { module: true });
    writeFileSync(path, code);
  }
}

/** Every file with its SHA-256, in order, but for those that nobody needs offline. */
export function list(folder) {
  const all = names(folder).sort();
  for (const name of NEEDED) {
    if (!all.includes(name)) throw new Error(`${name} is missing in ${folder}`);
  }
  const programs = all.filter((name) => /^four-shapes-\w+_bg\.wasm$/.test(name));
  if (programs.length !== 1) {
    throw new Error(`one first program was expected in ${folder}, not ${programs.length}`);
  }
  const manifest = JSON.parse(readFileSync(join(folder, MANIFEST), "utf8"));
  const { icons, screenshots } = manifest;
  for (const { src } of [...icons, ...screenshots]) {
    if (!all.includes(src)) throw new Error(`${MANIFEST} names ${src}, which is missing`);
  }
  // Only stores and browsers show the screenshots, when the page is to be installed. The
  // browser keeps the worker itself, and one that kept itself could never be replaced.
  const left = [WORKER, ...screenshots.map(({ src }) => src)];
  const listed = all.filter((name) => !left.includes(name));
  for (const name of listed) {
    if (!/^[\w.-]+(\/[\w.-]+)*$/.test(name)) throw new Error(`${name} is no plain name`);
  }
  const own = readdirSync(join(root, "public"));
  for (const name of listed.filter((name) => /\.[cm]?js$/.test(name) && !GLUE.test(name))) {
    // Trunk may have put a hash into the name, and made the script smaller.
    if (!own.includes(name.replace(/-[0-9a-f]{8,16}(?=\.)/, ""))) {
      throw new Error(`${name} is a script that is not ours: licences.txt does not know it`);
    }
  }
  const entry = (name) => [name, hash(readFileSync(join(folder, name))).digest("base64")];
  return Object.fromEntries(listed.map(entry));
}

/** Writes the service worker for what is in a folder. */
export function writeWorker(folder) {
  let worker = readFileSync(join(root, "public", WORKER), "utf8");
  const files = JSON.stringify(list(folder), undefined, 1);
  const version = hash(worker + files)
    .digest("hex")
    .slice(0, 16);
  const put = (place, value) => {
    const line = `const ${place};\n`;
    if (worker.split(line).length !== 2) throw new Error(`public/${WORKER} needs one line ${line}`);
    worker = worker.replace(line, () => `const ${place.split(" ")[0]} = ${value};\n`);
  };
  put('VERSION = ""', JSON.stringify(version));
  put("FILES = {}", files);
  writeFileSync(join(folder, WORKER), worker);
}

async function finish() {
  // Other pages are built with the same Trunk.toml.
  const page = process.env.TRUNK_HTML_FILE;
  if (page && resolve(root, page) !== join(root, "index.html")) return;
  const folder = process.argv[2] ?? process.env.TRUNK_STAGING_DIR;
  if (!folder) throw new Error("which folder? Trunk says it in TRUNK_STAGING_DIR");
  if (!existsSync(folder)) throw new Error(`there is no folder ${folder}`);
  writeFileSync(join(folder, LICENCES), licences());
  if (process.env.TRUNK_PROFILE === "debug") {
    // Who works on the page wants to see it as it is now: a worker without a list.
    list(folder);
    writeFileSync(join(folder, WORKER), readFileSync(join(root, "public", WORKER)));
  } else {
    await minify(folder);
    writeWorker(folder);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    await finish();
  } catch (error) {
    console.error(`\nThe build can't be finished: ${error.message}`);
    process.exit(1);
  }
}
