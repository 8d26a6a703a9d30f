// The cup: set up, played on the board, resumed, and won.

import { STORED_GAME, expect, storedMatch, test as base } from "../support/game.mjs";

const STORED_CUP = "four-shapes:cup";
const flat = { columns: 3, rows: 3, connect: 3, players: 2, gravity: false };
const classic = { columns: 7, rows: 6, connect: 4, players: 2, gravity: true };

/** Page object of the cup. */
class Cup {
  constructor(game) {
    this.game = game;
    this.page = game.page;
    this.home = this.page.getByRole("region", { name: "Compete", exact: true });
    this.place = this.page.getByRole("region", { name: "Cup", exact: true });
    this.players = this.place.getByRole("list", { name: "Players" }).getByRole("listitem");
    this.pairings = this.place.locator(".pairing-card");
    this.next = this.place.locator(".cup-next");
    this.podium = this.place.locator(".podium");
  }

  button(name) {
    return this.place.getByRole("button", { name, exact: true });
  }

  async open() {
    await this.page.getByRole("button", { name: "Compete", exact: true }).click();
    await this.home.getByRole("button", { name: /^(New cup|Continue|Show the cup)$/ }).click();
    await expect(this.place).toBeVisible();
  }

  /** Leaves only these people and computer players in the setup. */
  async setUp(people, computers = []) {
    for (let count = await this.players.count(); count > 1; count--) {
      await this.players.last().getByRole("button").click();
      await expect(this.players).toHaveCount(count - 1);
    }
    const [first, ...others] = people;
    if (first) await this.players.first().getByRole("textbox").fill(first);
    for (const name of others) {
      await this.button("Person").click();
      await this.players.last().getByRole("textbox").fill(name);
    }
    for (const level of computers) {
      await this.place.getByRole("button", { name: new RegExp(`^Add .*(level|Level) ${level}$`) }).click();
    }
    if (!first) await this.players.first().getByRole("button").click();
  }

  async stored() {
    return JSON.parse((await this.game.stored())[STORED_CUP] ?? "null");
  }

  /** Opens the page in the middle of a game of a stored cup. */
  async openStored(cup, match) {
    const { game, page } = this;
    if (page.url() === "about:blank") await game.open();
    await page.evaluate(([key, cup]) => localStorage.setItem(key, cup), [STORED_CUP, cup]);
    if (match) {
      await page.evaluate(() => localStorage.setItem("four-shapes:game-id", "1-cup"));
      await game.openStored(match);
    } else {
      await game.reload();
    }
  }
}

const test = base.extend({
  cup: async ({ game }, use) => {
    await use(new Cup(game));
  },
});

/** A stored cup of two people. */
const cupOfTwo = ({ kind = "knock-out", rules = classic, games = [], playing = true } = {}) =>
  JSON.stringify({
    format: "four-shapes-cup",
    version: 1,
    kind,
    rules,
    entrants: [{ name: "Ana" }, { name: "Ben" }],
    seed: "7",
    games,
    ...(playing && { playing: { pairing: 0, game: "1-cup" } }),
  });

test("a cup of four begins after four taps", async ({ game, cup, page }) => {
  await game.open();
  let taps = 0;
  const tap = async (button) => {
    taps += 1;
    await button.click();
  };
  await tap(page.getByRole("button", { name: "Compete", exact: true }));
  await tap(cup.home.getByRole("button", { name: "New cup" }));
  await expect(cup.players).toHaveCount(4);
  await expect(cup.place.getByText("4 players · 3 games")).toBeVisible();
  await tap(cup.button("Start"));
  // Two semi-finals and the final, and the first game is the next.
  await expect(cup.pairings).toHaveCount(3);
  await expect(cup.next).toContainText("moves first");
  const main = cup.place.getByRole("button", { name: /^(Play|Watch)$/ });
  await expect(main).toBeFocused();
  await tap(main);
  await expect(cup.place).toBeHidden();
  await expect(game.seats).toHaveCount(2);
  expect(taps).toBeLessThanOrEqual(6);
  expect((await cup.stored()).playing.game).toBe((await game.stored())["four-shapes:game-id"]);
});

test("two people play for the cup, and the end counts once", async ({ game, cup, page }) => {
  await game.open();
  await cup.open();
  await cup.setUp(["Ana", "<b>Ben"]);
  await cup.button("Start").click();
  await expect(cup.pairings).toHaveCount(1);
  await expect(cup.place.getByRole("listitem")).toContainText("against");
  await cup.button("Play").click();
  await expect(game.seats).toContainText(["", ""]);
  const [first] = await game.seats.allTextContents();
  const winner = first.includes("Ana") ? "Ana" : "<b>Ben";
  await game.moves("1212121");
  await game.expectStatus("won", 0);
  await expect.poll(async () => (await cup.stored()).games.length).toBe(1);
  // Undoing the end, and another end, change nothing.
  await game.undo.first().click();
  await game.moves("34");
  expect((await cup.stored()).games).toHaveLength(1);
  await cup.open();
  await expect(cup.podium).toContainText(`${winner} wins the cup!`);
  await expect(cup.podium.getByRole("listitem")).toHaveCount(2);
  await expect(cup.podium.getByRole("listitem").first()).toContainText(winner);
  await expect(page.locator("#cup b")).toHaveCount(0);
  await game.reload();
  await cup.open();
  await expect(cup.podium).toContainText(`${winner} wins the cup!`);
  // The next cup begins with the same players.
  await cup.button("New cup").click();
  await expect(cup.players).toHaveCount(2);
  await expect(cup.players.first().getByRole("textbox")).toHaveValue("Ana");
});

