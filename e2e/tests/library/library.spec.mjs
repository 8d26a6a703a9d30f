// The library: contains every played game; search, viewer, continuing games, backup and restore.

import { Game, STORED_GAME, STORED_ID, expect, people, storedGame, storedMatch, test, youAndBen } from "../support/game.mjs";

/** Page object of the library. */
class Library {
  constructor(game) {
    this.game = game;
    this.page = game.libraryDialog;
    this.list = this.page.getByRole("list", { name: "Games" });
    this.cards = this.list.locator("> li");
    this.count = this.page.getByText(/^[\d,]+( of [\d,]+)? games?$/);
    this.results = this.page.getByRole("region", { name: "Your results" });
  }

  button(name) {
    return this.page.getByRole("button", { name, exact: true });
  }

  /** The cards that contain a text. */
  with(text) {
    return this.cards.filter({ hasText: text });
  }

  /** Opens the game of a card. */
  async openGame(card) {
    await card.locator(".open").click();
    await expect(this.page).toBeHidden();
  }

  /** The button with the actions of a card. */
  more(card) {
    return card.getByRole("button", { name: /^More about/ });
  }

  /** Selects one of the first conditions. */
  async choose(name) {
    await this.page.getByRole("radio", { name: new RegExp(`^${name}`) }).check({ force: true });
  }

  /** Clicks a button of the menu. */
  async menu(name) {
    const button = this.button(name);
    if (!(await button.isVisible())) await this.page.locator("#library-menu").click();
    await button.click();
  }

  /** Shows all results on narrow pages, too. */
  async showResults() {
    const toggle = this.button("Show results");
    await expect(this.results).toBeVisible();
    if (await toggle.isVisible()) await toggle.click();
  }

  async open() {
    await this.game.library.click();
    await expect(this.page).toBeVisible();
  }

  async close() {
    await this.game.page.keyboard.press("Escape");
    await expect(this.page).toBeHidden();
  }

  /** Restores a backup file. */
  async read(name, text) {
    const file = { name, mimeType: "application/json", buffer: Buffer.from(text) };
    await this.page.getByLabel("Restore backup").setInputFiles(file);
  }
}

/** Writes games to the page's database. */
async function seed(page, games) {
  await page.evaluate(async (games) => {
    const open = indexedDB.open("four-shapes");
    const database = await new Promise((done, fail) => {
      open.onsuccess = () => done(open.result);
      open.onerror = fail;
    });
    const transaction = database.transaction(["records", "entries"], "readwrite");
    for (const { id, entry, record } of games) {
      transaction.objectStore("records").put(record, id);
      transaction.objectStore("entries").put(Uint8Array.from(entry), id);
    }
    await new Promise((done) => (transaction.oncomplete = done));
    database.close();
  }, games);
}

/** A number in postcard's format. */
const varint = (value) => (value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]);

/** A text in postcard's format. */
const string = (value) => [...varint(Buffer.byteLength(value)), ...Buffer.from(value)];

/** An entry of a classic game; `winner` is 0, 1 or undefined, `computers` the ids of the players. */
function entry({ time, starred = false, sum, name = "", winner, moves, computers = ["", ""] }) {
  const outcome = winner === undefined ? [0] : [1, winner];
  const players = ["Ada", "Ben"].flatMap((player, i) => [...string(player), ...string(computers[i])]);
  const game = [1, 7, 6, 4, 2, 1, ...outcome, moves, 2, ...players];
  const hash = sum.toString(16).padStart(16, "0");
  return [1, ...varint(time), ...varint(time), ...string(name), starred ? 1 : 0, ...string(hash), ...game];
}

/** A user who is called Ada. */
const ada = JSON.stringify({
  format: "four-shapes-person",
  version: 1,
  name: "Ada",
  level: 1,
  side: "first",
  losses: 0,
  "lost-to": 1,
});

/** A database entry of a game: won by Ada or Ben, or unfinished. */
function kept(n, { name = "", starred = false } = {}) {
  const moves = ["1212121", "12123242", "44"][n % 3];
  const time = Date.UTC(2026, 0, 1) + n * 60_000;
  const encoded = entry({ time, starred, sum: n, name, winner: [0, 1, undefined][n % 3], moves: moves.length });
  return { id: `${time}-${n}`, entry: encoded, record: storedMatch({ moves }) };
}

