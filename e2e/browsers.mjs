// Where the browsers are: Debian's packages where FOUR_SHAPES_BROWSERS says so,
// Playwright's own builds everywhere else.

export const debian = process.env.FOUR_SHAPES_BROWSERS === "debian";

/** What Playwright needs to know to start Chromium. */
export const chromium = {
  ...(debian && { executablePath: "/usr/bin/chromium" }),
  args: ["--disable-gpu", "--disable-background-networking", "--disable-sync"],
};

/** What Playwright needs to know to start Firefox, and by which protocol. */
export const firefox = debian ? { executablePath: "/usr/bin/firefox-esr" } : {};
export const firefoxChannel = debian ? "moz-firefox" : undefined;
