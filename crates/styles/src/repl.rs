//! A read–eval–print loop for playing a game as text.

use super::{
    ColourMode, Style, draw, format_player,
    input::{number, quote, short},
    parse_player,
    setup_prompt::{Progress, SetupPrompt},
};
use four_shapes_players::PlayerKind;
use four_shapes_records::{Colour, Match, Seat, Setup};
use four_shapes_rules::{Cell, Game, MoveError, Player, Position, Rules, Status, Step, notation};

/// A change to the match, reported to the player by [`Repl::report`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A piece was put on the board.
    Moved,
    /// The last step was undone.
    Undone,
    /// An undone step was redone.
    Redone,
    /// The second player swapped sides.
    Swapped,
    /// The players agreed on a draw.
    DrawAgreed,
    /// The player to move ran out of time.
    TimeForfeited,
    /// A seat was assigned to a human or to a computer player.
    ComputerSet,
    /// A new match was started or loaded.
    Started,
}

/// A command for the owner of the match to carry out. It has been checked: the match
/// allows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Place a piece of the player to move.
    Place(Cell),
    /// Undo, as [`Match::undone_to_human_turn`] does.
    Undo,
    /// Redo, as [`Match::redo_to_human_turn`] does.
    Redo,
    /// Swap sides.
    Swap,
    /// End the game as a draw.
    AgreeDraw,
    /// Save the match, to the given file if there is one.
    Save(Option<String>),
    /// Load a match, from the given file if there is one.
    Load(Option<String>),
    /// Assign a seat.
    SetComputer {
        /// The index into [`Setup::seats`].
        seat: usize,
        /// The computer player; `None` for a human.
        computer: Option<PlayerKind>,
    },
    /// Show the high scores.
    Scores,
    /// Start a new match.
    Start(Setup),
    /// Quit.
    Quit,
}

/// The response to a line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Text to print: complete lines, or nothing.
    Text(String),
    /// A command to carry out. [`Repl::report`] returns the text to print afterwards.
    Action(Action),
}

/// A text interface to a match in one of the styles: it parses lines of input and
/// formats output.
///
/// It doesn't own the match, which may also be changed by others.
#[derive(Clone, Debug)]
pub struct Repl {
    style: Style,
    colours: ColourMode,
    /// The previous line was rejected, so the prompt asks for it again.
    retry: bool,
    /// The questions about the next match, while they are being asked.
    setup: Option<SetupPrompt>,
}

/// The question that the original program of [`Style::BoardGames`] asks before each turn.
const UNDO_QUESTION: &str = "Press U to Undo anything else to continue .\n";

/// The reason a line isn't a legal move.
enum MoveInputError {
    /// It isn't a column or cell of the board.
    Invalid,
    /// The column is full or the cell is occupied.
    Taken(Cell),
}

impl Repl {
    /// Creates an interface in the given style.
    pub fn new(style: Style, colours: ColourMode) -> Self {
        Self {
            style,
            colours,
            retry: false,
            setup: None,
        }
    }

    /// Returns the style.
    pub fn style(&self) -> Style {
        self.style
    }

    /// Starts asking for the setup of the next match. Does nothing in styles other than
    /// [`Style::BoardGames`].
    pub fn start_setup(&mut self) {
        if self.style == Style::BoardGames {
            self.setup = Some(SetupPrompt::default());
        }
    }

    /// Returns whether the setup of the next match is being asked for. No moves are
    /// made until it is complete.
    pub fn is_in_setup(&self) -> bool {
        self.setup.is_some()
    }

    /// Returns the text to print first: the board, and the player to move or the
    /// result.
    pub fn greeting(&self, game: &Match) -> String {
        let mut board = self.style.draw(game, self.colours);
        if self.style == Style::BoardGames {
            board += "Type help to see every command.\n";
        }
        let shown = self.with_board(&board, &self.state(game));
        match self.style {
            Style::XAndO => "Welcome to Connect Four!\n".to_owned() + &shown,
            Style::Shapes | Style::Letters | Style::BoardGames => shown,
        }
    }

    /// Returns the board, with the result if the game is over.
    pub fn board(&self, game: &Match) -> String {
        let board = self.style.draw(game, self.colours);
        self.with_board(&board, &self.result(game).unwrap_or_default())
    }

