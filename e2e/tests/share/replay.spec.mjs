// A finished game that is opened by its link: its moves are played in a dialog.

import { expect, storedGame, storedMatch, test } from "../support/game.mjs";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const win = "#v=1&board=7x6&connect=4&moves=1212121";
const fromAda = `${win}&player=Ada.circle.red.X&player=Ben.pentagon.blue.O&seat=1`;

const dialog = (page) => page.getByRole("dialog", { name: "Shared game" });
const position = (page) => dialog(page).locator(".position");
const title = (page) => dialog(page).locator(".replay-title");
const toggle = (page, name) => dialog(page).getByRole("button", { name, exact: true });

test("the moves are played until the end, with one announcement", async ({ game, page }) => {
  await game.open(fromAda);
  await expect(title(page)).toHaveText("Ada sent you this win");
  await expect(toggle(page, "Pause")).toBeVisible();
  // What screen readers are told while the moves are played.
  const announced = await page.evaluateHandle(() => {
    const regions = document.querySelectorAll("dialog[open] [aria-live]");
    const texts = () => [...regions].map((region) => region.textContent).filter(Boolean);
    const seen = texts();
    const observer = new MutationObserver(() => seen.push(...texts()));
    for (const region of regions) observer.observe(region, { childList: true, characterData: true, subtree: true });
    return seen;
  });
  await expect(toggle(page, "Play the moves")).toBeVisible();
  await expect(position(page)).toContainText("Ada wins");
  expect([...new Set(await announced.jsonValue())]).toEqual(["Ada sent you this win"]);
  await game.expectStatus("won", 0);
});

test("a step stops the replay, and it goes on or starts again", async ({ game, page }) => {
  await game.open(fromAda);
  await toggle(page, "Previous").click();
  await expect(toggle(page, "Play the moves")).toBeVisible();
  const shown = await position(page).textContent();
  await page.waitForTimeout(1000);
  expect(await position(page).textContent()).toBe(shown);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await game.expectStatus("won", 0);
});

test.describe("with less motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("the end is shown at once, and can be played", async ({ game, page }) => {
    await game.open(win);
    await expect(title(page)).toHaveText(/^Red wins/);
    await expect(position(page)).toContainText("Red wins");
    await toggle(page, "Play the moves").focus();
    await page.keyboard.press("Enter");
    await expect(toggle(page, "Pause")).toBeFocused();
    await expect(position(page)).not.toContainText("Red wins");
  });
});

test("the own game stays, also while the shared one is reviewed", async ({ game, page }) => {
  await game.openStored(storedGame({ moves: "4455" }));
  await page.evaluate((hash) => (location.hash = hash), fromAda);
  await expect(title(page)).toHaveText("Ada sent you this win");
  await toggle(page, "Review").click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole("tab", { name: "Analysis" })).toHaveAttribute("aria-selected", "true");
  expect((await game.record()).moves).toBe("4455");
  await game.notices.getByRole("button", { name: "Back to my game" }).click();
  await game.expectPieces(4);
});

test("a game is played from the position that is shown", async ({ game, page }) => {
  await game.open(win);
  const here = toggle(page, "Play from here");
  await toggle(page, "Pause").click();
  for (let step = 0; step < 3; step++) {
    await toggle(page, "Next").click();
  }
  await here.click();
  await expect(dialog(page)).toHaveCount(0);
  await page.keyboard.press("Escape");
  const { moves } = await game.record();
  expect("1212121".startsWith(moves) && moves.length >= 3 && moves.length < 7).toBe(true);
});

test("a link of a single human says who sends it", async ({ game }) => {
  await game.openStored(storedMatch({ computers: [null, "level:3"], moves: "1212121" }));
  await game.share.click();
  await expect(game.shareDialog.getByRole("textbox", { name: "Link" })).toHaveValue(/&seat=1$/);
});

test("an unfinished game isn't played", async ({ game, page }) => {
  await game.open("#v=1&board=7x6&connect=4&moves=1122");
  await game.expectPieces(4);
  await expect(dialog(page)).toHaveCount(0);
});
