//! A bot for Four Shapes that looks a few moves ahead.
//!
//! Compile it with
//!
//!     rustc --target wasm32-unknown-unknown -O -C strip=symbols --crate-type cdylib bot.rs
//!
//! and try the file that comes of it, bot.wasm, with `four bot check bot.wasm`.

use std::sync::Mutex;

/// How many instructions it takes at most to look at a position, for each cell of the
/// board. `four bot check` says how many were used in the end.
const COST: i64 = 1_000;

/// The game that is being played. A static variable keeps it between the calls.
static GAME: Mutex<Game> = Mutex::new(Game::NEW);

// What every bot has to have ---------------------------------------------------------

/// The version of the interface that this bot is written for.
#[unsafe(no_mangle)]
pub extern "C" fn four_shapes_bot() -> i32 {
    1
}

/// A game begins. With gravity 1 pieces fall, with 0 any empty cell can be taken.
/// Player 1 moves first, player 2 second.
#[unsafe(no_mangle)]
pub extern "C" fn begin(columns: i32, rows: i32, connect: i32, gravity: i32, _player: i32) {
    let mut game = GAME.lock().unwrap();
    *game = Game {
        columns,
        rows,
        connect,
        gravity: gravity == 1,
        budget: game.budget,
        ..Game::NEW
    };
}

/// Somebody has moved: the opponent, or this bot, which is told its own moves as well.
#[unsafe(no_mangle)]
pub extern "C" fn moved(number: i32) {
    let mut game = GAME.lock().unwrap();
    let cell = game.cell(number);
    game.put(cell);
}

/// It is this bot's turn.
#[unsafe(no_mangle)]
pub extern "C" fn choose() -> i32 {
    let mut game = GAME.lock().unwrap();
    let cell = game.best();
    game.number(cell)
}

// What a bot may have ----------------------------------------------------------------

/// The address of the bot's name, with a zero byte behind it.
#[unsafe(no_mangle)]
pub extern "C" fn name() -> *const u8 {
    b"Rusty\0".as_ptr()
}

/// The address of its author's name.
#[unsafe(no_mangle)]
pub extern "C" fn author() -> *const u8 {
    b"Four Shapes\0".as_ptr()
}

/// How many instructions there are for each move.
#[unsafe(no_mangle)]
pub extern "C" fn budget(instructions: i64) {
    GAME.lock().unwrap().budget = instructions;
}

// How it plays -----------------------------------------------------------------------

/// A cell: its column and its row, both from 0. Row 0 is at the bottom.
type Cell = (i32, i32);

struct Game {
    columns: i32,
    rows: i32,
    connect: i32,
    gravity: bool,
    budget: i64,
    /// By column and row: 0 for an empty cell, 1 or 2 for a piece of that player.
    cells: [[u8; 15]; 15],
    /// Who moves next.
    next: u8,
    /// How many positions may still be looked at.
    left: i64,
}

impl Game {
    const NEW: Game = Game {
        columns: 7,
        rows: 6,
        connect: 4,
        gravity: true,
        budget: 100_000_000,
        cells: [[0; 15]; 15],
        next: 1,
        left: 0,
    };

    /// The cell of a move: where pieces fall it is a column, else a cell, from 1.
    fn cell(&self, number: i32) -> Cell {
        if self.gravity {
            (number - 1, self.height(number - 1))
        } else {
            ((number - 1) % self.columns, (number - 1) / self.columns)
        }
    }

    /// The move that a cell is.
    fn number(&self, (column, row): Cell) -> i32 {
        if self.gravity {
            column + 1
        } else {
            row * self.columns + column + 1
        }
    }

    /// How many pieces are in a column.
    fn height(&self, column: i32) -> i32 {
        let pieces = self.cells[column as usize]
            .iter()
            .filter(|piece| **piece != 0);
        pieces.count() as i32
    }

    /// What is in a cell; 0 also outside the board.
    fn at(&self, (column, row): Cell) -> u8 {
        if (0..self.columns).contains(&column) && (0..self.rows).contains(&row) {
            self.cells[column as usize][row as usize]
        } else {
            0
        }
    }

