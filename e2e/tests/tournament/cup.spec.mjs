// The cup: set up, played on the board, resumed, and won.

import { stubborn } from "../support/bots.mjs";
import { Cup, STORED_CUP, cupOfTwo, storedCup } from "../support/cup.mjs";
import { expect, storedMatch, test as base, youAndBen } from "../support/game.mjs";

const flat = { columns: 3, rows: 3, connect: 3, players: 2, gravity: false };

const test = base.extend({
  cup: async ({ game }, use) => {
    await use(new Cup(game));
  },
});

/** Back to the board, where a cup has a button of the same name. */
const leave = (page) => {
  const menu = page.getByRole("navigation", { name: "Main menu" });
  return menu.getByRole("button", { name: "Play", exact: true }).click();
};

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
  await expect(cup.next, "the user plays in it").toContainText("You");
  await expect(cup.next).toContainText(/(You move|\w+ moves) first/);
  const main = cup.place.getByRole("button", { name: /^(Play|Watch)$/ });
  await expect(main).toBeFocused();
  await tap(main);
  await expect(cup.place).toBeHidden();
  await expect(game.seats).toHaveCount(2);
  expect(taps).toBeLessThanOrEqual(6);
  expect((await cup.stored()).playing.game).toBe((await game.stored())["four-shapes:game-id"]);
});

test("a cup of four friends begins after five taps", async ({ game, cup, page }) => {
  await game.open();
  const taps = [
    page.getByRole("button", { name: "Compete", exact: true }),
    cup.home.getByRole("button", { name: "New cup" }),
    cup.button("With friends"),
    cup.button("Start"),
    cup.button("Play"),
  ];
  for (const button of taps) await button.click();
  await expect(cup.place).toBeHidden();
  await expect(game.seats).toContainText([/Player \d/, /Player \d/]);
  const { entrants } = await cup.stored();
  expect(entrants).toEqual([1, 2, 3, 4].map((number) => ({ name: `Player ${number}` })));
});

test("lines lead from each match to the next round, also on phones if there are four players", async ({ cup, page }) => {
  const entrants = ["Ana", "Ben", "Cleo", "Dev", "Eli"].map((name) => ({ name }));
  const leads = () =>
    page.locator("#cup .round").evaluateAll((rounds) =>
      rounds.map((round) =>
        [...round.querySelectorAll("li")].map((match) =>
          ["::before", "::after"].map((line) => {
            const { content, display } = getComputedStyle(match, line);
            return content !== "none" && display === "block";
          }),
        ),
      ),
    );
  const four = [Array(2).fill([false, true]), [[true, false]]];
  await cup.openStored(storedCup({ entrants: entrants.slice(0, 4) }));
  await cup.open();
  expect(await leads()).toEqual(four);
  // The final is between its semi-finals.
  const middles = await cup.pairings.evaluateAll((cards) =>
    cards.map((card) => card.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2),
  );
  expect(Math.abs((middles[0] + middles[1]) / 2 - middles[2])).toBeLessThan(1);
  await page.setViewportSize({ width: 360, height: 640 });
  expect(await leads()).toEqual(four);
  await leave(page);
  await cup.openStored(storedCup({ entrants }));
  await cup.open();
  expect((await leads()).flat(2)).not.toContain(true);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await leads()).toEqual([Array(4).fill([false, true]), Array(2).fill([true, true]), [[true, false]]]);
});

