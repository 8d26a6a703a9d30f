//! Samples of everything that is read, each with its readings.

use four_shapes_records::import::{self, Import, ImportError, Options, Reading};
use four_shapes_rules::{Rules, notation};
use four_shapes_testing::support::rules;

const CLASSIC: Rules = Rules::CLASSIC;

/// Describes a reading: its format, its moves or its position, its notes, and its choice.
pub(crate) fn reading(reading: &Reading) -> String {
    let game = reading.game_match.game();
    let mut text = format!("{}: ", reading.format);
    if game.is_set_up() {
        text += &game.position().to_string();
    } else {
        text += &notation::write(game);
    }
    for note in &reading.notes {
        text += "; ";
        text += &note.to_string();
    }
    if let Some(choice) = reading.choice {
        text = format!("{text} ({choice})");
    }
    text
}

fn readings(readings: &Result<Vec<Reading>, ImportError>) -> String {
    match readings {
        Ok(readings) => {
            let readings: Vec<String> = readings.iter().map(reading).collect();
            readings.join("\n")
        }
        Err(error) => format!("error: {error}"),
    }
}

/// Describes what a text is read as.
pub(crate) fn describe(text: &str, options: Options) -> String {
    match import::read(text, options) {
        Ok(Import::Game(game)) => readings(&Ok(game)),
        Ok(Import::List(lines)) => {
            let line =
                |line: &import::Line| format!("{}: {}", line.number, readings(&line.readings));
            lines.iter().map(line).collect::<Vec<_>>().join("\n")
        }
        Err(error) => format!("error: {error}"),
    }
}

/// Checks what texts are read as.
fn check(rules: Rules, samples: &[(&str, &str)]) {
    for (text, expected) in samples {
        let read = describe(text, Options::new(rules));
        assert_eq!(read, *expected, "{text}");
    }
}

/// The position after 44455 as a line.
const AFTER: &str = "7/7/7/3a3/3bb2/3aa2 b 7,6,4 2 g";

