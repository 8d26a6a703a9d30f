// Runs Lighthouse on the built page with its phone profile, and prints the results.
//
//   node lighthouse.mjs FOLDER    with Lighthouse installed in FOLDER/node_modules

import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium as playwright } from "@playwright/test";
import { chromium } from "./browsers.mjs";
import { serve } from "./serve.mjs";

const RUNS = 3;
const AUDITS = ["largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift", "first-contentful-paint", "speed-index"];

const [folder] = process.argv.slice(2);
const { default: lighthouse } = await import(createRequire(`${folder}/`).resolve("lighthouse"));
// Compressed, like GitHub Pages.
const site = mkdtempSync(join(tmpdir(), "four-shapes-"));
cpSync("../dist", site, { recursive: true });
for (const name of readdirSync(site)) {
  if (/\.(html|js|css|svg|wasm|txt|webmanifest)$/.test(name)) {
    writeFileSync(join(site, `${name}.gz`), gzipSync(readFileSync(join(site, name))));
  }
}
const server = await serve(site, { gzip: true });
const address = `http://127.0.0.1:${server.address().port}/`;
const port = 9333;
const browser = await playwright.launch({ ...chromium, args: [...chromium.args, `--remote-debugging-port=${port}`] });
const results = [];
for (let run = 0; run < RUNS; run++) {
  const { lhr } = await lighthouse(address, { port, logLevel: "error" });
  results.push(lhr);
}
await browser.close();
server.close();
rmSync(site, { recursive: true });

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const rows = Object.keys(results[0].categories).map((id) => [
  id,
  Math.round(100 * median(results.map(({ categories }) => categories[id].score))),
]);
console.log(`Lighthouse ${results[0].lighthouseVersion}, its default phone, median of ${RUNS} runs`);
console.table(Object.fromEntries(rows));
for (const id of AUDITS) {
  const audits = results.map(({ audits }) => audits[id]);
  console.log(`${audits[0].title}: ${audits.map(({ displayValue }) => displayValue).join(", ")}`);
}
// Audits without full score.
for (const { id, title, score, displayValue, details } of Object.values(results.at(-1).audits)) {
  if (score === null || score >= 0.9) continue;
  console.log(`\n${id}: ${title} (${score}) ${displayValue ?? ""}`);
  for (const item of (details?.items ?? []).slice(0, 5)) {
    console.log(`  ${JSON.stringify(item.node?.snippet ?? item.url ?? item.description ?? item).slice(0, 200)}`);
  }
}
