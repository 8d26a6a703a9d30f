// The last step of a build, run by Trunk (see Trunk.toml): minifies scripts, style sheets and
// the page, adds content hashes to file names, and writes the third-party notices and the
// service worker with the list of files. Builds are reproducible; `cargo xtask test more`
// verifies that.
//
//   node tools/finish.mjs [FOLDER]
//
// The default folder is Trunk's staging directory.

import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { iconNames, insertIcons } from "./icons.mjs";
import { licences } from "./licences.mjs";
import { catalogue, localizeManifest, localizePage } from "./messages.mjs";
import { parseServers, withServers } from "./online.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const WORKER = "sw.js";
const MANIFEST = "manifest.webmanifest";
const LICENCES = "licences.txt";
const TYPEFACE = "nunito.woff2";
/** For other sites; the page itself does not need it. */
const EMBED = "embed/board.js";
/** The deferred scripts, joined. */
const DEFERRED = "deferred";

/** The required files, except those with content hashes in their names. */
const REQUIRED = [
  EMBED,
  ...["index.html", "service-worker-registration.js", MANIFEST, LICENCES, TYPEFACE],
  ...["worker.js", "search-worker.js", "search-worker_bg.wasm", "7x6.book", "puzzles.bin"],
  "lessons.json",
  ...["game-worker.js", "bot.js", "bot-validator.js", "bots.js", "bots_bg.wasm"],
];

/** A name with a hash from Trunk. The groups are the parts before and after the hash. */
const HASHED = /^([\w-]+)-[0-9a-f]+((?:_bg)?\.(?:css|js|wasm))$/;

/** The scripts written by wasm-bindgen. All others are from `public`. */
const GLUE = /^(four-shapes-\w+|search-worker|bots)\.js$/;

/**
 * The oldest browsers supported: `color-mix()` is missing before Chrome 111 and Safari 16.2,
 * `:has()` before Firefox 121. Older ones say so (public/boot.js).
 */
export const BROWSERS = { chrome: "111", firefox: "121", safari: "16.2" };

/** Those for the script of other sites: `adoptedStyleSheets` is missing before Safari 16.4. */
const embedBrowsers = { ...BROWSERS, safari: "16.4" };

const hash = (bytes) => createHash("sha256").update(bytes);
const integrity = (bytes) => `sha384-${createHash("sha384").update(bytes).digest("base64")}`;

/** Returns the paths of all files in a folder, relative to it and with slashes. */
function names(folder, before = "") {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? names(join(folder, entry.name), `${before}${entry.name}/`)
      : [before + entry.name],
  );
}

/** Loads an npm package of `e2e`. */
const installed = createRequire(join(root, "e2e/package.json"));

/** Installs the npm packages of `e2e`, unless they are those of the lock file, as xtask does. */
function installPackages() {
  const lock = join(root, "e2e/package-lock.json");
  const stamp = join(root, "e2e/node_modules/.installed-from.json");
  if (existsSync(stamp) && readFileSync(stamp).equals(readFileSync(lock))) return;
  console.log("Installing the Node packages into e2e/node_modules: npm ci --ignore-scripts …");
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: join(root, "e2e"),
    // On Windows, npm is a script.
    shell: process.platform === "win32",
    stdio: "inherit",
  });
  copyFileSync(lock, stamp);
}

/**
 * Adds the lazily loaded parts that our wasm-bindgen has written to `from`, optimized and with
 * content hashes in their names, so that a part of another build is never fetched.
 */
export async function addParts(folder, from) {
  const scripts = readdirSync(folder).filter((name) => /^four-shapes-\w+\.js$/.test(name));
  if (scripts.length !== 1) throw new Error(`expected one script in ${folder}`);
  const script = join(folder, scripts[0]);
  let text = readFileSync(script, "utf8");
  if (text.includes("__wasm_split_placeholder__")) {
    throw new Error("the program can't be split by this wasm-bindgen: it is not ours");
  }
  const names = readdirSync(from).sort();
  if (names.length > 0) mkdirSync(join(folder, "parts"), { recursive: true });
  const unoptimized = [...names];
  const optimizeRest = async () => {
    for (let name; (name = unoptimized.shift()); ) {
      await optimize(join(from, name), join(folder, "parts", name));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, optimizeRest));
  for (const name of names) {
    const path = join(folder, "parts", name);
    const digest = hash(readFileSync(path)).digest("hex").slice(0, 16);
    const named = `./parts/${name.replace(/^split_|\.wasm$/g, "")}-${digest}.wasm`;
    if (!text.includes(`./parts/${name}`)) throw new Error(`${scripts[0]} does not ask for ${name}`);
    text = text.replaceAll(`./parts/${name}`, named);
    renameSync(path, join(folder, named));
  }
  writeFileSync(script, text);
}

