// The page for a new game: opponents, kinds of games, players, first player, and validation.

import { expect, fillNumber, test } from "../support/game.mjs";

/** Selections, the resulting rules, and the target of a first move. */
const kinds = [
  [{ kind: "Connect Four", preset: "Large 9 × 7" }, [9, 7, 4, true]],
  [{ kind: "Connect Four", columns: 4, rows: 15 }, [4, 15, 4, true]],
  [{ kind: "Tic-tac-toe", preset: "Five in a row, 15 × 15" }, [15, 15, 5, false]],
  [{ kind: "Tic-tac-toe", columns: 5, rows: 3, connect: 4 }, [5, 3, 4, false]],
  [{ kind: "Own rules", columns: 3, rows: 8, connect: 7, gravity: true }, [3, 8, 7, true]],
  [{ kind: "Own rules", columns: 4, rows: 4, connect: 3, gravity: false }, [4, 4, 3, false]],
];

test("every kind of game can be selected and played", async ({ game, page }) => {
  test.slow();
  await game.open();
  for (const [choices, [columns, rows, connect, gravity]] of kinds) {
    await test.step(JSON.stringify(choices), async () => {
      await game.setUp(choices);
      await expect(page.locator("[data-cell]")).toHaveCount(columns * rows);
      const { rules } = await game.record();
      expect(rules).toEqual({ columns, rows, connect, players: 2, gravity });
      await expect(page.getByRole("toolbar")).toHaveCount(gravity ? 1 : 0);
      await expect(page.getByRole("grid")).toHaveCount(gravity ? 0 : 1);
      await (gravity ? game.drop(2) : game.place("B1"));
      await expect(game.cell("B1")).toHaveAttribute("data-player", "0");
    });
  }
});

test("level 3 is two taps from the page, and plays under its name", async ({ game, page }) => {
  await game.open();
  await game.newGame.click();
  const dialog = game.newGameDialog;
  const opponents = dialog.getByRole("group", { name: "Opponent", exact: true }).getByRole("radio");
  await expect(opponents).toHaveCount(6);
  await expect(dialog.getByRole("radio", { name: "Pip 1 · just started" })).toBeChecked();
  await dialog.getByRole("radio", { name: "Mira 3 · plans a little" }).check();
  await game.start();
  await expect(game.seats).toHaveText([/^You/, /^MiraLevel 3$/]);
  await expect(game.status).toContainText("Your move");
  await game.recordAnnouncements();
  await game.drop(4);
  await expect(game.status).toContainText("Mira is thinking…");
  await game.expectPieces(2);
  await expect(game.status).toContainText("Your move");
  const said = (await game.announcements()).join("\n");
  expect(said).toContain("You: D1. Mira is thinking…");
  expect(said).toMatch(/Mira: [A-G][12]\. Your move/);
  const { rules, players } = await game.record();
  expect(rules).toEqual({ columns: 7, rows: 6, connect: 4, players: 2, gravity: true });
  expect(players.map(({ computer }) => computer)).toEqual([undefined, "level:3"]);

  // The opponent is remembered, also after a reload.
  await game.reload();
  await game.newGame.click();
  await expect(dialog.getByRole("radio", { name: /^Mira/ })).toBeChecked();
  await page.keyboard.press("Escape");
});

