// Pictures and animations of the game on the board: saved, shared and copied.

import { readFileSync } from "node:fs";
import { expect, storedGame, test } from "../support/game.mjs";

const win = storedGame({ moves: "54214127311723362" });

const picture = (game) => game.shareDialog.getByRole("group", { name: "Picture" });
const animation = (game) => game.shareDialog.getByRole("group", { name: "Animation" });
const said = (game) => game.shareDialog.locator(".share-pictures [aria-live]");

/** Presses a button that downloads a file, and returns its name and bytes. */
async function downloaded(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** Decodes an image with the browser's decoder. */
const decode = (page, bytes, type) =>
  page.evaluate(
    async ({ data, type }) => {
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
      const decoder = new ImageDecoder({ type, data: bytes });
      await decoder.tracks.ready;
      await decoder.completed;
      const { frameCount } = decoder.tracks.selectedTrack;
      const frames = [];
      for (let frameIndex = 0; frameIndex < frameCount; frameIndex++) {
        const { image } = await decoder.decode({ frameIndex });
        const { displayWidth: width, displayHeight: height, duration } = image;
        const context = new OffscreenCanvas(width, height).getContext("2d");
        context.drawImage(image, 0, 0);
        // The middle of the lowest cell of column B in an animation.
        const [red, green, blue] = context.getImageData(width * 0.22, height * 0.88, 1, 1).data;
        frames.push({ width, height, duration, colour: [red, green, blue] });
      }
      return frames;
    },
    { data: bytes.toString("base64"), type },
  );

/** Replaces the share dialog of the system. */
const stubShare = (page, error) =>
  page.addInitScript((error) => {
    navigator.canShare = ({ files }) => files?.length === 1;
    navigator.share = async ({ files: [file], text, url }) => {
      window.shared = { name: file.name, type: file.type, size: file.size, text, url };
      if (error) throw new DOMException("", error);
    };
  }, error);

test("a picture is saved as PNG and as SVG", async ({ game, page }) => {
  await game.openStored(win);
  await game.share.click();
  await expect(game.shareDialog.locator(".picture-preview")).toContainText("Red wins");
  const png = await downloaded(page, picture(game).getByRole("button", { name: "Save as PNG" }));
  expect(png.name).toMatch(/^four-shapes-\d{4}-\d\d-\d\d\.png$/);
  await expect(said(game)).toHaveText(`Saved as ${png.name}.`);
  const [{ width, height }] = await decode(page, png.bytes, "image/png");
  expect([width, height]).toEqual([1640, 1430]);

  const svg = await downloaded(page, picture(game).getByRole("button", { name: "Save as SVG" }));
  expect(svg.name).toMatch(/\.svg$/);
  // The page's policy allows no parsing of texts as markup.
  const empty = await page.context().newPage();
  const read = await empty.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    const textOf = (name) => parsed.querySelector(name)?.textContent;
    return {
      error: textOf("parsererror"),
      title: textOf("title"),
      description: textOf("desc"),
      labels: [...parsed.querySelectorAll("text")].length,
    };
  }, svg.bytes.toString());
  expect(read.error).toBeUndefined();
  expect(read.title).toMatch(/^Red wins/);
  expect(read.description).toContain("B4 Red");
  expect(read.labels).toBe(13);
});