/// Texts on the usual board, with what they are read as.
pub(crate) const SAMPLES: &[(&str, &str)] = &[
    // Column numbers.
    ("44455", "column numbers: 44455"),
    ("\u{feff} 44455\n", "column numbers: 44455"),
    ("４４４５５", "column numbers: 44455"),
    ("4 4 4 5 5", "column numbers: 44455"),
    ("444 55", "column numbers: 44455"),
    ("4-4-4-5-5", "column numbers: 44455"),
    ("4–4–4–5–5", "column numbers: 44455"),
    ("4|4|4|5|5", "column numbers: 44455"),
    ("4 → 4 → 4 → 5 → 5.", "column numbers: 44455"),
    ("“44455”.", "column numbers: 44455"),
    ("[44455]", "column numbers: 44455"),
    ("moves: 44455", "column numbers: 44455"),
    ("4️⃣4️⃣4️⃣5️⃣5️⃣", "column numbers: 44455"),
    ("4\n4\n4\n5\n5", "column numbers: 44455"),
    ("4\n\n4.\n", "column numbers: 44"),
    ("4s4455", "column numbers: 4s4455"),
    ("4, swap, 4 4 7 7", "column numbers: 4s4477"),
    ("4, 4, 4; 7,\r\n7,", "column numbers: 44477"),
    ("33344", "column numbers: 33344"),
    ("303", "column numbers: 414; columns were counted from 0"),
    (
        "0 1 2 3",
        "column numbers: 1234; columns were counted from 0",
    ),
    (
        "[3, 3, 0]",
        "column numbers: 441; columns were counted from 0",
    ),
    (
        "[4, 4, 5]",
        "column numbers: 445 (columns are counted from 1)\n\
         column numbers: 556; columns were counted from 0 (columns are counted from 0)",
    ),
    ("[4, 4, 7]", "column numbers: 447"),
    ("moves = [6, 5, 7]", "column numbers: 657"),
    (
        "[1, 1, 1, 1, 1, 1, 2]",
        "column numbers: 1111112 (columns are counted from 1)\ncolumn numbers: 2222223; columns were counted from 0 (columns are counted from 0)",
    ),
    (
        "12121213344",
        "column numbers: 1212121; the game is over after 7 moves; 4 moves after it left out",
    ),
    (
        "1212121 3",
        "column numbers: 1212121; the game is over after 7 moves; 1 move after it left out",
    ),
    // Letters and cells.
    ("ddd ee", "column letters: 44455"),
    ("D E D", "column letters: 454"),
    ("d, swap, d", "column letters: 4s4"),
    ("d1 d2 e1", "cells: 445"),
    ("D1D2E1", "cells: 445"),
    ("d1 d2\ne1\nd3 e2", "cells: 44545"),
    ("d1\nd2\ne1", "cells: 445"),
    ("Е1 D1 е2", "cells: 545"),
    // Numbered moves.
    (
        "1. d1 d2 2. e1",
        "numbered moves: 445; the move numbers were ignored",
    ),
    (
        "1.D1 D2 2.E1 E2",
        "numbered moves: 4455; the move numbers were ignored",
    ),
    (
        "[Event \"Casual game\"]\n[Result \"1-0\"]\n\n1. d1 d2 {best} 2. e1! e2 $2 3. f1 f2? 1-0\n",
        "numbered moves: 445566; the move numbers were ignored; tags and comments were ignored; \
         the result “1-0” was ignored",
    ),
    (
        "1. d1 d2\n2. e1 e2\n3. f1",
        "numbered moves: 44556; the move numbers were ignored",
    ),
    (
        "1. d 2. d 3. e",
        "numbered moves: 445; the move numbers were ignored",
    ),
    (
        "1. 4 4 2. 4 5 3. 5 *",
        "numbered moves: 44455; the move numbers were ignored; the result “*” was ignored",
    ),
    (
        "1) 4\n2) 4\n3) 5",
        "numbered moves: 445; the move numbers were ignored",
    ),
    (
        "1 D1 2 D2 3 E1",
        "numbered moves: 445; the move numbers were ignored",
    ),
    (
        "1 D1 D2\n2 E1 E2",
        "numbered moves: 4455; the move numbers were ignored",
    ),
    (
        "1. d1 1... d2 2. e1",
        "numbered moves: 445; the move numbers were ignored",
    ),
    (
        "{An opening} 1. d1 d2",
        "numbered moves: 44; the move numbers were ignored; tags and comments were ignored",
    ),
    ("{4, 7}", "column numbers: 47"),
    ("{\"moves\": [4, 7]}", "column numbers: 47"),
    // Games and tests.
    (
        "17 44351 1",
        "a line of a file of games: 44351; “17” was taken as the number of the game; \
         the result “1” was ignored",
    ),
    (
        "0 - 2!overtime 0/0/0 0/0/0",
        "a line of a file of games: ; “0” was taken as the number of the game; \
         the result “2!overtime” was ignored; the times were ignored",
    ),
    (
        "3 1212121 1 4/90/40 3/80/20",
        "a line of a file of games: 1212121; “3” was taken as the number of the game; \
         the result “1” was ignored; the times were ignored",
    ),
    (
        "7422341735647741166133573473242566 1",
        "moves and a score: 7422341735647741166133573473242566; \
         34 moves; “1” at the end was taken as a score",
    ),
    (
        "44455 -3",
        "moves and a score: 44455; 5 moves; “-3” at the end was taken as a score",
    ),
    (
        "44455 −18",
        "moves and a score: 44455; 5 moves; “-18” at the end was taken as a score",
    ),
    (
        "44 0",
        "moves and a score: 44; 2 moves; “0” at the end was taken as a score",
    ),
    (
        "444 5",
        "column numbers: 4445 (all numbers are columns)\n\
         moves and a score: 444; 3 moves; “5” at the end was taken as a score (the last number is a score)",
    ),
    (
        "4444444 5",
        "error: character 7: “4” can't be played: the column is full",
    ),
    // Links.
    ("v=1&board=7x6&connect=4&moves=44455", "a link: 44455"),
    (
        "Your turn: https://example.org/#v=1&board=7x6&connect=4&moves=44455&x=1.\nBye!",
        "a link: 44455; unknown fields of the link were ignored: x",
    ),
    (
        "https://connect4.gamesolver.org/?pos=44455",
        "a link to a solver: 44455",
    ),
    (
        "<https://connect4.gamesolver.org/en/?pos=44455&x=1>",
        "a link to a solver: 44455",
    ),
    ("connect4.gamesolver.org/?pos=", "a link to a solver: "),
    (
        "see http://localhost:8000/solve?pos=445\nplease",
        "a link to a solver: 445",
    ),
    // Positions in one line.
    (
        AFTER,
        "a position in one line: 7/7/7/3a3/3bb2/3aa2 b 7,6,4 2 g",
    ),
    (
        "3/3/a2 b 3,3,3 2 -",
        "a position in one line: 3/3/a2 b 3,3,3 2 -",
    ),
    (
        "b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,x,o,x,b,b,b,x,o,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,b,win",
        "a row of the UCI data set: 7/7/7/3a3/3bb2/3aa2 b 7,6,4 2 g; the result “win” was ignored",
    ),
    // Lists of numbers.
    (
        "[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,2,2,0,0,0,0,0,1,1,0,0]",
        "a board as a list of numbers: 7/7/7/3a3/3bb2/3aa2 b 7,6,4 2 g",
    ),
    (
        "{'remainingOverageTime': 60, 'step': 5, 'board': [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, \
         0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 0, 1, 1, 0, 0], 'mark': 2}",
        "an observation of ConnectX: 7/7/7/3a3/3bb2/3aa2 b 7,6,4 2 g",
    ),
    (
        "{\"observation\": {\"board\": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, \
         0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0],\n \"mark\": 1}}",
        "an observation of ConnectX: 7/7/7/7/7/3a3 a 7,6,4 2 g",
    ),
    (
        "array([[ 0.,  0.,  0.,  0.],\n       [ 0., -1.,  0.,  0.],\n       [ 1.,  1.,  0., -0.]])",
        "a board as a list of numbers: 4/1b2/aa2 b 4,3,4 2 g",
    ),
    (
        "[[0 0 0 0 0 0 0]\n [0 0 0 0 0 0 0]\n [0 0 0 0 0 0 0]\n [0 0 0 1 0 0 0]\n [0 0 0 2 2 0 0]\n [0 0 0 1 1 0 0]]",
        "a board as a list of numbers: 7/7/7/3a3/3bb2/3aa2 b 7,6,4 2 g",
    ),
    (
        "[['', '', '', ''], ['', '', '', ''], ['', '', '', ''], ['', 'X', 'O', '']]",
        "a board as a list of numbers: 4/4/4/1ab1 a 4,4,4 2 g",
    ),
    (
        "[\".......\", \".......\", \".......\", \"...X...\", \"...OO..\", \"...XX..\"]",
        "a board as a list of numbers: 7/7/7/3a3/3bb2/3aa2 b 7,6,4 2 g",
    ),
    (
        "[[1, 1, 0, 0], [0, 2, 0, 0], [0, 0, 0, 0]]",
        "a board as a list of numbers: 4/1b2/aa2 b 4,3,4 2 g; the first row was taken as the bottom one",
    ),
    // Only signs that can be shown are pieces.
    (
        "[['a', '\u{7}', 'b'], ['a', 'b', 'a'], ['.', 'a', '.']]",
        "error: character 9: “\\u{7}” is not a column; columns are 1 to 7",
    ),
    // Rows of signs.
    (
        "........................X......OO.....XX..",
        "a board as a row of signs: 7/7/7/3a3/3bb2/3aa2 b 7,6,4 2 g",
    ),
    (
        "000000000000000000000000100000022000001100",
        "a board as a row of signs: 7/7/7/3a3/3bb2/3aa2 b 7,6,4 2 g",
    ),
    (
        "_______/_______/_______/___R___/___YY__/___RR__",
        "a board as a row of signs: 7/7/7/3a3/3bb2/3aa2 b 7,6,4 2 g",
    ),
    // Bitboards: D2 and E2 of D1 to D3 and E1, E2.
    (
        "0x20400000,0x60e00000",
        "error: E2 hangs in the air: E1 is empty",
    ),
    (
        "0x0 0x1000000000000",
        "error: bitboards: there are pieces outside a board of 7 × 6",
    ),
    (
        "0x20400000 0x30e00000",
        "bitboards: 7/7/7/3a3/3bb2/3aa2 b 7,6,4 2 g",
    ),
    (
        "541065216, 819986432",
        "bitboards: 7/7/7/3a3/3bb2/3aa2 b 7,6,4 2 g",
    ),
    (
        "(0x1, 0x0)",
        "error: bitboards: the first has pieces that are not in the second, which has all pieces",
    ),
    (
        "16516,16527",
        "bitboards: 7/7/b6/a6/b6/baa4 a 7,6,4 2 g (the numbers are bitboards)\n\
         column numbers: 1651616527 (all numbers are columns)",
    ),
    // Pictures.
    (
        ". . . . . . .\n. . . . . . .\n. . . . . . .\n. . . X . . .\n. . . O O . .\n. . . X X . .",
        "a picture of a board: 7/7/7/3a3/3bb2/3aa2 b 7,6,4 2 g",
    ),
    (
        ".......\n.......\n.......\n...x...\n...oo..\n...xx..\n",
        "a picture of a board: 7/7/7/3a3/3bb2/3aa2 b 7,6,4 2 g",
    ),
    (
        "```\n- - - - - - -\n- - - - - - -\n- - - - - - -\n- - - R - - -\n- - - Y Y - -\n- - - R R - -\n1 2 3 4 5 6 7\n```",
        "a picture of a board: 7/7/7/3a3/3bb2/3aa2 b 7,6,4 2 g",
    ),
    (
        "0 0 0 0 0 0 0\n0 0 0 0 0 0 0\n0 0 0 0 0 0 0\n0 0 0 1 0 0 0\n0 0 0 -1 -1 0 0\n0 0 0 1 1 0 0",
        "a picture of a board: 7/7/7/3a3/3bb2/3aa2 b 7,6,4 2 g",
    ),
    (
        "1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣\n⚪⚪⚪⚪⚪⚪⚪\n⚪⚪⚪⚪⚪⚪⚪\n⚪⚪⚪⚪⚪⚪⚪\n⚪⚪⚪🔴⚪⚪⚪\n⚪⚪⚪🟡🟡⚪⚪\n⚪⚪⚪🔴🔴⚪⚪",
        "a picture of a board: 7/7/7/3a3/3bb2/3aa2 b 7,6,4 2 g",
    ),
    (
        "⬛⬛⬛⬛\n⬛⬛⬛⬛\n⬛🟢🟣⬛\n⬛🟢🟣⬛",
        "a picture of a board: 4/4/1ab1/1ab1 a 4,4,4 2 g; “🟢” is player 1, “🟣” is player 2",
    ),
    (
        "⚪⚪⚪⚪\n⚪⚪⚪⚪\n⚪⚪⚫⚪\n⚪🔴⚫🔴",
        "a picture of a board: 4/4/2b1/1aba a 4,4,4 2 g",
    ),
    (
        "· · · · ·\n· · · · ·\n· · ● ○ ·\n· ● ○ ● ·",
        "a picture of a board: 5/5/2ab1/1aba1 b 5,4,4 2 g",
    ),
    (
        "| | | | | | | |\n| | | | | | | |\n| | | | | | | |\n| | | |X| | | |\n| | | |O|O| | |\n| | | |X|X| | |\n---------------\n 0 1 2 3 4 5 6\n",
        "a picture of a board: 7/7/7/3a3/3bb2/3aa2 b 7,6,4 2 g",
    ),
    (
        "+---+---+---+---+---+---+---+\n|   |   |   |   |   |   |   |\n|   |   |   |   |   |   |   |\n|   |   |   | X |   |   |   |\n|   |   |   | X | O |   |   |\n|   |   |   | X | O |   |   |\n|   |   |   | X | O |   |   |\n+---+---+---+---+---+---+---+\n  1   2   3   4   5   6   7\n",
        "a picture of a board: 7/7/3a3/3ab2/3ab2/3ab2 b 7,6,4 2 g",
    ),
    (
        "+---+---+---+---+\n|   |   |   |   |\n|   |   |   | O |\n| O | O |   | O |\n|[X]|[X]|[X]|[X]|\n+---+---+---+---+\n  1   2   3   4\n",
        "a picture of a board: 4/3b/bb1b/aaaa b 4,4,4 2 g",
    ),
    (
        "---------------\n| | | | | | | |\n---------------\n| | | | | | | |\n---------------\n|$| |B| | |A| |\n---------------\n|B|$|B| |B|B| |\n---------------\n|A|A|$|B|A|B| |\n---------------\n|B|B|A|$|A|B|A|\n---------------\n 1 2 3 4 5 6 7\nPlayer A won!\n",
        "a picture of a board: 7/7/a1b2a1/bab1bb1/aaabab1/bbaaaba b 7,6,4 2 g",
    ),
    (
        "+--+--+--+--+--+--+\n|  |  |  |  |  |  |\n+--+--+--+--+--+--+\n|⬤ |  |  |  |  |  |\n+--+--+--+--+--+--+\n|⬤ |⬤ |  |  |  |  |\n+--+--+--+--+--+--+\n|⬤ |⭔ |⭔ |⭔ |⭔ |  |\n+--+--+--+--+--+--+\n 0  1  2  3  4  5\n",
        "a picture of a board: 6/a5/aa4/abbbb1 a 6,4,4 2 g",
    ),
    (
        "╔═╦═╦═╦═╗\n║ ║ ║ ║ ║\n╠═╬═╬═╬═╣\n║ ║ ║ ║ ║\n╠═╬═╬═╬═╣\n║ ║X║O║ ║\n╚═╩═╩═╩═╝",
        "a picture of a board: 4/4/1ab1 a 4,3,4 2 g",
    ),
    (
        "| 1 | 2 | 3 | 4 |\n|---|---|---|---|\n|   |   |   |   |\n|   |   |   |   |\n|   | 🔴 | 🟡 |   |\n",
        "a picture of a board: 4/4/1ab1 a 4,3,4 2 g",
    ),
    (
        "|       |\n|       |\n|       |\n|   X   |\n|   OO  |\n|   XX  |",
        "a picture of a board: 7/7/7/3a3/3bb2/3aa2 b 7,6,4 2 g",
    ),
    (
        "| . . . . . . . |\n| . . . . . . . |\n| . . . . . . . |\n| . . . X . . . |\n| . . . O O . . |\n| . . . X X . . |",
        "a picture of a board: 7/7/7/3a3/3bb2/3aa2 b 7,6,4 2 g",
    ),
    (
        "  A B C D E F G\n6 . . . . . . .\n5 . . . . . . .\n4 . . . . . . .\n3 . . . X . . .\n2 . . . O O . .\n1 . . . X X . .\nO to move",
        "a picture of a board: 7/7/7/3a3/3bb2/3aa2 b 7,6,4 2 g",
    ),
    (
        "6 .......\n5 .......\n4 .......\n3 ...X...\n2 ...OO..\n1 ...XX..\n  1234567",
        "a picture of a board: 7/7/7/3a3/3bb2/3aa2 b 7,6,4 2 g",
    ),
    (
        "['.', '.', '.', '.'],\n['.', '.', '.', '.'],\n['.', 'X', 'O', '.'],\n['.', 'X', 'O', '.'],",
        "a board as a list of numbers: 4/4/1ab1/1ab1 a 4,4,4 2 g",
    ),
    (
        ". . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . X . . .\n. . . X . . .",
        "a picture of a board: 7/7/7/7/3a3/3a3 a 7,6,4 2 g (player 1 is to move)\n\
         a picture of a board: 7/7/7/7/3a3/3a3 b 7,6,4 2 g (player 2 is to move)",
    ),
    (
        ". . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . X . . .\n. . . X . . .\n\nX's turn",
        "a picture of a board: 7/7/7/7/3a3/3a3 a 7,6,4 2 g",
    ),
    (
        ". . X X . . .\n. . . O O . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .",
        "error: D5 hangs in the air: D4 is empty",
    ),
    (
        ". . X X O . .\n. . . O . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .",
        "a picture of a board: 7/7/7/7/3b3/2aab2 a 7,6,4 2 g; the first row was taken as the bottom one",
    ),
    (
        ". X . .\n. X . .\n. O . .\n. O . .",
        "a picture of a board: 1a2/1a2/1b2/1b2 a 4,4,4 2 g (the first row is the top one)\n\
         a picture of a board: 1b2/1b2/1a2/1a2 a 4,4,4 2 g; the first row was taken as the bottom one \
         (the first row is the bottom one)",
    ),
    (
        ". . . .\n. . . .\n. X O .\n\n. . . .\n. X . .\n. X O .\n",
        "1: a picture of a board: 4/4/1ab1 a 4,3,4 2 g\n5: a picture of a board: 4/1a2/1ab1 b 4,3,4 2 g",
    ),
    // Each picture has its own player to move.
    (
        ". . . .\n. . . .\n. X O .\nO to move\n\n. . . .\n. X . .\n. X O .\n\n. . . .\n. . . .\n. X O .\nX's turn",
        "1: a picture of a board: 4/4/1ab1 b 4,3,4 2 g\n\
         6: a picture of a board: 4/1a2/1ab1 b 4,3,4 2 g\n\
         10: a picture of a board: 4/4/1ab1 a 4,3,4 2 g",
    ),
    (
        "Position after move 1:\n0 0 0 0\n0 0 0 0\n0 1 0 0",
        "a picture of a board: 4/4/1a2 b 4,3,4 2 g; a line outside the picture was ignored",
    ),
    (
        "After 2 1 3:\n. . . .\n. . . .\n. X . .\n\n1. b1\nO to move",
        "a picture of a board: 4/4/1a2 b 4,3,4 2 g; 2 lines outside the picture were ignored",
    ),
    (
        "🔵🔵🔵🔵\n🔵🔵🔵🔵\n🔵🟡🟡🔵\n🔵🔴🔴🔵\nRed's turn",
        "a picture of a board: 4/4/1bb1/1aa1 a 4,4,4 2 g",
    ),
    // Several in a text.
    (
        "7) 444 55\n8) 4x\n9) 4445",
        "1: column numbers: 44455; “7” was taken as the number of the game\n\
         2: error: character 5: “x” is not a column; columns are 1 to 7\n\
         3: column numbers: 4445; “9” was taken as the number of the game",
    ),
    (
        "44455\n44456",
        "1: column numbers: 44455\n2: column numbers: 44456",
    ),
    (
        "# openings\n44455\n\n12x\n44456\n",
        "2: column numbers: 44455\n4: error: character 3: “x” is not a column; columns are 1 to 7\n5: column numbers: 44456",
    ),
    (
        "2252576253462244111563365343671351441 -1\n7422341735647741166133573473242566 1\n112 5",
        "1: moves and a score: 2252576253462244111563365343671351441; 37 moves; “-1” at the end was taken as a score\n\
         2: moves and a score: 7422341735647741166133573473242566; 34 moves; “1” at the end was taken as a score\n\
         3: moves and a score: 112; 3 moves; “5” at the end was taken as a score",
    ),
    // A link is usually within a message, but not here.
    (
        "44455\nhttps://example.org/#v=1&board=7x6&connect=4&moves=444\n44",
        "1: column numbers: 44455\n2: a link: 444\n3: column numbers: 44",
    ),
    (
        "[0, 3]\n[3, 3]",
        "1: column numbers: 14; columns were counted from 0\n2: column numbers: 44; columns were counted from 0",
    ),
    (
        "7/7/7/7/7/7 a 7,6,4 2 g\n7/7/7/7/7/3a3 b 7,6,4 2 g",
        "1: a position in one line: \n2: a position in one line: 7/7/7/7/7/3a3 b 7,6,4 2 g",
    ),
    (
        "0 1212121 1 4/90/40 3/80/20\n1 - 1!overtime 0/0/0 0/0/0",
        "1: a line of a file of games: 1212121; “0” was taken as the number of the game; \
         the result “1” was ignored; the times were ignored\n\
         2: a line of a file of games: ; “1” was taken as the number of the game; \
         the result “1!overtime” was ignored; the times were ignored",
    ),
];

