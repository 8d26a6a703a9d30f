// Whole journeys by keyboard and announcements alone. What is said is compared in order; a user also
// fails on symbols and on what is said twice. They run in every browser: page/journeys.spec.mjs has
// Playwright's, webkit/journeys.test.mjs Debian's WebKit.

import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { storedGame, storedMatch } from "./game.mjs";
import { DAILY, WIN, puzzleFile } from "./puzzles.mjs";
import { listen } from "./screen-reader.mjs";

/** What is not read well: symbols in place of words. */
const SYMBOLS = /[?!]{2}|\?!|[−×→←↑↓½±…]{2}|[−×→←↑↓½±\[\]]/u;

/** A user with a keyboard and a screen reader. */
export class User {
  /**
   * `browser` has `evaluate(function, argument)`, `press(key)` with Playwright's names of keys, and
   * `focused()`: the role, name and state of what has the focus.
   */
  constructor(browser) {
    this.browser = browser;
  }

  /** Starts to listen to the page, which is open. */
  async listen() {
    await listen(this.browser, false);
  }

  /** Returns what was said since the last call, one announcement each. */
  async hear() {
    const said = await this.browser.evaluate(() => window.announced.splice(0));
    for (const [i, text] of said.entries()) {
      assert.doesNotMatch(text, SYMBOLS, "words, not symbols");
      assert.notEqual(text, said[i - 1], "said twice");
    }
    return said;
  }

  /** Waits until something that matches is said; returns what was said until then and since. */
  async hearing(words) {
    const all = () => this.browser.evaluate(() => window.announced.join("\n"));
    await until(async () => words.test(await all()), async () => `${words} is said, only ${await all()}`);
    // What follows at once belongs to it.
    await sleep(200);
    return this.hear();
  }

  async press(...keys) {
    for (const key of keys) await this.browser.press(key);
  }

  async type(text) {
    await this.press(...text);
  }

  /** What a screen reader says of the element that has the focus: its role, name and state. */
  focused() {
    return this.browser.focused();
  }

  /** Waits until the focus is on what matches. */
  async expectFocus(words) {
    const matches = async () => words.test(await this.focused());
    await until(matches, async () => `${words} has the focus, not ${await this.focused()}`);
  }

  /** An attribute of what has the focus. */
  attribute(name) {
    return this.browser.evaluate((name) => document.activeElement.getAttribute(name), name);
  }

  /** The description of what has the focus. */
  description() {
    return this.browser.evaluate(() => {
      const ids = document.activeElement.getAttribute("aria-describedby")?.split(" ") ?? [];
      return ids.map((id) => document.getElementById(id).textContent).join(" ");
    });
  }

  /** Waits until a number of pieces is on the board. */
  async expectPieces(count) {
    const pieces = () =>
      this.browser.evaluate(() => document.querySelectorAll("[data-cell][data-player]").length);
    await until(async () => (await pieces()) === count, async () => `${count} pieces, not ${await pieces()}`);
  }

  /** Waits until there is a region with this name. */
  async expectRegion(name) {
    const isThere = () =>
      this.browser.evaluate((name) => document.querySelector(`section[aria-label="${name}"]`) !== null, name);
    await until(isThere, () => `the region ${name}`);
  }

  /** Moves the focus by Tab, or another key, to what matches. */
  async to(words, key = "Tab") {
    const passed = [];
    for (let stops = 0; stops < 80; stops++) {
      const focused = await this.focused();
      if (words.test(focused)) return focused;
      passed.push(focused);
      await this.press(key);
    }
    throw new Error(`${words} is not reached; only ${passed.join(", ")}`);
  }

  /** Moves the focus by Tab to what matches, and presses Enter. */
  async activate(words) {
    await this.to(words);
    await this.press("Enter");
  }

  /** Opens a page of the main menu; its heading gets the focus. */
  async openPage(name) {
    await this.activate(new RegExp(`^button "${name}`));
    await this.expectFocus(new RegExp(`^heading "${name}" \\[level=2\\]$`));
  }

  /** Opens a dialog of the menu. */
  async openMenuItem(name) {
    await this.activate(/^button "More"/);
    await this.expectDialog("More");
    await this.activate(new RegExp(`^button "${name}"`));
    await this.expectDialog(name);
  }

  /** Waits until the focus is in a dialog whose name begins so: a key before is for what is behind it. */
  async expectDialog(name) {
    const focused = () =>
      this.browser.evaluate(() => document.activeElement.closest("dialog")?.ariaLabel ?? "no dialog");
    const matches = async () => (await focused()).startsWith(name);
    await until(matches, async () => `${name} has the focus, not ${await focused()}`);
  }
}

async function until(condition, what) {
  const end = Date.now() + 20_000;
  while (!(await condition())) {
    if (Date.now() > end) assert.fail(`waited in vain for ${await what()}`);
    await sleep(50);
  }
}

