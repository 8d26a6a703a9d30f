//! The conversation in which a game is played.

use super::{
    Ink, Style, draw,
    input::{number, quote, short},
    questions::{Answered, Questions},
    read_player, write_player,
};
use crate::{
    Cell, Colour, Game, Match, MoveError, Player, Position, Rules, Seat, Setup, Status, Step,
    notation, player_kind::Kind,
};

/// What has happened to a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A piece was put on the board.
    Moved,
    /// The latest step was taken back.
    Undone,
    /// An undone step was made again.
    Redone,
    /// The second player took the first piece's side.
    Swapped,
    /// The players agreed on a draw.
    Agreed,
    /// A computer player, or a person, has taken over a seat.
    Seated,
    /// Another match is on the board.
    Started,
}

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Put a piece of the player to move here. It is allowed.
    Place(Cell),
    /// Take the latest step back, as [`Match::taken_back`] does. There is one.
    Undo,
    /// Make the undone step again, as [`Match::make_again`] does. There is one.
    Redo,
    /// Take the first piece's side. The player to move may.
    Swap,
    /// End the game as a draw. Nobody can win any more.
    AgreeDraw,
    /// Save the match, in the file that was named.
    Save(Option<String>),
    /// Load a match, from the file that was named.
    Load(Option<String>),
    /// Let a computer player, or a person for `None`, play for a seat.
    Sit {
        /// Which of [`Setup::seats`]. There is such a seat.
        place: usize,
        /// Who plays for it.
        computer: Option<Kind>,
    },
    /// Show the high scores.
    Scores,
    /// Begin another match.
    Start(Setup),
    /// End the conversation.
    Quit,
}

/// What comes of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Text for the person, whole lines or nothing; nothing else happens.
    Say(String),
    /// Something to be done. [`Talk::after`] has what to say then.
    Do(Action),
}

/// The conversation about a match in one style: a line in, lines out.
///
/// It does not own the match, which may change without it.
#[derive(Clone, Debug)]
pub struct Talk {
    style: Style,
    ink: Ink,
    /// The line before was not allowed, so it is asked for again.
    again: bool,
    questions: Option<Questions>,
}

/// What the source program of [`Style::BoardGames`] asks before each turn.
const UNDO_QUESTION: &str = "Press U to Undo anything else to continue .\n";

/// Why a line is no move.
enum Wrong {
    /// It names no column or cell of the board.
    Absent,
    /// There is no room.
    Taken(Cell),
}

impl Talk {
    /// A conversation before its first line.
    pub fn new(style: Style, ink: Ink) -> Self {
        Self {
            style,
            ink,
            again: false,
            questions: None,
        }
    }

    /// The style of the conversation.
    pub fn style(&self) -> Style {
        self.style
    }

    /// Begins the questions about the next match. Only
    /// [`Style::BoardGames`] has any.
    pub fn ask(&mut self) {
        if self.style == Style::BoardGames {
            self.questions = Some(Questions::default());
        }
    }

    /// Whether it is in the questions about the next match. Until they are answered
    /// nobody moves.
    pub fn is_asking(&self) -> bool {
        self.questions.is_some()
    }

    /// What is said before the first line: the board, and whose turn it is or how
    /// the game has ended.
    pub fn opening(&self, game: &Match) -> String {
        let mut board = self.style.draw(game, self.ink);
        if self.style == Style::BoardGames {
            board += "Type help to see every command.\n";
        }
        let shown = self.with_board(&board, &self.state(game));
        match self.style {
            Style::XAndO => "Welcome to Connect Four!\n".to_owned() + &shown,
            Style::Shapes | Style::Letters | Style::BoardGames => shown,
        }
    }

    /// The board of a game, and how it has ended if it has.
    pub fn board(&self, game: &Match) -> String {
        let board = self.style.draw(game, self.ink);
        self.with_board(&board, &self.result(game).unwrap_or_default())
    }

