// The screens of the page, each with a function that opens it.

import { deadPositions } from "../data/games.mjs";
import { Cup, storedCup } from "./cup.mjs";
import { STORED_BY_LINKS, STORED_SCORES, expect, storedGame, storedMatch, youAndBen } from "./game.mjs";

const flat = { columns: 3, rows: 3, connect: 3, gravity: false };

/** Brings the game into each of its states. */
const games = {
  start: (game) => game.open(),
  "mid game": async (game) => {
    await game.openStored(storedGame());
    await game.column(4).focus();
  },
  win: (game) => game.openStored(storedGame({ moves: "1212121" })),
  "a full column refuses": async (game) => {
    await game.openStored(storedGame({ moves: "444444" }));
    await game.press(4);
  },
  "nobody can win": (game) => {
    const [{ columns, rows, moves }] = deadPositions;
    const rules = { columns, rows, connect: 3, players: 2, gravity: true };
    return game.openStored(storedGame({ rules, moves }));
  },
  notice: async (game) => {
    await game.openStored("not a game");
    await expect(game.notices).toBeVisible();
  },
  "a new version": async (game) => {
    await game.open();
    await game.page.evaluate(() => {
      const notice = document.querySelector("#new-version");
      const words = notice.querySelector("p");
      words.textContent = words.dataset.words;
      notice.hidden = false;
    });
  },
  "a flat board": async (game) => {
    await game.openStored(storedMatch({ rules: flat, moves: "B2,A1" }));
    await game.cellButton("C3").focus();
  },
  "a flat board, won": (game) =>
    game.openStored(storedMatch({ rules: flat, moves: "B2,A1,C1,A2,A3" })),
  "eight players": (game) =>
    game.openStored(storedMatch({ rules: { players: 8 }, moves: "1234567123" })),
  "twenty players": (game) =>
    game.openStored(storedMatch({ rules: { columns: 15, rows: 15, players: 20 }, moves: "8,7" })),
  "a shared game": async (game) => {
    await game.openStored(storedGame());
    await game.page.goto("./#v=1&board=7x6&connect=4&moves=1122");
    await game.reload();
    await expect(game.notices).toBeVisible();
  },
  "15 × 15 on a phone": async (game) => {
    await game.page.setViewportSize({ width: 412, height: 839 });
    const rules = { columns: 15, rows: 15, connect: 4, players: 2, gravity: true };
    await game.openStored(storedGame({ rules, moves: "8,8,7", cursor: 3 }));
  },
  "a computer thinks": async (game) => {
    await game.openStored(storedMatch({ computers: [null, "mcts:60000"] }));
    await game.drop(4);
    await expect(game.seats.nth(1)).toContainText("Thinking");
  },
  "computers wait": (game) => game.openStored(storedMatch({ moves: "44", computers: ["level:1", "random"] })),
  "a clock": async (game) => {
    await game.openStored(storedMatch({ time_control: "9/move", moves: "444" }));
    await expect(game.seats.getByRole("timer")).toHaveText(["9.0", "9.0"]);
  },
  "a swap": (game) => game.openStored(storedMatch({ moves: "4", swap: true })),
  "a hint": async (game) => {
    await game.openStored(storedMatch({ moves: "121212" }));
    await game.showHint();
  },
  "where to look": async (game) => {
    await game.openStored(storedMatch({ moves: "121212" }));
    await game.hint.click();
    await expect(game.hintedColumns).toHaveCount(3);
  },
  "the moves' worth on a flat board": async (game) => {
    await game.openStored(storedMatch({ rules: flat, moves: "B2" }));
    await game.analysis.click();
    await expect(game.evaluations).toHaveCount(8);
  },
  "a flat 15 × 15 on a phone": async (game) => {
    await game.page.setViewportSize({ width: 412, height: 839 });
    const rules = { columns: 15, rows: 15, connect: 5, gravity: false };
    await game.openStored(storedMatch({ rules, moves: "H8,I8,H9" }));
  },
};

