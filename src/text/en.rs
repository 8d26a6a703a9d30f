//! English.

use crate::{
    board::view_model::{CellView, Emphasis, LaneView, PieceView},
    device::Room,
    game::computers::Speed,
    game::session::{Advice, Event, Labels, Refusal, Session},
    library::{
        Ended, Entry, Outcome, Summary, Who,
        backup::{Broken, Wrong},
    },
    settings::record::Setting,
    storage::NotStored,
    tournament::standings::{Meeting, Rating, Row, Share, Standing},
    workers::{MoveWorth, Worth},
};
use four_shapes_engine::{
    Cell, Drawn, Look, Match, MoveError, Name, NameError, Player, Rules, Setup, SetupError, Spec,
    Status, Step, SwapError,
    contest::Score,
    import::ImportError,
    link::LinkError,
    players::{Kind, KindError, Ties},
    record::RecordError,
    style::Style,
    tournament::{
        Ending, Fault, Format, Played, Tournament, TournamentError, file::FileError,
        rating::Verdict,
    },
};

pub(crate) const TITLE: &str = "Four Shapes";
pub(crate) const UNDO: &str = "Undo";
pub(crate) const REDO: &str = "Redo";
pub(crate) const HINT: &str = "Hint";
pub(crate) const PAUSE: &str = "Pause";
pub(crate) const GO_ON: &str = "Go on";
pub(crate) const ONE_MOVE: &str = "One move";
pub(crate) const SPEED: &str = "Speed";
pub(crate) const NEW_GAME: &str = "New game";
pub(crate) const PLAY_AGAIN: &str = "Play again";
pub(crate) const SWAP: &str = "Swap";
pub(crate) const AGREE_DRAW: &str = "Call it a draw";
pub(crate) const OPEN_HELP: &str = "Help";
/// Switches sound and vibration off and on.
pub(crate) const SOUND: &str = "Sound";
pub(crate) const CLOSE: &str = "Close";
pub(crate) const DISMISS: &str = "Dismiss";
pub(crate) const CANCEL: &str = "Cancel";
pub(crate) const LOADING: &str = "Loading …";
/// Why a part of the page is not there.
pub(crate) const UNREACHABLE: &str =
    "That part of the page could not be loaded. Are you connected?";
pub(crate) const OUTDATED: &str =
    "There is a new version of this page. Please reload it; your game is kept.";
pub(crate) const START: &str = "Start";
/// Discards what was chosen and typed.
pub(crate) const RESET_DRAFT: &str = "Reset";
pub(crate) const SEATS: &str = "Players";
pub(crate) const ACTIONS: &str = "Game";
pub(crate) const NOTICES: &str = "Notices";
pub(crate) const CHOOSE_COLUMN: &str = "Board: choose a column";
pub(crate) const CHOOSE_CELL: &str = "Board: choose a cell";
pub(crate) const BOARD_TABLE: &str = "The board, from the top row down";
pub(crate) const ROW: &str = "Row";
pub(crate) const ANALYSIS: &str = "Analysis";
pub(crate) const SETTINGS: &str = "Settings";
pub(crate) const TOOLS: &str = "More";

/// What is called what in the new-game dialog.
pub(crate) const GAME: &str = "Game";
pub(crate) const CONNECT_FOUR: &str = "Connect Four";
pub(crate) const TIC_TAC_TOE: &str = "Tic-Tac-Toe";
pub(crate) const OWN_GAME: &str = "Your own";
pub(crate) const BOARD_SIZE: &str = "Board";
pub(crate) const OWN_SIZE: &str = "Your own size";
pub(crate) const COLUMNS: &str = "Columns";
pub(crate) const ROWS: &str = "Rows";
pub(crate) const CONNECT: &str = "In a row";
pub(crate) const WHO_PLAYS: &str = "Who plays";
pub(crate) const PLAYERS: &str = "Players";
pub(crate) const GRAVITY: &str = "Pieces fall to the bottom";
pub(crate) const MAY_SWAP: &str = "Swap: the second player may take the first piece";
pub(crate) const STARTS: &str = "Who starts";
pub(crate) const NAME: &str = "Name";
pub(crate) const SHAPE: &str = "Shape";
pub(crate) const COLOUR: &str = "Colour";
pub(crate) const SYMBOL: &str = "Symbol in text";

/// Boards to choose from: a name, columns, rows, and how many in a row.
pub(crate) type Preset = (&'static str, u32, u32, u32);
pub(crate) const CONNECT_FOUR_PRESETS: &[Preset] = &[
    ("Classic", 7, 6, 4),
    ("Shapes", 6, 4, 4),
    ("Large", 9, 7, 4),
];
pub(crate) const TIC_TAC_TOE_PRESETS: &[Preset] = &[
    ("Three in a row,", 3, 3, 3),
    ("Four in a row,", 6, 6, 4),
    ("Five in a row,", 15, 15, 5),
];

pub(crate) fn preset((name, columns, rows, _): Preset) -> String {
    format!("{name} {columns} × {rows}")
}

/// `Player 2`; places count from 0.
pub(crate) fn player_number(place: usize) -> String {
    format!("Player {}", place.saturating_add(1))
}

/// What a field is called for one of the players.
pub(crate) fn of_player(field: &str, place: usize) -> String {
    format!("{field}, player {}", place.saturating_add(1))
}

/// A player's piece: `red circle`.
pub(crate) fn piece(look: Look) -> String {
    look.to_string()
}

/// The same as the beginning of a line.
pub(crate) fn capital(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}

/// What is under a player's name: the piece, and the games won so far.
pub(crate) fn seat_detail(look: Look, computer: Option<Kind>, won: u32) -> String {
    // First what would be missed most where there is little room.
    let won = match won {
        0 => String::new(),
        won => format!("won {won} · "),
    };
    let who = match computer {
        Some(kind) => sitter(Some(kind)),
        None => look.shape.to_string(),
    };
    won + &who
}

/// What is there instead while a computer thinks.
pub(crate) fn thinking(percent: u8) -> String {
    match percent {
        0 => "thinking …".to_owned(),
        percent => format!("thinking … {percent} %"),
    }
}

/// What a cell of the readable table says.
pub(crate) fn cell(piece: Option<PieceView>) -> String {
    let Some(PieceView { look, emphasis, .. }) = piece else {
        return "empty".to_owned();
    };
    let which = match emphasis {
        Emphasis::Plain | Emphasis::SteppedBack => "",
        Emphasis::Last => ", last move",
        Emphasis::Marked => ", winning",
    };
    format!("{look}{which}")
}

/// The name of a column's button.
pub(crate) fn column_button(lane: LaneView, labels: Labels, rules: Rules) -> String {
    let label = labels.of(lane.column);
    if lane.is_full(rules) {
        format!("Column {label}, full")
    } else {
        let (filled, rows) = (lane.filled, rules.rows());
        format!("Column {label}, {filled} of {rows} filled")
    }
}

/// The name of a cell's button.
pub(crate) fn cell_button(view: CellView) -> String {
    format!("{}, {}", view.cell, cell(view.piece))
}

fn name(game: &Match, player: Player) -> &str {
    game.seat(player).name.as_str()
}

/// How the game stands; `dead` when nobody can complete a line any more.
pub(crate) fn status(session: &Session, dead: bool) -> String {
    let (game, played) = (session.game(), session.played());
    match game.status() {
        Status::ToMove(next) if dead => {
            format!("{}’s turn, but nobody can win any more", name(played, next))
        }
        Status::ToMove(next) if played.may_swap() => {
            format!("{}’s turn, or swap sides", name(played, next))
        }
        Status::ToMove(next) => format!("{}’s turn", name(played, next)),
        Status::Won { player: winner, .. } => {
            let moves = game.position().pieces();
            format!("{} wins in {moves} moves", name(played, winner))
        }
        Status::Drawn(Drawn::Full) => "A tie: the board is full".to_owned(),
        Status::Drawn(Drawn::Agreed) => "A draw: nobody could win any more".to_owned(),
    }
}

/// What is said, before the status, to somebody who does not see the board.
pub(crate) fn event(session: &Session) -> String {
    let setup = session.setup();
    match session.event() {
        Event::Opened | Event::Agreed | Event::WentOn | Event::Asked | Event::Labelled => {
            String::new()
        }
        Event::Placed { player, cell } => format!("{}: {cell}. ", name(session.played(), *player)),
        Event::Chosen(cell) if setup.rules().gravity() => {
            format!("{cell}: press again to drop there. ")
        }
        Event::Chosen(cell) => format!("{cell}: press again to put it there. "),
        Event::Undone(made) => format!("Taken back: {}. ", steps(made)),
        Event::Redone(made) => format!("Made again: {}. ", steps(made)),
        Event::Went { step: 0, .. } => "The beginning. ".to_owned(),
        Event::Went { step, .. } => format!("After move {step}. "),
        Event::Swapped => {
            let first = session.game().rules().player_after(0);
            let name = name(session.played(), first);
            format!("The first piece is {name}’s now. ")
        }
        Event::Seated(place) => seated(setup, *place),
        Event::Paused => "The computer waits. ".to_owned(),
        Event::Advised => session.advice().map(advice).unwrap_or_default(),
        Event::HelpAllowed(true) => "Hints and analysis are allowed. ".to_owned(),
        Event::HelpAllowed(false) => "No hints and no analysis until the game is over. ".to_owned(),
        Event::Started => format!("New game. {}. ", board(setup.rules())),
        Event::Loaded => format!("Game loaded. {}. ", board(setup.rules())),
        Event::Visited => {
            let board = board(setup.rules());
            let kept = if session.is_visiting() {
                " Your own game is kept."
            } else {
                ""
            };
            format!("Shared game. {board}.{kept} ")
        }
        Event::Returned => "Your own game is back. ".to_owned(),
        Event::Kept => "This is your game now. ".to_owned(),
        Event::Refused(refusal) => refused(refusal, session.labels()),
    }
}

/// Steps that were taken back or made again: `D3, D2`.
fn steps(steps: &[Step]) -> String {
    let step = |step: &Step| match step {
        Step::Place(cell) => cell.to_string(),
        Step::Swap => "the swap".to_owned(),
        Step::AgreeDraw => "the draw".to_owned(),
    };
    steps.iter().map(step).collect::<Vec<_>>().join(", ")
}

/// How quickly computers play among themselves.
pub(crate) fn speed(speed: Speed) -> &'static str {
    match speed {
        Speed::Slow => "Speed: slow",
        Speed::Normal => "Speed: normal",
        Speed::Fast => "Speed: fast",
    }
}