#[test]
fn every_sample_is_read() {
    assert!(SAMPLES.len() >= 60);
    check(CLASSIC, SAMPLES);
}

#[test]
fn boards_of_other_rules_are_read() {
    check(
        Rules::TIC_TAC_TOE,
        &[
            ("b2 a1 c3", "cells: B2,A1,C3"),
            (
                "X O X\n. O .\n. X .",
                "a picture of a board: aba/1b1/1a1 b 3,3,3 2 -",
            ),
            (
                " X | O | X \n---+---+---\n   | O |   \n---+---+---\n   | X |   ",
                "a picture of a board: aba/1b1/1a1 b 3,3,3 2 -",
            ),
            (
                "   +---+---+---+\n 3 | X |   | X |\n 2 | X | X | O |\n 1 |[O]|[O]|[O]|\n   +---+---+---+\n     1   2   3\n",
                "a picture of a board: a1a/aab/bbb a 3,3,3 2 -",
            ),
            (
                "[1, 2, 1, 0, 2, 0, 0, 1, 0]",
                "a board as a list of numbers: aba/1b1/1a1 b 3,3,3 2 -",
            ),
            (
                "XOX.O..X.",
                "a board as a row of signs: aba/1b1/1a1 b 3,3,3 2 -",
            ),
        ],
    );
    check(
        rules(12, 6, 4, 2, true),
        &[
            ("10,1,12,12", "column numbers: 10,1,12,12"),
            (
                "[0, 11, 11]",
                "column numbers: 1,12,12; columns were counted from 0",
            ),
            (
                "j 1 l",
                "error: character 3: “1” after column letters; use one notation for all moves",
            ),
            (
                "17 8,8,10 =",
                "a line of a file of games: 8,8,10; “17” was taken as the number of the game; the result “=” was ignored",
            ),
            (
                "8,8,10 -3",
                "moves and a score: 8,8,10; 3 moves; “-3” at the end was taken as a score",
            ),
        ],
    );
    check(
        rules(7, 6, 4, 3, true),
        &[
            (
                "|   |   |   |   |   |   |   |\n|   |   |   |   |   |   |   |\n|   |   |   |   |   |   |   |\n|   |   |   |   |   |   |   |\n|   |   |   |   |   |   |   |\n|   | X | O | A |   |   |   |\n",
                "a picture of a board: 7/7/7/7/7/1abc3 a 7,6,4 3 g",
            ),
            (
                ". . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. a b . . . .\n",
                "a picture of a board: 7/7/7/7/7/1ab4 c 7,6,4 3 g",
            ),
        ],
    );
}

