//! A bot for Four Shapes in Rust: alpha-beta search with iterative deepening.
//!
//! Compile it with
//!
//!     rustc --target wasm32-unknown-unknown -O -C strip=symbols --crate-type cdylib bot.rs
//!
//! and test bot.wasm with `four bot check bot.wasm`.

use std::sync::Mutex;

/// The instructions to search a position, per cell of the board: an upper bound, so that a turn
/// stays within its limit. `four bot check` reports the number that a turn has used.
const COST: i64 = 1_000;

/// The current game. It is static because it must persist between calls.
static GAME: Mutex<Game> = Mutex::new(Game::NEW);

// Required functions -------------------------------------------------------------------

/// Returns the version of the interface.
#[unsafe(no_mangle)]
pub extern "C" fn four_shapes_bot() -> i32 {
    1
}

/// Begins a game. If `gravity` is 1, pieces fall; if it is 0, any empty cell can be taken.
/// Player 1 moves first.
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

/// Makes a move of either player.
#[unsafe(no_mangle)]
pub extern "C" fn moved(number: i32) {
    let mut game = GAME.lock().unwrap();
    let cell = game.cell(number);
    game.put(cell);
}

/// Returns this bot's move.
#[unsafe(no_mangle)]
pub extern "C" fn choose() -> i32 {
    let mut game = GAME.lock().unwrap();
    let cell = game.best();
    game.number(cell)
}

// Optional functions -------------------------------------------------------------------

/// Returns the address of the bot's name, which ends with a zero byte.
#[unsafe(no_mangle)]
pub extern "C" fn name() -> *const u8 {
    b"Rusty\0".as_ptr()
}

/// Returns the address of the author's name.
#[unsafe(no_mangle)]
pub extern "C" fn author() -> *const u8 {
    b"Four Shapes\0".as_ptr()
}

/// Sets the number of instructions for each turn.
#[unsafe(no_mangle)]
pub extern "C" fn budget(instructions: i64) {
    GAME.lock().unwrap().budget = instructions;
}

// The search ------------------------------------------------------------------------

/// A cell: its column and its row, both from 0. Row 0 is at the bottom.
type Cell = (i32, i32);

struct Game {
    columns: i32,
    rows: i32,
    connect: i32,
    gravity: bool,
    budget: i64,
    /// By column and row: 0 if empty, otherwise the player, 1 or 2.
    cells: [[u8; 15]; 15],
    /// The player to move.
    next: u8,
    /// The number of positions left to search.
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

    /// Returns the cell of a move: the number of a column with gravity, otherwise of a cell.
    fn cell(&self, number: i32) -> Cell {
        if self.gravity {
            (number - 1, self.height(number - 1))
        } else {
            ((number - 1) % self.columns, (number - 1) / self.columns)
        }
    }

    /// Returns the move to a cell.
    fn number(&self, (column, row): Cell) -> i32 {
        if self.gravity {
            column + 1
        } else {
            row * self.columns + column + 1
        }
    }

    /// Returns the number of pieces in a column.
    fn height(&self, column: i32) -> i32 {
        let pieces = self.cells[column as usize]
            .iter()
            .filter(|piece| **piece != 0);
        pieces.count() as i32
    }

    /// Returns the piece in a cell; 0 outside the board.
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

    fn undo(&mut self, (column, row): Cell) {
        self.cells[column as usize][row as usize] = 0;
        self.next = 3 - self.next;
    }

    /// Returns `true` if the player to move wins with a piece in this cell.
    fn wins(&self, (column, row): Cell) -> bool {
        // The number of consecutive own pieces in a direction.
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

    /// Returns the legal moves, those closest to the centre first. Without gravity, returns only
    /// those next to a piece.
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
        // This is the first move, or no empty cell is next to a piece.
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

    /// Returns `true` if one of the eight neighbours of a cell has a piece.
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

    /// Returns the best move, by iterative deepening within the number of positions.
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
        let max_depth = empty - (15 * 15 - cells);
        for depth in 1..=max_depth {
            let mut best = (-i32::MAX, moves[0]);
            for &cell in &moves {
                self.put(cell);
                let value = -self.search(depth - 1, -i32::MAX, -best.0);
                self.undo(cell);
                if value > best.0 {
                    best = (value, cell);
                }
            }
            if self.left <= 0 {
                break;
            }
            // Search the best move first in the next iteration.
            moves.retain(|&cell| cell != best.1);
            moves.insert(0, best.1);
        }
        moves[0]
    }

    /// Returns the score of the position for the player to move, if it is between `alpha` and
    /// `beta`: positive if that player wins, and higher for an earlier win.
    fn search(&mut self, depth: i32, mut alpha: i32, beta: i32) -> i32 {
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
            let value = -self.search(depth - 1, -beta, -alpha);
            self.undo(cell);
            if value >= beta {
                return value;
            }
            alpha = alpha.max(value);
        }
        alpha
    }
}