/// Who plays for a seat now: `Level 3 plays for Red. `
fn seated(setup: &Setup, place: usize) -> String {
    let seat = setup.seats().get(place);
    seat.map_or_else(String::new, |seat| {
        format!("{} plays for {}. ", sitter(seat.computer), seat.name)
    })
}

/// Who can play for a seat.
pub(crate) fn sitter(computer: Option<Kind>) -> String {
    match computer {
        None => "A person".to_owned(),
        Some(Kind::Level(level)) => format!("Level {level}"),
        Some(Kind::Lookahead { plies, ties }) => {
            let ties = match ties {
                Ties::Random => "",
                Ties::Left => ", leftmost",
                Ties::Right => ", rightmost",
            };
            format!("Lookahead {plies}{ties}")
        }
        Some(Kind::Mcts { milliseconds }) => {
            let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000);
            match rest {
                0 => format!("Monte Carlo {seconds} s"),
                _ => format!("Monte Carlo {milliseconds} ms"),
            }
        }
        Some(Kind::Random) => "Random".to_owned(),
    }
}

/// Who can play for a seat, where one is chosen.
pub(crate) fn sitter_offered(computer: Option<Kind>) -> String {
    let more = match computer {
        Some(Kind::Level(1)) => ": beginner",
        Some(Kind::Level(Kind::MAX_LEVEL)) => ": perfect where it can be",
        Some(Kind::Lookahead {
            ties: Ties::Random, ..
        }) => " moves",
        Some(Kind::Lookahead { .. }) => " tie-break",
        Some(Kind::Random) => ": any move",
        Some(Kind::Level(_) | Kind::Mcts { .. }) | None => "",
    };
    sitter(computer) + more
}

/// A lookahead player, whose settings are chosen beside it.
pub(crate) const LOOKAHEAD: &str = "Lookahead";
pub(crate) const MOVES_AHEAD: &str = "Moves ahead";
pub(crate) const TIES: &str = "Ties";

pub(crate) fn moves_ahead(plies: u8) -> String {
    match plies {
        1 => "1 move".to_owned(),
        plies => format!("{plies} moves"),
    }
}

/// Which of equally good columns a lookahead player takes.
pub(crate) fn ties(ties: Ties) -> &'static str {
    match ties {
        Ties::Random => "Ties: random",
        Ties::Left => "Ties: leftmost",
        Ties::Right => "Ties: rightmost",
    }
}

/// A setting of who plays for a seat: `Ties: Who plays for Ben`.
pub(crate) fn setting_of(setting: &str, label: &str) -> String {
    format!("{setting}: {label}")
}

/// What a choice of who plays for a seat is called.
pub(crate) fn plays_for(name: &Name) -> String {
    format!("Who plays for {name}")
}
pub(crate) const PLAYED_BY: &str = "Played by";

/// The settings.
pub(crate) const LOOKS: &str = "Looks";
pub(crate) const BOARD_AND_KEYS: &str = "Board and keys";
pub(crate) const SOUND_AND_TOUCH: &str = "Sound and touch";
pub(crate) const TRY_SOUND: &str = "Try it";
pub(crate) const RESET: &str = "Reset to defaults";
pub(crate) const RESET_SURE: &str = "Reset all settings to what they were at first?";
pub(crate) const RESET_YES: &str = "Yes, reset them";
pub(crate) const RESET_NO: &str = "No, keep them";
/// What can be set.
pub(crate) fn setting(setting: Setting) -> &'static str {
    match setting {
        Setting::Theme => "Theme",
        Setting::Palette => "Colours of the pieces",
        Setting::Size => "Size of the board",
        Setting::Labels => "Names of the columns",
        Setting::Digits => "A digit key drops at once",
        Setting::Confirm => "Choose first, press again to drop",
        Setting::Sound => SOUND,
        Setting::Volume => "Volume",
        Setting::Vibration => "Vibration, where there is any",
        Setting::Motion => "Motion",
        Setting::Help => "Hints and analysis while a game goes on",
    }
}

