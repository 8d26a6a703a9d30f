// <four-shapes-board>: a game on a page of any site. docs/embed.md describes its attributes.

import css from "./board.css";
import { badge, drawBoard, drawPosition, svg } from "./drawing.mjs";
import { checkCount, defaultPiece, parsePieces } from "./pieces.mjs";
import {
  InputError,
  cellName,
  emptyPosition,
  parseNumber,
  parsePosition,
  playGame,
  positionAfter,
  positionText,
  rulesProblem,
  shorten,
} from "./rules.mjs";

const RULES = ["board", "connect", "players", "gravity"];
const TEXTS = ["moves", "start", ...RULES, "swap", "pieces", "names", "controls", "label"];
const PROPERTIES = [...TEXTS, "theme"];
const MAX_NAME = 24;
const MAX_LABEL = 200;

const capitalized = (text) => text[0].toUpperCase() + text.slice(1);

const readNumber = (attribute, text) => {
  const number = parseNumber(text);
  if (!number) throw new InputError(attribute, `“${shorten(text)}” is not a number`);
  return number;
};

const readYesOrNo = (attribute, text) => {
  if (text !== "yes" && text !== "no") throw new InputError(attribute, `“${shorten(text)}” is neither yes nor no`);
  return text === "yes";
};

/** Reads the start, which has rules of its own, or the rules for the empty board. */
function readStart(get) {
  const start = get("start");
  if (start !== null) {
    const other = RULES.find((name) => get(name) !== null);
    if (other) throw new InputError(other, "the rules are already in start");
    return parsePosition(start);
  }
  const [columns, rows, ...more] = (get("board") ?? "7x6").split("x").map(parseNumber);
  if (!columns || !rows || more.length > 0) {
    throw new InputError("board", `“${shorten(get("board"))}” is not columns and rows, such as 7x6`);
  }
  const rules = {
    columns,
    rows,
    connect: readNumber("connect", get("connect") ?? "4"),
    players: readNumber("players", get("players") ?? "2"),
    gravity: readYesOrNo("gravity", get("gravity") ?? "yes"),
  };
  const invalid = rulesProblem(rules);
  if (invalid) {
    const attribute = RULES.includes(invalid.setting) ? invalid.setting : "board";
    throw new InputError(attribute, invalid.problem.replace(`${attribute}: `, ""));
  }
  return emptyPosition(rules);
}

function readNames(text, players) {
  const names = text.split(",").map((name) => name.trim());
  checkCount("names", names, players);
  for (const name of names) {
    if (!name || [...name].length > MAX_NAME || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(name)) {
      throw new InputError("names", `“${shorten(name)}” is not a name of 1 to ${MAX_NAME} characters`);
    }
  }
  return names;
}

/** The names of players after their pieces: the colours, or also the shapes of colours that repeat. */
const namesOf = (styles) =>
  styles.map(({ colour, shape }) => {
    const isUnique = styles.filter((style) => style.colour === colour).length === 1;
    return capitalized(isUnique ? colour : `${colour} ${shape}`);
  });

const icon = (d) => svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d }));
/** The buttons: their names, icons, and the number of moves to go to. */
const BUTTONS = [
  ["First position", "M17 18l-6-6 6-6M7 6v12", () => 0],
  ["Previous move", "M15 18l-6-6 6-6", (at) => at - 1],
  ["Next move", "M9 18l6-6-6-6", (at) => at + 1],
  ["Last move", "M7 18l6-6-6-6M17 6v12", (_, length) => length],
];
const KEYS = { Home: 0, ArrowLeft: 1, ArrowRight: 2, End: 3 };

const html = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

let styles;
/** The style sheet of all elements. Policies for inline styles don't apply to it. */
const sharedStyles = () => {
  if (!styles) {
    styles = new CSSStyleSheet();
    styles.replaceSync(css);
  }
  return styles;
};

export class FourShapesBoard extends HTMLElement {
  static observedAttributes = [...TEXTS, "at"];

