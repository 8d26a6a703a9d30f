//! English.

use crate::{
    board::glyph::{self, Colour, Shape},
    scene::{Emphasis, LaneView, PieceView},
    session::{Event, Refusal, Session},
    store::{NotStored, Unreadable},
};
use four_shapes_engine::{
    Bound, Column, Drawn, Game, MoveError, Player, Rules, RulesError, Setting, Status, Step,
};

pub(crate) const TITLE: &str = "Four Shapes";
pub(crate) const UNDO: &str = "Undo";
pub(crate) const REDO: &str = "Redo";
pub(crate) const NEW_GAME: &str = "New game";
pub(crate) const PLAY_AGAIN: &str = "Play again";
pub(crate) const AGREE_DRAW: &str = "Call it a draw";
pub(crate) const OPEN_HELP: &str = "Help";
pub(crate) const CLOSE: &str = "Close";
pub(crate) const DISMISS: &str = "Dismiss";
pub(crate) const CANCEL: &str = "Cancel";
pub(crate) const START: &str = "Start";
pub(crate) const SEATS: &str = "Players";
pub(crate) const ACTIONS: &str = "Game";
pub(crate) const NOTICES: &str = "Notices";
pub(crate) const CHOOSE_COLUMN: &str = "Board: choose a column";
pub(crate) const BOARD_TABLE: &str = "The board, from the top row down";
pub(crate) const ROW: &str = "Row";
pub(crate) const BOARD_SIZE: &str = "Board";
pub(crate) const OWN_SIZE: &str = "Your own size";
pub(crate) const COLUMNS: &str = "Columns";
pub(crate) const ROWS: &str = "Rows";
pub(crate) const NOT_A_NUMBER: &str = "Give both as whole numbers.";

/// The boards to choose from, each with its columns and rows.
pub(crate) const PRESETS: [(&str, u32, u32); 3] =
    [("Classic", 7, 6), ("Shapes", 6, 4), ("Large", 9, 7)];

pub(crate) fn preset(name: &str, columns: u32, rows: u32) -> String {
    format!("{name} {columns} × {rows}")
}

/// What a shape is called.
pub(crate) fn shape(shape: Shape) -> &'static str {
    match shape {
        Shape::Circle => "circle",
        Shape::Pentagon => "pentagon",
    }
}

/// What a player is called: by colour, as long as players have no names.
pub(crate) fn player(player: Player) -> &'static str {
    match glyph::of(player).colour {
        Colour::Red => "Red",
        Colour::Blue => "Blue",
    }
}

/// A player's piece: `red circle`.
pub(crate) fn piece(of: Player) -> String {
    let glyph = glyph::of(of);
    let colour = match glyph.colour {
        Colour::Red => "red",
        Colour::Blue => "blue",
    };
    format!("{colour} {}", shape(glyph.shape))
}

/// What a cell of the readable table says.
pub(crate) fn cell(piece: Option<PieceView>) -> String {
    let Some(PieceView {
        player, emphasis, ..
    }) = piece
    else {
        return "empty".to_owned();
    };
    let which = match emphasis {
        Emphasis::Plain | Emphasis::SteppedBack => "",
        Emphasis::Last => ", last move",
        Emphasis::Marked => ", winning",
    };
    format!("{}{which}", self::piece(player))
}

/// The name of a column's button.
pub(crate) fn column_button(lane: LaneView, rows: u8) -> String {
    let LaneView { column, filled, .. } = lane;
    if filled == usize::from(rows) {
        format!("Column {column}, full")
    } else {
        format!("Column {column}, {filled} of {rows} filled")
    }
}

/// How the game stands; `dead` when nobody can complete a line any more.
pub(crate) fn status(game: &Game, dead: bool) -> String {
    match game.status() {
        Status::ToMove(next) if dead => {
            format!("{}’s turn, but nobody can win any more", player(next))
        }
        Status::ToMove(next) => format!("{}’s turn", player(next)),
        Status::Won { player: winner, .. } => {
            let moves = game.position().pieces();
            format!("{} wins in {moves} moves", player(winner))
        }
        Status::Drawn(Drawn::Full) => "A tie: the board is full".to_owned(),
        Status::Drawn(Drawn::Agreed) => "A draw: nobody could win any more".to_owned(),
    }
}