test("all played games are added to the library", async ({ game, page, context }) => {
  const library = new Library(game);
  await game.open();
  await library.open();
  await expect(library.page).toContainText("Games you play");
  await expect(library.cards).toHaveCount(0);
  await library.close();

  await game.moves("1212121");
  await library.open();
  await expect(library.cards).toHaveCount(1);
  await expect(library.cards).toContainText("Red – Blue");
  await expect(library.cards).toContainText("On the board · 7 × 6, two players · vertical");
  await expect(library.cards).toContainText("Red won");
  await expect(library.cards).toContainText(/Today \d+:\d\d/);
  await expect(library.cards.locator(".mini-board path.red"), "pieces on a small board").toHaveCount(4);
  await library.close();

  // New games immediately after the start, before the library is loaded.
  await game.rematch.click();
  await game.moves("44");
  await page.reload({ waitUntil: "commit" });
  await game.ready();
  await game.setUp({ preset: "Small" });
  await game.moves("12");
  await page.close();

  const again = new Game(await context.newPage());
  await again.open();
  const after = new Library(again);
  await after.open();
  await expect(after.cards).toHaveCount(3);
  await expect(after.cards.nth(0)).toContainText("On the board · 6 × 4, two players · unfinished");
  await expect(after.cards.nth(1)).toContainText("7 × 6, two players · unfinished");
  await expect(after.cards.nth(1)).toContainText("2 moves");
  await expect(after.cards.nth(2)).toContainText("Red won");
  expect(Object.keys(await again.stored()).filter((name) => name.includes(":left:"))).toEqual([]);
});

test("formerly unreadable games are added when they become readable", async ({ game, page }) => {
  const name = `${STORED_GAME}:unreadable:1`;
  await game.openWithStorage({ [name]: storedGame(), "four-shapes:game:aside:1": "still nonsense" });
  const library = new Library(game);
  await library.open();
  await expect(library.cards).toHaveCount(1);
  await expect(library.cards).toContainText("7 × 6, two players · unfinished");
  await expect(library.cards).toContainText("5 moves");
  const stored = await game.stored();
  expect(stored).not.toHaveProperty([name]);
  expect(stored["four-shapes:game:aside:1"]).toBe("still nonsense");
});

test("a game opens with its review by keyboard", async ({ game, page }) => {
  const library = new Library(game);
  await game.open();
  await library.open();
  await library.close();
  await seed(page, [0, 1, 2].map((n) => kept(n)));
  await library.open();
  await expect(library.cards).toHaveCount(3);
  const card = library.with("Ada won");
  await expect(card.locator(".open")).toHaveAccessibleName(/^Ada – Ben 7 × 6, two players · vertical 1 Jan 2026 Ada won$|^Ada – Ben.*Ada won$/);
  await card.locator(".open").focus();
  await page.keyboard.press("Enter");
  await expect(library.page).toBeHidden();
  await expect(game.analysisPanel).toBeVisible();
  expect((await game.record()).moves).toBe("1212121");
});

for (const [name, viewport] of [["phones", { width: 390, height: 844 }], ["desktops", { width: 1440, height: 900 }]]) {
  test(`the review of an old game leads back to the library on ${name}`, async ({ game, page }) => {
    await page.setViewportSize(viewport);
    const library = new Library(game);
    await game.open();
    await library.open();
    await library.close();
    await seed(page, [0, 1, 2].map((n) => kept(n)));
    const place = (label) => page.getByRole("navigation", { includeHidden: true }).getByRole("button", { name: label, exact: true, includeHidden: true });
    const openOld = async () => {
      await library.open();
      await library.openGame(library.with("Ada won"));
      await expect(game.review).toBeVisible();
      await expect(place("Library")).toHaveAttribute("aria-current", "page");
    };
    await openOld();
    await game.review.getByRole("button", { name: "Library", exact: true }).click();
    await expect(library.page).toBeVisible();
    await expect(game.review).toHaveCount(0);
    await library.close();
    await game.expectStatus("won", 0);
    await expect(place("Play")).toHaveAttribute("aria-current", "page");

    await openOld();
    if (name === "phones") {
      await page.goBack();
      await expect(library.page).toBeVisible();
      await library.close();
    } else {
      // The board with its review is the game now.
      await place("Play").click();
      await expect(place("Play")).toHaveAttribute("aria-current", "page");
      await expect(game.review).toBeVisible();
      await expect(game.review.getByRole("button", { name: "Library", exact: true })).toHaveCount(0);
    }
  });
}

