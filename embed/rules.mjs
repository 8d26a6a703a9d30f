// The rules of the game, independent of the engine in `crates/rules`, with whose notation, results and
// messages e2e/tests/embed/rules.chromium.spec.mjs compares them. The engine as WebAssembly would be 20 times
// as large, and would need 'wasm-unsafe-eval' in the policy of every site.

/** Invalid input: the attribute with it, and what is wrong with it. */
export class InputError extends Error {
  constructor(attribute, message) {
    super(`${attribute}: ${message}`);
    this.attribute = attribute;
  }
}

/** Longer texts are not read. The longest games have less than 1,000 characters. */
const MAX_LENGTH = 4096;
const LETTERS = 26;
const SWAP = "s";
/** Steps along lines, in columns and rows. */
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
];

// Not shown as they are: they control a terminal or change the direction of text.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const escape = (text) => text.replace(UNSAFE, (c) => `\\u{${c.codePointAt(0).toString(16)}}`);

/** Shortens a text for messages, to 12 characters. */
export function shorten(text) {
  const characters = [...text.slice(0, 100)];
  const short = escape(characters.slice(0, 12).join(""));
  return characters.length > 12 ? `${short}…` : short;
}

const chars = (text) => [...text].length;
const checkLength = (attribute, text) => {
  if (text.length > MAX_LENGTH) throw new InputError(attribute, `longer than ${MAX_LENGTH} characters`);
};

/** Reads a number without sign and leading zeros; 0 and too large ones are none. */
export const parseNumber = (text) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined);

/** The name of a cell, such as D3. */
export const cellName = ({ column, row }) => String.fromCharCode(65 + column) + (row + 1);

/** The text of a player in a position: a to z, then Aa and so on. */
const playerText = (player) => {
  const prefix = Math.floor(player / LETTERS);
  return (prefix ? String.fromCharCode(64 + prefix) : "") + String.fromCharCode(97 + (player % LETTERS));
};

const playerOf = (text) => {
  const prefix = text.length > 1 ? text.charCodeAt(0) - 64 : 0;
  return prefix * LETTERS + text.charCodeAt(text.length - 1) - 97;
};

/** Returns what is wrong with rules; nothing if they are valid. */
export function rulesProblem({ columns, rows, connect, players }) {
  const bounds = [
    ["columns", columns, 3, 15],
    ["rows", rows, 3, 15],
    ["connect", connect, 3, Math.max(columns, rows)],
    ["players", players, 2, Math.floor((columns * rows) / connect)],
  ];
  for (const [setting, number, min, max] of bounds) {
    if (number < min) return { setting, problem: `${setting}: ${number} is not at least ${min}` };
    if (number > max) return { setting, problem: `${setting}: ${number} is not at most ${max}` };
  }
}

/** The empty board with the first player to move. `cells` has the owner of each piece, by column and row. */
export const emptyPosition = (rules) => ({
  rules,
  cells: Array.from({ length: rules.columns }, () => Array(rules.rows).fill()),
  toMove: 0,
});

/** Writes a position as one line: see docs/notation.md. */
export function positionText({ rules, cells, toMove }) {
  const { columns, rows, connect, players, gravity } = rules;
  const lines = [];
  for (let row = rows - 1; row >= 0; row--) {
    let [line, empty] = ["", 0];
    for (let column = 0; column < columns; column++) {
      const owner = cells[column][row];
      if (owner === undefined) {
        empty++;
      } else {
        line += (empty || "") + playerText(owner);
        empty = 0;
      }
    }
    lines.push(line + (empty || ""));
  }
  return `${lines.join("/")} ${playerText(toMove)} ${columns},${rows},${connect} ${players} ${gravity ? "g" : "-"}`;
}