/// What it can be set to.
pub(crate) fn setting_word(setting: Setting, word: &'static str) -> &'static str {
    match (setting, word) {
        (Setting::Theme | Setting::Motion, "system") => "As the system",
        (Setting::Theme, "light") => "Light",
        (Setting::Theme, "dark") => "Dark",
        (Setting::Theme, "contrast") => "High contrast",
        (Setting::Palette, "standard") => "Standard",
        (Setting::Palette, "protan") => "Red-blind (protan)",
        (Setting::Palette, "deutan") => "Green-blind (deutan)",
        (Setting::Palette, "tritan") => "Blue-blind (tritan)",
        (Setting::Palette, "grey") => "Light to dark (no colours)",
        (Setting::Size, "small") => "Small",
        (Setting::Size, "medium") => "Medium",
        (Setting::Size, "large") => "As large as fits",
        (Setting::Labels, "one") => "1, 2, 3 …",
        (Setting::Labels, "zero") => "0, 1, 2 …",
        (Setting::Labels, "letters") => "A, B, C …",
        (Setting::Motion, "full") => "Pieces fall",
        (Setting::Motion, "none") => "Nothing moves",
        (_, word) => word,
    }
}
pub(crate) const DONE: &str = "Done";

/// The analysis panel.
pub(crate) const SHOW_ON_BOARD: &str = "Show on the board";
pub(crate) const STUDYING: &str = "Thinking …";
pub(crate) const STUDIED: &str = "Finished.";
/// What the scores in the list of moves mean; nothing while there are none.
pub(crate) fn scores_mean(moves: &[MoveWorth]) -> String {
    let mean = match moves.first() {
        None => "",
        Some(first) if first.worth.label.ends_with('%') => {
            "How many games of 100 the move may win; a draw counts in part."
        }
        Some(_) => {
            "A score counts from the end: +1 wins with one’s last piece, +2 with the one \
             before; −1 loses to the other side’s last. ~ is an estimate."
        }
    };
    mean.to_owned()
}
pub(crate) const NO_STUDY: &str =
    "The analysis could not be loaded or has failed. Close and open it to try again.";
pub(crate) const ANALYSIS_HIDDEN: &str =
    "Hidden until the game is over, as you have chosen in Settings.";
pub(crate) const GAME_SO_FAR: &str = "The game so far";
pub(crate) const WORTH_COLUMNS: [&str; 3] = ["Move", "Score", "In words"];

/// How to read the graph of a game of two.
pub(crate) fn graph_means(played: &Match) -> String {
    match played.setup().seats().len() {
        2 => {
            let [first, second] = [0, 1].map(|n| name(played, played.rules().player_after(n)));
            format!("After each move: up is good for {first}, down for {second}.")
        }
        _ => "After each move: up is good for whoever moves next.".to_owned(),
    }
}

/// A move in the list of moves.
pub(crate) fn move_name(cell: Cell) -> String {
    cell.to_string()
}

/// What a move or a position is worth: `wins in 7 moves, best, proved`.
pub(crate) fn worth(worth: &Worth, best: bool) -> String {
    let best = if best { ", best" } else { "" };
    let proved = if worth.proved { "" } else { " (estimate)" };
    format!("{}{best}{proved}", worth.words)
}

/// A position of a game by the step that led to it: `Move 5, Red: D3`.
pub(crate) fn step(played: &Match, step: usize) -> String {
    let Some(before) = step.checked_sub(1) else {
        return "The beginning".to_owned();
    };
    match played.game().steps().get(before) {
        Some(Step::Place(cell)) => {
            // A swap is no piece.
            let swaps = played.game().steps()[..before].contains(&Step::Swap);
            let pieces = before - usize::from(swaps);
            let mover = name(played, played.rules().player_after(pieces));
            format!("Move {step}, {mover}: {cell}")
        }
        Some(Step::Swap) => "The swap".to_owned(),
        Some(Step::AgreeDraw) => "The draw".to_owned(),
        None => String::new(),
    }
}

/// What a hint says: `D3: wins in 4 moves. `
pub(crate) fn advice(advice: &Advice) -> String {
    format!("{}: {}. ", advice.cell, advice.reason)
}

/// Where the winning lines are, after the status.
pub(crate) fn trace(session: &Session) -> String {
    match session.game().status() {
        Status::Won { trace, .. } => format!(" with {trace}"),
        Status::ToMove(_) | Status::Drawn(_) => String::new(),
    }
}

/// What is shown and said when nothing happened.
pub(crate) fn refused(refusal: &Refusal, labels: Labels) -> String {
    match refusal {
        Refusal::Move(MoveError::ColumnFull(column)) => {
            format!("Column {} is full. ", labels.of(*column))
        }
        Refusal::Move(MoveError::Occupied(cell)) => format!("There is a piece in {cell}. "),
        Refusal::Move(error) => format!("That can’t be played: {error}. "),
        Refusal::Over => "The game is over. ".to_owned(),
        Refusal::Computer(name) => format!("It is {name}’s turn, a computer’s. "),
        Refusal::Late => "That came too late. ".to_owned(),
        Refusal::NoHelp => "No hints until the game is over: see Settings. ".to_owned(),
        Refusal::NothingToUndo => "There is nothing to take back. ".to_owned(),
        Refusal::NothingToRedo => "There is nothing to make again. ".to_owned(),
        Refusal::Swap(SwapError::NotAgreed | SwapError::Players(_)) => {
            "In this game the second player may not swap. ".to_owned()
        }
        Refusal::Swap(SwapError::NotNow) => {
            "A swap is possible only right after the first piece. ".to_owned()
        }
        Refusal::Open(_) => "Somebody can still win. ".to_owned(),
        Refusal::ReadOnly => "Here you can only look: see below. ".to_owned(),
        Refusal::NotVisiting => "There is no other game to go back to. ".to_owned(),
        Refusal::Said(text) => text.clone(),
    }
}

/// A board in words: `7 columns, 6 rows`.
fn board(rules: Rules) -> String {
    format!("{} columns, {} rows", rules.columns(), rules.rows())
}

/// A game in few words: `7 × 6, 4 in a row`.
pub(crate) fn kind(rules: Rules) -> String {
    let Spec {
        columns,
        rows,
        connect,
        players,
        gravity,
    } = rules.spec();
    let falls = if gravity { "" } else { ", any cell" };
    let players = match players {
        2 => String::new(),
        more => format!(", {more} players"),
    };
    format!("{columns} × {rows}, {connect} in a row{falls}{players}")
}

/// How many can play: `15 × 15, 4 in a row: at most 56 players.`
pub(crate) fn most_players(columns: u32, rows: u32, connect: u32) -> String {
    let most = Rules::most_players(columns, rows, connect);
    format!("{columns} × {rows}, {connect} in a row: at most {most} players.")
}

/// How a game on a board is won.
pub(crate) fn goal(connect: u32) -> String {
    format!("The first with {} in a row wins.", number(connect))
}

/// A small number in words.
fn number(number: u32) -> String {
    match number {
        3 => "three".to_owned(),
        4 => "four".to_owned(),
        more => more.to_string(),
    }
}

fn moves(moves: usize) -> String {
    match moves {
        1 => "1 move".to_owned(),
        more => format!("{more} moves"),
    }
}

/// What becomes of the game on the board when a new game starts now.
pub(crate) fn gives_up(count: usize, kept: bool) -> String {
    let moves = moves(count);
    if kept {
        format!("The game in progress ({moves}) will be in the library.")
    } else {
        format!("The game in progress ({moves}) will be given up.")
    }
}

/// Why a name can't be used.
pub(crate) fn name_error(error: NameError) -> String {
    error.to_string()
}

/// Why players can't play together.
pub(crate) fn setup_error(error: SetupError) -> String {
    sentence(&error.to_string())
}

/// What a symbol has to be.
pub(crate) const NOT_A_SYMBOL: &str = "a symbol is one letter, digit or sign";

/// What is wrong with one player: `Player 2: a name is missing.`
pub(crate) fn wrong_with(place: usize, what: &str) -> String {
    format!("{}: {what}.", player_number(place))
}

/// Why a text is no game.
pub(crate) fn import_error(error: &ImportError) -> String {
    sentence(&error.to_string())
}

/// Why a link is no game.
pub(crate) fn link_error(error: &LinkError) -> String {
    sentence(&error.to_string())
}

/// The engine's words as a sentence. They are English, and kept as short as what
/// they are about: what is wrong with a file, and where.
fn sentence(words: &str) -> String {
    capital(words) + "."
}

/// A stored record that can't be read.
pub(crate) fn unreadable(what: &str, why: &RecordError, aside: Option<&str>) -> String {
    match aside {
        Some(name) => format!(
            "{what} could not be read ({why}). It is kept in this browser under the name “{name}”."
        ),
        None => format!(
            "{what} could not be read ({why}). There is no room to put it aside, so it stays \
             where it is and nothing will be stored in its place."
        ),
    }
}
pub(crate) const STORED_GAME: &str = "The stored game";
pub(crate) const STORED_SETTINGS: &str = "What you have set";
pub(crate) const SETTINGS_NEWER: &str = "What you have set was stored by a newer version of this page. It is kept as it is; \
     what you choose now counts until the page is closed.";
pub(crate) const SETTINGS_NOT_STORED: &str =
    "This browser does not let the page store what you choose: it counts until the page is closed.";
pub(crate) const STORED_SCORES: &str = "The list of high scores";

/// A link that holds no game.
pub(crate) fn bad_link(error: &LinkError) -> String {
    let why = link_error(error);
    format!("The game in this link can’t be opened. {why} Your own game is still here.")
}

/// Fields of a link that were passed over; there is at least one.
pub(crate) fn unknown_fields(names: &[String]) -> String {
    const MOST: usize = 3;
    let quoted = names.iter().take(MOST).map(|name| format!("“{name}”"));
    let quoted = quoted.collect::<Vec<_>>().join(", ");
    let more = match names.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("Unknown fields in this link were ignored: {quoted}{more}.")
}

/// Why the game will not be there next time.
pub(crate) fn not_stored(why: NotStored) -> &'static str {
    match why {
        NotStored::Denied => {
            "This browser does not let the page store the game: \
             it will be gone when the page is closed."
        }
        NotStored::Full => {
            "The browser’s storage for this page is full: the game will be gone when the page \
             is closed."
        }
        NotStored::Elsewhere => {
            "A game was stored by another tab, and that one is kept. \
             This one will be in the library at most when the page is closed."
        }
    }
}

/// When what was stored has been deleted behind the page's back.
pub(crate) const STORED_AGAIN: &str = "The stored game was deleted meanwhile. It is stored again.";

/// When worker after worker has failed.
pub(crate) const NO_ANSWER: &str =
    "The computer player could not be loaded or has failed. “Go on” tries again.";

/// While a shared game is on the board.
pub(crate) const VISITING: &str = "This is a shared game. Your own game is kept.";
/// While another tab has one's own game.
pub(crate) const GUEST: &str = "Your own game is open in another tab: here you can only look.";
pub(crate) const PLAY_HERE: &str = "Play here";
pub(crate) const NOT_FOR_GUESTS: &str = "That is only possible in the tab with your own game.";
pub(crate) const RETURN: &str = "Back to my game";
pub(crate) const KEEP: &str = "Keep this one instead";