    fn put(&mut self, (column, row): Cell) {
        self.cells[column as usize][row as usize] = self.next;
        self.next = 3 - self.next;
    }

    fn take_back(&mut self, (column, row): Cell) {
        self.cells[column as usize][row as usize] = 0;
        self.next = 3 - self.next;
    }

    /// Whether whoever moves next wins with a piece in this cell.
    fn wins(&self, (column, row): Cell) -> bool {
        // How many pieces of one's own follow each other in a direction.
        let count = |dx: i32, dy: i32| {
            let mut count = 0;
            while self.at((column + dx * (count + 1), row + dy * (count + 1))) == self.next {
                count += 1;
            }
            count
        };
        let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
        directions
            .iter()
            .any(|&(dx, dy)| count(dx, dy) + count(-dx, -dy) + 1 >= self.connect)
    }

    /// The cells that can be taken, those in the middle first. Where any can be taken,
    /// only those near a piece.
    fn moves(&self) -> Vec<Cell> {
        let mut moves = Vec::new();
        for column in 0..self.columns {
            if self.gravity {
                let row = self.height(column);
                if row < self.rows {
                    moves.push((column, row));
                }
                continue;
            }
            for row in 0..self.rows {
                let cell = (column, row);
                if self.at(cell) == 0 && self.is_near_a_piece(cell) {
                    moves.push(cell);
                }
            }
        }
        // Nothing is near: it is the first move, or the rest of the board is far away.
        if moves.is_empty() {
            let all = |column| (0..self.rows).map(move |row| (column, row));
            moves.extend((0..self.columns).flat_map(all));
            moves.retain(|&cell| self.at(cell) == 0);
        }
        moves.sort_by_key(|&(column, row)| {
            let from_middle = (2 * column - self.columns + 1).abs();
            let from_centre = (2 * row - self.rows + 1).abs();
            if self.gravity {
                from_middle
            } else {
                from_middle + from_centre
            }
        });
        moves
    }

    /// Whether one of the eight cells around a cell has a piece.
    fn is_near_a_piece(&self, (column, row): Cell) -> bool {
        for x in column - 1..column + 2 {
            for y in row - 1..row + 2 {
                if self.at((x, y)) != 0 {
                    return true;
                }
            }
        }
        false
    }

    /// The best move: looks one move further each time until the positions are used up.
    fn best(&mut self) -> Cell {
        let cells = self.columns * self.rows;
        self.left = self.budget / (COST * i64::from(cells));
        let mut moves = self.moves();
        if let Some(&cell) = moves.iter().find(|cell| self.wins(**cell)) {
            return cell;
        }
        let empty = self
            .cells
            .iter()
            .flatten()
            .filter(|piece| **piece == 0)
            .count() as i32;
        let most = empty - (15 * 15 - cells);
        for depth in 1..=most {
            let mut best = (-i32::MAX, moves[0]);
            for &cell in &moves {
                self.put(cell);
                let value = -self.search(depth - 1, -i32::MAX, -best.0);
                self.take_back(cell);
                if value > best.0 {
                    best = (value, cell);
                }
            }
            if self.left <= 0 {
                break;
            }
            // What was best is looked at first the next time.
            moves.retain(|&cell| cell != best.1);
            moves.insert(0, best.1);
        }
        moves[0]
    }

    /// What the position is worth for whoever moves next, if it lies between two values:
    /// more than 0 if that player wins, the more the sooner.
    fn search(&mut self, depth: i32, mut least: i32, most: i32) -> i32 {
        self.left -= 1;
        if self.left <= 0 {
            return 0;
        }
        let moves = self.moves();
        if moves.is_empty() {
            return 0;
        }
        if moves.iter().any(|&cell| self.wins(cell)) {
            return 1 + depth;
        }
        if depth == 0 {
            return 0;
        }
        for cell in moves {
            self.put(cell);
            let value = -self.search(depth - 1, -most, -least);
            self.take_back(cell);
            if value >= most {
                return value;
            }
            least = least.max(value);
        }
        least
    }
}