/** Reads the line that `positionText` writes. */
export function parsePosition(text, attribute = "start") {
  checkLength(attribute, text);
  const fail = (at, part, problem) => {
    throw new InputError(attribute, `character ${at}: “${shorten(part)}” ${problem}`);
  };
  const split = (part, separator, start) => {
    let at = start;
    return part.split(separator).map((word) => {
      const here = at;
      at += chars(word) + 1;
      return [here, word];
    });
  };
  const fields = split(text, " ", 1);
  if (fields.length !== 5) {
    fail(1, text, `has ${fields.length} of the 5 fields rows, player to move, board, players and gravity`);
  }
  const [pieces, toMove, board, players, gravity] = fields;
  const numbers = board[1].split(",").map(parseNumber);
  if (numbers.length !== 3 || numbers.includes(undefined)) {
    fail(...board, "is not a board, such as 7,6,4 (columns, rows, pieces in a row)");
  }
  const [columns, rows, connect] = numbers;
  const count = parseNumber(players[1]);
  if (!count) fail(...players, "is not a number of players");
  if (!/^[g-]$/.test(gravity[1])) fail(...gravity, "is neither g (gravity) nor - (no gravity)");
  const rules = { columns, rows, connect, players: count, gravity: gravity[1] === "g" };
  const invalid = rulesProblem(rules);
  if (invalid) {
    const [at, part] = invalid.setting === "players" ? players : board;
    throw new InputError(attribute, `character ${at}: “${shorten(part)}”: ${invalid.problem}`);
  }
  const lines = split(pieces[1], "/", pieces[0]);
  if (lines.length !== rows) fail(...pieces, `is not ${rows} rows`);
  const position = emptyPosition(rules);
  lines.reverse().forEach(([start, line], row) => {
    let column = 0;
    const misfit = `does not fit a row of ${columns} cells`;
    for (const match of line.matchAll(/\d+|[A-Z]?[a-z]|[^]/gu)) {
      const [word] = match;
      const at = start + chars(line.slice(0, match.index));
      if (/^\d/.test(word)) {
        const empty = parseNumber(word);
        if (!empty || empty > columns) fail(at, word, misfit);
        column += empty;
        continue;
      }
      if (!/^[A-Z]?[a-z]$/.test(word)) fail(at, word, "is neither a piece nor a number of empty cells");
      if (column >= columns) fail(at, word, misfit);
      const player = playerOf(word);
      if (player >= count) fail(at, word, "is not one of the players");
      if (rules.gravity && row > 0 && position.cells[column][row - 1] === undefined) {
        fail(at, word, `can't be there: ${cellName({ column, row })} has no piece below it`);
      }
      position.cells[column++][row] = player;
    }
    if (column !== columns) fail(start, line, misfit);
  });
  const player = /^[A-Z]?[a-z]$/.test(toMove[1]) ? playerOf(toMove[1]) : count;
  if (player >= count) fail(...toMove, "is not one of the players");
  position.toMove = player;
  return position;
}

/** Returns the completed lines through a cell, each with its cells in order. */
export function linesThrough({ rules, cells }, { column, row }) {
  const owner = cells[column][row];
  const run = (x, y) => {
    const found = [];
    let [c, r] = [column + x, row + y];
    while (cells[c]?.[r] === owner && r >= 0) {
      found.push({ column: c, row: r });
      c += x;
      r += y;
    }
    return found;
  };
  if (owner === undefined) return [];
  const lines = DIRECTIONS.map(([x, y]) => [...run(-x, -y).reverse(), { column, row }, ...run(x, y)]);
  return lines.filter((line) => line.length >= rules.connect);
}

const allCells = ({ columns, rows }) =>
  Array.from({ length: columns * rows }, (_, i) => ({ column: Math.floor(i / rows), row: i % rows }));

const isFull = ({ cells }) => cells.every((column) => !column.includes(undefined));
/** The players with completed lines, in their order. */
const winnersIn = (position) => {
  const { rules, cells } = position;
  const inLines = allCells(rules).filter((cell) => linesThrough(position, cell).length > 0);
  return [...new Set(inLines.map(({ column, row }) => cells[column][row]))].sort((a, b) => a - b);
};

/** The state of the game after a piece in a cell. */
const statusAfter = (position, cell) => {
  const lines = linesThrough(position, cell);
  if (lines.length > 0) return { status: "won", player: position.cells[cell.column][cell.row], lines };
  if (isFull(position)) return { status: "drawn", lines };
  return { status: "to-move", player: position.toMove, lines };
};