    /// Returns the board of a position that need not be reachable in a game, with every
    /// player who has a completed line.
    pub fn position(&self, position: &Position) -> String {
        let rules = position.rules();
        let game = Match::with_default_seats(Game::new(rules));
        let winners = rules.all_players().filter(|&who| position.has_won(who));
        let mut said: String = winners.map(|who| self.won(&game, who)).collect();
        if said.is_empty() && position.is_full() {
            self.drawn().clone_into(&mut said);
        }
        self.with_board(&self.style.draw_position(position, self.colours), &said)
    }

    /// Joins the board and the text about it, which comes first in [`Style::XAndO`].
    fn with_board(&self, board: &str, said: &str) -> String {
        match self.style {
            Style::XAndO => [said, board].concat(),
            Style::Shapes | Style::Letters | Style::BoardGames => [board, said].concat(),
        }
    }

    /// Returns the prompt for the next line, without a line break; `None` when no more
    /// input is expected.
    pub fn prompt(&self, game: &Match) -> Option<String> {
        if let Some(setup) = &self.setup {
            return Some(setup.prompt());
        }
        let Status::ToMove(player) = game.game().status() else {
            let goes_on = self.style == Style::BoardGames;
            return goes_on.then(|| "What next (new, undo or quit)? ".to_owned());
        };
        let rules = game.rules();
        let label = self.label(game, player);
        let gravity = rules.gravity();
        let choose = match self.style {
            Style::Shapes => {
                let enter = if self.retry { "Re-enter" } else { "Enter" };
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

    /// Splits a line into the inputs to [handle](Self::handle_line) one after the other: in
    /// [`Style::Shapes`], bins may share a line.
    pub fn inputs<'a>(&self, game: &Match, line: &'a str) -> Vec<&'a str> {
        let words: Vec<&str> = line.split_whitespace().collect();
        if self.style == Style::Shapes && game.rules().gravity() && words.len() > 1 {
            words
        } else {
            vec![line]
        }
    }

    /// Parses and checks an input.
    pub fn handle_line(&mut self, game: &Match, line: &str) -> Reply {
        let line = line.trim();
        if self.setup.is_some() {
            return self.answer(game, line);
        }
        if self.style == Style::BoardGames
            && let Some(reply) = self.command(game, line)
        {
            return reply;
        }
        if self.style == Style::BoardGames && only_continues(line) && !self.is_move(game, line) {
            return Reply::Text(String::new());
        }
        if !matches!(game.game().status(), Status::ToMove(_)) {
            return Reply::Text(self.refusal_after_end(game, line));
        }
        if self.style != Style::BoardGames {
            if line.eq_ignore_ascii_case("quit") {
                return Reply::Action(Action::Quit);
            }
            if line.eq_ignore_ascii_case("help") {
                return Reply::Text(self.short_help(game));
            }
        }
        if self.style == Style::XAndO
            && let Some(reply) = delete_move(game, line)
        {
            return reply.unwrap_or_else(|message| self.reject(message));
        }
        // The other styles have no commands: there it is a move, if the swap rule is on.
        let swaps = self.style == Style::BoardGames || game.setup().swap();
        if swaps && line.eq_ignore_ascii_case("swap") {
            return self.swap(game);
        }
        match self.parse_move(game, line) {
            Ok(cell) => Reply::Action(Action::Place(cell)),
            Err(error) => {
                let message = self.error_message(game.rules(), line, &error);
                self.reject(message)
            }
        }
    }

    /// Returns whether a line names a column or cell of the board.
    fn is_move(&self, game: &Match, line: &str) -> bool {
        !matches!(self.parse_move(game, line), Err(MoveInputError::Invalid))
    }

    /// Returns the response to a line that isn't a command, after the end of the game.
    fn refusal_after_end(&self, game: &Match, line: &str) -> String {
        if self.style != Style::BoardGames {
            return self.state(game);
        }
        let is_number = line.starts_with(|c: char| c.is_ascii_digit());
        let is_swap = line.eq_ignore_ascii_case("swap");
        if is_number || is_swap || self.is_move(game, line) {
            return self.state(game);
        }
        format!(
            "{} is not a command; type help to see every command.\n",
            quote(line)
        )
    }

    /// Rejects a line with a message; the prompt will ask again.
    fn reject(&mut self, message: String) -> Reply {
        self.retry = true;
        Reply::Text(message + "\n")
    }

    /// Checks a request to swap sides.
    fn swap(&mut self, game: &Match) -> Reply {
        if game.may_swap() {
            return Reply::Action(Action::Swap);
        }
        let message = if game.setup().swap() {
            "A swap is possible only right after the first move."
        } else {
            "This game does not use the swap rule."
        };
        self.reject(message.to_owned())
    }

    /// Returns the text to print after a change to the match.
    pub fn report(&mut self, game: &Match, change: Change) -> String {
        self.retry = false;
        let board_games = self.style == Style::BoardGames;
        let before = match change {
            Change::Started => {
                self.setup = None;
                return self.greeting(game);
            }
            Change::DrawAgreed | Change::TimeForfeited => return self.state(game),
            Change::Swapped => self.swapped(game),
            Change::ComputerSet => return seats(game),
            Change::Undone if board_games => "Undone.\n".to_owned(),
            Change::Redone if board_games => "Redone.\n".to_owned(),
            Change::Moved | Change::Undone | Change::Redone => String::new(),
        };
        let board = self.style.draw(game, self.colours);
        before + &self.with_board(&board, &self.state(game))
    }

    /// Returns a line that names the owner of the first piece after a swap.
    fn swapped(&self, game: &Match) -> String {
        let owner = self.label(game, game.game().start().to_move());
        match self.style {
            Style::Shapes => format!("first shape: {owner}\n"),
            Style::Letters => format!("The first token is Player {owner}'s now.\n"),
            Style::XAndO => format!("The first move is {owner}'s now.\n"),
            Style::BoardGames => format!("{owner} now has the first piece.\n"),
        }
    }

    /// Returns the result as one line; `None` while the game is in progress.
    pub fn result(&self, game: &Match) -> Option<String> {
        match game.game().status() {
            Status::ToMove(_) => None,
            Status::Won { player, .. } | Status::WonOnTime(player) => Some(self.won(game, player)),
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

    /// Returns the line below the board: the result, or the style's announcement of the
    /// next turn.
    fn state(&self, game: &Match) -> String {
        if let Some(result) = self.result(game) {
            return result;
        }
        match self.style {
            Style::Shapes => {
                let position = game.game().position();
                let number = position.piece_count() - game.game().start().piece_count() + 1;
                let player = self.label(game, position.to_move());
                format!("add shape: {number}, player: {player}\n")
            }
            // The next line of input answers both this question and the prompt for a move.
            Style::BoardGames
                if game.computer_to_move().is_none() && game.undone_to_human_turn().is_some() =>
            {
                UNDO_QUESTION.to_owned()
            }
            Style::Letters | Style::XAndO | Style::BoardGames => String::new(),
        }
    }

    /// Returns the name of a player in this style.
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
            Style::Letters => draw::letter_of(game, player).to_string(),
            Style::XAndO => draw::x_or_o_of(game, player).to_string(),
            Style::BoardGames => seat.name.to_string(),
        }
    }

    /// Returns the range of columns or cells: `[0, 6)` or `[A1, C3]` in
    /// [`Style::Shapes`], otherwise `1 to 7` or `A1 to C3`.
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
        let last = rules.all_cells().next_back().expect("a board has cells");
        if shapes {
            format!("[A1, {last}]")
        } else {
            format!("A1 to {last}")
        }
    }

