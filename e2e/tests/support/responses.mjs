// Responses that arrive when a test lets them.

/** Holds the responses of a URL (a glob, pattern or predicate) until the returned function is called. */
export async function holdResponses(page, url) {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
