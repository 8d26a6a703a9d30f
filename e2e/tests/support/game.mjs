// Fixtures: every page is checked for errors, and `game` is the page object. Selectors are only
// roles with names, and data attributes.

import { readFileSync } from "node:fs";
import { test as base, expect } from "@playwright/test";
import { debian } from "../../browsers.mjs";
import { navigateAfterTraversals, traversalsEnded } from "./history.mjs";

export { expect };

export const test = base.extend({
  /** Matches errors and warnings that a test causes on purpose. */
  allowed: [/(?!)/, { option: true }],

  /** Fails a test on errors, warnings and requests to other origins. */
  context: async ({ context, allowed, baseURL }, use) => {
    const complaints = watch(context, allowed, baseURL);
    await navigateAfterTraversals(context);
    await use(context);
    expect(complaints, "what the page complained about").toEqual([]);
  },

  /** The page in another browser context, with empty storage. */
  otherBrowser: async ({ browser, allowed, baseURL }, use) => {
    const context = await browser.newContext({ baseURL });
    const complaints = watch(context, allowed, baseURL);
    await navigateAfterTraversals(context);
    await use(new Game(await context.newPage()));
    // On closing Playwright may take a screenshot with its own inline style.
    const before = [...complaints];
    await context.close();
    expect(before, "what the page complained about elsewhere").toEqual([]);
  },

  game: async ({ page }, use) => {
    await use(new Game(page));
  },
});

/** Collects errors and warnings of a context's pages. */
function watch(context, allowed, baseURL) {
  const complaints = [];
  const complain = (text) => {
    // Expected: the configuration blocks service workers.
    if (text.includes("Service Worker registration blocked by Playwright")) return;
    // Firefox says so when a page is left while it fetches the font (NS_BINDING_ABORTED).
    if (/downloadable font: download failed .* status=2152398850 /.test(text)) return;
    if (!allowed.test(text)) complaints.push(text);
  };
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) {
      complain(`console ${message.type()}: ${message.text()}`);
    }
  });
  context.on("weberror", (error) => complain(`uncaught: ${error.error()}`));
  context.on("dialog", (dialog) => {
    complain(`a dialog of the browser: ${dialog.message()}`);
    return dialog.dismiss();
  });
  context.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== new URL(baseURL).origin) {
      complain(`request to another origin: ${request.url()}`);
    }
  });
  return complaints;
}

/**
 * A button whose click or tap is tried again with the button that has taken its place: shortly after
 * the end of a game, the card of the result has the actions.
 */
function clickedAgain(button) {
  for (const action of ["click", "tap"]) {
    const act = button[action].bind(button);
    button[action] = async (options) => {
      if (options) return act(options);
      await act({ timeout: 5_000 }).catch(() => act());
    };
  }
  return button;
}