/**
 * Optimizes a part of the program. The order of its functions, by the number of calls, makes all parts
 * together 1.3% smaller when compressed.
 */
async function optimize(from, to) {
  const tool = join(root, "e2e/node_modules/binaryen/bin/wasm-opt");
  // Its output is included in the error if it fails.
  await promisify(execFile)(process.execPath, [tool, "-Oz", "--reorder-functions", `--output=${to}`, from]);
}

/** Joins the deferred scripts of the page into one, which is fetched with one request. */
function joinScripts(folder) {
  const page = join(folder, "index.html");
  const joined = `${DEFERRED}-0.js`;
  let text = "";
  let html = readFileSync(page, "utf8").replace(
    /<script src="\.\/([^"]+)" defer [^>]*><\/script>\s*/g,
    (tag, name) => {
      const isFirst = text === "";
      text += readFileSync(join(folder, name), "utf8");
      unlinkSync(join(folder, name));
      return isFirst ? tag.replace(name, joined) : "";
    },
  );
  if (!text) throw new Error("index.html has no deferred scripts");
  const tag = new RegExp(`(src="\\./${joined}".*?integrity=")[^"]*`);
  html = html.replace(tag, (_, before) => before + integrity(text));
  writeFileSync(join(folder, joined), text);
  writeFileSync(page, html);
}

/** Minifies and compiles a style sheet. */
function styled(filename, code, browsers) {
  const version = (text) => {
    const [major, minor = 0] = text.split(".");
    return (Number(major) << 16) | (Number(minor) << 8);
  };
  const versions = Object.entries(browsers).map(([name, text]) => [name, version(text)]);
  const targets = Object.fromEntries(versions);
  return installed("lightningcss").transform({ minify: true, targets, filename, code }).code;
}

/**
 * Minifies the files built by Trunk, and replaces the hashes in their names by those of the
 * final contents. Trunk's own minifier is not deterministic, and its hashes are computed before
 * wasm-opt runs.
 */
export async function minify(folder) {
  const esbuild = installed("esbuild");
  // The page's own scripts are understood by browsers that can't run the program, too.
  const scripts = { minify: true, target: "es2018", supported: { "dynamic-import": true } };
  const minified = async (name, built) => {
    if (name.endsWith(".css")) return styled(name, built, BROWSERS);
    const options = GLUE.test(name) ? { minify: true } : scripts;
    return Buffer.from((await esbuild.transform(built.toString(), options)).code);
  };
  const page = join(folder, "index.html");
  let html = readFileSync(page, "utf8").replace(/\s*<!--.*?-->/gs, "");
  for (const name of readdirSync(folder).sort()) {
    const isText = /\.(css|js)$/.test(name);
    const hashed = HASHED.exec(name);
    if (!isText && !hashed) continue;
    const path = join(folder, name);
    const built = readFileSync(path);
    const final = isText ? await minified(name, built) : built;
    if (isText) writeFileSync(path, final);
    if (!hashed) continue;
    const [, before, after] = hashed;
    const named = `${before}-${hash(final).digest("hex").slice(0, 16)}${after}`;
    if (!html.includes(name)) throw new Error(`index.html does not ask for ${name}`);
    html = html.replaceAll(name, named).replaceAll(integrity(built), integrity(final));
    renameSync(path, join(folder, named));
  }
  writeFileSync(page, html);
}

/** Inserts the messages into the page and the manifest. */
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

/** Inserts the icons into the page. */
export function addIcons(folder) {
  const path = join(folder, "index.html");
  const names = iconNames(readFileSync(join(root, "src/components/icon.rs"), "utf8"));
  const set = installed("@iconify-json/lucide/icons.json");
  writeFileSync(path, insertIcons(readFileSync(path, "utf8"), names, set));
}

/** Inserts the servers for live games into the page. */
export function addServers(folder) {
  const path = join(folder, "index.html");
  const servers = parseServers(readFileSync(join(root, "online.json"), "utf8"));
  writeFileSync(path, withServers(readFileSync(path, "utf8"), servers));
}

/** Adds the typeface, which public/boot.js fetches when the page is ready. */
export function addTypeface(folder) {
  const file = "@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2";
  copyFileSync(installed.resolve(file), join(folder, TYPEFACE));
}