    /// A position that need not come of a game, and everyone who has won in it; more
    /// than one may have.
    pub fn position(&self, position: &Position) -> String {
        let rules = position.rules();
        let game = Match::plain(Game::new(rules));
        let winners = rules.all_players().filter(|&who| position.has_won(who));
        let mut said: String = winners.map(|who| self.won(&game, who)).collect();
        if said.is_empty() && position.is_full() {
            self.drawn().clone_into(&mut said);
        }
        self.with_board(&self.style.draw_position(position, self.ink), &said)
    }

    /// The board and what is said of it, which comes first in [`Style::XAndO`].
    fn with_board(&self, board: &str, said: &str) -> String {
        match self.style {
            Style::XAndO => [said, board].concat(),
            Style::Shapes | Style::Letters | Style::BoardGames => [board, said].concat(),
        }
    }

    /// What stands before the next line, without a line break; `None` when the
    /// conversation is over.
    pub fn prompt(&self, game: &Match) -> Option<String> {
        if let Some(questions) = &self.questions {
            return Some(questions.prompt());
        }
        let Status::ToMove(player) = game.game().status() else {
            let goes_on = self.style == Style::BoardGames;
            return goes_on.then(|| "What next? ".to_owned());
        };
        let rules = game.rules();
        let label = self.label(game, player);
        let gravity = rules.gravity();
        let choose = match self.style {
            Style::Shapes => {
                let enter = if self.again { "Re-enter" } else { "Enter" };
                let range = self.range(rules);
                if gravity {
                    format!("{enter} a bin index in {range} that is not full")
                } else {
                    format!("{enter} a cell in {range} that is not taken")
                }
            }
            Style::Letters => {
                let what = if gravity { "column" } else { "cell" };
                format!("Player {label}, choose a {what}")
            }
            Style::XAndO => label + "'s choice",
            Style::BoardGames if gravity => label + ", choose a column",
            Style::BoardGames => label + ", choose a column and a row",
        };
        let swap = if game.may_swap() { ", or swap" } else { "" };
        Some(choose + swap + ": ")
    }

    /// Takes a line that somebody has typed.
    pub fn read(&mut self, game: &Match, line: &str) -> Reply {
        let line = line.trim();
        if self.questions.is_some() {
            return self.answer(game, line);
        }
        if self.style == Style::BoardGames
            && let Some(reply) = self.command(game, line)
        {
            return reply;
        }
        if !matches!(game.game().status(), Status::ToMove(_)) {
            return Reply::Say(self.state(game));
        }
        if self.style == Style::XAndO
            && let Some(reply) = delete_move(game, line)
        {
            return reply.unwrap_or_else(|why| self.refuse(why));
        }
        // The other styles have no commands, so there it is a move where it is agreed.
        let swaps = self.style == Style::BoardGames || game.setup().swap();
        if swaps && line.eq_ignore_ascii_case("swap") {
            return self.swap(game);
        }
        match self.find(game, line) {
            Ok(cell) => Reply::Do(Action::Place(cell)),
            Err(wrong) => {
                let why = self.refusal(game.rules(), line, &wrong);
                self.refuse(why)
            }
        }
    }

    /// Says why a line is refused, and asks again.
    fn refuse(&mut self, why: String) -> Reply {
        self.again = true;
        Reply::Say(why + "\n")
    }

    /// What comes of the wish to swap.
    fn swap(&mut self, game: &Match) -> Reply {
        if game.may_swap() {
            return Reply::Do(Action::Swap);
        }
        let why = if game.setup().swap() {
            "A swap is possible only right after the first piece."
        } else {
            "In this game the second player may not swap."
        };
        self.refuse(why.to_owned())
    }

    /// What is said once the match has changed.
    pub fn after(&mut self, game: &Match, change: Change) -> String {
        self.again = false;
        let many = self.style == Style::BoardGames;
        let before = match change {
            Change::Started => {
                self.questions = None;
                return self.opening(game);
            }
            Change::Agreed => return self.state(game),
            Change::Swapped => self.swapped(game),
            Change::Seated => return seats(game),
            Change::Undone if many => "Taken back.\n".to_owned(),
            Change::Redone if many => "Made again.\n".to_owned(),
            Change::Moved | Change::Undone | Change::Redone => String::new(),
        };
        let board = self.style.draw(game, self.ink);
        before + &self.with_board(&board, &self.state(game))
    }