/** Page object of the game. */
export class Game {
  constructor(page) {
    this.page = page;
    this.status = page.getByRole("status");
    this.undo = clickedAgain(page.getByRole("button", { name: "Undo" }));
    this.redo = page.getByRole("button", { name: "Redo" });
    this.newGame = clickedAgain(page.getByRole("button", { name: "New game" }));
    this.rematch = page.getByRole("button", { name: "Rematch" });
    this.endCard = page.getByRole("region", { name: "Result" });
    this.showResult = page.getByRole("button", { name: "Result", exact: true });
    this.callItADraw = page.getByRole("button", { name: "Call it a draw" });
    this.more = page.getByRole("button", { name: "More", exact: true });
    this.menu = page.getByRole("dialog", { name: "More" });
    this.share = this.menuItem("Share");
    this.save = this.menuItem("Save");
    this.load = this.menuItem("Load");
    this.text = this.menuItem("Text");
    this.hint = page.getByRole("button", { name: "Hint", exact: true });
    this.resume = page.getByRole("button", { name: "Resume", exact: true });
    this.pause = page.getByRole("button", { name: "Pause", exact: true });
    this.stepButton = page.getByRole("button", { name: "Step", exact: true });
    this.speed = page.getByRole("combobox", { name: "Speed" });
    this.swap = page.getByRole("button", { name: "Swap sides", exact: true });
    this.analysis = page.getByRole("button", { name: /^(Analysis|Review)$/ });
    this.settings = this.menuItem("Settings");
    this.help = this.menuItem("Help");
    this.sound = page.getByRole("button", { name: "Sound", exact: true });
    this.players = this.menuItem("Players");
    // The bar is hidden below a panel.
    this.library = page.getByRole("navigation").getByRole("button", { name: "Library", exact: true });
    this.learn = page.getByRole("button", { name: "Learn", exact: true });
    this.learnPage = page.getByRole("region", { name: "Learn", exact: true });
    this.compete = page.getByRole("button", { name: "Compete", exact: true });
    this.play = page.getByRole("button", { name: "Play", exact: true });
    this.newGameDialog = page.getByRole("region", { name: "New game", exact: true });
    this.shareDialog = page.getByRole("dialog", { name: "Share this game" });
    this.loadDialog = page.getByRole("dialog", { name: "Load a game" });
    this.libraryDialog = page.getByRole("region", { name: "Library", exact: true });
    this.scoresDialog = page.getByRole("region", { name: "High scores", exact: true });
    this.settingsDialog = page.getByRole("region", { name: "Settings", exact: true });
    this.playersDialog = page.getByRole("dialog", { name: "Players" });
    this.analysisPanel = page.getByRole("region", { name: "Analysis" });
    /** The page in the place of the board, if there is one. */
    this.shownPage = page.locator("[data-place]");
    this.textPanel = page.getByRole("region", { name: "Game as text" });
    // The board's tab stop.
    this.boardTabStop = page.locator(":is([role=toolbar], [role=grid]) [tabindex='0']");
    this.seats = page.getByRole("list", { name: "Players" }).getByRole("listitem");
    this.notices = page.getByRole("region", { name: "Notices" });
    this.failure = page.getByRole("alert");
    this.pieces = page.locator("[data-cell][data-player]");
    this.marked = page.locator("[data-cell][data-marked=true]");
    this.hintedColumns = page.locator("[data-hint-column]");
    this.hintedCell = page.locator("[data-hint]");
    this.review = page.getByRole("region", { name: "Review" });
    this.candidates = page.locator("[data-candidate]");
    this.variation = page.locator("[data-variation]");
    this.evaluations = page.locator("[data-evaluation]");
  }

  /** A button that may be in the menu *More*. */
  menuItem(name) {
    const button = this.page.getByRole("button", { name, exact: true });
    const click = async () => {
      if (!(await button.isVisible())) await this.more.click();
      await button.click();
    };
    return { button, click };
  }

  /** Opens the page and waits until it is ready. */
  async open(address = "./") {
    await this.page.goto(address);
    await this.ready();
  }

  /** Opens the page with a stored game. */
  async openStored(text) {
    await this.openWithStorage({ [STORED_GAME]: text });
  }

  /** Opens the page with stored settings: a text, or the non-default ones. */
  async openWithSettings(settings) {
    const record = { format: "four-shapes-settings", version: 1, ...settings };
    const text = typeof settings === "string" ? settings : JSON.stringify(record);
    await this.openWithStorage({ [STORED_SETTINGS]: text });
  }

  /** Opens the page, or opens it again, with entries of local storage besides those that are there. */
  async openWithStorage(entries) {
    const isNew = this.page.url() === "about:blank";
    // A document of the same origin, since opening the page twice would take half of a test's time.
    if (isNew) {
      await this.page.route("./blank", (route) => route.fulfill({ contentType: "text/html", body: "" }), { times: 1 });
      await this.page.goto("./blank");
    }
    await this.page.evaluate((entries) => {
      for (const [key, text] of Object.entries(entries)) localStorage.setItem(key, text);
    }, entries);
    if (!isNew) return this.reload();
    // Without an entry in the history.
    await this.page.evaluate(() => location.replace("./"));
    await this.page.waitForURL("./");
    await this.ready();
  }

  async reload() {
    await this.page.reload();
    await this.ready();
  }

