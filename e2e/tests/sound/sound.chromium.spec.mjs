// Sound and vibration, recorded by stubs of the browser's APIs.

import { expect, storedMatch, test } from "../support/game.mjs";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** Runs before the page: records tones and vibrations with their times. */
function record() {
  window.contexts = 0;
  window.tones = [];
  window.shakes = [];
  window.AudioContext = class extends AudioContext {
    constructor(...options) {
      super(...options);
      window.contexts++;
      window.context = this;
    }
  };
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (when) {
    const after = when - this.context.currentTime;
    window.tones.push({ pitch: this.frequency.value, when, after, at: performance.now() });
    return start.call(this, when);
  };
  addEventListener("click", () => (window.clicked = performance.now()), { capture: true });
  navigator.vibrate = (pattern) => window.shakes.push(pattern);
}

/** Takes the recorded tones. */
const takeTones = (page) => page.evaluate(() => window.tones.splice(0));
const takeVibrations = (page) => page.evaluate(() => window.shakes.splice(0));
const pitches = async (page) => (await takeTones(page)).map(({ pitch }) => pitch);

/** Opens the page with a running audio context, after a key press. */
async function ready(game, page) {
  await page.addInitScript(record);
  await game.open();
  await game.partsLoaded();
  await page.keyboard.press("Shift");
  await page.waitForFunction(() => window.context?.state === "running");
}

test("there is no sound before a user activation", async ({ game, page }) => {
  await page.addInitScript(record);
  // What Playwright evaluates counts as one.
  await page.addInitScript(() => {
    let hasBeenActive = false;
    addEventListener("keydown", () => (hasBeenActive = true), true);
    Object.defineProperty(navigator, "userActivation", { get: () => ({ hasBeenActive }) });
  });
  await game.openStored(storedMatch({ computers: ["random", "random"], moves: "44" }));
  await game.partsLoaded();
  await page.evaluate(() => {
    const buttons = [...document.querySelectorAll("button")];
    buttons.find(({ textContent }) => textContent === "Step").click();
  });
  await game.expectPieces(3);
  expect(await page.evaluate(() => [window.contexts, window.shakes.length])).toEqual([0, 0]);
  expect(await takeTones(page)).toEqual([]);
  await page.keyboard.press("Shift");
  await page.waitForFunction(() => window.context?.state === "running");
  expect(await page.evaluate(() => window.contexts)).toBe(1);
});

test("notes depend on the row and the outcome", async ({ game, page }) => {
  await ready(game, page);
  const landings = [];
  for (let row = 1; row <= 6; row++) {
    const before = await page.evaluate(() => performance.now());
    await game.drop(4);
    await game.expectPieces(row);
    const [drop, landing, ...more] = await takeTones(page);
    expect(more).toEqual([]);
    // Slightly below 0: time passes while notes are scheduled.
    expect(Math.abs(drop.after)).toBeLessThan(0.5);
    // What the page took from the click until the first note, the piece doesn't take longer to land.
    const clicked = await page.evaluate(() => window.clicked);
    const late = ((175 + 15 * (7 - row)) * 0.74) / 1000 - (landing.when - drop.when);
    expect(late).toBeGreaterThan(-0.005);
    expect(late).toBeLessThan(0.005 + (drop.at - clicked) / 1000);
    expect(landing.at).toBeGreaterThan(before);
    landings.push(landing.pitch);
  }
  expect(landings).toEqual([...new Set(landings)].sort((a, b) => a - b));
  expect((await takeVibrations(page)).map(([, , shake]) => shake)).toEqual(Array(6).fill(15));

  await game.press(4);
  await expect(game.status).toContainText("full");
  const refusal = await pitches(page);
  expect(refusal.length).toBeGreaterThan(0);
  expect(await takeVibrations(page)).toHaveLength(1);
  await game.undo.click();
  await game.expectPieces(5);
  expect(await takeTones(page), "what is taken back is quiet").toEqual([]);

  await game.openStored(storedMatch({ moves: "121212" }));
  await game.partsLoaded();
  await page.keyboard.press("Shift");
  await page.waitForFunction(() => window.context?.state === "running");
  await game.drop(1);
  await game.expectStatus("won", 0);
  const [, , ...win] = await pitches(page);
  expect(win.length).toBeGreaterThan(2);
  expect(win).toEqual([...win].sort((a, b) => a - b));
  expect(win).not.toEqual(refusal);
});

test("disabled or late sounds and vibrations are not played", async ({ game, page }) => {
  await ready(game, page);
  await game.drop(1);
  await game.expectPieces(1);
  expect(await takeTones(page)).toHaveLength(2);
  await game.sound.click();
  await takeVibrations(page);
  await game.drop(1);
  await game.expectPieces(2);
  expect([...(await takeTones(page)), ...(await takeVibrations(page))]).toEqual([]);
  await game.sound.click();
  await expect(game.sound).toHaveAttribute("aria-pressed", "true");
  // Sounds that can't be played in time are dropped.
  await page.evaluate(() => {
    const { resume } = AudioContext.prototype;
    AudioContext.prototype.resume = async function () {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return resume.call(this);
    };
    return window.context.suspend();
  });
  await page.evaluate(() => document.querySelector('[data-column="2"]').click());
  await game.expectPieces(3);
  await page.waitForFunction(() => window.context.state === "running");
  // What waits for the context follows in a later task.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  expect(await takeTones(page)).toEqual([]);
});

test("a sound waits for an audio context that is about to run", async ({ game, page }) => {
  await ready(game, page);
  await game.drop(1);
  await game.expectPieces(1);
  await takeTones(page);
  await page.evaluate(() => window.context.suspend());
  await page.evaluate(() => document.querySelector('[data-column="2"]').click());
  await game.expectPieces(2);
  await page.waitForFunction(() => window.context.state === "running");
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  expect(await takeTones(page)).toHaveLength(2);
});

test("sound is fetched after the first move, not only when the page is idle", async ({ game, page }) => {
  await page.addInitScript(record);
  await page.addInitScript(() => (window.requestIdleCallback = () => 0));
  await game.open();
  await game.drop(1);
  await game.expectPieces(1);
  await page.waitForFunction(() => window.context?.state === "running");
  await takeTones(page);
  await game.drop(4);
  await game.expectPieces(2);
  expect(await takeTones(page)).toHaveLength(2);
});

test("sound follows reduced motion and the animation setting", async ({ game, page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await ready(game, page);
  await game.drop(3);
  await game.expectPieces(1);
  const [landing, ...more] = await takeTones(page);
  expect(more).toEqual([]);
  expect(Math.abs(landing.after)).toBeLessThan(0.5);
  await game.changeSettings({ Animations: "On" });
  await game.drop(3);
  await game.expectPieces(2);
  expect(await takeTones(page)).toHaveLength(2);
  const moving = () =>
    page.evaluate(() => getComputedStyle(document.querySelector("[data-cell=C2] path")).animationName);
  expect(await moving()).toBe("fall");
  await game.changeSettings({ Animations: "System" });
  expect(await moving()).toBe("none");
});