/** The state of a game that starts in a position, which may be over. */
function startStatus(position) {
  const { rules, cells, toMove } = position;
  const [winner, other] = winnersIn(position);
  if (winner === undefined) {
    return isFull(position) ? { status: "drawn", lines: [] } : { status: "to-move", player: toMove, lines: [] };
  }
  const fail = (problem) => {
    throw new InputError("start", problem);
  };
  if (other !== undefined) fail(`players ${winner + 1} and ${other + 1} both have a line`);
  if (winner !== (toMove + rules.players - 1) % rules.players) {
    fail(`player ${winner + 1} has a line, so player ${toMove + 1} can't be to move`);
  }
  const completesAll = ({ column, row }) => {
    if (cells[column][row] !== winner) return false;
    if (rules.gravity && cells[column][row + 1] !== undefined) return false;
    cells[column][row] = undefined;
    const wonBefore = winnersIn(position).length > 0;
    cells[column][row] = winner;
    return !wonBefore;
  };
  const last = allCells(rules).find(completesAll);
  if (!last) fail(`player ${winner + 1} had won before the last piece`);
  return { status: "won", player: winner, lines: linesThrough(position, last) };
}

/** Splits moves into words, each with the position of its first character, counted from 1. */
function words(text, isSeparated) {
  if (text === "") return [];
  const parts = isSeparated ? text.split(",") : [...text];
  let at = 1;
  return parts.map((word) => {
    const here = at;
    at += chars(word) + (isSeparated ? 1 : 0);
    return [here, word];
  });
}

/**
 * Plays moves in the notation of docs/notation.md after a position. Returns the game: its start, its steps
 * (the cell and the player of a move, or a swap, with their text), and the status after each number of steps.
 */
export function playGame(start, text, swapAllowed = false) {
  checkLength("moves", text);
  const { rules } = start;
  const { columns, rows, players, gravity } = rules;
  const position = copyOf(start);
  const steps = [];
  const statuses = [startStatus(position)];
  for (const [at, word] of words(text, !gravity || columns > 9)) {
    const shown = shorten(word);
    const fail = (problem) => {
      throw new InputError("moves", `character ${at}: ${problem}`);
    };
    const refuse = (problem) => fail(`“${shown}” can't be played: ${problem}`);
    const { status } = statuses.at(-1);
    const isOver = status !== "to-move";
    const after = `“${shown}” comes after the end of the game`;
    if (word === SWAP) {
      if (isOver) fail(after);
      if (!swapAllowed) refuse("this game does not use the swap rule");
      if (players !== 2) refuse(`a swap requires 2 players, not ${players}`);
      if (steps.length !== 1) refuse("a swap is possible only right after the first move");
      steps.push({ text: word, isSwap: true, player: position.toMove });
      statuses.push(statuses.at(-1));
      continue;
    }
    let cell;
    if (gravity) {
      const number = parseNumber(word);
      if (!number || number > columns) {
        fail(`${word ? `“${shown}” is not a column` : "a column is missing"}; columns are 1 to ${columns}`);
      }
      if (isOver) fail(after);
      cell = { column: number - 1, row: position.cells[number - 1].indexOf(undefined) };
      if (cell.row < 0) refuse("the column is full");
    } else {
      const [, letter, digits] = /^([A-O])(.+)$/.exec(word) ?? [];
      cell = letter && { column: letter.charCodeAt(0) - 65, row: (parseNumber(digits) ?? 99) - 1 };
      if (!cell || cell.column >= columns || cell.row >= rows) {
        const last = cellName({ column: columns - 1, row: rows - 1 });
        fail(`${word ? `“${shown}” is not a cell` : "a cell is missing"}; cells are A1 to ${last}`);
      }
      if (isOver) fail(after);
      if (position.cells[cell.column][cell.row] !== undefined) refuse(`${word} is occupied`);
    }
    steps.push({ text: word, ...place(position, cell) });
    statuses.push(statusAfter(position, cell));
  }
  return { rules, start, steps, statuses };
}

const copyOf = (position) => ({ ...position, cells: position.cells.map((column) => [...column]) });

/** Places a piece of the player to move. */
const place = (position, cell) => {
  const player = position.toMove;
  position.cells[cell.column][cell.row] = player;
  position.toMove = (player + 1) % position.rules.players;
  return { ...cell, player };
};

/** Returns the position of a game after a number of steps. */
export function positionAfter({ start, steps }, count) {
  const position = copyOf(start);
  for (const step of steps.slice(0, count)) if (!step.isSwap) place(position, step);
  return position;
}
