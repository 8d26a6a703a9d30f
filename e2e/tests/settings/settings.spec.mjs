// Settings apply immediately and persist. Invalid ones lose the settings, not the game.

import { STORED_SETTINGS, expect, storedMatch, test } from "../support/game.mjs";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** A non-default value of every setting, as shown and as stored. */
const other = {
  Theme: ["Dark", "theme", "dark"],
  "Piece colours": ["Green-blind (deutan)", "palette", "deutan"],
  Board: ["Forest", "board", "forest"],
  "Board size": ["Small", "size", "small"],
  Animations: ["Off", "motion", "none"],
  "Column labels": ["1 2 3", "labels", "one"],
  "Letter and number keys drop a piece immediately": [true, "drop-by-label", true],
  "Confirm each move": [true, "confirm", true],
  Sound: [false, "sound", false],
  "Vibration": [false, "vibration", false],
  "Hints and analysis during a game": [false, "hints", false],
};
const changes = Object.fromEntries(Object.entries(other).map(([name, [value]]) => [name, value]));

/** Runs in the page: returns the visible effects of settings. */
function effects() {
  const { width } = document.querySelector(".board").getBoundingClientRect();
  const label = getComputedStyle(document.querySelector(".column"), "::after");
  const red = getComputedStyle(document.querySelector("[data-player='0'] path"));
  return {
    page: getComputedStyle(document.body).backgroundColor,
    bar: document.querySelector("meta[name=theme-color]").content,
    width: Math.round(width),
    columnLabel: label.content,
    red: red.fill,
    frame: getComputedStyle(document.querySelector(".frame")).fill,
    falls: red.animationName,
    sound: document.getElementById("mute").getAttribute("aria-pressed"),
  };
}

test("settings apply immediately, persist and can be reset", async ({ game, page }) => {
  await game.open();
  await game.drop(4);
  const before = await page.evaluate(effects);
  expect(before.sound).toBe("true");
  await game.changeSettings(changes);
  // Palettes are in a separate style sheet.
  await expect.poll(async () => (await page.evaluate(effects)).red).not.toBe(before.red);
  await expect.poll(async () => (await page.evaluate(effects)).frame).not.toBe(before.frame);
  const after = await page.evaluate(effects);
  expect(after.page).toBe("rgb(15, 19, 26)");
  expect(after.bar).toBe(after.page);
  expect(after.width).toBeLessThan(before.width * 0.7);
  expect(after.falls).toBe("none");
  expect(after.sound).toBe("false");
  await expect(game.hint).toHaveAttribute("aria-disabled", "true");
  const record = JSON.parse((await game.stored())[STORED_SETTINGS]);
  for (const [, name, value] of Object.values(other)) expect(record[name]).toBe(value);

  await game.reload();
  await expect.poll(() => page.evaluate(effects)).toEqual(after);
  await expect(game.hint).toHaveAttribute("aria-disabled", "true");
  await game.settings.click();
  const dialog = game.settingsDialog;
  for (const [name, value] of Object.entries(changes)) {
    if (typeof value === "boolean") {
      await expect(dialog.getByRole("checkbox", { name })).toBeChecked({ checked: value });
    } else {
      const choice = dialog.getByRole("group", { name, exact: true });
      await expect(choice.getByRole("button", { pressed: true })).toHaveText(value);
    }
  }

  await dialog.getByRole("button", { name: "Reset to defaults" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect((await page.evaluate(effects)).page).toBe(after.page);
  await dialog.getByRole("button", { name: "Reset to defaults" }).click();
  await dialog.getByRole("button", { name: "Reset", exact: true }).click();
  await expect(dialog.getByRole("checkbox", { name: "Sound", exact: true })).toBeChecked();
  await game.play.click();
  await game.closed(dialog);
  const reset = await page.evaluate(effects);
  expect({ ...reset, falls: before.falls }).toEqual(before);
  await expect(game.hint).not.toHaveAttribute("aria-disabled", "true");
});

test("themes follow the system or the setting", async ({ game, page }) => {
  await game.open();
  const colours = () => page.evaluate(() => [
    getComputedStyle(document.body).backgroundColor,
    document.querySelector("meta[name=theme-color]").content,
  ]);
  const [light, dark, white, black] = ["245, 242, 234", "15, 19, 26", "255, 255, 255", "0, 0, 0"].map(
    (rgb) => [`rgb(${rgb})`, `rgb(${rgb})`],
  );
  for (const [theme, inLight, inDark] of [
    ["Dark", dark, dark],
    ["Light", light, light],
    ["High contrast", white, black],
    ["System", light, dark],
  ]) {
    await game.changeSettings({ Theme: theme });
    for (const [colorScheme, expected] of [["light", inLight], ["dark", inDark]]) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(colours, `${theme}, ${colorScheme}`).toEqual(expected);
    }
  }
});

test("black pieces have a light rim in dark themes", async ({ game, page }) => {
  const players = [
    { name: "Red", shape: "circle", colour: "red", symbol: "X" },
    { name: "Black", shape: "circle", colour: "black", symbol: "O" },
  ];
  await game.openStored(storedMatch({ players, moves: "44" }));
  const seen = () =>
    page.evaluate(() => {
      const styles = [...document.querySelectorAll("svg path.black")].map((it) => getComputedStyle(it));
      // The colour after the gradient that lights it.
      return [...new Set(styles.map(({ fill, stroke }) => `${fill.replace(/^url\S+ /, "")} in ${stroke}`))];
    });
  for (const [theme, expected] of [
    ["Light", "rgb(0, 0, 0) in rgb(0, 0, 0)"],
    ["Dark", "rgb(5, 7, 11) in rgb(205, 212, 225)"],
  ]) {
    await game.changeSettings({ Theme: theme });
    await expect.poll(seen, theme).toEqual([expected]);
  }
  await game.changeSettings({ Theme: "High contrast" });
  for (const [colorScheme, expected] of [
    ["light", "rgb(0, 0, 0) in rgb(0, 0, 0)"],
    ["dark", "rgb(64, 64, 64) in rgb(255, 255, 255)"],
  ]) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(seen, `high contrast, ${colorScheme}`).toEqual([expected]);
  }
});

