// Games with known results. Moves are columns from 1. Boards are rows from the top: '.' is an
// empty cell, '0' and '1' are a player's piece, '2' and '3' that piece marked.

/** A tie on the Shapes board, 6 columns and 4 rows. */
export const tie = {
  moves: "121311423223446466555653",
  board: ["101101", "011101", "010010", "011000"],
};

/** On the classic board, won with the last move. */
export const wins = [
  {
    name: "across",
    moves: "5125364",
    winner: 0,
    board: [".......", ".......", ".......", ".......", "....1..", "122221."],
  },
  {
    name: "up",
    moves: "7576737",
    winner: 0,
    board: [".......", ".......", "......2", "......2", "......2", "..1.112"],
  },
  {
    name: "rising",
    moves: "4235134445342",
    winner: 0,
    board: [".......", "...1...", "...2...", "..21...", ".2101..", "21001.."],
  },
  {
    name: "falling",
    moves: "5744445566",
    winner: 1,
    board: [".......", ".......", "...3...", "...03..", "...103.", "...0003"],
  },
  {
    name: "seven across",
    moves: "155352223317721523726365454",
    winner: 0,
    board: [".1..1..", ".01.1..", ".11.1..", "011.0.0", "2222222", "0110101"],
  },
  {
    name: "four lines",
    moves: "3456131356672416353577243561175624",
    winner: 1,
    board: ["..0.03.", "0.0.30.", "1.03333", "0033301", "0013030", "0003013"],
  },
];

/** The 42 moves of a draw on the classic board. */
export const classicDraw = "751266663125545231771336712163473755442442";

/** Moves to a dead position, reached with the last one. */
export const deadPositions = [
  { columns: 3, rows: 3, moves: "133113" },
  { columns: 4, rows: 4, moves: "1322322441" },
];
