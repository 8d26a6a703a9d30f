// Games with known results. Moves are columns from 1. Boards are rows from the top: '.' is an
// empty cell, '0' and '1' are a player's piece, '2' and '3' that piece marked.

/** On the Shapes board, 6 columns and 4 rows. */
export const shapes = [
  {
    name: "horizontal",
    moves: "12132415",
    status: ["won", 1],
    board: ["......", "0.....", "00....", "03333."],
  },
  {
    name: "vertical",
    moves: "2123242",
    status: ["won", 0],
    board: [".2....", ".2....", ".2....", "1211.."],
  },
  {
    name: "tie",
    moves: "121311423223446466555653",
    status: ["drawn"],
    board: ["101101", "011101", "010010", "011000"],
  },
];

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
    name: "five across",
    moves: "216232435",
    winner: 0,
    board: [".......", ".......", ".......", ".1.....", ".11....", "122222."],
  },
  {
    name: "six across",
    moves: "6623521461231524",
    winner: 1,
    board: [".......", ".......", ".0.....", "00...0.", "333333.", "001100."],
  },
  {
    name: "seven across",
    moves: "155352223317721523726365454",
    winner: 0,
    board: [".1..1..", ".01.1..", ".11.1..", "011.0.0", "2222222", "0110101"],
  },
  {
    name: "six rising",
    moves: "21143161126647563366155437532524",
    winner: 1,
    board: ["0....3.", "0.1.30.", "100301.", "103101.", "0300101", "3001001"],
  },
  {
    name: "two lines",
    moves: "54214127311723362",
    winner: 0,
    board: [".......", ".......", "02.....", "122....", "1212..1", "1201211"],
  },
  {
    name: "three lines",
    moves: "45671525235673467155613242334",
    winner: 0,
    board: ["....1..", "..1.2..", ".12222.", "1122110", "1212110", "2012101"],
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
  { columns: 3, rows: 4, moves: "111221" },
  { columns: 4, rows: 3, moves: "33311" },
  { columns: 4, rows: 4, moves: "1322322441" },
];
