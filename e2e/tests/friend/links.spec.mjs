// Games with a friend elsewhere, by links: two browsers, each with storage of its own.

import { listen } from "../support/screen-reader.mjs";
import { Friend, pair } from "../support/friend.mjs";
import { Game, expect, storedGame, storedMatch, test } from "../support/game.mjs";

/** Twelve moves without a win. */
const MOVES = "746336637473";

/** Two friends after the first move and the invitation. */
async function begin(game, otherBrowser) {
  const [ada, ben] = await pair(game, otherBrowser);
  await ada.invite({ name: "Ada" });
  await ada.drop(4);
  await ben.join(await ada.link(), "Ben");
  return [ada, ben];
}

test("an invitation says who invites and which pieces one has", async ({ game, otherBrowser }) => {
  const [ada, ben] = await pair(game, otherBrowser);
  await ada.invite({ name: "Ada" });
  await expect(game.status).toContainText("Your move, then send the link");
  await expect(ada.sending).toHaveCount(0);
  await ada.drop(4);
  await expect(game.status).toContainText("Send your move to Blue");
  const link = await ada.link();
  await expect(game.status).toContainText("Waiting for Blue");
  await expect(game.notices).toContainText("Link copied. Send it to Blue.");
  await ben.follow(link);
  await expect(ben.invitePage.getByRole("heading", { name: "Ada invites you" })).toBeVisible();
  await expect(ben.invitePage).toContainText("You are Blue");
  await expect(ben.invitePage).toContainText("1 move");
  await expect.poll(() => new URL(ben.page.url()).hash).not.toContain("game=");
  await ben.invitePage.getByRole("button", { name: "Play as Blue" }).click();
  await otherBrowser.expectPieces(1);
  await expect(otherBrowser.status).toContainText("Your move");
  await ben.drop(4);
  await ada.follow(await ben.link());
  await game.expectPieces(2);
  await expect(game.status).toContainText("Your move");
});

test("a game of twelve moves, with links that are stale, doubled and forged", async ({ game, otherBrowser }) => {
  const [ada, ben] = await pair(game, otherBrowser);
  const friends = [ada, ben];
  for (const { page } of friends) await page.emulateMedia({ reducedMotion: "reduce" });
  await ada.invite({ name: "Ada" });
  const links = [];
  for (const [index, column] of [...MOVES].entries()) {
    const [here, there] = index % 2 ? [ben, ada] : [ada, ben];
    await here.drop(Number(column));
    const link = await here.link();
    links.push(link);
    if (index === 0) {
      await there.join(link, "Ben");
    } else {
      await there.follow(link);
    }
    await there.game.expectPieces(index + 1);
    if ([4, 5].includes(index)) {
      // Tapped twice.
      await there.follow(link);
      await there.game.expectPieces(index + 1);
      await expect(there.game.status).toContainText("Your move");
    }
    if (index === 9) {
      await there.follow(links[index - 4]);
      await expect(there.game.notices).toContainText("You already answered this.");
      await there.game.expectPieces(index + 1);
    }
    if (index === 10) {
      // The second move of the reader is another one.
      const forged = link.replace("moves=7463", "moves=7465");
      await there.follow(forged);
      await expect(there.invitePage).toContainText("Two versions of this game");
      await there.invitePage.getByRole("button", { name: "Keep mine" }).click();
      await there.game.expectPieces(index + 1);
    }
  }
  for (const friend of friends) {
    const [{ link }] = await friend.games();
    expect(new URLSearchParams(link).get("moves")).toBe(MOVES);
  }
  await expect(game.seats).toHaveText(["Adacircle", "Benpentagon"]);
  await expect(otherBrowser.seats).toHaveText(["Adacircle", "Benpentagon"]);
});

test("a friend’s moves can’t be made, what was sent can’t be undone, and there is no help", async ({ game, otherBrowser }) => {
  const [ada] = await begin(game, otherBrowser);
  await game.press(4);
  await expect(game.status).toContainText("Wait for Blue.");
  await game.expectPieces(1);
  await expect(game.undo).toHaveAttribute("aria-disabled", "true");
  await expect(game.hint).toBeHidden();
  await game.reload();
  await game.press(4);
  await game.expectPieces(1);
  await expect(game.status).toContainText("Waiting for Blue");
  // Not sent yet: it can be taken back.
  await ada.follow(`./#${(await ada.games())[0].link.replace("moves=4", "moves=44").replace("seat=1", "seat=2")}`);
  await game.expectPieces(2);
  await ada.drop(3);
  await game.undo.click();
  await game.expectPieces(2);
  await ada.drop(2);
  await expect(game.cell("B1")).toHaveAttribute("data-player", "0");
});

