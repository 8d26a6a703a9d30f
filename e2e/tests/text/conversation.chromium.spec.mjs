// The text panel: reproduces transcripts of the engine byte for byte, and shares the game with
// the board.

import { expect, storedMatch, test } from "../support/game.mjs";
import { record, transcript } from "../support/transcripts.mjs";

const styles = {
  shapes: "Shapes",
  letters: "Letters",
  "x-and-o": "X and O",
  "board-games": "Board games",
};

/** The lines that close the panel or show a page in its place. */
const leaving = new Set(["quit", "scores"]);

/** Page object of the text panel. */
class Console {
  constructor(game) {
    this.game = game;
    this.panel = game.textPanel;
    this.position = this.panel.getByRole("region", { name: "Position" });
    this.conversation = this.panel.getByRole("region", { name: "Console" });
    this.line = this.panel.getByRole("textbox");
    this.enter = this.panel.getByRole("button", { name: "Enter" });
    this.style = this.panel.getByRole("combobox", { name: "Style" });
  }

  /** Opens the panel and starts a conversation. */
  async open(style) {
    await this.game.text.click();
    await expect(this.panel).toBeVisible();
    if (style) await this.style.selectOption(styles[style]);
  }

  async type(...lines) {
    for (const line of lines) {
      await this.line.fill(line);
      await this.line.press("Enter");
      // The input is cleared once the line is handled, unless another page is shown.
      if (!leaving.has(line)) await expect(this.line).toHaveValue("");
    }
  }

  /** The whole conversation, including the current prompt. */
  async screen() {
    const said = await this.conversation.evaluate((element) => element.textContent);
    const asked = await this.line.evaluate((input) => input.labels[0].textContent);
    return said + (asked === "The game is over." ? "" : asked);
  }
}

// Of each style, with questions, refusals, undone moves, swaps and a finished game. The engine's own
// test has all transcripts.
const names = [
  "board-games-questions",
  "board-games-undo",
  "eight-players-win",
  "letters-win",
  "shapes-already-won",
  "shapes-refused",
  "swap-questions",
  "swap-x-and-o",
  "tic-tac-toe-win",
  "x-and-o-set",
];

for (const name of names) {
  test(`the conversation ${name}`, async ({ game }) => {
    test.slow();
    const golden = transcript(name);
    const { style, asks, lines, screen } = golden;
    await game.open();
    await game.loadText(record(golden));
    await expect(game.loadDialog).toBeHidden();
    const console = new Console(game);
    await console.open(style);
    let before = "";
    if (asks) {
      // The page always has a game; the setup questions are asked on request.
      await console.type("new");
      await expect.poll(() => console.screen()).toContain("Game (1:");
      before = await console.conversation.evaluate((element) => element.textContent);
    }
    await console.type(...lines);
    if (lines.at(-1) === "quit") {
      // Closing the panel keeps the conversation.
      await expect(console.panel).toHaveCount(0);
      await game.text.click();
      await expect
        .poll(() => console.conversation.evaluate((element) => element.textContent))
        .toBe(before + screen);
    } else {
      await expect.poll(() => console.screen()).toBe(before + screen);
    }
  });
}

test("the board and the conversation share one game", async ({ game }) => {
  await game.openStored(storedMatch());
  const console = new Console(game);
  await console.open("x-and-o");
  const empty = "| | | | | | | |\n";
  const foot = "---------------\n 0 1 2 3 4 5 6\n";
  const welcome = "Welcome to Connect Four!\n";
  await expect.poll(() => console.screen()).toBe(`${welcome}${empty.repeat(6)}${foot}X's choice: `);
  await game.drop(4);
  const first = `${empty.repeat(5)}| | | |X| | | |\n${foot}`;
  const position = () => console.position.evaluate((element) => element.textContent);
  await expect.poll(position).toBe(first);
  await expect.poll(() => console.screen()).toContain(`${foot}${first}O's choice: `);
  await console.type("3");
  await expect(game.cell("D2")).toHaveAttribute("data-player", "1");
  const second = `${empty.repeat(4)}| | | |O| | | |\n| | | |X| | | |\n${foot}`;
  await expect.poll(position).toBe(second);
  await expect.poll(() => console.screen()).toContain(`O's choice: 3\n${second}X's choice: `);
  await game.undo.click();
  await expect.poll(position).toBe(first);
  await game.redo.click();
  await expect.poll(position).toBe(second);
  // Another style has other output and starts another conversation.
  await console.style.selectOption("Letters");
  await expect.poll(position).toContain("| | | |A| | | |\n");
  await expect.poll(() => console.screen()).toMatch(/Player A, choose a column: $/);
  await console.type("100", "4");
  await expect.poll(() => console.screen()).toContain("Player A, choose a column: 100\nInvalid column number.\n");
  await game.expectPieces(3);
  await game.setUp({ kind: "Tic-tac-toe", preset: "Three in a row, 3 × 3" });
  await expect.poll(() => console.screen()).toMatch(/choose a cell: $/);
  await console.type("b2");
  await game.expectBoard(["...", ".0.", "..."]);
});