/// What is said, before the status, to somebody who does not see the board.
pub(crate) fn event(session: &Session) -> String {
    let game = session.game();
    match session.event() {
        Event::Opened | Event::Agreed => String::new(),
        Event::Dropped { player, cell } => format!("{}: {cell}. ", self::player(player)),
        Event::Undone(Step::Place(cell)) => format!("Taken back: {cell}. "),
        Event::Undone(Step::AgreeDraw) => "The draw is taken back. ".to_owned(),
        Event::Redone(Step::Place(cell)) => format!("Made again: {cell}. "),
        Event::Redone(Step::AgreeDraw) => "The draw is agreed again. ".to_owned(),
        Event::Started => format!("New game. {}. ", board(game.rules())),
        Event::Refused(refusal) => refused(refusal),
    }
}

/// Where the winning lines are, after the status.
pub(crate) fn trace(game: &Game) -> String {
    match game.status() {
        Status::Won { trace, .. } => format!(" with {trace}"),
        Status::ToMove(_) | Status::Drawn(_) => String::new(),
    }
}

/// What is shown and said when nothing happened.
pub(crate) fn refused(refusal: Refusal) -> String {
    match refusal {
        Refusal::Move(MoveError::ColumnFull(column)) => column_full(column),
        Refusal::Move(error) => format!("That can’t be played: {error}. "),
        Refusal::Over => "The game is over. ".to_owned(),
        Refusal::NothingToUndo => "There is nothing to take back. ".to_owned(),
        Refusal::NothingToRedo => "There is nothing to make again. ".to_owned(),
        Refusal::Open(_) => "Somebody can still win. ".to_owned(),
    }
}

fn column_full(column: Column) -> String {
    format!("Column {column} is full. ")
}

/// A board in words: `7 columns, 6 rows`.
fn board(rules: Rules) -> String {
    format!("{} columns, {} rows", rules.columns(), rules.rows())
}

/// How a game on a board is won.
pub(crate) fn goal(rules: Rules) -> String {
    format!("The first with {} in a row wins.", number(rules.connect()))
}

/// A small number in words.
fn number(number: u8) -> String {
    match number {
        3 => "three".to_owned(),
        4 => "four".to_owned(),
        more => more.to_string(),
    }
}

/// What is given up when a new game starts now.
pub(crate) fn gives_up(moves: usize) -> String {
    let moves = match moves {
        1 => "1 move".to_owned(),
        more => format!("{more} moves"),
    };
    format!("The game in progress ({moves}) will be given up.")
}

/// Why a board can't be had.
pub(crate) fn rules_error(error: RulesError) -> String {
    let setting = match error.setting {
        Setting::Columns => COLUMNS,
        Setting::Rows => ROWS,
        Setting::Connect => "In a row",
        Setting::Players => "Players",
    };
    let value = error.value;
    match error.bound {
        Bound::AtLeast(limit) => format!("{setting}: {value} is too few, at least {limit}."),
        Bound::AtMost(limit) => format!("{setting}: {value} is too many, at most {limit}."),
    }
}

/// A stored record that is no game.
pub(crate) fn unreadable(why: &Unreadable, aside: Option<&str>) -> String {
    let why = match why {
        Unreadable::Record(error) => format!("could not be read ({error})"),
        Unreadable::NotOffered => "is of a kind that this page does not offer".to_owned(),
    };
    match aside {
        Some(name) => {
            format!("The stored game {why}. It is kept in this browser under the name “{name}”.")
        }
        None => format!(
            "The stored game {why}. There is no room to put it aside, so it stays where it is \
             and this game will not be stored."
        ),
    }
}

/// Why the game will not be there next time.
pub(crate) fn not_stored(why: NotStored) -> &'static str {
    match why {
        NotStored::Denied => {
            "This browser does not let the page store the game: \
             it will be gone when the page is closed."
        }
        NotStored::Elsewhere => {
            "A game was stored by another tab, and that one is kept. \
             This one will be gone when the page is closed."
        }
    }
}

/// The help.
pub(crate) const HELP_HEADING: &str = "How to play";
pub(crate) fn help(rules: Rules) -> [String; 3] {
    [
        "Two players take turns to drop their shapes: red circles and blue pentagons. \
         A shape falls to the lowest free cell of its column."
            .to_owned(),
        format!(
            "Whoever first has {} of them in a row wins: across, up or diagonally. \
             A longer line, or two lines at once, win just as well.",
            number(rules.connect())
        ),
        "A full board without such a line is a tie. \
         If nobody can win any more, you may call it a draw before that."
            .to_owned(),
    ]
}
pub(crate) const KEYS_HEADING: &str = "Keys on the board";
/// Keys, with a space between, and what they do.
pub(crate) const KEYS: [(&str, &str); 5] = [
    ("← →", "choose a column"),
    ("Home End", "the first, the last column"),
    ("1 … 9", "choose that column; two digits for 10 to 15"),
    ("Enter Space ↓", "drop"),
    ("Z Y", "undo, redo"),
];
