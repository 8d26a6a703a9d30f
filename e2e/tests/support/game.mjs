// The test runner of these tests: every page is watched for complaints, and
// `game` plays on it. Selectors are only those of the automation contract: roles
// with names, and data attributes.

import { readFileSync } from "node:fs";
import { test as base, expect } from "@playwright/test";
import { debian } from "../../browsers.mjs";

export { expect };

export const test = base.extend({
  /** Matches the complaints that a test brings about on purpose. */
  allowed: [/(?!)/, { option: true }],

  /** Fails a test on errors, warnings and requests to other origins. */
  context: async ({ context, allowed, baseURL }, use) => {
    const complaints = watch(context, allowed, baseURL);
    await use(context);
    expect(complaints, "what the page complained about").toEqual([]);
  },

  /** The page in a browser of somebody else, where nothing is stored. */
  otherBrowser: async ({ browser, allowed, baseURL }, use) => {
    const context = await browser.newContext({ baseURL });
    const complaints = watch(context, allowed, baseURL);
    await use(new Game(await context.newPage()));
    // Playwright may take a picture as it closes, with a style of its own.
    const before = [...complaints];
    await context.close();
    expect(before, "what the page complained about elsewhere").toEqual([]);
  },

  game: async ({ page }, use) => {
    await use(new Game(page));
  },
});

