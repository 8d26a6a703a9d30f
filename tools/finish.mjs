// The last step of a build, run by Trunk (see Trunk.toml): minifies scripts, style sheets
// and the page, names files after their contents, and writes the third-party notices and
// the service worker, which has the exact list of what was built. The same sources give the
// same bytes; `cargo xtask test reproducible` checks it.
//
//   node tools/finish.mjs [FOLDER]
//
// The default folder is Trunk's staging directory.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { licences } from "./licences.mjs";
import { catalogue, localizeManifest, localizePage } from "./messages.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const WORKER = "sw.js";
const MANIFEST = "manifest.webmanifest";
const LICENCES = "licences.txt";

/** What the page can't do without, besides what Trunk names after its contents. */
const NEEDED = [
  ...["index.html", "later.js", MANIFEST, LICENCES],
  ...["worker.js", "search-worker.js", "search-worker_bg.wasm", "7x6.book"],
  ...["game-worker.js", "bot.js", "bot-validator.js", "bots.js", "bots_bg.wasm"],
];

/** A name that Trunk has put a hash into: what comes before the hash, and after it. */
const HASHED = /^([\w-]+)-[0-9a-f]+((?:_bg)?\.(?:css|js|wasm))$/;

/** What wasm-bindgen writes. Every other script is our own, from `public`. */
const GLUE = /^(four-shapes-\w+|search-worker|bots)\.js$/;

const hash = (bytes) => createHash("sha256").update(bytes);
const integrity = (bytes) => `sha384-${createHash("sha384").update(bytes).digest("base64")}`;

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

/**
 * Takes in the later parts of the program, from where our wasm-bindgen has left them:
 * optimized, as Trunk does with the first, and named after their final contents. So a part
 * of another build, whose addresses differ, is never fetched.
 */
export function addParts(folder, from) {
  const scripts = readdirSync(folder).filter((name) => /^four-shapes-\w+\.js$/.test(name));
  if (scripts.length !== 1) throw new Error(`one script was expected in ${folder}`);
  const script = join(folder, scripts[0]);
  let text = readFileSync(script, "utf8");
  if (text.includes("__wasm_split_placeholder__")) {
    throw new Error("the program can't be split by this wasm-bindgen: it is not ours");
  }
  const names = readdirSync(from).sort();
  if (names.length > 0) mkdirSync(join(folder, "parts"), { recursive: true });
  for (const name of names) {
    const built = join(from, name);
    const path = join(folder, "parts", name);
    optimize(built, path);
    const digest = hash(readFileSync(path)).digest("hex").slice(0, 16);
    const named = `./parts/${name.replace(/^split_|\.wasm$/g, "")}-${digest}.wasm`;
    if (!text.includes(`./parts/${name}`)) throw new Error(`${scripts[0]} does not ask for ${name}`);
    text = text.replaceAll(`./parts/${name}`, named);
    renameSync(path, join(folder, named));
  }
  writeFileSync(script, text);
}

/** What Trunk does to the first part of the program. */
function optimize(from, to) {
  const tool = join(root, "e2e/node_modules/binaryen/bin/wasm-opt");
  // What it says is in the error, if it fails.
  execFileSync(process.execPath, [tool, "-Oz", `--output=${to}`, from], { stdio: "pipe" });
}

/**
 * Minifies what Trunk has built, and names each file that has a hash in its name after its
 * final contents. Trunk could minify too, but names variables in an order that differs from
 * build to build, and takes the hash before wasm-opt has run.
 */
export async function minify(folder) {
  const { transform } = installed("esbuild");
  const page = join(folder, "index.html");
  let html = readFileSync(page, "utf8").replace(/\s*<!--.*?-->/gs, "");
  for (const name of readdirSync(folder).sort()) {
    const loader = /\.(css|js)$/.exec(name)?.[1];
    const hashed = HASHED.exec(name);
    if (!loader && !hashed) continue;
    const path = join(folder, name);
    const built = readFileSync(path);
    let final = built;
    if (loader) {
      const { code } = await transform(built.toString(), { loader, minify: true });
      final = Buffer.from(code);
      writeFileSync(path, final);
    }
    if (!hashed) continue;
    const [, before, after] = hashed;
    const named = `${before}-${hash(final).digest("hex").slice(0, 16)}${after}`;
    if (!html.includes(name)) throw new Error(`index.html does not ask for ${name}`);
    html = html.replaceAll(name, named).replaceAll(integrity(built), integrity(final));
    renameSync(path, join(folder, named));
  }
  writeFileSync(page, html);
}

/** Puts the messages into the page and the manifest. */
export function localize(folder) {
  const bundle = catalogue(join(root, "locales/en"), installed("@fluent/bundle"));
  for (const [name, fill] of [
    ["index.html", localizePage],
    [MANIFEST, localizeManifest],
  ]) {
    const path = join(folder, name);
    writeFileSync(path, fill(readFileSync(path, "utf8"), bundle));
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
    throw new Error(`one program was expected in ${folder}, not ${programs.length}`);
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
    if (!own.includes(name.replace(HASHED, "$1$2"))) {
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
  localize(folder);
  if (process.env.TRUNK_PROFILE === "debug") {
    // Who works on the page wants to see it as it is now: a worker without a list.
    list(folder);
    writeFileSync(join(folder, WORKER), readFileSync(join(root, "public", WORKER)));
  } else {
    const parts = process.env.FOUR_SHAPES_SPLIT;
    if (parts) addParts(folder, parts);
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
