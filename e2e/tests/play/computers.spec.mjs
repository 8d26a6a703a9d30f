// Computer players: whole games against them and between them.

import { STORED_SCORES, expect, storedMatch, test } from "../support/game.mjs";
import { watchWorkers } from "../support/workers.mjs";

const small = { columns: 4, rows: 4, connect: 4 };

test("a human plays two games against a computer", async ({ game }) => {
  await game.open();
  await game.setUp({ players: [{}, { computer: "Random" }] });
  await expect(game.seats.nth(1)).toContainText("Random");
  await game.drop(4);
  await game.turnOf(0);
  await game.expectPieces(2);
  await game.playOut();
  const { moves, cursor, result } = await game.record();
  expect(moves).toHaveLength(cursor);
  expect(result).toMatch(/^(won by|tie)/);
  await game.expectPieces(cursor);
  // The computer moves first now.
  await game.rematch.click();
  await game.expectPieces(1);
  await game.drop(1);
  await game.expectPieces(3);
  await game.expectStatus("to-move", 1);
});

test("a whole game by keyboard", async ({ game, page }) => {
  await game.openStored(storedMatch({ rules: small, computers: [null, "random"] }));
  await game.column(3).focus();
  let at = 0;
  while (await game.turnOf(0)) {
    const column = (at++ % 4) + 1;
    await page.keyboard.press(String(column));
    await page.keyboard.press("Enter");
  }
  await game.expectPieces((await game.record()).cursor);
  await expect(game.endCard).toBeVisible();
  await expect(page.getByRole("toolbar").locator(":focus"), "the focus stays").toHaveCount(1);
  do await page.keyboard.press("Tab");
  while (await game.endCard.getByRole("button", { name: "Show me" }).and(page.locator(":focus")).count());
  await expect(game.rematch).toBeFocused();
  await page.keyboard.press("Enter");
  await game.expectPieces(1);
});

test("a computer's move is announced once, without its progress", async ({ game }) => {
  await game.openStored(storedMatch({ computers: [null, "mcts:600"] }));
  await game.recordAnnouncements();
  await game.drop(4);
  await expect(game.seats.nth(1)).toContainText("Thinking…");
  await game.turnOf(0);
  const said = await game.announcements();
  expect(said).toHaveLength(2);
  expect(said[0]).toContain("Ada: D1. Ben is thinking…");
  expect(said[1]).toMatch(/^Ben: [A-G][12]\. Your move/);
  await expect(game.seats.nth(1)).not.toContainText("Thinking");
});

test("a reply comes as soon as a person’s would", async ({ game, page }) => {
  await game.openStored(storedMatch({ computers: [null, "random"] }));
  await game.partsLoaded();
  // In the page, as its clock is exact.
  await page.evaluate(() => {
    const status = document.querySelector("[role=status]");
    window.turns = [];
    let before = status.dataset.player;
    new MutationObserver(() => {
      if (status.dataset.player !== before) window.turns.push(performance.now());
      before = status.dataset.player;
    }).observe(status, { attributes: true });
  });
  for (const column of [1, 2, 3]) {
    await game.turnOf(0);
    await game.drop(column);
  }
  await game.turnOf(0);
  const turns = await page.evaluate(() => window.turns);
  expect(turns).toHaveLength(6);
  const replies = [0, 2, 4].map((at) => turns[at + 1] - turns[at]);
  for (const reply of replies) {
    // After a fall of at most half a second.
    expect(reply).toBeGreaterThan(500);
    expect(reply).toBeLessThan(2000);
  }
  expect(new Set(replies.map(Math.round)).size, "not like clockwork").toBeGreaterThan(1);
});