/// Sharing.
pub(crate) const SHARE: &str = "Share";
pub(crate) const SHARE_HEADING: &str = "Share this game";
pub(crate) const SHARE_EXPLAINED: &str =
    "Whoever opens this link sees the game as it is now. Everything is in the link itself.";
pub(crate) const LINK: &str = "Link";
pub(crate) const COPY: &str = "Copy";
pub(crate) const SEND: &str = "Send …";
pub(crate) const COPIED: &str = "Copied.";
pub(crate) const NOT_COPIED: &str =
    "This browser does not let the page copy. The text is selected: copy it yourself.";

/// Saving and loading.
pub(crate) const SAVE: &str = "Save";
pub(crate) const LOAD: &str = "Load";
pub(crate) const LOAD_HEADING: &str = "Load a game";
pub(crate) const FILE: &str = "A file";
pub(crate) const PASTE: &str = "Or paste a file, a link, or moves such as 44455";
pub(crate) const LOAD_PASTED: &str = "Load this text";
pub(crate) const NOT_READ: &str = "The file can’t be read.";
/// The name of a saved game's file.
pub(crate) fn file_name(date: &str) -> String {
    format!("four-shapes-{date}.json")
}
pub(crate) fn scores_file_name(date: &str) -> String {
    format!("four-shapes-scores-{date}.json")
}
pub(crate) const TOO_LARGE: &str = "This file is too large for a game: 1 MB is the most.";

/// High scores.
pub(crate) const SCORES_HEADING: &str = "High scores";
pub(crate) const NO_SCORES: &str = "Nobody has won a game here yet.";
pub(crate) const SCORES_EXPLAINED: &str = "Fewest moves by the winner first.";
pub(crate) const SCORE_COLUMNS: [&str; 5] = ["Place", "Winner", "Moves", "Against", "Date"];
pub(crate) const EXPORT: &str = "Export";
pub(crate) const CLEAR: &str = "Clear";
pub(crate) const CLEAR_SURE: &str = "Clear all high scores for good?";
pub(crate) const CLEAR_YES: &str = "Yes, clear them";
pub(crate) const CLEAR_NO: &str = "No, keep them";
pub(crate) const SCORE_NOT_STORED: &str =
    "This browser does not let the page store the high score.";

/// The library.
pub(crate) const TOURNAMENT: &str = "Tournament";
pub(crate) const LIBRARY: &str = "Library";
pub(crate) const GAMES: &str = "Games";
pub(crate) const OPENING: &str = "Opening …";
pub(crate) const NO_GAMES: &str = "Every game that is played here comes into this list.";
pub(crate) const NONE_FOUND: &str = "No game is like that.";
pub(crate) const SEARCH: &str = "Name of a player or a game";
pub(crate) const SEARCH_MORE: &str = "Search by more";
pub(crate) const RESULT: &str = "Result";
pub(crate) const WHO_PLAYED: &str = "Who played";
pub(crate) const FROM_DAY: &str = "From";
pub(crate) const UNTIL_DAY: &str = "To";
pub(crate) const ONLY_STARRED: &str = "Only with a star";
pub(crate) const ALL_SIZES: &str = "Any";
pub(crate) const BACK: &str = "Back to the list";
pub(crate) const OPEN: &str = "Open";
pub(crate) const TO_THE_BOARD: &str = "Back to the board";
pub(crate) const GIVE_STAR: &str = "Star";
pub(crate) const RENAME: &str = "Rename";
pub(crate) const GAME_NAME: &str = "Name of the game";
pub(crate) const KEEP_NAME: &str = "Keep this name";
pub(crate) const SAVE_FILE: &str = "Save as file";
pub(crate) const DELETE: &str = "Delete";
pub(crate) const UNDO_DELETE: &str = "Undo";
pub(crate) const POSITION_SHOWN: &str = "Position";
/// To the first, the previous, the next and the last position: signs and names.
pub(crate) const STEPS: [(&str, &str); 4] = [
    ("«", "First"),
    ("‹", "Previous"),
    ("›", "Next"),
    ("»", "Last"),
];
pub(crate) const LIBRARY_FULL: &str = "The browser has no more room for the library: the game on \
     the board is kept, but games that make room for others are not. See Library.";
pub(crate) const BACKUP_OUT: &str = "Save a backup";
pub(crate) const BACKUP_IN: &str = "Read a backup";
pub(crate) const BACKUP_SETTINGS: &str = "Also take the settings in it";
pub(crate) const BACKUP_TAKE: &str = "Take the games";
pub(crate) const BACKUP_TOO_LARGE: &str = "This file is too large for a backup: 64 MB is the most.";
pub(crate) const BACKUP_SAVED: &str = "The backup is among the downloads.";
pub(crate) const BACKUP_NOT_HERE: &str =
    "This is a backup of a library, not a game. Open Library and choose “Read a backup”.";
pub(crate) const MAKE_ROOM_NO: &str = "No, keep them all";

/// How many games there are and are shown: `12 of 340 games`.
pub(crate) fn games_found(found: usize, all: usize) -> String {
    let games = |count| match count {
        1 => "1 game".to_owned(),
        more => format!("{more} games"),
    };
    if found == all {
        games(all)
    } else {
        format!("{found} of {}", games(all))
    }
}

/// What a game is called: its name, or who played.
pub(crate) fn game_title(entry: &Entry) -> String {
    if !entry.name.is_empty() {
        return entry.name.clone();
    }
    let Some(summary) = &entry.summary else {
        return "A game that can’t be read".to_owned();
    };
    let players: Vec<&str> = summary.players.iter().map(|player| &*player.name).collect();
    match &players[..] {
        [first, second] => format!("{first} – {second}"),
        [first, second, others @ ..] => format!("{first}, {second} and {} more", others.len()),
        _ => players.join(", "),
    }
}

/// What else is said of a game: `Won by Ada · 7 × 6 · 12 moves`.
pub(crate) fn game_detail(entry: &Entry, on_board: bool) -> String {
    let mut parts = Vec::new();
    if on_board {
        parts.push("On the board".to_owned());
    }
    if let Some(summary) = &entry.summary {
        let spec = summary.rules.spec();
        parts.push(outcome(summary));
        parts.push(size((spec.columns, spec.rows)));
        parts.push(moves(summary.moves));
    }
    parts.join(" · ")
}
pub(crate) const STARRED: &str = ", with a star";

fn outcome(summary: &Summary) -> String {
    match summary.outcome {
        Outcome::Unfinished => "Unfinished".to_owned(),
        Outcome::Won(place) => {
            let winner = summary.players.get(place);
            format!("Won by {}", winner.map_or("", |player| &player.name))
        }
        Outcome::Tie => "Tie".to_owned(),
        Outcome::Agreed => "Draw".to_owned(),
    }
}

/// A board's size: `7 × 6`.
pub(crate) fn size((columns, rows): (u32, u32)) -> String {
    format!("{columns} × {rows}")
}

/// How games ended, where that is chosen.
pub(crate) fn ended(ended: Ended) -> &'static str {
    match ended {
        Ended::Anyhow => "Any",
        Ended::First => "Won by the first player",
        Ended::Second => "Won by the second player",
        Ended::Later => "Won by another player",
        Ended::Drawn => "Tie or draw",
        Ended::Unfinished => "Unfinished",
    }
}

/// Who played, where that is chosen.
pub(crate) fn who(who: Who) -> &'static str {
    match who {
        Who::Anybody => "Anybody",
        Who::People => "Only people",
        Who::Computers => "With a computer",
    }
}

/// How a match stands at its cursor, and by which step: `Move 5, Red: D3. Blue’s turn.`
pub(crate) fn standing(played: &Match) -> String {
    let step = step(played, played.game().cursor());
    let status = match played.game().status() {
        Status::ToMove(next) => format!("{}’s turn", name(played, next)),
        Status::Won { player, trace } => format!("{} wins with {trace}", name(played, player)),
        Status::Drawn(Drawn::Full) => "A tie".to_owned(),
        Status::Drawn(Drawn::Agreed) => "A draw".to_owned(),
    };
    format!("{step}. {status}.")
}

/// Where the pieces are, row by row, for somebody who does not see the board.
pub(crate) fn rows_in_words(played: &Match) -> String {
    let (rules, position) = (played.rules(), played.game().position());
    let row = |row: u8| {
        let cells = rules
            .all_cells()
            .filter(|cell| cell.row() == usize::from(row));
        let pieces: Vec<String> = cells
            .filter_map(|cell| {
                let owner = position.get(cell)?;
                Some(format!("{cell} {}", name(played, owner)))
            })
            .collect();
        (!pieces.is_empty()).then(|| format!("Row {}: {}. ", row + 1, pieces.join(", ")))
    };
    (0..rules.rows()).filter_map(row).collect()
}

