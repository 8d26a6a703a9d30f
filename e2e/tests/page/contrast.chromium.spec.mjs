// Pieces and the words of the turn contrast with what is behind them, in each theme and with the
// preferences of the system.

import { expect, storedMatch, test } from "../support/game.mjs";
import { apply, measureContrasts, schemes } from "../support/contrast.mjs";

const colours = ["red", "blue", "green", "orange", "purple", "teal", "pink", "brown", "black"];
const palettes = ["standard", "protan", "deutan", "tritan", "grey"];
const boards = ["flat", "wood", "slate", "forest", "plum", "paper"];

/**
 * Measures an element in each colour, palette and board; returns what is below the least contrast.
 */
async function measureColours(locator, { theme }, measure, least) {
  return locator.evaluate(
    (element, { theme, measure, least, colours, palettes, boards }) => {
      const { dataset } = document.documentElement;
      dataset.theme = theme;
      const { palette, board } = dataset;
      const classes = [...element.classList];
      const found = [];
      for (dataset.palette of palettes) {
        for (dataset.board of boards) {
          for (const colour of colours) {
            element.classList.remove(...colours);
            element.classList.add(colour);
            const value = window.contrasts[measure](element, getComputedStyle(element).color);
            const name = [colour, dataset.palette, dataset.board].join(" ");
            if (value < least) found.push(`${value.toFixed(2)}: ${name}`);
          }
        }
      }
      element.setAttribute("class", classes.join(" "));
      for (const [name, value] of Object.entries({ palette, board })) {
        if (value) dataset[name] = value;
        else delete dataset[name];
      }
      return found;
    },
    { theme, measure, least, colours, palettes, boards },
  );
}

/** Loads the palettes and removes transitions, so that colours can be read at once. */
async function openWon(game, page) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await game.openWithSettings({ palette: "protan" });
  await game.openStored(storedMatch({ moves: "1212121" }));
  await measureContrasts(page);
}

test("pieces, also those outside the line of a win", async ({ game, page }) => {
  await openWon(game, page);
  for (const [name, scheme] of schemes) {
    await apply(page, scheme);
    for (const cell of ["A1", "B1"]) {
      const found = await measureColours(game.cell(cell).locator("path").last(), scheme, "shape", 3);
      expect.soft(found, `${cell}, ${name}`).toEqual([]);
    }
  }
});

test("the words of the turn are in the player's colour", async ({ game, page }) => {
  await openWon(game, page);
  const words = page.locator(".subject");
  for (const [name, scheme] of schemes) {
    await apply(page, scheme);
    const found = await measureColours(words, scheme, "contrast", 4.5);
    expect.soft(found, name).toEqual([]);
  }
  await apply(page, schemes[0][1]);
  await game.openWithSettings({});
  await game.openStored(storedMatch({ moves: "" }));
  const hue = () =>
    words.evaluate((element) => {
      const [red, , blue] = getComputedStyle(element).color.match(/[\d.]+/g).map(Number);
      return red > blue ? "red" : "blue";
    });
  for (const [moves, expected] of [["", "red"], ["1", "blue"], ["2", "red"]]) {
    await game.moves(moves);
    await expect.poll(hue, moves).toBe(expected);
    await expect(words).toHaveText(/to move$/);
  }
});
