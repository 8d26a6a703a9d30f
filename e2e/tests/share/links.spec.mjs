// Links: what they show in another browser, and that no link loses the current game.

import { STORED_GAME, expect, storedGame, storedMatch, test } from "../support/game.mjs";

const three = storedMatch({
  rules: { columns: 9, rows: 7, players: 3 },
  players: [
    { name: "Ada & Eve.", shape: "star", colour: "pink", symbol: "%" },
    { name: "<b>Ben</b>", shape: "heart", colour: "teal", symbol: "O" },
    { name: "Зоя שלום", shape: "hexagon", colour: "brown", symbol: "Ж" },
  ],
  starts: 3,
  moves: "55544",
});

/** The link in the share dialog. */
async function linkOf(game) {
  await game.share.click();
  const link = await game.shareDialog.getByRole("textbox", { name: "Link" }).inputValue();
  await game.shareDialog.getByRole("button", { name: "Close" }).click();
  return link;
}

const back = (game) => game.notices.getByRole("button", { name: "Back to my game" });
const keep = (game) => game.notices.getByRole("button", { name: "Continue this game" });

for (const [what, record] of Object.entries({
  "the usual game": storedGame(),
  "a won game": storedGame({ moves: "1212121" }),
  "three players": three,
  "a flat board": storedMatch({ rules: { columns: 3, rows: 3, connect: 3, gravity: false }, moves: "B2,A1" }),
  "ten columns": storedMatch({ rules: { columns: 10, rows: 4 }, moves: "10,1,10" }),
})) {
  test(`a link shows ${what} in another browser`, async ({ game, otherBrowser }) => {
    await game.openStored(record);
    const link = await linkOf(game);
    await otherBrowser.page.goto(link);
    await otherBrowser.ready();
    await otherBrowser.expectBoard(await game.board());
    await expect(otherBrowser.seats).toHaveText(await game.seats.allTextContents());
    for (const attribute of ["data-status", "data-player"]) {
      expect(await otherBrowser.status.getAttribute(attribute)).toBe(
        await game.status.getAttribute(attribute),
      );
    }
    if (what === "a won game") {
      // Its moves are played in a dialog.
      await expect(otherBrowser.page.getByRole("dialog", { name: "Shared game" })).toBeVisible();
      await otherBrowser.page.keyboard.press("Escape");
    }
    // There was no game to set aside, so the shared one becomes the current game.
    await expect(back(otherBrowser)).toHaveCount(0);
    await expect.poll(() => new URL(otherBrowser.page.url()).hash).toBe("");
    const { moves, players, starts, rules } = await otherBrowser.record();
    const here = await game.record();
    expect({ moves, players, starts, rules }).toEqual({
      moves: here.moves,
      players: here.players,
      starts: here.starts,
      rules: here.rules,
    });
    await expect(otherBrowser.page.locator("b, img")).toHaveCount(0);
  });
}

test("a link excludes undone moves", async ({ game, otherBrowser }) => {
  await game.openStored(storedGame({ cursor: 3 }));
  await otherBrowser.page.goto(await linkOf(game));
  await otherBrowser.expectPieces(3);
  await expect(otherBrowser.redo).toHaveAttribute("aria-disabled", "true");
});

const shared = "#v=1&board=7x6&connect=4&moves=1122";

test("opening a link sets the current game aside until it is restored, also after a reload", async ({ game, page }) => {
  await game.open();
  await game.moves("44455");
  const mine = (await game.stored())[STORED_GAME];
  const own = await game.board();
  await page.goto(`./${shared}`);
  await game.reload();
  await game.expectPieces(4);
  await expect(game.notices).toContainText("You’re viewing a shared game. Your own game is saved.");
  // The notice stays the same one, with its focus.
  await back(game).focus();
  await game.column(3).dispatchEvent("click");
  await game.expectPieces(5);
  await expect(back(game)).toBeFocused();
  const visited = await game.board();
  expect((await game.stored())[STORED_GAME]).toBe(mine);
  await game.reload();
  await game.expectBoard(visited);
  await expect(back(game)).toBeVisible();
  expect((await game.stored())[STORED_GAME]).toBe(mine);
  await back(game).click();
  await game.expectBoard(own);
  await expect(game.status).toContainText("Back to your game.");
  await expect(back(game)).toHaveCount(0);
  await expect.poll(() => new URL(page.url()).hash).toBe("");
  await game.reload();
  await game.expectBoard(own);
  expect((await game.stored())[STORED_GAME]).toBe(mine);
});

test("a shared game can replace the current one", async ({ game, page }) => {
  await game.open();
  await game.moves("44455");
  await page.goto(`./${shared}`);
  await expect(keep(game)).toBeVisible();
  await keep(game).click();
  await expect(game.status).toContainText("This is now your game.");
  await expect(keep(game)).toHaveCount(0);
  await game.expectPieces(4);
  await game.reload();
  await game.expectPieces(4);
  await expect(keep(game)).toHaveCount(0);
  expect((await game.record()).moves).toBe("1122");
});

