// Measures tournaments in Chromium: games per second of one worker (the page starts one per core),
// and the response to clicks while hostile bots play.
//
//   node tournament.mjs     from this folder, with ../dist built

import { readFileSync, readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium as playwright } from "@playwright/test";
import binaryen from "binaryen";
import { chromium } from "./browsers.mjs";
import { serve } from "./serve.mjs";

const ROUNDS = 5;
/** Players (against themselves), and games per round. */
const PAIRINGS = [
  ["random", 20_000],
  ["lookahead:4", 1_000],
];

const server = await serve("../dist");
const browser = await playwright.launch(chromium);
const page = await browser.newPage({ serviceWorkers: "block" });
await page.goto(`http://127.0.0.1:${server.address().port}/`);
await page.waitForFunction(() => document.documentElement.dataset.ready === "true");
const speeds = new Map(PAIRINGS.map(([player]) => [player, []]));
for (let round = 0; round < ROUNDS; round++) {
  for (const [player, games] of PAIRINGS) {
    speeds.get(player).push(await page.evaluate(playGames, { player, games, seed: String(round) }));
  }
}
const rows = PAIRINGS.map(([player]) => {
  const [slowest, , median] = speeds.get(player).sort((a, b) => a - b);
  return { "against itself": player, "games a second, median": Math.round(median), slowest: Math.round(slowest) };
});
console.log(`\nOne worker of the page, ${ROUNDS} rounds`);
console.table(rows);
await benchInput();
await browser.close();
server.close();

/** Time from input to paint while hostile bots play. */
async function benchInput() {
  const folder = new URL("../bots/hostile/", import.meta.url);
  const bots = readdirSync(folder)
    .filter((name) => name.endsWith(".wat"))
    .map((name) => {
      const module = binaryen.parseText(readFileSync(new URL(name, folder), "utf8"));
      module.setFeatures(binaryen.Features.BulkMemory | binaryen.Features.MutableGlobals);
      const buffer = Buffer.from(module.emitBinary());
      return { name: name.replace(".wat", ".wasm"), mimeType: "application/wasm", buffer };
    });
  const page = await browser.newPage({ serviceWorkers: "block" });
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction(() => document.documentElement.dataset.ready === "true");
  await page.getByRole("button", { name: "Compete", exact: true }).click();
  await page.getByRole("button", { name: "Open the bot lab" }).click();
  const dialog = page.getByRole("region", { name: "Bot lab" });
  // Excludes loading the page and starting the audio context.
  await dialog.waitFor();
  await page.keyboard.press("F8");
  await page.waitForFunction(() => document.documentElement.dataset.parts === "ready");
  await page.evaluate(() => new Promise(requestIdleCallback));
  await dialog.getByLabel("Add bots").setInputFiles(bots);
  const rows = [await delays(page, "while they are checked", () => sleep(100), 40)];
  await page.waitForFunction(() => !document.querySelector("#tournament").textContent.includes("Checking bots"), undefined, {
    timeout: 300_000,
  });
  await dialog.getByRole("textbox", { name: "Games per pairing" }).fill("10");
  await dialog.getByRole("button", { name: "Start", exact: true }).click();
  rows.push(await delays(page, "while they play", () => sleep(100), 100));
  await dialog.getByRole("button", { name: "Stop", exact: true }).click();
  await dialog.getByRole("button", { name: "Stop and discard" }).click();
  await dialog.getByRole("button", { name: "Remove", exact: false }).first().waitFor();
  console.log("\nFrom a key until the next frame, with hostile bots");
  console.table(rows);
}

/** Presses an unused key repeatedly, and measures the response. */
async function delays(page, when, pause, count) {
  await page.evaluate(() => {
    window.delays = [];
    window.longest = 0;
    window.listener ??= addEventListener("keydown", ({ timeStamp }) => {
      requestAnimationFrame(() => setTimeout(() => window.delays.push(performance.now() - timeStamp)));
    });
    window.observer ??= new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
    });
    window.observer.observe({ type: "longtask" });
  });
  for (let press = 0; press < count; press++) {
    await page.keyboard.press("F8");
    await pause();
  }
  const { delays, longest } = await page.evaluate(() => ({ delays: window.delays, longest: window.longest }));
  delays.sort((a, b) => a - b);
  const at = (share) => Math.round(delays[Math.floor((delays.length - 1) * share)]);
  return { when, "median, ms": at(0.5), "95 %": at(0.95), worst: at(1), "longest task": Math.round(longest) || "< 50" };
}

/** Runs in the page: returns the games per second of a worker. */
function playGames({ player, games, seed }) {
  const { version } = document.documentElement.dataset;
  const worker = new Worker(`game-worker.js?${version}`, { type: "module" });
  const setup = {
    format: "four-shapes-tournament",
    version: 1,
    rules: { columns: 7, rows: 6, connect: 4, players: 2, gravity: true },
    entrants: [{ computer: player }, { computer: player }],
    games,
    opening: 0,
    seed,
    instructions: "1000000",
    milliseconds: 1000,
  };
  // See crates/search-worker/src/message.rs. A report is the protocol version, the number of
  // lines (seven bits a byte), the lines, and whether it is the last one.
  const decode = (bytes) => {
    let lines = 0;
    let end = 1;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[end++];
      lines |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    return { lines, isFinished: bytes.at(-1) === 1 };
  };
  return new Promise((resolve, reject) => {
    let begun;
    let count = 0;
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.onmessage = ({ data }) => {
      const { lines, isFinished } = decode(data);
      count += lines;
      if (!isFinished) return;
      if (begun === undefined) {
        // The program is loaded.
        begun = performance.now();
        worker.postMessage({ games: [0, games] });
        return;
      }
      worker.terminate();
      resolve((count * 1000) / (performance.now() - begun));
    };
    worker.postMessage({ setup: JSON.stringify(setup), codes: [], timeout: 10_000, games: [0, 0] });
  });
}