test("column labels are shown, announced and chosen by keys", async ({ game, page }) => {
  await game.openStored(storedMatch({ moves: "1" }));
  const names = () =>
    page.locator(".column").evaluateAll((lanes) => {
      const shown = getComputedStyle(lanes[0].parentElement).counterReset;
      return [shown, getComputedStyle(lanes[0], "::after").content];
    });
  const expectNamed = async (first, last) => {
    await expect(game.column(1)).toHaveAccessibleName(`Column ${first}, 1 of 6 filled`);
    await expect(game.column(7)).toHaveAccessibleName(`Column ${last}, 0 of 6 filled`);
    const heads = page.getByRole("table").getByRole("columnheader");
    await expect(heads.nth(1)).toHaveText(first);
    await expect(heads.last()).toHaveText(last);
  };
  expect(await names()).toEqual(["column 0", "counter(column, upper-alpha)"]);
  await expectNamed("A", "G");
  await game.column(4).focus();
  await page.keyboard.press("f");
  await expect(game.column(6)).toBeFocused();
  await page.keyboard.press("2");
  await expect(game.column(2)).toBeFocused();
  await game.changeSettings({ "Column labels": "0 1 2" });
  expect((await names())[0]).toBe("column -1");
  await expectNamed("0", "6");
  await game.column(4).focus();
  await page.keyboard.press("0");
  await expect(game.column(1)).toBeFocused();
  await page.keyboard.press("6");
  await expect(game.column(7)).toBeFocused();
  await game.changeSettings({ "Column labels": "1 2 3" });
  expect(await names()).toEqual(["column 0", "counter(column)"]);
  await expectNamed("1", "7");
  await game.column(4).focus();
  await page.keyboard.press("6");
  await expect(game.column(6)).toBeFocused();
  await game.expectPieces(1);
  // Also after a reload, and in announcements.
  await game.openStored(storedMatch({ moves: "444444" }));
  await expect(game.column(4)).toHaveAccessibleName("Column 4, full");
  await game.press(4);
  await expect(game.status).toContainText("Column 4 is full.");
});

test("letters are also above the board, except over the next piece and evaluations", async ({ game, page }) => {
  await game.openWithSettings({ labels: "both" });
  await game.openStored(storedMatch({ moves: "44" }));
  const above = () =>
    page.locator(".column").evaluateAll((columns) => {
      const shown = columns.filter((column) => getComputedStyle(column, "::before").content !== "none");
      return shown.map((column) => "ABCDEFG"[column.dataset.column - 1]).join("");
    });
  await page.mouse.move(0, 0);
  await expect.poll(above).toBe("ABCDEFG");
  await expect(game.column(1)).toHaveAccessibleName("Column A, 0 of 6 filled");
  const counters = await page.locator(".column").evaluateAll((columns) =>
    columns.map((column) => ["::before", "::after"].map((it) => getComputedStyle(column, it).content)),
  );
  expect(new Set(counters.flat())).toEqual(new Set(["counter(column, upper-alpha)"]));
  await game.column(3).hover();
  await expect.poll(above).toBe("ABDEFG");
  await game.analysis.click();
  await expect(game.evaluations).toHaveCount(7);
  await expect.poll(above).toBe("");
  await game.changeSettings({ "Column labels": "A B C" });
  await page.reload();
  await game.ready();
  await expect.poll(above).toBe("");
});

test("a letter or a complete number drops at once", async ({ game, page }) => {
  await game.openWithSettings({ "drop-by-label": true });
  await game.column(4).focus();
  await page.keyboard.press("2");
  await page.keyboard.press("2");
  await page.keyboard.press("8");
  await game.expectPieces(2);
  await expect(game.cell("B2")).toHaveAttribute("data-player", "1");
  await expect(game.column(2)).toBeFocused();
  await page.keyboard.press("c");
  await expect(game.cell("C1")).toHaveAttribute("data-player", "0");
  await game.openStored(storedMatch({ rules: { columns: 15, rows: 15 } }));
  await game.column(8).focus();
  await page.keyboard.press("1");
  await game.expectPieces(0);
  await page.keyboard.press("2");
  await expect(game.cell("L1")).toHaveAttribute("data-player", "0");
  await game.expectPieces(1);
});

