// The notices of everything that others wrote and that ends up in the page, from the
// lock file and the crates' own packages. Needs Node and cargo, and no network beyond
// what cargo needs to have the crates.

import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (...path) => readFileSync(join(root, ...path), "utf8");

/** The packages whose programs are in the page. */
const OURS = ["four-shapes", "four-shapes-search-worker"];
const TARGET = "wasm32-unknown-unknown";
const CRATES_IO = "registry+https://github.com/rust-lang/crates.io-index";
/** The workspaces, each with a lock file. */
const WORKSPACES = [".", "bench", "fuzz"];

/** The licences that are allowed in the page: one list, in deny.toml. */
export function allowed() {
  const section = read("deny.toml").split(/^\[licenses\]$/m)[1] ?? "";
  const list = /^allow = \[([^\]]*)\]/m.exec(section)?.[1] ?? "";
  const names = [...list.matchAll(/"([^"]+)"/g)].map(([, name]) => name);
  if (names.length === 0) throw new Error("deny.toml does not say which licences are allowed");
  return names;
}

/**
 * Whether a licence expression (SPDX, with the slash that older packages have for OR)
 * can be met with these licences. AND binds more closely than OR.
 */
export function meets(expression, licences) {
  const tokens = expression.replaceAll("/", " OR ").match(/[()]|[\w.+-]+/g) ?? [];
  const wrong = () => new Error(`“${expression}” is no licence expression`);
  const one = () => {
    const token = tokens.shift();
    if (token === "(") {
      const met = either();
      if (tokens.shift() !== ")") throw wrong();
      return met;
    }
    if (!token || [")", "AND", "OR", "WITH"].includes(token)) throw wrong();
    if (tokens[0] !== "WITH") return licences.includes(token);
    tokens.shift();
    const exception = tokens.shift();
    return licences.includes(`${token} WITH ${exception}`);
  };
  const both = () => {
    let met = one();
    while (tokens[0] === "AND") {
      tokens.shift();
      met = one() && met;
    }
    return met;
  };
  const either = () => {
    let met = both();
    while (tokens[0] === "OR") {
      tokens.shift();
      met = both() || met;
    }
    return met;
  };
  const met = either();
  if (tokens.length > 0) throw wrong();
  return met;
}

/** Fails if a package of a lock file is from anywhere but crates.io or this repository. */
export function checkSources(lock, name) {
  for (const entry of lock.split("[[package]]").slice(1)) {
    const field = (key) => new RegExp(`^${key} = "([^"]*)"`, "m").exec(entry)?.[1];
    const source = field("source");
    if (source === undefined) continue;
    if (source !== CRATES_IO) throw new Error(`${name}: ${field("name")} is from ${source}`);
    if (!field("checksum")) throw new Error(`${name}: ${field("name")} has no checksum`);
  }
}

function metadata() {
  const options = ["metadata", "--locked", "--format-version", "1", "--filter-platform", TARGET];
  const { status, error, stdout, stderr } = spawnSync(process.env.CARGO ?? "cargo", options, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
  if (error) throw new Error(`cargo can't be started: ${error.message}`);
  if (status !== 0) throw new Error(`cargo metadata failed:\n${stderr}`);
  return JSON.parse(stdout);
}

/** The crates that are linked, without our own, macros, and what is needed to build. */
function linked() {
  const { packages, resolve } = metadata();
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
  for (const name of OURS) {
    const own = packages.find((crate) => crate.name === name && crate.source === null);
    if (!own) throw new Error(`cargo knows no package ${name} of ours`);
    visit(own.id);
  }
  const byName = (a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1);
  return [...seen]
    .map((id) => crates.get(id))
    .filter(({ source }) => source !== null)
    .sort(byName);
}

/** The same text, whatever its line ends and margins. */
const plain = (text) =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[\t ]+$/gm, "")
    .replace(/^\n+|\s+$/g, "");

/** The MIT licence, for packages that name it and have no file with it. */
const mit = (authors) =>
  plain(read("LICENSE-MIT").replace(/^Copyright.*$/m, `Copyright (c) ${authors}`));

/** Who wrote a crate, without addresses that nobody should be written to for this. */
const authorsOf = ({ authors }) => authors.map((who) => who.replace(/ *<.*>/, "")).join(", ");

function textsOf(crate) {
  const folder = dirname(crate.manifest_path);
  const isLicence = (name) => /^(licen[cs]e|unlicense|copying|copyright|notice)/i.test(name);
  const files = readdirSync(folder, { withFileTypes: true });
  const names = files.filter((file) => file.isFile() && isLicence(file.name));
  const texts = names.map(({ name }) => plain(readFileSync(join(folder, name), "utf8")));
  if (texts.length > 0) return texts;
  const authors = authorsOf(crate) || `the authors of ${crate.name}`;
  if (meets(crate.license, ["MIT"])) return [mit(authors)];
  throw new Error(`${crate.name} has no licence file, and its licence is not MIT`);
}

const INTRODUCTION = `Four Shapes: licences

The program itself is under the MIT licence or the Apache License 2.0, as you like: texts
1 and 2. Linked into its WebAssembly are the crates below, whose authors' notices follow,
and Rust's standard library, by the Rust project's developers
(https://github.com/rust-lang/rust), under the MIT licence or the Apache License 2.0 as
well. Nothing else of others is in the page: what is used of npm builds and tests it.
`;

/** The whole of licences.txt. Fails if a crate may not be in the page. */
export function licences() {
  for (const workspace of WORKSPACES) {
    const name = join(workspace, "Cargo.lock");
    checkSources(read(name), name);
  }
  const { dependencies } = JSON.parse(read("e2e", "package.json"));
  if (dependencies) throw new Error("e2e/package.json: npm packages are only for development");
  const fine = allowed();
  const texts = [];
  const number = (text) => {
    if (!texts.includes(text)) texts.push(text);
    return texts.indexOf(text) + 1;
  };
  for (const own of ["LICENSE-MIT", "LICENSE-APACHE"]) number(plain(read(own)));
  const entries = linked().map((crate) => {
    const { name, version, license, repository } = crate;
    if (!license) throw new Error(`${name} does not say which licence it has`);
    if (!meets(license, fine)) {
      throw new Error(`${name} is under ${license}, which deny.toml does not allow`);
    }
    const numbers = textsOf(crate).map(number);
    const lines = [`${name} ${version}`, license, authorsOf(crate), repository ?? ""];
    lines.push(`${numbers.length === 1 ? "text" : "texts"} ${numbers.join(", ")}`);
    return lines.filter(Boolean).join("\n  ");
  });
  const rule = "-".repeat(72);
  const numbered = texts.map((text, i) => `${rule}\nText ${i + 1}\n\n${text}\n`);
  return [INTRODUCTION, entries.join("\n") + "\n", ...numbered].join("\n");
}
