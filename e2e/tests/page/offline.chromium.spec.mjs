// The service worker: offline use and updates.

import { createHash } from "node:crypto";
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { writeWorker } from "../../../tools/finish.mjs";
import { serve } from "../../serve.mjs";
import { DIST, WORKER_SCRIPT, filesIn, nameOf } from "../support/files.mjs";
import { Game, expect, storedMatch, test as base } from "../support/game.mjs";

/** A server that can be stopped, and can switch to another version of the page. */
class Site {
  async begin(path) {
    this.folder = mkdtempSync(join(tmpdir(), "four-shapes-"));
    this.path = path;
    this.put(DIST);
    this.server = await serve(this.shown, { base: path });
    this.port = this.server.address().port;
    this.address = `http://127.0.0.1:${this.port}${path}`;
  }

  get shown() {
    return join(this.folder, "shown");
  }

  /** Copies a version to a folder that is kept until the server has stopped. */
  copy(version) {
    const folder = mkdtempSync(join(this.folder, "version-"));
    cpSync(version, folder, { recursive: true });
    return folder;
  }

  /** Switches to another folder. */
  put(folder) {
    const link = join(this.folder, "next");
    symlinkSync(resolve(folder), link);
    renameSync(link, this.shown);
  }

  async stop() {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  async start() {
    this.server = await serve(this.shown, { base: this.path, port: this.port });
  }
}

const test = base.extend({
  path: ["/games/four/", { option: true }],
  site: async ({ path }, use) => {
    const site = new Site();
    await site.begin(path);
    await use(site);
    if (site.server.listening) await site.stop();
    rmSync(site.folder, { recursive: true });
  },
  baseURL: async ({ site }, use) => use(site.address),
});

test.use({
  serviceWorkers: "allow",
  // The browser checks for a new worker even offline.
  allowed: /net::ERR_|Failed to (load resource|find a valid digest)|The FetchEvent/,
});

/** Waits until the installation of a version has finished; returns the names of all caches. */
const installed = (page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const changed = (done) => active.addEventListener("statechange", done, { once: true });
    while (active.state !== "activated") await new Promise(changed);
    return caches.keys();
  });

/** Makes the browser check for an update; returns whether a new version is installed. */
const update = (page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const before = registration.active;
    await registration.update();
    const { installing } = registration;
    const changed = (done) => installing.addEventListener("statechange", done, { once: true });
    while (installing?.state === "installing") await new Promise(changed);
    return Boolean(registration.waiting) || registration.active !== before;
  });

const edition = (page) => page.locator("html").getAttribute("data-edition");

/** Waits for the other version. */
const newEdition = (page) => expect.poll(() => edition(page)).toBe("B");