  /** The game that is shown; nothing until there is a valid one. */
  #game;
  #at = 0;
  #error = null;
  /** Whether attributes have changed since they were read. */
  #isStale = true;
  #board;
  #widget = html("div", { class: "widget", part: "widget", role: "group" });
  #place = html("div");
  #table = html("div", { class: "table", lang: "en" });
  #text = html("p", { class: "text" });
  #piece = html("span");
  #status = html("div", { class: "status", part: "status", lang: "en", hidden: "" });
  #controls = html("div", { class: "controls", part: "controls", lang: "en", hidden: "" });
  #alert = html("p", { class: "error", part: "error", role: "alert", lang: "en", hidden: "" });

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sharedStyles()];
    for (const [i, [name, d]] of BUTTONS.entries()) {
      const button = html("button", { type: "button", "aria-label": name }, icon(d));
      button.addEventListener("click", () => this.#step(i));
      this.#controls.append(button);
    }
    this.#text.setAttribute("role", "status");
    this.#status.append(this.#piece, this.#text);
    this.#widget.append(this.#place, this.#table, this.#status, this.#controls, this.#alert);
    this.#widget.addEventListener("keydown", (event) => this.#onKey(event));
    root.append(this.#widget);
  }

  connectedCallback() {
    // Set before the script was loaded.
    for (const name of [...PROPERTIES, "at"]) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete this[name];
      this[name] = value;
    }
    this.#change();
  }

  attributeChangedCallback() {
    this.#change();
  }

  /** The number of moves that the shown position is after. */
  get at() {
    this.#update();
    return this.#at;
  }

  set at(number) {
    this.setAttribute("at", number);
    // Also if the attribute had this value before the user went elsewhere.
    this.#update();
    if (!this.#error && this.#game) this.#go(Number(number));
  }

  /** The number of moves of the game, with a swap. */
  get length() {
    this.#update();
    return this.#game?.steps.length ?? 0;
  }

  /** The shown position in one line, or `null` if there is none. */
  get position() {
    this.#update();
    return this.#game ? positionText(positionAfter(this.#game, this.#at)) : null;
  }

  /** What is wrong with the attributes, or `null`. */
  get error() {
    this.#update();
    return this.#error?.message ?? null;
  }

  /** The state of the shown position: `to-move`, `won` or `drawn`, with the player and the winning lines. */
  get state() {
    this.#update();
    if (!this.#game) return null;
    const { status, player = null, lines } = this.#game.statuses[this.#at];
    return { status, player, lines: lines.map((line) => line.map(cellName)) };
  }

  /** Reads the attributes later, once for all that are set together. */
  #change() {
    this.#isStale = true;
    queueMicrotask(() => this.#update());
  }

  #update() {
    if (!this.#isStale || !this.isConnected) return;
    this.#isStale = false;
    const get = (name) => this.getAttribute(name);
    try {
      const start = readStart(get);
      const { players } = start.rules;
      const swap = readYesOrNo("swap", get("swap") ?? "no");
      const game = playGame(start, get("moves") ?? "", swap);
      const pieces = get("pieces");
      const names = get("names");
      const defaults = () => Array.from({ length: players }, (_, player) => defaultPiece(player));
      game.styles = pieces === null ? defaults() : parsePieces(pieces, players);
      game.names = names === null ? namesOf(game.styles) : readNames(names, players);
      const [label, controls] = [get("label"), get("controls")];
      if (label?.length > MAX_LABEL) throw new InputError("label", `longer than ${MAX_LABEL} characters`);
      if (controls !== null && controls !== "none" && controls !== "") {
        throw new InputError("controls", `“${shorten(controls)}” is not none`);
      }
      const at = this.#placeIn(game, get("at"));
      this.#error = null;
      this.#show(game, at, controls === "none", label || "Four Shapes board");
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.#error = error;
      this.#fire("error", { attribute: error.attribute, message: error.message });
    }
    this.#alert.hidden = !this.#error;
    this.#alert.textContent = this.#error?.message ?? "";
  }

  /** The number of moves to show of a new game, which may continue the shown one. */
  #placeIn(game, text) {
    const { length } = game.steps;
    const before = this.#game;
    game.atText = text;
    if (text !== null) {
      const at = text === "0" ? 0 : parseNumber(text);
      if (at === undefined || at > length) {
        throw new InputError("at", `“${shorten(text)}” is not a number of moves; the game has 0 to ${length}`);
      }
      if (text !== before?.atText) return at;
    }
    const isContinued =
      before && positionText(before.start) === positionText(game.start) &&
      before.steps.every((step, i) => step.text === game.steps[i]?.text);
    return isContinued && this.#at < before.steps.length ? this.#at : length;
  }

  #show(game, at, isPlain, label) {
    const { rules } = game;
    const before = this.#game;
    if (!before || JSON.stringify(before.rules) !== JSON.stringify(rules)) {
      this.#board = drawBoard(rules);
      this.#place.replaceChildren(this.#board.drawing);
    }
    this.#widget.setAttribute("aria-label", label);
    this.#status.hidden = isPlain;
    this.#controls.hidden = isPlain || game.steps.length === 0;
    if (this.#controls.hidden) {
      this.#widget.removeAttribute("tabindex");
      this.#widget.removeAttribute("aria-keyshortcuts");
    } else {
      this.#widget.setAttribute("tabindex", "0");
      this.#widget.setAttribute("aria-keyshortcuts", "ArrowLeft ArrowRight Home End");
    }
    const isNext = before && at === this.#at + 1 && before.steps.length < game.steps.length;
    this.#game = game;
    this.#at = at;
    this.#draw(Boolean(isNext));
  }

  /** Goes to the position after a number of moves. */
  #go(at) {
    const arrives = at === this.#at + 1;
    if (at === this.#at) return;
    this.#at = at;
    this.#draw(arrives);
  }

  #step(i) {
    this.#update();
    if (!this.#game) return;
    const { length } = this.#game.steps;
    const at = Math.min(Math.max(BUTTONS[i][2](this.#at, length), 0), length);
    if (at === this.#at) return;
    this.#go(at);
    const step = this.#game.steps[at - 1];
    this.#fire("move", { at, length, move: step?.text ?? null, position: this.position, ...this.state });
  }

  #onKey(event) {
    const { altKey, ctrlKey, metaKey, shiftKey, key } = event;
    if (altKey || ctrlKey || metaKey || shiftKey || this.#controls.hidden || !Object.hasOwn(KEYS, key)) return;
    event.preventDefault();
    this.#step(KEYS[key]);
  }

  #fire(name, detail) {
    this.dispatchEvent(new CustomEvent(`four-shapes-${name}`, { detail, bubbles: true, composed: true }));
  }

  /** The seat of a player, who differs from it after a swap. */
  #seat(player, at) {
    const isSwapped = this.#game.steps[1]?.isSwap && at > 1;
    return isSwapped ? 1 - player : player;
  }

  #draw(arrives) {
    const game = this.#game;
    const { steps, statuses } = game;
    const at = this.#at;
    const position = positionAfter(game, at);
    const { status, player, lines } = statuses[at];
    const styles = game.styles.map((_, owner) => game.styles[this.#seat(owner, at)]);
    const latest = steps.slice(0, at).findLast((step) => !step.isSwap);
    drawPosition(this.#board, position, { styles, lines, latest, arrives: arrives && !steps[at - 1]?.isSwap });
    const shown = player ?? latest?.player;
    this.#piece.replaceChildren(...(status === "drawn" ? [] : [badge(styles[shown])]));
    this.#text.dataset.status = status;
    if (player === undefined) delete this.#text.dataset.player;
    else this.#text.dataset.player = player;
    this.#setText(this.#describe(at));
    this.#table.replaceChildren(this.#describeBoard(position, styles, lines));
    for (const [i, button] of [...this.#controls.children].entries()) {
      button.setAttribute("aria-disabled", String(i < 2 ? at === 0 : at === steps.length));
    }
  }

  /** Announces a text, once for each change. */
  #setText(text) {
    if (this.#text.textContent !== text) this.#text.textContent = text;
  }

  /** The move that led to the shown position, and the state of the game. */
  #describe(at) {
    const { steps, statuses, names } = this.#game;
    const { status, player, lines } = statuses[at];
    const name = (owner, when = at) => names[this.#seat(owner, when)];
    const step = steps[at - 1];
    const move = step
      ? `Move ${at} of ${steps.length}: ` +
        (step.isSwap ? `${name(step.player, at - 1)} swaps sides` : `${name(step.player)} at ${cellName(step)}`)
      : steps.length > 0
        ? `Start, ${steps.length} ${steps.length === 1 ? "move" : "moves"}`
        : "Position";
    if (status === "drawn") return `${move}. Draw: the board is full`;
    if (status === "to-move") return `${move}. ${name(player)} to move`;
    const ends = lines.map((line) => `${cellName(line[0])}–${cellName(line.at(-1))}`);
    return `${move}. ${name(player)} wins: ${ends.join(" and ")}`;
  }

  /** The board as a table. */
  #describeBoard({ rules, cells }, styles, lines) {
    const marked = new Set(lines.flat().map(cellName));
    const table = html("table", {}, html("caption", {}, "Board, top row first"));
    const head = table.createTHead().insertRow();
    head.append(html("td"), ...cells.map((_, i) => html("th", { scope: "col" }, String.fromCharCode(65 + i))));
    const body = table.createTBody();
    for (let row = rules.rows - 1; row >= 0; row--) {
      const line = body.insertRow();
      line.append(html("th", { scope: "row" }, String(row + 1)));
      for (const [column, owners] of cells.entries()) {
        const owner = owners[row];
        const piece = owner === undefined ? "empty" : `${styles[owner].colour} ${styles[owner].shape}`;
        line.append(html("td", {}, marked.has(cellName({ column, row })) ? `${piece}, in the winning line` : piece));
      }
    }
    return table;
  }
}

// Each attribute but `at` is a property of the same name.
for (const name of PROPERTIES) {
  Object.defineProperty(FourShapesBoard.prototype, name, {
    configurable: true,
    enumerable: true,
    get() {
      return this.getAttribute(name);
    },
    set(value) {
      if (value === null || value === undefined) this.removeAttribute(name);
      else this.setAttribute(name, value);
    },
  });
}

// A page may load the script twice.
if (!customElements.get("four-shapes-board")) customElements.define("four-shapes-board", FourShapesBoard);