test("a game is starred, named, noted, deleted and restored", async ({ game, page }) => {
  const library = new Library(game);
  await game.open();
  await library.open();
  await library.close();
  await seed(page, [0, 1, 2].map((n) => kept(n)));
  await library.open();
  const card = library.cards.nth(2);
  const star = card.getByRole("button", { name: "Star “Ada – Ben”" });
  await star.focus();
  await page.keyboard.press("Enter");
  await expect(star).toHaveAttribute("aria-pressed", "true");
  await expect(star).toBeFocused();

  await page.keyboard.press("Tab");
  await expect(library.more(card)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(library.more(card)).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("Escape");
  await expect(library.more(card)).toHaveAttribute("aria-expanded", "false");
  await expect(library.more(card)).toBeFocused();
  await expect(library.page, "Escape has closed the actions only").toBeVisible();

  await library.more(card).click();
  await card.getByRole("textbox", { name: "Name" }).fill("<b>My win</b>");
  await card.getByRole("textbox", { name: "Note" }).fill("Column A,\nright away");
  // What was typed outlives the page. Escape closes the actions first.
  await page.keyboard.press("Escape");
  await expect(library.more(card)).toBeFocused();
  await library.close();
  await library.open();
  await expect(card.getByRole("textbox", { name: "Note" })).toHaveValue("Column A,\nright away");
  await card.getByRole("button", { name: "Save", exact: true }).click();
  await expect(library.more(card)).toBeFocused();
  await expect(card).toContainText("<b>My win</b>");
  await expect(card).toContainText("Ada – Ben · 7 × 6, two players · vertical");
  await expect(card).toContainText("right away");
  await library.close();
  await library.open();
  await expect(card.getByRole("button", { name: "Star “<b>My win</b>”" })).toHaveAttribute("aria-pressed", "true");
  await expect(card).toContainText("right away");
  await library.choose("Starred");
  await expect(library.cards).toHaveCount(1);
  await library.choose("All");
  await page.getByRole("searchbox").fill("RIGHT away");
  await expect(library.cards).toHaveCount(1);
  await library.choose("Starred");
  await page.getByRole("searchbox").fill("nothing like it");
  await expect(library.page).toContainText("No games match.");
  await expect(library.results).toHaveCount(0);
  await library.button("Show all games").click();
  await expect(library.cards).toHaveCount(3);
  await expect(library.results, "none of the games is the user’s").toContainText("Finish a game against a computer");
  await expect(page.getByRole("searchbox")).toHaveValue("");
  await expect(page.getByRole("searchbox")).toBeFocused();

  await library.more(card).click();
  const { text } = await game.download(() => card.getByRole("button", { name: "Save as file" }).click());
  expect(JSON.parse(text).moves).toBe("1212121");
  await card.getByRole("button", { name: "Delete" }).click();
  await expect(library.cards).toHaveCount(2);
  await expect(library.page).toContainText("Deleted: <b>My win</b>");
  await expect(library.button("Undo")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(library.cards).toHaveCount(3);
  await library.more(card).click();
  await card.getByRole("button", { name: "Delete" }).click();
  await expect(library.cards).toHaveCount(2);
  await library.close();
  await library.open();
  await expect(library.cards).toHaveCount(2);
});

test("a finished game that is looked at is finished also after a reload", async ({ game, page }) => {
  const library = new Library(game);
  await game.open();
  await library.open();
  await library.close();
  await seed(page, [kept(0)]);
  await library.open();
  await library.openGame(library.with("Ada won"));
  await expect(game.review).toBeVisible();
  await game.step(4).click();
  await game.expectPieces(4);
  await game.reload();
  await game.expectPieces(7);
  await game.expectStatus("won", 0);
});

test("unfinished games continue under their ids, finished ones as copies", async ({ game, page }) => {
  const library = new Library(game);
  await game.open();
  await library.open();
  await library.close();
  await game.drop(7);
  const mine = (await game.stored())[STORED_ID];
  const games = [0, 2].map((n) => kept(n));
  await seed(page, games);
  await library.open();
  await library.openGame(library.with("2 moves"));
  await game.expectPieces(2);
  expect((await game.stored())[STORED_ID]).toBe(games[1].id);
  await game.drop(4);
  await library.open();
  await expect(library.cards).toHaveCount(3);
  await expect(library.with("On the board").filter({ hasText: "3 moves" })).toHaveCount(1);
  await expect(library.with("1 move")).toHaveCount(1);

  await library.openGame(library.with("Ada won"));
  await expect(game.review).toBeVisible();
  const copy = (await game.stored())[STORED_ID];
  expect([mine, ...games.map(({ id }) => id)]).not.toContain(copy);
  // The review shows the position before the first key moment.
  await expect(game.review).toContainText("Key moment 1 of");
  await game.expectPieces(0);
  await game.step(5).click();
  await game.expectPieces(5);
  await game.undo.click();
  await game.expectPieces(4);
  await library.open();
  await expect(library.cards, "looking at a copy makes no game").toHaveCount(3);
  await library.close();
  await game.expectPieces(3);
  expect((await game.stored())[STORED_ID], "the unfinished game is back on the board").toBe(games[1].id);
  await library.open();
  await library.openGame(library.with("Ada won"));
  await game.step(4).click();
  await game.expectPieces(4);
  await game.drop(5);
  await library.open();
  await expect(library.cards).toHaveCount(4);
  await expect(library.with("Ada won")).toHaveCount(1);
  // The current game can't be deleted.
  const current = library.with("On the board");
  await library.more(current).click();
  await expect(current.getByRole("button", { name: "Save as file" })).toBeVisible();
  await expect(current.getByRole("button", { name: "Delete" })).toHaveCount(0);
  await library.openGame(current);
  await game.expectPieces(5);
});

test("on the start the latest game can be continued if it is unfinished", async ({ game, page }) => {
  const library = new Library(game);
  await game.open();
  await library.open();
  await library.close();
  const card = page.getByRole("button", { name: /^Continue/ });
  await seed(page, [kept(1)]);
  await game.reload();
  await expect(page.getByRole("region", { name: "Your latest games" })).toBeVisible();
  await expect(card, "after a finished game").toHaveCount(0);
  await seed(page, [kept(2)]);
  for (const [width, height] of [[360, 640], [844, 390], [1280, 720], [390, 844]]) {
    await game.resize(width, height);
    await game.reload();
    await expect(card).toBeInViewport({ ratio: 1 });
  }
  await expect(card).toContainText("Ada – Ben · 2 moves");
  await card.click();
  await game.expectPieces(2);
});

test("search and lists work with thousands of games", async ({ game, page }) => {
  const library = new Library(game);
  await game.open();
  await library.open();
  await library.close();
  const many = Array.from({ length: 4_500 }, (_, i) => kept(i, { name: i === 2000 ? "The one" : "", starred: i === 9 }));
  await seed(page, many);
  await library.open();
  const chip = (name) => library.page.getByRole("radio", { name: new RegExp(`^${name}`) });
  await expect(chip("All")).toHaveAccessibleName("All 4,500");
  await expect(chip("Unfinished")).toHaveAccessibleName("Unfinished 1,500");
  await expect(chip("Starred")).toHaveAccessibleName("Starred 1");
  await expect(library.cards, "only some are drawn").toHaveCount(24);
  await library.button("Show 4,476 more games").click();
  await expect(library.cards).toHaveCount(48);
  await expect(library.button("Show 4,452 more games")).toBeFocused();

  await page.getByRole("searchbox").fill("the ONE");
  await expect(library.count).toHaveText("1 of 4,500 games");
  await expect(library.cards).toHaveCount(1);
  await expect(library.cards).toContainText("The one");
  await page.getByRole("searchbox").fill("ada");
  await library.button("More filters").click();
  const choose = (name, label) =>
    library.page.getByRole("group", { name, exact: true }).getByRole("button", { name: label, exact: true }).click();
  await choose("Result", "Second player won");
  await expect(library.count).toHaveText("1,500 of 4,500 games");
  await choose("Players", "Computer");
  await expect(library.count).toHaveText("0 of 4,500 games");
  await expect(library.page).toContainText("No games match.");
  await expect(library.cards).toHaveCount(0);
  await choose("Players", "People only");
  await expect(library.page.getByRole("group", { name: "Board" }), "all boards have the same size").toHaveCount(0);
  await choose("Last played", "Dates…");
  await library.page.getByLabel("From").fill("2026-01-03");
  await library.page.getByLabel("To", { exact: true }).fill("2026-01-03");
  await expect(library.count).toHaveText("480 of 4,500 games");
  await expect(library.cards).toHaveCount(24);
  // The days are kept while the filters are hidden.
  await library.button("More filters, 3 set").click();
  await expect(library.page.getByLabel("From")).toHaveCount(0);
  await library.button("More filters, 3 set").click();
  await expect(library.page.getByLabel("From")).toHaveValue("2026-01-03");
  await expect(library.page.getByLabel("To", { exact: true })).toHaveValue("2026-01-03");
  await library.choose("Starred");
  await expect(library.count).toHaveText("0 of 4,500 games");
  // By keyboard: the conditions are one tab stop.
  await chip("Starred").focus();
  await page.keyboard.press("ArrowLeft");
  await expect(chip("Unfinished")).toBeChecked();
});

test("the library shows the games of a period", async ({ game, page }) => {
  const library = new Library(game);
  await page.clock.setFixedTime(new Date(2026, 0, 7, 12));
  await game.open();
  await library.open();
  await library.close();
  const played = (n, day) => {
    const time = day.getTime();
    return { ...kept(2), id: `${time}-${n}`, entry: entry({ time, sum: n, moves: 2 }) };
  };
  await seed(page, [played(1, new Date(2026, 0, 6)), played(2, new Date(2026, 0, 2)), played(3, new Date(2025, 11, 31))]);
  await library.open();
  await library.button("More filters").click();
  const periods = library.page.getByRole("group", { name: "Last played" }).getByRole("button");
  await expect(periods).toHaveText(["Any time", "This week", "This month", "This year", "Dates…"]);
  await expect(library.button("Any time")).toHaveAttribute("aria-pressed", "true");
  for (const [name, games] of [["This week", 1], ["This month", 2], ["This year", 2], ["Any time", 3]]) {
    await library.button(name).click();
    await expect(library.button(name)).toHaveAttribute("aria-pressed", "true");
    await expect(library.cards).toHaveCount(games);
  }
});

for (const [width, height] of [[390, 844], [360, 640]]) {
  test(`cards and conditions have room at ${width} × ${height}`, async ({ game, page }) => {
    const library = new Library(game);
    await page.setViewportSize({ width, height });
    await game.open();
    await library.open();
    await expect(library.page.getByRole("radio"), "conditions without games").toHaveCount(0);
    await library.button("New game").click();
    await expect(game.newGameDialog).toBeVisible();
    await page.goBack();
    await library.close();
    await seed(page, [0, 1, 2].map((n) => kept(n)));
    await library.open();
    const star = await library.cards.first().getByRole("button", { name: /^Star/ }).boundingBox();
    const menu = await library.more(library.cards.first()).boundingBox();
    for (const box of [star, menu]) expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    const apart = Math.max(menu.x - star.x - star.width, menu.y - star.y - star.height);
    expect(apart).toBeGreaterThanOrEqual(8);
    const chips = library.page.locator(".chip");
    await expect(chips).toHaveText([/^All\s*3$/, /^Won\s*0$/, /^Lost\s*0$/, /^Unfinished\s*1$/, /^Starred\s*0$/]);
    const tops = await chips.evaluateAll((chips) => chips.map((chip) => chip.getBoundingClientRect().top));
    expect(new Set(tops).size, "in one line").toBe(1);
    const count = await chips.first().locator(".count").boundingBox();
    expect(count.width).toBeGreaterThan(4);
  });
}

/** A game of Ada against a level, who wins or loses. */
function against(n, level, wins, first = true) {
  const moves = wins === first ? "1212121" : "12123242";
  const time = Date.UTC(2026, 0, 1) + n * 60_000;
  const computer = `level:${level}`;
  const record = storedMatch({ moves, computers: [null, computer], ...(first ? {} : { starts: 2 }) });
  const computers = ["", computer];
  const encoded = entry({ time, sum: n, winner: wins ? 0 : 1, moves: moves.length, computers });
  return { id: `${time}-${n}`, entry: encoded, record };
}

test("results count the finished games against computer players", async ({ game, page }) => {
  const library = new Library(game);
  await game.open();
  await page.evaluate((person) => localStorage.setItem("four-shapes:person", person), ada);
  await library.open();
  await library.close();
  await seed(page, [
    against(1, 2, true),
    against(2, 2, false),
    against(3, 4, true, false),
    against(4, 4, true),
    kept(5),
  ]);
  await library.open();
  await expect(library.with("You beat")).toHaveCount(3);
  await expect(library.with("beat you")).toHaveCount(1);
  await library.choose("Won");
  await expect(library.cards).toHaveCount(3);
  await library.choose("Lost");
  await expect(library.cards).toHaveCount(1);
  await expect(library.results).toContainText(/4\s*games\s*75%\s*won\s*1,\d\d\d\s*rating/);
  await library.showResults();
  await expect(library.results).toContainText(/Rating 1,\d\d\d/);
  await expect(library.results).toContainText("Wins in a row: 2 · best 2");
  const bars = library.results.locator(".by-opponent > li");
  await expect(bars).toHaveText([/50%$/, /100%$/]);
  await expect(library.results.locator(".milestones > li")).toHaveText([
    /^First win against .*1 Jan( 2026)?$/,
    /^First win against .*1 Jan( 2026)?$/,
    /^First win against a computer player.*1 Jan( 2026)?$/,
  ]);

  await library.button("Statistics").click();
  const table = (name) => library.page.getByRole("region", { name });
  const row = (name, label) => table(name).getByRole("row", { name: new RegExp(`^${label} `) });
  await expect(row("By opponent", "Level 2")).toHaveText(/Level 2\s*2\s*1\s*0\s*1\s*50%/);
  await expect(row("By opponent", "Level 4")).toHaveText(/Level 4\s*2\s*2\s*0\s*0\s*100%/);
  await expect(row("By turn", "Moving first")).toHaveText(/Moving first\s*3\s*2\s*0\s*1\s*67%/);
  await expect(row("By turn", "Moving second")).toHaveText(/Moving second\s*1\s*1\s*0\s*0\s*100%/);
  await expect(library.page).toContainText("Analyse at least two finished games");
  await library.button("Back to the library").click();
  await expect(library.list).toBeVisible();
});

test("a game counts for the rating unless a move was taken back", async ({ game, page }) => {
  test.slow();
  const library = new Library(game);
  const rating = library.results.locator(".figure").filter({ hasText: "rating" });
  const result = page.locator(".end-card");
  const mark = async () => (await game.stored())["four-shapes:assisted"];
  /** Opens a game under an id of its own, one move before the win. */
  const almostWon = async (n, name = "You") => {
    const players = [{ ...people[0], name }, people[1]];
    const match = storedMatch({ moves: "121212", players, computers: [null, "level:1"] });
    await game.openWithStorage({ [STORED_ID]: `${n}-1`, [STORED_GAME]: match });
    await game.partsLoaded();
  };
  await almostWon(1);
  await game.undo.click();
  await game.expectPieces(4);
  await game.redo.click();
  await game.expectPieces(6);
  expect(await mark(), "looking back is no assistance").toBeUndefined();
  await game.undo.click();
  await game.drop(1);
  await expect.poll(mark).toBe("1 1-1");
  await expect(game.pieces).toHaveCount(6);

  await almostWon(2);
  await game.drop(1);
  await game.expectStatus("won", 0);
  await expect(result).toContainText(/Rating 1,0\d\d · \+\d+/);
  await expect(result).toContainText("First win against");
  await expect.poll(mark, "the library knows it").toBeUndefined();
  await library.open();
  await expect(rating).toHaveText(/^1,0\d\d\s*rating$/);
  await library.close();
  // Another win after the same moves, but with help.
  await almostWon(3);
  await page.evaluate(() => localStorage.setItem("four-shapes:assisted", "1 3-1"));
  await game.drop(1);
  await game.expectStatus("won", 0);
  await expect(result).toBeAttached();
  await library.open();
  await expect(library.with("You beat")).toHaveCount(2);
  await expect(library.with("with help")).toHaveCount(1);
  await library.showResults();
  await expect(library.results).toContainText(/2\s*games\s*100%\s*won/);
  await expect(library.results).toContainText("Wins in a row: 1 · best 1");
  await library.close();
  // Someone else's.
  await almostWon(4, "Anna");
  await game.drop(1);
  await expect(result).toContainText("your 4th piece");
  await expect(result.locator(".pill")).toHaveCount(0);
  await library.open();
  await expect(library.with("You beat")).toHaveCount(2);
  await expect(library.with("Anna – Ben")).toContainText("Anna won");
  await library.choose("Won");
  await expect(library.cards).toHaveCount(2);
});

test("the accuracy of analysed games is shown as a chart and as a table", async ({ game, page }) => {
  test.slow();
  const library = new Library(game);
  await game.open();
  for (const [number, moves] of ["44444252355223", "1212121"].entries()) {
    const id = `${Date.UTC(2026, 0, 1 + number)}-1`;
    await page.evaluate(([key, id]) => localStorage.setItem(key, id), [STORED_ID, id]);
    await game.openStored(storedMatch({ moves, players: youAndBen, computers: [null, "level:4"] }));
    await page.getByRole("button", { name: "Review" }).click();
    await expect(game.analysisPanel).toContainText("Analysis complete");
    await library.open();
    await expect(library.cards).toHaveCount(number + 1);
    await library.close();
  }
  await library.open();
  await expect(library.with("accuracy 50%")).toHaveCount(2);
  await library.showResults();
  await library.button("Statistics").click();
  await expect(library.page).toContainText("Accuracy in 2 analysed games, most recently 50%");
  await library.page.getByText("As a table").click();
  const rows = library.page.getByRole("row", { name: /^2026-01-/ });
  await expect(rows).toHaveText(["2026-01-0150%", "2026-01-0250%"]);
});

test("a backup restores everything once", async ({ game, otherBrowser, page }) => {
  const library = new Library(game);
  await game.openStored(storedMatch({ moves: "121212" }));
  await game.drop(1);
  await library.open();
  await seed(page, [kept(0, { name: "Mine", starred: true }), kept(2)]);
  await library.close();
  await library.open();
  await expect(library.cards).toHaveCount(3);
  const puzzles = "1 160000 9000 60000 3 2 20000 20000 1 1 4";
  await page.evaluate((line) => localStorage.setItem("four-shapes:puzzles", line), puzzles);
  await page.evaluate(() => localStorage.setItem("four-shapes:lessons", "1 drop row"));
  const { name, text } = await game.download(() => library.menu("Back up"));
  expect(name).toMatch(/^four-shapes-backup-\d{4}-\d\d-\d\d\.json$/);
  const backup = JSON.parse(text);
  expect([backup.format, backup.version, backup.games.length]).toEqual(["four-shapes-backup", 3, 3]);

  await otherBrowser.open();
  const there = new Library(otherBrowser);
  await there.open();
  for (const said of ["3 added, 0 changed, 0 unchanged", "0 added, 0 changed, 3 unchanged"]) {
    await there.read("backup.json", text);
    await expect(there.page.getByText(said)).toBeVisible();
    await there.button("Back to the library").click();
    await expect(there.cards).toHaveCount(3);
  }
  await expect(there.with("Mine").getByRole("button", { name: "Star “Mine”" })).toHaveAttribute("aria-pressed", "true");
  const restored = await otherBrowser.page.evaluate(() => localStorage.getItem("four-shapes:puzzles"));
  expect(restored).toBe(puzzles);
  const lessons = await otherBrowser.page.evaluate(() => localStorage.getItem("four-shapes:lessons"));
  expect(lessons).toBe("1 drop row");
  await there.close();
  await otherBrowser.openScores();
  await expect(otherBrowser.scoresDialog.getByRole("row").nth(1)).toContainText("Ada");
});

test("only valid entries of a hostile backup are restored, and errors are shown", async ({ game, page }) => {
  const library = new Library(game);
  await game.open();
  await library.open();
  const good = { id: "1700000000000-1", begun: 1700000000000, changed: 1700000000000, name: "", starred: false };
  const record = JSON.parse(storedMatch({ moves: "44" }));
  const games = [
    { ...good, record },
    { ...good, id: "<img src=x onerror=alert(1)>", record },
    { ...good, id: "2-2", name: "a\nb", record },
    { ...good, id: "3-3", record: { ...record, moves: "49" } },
    { ...good, id: "4-4", changed: 1e300, record },
    null,
    { ...good, id: "5-5", record, evil: 1 },
    { ...good, id: "6-6", name: "<b>last</b>", record: JSON.parse(storedMatch({ moves: "77" })) },
  ];
  const backup = { format: "four-shapes-backup", version: 1, games, scores: "nonsense", settings: "{}" };
  await library.read("hostile.json", JSON.stringify(backup));
  await library.button("Restore").click();
  await expect(library.page.getByText("2 added, 0 changed, 0 unchanged")).toBeVisible();
  for (const number of [2, 3, 4, 5, 6, 7]) {
    await expect(library.page.getByText(`Game ${number} wasn’t restored: `)).toBeVisible();
  }
  await expect(library.page.getByText("The high scores in this backup can’t be read")).toBeVisible();
  await library.button("Back to the library").click();
  await expect(library.cards.filter({ hasText: "<b>last</b>" })).toHaveCount(1);
  await expect(page.locator(".library b, .library img")).toHaveCount(0);
  expect(await game.stored(), "nobody has asked for the settings").not.toHaveProperty(["four-shapes:settings"]);
  for (const [text, words] of [
    ["nonsense", "This backup can’t be read (line 1"],
    [storedGame(), "This isn’t a Four Shapes backup."],
    [JSON.stringify({ ...backup, version: 4 }), "newer version"],
  ]) {
    await library.read("other.json", text);
    await expect(library.page.getByText(words)).toBeVisible();
    await library.button("Back to the library").click();
  }
  await expect(library.cards).toHaveCount(2);
  await library.close();
  await game.loadText(JSON.stringify(backup));
  await expect(game.loadDialog.getByRole("alert")).toContainText("open Library", { ignoreCase: true });
});

test("a large backup dropped on the page opens in the library", async ({ game, page }) => {
  await game.open();
  const record = JSON.parse(storedMatch({ moves: "44" }));
  const games = Array.from({ length: 3500 }, (_, i) => ({ id: `1-${i}`, begun: i, changed: i, record }));
  const text = JSON.stringify({ format: "four-shapes-backup", version: 1, games });
  expect(text.length).toBeGreaterThan(1024 * 1024);
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "backup.json"));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, text);
  const library = new Library(game);
  await expect(library.page.getByText("3,500 added, 0 changed, 0 unchanged")).toBeVisible();
});