/** Creates another version of the page: other text, styles and file names. */
function otherVersion() {
  const folder = mkdtempSync(join(tmpdir(), "four-shapes-"));
  cpSync(DIST, folder, { recursive: true });
  let html = readFileSync(join(folder, "index.html"), "utf8");
  const rename = (before, after) => {
    renameSync(join(folder, before), join(folder, after));
    html = html.replaceAll(before, after);
  };
  const style = nameOf(DIST, "page.css");
  const css = readFileSync(join(folder, style), "utf8").concat("body { --edition: B }\n");
  writeFileSync(join(folder, style), css);
  const integrity = (bytes) => `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
  const before = new RegExp(`(${style.replaceAll(".", "\\.")}"?[^>]*integrity="?)[^" >]*`);
  if (before.test(html)) html = html.replace(before, (_, start) => start + integrity(css));
  rename(style, "page-b.css");
  rename(nameOf(DIST, "four-shapes.wasm"), "four-shapes-b_bg.wasm");
  rename(nameOf(DIST, "four-shapes.js"), "four-shapes-b.js");
  html = html.replace(/<html /, '<html data-edition="B" ');
  writeFileSync(join(folder, "index.html"), html);
  writeWorker(folder);
  return folder;
}

let other;
test.beforeAll(() => {
  other = otherVersion();
});
test.afterAll(() => rmSync(other, { recursive: true }));

/** Opens the page, and reloads it once it is cached: from then on the worker controls it. */
async function openTwice(game) {
  await game.open();
  await installed(game.page);
  await game.reload();
}

test("the worker does not forbid frames of an embedded page", async ({ game, page }) => {
  await openTwice(game);
  const response = await page.goto("./?embed");
  expect(response.fromServiceWorker()).toBe(true);
  expect(response.headers()).toMatchObject({ "x-content-type-options": "nosniff" });
  for (const name of ["x-frame-options", "content-security-policy"]) {
    expect(response.headers()).not.toHaveProperty(name);
  }
});

test("the page works offline from the second visit", async ({ game, page, site }) => {
  test.slow();
  await game.open();
  await installed(page);
  await site.stop();

  const response = await page.goto("./?from=home");
  expect(response.fromServiceWorker()).toBe(true);
  expect(response.headers()).toMatchObject({
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "content-security-policy": "frame-ancestors 'none'",
    "permissions-policy": expect.stringContaining("camera=()"),
  });
  await game.ready();
  await game.moves("1212121");
  await game.expectStatus("won", 0);
  // It replaces buttons.
  await expect(game.endCard).toBeVisible();

  // A worker serves no files to a page of another version.
  const asked = (query) =>
    page.evaluate((address) => fetch(address).then(() => true, () => false), `${WORKER_SCRIPT}?${query}`);
  expect(await asked("")).toBe(true);
  expect(await asked("./four-shapes-0123456789abcdef_bg.wasm")).toBe(false);

  for (const name of ["Help", "New game", "Players", "Share", "Load", "Library", "Settings"]) {
    await game.menuItem(name).click();
    const opened = game.shownPage.or(page.getByRole("dialog"));
    await expect(opened).toBeVisible();
    await expect(opened).not.toContainText("Loading…");
    await page.keyboard.press("Escape");
    await expect(opened).toBeHidden();
  }
  await game.text.click();
  await expect(game.textPanel).toBeVisible();

  await page.goto("./#about");
  const about = page.getByRole("region", { name: "Privacy and licences" });
  await about.getByRole("button", { name: "Show all licences" }).click();
  await expect(about.getByRole("region", { name: "Licences" })).toContainText("Apache License");
  await page.keyboard.press("Escape");

  for (const kind of ["level:6", "mcts:50"]) {
    await game.openStored(storedMatch({ computers: [null, kind] }));
    await game.drop(4);
    await game.expectPieces(2);
  }
  await game.analysis.click();
  await expect(game.evaluations).toHaveCount(7);
  await game.showHint();
  await expect(game.notices).toHaveCount(0);
});

test.describe("at the root of a site", () => {
  test.use({ path: "/" });

  test("the page is cached, and other caches stay", async ({ game, page, site }) => {
    await game.open();
    const others = ["another page", "four-shapes /else/ 0123456789abcdef"];
    await page.evaluate((names) => Promise.all(names.map((name) => caches.open(name))), others);
    const own = (await installed(page)).find((name) => name.startsWith("four-shapes / "));
    expect(own).toBeTruthy();
    // Evicted files are fetched again.
    const files = () =>
      page.evaluate(async (own) => {
        const keys = await (await caches.open(own)).keys();
        return keys.map(({ url }) => url.slice(location.origin.length + 1));
      }, own);
    await page.evaluate(async ([own, file]) => (await caches.open(own)).delete(file), [own, WORKER_SCRIPT]);
    expect(await files()).not.toContain(WORKER_SCRIPT);
    await page.goto("./index.html");
    expect(await page.evaluate(async (file) => (await fetch(`${file}?any`)).ok, WORKER_SCRIPT)).toBe(true);
    await expect.poll(async () => (await files()).length).toBe(Object.keys(filesIn(DIST)).length);
    expect(await files()).toContain(WORKER_SCRIPT);

    site.put(other);
    expect(await update(page)).toBe(true);
    await page.close();
    await site.stop();
    const next = new Game(await page.context().newPage());
    await next.open();
    expect(await edition(next.page)).toBe("B");
    await expect.poll(() => installed(next.page).then((names) => names.length)).toBe(3);
    const names = await installed(next.page);
    expect(names).toEqual(expect.arrayContaining(others));
    expect(names).not.toContain(own);
  });
});

test("a new version waits until the user accepts it", async ({ game, page, site }) => {
  await openTwice(game);
  await game.moves("4453");
  site.put(other);
  expect(await update(page)).toBe(true);
  const notice = page.getByRole("region", { name: "New version" });
  await expect(notice).toContainText("A new version is available.");
  await game.expectPieces(4);
  expect(await edition(page)).toBeNull();
  await game.drop(3);

  const [before] = await installed(page);
  await notice.getByRole("button", { name: "Update" }).click();
  await newEdition(page);
  await game.ready();
  await game.expectPieces(5);
  // The browser lets the current worker finish its events first.
  await expect.poll(() => installed(page)).toHaveLength(1);
  expect(await installed(page)).not.toEqual([before]);
  const kinds = await page.evaluate(async () => {
    const [name] = await caches.keys();
    const keys = await (await caches.open(name)).keys();
    return keys.map(({ url }) => new URL(url).pathname.split("/").pop());
  });
  expect(kinds).toContain("four-shapes-b_bg.wasm");
  expect(kinds.filter((name) => /^(four-shapes|page)-/.test(name)).sort()).toEqual([
    "four-shapes-b.js",
    "four-shapes-b_bg.wasm",
    "page-b.css",
  ]);
  await expect(notice).toBeHidden();
});

test("a new version is shown at once while the old worker is busy", async ({ game, page, site }) => {
  const busy = site.copy(DIST);
  const worker = readFileSync(join(busy, "sw.js"), "utf8");
  const neverEnds = 'self.onmessage = (event) => event.data === "be busy" && event.waitUntil(new Promise(() => {}));';
  writeFileSync(join(busy, "sw.js"), worker + neverEnds);
  site.put(busy);
  await openTwice(game);
  await game.moves("4453");
  await page.evaluate(() => navigator.serviceWorker.controller.postMessage("be busy"));
  site.put(other);
  expect(await update(page)).toBe(true);
  const notice = page.getByRole("region", { name: "New version" });
  await notice.getByRole("button", { name: "Update" }).click();
  await newEdition(page);
  await game.ready();
  await game.expectPieces(4);

  // The window that shows the new version is not told of it again.
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("service-worker-registration")),
  );
  const states = await page.evaluate(async () => {
    const options = { scope: "./", updateViaCache: "none" };
    const { active, waiting } = await navigator.serviceWorker.register("sw.js", options);
    const { port1, port2 } = new MessageChannel();
    const answered = new Promise((done) => (port1.onmessage = done));
    active.postMessage("which version?", [port2]);
    await answered;
    return [active.state, waiting?.state];
  });
  expect(states).toEqual(["activated", "installed"]);
  await expect(notice).toBeHidden();

  // The browser may stop a worker and start it again: what it serves is stored.
  const next = await page.evaluate(async () => {
    const names = await caches.keys();
    const stored = await caches.match("next-version");
    return names.indexOf(await stored?.text());
  });
  expect(next).not.toBe(-1);
  await site.stop();
  await game.reload();
  expect(await edition(page)).toBe("B");
  await game.expectPieces(4);
});

