// The game in a frame of another site (`?embed`), and its messages.

import { Game, STORED_GAME, storedGame } from "../support/game.mjs";
import { expect, openSite, test } from "../support/site.mjs";

/** A page that embeds the game, and records the messages it receives. */
const host = (source) =>
  `<!DOCTYPE html><html lang="en"><title>A blog</title><link rel="icon" href="data:," />` +
  // First, so that no message is missed.
  `<script src="host.js"></script>` +
  `<iframe id="game" src="${source}" title="Four Shapes" width="500" height="700"></iframe></html>`;
const SCRIPT = `
  window.received = [];
  addEventListener("message", ({ source, origin, data }) => {
    window.received.push({ isFromFrame: source === document.getElementById("game").contentWindow, origin, data });
  });`;
const POLICY = "default-src 'none'; script-src 'self'; frame-src https://four-shapes.example/; img-src data:";

/** Page object of a site with the game in a frame. */
class Site {
  constructor(page, gameOrigin) {
    this.page = page;
    this.origin = gameOrigin;
    this.frame = page.frameLocator("#game");
    this.pieces = this.frame.locator("[data-cell][data-player]");
  }

  async ready() {
    await expect(this.frame.locator("html[data-ready=true]")).toBeAttached();
  }

  drop(column) {
    return this.frame.locator(`[data-column="${column}"]`).click();
  }

  send(data, target = this.origin) {
    return this.page.evaluate(
      ([data, target]) => document.getElementById("game").contentWindow.postMessage(data, target),
      [data, target],
    );
  }

  /** Takes the messages received until one has this type. */
  async until(type) {
    const types = () => this.page.evaluate(() => window.received.map(({ data }) => data.type));
    await expect.poll(types).toContain(type);
    const taken = await this.page.evaluate(() => window.received.splice(0));
    for (const { isFromFrame, origin } of taken) {
      expect(isFromFrame).toBe(true);
      expect(origin).toBe(this.origin);
    }
    return taken.map(({ data }) => data);
  }

  /** Sends a command and returns its answer. */
  async ask(command) {
    const id = Math.random();
    await this.send({ fourShapes: 1, id, ...command });
    const find = (id) => window.received.find(({ data }) => data.id === id)?.data;
    await expect.poll(() => this.page.evaluate(find, id)).toBeTruthy();
    const answer = await this.page.evaluate(find, id);
    await this.page.evaluate(() => window.received.splice(0));
    return answer;
  }
}

const embedding = test.extend({
  openHost: async ({ baseURL, page }, use) => {
    const sites = [];
    await use(async (source = "https://four-shapes.example/?embed=https://blog.example") => {
      const pages = { "": host(source), "host.js": SCRIPT };
      const site = await openSite(baseURL, { pages, policy: POLICY });
      sites.push(site);
      await page.goto(`${site.origin}/`);
      const opened = new Site(page, new URL(baseURL).origin);
      await opened.ready();
      return opened;
    });
    for (const site of sites) site.close();
  },
});

embedding("the game is played in the frame, and reports moves and the end", async ({ baseURL, openHost }) => {
  const site = await openHost();
  const [ready] = await site.until("ready");
  expect(ready).toEqual({
    fourShapes: 1,
    type: "ready",
    moves: "",
    position: "7/7/7/7/7/7 a 7,6,4 2 g",
    link: "v=1&board=7x6&connect=4&moves=",
    status: "to-move",
    player: 0,
    cells: [],
  });
  await expect(site.frame.locator(".places, .top").filter({ visible: true })).toHaveCount(0);
  await site.drop(4);
  const [move] = await site.until("move");
  expect(move).toMatchObject({ type: "move", by: 0, cell: "D1", moves: "4", player: 1 });
  await site.frame.getByRole("button", { name: "Undo" }).click();
  expect((await site.until("change"))[0]).toMatchObject({ type: "change", moves: "" });
  for (const column of [1, 2, 1, 2, 1, 2, 1]) await site.drop(column);
  const end = (await site.until("end")).at(-1);
  expect(end).toMatchObject({
    type: "end",
    moves: "1212121",
    status: "won",
    player: 0,
    cells: ["A1", "A2", "A3", "A4"],
  });
  // The link to the game is that of the whole page.
  await site.frame.getByRole("button", { name: "Share", exact: true }).click();
  const link = site.frame.getByRole("dialog").getByRole("textbox", { name: "Link" });
  await expect(link).toHaveValue(`${baseURL}#${end.link}`);
});

