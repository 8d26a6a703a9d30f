// What a screen reader would announce: the texts of live regions, whenever they change.

/** Listens to a page; returns `all` announcements so far and the `last` one. */
export async function listen(page) {
  await page.evaluate(() => {
    window.announced = [];
    const texts = new WeakMap();
    const check = () => {
      for (const region of document.querySelectorAll("[aria-live], [role=status], [role=alert]")) {
        const text = region.innerText.replace(/\s+/g, " ").trim();
        if (texts.get(region) === text) continue;
        texts.set(region, text);
        if (text) window.announced.push(text);
      }
    };
    check();
    window.announced.length = 0;
    const options = { subtree: true, childList: true, characterData: true };
    new MutationObserver(check).observe(document.body, options);
  });
  const all = () => page.evaluate(() => window.announced);
  return { all, last: async () => (await all()).at(-1) ?? "" };
}