test("pictures have the colours of the page", async ({ game, page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await game.openStored(win);
  await game.share.click();
  const svg = await downloaded(page, picture(game).getByRole("button", { name: "Save as SVG" }));
  expect(svg.bytes.toString()).toContain('fill="#ff6b70"');
  expect(svg.bytes.toString()).toContain('fill="#0f131a"');
});

test("an animation is made with progress, saved, and not made twice", async ({ game, page }) => {
  await game.openStored(win);
  await game.share.click();
  const save = animation(game).getByRole("button", { name: "Save as GIF" });
  const { name, bytes } = await downloaded(page, save);
  expect(name).toMatch(/\.gif$/);
  await expect(said(game)).toHaveText(`Saved as ${name}.`);
  await expect(save).toBeFocused();
  expect(bytes.length).toBeLessThan(300_000);
  const frames = await decode(page, bytes, "image/gif");
  // The start, 17 moves, and the marked lines.
  expect(frames).toHaveLength(19);
  expect(frames.at(-1).duration).toBe(4_000_000);
  expect(frames[0].colour).not.toEqual(frames.at(-1).colour);
  await page.evaluate(() => {
    window.Worker = class {
      constructor() {
        throw new Error("there is no need for a worker");
      }
    };
  });
  expect((await downloaded(page, save)).bytes.equals(bytes)).toBe(true);
});

test("making an animation can be cancelled", async ({ game, page }) => {
  await game.openStored(win);
  // A worker that doesn't answer.
  await page.route("**/worker.js*", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "onmessage = () => {}" }),
  );
  await game.share.click();
  const save = animation(game).getByRole("button", { name: "Save as GIF" });
  await save.click();
  await expect(game.shareDialog.getByRole("progressbar")).toBeVisible();
  await game.shareDialog.getByRole("button", { name: "Cancel" }).click();
  await expect(game.shareDialog.getByRole("progressbar")).toHaveCount(0);
  await expect(save).toBeFocused();
});

test("a picture and an animation are shared with words and a link", async ({ game, page }) => {
  await stubShare(page);
  await game.openStored(win);
  await game.share.click();
  await picture(game).getByRole("button", { name: "Share picture…" }).click();
  await expect.poll(() => page.evaluate(() => window.shared?.type)).toBe("image/png");
  const shared = await page.evaluate(() => window.shared);
  expect(shared.text).toMatch(/^Red wins/);
  expect(shared.url).toContain("#v=1&board=7x6&connect=4&moves=54214127311723362");
  expect(shared.size).toBeGreaterThan(10_000);
  await animation(game).getByRole("button", { name: "Share animation…" }).click();
  await expect.poll(() => page.evaluate(() => window.shared?.type)).toBe("image/gif");
});

test("what the browser refuses to share is said, and cancelling isn't", async ({ game, page }) => {
  await stubShare(page, "NotAllowedError");
  await game.openStored(win);
  await game.share.click();
  await picture(game).getByRole("button", { name: "Share picture…" }).click();
  await expect(said(game)).toHaveText("The picture wasn’t shared. Save it instead.");
  await page.evaluate(() => {
    navigator.share = async () => {
      throw new DOMException("", "AbortError");
    };
  });
  await animation(game).getByRole("button", { name: "Save as GIF" }).focus();
  await downloaded(page, animation(game).getByRole("button", { name: "Save as GIF" }));
  await animation(game).getByRole("button", { name: "Share animation…" }).click();
  await expect(said(game)).toHaveText(/^Saved as /);
});

test("a picture is copied", async ({ game, page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await game.openStored(win);
  await game.share.click();
  await picture(game).getByRole("button", { name: "Copy picture" }).click();
  await expect(said(game)).toHaveText("Picture copied.");
  const types = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    return item.types;
  });
  expect(types).toEqual(["image/png"]);
});

test("without files to share and images to copy there are only files to save", async ({ game, page }) => {
  await page.addInitScript(() => {
    delete window.ClipboardItem;
    navigator.canShare = undefined;
    delete Navigator.prototype.canShare;
    delete navigator.canShare;
  });
  await game.openStored(win);
  await game.share.click();
  await expect(picture(game).getByRole("button")).toHaveText(["Save as PNG", "Save as SVG"]);
  await expect(animation(game).getByRole("button")).toHaveText(["Save as GIF"]);
});

test("a game without moves has no animation", async ({ game }) => {
  await game.open();
  await game.share.click();
  await expect(picture(game)).toBeVisible();
  await expect(animation(game)).toHaveCount(0);
});