    /// Parses a move and checks that it is legal.
    fn parse_move(&self, game: &Match, line: &str) -> Result<Cell, MoveInputError> {
        let (rules, position) = (game.rules(), game.game().position());
        if rules.gravity() {
            let index = number(line)
                .and_then(|number| number.checked_sub(self.style.first_column()))
                .or_else(|| column_letter(line).filter(|_| self.style == Style::BoardGames));
            let column = index
                .and_then(|index| rules.column(index))
                .ok_or(MoveInputError::Invalid)?;
            return position.landing(column).map_err(|error| match error {
                MoveError::ColumnFull(column) => {
                    let bottom = rules.cell(column.index(), 0);
                    bottom.map_or(MoveInputError::Invalid, MoveInputError::Taken)
                }
                _ => MoveInputError::Invalid,
            });
        }
        let named = || notation::parse_cell(rules, &line.to_ascii_uppercase()).ok();
        let cell = if self.style == Style::BoardGames {
            numbered_cell(rules, line).or_else(named)
        } else {
            named()
        };
        let cell = cell.ok_or(MoveInputError::Invalid)?;
        match position.check_place(cell) {
            Ok(()) => Ok(cell),
            Err(_) => Err(MoveInputError::Taken(cell)),
        }
    }

    /// Returns the message for a line that isn't a legal move.
    fn error_message(&self, rules: Rules, line: &str, error: &MoveInputError) -> String {
        let gravity = rules.gravity();
        let what = if gravity { "column" } else { "cell" };
        match (self.style, error) {
            (Style::Shapes, MoveInputError::Invalid) => {
                let what = if gravity { "bin index" } else { "cell" };
                format!("invalid {what}, needs to be in {}", self.range(rules))
            }
            (Style::Shapes, MoveInputError::Taken(_)) if gravity => "the bin is full".to_owned(),
            (Style::Shapes, MoveInputError::Taken(_)) => "the cell is taken".to_owned(),
            (Style::Letters, MoveInputError::Invalid) if gravity => {
                "Invalid column number.".to_owned()
            }
            (Style::Letters, MoveInputError::Invalid) => "Invalid cell.".to_owned(),
            (Style::Letters, MoveInputError::Taken(_)) if gravity => "Column full.".to_owned(),
            (Style::Letters, MoveInputError::Taken(_)) => "Cell taken.".to_owned(),
            (_, MoveInputError::Taken(cell)) if gravity => {
                let number = cell.column().index() + self.style.first_column();
                format!("Column {number} is full.")
            }
            (_, MoveInputError::Taken(cell)) => format!("Cell {cell} is taken."),
            (_, MoveInputError::Invalid) if line.is_empty() => {
                format!("Choose a {what} from {}.", self.range(rules))
            }
            (Style::XAndO, MoveInputError::Invalid) => {
                format!("There is no {what} {}.", short(line))
            }
            (Style::BoardGames, MoveInputError::Invalid) => {
                let range = self.range(rules);
                let numbers = |c: char| c.is_ascii_digit() || " ,".contains(c);
                if line.chars().all(numbers) {
                    format!("There is no {what} {}; {what}s are {range}.", short(line))
                } else {
                    let line = quote(line);
                    format!("{line} is not a {what} or a command; {what}s are {range}.")
                }
            }
        }
    }

