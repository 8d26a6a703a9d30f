// Measures the page in Chromium: the time until it is ready, compared with an empty Leptos page;
// the time from a click to the painted move; frame times of a fall; reviews; and memory growth.
//
//   node bench.mjs [FOLDER | --memory]    from this folder, with ../dist and ../target/empty built
//
// With the folder of another build, both are measured alternately. With --memory, only memory is
// measured.

import { existsSync } from "node:fs";
import { chromium as playwright } from "@playwright/test";
import { chromium } from "./browsers.mjs";
import { serve } from "./serve.mjs";
import { classicDraw } from "./tests/data/games.mjs";
import { Game, storedMatch } from "./tests/support/game.mjs";

const DIST = "../dist";
const EMPTY = "../target/empty";
const onlyMemory = process.argv[2] === "--memory";
const [OTHER] = onlyMemory ? [] : process.argv.slice(2);
/** The builds of the page, by name. */
const BUILDS = { page: DIST, ...(OTHER && { other: OTHER }) };
const LOADS = 9;
const CLICKS = 20;
const THROTTLING = [1, 6];
const FALLS = 20;
const GAMES = 500;
/** The growth of WebAssembly memory from the first tenth of the games to the last, in KB. */
const MAX_GROWTH = 256;
/** Long games between levels 5 and 6, after six random moves. */
const REVIEWED = [
  "763774444666646422222552337771355111551133",
  "542761444456652466225556112217113377773333",
  "735645335536445311115112664463774672277222",
  "552267434554444526336236256217361777371111",
  "36146237533654444514115522156661777337722",
  "73564533535255621226144443342271777711166",
  "4551124444171147127777226633333322666655",
  "4435125442335455311173436617516666777722",
  "7631256651211273265526613377231375574444",
  "5522675335323327662612356615441114177444",
  "5442731443322224754727377336111666661155",
  "173754554344477436633151151523266667222",
];

for (const folder of [...Object.values(BUILDS), ...(onlyMemory ? [] : [EMPTY])]) {
  if (!existsSync(`${folder}/index.html`)) {
    console.error(`bench: ${folder} has no built page; run \`cargo xtask bench page\`, which builds it`);
    process.exit(1);
  }
}

const browser = await playwright.launch(chromium);
if (!onlyMemory) {
  await benchLoads();
  await benchClicks();
  await benchFalls();
  await benchReviews();
}
await benchMemory();
await browser.close();

/** The time until long games are reviewed, and the longest delay of a frame meanwhile. */
async function benchReviews() {
  const server = await serve(DIST);
  const page = await (await browser.newContext()).newPage();
  const game = new Game(page);
  await game.open(`http://127.0.0.1:${server.address().port}/`);
  await game.partsLoaded();
  const rows = [];
  for (const moves of REVIEWED) {
    await game.openStored(storedMatch({ moves }));
    await game.partsLoaded();
    const review = page.getByRole("button", { name: /^(Review|Analysis)$/ });
    await page.evaluate(() => {
      window.longest = 0;
      let last = performance.now();
      requestAnimationFrame(function frame(now) {
        window.longest = Math.max(window.longest, now - last);
        last = now;
        requestAnimationFrame(frame);
      });
    });
    const start = Date.now();
    await review.first().click();
    await page.getByText("Analysis complete").waitFor({ timeout: 60_000 });
    const ms = Date.now() - start;
    rows.push({ moves: moves.length, ms, "longest frame": round(await page.evaluate(() => window.longest)) });
  }
  console.log("\nReviews of long games, with loading the worker and the book");
  console.table(rows);
  const times = rows.map(({ ms }) => ms);
  console.log(`median ${median(times)} ms, at most ${Math.max(...times)} ms`);
  server.close();
}