/// A record of the library that can't be read.
pub(crate) fn game_unreadable(why: &RecordError) -> String {
    format!("This game can’t be read here ({why}). Its text is kept as it is.")
}

pub(crate) fn deleted(title: &str) -> String {
    format!("Deleted: {title}.")
}

/// Why there is no library.
pub(crate) fn no_library(why: &str) -> String {
    format!("This browser does not let the page keep games here. ({why})")
}
pub(crate) const LIBRARY_NEWER: &str = "The library was made by a newer version of this page. \
     Nothing in it is touched; reload the page to get that version.";
pub(crate) fn library_failed(why: &str) -> String {
    format!("The library does not work. ({why})")
}

/// A database of that name which something else than this page has made.
pub(crate) fn other_stores(name: &str, stores: &[String]) -> String {
    let stores = match stores {
        [] => "no stores".to_owned(),
        stores => format!("other stores: {}", stores.join(", ")),
    };
    format!("The database “{name}” is not this page’s: it has {stores}.")
}

/// May old games be removed?
pub(crate) fn make_room(count: usize) -> String {
    match count {
        0 => "The browser has no more room for the library, and every game in it has a star. \
              Save a backup and delete some games."
            .to_owned(),
        _ => format!(
            "The browser has no more room for the library. Shall the {count} oldest games \
             without a star be deleted? Save a backup first if you want to keep them."
        ),
    }
}
pub(crate) fn make_room_yes(count: usize) -> String {
    format!("Delete {count} games")
}

/// How much is stored: `2.1 MB of 5.3 GB used; the browser has promised to keep it.`
pub(crate) fn room(room: &Room) -> String {
    let promised = if room.promised {
        "the browser has promised to keep it"
    } else {
        "the browser may delete it when room is scarce: save a backup now and then"
    };
    format!(
        "{} of {} used; {promised}.",
        bytes(room.used),
        bytes(room.most)
    )
}

/// `2.1 MB`
fn bytes(bytes: u64) -> String {
    let (unit, name) = match bytes {
        1_000_000_000.. => (1_000_000_000, "GB"),
        1_000_000.. => (1_000_000, "MB"),
        _ => (1_000, "KB"),
    };
    format!("{}.{} {name}", bytes / unit, bytes % unit * 10 / unit)
}

/// The name of a backup's file.
pub(crate) fn backup_file_name(date: &str) -> String {
    format!("four-shapes-backup-{date}.json")
}

/// Why a file is no backup.
pub(crate) fn not_a_backup(wrong: &Wrong) -> String {
    match wrong {
        Wrong::TooLarge => BACKUP_TOO_LARGE.to_owned(),
        Wrong::NotJson => "This is no backup: it is not JSON.".to_owned(),
        Wrong::Format => "This is no backup of Four Shapes.".to_owned(),
        Wrong::Newer => "This backup was made by a newer version of the page. Nothing was taken; \
                         reload the page to get that version."
            .to_owned(),
        Wrong::NoGames => "There is no list of games in this backup.".to_owned(),
        Wrong::Unknown(field) => {
            format!("This backup has a field “{field}” that is unknown, or there twice.")
        }
    }
}

/// Why one game of a backup was not taken; they are counted from 1.
pub(crate) fn broken_game(number: usize, broken: &Broken) -> String {
    let why = match broken {
        Broken::CutOff => "the file ends in the middle of it".to_owned(),
        Broken::NotJson => "it is not JSON".to_owned(),
        Broken::Missing(field) => format!("{field} is missing"),
        Broken::Value(field) => format!("its {field} is no such thing"),
        Broken::Unknown(field) => format!("{field} is unknown, or there twice"),
        Broken::Name(error) => format!("its name: {error}"),
        Broken::Record(error) => format!("its record, {error}"),
    };
    format!("Game {number} was not taken: {why}.")
}

/// What came of a backup.
pub(crate) fn backup_taken(added: usize, changed: usize, same: usize) -> String {
    format!("{added} new, {changed} changed, {same} there already.")
}
pub(crate) fn backup_reading(percent: usize) -> String {
    format!("Reading … {percent} %")
}
pub(crate) fn backup_broken_more(count: usize) -> String {
    format!("… and {count} more.")
}
pub(crate) fn backup_no_room(count: usize) -> String {
    format!("The browser has no more room: {count} games were not taken.")
}
pub(crate) fn backup_scores_wrong(why: &RecordError) -> String {
    format!("The high scores in it can’t be read ({why}).")
}
pub(crate) fn backup_settings_wrong(why: &RecordError) -> String {
    format!("The settings in it can’t be read ({why}).")
}

/// The game as text.
pub(crate) const TEXT: &str = "Text";
pub(crate) const TEXT_HEADING: &str = "The game as text";
pub(crate) const STYLE: &str = "Style";
pub(crate) const POSITION: &str = "Position";
pub(crate) const CONVERSATION: &str = "Conversation";
pub(crate) const CONVERSATION_OVER: &str = "The game is over.";
pub(crate) const ENTER: &str = "Enter";
/// Lines of the conversation, where the page does what the terminal program does
/// otherwise.
pub(crate) const SAVED_LINE: &str = "Saved as a file among the downloads.\n";
pub(crate) const DIALOG_LINE: &str = "See the dialog.\n";
pub(crate) fn style(style: Style) -> &'static str {
    match style {
        Style::Shapes => "Shapes",
        Style::Letters => "Letters",
        Style::XAndO => "X and O",
        Style::BoardGames => "Board games",
    }
}

/// What is kept, under which licence, and by whom.
pub(crate) const ABOUT: &str = "Privacy and licences";
pub(crate) const PRIVACY: &str = "Nothing that you do here is sent anywhere. The page has no \
    accounts, no cookies and no tracking, and asks no other server for anything. The server \
    that it comes from sees that it is fetched, as with every page.";
pub(crate) const KEPT_HEADING: &str = "Kept in this browser, on this device";
pub(crate) const KEPT: [&str; 8] = [
    "The game on the board, and how many each of its players has won",
    "The games that were played here",
    "The settings",
    "The high scores",
    "What was last chosen for a new game",
    "The last tournament, and the bots that were added",
    "What could not be read, or was put aside, so that it is not lost",
    "A copy of the page, so that it starts without a network",
];
pub(crate) const FORGET_HEADING: &str = "Deleting it";
pub(crate) const FORGET: &str = "High scores can be cleared under Library, High scores. Your browser \
    deletes everything at once: look in its settings for this site’s data. What you have \
    saved as a file is yours and stays.";
pub(crate) const LICENCE_HEADING: &str = "Version and licence";
/// Which version of the page this is.
pub(crate) fn about(version: &str, build: &str) -> String {
    format!(
        "This is Four Shapes {version}, build {build}. It is free, under the MIT licence or the \
         Apache License 2.0, as you like. Parts of it are by others."
    )
}
pub(crate) const SHOW_LICENCES: &str = "Show all licences";
pub(crate) const LICENCES: &str = "Licences";
pub(crate) const LICENCES_MISSING: &str =
    "The licences could not be loaded. Are you connected? Try again.";

/// The help.
pub(crate) const HELP_HEADING: &str = "How to play";
pub(crate) fn help(setup: &Setup) -> [String; 3] {
    let rules = setup.rules();
    let pieces: Vec<String> = setup.seats().iter().map(|seat| piece(seat.look)).collect();
    let pieces = match &pieces[..] {
        [first, second] => format!("{first} against {second}"),
        more => format!("{} players, each with a shape and colour", more.len()),
    };
    let turns = if rules.gravity() {
        "The players take turns to drop their shapes. A shape falls to the lowest free cell of \
         its column"
    } else {
        "The players take turns to put their shapes into any free cell"
    };
    [
        format!("{turns}: {pieces}."),
        format!(
            "Whoever first has {} of them in a row wins: across, up or diagonally. \
             A longer line, or two lines at once, win just as well.",
            number(rules.connect().into())
        ),
        "A full board without such a line is a tie. \
         If nobody can win any more, you may call it a draw before that."
            .to_owned(),
    ]
}
pub(crate) const HELP_TOURNAMENTS: &str = "Under Tournament computer players, and bots that you \
     have written, play many games against each other.";