test("opponents and sides are chosen with the arrow keys", async ({ game, page }) => {
  await game.open();
  await game.newGame.click();
  const dialog = game.newGameDialog;
  await dialog.getByRole("radio", { name: /^Pip/ }).focus();
  await page.keyboard.press("ArrowRight");
  const coco = dialog.getByRole("radio", { name: /^Coco/ });
  await expect(coco).toBeChecked();
  await expect(coco).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("radio", { name: "first" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByRole("radio", { name: "second" })).toBeChecked();
  await page.keyboard.press("Enter");
  await game.closed(dialog);
  await expect(game.seats).toHaveText([/^CocoLevel 2$/, /^You/]);
  await game.expectPieces(1);
  await game.expectStatus("to-move", 1);
});

test("a random side is decided when the game starts", async ({ game }) => {
  await game.open();
  const first = new Set();
  for (let number = 0; number < 12 && first.size < 2; number++) {
    await game.newGame.click();
    await game.newGameDialog.getByRole("radio", { name: "random" }).check();
    await game.newGameDialog.getByRole("button", { name: "Start" }).click();
    await game.closed(game.newGameDialog);
    first.add((await game.record()).players[0].name);
  }
  expect([...first].sort()).toEqual(["Pip", "You"]);
});

test("the person’s name is asked for once, and can be changed in the settings", async ({ game }) => {
  await game.open();
  await game.newGame.click();
  const dialog = game.newGameDialog;
  const name = dialog.getByRole("textbox", { name: "Your name (optional)" });
  await name.fill("A\u202eda");
  await expect(dialog.getByText("Names can’t contain U+202E.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Start" })).toHaveAttribute("aria-disabled", "true");
  await name.fill(" Ada ");
  await game.start();
  await expect(game.seats.nth(0)).toContainText("Ada");
  await expect(game.status, "spoken to all the same").toContainText("Your move");
  await game.newGame.click();
  await expect(name).toHaveCount(0);
  await game.page.keyboard.press("Escape");
  await game.settings.click();
  const setting = game.settingsDialog.getByRole("textbox", { name: "Your name" });
  await expect(setting).toHaveValue("Ada");
  await setting.fill("x".repeat(25));
  await expect(game.settingsDialog.getByText("Name is too long (max 24).")).toBeVisible();
  await setting.fill("");
  await game.page.keyboard.press("Escape");
  await game.newGame.click();
  await expect(name).toHaveValue("");
  await game.start();
  await expect(game.seats.nth(0)).toContainText("You");
});

test("clock, board and series unfold, and the board is for one game", async ({ game }) => {
  await game.open();
  await game.newGame.click();
  const dialog = game.newGameDialog;
  await expect(dialog.getByText("No clock · 7 × 6 · open series")).toBeVisible();
  const change = dialog.getByRole("button", { name: "Change" });
  await change.click();
  await expect(change).toHaveAttribute("aria-expanded", "true");
  await dialog.getByRole("radio", { name: "Three in a row, 3 × 3" }).check();
  await dialog.getByRole("radio", { name: "5 min", exact: true }).check();
  await dialog.getByRole("group", { name: "Increment" }).getByRole("radio", { name: "3 s" }).check();
  await dialog.getByRole("radio", { name: "First to 3" }).check();
  const line = "5 min + 3 s · Three in a row, 3 × 3 · first to 3";
  await expect(dialog.getByText(line)).toBeVisible();
  await game.start();
  const record = await game.record();
  expect(record.rules).toEqual({ columns: 3, rows: 3, connect: 3, players: 2, gravity: false });
  expect(record.time_control).toBe("300+3");
  expect(record.players.map(({ shape }) => shape)).toEqual(["cross", "circle"]);

  // One tap to the page and one to the usual game.
  await game.newGame.click();
  await expect(dialog.getByText("· 7 × 6 ·")).toBeVisible();
  await game.start();
  expect((await game.record()).rules.gravity).toBe(true);
});

test("two players choose names and colours", async ({ game }) => {
  await game.open();
  await game.newGame.click();
  const dialog = game.newGameDialog;
  await dialog.getByRole("button", { name: "Two players" }).click();
  await dialog.getByRole("textbox", { name: "Name, player 1" }).fill("Ada");
  const colour = (number, name) =>
    dialog.getByRole("group", { name: `Colour, player ${number}` }).getByRole("radio", { name, exact: true });
  await colour(2, "Green").check();
  await expect(dialog.getByRole("textbox", { name: "Name, player 2" })).toHaveValue("Green");
  await game.start();
  const players = async () => (await game.record()).players.map(({ name, colour, shape }) => `${name} ${colour} ${shape}`);
  expect(await players()).toEqual(["Ada red circle", "Green green pentagon"]);
  await game.drop(4);
  await game.reload();
  // After a two-player game the page opens for two.
  await game.newGame.click();
  await expect(dialog.getByRole("textbox", { name: "Name, player 1" })).toHaveValue("Ada");
  await expect(colour(2, "Green")).toBeChecked();
});

