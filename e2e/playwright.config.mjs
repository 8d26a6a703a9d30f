// Configuration of the browser tests.
//
// Files named *.chromium.spec.mjs use features of Chromium only (touch, layout shifts, emulated
// preferences, …).

import { defineConfig } from "@playwright/test";
import { chromium, debian, firefox, firefoxChannel } from "./browsers.mjs";

const base = "/four-shapes/";
const port = Number(process.env.FOUR_SHAPES_PORT ?? 4317);
const address = `http://127.0.0.1:${port}${base}`;
const actions = Boolean(process.env.GITHUB_ACTIONS);
// What `cargo xtask test more` runs, and `soak` some of: Firefox, what takes long (random actions, the looks in all
// sizes, tournaments, slow friends), and the page of plain Trunk.
const { FOUR_SHAPES_MORE: more, FOUR_SHAPES_UNSPLIT: unsplit } = process.env;
const unsplitPage = "**/unsplit.chromium.spec.mjs";
const longer = [
  ...["appearance", "bots", "conversation", "crashes", "interleaving", "layout", "rules", "screenshots"],
  ...["slow", "tabs", "tournament", "walks", "workers"],
].map((name) => `**/${name}.chromium.spec.mjs`);
const inChromium = () => {
  if (unsplit) return { testMatch: unsplitPage };
  return more ? { testMatch: longer } : { testIgnore: [...longer, unsplitPage] };
};
const otherBrowsers = { testIgnore: "*.chromium.spec.mjs" };
// Only what engines differ in. The rest would take 15 more minutes.
const inFirefox = [
  "board/keyboard",
  "embed/element",
  "embed/frame",
  "help/about",
  "page/clicks",
  "page/failure",
  "page/journeys",
  "page/navigation",
  "page/network",
  "page/parts",
  "page/tabs",
  "play/new-game",
  "share/links",
  "storage/storage",
];

export default defineConfig({
  testDir: "./tests",
  fullyParallel: true,
  // More than the two cores of a small machine, as the tests often wait.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  reporter: actions ? [["list"], ["github"]] : "list",
  outputDir: "./test-results",
  // The same pictures for all systems: the tests use a font of their own.
  snapshotPathTemplate: "screenshots/{arg}{ext}",
  // For machines that are several times slower than usual; no test measures how fast the page is.
  timeout: 180_000,
  expect: { timeout: 20_000, toHaveScreenshot: { maxDiffPixelRatio: 0.002 } },
  use: {
    baseURL: address,
    // Its cache would hide requests from tests; offline.chromium.spec.mjs allows it.
    serviceWorkers: "block",
    // A fifth less work; tests of motion turn it on.
    contextOptions: { reducedMotion: "reduce" },
    // In Firefox this adds an error about an inline style, which is Playwright's own.
    screenshot: "only-on-failure",
    // Traces double the duration.
    trace: actions ? "retain-on-failure" : "off",
  },
  projects: [
    {
      name: "chromium",
      ...inChromium(),
      // Nothing answers the question whether the page may use the clipboard.
      use: { browserName: "chromium", launchOptions: chromium, permissions: ["clipboard-write"] },
    },
    // A test of friend/browsers plays with Firefox in any case.
    ...(more
      ? [
          {
            name: "firefox",
            testMatch: inFirefox.map((name) => `${name}.spec.mjs`),
            use: { browserName: "firefox", channel: firefoxChannel, launchOptions: firefox },
          },
        ]
      : []),
    // Debian's WebKit is tested by the files in webkit.
    ...(debian
      ? []
      : [{ name: "webkit", ...otherBrowsers, use: { browserName: "webkit" } }]),
  ],
  // In a subfolder, since the page must work in any.
  webServer: {
    command: `node serve.mjs ../dist --port ${port} --base ${base}`,
    url: address,
  },
});