pub(crate) const KEYS_HEADING: &str = "Keys on the board";
/// Keys, with a space between, and what they do.
pub(crate) fn keys(rules: Rules) -> &'static [(&'static str, &'static str)] {
    if rules.gravity() {
        &[
            ("← →", "choose a column"),
            ("Home End", "the first, the last column"),
            ("1 … 9", "choose that column; two digits for 10 to 15"),
            ("Enter Space ↓", "drop"),
            ("Z Y", "undo, redo"),
        ]
    } else {
        &[
            ("← → ↑ ↓", "choose a cell"),
            ("Home End", "the first, the last cell of the row"),
            ("A … O", "choose that column"),
            ("1 … 9", "choose that row; two digits for 10 to 15"),
            ("Enter Space", "put a piece there"),
            ("Z Y", "undo, redo"),
        ]
    }
}

// What the hall of tournaments says.

pub(crate) const TOURNAMENT_OVER: &str = "The tournament is over: all games are played.";
pub(crate) const TOURNAMENT_NOT_KEPT: &str = "The tournament can’t be stored in this browser: \
     it would be lost with a reload.";
pub(crate) const NO_ARENA: &str = "The workers that play the games do not start, or die. \
     Reload the page to try again; the games that are over are kept.";
pub(crate) const NO_CLERK: &str = "The program that looks at bots can’t be loaded.";
pub(crate) const NOT_TRIED: &str = "It could not be tried: the workers do not start.";
pub(crate) fn bot_too_large() -> String {
    "The file is larger than 4 MB, the most that a bot may have.".to_owned()
}
pub(crate) fn too_many_games(most: u64) -> String {
    format!(
        "In the page a tournament has at most {} games; the terminal program plays more.",
        number(most as u32)
    )
}
pub(crate) fn needs_bot(name: &str) -> String {
    format!("The file of “{name}” is not here. Add it to go on.")
}
pub(crate) fn needs_terminal(name: &str) -> String {
    format!("“{name}” is a program, which only the terminal program can start.")
}
pub(crate) fn unreadable_tournament(why: &str) -> String {
    format!("The stored tournament can’t be read: {why}. Stop forgets it.")
}
/// How somebody has lost a game without a line of the other side.
pub(crate) fn fault(fault: Fault) -> String {
    match fault {
        Fault::Illegal(number) => format!("answered {number}, which is no move there"),
        Fault::Overtime => "used up its instructions".to_owned(),
        Fault::Crash => "crashed".to_owned(),
        Fault::Memory => "wanted more memory than there is".to_owned(),
        Fault::Nonsense => "answered what is no move at all".to_owned(),
    }
}
/// What is said of a bot that was tried: the first entrant of a small tournament.
pub(crate) fn trial(tournament: &Tournament, games: &[Played]) -> Vec<String> {
    let mut score = Score::default();
    let mut worst = 0;
    let mut forfeits = 0;
    let mut first = None;
    for game in games.iter().filter(|game| game.number < tournament.total()) {
        let player = tournament.fixture(game.number).first;
        score.count(game.ending.winner().map(|winner| winner == player));
        worst = worst.max(game.thinking[player].worst);
        match game.ending {
            Ending::Forfeit { player: who, fault } if who == player => {
                forfeits += 1;
                first.get_or_insert((fault, game.notation(tournament)));
            }
            _ => {}
        }
    }
    let Score {
        wins,
        draws,
        losses,
    } = score;
    let mut lines = vec![format!(
        "Tried in {} games against random: {wins} won, {draws} drawn, {losses} lost. \
         Its longest move took {}.",
        score.games(),
        time(worst)
    )];
    if let Some((why, moves)) = first {
        let when = if moves.is_empty() {
            "before the first move".to_owned()
        } else {
            format!("after {moves}")
        };
        lines.push(format!(
            "Forfeited {forfeits} of them: {when} it {}.",
            fault(why)
        ));
    }
    lines
}

/// The set-up of a tournament.
pub(crate) const ENTRANTS: &str = "Who plays";
pub(crate) const ENTRANT: &str = "Entrant";
pub(crate) const COMPUTER_PLAYER: &str = "Computer player";
pub(crate) const TYPED: &str = "Another, typed";
pub(crate) const TYPE_PLAYER: &str = "Such as lookahead:3 or mcts:200";
pub(crate) const ADD: &str = "Add";
pub(crate) const REMOVE: &str = "Remove";
pub(crate) const BOTS: &str = "Bots";
pub(crate) const BOTS_EXPLAINED: &str = "A bot is a .wasm file that somebody has written. Choose \
     some, or drop them anywhere on the page. They can reach nothing outside the game.";
pub(crate) const ADD_BOTS: &str = "Add bots …";
pub(crate) const BOT_CHECKING: &str = "It is being checked.";
pub(crate) const BOT_READY: &str = "It can play.";
pub(crate) const BOT_BROKEN: &str = "It can’t play:";
pub(crate) const TRIED_TOO_LONG: &str = "It is slow: it was not tried for more than 20 seconds.";
/// How far the checking of bots has come; empty if none is being checked.
pub(crate) fn bots_progress(done: usize, all: usize) -> String {
    if done == all {
        return String::new();
    }
    format!("{done} of {all} checked")
}
/// What has come of the bots that were brought: how many are being checked, can play, can't.
pub(crate) fn bots_found(checking: usize, ready: usize, broken: usize) -> String {
    if checking > 0 {
        return "The bots are being checked …".to_owned();
    }
    let bots = |count, what: &str| match count {
        1 => format!("1 bot {what}"),
        count => format!("{count} bots {what}"),
    };
    match (ready, broken) {
        (0, 0) => String::new(),
        (ready, 0) => bots(ready, "can play."),
        (0, broken) => bots(broken, "can’t play."),
        (ready, broken) => format!("{}, {broken} can’t.", bots(ready, "can play")),
    }
}
pub(crate) const BOTS_CHECKED: &str = "The bots are still being checked.";
pub(crate) const ALL_AGAINST_ALL: &str = "Everyone against everyone";
pub(crate) const ALL_AGAINST_ONE: &str = "Everyone against one";
pub(crate) const THE_ONE: &str = "The one";
pub(crate) const WHO_PLAYS_WHOM: &str = "Who plays whom";
pub(crate) const GAMES_PER_PAIRING: &str = "Games of each pairing";
pub(crate) const OPENING_PLIES: &str = "Random moves at the beginning";
pub(crate) const OPENING_EXPLAINED: &str = "Who plays without chance plays the same game again \
     and again. With a few random moves at the beginning the games differ; each beginning is \
     played twice, with sides changed.";
pub(crate) const SEED: &str = "Seed";
pub(crate) const NEW_SEED: &str = "New seed";
pub(crate) const SEED_EXPLAINED: &str = "The same seed makes the same games, everywhere.";
pub(crate) const MORE: &str = "More";
pub(crate) const BUDGET: &str = "Million instructions a bot may use for a move";
pub(crate) const BUDGET_EXPLAINED: &str = "Counted, not timed: so a bot is as strong on a slow \
     computer as on a fast one. 100 million take some tenths of a second.";
pub(crate) const THIS_SET_UP: &str = "This set-up";
pub(crate) const SET_UP_EXPLAINED: &str =
    "To play the same tournament again or elsewhere. Bots are named in it, but not in it.";
pub(crate) const SAVE_SET_UP: &str = "Save the set-up";
pub(crate) const COPY_SET_UP: &str = "Copy a link";
pub(crate) const OPEN_SET_UP: &str = "Open a set-up …";
pub(crate) const SET_UP_WRONG: &str = "Something in the set-up is wrong: see above.";
pub(crate) const LINK_COPIED: &str = "The link is copied.";
pub(crate) const BACK_TO_RESULTS: &str = "Back to the results";
pub(crate) const FORGETS_RESULTS: &str = "The results of the tournament before are forgotten when \
     another one starts. Download what you want to keep.";
pub(crate) const BY_THE_CLOCK: &str = "Monte Carlo players think by the clock: their games differ \
     from one time to the next, even with the same seed.";

pub(crate) fn add(name: &str) -> String {
    format!("Add {name}")
}
pub(crate) fn remove(name: &str) -> String {
    format!("Remove {name}")
}
pub(crate) fn remove_bot(name: &str) -> String {
    format!("Remove the bot {name}")
}

/// What is said of a bot: `by Zoë · ben.wasm · 1.2 KB`.
pub(crate) fn bot_detail(author: &str, file: &str, size: u64) -> String {
    let author = match author {
        "" => String::new(),
        author => format!("by {author} · "),
    };
    let size = match size {
        0..1000 => format!("{size} bytes"),
        _ => bytes(size),
    };
    format!("{author}{file} · {size}")
}