/** Presets, with the rules and the players they set, and a line of the conversation. */
const presets = [
  ["Small 6 × 4", [6, 4], ["Red red circle X", "Blue blue pentagon O"], "in [0, 6)"],
  ["X and O", [7, 6], ["X red cross X", "O blue circle O"], "X's choice"],
];

for (const [name, [columns, rows], players, line] of presets) {
  test(`the preset ${name} sets the board, the players and the text style`, async ({ game, page }) => {
    await game.open();
    const dialog = await game.openNewGame();
    await game.openAdvanced();
    const preset = dialog.getByRole("group", { name: "Preset" }).getByRole("radio", { name, exact: true });
    await preset.check();
    await game.start();
    const record = await game.record();
    expect(record.rules).toEqual({ columns, rows, connect: 4, players: 2, gravity: true });
    const seats = record.players.map(({ name, colour, shape, symbol }) => [name, colour, shape, symbol]);
    expect(seats.map((seat) => seat.join(" "))).toEqual(players);
    await game.text.click();
    await expect(game.textPanel).toContainText(line);
    await game.textPanel.getByRole("button", { name: "Close" }).click();
    // It is recognized, and remains the choice for the next game.
    await game.openNewGame();
    await game.openAdvanced();
    await expect(preset).toBeChecked();
    await page.keyboard.press("Escape");
    await game.closed(dialog);
  });
}

test("a game that is no preset is shown as none", async ({ game }) => {
  await game.open();
  const dialog = await game.openNewGame();
  await game.openAdvanced();
  const presets = dialog.getByRole("group", { name: "Preset" });
  await expect(presets.getByRole("radio", { name: "Classic 7 × 6" })).toBeChecked();
  await game.choose({ kind: "Tic-tac-toe" });
  await expect(presets.getByRole("radio", { checked: true })).toHaveCount(0);
  await presets.getByRole("radio", { name: "Red and Black" }).check();
  await expect(dialog.getByRole("radio", { name: "Connect Four" })).toBeChecked();
  expect(await pieceOf(game, 2)).toBe("black pentagon");
  await dialog.getByRole("button", { name: "Open the text console" }).click();
  await expect(game.textPanel).toBeVisible();
});

test("the number of players is limited by the board", async ({ game }) => {
  await game.open();
  const dialog = await game.openNewGame();
  await game.choose({ kind: "Connect Four", columns: 15, rows: 15 });
  await expect(dialog.getByText("15 × 15, 4 in a row: up to 56 players")).toBeVisible();
  const players = dialog.getByRole("spinbutton", { name: "Number of players", exact: true });
  const [less, more] = ["Decrease", "Increase"].map((name) =>
    dialog.getByRole("button", { name: `${name} Number of players` }),
  );
  await expect(less).toHaveAttribute("aria-disabled", "true");
  await more.click();
  await expect(players).toHaveValue("3");
  // What is out of range is replaced by the last number.
  await fillNumber(players, 57);
  await expect(players).toHaveValue("3");
  await game.choose({ players: 56 });
  await expect(dialog.getByRole("textbox", { name: /^Name, player/ })).toHaveCount(56);
  await expect(more).toHaveAttribute("aria-disabled", "true");

  // A smaller board allows fewer players.
  await game.choose({ columns: 4, rows: 5 });
  await expect(dialog.getByText("4 × 5, 4 in a row: up to 5 players")).toBeVisible();
  await expect(players).toHaveValue("5");
  await expect(dialog.getByRole("textbox", { name: /^Name, player/ })).toHaveCount(5);
  await game.start();
  await expect(game.seats).toHaveCount(5);
});

test("fifty-six different players can play", async ({ game }) => {
  await game.open();
  await game.setUp({ kind: "Connect Four", columns: 15, rows: 15, players: 56 });
  await expect(game.seats).toHaveCount(56);
  const { players } = await game.record();
  for (const what of [({ name }) => name, ({ shape, colour }) => `${shape} ${colour}`, ({ symbol }) => symbol]) {
    expect(new Set(players.map(what)).size).toBe(56);
  }
});