    /// Returns the help of the styles without commands.
    fn short_help(&self, game: &Match) -> String {
        let (what, several) = match self.style {
            Style::Shapes if game.rules().gravity() => ("bin", ", or several in turn"),
            _ if game.rules().gravity() => ("column", ""),
            _ => ("cell", ""),
        };
        let mut help = format!(
            "{:<12} choose a {what}{several}\n",
            self.range(game.rules())
        );
        if game.setup().swap() {
            help += SWAP_HELP;
        }
        if self.style == Style::XAndO {
            help += "delMove 3    undo the last move, if it was in column 3\n";
        }
        help + "help         show this help\nquit         leave the game\n"
    }

    /// Answers the current question about the setup.
    fn answer(&mut self, game: &Match, line: &str) -> Reply {
        if line.eq_ignore_ascii_case("quit") {
            return Reply::Action(Action::Quit);
        }
        if line.eq_ignore_ascii_case("cancel") {
            self.setup = None;
            return Reply::Text(self.greeting(game));
        }
        let Some(setup) = &mut self.setup else {
            return Reply::Text(String::new());
        };
        match setup.answer(line) {
            Progress::Rejected(message) => Reply::Text(message),
            Progress::Next => Reply::Text(String::new()),
            Progress::Complete(setup) => {
                self.setup = None;
                Reply::Action(Action::Start(setup))
            }
        }
    }

    /// Runs a command; `None` if the line isn't one.
    fn command(&mut self, game: &Match, line: &str) -> Option<Reply> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let file = (!rest.is_empty()).then(|| rest.to_owned());
        let say = |text: &str| Reply::Text(text.to_owned());
        let played = game.game();
        Some(match (word.to_ascii_lowercase().as_str(), file) {
            ("save", file) => Reply::Action(Action::Save(file)),
            ("load", file) => Reply::Action(Action::Load(file)),
            ("seat", None) => Reply::Text(seats(game)),
            ("seat", Some(words)) => assign_seat(game, &words).unwrap_or_else(Reply::Text),
            (_, Some(_)) => return None,
            ("undo" | "u", _) if played.cursor() == 0 => say("Nothing to undo.\n"),
            ("undo" | "u", _) if game.undone_to_human_turn().is_none() => {
                say("Nothing to undo: no human has moved.\n")
            }
            ("undo" | "u", _) => Reply::Action(Action::Undo),
            ("redo", _) if played.cursor() == played.steps().len() => say("Nothing to redo.\n"),
            ("redo", _) => Reply::Action(Action::Redo),
            ("draw", _) if !matches!(played.status(), Status::ToMove(_)) => {
                Reply::Text(self.state(game))
            }
            ("draw", _) if !played.position().is_dead() => {
                say("No draw yet: a line can still be completed.\n")
            }
            ("draw", _) => Reply::Action(Action::AgreeDraw),
            ("scores", _) => Reply::Action(Action::Scores),
            ("new", _) => {
                self.start_setup();
                say("Type cancel to keep the current game.\n")
            }
            ("help", _) => Reply::Text(help(game)),
            ("quit", _) => Reply::Action(Action::Quit),
            _ => return None,
        })
    }
}

