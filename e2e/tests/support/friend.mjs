// Friends who play together, each in a browser context of their own.

import { Game, STORED_BY_LINKS, expect } from "./game.mjs";

/** The button that invites to a live game. */
export const LIVE = "Play live";

/** What a friend does, on top of the game. */
export class Friend {
  constructor(game) {
    this.game = game;
    const { page } = game;
    this.page = page;
    this.invitePage = page.getByRole("region", { name: "Play a friend" });
    this.copyLink = page.getByRole("button", { name: "Copy link" });
    this.sending = page.getByRole("group", { name: "Game by links" });
  }

  /** Replaces the clipboard and the badge, which tests can't read everywhere. */
  async prepare() {
    await this.page.addInitScript(() => {
      const clipboard = {
        async writeText(text) {
          window.copied = text;
        },
      };
      Object.defineProperty(navigator, "clipboard", { value: clipboard });
      delete Navigator.prototype.share;
      window.badges = [];
      navigator.setAppBadge = async (count) => window.badges.push(count);
      navigator.clearAppBadge = async () => window.badges.push(0);
      // To cut them, and to send what the page would not.
      window.channels = [];
      const { createDataChannel } = RTCPeerConnection.prototype;
      RTCPeerConnection.prototype.createDataChannel = function (...options) {
        const channel = createDataChannel.apply(this, options);
        window.channels.push(channel);
        return channel;
      };
    });
    return this;
  }

  async open() {
    await this.prepare();
    await this.game.open();
    return this;
  }

  /** Invites from the start of the page. */
  async invite({ name, board, seat, way = "Play by links" } = {}) {
    await this.page.getByRole("button", { name: "Invite a friend" }).click();
    if (name) await this.invitePage.getByLabel("Your name").fill(name);
    if (board) await this.invitePage.getByLabel("Board").selectOption(board);
    if (seat) await this.invitePage.getByRole("radio", { name: seat }).check();
    await this.invitePage.getByRole("button", { name: way }).click();
    if (way !== LIVE) await expect(this.invitePage).toBeHidden();
  }

  /** Copies the link, and returns it. */
  async link() {
    await this.copyLink.click();
    await expect.poll(() => this.page.evaluate(() => window.copied)).toBeTruthy();
    return this.page.evaluate(() => {
      const { copied } = window;
      window.copied = undefined;
      return copied;
    });
  }

  /** Opens a link, as if it were tapped in a message. */
  async follow(link) {
    await this.page.goto(link);
    await this.game.ready();
  }

  async join(link, name) {
    await this.follow(link);
    if (name) await this.invitePage.getByLabel("Your name").fill(name);
    await this.invitePage.getByRole("button", { name: /^Play as / }).click();
    await expect(this.invitePage).toBeHidden();
  }

  async drop(column) {
    await this.game.drop(column);
  }

  /** Follows the invitation to a live game; without a room the answer is left to be sent. */
  async joinLive(link, name) {
    await this.follow(link);
    if (name) await this.invitePage.getByLabel("Your name").fill(name);
    await this.invitePage.getByRole("button", { name: "Play", exact: true }).click();
  }

  /** The link of the live game's page. */
  async shownLink() {
    const field = this.invitePage.getByRole("textbox", { name: "Link", exact: true });
    await expect(field).toHaveCount(1);
    return field.inputValue();
  }

  /** Opens the answer to an invitation in a tab of its own, which passes it on. */
  async takeAnswer(link) {
    const tab = await this.page.context().newPage();
    await tab.goto(link);
    await expect(tab.getByRole("region", { name: "Notices" })).toContainText("Your game is in the other tab");
    await tab.close();
  }

  /** Cuts the connection as a lost network does. */
  async cut() {
    await this.page.evaluate(() => window.channels.forEach((channel) => channel.close()));
  }

  /** Sends bytes on the open channel. */
  async send(...messages) {
    await this.page.evaluate((messages) => {
      const channel = window.channels.findLast(({ readyState }) => readyState === "open");
      for (const bytes of messages) channel.send(new Uint8Array(bytes));
    }, messages);
  }

  games() {
    return this.page.evaluate((key) => JSON.parse(localStorage.getItem(key))?.games ?? [], STORED_BY_LINKS);
  }
}

export const pair = async (game, otherBrowser) =>
  Promise.all([new Friend(game).open(), new Friend(otherBrowser).open()]);

/** Waits until friends are connected. */
export async function connected(...friends) {
  for (const { invitePage } of friends) await expect(invitePage).toBeHidden();
}

/** Two friends in a live game by links. */
export async function beginLive(game, otherBrowser) {
  const [ada, ben] = await pair(game, otherBrowser);
  await ada.invite({ name: "Ada", way: LIVE });
  await ben.joinLive(await ada.shownLink(), "Ben");
  await ada.takeAnswer(await ben.shownLink());
  await connected(ada, ben);
  return [ada, ben];
}
