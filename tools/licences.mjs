// Third-party notices of the crates that are linked into the page, from their packages; as a
// program, those of the terminal program or of the npm package.
//
//   node tools/licences.mjs x86_64-unknown-linux-gnu > licences.txt
//   node tools/licences.mjs npm > licences.txt

import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (...path) => readFileSync(join(root, ...path), "utf8");

/** The packages of the programs in the page. */
const PAGE = ["four-shapes", "four-shapes-search-worker"];
const WASM_TARGET = "wasm32-unknown-unknown";
/** The package of the terminal program. */
const TERMINAL = "four-shapes-cli";
/** The package of the program in the npm package. */
const NPM = "four-shapes-solver-wasm";
const CRATES_IO = "registry+https://github.com/rust-lang/crates.io-index";
/** The workspaces, each with a lock file. */
const WORKSPACES = [".", "bench", "fuzz"];

/** Returns the licences that deny.toml allows. */
export function allowed() {
  const section = read("deny.toml").split(/^\[licenses\]$/m)[1] ?? "";
  const list = /^allow = \[([^\]]*)\]/m.exec(section)?.[1] ?? "";
  const names = [...list.matchAll(/"([^"]+)"/g)].map(([, name]) => name);
  if (names.length === 0) throw new Error("deny.toml has no list of allowed licences");
  return names;
}

/** Returns the licences that deny.toml allows for one crate only. */
function exceptions(name) {
  const list = new RegExp(`^ *\\{ crate = "${name}", allow = \\[([^\\]]*)\\] \\}`, "m");
  return [...(list.exec(read("deny.toml"))?.[1] ?? "").matchAll(/"([^"]+)"/g)].map(([, id]) => id);
}

/**
 * Returns whether an SPDX licence expression is satisfied by these licences. Older packages use
 * a slash for OR. AND has higher precedence than OR.
 */
export function meets(expression, licences) {
  const tokens = expression.replaceAll("/", " OR ").match(/[()]|[\w.+-]+/g) ?? [];
  const invalid = () => new Error(`“${expression}” is no licence expression`);
  const parseTerm = () => {
    const token = tokens.shift();
    if (token === "(") {
      const met = parseOr();
      if (tokens.shift() !== ")") throw invalid();
      return met;
    }
    if (!token || [")", "AND", "OR", "WITH"].includes(token)) throw invalid();
    if (tokens[0] !== "WITH") return licences.includes(token);
    tokens.shift();
    const exception = tokens.shift();
    return licences.includes(`${token} WITH ${exception}`);
  };
  const parseAnd = () => {
    let met = parseTerm();
    while (tokens[0] === "AND") {
      tokens.shift();
      met = parseTerm() && met;
    }
    return met;
  };
  const parseOr = () => {
    let met = parseAnd();
    while (tokens[0] === "OR") {
      tokens.shift();
      met = parseAnd() || met;
    }
    return met;
  };
  const met = parseOr();
  if (tokens.length > 0) throw invalid();
  return met;
}

/** Throws unless all packages of a lock file are from crates.io or this repository. */
export function checkSources(lock, name) {
  for (const entry of lock.split("[[package]]").slice(1)) {
    const field = (key) => new RegExp(`^${key} = "([^"]*)"`, "m").exec(entry)?.[1];
    const source = field("source");
    if (source === undefined) continue;
    if (source !== CRATES_IO) throw new Error(`${name}: ${field("name")} is from ${source}`);
    if (!field("checksum")) throw new Error(`${name}: ${field("name")} has no checksum`);
  }
}

function metadata(target) {
  const options = ["metadata", "--locked", "--format-version", "1", "--filter-platform", target];
  const { status, error, stdout, stderr } = spawnSync(process.env.CARGO ?? "cargo", options, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
  if (error) throw new Error(`cargo can't be started: ${error.message}`);
  if (status !== 0) throw new Error(`cargo metadata failed:\n${stderr}`);
  return JSON.parse(stdout);
}

/**
 * Returns the crates that are linked into packages of ours, without these, procedural macros
 * and build dependencies.
 */
function linked(ours, target) {
  const { packages, resolve } = metadata(target);
  const crates = new Map(packages.map((crate) => [crate.id, crate]));
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const seen = new Set();
  const visit = (id) => {
    const isMacro = ({ kind }) => kind.includes("proc-macro");
    if (seen.has(id) || crates.get(id).targets.some(isMacro)) return;
    seen.add(id);
    for (const { pkg, dep_kinds } of nodes.get(id).deps) {
      if (dep_kinds.some(({ kind }) => kind === null)) visit(pkg);
    }
  };
  for (const name of ours) {
    const own = packages.find((crate) => crate.name === name && crate.source === null);
    if (!own) throw new Error(`package ${name} is missing in cargo metadata`);
    visit(own.id);
  }
  const byName = (a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1);
  return [...seen]
    .map((id) => crates.get(id))
    .filter(({ source }) => source !== null)
    .sort(byName);
}

/** Normalizes line endings and surrounding white space. */
const normalized = (text) =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[\t ]+$/gm, "")
    .replace(/^\n+|\s+$/g, "");

/** Returns the MIT licence for a package without a licence file. */
const mit = (authors) =>
  normalized(read("LICENSE-MIT").replace(/^Copyright.*$/m, `Copyright (c) ${authors}`));

/** Returns the authors of a crate, without e-mail addresses. */
const authorsOf = ({ authors }) => authors.map((author) => author.replace(/ *<.*>/, "")).join(", ");