test("an easier opponent is offered after every second loss", async ({ game, page }) => {
  // Level 2 has three in a column, which it completes.
  const lost = storedMatch({ moves: "171727", computers: [null, "level:2"] });
  const offer = page.getByRole("button", { name: "Try Pip?" });
  await game.openStored(lost);
  for (const isOffered of [false, true, false]) {
    await game.drop(3);
    await game.expectStatus("won", 1);
    await expect(game.rematch).toBeVisible();
    await expect(offer).toHaveCount(isOffered ? 1 : 0);
    await game.page.evaluate(() => localStorage.removeItem("four-shapes:game-id"));
    await game.openStored(lost);
  }
  await game.drop(3);
  await offer.click();
  await expect(game.seats).toHaveText([/^You/, /^PipLevel 1$/]);
  // Its face, with its piece at the corner.
  await expect(game.seats.nth(1).locator(".face.level-1")).toBeVisible();
  await expect(game.seats.nth(1).locator(".badge")).toBeVisible();
  await expect(game.seats.first().locator(".face")).toHaveCount(0);
  await game.expectPieces(0);
  await expect(page.getByRole("toolbar").locator(":focus"), "the board has the focus").toHaveCount(1);
});

for (const kind of ["level:1", "mcts:50"]) {
  test(`${kind} repeats its move after undo`, async ({ game }) => {
    await game.openStored(storedMatch({ computers: [kind, null] }));
    await game.expectPieces(1);
    const opening = await game.pieces.getAttribute("data-cell");
    await game.recordAnnouncements();
    for (let i = 0; i < 2; i++) {
      await game.undo.click();
      const said = [];
      await expect
        .poll(async () => said.push(...(await game.announcements())) && said.at(-1))
        .toContain(`Ada: ${opening}. `);
      expect(said[0]).toContain(`Undid ${opening}. `);
      await game.expectPieces(1);
      await expect(game.cell(opening)).toHaveAttribute("data-player", "0");
    }
  });
}

test("undo and redo stop at a human's turn", async ({ game }) => {
  await game.openStored(storedMatch({ computers: [null, "random"] }));
  await game.drop(4);
  await game.expectPieces(2);
  await game.turnOf(0);
  await game.drop(4);
  await game.expectPieces(4);
  const before = await game.board();
  await game.undo.click();
  await game.expectPieces(2);
  await game.expectStatus("to-move", 0);
  await game.undo.click();
  await game.expectPieces(0);
  await game.redo.click();
  await game.redo.click();
  await game.expectBoard(before);
  await game.expectStatus("to-move", 0);
});

test("the player of a seat can change during a game, and a reload keeps it", async ({ game }) => {
  // Random moves may not connect five in a row by chance.
  await game.openStored(storedMatch({ moves: "44", rules: { connect: 5 } }));
  await game.setPlayer("Ada", "Random");
  await game.expectPieces(3);
  await expect(game.seats.nth(0)).toContainText("Random");
  await game.drop(1);
  await game.expectPieces(5);
  await game.reload();
  await game.expectStatus("to-move", 1);
  await game.drop(2);
  await game.expectPieces(7);
  await game.setPlayer("Ada", "Human");
  await game.drop(1);
  await game.drop(2);
  await game.expectPieces(9);
  expect((await game.record()).version, "without a computer as before").toBe(2);
});

test("computer players of all kinds move", async ({ game }) => {
  test.slow();
  await game.openStored(storedMatch({ moves: "444333" }));
  await game.players.click();
  const list = game.playersDialog.getByRole("combobox", { name: "Who plays as Ben", exact: true });
  const offered = [
    "Human",
    "Level 1 (beginner)",
    "Level 2",
    "Level 3",
    "Level 4",
    "Level 5",
    "Level 6 (perfect on small boards)",
    "Lookahead",
    "Monte Carlo 1 s",
    "Random",
  ];
  await expect(list.getByRole("option")).toHaveText(offered);
  await game.page.keyboard.press("Escape");
  for (const player of [offered[1], ...offered.slice(-4)]) {
    await test.step(player, async () => {
      await game.setPlayer("Ben", player);
      await game.drop(1);
      await game.expectPieces(8);
      await game.undo.click();
      await game.expectPieces(6);
    });
  }
});