/**
 * Adds the script for other sites: the modules of `embed` and their style sheet in one file, which is a plain
 * script, so that servers need not allow its use by other origins.
 */
export async function addEmbed(folder) {
  const esbuild = installed("esbuild");
  const compile = ({ path }) => ({
    contents: styled(path, readFileSync(path), embedBrowsers).toString(),
    loader: "text",
  });
  await esbuild.build({
    entryPoints: [join(root, "embed/board.mjs")],
    outfile: join(folder, EMBED),
    bundle: true,
    format: "iife",
    minify: true,
    target: Object.entries(embedBrowsers).map(([name, version]) => name + version),
    plugins: [{ name: "css", setup: (build) => build.onLoad({ filter: /\.css$/ }, compile) }],
  });
}

/** Returns the SHA-256 of each file that is needed offline, ordered by name. */
export function list(folder) {
  const all = names(folder).sort();
  for (const name of REQUIRED) {
    if (!all.includes(name)) throw new Error(`${name} is missing in ${folder}`);
  }
  const programs = all.filter((name) => /^four-shapes-\w+_bg\.wasm$/.test(name));
  if (programs.length !== 1) {
    throw new Error(`expected one program in ${folder}, found ${programs.length}`);
  }
  const manifest = JSON.parse(readFileSync(join(folder, MANIFEST), "utf8"));
  const { icons, screenshots } = manifest;
  for (const { src } of [...icons, ...screenshots]) {
    if (!all.includes(src)) throw new Error(`${MANIFEST} names ${src}, which is missing`);
  }
  // Screenshots are shown only when the page is installed. A service worker that cached itself
  // could never be replaced.
  const excluded = [WORKER, EMBED, ...screenshots.map(({ src }) => src)];
  const listed = all.filter((name) => !excluded.includes(name));
  for (const name of listed) {
    if (!/^[\w.-]+(\/[\w.-]+)*$/.test(name)) throw new Error(`${name} contains unexpected characters`);
  }
  const own = [...readdirSync(join(root, "public")), `${DEFERRED}.js`];
  for (const name of listed.filter((name) => /\.[cm]?js$/.test(name) && !GLUE.test(name))) {
    if (!own.includes(name.replace(HASHED, "$1$2"))) {
      throw new Error(`${name} is a script that is not ours: licences.txt does not know it`);
    }
  }
  const entry = (name) => [name, hash(readFileSync(join(folder, name))).digest("base64")];
  return Object.fromEntries(listed.map(entry));
}

/** Writes the service worker for the files of a folder. */
export function writeWorker(folder) {
  let worker = readFileSync(join(root, "public", WORKER), "utf8");
  const files = JSON.stringify(list(folder), undefined, 1);
  const version = hash(worker + files)
    .digest("hex")
    .slice(0, 16);
  const replace = (declaration, value) => {
    const line = `const ${declaration};\n`;
    if (worker.split(line).length !== 2) throw new Error(`public/${WORKER} must contain one line ${line}`);
    worker = worker.replace(line, () => `const ${declaration.split(" ")[0]} = ${value};\n`);
  };
  replace('VERSION = ""', JSON.stringify(version));
  replace("FILES = {}", files);
  writeFileSync(join(folder, WORKER), worker);
}

async function finish() {
  // Other pages are built with the same Trunk.toml.
  const page = process.env.TRUNK_HTML_FILE;
  if (page && resolve(root, page) !== join(root, "index.html")) return;
  const folder = process.argv[2] ?? process.env.TRUNK_STAGING_DIR;
  if (!folder) throw new Error("no folder; Trunk sets TRUNK_STAGING_DIR");
  if (!existsSync(folder)) throw new Error(`${folder} does not exist`);
  installPackages();
  writeFileSync(join(folder, LICENCES), licences());
  localize(folder);
  addIcons(folder);
  addServers(folder);
  addTypeface(folder);
  await addEmbed(folder);
  if (process.env.TRUNK_PROFILE === "debug") {
    // Without a list of files, the service worker does not cache the page during development.
    list(folder);
    writeFileSync(join(folder, WORKER), readFileSync(join(root, "public", WORKER)));
  } else {
    const parts = process.env.FOUR_SHAPES_SPLIT;
    if (parts) await addParts(folder, parts);
    joinScripts(folder);
    await minify(folder);
    writeWorker(folder);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    await finish();
  } catch (error) {
    console.error(`\ncannot finish the build: ${error.message}`);
    process.exit(1);
  }
}