    /// Whose the first piece is after a swap, as one line.
    fn swapped(&self, game: &Match) -> String {
        let owner = self.label(game, game.rules().player_after(0));
        match self.style {
            Style::Shapes => format!("first shape: {owner}\n"),
            Style::Letters => format!("The first token is Player {owner}'s now.\n"),
            Style::XAndO => format!("The first move is {owner}'s now.\n"),
            Style::BoardGames => format!("The first piece is {owner}'s now.\n"),
        }
    }

    /// How the game has ended, as one line; `None` while it goes on.
    pub fn result(&self, game: &Match) -> Option<String> {
        match game.game().status() {
            Status::ToMove(_) => None,
            Status::Won { player, .. } => Some(self.won(game, player)),
            Status::Drawn(_) => Some(self.drawn().to_owned()),
        }
    }

    fn won(&self, game: &Match, player: Player) -> String {
        let player = self.label(game, player);
        match self.style {
            Style::Shapes => format!("winner: {player}\n"),
            Style::Letters => format!("Player {player} won!\n"),
            Style::XAndO => player + " wins -- Congratulations!\n",
            Style::BoardGames => player + " Won!\n",
        }
    }

    fn drawn(&self) -> &'static str {
        match self.style {
            Style::Shapes => "a tie\n",
            Style::Letters | Style::XAndO => "It is a tie.\n",
            Style::BoardGames => "Game ended in tie\n",
        }
    }

    /// The line below the board: how the game has ended, or what a style says before
    /// each turn.
    fn state(&self, game: &Match) -> String {
        if let Some(result) = self.result(game) {
            return result;
        }
        match self.style {
            Style::Shapes => {
                let position = game.game().position();
                let number = position.pieces() + 1;
                let player = self.label(game, position.to_move());
                format!("add shape: {number}, player: {player}\n")
            }
            // The line that is typed next answers this and the question for a move.
            Style::BoardGames
                if game.computer_to_move().is_none() && game.taken_back().is_some() =>
            {
                UNDO_QUESTION.to_owned()
            }
            Style::Letters | Style::XAndO | Style::BoardGames => String::new(),
        }
    }

    /// What the style calls a player.
    fn label(&self, game: &Match, player: Player) -> String {
        let seat = game.seat(player);
        match self.style {
            Style::Shapes => {
                let seats = game.setup().seats();
                let with = |colour: Colour| {
                    let same = seats
                        .iter()
                        .filter(|seat| seat.piece_style.colour == colour);
                    same.count()
                };
                if Colour::ALL.iter().all(|colour| with(*colour) <= 1) {
                    seat.piece_style.colour.to_string()
                } else {
                    seat.piece_style.to_string()
                }
            }
            Style::Letters => draw::token(game, player).to_string(),
            Style::XAndO => draw::sign(game, player).to_string(),
            Style::BoardGames => seat.name.to_string(),
        }
    }

    /// What can be chosen: `[0, 6)` or `[A1, C3]` in the style of shapes, else
    /// `1 to 7` or `A1 to C3`.
    fn range(&self, rules: Rules) -> String {
        let shapes = self.style == Style::Shapes;
        if rules.gravity() {
            let first = self.style.first_column();
            let end = first + usize::from(rules.columns());
            return if shapes {
                format!("[{first}, {end})")
            } else {
                format!("{first} to {}", end - 1)
            };
        }
        let last = Cell::at(rules.columns() - 1, rules.rows() - 1);
        if shapes {
            format!("[A1, {last}]")
        } else {
            format!("A1 to {last}")
        }
    }

    /// The cell that a line means, if a piece can be put there.
    fn find(&self, game: &Match, line: &str) -> Result<Cell, Wrong> {
        let (rules, position) = (game.rules(), game.game().position());
        if rules.gravity() {
            let column = number(line)
                .and_then(|number| number.checked_sub(self.style.first_column()))
                .and_then(|index| rules.column(index))
                .ok_or(Wrong::Absent)?;
            return position.landing(column).map_err(|error| match error {
                MoveError::ColumnFull(column) => Wrong::Taken(Cell::at(column.index() as u8, 0)),
                _ => Wrong::Absent,
            });
        }
        let named = || notation::read_cell(rules, &line.to_ascii_uppercase());
        let cell = if self.style == Style::BoardGames {
            numbered_cell(rules, line).or_else(named)
        } else {
            named()
        };
        let cell = cell.ok_or(Wrong::Absent)?;
        match position.check(cell) {
            Ok(()) => Ok(cell),
            Err(_) => Err(Wrong::Taken(cell)),
        }
    }

    /// Why a line is not taken as a move.
    fn refusal(&self, rules: Rules, line: &str, wrong: &Wrong) -> String {
        let gravity = rules.gravity();
        let what = if gravity { "column" } else { "cell" };
        match (self.style, wrong) {
            (Style::Shapes, Wrong::Absent) => {
                let what = if gravity { "bin index" } else { "cell" };
                format!("invalid {what}, needs to be in {}", self.range(rules))
            }
            (Style::Shapes, Wrong::Taken(_)) if gravity => "the bin is full".to_owned(),
            (Style::Shapes, Wrong::Taken(_)) => "the cell is taken".to_owned(),
            (Style::Letters, Wrong::Absent) if gravity => "Invalid column number.".to_owned(),
            (Style::Letters, Wrong::Absent) => "Invalid cell.".to_owned(),
            (Style::Letters, Wrong::Taken(_)) if gravity => "Column full.".to_owned(),
            (Style::Letters, Wrong::Taken(_)) => "Cell taken.".to_owned(),
            (_, Wrong::Taken(cell)) if gravity => {
                let number = cell.column().index() + self.style.first_column();
                format!("Column {number} is full.")
            }
            (_, Wrong::Taken(cell)) => format!("Cell {cell} is taken."),
            (_, Wrong::Absent) if line.is_empty() => {
                format!("Choose a {what} from {}.", self.range(rules))
            }
            (Style::XAndO, Wrong::Absent) => format!("There is no {what} {}.", short(line)),
            (Style::BoardGames, Wrong::Absent) => {
                let range = self.range(rules);
                let numbers = |c: char| c.is_ascii_digit() || " ,".contains(c);
                if line.chars().all(numbers) {
                    format!("There is no {what} {}; {what}s are {range}.", short(line))
                } else {
                    let line = quote(line);
                    format!("{line} is no {what} and no command; {what}s are {range}.")
                }
            }
        }
    }

    /// Takes an answer to a question.
    fn answer(&mut self, game: &Match, line: &str) -> Reply {
        if line.eq_ignore_ascii_case("quit") {
            return Reply::Do(Action::Quit);
        }
        if line.eq_ignore_ascii_case("cancel") {
            self.questions = None;
            return Reply::Say(self.opening(game));
        }
        let Some(questions) = &mut self.questions else {
            return Reply::Say(String::new());
        };
        match questions.answer(line) {
            Answered::Refused(why) => Reply::Say(why),
            Answered::Next => Reply::Say(String::new()),
            Answered::Done(setup) => {
                self.questions = None;
                Reply::Do(Action::Start(setup))
            }
        }
    }

    /// What comes of a line that is a command.
    fn command(&mut self, game: &Match, line: &str) -> Option<Reply> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let file = (!rest.is_empty()).then(|| rest.to_owned());
        let say = |text: &str| Reply::Say(text.to_owned());
        let played = game.game();
        Some(match (word.to_ascii_lowercase().as_str(), file) {
            ("save", file) => Reply::Do(Action::Save(file)),
            ("load", file) => Reply::Do(Action::Load(file)),
            ("seat", None) => Reply::Say(seats(game)),
            ("seat", Some(words)) => sit(game, &words).unwrap_or_else(Reply::Say),
            (_, Some(_)) => return None,
            ("undo" | "u", _) if played.cursor() == 0 => say("There is nothing to take back.\n"),
            ("undo" | "u", _) if game.taken_back().is_none() => {
                say("No person has had a turn to take back.\n")
            }
            ("undo" | "u", _) => Reply::Do(Action::Undo),
            ("redo", _) if played.cursor() == played.steps().len() => {
                say("There is nothing to make again.\n")
            }
            ("redo", _) => Reply::Do(Action::Redo),
            ("draw", _) if !matches!(played.status(), Status::ToMove(_)) => {
                Reply::Say(self.state(game))
            }
            ("draw", _) if !played.position().is_dead() => {
                say("No draw yet: somebody can still complete a line.\n")
            }
            ("draw", _) => Reply::Do(Action::AgreeDraw),
            ("scores", _) => Reply::Do(Action::Scores),
            ("new", _) => {
                self.ask();
                say("Answer cancel to keep the game on the board.\n")
            }
            ("help", _) => Reply::Say(help(game)),
            ("quit", _) => Reply::Do(Action::Quit),
            _ => return None,
        })
    }
}