test("a lookahead player obeys its depth and tie-breaking rule", async ({ game, page }) => {
  test.slow();
  await game.openStored(storedMatch({ moves: "44" }));
  await game.players.click();
  const dialog = game.playersDialog;
  const list = (name) => dialog.getByRole("combobox", { name, exact: true });
  const seat = list("Who plays as Ben");
  const plies = list("Lookahead: Who plays as Ben");
  const ties = list("Equal moves: Who plays as Ben");
  await expect(plies).toHaveCount(0);
  await seat.selectOption({ label: "Lookahead" });
  await expect(plies.getByRole("option", { selected: true })).toHaveText("4 moves");
  await expect(ties.getByRole("option", { selected: true })).toHaveText("Equal moves: random");
  const computer = async () => (await game.record()).players[1].computer;
  for (const n of [0, 1, 8]) {
    await plies.selectOption({ label: n === 1 ? "1 move" : `${n} moves` });
    for (const [label, id] of [["leftmost", ":left"], ["rightmost", ":right"], ["random", ""]]) {
      await ties.selectOption({ label: `Equal moves: ${label}` });
      await expect.poll(computer).toBe(`lookahead:${n}${id}`);
    }
  }
  // By keyboard: the focus stays on the drop-down list.
  await plies.focus();
  await page.keyboard.press("Home");
  await expect(plies).toBeFocused();
  await expect.poll(computer).toBe("lookahead:0");
  await page.keyboard.press("Tab");
  await expect(ties).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect.poll(computer).toBe("lookahead:0:left");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(game.seats.nth(1)).toContainText("Lookahead 0, leftmost");
  // Without lookahead all columns are equally good.
  await game.drop(7);
  await expect(game.cell("A1")).toHaveAttribute("data-player", "1");
  await game.undo.click();
  await game.players.click();
  await ties.selectOption({ label: "Equal moves: rightmost" });
  await page.keyboard.press("Escape");
  await game.drop(1);
  await expect(game.cell("G1")).toHaveAttribute("data-player", "1");
  await game.players.click();
  await seat.selectOption({ label: "Level 2" });
  await expect(plies).toHaveCount(0);
});

test("a game between computers can be stepped, sped up, paused and finished", async ({ game, page }) => {
  await game.installClock();
  const workers = await watchWorkers(page);
  await game.openStored(storedMatch({ rules: small, computers: ["random", "mcts:50"] }));
  await game.expectPieces(0);
  await expect(game.resume).toBeVisible();
  await game.stepButton.click();
  await game.expectPieces(1);
  await expect(game.resume).toBeVisible();
  expect(await workers.requests(), "nobody is asked for the next move").toEqual(["move"]);

  await game.resume.click();
  await expect(game.pause).toBeFocused();
  await game.speed.selectOption({ label: "Speed: fast" });
  await expect(game.pieces.nth(4)).toBeAttached();
  await game.pause.click();
  await expect(game.resume).toBeFocused();
  const waiting = await game.pieces.count();
  // A pending move is cancelled.
  await page.clock.runFor(1000);
  await game.expectPieces(waiting);
  expect(waiting, "not over yet").toBeLessThan(16);

  await game.reload();
  await game.partsLoaded();
  await game.expectPieces(waiting);
  expect(await workers.requests(), "computers wait after a reload").toEqual([]);
  await game.undo.click();
  await game.expectPieces(waiting - 1);
  await game.redo.click();
  await game.expectPieces(waiting);
  await game.speed.selectOption({ label: "Speed: fast" });
  await game.resume.click();
  await expect(game.rematch).toBeVisible();
  await game.expectPieces((await game.record()).cursor);
  await game.rematch.click();
  await expect(game.pause).toBeVisible();
  await expect(game.pieces.nth(1)).toBeAttached();
});

