// Another site, which embeds the game under a policy of its own.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname } from "node:path";
import { test as base } from "./game.mjs";

export { expect } from "./game.mjs";

const EXAMPLES = new URL("../../../examples/embed/", import.meta.url);
const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css" };
/** The addresses in the examples. */
const GAME = "https://four-shapes.example/";
const SITE = "https://blog.example";

/**
 * Serves the examples, with the addresses of this test, and the pages of `pages`: their HTML, by path. `policy`
 * is sent with each of them; it and the pages may contain the addresses of the examples.
 */
export function openSite(game, { pages = {}, policy } = {}) {
  const server = createServer(({ url }, response) => {
    const here = `http://127.0.0.1:${server.address().port}`;
    const adapted = (text) => text.replaceAll(GAME, game).replaceAll(SITE, here);
    const path = url.split("?")[0].slice(1);
    const isExample = /^[\w-]+\.(html|js|css)$/.test(path);
    const text = pages[path] ?? (isExample ? readFileSync(new URL(path, EXAMPLES), "utf8") : undefined);
    if (text === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader("content-type", TYPES[extname(path)] ?? TYPES[".html"]);
    if (policy && Object.hasOwn(pages, path)) response.setHeader("content-security-policy", adapted(policy));
    response.end(adapted(text));
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const origin = `http://127.0.0.1:${server.address().port}`;
      resolve({ origin, close: () => server.close() });
    });
  });
}

/** Nothing but the script of the element. */
export const STRICT = `default-src 'none'; script-src ${GAME}embed/board.js`;

/** A page with some markup and the script of the element. */
export const pageWith = (markup) =>
  `<!DOCTYPE html><html lang="en"><meta name="viewport" content="width=device-width" /><title>A blog</title>` +
  `<script src="${GAME}embed/board.js" defer></script>` +
  `<main><h1>A blog</h1>${markup}</main></html>`;

export const test = base.extend({
  // Firefox asks for an icon, which the policy forbids.
  allowed: [/request to another origin: |favicon\.ico /, { option: true }],

  /** Opens a page of another site with boards, under a strict policy. */
  openBoards: async ({ baseURL, page }, use) => {
    const sites = [];
    await use(async (markup) => {
      const site = await openSite(baseURL, { pages: { "": pageWith(markup) }, policy: STRICT });
      sites.push(site);
      await page.goto(`${site.origin}/`);
      return new Board(page.locator("four-shapes-board").first());
    });
    for (const site of sites) site.close();
  },
});

/** Page object of an element. */
export class Board {
  constructor(element) {
    this.element = element;
    this.widget = element.getByRole("group");
    this.status = element.getByRole("status");
    this.error = element.getByRole("alert");
    this.cells = element.locator("[data-cell]");
    this.pieces = element.locator("[data-cell][data-player]");
    this.marked = element.locator("[data-marked]");
    this.buttons = element.getByRole("button");
  }

  button(name) {
    return this.element.getByRole("button", { name, exact: true });
  }

  /** Sets attributes together; `null` removes one. */
  async set(attributes) {
    await this.element.evaluate((element, attributes) => {
      for (const [name, value] of Object.entries(attributes)) {
        if (value === null) element.removeAttribute(name);
        else element.setAttribute(name, value);
      }
    }, attributes);
  }

  /** Reads a property. */
  get(name) {
    return this.element.evaluate((element, name) => element[name], name);
  }

  /** The names of the marked cells, in order. */
  async markedCells() {
    return this.marked.evaluateAll((cells) => cells.map((cell) => cell.dataset.cell).sort());
  }
}