test("the panel keeps the conversation when closed", async ({ game, page }) => {
  await game.open();
  const console = new Console(game);
  await console.open("letters");
  await console.type("4");
  await expect.poll(() => console.screen()).toContain("Player A, choose a column: 4\n");
  await page.getByRole("tab", { name: "Moves" }).click();
  await expect(console.panel).toHaveCount(0);
  await game.drop(5);
  await game.text.click();
  await expect.poll(() => console.screen()).toContain("Player A, choose a column: 4\n");
  await expect.poll(() => console.screen()).toContain("| | | |A|B| | |");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a finished game ends the conversation until it is undone", async ({ game }) => {
  await game.open();
  const console = new Console(game);
  await console.open("letters");
  await console.type(..."1212121");
  await game.expectStatus("won", 0);
  await expect.poll(() => console.screen()).toMatch(/Player A won!\n$/);
  await expect(console.line).toHaveAccessibleName("The game is over.");
  await game.undo.click();
  await expect.poll(() => console.screen()).toMatch(/Player A, choose a column: $/);
  await console.type("7");
  await game.expectStatus("to-move", 1);
});

test("replies are announced and not shown as errors", async ({ game }) => {
  await game.openStored(storedMatch());
  const console = new Console(game);
  await console.open("board-games");
  await game.recordAnnouncements();
  await console.type("help");
  const help = "undo, u      undo the last move";
  await expect.poll(() => console.screen()).toContain(help);
  const said = await game.announcements();
  expect(said).toHaveLength(1);
  expect(said[0]).toContain(help);
  expect(said[0]).toContain("Ada to move");
  // Announced but visually hidden: smaller than a letter.
  const { width, height } = await game.status.getByText(help).boundingBox();
  expect(Math.min(width, height)).toBeLessThanOrEqual(1);
  await console.type("1000");
  const wrong = "There is no column 1000; columns are 1 to 7.";
  await expect.poll(() => console.screen()).toContain(wrong);
  await expect(game.status).toContainText(wrong);
  await game.expectPieces(0);
});

test("save, load, scores, new and quit work", async ({ game, page }) => {
  await game.openStored(storedMatch());
  const console = new Console(game);
  await console.open("board-games");
  await console.type("4");
  const { name } = await game.download(() => console.type("save"));
  expect(name).toMatch(/^four-shapes-\d{4}-\d\d-\d\d\.json$/);

  await console.type("scores");
  await expect(game.scoresDialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(game.scoresDialog).toBeHidden();

  await console.type("load");
  await expect(game.loadDialog).toBeVisible();
  await game.loadDialog.getByRole("textbox", { name: /^Or paste/ }).fill("112233");
  await game.loadDialog.getByRole("button", { name: "Load" }).click();
  await game.expectPieces(6);
  await expect.poll(() => console.screen()).toContain("| O | O | O |");

  // The game, its board and players; then for each who plays, the name and the symbol.
  await console.type("new", "2", "", "", "", "", "", "", "Zoe", "", "", "Yan", "");
  await game.expectBoard(["...", "...", "..."]);
  await expect(game.seats).toHaveText(["Zoecircle", "Yanpentagon"]);
  await console.type("2 2", "A1", "undo", "redo");
  await game.expectBoard(["...", ".0.", "1.."]);

  await console.type("quit");
  await expect(console.panel).toHaveCount(0);
  await game.expectPieces(2);
});

test("copying the position copies its text", async ({ game, page }) => {
  await page.addInitScript(() => {
    const writeText = async (text) => {
      window.copied = text;
    };
    Object.defineProperty(navigator, "clipboard", { value: { writeText } });
  });
  await game.openStored(storedMatch({ moves: "4" }));
  const console = new Console(game);
  await console.open("letters");
  await console.panel.getByRole("button", { name: "Copy" }).click();
  await expect(console.panel.getByText("Copied")).toBeVisible();
  const position = await console.position.evaluate((element) => element.textContent);
  expect(position).toContain("|A|");
  expect(await page.evaluate(() => window.copied)).toBe(position);
});

test("boards of shapes are aligned with any font", async ({ game }) => {
  await game.openStored(storedMatch({ moves: "4453345222" }));
  const console = new Console(game);
  await console.open("shapes");
  for (const region of [console.position, console.conversation]) {
    // The positions of the lines between cells, row by row.
    const rows = await region.locator("pre").evaluate((pre) => {
      const rows = [[]];
      const texts = document.createTreeWalker(pre, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (let at = 0; at < text.data.length; at++) {
          if (text.data[at] === "\n") rows.push([]);
          if (text.data[at] !== "|") continue;
          const range = new Range();
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          rows.at(-1).push(Math.round(range.getBoundingClientRect().left));
        }
      }
      return rows.filter((row) => row.length > 0);
    });
    expect(rows.length).toBeGreaterThanOrEqual(6);
    for (const row of rows) expect(row).toEqual(rows[0]);
  }
});

test("input is treated as text", async ({ game, page }) => {
  await game.open();
  const console = new Console(game);
  await console.open("x-and-o");
  await console.type("<img src=x onerror=alert(1)>", "\u202e\u0007<b>x</b>");
  await expect.poll(() => console.screen()).toContain("X's choice: <img src=x onerror=alert(1)>\n");
  await expect(page.locator("img, b")).toHaveCount(0);
  await game.drop(1);
  await game.expectPieces(1);
});
