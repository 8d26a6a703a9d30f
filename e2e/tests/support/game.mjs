// The test runner of these tests: every page is watched for complaints, and
// `game` plays on it. Selectors are only those of the automation contract: roles
// with names, and data attributes.

import { test as base, expect } from "@playwright/test";

export { expect };

export const test = base.extend({
  /** Matches the complaints that a test brings about on purpose. */
  allowed: [/(?!)/, { option: true }],

  /** Fails a test on errors, warnings and requests to other origins. */
  context: async ({ context, allowed, baseURL }, use) => {
    const complaints = [];
    const complain = (text) => {
      if (!allowed.test(text)) complaints.push(text);
    };
    context.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) {
        complain(`console ${message.type()}: ${message.text()}`);
      }
    });
    context.on("weberror", (error) => complain(`uncaught: ${error.error()}`));
    context.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol.startsWith("http") && origin !== new URL(baseURL).origin) {
        complain(`request to another origin: ${request.url()}`);
      }
    });
    await use(context);
    expect(complaints, "what the page complained about").toEqual([]);
  },

  game: async ({ page }, use) => {
    await use(new Game(page));
  },
});

/** A person at the page. */
export class Game {
  constructor(page) {
    this.page = page;
    this.status = page.getByRole("status");
    this.undo = page.getByRole("button", { name: "Undo" });
    this.redo = page.getByRole("button", { name: "Redo" });
    this.newGame = page.getByRole("button", { name: "New game" });
    this.playAgain = page.getByRole("button", { name: "Play again" });
    this.callItADraw = page.getByRole("button", { name: "Call it a draw" });
    this.newGameDialog = page.getByRole("dialog", { name: "New game" });
    this.notices = page.getByRole("region", { name: "Notices" });
    this.failure = page.getByRole("alert");
    this.pieces = page.locator("[data-cell][data-player]");
    this.marked = page.locator("[data-cell][data-marked=true]");
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

  async reload() {
    await this.page.reload();
    await this.ready();
  }

  async ready() {
    await expect(this.page.locator("html")).toHaveAttribute("data-ready", "true");
  }

  /** The button of a column, counted from 1. */
  column(number) {
    return this.page.getByRole("button", { name: new RegExp(`^Column ${number},`) });
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

  /**
   * The rows from the top, one sign a cell: `.` for none, the player's number for
   * a piece, that number plus 2 for a marked one.
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

  /** The names of the marked cells, in order. */
  async markedCells() {
    return this.marked.evaluateAll((cells) => cells.map((cell) => cell.dataset.cell).sort());
  }

  /** Chooses a board of one's own size in the new-game dialog, which is open. */
  async typeSize(columns, rows) {
    const dialog = this.newGameDialog;
    await dialog.getByRole("radio", { name: "Your own size" }).check();
    for (const [name, value] of Object.entries({ Columns: columns, Rows: rows })) {
      const input = dialog.getByRole("spinbutton", { name });
      await input.press("ControlOrMeta+A");
      await input.press("Delete");
      await input.pressSequentially(String(value));
    }
  }

  async startGame(columns, rows) {
    await this.newGame.click();
    await this.typeSize(columns, rows);
    await this.newGameDialog.getByRole("button", { name: "Start" }).click();
    await expect(this.page.locator("[data-cell]")).toHaveCount(columns * rows);
    await this.expectPieces(0);
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

/** The name under which the page stores its game; docs/notation.md has the format. */
export const STORED_GAME = "four-shapes:game";

/** The text of a stored game. */
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
