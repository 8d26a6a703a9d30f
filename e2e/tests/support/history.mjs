// Traversals of the browser's history, such as by closing a dialog, end after the call that begins
// them: they would cancel a navigation that begins meanwhile.

import { expect } from "@playwright/test";

/** Lets the navigations of a context's pages wait for traversals to end. */
export async function navigateAfterTraversals(context) {
  await context.addInitScript(watchTraversals);
  context.on("page", (page) => {
    for (const name of ["goBack", "goto", "reload"]) {
      const navigate = page[name].bind(page);
      page[name] = async (...args) => {
        await traversalsEnded(page);
        return navigate(...args);
      };
    }
  });
}

/** Waits until no traversal is under way. */
export async function traversalsEnded(page) {
  await expect.poll(() => page.evaluate(() => Boolean(window.isTraversing))).toBe(false);
}

/** Runs in the page. */
function watchTraversals() {
  for (const name of ["back", "forward", "go"]) {
    const traverse = History.prototype[name];
    History.prototype[name] = function (...args) {
      window.isTraversing = true;
      traverse.apply(this, args);
    };
  }
  window.addEventListener("popstate", () => (window.isTraversing = false), { capture: true });
}
