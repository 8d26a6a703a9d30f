// What the page fetches, from where it works, and what its policy forbids.

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { serve } from "../serve.mjs";
import { expect, storedMatch, test } from "./support/game.mjs";

/** In bytes, gzipped, as docs/architecture.md promises. */
const FIRST_LOAD = 150_000;

/** The dialogs and panels: a second program, fetched once the first is there. */
const SHEETS = /\/sheets(_bg)?\.\w+(\?|$)/;

test("the first load is small, and each file is fetched once", async ({ game, page }) => {
  const urls = [];
  page.on("request", (request) => urls.push(request.url()));
  await game.open();
  await sheetsLoaded(page);
  const first = urls.filter((url) => !SHEETS.test(url));
  const later = urls.filter((url) => SHEETS.test(url));
  const isWasm = (url) => new URL(url).pathname.endsWith(".wasm");
  expect(first.filter(isWasm)).toHaveLength(1);
  expect(later.filter(isWasm)).toHaveLength(1);
  expect(urls.indexOf(later[0]), "the game comes first").toBeGreaterThan(
    urls.indexOf(first.find(isWasm)),
  );
  expect(await printSizes("first load", new Set(first))).toBeLessThanOrEqual(FIRST_LOAD);
  await printSizes("dialogs", new Set(later));
  expect(urls, "nothing is fetched twice").toEqual([...new Set(urls)]);
});

test("what the workers fetch is fetched for the first move of a computer", async ({ game, page }) => {
  const files = ["7x6.book", "thinker.js", "thinker_bg.wasm", "worker.js"];
  const fetched = new Map();
  page.context().on("request", (request) => {
    const name = new URL(request.url()).pathname.split("/").pop();
    if (files.includes(name)) fetched.set(name, request.url());
  });
  await game.openStored(storedMatch({ computers: [null, "random"] }));
  await sheetsLoaded(page);
  expect([...fetched.keys()]).toEqual([]);
  await game.drop(4);
  await game.expectPieces(2);
  await expect.poll(() => [...fetched.keys()].sort()).toEqual(files);
  await printSizes("workers", fetched.values());
});

/** The total of what some addresses send, in bytes, gzipped; with all of it printed. */
async function printSizes(name, urls) {
  const lines = [];
  let total = 0;
  for (const url of urls) {
    const body = Buffer.from(await (await fetch(url)).arrayBuffer());
    const bytes = gzipSync(body, { level: 9 }).length;
    total += bytes;
    lines.push(`${String(bytes).padStart(8)}  ${new URL(url).pathname}`);
  }
  console.log(`${name}, gzipped bytes:\n${lines.join("\n")}\n${String(total).padStart(8)}  in all`);
  return total;
}

/** Waits until the second program is there. */
async function sheetsLoaded(page) {
  const loaded = () =>
    performance
      .getEntriesByType("resource")
      .some(({ name, responseEnd }) => /\/sheets[^/]*\.wasm/.test(name) && responseEnd > 0);
  await page.waitForFunction(loaded);
}

test("playing fetches nothing", async ({ game, page }) => {
  await game.open();
  await sheetsLoaded(page);
  const urls = [];
  page.on("request", (request) => urls.push(request.url()));
  await game.moves("1212121");
  await game.startGame(9, 7);
  await game.text.click();
  await expect(game.textPanel).toBeVisible();
  expect(urls).toEqual([]);
});

test.describe("at the root of a server", () => {
  let server;
  test.use({
    baseURL: async ({}, use) => {
      server = await serve("../dist");
      await use(`http://127.0.0.1:${server.address().port}/`);
      server.close();
    },
  });

  test("the page works as well", async ({ game }) => {
    await game.open("/");
    await game.moves("1212121");
    await game.expectStatus("won", 0);
    await game.reload();
    await game.expectPieces(7);
  });
});

test.describe("the security policy", () => {
  test.use({ allowed: /Content.Security.Policy/i });

  test("does not run what is smuggled in", async ({ game, page }) => {
    const html = readFileSync("../dist/index.html", "utf8");
    const [, policy] = html.match(/Content-Security-Policy"\s+content="([^"]*)"/);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/'unsafe-/);
    expect(html, "no script in the page itself").not.toMatch(/<script(?![^>]*\ssrc=)/);
    await game.open();
    const smuggled = await page.evaluate(async () => {
      const script = document.createElement("script");
      script.textContent = "window.smuggled = true";
      document.body.append(script);
      const box = document.createElement("div");
      box.innerHTML = `<p style="color: rgb(1, 2, 3)" onclick="window.smuggled = true">x</p>`;
      document.body.append(box);
      box.firstChild.click();
      return [window.smuggled, getComputedStyle(box.firstChild).color];
    });
    expect(smuggled[0]).toBeUndefined();
    expect(smuggled[1]).not.toBe("rgb(1, 2, 3)");
  });
});
