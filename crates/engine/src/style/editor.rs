//! A board without a game: the operations of the source program of `x-and-o`.

use super::{
    Ink, Style,
    draw::sign,
    input::{number, printable, quote},
};
use crate::{Column, Game, Match, MoveError, Player, Position};

/// A board that is changed by commands, whoever's turn it is and whoever has won: a line
/// in, lines out.
///
/// The commands are the operations of the source program's board, by its names.
#[derive(Clone, Debug)]
pub struct Editor {
    position: Position,
    ink: Ink,
}

/// The commands, as they are explained.
const HELP: &str = "\
setBoard 012345  empty the board, then drop pieces into these columns, X first
addMove 3 X      drop a piece into column 3
delMove 3        take the top piece off column 3
allowsMove 3     whether column 3 is on the board and not full
isFull           whether no cell is empty
winsFor X        whether X has completed a line
help             show this
quit             leave
";

impl Editor {
    /// An editor of a position.
    ///
    /// Without gravity nothing can be dropped, and `addMove` is refused.
    pub fn new(position: Position, ink: Ink) -> Self {
        Self { position, ink }
    }

    /// The board as it is now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What is said before the first line.
    pub fn opening(&self) -> String {
        self.board() + "Type help to see every command.\n"
    }

    /// What stands before each line, without a line break.
    pub fn prompt(&self) -> &'static str {
        "> "
    }

    /// Takes a typed line and returns what is to be said; `None` at the end.
    pub fn read(&mut self, line: &str) -> Option<String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let name = words.first().map(|word| word.to_ascii_lowercase());
        let said = match (name.as_deref().unwrap_or_default(), &words[..]) {
            ("quit", [_]) => return None,
            ("help", [_]) => Ok(HELP.to_owned()),
            ("setboard", [_]) => self.set_board(""),
            ("setboard", [_, columns]) => self.set_board(columns),
            ("addmove", [_, column, player]) => self.add_move(column, player),
            ("delmove", [_, column]) => self.column(column).map(|column| {
                self.position.take(column);
                self.board()
            }),
            ("allowsmove", [_, column]) => Ok(truth(
                number(column).is_some_and(|column| self.position.allows(column)),
            )),
            ("isfull", [_]) => Ok(truth(self.position.is_full())),
            ("winsfor", [_, player]) => self
                .player(player)
                .map(|player| truth(self.position.has_won(player))),
            _ => Err(format!(
                "{} is not a command; type help",
                quote(line.trim())
            )),
        };
        Some(said.unwrap_or_else(|why| why + ".\n"))
    }

    fn board(&self) -> String {
        Style::XAndO.draw_position(&self.position, self.ink)
    }

    fn set_board(&mut self, columns: &str) -> Result<String, String> {
        self.position = Position::from_columns_skipping(self.position.rules(), columns)
            .map_err(|error| printable(&error.to_string()).collect::<String>())?;
        Ok(self.board())
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
        let game = Match::plain(Game::new(rules));
        let sign = |player: Player| sign(&game, player).to_string();
        // Signs of many players may differ by nothing but their case.
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

/// As the source program's language writes it.
fn truth(value: bool) -> String {
    if value { "True\n" } else { "False\n" }.to_owned()
}
