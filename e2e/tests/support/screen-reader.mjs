// What a screen reader would announce: the texts of live regions, whenever they change.

import { expect } from "@playwright/test";

/** Listens to a page; returns `all` announcements so far and the `last` one. */
export async function listen(page) {
  await page.evaluate(() => {
    window.announced = [];
    window.hear = (text) => window.announced.push(text);
  });
  await page.evaluate(observe, true);
  const all = () => page.evaluate(() => window.announced);
  return { all, last: async () => (await all()).at(-1) ?? "" };
}

/** What is not read well: symbols in place of words. */
const SYMBOLS = /[?!]{2}|\?!|[−×→←↑↓½±…]{2}|[−×→←↑↓½±\[\]]/u;

/**
 * A user with a keyboard and a screen reader. Every announcement is checked: it has no symbols, and does
 * not repeat the one before.
 */
export class Listener {
  static async start(page) {
    const listener = new Listener();
    listener.page = page;
    listener.heard = [];
    await page.exposeFunction("hear", (text) => listener.heard.push(text));
    await page.addInitScript(observe);
    return listener;
  }

  /** Returns what was said since the last call, one announcement each. */
  async hear() {
    const said = this.heard.splice(0);
    for (const [i, text] of said.entries()) {
      expect(text, "words, not symbols").not.toMatch(SYMBOLS);
      expect(text, "said twice").not.toBe(said[i - 1]);
    }
    return said;
  }

  /** Waits until something that matches is said; returns what was said until then and since. */
  async hearing(words) {
    await expect.poll(() => this.heard.join("\n"), { timeout: 20_000 }).toMatch(words);
    // What follows at once belongs to it.
    await this.page.waitForTimeout(200);
    return this.hear();
  }

  async press(...keys) {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** What a screen reader says of the element that has the focus: its role, name and state. */
  async focused() {
    const focused = this.page.locator(":focus");
    if ((await focused.count()) === 0) return "nothing";
    const [line] = (await focused.ariaSnapshot()).split("\n");
    return line.replace(/^- /, "").replace(/:$/, "");
  }

  /** Moves the focus by Tab, or another key, to what matches. */
  async to(words, key = "Tab") {
    const passed = [];
    for (let stops = 0; stops < 80; stops++) {
      const focused = await this.focused();
      if (words.test(focused)) return focused;
      passed.push(focused);
      await this.press(key);
    }
    throw new Error(`${words} is not reached; only ${passed.join(", ")}`);
  }

  /** Moves the focus by Tab to what matches, and presses Enter. */
  async activate(words) {
    await this.to(words);
    await this.press("Enter");
  }
}

/**
 * Runs in the page: reports the texts of live regions, whenever they change. A region that appears with
 * its text is not announced by all screen readers, unless it is an alert; `withNew` reports all.
 */
function observe(withNew) {
  const LIVE = "[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], [role=log]";
  const read = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE || node.getAttribute("aria-hidden") === "true") return "";
    if (getComputedStyle(node).display === "none") return "";
    return [...node.childNodes].map(read).join("") + (getComputedStyle(node).display === "inline" ? "" : " ");
  };
  const texts = new WeakMap();
  const check = () => {
    for (const region of document.querySelectorAll(LIVE)) {
      const raw = read(region);
      const text = raw.replace(/\s+/g, " ").trim();
      const isNew = !texts.has(region);
      const before = texts.get(region);
      texts.set(region, raw);
      if (isNew && !withNew && region.getAttribute("role") !== "alert") continue;
      if (text && raw !== before && region.checkVisibility?.() !== false) window.hear(text);
    }
  };
  const start = () => {
    check();
    // Not what is there from the start.
    if (withNew) window.announced.length = 0;
    const options = { subtree: true, childList: true, characterData: true, attributes: true };
    new MutationObserver(check).observe(document.body, options);
  };
  if (document.body) start();
  else document.addEventListener("DOMContentLoaded", start);
}
