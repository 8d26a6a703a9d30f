// What the page fetches, from where it works, and what its policy forbids.

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { serve } from "../serve.mjs";
import { expect, test } from "./support/game.mjs";

/** In bytes, gzipped, as docs/architecture.md promises. */
const FIRST_LOAD = 150_000;

test("the first load is small, and each file is fetched once", async ({ game, page }) => {
  const urls = [];
  page.on("request", (request) => urls.push(request.url()));
  await game.open();
  const wasm = urls.filter((url) => url.endsWith(".wasm"));
  expect(wasm).toHaveLength(1);
  let total = 0;
  const lines = [];
  for (const url of new Set(urls)) {
    const body = Buffer.from(await (await fetch(url)).arrayBuffer());
    const size = gzipSync(body, { level: 9 }).length;
    total += size;
    lines.push(`${String(size).padStart(8)}  ${new URL(url).pathname}`);
  }
  console.log(`first load, gzipped bytes:\n${lines.join("\n")}\n${String(total).padStart(8)}  in all`);
  expect(total).toBeLessThanOrEqual(FIRST_LOAD);
  expect(urls, "nothing is fetched twice").toEqual([...new Set(urls)]);
});

test("playing fetches nothing", async ({ game, page }) => {
  await game.open();
  const urls = [];
  page.on("request", (request) => urls.push(request.url()));
  await game.moves("1212121");
  await game.startGame(9, 7);
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