function textsOf(crate) {
  const folder = dirname(crate.manifest_path);
  const isLicence = (name) => /^(licen[cs]e|unlicense|copying|copyright|notice)/i.test(name);
  const files = readdirSync(folder, { withFileTypes: true });
  const names = files.filter((file) => file.isFile() && isLicence(file.name));
  const texts = names.map(({ name }) => normalized(readFileSync(join(folder, name), "utf8")));
  if (texts.length > 0) return texts;
  const authors = authorsOf(crate) || `the authors of ${crate.name}`;
  if (meets(crate.license, ["MIT"])) return [mit(authors)];
  throw new Error(`${crate.name} has no licence file, and its licence is not MIT`);
}

const PAGE_INTRODUCTION = `Four Shapes: licences

The program itself is under the MIT licence or the Apache License 2.0, as you like: texts
1 and 2. Linked into its WebAssembly are the crates below, whose authors' notices follow,
and Rust's standard library, by the Rust project's developers
(https://github.com/rust-lang/rust), under the MIT licence or the Apache License 2.0 as
well. The icons are from Lucide, and the typeface is Nunito. Other npm packages are used only to
build and test the page.
`;

const introduction = (title) => `${title}: licences

The program itself is under the MIT licence or the Apache License 2.0, as you like: texts
1 and 2. It contains the crates below, whose sources are on https://crates.io and whose
authors' notices follow, and Rust's standard library, by the Rust project's developers
(https://github.com/rust-lang/rust), under the MIT licence or the Apache License 2.0 as
well.
`;

/** The licence of Lucide, whose npm package contains only its name. */
const ISC = `ISC License

Copyright (c) Lucide Icons and Contributors

Permission to use, copy, modify, and/or distribute this software for any
purpose with or without fee is hereby granted, provided that the above
copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES
WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR
ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES
WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF
OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`;

/** Returns the licences.txt of the page. Throws if the licence of a crate is not allowed. */
export function licences() {
  const { dependencies, devDependencies } = JSON.parse(read("e2e", "package.json"));
  if (dependencies) throw new Error("e2e/package.json: npm packages are only for development");
  const allowedLicences = allowed();
  const allowedFor = () => allowedLicences;
  return notices(PAGE_INTRODUCTION, linked(PAGE, WASM_TARGET), allowedFor, (number) => {
    // Some of Lucide's icons are from Feather.
    const icons = [ISC, mit("2013-present Cole Bemis")].map(number).join(", ");
    const lucide = `Lucide ${devDependencies["@iconify-json/lucide"]}`;
    const nunito = `Nunito ${devDependencies["@fontsource-variable/nunito"]}`;
    const openFont = number(normalized(read("e2e/node_modules/@fontsource-variable/nunito/LICENSE")));
    return [
      `${lucide}\n  ISC AND MIT\n  https://github.com/lucide-icons/lucide\n  texts ${icons}`,
      `${nunito}\n  OFL-1.1\n  https://github.com/googlefonts/nunito\n  text ${openFont}`,
    ].join("\n");
  });
}

/** Returns the licences.txt of the terminal program for a target. */
export function terminalLicences(target) {
  const allowedLicences = allowed();
  const allowedFor = (name) => [...allowedLicences, ...exceptions(name)];
  return notices(introduction("Four Shapes in the terminal"), linked([TERMINAL], target), allowedFor, (number) => {
    if (!target.endsWith("-musl")) return "";
    const text = number(mit("2005-2020 Rich Felker, et al."));
    return `musl\n  MIT\n  https://musl.libc.org\n  text ${text}`;
  });
}

/** Returns the licences.txt of the npm package. */
export function npmLicences() {
  const allowedLicences = allowed();
  const allowedFor = () => allowedLicences;
  return notices(introduction("four-shapes-solver"), linked([NPM], WASM_TARGET), allowedFor, () => "");
}

/**
 * Returns the notices of crates with an allowed licence, and of what is not a crate: `more` is
 * given a function that adds a text and returns its number.
 */
function notices(introduction, crates, allowedFor, more) {
  for (const workspace of WORKSPACES) {
    const name = join(workspace, "Cargo.lock");
    checkSources(read(name), name);
  }
  const texts = [];
  const number = (text) => {
    if (!texts.includes(text)) texts.push(text);
    return texts.indexOf(text) + 1;
  };
  for (const own of ["LICENSE-MIT", "LICENSE-APACHE"]) number(normalized(read(own)));
  const entries = crates.map((crate) => {
    const { name, version, license, repository } = crate;
    if (!license) throw new Error(`${name} declares no licence`);
    if (!meets(license, allowedFor(name))) {
      throw new Error(`${name} is under ${license}, which deny.toml does not allow`);
    }
    const numbers = textsOf(crate).map(number);
    const lines = [`${name} ${version}`, license, authorsOf(crate), repository ?? ""];
    lines.push(`${numbers.length === 1 ? "text" : "texts"} ${numbers.join(", ")}`);
    return lines.filter(Boolean).join("\n  ");
  });
  entries.push(more(number));
  const rule = "-".repeat(72);
  const numbered = texts.map((text, i) => `${rule}\nText ${i + 1}\n\n${text}\n`);
  return [introduction, entries.filter(Boolean).join("\n") + "\n", ...numbered].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [target] = process.argv.slice(2);
  if (!target) {
    console.error("usage: node tools/licences.mjs TARGET, or npm");
    process.exit(2);
  }
  process.stdout.write(target === "npm" ? npmLicences() : terminalLicences(target));
}