embedding("the host loads games and asks for the position", async ({ openHost }) => {
  const site = await openHost();
  await site.until("ready");
  const loaded = await site.ask({ type: "load", moves: "44455" });
  expect(loaded).toMatchObject({ type: "state", moves: "44455", player: 1 });
  await expect(site.pieces).toHaveCount(5);
  const start = "7/7/7/7/3b3/3aab1 a 7,6,4 2 g";
  expect(await site.ask({ type: "load", moves: "4", start })).toMatchObject({
    moves: "4",
    position: "7/7/7/3a3/3b3/3aab1 b 7,6,4 2 g",
  });
  const link = "v=1&board=3x3&connect=3&gravity=no&moves=B2,A1";
  expect(await site.ask({ type: "load", link })).toMatchObject({ moves: "B2,A1", link });
  await expect(site.frame.locator("[data-cell]")).toHaveCount(9);
  // The game goes on from there.
  await site.frame.getByRole("button", { name: /^C3/ }).click();
  expect(await site.ask({ type: "get" })).toMatchObject({ type: "state", moves: "B2,A1,C3" });
});

embedding("invalid commands are explained, and change nothing", async ({ openHost }) => {
  const site = await openHost();
  await site.until("ready");
  await site.ask({ type: "load", moves: "445" });
  const unknown = 'Expected an object with fourShapes: 1 and the type "load" or "get".';
  for (const [command, message] of [
    [{ type: "reset" }, unknown],
    [{ type: 5 }, unknown],
    [{ fourShapes: 2, type: "get" }, unknown],
    [{ fourShapes: "1", type: "get" }, unknown],
    [{ type: "load" }, /^"load" needs a text as "link" or as "moves"/],
    [{ type: "load", moves: "4", link: "v=1" }, /^"load" needs/],
    [{ type: "load", moves: 445 }, "moves: not a text of at most 32,768 characters."],
    [{ type: "load", moves: "4".repeat(100_000) }, "moves: not a text of at most 32,768 characters."],
    [{ type: "load", moves: "48" }, "moves: character 2: “8” is not a column; columns are 1 to 7"],
    [{ type: "load", moves: "4", start: "7" }, /^start: character 1: “7” has 1 of the 5 fields/],
    [{ type: "load", link: "<script>alert(1)</script>" }, "v is missing from the link"],
    [{ type: { toString: "x" }, moves: "4" }, unknown],
  ]) {
    const answer = await site.ask(command);
    expect(answer.type, JSON.stringify(command).slice(0, 80)).toBe("error");
    expect(answer.message).toMatch(message);
    expect(Object.keys(answer).sort()).toEqual(["fourShapes", "id", "message", "type"]);
  }
  // Messages for others, and ids that are none.
  for (const data of [null, undefined, 5, "load", [], {}, { type: "load", moves: "4" }]) await site.send(data);
  await site.send({ fourShapes: 1, type: "get", id: "x".repeat(1000) });
  expect(await site.until("state")).toMatchObject([{ type: "state", id: null, moves: "445" }]);
  await expect(site.pieces).toHaveCount(3);
});

embedding.describe("with another origin", () => {
  // What the browser says about messages that it drops.
  embedding.use({ allowed: /request to another origin: |postMessage/ });

  embedding("the game is not answered", async ({ openHost, page }) => {
    const site = await openHost("https://four-shapes.example/?embed=https://other.example");
    await expectSilence(site, page);
  });
});