test("without a database the library is unavailable and the game continues", async ({ game, page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("blocked", "SecurityError");
    };
  });
  const library = new Library(game);
  await game.open();
  await game.moves("44");
  await library.open();
  await expect(library.page).toContainText("let the page save games");
  await library.close();
  await expect(game.notices.getByRole("paragraph")).toHaveCount(0);
  await game.openNewGame();
  await expect(game.newGameDialog).toContainText("will be lost");
  await page.keyboard.press("Escape");
  await game.closed(game.newGameDialog);
  await game.drop(4);
  await game.expectPieces(3);
  await game.reload();
  await game.expectPieces(3);
});

test("a library that doesn't answer is reported, and opened when it does", async ({ game, page }) => {
  // Another connection keeps the database from being deleted, and that keeps it from being opened.
  await page.addInitScript(() => {
    if (location.protocol !== "http:") return;
    const open = indexedDB.open("four-shapes", 1);
    open.onupgradeneeded = () => ["records", "entries"].forEach((name) => open.result.createObjectStore(name));
    open.onsuccess = () => {
      window.connection = open.result;
      indexedDB.deleteDatabase("four-shapes");
    };
  });
  const library = new Library(game);
  await game.open();
  await game.moves("44");
  await library.open();
  await expect(library.page).toContainText("Opening…");
  await expect(library.page).toContainText("isn’t responding", { timeout: 25_000 });
  await page.evaluate(() => window.connection.close());
  await library.button("Try again").click();
  await expect(library.cards).toHaveCount(1);
  await expect(library.page).not.toContainText("isn’t responding");
  // A connection that was opened too late is closed.
  const deleted = page.evaluate(
    () =>
      new Promise((done) => {
        const request = indexedDB.deleteDatabase("four-shapes");
        request.onsuccess = () => done("deleted");
        request.onblocked = () => done("blocked");
      }),
  );
  expect(await deleted).toBe("deleted");
});