const lost = storedMatch({
  players: [
    { name: "You", shape: "circle", colour: "red", symbol: "X" },
    { name: "Coco", shape: "pentagon", colour: "blue", symbol: "O" },
  ],
  computers: [null, "level:2"],
  moves: "141474",
});

/** A file of puzzles that are all the same, so that the one of today and of the training is known. */
export const puzzles = puzzleFile(Array(DAILY + 30).fill(WIN));

/** The journeys: the stored game with which the page is opened, and what the user does. */
export const journeys = {
  "a first visit, and a game of two": {
    async run(user) {
      await user.press("4", "Enter");
      assert.deepEqual(await user.hearing(/D1/), ["Red: D1. Blue to move"]);
      await user.press("1", "Enter");
      assert.deepEqual(await user.hearing(/A1/), ["Blue: A1. Red to move"]);
      await user.press("4", "Enter", "1", "Enter", "4", "Enter", "1", "Enter");
      await user.hearing(/A3/);
      await user.press("4", "Enter");
      await user.expectRegion("Result");
      assert.deepEqual(await user.hear(), ["Red: D4. Red wins · 7 moves with column D1–D4"]);
      await user.expectFocus(/^button "Column D, 4 of 6 filled"$/);
      await user.activate(/Rematch/);
      assert.deepEqual(await user.hearing(/New/), ["New game, 7 columns, 6 rows, 4 in a row. Blue to move"]);
      await user.expectFocus(/^button "Column D, 0 of 6 filled"$/);
    },
  },

  "a new game against level 2": {
    async run(user) {
      await user.activate(/^button "New game"/);
      await user.expectFocus(/^heading "New game" \[level=2\]$/);
      await user.to(/^radio "Pip/);
      await user.press("ArrowDown");
      await user.expectFocus(/^radio "Coco 2 · sees wins" \[checked\]$/);
      await user.activate(/^button "Start"/);
      assert.deepEqual(await user.hearing(/New/), [
        "New game, 7 columns, 6 rows, 4 in a row, against Coco, level 2. Your move",
      ]);
      await user.expectFocus(/^button "Column D, 0 of 6 filled"$/);
    },
  },

  "a game that is lost, and its review": {
    stored: lost,
    async run(user) {
      await user.press("7", "Enter");
      await user.expectRegion("Result");
      const said = await user.hearing(/rating/);
      assert.deepEqual(said.slice(0, 2), [
        "You: G2. Coco is thinking…",
        "Coco: D4. You lost. Coco wins · 8 moves with column D1–D4",
      ]);
      assert.match(said.join("\n"), /Your rating is \d+, down \d+\./);
      await user.activate(/^button "Review"/);
      const [moment] = (await user.hearing(/Key moment/)).slice(-1);
      assert.match(moment, /^Key moment 1 of \d\. Move \d\. [a-z ]+\. You played [A-G]\d\. .* Your move$/);
      await user.expectFocus(/^tab "Analysis" \[selected\]$/);
    },
  },

  "the verdict of the analysis": {
    stored: storedGame({ moves: "44353" }),
    async run(user) {
      await user.activate(/^button "Analysis"/);
      const [verdict, ...more] = await user.hearing(/wins|loses/);
      assert.match(verdict, /^Blue wins in \d+ moves with C3\. Blue to move$/);
      assert.deepEqual(more, []);
      // Who goes back and forth hears the verdict where they stop.
      await user.press("z", "z", "y");
      const said = await user.hearing(/wins|loses/);
      assert.deepEqual(said.slice(0, 3), [
        "Undid C2. Red to move",
        "Undid E1. Blue to move",
        "Redid E1. Red to move",
      ]);
      assert.match(said.slice(3).join("\n"), /^Red .*\. Red to move$/);
    },
  },

  "a puzzle with a hint and a wrong move, solved": {
    async run(user) {
      await user.openPage("Learn");
      await user.activate(/^button "Today/);
      assert.deepEqual(await user.hearing(/win in/), ["Blue to move and win in 3. Your move"]);

      // The hint keeps the focus, so that another press is the next hint and no move.
      await user.activate(/^button "Hint/);
      await user.hearing(/look at/i);
      await user.press("Enter");
      await user.hearing(/Try B3/);
      await user.expectFocus(/^button "Hint/);
      await user.expectPieces(17);

      await user.press("c", "Enter");
      const wrong = (await user.hearing(/Try again/)).join(" ");
      assert.match(wrong, /C3 lets Red play C4 and threaten D3 and D4 at once: only one can be stopped\. Try again\./);
      await user.expectPieces(17);

      await user.press("b", "Enter");
      const right = await user.hearing(/B4\. Your move/);
      assert.equal(right.filter((text) => text === "Good move. Keep going.").length, 1);
      await user.expectPieces(19);
      await user.press("c", "Enter");
      const again = await user.hearing(/\d\. Your move/);
      assert.equal(again.filter((text) => text === "Good move. Keep going.").length, 1, "each time");
      await user.expectPieces(21);
      // Red has blocked one of two cells.
      const isBlocked = () => document.querySelector("[data-cell=C4]").dataset.player === "0";
      await user.press((await user.browser.evaluate(isBlocked)) ? "d" : "c", "Enter");
      const said = await user.hearing(/Solved/);
      for (const once of [/Solved, with a hint or a second try\./, /[CD]\d completes/]) {
        assert.equal(said.filter((text) => once.test(text)).length, 1, said.join("\n"));
      }
      await user.press("Enter");
      assert.deepEqual(await user.hearing(/Done/), ["Done: go on with the next one."]);
      await user.activate(/^button "Training"/);
      await user.hearing(/to move and win in \d\. Your move/);
    },
  },

  "a lesson": {
    async run(user) {
      await user.openPage("Learn");
      await user.activate(/^button "First moves/);
      await user.hearing(/Your move|to move|\./);
      await user.expectFocus(/^button "Column D/);
      await user.press("1", "Enter");
      assert.match((await user.hearing(/Try again/)).join(" "), /Try again\./);
      await user.expectPieces(0);
      await user.press("4", "Enter");
      assert.match((await user.hearing(/Correct/)).join(" "), /Correct\. /);
    },
  },

  "a custom game of three": {
    async run(user) {
      await user.activate(/^button "New game"/);
      await user.expectFocus(/^heading "New game" \[level=2\]$/);
      await user.activate(/^button "Custom/);
      await user.activate(/^button "Increase Number of players"/);
      // An error is beside its field, and Start leads to it.
      await user.to(/^textbox "Name, player 2"/);
      await user.press("ControlOrMeta+a");
      await user.type("Red");
      assert.equal(await user.attribute("aria-invalid"), "true");
      assert.match(await user.description(), /same|both|name/i);
      await user.hearing(/name/i);
      await user.activate(/^button "Start"/);
      await user.expectFocus(/^textbox "Name, player 1"/);
      await user.to(/^textbox "Name, player 2"/);
      await user.press("ControlOrMeta+a");
      await user.type("Ben");
      await user.hear();
      await user.activate(/^button "Start"/);
      assert.deepEqual(await user.hearing(/New/), [
        "New game, 7 columns, 6 rows, 4 in a row, 3 players. Red to move",
      ]);
    },
  },

  "the library": {
    stored: storedGame({ moves: "1212121" }),
    async run(user) {
      await user.openPage("Library");
      await user.activate(/^button "Red – Blue/);
      await user.expectRegion("Analysis");
      await user.hear();
      await user.expectFocus(/^button "Column/);
    },
  },

  settings: {
    async run(user) {
      await user.openPage("Settings");
      // WebKit counts the value as a part of the name.
      await user.to(/^slider "Volume( 4 of 10)?"/);
      await user.press("ArrowRight");
      assert.equal(await user.attribute("aria-valuetext"), "5 of 10");
      await user.activate(/^button "Reset/);
      await user.hearing(/Reset all settings/);
      await user.activate(/^button "Cancel"/);
      await user.expectFocus(/^button "Reset to defaults"$/);
      assert.deepEqual(await user.hear(), []);
    },
  },

  "sharing and loading": {
    stored: storedGame(),
    async run(user) {
      await user.openMenuItem("Share");
      await user.to(/^button "Copy/);
      for (let times = 0; times < 2; times++) {
        await user.press("Enter");
        assert.equal((await user.hearing(/Cop|copy/)).length, 1, "each time");
      }
      await user.press("Escape");
      await user.expectFocus(/^button "More"/);
      await user.openMenuItem("Load");
      await user.to(/^textbox/);
      await user.type("49");
      await user.activate(/^button "Load/);
      assert.equal((await user.hearing(/9/)).length, 1);
      await user.press("Enter");
      assert.equal((await user.hearing(/9/)).length, 1, "each time");
      await user.to(/^textbox/, "Shift+Tab");
      assert.equal(await user.attribute("aria-invalid"), "true");
      assert.match(await user.description(), /9/);
      await user.press("ControlOrMeta+a");
      await user.type("445");
      await user.activate(/^button "Load/);
      assert.deepEqual(await user.hearing(/loaded/), ["Game loaded, 7 columns, 6 rows, 4 in a row. Blue to move"]);
      await user.expectFocus(/^button "Column/);
    },
  },

  "a cup": {
    async run(user) {
      await user.openPage("Compete");
      await user.activate(/^button "New cup"/);
      await user.expectFocus(/^heading "Cup" \[level=2\]$/);
      await user.activate(/^button "Start/);
      await user.expectFocus(/^button "Play"$/);
      await user.press("Enter");
      const said = await user.hearing(/New game/);
      assert.match(said.at(-1), /^New game, 7 columns, 6 rows, 4 in a row, against \w+, level \d\. /);
      await user.expectFocus(/^button "Column/);
    },
  },
};