/** Stored cups of four. */
const four = [
  { name: "Ana" },
  { name: "Pip", computer: "level:1" },
  { name: "Ben, who has a long name" },
  { name: "Mira", computer: "level:3" },
];
const cups = {
  running: storedCup({ entrants: four, games: [{ pairing: 0 }] }),
  league: storedCup({ kind: "league", entrants: four, games: [{ pairing: 0 }] }),
  won: storedCup({
    entrants: four.slice(0, 2),
    games: [{ pairing: 0 }, { pairing: 0 }, { pairing: 0 }],
  }),
};

async function openCup(game, stored) {
  const cup = new Cup(game);
  if (stored) await cup.openStored(stored);
  else await game.open();
  await cup.open();
}

/** The link of a game by links. */
const linkedGame = (moves, seat = 1) =>
  `v=1&board=7x6&connect=4&player=Ada.circle.red.X&player=Ben.pentagon.blue.O&moves=${moves}&game=6b86b273ff34fce1&seat=${seat}`;

/** Stores a game by links in which Ada is the user, and opens it from the start. */
async function openByLinks(game, { moves, known, name }) {
  const stored = {
    format: "four-shapes-correspondence",
    version: 1,
    games: [{ id: "1-a", changed: 1795300000000, link: linkedGame(moves), known }],
  };
  await game.openWithStorage({ [STORED_BY_LINKS]: JSON.stringify(stored) });
  await game.page.getByRole("button", { name }).click();
}

async function inviteLive(game) {
  await game.open("./#/friend");
  await game.shownPage.getByRole("button", { name: "Play live" }).click();
  await expect(game.shownPage.getByRole("textbox", { name: "Link" })).toBeVisible();
}