test("all of a cup has one width", async ({ cup, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await cup.openStored(cupOfTwo({ playing: false }));
  await cup.open();
  const widths = await page.locator(".cup-progress > .card").evaluateAll((cards) => cards.map((card) => card.offsetWidth));
  expect(widths).toHaveLength(2);
  expect(new Set(widths).size).toBe(1);
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
  await game.moves("121");
  // No move is taken back in a cup.
  await expect(game.undo).toBeDisabled();
  await game.boardTabStop.focus();
  await page.keyboard.press("z");
  await expect(game.status).toContainText("No hints or undo in a cup.");
  await game.expectPieces(3);
  await game.moves("2121");
  await game.expectStatus("won", 0);
  await expect.poll(async () => (await cup.stored()).games.length).toBe(1);
  const card = page.getByRole("region", { name: "Result" });
  await expect(card).toContainText(`${winner} wins the cup!`);
  await expect(card.getByRole("button", { name: "Podium" })).toBeVisible();
  await expect(card.getByRole("button", { name: "Rematch" })).toBeHidden();
  // There is no button for it, and the key does nothing.
  await expect(game.undo).toBeHidden();
  await game.boardTabStop.focus();
  await page.keyboard.press("z");
  await game.expectStatus("won", 0);
  await game.expectPieces(7);
  expect((await cup.stored()).games).toHaveLength(1);
  await cup.open();
  await expect(cup.podium).toContainText(`${winner} wins the cup!`);
  await expect(cup.podium.getByRole("listitem")).toHaveCount(2);
  await expect(cup.podium.getByRole("listitem").first()).toContainText(winner);
  // Where the next one begins with the same players.
  await page.getByRole("button", { name: "Compete", exact: true }).click();
  await cup.home.getByRole("button", { name: "New cup" }).click();
  await expect(cup.players.first().getByRole("textbox")).toHaveValue("Ana");
  await expect(page.locator("#cup b")).toHaveCount(0);
  await game.library.click();
  await expect(game.libraryDialog.locator("#library-list > li")).toContainText("Cup · 7 × 6, two players");
  await game.play.click();
  await game.reload();
  await cup.open();
  await expect(cup.podium).toContainText(`${winner} wins the cup!`);
  // The next cup begins with the same players.
  await cup.button("New cup").click();
  await expect(cup.players).toHaveCount(2);
  await expect(cup.players.first().getByRole("textbox")).toHaveValue("Ana");
  // Until it has begun, the last one is still there.
  await game.play.click();
  await cup.open();
  await expect(cup.podium).toContainText(`${winner} wins the cup!`);
});

test("a cup that was restored from a backup is shown, and not replaced", async ({ game, cup, page }) => {
  await game.open();
  await cup.open();
  await expect(cup.players).toHaveCount(4);
  await game.play.click();
  const restored = cupOfTwo({ playing: false });
  await page.evaluate(([key, cup]) => localStorage.setItem(key, cup), [STORED_CUP, restored]);
  await cup.open();
  await expect(cup.pairings).toHaveCount(1);
  await expect(cup.next).toContainText("Ana");
  await cup.button("Play").click();
  await game.expectPieces(0);
  expect((await cup.stored()).entrants.map(({ name }) => name)).toEqual(["Ana", "Ben"]);
});

test("the only person of a cup is “You”, and wins as such", async ({ game, cup, page }) => {
  await game.open();
  await cup.open();
  for (const name of ["Coco", "Mira"]) await cup.button(`Remove ${name}`).click();
  await cup.button("Start").click();
  const { entrants } = await cup.stored();
  expect(entrants[0]).toEqual({ name: "You" });
  await expect(cup.next).toContainText(/You move first|Pip moves first/);
  await page.evaluate(([key]) => {
    const cup = JSON.parse(localStorage.getItem(key));
    localStorage.setItem(key, JSON.stringify({ ...cup, games: [{ pairing: 0, winner: 0 }] }));
  }, [STORED_CUP]);
  await leave(page);
  await game.reload();
  await cup.open();
  await expect(cup.podium.getByRole("heading")).toHaveText("You win the cup!");
});

test("the person is called as in the settings", async ({ game, cup }) => {
  await game.open();
  await cup.open();
  await expect(cup.players.first().getByRole("textbox")).toHaveAttribute("placeholder", "You");
  await game.play.click();
  await game.settings.click();
  await game.settingsDialog.getByRole("textbox", { name: "Your name" }).fill("Ana");
  await cup.open();
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

test("beside the board a line says of which round the game is, and leads to the cup", async ({ game, cup, page }) => {
  const line = page.getByRole("button", { name: /^Cup · / });
  await cup.openStored(cupOfTwo(), storedMatch({ moves: "121212" }));
  await expect(line).toHaveText("Cup · Final");
  await game.drop(1);
  await game.expectStatus("won", 0);
  await expect(line).toHaveText("Cup · Final");
  await line.click();
  await expect(cup.podium).toBeVisible();
  await expect(line).toBeHidden();
  // Another game is not of the cup.
  await game.play.click();
  await page.evaluate(() => localStorage.setItem("four-shapes:game-id", "another"));
  await game.openStored(storedMatch({ moves: "12" }));
  await expect(page.locator("html")).toHaveAttribute("data-parts", "ready");
  await expect(line).toHaveCount(0);
});

test("there is no help in a cup until the game ends", async ({ game, cup, page }) => {
  await cup.openStored(cupOfTwo(), storedMatch({ moves: "121212" }));
  const hint = page.getByRole("button", { name: "Hint", exact: true });
  await expect(hint).toBeDisabled();
  await expect(hint).toHaveAttribute("title", "No hints or undo in a cup.");
  await game.boardTabStop.focus();
  await page.keyboard.press("h");
  await expect(game.status).toContainText("No hints or undo in a cup.");
  await page.getByRole("button", { name: "Analysis", exact: true }).click();
  const analysis = page.getByRole("region", { name: "Analysis", exact: true });
  await expect(analysis).toContainText("Hidden until the game ends");
  await expect(analysis.getByRole("checkbox")).toHaveCount(0);
  await game.drop(1);
  await game.expectStatus("won", 0);
  // In its place is what the end means for the cup.
  await expect(analysis).toBeHidden();
  await expect(game.endCard).toContainText("wins the cup!");
});

test("nor is there help for one person against computer players", async ({ game, cup, page }) => {
  await game.open();
  await cup.open();
  await cup.setUp(["Ana"], [1]);
  await cup.button("Start").click();
  await cup.button("Play").click();
  await expect(page.getByRole("button", { name: "Hint", exact: true })).toBeDisabled();
});

test("a computer player or a bot is offered until it is entered", async ({ game, cup, page }) => {
  await game.open();
  await cup.open();
  const add = (name) => cup.place.getByRole("button", { name: `Add ${name}` });
  await expect(add("Sol, level 4")).toBeVisible();
  await expect(add("Pip, level 1")).toHaveCount(0);
  await add("Sol, level 4").focus();
  await page.keyboard.press("Enter");
  await expect(cup.players.last()).toContainText("Sol");
  await expect(add("Sol, level 4")).toHaveCount(0);
  for (const [index, name] of ["Otto, level 5", "Oracle, level 6"].entries()) {
    await expect(add(name)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(cup.players).toHaveCount(index + 6);
  }
  await expect(cup.button("Person")).toBeFocused();
  await cup.button("Remove Pip").click();
  await expect(add("Pip, level 1")).toBeVisible();
  const four = { name: "four.wasm", mimeType: "application/wasm", buffer: stubborn(4, "Four") };
  await cup.place.getByLabel("Add bots").setInputFiles([four]);
  await add("Four").click();
  await expect(add("Four")).toHaveCount(0);
  await cup.button("Remove Four").click();
  await expect(add("Four")).toBeVisible();
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

test("on a low phone, the card of a won cup has all of its buttons in view", async ({ game, cup, page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const entrants = [{ name: "You" }, { name: "Pip", computer: "level:1" }];
  const almost = storedMatch({ moves: "7121212", players: youAndBen.toReversed(), computers: ["level:1", null] });
  await cup.openStored(storedCup({ entrants, playing: { pairing: 0, game: "1-cup" } }), almost);
  await game.drop(1);
  await expect(game.endCard).toContainText("First win against");
  await expect(game.endCard.getByRole("button", { name: "Podium" })).toBeVisible();
  for (const button of await game.endCard.getByRole("button").all()) {
    const isFree = await button.evaluate((it) => {
      const { left, right, top, bottom } = it.getBoundingClientRect();
      const at = (y) => it.contains(document.elementFromPoint((left + right) / 2, y));
      return at(top + 4) && at(bottom - 4);
    });
    expect(isFree, await button.textContent()).toBe(true);
  }
  // It is remembered, once.
  await game.endCard.getByRole("button", { name: "Podium" }).click();
  const trophies = cup.home.locator(".cups-won");
  for (let time = 0; time < 2; time++) {
    await page.getByRole("button", { name: "Compete", exact: true }).click();
    await expect(trophies).toHaveText("Cups won: 1");
    await leave(page);
    await game.reload();
  }
});

test("the games of others are skipped up to the user's next one", async ({ game, cup, page }) => {
  await game.open();
  await cup.open();
  await expect(cup.players).toHaveCount(4);
  await cup.button("Start").click();
  await expect(cup.next).toContainText("You");
  // As if the user had won the semi-final.
  const cards = await cup.pairings.allTextContents();
  const pairing = cards.findIndex((text) => text.includes("You"));
  const stored = await cup.stored();
  const winner = stored.entrants.findIndex(({ name }) => name === "You");
  await leave(page);
  await cup.openStored(JSON.stringify({ ...stored, games: [{ pairing, winner }] }));
  await cup.open();
  await expect(cup.button("Watch")).toBeVisible();
  await cup.button("Skip to your game").click();
  await expect(cup.button("Play")).toBeFocused();
  await expect(cup.next).toContainText("Final");
  await expect(cup.next).toContainText("You");
  await expect(page.getByRole("button", { name: /^Skip/ })).toHaveCount(0);
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
  await page.setViewportSize({ width: 360, height: 640 });
  await cup.button("End cup").click();
  const end = cup.place.getByRole("button", { name: "End cup" }).last();
  await expect(end, "below the other button").toBeInViewport();
  await end.click();
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

test("a bot plays against a person on the board, and forfeits by an illegal move", async ({ game, cup, page }) => {
  await game.open();
  await cup.open();
  const four = { name: "four.wasm", mimeType: "application/wasm", buffer: stubborn(4, "<i>Four") };
  await cup.place.getByLabel("Add bots").setInputFiles([four]);
  const add = cup.place.getByRole("button", { name: "Add <i>Four" });
  await expect(add).toBeVisible();
  await cup.setUp(["Ana"]);
  await add.click();
  await cup.button("Start").click();
  await cup.button("Play").click();
  await expect(game.seats).toHaveCount(2);
  const [first] = await game.seats.allTextContents();
  const botIsFirst = first.includes("Four");
  const before = botIsFirst ? 1 : 0;
  // Both fill the bot's column.
  for (let pieces = before; pieces < 6; pieces += 2) {
    await game.expectPieces(pieces);
    await game.drop(4);
  }
  if (!botIsFirst) {
    await game.expectPieces(6);
    await game.drop(1);
  }
  await expect(game.notices).toContainText("<i>Four made an illegal move (4) and loses the game.");
  await expect(cup.podium).toContainText("You win the cup!");
  expect((await cup.stored()).games).toHaveLength(1);
  await expect(page.locator("#cup i")).toHaveCount(0);
});