/** Milliseconds from the start of the navigation until the page is ready. */
async function benchLoads() {
  const pages = { ...BUILDS, empty: EMPTY };
  const names = Object.keys(pages);
  const servers = await Promise.all(Object.values(pages).map((folder) => serve(folder)));
  const rows = [];
  for (const slower of THROTTLING) {
    const times = names.map(() => []);
    // Alternately, so that other load affects all builds.
    for (let load = 0; load < LOADS; load++) {
      for (const [i, server] of servers.entries()) {
        times[i].push(await loadTime(`http://127.0.0.1:${server.address().port}/`, slower));
      }
    }
    const medians = times.map(median);
    const empty = medians.at(-1);
    for (const [i, name] of names.entries()) {
      rows.push({ CPU: `1/${slower}`, page: name, "ms": round(medians[i]), ratio: (medians[i] / empty).toFixed(2) });
    }
  }
  console.log(`\nUntil the page is ready, median of ${LOADS} first visits, and beside an empty page`);
  console.table(rows);
  for (const server of servers) server.close();
}

/** Opens a URL in a new browser context. */
async function loadTime(address, slower) {
  const { context, page } = await freshPage(slower);
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.documentElement.dataset.ready !== "true") return;
      window.readyAt = performance.now();
      observer.disconnect();
    }).observe(document, { attributes: true, subtree: true, attributeFilter: ["data-ready"] });
  });
  await page.goto(address);
  const readyAt = await (await page.waitForFunction(() => window.readyAt)).jsonValue();
  await context.close();
  return readyAt;
}

/** Milliseconds from a click's time stamp until the frame after it is painted. */
async function benchClicks() {
  const rows = [];
  for (const [columns, rowCount] of [[7, 6], [15, 15]]) {
    for (const slower of THROTTLING) {
      for (const [name, folder] of Object.entries(BUILDS)) {
        const server = await serve(folder);
        const address = `http://127.0.0.1:${server.address().port}/`;
        const { painted, events } = await clickTimes(address, columns, rowCount, slower);
        server.close();
        rows.push({
          page: name,
          board: `${columns} × ${rowCount}`,
          CPU: `1/${slower}`,
          "median, ms": round(median(painted)),
          "95 %, ms": round(percentile(painted, 0.95)),
          "Event Timing, median": median(events) || "< 16",
          "Event Timing, 95 %": percentile(events, 0.95) || "< 16",
        });
      }
    }
  }
  console.log(`\nFrom a click until its move is painted, ${CLICKS} clicks each`);
  console.log("(Event Timing counts in steps of 8 ms and only from 16 ms on.)");
  console.table(rows);
}

async function clickTimes(address, columns, rows, slower) {
  const { context, page } = await freshPage(1);
  const game = new Game(page);
  await game.open(address);
  await game.startGame(columns, rows);
  await page.evaluate(watchClicks);
  await throttle(page, slower);
  for (let click = 0; click < CLICKS; click++) {
    const { x, y, width, height } = await game.column(classicDraw[click]).boundingBox();
    // Like a finger: a pause between down and up, and the next click after the animation.
    await page.mouse.click(x + width / 2, y + height / 2, { delay: 80 });
    await page.waitForFunction(
      (clicks) =>
        window.painted.length === clicks &&
        document.getAnimations().every(({ playState }) => playState === "finished"),
      click + 1,
    );
  }
  await game.expectPieces(CLICKS);
  const times = await page.evaluate(() => ({ painted: window.painted, events: window.events }));
  await context.close();
  // Shorter events are not reported.
  const unreported = Array(CLICKS - times.events.length).fill(0);
  return { painted: times.painted, events: [...times.events, ...unreported] };
}

/** Frame times while a piece falls, with fourfold CPU throttling. */
async function benchFalls() {
  const server = await serve(DIST);
  const { context, page } = await freshPage(1);
  const game = new Game(page);
  await game.open(`http://127.0.0.1:${server.address().port}/`);
  await throttle(page, 4);
  const times = [];
  for (let fall = 0; fall < FALLS; fall++) {
    times.push(await page.evaluate(watchFall, `#column-${classicDraw[fall]}`));
  }
  const between = times.flat();
  const late = between.filter((time) => time > 1.5 * (1000 / 60)).length;
  console.log(`\nFrames while a piece falls, processor at 1/4, ${FALLS} falls`);
  console.table([
    {
      frames: between.length,
      "median, ms": round(median(between)),
      "95 %, ms": round(percentile(between, 0.95)),
      "longest, ms": round(Math.max(...between)),
      "later than 25 ms": late,
    },
  ]);
  await context.close();
  server.close();
}