/** The piece of a player of a custom game: `red circle`. */
async function pieceOf(game, number) {
  const piece = game.newGameDialog.getByRole("button", { name: `Piece, player ${number}: ` });
  return (await piece.getAttribute("aria-label")).split(": ")[1];
}

test("selecting another player's piece swaps the two", async ({ game }) => {
  await game.open();
  await game.openNewGame();
  await game.choose({ players: 3 });
  expect(await pieceOf(game, 1)).toBe("red circle");
  expect(await pieceOf(game, 2)).toBe("blue pentagon");
  await game.choose({ players: [{ shape: "Pentagon", colour: "Blue" }, {}, {}] });
  expect(await pieceOf(game, 1)).toBe("blue pentagon");
  expect(await pieceOf(game, 2)).toBe("red pentagon");
  expect(await pieceOf(game, 3)).toBe("green square");
  await game.choose({ players: [{ shape: "Heart" }, {}, {}] });
  expect(await pieceOf(game, 1)).toBe("blue heart");
  await game.start();
  await game.moves("123");
  const looks = ["A1", "B1", "C1"].map((name) => game.cell(name));
  for (const [i, shape] of ["heart", "pentagon", "square"].entries()) {
    await expect(looks[i]).toHaveAttribute("data-shape", shape);
  }
});

test("duplicate names and symbols are rejected with an explanation", async ({ game }) => {
  await game.open();
  await game.drop(4);
  const dialog = await game.openNewGame();
  await game.choose({ players: 3 });
  const start = dialog.getByRole("button", { name: "Start" });
  const cases = [
    [[{}, { name: "Red" }, {}], "Players 1 and 2 have the same name."],
    [[{}, { name: "  " }, {}], "Enter a name for player 2."],
    [[{}, { name: "x".repeat(25) }, {}], "Player 2: name is too long (max 24)."],
    [[{}, { name: "A\u202eB" }, {}], "Player 2: names can’t contain U+202E."],
    [[{}, { name: "Ben" }, { symbol: "X" }], "Players 1 and 3 have the same text symbol."],
    [[{}, {}, { symbol: "AB" }], "Player 3: the text symbol must be a single letter, digit or symbol."],
  ];
  for (const [players, words] of cases) {
    await game.choose({ players });
    await expect(dialog.getByText(words)).toBeVisible();
    await expect(start).toHaveAttribute("aria-disabled", "true");
    await start.click({ force: true });
    await expect(dialog).toBeVisible();
  }
  await game.expectPieces(1);
  await game.choose({ players: [{}, {}, { symbol: "é" }] });
  await expect(start).not.toHaveAttribute("aria-disabled", "true");
  await game.start();
  await expect(game.seats).toHaveText(["Redcircle", "Benpentagon", "Greensquare"]);
});

test("the first player can be selected by name", async ({ game }) => {
  await game.open();
  const players = [{ name: "Ada" }, { name: "Ben" }, { name: "Cleo" }];
  await game.setUp({ players, starts: "Cleo" });
  await expect(game.status).toContainText("Cleo to move");
  await game.moves("12");
  await expect(game.cell("A1")).toHaveAttribute("data-shape", "square");
  await expect(game.cell("B1")).toHaveAttribute("data-shape", "circle");
  await expect(game.status).toContainText("Ben to move");
  await game.openNewGame();
  // The first player must be one of the players.
  await game.choose({ players: 2 });
  const starts = game.newGameDialog.getByRole("group", { name: "First player" }).getByRole("radio");
  await expect(starts.locator("..")).toHaveText(["Ada", "Ben"]);
  await game.start();
  await expect(game.status).toContainText("Ben to move");
});