const SWAP_HELP: &str =
    "swap         take over the first piece instead of making your first move\n";

/// Returns whether a line is an answer to [`UNDO_QUESTION`] that only continues, unless it is a
/// command or a move: nothing, or a letter.
fn only_continues(line: &str) -> bool {
    let mut characters = line.chars();
    match (characters.next(), characters.next()) {
        (None, _) => true,
        (Some(only), None) => only.is_alphabetic(),
        _ => false,
    }
}

/// Parses a column's letter. Lowercase letters answer [`UNDO_QUESTION`].
fn column_letter(line: &str) -> Option<usize> {
    let [letter @ b'A'..=b'Z'] = line.as_bytes() else {
        return None;
    };
    Some(usize::from(letter - b'A'))
}

/// Returns the player of each seat, one per line.
fn seats(game: &Match) -> String {
    let line = |(index, seat): (usize, &Seat)| {
        let player = format_player(seat.computer);
        format!("{}. {}: {player}\n", index + 1, seat.name)
    };
    game.setup().seats().iter().enumerate().map(line).collect()
}

/// Parses the arguments of `seat`: a seat, counted from 1, and its player.
fn assign_seat(game: &Match, arguments: &str) -> Result<Reply, String> {
    let (text, player) = arguments
        .split_once(char::is_whitespace)
        .unwrap_or((arguments, ""));
    let count = game.setup().seats().len();
    let seat = number(text).and_then(|number| number.checked_sub(1));
    let Some(seat) = seat.filter(|&seat| seat < count) else {
        let text = quote(text);
        return Err(format!("{text} is not a seat; seats are 1 to {count}.\n"));
    };
    let computer = parse_player(player.trim()).map_err(|error| format!("{error}.\n"))?;
    Ok(Reply::Action(Action::SetComputer { seat, computer }))
}

/// Parses `delMove 3`, a command of [`Style::XAndO`]; `None` if the line isn't one.
///
/// A game is its moves in order, so only the last one can be deleted. An
/// [`Editor`](super::Editor) can delete any.
fn delete_move(game: &Match, line: &str) -> Option<Result<Reply, String>> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if !word.eq_ignore_ascii_case("delMove") {
        return None;
    }
    let played = game.game();
    let latest = match played.steps()[..played.cursor()].last() {
        Some(Step::Place(cell)) if game.undone_to_human_turn().is_some() => {
            Style::XAndO.write_cell(game.rules(), *cell)
        }
        _ => return Some(Err("No move to delete.".to_owned())),
    };
    Some(if rest.trim().eq_ignore_ascii_case(&latest) {
        Ok(Reply::Action(Action::Undo))
    } else {
        Err(format!(
            "In a game only the latest move can be deleted: delMove {latest}."
        ))
    })
}

/// Returns the help of [`Style::BoardGames`].
fn help(game: &Match) -> String {
    let choose = if game.rules().gravity() {
        "3, or C      put a piece into column 3\n"
    } else {
        "2 3, or B3   put a piece into column 2, row 3\n"
    };
    let swap = if game.setup().swap() { SWAP_HELP } else { "" };
    let commands = "\
undo, u      undo the last move
redo         redo the last undone move
draw         agree on a draw if no line can be completed
save [FILE]  save the game
load [FILE]  load a game
scores       show the high scores
new          choose another game and its players
help         show this help
quit         leave the game
";
    let mut seats = game.setup().seats().iter();
    let computers = if seats.any(|seat| seat.computer.is_some()) {
        "\
seat         list the players
seat 2 WHO   set the player of seat 2: human, level:3 or another computer player
"
    } else {
        ""
    };
    [choose, swap, commands, computers].concat()
}

/// Parses a cell as a column and a row, both counted from 1.
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