test("the win is sent from the card, and lost on the other side", async ({ game, otherBrowser }) => {
  const [ada, ben] = await pair(game, otherBrowser);
  await ada.invite({ name: "Ada" });
  await ada.drop(1);
  await ben.join(await ada.link(), "Ben");
  for (const _ of [1, 2]) {
    await ben.drop(2);
    await ada.follow(await ben.link());
    await ada.drop(1);
    await ben.follow(await ada.link());
  }
  await ben.drop(2);
  await ada.follow(await ben.link());
  await ada.drop(1);
  await expect(game.endCard).toContainText("You win!");
  await expect(game.endCard).toContainText("Ben doesn’t know yet");
  const link = await ada.link();
  await ben.follow(link);
  await expect(otherBrowser.endCard).toContainText("Ada wins");
  expect(await otherBrowser.markedCells()).toEqual(["A1", "A2", "A3", "A4"]);
  // A rematch is another game: the other one begins.
  await ben.page.getByRole("button", { name: "Rematch" }).click();
  await expect(otherBrowser.status).toContainText("Your move, then send the link");
  await ben.drop(7);
  await ada.follow(await ben.link());
  await expect(ada.invitePage).toContainText("Ben invites you");
  await ada.invitePage.getByRole("button", { name: "Play as Ada" }).click();
  await game.expectPieces(1);
  await expect(game.status).toContainText("Your move");
});

test("a link with other moves shows both games and asks", async ({ game, otherBrowser }) => {
  const [ada, ben] = await begin(game, otherBrowser);
  await ben.drop(4);
  const other = (await ben.link()).replace("moves=44", "moves=54");
  await ada.follow(other);
  await expect(ada.invitePage.locator(".pair-of-games .mini-board")).toHaveCount(2);
  await ada.page.getByRole("button", { name: "Back", exact: true }).click();
  await game.expectPieces(1);
  // Also while the page is open.
  await ada.page.goto("./#/friend");
  await ada.follow(other);
  await ada.invitePage.getByRole("button", { name: "Take the link’s" }).click();
  await game.expectPieces(2);
  await expect(game.cell("E1")).toHaveAttribute("data-player", "0");
});

test("invalid links of a game by links change nothing and say why", async ({ game, otherBrowser }) => {
  const [ada] = await begin(game, otherBrowser);
  const before = await game.stored();
  const link = (await ada.games())[0].link;
  for (const [part, other, reason] of [
    [/game=\w+/, "game=7", "game"],
    ["seat=1", "seat=3", "seat"],
    ["moves=4", "moves=9", "moves"],
  ]) {
    await ada.follow(`./#${link.replace(part, other)}`);
    await expect(game.notices).toContainText("can’t be opened");
    await expect(game.notices).toContainText(reason);
    expect(await game.stored()).toEqual(before);
    await game.notices.getByRole("button", { name: "Dismiss" }).last().click();
  }
});

test("three friends pass one game around", async ({ game, otherBrowser, browser, baseURL }) => {
  const rules = { columns: 9, rows: 7, players: 3 };
  await game.openStored(storedMatch({ rules, moves: "5" }));
  const context = await browser.newContext({ baseURL });
  const third = new Game(await context.newPage());
  const [ada, ben] = await pair(game, otherBrowser);
  const cleo = await new Friend(third).open();
  await game.newGame.click();
  await game.play.click();
  await ada.page.goto("./#/friend");
  await ada.invitePage.getByLabel("Board").selectOption("The game on the board");
  await ada.invitePage.getByRole("radio", { name: "Ben" }).check();
  await ada.invitePage.getByRole("button", { name: "Play by links" }).click();
  await ada.drop(1);
  await cleo.follow(await ada.link());
  await expect(cleo.invitePage).toContainText("You are Cleo");
  await cleo.invitePage.getByRole("button", { name: "Play as Cleo" }).click();
  await cleo.drop(2);
  await ben.follow(await cleo.link());
  await ben.invitePage.getByText("Which player are you?").first().click();
  await expect(ben.invitePage.getByRole("radio", { name: "Ada" })).toBeChecked();
  await ben.invitePage.getByRole("button", { name: "Play as Ada" }).click();
  await ben.drop(3);
  const link = await ben.link();
  await ada.follow(link);
  await game.expectPieces(4);
  await expect(game.status).toContainText("Your move");
  await cleo.follow(link);
  await third.expectPieces(4);
  await expect(third.status).toContainText("Waiting for Ben");
  await context.close();
});

test("several games wait on the start and in the library", async ({ game, otherBrowser }) => {
  const [ada, ben] = await begin(game, otherBrowser);
  await ben.drop(3);
  const answer = await ben.link();
  await game.newGame.click();
  await game.page.getByRole("button", { name: /^Two players/ }).click();
  await game.page.getByRole("button", { name: "Start", exact: true }).click();
  await game.expectPieces(0);
  await game.drop(1);
  await ada.follow(answer);
  await game.expectPieces(2);
  expect(await ada.page.evaluate(() => window.badges.at(-1))).toBe(1);
  await game.drop(7);
  await ada.link();
  expect(await ada.page.evaluate(() => window.badges.at(-1))).toBe(0);
  await game.library.click();
  await expect(game.libraryDialog.getByText("Their turn")).toHaveCount(1);
  // In a new tab, whose board is another one.
  await ben.page.evaluate(() => localStorage.removeItem("four-shapes:game"));
  await otherBrowser.reload();
  const card = ben.page.getByRole("button", { name: /Their turn.*Ada/ });
  await card.click();
  await otherBrowser.expectPieces(2);
  await expect(otherBrowser.status).toContainText("Waiting for Ada");
});

