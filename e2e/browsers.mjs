// Launch options of the browsers: Debian's packages if FOUR_SHAPES_BROWSERS is `debian`, otherwise
// Playwright's builds.

export const debian = process.env.FOUR_SHAPES_BROWSERS === "debian";

/** Launch options of Chromium. */
export const chromium = {
  ...(debian && { executablePath: "/usr/bin/chromium-headless-shell" }),
  // Hints glyphs as the browser with windows does.
  args: ["--font-render-hinting=slight", "--disable-gpu", "--disable-background-networking", "--disable-sync"],
};

/** Launch options and channel of Firefox. */
export const firefox = debian ? { executablePath: "/usr/bin/firefox-esr" } : {};
export const firefoxChannel = debian ? "moz-firefox" : undefined;