test("the last setup is preselected, also after a reload", async ({ game }) => {
  await game.open();
  const players = [
    { name: "Ada", shape: "Star", colour: "Pink", symbol: "S" },
    { name: "Ben", shape: "Crescent", colour: "Teal", symbol: "é" },
    { name: "Cleo" },
  ];
  await game.setUp({ kind: "Own rules", columns: 5, rows: 8, connect: 3, gravity: false, players, starts: "Ben" });
  await game.reload();
  const dialog = await game.openNewGame();
  await expect(dialog.getByRole("radio", { name: "Tic-tac-toe" })).toBeChecked();
  for (const [name, value] of Object.entries({ Columns: "5", Rows: "8", "In a row to win": "3", "Number of players": "3" })) {
    await expect(dialog.getByRole("spinbutton", { name, exact: true })).toHaveValue(value);
  }
  await expect(dialog.getByRole("group", { name: "First player" }).getByRole("radio", { name: "Ben" })).toBeChecked();
  expect(await pieceOf(game, 1)).toBe("pink star");
  expect(await pieceOf(game, 2)).toBe("teal crescent");
  await game.openAdvanced();
  const text = (name) => dialog.getByRole("textbox", { name, exact: true });
  await expect(text("Name, player 1")).toHaveValue("Ada");
  await expect(text("Text symbol, player 2")).toHaveValue("é");
  await game.start();
  await expect(game.seats).toHaveText(["Adastar", "Bencrescent", "Cleosquare"]);
});

test("an unstarted setup changes nothing and is kept until started or reset", async ({ game, page }) => {
  await game.open();
  await game.moves("44");
  const stored = await game.stored();
  const dialog = await game.openNewGame();
  const reset = dialog.getByRole("button", { name: "Reset" });
  const name = dialog.getByRole("textbox", { name: "Name, player 1" });
  await expect(reset).toBeDisabled();
  await game.choose({ kind: "Tic-tac-toe", players: [{ name: "Ada" }, { name: "Ben" }] });
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  expect(await game.stored()).toEqual(stored);
  await game.expectPieces(2);
  for (const close of [() => page.keyboard.press("Escape"), () => game.back()]) {
    await game.openNewGame();
    await expect(dialog.getByRole("radio", { name: "Tic-tac-toe" })).toBeChecked();
    await expect(name).toHaveValue("Ada");
    // Invalid setups are kept as well.
    await name.fill("");
    await close();
    await expect(dialog).toBeHidden();
    await game.openNewGame();
    await expect(name).toHaveValue("");
    await name.fill("Ada");
    await close();
  }
  await game.openNewGame();
  await reset.click();
  await expect(dialog.getByRole("radio", { name: "Connect Four" })).toBeChecked();
  await expect(name).toHaveValue("Red");
  await expect(reset).toBeDisabled();
  await name.fill("Zoe");
  await game.start();
  await game.openNewGame();
  await expect(name).toHaveValue("Zoe");
  // Not to the last game: there is a way back from any.
  await reset.click();
  await expect(name).toHaveValue("Red");
  await expect(reset).toBeDisabled();
});

test("tic-tac-toe is for two, and Reset leads back to Connect Four", async ({ game }) => {
  await game.open();
  const dialog = await game.openNewGame();
  await game.choose({ players: 3 });
  await game.start();
  await game.openNewGame();
  await game.choose({ kind: "Tic-tac-toe" });
  await game.start();
  await expect(game.seats).toHaveCount(2);
  await game.openNewGame();
  await expect(dialog.getByRole("radio", { name: "Tic-tac-toe" })).toBeChecked();
  await dialog.getByRole("button", { name: "Reset" }).click();
  await expect(dialog.getByRole("radio", { name: "Connect Four" })).toBeChecked();
  await game.start();
  await expect(game.page.locator("[data-cell]")).toHaveCount(42);
});

