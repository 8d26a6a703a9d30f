// What a screen reader would announce: the texts of live regions, whenever they change.

/**
 * Listens to a page, also to regions that appear with their text unless `withNew` is false; returns `all`
 * announcements so far and the `last` one.
 */
export async function listen(page, withNew = true) {
  await page.evaluate(() => {
    window.announced = [];
    window.hear = (text) => window.announced.push(text);
  });
  await page.evaluate(observe, withNew);
  const all = () => page.evaluate(() => window.announced);
  return { all, last: async () => (await all()).at(-1) ?? "" };
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
