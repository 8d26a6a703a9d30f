// Checks of the last build step. (They need no browser.)

import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { addParts, list } from "../../../tools/finish.mjs";
import { allowed, checkSources, licences, meets, terminalLicences } from "../../../tools/licences.mjs";
import { parseServers, withServers } from "../../../tools/online.mjs";

test("servers for live games are checked, and the tracker is in the security policy", () => {
  const none = { tracker: null, iceServers: [] };
  expect(parseServers("{}")).toEqual(none);
  expect(parseServers(readFileSync("../online.json", "utf8"))).toEqual(none);
  const page = readFileSync("../index.html", "utf8");
  const plain = withServers(page, none);
  expect(plain).toContain("connect-src 'self';");
  const servers = {
    tracker: "wss://tracker.example.org/announce",
    iceServers: [
      { urls: "stun:stun.example.org:3478" },
      { urls: ["turns:turn.example.org?transport=tcp"], username: 'a"<&', credential: "b" },
    ],
  };
  const html = withServers(page, parseServers(JSON.stringify(servers)));
  expect(html).toContain("connect-src 'self' wss://tracker.example.org;");
  const [, content] = html.match(/<meta name="online" content="([^"]*)"/);
  const unescaped = content.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&");
  expect(JSON.parse(unescaped)).toEqual(servers);
  for (const [text, problem] of [
    ["{", "online.json"],
    ['{"trackers": []}', "trackers is unknown"],
    ['{"tracker": "tracker.example.org"}', "must be a URL"],
    ['{"tracker": "ws://tracker.example.org"}', "must begin with wss://"],
    ['{"tracker": "https://tracker.example.org"}', "must begin with wss://"],
    ['{"tracker": "wss://a:b@tracker.example.org"}', "no password"],
    ['{"iceServers": {}}', "must be a list"],
    ['{"iceServers": [{"urls": "https://x"}]}', "iceServers[0]: urls"],
    ['{"iceServers": [{"urls": []}]}', "iceServers[0]: urls"],
    ['{"iceServers": [{"urls": "stun:x?transport=udp"}]}', "no parameters"],
    ['{"iceServers": [{"urls": "turn:x", "username": "y"}]}', "needs username and credential"],
    ['{"iceServers": [{"urls": "stun:x", "password": "y"}]}', "password is unknown"],
    ['{"iceServers": [{"urls": "stun:x", "username": 1}]}', "username must be a text"],
  ]) {
    expect(() => parseServers(text), text).toThrow(problem);
  }
});

test("SPDX licence expressions are parsed", () => {
  const fine = ["MIT", "Apache-2.0"];
  for (const [expression, met] of [
    ["MIT", true],
    ["GPL-3.0-only", false],
    ["GPL-3.0-only OR MIT", true],
    ["GPL-3.0-only/MIT", true],
    ["MIT AND Apache-2.0", true],
    ["MIT AND NCSA", false],
    ["MIT OR NCSA AND X", true],
    ["(MIT OR NCSA) AND X", false],
    ["Apache-2.0 WITH LLVM-exception", false],
  ]) {
    expect(meets(expression, fine), expression).toBe(met);
  }
  for (const wrong of ["", "MIT OR", "(MIT", "MIT)", "MIT MIT", "OR"]) {
    expect(() => meets(wrong, fine), wrong).toThrow("no licence expression");
  }
  expect(allowed()).toContain("MIT");
});

test("crates from other registries are rejected", () => {
  const entry = (source, more = "") => `[[package]]\nname = "x"\nsource = "${source}"\n${more}`;
  const registry = "registry+https://github.com/rust-lang/crates.io-index";
  checkSources(entry(registry, 'checksum = "00"\n') + '[[package]]\nname = "ours"\n', "a lock");
  for (const lock of [entry("git+https://example.org/x#1"), entry(registry)]) {
    expect(() => checkSources(lock, "a lock")).toThrow("a lock: x");
  }
});

test("licence notices contain no duplicates", () => {
  const text = licences();
  const [crates, ...texts] = text.split(/^-{72}\nText \d+\n/m);
  expect(new Set(texts).size).toBe(texts.length);
  expect(crates.match(/^leptos 0\..*\n  MIT$/gm)).toHaveLength(1);
  // Without proc macros and build dependencies.
  expect(crates).not.toMatch(/^(leptos_macro|serde_derive|wasm-bindgen-cli|clap) \d/m);
  expect(crates, "nobody's address").not.toContain("@");
});

test("the terminal program has notices of its own", () => {
  const gnu = terminalLicences("x86_64-unknown-linux-gnu");
  expect(gnu).toMatch(/^clap 4\..*\n  MIT OR Apache-2.0$/m);
  // Allowed as an exception.
  expect(gnu).toMatch(/^option-ext 0\..*\n  MPL-2.0$/m);
  expect(gnu).not.toMatch(/^(clap_derive|leptos|wat) \d|^(Lucide|musl)/m);
  const musl = terminalLicences("x86_64-unknown-linux-musl");
  const [, text] = musl.match(/^musl\n  MIT\n.*\n  text (\d+)$/m);
  expect(musl.split(`Text ${text}\n`)[1]).toContain("Rich Felker");
});

test("missing or unexpected files fail the build with a message", () => {
  const folder = mkdtempSync(join(tmpdir(), "four-shapes-"));
  try {
    cpSync("../dist", folder, { recursive: true });
    list(folder);
    writeFileSync(join(folder, "snippet.js"), "export {}");
    expect(() => list(folder)).toThrow("snippet.js is a script that is not ours");
    rmSync(join(folder, "snippet.js"));
    rmSync(join(folder, "install/icon-192.png"));
    expect(() => list(folder)).toThrow("names install/icon-192.png, which is missing");
    rmSync(join(folder, "worker.js"));
    expect(() => list(folder)).toThrow("worker.js is missing");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("parts are named by content hash", async () => {
  const folder = mkdtempSync(join(tmpdir(), "four-shapes-"));
  try {
    const from = join(folder, "split");
    const script = join(folder, "four-shapes-0123.js");
    mkdirSync(from);
    writeFileSync(script, 'load("./parts/split_help.wasm", "./parts/chunk_2.wasm")');
    const empty = Buffer.from([0, ...Buffer.from("asm"), 1, 0, 0, 0]);
    writeFileSync(join(from, "split_help.wasm"), empty);
    writeFileSync(join(from, "chunk_2.wasm"), empty);
    await addParts(folder, from);
    const names = readdirSync(join(folder, "parts")).sort();
    expect(names.map((name) => name.replace(/[0-9a-f]{16}/, "HASH"))).toEqual(["chunk_2-HASH.wasm", "help-HASH.wasm"]);
    const [chunk, help] = names;
    expect(readFileSync(script, "utf8")).toBe(`load("./parts/${help}", "./parts/${chunk}")`);

    writeFileSync(script, "load()");
    await expect(addParts(folder, from)).rejects.toThrow("does not ask for chunk_2.wasm");
    writeFileSync(script, 'import * as import1 from "__wasm_split_placeholder__"');
    await expect(addParts(folder, from)).rejects.toThrow("can't be split by this wasm-bindgen");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
