// Prints the changelog's section of a release.
//
//   node tools/changelog.mjs v1.2.0

import { readFileSync } from "node:fs";

const read = (name) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
const fail = (problem) => {
  console.error(problem);
  process.exit(1);
};

const version = /^v(\d+\.\d+\.\d+(?:-[\w.]+)?)$/.exec(process.argv[2] ?? "")?.[1];
if (!version) fail(`a tag such as v1.2.0 was expected, not ${process.argv[2]}`);
const package_ = read("Cargo.toml").split("[workspace.package]")[1] ?? "";
const [, own] = /^version = "([^"]+)"/m.exec(package_) ?? [];
if (own !== version) fail(`the tag says ${version}, Cargo.toml says ${own}`);

const sections = read("CHANGELOG.md").split(/^## /m).slice(1);
const section = sections.find((section) => section.startsWith(`[${version}]`));
const text = section?.split("\n").slice(1).join("\n").replace(/^\[.*\]: .*$/gm, "").trim();
if (!text) fail(`CHANGELOG.md has nothing to say of ${version}`);
console.log(text);