/// Who plays for each seat, one in a line.
fn seats(game: &Match) -> String {
    let line = |(place, seat): (usize, &Seat)| {
        let who = write_player(seat.computer);
        format!("{}. {}: {who}\n", place + 1, seat.name)
    };
    game.setup().seats().iter().enumerate().map(line).collect()
}

/// What the words after `seat` mean: a seat, counted from 1, and who plays for it.
fn sit(game: &Match, words: &str) -> Result<Reply, String> {
    let (seat, who) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
    let count = game.setup().seats().len();
    let place = number(seat).and_then(|number| number.checked_sub(1));
    let Some(place) = place.filter(|place| *place < count) else {
        let seat = quote(seat);
        return Err(format!("{seat} is not a seat; seats are 1 to {count}.\n"));
    };
    let computer = read_player(who.trim()).map_err(|why| format!("{why}.\n"))?;
    Ok(Reply::Do(Action::Sit { place, computer }))
}

/// What comes of `delMove 3`, as [`Style::XAndO`] calls it; `None` if a line is not that.
///
/// A game is its moves in order, so only the latest can be deleted. An
/// [`Editor`](super::Editor) deletes any.
fn delete_move(game: &Match, line: &str) -> Option<Result<Reply, String>> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if !word.eq_ignore_ascii_case("delMove") {
        return None;
    }
    let played = game.game();
    let latest = match played.steps()[..played.cursor()].last() {
        Some(Step::Place(cell)) if game.taken_back().is_some() => {
            Style::XAndO.write_cell(game.rules(), *cell)
        }
        _ => return Some(Err("There is no move to delete.".to_owned())),
    };
    Some(if rest.trim().eq_ignore_ascii_case(&latest) {
        Ok(Reply::Do(Action::Undo))
    } else {
        Err(format!(
            "In a game only the latest move can be deleted: delMove {latest}."
        ))
    })
}