  /** Resizes the window, and waits until the page has adapted: the event follows in a later frame. */
  async resize(width, height) {
    await this.page.setViewportSize({ width, height });
    await this.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
    );
  }

  /** Installs Playwright's clock in pages that are opened from now on. */
  async installClock() {
    await this.page.clock.install();
    await this.page.addInitScript(shortenTimerIds);
  }

  /** Waits until all parts are loaded. */
  async partsLoaded() {
    // They are loaded when the page is idle, which a busy machine delays.
    await expect(this.page.locator("html")).toHaveAttribute("data-parts", "ready", { timeout: 60_000 });
  }

  async ready() {
    await expect(this.page.locator("html")).toHaveAttribute("data-ready", "true");
  }

  /** The button of a column, counted from 1. */
  column(number) {
    const column = this.page.locator(`[data-column="${number}"]`);
    return this.page.getByRole("button", { name: /^Column / }).and(column);
  }

  /** Clicks a column that may be full, for which Playwright would wait. */
  async press(column) {
    await this.column(column).click({ force: true });
  }

  async drop(column) {
    await this.column(column).click();
  }

  /** Plays columns by mouse: a string of digits, or an array of numbers. */
  async moves(columns) {
    for (const column of columns) await this.drop(column);
  }

  cell(name) {
    return this.page.locator(`[data-cell="${name}"]`);
  }

  /** The bars of the graph, one for each position. */
  get steps() {
    return this.graph.getByRole("button", { name: /^(Start|Move \d+, )/ });
  }

  /** The bar of the position after a number of moves. */
  step(number) {
    const name = number === 0 ? /^Start/ : new RegExp(`^Move ${number}, `);
    return this.graph.getByRole("button", { name });
  }

  get graph() {
    return this.analysisPanel.getByRole("list", { name: "Advantage" });
  }

  /** The button of a cell, without gravity. */
  cellButton(name) {
    return this.page.getByRole("button", { name: new RegExp(`^${name}, `) });
  }

  /** Plays cells by mouse. */
  async place(...names) {
    for (const name of names) await this.cellButton(name).click();
  }

  /**
   * The rows from the top, one character per cell: `.` if empty, the player's index, or that
   * index plus 2 for a marked piece (of two players).
   */
  async board() {
    return this.page.locator("[data-cell]").evaluateAll((cells) => {
      const rows = [];
      for (const { dataset } of cells) {
        const column = dataset.cell.charCodeAt(0) - "A".charCodeAt(0);
        const row = Number(dataset.cell.slice(1)) - 1;
        const player = Number(dataset.player);
        const sign = dataset.marked === "true" ? player + 2 : player;
        rows[row] ??= [];
        rows[row][column] = "player" in dataset ? String(sign) : ".";
      }
      return rows.reverse().map((row) => row.join(""));
    });
  }

  async expectBoard(rows) {
    await expect.poll(() => this.board()).toEqual(rows);
  }

  async expectPieces(count) {
    await expect(this.pieces).toHaveCount(count);
  }

  /** Expects a status: `to-move`, `won` or `drawn`. */
  async expectStatus(status, player) {
    await expect(this.status).toHaveAttribute("data-status", status);
    if (player === undefined) {
      await expect(this.status).not.toHaveAttribute("data-player");
    } else {
      await expect(this.status).toHaveAttribute("data-player", String(player));
    }
  }

  /** Waits until this player is to move or the game is over; returns whether it continues. */
  async turnOf(player) {
    const there = `[role=status]:is([data-status=to-move][data-player="${player}"], :not([data-status=to-move]))`;
    await expect(this.page.locator(there)).toHaveCount(1);
    return (await this.status.getAttribute("data-status")) === "to-move";
  }

  /** Expects that a move is refused: its piece is shown on the cell, and goes back by itself. */
  async expectRefused(cell, move) {
    // Observed, as it may be over before `expect` looks.
    const shown = this.page.evaluate(
      () =>
        new Promise((resolve) => {
          new MutationObserver((_, observer) => {
            const refused = document.querySelector("[data-refused]");
            if (!refused) return;
            observer.disconnect();
            resolve(refused.dataset.cell);
          }).observe(document.body, { attributeFilter: ["data-refused"], subtree: true });
        }),
    );
    await move();
    expect(await shown).toBe(cell);
    await expect(this.page.locator("[data-refused]")).toHaveCount(0);
  }

  /** Asks for hints until one shows the move. */
  async showHint(button = this.hint) {
    await button.click();
    await expect(this.hintedColumns.or(this.hintedCell).first()).toBeAttached();
    if (await this.hintedColumns.count()) await button.click();
    await expect(this.hintedCell).toHaveCount(1);
  }

  /** Plays the first possible move for one player by mouse until the game is over. */
  async playOut(player = 0) {
    const free = this.page.getByRole("button", { name: /^(Column [A-O], \d|[A-O]\d+, empty)/ });
    while (await this.turnOf(player)) await free.first().click();
  }

  /**
   * Changes settings in the dialog, by label: to the option with a label, or on or off.
   */
  async changeSettings(choices) {
    await this.settings.click();
    const dialog = this.settingsDialog;
    for (const [name, value] of Object.entries(choices)) {
      if (typeof value === "boolean") {
        await dialog.getByRole("checkbox", { name, exact: true }).setChecked(value);
      } else {
        const choice = dialog.getByRole("group", { name, exact: true });
        await choice.getByRole("button", { name: value, exact: true }).click();
      }
    }
    await this.play.click();
    await this.closed(dialog);
  }

  /** Presses the browser's Back. */
  async back() {
    await traversalsEnded(this.page);
    // Not `goBack`: in Firefox it doesn't notice traversals within a document. In a task of its own, as
    // leaving the page would interrupt `evaluate`.
    await this.page.evaluate(() => {
      window.isTraversing = true;
      setTimeout(() => history.back());
    });
  }

  /** Waits until a page or dialog is closed and its entry has left the history, which is asynchronous. */
  async closed(dialog) {
    await expect(dialog).toBeHidden();
    await expect(this.page).not.toHaveURL(/#\//);
  }

  /** Changes the player of a seat in the players dialog. */
  async setPlayer(name, player) {
    await this.players.click();
    const list = this.playersDialog.getByRole("combobox", { name: `Who plays as ${name}`, exact: true });
    await list.selectOption({ label: player });
    await this.playersDialog.getByRole("button", { name: "Done" }).click();
    await this.closed(this.playersDialog);
  }

  /** The names of the marked cells, in order. */
  async markedCells() {
    return this.marked.evaluateAll((cells) => cells.map((cell) => cell.dataset.cell).sort());
  }

  /** Opens the new-game dialog, from its button. */
  async openNewGame() {
    await this.newGame.click();
    await expect(this.newGameDialog).toBeVisible();
    await this.newGameDialog.getByRole("button", { name: /^Custom/ }).click();
    return this.newGameDialog;
  }

  /**
   * Selects options of a custom game on the open page for a new game, in their order there.
   * `players` is a number, or an array with the options of each player; `starts` is a name.
   */
  async choose({ kind, preset, columns, rows, connect, gravity, players, starts }) {
    const dialog = this.newGameDialog;
    const group = (name) => dialog.getByRole("group", { name, exact: true });
    const count = async (name, value) => {
      if (value === undefined) return;
      const number = dialog.getByRole("spinbutton", { name, exact: true });
      await fillNumber(number, value);
      await expect(number).toHaveValue(String(value));
    };
    if (kind) await group("Game").getByRole("radio", { name: kind, exact: true }).check();
    if (preset) await group("Board").getByRole("radio", { name: preset }).check();
    const size = dialog.getByRole("radio", { name: "Other size" });
    if (columns !== undefined && (await size.count())) await size.check();
    await count("Columns", columns);
    await count("Rows", rows);
    await count("In a row to win", connect);
    if (gravity !== undefined) {
      await dialog.getByRole("checkbox", { name: "Gravity" }).setChecked(gravity);
    }
    const seats = Array.isArray(players) ? players : [];
    await count("Number of players", seats.length || players);
    for (const [i, { name, symbol, shape, colour, computer }] of seats.entries()) {
      const number = i + 1;
      if (shape ?? colour) {
        const piece = dialog.getByRole("button", { name: `Piece, player ${number}:` });
        if ((await piece.getAttribute("aria-expanded")) === "false") await piece.click();
      }
      if (shape) await group(`Shape, player ${number}`).getByRole("radio", { name: shape, exact: true }).check();
      if (colour) await group(`Colour, player ${number}`).getByRole("radio", { name: colour, exact: true }).check();
      if (computer) {
        const list = dialog.getByRole("combobox", { name: `Who plays as player ${number}`, exact: true });
        await list.selectOption({ label: computer });
      }
      if (name !== undefined) {
        await dialog.getByRole("textbox", { name: `Name, player ${number}`, exact: true }).fill(name);
      }
      if (symbol !== undefined) {
        await this.openAdvanced();
        await dialog.getByRole("textbox", { name: `Text symbol, player ${number}`, exact: true }).fill(symbol);
      }
    }
    if (starts) {
      const button = group("First player").getByRole("radio", { name: starts, exact: true });
      if (await button.count()) await button.check();
      else await dialog.getByRole("combobox", { name: "First player" }).selectOption({ label: starts });
    }
  }

  /** Unfolds the presets, the style and the symbols of the game as text. */
  async openAdvanced() {
    const isOpen = () => this.newGameDialog.locator("details").evaluate((details) => details.open);
    if (!(await isOpen())) await this.newGameDialog.getByText("Advanced", { exact: true }).click();
  }

  /** Opens the high scores, from the library. */
  async openScores() {
    await this.library.click();
    await this.page.locator("#library-menu").click();
    await this.libraryDialog.getByRole("button", { name: "High scores" }).click();
    await expect(this.libraryDialog).toBeHidden();
  }

  /** Opens the board editor with the position on the board. */
  async editPosition() {
    await this.menuItem("Edit the position").click();
    await expect(this.page.getByRole("region", { name: "Set up a position", exact: true })).toBeVisible();
  }

  /** Opens the home of what can be learned. */
  async openLearn() {
    await this.page.getByRole("navigation").getByRole("button", { name: "Learn", exact: true }).click();
    await expect(this.learnPage).toBeVisible();
  }

  /** Opens a lesson from the list of all. */
  async openLesson(name) {
    await this.openLearn();
    const all = this.learnPage.locator("details");
    await all.getByText("All lessons").click();
    await all.getByRole("button", { name }).click();
  }

  /** Starts the game of the new-game dialog. */
  async start() {
    await this.newGameDialog.getByRole("button", { name: "Start" }).click();
    await this.closed(this.newGameDialog);
    await this.expectPieces(0);
  }

  /** Starts a game with these options. */
  async setUp(choices) {
    await this.openNewGame();
    await this.choose(choices);
    await this.start();
  }

  /** Starts a two-player game on a board of this size: four in a row, or as many as fit. */
  async startGame(columns, rows) {
    const connect = Math.min(4, Math.max(columns, rows));
    await this.setUp({ kind: "Own rules", columns, rows, connect, gravity: true, players: 2 });
    await expect(this.page.locator("[data-cell]")).toHaveCount(columns * rows);
  }

  /** Loads a text in the load dialog. */
  async loadText(text) {
    await this.load.click();
    const dialog = this.loadDialog;
    await dialog.getByRole("textbox", { name: /^Or paste/ }).fill(text);
    await dialog.getByRole("button", { name: "Load" }).click();
  }

  /** Returns the name and the text of the file downloaded by an action. */
  async download(act) {
    const browser = this.page.context().browser().browserType().name();
    if (debian && browser === "firefox") {
      // WebDriver BiDi in this Firefox reports no downloads.
      await this.page.evaluate(catchDownload);
      await act();
      await expect.poll(() => this.page.evaluate(() => window.downloaded)).toBeTruthy();
      return this.page.evaluate(() => window.downloaded);
    }
    const downloaded = this.page.waitForEvent("download");
    await act();
    const download = await downloaded;
    const text = readFileSync(await download.path(), "utf8");
    return { name: download.suggestedFilename(), text };
  }

  /** Starts recording the announcements in the status line. */
  async recordAnnouncements() {
    await this.status.evaluate((status) => {
      window.announced = [];
      new MutationObserver(() => window.announced.push(status.textContent)).observe(status, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    });
  }

  /** Takes the recorded announcements. */
  async announcements() {
    return this.page.evaluate(() => window.announced.splice(0));
  }

  /** The contents of local storage. */
  async stored() {
    return this.page.evaluate(() => ({ ...localStorage }));
  }

  /** The stored game's record, parsed. */
  async record() {
    return JSON.parse((await this.stored())[STORED_GAME]);
  }
}

/** Types a number and leaves its field. */
export async function fillNumber(field, value) {
  // In Firefox, Playwright's `fill` adds to a number instead of replacing it.
  await field.clear();
  await field.fill(String(value));
  await field.blur();
}

/**
 * Runs in the page: gives timers small ids. Those of Playwright's clock begin at 10¹², and WebAssembly's
 * bindings pass ids as 32 bits, so that no timer would be cleared.
 */
function shortenTimerIds() {
  const FIRST = 1e12;
  const shorten = (set, clear) => {
    const [original, originalClear] = [window[set], window[clear]];
    window[set] = (...options) => original(...options) - FIRST + 1;
    window[clear] = (id) => originalClear(id && id + FIRST - 1);
  };
  shorten("setTimeout", "clearTimeout");
  shorten("setInterval", "clearInterval");
  shorten("requestAnimationFrame", "cancelAnimationFrame");
  shorten("requestIdleCallback", "cancelIdleCallback");
}

/** Runs in the page: captures the next download. */
function catchDownload() {
  const blobs = new Map();
  const { createObjectURL } = URL;
  URL.createObjectURL = (blob) => {
    const url = createObjectURL.call(URL, blob);
    blobs.set(url, blob);
    return url;
  };
  window.downloaded = undefined;
  HTMLAnchorElement.prototype.click = async function () {
    window.downloaded = { name: this.download, text: await blobs.get(this.href).text() };
  };
}

/** Keys of local storage; src/storage/mod.rs lists them. */
export const STORED_GAME = "four-shapes:game";
export const STORED_ID = "four-shapes:game-id";
export const STORED_SERIES_SCORE = "four-shapes:series-score";
export const STORED_SETUP = "four-shapes:setup";
export const STORED_SCORES = "four-shapes:scores";
export const STORED_BY_LINKS = "four-shapes:correspondence";
export const STORED_SETTINGS = "four-shapes:settings";

/** A stored game in format version 1, without players. */
export function storedGame(changes = {}) {
  const rules = { columns: 7, rows: 6, connect: 4, players: 2, gravity: true };
  const moves = "44455";
  return JSON.stringify({
    format: "four-shapes-game",
    version: 1,
    rules,
    moves,
    cursor: (changes.moves ?? moves).length,
    draw_agreed: false,
    ...changes,
  });
}

/**
 * A stored game with players, by default `people`. `computers` has the computer player of each
 * seat, or null.
 */
export function storedMatch({ rules: changes, players, computers, moves = "", ...others } = {}) {
  const count = changes?.players ?? players?.length ?? 2;
  const rules = { columns: 7, rows: 6, connect: 4, gravity: true, ...changes, players: count };
  const seated = players ?? people.slice(0, count);
  return JSON.stringify({
    format: "four-shapes-game",
    version: others.time_control ? 4 : computers || others.swap ? 3 : 2,
    rules,
    players: seated.map((seat, i) => ({ ...seat, computer: computers?.[i] ?? undefined })),
    starts: 1,
    moves,
    ...others,
  });
}

const shapes = "circle pentagon square triangle star cross diamond heart crescent hexagon".split(" ");
const colours = "red blue green orange purple teal pink brown".split(" ");
const names = "Ada Ben Cleo Dan Eve Flo Gus Hal".split(" ");
const symbols = "XOABCDEFGHIJKLMNPQRSTUVWYZ";

/** Twenty players with distinct names, pieces and symbols. */
export const people = Array.from({ length: 20 }, (_, i) => ({
  name: names[i] ?? `Player ${i + 1}`,
  shape: shapes[i % shapes.length],
  colour: colours[i % colours.length],
  symbol: symbols[i],
}));

/** The players of a game of the user, who has no name. */
export const youAndBen = [{ ...people[0], name: "You" }, people[1]];
