// Layout shifts, which only Chromium reports.

/** Runs in the page before its scripts: collects the shifts. */
export function observeShifts() {
  window.shifts = [];
  const what = ({ node, previousRect, currentRect }) =>
    `${node?.className || node?.nodeName} ${JSON.stringify([previousRect, currentRect])}`;
  new PerformanceObserver((list) => {
    for (const { value, sources, startTime, hadRecentInput } of list.getEntries()) {
      window.shifts.push({ startTime, hadRecentInput, described: [value, ...sources.map(what)] });
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** The page's clock, for `since`. */
export const now = (page) => page.evaluate(() => performance.now());

/** Waits until what changed is painted, and its shifts are reported. */
export const painted = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));

/**
 * Returns the shifts since a time: their sizes and what moved. As in the metric, those shortly after
 * an input count only if asked for: on a slow machine the same ones come later.
 */
export async function reportedShifts(page, { since = 0, afterInput = false } = {}) {
  await painted(page);
  return page.evaluate(
    ([since, afterInput]) =>
      window.shifts
        .filter(({ startTime, hadRecentInput }) => startTime > since && (afterInput || !hadRecentInput))
        .map(({ described }) => described),
    [since, afterInput],
  );
}
