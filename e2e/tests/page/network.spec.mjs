// Requests of the page, and its Content Security Policy.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { serve } from "../../serve.mjs";
import { DIST, LATER, WORKER_FILES, fileOf, nameOf } from "../support/files.mjs";
import { expect, storedMatch, test } from "../support/game.mjs";

/** In bytes, gzipped; see docs/measurements.md. */
const FIRST_LOAD = 160_000;
/** Fetched when the page is idle: limited only so that growth is noticed. */
const LATER_LOAD = 1_030_000;

test("the first load is small and fetches each file once", async ({ game, page }) => {
  const urls = [];
  page.on("request", (request) => urls.push(request.url()));
  await game.open();
  await game.partsLoaded();
  const first = urls.filter((url) => !LATER.test(url));
  const later = urls.filter((url) => LATER.test(url));
  const isWasm = (url) => new URL(url).pathname.endsWith(".wasm");
  expect(first.filter(isWasm)).toHaveLength(1);
  expect(later.filter(isWasm).length).toBeGreaterThan(2);
  expect(urls.indexOf(later[0]), "the game comes first").toBeGreaterThan(
    urls.indexOf(first.find(isWasm)),
  );
  expect(await printSizes("first load", new Set(first))).toBeLessThanOrEqual(FIRST_LOAD);
  expect(await printSizes("later", new Set(later))).toBeLessThanOrEqual(LATER_LOAD);
  expect(urls, "nothing is fetched twice").toEqual([...new Set(urls)]);
});

test("the first files are fetched in parallel", async ({ game, page }) => {
  // No request is answered before all have been made.
  const asked = [];
  let answer;
  const all = new Promise((done) => (answer = done));
  await page.route(/\.(css|js|wasm)$/, async (route) => {
    asked.push(fileOf(route.request().url()));
    await all;
    await route.continue();
  });
  await page.goto("./", { waitUntil: "commit" });
  const scripts = ["boot.js", "deferred.js", "four-shapes.js"];
  const files = [...scripts, "board.css", "four-shapes.wasm", "page.css", "tokens.css"];
  await expect.poll(() => asked.toSorted()).toEqual(files.map((file) => nameOf(DIST, file)).toSorted());
  answer();
  await game.ready();
});

test("worker files are fetched for the first computer move", async ({ game, page }) => {
  const fetched = new Map();
  page.context().on("request", (request) => {
    const name = fileOf(request.url());
    if (WORKER_FILES.includes(name)) fetched.set(name, request.url());
  });
  await game.openStored(storedMatch({ computers: [null, "random"] }));
  await game.partsLoaded();
  expect([...fetched.keys()]).toEqual([]);
  await game.drop(4);
  await game.expectPieces(2);
  await expect.poll(() => [...fetched.keys()].sort()).toEqual(WORKER_FILES);
  await printSizes("workers", fetched.values());
});

/** Prints the sizes of responses, and returns their total in bytes, gzipped. */
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

test("playing makes no requests", async ({ game, page }) => {
  const urls = [];
  page.on("request", (request) => {
    // Chromium fetches the icon again when a page starts to play sound.
    if (!request.url().endsWith(".svg")) urls.push(request.url());
  });
  await game.open();
  await game.partsLoaded();
  // As the parts, when the browser is idle.
  await expect.poll(() => urls.join()).toContain("service-worker-registration");
  urls.length = 0;
  // A finished game is reviewed, by a worker.
  await game.moves("121212");
  await game.startGame(9, 7);
  await game.text.click();
  await expect(game.textPanel).toBeVisible();
  expect(urls).toEqual([]);
});

test.describe("at the root of a site", () => {
  let server;
  test.use({
    baseURL: async ({}, use) => {
      server = await serve(DIST);
      await use(`http://127.0.0.1:${server.address().port}/`);
      server.close();
    },
  });

  test("the page works", async ({ game }) => {
    await game.open("/");
    await game.moves("1212121");
    await game.expectStatus("won", 0);
    await game.reload();
    await game.expectPieces(7);
  });
});