for (const [name, rules, computers] of [
  ["one person and two computers", { columns: 5, rows: 4, connect: 3, players: 3 }, [null, "random", "mcts:50"]],
  ["two computers first", { columns: 5, rows: 4, connect: 3, players: 3 }, ["lookahead:2", "random", null]],
  ["five in a row on 15 × 15", { columns: 15, rows: 15, connect: 5, gravity: false }, [null, "mcts:50"]],
  ["4 × 4", small, [null, "lookahead:2"]],
]) {
  test(`${name}: to the end of a game`, async ({ game }) => {
    test.slow();
    await game.openStored(storedMatch({ rules, computers }));
    await game.playOut(computers.indexOf(null));
    const { cursor, result } = await game.record();
    await game.expectPieces(cursor);
    expect(result).toMatch(/^(won by|tie)/);
  });
}

test.describe("the swap rule", () => {
  const looks = (game, look) =>
    expect(game.page.getByRole("table").getByText(`${look}, last move`)).toHaveCount(1);

  test("offers one swap, which takes the piece and can be undone", async ({ game }) => {
    await game.open();
    await game.openNewGame();
    await game.newGameDialog.getByRole("checkbox", { name: /^Swap/ }).check();
    await game.start();
    await expect(game.swap).toHaveCount(0);
    await game.drop(4);
    await expect(game.status).toContainText("play or swap");
    await looks(game, "red circle");
    await game.swap.click();
    await looks(game, "blue pentagon");
    await game.expectPieces(1);
    await expect(game.swap).toHaveCount(0);
    await expect(game.status).toContainText("Red to move");
    await game.undo.click();
    await looks(game, "red circle");
    await expect(game.swap).toBeVisible();
    await game.redo.click();
    await looks(game, "blue pentagon");
    await game.drop(4);
    await expect(game.status).toContainText("Blue to move");
    expect((await game.record()).moves).toBe("4s4");
    await game.undo.click();
    await game.undo.click();
    await game.drop(3);
    await expect(game.swap).toHaveCount(0);
    expect((await game.record()).moves).toBe("43");
  });

  test("lets a computer swap if the first move is strong", async ({ game }) => {
    await game.openStored(storedMatch({ swap: true, computers: [null, "lookahead:2"] }));
    await game.recordAnnouncements();
    await game.drop(4);
    await looks(game, "blue pentagon");
    const said = await game.announcements();
    expect(said.at(-1)).toContain("Sides swapped. Ben now has the first piece. Your move");
    await game.drop(4);
    await game.expectPieces(3);
    expect((await game.record()).moves).toMatch(/^4s4\d$/);
    await game.undo.click();
    await game.undo.click();
    await game.expectPieces(0);
    await game.drop(1);
    await game.expectPieces(2);
    expect((await game.record()).moves).toMatch(/^1\d$/);
  });
});

test("high scores list humans only, the series score all players", async ({ game }) => {
  await game.openStored(storedMatch({ moves: "121212", computers: ["lookahead:2", null] }));
  await game.expectStatus("won", 0);
  await expect(game.seats.nth(0)).toContainText("1 win");
  await game.openScores();
  await expect(game.scoresDialog).toContainText("No wins yet");
  await game.play.click();
  expect(await game.stored()).not.toHaveProperty([STORED_SCORES]);

  await game.page.evaluate(() => localStorage.clear());
  await game.openStored(storedMatch({ moves: "121212", computers: [null, "lookahead:2"] }));
  await game.drop(1);
  await game.expectStatus("won", 0);
  await game.openScores();
  await expect(game.scoresDialog.getByRole("row").nth(1)).toContainText("Ada");
});

test("computers can be seated in the conversation, which shows their moves", async ({ game }) => {
  await game.openStored(storedMatch());
  await game.text.click();
  await game.textPanel.getByRole("combobox", { name: "Style" }).selectOption("Board games");
  const type = async (text) => {
    await game.textPanel.getByRole("textbox").fill(text);
    await game.textPanel.getByRole("textbox").press("Enter");
  };
  await type("seat 2 random");
  await expect(game.seats.nth(1)).toContainText("Random");
  await type("4");
  await game.expectPieces(2);
  const conversation = game.textPanel.getByRole("region", { name: "Console" });
  await expect(conversation).toContainText(/\| O \|/);
  await type("seat 2 person");
  await expect(game.seats.nth(1)).toContainText("pentagon");
});