test("a link that is opened above a page or a dialog shows its game", async ({ game, page }) => {
  await game.open();
  for (const [name, dialog] of [["Settings", game.settingsDialog], ["Players", game.playersDialog]]) {
    await game.moves("4");
    await game.menuItem(name).click();
    await expect(dialog).toBeVisible();
    await page.evaluate((link) => (location.hash = link), shared);
    await expect(dialog).toBeHidden();
    await expect(keep(game)).toBeVisible();
    await game.expectPieces(4);
    await expect(page).toHaveURL(/#v=/);
    await back(game).click();
  }
});

test("a link to the current game sets nothing aside", async ({ game, page }) => {
  await game.open();
  await game.moves("44455");
  const link = await linkOf(game);
  await page.goto(link);
  await game.reload();
  await game.expectPieces(5);
  await expect(back(game)).toHaveCount(0);
});

/** Text appended or prepended by other sites, and the fields reported as unknown. */
const appended = [
  [(link) => `${link}?fbclid=1&gclid=2`, []],
  [(link) => link.replace("#", "#utm_source=mail&"), []],
  [(link) => `${link}&source=mail&%E2%80%9Cx=1`, ["“source”", "“%E2%80%9Cx”"]],
];

test("parameters appended by other sites are ignored", async ({ game, page }) => {
  await game.open();
  await game.moves("44455");
  const mine = await game.stored();
  const own = await game.board();
  const expectShared = async (fields) => {
    await game.expectPieces(4);
    // Besides the notice about the shared game.
    await expect(game.notices.getByRole("paragraph")).toHaveCount(fields.length ? 2 : 1);
    for (const field of fields) await expect(game.notices).toContainText(field);
    expect((await game.stored())[STORED_GAME]).toBe(mine[STORED_GAME]);
    expect(new URL(page.url()).hash).toBe(shared);
  };
  for (const [append, fields] of appended) {
    const link = append(shared);
    await test.step(link, async () => {
      await page.goto("about:blank");
      await page.goto(`./${link}`);
      await game.ready();
      await expectShared(fields);
      await back(game).click();
      await game.expectBoard(own);
      // The same in an open page.
      await page.evaluate((link) => (location.hash = link), link);
      await expect(back(game)).toBeVisible();
      await game.expectPieces(4);
      await back(game).click();
    });
  }
  await page.goto("about:blank");
  await page.goto("./#library&utm_source=mail");
  await expect(game.libraryDialog).toBeVisible();
});

test("parameters appended to pasted or dropped links are ignored", async ({ game, page }) => {
  await game.open();
  const address = (more) => `Look: https://example.org/?utm_id=1${shared}${more}`;
  await game.loadText(address("&fbclid=1"));
  await game.expectPieces(4);
  await expect(game.notices).toBeHidden();
  await game.loadText(address("&\u202efield=1."));
  const notice = game.notices.getByRole("paragraph");
  await expect(notice).toHaveText("Unknown fields in this link were ignored: “\\u{202e}field”.");
  await game.expectPieces(4);
  const drop = (text) =>
    page.evaluate((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData("text", text);
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, text);
  await drop(address("&x=1"));
  // The notice about the game that was shown before leaves with it.
  await expect(notice).toHaveText("Unknown fields in this link were ignored: “x”.");
  await drop(address("&connect=5"));
  await expect(notice.last()).toContainText("connect occurs twice with different values");
  await game.expectPieces(4);
});

/** Invalid links and their messages, of which tests of the records have all. */
const wrong = [
  ["#v=3&board=7x6&connect=4&moves=4", "v: unsupported version “3”, expected 1 or 2"],
  ["#v=1&board=7x6&connect=4&moves=4448", "moves: character 4: “8” is not a column; columns are 1 to 7"],
  ["#v=1&board=7x6&connect=4&moves=%ff", "moves: not valid UTF-8"],
  ["#v=1&board=7x6&connect=4&player=%3Cimg%20src%3Dx%3E.blob.red.X&moves=4", /^The game in this link can’t be opened \(player: /],
  [`#v=1&board=7x6&connect=4&moves=${"4".repeat(40000)}`, /the link has \d+ bytes; the maximum is/],
];

test("invalid links are reported and the current game stays", async ({ game, page }) => {
  await game.open();
  await game.moves("44455");
  const mine = await game.stored();
  const own = await game.board();
  for (const [hash, words] of wrong) {
    await test.step(hash.slice(0, 80), async () => {
      await page.goto("about:blank");
      await page.goto(`./${hash}`);
      await game.ready();
      const notice = game.notices.getByRole("paragraph");
      await expect(notice).toHaveCount(1);
      await expect(notice).toContainText("The game in this link can’t be opened");
      await expect(notice).toContainText(words);
      await expect(notice).toContainText("Your own game is unchanged.");
      await game.expectBoard(own);
      expect(await game.stored()).toEqual(mine);
      await expect(page.locator("img")).toHaveCount(0);
    });
  }
});

/** Ten mutations of a link's fragment, from a fixed seed. */
function mutations(fragment) {
  let state = 7;
  const random = (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
  const signs = "&=%x.19zA-é<\"'0";
  const fragments = Array.from({ length: 10 }, (_, n) => {
    const at = random(fragment.length);
    const sign = signs[random(signs.length)];
    const rest = fragment.slice(at);
    return [
      () => fragment.slice(0, at) + sign + rest.slice(1),
      () => fragment.slice(0, at) + sign + rest,
      () => fragment.slice(0, at) + rest.slice(1),
      () => fragment.slice(0, at),
      () => rest + fragment.slice(0, at),
    ][n % 5]();
  });
  return fragments;
}

test("mutated links never lose the current game", async ({ game, page }) => {
  await game.openStored(three);
  const { hash } = new URL(await linkOf(game));
  await page.evaluate(() => localStorage.clear());
  await game.reload();
  await game.moves("44455");
  const mine = (await game.stored())[STORED_GAME];
  const own = await game.board();
  const outcomes = new Set();
  for (const fragment of mutations(hash.slice(1))) {
    await test.step(fragment, async () => {
      await page.goto("about:blank");
      await page.goto(`./#${fragment}`);
      await game.ready();
      if (/(^|&)v=/.test(fragment)) {
        const notice = game.notices.getByRole("paragraph");
        await expect(notice.first()).toBeVisible();
        const visiting = await back(game).isVisible();
        outcomes.add(visiting ? "game" : "notice");
        if (visiting) {
          await expect(notice.first()).toContainText("You’re viewing a shared game.");
          await back(game).click();
        } else {
          await expect(notice).toContainText("The game in this link can’t be opened");
        }
      } else {
        outcomes.add("ignored");
        await expect(game.notices.getByRole("paragraph")).toHaveCount(0);
      }
      await game.expectBoard(own);
      expect((await game.stored())[STORED_GAME]).toBe(mine);
      await expect(page.locator("b, img")).toHaveCount(0);
    });
  }
  expect([...outcomes].sort(), "all of these were tried").toEqual(["game", "ignored", "notice"]);
});

test("Copy copies the link", async ({ game, page }) => {
  await page.addInitScript(() => {
    const writeText = async (text) => {
      window.copied = text;
    };
    Object.defineProperty(navigator, "clipboard", { value: { writeText } });
  });
  await game.openStored(three);
  await game.share.click();
  const dialog = game.shareDialog;
  await dialog.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(dialog.getByText("Copied")).toBeVisible();
  const link = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
  expect(await page.evaluate(() => window.copied)).toBe(link);
});

for (const [what, block] of Object.entries({
  blocked: () => {
    const writeText = () => Promise.reject(new DOMException("blocked", "NotAllowedError"));
    Object.defineProperty(navigator, "clipboard", { value: { writeText } });
  },
  absent: () => Object.defineProperty(navigator, "clipboard", { value: undefined }),
})) {
  test(`with the clipboard ${what}, the link is selected`, async ({ game, page }) => {
    await page.addInitScript(block);
    await game.openStored(three);
    await game.share.click();
    const dialog = game.shareDialog;
    await dialog.getByRole("button", { name: "Copy", exact: true }).click();
    await expect(dialog.getByText("press Ctrl+C")).toBeVisible();
    const field = dialog.getByRole("textbox", { name: "Link" });
    const selected = await field.evaluate((input) =>
      input.value.slice(input.selectionStart, input.selectionEnd),
    );
    expect(selected).toBe(await field.inputValue());
  });
}

test("links to dialogs only open them", async ({ game, page }) => {
  const moves = "44455";
  await game.openStored(storedMatch({ moves }));
  await page.goto("./#new-game=computer");
  const dialog = game.newGameDialog;
  await expect(dialog.getByRole("radio", { name: /^Pip/ })).toBeChecked();
  await expect(dialog.getByRole("radio", { name: "first" })).toBeChecked();
  await expect.poll(() => new URL(page.url()).hash).toBe("#/new-game");
  await page.keyboard.press("Escape");
  await game.expectPieces(moves.length);

  for (const unknown of ["new-game=7", "talk", "load", "nonsense"]) {
    await page.evaluate((unknown) => (location.hash = unknown), unknown);
  }
  await page.evaluate(() => (location.hash = "about"));
  await expect(game.shownPage).toContainText("Nothing you do here is sent anywhere");
  await page.keyboard.press("Escape");
  await game.closed(game.shownPage);
  await expect(game.textPanel).toHaveCount(0);
  await game.expectPieces(moves.length);
  await page.goto("./?first#new-game");
  await expect(dialog).toBeVisible();
});
