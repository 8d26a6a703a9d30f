// Renders the icons of the web app from ../public/install/icon.svg, and the screenshots of its
// manifest, into the same folder. Needs a built page.

import { readFileSync, writeFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";
import { chromium as playwright } from "@playwright/test";
import { chromium } from "./browsers.mjs";
import { serve } from "./serve.mjs";
import { Game, storedMatch } from "./tests/support/game.mjs";
import { webp } from "./webp.mjs";

const folder = new URL("../public/install/", import.meta.url);
const drawing = readFileSync(new URL("icon.svg", folder));

/** The icons: file, size, and the drawing's share of it. */
const ICONS = [
  ["icon-192.png", 192, 1],
  ["icon-512.png", 512, 1],
  // iOS rounds the corners, so the background fills the square.
  ["icon-180.png", 180, 0.96],
  // Anything outside the central 80 % may be masked.
  ["maskable-512.png", 512, 0.86],
];

const PICTURES = [
  ["narrow.webp", { width: 390, height: 844 }, 2, false],
  ["wide.webp", { width: 1366, height: 768 }, 1, true],
];
const MOVES = "4453345222";
const QUALITY = 0.75;

const save = (name, bytes) => {
  writeFileSync(new URL(name, folder), bytes);
  console.log(`public/install/${name}: ${bytes.length} bytes`);
};

/** Runs in the page: renders the drawing on a square; returns RGBA pixels. */
async function pixels([source, size, part, ground]) {
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const context = canvas.getContext("2d");
  if (part < 1) {
    context.fillStyle = ground;
    context.fillRect(0, 0, size, size);
  }
  const edge = (size * (1 - part)) / 2;
  context.drawImage(image, edge, edge, size * part, size * part);
  return [...context.getImageData(0, 0, size, size).data];
}

/**
 * Encodes a square as PNG with a palette of the 256 most frequent colours, to which others are
 * rounded. A third of the size of a browser's PNG.
 */
function png(pixels, size) {
  const counts = new Map();
  const colours = [];
  for (let i = 0; i < pixels.length; i += 4) {
    const colour = pixels.slice(i, i + 4).join();
    colours.push(colour);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const numbers = (colour) => colour.split(",").map(Number);
  const palette = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 64)
    .map(([colour]) => numbers(colour));
  const nearest = new Map();
  for (const colour of counts.keys()) {
    const wanted = numbers(colour);
    const distances = palette.map((kept) => kept.reduce((sum, n, i) => sum + (n - wanted[i]) ** 2, 0));
    nearest.set(colour, distances.indexOf(Math.min(...distances)));
  }
  const rows = Buffer.alloc(size * (size + 1));
  for (const [i, colour] of colours.entries()) {
    rows[Math.floor(i / size) * (size + 1) + 1 + (i % size)] = nearest.get(colour);
  }
  const chunk = (name, data) => {
    const bytes = Buffer.alloc(12 + data.length);
    bytes.writeUInt32BE(data.length, 0);
    bytes.write(name, 4, "latin1");
    bytes.set(data, 8);
    bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
    return bytes;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // Eight bits per pixel: palette indices.
  header.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flatMap((colour) => colour.slice(0, 3)))),
    chunk("tRNS", Buffer.from(palette.map((colour) => colour[3]))),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const server = await serve("../dist");
const baseURL = `http://127.0.0.1:${server.address().port}/`;
const browser = await playwright.launch(chromium);
const page = await browser.newPage();

const source = `data:image/svg+xml;base64,${drawing.toString("base64")}`;
// The background colour.
const [, ground] = /fill="(#\w+)"/.exec(drawing);
for (const [name, size, part] of ICONS) {
  save(name, png(await page.evaluate(pixels, [source, size, part, ground]), size));
}

for (const [name, viewport, deviceScaleFactor, analysed] of PICTURES) {
  const context = await browser.newContext({ baseURL, viewport, deviceScaleFactor });
  const game = new Game(await context.newPage());
  await game.openStored(storedMatch({ moves: MOVES }));
  // From the second visit on, the service worker has the typeface before the first paint.
  await game.page.evaluate(() => navigator.serviceWorker.ready);
  await game.reload();
  await game.page.evaluate(() => document.fonts.ready);
  if (analysed) {
    await game.analysis.click();
    await game.evaluations.nth(6).waitFor();
    await game.analysisPanel.getByText("Analysis complete").waitFor({ timeout: 60_000 });
  }
  const shot = await game.page.screenshot({ animations: "disabled" });
  save(name, await webp(page, [shot], { quality: QUALITY }));
  await context.close();
}

await browser.close();
server.close();