test("a three-player game on 9 × 7, on a phone by keyboard", async ({ game, page }) => {
  await page.setViewportSize({ width: 390, height: 780 });
  await game.open();
  const { keyboard } = page;
  const dialog = game.newGameDialog;

  /** Tabs to an element; the focus is never lost on the way. */
  const tabTo = async (target, most = 30) => {
    for (let tabs = 0; tabs < most; tabs++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await keyboard.press("Tab");
    }
    await expect(target).toBeFocused();
  };
  /** Moves through a group of radio buttons. */
  const pick = async (group, name) => {
    const radios = dialog.getByRole("group", { name: group, exact: true }).getByRole("radio");
    await tabTo(radios.and(dialog.getByRole("radio", { checked: true })));
    const target = radios.and(dialog.getByRole("radio", { name, exact: true }));
    for (let presses = 0; presses < 10 && !(await target.isChecked()); presses++) {
      await keyboard.press("ArrowRight");
    }
    await expect(target).toBeChecked();
    await expect(target, "the focus stays").toBeFocused();
  };
  const type = async (name, value) => {
    await tabTo(dialog.getByRole("textbox", { name, exact: true }));
    await keyboard.type(value);
  };

  await tabTo(game.newGame);
  await keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  // Beside the heading, which has the focus.
  await keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Set up a position" })).toBeFocused();
  await tabTo(dialog.getByRole("button", { name: /^Custom/ }));
  await keyboard.press("Enter");
  await keyboard.press("Tab");
  await expect(dialog.getByRole("radio", { name: "Connect Four" })).toBeFocused();
  await keyboard.press("Tab");
  await expect(dialog.getByRole("radio", { name: "Classic" })).toBeFocused();
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowDown");
  const large = dialog.getByRole("radio", { name: "Large 9 × 7" });
  await expect(large).toBeChecked();
  await expect(large, "the focus stays").toBeFocused();
  const count = dialog.getByRole("spinbutton", { name: "Number of players" });
  await tabTo(count);
  await keyboard.press("ArrowUp");
  await expect(count).toHaveValue("3");
  await expect(count, "the focus stays").toBeFocused();
  for (const [i, [name, shape, colour]] of [
    ["Ada", "Star", "Pink"],
    ["Ben", "Heart", "Teal"],
    ["Cleo", "Hexagon", "Black"],
  ].entries()) {
    await tabTo(dialog.getByRole("button", { name: `Piece, player ${i + 1}:` }));
    await keyboard.press("Enter");
    await type(`Name, player ${i + 1}`, name);
    await pick(`Shape, player ${i + 1}`, shape);
    await pick(`Colour, player ${i + 1}`, colour);
  }
  await pick("First player", "Ben");
  await pick("Series", "First to 2");
  await tabTo(dialog.getByRole("button", { name: "Start" }));
  await keyboard.press("Enter");
  await expect(page.locator("[data-cell]")).toHaveCount(63);
  await expect(game.seats).toHaveText([/^Adastar0\/2/, /^Benheart0\/2/, /^Cleohexagon0\/2/]);
  await expect(game.status).toContainText("Ben to move");
  await expect(game.column(5)).toBeFocused();
  await keyboard.press("Enter");
  await expect(game.cell("E1")).toHaveAttribute("data-shape", "heart");
  await expect(game.cell("E1")).toHaveAttribute("data-colour", "teal");
});

/** Names with markup and control characters. */
const hostile = [
  "<img src=x onerror=a(1)>",
  `"'&quot;</p><b>x</b>`,
  "W".repeat(24),
  "שלום עולם العربية",
];

test("hostile names are treated as text", async ({ game, page }) => {
  await page.setViewportSize({ width: 390, height: 780 });
  await game.open();
  const dialog = await game.openNewGame();
  await game.choose({ players: 4 });
  await game.choose({ players: [{ name: "<img src=x onerror=alert(1)>" }, {}, {}, {}] });
  await expect(dialog.getByText(/name is too long/)).toBeVisible();
  await game.choose({ players: hostile.map((name) => ({ name })), starts: hostile[0] });
  await game.start();
  const shown = async () => {
    await expect(page.locator("img, b, p > p, script:not([src])")).toHaveCount(0);
    const sideways = () =>
      document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await page.evaluate(sideways), "scrolls sideways").toBe(0);
  };
  for (const [i, name] of hostile.entries()) {
    await expect(game.seats.nth(i)).toContainText(name);
    await expect(game.status).toContainText(`${name} to move`);
    await game.drop(i + 1);
    await shown();
  }
  expect((await game.record()).players.map(({ name }) => name)).toEqual(hostile);
  await game.reload();
  await expect(game.seats.first()).toContainText(hostile[0]);
  await shown();
  await game.share.click();
  await expect(game.shareDialog).toBeVisible();
  await shown();
});