test("moves are confirmed by mouse and keyboard", async ({ game, page }) => {
  await game.openWithSettings({ confirm: true, "drop-by-label": true });
  await game.recordAnnouncements();
  const says = (cell) => `${cell}: press again to drop.`;
  await game.drop(4);
  await expect(game.status).toContainText(says("D1"));
  expect((await game.announcements()).filter((said) => said.includes(says("D1")))).toHaveLength(1);
  await game.expectPieces(0);
  const outlines = page.locator(".landing, .hovering");
  await game.column(1).hover();
  await expect(outlines).toHaveCount(2);
  const at = await outlines.first().getAttribute("transform");
  expect(at, "it stays in its column").toBe("translate(350 -50)");
  await game.drop(3);
  await expect(game.status).toContainText(says("C1"));
  await game.drop(3);
  await expect(game.cell("C1")).toHaveAttribute("data-player", "0");
  await expect(game.status).not.toContainText("press again");

  await game.column(5).focus();
  for (const [key, cell, pieces] of [["Enter", "E1", 1], ["Enter", "", 2], ["Space", "E2", 2]]) {
    await page.keyboard.press(key);
    await game.expectPieces(pieces);
    if (cell) await expect(game.status).toContainText(says(cell));
  }
  // Any change of the position clears the selection.
  await page.keyboard.press("z");
  await page.keyboard.press("ArrowDown");
  await expect(game.status).toContainText(says("E1"));
  await game.expectPieces(1);
  await page.keyboard.press("6");
  await expect(game.status).toContainText(says("F1"));
  await page.keyboard.press("6");
  await game.expectPieces(2);

  await game.openStored(storedMatch({ rules: { columns: 3, rows: 3, connect: 3, gravity: false } }));
  await game.place("B2");
  await expect(game.status).toContainText("B2: press again to place.");
  await game.place("B2");
  await game.expectPieces(1);
});

test.describe("by touch", () => {
  test.use({ hasTouch: true });

  test("moves are confirmed", async ({ game }) => {
    await game.openWithSettings({ confirm: true });
    await game.column(2).tap();
    await expect(game.status).toContainText("B1: press again");
    await game.column(6).tap();
    await expect(game.status).toContainText("F1: press again");
    await game.expectPieces(0);
    await game.column(6).tap();
    await game.expectPieces(1);
  });
});

test("the sound button toggles sound and vibration before the dialogs are loaded", async ({ game }) => {
  await game.open();
  await expect(game.sound).toHaveAttribute("aria-pressed", "true");
  const stored = async () => {
    const { sound, vibration } = JSON.parse((await game.stored())[STORED_SETTINGS] ?? "{}");
    return [sound, vibration];
  };
  await game.sound.click();
  await expect(game.sound).toHaveAttribute("aria-pressed", "false");
  expect(await stored()).toEqual([false, false]);
  await game.reload();
  await expect(game.sound).toHaveAttribute("aria-pressed", "false");
  await game.sound.click();
  await expect(game.sound).toHaveAttribute("aria-pressed", "true");
  expect(await stored()).toEqual([true, true]);
});

test("settings apply to other tabs", async ({ game, page }) => {
  // With locks only one tab runs the program.
  await page.context().addInitScript(() => delete Navigator.prototype.locks);
  await game.open();
  await game.changeSettings({ Theme: "Light" });
  const other = await page.context().newPage();
  await other.goto("./");
  await expect(other.locator("html")).toHaveAttribute("data-theme", "light");
  await game.changeSettings({ Theme: "Dark" });
  await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");
});

const record = (changes) =>
  JSON.stringify({ format: "four-shapes-settings", version: 1, ...changes });
const newer = record({ version: 2, theme: { name: "dark" }, size: "huge" });
const unreadable = {
  "no JSON": "theme: dark",
  markup: record({ theme: '"><img src=x onerror=alert(1)>', size: "<script>" }),
  "far too much": record({ theme: "x".repeat(1_500_000) }),
};

test("unreadable settings are set aside, and the page works", async ({ game }) => {
  test.slow();
  for (const [what, text] of Object.entries(unreadable)) {
    await test.step(what, async () => {
      await game.openWithSettings(text);
      await game.drop(4);
      await expect(game.notices).toContainText("The saved settings couldn’t be read");
      const stored = await game.stored();
      expect(Object.values(stored)).toContain(text);
      expect(JSON.parse(stored[STORED_SETTINGS]).theme, what).toBe("system");
      await game.page.evaluate(() => localStorage.clear());
    });
  }
});

test("settings of a newer version are kept, and changes last until the page is closed", async ({ game, page }) => {
  await game.openWithSettings(newer);
  await expect(game.notices).toContainText("saved by a newer version");
  await game.changeSettings({ Theme: "Dark" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await game.drop(4);
  expect((await game.stored())[STORED_SETTINGS]).toBe(newer);
  await game.reload();
  expect(await page.locator("html").getAttribute("data-theme")).not.toBe("dark");
});
