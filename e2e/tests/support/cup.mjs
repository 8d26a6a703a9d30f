import { STORED_GAME, STORED_ID, expect } from "./game.mjs";

export const STORED_CUP = "four-shapes:cup";
const classic = { columns: 7, rows: 6, connect: 4, players: 2, gravity: true };

/** A stored cup of two people. */
export const cupOfTwo = ({ kind = "knock-out", rules = classic, games = [], playing = true } = {}) =>
  storedCup({
    kind,
    rules,
    entrants: [{ name: "Ana" }, { name: "Ben" }],
    games,
    ...(playing && { playing: { pairing: 0, game: "1-cup" } }),
  });

/** A stored cup. */
export const storedCup = ({ kind = "knock-out", rules = classic, seed = "7", games = [], ...others }) =>
  JSON.stringify({ format: "four-shapes-cup", version: 1, kind, rules, seed, games, ...others });

/** Page object of the cup. */
export class Cup {
  constructor(game) {
    this.game = game;
    this.page = game.page;
    this.home = this.page.getByRole("region", { name: "Compete", exact: true });
    this.place = this.page.getByRole("region", { name: "Cup", exact: true });
    this.players = this.place.getByRole("list", { name: "Players" }).getByRole("listitem");
    this.pairings = this.place.locator(".pairing-card");
    this.next = this.place.locator(".cup-next");
    this.podium = this.place.locator(".podium");
  }

  button(name) {
    return this.place.getByRole("button", { name, exact: true });
  }

  async open() {
    await this.page.getByRole("button", { name: "Compete", exact: true }).click();
    await this.home.getByRole("button", { name: /^(New cup|Continue|Show the cup)$/ }).first().click();
    await expect(this.place).toBeVisible();
  }

  /** Leaves only these people and computer players in the setup. */
  async setUp(people, computers = []) {
    for (let count = await this.players.count(); count > 1; count--) {
      await this.players.last().getByRole("button").click();
      await expect(this.players).toHaveCount(count - 1);
    }
    const [first, ...others] = people;
    if (first) await this.players.first().getByRole("textbox").fill(first);
    for (const name of others) {
      await this.button("Person").click();
      await this.players.last().getByRole("textbox").fill(name);
    }
    for (const level of computers) {
      await this.place.getByRole("button", { name: new RegExp(`^Add .*(level|Level) ${level}$`) }).click();
    }
    if (!first) await this.players.first().getByRole("button").click();
  }

  async stored() {
    return JSON.parse((await this.game.stored())[STORED_CUP] ?? "null");
  }

  /** Opens the page in the middle of a game of a stored cup. */
  async openStored(cup, match) {
    const game = match && { [STORED_GAME]: match, [STORED_ID]: "1-cup" };
    await this.game.openWithStorage({ [STORED_CUP]: cup, ...game });
  }
}