/// A bot of a set-up that nobody has brought.
pub(crate) fn bot_missing(hash: &str) -> String {
    format!("Missing: add its file. SHA-256: {hash}")
}
pub(crate) fn bots_missing(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("“{name}”")).collect();
    format!(
        "Bots are missing: {}. Add their files below.",
        names.join(", ")
    )
}
pub(crate) fn bot_broken(name: &Name) -> String {
    format!("The bot “{name}” can’t play. Remove it.")
}

pub(crate) fn kind_error(error: &KindError) -> String {
    sentence(&error.to_string())
}
pub(crate) fn tournament_error(error: &TournamentError) -> String {
    sentence(&error.to_string())
}
pub(crate) fn wrong_seed() -> String {
    format!("A seed is a whole number from 0 to {}.", u64::MAX)
}
pub(crate) fn wrong_budget(least: &str, most: &str) -> String {
    format!("A bot may have {least} to {most} million instructions for a move.")
}
pub(crate) fn bad_set_up(error: &FileError) -> String {
    format!(
        "This set-up can’t be read. {}",
        sentence(&error.to_string())
    )
}
pub(crate) fn set_up_with_program(label: &str) -> String {
    format!(
        "“{label}” of this set-up is a program. The page can’t start programs; the terminal \
         program `four tournament` can."
    )
}
pub(crate) fn set_up_file_name(date: &str) -> String {
    format!("four-shapes-tournament-{date}.json")
}

/// `3 pairings, 3,000 games.`
pub(crate) fn games_in_all(pairings: usize, games: u64) -> String {
    match (pairings, games) {
        (1, 1) => "1 pairing, 1 game.".to_owned(),
        (1, games) => format!("1 pairing, {} games.", grouped(games)),
        (pairings, games) => {
            format!(
                "{} pairings, {} games.",
                grouped(pairings as u64),
                grouped(games)
            )
        }
    }
}

/// A tournament while it is played.
pub(crate) const GAMES_PLAYED: &str = "Games played";
pub(crate) const BEGINS: &str = "It begins …";
pub(crate) const PAUSED: &str = "Paused.";
pub(crate) const OVER: &str = "All games are played.";
pub(crate) const GOES_ON_CLOSED: &str =
    "It goes on while this dialog is closed, as long as the page is open.";
pub(crate) const TRY_AGAIN: &str = "Try again";
pub(crate) const NEW_TOURNAMENT: &str = "New tournament";
pub(crate) const STOP: &str = "Stop";
pub(crate) const STOP_SURE: &str =
    "Stop the tournament? Its games will be forgotten. You can download them first.";
pub(crate) const STOP_YES: &str = "Yes, forget them";
pub(crate) const STOP_NO: &str = "No, keep them";
/// Shows everything large, for a projector.
pub(crate) const LARGE: &str = "Full screen";

/// What is played: `4 entrants, everyone against everyone · 7 × 6, 4 in a row`.
pub(crate) fn tournament_title(tournament: &Tournament) -> String {
    let draft = tournament.draft();
    let against = match draft.format {
        Format::RoundRobin => "everyone against everyone".to_owned(),
        Format::Against(one) => format!("everyone against {}", tournament.label(one)),
    };
    let opening = match draft.opening {
        0 => String::new(),
        1 => " · 1 random move first".to_owned(),
        plies => format!(" · {plies} random moves first"),
    };
    format!(
        "{} entrants, {against} · {}{opening} · seed {}",
        draft.entrants.len(),
        kind(draft.rules),
        draft.seed
    )
}

/// `1,234 of 10,000 games`
pub(crate) fn games_done(done: u64, total: u64) -> String {
    format!("{} of {} games", grouped(done), grouped(total))
}

/// `2 of 6 pairings`
pub(crate) fn pairings_done(done: usize, all: usize) -> String {
    format!(
        "{} of {} pairings",
        grouped(done as u64),
        grouped(all as u64)
    )
}

/// Games a second, in tenths, and the seconds that are left: `51 games a second, 2 min left`.
pub(crate) fn pace(tenths: u64, left: u64) -> String {
    let speed = match tenths {
        0..100 => format!("{}.{}", tenths / 10, tenths % 10),
        more => grouped(more / 10),
    };
    let left = match left {
        0..100 => format!("{left} s"),
        100..6000 => format!("{} min", left.div_ceil(60)),
        more => format!("{} h", more.div_ceil(3600)),
    };
    format!("{speed} games a second, {left} left")
}

/// What is said now and then while games are played.
pub(crate) fn running(percent: u64) -> String {
    match percent {
        0 => "The tournament has begun.".to_owned(),
        percent => format!("{percent} % of the games are played."),
    }
}
pub(crate) fn over(leader: Option<&str>) -> String {
    match leader {
        Some(leader) => format!("{OVER} {leader} is first."),
        None => format!("{OVER} Nobody is first alone."),
    }
}
pub(crate) fn stuck(why: &str) -> String {
    format!("The tournament can’t go on: {why}")
}

/// The results.
pub(crate) const RANKING: &str = "Ranking";
pub(crate) const RANKING_COLUMNS: [&str; 11] = [
    "Place",
    "Entrant",
    "Rating (Elo)",
    "Score",
    "Games",
    "Won",
    "Drawn",
    "Lost",
    "Forfeited",
    "Time a move",
    "Longest",
];
pub(crate) const CHART: &str = "How strong, and how sure";
pub(crate) const CROSSTABLE: &str = "Who against whom";
pub(crate) const CROSSTABLE_EXPLAINED: &str = "Points of a hundred, of the one at the left against \
     the one above. ~ is too close to call. Choose a cell to see its games.";
pub(crate) const FACTS: &str = "All games";
pub(crate) const DOWNLOADS: &str = "Downloads";
pub(crate) const RANKING_CSV: &str = "Ranking (CSV)";
pub(crate) const PAIRINGS_CSV: &str = "Pairings (CSV)";
pub(crate) const RESULTS_JSON: &str = "All results (JSON)";
pub(crate) const DOWNLOAD_GAMES: &str = "Games (text)";
pub(crate) fn ranking_file_name(date: &str) -> String {
    format!("four-shapes-ranking-{date}.csv")
}
pub(crate) fn pairings_file_name(date: &str) -> String {
    format!("four-shapes-pairings-{date}.csv")
}
pub(crate) fn results_file_name(date: &str) -> String {
    format!("four-shapes-results-{date}.json")
}
pub(crate) fn games_file_name(date: &str) -> String {
    format!("four-shapes-tournament-games-{date}.txt")
}

/// A whole number with commas: `10,000`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A difference in strength: `+191`, `0`, `−35`.
pub(crate) fn elo(elo: i32) -> String {
    match elo {
        0 => "0".to_owned(),
        1.. => format!("+{elo}"),
        _ => format!("−{}", elo.unsigned_abs()),
    }
}

/// `75 %`
pub(crate) fn per_cent(number: i32) -> String {
    format!("{number} %")
}

/// Thousandths as per cent, without the sign: `63.4`.
fn thousandths(share: usize) -> String {
    format!("{}.{}", share / 10, share % 10)
}

/// A share of the points and its interval: `63.4 % (60.4–66.3)`.
pub(crate) fn share(share: Share) -> String {
    format!(
        "{}\u{a0}% ({}–{})",
        thousandths(share.likely),
        thousandths(share.least),
        thousandths(share.most)
    )
}

/// A rating: `+191 (+160 to +224)`, `at least +300`; nothing if no game tells.
pub(crate) fn rating(rating: Rating) -> String {
    match rating {
        Rating::Known { elo, least, most } => {
            format!(
                "{} ({} to {})",
                self::elo(elo),
                self::elo(least),
                self::elo(most)
            )
        }
        Rating::AtLeast(elo) => format!("at least {}", self::elo(elo)),
        Rating::AtMost(elo) => format!("at most {}", self::elo(elo)),
        Rating::Unknown => "–".to_owned(),
    }
}

/// A time in microseconds: `850 µs`, `3.4 ms`, `1.2 s`.
pub(crate) fn time(microseconds: u64) -> String {
    let (unit, name) = match microseconds {
        0..1000 => return format!("{microseconds} µs"),
        1000..1_000_000 => (1000, "ms"),
        _ => (1_000_000, "s"),
    };
    format!(
        "{}.{} {name}",
        grouped(microseconds / unit),
        microseconds % unit * 10 / unit
    )
}

/// What a fault is, so many times.
fn faults(kind: usize, count: u32) -> String {
    let (one, more) = match kind {
        0 => ("illegal move", "illegal moves"),
        1 => ("out of time", "out of time"),
        2 => ("crash", "crashes"),
        3 => ("out of memory", "out of memory"),
        _ => ("answer without sense", "answers without sense"),
    };
    format!("{count} {}", if count == 1 { one } else { more })
}

