// Clicks are never lost: neither when the layout changes between press and release, nor right
// after a dialog was closed.

import { PARTS } from "../support/files.mjs";
import { expect, test } from "../support/game.mjs";
import { holdResponses } from "../support/responses.mjs";

/** The centre of an element. */
async function middle(locator) {
  const { x, y, width, height } = await locator.boundingBox();
  return [x + width / 2, y + height / 2];
}

test("the library's layout doesn't shift when games are loaded", async ({ game, page }) => {
  // The storage estimate is read last; it is held back here.
  await page.addInitScript(() => {
    const held = new Promise((release) => (window.release = release));
    const storage = {
      persisted: async () => false,
      persist: async () => false,
      estimate: () => held.then(() => ({ usage: 1e5, quota: 1e9 })),
    };
    Object.defineProperty(navigator, "storage", { value: storage });
  });
  const places = () =>
    game.libraryDialog.getByRole("button").evaluateAll((buttons) =>
      buttons.map((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return [button.textContent, x, y, width, height].join(" ");
      }),
    );
  for (const [width, height] of [[1366, 768], [360, 740], [740, 360]]) {
    await page.setViewportSize({ width, height });
    await game.open();
    await game.library.click();
    await expect(game.libraryDialog).toBeVisible();
    await game.libraryDialog.locator("#library-menu").click();
    const before = await places();
    const scores = game.libraryDialog.getByRole("button", { name: "High scores" });
    await page.mouse.move(...(await middle(scores)));
    await page.mouse.down();
    await page.evaluate(() => window.release());
    await expect(game.libraryDialog).toContainText("used");
    expect.soft(await places(), `${width} × ${height}`).toEqual(before);
    await page.mouse.up();
    await expect(game.scoresDialog).toBeVisible();
    await expect(game.libraryDialog).toBeHidden();
    await page.reload();
  }
});

test("a click counts if the button moves away before the release", async ({ game, page }) => {
  await game.open();
  await game.moves("4455");
  const move = (distance) =>
    page.locator("main .actions").evaluate((actions, distance) => {
      actions.style.marginTop = `${distance}px`;
    }, distance);
  await page.mouse.move(...(await middle(game.undo)));
  await page.mouse.down();
  await move(-200);
  await page.mouse.up();
  await game.expectPieces(3);
  // Even if another button is now under the pointer, which must not be clicked.
  await move(0);
  await page.mouse.move(...(await middle(game.undo)));
  await page.mouse.down();
  await game.undo.evaluate((undo) => (undo.style.order = 9));
  await page.mouse.up();
  await game.expectPieces(2);
  await game.undo.focus();
  await page.keyboard.press("Enter");
  await game.expectPieces(1);
});

test("moving the pointer away cancels a click", async ({ game, page }) => {
  await game.open();
  await game.moves("4455");
  const [x, y] = await middle(game.undo);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 80);
  await page.mouse.up();
  await game.expectPieces(4);
  await game.undo.click();
  await game.expectPieces(3);
});

/** Clicks buttons in one task of the page. */
function press(page, ...names) {
  return page.evaluate((names) => {
    const buttons = [...document.querySelectorAll("dialog[open] button, main button, nav button")];
    const pressed = names.map((name) => buttons.find((it) => (it.ariaLabel ?? it.textContent) === name));
    for (const button of pressed) button.click();
  }, names);
}

test("a dialog that is reopened immediately has its content", async ({ game, page }) => {
  await game.open();
  await game.more.click();
  await expect(game.menu).toBeVisible();
  // `close` events are asynchronous: on slow devices they follow the next click.
  await press(page, "Close", "More");
  await expect(game.menu.getByRole("button", { name: "Share" })).toBeVisible();
  await game.menu.getByRole("button", { name: "Close" }).click();
  await expect(game.menu).toBeHidden();
});

test("the last of two pages opened while loading is shown", async ({ game, page }) => {
  const release = await holdResponses(page, PARTS);
  await game.open();
  await press(page, "New game", "Library");
  release();
  await expect(game.libraryDialog).toBeVisible();
  await expect(game.shownPage).toHaveCount(1);
  await game.play.click();
  await expect(game.shownPage).toHaveCount(0);
  await game.drop(4);
  await game.expectPieces(1);
});