test("a game of the cup is resumed after a reload, from its page", async ({ game, cup }) => {
  await cup.openStored(cupOfTwo(), storedMatch({ moves: "121212" }));
  await cup.open();
  await expect(cup.place.locator(".mini-board")).toBeVisible();
  await cup.button("Continue").click();
  await expect(cup.place).toBeHidden();
  await game.expectPieces(6);
  await game.drop(1);
  await expect.poll(async () => (await cup.stored()).games).toHaveLength(1);
  const { games, playing } = await cup.stored();
  expect(games).toEqual([{ pairing: 0, winner: expect.any(Number), game: "1-cup" }]);
  expect(playing).toBeUndefined();
});

test("a draw is replayed with sides swapped, and a third game decides", async ({ game, cup }) => {
  const almost = storedMatch({ rules: flat, moves: "A3,B3,C3,B2,A2,C2,C1,A1" });
  await cup.openStored(cupOfTwo({ rules: flat }), almost);
  await game.cellButton("B1").click();
  await game.expectStatus("drawn");
  await expect.poll(async () => (await cup.stored()).games).toEqual([{ pairing: 0, game: "1-cup" }]);
  await cup.open();
  await expect(cup.next).toContainText("Replay of a draw");
  const before = await cup.next.locator(".name").allTextContents();
  await cup.button("Play").click();
  await expect(game.seats).toContainText(before);
  await cup.openStored(cupOfTwo({ rules: flat, games: [{ pairing: 0 }, { pairing: 0 }], playing: false }));
  await cup.open();
  await expect(cup.next).toContainText("Deciding game: a draw wins for");
  const after = await cup.next.locator(".name").allTextContents();
  expect(after).toEqual(before.toReversed());
});

test("computer players’ games are skipped in a league", async ({ game, cup }) => {
  await game.open();
  await cup.open();
  await cup.setUp([], [1, 2, 3]);
  await expect(cup.players).toHaveCount(3);
  await cup.button("League").click();
  await expect(cup.place.getByText("3 players · 3 games")).toBeVisible();
  await cup.button("Start").click();
  await expect(cup.place.getByRole("table").getByRole("row")).toHaveCount(4);
  // A play-off may follow.
  for (let played = 0; (await cup.button("New cup").count()) === 0; ) {
    await cup.button("Skip").click();
    await expect.poll(async () => (await cup.stored()).games.length).toBe(played + 1);
    played += 1;
    await expect(cup.place.getByRole("button", { name: /^(Watch|New cup)$/ })).toBeFocused();
    expect(played).toBeLessThan(12);
  }
  await expect(cup.podium).toContainText("wins the cup!");
  expect((await cup.stored()).games.length).toBeGreaterThanOrEqual(3);
  // The game on the board is not part of it.
  await game.expectPieces(0);
});

test("is set up and played by keyboard", async ({ game, cup, page }) => {
  await game.open();
  await page.getByRole("button", { name: "Compete", exact: true }).focus();
  await page.keyboard.press("Enter");
  await cup.home.getByRole("button", { name: "New cup" }).focus();
  await page.keyboard.press("Enter");
  await cup.button("Person").focus();
  await page.keyboard.press("Enter");
  const field = cup.players.last().getByRole("textbox");
  await expect(field).toBeFocused();
  await page.keyboard.type("Zoë");
  await cup.players.nth(1).getByRole("button").focus();
  await page.keyboard.press("Enter");
  await expect(cup.players).toHaveCount(4);
  await expect(cup.players.first().getByRole("button")).toBeFocused();
  await cup.button("Start").focus();
  await page.keyboard.press("Enter");
  const main = cup.place.getByRole("button", { name: /^(Play|Watch)$/ });
  await expect(main).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(cup.place).toBeHidden();
  await expect(page.locator(".board button:focus")).toHaveCount(1);
  // Back in the cup, it is ended.
  await cup.open();
  await cup.button("End cup").click();
  await cup.button("Cancel").click();
  await cup.button("End cup").click();
  await cup.place.getByRole("alert").getByRole("button", { name: "End cup" }).click();
  await expect(cup.players).toHaveCount(4);
  expect(await cup.stored()).toBeNull();
});

test("an unreadable cup is set aside", async ({ game, cup }) => {
  await cup.openStored(cupOfTwo({ games: [{ pairing: 5 }], playing: false }));
  await expect(game.notices).toContainText("The saved cup couldn’t be read");
  const stored = await game.stored();
  expect(JSON.parse(stored["four-shapes:cup:unreadable:1"]).games).toHaveLength(1);
  await cup.open();
  await expect(cup.players).toHaveCount(4);
});
