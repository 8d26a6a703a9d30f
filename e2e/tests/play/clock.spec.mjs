// Clocks, and series of games.

import { expect, storedMatch, test } from "../support/game.mjs";

const clocks = (game) => game.seats.getByRole("timer", { name: "Time left" });

/** Opens a game with a clock. */
async function openTimed(game, timeControl, others) {
  const text = storedMatch({ time_control: timeControl, ...others });
  await game.openStored(text);
  await expect(clocks(game).first()).toBeVisible();
}

test("a player who runs out of time loses", async ({ game, page }) => {
  await openTimed(game, "2/move");
  await expect(clocks(game)).toHaveText(["2.0", "2.0"]);
  await game.moves("44");
  // The first moves are not timed.
  await game.drop(4);
  await expect(clocks(game).nth(1)).not.toHaveText("2.0");
  await expect(clocks(game).nth(0)).toHaveText("2.0");
  await game.expectStatus("won", 0);
  await expect(game.status).toHaveText(/Ada wins on time/);
  await expect(clocks(game)).toHaveText(["2.0", "0.0"]);
  await expect(game.rematch).toBeVisible();
  // The forfeit is stored, and can be undone; the clock waits for a move then.
  await page.reload();
  await game.ready();
  await game.expectStatus("won", 0);
  await game.undo.click();
  await game.expectStatus("to-move", 1);
  await expect(clocks(game)).toHaveText(["2.0", "2.0"]);
});

test("a new game has a clock and a series", async ({ game }) => {
  await game.open();
  await game.newGame.click();
  const dialog = game.newGameDialog;
  await dialog.getByRole("button", { name: /^Two players/ }).click();
  await dialog.getByRole("button", { name: "Change" }).click();
  const pick = (group, name) =>
    dialog.getByRole("group", { name: group, exact: true }).getByRole("radio", { name, exact: true }).check();
  await pick("Clock, per player", "3 min");
  await pick("Increment", "2 s");
  await pick("Series", "First to 2");
  await dialog.getByRole("button", { name: "Start" }).click();
  await expect(clocks(game)).toHaveText(["3:00", "3:00"]);
  await game.moves("1212121");
  await expect(game.seats.first()).toContainText("1/2");
  await expect(game.seats.first()).toContainText("1 of 2 wins");
  await expect(clocks(game).first()).toHaveText(/^3:0[0-6]$/);
  await game.rematch.click();
  // The other player begins.
  await game.moves("1");
  await game.moves("2323232");
  await game.expectStatus("won", 1);
  await expect(game.status).toHaveText(/Red wins the series/);
  await game.page.getByRole("button", { name: "New series" }).click();
  await expect(game.seats.first()).toContainText("0/2");
});

test("there is no clock for more than two players", async ({ game }) => {
  await game.open();
  const dialog = await game.openNewGame();
  const clock = dialog.getByRole("group", { name: "Clock, per player" });
  await clock.getByRole("radio", { name: "Per move" }).check();
  await game.choose({ players: 3 });
  await expect(clock).toBeHidden();
  await dialog.getByRole("button", { name: "Start" }).click();
  await expect(game.seats).toHaveCount(3);
  await game.partsLoaded();
  await expect(clocks(game)).toHaveCount(0);
});

test("links contain the clock and a loss on time", async ({ game }) => {
  await game.open("#v=1&board=7x6&connect=4&clock=60%2B2&forfeit=time&moves=444");
  await game.expectStatus("won", 0);
  await expect(game.status).toHaveText(/Red wins on time/);
  await expect(clocks(game)).toHaveText(["1:02", "0.0"]);
  await game.open("#v=1&board=7x6&connect=4&forfeit=time&moves=444");
  await expect(game.notices).toContainText("forfeit: a time control is missing");
});