/** Opens each dialog and panel. */
const dialogs = {
  "inviting a friend": async (game) => {
    await openByLinks(game, { moves: "44", known: 2, name: /Your turn.*Ben/ });
    await game.page.goto("./#/friend");
    await expect(game.shownPage.getByRole("heading", { name: "Games by links" })).toBeVisible();
  },
  "an invitation": async (game) => {
    await game.open(`./#${linkedGame("4")}`);
    await game.shownPage.getByText("Which player are you?").first().click();
  },
  "an invitation to a live game": async (game) => {
    // To a room whose secret is zeros.
    await game.open(`./#${linkedGame("4")}&live=AQEAAAAAAAAAAAAAAAAAAAAA`);
    await expect(game.shownPage.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  },
  "inviting to a live game": (game) => inviteLive(game),
  "inviting to a live game on a phone": async (game) => {
    await game.page.setViewportSize({ width: 412, height: 839 });
    await inviteLive(game);
  },
  "a live game that waits": async (game) => {
    await game.page.setViewportSize({ width: 412, height: 839 });
    await inviteLive(game);
    await game.shownPage.getByRole("button", { name: "Go to the board" }).click();
    await expect(game.page.getByRole("group", { name: "Live game" })).toBeVisible();
  },
  "a move to send": (game) => openByLinks(game, { moves: "444", known: 2, name: /Send your move.*Ben/ }),
  "two versions of a game": async (game) => {
    await openByLinks(game, { moves: "444", known: 3, name: /Their turn.*Ben/ });
    await game.page.goto(`./#${linkedGame("4455", 2)}`);
    await expect(game.shownPage.getByRole("button", { name: "Keep mine" })).toBeVisible();
  },
  "a move to send on a phone": async (game) => {
    await game.page.setViewportSize({ width: 412, height: 839 });
    await openByLinks(game, { moves: "444", known: 2, name: /Send your move.*Ben/ });
    await expect(game.status).toContainText("Send your move to Ben");
  },
  "a win to send": async (game) => {
    await game.page.setViewportSize({ width: 412, height: 839 });
    await openByLinks(game, { moves: "1212121", known: 6, name: /Send your move.*Ben/ });
    await game.showResult.click();
    await expect(game.endCard).toContainText("Ben doesn’t know yet");
  },
  "the link as a QR code": async (game) => {
    await game.page.setViewportSize({ width: 412, height: 839 });
    await openByLinks(game, { moves: "444", known: 2, name: /Send your move.*Ben/ });
    await game.page.getByRole("button", { name: "QR code" }).click();
    await expect(game.page.getByRole("img", { name: "QR code of the link" })).toBeVisible();
  },
  compete: async (game) => {
    await new Cup(game).openStored(cups.running);
    await game.compete.click();
    await expect(game.page.getByRole("button", { name: "Continue" })).toBeVisible();
  },
  "the setup of a cup": (game) => openCup(game),
  "a cup in progress": (game) => openCup(game, cups.running),
  "a cup as a league": (game) => openCup(game, cups.league),
  "the winner of a cup": (game) => openCup(game, cups.won),
  "new game": async (game) => {
    await game.openStored(storedGame());
    await game.openNewGame();
  },
  "new game of one's own for eight": async (game) => {
    await game.open();
    await game.openNewGame();
    await game.choose({ kind: "Own rules", columns: 9, rows: 7, connect: 4, players: 8 });
    // Otherwise the buttons at the bottom cover a part of a field.
    await game.newGameDialog.evaluate((dialog) => dialog.scrollTo(0, dialog.scrollHeight));
  },
  "new game against the computer": async (game) => {
    await game.open();
    await game.newGame.click();
    await game.newGameDialog.getByRole("button", { name: /^Computer/ }).click();
  },
  "the menu": async (game) => {
    await game.open();
    await game.more.click();
    await expect(game.menu).toBeVisible();
  },
  "new game with an error": async (game) => {
    await game.open();
    await game.openNewGame();
    await game.choose({ players: [{ name: "Blue" }, {}] });
    await expect(game.newGameDialog.getByText("have the same name")).toBeVisible();
  },
  help: async (game) => {
    await game.open();
    await game.help.click();
    await expect(game.page.getByRole("region", { name: "How to play" })).toBeVisible();
  },
  "privacy and licences": async (game) => {
    await game.open("./#about");
    const about = game.shownPage;
    await about.getByRole("button", { name: "Show all licences" }).click();
    await expect(about.getByRole("region", { name: "Licences" })).toBeVisible();
  },
  replay: async (game) => {
    await game.open("./#v=1&board=7x6&connect=4&moves=1212121");
    await expect(game.page.getByRole("dialog", { name: "Shared game" })).toBeVisible();
  },
  share: async (game) => {
    await game.openStored(storedGame());
    await game.share.click();
    await expect(game.shareDialog).toBeVisible();
  },
  load: async (game) => {
    await game.openStored(storedGame());
    await game.load.click();
    await expect(game.loadDialog).toBeVisible();
  },
  "load with an error": async (game) => {
    await game.openStored(storedGame());
    await game.loadText("4448");
    await expect(game.loadDialog.getByRole("alert")).toContainText("not a column");
  },
  "the readings of a text": async (game) => {
    await game.openStored(storedGame());
    await game.loadText("3,2,3,2,3,2,3");
    await expect(game.loadDialog.getByRole("listitem")).toHaveCount(2);
  },
  "a list of positions": async (game) => {
    await game.openStored(storedGame());
    await game.loadText("44455\n7422341735647741166133573473242566 1\n9\n44456");
    await expect(game.loadDialog.getByRole("listitem")).toHaveCount(4);
  },
  "a position of a list": async (game) => {
    await game.openStored(storedGame());
    await game.loadText("44455\n44456");
    await game.loadDialog.getByRole("button", { name: /^Line 1/ }).click();
    await expect(game.notices).toContainText("1 of 2");
  },
  "the board editor": async (game) => {
    await game.openStored(storedGame());
    await game.editPosition();
    const editor = game.shownPage;
    for (const name of ["Board size", "Share"]) await editor.getByText(name, { exact: true }).click();
  },
  "the board editor on a phone": async (game) => {
    await game.page.setViewportSize({ width: 412, height: 839 });
    await game.openStored(storedMatch({ rules: { players: 3 }, moves: "12121" }));
    await game.editPosition();
  },
  "an impossible position": async (game) => {
    await game.openStored(storedMatch({ moves: "1212121" }));
    await game.editPosition();
    const toMove = game.shownPage.getByRole("group", { name: "To move" });
    await toMove.getByRole("button", { name: "Ada" }).click();
    await expect(game.shownPage.locator(".status-line")).toContainText("turn");
  },
  "no scores": async (game) => {
    await game.open();
    await game.openScores();
    await expect(game.scoresDialog).toBeVisible();
  },
  "scores, about to be cleared": async (game) => {
    const rules = { columns: 7, rows: 6, connect: 4, players: 2, gravity: true };
    const score = { rules, name: "Ada", moves: 4, opponents: ["Ben"], date: "2025-06-01" };
    const text = { format: "four-shapes-scores", version: 1, scores: [score] };
    await game.openWithStorage({ [STORED_SCORES]: JSON.stringify(text) });
    await game.openScores();
    await game.scoresDialog.getByRole("button", { name: "Delete all" }).click();
    await expect(game.scoresDialog.getByText("Delete all high scores?")).toBeVisible();
  },
  "the library": async (game) => {
    await game.openStored(storedMatch({ moves: "121212" }));
    await game.library.click();
    await expect(game.libraryDialog.locator("#library-list > li").first()).toBeVisible();
    await game.libraryDialog.getByRole("button", { name: "More filters" }).click();
  },
  "a game of the library": async (game) => {
    await game.openStored(storedMatch({ moves: "1212121" }));
    await game.library.click();
    await game.libraryDialog.getByRole("button", { name: /^More about/ }).first().click();
    await expect(game.libraryDialog.getByRole("textbox", { name: "Note" })).toBeVisible();
  },
  players: async (game) => {
    await game.openStored(storedMatch({ moves: "44455", computers: [null, "lookahead:4:left"] }));
    await game.players.click();
    await expect(game.playersDialog).toBeVisible();
  },
  settings: async (game) => {
    await game.open();
    await game.settings.click();
    await game.settingsDialog.getByRole("button", { name: "Reset to defaults" }).click();
    await expect(game.settingsDialog.getByRole("alert")).toBeVisible();
  },
  "the analysis": async (game) => {
    await game.openStored(storedMatch({ moves: "121223" }));
    await game.analysis.click();
    await expect(game.evaluations).toHaveCount(7);
    await expect(game.step(6)).toHaveAccessibleName(/:.*:/);
  },
  "the analysis on a phone": async (game) => {
    await game.page.setViewportSize({ width: 412, height: 839 });
    await game.openStored(storedMatch({ moves: "121223" }));
    await game.analysis.click();
    await expect(game.evaluations).toHaveCount(7);
  },
  "the review": async (game) => {
    await game.openStored(storedMatch({ moves: "44444252355223" }));
    await game.page.getByRole("button", { name: "Review" }).click();
    await expect(game.review.getByText("Key moment 1 of")).toBeVisible();
    await expect(game.candidates).toHaveCount(2);
  },
  "the review on a phone": async (game) => {
    await game.page.setViewportSize({ width: 412, height: 839 });
    await game.openStored(storedMatch({ moves: "44444252355223" }));
    await game.page.getByRole("button", { name: "Review" }).click();
    await expect(game.review.getByText("Key moment 1 of")).toBeVisible();
    await expect(game.candidates).toHaveCount(2);
  },
  "a trial": async (game) => {
    await game.openStored(storedMatch({ moves: "44444252355223" }));
    await game.page.getByRole("button", { name: "Review" }).click();
    await game.review.getByRole("button", { name: "Try it from here" }).click();
    await expect(game.review.getByRole("button", { name: "Back to the review" })).toBeVisible();
  },
  "the home of Learn, with its calendar": async (game) => {
    await game.open("./#/learn");
    await expect(game.learnPage).toContainText("to move and");
    await expect(game.learnPage.getByRole("button", { name: /Start$/ })).toBeVisible();
  },
  "the home of Learn on a phone": async (game) => {
    await game.page.setViewportSize({ width: 412, height: 839 });
    await game.open("./#/learn");
    await expect(game.learnPage).toContainText("to move and");
    await expect(game.learnPage.getByRole("button", { name: /Start$/ })).toBeVisible();
  },
  "a rush": async (game) => {
    await game.open();
    await game.openLearn();
    await game.learnPage.getByRole("button", { name: /^Rush/ }).click();
    const panel = game.page.getByRole("region", { name: "Puzzles" });
    await panel.getByRole("button", { name: "Start" }).click();
    await expect(panel.getByRole("timer")).toBeVisible();
    await panel.getByRole("button", { name: "Hint" }).click();
    await expect(panel.getByText("2 hearts left")).toBeAttached();
  },
  "a puzzle": async (game) => {
    await game.open();
    await game.openLearn();
    await game.learnPage.getByRole("button", { name: /^Training/ }).click();
    const panel = game.page.getByRole("region", { name: "Puzzles" });
    await expect(panel.getByRole("heading", { level: 2 })).toContainText("to move and");
    await expect(panel.getByRole("combobox")).toBeVisible();
  },
  "a puzzle on a phone": async (game) => {
    await game.page.setViewportSize({ width: 412, height: 839 });
    await game.open();
    await game.openLearn();
    await game.learnPage.getByRole("button", { name: /^Today’s puzzle/ }).click();
    const panel = game.page.getByRole("region", { name: "Puzzles" });
    await expect(panel.getByRole("heading", { level: 2 })).toContainText("to move and");
  },
  "a lesson": async (game) => {
    await game.open();
    await game.openLesson("Look above");
    const panel = game.page.getByRole("region", { name: "Lessons" });
    await game.drop(2);
    await expect(panel.locator(".feedback")).toContainText("B1 lets Red win");
  },
  "the lessons on a phone": async (game) => {
    await game.page.setViewportSize({ width: 412, height: 839 });
    await game.open("./#/lessons");
    const panel = game.page.getByRole("region", { name: "Lessons" });
    // Until they are loaded, the board is that of the game.
    await expect(panel.getByRole("heading", { level: 2 })).toBeVisible();
    await game.drop(4);
    await panel.getByRole("button", { name: "Next" }).click();
    await game.drop(4);
    await panel.getByRole("button", { name: "Learn", exact: true }).click();
    const all = game.learnPage.locator("details");
    await all.getByText("All lessons").click();
    await expect(all).toContainText("1 of");
  },
  "the openings": async (game) => {
    await game.open("./#/openings");
    const panel = game.page.getByRole("region", { name: "Openings" });
    await expect(panel.getByRole("row")).toHaveCount(8);
    await panel.getByText("Practice").click();
  },
  "threats": async (game) => {
    await game.openStored(storedMatch({ moves: "12342324334455" }));
    await game.analysis.click();
    await game.analysisPanel.getByRole("checkbox", { name: "Show threats" }).check();
    await expect(game.page.locator("[data-threat]")).toHaveCount(3);
  },
  "the statistics": async (game) => {
    await game.openStored(storedMatch({ players: youAndBen, moves: "1212121", computers: [null, "level:4"] }));
    await game.library.click();
    await expect(game.libraryDialog.locator("#library-list > li").first()).toContainText("Won");
    const toggle = game.libraryDialog.getByRole("button", { name: "Show results" });
    if (await toggle.isVisible()) await toggle.click();
    await game.libraryDialog.getByRole("button", { name: "Statistics" }).click();
    await expect(game.libraryDialog.getByRole("region", { name: "By turn" })).toBeVisible();
  },
  "the text": async (game) => {
    await game.openStored(storedMatch({ moves: "44455" }));
    await game.text.click();
    await game.textPanel.getByRole("combobox", { name: "Style" }).selectOption("Board games");
    const line = game.textPanel.getByRole("textbox");
    await line.fill("help");
    await line.press("Enter");
    await expect(game.textPanel.getByText("undo the last move")).toBeVisible();
  },
  "the text on a phone": async (game) => {
    await game.page.setViewportSize({ width: 412, height: 839 });
    await game.openStored(storedMatch({ rules: { columns: 15, rows: 15, connect: 5, gravity: false } }));
    await game.text.click();
    await expect(game.textPanel).toBeVisible();
  },
};

export const screens = { ...games, ...dialogs };
