//! A position editor with the operations of the original `x-and-o` program.

use super::{
    ColourMode, Style,
    draw::x_or_o_of,
    input::{number, quote},
};
use four_shapes_records::Match;
use four_shapes_rules::{Column, Game, MoveError, Player, Position};

/// A text interface that edits a position, regardless of turns and of completed lines.
///
/// The commands have the names of the operations of the original program's board.
#[derive(Clone, Debug)]
pub struct Editor {
    position: Position,
    colours: ColourMode,
}

/// The text that the `help` command prints.
const HELP: &str = "\
setBoard 012345  drop pieces into these columns, X first
addMove 3 X      drop a piece into column 3
delMove 3        take the top piece off column 3
allowsMove 3     whether column 3 is on the board and not full
isFull           whether no cell is empty
winsFor X        whether X has completed a line
help             show this
quit             leave
";

impl Editor {
    /// Creates an editor of a position.
    ///
    /// `addMove` drops a piece, so it is an error on a board without gravity.
    pub fn new(position: Position, colours: ColourMode) -> Self {
        Self { position, colours }
    }

    /// Returns the position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Drops pieces of the players in turn, X first, on top of those on the board. Each digit is a
    /// column, counted from 0; on boards of more than ten columns, numbers are separated by commas.
    /// Columns that are full or not on the board are skipped, with their turns.
    ///
    /// # Errors
    /// Returns the message for the first word that isn't a column number, without a full stop. The
    /// board is unchanged then.
    pub fn set_board(&mut self, columns: &str) -> Result<(), String> {
        let rules = self.position.rules();
        let separated = rules.columns() > 10;
        let words: Vec<&str> = if columns.is_empty() {
            Vec::new()
        } else if separated {
            columns.split(',').collect()
        } else {
            let digits = columns.char_indices();
            digits
                .map(|(at, digit)| &columns[at..at + digit.len_utf8()])
                .collect()
        };
        let mut position = self.position.clone();
        let mut at = 1;
        for (turn, word) in words.into_iter().enumerate() {
            let last = rules.columns() - 1;
            // Longer numbers are columns without separators.
            let Some(index) = number(word).filter(|_| word.len() <= 2) else {
                let hint = if separated {
                    ", separated by commas"
                } else {
                    ""
                };
                let word = quote(word);
                return Err(format!(
                    "character {at}: {word} is not a column; columns are 0 to {last}{hint}"
                ));
            };
            at += word.chars().count() + usize::from(separated);
            let Some(column) = rules.column(index) else {
                continue;
            };
            match position.drop(rules.player_after(turn), column) {
                Ok(_) | Err(MoveError::ColumnFull(_)) => {}
                Err(error) => return Err(error.to_string()),
            }
        }
        self.position = position;
        Ok(())
    }

    /// Returns the text to print first.
    pub fn greeting(&self) -> String {
        self.board() + "Type help to see every command.\n"
    }

    /// Returns the prompt, without a line break.
    pub fn prompt(&self) -> &'static str {
        "> "
    }

    /// Runs a line of input and returns the text to print; `None` for `quit`.
    pub fn handle_line(&mut self, line: &str) -> Option<String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let name = words.first().map(|word| word.to_ascii_lowercase());
        let output = match (name.as_deref().unwrap_or_default(), &words[..]) {
            ("quit", [_]) => return None,
            ("help", [_]) => Ok(HELP.to_owned()),
            ("setboard", [_]) => Ok(self.board()),
            ("setboard", [_, columns]) => self.set_board(columns).map(|()| self.board()),
            ("addmove", [_, column, player]) => self.add_move(column, player),
            ("delmove", [_, column]) => self.column(column).map(|column| {
                self.position.remove_top(column);
                self.board()
            }),
            ("allowsmove", [_, column]) => Ok(bool_text(
                number(column)
                    .and_then(|index| self.position.rules().column(index))
                    .is_some_and(|column| self.position.can_drop(column)),
            )),
            ("isfull", [_]) => Ok(bool_text(self.position.is_full())),
            ("winsfor", [_, player]) => self
                .player(player)
                .map(|player| bool_text(self.position.has_won(player))),
            _ => Err(format!(
                "{} is not a command; type help",
                quote(line.trim())
            )),
        };
        Some(output.unwrap_or_else(|error| error + ".\n"))
    }

    fn board(&self) -> String {
        Style::XAndO.draw_position(&self.position, self.colours)
    }

    fn add_move(&mut self, column: &str, player: &str) -> Result<String, String> {
        let (column, player) = (self.column(column)?, self.player(player)?);
        self.position
            .drop(player, column)
            .map_err(|error| match error {
                MoveError::ColumnFull(column) => format!("Column {} is full", column.index()),
                other => other.to_string(),
            })?;
        Ok(self.board())
    }

    fn column(&self, word: &str) -> Result<Column, String> {
        let rules = self.position.rules();
        let column = number(word).and_then(|index| rules.column(index));
        column.ok_or_else(|| {
            let last = rules.columns() - 1;
            format!("{} is not a column; columns are 0 to {last}", quote(word))
        })
    }

    fn player(&self, word: &str) -> Result<Player, String> {
        let rules = self.position.rules();
        let game = Match::with_default_seats(Game::new(rules));
        let sign = |player: Player| x_or_o_of(&game, player).to_string();
        // The signs of two players may differ only in case.
        let exact = rules.all_players().find(|&player| sign(player) == word);
        let found = exact.or_else(|| {
            let mut players = rules.all_players();
            players.find(|&player| sign(player).eq_ignore_ascii_case(word))
        });
        found.ok_or_else(|| {
            let signs: Vec<String> = rules.all_players().map(sign).collect();
            let signs = signs.join(", ");
            format!("{} is not a player; players are {signs}", quote(word))
        })
    }
}

/// Formats a boolean as Python does, the language of the original program.
fn bool_text(value: bool) -> String {
    if value { "True\n" } else { "False\n" }.to_owned()
}