/** Collects what a browser's pages complain about. */
function watch(context, allowed, baseURL) {
  const complaints = [];
  const complain = (text) => {
    // Playwright says that it keeps service workers out, which it was told to do.
    if (text.includes("Service Worker registration blocked by Playwright")) return;
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

/** Human at the page. */
export class Game {
  constructor(page) {
    this.page = page;
    this.status = page.getByRole("status");
    this.undo = page.getByRole("button", { name: "Undo" });
    this.redo = page.getByRole("button", { name: "Redo" });
    this.newGame = page.getByRole("button", { name: "New game" });
    this.playAgain = page.getByRole("button", { name: "Play again" });
    this.callItADraw = page.getByRole("button", { name: "Call it a draw" });
    this.share = page.getByRole("button", { name: "Share", exact: true });
    this.save = page.getByRole("button", { name: "Save", exact: true });
    this.load = page.getByRole("button", { name: "Load", exact: true });
    this.text = page.getByRole("button", { name: "Text", exact: true });
    this.hint = page.getByRole("button", { name: "Hint", exact: true });
    this.resume = page.getByRole("button", { name: "Resume", exact: true });
    this.pause = page.getByRole("button", { name: "Pause", exact: true });
    this.stepButton = page.getByRole("button", { name: "Step", exact: true });
    this.speed = page.getByRole("combobox", { name: "Speed" });
    this.swap = page.getByRole("button", { name: "Swap" });
    this.analysis = page.getByRole("button", { name: "Analysis", exact: true });
    this.settings = page.getByRole("button", { name: "Settings", exact: true });
    this.sound = page.getByRole("button", { name: "Sound", exact: true });
    this.players = page.getByRole("button", { name: "Players", exact: true });
    this.library = page.getByRole("button", { name: "Library", exact: true });
    this.tournament = page.getByRole("button", { name: "Tournament", exact: true });
    this.newGameDialog = page.getByRole("dialog", { name: "New game" });
    this.shareDialog = page.getByRole("dialog", { name: "Share this game" });
    this.loadDialog = page.getByRole("dialog", { name: "Load a game" });
    this.libraryDialog = page.getByRole("dialog", { name: "Library" });
    this.scoresDialog = page.getByRole("dialog", { name: "High scores" });
    this.settingsDialog = page.getByRole("dialog", { name: "Settings" });
    this.playersDialog = page.getByRole("dialog", { name: "Players" });
    this.analysisPanel = page.getByRole("region", { name: "Analysis" });
    this.textPanel = page.getByRole("region", { name: "Game as text" });
    // Where the tab key stops on the board.
    this.boardTabStop = page.locator(":is([role=toolbar], [role=grid]) [tabindex='0']");
    this.seats = page.getByRole("list", { name: "Players" }).getByRole("listitem");
    this.notices = page.getByRole("region", { name: "Notices" });
    this.failure = page.getByRole("alert");
    this.pieces = page.locator("[data-cell][data-player]");
    this.marked = page.locator("[data-cell][data-marked=true]");
    this.advice = page.locator("[data-advice]");
    this.evaluations = page.locator("[data-evaluation]");
  }

  /** Opens the page and waits until it can be played. */
  async open(address = "./") {
    await this.page.goto(address);
    await this.ready();
  }

  /** Opens the page with a text already stored as its game. */
  async openStored(text) {
    if (this.page.url() === "about:blank") await this.open();
    await this.page.evaluate(([name, text]) => localStorage.setItem(name, text), [STORED_GAME, text]);
    await this.reload();
  }

  /** Opens the page with settings already stored; a text, or those that are no default. */
  async openWithSettings(settings) {
    const record = { format: "four-shapes-settings", version: 1, ...settings };
    const text = typeof settings === "string" ? settings : JSON.stringify(record);
    if (this.page.url() === "about:blank") await this.open();
    await this.page.evaluate(([name, text]) => localStorage.setItem(name, text), [STORED_SETTINGS, text]);
    await this.reload();
  }

  async reload() {
    await this.page.reload();
    await this.ready();
  }

  /** Waits until all parts of the program are there. */
  async partsLoaded() {
    await expect(this.page.locator("html")).toHaveAttribute("data-parts", "ready", { timeout: 20_000 });
  }

  async ready() {
    await expect(this.page.locator("html")).toHaveAttribute("data-ready", "true");
  }

  /** The button of a column, counted from 1. */
  column(number) {
    const column = this.page.locator(`[data-column="${number}"]`);
    return this.page.getByRole("button", { name: /^Column / }).and(column);
  }

  /** Presses a column that may be full, which Playwright would not wait for. */
  async press(column) {
    await this.column(column).click({ force: true });
  }

  async drop(column) {
    await this.column(column).click();
  }

  /** Plays columns by mouse: digits, or numbers where there are more than nine. */
  async moves(columns) {
    for (const column of columns) await this.drop(column);
  }

  cell(name) {
    return this.page.locator(`[data-cell="${name}"]`);
  }

  /** The buttons of the analysis's graph, one for each position of the game. */
  get steps() {
    return this.analysisPanel.getByRole("button", { name: /^(Start|Move \d+, )/ });
  }

  /** The one that leads to the position after so many moves. */
  step(number) {
    const name = number === 0 ? /^Start/ : new RegExp(`^Move ${number}, `);
    return this.analysisPanel.getByRole("button", { name });
  }

  /** The button of a cell, on a board where nothing falls. */
  cellButton(name) {
    return this.page.getByRole("button", { name: new RegExp(`^${name}, `) });
  }

  /** Puts pieces into cells by mouse. */
  async place(...names) {
    for (const name of names) await this.cellButton(name).click();
  }

  /**
   * The rows from the top, one sign a cell: `.` for none, the player's number for
   * a piece, that number plus 2 for a marked one (of two players).
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

  /** How the game stands, by the status line: `to-move`, `won` or `drawn`. */
  async expectStatus(status, player) {
    await expect(this.status).toHaveAttribute("data-status", status);
    if (player === undefined) {
      await expect(this.status).not.toHaveAttribute("data-player");
    } else {
      await expect(this.status).toHaveAttribute("data-player", String(player));
    }
  }

  /** Waits until this player is to move, or the game is over; returns whether it goes on. */
  async turnOf(player) {
    const there = `[role=status]:is([data-status=to-move][data-player="${player}"], :not([data-status=to-move]))`;
    await expect(this.page.locator(there)).toHaveCount(1);
    return (await this.status.getAttribute("data-status")) === "to-move";
  }

  /** Plays one player's moves by mouse, each the first there is, until the game is over. */
  async playOut(player = 0) {
    const free = this.page.getByRole("button", { name: /^(Column [A-O], \d|[A-O]\d+, empty)/ });
    while (await this.turnOf(player)) await free.first().click();
  }

  /**
   * Chooses in the settings dialog: what is called so is set to the option that is
   * called so, or switched on or off.
   */
  async changeSettings(choices) {
    await this.settings.click();
    const dialog = this.settingsDialog;
    for (const [name, value] of Object.entries(choices)) {
      if (typeof value === "boolean") {
        await dialog.getByRole("checkbox", { name, exact: true }).setChecked(value);
      } else {
        await dialog.getByRole("combobox", { name, exact: true }).selectOption({ label: value });
      }
    }
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(dialog).toBeHidden();
  }

  /** Lets somebody else play for a seat, by what they are called in the list. */
  async setPlayer(name, player) {
    await this.players.click();
    const list = this.playersDialog.getByRole("combobox", { name: `Who plays as ${name}`, exact: true });
    await list.selectOption({ label: player });
    await this.playersDialog.getByRole("button", { name: "Done" }).click();
    await expect(this.playersDialog).toBeHidden();
  }

  /** The names of the marked cells, in order. */
  async markedCells() {
    return this.marked.evaluateAll((cells) => cells.map((cell) => cell.dataset.cell).sort());
  }

  /** Opens the new-game dialog, from its button. */
  async openNewGame() {
    await this.newGame.click();
    await expect(this.newGameDialog).toBeVisible();
    return this.newGameDialog;
  }

  /**
   * Chooses in the new-game dialog, which is open, in the order in which the
   * choices stand there; what is not given stays. `players` is a number, or has
   * what is to be chosen for each of them; `starts` is a name.
   */
  async choose({ kind, preset, columns, rows, connect, gravity, players, starts }) {
    const dialog = this.newGameDialog;
    const pick = async (name, value) => {
      if (value === undefined) return;
      const list = dialog.getByRole("combobox", { name, exact: true });
      await list.selectOption({ label: String(value) });
      await expect(list.getByRole("option", { selected: true })).toHaveText(String(value));
    };
    if (kind) await dialog.getByRole("radio", { name: kind, exact: true }).check();
    if (preset) await dialog.getByRole("radio", { name: preset }).check();
    const size = dialog.getByRole("radio", { name: "Custom size" });
    if (columns !== undefined && (await size.count())) await size.check();
    await pick("Columns", columns);
    await pick("Rows", rows);
    await pick("In a row to win", connect);
    if (gravity !== undefined) {
      await dialog.getByRole("checkbox", { name: "Gravity" }).setChecked(gravity);
    }
    const seats = Array.isArray(players) ? players : [];
    await pick("Number of players", seats.length || players);
    for (const [i, { name, symbol, shape, colour, computer }] of seats.entries()) {
      const number = i + 1;
      await pick(`Shape, player ${number}`, shape);
      await pick(`Colour, player ${number}`, colour);
      await pick(`Who plays as player ${number}`, computer);
      const type = async (field, text) => {
        const input = dialog.getByRole("textbox", { name: `${field}, player ${number}`, exact: true });
        if (text !== undefined) await input.fill(text);
      };
      await type("Name", name);
      await type("Text symbol", symbol);
    }
    await pick("First player", starts);
  }

  /** Opens the high scores, from the library. */
  async openScores() {
    await this.library.click();
    await this.libraryDialog.getByRole("button", { name: "High scores" }).click();
    await expect(this.libraryDialog).toBeHidden();
  }

  /** Starts what is chosen in the new-game dialog. */
  async start() {
    await this.newGameDialog.getByRole("button", { name: "Start" }).click();
    await expect(this.newGameDialog).toBeHidden();
    await this.expectPieces(0);
  }

  /** Starts a game with these choices. */
  async setUp(choices) {
    await this.openNewGame();
    await this.choose(choices);
    await this.start();
  }

  /** Starts a game of two on a board of this size: four in a row, or as many as fit. */
  async startGame(columns, rows) {
    const connect = Math.min(4, Math.max(columns, rows));
    await this.setUp({ kind: "Custom", columns, rows, connect, gravity: true, players: 2 });
    await expect(this.page.locator("[data-cell]")).toHaveCount(columns * rows);
  }

  /** Opens a dialog for loading and types or pastes a text into it. */
  async loadText(text) {
    await this.load.click();
    const dialog = this.loadDialog;
    await dialog.getByRole("textbox", { name: "Or paste the contents of a file" }).fill(text);
    await dialog.getByRole("button", { name: "Load" }).click();
  }

  /** The name and the text of the file that the page hands out during an act. */
  async download(act) {
    const browser = this.page.context().browser().browserType().name();
    if (debian && browser === "firefox") {
      // The protocol that drives this one tells nothing of downloads.
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

  /** Notes down each new text of the status line, as a screen reader would say it. */
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

  /** What was said since the last time this was asked. */
  async announcements() {
    return this.page.evaluate(() => window.announced.splice(0));
  }

  /** What is stored, by name. */
  async stored() {
    return this.page.evaluate(() => ({ ...localStorage }));
  }

  /** The stored game's record, parsed. */
  async record() {
    return JSON.parse((await this.stored())[STORED_GAME]);
  }
}

/** Runs in the page: takes the next file that it hands out. */
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

/** The names under which the page stores things; docs/notation.md has the formats. */
export const STORED_GAME = "four-shapes:game";
export const STORED_ID = "four-shapes:game-id";
export const STORED_TALLY = "four-shapes:tally";
export const STORED_SETUP = "four-shapes:setup";
export const STORED_SCORES = "four-shapes:scores";
export const STORED_SETTINGS = "four-shapes:settings";

/** The text of a stored game of the first version, which had no players. */
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
 * The text of a stored game with players, of `people` if none are given. `computers` has
 * for each seat the computer player that has it, or null.
 */
export function storedMatch({ rules: changes, players, computers, moves = "", ...others } = {}) {
  const count = changes?.players ?? players?.length ?? 2;
  const rules = { columns: 7, rows: 6, connect: 4, gravity: true, ...changes, players: count };
  const seated = players ?? people.slice(0, count);
  return JSON.stringify({
    format: "four-shapes-game",
    version: computers || others.swap ? 3 : 2,
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

/** Twenty players whom everything tells apart. */
export const people = Array.from({ length: 20 }, (_, i) => ({
  name: names[i] ?? `Player ${i + 1}`,
  shape: shapes[i % shapes.length],
  colour: colours[i % colours.length],
  symbol: symbols[i],
}));