/// Every command of [`Style::BoardGames`].
fn help(game: &Match) -> String {
    let choose = if game.rules().gravity() {
        "3            put a piece into column 3\n"
    } else {
        "2 3, or B3   put a piece into column 2, row 3\n"
    };
    let swap = if game.setup().swap() {
        "swap         take the first piece instead of moving, right after it\n"
    } else {
        ""
    };
    let commands = "\
undo, u      take the last move back, again and again to the start
redo         make it again
draw         agree on a draw, once nobody can win
save [FILE]  save the game
load [FILE]  load a game
scores       show the high scores
new          choose another game and its players
help         show this
quit         leave
";
    // Whoever plays without computers is not to be bothered with them.
    let mut seats = game.setup().seats().iter();
    let computers = if seats.any(|seat| seat.computer.is_some()) {
        "\
seat         show who plays for which seat
seat 2 WHO   let WHO play for seat 2: person, level:3 or another computer player
"
    } else {
        ""
    };
    [choose, swap, commands, computers].concat()
}

/// The cell that is meant by a column and a row, both counted from 1.
fn numbered_cell(rules: Rules, text: &str) -> Option<Cell> {
    let mut words = text
        .split([' ', '\t', ','])
        .filter(|word| !word.is_empty())
        .map(number);
    let (column, row) = (words.next()??, words.next()??);
    if words.next().is_some() {
        return None;
    }
    rules.cell(column.checked_sub(1)?, row.checked_sub(1)?)
}