embedding("only the named origin is listened to and answered", async ({ baseURL, openHost, page }) => {
  for (const source of [
    "https://four-shapes.example/?embed",
    "https://four-shapes.example/?embed=*",
    "https://four-shapes.example/?embed=https://blog.example/",
  ]) {
    const site = await openHost(source);
    await expectSilence(site, page);
  }
  // Another window of the right origin is not the parent.
  const site = await openHost();
  await site.until("ready");
  const frame = page.frames().find((frame) => frame.url().startsWith(baseURL));
  await frame.evaluate(() => {
    const origin = document.documentElement.dataset.embed;
    dispatchEvent(new MessageEvent("message", { origin, source: window, data: { fourShapes: 1, type: "load", moves: "44455" } }));
    dispatchEvent(new MessageEvent("message", { origin: "https://evil.example", source: parent, data: { fourShapes: 1, type: "load", moves: "44455" } }));
  });
  expect(await site.ask({ type: "get" })).toMatchObject({ moves: "" });
});

embedding("the visitor's game, settings and lock are left alone", async ({ baseURL, context, openHost, page }) => {
  const own = await context.newPage();
  await own.goto(baseURL);
  await own.evaluate(([key, game]) => {
    localStorage.setItem(key, game);
    localStorage.setItem("four-shapes:settings", `{"format":"four-shapes-settings","version":1,"theme":"dark"}`);
  }, [STORED_GAME, storedGame()]);
  await own.reload();
  const game = new Game(own);
  await game.expectPieces(5);
  await game.partsLoaded();
  const before = await snapshot(own);
  const site = await openHost();
  await site.until("ready");
  // The same site as the game's, so that the browser doesn't separate their storage.
  const embedded = page.frames().find((frame) => frame.url().startsWith(baseURL));
  expect(await embedded.evaluate(() => document.documentElement.dataset.theme)).not.toBe("dark");
  await expect(site.pieces).toHaveCount(0);
  for (const column of [1, 2, 1, 2, 1, 2, 1]) await site.drop(column);
  await site.until("end");
  await site.ask({ type: "load", moves: "7777" });
  await expect(embedded.locator("html[data-parts=ready]")).toBeAttached({ timeout: 30_000 });
  // Longer than the library waits to store a game.
  await page.waitForTimeout(1000);
  await page.goto("about:blank");
  expect(await snapshot(own)).toEqual(before);
  await game.drop(1);
  await game.expectPieces(6);
});

/** Expects that commands are ignored, and nothing is reported. */
async function expectSilence(site, page) {
  await expect(site.frame.locator("html[data-parts=ready]")).toBeAttached({ timeout: 30_000 });
  await site.send({ fourShapes: 1, type: "load", moves: "44455" });
  await site.drop(4);
  await expect(site.pieces).toHaveCount(1);
  expect(await page.evaluate(() => window.received)).toEqual([]);
}

/** What the game's origin has stored. */
const snapshot = (page) =>
  page.evaluate(async () => {
    const databases = {};
    for (const { name } of (await indexedDB.databases?.()) ?? []) {
      const database = await new Promise((resolve) => {
        indexedDB.open(name).onsuccess = ({ target }) => resolve(target.result);
      });
      for (const store of database.objectStoreNames) {
        databases[`${name}/${store}`] = await new Promise((resolve) => {
          const request = database.transaction(store).objectStore(store).getAllKeys();
          request.onsuccess = () => resolve(request.result);
        });
      }
      database.close();
    }
    const locks = await navigator.locks.query();
    return {
      local: { ...localStorage },
      session: { ...sessionStorage },
      databases,
      locks: [locks.held.length, locks.pending.length],
      caches: await caches.keys(),
      workers: (await navigator.serviceWorker?.getRegistrations())?.length,
    };
  });

test("the example loads a game and shows what is reported", async ({ baseURL, page }) => {
  const site = await openSite(baseURL);
  await page.goto(`${site.origin}/frame.html`);
  const state = page.getByRole("status").and(page.locator("#state"));
  await expect(state).toHaveText("Player 1 to move after no moves");
  await page.getByRole("button", { name: "Show an opening" }).click();
  await expect(state).toHaveText("Player 2 to move after 44455");
  await page.getByRole("button", { name: "Copy the position" }).click();
  await expect(state).toHaveText("7/7/7/3a3/3ba2/3ab2 b 7,6,4 2 g");
  site.close();
});