test("a library of a newer version isn't changed", async ({ game, page }) => {
  await page.addInitScript(() => {
    // Not on about:blank, which may have no storage.
    if (location.protocol === "http:") indexedDB.open("four-shapes", 7);
  });
  const library = new Library(game);
  await game.open();
  await game.moves("44");
  await library.open();
  await expect(library.page).toContainText("saved by a newer version");
  const version = await page.evaluate(async () => {
    const [{ version }] = await indexedDB.databases();
    return version;
  });
  expect(version).toBe(7);
});

test("a foreign database is reported and not changed", async ({ game, page }) => {
  for (const [stores, words] of [
    [[], "The database “four-shapes” belongs to another program (stores: none)"],
    [["entries", "photos"], "belongs to another program (stores: entries, photos)"],
  ]) {
    await game.open();
    await page.evaluate(async (stores) => {
      const settled = (request) =>
        new Promise((done, fail) => {
          request.onsuccess = done;
          request.onerror = fail;
        });
      await settled(indexedDB.deleteDatabase("four-shapes"));
      const open = indexedDB.open("four-shapes", 1);
      open.onupgradeneeded = () => stores.forEach((name) => open.result.createObjectStore(name));
      await settled(open);
      open.result.close();
    }, stores);
    await game.reload();
    const library = new Library(game);
    await game.moves("44");
    await library.open();
    await expect(library.page).toContainText(words);
    await expect(library.page).not.toContainText("()");
  }
});

test("a full library asks before deleting games", async ({ game, page }) => {
  await page.addInitScript(() => {
    const { put, delete: remove } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...given) {
      if (window.full) throw new DOMException("no room", "QuotaExceededError");
      return put.apply(this, given);
    };
    IDBObjectStore.prototype.delete = function (...given) {
      window.full = false;
      return remove.apply(this, given);
    };
  });
  const library = new Library(game);
  await game.open();
  await library.open();
  await library.close();
  await seed(page, Array.from({ length: 13 }, (_, i) => kept(i, { starred: i === 0 })));
  await page.evaluate(() => (window.full = true));
  await game.moves("44");
  await expect(game.notices.getByRole("paragraph")).toContainText("Storage is full");
  await library.open();
  await expect(library.page).toContainText("Delete the 10 oldest unstarred games?");
  await expect(library.cards).toHaveCount(13);
  await library.button("Delete 10 games").click();
  await expect(library.cards).toHaveCount(4);
  await expect(library.cards.first()).toContainText("On the board");
  await expect(library.cards.last().getByRole("button", { name: /^Star/ })).toHaveAttribute("aria-pressed", "true");
  await expect(library.page).not.toContainText("Storage is full");
});
