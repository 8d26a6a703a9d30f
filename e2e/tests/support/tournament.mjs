import { expect } from "./game.mjs";

/** Page object of the bot lab. */
export class Tournament {
  constructor(game) {
    this.game = game;
    this.page = game.page;
    this.dialog = game.page.getByRole("region", { name: "Bot lab", exact: true });
    this.entrants = this.dialog.getByRole("list", { name: "Players" }).getByRole("listitem");
    // The errors of a bot are a nested list.
    this.bots = this.dialog.getByRole("list", { name: "Bots" }).locator(":scope > li");
    this.over = this.button("New tournament");
    this.standings = this.dialog.getByRole("region", { name: "Standings" });
    this.ratings = this.dialog.getByRole("region", { name: "Ratings" });
    this.crosstable = this.dialog.getByRole("grid", { name: "Head to head" });
    this.listed = this.dialog.getByRole("list", { name: "Games" }).getByRole("button");
  }

  button(name) {
    return this.dialog.getByRole("button", { name, exact: true });
  }

  field(name) {
    return this.dialog.getByRole("textbox", { name, exact: true });
  }

  async open() {
    // After a reload, its address opens it.
    if (!this.page.url().endsWith("#/tournament")) {
      await this.game.compete.click();
      const home = this.page.getByRole("region", { name: "Compete", exact: true });
      await home.getByRole("button", { name: "Open the bot lab" }).click();
    }
    await expect(this.dialog).toBeVisible();
  }

  async showOptions() {
    await this.dialog.getByText("Advanced", { exact: true }).click();
  }

  /** Sets the games per pairing, which are hidden until the options are shown. */
  async games(count) {
    const field = this.field("Games per pairing");
    if (!(await field.isVisible())) await this.showOptions();
    await field.fill(String(count));
  }

  async showRatings() {
    await this.dialog.getByText("Ratings, intervals and times", { exact: true }).click();
  }

  async close() {
    await this.game.play.click();
    await this.game.closed(this.dialog);
  }

  /** Adds bots with the file input. */
  async addBots(...bots) {
    const files = bots.map(([name, buffer]) => ({ name, mimeType: "application/wasm", buffer }));
    await this.dialog.getByLabel("Add bots").setInputFiles(files);
  }

  /** Plays random against level 1 on the classic board to the end. */
  async play(games) {
    await this.open();
    await this.games(games);
    // The same games every time: with others, one player may win them all.
    await this.field("Seed").fill("1");
    await this.button("Start").click();
    await expect(this.over).toBeVisible();
  }
}