/// The transcripts of our own program with the rules of their games, the number of pictures, and
/// the last position.
const TRANSCRIPTS: &[(&str, [u32; 4], bool, usize, &str)] = &[
    (
        "letters-full",
        [7, 6, 4, 2],
        true,
        16,
        "b6/a6/ba5/aa2b2/ba2b2/aabab2 b 7,6,4 2 g",
    ),
    (
        "letters-win",
        [7, 6, 4, 2],
        true,
        22,
        "7/7/a1b2a1/bab1bb1/aaabab1/bbaaaba b 7,6,4 2 g",
    ),
    (
        "letters-wide",
        [10, 4, 4, 3],
        true,
        8,
        "9a/8ba/7cba/6ccba b 10,4,4 3 g",
    ),
    (
        "letters-without-gravity",
        [3, 3, 3, 2],
        false,
        10,
        "bba/aab/baa b 3,3,3 2 -",
    ),
    (
        "shapes-tie",
        [6, 4, 4, 2],
        true,
        25,
        "babbab/abbbab/abaaba/abbaaa a 6,4,4 2 g",
    ),
    (
        "shapes-without-gravity",
        [6, 4, 3, 2],
        false,
        6,
        "3a2/2a3/ba4/b5 b 6,4,3 2 -",
    ),
    (
        "five-in-a-row",
        [15, 15, 5, 2],
        false,
        10,
        "14b/15/15/15/15/9b5/7ba6/7ab6/6a8/5a9/4a10/15/15/15/15 b 15,15,5 2 -",
    ),
    (
        "tic-tac-toe-win",
        [3, 3, 3, 2],
        false,
        9,
        "a1a/aab/bbb a 3,3,3 2 -",
    ),
    (
        "x-and-o-wide",
        [12, 4, 4, 2],
        true,
        4,
        "11a/10ba/10ba/10ba b 12,4,4 2 g",
    ),
];