/// The cells of a row of the ranking, but for the entrant's name.
pub(crate) fn ranking_cells(row: &Row) -> Vec<String> {
    let forfeits: u64 = row.faults.iter().copied().map(u64::from).sum();
    let counted = row
        .faults
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0);
    let kinds: Vec<String> = counted.map(|(kind, count)| faults(kind, *count)).collect();
    let forfeits = match forfeits {
        0 => "0".to_owned(),
        forfeits => format!("{} ({})", grouped(forfeits), kinds.join(", ")),
    };
    let played = row.score.games() > 0;
    let number = |count: u32| grouped(count.into());
    vec![
        row.place.to_string(),
        rating(row.rating),
        if played {
            share(row.share)
        } else {
            "–".to_owned()
        },
        number(row.score.games()),
        number(row.score.wins),
        number(row.score.draws),
        number(row.score.losses),
        forfeits,
        row.mean.map_or_else(|| "–".to_owned(), time),
        row.mean.map_or_else(|| "–".to_owned(), |_| time(row.worst)),
    ]
}

/// A cell of the crosstable: `63`, `52~`.
pub(crate) fn cross_cell(score: Score, sign: &str) -> String {
    if score.games() == 0 {
        return "…".to_owned();
    }
    // Half points of so many, rounded.
    let [wins, draws, games] = [score.wins, score.draws, score.games()].map(u64::from);
    let hundredths = ((wins * 2 + draws) * 100 + games) / (2 * games);
    format!("{hundredths}{sign}")
}

/// How one has done against another: `Ada against Ben: 63.4 % (60.4–66.3), 620 won, 28
/// drawn, 352 lost; Ada is better.`
pub(crate) fn meeting(name: &str, other: &str, meeting: &Meeting) -> String {
    let Meeting {
        score, different, ..
    } = *meeting;
    if score.games() == 0 {
        return format!("{name} against {other}: no games yet.");
    }
    let verdict = match meeting.verdict {
        Verdict::FirstBetter => format!("{name} is better"),
        Verdict::SecondBetter => format!("{other} is better"),
        Verdict::TooClose => "too close to call".to_owned(),
        Verdict::Repeats => {
            format!("too close to call, since only {different} of the games are different")
        }
    };
    format!(
        "{name} against {other}: {}, {} won, {} drawn, {} lost; {verdict}.",
        share(Share::of(score, different)),
        grouped(score.wins.into()),
        grouped(score.draws.into()),
        grouped(score.losses.into()),
    )
}
pub(crate) const SHOW_GAMES: &str = "Show its games";

/// What is to be said of all games together.
pub(crate) fn facts(standing: &Standing) -> Vec<String> {
    let mut facts = Vec::new();
    if standing.done == 0 {
        return facts;
    }
    let first = standing.first_movers;
    facts.push(format!(
        "Who moves first has {} of the points: {} won, {} drawn, {} lost.",
        share(Share::of(first, first.games())),
        grouped(first.wins.into()),
        grouped(first.draws.into()),
        grouped(first.losses.into()),
    ));
    match standing.first_move {
        Rating::Unknown => {}
        worth => facts.push(format!("To move first is worth {} Elo.", rating(worth))),
    }
    if let Some(length) = standing.length {
        facts.push(format!(
            "A game has {}.{} moves on average.",
            grouped(length / 10),
            length % 10
        ));
    }
    if standing.repeated > 0 {
        facts.push(format!(
            "{} of {} games were played before, move by move. They say nothing new, so what is \
             said of who is better counts only the others. Random moves at the beginning make \
             games differ.",
            grouped(standing.repeated),
            grouped(standing.done)
        ));
    }
    if standing.assumed {
        facts.push(
            "The games alone don’t tell what moving first is worth or how common draws are. The \
             ratings are as if two who are equal had played one game more of each result."
                .to_owned(),
        );
    }
    facts
}

/// The games of a pairing.
pub(crate) const WHICH_GAMES: &str = "Which games";
pub(crate) const NEW_GAMES: &str = "Show the new ones";
pub(crate) fn pairing([first, second]: &[String; 2]) -> String {
    format!("{first} against {second}")
}

/// Which games are listed, by number.
pub(crate) fn which_games(which: usize, [first, second]: &[String; 2]) -> String {
    match which {
        1 => format!("Won by {first}"),
        2 => format!("Won by {second}"),
        3 => "Drawn".to_owned(),
        4 => "Forfeited".to_owned(),
        _ => "All".to_owned(),
    }
}

/// `Games 51 to 100 of 1,000`; they count from 0, the last is not one of them.
pub(crate) fn games_listed(from: usize, to: usize, found: usize) -> String {
    match found {
        0 => "No game is like that.".to_owned(),
        1 => "1 game".to_owned(),
        found => format!(
            "Games {} to {} of {}",
            grouped((from as u64).saturating_add(1)),
            grouped(to as u64),
            grouped(found as u64)
        ),
    }
}

/// `First page`
pub(crate) fn page_of_games(which: &str) -> String {
    format!("{which} page")
}

/// A game of a pairing, counted from 0, with who moved first and second: `17. Ada moved
/// first. Ben wins in 23 moves.`
pub(crate) fn played_game(
    number: u32,
    [first, second]: [&str; 2],
    ending: Ending,
    moves: usize,
) -> String {
    let name = |player: usize| if player == 0 { first } else { second };
    let moves = self::moves(moves);
    let ended = match ending {
        Ending::Won(winner) => format!("{} wins in {moves}", name(winner)),
        Ending::Drawn => format!("a tie after {moves}"),
        Ending::Forfeit { player, fault } => {
            let loser = name(player);
            let why = self::fault(fault);
            let winner = name(usize::from(player == 0));
            format!("{winner} wins after {moves}: {loser} {why}")
        }
    };
    format!(
        "{}. {first} moved first; {ended}.",
        grouped(u64::from(number) + 1)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_by_hand() {
        for (number, written) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), written);
        }
        assert_eq!([elo(191), elo(0), elo(-35)], ["+191", "0", "−35"]);
        for (microseconds, written) in [
            (0, "0 µs"),
            (999, "999 µs"),
            (3456, "3.4 ms"),
            (999_999, "999.9 ms"),
            (1_250_000, "1.2 s"),
        ] {
            assert_eq!(time(microseconds), written);
        }
        let written = share(Share {
            likely: 634,
            least: 5,
            most: 1000,
        });
        assert_eq!(written, "63.4\u{a0}% (0.5–100.0)");
        assert_eq!(pace(512, 61), "51 games a second, 61 s left");
        assert_eq!(pace(34, 3700), "3.4 games a second, 62 min left");
        assert_eq!(pace(123_450, 7300), "12,345 games a second, 3 h left");
    }

    #[test]
    fn crosstables_round_halves_up() {
        let cell = |wins, draws, losses| {
            let score = Score {
                wins,
                draws,
                losses,
            };
            cross_cell(score, "")
        };
        assert_eq!(cell(0, 0, 0), "…");
        assert_eq!(cell(1, 0, 1), "50");
        assert_eq!(cell(2, 0, 1), "67");
        assert_eq!(cell(0, 1, 0), "50");
        // 62.5 of a hundred.
        assert_eq!(cell(2, 1, 1), "63");
        assert_eq!(cell(1_000_000, 0, 0), "100");
    }

    #[test]
    fn games_are_told_in_words() {
        let game = |ending| played_game(16, ["Ada", "Ben"], ending, 23);
        assert_eq!(
            game(Ending::Won(1)),
            "17. Ada moved first; Ben wins in 23 moves."
        );
        let fault = Fault::Illegal(-3);
        assert_eq!(
            game(Ending::Forfeit { player: 0, fault }),
            "17. Ada moved first; Ben wins after 23 moves: Ada answered -3, which is no move \
             there."
        );
        let row = |faults| {
            ranking_cells(&Row {
                entrant: 0,
                place: 1,
                rating: Rating::AtLeast(300),
                score: Score::default(),
                share: Share::of(Score::default(), 0),
                faults,
                mean: None,
                worst: 0,
            })
        };
        let cells = row([0; Fault::KINDS]);
        assert_eq!(cells.len() + 1, RANKING_COLUMNS.len());
        assert_eq!(cells[1], "at least +300");
        let cells = row([2, 1, 0, 0, 1000]);
        assert_eq!(
            cells[7],
            "1,003 (2 illegal moves, 1 out of time, 1000 answers without sense)"
        );
    }
}
