// Transitions and animations of the page.

/** Waits until all have ended. Those that are cancelled, as the indicator of loading is, have ended, too. */
export async function animationsEnded(page) {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((it) => it.finished)));
}