#[test]
fn our_own_pictures_are_read() {
    for (name, [columns, rows, connect, players], gravity, count, last) in TRANSCRIPTS {
        let path = format!("../styles/tests/transcripts/{name}.txt");
        let text = std::fs::read_to_string(&path).expect("the transcript exists");
        let (_, screen) = text.split_once("--- screen\n").expect("it has a screen");
        let screen = screen.replace("\\e", "\u{1b}");
        let options = Options::new(rules(*columns, *rows, *connect, *players, *gravity));
        let Ok(Import::List(pictures)) = import::read(&screen, options) else {
            panic!("{name} has several pictures");
        };
        let positions = pictures
            .iter()
            .map(|picture| match picture.readings.as_deref() {
                Ok([reading, ..]) => reading.game_match.game().position().to_string(),
                other => panic!("{name}, line {}: {other:?}", picture.number),
            });
        let positions: Vec<String> = positions.collect();
        assert_eq!(positions.last().map(String::as_str), Some(*last), "{name}");
        assert_eq!(positions.len(), *count, "{name}");
    }
}

#[test]
fn wrong_texts_have_errors_that_name_what_they_look_like() {
    check(
        CLASSIC,
        &[
            ("#", "error: the text has neither moves nor a board"),
            ("...", "error: the text has neither moves nor a board"),
            // One game, not many.
            (
                "4\n4\n4\n4\n4\n4\n4",
                "error: character 13: “4” can't be played: the column is full",
            ),
            (
                "1. 4 4\n2. 4 4\n3. 4 4\n4. 4 4",
                "error: character 25: “4” can't be played: the column is full",
            ),
            (
                "4 D2 e",
                "error: character 3: “D2” after column numbers; use one notation for all moves",
            ),
            (
                "44dee",
                "error: character 3: “d” after column numbers; use one notation for all moves",
            ),
            (
                "D1,4,d E1E2",
                "error: character 4: “4” after cells; use one notation for all moves",
            ),
            (
                "[4, 4, -3]",
                "error: character 8: “-3” is not a column; columns are 1 to 7",
            ),
            (
                "4, 4, 7, 0",
                "error: character 10: “0” is not a column; columns are 1 to 7",
            ),
            // Moves, a score and a time.
            (
                "4455,1,0.3",
                "error: character 8: “0.3” is not a column; columns are 1 to 7",
            ),
            (
                "[(3, 0), (3, 1)]",
                "error: pairs of numbers; write cells as D1 D2 E1",
            ),
            (
                "444444 -3 4",
                "error: character 8: “-3” is not a column; columns are 1 to 7",
            ),
            (
                "connect4.gamesolver.org/?pos=448",
                "error: character 32: “8” is not a column; columns are 1 to 7",
            ),
            (
                " 7/7/7/7/7/3x3 a 7,6,4 2 g",
                "error: a position in one line: character 13: “x” is not one of the players",
            ),
            (
                "aaaa3/7/7/7/7/7 b 7,6,4 2 -",
                "a position in one line: aaaa3/7/7/7/7/7 b 7,6,4 2 -",
            ),
            (
                "7/7/7/7/bbbb3/aaaa3 b 7,6,4 2 g",
                "error: both sides have four in a row",
            ),
            (
                ". . . . . . .\n. . . . . . .\n. . . . . .\n. . . X . . .\n. . . O O . .\n. . . X X . .",
                "error: a picture of a board: line 3 has 6 cells instead of 7",
            ),
            (
                ". . . . . . .\n. X . . . . .\n. . . . . . .\n. . . O . . .\n. . . O . . .\n. . . X X . .",
                "error: B5 hangs in the air: B4 is empty",
            ),
            (
                "OOOO...\nXXXX...\n.......\n.......",
                "error: both sides have four in a row",
            ),
            (
                ".......\n.......\nXXXX...\nXXXXOOO",
                "error: player 1 had won before the last piece",
            ),
            (
                "................\n................\n.......XO.......",
                "error: a picture of a board: 16 × 3 cells; a side has 3 to 15",
            ),
            (
                "[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,2,2,0,0,0,0,0,1,1,0]",
                "error: a board as a list of numbers: 41 cells instead of 42 (7 × 6)",
            ),
            (
                "[[0, 0, 0, 0],\n [0, 0, 0],\n [1, 2, 1, 0]]",
                "error: a board as a list of numbers: line 2 has 3 cells instead of 4",
            ),
        ],
    );
}
