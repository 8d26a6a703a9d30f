// Prints the changelog section of a release.
//
//   node tools/changelog.mjs v1.2.0

import { readFileSync } from "node:fs";

const read = (name) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
const fail = (problem) => {
  console.error(problem);
  process.exit(1);
};

const version = /^v(\d+\.\d+\.\d+(?:-[\w.]+)?)$/.exec(process.argv[2] ?? "")?.[1];
if (!version) fail(`expected a tag such as v1.2.0, not ${process.argv[2]}`);
const manifest = read("Cargo.toml").split("[workspace.package]")[1] ?? "";
const [, current] = /^version = "([^"]+)"/m.exec(manifest) ?? [];
if (current !== version) fail(`the tag is ${version}, the version in Cargo.toml is ${current}`);

const sections = read("CHANGELOG.md").split(/^## /m).slice(1);
const section = sections.find((section) => section.startsWith(`[${version}]`));
const text = section?.split("\n").slice(1).join("\n").replace(/^\[.*\]: .*$/gm, "").trim();
if (!text) fail(`CHANGELOG.md has no section for ${version}`);
console.log(text);
