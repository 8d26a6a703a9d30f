// The page in Debian's WebKit, which Playwright doesn't support.

import assert from "node:assert/strict";
import { serve } from "../serve.mjs";
import { openWebKit } from "./webdriver.mjs";

const BASE = "/four-shapes/";

/** Opens a browser for the page in a folder. */
export async function openPage(folder, port) {
  const browser = await openWebKit(port);
  let server;

  const until = async (what, condition, ...args) => {
    const end = Date.now() + 20_000;
    while (!(await browser.run(condition, ...args))) {
      assert(Date.now() < end, `waited in vain until ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const ready = () => until("the page is ready", "() => document.documentElement.dataset.ready === 'true'");

  return {
    ...browser,
    until,
    ready,
    /**
     * Opens the page with empty storage but for these entries. It has an origin of its own: in WebKit a
     * database may hang that a page left while it used it.
     */
    async open(entries = {}) {
      server?.close();
      server = await serve(folder, { base: BASE });
      const url = `http://127.0.0.1:${server.address().port}${BASE}`;
      await browser.goto(`${url}licences.txt`);
      await browser.run("(entries) => void Object.assign(localStorage, entries)", entries);
      await browser.goto(url);
      await ready();
    },
    async close() {
      await browser.close();
      server?.close();
    },
  };
}