test("a new version is activated when the only window is reloaded, also offline", async ({
  game,
  page,
  site,
}) => {
  // While a new worker activates slowly, the old one serves the whole page.
  const slow = site.copy(other);
  const worker = readFileSync(join(slow, "sw.js"), "utf8");
  const late = "new Promise((late) => setTimeout(late, 1500)).then(() => self.skipWaiting())";
  const slower = worker.replace("waitUntil(self.skipWaiting());\n};", `waitUntil(${late});\n};`);
  expect(slower).not.toBe(worker);
  writeFileSync(join(slow, "sw.js"), slower);
  await openTwice(game);
  await game.moves("445");
  site.put(slow);
  expect(await update(page)).toBe(true);
  await site.stop();
  await game.reload();
  expect(await edition(page)).toBe("B");
  await game.expectPieces(3);
  await game.openNewGame();
  await expect.poll(() => installed(page)).toHaveLength(1);
});

test("a new version isn't activated while two windows are open", async ({ game, page, site }) => {
  test.slow();
  await openTwice(game);
  const second = new Game(await page.context().newPage());
  await second.page.goto("./");
  const playHere = ({ page }) => page.getByRole("button", { name: "Play here" });
  await playHere(second).click();
  await second.ready();
  site.put(other);
  expect(await update(page)).toBe(true);
  await second.reload();
  expect(await edition(second.page)).toBeNull();
  await second.drop(4);
  const notice = (page) => page.getByRole("region", { name: "New version" });
  await notice(second.page).getByRole("button", { name: "Update" }).click();
  await newEdition(second.page);
  await second.ready();
  await second.expectPieces(1);
  // The waiting tab follows, and owns the game when notified.
  await newEdition(page);
  await playHere(game).click();
  await game.expectPieces(1);
  await game.drop(4);
  await game.expectPieces(2);
});

test("without locks another window keeps the old version until notified", async ({ game, page, site }) => {
  test.slow();
  await page.context().addInitScript(() => delete Navigator.prototype.locks);
  await openTwice(game);
  const second = new Game(await page.context().newPage());
  await second.open();
  site.put(other);
  expect(await update(page)).toBe(true);
  const notice = (page) => page.getByRole("region", { name: "New version" });
  await expect(notice(second.page)).toBeVisible();
  await notice(page).getByRole("button", { name: "Update" }).click();
  await newEdition(page);
  expect(await edition(second.page)).toBeNull();
  await second.drop(4);
  await second.expectPieces(1);
  await notice(second.page).getByRole("button", { name: "Update" }).click();
  await newEdition(second.page);
  await second.expectPieces(1);
});

test("an incomplete version is discarded, and a worker without a file list deletes all caches", async ({ game, page, site }) => {
  await openTwice(game);
  const half = site.copy(other);
  cpSync(join(DIST, nameOf(DIST, "page.css")), join(half, "page-b.css"));
  const before = await installed(page);
  site.put(half);
  expect(await update(page)).toBe(false);
  expect(await installed(page)).toEqual(before);
  await game.reload();
  expect(await edition(page)).toBeNull();
  await game.drop(4);
  await game.expectPieces(1);

  // As in a development build.
  cpSync("../public/sw.js", join(half, "sw.js"));
  await update(page);
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  await game.reload();
  expect(await edition(page)).toBe("B");
  await game.expectPieces(1);
});

test("the worker caches exactly the built files by hash", () => {
  const files = readdirSync(DIST, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(DIST.length + 1))
    // The page doesn't need the script for other sites.
    .filter((name) => !["sw.js", "embed/board.js"].includes(name) && !name.endsWith(".webp"));
  const hash = (name) => createHash("sha256").update(readFileSync(join(DIST, name))).digest("base64");
  expect(filesIn(DIST)).toEqual(Object.fromEntries(files.map((name) => [name, hash(name)])));
});