test.describe("the Content Security Policy", () => {
  test.use({ allowed: /Content.Security.Policy|TrustedScript|TrustedHTML|Refused|violates|blocked|request to another origin: /i });

  test("blocks injected code and requests", async ({ game, page }) => {
    await game.open();
    const policy = await page.evaluate(() => document.querySelector("meta[http-equiv]").content);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/'unsafe-/);
    const html = readFileSync(`${DIST}/index.html`, "utf8");
    expect(html, "no script in the page itself").not.toMatch(/<script(?![^>]*\ssrc=)/);
    const sent = [];
    const other = createServer(({ url }, response) => {
      sent.push(url);
      response.end("smuggled");
    });
    await new Promise((ready) => other.listen(0, "127.0.0.1", ready));
    const elsewhere = `http://127.0.0.1:${other.address().port}/`;
    expect(await page.evaluate(attack, elsewhere)).toEqual([]);
    other.close();
    expect(sent, "nothing reaches another origin").toEqual([]);
    // The game continues. Clicked by script, since Playwright waits for the form's response.
    await page.evaluate(async () => {
      document.querySelector('[data-column="4"]').click();
      while (!document.querySelector("[data-cell=D1][data-player]")) await new Promise(requestAnimationFrame);
    });
  });
});

/** Runs in the page: tries to bypass its policy, and returns what succeeded. */
async function attack(elsewhere) {
  const through = [];
  const put = (tag, attributes) => {
    const element = Object.assign(document.createElement(tag), attributes);
    document.body.append(element);
    return element;
  };
  // Whether an action succeeds despite the policy.
  const succeeds = (act) =>
    new Promise((done, failed) => {
      addEventListener("smuggled", () => done(true), { once: true });
      addEventListener("securitypolicyviolation", () => done(false), { once: true });
      Promise.resolve(act(done)).catch(failed);
    });
  const loads = (tag, attributes) =>
    succeeds((done) => {
      put(tag, { ...attributes, onload: () => done(true), onerror: () => done(false) });
    });
  const run = "window.smuggled = true; dispatchEvent(new Event('smuggled'))";
  const attempts = {
    "an inline script": () => put("script", { textContent: run }) && window.smuggled,
    "a script of data": () => loads("script", { src: `data:text/javascript,${run}` }),
    "a script made into a file": () =>
      loads("script", { src: URL.createObjectURL(new Blob([run], { type: "text/javascript" })) }),
    "a handler in an attribute": () => {
      const button = put("button", {});
      button.setAttribute("onclick", run);
      button.click();
      return window.smuggled;
    },
    "an address that runs": () => succeeds(() => put("a", { href: `javascript:${run}` }).click()),
    eval: () => globalThis.eval("1") === 1,
    "a function from a text": () => new Function("return 1")() === 1,
    "a timer with a text": () => succeeds(() => void setTimeout(run)),
    "an inline style": () => {
      const box = put("p", {});
      box.setAttribute("style", "color: rgb(1, 2, 3)");
      return getComputedStyle(box).color === "rgb(1, 2, 3)";
    },
    "a style sheet in the page": () => {
      const box = put("p", { className: "smuggled" });
      put("style", { textContent: ".smuggled { color: rgb(1, 2, 3) }" });
      return getComputedStyle(box).color === "rgb(1, 2, 3)";
    },
    "a worker from a text": () =>
      succeeds((done) => {
        const worker = new Worker(URL.createObjectURL(new Blob(["postMessage(1)"])));
        worker.onmessage = () => done(true);
        worker.onerror = () => done(false);
      }),
    "a picture from elsewhere": () => loads("img", { src: `${elsewhere}x.png` }),
    // The other server records the requests of frames and beacons.
    "a frame": () => loads("iframe", { src: elsewhere }).then(() => false),
    "a request to elsewhere": () => fetch(elsewhere, { mode: "no-cors" }).then(() => true),
    "a beacon": () => {
      navigator.sendBeacon(elsewhere, "x");
      return false;
    },
    "a form to elsewhere": () => succeeds(() => put("form", { action: elsewhere }).submit()),
    "another base": () => {
      put("base", { href: elsewhere });
      return document.baseURI.startsWith(elsewhere);
    },
  };
  if (window.trustedTypes) {
    attempts["markup from a text"] = () => Boolean((put("div", {}).innerHTML = "<b>x</b>"));
    attempts["another worker of this origin"] = () => Boolean(new Worker("boot.js"));
    attempts["a policy of one's own"] = () => Boolean(trustedTypes.createPolicy("mine", {}));
  }
  for (const [name, attempt] of Object.entries(attempts)) {
    delete window.smuggled;
    try {
      if (await attempt()) through.push(name);
    } catch {
      // Blocked, as expected.
    }
  }
  return through;
}
