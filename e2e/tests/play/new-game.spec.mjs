// The new-game dialog: kinds of games, players, first player, and validation.

import { expect, test } from "../support/game.mjs";

/** Selections, the resulting rules, and the target of a first move. */
const kinds = [
  [{ kind: "Connect Four", preset: "Classic 7 × 6" }, [7, 6, 4, true]],
  [{ kind: "Connect Four", preset: "Small 6 × 4" }, [6, 4, 4, true]],
  [{ kind: "Connect Four", preset: "Large 9 × 7" }, [9, 7, 4, true]],
  [{ kind: "Connect Four", columns: 4, rows: 15 }, [4, 15, 4, true]],
  [{ kind: "Tic-tac-toe", preset: "Three in a row, 3 × 3" }, [3, 3, 3, false]],
  [{ kind: "Tic-tac-toe", preset: "Four in a row, 6 × 6" }, [6, 6, 4, false]],
  [{ kind: "Tic-tac-toe", preset: "Five in a row, 15 × 15" }, [15, 15, 5, false]],
  [{ kind: "Tic-tac-toe", columns: 5, rows: 3, connect: 4 }, [5, 3, 4, false]],
  [{ kind: "Custom", columns: 3, rows: 8, connect: 7, gravity: true }, [3, 8, 7, true]],
  [{ kind: "Custom", columns: 4, rows: 4, connect: 3, gravity: false }, [4, 4, 3, false]],
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

/** Presets, with the rules and the players they set, and a line of the conversation. */
const presets = [
  ["Small 6 × 4", [6, 4], ["Red red circle X", "Blue blue pentagon O"], "in [0, 6)"],
  ["Letters", [7, 6], ["A red circle A", "B blue pentagon B"], "Player A, choose a column"],
  ["X and O", [7, 6], ["X red cross X", "O blue circle O"], "X's choice"],
  ["Board games", [7, 6], ["Green green square X", "Orange orange triangle O"], "Green"],
  ["Red and Black", [7, 6], ["Red red circle R", "Black black pentagon B"], "player: red"],
  ["Classic 7 × 6", [7, 6], ["Red red circle X", "Blue blue pentagon O"], "in [0, 7)"],
];

for (const opponents of ["Computer", "Two players", "Custom"]) {
  test(`presets set the board, the players and the text style: ${opponents}`, async ({ game }) => {
    await game.open();
    for (const [preset, [columns, rows], players, line] of presets) {
      await test.step(preset, async () => {
        await game.newGame.click();
        const dialog = game.newGameDialog;
        await dialog.getByRole("button", { name: new RegExp(`^${opponents}`) }).click();
        const list = dialog.getByRole("combobox", { name: "Preset", exact: true });
        await list.selectOption({ label: preset });
        await expect(dialog.getByText(`${columns} × ${rows}, 4 in a row`).first()).toBeVisible();
        const names = players.map((player) => player.split(" ")[0]);
        if (opponents === "Computer") {
          const side = dialog.getByRole("group", { name: "You play" }).getByRole("radio");
          await expect(side.locator("..")).toHaveText([`${names[0]}, first`, `${names[1]}, second`]);
        }
        await game.start();
        const record = await game.record();
        expect(record.rules).toEqual({ columns, rows, connect: 4, players: 2, gravity: true });
        const seats = record.players.map(({ name, colour, shape, symbol }) => [name, colour, shape, symbol]);
        expect(seats.map((seat) => seat.join(" "))).toEqual(players);
        expect(record.players.map(({ computer }) => computer)).toEqual(
          opponents === "Computer" ? [undefined, "level:3"] : [undefined, undefined],
        );
        await game.text.click();
        await expect(game.textPanel).toContainText(line);
        await game.textPanel.getByRole("button", { name: "Close" }).click();
        // It is recognized, and remains the choice for the next game.
        await game.newGame.click();
        await expect(list.getByRole("option", { selected: true })).toHaveText(preset);
        await dialog.getByRole("button", { name: "Cancel" }).click();
        await game.closed(dialog);
      });
    }
  });
}

test("a game that is no preset is shown as one of one's own", async ({ game }) => {
  await game.open();
  const dialog = await game.openNewGame();
  const chosen = dialog.getByRole("combobox", { name: "Preset" }).getByRole("option", { selected: true });
  await expect(chosen).toHaveText("Classic 7 × 6");
  await game.choose({ kind: "Tic-tac-toe" });
  await expect(chosen).toHaveText("Custom");
  await dialog.getByRole("combobox", { name: "Preset" }).selectOption({ label: "Red and Black" });
  await expect(dialog.getByRole("radio", { name: "Connect Four" })).toBeChecked();
  expect(await pieceOf(game, 2)).toBe("Black Pentagon");
});

test("the number of players is limited by the board", async ({ game }) => {
  await game.open();
  const dialog = await game.openNewGame();
  await game.choose({ kind: "Connect Four", columns: 15, rows: 15 });
  await expect(dialog.getByText("15 × 15, 4 in a row: up to 56 players")).toBeVisible();
  const players = dialog.getByRole("combobox", { name: "Number of players", exact: true });
  const offered = await players.getByRole("option").allTextContents();
  expect(offered.at(0)).toBe("2");
  expect(offered.at(-1)).toBe("56");
  expect(offered).toHaveLength(55);
  await game.choose({ players: 56 });
  await expect(dialog.getByRole("textbox", { name: /^Name, player/ })).toHaveCount(56);

  // A smaller board allows fewer players.
  await game.choose({ columns: 4, rows: 5 });
  await expect(dialog.getByText("4 × 5, 4 in a row: up to 5 players")).toBeVisible();
  await expect(players.getByRole("option", { selected: true })).toHaveText("5");
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

/** The selected piece of a player: `Red circle`. */
async function pieceOf(game, number) {
  const chosen = (field) =>
    game.newGameDialog
      .getByRole("combobox", { name: `${field}, player ${number}`, exact: true })
      .getByRole("option", { selected: true })
      .textContent();
  return `${await chosen("Colour")} ${await chosen("Shape")}`;
}

test("selecting another player's piece swaps the two", async ({ game }) => {
  await game.open();
  await game.openNewGame();
  await game.choose({ players: 3 });
  expect(await pieceOf(game, 1)).toBe("Red Circle");
  expect(await pieceOf(game, 2)).toBe("Blue Pentagon");
  await game.choose({ players: [{ shape: "Pentagon", colour: "Blue" }, {}, {}] });
  expect(await pieceOf(game, 1)).toBe("Blue Pentagon");
  expect(await pieceOf(game, 2)).toBe("Red Pentagon");
  expect(await pieceOf(game, 3)).toBe("Green Square");
  await game.choose({ players: [{ shape: "Heart" }, {}, {}] });
  expect(await pieceOf(game, 1)).toBe("Blue Heart");
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
    [[{}, { name: " Green " }, {}], "Players 2 and 3 have the same name."],
    [[{}, { name: "" }, {}], "Enter a name for player 2."],
    [[{}, { name: "  " }, {}], "Enter a name for player 2."],
    [[{}, { name: "x".repeat(25) }, {}], "Player 2: name is too long (max 24)."],
    [[{}, { name: "A\u202eB" }, {}], "Player 2: names can’t contain U+202E."],
    [[{}, { name: "Ben" }, { symbol: "X" }], "Players 1 and 3 have the same text symbol."],
    [[{}, {}, { symbol: "" }], "Player 3: the text symbol must be a single letter, digit or symbol."],
    [[{}, {}, { symbol: "|" }], "Player 3: the text symbol must be a single letter, digit or symbol."],
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
  const starts = game.newGameDialog.getByRole("combobox", { name: "First player" });
  expect(await starts.getByRole("option").allTextContents()).toEqual(["Ada", "Ben"]);
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
  await game.setUp({ kind: "Custom", columns: 5, rows: 8, connect: 3, gravity: false, players, starts: "Ben" });
  await game.reload();
  const dialog = await game.openNewGame();
  await expect(dialog.getByRole("radio", { name: "Tic-tac-toe" })).toBeChecked();
  for (const [name, value] of Object.entries({
    Columns: "5",
    Rows: "8",
    "In a row to win": "3",
    "Number of players": "3",
    "First player": "Ben",
    "Shape, player 1": "Star",
    "Colour, player 2": "Teal",
  })) {
    const list = dialog.getByRole("combobox", { name, exact: true });
    await expect(list.getByRole("option", { selected: true })).toHaveText(value);
  }
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
  for (const close of [() => page.keyboard.press("Escape"), () => dialog.getByRole("button", { name: "Cancel" }).click()]) {
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
  await expect(reset).toBeDisabled();
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
  const list = (name) => dialog.getByRole("combobox", { name, exact: true });
  const pick = async (name, value) => {
    await tabTo(list(name));
    await keyboard.type(value);
    await expect(list(name).getByRole("option", { selected: true })).toHaveText(value);
    await expect(list(name), "the focus stays").toBeFocused();
  };
  const type = async (name, value) => {
    await tabTo(dialog.getByRole("textbox", { name, exact: true }));
    await keyboard.type(value);
  };

  await tabTo(game.newGame);
  await keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  await tabTo(dialog.getByRole("button", { name: /^Custom/ }));
  await keyboard.press("Enter");
  await keyboard.press("Tab");
  await expect(dialog.getByRole("combobox", { name: "Preset" })).toBeFocused();
  await keyboard.press("Tab");
  await expect(dialog.getByRole("radio", { name: "Connect Four" })).toBeFocused();
  await keyboard.press("Tab");
  await expect(dialog.getByRole("radio", { name: "Classic" })).toBeFocused();
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowDown");
  const large = dialog.getByRole("radio", { name: "Large 9 × 7" });
  await expect(large).toBeChecked();
  await expect(large, "the focus stays").toBeFocused();
  await pick("Number of players", "3");
  for (const [i, [name, shape, colour]] of [
    ["Ada", "Star", "Pink"],
    ["Ben", "Heart", "Teal"],
    ["Cleo", "Hexagon", "Black"],
  ].entries()) {
    await type(`Name, player ${i + 1}`, name);
    await pick(`Shape, player ${i + 1}`, shape);
    await pick(`Colour, player ${i + 1}`, colour);
  }
  await pick("First player", "Ben");
  await keyboard.press("Tab");
  await pick("Series", "First to 2");
  await keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Start" })).toBeFocused();
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
