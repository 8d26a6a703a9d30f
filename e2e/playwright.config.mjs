// How the browser tests run: which browsers, against which server.
//
// A file named *.chromium.spec.mjs needs what only Chromium can do (touch,
// layout shifts, emulated preferences, …) and belongs to that project alone.

import { defineConfig } from "@playwright/test";
import { chromium, debian, firefox, firefoxChannel } from "./browsers.mjs";

const base = "/four-shapes/";
const port = Number(process.env.FOUR_SHAPES_PORT ?? 4317);
const address = `http://127.0.0.1:${port}${base}`;
const actions = Boolean(process.env.GITHUB_ACTIONS);
const elsewhere = { testIgnore: "*.chromium.spec.mjs" };
// What browsers may do differently: input, storage, workers, loading. The rest says
// the same in each, and would take a quarter of an hour more.
const inFirefox = [
  "analysis/analysis",
  "board/keyboard",
  "help/about",
  "page/failure",
  "page/network",
  "page/parts",
  "page/press",
  "page/tabs",
  "play/games",
  "play/new-game",
  "share/links",
  "storage/storage",
];

export default defineConfig({
  testDir: "./tests",
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  reporter: actions ? [["list"], ["github"]] : "list",
  outputDir: "./test-results",
  use: {
    baseURL: address,
    // It would give out files that a test wants to see fetched; offline.chromium.spec.mjs
    // is about it.
    serviceWorkers: "block",
    // In Firefox a failed test then complains of an inline style as well: that
    // one is Playwright's, for the screenshot.
    screenshot: "only-on-failure",
    // Recording one makes the tests take twice as long.
    trace: actions ? "retain-on-failure" : "off",
  },
  projects: [
    {
      name: "chromium",
      use: { browserName: "chromium", launchOptions: chromium },
    },
    {
      name: "firefox",
      testMatch: inFirefox.map((name) => `${name}.spec.mjs`),
      use: { browserName: "firefox", channel: firefoxChannel, launchOptions: firefox },
    },
    // Debian's WebKit is tested by webkit/play.test.mjs.
    ...(debian
      ? []
      : [{ name: "webkit", ...elsewhere, use: { browserName: "webkit" } }]),
  ],
  // The page has to work in any folder of a server, so it is tested in one.
  webServer: {
    command: `node serve.mjs ../dist --port ${port} --base ${base}`,
    url: address,
  },
});
