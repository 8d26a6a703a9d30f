// Tournaments: setup, games in workers, progress, results, export.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { animationsEnded } from "../support/animations.mjs";
import { stubborn } from "../support/bots.mjs";
import { STORED_GAME, expect, storedGame, test as base } from "../support/game.mjs";
import { Tournament } from "../support/tournament.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const test = base.extend({
  tournament: async ({ game }, use) => {
    await use(new Tournament(game));
  },
});

test("is set up and started by keyboard", async ({ game, tournament, page }) => {
  await game.open();
  await game.compete.focus();
  await page.keyboard.press("Enter");
  const home = page.getByRole("region", { name: "Compete", exact: true });
  await home.getByRole("button", { name: "Open the bot lab" }).focus();
  await page.keyboard.press("Enter");
  await expect(tournament.dialog.getByRole("heading", { name: "Bot lab" })).toBeFocused();
  await tournament.button("Add Coco, level 2").focus();
  await page.keyboard.press("Enter");
  await expect(tournament.entrants).toHaveCount(3);
  // It plays: the next one is offered in its place.
  await expect(tournament.button("Add Coco, level 2")).toHaveCount(0);
  await expect(tournament.button("Add Mira, level 3")).toBeFocused();
  await tournament.dialog.getByText("Advanced", { exact: true }).focus();
  await page.keyboard.press("Enter");
  await tournament.field("Games per pairing").focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("0");
  const field = tournament.field("Games per pairing");
  await expect(field).toHaveAccessibleDescription("Enter 1 to 1,000,000 games.");
  // Also beside the button, which stays in view.
  const start = tournament.button("Start");
  await expect(start).toBeDisabled();
  await expect(start).toHaveAccessibleDescription("Enter 1 to 1,000,000 games.");
  await expect(page.locator("#tournament-says")).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Enter");
  await expect(field).toBeFocused();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("6");
  await expect(field).toHaveAccessibleDescription("");
  await expect(tournament.dialog.getByText("3 pairings · 18 games")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(tournament.over).toBeVisible();
  await expect(tournament.over).toBeFocused();
  await expect(tournament.dialog.getByText("18 of 18 games")).toBeVisible();
});

test("says who has won, and shows ratings on request", async ({ game, tournament, page }) => {
  await game.open();
  await tournament.play(100);
  await expect(tournament.dialog.getByText(/^Pip wins, 7\d½? of 100$/)).toBeVisible();
  await expect(tournament.standings.getByRole("row")).toHaveCount(3);
  await expect(tournament.standings.getByRole("row").nth(1)).toHaveText(/^1Pip Level 17\d½? of 100\d+$/);
  await expect(tournament.ratings).toBeHidden();
  await tournament.showRatings();
  const rows = tournament.ratings.getByRole("row");
  await expect(rows).toHaveCount(3);
  const [first, second] = [rows.nth(1), rows.nth(2)];
  await expect(first.getByRole("rowheader")).toHaveText("Pip Level 1");
  await expect(first).toContainText(/^1Pip Level 17\d\.\d% \(.*\)\d+100\+\d+ \(.*\)/);
  await expect(second.getByRole("rowheader")).toHaveText("Random");
  // The chart shows the same, hidden from assistive technology.
  const bars = page.locator(".chart svg");
  await expect(bars).toHaveCount(2);
  const from = (bar) => bar.locator(".estimate").getAttribute("d").then((d) => Number(/\d+/.exec(d)));
  expect(await from(bars.nth(0))).toBeGreaterThan(await from(bars.nth(1)));
  await expect(tournament.dialog.getByRole("img")).toHaveCount(0);
  const cell = tournament.crosstable.getByRole("gridcell", { name: /^\d+%: Pip against Random: \d+%, .*Pip is better/ });
  await expect(cell).toHaveText(/^7\d%$/);
  await expect(tournament.dialog.getByText(/^The player who moves first scores \d/)).toBeVisible();
  // Intervals are among the details.
  await expect(tournament.dialog.getByText(/^Pip against Random: 7\d\.\d% \(\d+\.\d–\d+\.\d\)$/)).toBeVisible();
  await expect(tournament.dialog.getByText(/^Average game length: \d+\.\d moves/)).toBeVisible();
});

test("is quick by default, and a class competition has a thousand games a pairing", async ({ game, tournament }) => {
  await game.open();
  await tournament.open();
  await expect(tournament.field("Games per pairing")).toBeHidden();
  await tournament.showOptions();
  const games = tournament.field("Games per pairing");
  await expect(games).toHaveValue("10");
  await expect(tournament.button("Quick · 10 games")).toHaveAttribute("aria-pressed", "true");
  await tournament.button("Class competition · 1,000 games").click();
  await expect(games).toHaveValue("1000");
  await expect(tournament.dialog.getByText("1 pairing · 1,000 games")).toBeVisible();
  await games.fill("12");
  for (const pressed of ["Quick · 10 games", "Class competition · 1,000 games"]) {
    await expect(tournament.button(pressed)).toHaveAttribute("aria-pressed", "false");
  }
});

test("one that has won all games has no interval of nothing", async ({ game, tournament }) => {
  await game.open();
  await tournament.open();
  // Illegal moves: it loses every game.
  await tournament.addBots(["nine.wasm", stubborn(9, "Nine")]);
  await expect(tournament.entrants).toHaveCount(3);
  await tournament.button("Remove Random").click();
  await tournament.button("Start").click();
  await expect(tournament.over).toBeVisible();
  await expect(tournament.dialog.getByText("Pip wins, 10 of 10")).toBeVisible();
  await tournament.showRatings();
  await expect(tournament.ratings).toContainText("0 (reference)");
  await expect(tournament.ratings).not.toContainText("(0 to 0)");
});

test("exports its results", async ({ game, tournament }) => {
  await game.open();
  await tournament.play(20);
  const file = (name) => game.download(() => tournament.button(name).click());
  const ranking = await file("Standings (CSV)");
  expect(ranking.name).toMatch(/^four-shapes-ranking-.*\.csv$/);
  expect(ranking.text.trim().split("\n")).toHaveLength(3);
  // Downloads have no times, so that two runs of one seed are equal.
  expect(ranking.text).not.toContain("µs");
  const pairings = await file("Pairings (CSV)");
  expect(pairings.text.trim().split("\n")).toHaveLength(2);
  const results = JSON.parse((await file("All results (JSON)")).text);
  expect(JSON.stringify(results)).toContain("level:1");
  expect(JSON.stringify(results)).not.toContain("microseconds");
  const games = await file("Games (text)");
  expect(games.name).toMatch(/\.txt$/);
  expect(games.text.split("\n").filter((line) => /^\d+ [1-7]+ /.test(line))).toHaveLength(20);
});

test("an invalid computer player is reported", async ({ game, tournament }) => {
  await game.open();
  await tournament.open();
  await tournament.showOptions();
  const entrants = await tournament.entrants.count();
  await tournament.dialog.getByRole("combobox", { name: "Computer player" }).selectOption("Custom…");
  const field = tournament.field("For example, lookahead:3 or mcts:200");
  const wrong = tournament.dialog.getByRole("alert");
  for (const [typed, words] of [
    ["", "“”: unknown computer player"],
    ["nonsense", "“nonsense”: unknown computer player, expected level:1"],
    ["level:7", "“level:7”: the number must be from 1 to 6"],
    ["“é𝄞", "““é𝄞”: unknown computer player"],
    ["\u202elevel", "“\\u{202e}level”: unknown computer player"],
    ["lookahead:3:up", "unknown tie-break “up”"],
  ]) {
    await field.fill(typed);
    await tournament.button("Add").click();
    await expect(wrong.filter({ hasText: words })).toBeVisible();
    await expect(tournament.entrants).toHaveCount(entrants);
  }
  await field.fill("lookahead:3");
  await tournament.button("Add").click();
  await expect(tournament.entrants).toHaveCount(entrants + 1);
});

test("shows a game move by move without changing the current one", async ({ game, tournament, page }) => {
  await game.openStored(storedGame());
  const own = (await game.stored())[STORED_GAME];
  await tournament.play(60);
  await tournament.crosstable.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowLeft");
  const chosen = tournament.crosstable.getByRole("gridcell", { selected: true });
  await expect(chosen).toHaveAccessibleName(/^\d+%: Random against Pip:/);
  await page.keyboard.press("Enter");
  await expect(tournament.listed).toHaveCount(50);
  await tournament.button("Next page").click();
  await expect(tournament.listed).toHaveCount(10);
  await tournament.button("Won by Pip").click();
  const row = tournament.listed.filter({ hasText: "random moved first" }).first();
  const moves = Number(/· (\d+) moves/.exec(await row.textContent())[1]);
  const words = await row.textContent();
  await row.click();
  const viewer = tournament.dialog;
  await expect(viewer.getByRole("heading", { name: words })).toBeVisible();
  const slider = viewer.getByRole("slider", { name: "Position" });
  await expect(slider).toBeFocused();
  await expect(slider).toHaveValue(String(moves));
  await expect(viewer.getByText(`Move ${moves}, Pip, level 1: `)).toContainText("Pip, level 1 wins with");
  await viewer.getByRole("button", { name: "First", exact: true }).click();
  await expect(slider).toHaveValue("0");
  await expect(viewer.locator(".diagram g[transform]")).toHaveCount(0);
  await viewer.getByRole("button", { name: "Next", exact: true }).click();
  await expect(slider).toHaveAttribute("aria-valuetext", /^Move 1, Random: /);
  await expect(viewer.locator(".diagram g[transform]")).toHaveCount(1);
  const saved = await game.download(() => tournament.button("Save as file").click());
  expect(JSON.parse(saved.text).players.map(({ name }) => name)).toEqual(["Random", "Pip, level 1"]);
  expect((await game.stored())[STORED_GAME]).toBe(own);
  await tournament.button("Back").click();
  await expect(row).toBeFocused();
  await expect(tournament.listed.first()).toContainText("Pip won");
  // A copy is continued; the current game is in the library.
  await row.click();
  await tournament.button("Open").click();
  await expect(tournament.dialog).toBeHidden();
  await expect(game.seats).toContainText(["Random", "Pip, level 1"]);
  await game.expectPieces(moves);
  await game.expectStatus("won", 1);
  await expect(game.notices).toBeHidden();
  await game.library.click();
  const kept = game.libraryDialog.locator("#library-list > li");
  await expect(kept).toHaveCount(1);
  await expect(kept).toContainText("unfinished");
  await expect(kept).toContainText("5 moves");
  await page.keyboard.press("Escape");
  // At the previous position.
  await tournament.open();
  await tournament.button("Back to the list").click();
  await tournament.button("Back to the results").click();
  await expect(tournament.crosstable).toBeFocused();
});

test("plays bots and reports their errors", async ({ game, tournament, page }) => {
  await game.open();
  await tournament.open();
  const hostile = "<img src=x onerror=1>";
  await tournament.addBots(["four.wasm", stubborn(4, hostile, "<b>Zoë")], ["not.wasm", Buffer.from("no bot")]);
  await expect(tournament.bots).toHaveCount(2);
  const good = tournament.bots.filter({ hasText: hostile });
  await expect(good).toContainText("Ready");
  await expect(good).toContainText("by <b>Zoë · four.wasm");
  await expect(tournament.bots.filter({ hasText: "not" })).toContainText("Can’t play:");
  // Only a summary is announced, not each change.
  const live = tournament.dialog.locator("[aria-live]");
  await expect(live.filter({ hasText: /bot/ })).toHaveText("1 bot is ready, 1 can’t play.");
  await expect(page.locator("dialog img, dialog b")).toHaveCount(0);
  // Valid players play.
  await expect(tournament.entrants).toHaveCount(3);
  await expect(tournament.entrants.last()).toContainText(hostile);
  await tournament.games(20);
  await tournament.button("Start").click();
  await expect(tournament.over).toBeVisible();
  await tournament.showRatings();
  const row = tournament.ratings.getByRole("row", { name: hostile });
  await expect(row).toContainText(/\d+ \(\d+ illegal moves?\)/);
  await tournament.crosstable.getByRole("gridcell", { name: `Pip against ${hostile}` }).click();
  await tournament.button("Forfeited").click();
  await expect(tournament.listed.first()).toContainText("made an illegal move (4)");
});

test("doesn't count repeated games as evidence", async ({ game, tournament }) => {
  await game.open();
  await tournament.open();
  await tournament.addBots(["one.wasm", stubborn(1, "One")], ["seven.wasm", stubborn(7, "Seven")]);
  await expect(tournament.entrants).toHaveCount(4);
  for (const name of ["Pip", "Random"]) await tournament.button(`Remove ${name}`).click();
  await tournament.games(30);
  await tournament.button("Start").click();
  await expect(tournament.over).toBeVisible();
  await tournament.showRatings();
  await expect(tournament.dialog.getByText(/^28 of 30 games repeat/)).toBeVisible();
});

test("pauses, resumes, and stops when the result is certain", async ({ game, tournament }) => {
  await game.open();
  await tournament.open();
  await tournament.games(1000000);
  await tournament.button("Start").click();
  const progress = tournament.dialog.getByRole("progressbar", { name: "Games played" });
  const played = async () => Number(await progress.getAttribute("value"));
  await expect.poll(played).toBeGreaterThan(0);
  await tournament.button("Pause").click();
  await expect(tournament.dialog.getByText("Paused").first()).toBeVisible();
  const before = await played();
  // It continues while the page is closed.
  await tournament.button("Resume").click();
  await tournament.close();
  await tournament.open();
  await expect.poll(played).toBeGreaterThan(before);
  await tournament.button("Stop").click();
  await tournament.button("Cancel").click();
  await expect(tournament.button("Pause")).toBeFocused();
  await tournament.button("Stop").click();
  await tournament.button("Stop and discard").click();
  await expect(tournament.button("Start")).toBeVisible();
  await tournament.showOptions();
  await expect(tournament.field("Games per pairing")).toHaveValue("1000000");
});

test("a setup is shared by link and by file", async ({ game, tournament, page, otherBrowser }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await game.open();
  await tournament.open();
  await tournament.addBots(["four.wasm", stubborn(4, "Four")]);
  await expect(tournament.entrants).toHaveCount(3);
  await tournament.showOptions();
  await tournament.field("Seed").fill("20261122");
  await tournament.dialog.getByRole("combobox", { name: "Board" }).selectOption("Small 6 × 4");
  await tournament.button("One against all").click();
  await tournament.dialog.getByRole("combobox", { name: "Player facing all others" }).selectOption("Four");
  await tournament.button("Copy link").click();
  await expect(tournament.dialog.getByText("Link copied")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const { name, text } = await game.download(() => tournament.button("Save setup").click());
  expect(name).toMatch(/^four-shapes-tournament-.*\.json$/);

  const there = new Tournament(otherBrowser);
  await otherBrowser.open(link);
  await expect(there.dialog).toBeVisible();
  await there.showOptions();
  await expect(there.field("Seed")).toHaveValue("20261122");
  await expect(there.entrants.last()).toContainText(/Missing\. Add its file \(SHA-256: [0-9a-f]{64}\)/);
  await expect(there.button("Start")).toHaveAttribute("aria-disabled", "true");
  await there.addBots(["four.wasm", stubborn(4, "Four")]);
  await expect(there.entrants).toHaveCount(3);
  await expect(there.dialog.getByText("2 pairings · 20 games")).toBeVisible();
  await expect(there.button("Start")).not.toHaveAttribute("aria-disabled");
  const again = await otherBrowser.download(() => there.button("Save setup").click());
  expect(again.text).toBe(text);

  // An invalid file changes nothing.
  const bad = text.replace("level:1", "level:9");
  const file = { name: "x.json", mimeType: "application/json", buffer: Buffer.from(bad) };
  await there.dialog.getByLabel("Open setup").setInputFiles(file);
  await expect(there.dialog.getByRole("alert").first()).toContainText("“level:9”: the number must be from 1 to 6");
  await expect(there.entrants).toHaveCount(3);
});

test("the start positions of a setup are shown, kept and played", async ({ game, tournament, page }) => {
  await game.open();
  await tournament.open();
  await tournament.showOptions();
  const { text } = await game.download(() => tournament.button("Save setup").click());
  const setup = { ...JSON.parse(text), version: 2, games: 4, starts: ["444", "3454"] };
  const open = (setup) => {
    const file = { name: "x.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(setup)) };
    return tournament.dialog.getByLabel("Open setup").setInputFiles(file);
  };
  await open(setup);
  await expect(tournament.dialog.getByText("2 start positions", { exact: true })).toBeVisible();
  const again = JSON.parse((await game.download(() => tournament.button("Save setup").click())).text);
  expect(again.starts).toEqual(setup.starts);
  // On another board they can't be played.
  await tournament.dialog.getByRole("combobox", { name: "Board" }).selectOption("Small 6 × 4");
  await tournament.button("Start on the empty board").click();
  await expect(tournament.dialog.getByText("start position", { exact: false })).toHaveCount(0);
  await open(setup);
  await tournament.button("Start").click();
  await expect(tournament.dialog.getByRole("button", { name: "New tournament" })).toBeVisible();
  const { text: games } = await game.download(() => tournament.button("Games (text)").click());
  const moves = games.split("\n").filter((line) => /^\d+ \d/.test(line)).map((line) => line.split(" ")[1]);
  expect(moves.sort().map((moves) => moves.slice(0, 3))).toEqual(["345", "345", "444", "444"]);
  await expect(page.locator("#tournament")).toContainText("2 start positions");
});

test("bots and setups can be dropped anywhere on the page", async ({ game, tournament, page }) => {
  await game.open();
  const drop = (name, bytes) =>
    page.evaluate(
      ([name, bytes]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
      },
      [name, [...bytes]],
    );
  await drop("four.wasm", stubborn(4, "Four"));
  await expect(tournament.dialog).toBeVisible();
  await expect(tournament.entrants.last()).toContainText("Four");
  await tournament.showOptions();
  const { text } = await game.download(() => tournament.button("Save setup").click());
  await tournament.button("Remove Pip").click();
  await tournament.close();
  await drop("setup.json", Buffer.from(text));
  await expect(tournament.dialog).toBeVisible();
  await expect(tournament.entrants).toHaveCount(3);
});

test("passes axe in every state, light and dark", async ({ game, tournament, page }) => {
  await game.open();
  await tournament.open();
  await tournament.addBots(["four.wasm", stubborn(4, "Four")], ["no.wasm", Buffer.from("no")]);
  await expect(tournament.entrants).toHaveCount(3);
  await tournament.showOptions();
  await tournament.field("Seed").fill("x");
  await expectNoFindings(page, "setup");
  await tournament.field("Seed").fill("1");
  await tournament.field("Games per pairing").fill("300000");
  await tournament.button("Start").click();
  await expect(tournament.dialog.getByText(/games per second/)).toBeVisible();
  await tournament.button("Pause").click();
  await tournament.button("Stop").click();
  await expectNoFindings(page, "paused");
  await tournament.button("Stop and discard").click();
  await tournament.button("Quick · 10 games").click();
  await tournament.button("Start").click();
  await expect(tournament.over).toBeVisible();
  await expectNoFindings(page, "results");
  await tournament.button("View games").click();
  await expect(tournament.listed.first()).toBeVisible();
  await expectNoFindings(page, "games");
});

test("fits a narrow screen and fills a large one", async ({ game, tournament, page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await game.open();
  await tournament.open();
  const fits = async () => {
    const [scroll, client] = await tournament.dialog.evaluate((it) => [it.scrollWidth, it.clientWidth]);
    expect(scroll).toBeLessThanOrEqual(client);
  };
  await tournament.showOptions();
  await fits();
  await tournament.button("Start").click();
  await expect(tournament.over).toBeVisible();
  await fits();
  await page.setViewportSize({ width: 1920, height: 1080 });
  const size = () => tournament.standings.evaluate((it) => parseFloat(getComputedStyle(it).fontSize));
  const before = await size();
  await tournament.button("Full screen").click();
  await expect(tournament.button("Full screen")).toHaveAttribute("aria-pressed", "true");
  expect(await size()).toBeGreaterThan(before * 1.3);
  await tournament.button("Full screen").click();
  await expect(tournament.button("Full screen")).toHaveAttribute("aria-pressed", "false");
  await tournament.button("View games").click();
  await page.setViewportSize({ width: 320, height: 640 });
  await fits();
});

async function expectNoFindings(page, screen) {
  await page.evaluate(axe);
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await animationsEnded(page);
    const findings = await page.evaluate(async () => {
      const values = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
      const { violations } = await window.axe.run(document, { runOnly: { type: "tag", values } });
      return violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map((n) => n.html) }));
    });
    expect.soft(findings, `${screen}, ${colorScheme}`).toEqual([]);
  }
}