test("an unfinished game goes to the library when a friend's is joined", async ({ game, otherBrowser }) => {
  const [ada, ben] = await pair(game, otherBrowser);
  await otherBrowser.openStored(storedGame());
  await ada.invite({ name: "Ada" });
  await ada.drop(4);
  const link = await ada.link();
  await ben.follow(link);
  await ben.invitePage.getByRole("button", { name: "Just look" }).click();
  await otherBrowser.expectPieces(1);
  await otherBrowser.notices.getByRole("button", { name: "Back to my game" }).click();
  await otherBrowser.expectPieces(5);
  await ben.join(link);
  await otherBrowser.expectPieces(1);
  await otherBrowser.library.click();
  await expect(otherBrowser.libraryDialog.getByRole("button", { name: /5 moves/ })).toHaveCount(1);
});

test("a link that is opened in another tab takes the game there", async ({ game, otherBrowser }) => {
  const [ada, ben] = await begin(game, otherBrowser);
  await ben.drop(3);
  const link = await ben.link();
  const tab = await new Friend(new Game(await game.page.context().newPage())).prepare();
  await tab.follow(link);
  await tab.game.expectPieces(2);
  await expect(tab.game.status).toContainText("Your move");
  await tab.drop(5);
  await tab.game.expectPieces(3);
  await expect(ada.page.getByRole("button", { name: "Play here" })).toBeVisible();
});

test("inviting and answering by keyboard, each change announced once", async ({ game, otherBrowser }) => {
  const [ada, ben] = await pair(game, otherBrowser);
  const press = (page, ...keys) => keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
  await ada.page.getByRole("button", { name: "Invite a friend" }).focus();
  await press(ada.page, "Enter");
  await expect(ada.invitePage.getByRole("heading", { name: "Play a friend" })).toBeFocused();
  await expect(ada.invitePage.getByLabel("Your name")).toBeVisible();
  await press(ada.page, "Tab");
  await expect(ada.invitePage.getByLabel("Your name")).toBeFocused();
  await ada.page.keyboard.type("Ada");
  await ada.invitePage.getByRole("button", { name: "Play by links" }).focus();
  await press(ada.page, "Enter");
  await expect(game.boardTabStop).toBeFocused();
  const heard = await listen(ada.page);
  await press(ada.page, "d", "Enter");
  await game.expectPieces(1);
  await expect.poll(heard.last).toContain("Send your move to Blue");
  await ada.copyLink.focus();
  await press(ada.page, "Enter");
  await expect(ada.copyLink).toBeFocused();
  await expect.poll(async () => (await heard.all()).filter((text) => text.includes("Link copied"))).toHaveLength(1);
  const link = await ada.page.evaluate(() => window.copied);
  await ben.follow(link);
  await ben.invitePage.getByRole("button", { name: "Play as Blue" }).focus();
  await press(ben.page, "Enter");
  await expect(otherBrowser.boardTabStop).toBeFocused();
  await press(ben.page, "c", "Enter");
  await otherBrowser.expectPieces(2);
  const answer = await ben.link();
  const before = (await heard.all()).length;
  await ada.page.evaluate((link) => location.assign(link), answer);
  await game.expectPieces(2);
  await expect.poll(async () => (await heard.all()).slice(before).filter((text) => text.includes("C1"))).toHaveLength(1);
});

test("the QR code and the link are in a dialog", async ({ game, otherBrowser }) => {
  const [ada, ben] = await pair(game, otherBrowser);
  await ada.invite();
  await ada.drop(4);
  await ada.page.getByRole("button", { name: "QR code" }).click();
  const dialog = ada.page.getByRole("dialog", { name: "Send the link" });
  await expect(dialog.getByRole("img", { name: "QR code of the link" })).toBeVisible();
  const link = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(game.status).toContainText("Waiting for Blue");
  await ben.join(link);
  await otherBrowser.expectPieces(1);
});

test("a game is removed from the list, and its name is checked", async ({ game, otherBrowser }) => {
  const [ada, ben] = await pair(game, otherBrowser);
  await ada.invite({ name: "Ada" });
  await ada.drop(4);
  const link = await ada.link();
  await ben.follow(link);
  await ben.invitePage.getByLabel("Your name").fill("Ada");
  await ben.invitePage.getByRole("button", { name: "Play as Blue" }).click();
  await expect(ben.invitePage.getByRole("alert")).toContainText("Another player is called “Ada”.");
  await ben.invitePage.getByLabel("Your name").fill("Ben\u202e");
  await ben.invitePage.getByRole("button", { name: "Play as Blue" }).click();
  await expect(ben.invitePage.getByRole("alert")).not.toBeEmpty();
  await ada.page.goto("./#/friend");
  await ada.invitePage.getByRole("button", { name: /^Remove the game with Blue/ }).click();
  expect(await ada.games()).toEqual([]);
  await game.play.click();
  await game.press(3);
  await game.expectPieces(2);
});