/** Runs in the page: drops a piece, and returns the times between its frames. */
async function watchFall(button) {
  const frame = () => new Promise(requestAnimationFrame);
  document.querySelector(button).click();
  // The first frame includes the move itself, which is measured separately.
  let last = await frame();
  const times = [];
  const falls = () => document.getAnimations().some(({ playState }) => playState === "running");
  while (falls()) {
    const now = await frame();
    times.push(now - last);
    last = now;
  }
  return times;
}

/** Memory growth over many games in one tab. */
async function benchMemory() {
  const server = await serve(DIST);
  const { context, page } = await freshPage(1);
  await page.addInitScript(() => {
    window.memories = [];
    // Parts have no memory of their own.
    const add = ({ memory }) => memory && window.memories.push(memory);
    const { instantiate } = WebAssembly;
    WebAssembly.instantiate = async (...parts) => {
      const result = await instantiate.apply(WebAssembly, parts);
      add((result.instance ?? result).exports);
      return result;
    };
    const { instantiateStreaming } = WebAssembly;
    WebAssembly.instantiateStreaming = async (...parts) => {
      const result = await instantiateStreaming.apply(WebAssembly, parts);
      add(result.instance.exports);
      return result;
    };
  });
  const game = new Game(page);
  await game.open(`http://127.0.0.1:${server.address().port}/`);
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable");
  const rows = [];
  const sizes = [];
  for (let played = 0; played <= GAMES; played += GAMES / 10) {
    if (played > 0) await page.evaluate(playGames, GAMES / 10);
    // Includes the game added to the library shortly afterwards.
    await page.evaluate(() => new Promise(requestIdleCallback));
    await session.send("HeapProfiler.collectGarbage");
    const { metrics } = await session.send("Performance.getMetrics");
    const metric = (name) => metrics.find((metric) => metric.name === name).value;
    const wasm = await page.evaluate(() => window.memories.map(({ buffer }) => buffer.byteLength));
    sizes.push(wasm.reduce((sum, bytes) => sum + bytes / 1024, 0));
    rows.push({
      games: played,
      "JavaScript, KB": Math.round(metric("JSHeapUsedSize") / 1024),
      "WebAssembly, KB": wasm.map((bytes) => bytes / 1024).join(" + "),
      nodes: metric("Nodes"),
      listeners: metric("JSEventListeners"),
    });
  }
  console.log(`\nMemory in one tab`);
  console.table(rows);
  await context.close();
  server.close();
  const growth = sizes.at(-1) - sizes[1];
  if (growth > MAX_GROWTH) {
    console.error(`bench: from ${rows[1].games} to ${GAMES} games WebAssembly memory grew by ${growth} KB, more than ${MAX_GROWTH}`);
    process.exitCode = 1;
  }
}

/** Runs in the page: plays random games. */
async function playGames(count) {
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  const status = () => document.querySelector("[data-status]").dataset.status;
  for (let played = 0; played < count; ) {
    if (status() === "to-move") {
      document.querySelector(`#column-${1 + Math.floor(7 * Math.random())}`).click();
    } else {
      played++;
      [...document.querySelectorAll("button")].find((it) => it.textContent === "Rematch").click();
    }
    await pause(0);
  }
}

/** Runs in the page. */
function watchClicks() {
  window.painted = [];
  window.events = [];
  const since = performance.now();
  const { port1, port2 } = new MessageChannel();
  let clickedAt;
  // A message sent from an animation frame arrives after that frame is painted.
  port1.onmessage = () => window.painted.push(performance.now() - clickedAt);
  document.addEventListener(
    "click",
    (event) => {
      clickedAt = event.timeStamp;
      requestAnimationFrame(() => port2.postMessage(null));
    },
    { capture: true },
  );
  new PerformanceObserver((list) => {
    for (const { name, startTime, duration } of list.getEntries()) {
      // The click that started the game is reported late.
      if (name === "click" && startTime > since) window.events.push(duration);
    }
  }).observe({ type: "event", durationThreshold: 16 });
}

async function freshPage(slower) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await throttle(page, slower);
  return { context, page };
}

async function throttle(page, slower) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
}

function percentile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1];
}

function median(numbers) {
  return percentile(numbers, 0.5);
}

function round(milliseconds) {
  return Number(milliseconds.toFixed(1));
}
